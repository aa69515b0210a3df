#include "editor/operations/entity/object_names.h"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace editor
{
using engine::EntityId;
using engine::World;

namespace
{
/// Beside the names of shapes: what importers and tools call brushes.
constexpr std::array<std::string_view, 4> GivenNames{NamelessBrush, "Box", "Polygon", "Hull"};

bool isShapeName(std::string_view name)
{
    for (int kind = 0; kind <= static_cast<int>(engine::ShapeKind::Arch); ++kind)
        if (name == engine::shapeName(static_cast<engine::ShapeKind>(kind)))
            return true;
    return false;
}

/// "Box" of "Box 12".
std::string_view withoutNumber(std::string_view name)
{
    const auto digits = name.find_last_not_of("0123456789");
    return digits != std::string_view::npos && digits + 1 < name.size() && name[digits] == ' '
               ? name.substr(0, digits)
               : name;
}

/// The material that most faces have, without its folders.
std::string_view mainMaterial(const engine::Brush& brush)
{
    std::string_view best;
    std::ptrdiff_t most = 0;
    const auto& faces = brush.faces();
    for (const auto& face : faces) {
        const auto count = std::count_if(faces.begin(), faces.end(), [&](const auto& other) {
            return other.material == face.material;
        });
        if (count > most) {
            most = count;
            best = face.material.text();
        }
    }
    return best.substr(best.rfind('/') + 1);
}

/// In metres, to the millimetre: "2.5". By whole numbers, since lists ask for thousands of them.
void appendLength(std::string& text, double length)
{
    const auto millimetres = std::llround(length * 1000);
    text += std::to_string(millimetres / 1000);
    auto rest = millimetres % 1000;
    if (rest > 0)
        text += '.';
    for (; rest > 0; rest = rest % 100 * 10)
        text += static_cast<char>('0' + rest / 100);
}

std::string describeBrush(const World& world, EntityId entity, const engine::Brush& brush)
{
    std::string text{mainMaterial(brush)};
    if (!text.empty())
        text += ", ";
    const auto size = boundsOf(world, entity).size();
    for (int axis = 0; axis < 3; ++axis) {
        text += axis > 0 ? " x " : "";
        appendLength(text, size[axis]);
    }
    return text + " m";
}

std::string describeMapEntity(const engine::MapEntity& entity, const std::string& name)
{
    if (name != entity.className)
        return entity.className;
    const auto keys = engine::mapKeysFromText(entity.keys);
    const auto* target = engine::findMapKey(keys, "target");
    return target != nullptr && !target->empty() ? "target " + *target : std::string{};
}
} // namespace

bool isGivenName(std::string_view name)
{
    const auto base = withoutNumber(name);
    return base.empty() || isShapeName(base) ||
           std::find(GivenNames.begin(), GivenNames.end(), base) != GivenNames.end();
}

std::string distinctionOf(const World& world, EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    if (node == nullptr)
        return {};
    const auto* solid = world.get<engine::BrushComponent>(entity);
    if (solid != nullptr && solid->brush && isGivenName(node->name))
        return describeBrush(world, entity, *solid->brush);
    const auto* map = world.get<engine::MapEntity>(entity);
    return map != nullptr ? describeMapEntity(*map, node->name) : std::string{};
}

std::string shownNameOf(const World& world, EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    if (node == nullptr)
        return {};
    const auto distinction = distinctionOf(world, entity);
    if (distinction.empty())
        return node->name;
    if (world.get<engine::BrushComponent>(entity) != nullptr)
        return node->name.empty() ? distinction : node->name + ": " + distinction;
    return fmt::format("{} ({})", node->name, distinction);
}
} // namespace editor
