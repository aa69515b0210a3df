#pragma once

#include <QSize>

namespace editor
{
/// How the window comes up where nothing is stored about it.
struct FirstWindow
{
    QSize size; ///< without title bar and frame, in points
    bool isMaximized = false;
};

/// 1440 x 900 where there is room for that and a frame; a smaller screen is filled, and the size
/// to come back to leaves room for the frame, so that the status bar is in sight.
/// `available` is the screen without the desktop's bars, in points.
[[nodiscard]] FirstWindow firstWindow(const QSize& available);
} // namespace editor
