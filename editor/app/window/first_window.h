#pragma once

#include <QSize>

class QWidget;

namespace editor
{
/// How the window comes up where nothing is stored about it.
struct FirstWindow
{
    QSize size; ///< without title bar and frame, in points
    bool isMaximized = false;
};

/// 1440 x 900 on large screens; one of 1920 x 1080 or less is filled, and the size to come back to
/// leaves room for a frame, so that the status bar is in sight. `available` is the screen without
/// the desktop's bars, in points.
[[nodiscard]] FirstWindow firstWindow(const QSize& available);

/// Maximises the shown window if that is how it comes up. Where no window manager does that, it
/// gets the whole screen by its size.
void fillScreenAtFirst(QWidget& window);
} // namespace editor
