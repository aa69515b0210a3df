#pragma once

#include "editor/app/workspace/workspace.h"
#include "editor/operations/entity/scene_compare.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>

namespace editor
{
class CompareDialog;
class MainWindow;

/// Looks after the file of the open scene: when something else writes it, takes it away or brings
/// it back, the user hears of it and decides what becomes of both. What counts is the content: a
/// file that was only touched is the same. The file is asked for by its name, so that it does not
/// matter how it was replaced.
class FileGuard : public QObject
{
    Q_OBJECT

public:
    explicit FileGuard(MainWindow& window);

    /// Every half second. A file that is still being written is looked at when it has come to rest.
    void check();

    /// Asks before a save loses what something else has written to that file. False if the user
    /// does something else instead, which is done then.
    [[nodiscard]] bool mayReplace(const fs::path& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What the user knows of the file.
    enum class Told
    {
        Nothing,
        Other,      ///< it holds another scene
        Unreadable, ///< it holds something that is no scene
        Gone,
        Kept ///< and wants to keep what is open here
    };

    void forget();
    void look(const FileStamp& stamp);
    void looked(const FileStamp& stamp, engine::ContentHash hash);
    void read(const FileStamp& stamp);
    void takeRead(const FileStamp& stamp, engine::Result<Workspace::ReadScene> scene);
    void isSame();
    void isOther(Workspace::ReadScene scene);
    void isUnreadable(const std::string& why);
    void isGone();
    void isRenamed(const fs::path& now);
    /// The file goes on to be the one of this scene, under its new name.
    void follow(const fs::path& now);
    [[nodiscard]] std::optional<fs::path> newName() const;

    [[nodiscard]] bool reloadsByItself() const;
    void reload();
    void reloadNow(const QString& summary);
    void tellReloaded(const QString& summary);
    void keepMine();
    void compare();
    void refreshComparison();
    void showObject(engine::EntityId entity);
    void tellOther();
    void endNotices();
    void keepWorkSafe();
    void rememberBase();
    [[nodiscard]] Document& document() const;
    [[nodiscard]] Workspace& workspace() const;
    [[nodiscard]] QString name() const;
    [[nodiscard]] std::vector<ObjectDifference> differences() const;

    MainWindow& m_window;
    std::unique_ptr<engine::World> m_base; ///< as the file held it; null if nobody knows
    std::optional<std::uint64_t> m_saved;  ///< the state that the file held; as far as known
    std::optional<FileStamp> m_seen;       ///< at the last check
    std::optional<FileStamp> m_looked;     ///< of what the user was told about
    engine::ContentHash m_hash = 0;        ///< of that
    std::unique_ptr<Workspace::ReadScene> m_other;
    Told m_told = Told::Nothing;
    bool m_isReading = false;
    std::uint64_t m_reloaded = 0; ///< the state that a reload without a question has led to
    std::optional<std::uint64_t> m_compared; ///< the state that the dialog shows
    QPointer<CompareDialog> m_dialog;
    engine::Connections m_connections;
};
} // namespace editor
