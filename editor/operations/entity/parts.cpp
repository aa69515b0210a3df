#include "editor/operations/entity/parts.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/trigger.h"

#include <algorithm>
#include <array>
#include <string>

namespace editor
{
using engine::Aabb;
using engine::Error;
using engine::Result;
using engine::Vec3d;

namespace
{
// clang-format off
const std::array Kinds{
    PartKind{"door", "Door", "Slides or turns when somebody comes, uses it, or a wire says so", "door", "Door", "parts/door.as", Aabb{{-0.625, 0, -0.0625}, {0.625, 2.125, 0.0625}}, {}, {}},
    PartKind{"platform", "Platform", "A lift or train that goes from point to point", "part_platform", "Platform", "parts/platform.as", Aabb{{-1, 0, -1}, {1, 0.25, 1}}, {}, Vec3d{0, 3, 0}},
    PartKind{"rotator", "Rotator", "Turns without end: a fan, a mill, a carousel", "part_rotator", "Rotator", "parts/rotator.as", Aabb{{-1, 0, -0.25}, {1, 0.25, 0.25}}, {}, {}},
    PartKind{"button", "Button", "Is pressed and tells what it is wired to", "part_button", "Button", "parts/button.as", Aabb{{-0.125, 1, -0.0625}, {0.125, 1.25, 0.0625}}, {}, {}},
    PartKind{"light_switch", "Light switch", "Is on or off and tells what it is wired to", "part_switch", "LightSwitch", "parts/light_switch.as", Aabb{{-0.0625, 1, -0.03125}, {0.0625, 1.1875, 0.03125}}, {}, {}},
    PartKind{"teleporter", "Teleporter", "Takes who comes in to another place", "part_teleporter", "Teleporter", "parts/teleporter.as", {}, Vec3d{1.5, 2, 1.5}, Vec3d{0, -1, -4}},
    PartKind{"pick_up", "Pick-up", "Is taken by who walks over it", "part_pick_up", "PickUp", "parts/pick_up.as", Aabb{{-0.125, -0.125, -0.125}, {0.125, 0.125, 0.125}}, Vec3d{1, 1, 1}, {}},
    PartKind{"hurt_area", "Hurt area", "Harms who is in it", "part_hurt", "HurtArea", "parts/hurt_area.as", {}, Vec3d{2, 1, 2}, {}},
    PartKind{"push_area", "Push area", "Throws who comes in: a jump pad, or a current", "part_push", "PushArea", "parts/push_area.as", {}, Vec3d{2, 1, 2}, Vec3d{0, 3.5, -4}},
    PartKind{"health", "Health", "The player's health, with a bar on the screen", "part_health", "Health", "parts/health.as", {}, {}, {}},
    PartKind{"counter", "Counter", "Counts messages and fires when it has come to its goal", "part_counter", "Counter", "parts/counter.as", {}, {}, {}},
    PartKind{"spawner", "Spawner", "Makes copies of an object or a prefab", "part_spawner", "Spawner", "parts/spawner.as", {}, {}, {}},
    PartKind{"relay", "Relay", "Passes one message on to many", "part_relay", "Relay", "parts/relay.as", {}, {}, {}},
    PartKind{"breakable", "Breakable", "Breaks when it has taken enough damage", "part_breakable", "Breakable", "parts/breakable.as", Aabb{{-0.5, 0, -0.5}, {0.5, 1, 0.5}}, {}, {}},
    PartKind{"text_sign", "Text sign", "Shows words when the player is near", "part_sign", "TextSign", "parts/text_sign.as", {}, {}, {}},
    PartKind{"sound_area", "Sound area", "Plays a sound when somebody comes in", "part_sound_area", "SoundArea", "parts/sound_area.as", {}, Vec3d{3, 2, 3}, {}},
    PartKind{"checkpoint", "Checkpoint", "Where the player comes back", "part_checkpoint", "Checkpoint", "parts/checkpoint.as", {}, Vec3d{2, 2, 2}, {}},
    PartKind{"view_camera", "View camera", "Shows the game from its own place for a while", "camera", "ViewCamera", "parts/view_camera.as", {}, {}, {}},
};

// clang-format on

void setScript(Transaction& transaction,
               EntityId entity,
               const PartKind& kind,
               engine::ValueBag properties = {})
{
    transaction.set(entity, engine::Script{{std::string{kind.file}},
                                           std::string{kind.className},
                                           std::move(properties)});
}

/// A door fits what it is made of, whichever way that stands.
engine::ValueBag propertiesFor(const PartKind& kind, const Aabb& bounds)
{
    engine::ValueBag properties;
    if (kind.id != "door")
        return properties;
    const auto size = bounds.size();
    const Vec3d along = size.x >= size.z ? Vec3d{size.x, 0, 0} : Vec3d{0, 0, size.z};
    engine::setValue(properties, "hinge", {along * -0.5});
    engine::setValue(properties, "slide", {along * -0.95});
    return properties;
}
} // namespace

std::span<const PartKind> partKinds()
{
    return Kinds;
}

const PartKind* findPartKind(std::string_view id)
{
    const auto at = std::find_if(Kinds.begin(), Kinds.end(),
                                 [&](const PartKind& kind) { return kind.id == id; });
    return at != Kinds.end() ? &*at : nullptr;
}

double heightAboveFloor(const PartKind& kind)
{
    if (kind.area)
        return kind.area->y / 2;
    return kind.body ? 0 : 0.5;
}

Result<EntityId> placePart(Transaction& transaction, const PartKind& kind, const Vec3d& at)
{
    const auto part =
        addEntity(transaction, freeName(transaction.world(), std::string{kind.label}), at);
    if (kind.body) {
        transaction.set(part, engine::Mover{.collides = !kind.area});
        auto body = createBox(transaction, *kind.body, {}, "Body", part);
        if (!body)
            return body;
    }
    if (kind.area) {
        engine::Trigger trigger;
        trigger.size = *kind.area;
        transaction.set(part, trigger);
    }
    if (kind.point)
        addEntity(transaction, kind.id == "platform" ? "Point" : "Goal", *kind.point, part);
    setScript(transaction, part, kind);
    return part;
}

Result<EntityId>
makePartOf(Transaction& transaction, const PartKind& kind, std::span<const EntityId> objects)
{
    const auto parts = topmost(transaction.world(), objects);
    if (parts.empty())
        return Error{"Select what the part is to be made of first"};
    if (!kind.body)
        return Error{"{} has no body: place it instead", kind.label};
    const auto bounds = wholeBoundsOf(transaction.world(), parts);
    const auto part = addEntity(transaction, freeName(transaction.world(), std::string{kind.label}),
                                bounds.center());
    transaction.set(part, engine::Mover{.collides = !kind.area});
    if (kind.area) {
        engine::Trigger trigger;
        trigger.size = glm::max(bounds.size(), *kind.area);
        transaction.set(part, trigger);
    }
    if (auto moved = reparent(transaction, parts, part); !moved)
        return moved.error();
    setScript(transaction, part, kind, propertiesFor(kind, bounds));
    return part;
}
} // namespace editor
