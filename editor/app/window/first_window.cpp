#include "editor/app/window/first_window.h"

#include <QScreen>
#include <QTimer>
#include <QWidget>

namespace editor
{
namespace
{
constexpr QSize Wanted{1440, 900};
constexpr QSize Filled{1920, 1080}; ///< screens up to that are for the editor alone
constexpr QSize Frame{16, 48}; ///< as much as desktops draw around a window
constexpr int Patience = 500;  ///< milliseconds in which a window manager does what it is asked for
} // namespace

FirstWindow firstWindow(const QSize& available)
{
    const auto room = available - Frame;
    const bool isLarge = available.width() > Filled.width() || available.height() > Filled.height();
    const bool fits = Wanted.width() <= room.width() && Wanted.height() <= room.height();
    return {Wanted.boundedTo(room), !isLarge || !fits};
}

void fillScreenAtFirst(QWidget& window)
{
    if (!firstWindow(window.screen()->availableSize()).isMaximized)
        return;
    window.showMaximized();
    QTimer::singleShot(Patience, &window, [&window] {
        const auto room = window.screen()->availableGeometry();
        const auto missing = room.size() - window.frameSize();
        if (missing.width() > Frame.width() || missing.height() > Frame.height())
            window.setGeometry(room);
    });
}
} // namespace editor
