#pragma once

#include "editor/app/safety/project_presence.h"
#include "engine_core/base/signal.h"

#include <QObject>
#include <QString>

#include <memory>

namespace editor
{
class MainWindow;

/// Tells the user that the open project, or even the open scene, is open in another editor as well,
/// and that one the same. The notice goes when the other editor does.
class NeighbourGuard : public QObject
{
    Q_OBJECT

public:
    explicit NeighbourGuard(MainWindow& window);

    /// Every half second.
    void check();

private:
    void tell(const std::vector<OtherEditor>& others, bool isSameScene);

    MainWindow& m_window;
    std::unique_ptr<ProjectPresence> m_presence;
    QString m_told;   ///< whom the notice is about; empty if there is none
    QString m_closed; ///< the user has put that one away
    engine::Connections m_connections;
};
} // namespace editor
