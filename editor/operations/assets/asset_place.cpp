// Which names files below assets/ may get.
#include "editor/operations/assets/asset_plan.h"
#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/base/small_letters.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
constexpr std::size_t MostNameBytes =
    200; // file systems bear 255, and what is made beside needs some
constexpr std::size_t MostPathBytes = 1000;

/// Names that some systems keep for themselves, and letters that they do not take.
Result<void> checkName(std::string_view name)
{
    constexpr std::array Kept{"con", "prn", "aux", "nul"};
    const auto first = engine::inSmallLetters(name.substr(0, name.find('.')));
    if (name.empty() || name.find_first_not_of('.') == std::string_view::npos)
        return Error{"A file needs a name"};
    if (name.starts_with('.'))
        return Error{"'{}' would be hidden: its name begins with a dot", name};
    if (name.ends_with(' ') || name.starts_with(' ') || name.ends_with('.'))
        return Error{"'{}' begins or ends with a blank or a dot, which some systems leave out",
                     name};
    if (name.size() > MostNameBytes)
        return Error{"The name is too long"};
    if (const auto bad = name.find_first_of("<>:\"\\|?*#"); bad != std::string_view::npos)
        return Error{"A name cannot have '{}' in it", name[bad]};
    if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
        return Error{"A name cannot have control characters in it"};
    if (std::ranges::find(Kept, first) != Kept.end())
        return Error{"'{}' is a name that some systems keep for themselves", name};
    return {};
}

/// Every folder on the way as well: one that differs in capital letters alone is another one here
/// and the same elsewhere.
Result<void> checkCollisions(const fs::path& root, const std::string& from, const std::string& to)
{
    fs::path here = root;
    std::string done;
    for (std::size_t at = 0; at <= to.size();) {
        const auto slash = std::min(to.find('/', at), to.size());
        const auto name = to.substr(at, slash - at);
        const bool isLast = slash == to.size();
        const auto small = engine::inSmallLetters(name);
        std::error_code failed;
        for (fs::directory_iterator each{here, failed}; !failed && each != fs::directory_iterator{};
             each.increment(failed)) {
            const auto other = each->path().filename().string();
            const auto path = done.empty() ? other : done + "/" + other;
            if (engine::inSmallLetters(other) != small || path == from ||
                (!isLast && other == name))
                continue;
            if (other == name)
                return Error{"'{}' is there already", assetNameOf(path)};
            return Error{"'{}' is there already: only capital letters tell them apart",
                         assetNameOf(path)};
        }
        done = to.substr(0, slash);
        here /= name;
        at = slash + 1;
    }
    return {};
}

std::string endingOf(const std::string& file)
{
    if (file.ends_with(MaterialFileEnding))
        return std::string{MaterialFileEnding};
    if (file.ends_with(".prefab.json"))
        return ".prefab.json";
    return fs::path{file}.extension().string();
}
} // namespace

Result<std::string> checkedAssetPath(std::string path)
{
    if (path.size() > 1 && path.ends_with('/'))
        path.pop_back();
    if (fs::path{path}.is_absolute())
        return Error{"'{}' leads out of the project's assets", path};
    for (std::size_t at = 0; at <= path.size();) {
        const auto slash = std::min(path.find('/', at), path.size());
        const auto name = path.substr(at, slash - at);
        if (name == "..")
            return Error{"'{}' leads out of the project's assets", path};
        if (name.empty() || name == ".")
            return Error{"'{}' is no path of an asset: leave out '.' and empty parts", path};
        at = slash + 1;
    }
    return path;
}

Result<void> checkAssetPlace(const engine::Project& project,
                             const std::string& wantedFrom,
                             const std::string& to)
{
    const auto root = project.assetFolder();
    const auto checked = checkedAssetPath(wantedFrom);
    if (!checked)
        return checked.error();
    const auto& from = *checked;
    if (from == to)
        return Error{"It has that name already"};
    if (to.starts_with('/') || to.size() > MostPathBytes)
        return Error{"'{}' leads out of the project's assets", to};
    for (std::size_t at = 0; at <= to.size();) {
        const auto slash = std::min(to.find('/', at), to.size());
        const auto name = to.substr(at, slash - at);
        if (name == "..")
            return Error{"'{}' leads out of the project's assets", to};
        if (const auto good = checkName(name); !good)
            return good;
        at = slash + 1;
    }
    std::error_code failed;
    if (!fs::exists(root / from, failed))
        return Error{"'{}' is not there any more", from};
    const bool isFolder = fs::is_directory(root / from, failed);
    if (isFolder && to.starts_with(from + "/"))
        return Error{"A folder cannot lie in itself"};
    if (!isFolder && endingOf(from) != endingOf(to))
        return Error{"It must keep its ending '{}'", endingOf(from)};
    if (const auto name = to.substr(to.rfind('/') + 1); !isFolder && name == endingOf(to))
        return Error{"A file needs a name"};
    if (auto free = checkCollisions(root, from, to); !free)
        return free;
    for (const auto* each : {&from, &to})
        if (auto place = engine::checkPlaceToWrite(isFolder ? root / *each / "x" : root / *each);
            !place)
            return place;
    return {};
}
} // namespace editor
