// What may take the place of an asset that is deleted.
#include "editor/operations/assets/asset_plan.h"
#include "engine_core/base/json_tree.h"

#include <deque>
#include <set>

namespace editor
{
using engine::Error;
using engine::JsonValue;
using engine::Result;

namespace
{
constexpr std::string_view PrefabEnding = ".prefab.json";
constexpr std::size_t MostFilesLookedAt = 10'000;

/// Texts that are paths of prefabs, wherever they stand.
void collectPrefabs(const JsonValue& value, std::deque<std::string>& found)
{
    value.forEachItem([&](const JsonValue& item) { collectPrefabs(item, found); });
    value.forEachMember(
        [&](std::string_view, const JsonValue& member) { collectPrefabs(member, found); });
    if (value.text().ends_with(PrefabEnding))
        found.emplace_back(value.text());
}

/// The files that a material or prefab is made of: the parent, or the prefabs in it.
std::deque<std::string> partsOf(const engine::Project& project, const std::string& file)
{
    std::deque<std::string> parts;
    const bool isMaterial = file.ends_with(MaterialFileEnding);
    if (!isMaterial && !file.ends_with(PrefabEnding))
        return parts;
    const auto text = engine::readFile(project.assetFolder() / file);
    const auto tree =
        text ? engine::JsonTree::parse(*text, file) : Result<engine::JsonTree>{text.error()};
    if (!tree)
        return parts; // it is told where files are looked at
    if (!isMaterial) {
        collectPrefabs(tree->root(), parts);
    } else if (const auto parent = tree->root().find("parent"); parent && parent->isText()) {
        parts.push_back(std::string{parent->text()} + std::string{MaterialFileEnding});
    }
    return parts;
}
} // namespace

Result<void> checkReplacement(const engine::Project& project,
                              const std::string& deleted,
                              const std::string& replacement)
{
    if (replacement == deleted)
        return Error{"It cannot take its own place"};
    std::deque<std::string> open{replacement};
    std::set<std::string> seen;
    while (!open.empty() && seen.size() < MostFilesLookedAt) {
        const auto file = std::move(open.front());
        open.pop_front();
        if (!seen.insert(file).second)
            continue;
        for (auto& part : partsOf(project, file)) {
            if (part == deleted)
                return Error{"'{}' is made of '{}' and cannot take its place",
                             assetNameOf(replacement), assetNameOf(deleted)};
            open.push_back(std::move(part));
        }
    }
    return {};
}
} // namespace editor
