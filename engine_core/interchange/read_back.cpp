#include "engine_core/interchange/read_back.h"

#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/json_values.h"
#include "engine_core/serialization/scene_io.h"

#include <fmt/core.h>

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::size_t MostNamed = 50; ///< objects
} // namespace

std::vector<std::string> lostWhenReadBack(const World& world)
{
    TypeRegistry types;
    registerComponents(types);
    const auto text = writeSceneWithPlants(world, types);
    const auto read = readScene(text, types, "import");
    if (!read)
        return {"The scene cannot be opened once it is saved: " + read.error().message()};
    std::vector<std::string> lost;
    for (const auto& problem : read->problems) {
        if (lost.size() == MostNamed) {
            lost.push_back(fmt::format("{} more are not kept as they are",
                                       read->problems.size() - lost.size()));
            break;
        }
        lost.push_back(fmt::format("Saved and opened again, {}: {}",
                                   problem.place.empty() ? "the scene" : problem.place,
                                   problem.message));
    }
    if (lost.empty() && writeSceneWithPlants(*read->world, types) != text)
        lost.emplace_back("Saved and opened again, the scene is not quite the same");
    return lost;
}

std::string materialNameInside(std::string_view name)
{
    std::string text{name};
    std::replace(text.begin(), text.end(), '\\', '/');
    text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
    if (text.size() > 1 && text[1] == ':')
        text[1] = '_';
    std::string inside;
    for (std::size_t at = 0; at < text.size();) {
        const auto slash = std::min(text.find('/', at), text.size());
        const auto part = std::string_view{text}.substr(at, slash - at);
        at = slash + 1;
        if (part.empty() || part == "." || part == "..")
            continue;
        if (!inside.empty())
            inside += '/';
        inside += part;
    }
    return checkAssetPath(inside) ? inside : std::string{};
}
} // namespace engine
