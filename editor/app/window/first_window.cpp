#include "editor/app/window/first_window.h"

namespace editor
{
namespace
{
constexpr QSize Wanted{1440, 900};
constexpr QSize Frame{16, 48}; ///< as much as desktops draw around a window
} // namespace

FirstWindow firstWindow(const QSize& available)
{
    const auto room = available - Frame;
    const bool fits = Wanted.width() <= room.width() && Wanted.height() <= room.height();
    return {Wanted.boundedTo(room), !fits};
}
} // namespace editor
