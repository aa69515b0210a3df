#pragma once

#include <QObject>
#include <QRect>

class QDockWidget;
class QMainWindow;

namespace editor
{
/// The place nearest to `wanted` that lies on one of the screens as a whole: on the one that shows
/// most of it, or else on the first. Larger ones are made as large as that.
[[nodiscard]] QRect placeOnScreen(const QRect& wanted, const QList<QRect>& screens);

/// Docks outside of the main window are seen: one that is taken out by its button comes over the
/// middle of the window, not where it stood, and none lies off the screen. One that is put back
/// among tabs is the one in front.
class FloatingDocks : public QObject
{
public:
    explicit FloatingDocks(QMainWindow& window);

    /// All that float now, also those of a layout that was kept on another screen.
    void bringOnScreen();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QDockWidget& dock);
    void place(QDockWidget& dock);
    void raiseIfDocked(QDockWidget& dock);

    QMainWindow& m_window;
};
} // namespace editor
