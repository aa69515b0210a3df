#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/jobs.h"

#include <QHash>
#include <QIcon>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace editor
{
class ThumbnailStore;

/// Small pictures of materials, textures, models and prefabs, made on workers and kept. What has
/// no picture of its own, or not yet, gets the icon of its kind.
class Thumbnails : public QObject
{
    Q_OBJECT

public:
    explicit Thumbnails(QObject* parent = nullptr);
    ~Thumbnails() override;

    /// Side of the pictures in device pixels; what was made for another size is made anew.
    void setSide(int pixels);

    /// Never waits: starts the decoding if need be and tells ready() later.
    [[nodiscard]] QIcon icon(const engine::AssetEntry& entry);

    /// The file changed on disk, or the project did. Prefabs that show it are forgotten, too.
    void forget(const engine::AssetEntry& entry);
    void clear();

    /// Of which project the assets are; before the first icon().
    void setProject(const engine::Project& project);

    /// Where pictures are kept from one start to the next: the user's cache unless told otherwise;
    /// null: nowhere.
    void setStore(std::shared_ptr<ThumbnailStore> store) { m_store = std::move(store); }

    /// Waits until all that was asked for is there; for tests and pictures.
    void finishAll();

Q_SIGNALS:
    void ready(const QString& path);

private:
    struct Picture
    {
        QIcon icon;
        int request = 0; ///< what was asked for before it was forgotten comes too late
        std::optional<std::set<std::string>> assets; ///< that a prefab shows; none: not known yet
    };

    void startWaiting();
    void start(const engine::AssetEntry& entry, const QString& key);

    engine::Project m_project;
    int m_side = 96;
    int m_requests = 0;
    QHash<QString, Picture> m_pictures;
    std::vector<engine::AssetEntry> m_waiting; ///< asked for, not yet being made
    QTimer m_later;
    std::shared_ptr<ThumbnailStore> m_store;
    engine::JobQueue m_jobs; ///< last: its worker ends first
};
} // namespace editor
