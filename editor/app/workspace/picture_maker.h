#pragma once

#include "engine_core/base/files/files.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <deque>
#include <memory>
#include <set>

namespace editor
{
/// Makes pictures of projects that have none, or whose scene was changed since, one after the
/// other: each is drawn by `mapwright render` in a process of its own with low priority, so that
/// neither a large level nor a broken one disturbs the window.
class PictureMaker : public QObject
{
    Q_OBJECT

public:
    explicit PictureMaker(QObject* parent = nullptr);
    ~PictureMaker() override;

    /// Puts them at the end of the queue. Nothing happens for those whose picture is good, and for
    /// those that could not be drawn since the program was started.
    void make(const std::vector<engine::fs::path>& projects);

    /// Forgets what waits and ends what is being drawn.
    void stop();

    [[nodiscard]] bool isWorking() const { return m_process != nullptr; }

Q_SIGNALS:
    /// There is a new picture, see projectPicture().
    void made(const QString& project);

private:
    void next();
    void finished(bool isDrawn);

    std::deque<engine::fs::path> m_waiting;
    engine::fs::path m_current;
    std::set<engine::fs::path> m_failed;
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcess* m_process = nullptr; ///< owned
    QTimer m_limit;
};
} // namespace editor
