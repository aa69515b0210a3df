#pragma once

#include "engine_core/assets/project/project_trust.h"
#include "engine_core/base/signal.h"

#include <QObject>

namespace editor
{
class MainWindow;

/// Follows what the user has decided about the open project's scripts: a notice stays while they are
/// off, and deciding starts or stops them at once.
class TrustGuard : public QObject
{
    Q_OBJECT

public:
    explicit TrustGuard(MainWindow& window);

    /// Shows or takes away the notice.
    void refresh();

    /// Remembers the decision and follows it.
    void decide(engine::ScriptTrust permission);

    /// The scripts and their texts, with the buttons to decide.
    void showScripts();

private:
    MainWindow& m_window;
    engine::Connections m_connections;
    engine::Connection m_assets; ///< of the open project
};
} // namespace editor
