#pragma once

#include <QObject>
#include <QPointer>

class QDockWidget;

namespace editor
{
class LightingPanel;
class MainWindow;

/// Ctrl+L brings the Lighting dock to the front. When the bake that was begun there is done, the
/// dock that it covered comes back, unless the user has turned to docks meanwhile.
class LightingVisit final : public QObject
{
    Q_OBJECT

public:
    explicit LightingVisit(MainWindow& window);

    void begin();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void awaitBake();
    void end();
    void leave(bool isDone);

    MainWindow& m_window;
    QPointer<LightingPanel> m_panel;
    QPointer<QDockWidget> m_covered; ///< null: nothing to come back to
    bool m_isBaking = false;         ///< begun during this visit
};
} // namespace editor
