#pragma once

#include <string>
#include <string_view>

namespace engine
{
/// Which build this is. Shown in About and --version and carried by baked files and recordings;
/// never written into scenes, whose diffs stay small.
struct BuildStamp
{
    std::string_view version; ///< of the project, such as "0.1.0"
    std::string_view commit;  ///< 12 hex digits, "-changed" behind them if the tree was not clean
    std::string_view time;    ///< of the build, ISO 8601 in UTC
    int number = 0;           ///< how many commits led here
};

const BuildStamp& buildStamp();

/// Version and commit, as notes and recordings name the build that wrote them.
[[nodiscard]] inline std::string buildText()
{
    const auto& stamp = buildStamp();
    return std::string{stamp.version} + ' ' + std::string{stamp.commit};
}
} // namespace engine
