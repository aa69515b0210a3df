#include "engine_core/play/notes/note_fit.h"

#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/scene/world/world.h"
#include "engine_core/serialization/brush_codec.h"
#include "engine_core/serialization/json_values.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// Steps of a tenth of a millimetre: what is moved and moved back is the same again.
void addPlace(Hasher& hasher, const Transform& place)
{
    constexpr double StepsPerMetre = 1e4;
    for (const auto& point : {Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
        const auto there = place.apply(point);
        for (const double each : {there.x, there.y, there.z})
            hasher.add(std::round(each * StepsPerMetre));
    }
}

void addComponent(Hasher& hasher, const TypeInfo& type, const ComponentValue& value)
{
    hasher.add(std::string_view{type.name});
    std::string text;
    if (type.id == typeIdOf<BrushComponent>()) {
        if (const auto& brush = static_cast<const BrushComponent*>(value.get())->brush)
            writeBrush(text, *brush);
        hasher.add(std::string_view{text});
        return;
    }
    for (const auto& property : type.properties) {
        const auto current = property.get(value.get());
        if (current == property.defaultValue)
            continue; // a property that a later version adds changes nothing
        text.clear();
        writeValue(text, property, current);
        hasher.add(std::string_view{property.name}).add(std::string_view{text});
    }
}
} // namespace

ContentHash hashOfObject(const World& world, const TypeRegistry& types, EntityId object)
{
    std::vector<const TypeInfo*> known;
    for (const auto id : world.types())
        if (const auto* type = types.find(id);
            type != nullptr && world.value(object, id) && id != typeIdOf<Node>() &&
            id != typeIdOf<UnreadData>() && id != typeIdOf<FoliagePlacement>())
            known.push_back(type);
    std::sort(known.begin(), known.end(),
              [](const auto* a, const auto* b) { return a->name < b->name; });
    Hasher hasher;
    addPlace(hasher, worldTransform(world, object));
    for (const auto* type : known)
        addComponent(hasher, *type, world.value(object, type->id));
    return hasher.result();
}

NoteObject noteObject(const World& world, const TypeRegistry& types, EntityId object)
{
    const auto* node = world.get<Node>(object);
    auto name = node != nullptr ? node->name : std::string{};
    if (name.size() > MostNoteName)
        name.clear();
    return {object, std::move(name), hashOfObject(world, types, object)};
}

NoteFit fitOfNote(const Note& note, const World& level, const TypeRegistry& types)
{
    auto fit = NoteFit::Fits;
    for (const auto& object : note.objects) {
        if (!level.exists(object.id))
            return NoteFit::Gone;
        if (object.hash != 0 && hashOfObject(level, types, object.id) != object.hash)
            fit = NoteFit::Changed;
    }
    return fit;
}

std::string_view nameOf(NoteFit fit)
{
    switch (fit) {
    case NoteFit::Fits:
        return "fits";
    case NoteFit::Changed:
        return "changed";
    case NoteFit::Gone:
        return "gone";
    }
    return "";
}
} // namespace engine
