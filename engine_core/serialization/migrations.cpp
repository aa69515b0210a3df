#include "engine_core/serialization/migrations.h"

#include "engine_core/math/plane.h"
#include "engine_core/serialization/scene_io.h"

#include <nlohmann/json.hpp>

#include <array>

namespace engine
{
namespace
{
using Json = nlohmann::json;

std::optional<Vec3d> pointOf(const Json& json)
{
    if (!json.is_array() || json.size() != 3)
        return std::nullopt;
    Vec3d point{0};
    for (int i = 0; i < 3; ++i) {
        const auto& number = json[static_cast<std::size_t>(i)];
        if (!number.is_number())
            return std::nullopt;
        point[i] = number.get<double>();
    }
    return point;
}

/// Format 1 gave each face three points, counter-clockwise seen from outside.
void replacePoints(Json& face)
{
    if (!face.is_object() || !face.contains("points"))
        return;
    const auto& points = face["points"];
    if (!points.is_array() || points.size() != 3)
        return;
    const std::array corners{pointOf(points[0]), pointOf(points[1]), pointOf(points[2])};
    if (!corners[0] || !corners[1] || !corners[2])
        return;
    const auto plane = Plane::through(*corners[0], *corners[1], *corners[2]);
    if (!plane)
        return;
    face.erase("points");
    face["normal"] = {plane->normal.x, plane->normal.y, plane->normal.z};
    face["distance"] = plane->distance;
}

void renameKey(Json& object, const char* from, const char* to)
{
    if (!object.is_object() || !object.contains(from) || object.contains(to))
        return;
    object[to] = std::move(object[from]);
    object.erase(from);
}

void migrateEntityFromFormat1(Json& entity)
{
    if (!entity.is_object() || !entity.contains("components"))
        return;
    auto& components = entity["components"];
    if (!components.is_object())
        return;
    if (components.contains("light"))
        renameKey(components["light"], "radius", "range");
    if (components.contains("brush") && components["brush"].is_object() &&
        components["brush"].contains("faces") && components["brush"]["faces"].is_array())
        for (auto& face : components["brush"]["faces"])
            replacePoints(face);
}

/// Format 2 describes faces by planes instead of points, calls a light's reach "range" instead of
/// "radius", and keeps what was "scene" under "settings".
void migrateFromFormat1(Json& file)
{
    renameKey(file, "scene", "settings");
    if (file.contains("entities") && file["entities"].is_array())
        for (auto& entity : file["entities"])
            migrateEntityFromFormat1(entity);
}

using Step = void (*)(Json&);

/// The step at index i leads from format i + 1 to the next.
constexpr std::array<Step, SceneFormat - 1> Steps{migrateFromFormat1};
} // namespace

Result<std::string> migrateScene(std::string_view json, int format)
{
    try {
        auto file = Json::parse(json);
        for (auto from = format; from < SceneFormat; ++from)
            Steps[static_cast<std::size_t>(from - 1)](file);
        file["format"] = SceneFormat;
        return file.dump();
    } catch (const Json::exception& problem) {
        return Error{"it cannot be brought to the newest format: {}", problem.what()};
    }
}
} // namespace engine
