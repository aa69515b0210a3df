#pragma once

#include "editor/panels/assets/asset_search.h"
#include "engine_core/base/jobs.h"

#include <QHash>
#include <QObject>

#include <vector>

namespace editor
{
/// Sizes of assets, read from their files on a worker and remembered until the files change.
class AssetFacts final : public QObject
{
    Q_OBJECT

public:
    explicit AssetFacts(QObject* parent = nullptr);
    ~AssetFacts() override;

    /// Nothing known before measured() has told.
    [[nodiscard]] AssetSearch::Facts find(const engine::AssetEntry& entry) const;

    /// Measures those that are not known yet.
    void measure(const std::vector<engine::AssetEntry>& entries);

    void forget(const engine::AssetEntry& entry);
    void clear();

    /// Waits for the worker; for tests.
    void finishAll() { m_jobs.finishAll(); }

Q_SIGNALS:
    void measured();

private:
    /// Another one since the file was forgotten: what is measured of it before that is of no use.
    [[nodiscard]] int generationOf(const engine::AssetEntry& entry) const;

    QHash<QString, AssetSearch::Facts> m_known; ///< by the file
    bool m_isMeasuring = false;
    QHash<QString, int> m_forgotten; ///< how often each file was
    int m_cleared = 0;
    engine::JobQueue m_jobs; ///< last: its worker ends first
};

/// Bytes, texels of a picture's longer side, and triangles of a model's meshes, each counted once.
/// Reads no more of a file than that takes. Any thread.
[[nodiscard]] AssetSearch::Facts factsOf(const engine::AssetEntry& entry);

/// "512 px, 1.2 MB"
[[nodiscard]] QString factsText(const AssetSearch::Facts& facts);
} // namespace editor
