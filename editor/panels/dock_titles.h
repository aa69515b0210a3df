#pragma once

#include <QObject>
#include <QTimer>

class QMainWindow;

namespace editor
{
/// Docks whose name stands on a tab do not say it again in their title, which is slimmer then: it
/// keeps its buttons, and all tabs are dragged by it together.
class DockTitles : public QObject
{
public:
    explicit DockTitles(QMainWindow& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();

    QMainWindow& m_window;
    QTimer m_later;
};
} // namespace editor
