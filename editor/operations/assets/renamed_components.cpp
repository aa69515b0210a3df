// What of a world names assets, with other names for them.
#include "editor/operations/assets/asset_references.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"

#include <algorithm>
#include <unordered_map>

namespace editor
{
using engine::AssetKind;
using engine::AssetPath;
using engine::Name;
using engine::Property;
using engine::PropertyKind;
using engine::Value;

namespace
{
/// The value with other names in it; nothing if it names none of them.
std::optional<Value> renamedValue(const Value& value, AssetKind kind, const AssetNames& names)
{
    if (const auto* asset = value.as<AssetPath>()) {
        auto name = names.of(kind, asset->path);
        return name ? std::optional{Value{AssetPath{*std::move(name)}}} : std::nullopt;
    }
    bool isChanged = false;
    if (const auto* bag = value.as<engine::ValueBag>()) {
        auto all = *bag;
        for (auto& each : all)
            if (auto other = renamedValue(each.value, AssetKind::Any, names)) {
                each.value = *std::move(other);
                isChanged = true;
            }
        return isChanged ? std::optional{Value{std::move(all)}} : std::nullopt;
    }
    if (const auto* list = value.as<engine::ValueList>()) {
        auto all = *list;
        for (auto& each : all)
            if (auto other = renamedValue(each, kind, names)) {
                each = *std::move(other);
                isChanged = true;
            }
        return isChanged ? std::optional{Value{std::move(all)}} : std::nullopt;
    }
    return std::nullopt;
}

std::optional<Value> renamedList(const Value& value, const AssetNames& names)
{
    const auto* list = value.as<std::string>();
    auto other = list != nullptr ? names.ofMaterialList(*list) : std::nullopt;
    return other ? std::optional{Value{*std::move(other)}} : std::nullopt;
}

bool mayNameAssets(const engine::TypeInfo& type, const Property& property)
{
    return property.kind == PropertyKind::Asset || property.kind == PropertyKind::Bag ||
           property.kind == PropertyKind::List || listsMaterials(type, property);
}

engine::ComponentValue renamedComponent(const engine::TypeInfo& type,
                                        const engine::ComponentValue& component,
                                        const AssetNames& names)
{
    engine::ComponentValue renamed;
    for (const auto& property : type.properties) {
        if (!mayNameAssets(type, property))
            continue;
        const auto value =
            listsMaterials(type, property)
                ? renamedList(property.get(component.get()), names)
                : renamedValue(property.get(component.get()), property.assetKind, names);
        if (!value)
            continue;
        auto next = engine::withProperty(type, renamed ? renamed : component, property, *value);
        if (next)
            renamed = *std::move(next);
    }
    return renamed;
}

/// Faces are many and materials few.
class FaceNames
{
public:
    explicit FaceNames(const AssetNames& names) : m_names{names} {}

    /// Null if nothing changes.
    std::shared_ptr<const engine::BrushComponent> renamed(const engine::Brush& brush)
    {
        bool isChanged = false;
        for (const auto& face : brush.faces())
            isChanged |= of(face.material) != face.material;
        if (!isChanged)
            return nullptr;
        std::vector<engine::BrushFace> faces{brush.faces().begin(), brush.faces().end()};
        for (auto& face : faces)
            face.material = of(face.material);
        auto made = engine::Brush::fromFaces(std::move(faces));
        if (!made)
            return nullptr; // the same planes made a brush before
        return std::make_shared<const engine::BrushComponent>(
            engine::BrushComponent{std::make_shared<const engine::Brush>(*std::move(made))});
    }

private:
    Name of(Name material)
    {
        const auto [at, isNew] = m_known.try_emplace(material, material);
        if (isNew)
            if (const auto other = m_names.of(AssetKind::Material, material.text()))
                at->second = Name{*other};
        return at->second;
    }

    const AssetNames& m_names;
    std::unordered_map<Name, Name> m_known;
};
} // namespace

bool listsMaterials(const engine::TypeInfo& type, const Property& property)
{
    return property.kind == PropertyKind::Text && type.name == engine::FoliageType::TypeName &&
           property.name == "materials";
}

std::vector<engine::Swap> renamedComponents(const engine::World& world,
                                            const engine::TypeRegistry& types,
                                            const AssetNames& names)
{
    std::vector<engine::Swap> swaps;
    FaceNames faces{names};
    world.forEach<engine::BrushComponent>(
        [&](engine::EntityId entity, const engine::BrushComponent& component) {
            if (!component.brush)
                return;
            if (auto renamed = faces.renamed(*component.brush))
                swaps.push_back({entity, engine::typeIdOf<engine::BrushComponent>(), renamed});
        });
    const auto entities = world.entities();
    for (const auto id : world.types()) {
        const auto* type = types.find(id);
        if (type == nullptr || std::ranges::none_of(type->properties, [&](const auto& property) {
                return mayNameAssets(*type, property);
            }))
            continue;
        for (const auto entity : entities)
            if (const auto& value = world.value(entity, id))
                if (auto renamed = renamedComponent(*type, value, names))
                    swaps.push_back({entity, id, std::move(renamed)});
    }
    return swaps;
}
} // namespace editor
