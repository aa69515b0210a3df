#include "editor/operations/prefab/prefab_contents.h"

#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "engine_core/serialization/scene_io.h"

#include <algorithm>
#include <limits>

namespace editor
{
using engine::ComponentValue;
using engine::LinkedGroup;
using engine::LinkedMember;
using engine::Node;
using engine::PrefabOverrides;
using engine::PrefabWorld;
using engine::Result;
using engine::SceneEntity;
using engine::typeIdOf;
using engine::TypeInfo;
using engine::Value;
using engine::World;

PrefabFileEdit::PrefabFileEdit(const World& world,
                               EntityId instance,
                               const engine::TypeRegistry& types,
                               std::shared_ptr<PrefabWorld> file)
    : m_world{world}, m_instance{instance}, m_types{types}, m_file{std::move(file)}
{
    std::vector<std::int64_t> linkedAnew;
    for (const auto& [inFile, part] : engine::partsInInstance(world, instance, *m_file)) {
        m_toFile[part] = inFile;
        const auto* ours = world.get<LinkedGroup>(part);
        if (ours == nullptr)
            continue;
        if (keepsLink(part))
            linkedAnew.push_back(ours->link);
        else if (const auto* theirs = m_file->get<LinkedGroup>(inFile))
            m_links[ours->link] = theirs->link;
    }
    for (const auto link : linkedAnew)
        addLink(link);
}

bool PrefabFileEdit::keepsLink(EntityId part) const
{
    const auto place = engine::prefabPlace(m_world, part, LinkedGroup::TypeName);
    return place.root == m_instance &&
           engine::overrideLevel(m_world, part, LinkedGroup::TypeName) >= place.depth;
}

/// Gives a link of the instance a number in the file, if it has none.
void PrefabFileEdit::addLink(std::int64_t link)
{
    if (!m_links.contains(link))
        m_links[link] = engine::unusedLink(*m_file, EntityId{static_cast<std::uint64_t>(link)});
}

EntityId PrefabFileEdit::inFile(EntityId part) const
{
    const auto at = m_toFile.find(part);
    return at != m_toFile.end() ? at->second : EntityId{};
}

EntityId PrefabFileEdit::add(EntityId part)
{
    if (const auto known = inFile(part))
        return known;
    const auto parent = m_world.get<Node>(part)->parent;
    if (parent)
        add(parent);
    if (const auto known = inFile(part))
        return known; // came with a linked group above it
    const auto* member = m_world.get<LinkedMember>(part);
    const bool isDirect = engine::linkedGroupAbove(m_world, part) == m_instance;
    EntityId id{isDirect && member != nullptr ? static_cast<std::uint64_t>(member->source)
                                              : part.value};
    if (id.value <= SceneEntity.value || id.value > std::numeric_limits<std::uint32_t>::max() ||
        m_file->exists(id))
        id = m_file->newId();
    set(id, typeIdOf<Node>(), std::make_shared<const Node>());
    m_toFile[part] = id;
    m_added.push_back(part);
    if (m_world.get<LinkedGroup>(part) != nullptr)
        for (const auto& [path, inside] : engine::linkedParts(m_world, part))
            add(inside);
    return id;
}

void PrefabFileEdit::finishAdded()
{
    for (const auto part : m_added)
        if (const auto* group = m_world.get<LinkedGroup>(part))
            addLink(group->link);
    for (const auto part : m_added)
        for (const auto& type : m_types.all())
            if (auto value = valueInFile(part, type))
                set(inFile(part), type.id, std::move(value));
}

ComponentValue PrefabFileEdit::valueInFile(EntityId part, const TypeInfo& type) const
{
    const auto& value = m_world.value(part, type.id);
    const bool isOfScene =
        type.id == typeIdOf<engine::Layer>() || type.id == typeIdOf<engine::SiblingOrder>();
    if (!value || isOfScene)
        return nullptr;
    if (type.id == typeIdOf<Node>()) {
        auto node = *m_world.get<Node>(part);
        node.parent = node.parent == m_instance ? EntityId{} : inFile(node.parent);
        node.hidden = node.locked = false;
        return std::make_shared<const Node>(std::move(node));
    }
    if (type.id == typeIdOf<PrefabOverrides>()) {
        auto left = withoutLevelsOf(m_world, m_instance, part, *m_world.get<PrefabOverrides>(part));
        return left == PrefabOverrides{} ? nullptr
                                         : std::make_shared<const PrefabOverrides>(std::move(left));
    }
    if (const auto* group = m_world.get<LinkedGroup>(part);
        type.id == typeIdOf<LinkedGroup>() && m_links.contains(group->link))
        return std::make_shared<const LinkedGroup>(
            LinkedGroup{m_links.at(group->link), group->own});
    if (type.id == typeIdOf<LinkedMember>() &&
        engine::linkedGroupAbove(m_world, part) == m_instance) {
        const auto* member = m_world.get<LinkedMember>(part);
        if (member->own.empty() && static_cast<std::uint64_t>(member->source) == inFile(part).value)
            return nullptr; // a part is named by its id
    }
    return engine::retargetedInside(&type, value, m_toFile);
}

void PrefabFileEdit::set(EntityId inFile, engine::TypeId type, ComponentValue value)
{
    engine::Edit edit{{{inFile, type, std::move(value)}}};
    m_file->exchange(edit);
}

void PrefabFileEdit::removeFromFile(EntityId inFile)
{
    engine::Edit edit;
    for (const auto each : engine::subtree(*m_file, inFile))
        engine::addRemoval(*m_file, each, edit);
    m_file->exchange(edit);
}

std::shared_ptr<PrefabWorld>
prefabContents(const World& world, EntityId instance, const engine::TypeRegistry& types)
{
    auto file = std::make_shared<PrefabWorld>();
    PrefabFileEdit edit{world, instance, types, file};
    for (const auto& [path, part] : engine::linkedParts(world, instance))
        edit.add(part);
    edit.finishAdded();
    for (const auto& type : types.all())
        if (!engine::belongsAround(type.name) && type.id != typeIdOf<PrefabOverrides>())
            if (auto value = edit.valueInFile(instance, type))
                edit.set(SceneEntity, type.id, std::move(value));
    return file;
}

Result<PrefabWrite> writePrefab(const engine::fs::path& file,
                                const PrefabWorld& contents,
                                const engine::TypeRegistry& types)
{
    PrefabWrite write{file, {}, engine::writeScene(contents, types)};
    std::error_code failed;
    if (engine::fs::exists(file, failed)) {
        auto before = engine::readFile(file);
        if (!before)
            return before.error();
        write.before = *std::move(before);
    }
    if (auto made = engine::makeFolders(file.parent_path()); !made)
        return made.error();
    if (auto written = engine::writeFileAtomically(file, write.after); !written)
        return written.error();
    return write;
}

bool pointsOutside(const World& world, EntityId instance, const Value& value)
{
    if (const auto* entity = value.as<EntityId>())
        return *entity && *entity != instance && !engine::isAncestor(world, instance, *entity);
    if (const auto* list = value.as<engine::ValueList>())
        return std::any_of(list->begin(), list->end(),
                           [&](const Value& each) { return pointsOutside(world, instance, each); });
    const auto* bag = value.as<engine::ValueBag>();
    return bag != nullptr && std::any_of(bag->begin(), bag->end(), [&](const auto& entry) {
               return pointsOutside(world, instance, entry.value);
           });
}

void keepOutsideReferences(Transaction& transaction,
                           EntityId instance,
                           std::span<const EntityId> parts)
{
    const auto& world = transaction.world();
    for (const auto part : parts) {
        const auto* before = world.get<PrefabOverrides>(part);
        auto overrides = before != nullptr ? *before : PrefabOverrides{};
        for (const auto& type : transaction.types().all()) {
            const auto& component = world.value(part, type.id);
            if (!component || type.id == typeIdOf<Node>())
                continue;
            const Value level{std::int64_t{engine::prefabPlace(world, part, type.name).depth}};
            for (const auto& property : type.properties) {
                if (property.kind != engine::PropertyKind::Entity &&
                    property.kind != engine::PropertyKind::Bag &&
                    property.kind != engine::PropertyKind::List)
                    continue;
                const auto value = property.get(component.get());
                if (value.as<engine::ValueBag>() == nullptr &&
                    pointsOutside(world, instance, value))
                    engine::setValue(overrides.values,
                                     engine::overrideName(type.name, property.name), level);
                if (const auto* bag = value.as<engine::ValueBag>())
                    for (const auto& [name, entry] : *bag)
                        if (pointsOutside(world, instance, entry))
                            engine::setValue(overrides.values,
                                             engine::overrideName(type.name, property.name, name),
                                             level);
            }
        }
        if (overrides != (before != nullptr ? *before : PrefabOverrides{}))
            transaction.set(part, std::move(overrides));
    }
}

PrefabOverrides withoutLevelsOf(const World& world,
                                EntityId instance,
                                EntityId entity,
                                const PrefabOverrides& overrides)
{
    const auto isKept = [&](std::string_view component, const Value& value) {
        const auto place = engine::prefabPlace(world, entity, component);
        const auto* level = value.as<std::int64_t>();
        return place.root == instance && level != nullptr && *level >= place.depth;
    };
    auto left = overrides;
    std::erase_if(left.values, [&](const auto& entry) {
        return isKept(overriddenComponent(entry.name), entry.value);
    });
    std::erase_if(left.removed, [&](const auto& entry) { return isKept({}, entry.value); });
    return left;
}

std::string_view overriddenComponent(std::string_view name)
{
    return name.substr(0, name.find('.'));
}
} // namespace editor
