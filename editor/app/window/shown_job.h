#pragma once

#include <functional>
#include <memory>
#include <string>

namespace editor
{
/// Work that takes its time, as the status bar shows it.
struct ShownJob
{
    std::shared_ptr<const void> id; ///< the same for the same work
    std::string name;
    double progress = 0; ///< from 0 to 1
    std::function<void()> stop;
};
} // namespace editor
