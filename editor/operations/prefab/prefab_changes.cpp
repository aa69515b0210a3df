#include "editor/operations/prefab/prefab_changes.h"

#include "editor/operations/prefab/linked_groups.h"
#include "editor/operations/prefab/prefab_contents.h"
#include "editor/operations/prefab/prefab_operations.h"
#include "editor/operations/prefab/prefab_rule.h"
#include "editor/operations/prefab/prefab_settling.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/linked_copy.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <algorithm>
#include <set>

namespace editor
{
namespace
{
using engine::AddedOverride;
using engine::Error;
using engine::LinkedMember;
using engine::Node;
using engine::PrefabInstance;
using engine::PrefabOverrides;
using engine::Result;
using engine::TypeInfo;
using engine::ValueBag;
using engine::World;

/// An override's name taken apart: "script.properties.speed".
struct OverrideParts
{
    std::string_view component;
    std::string_view property;
    std::string_view entry;
};

OverrideParts takeApart(std::string_view name)
{
    OverrideParts parts;
    parts.component = overriddenComponent(name);
    name.remove_prefix(std::min(name.size(), parts.component.size() + 1));
    parts.property = name.substr(0, name.find('.'));
    name.remove_prefix(std::min(name.size(), parts.property.size() + 1));
    parts.entry = name;
    return parts;
}

std::string_view componentOf(const PrefabOverride& override)
{
    return override.isRemoval ? std::string_view{} : overriddenComponent(override.name);
}

engine::PrefabPlace placeOf(const World& world, const PrefabOverride& override)
{
    return engine::prefabPlace(world, override.entity, componentOf(override));
}

/// The entity and what answers to it in linked copies of its instance, or in copies of linked
/// groups inside that.
std::vector<EntityId> counterparts(const World& world, const PrefabOverride& override)
{
    const auto entity = override.entity;
    if (world.get<PrefabInstance>(entity) != nullptr &&
        !engine::belongsAround(componentOf(override)))
        return linkedCopies(world, entity);
    std::vector<EntityId> found{entity};
    const auto* source = world.get<LinkedMember>(entity);
    const auto group = linkedGroupAbove(world, entity);
    for (const auto copy : linkedCopies(world, group))
        for (const auto member : engine::linkedMembers(world, copy))
            if (const auto* other = world.get<LinkedMember>(member);
                copy != group && source != nullptr && other != nullptr &&
                other->source == source->source)
                found.push_back(member);
    const auto linkOf = [&](EntityId each) {
        const auto place = engine::prefabPlace(world, each, componentOf(override));
        const auto* link = world.get<engine::LinkedGroup>(place.root);
        return link != nullptr ? link->link : 0;
    };
    std::erase_if(found, [&](EntityId each) { return linkOf(each) != linkOf(entity); });
    return found;
}

void eraseOverride(Transaction& transaction, EntityId entity, const PrefabOverride& override)
{
    const auto* now = transaction.world().get<PrefabOverrides>(entity);
    if (now == nullptr)
        return;
    auto left = *now;
    std::erase_if(override.isRemoval ? left.removed : left.values,
                  [&](const auto& entry) { return entry.name == override.name; });
    if (left == *now)
        return;
    if (left == PrefabOverrides{})
        transaction.remove<PrefabOverrides>(entity);
    else
        transaction.set(entity, std::move(left));
}

/// Erases in all copies; the instances that shall follow their files then.
void eraseEverywhere(Transaction& transaction, const std::vector<PrefabOverride>& overrides)
{
    const auto& world = transaction.world();
    std::set<EntityId> instances;
    for (const auto& override : overrides)
        for (const auto entity : counterparts(world, override)) {
            if (const auto place = engine::prefabPlace(world, entity, componentOf(override)))
                instances.insert(place.root);
            eraseOverride(transaction, entity, override);
        }
    for (const auto instance : instances)
        managePrefab(transaction, instance);
}

/// What was added goes with everything below it, and what was moved there comes back.
std::vector<PrefabOverride> withAllBelow(const World& world,
                                         std::span<const PrefabOverride> overrides)
{
    std::vector<PrefabOverride> all;
    for (const auto& override : overrides) {
        all.push_back(override);
        if (override.isRemoval || override.name != AddedOverride)
            continue;
        const auto root = placeOf(world, override).root;
        for (const auto each : engine::subtree(world, override.entity))
            for (const auto& name :
                 {std::string{AddedOverride}, engine::overrideName(Node::TypeName, "parent")})
                if (const PrefabOverride below{each, name, false};
                    engine::overrideLevel(world, each, name) > 0 &&
                    placeOf(world, below).root == root)
                    all.push_back(below);
    }
    return all;
}

/// Writes single overrides into the contents of a file.
class OverrideWriter
{
public:
    OverrideWriter(const World& world,
                   EntityId instance,
                   const engine::TypeRegistry& types,
                   std::shared_ptr<engine::PrefabWorld> file)
        : m_world{world}, m_instance{instance}, m_types{types}, m_edit{world, instance, types, file}
    {
    }

    /// Those that were written, with what came along. What is in a linked group is written to the
    /// file's other copies of it, too.
    std::vector<PrefabOverride> write(std::span<const PrefabOverride> overrides)
    {
        auto done = writeOverrides(withCounterparts(overrides));
        fillCopies();
        return done;
    }

    [[nodiscard]] const std::vector<EntityId>& added() const { return m_edit.added(); }

private:
    std::vector<PrefabOverride> writeOverrides(std::span<const PrefabOverride> overrides)
    {
        for (const auto& override : overrides)
            if (!override.isRemoval && override.name == AddedOverride)
                m_edit.add(override.entity);
        m_edit.finishAdded();
        std::vector<PrefabOverride> done;
        for (const auto part : m_edit.added()) {
            done.push_back({part, std::string{AddedOverride}, false});
            // In a prefab inside the file, it is added by the file.
            const auto place = placeOf(m_world, done.back());
            if (place.root == m_instance && place.depth > 1)
                note(m_edit.inFile(part), std::string{AddedOverride}, place.depth - 1, false);
            m_touched.push_back(m_edit.inFile(part));
        }
        for (const auto& override : overrides)
            if (!override.isRemoval && override.name != AddedOverride && change(override))
                done.push_back(override);
        // Last: what was moved out of something stays when that goes.
        for (const auto& override : overrides)
            if (override.isRemoval && remove(override))
                done.push_back(override);
        return done;
    }

    /// With those of the same parts in other linked copies inside the instance.
    [[nodiscard]] std::vector<PrefabOverride>
    withCounterparts(std::span<const PrefabOverride> overrides) const
    {
        std::vector<PrefabOverride> all{overrides.begin(), overrides.end()};
        for (const auto& override : overrides)
            for (const auto entity : counterparts(m_world, override)) {
                const PrefabOverride other{entity, override.name, override.isRemoval};
                if (placeOf(m_world, other).root == m_instance &&
                    std::find(all.begin(), all.end(), other) == all.end())
                    all.push_back(other);
            }
        return all;
    }

    /// Gives the copies of the linked groups that were written to their contents, inner ones first.
    void fillCopies()
    {
        auto& file = m_edit.file();
        std::vector<EntityId> groups;
        for (const auto part : m_touched) {
            if (file.get<engine::LinkedGroup>(part) != nullptr)
                groups.push_back(part);
            for (auto at = linkedGroupAbove(file, part); at; at = linkedGroupAbove(file, at))
                groups.push_back(at);
        }
        std::set<EntityId> same;
        for (const auto group : groups) {
            if (!same.insert(group).second)
                continue;
            for (const auto copy : linkedCopies(file, group)) {
                if (!same.insert(copy).second || !file.exists(copy))
                    continue;
                engine::Edit edit{engine::contentsOfCopy(file, group, copy, m_types,
                                                         [&] { return file.newId(); })};
                file.exchange(edit);
            }
        }
    }

    bool change(const PrefabOverride& override)
    {
        const auto parts = takeApart(override.name);
        const auto* type = m_types.find(parts.component);
        const auto target = m_edit.inFile(override.entity);
        if (type == nullptr || !target)
            return false;
        const auto theirs = m_edit.file().value(target, type->id);
        const auto* property = type->findProperty(parts.property);
        const auto& stored = m_world.value(override.entity, type->id);
        if (property != nullptr && stored &&
            isOutside(*property, property->get(stored.get()), parts.entry))
            return false;
        auto ours = m_edit.valueInFile(override.entity, *type);
        if (property != nullptr && ours && theirs) {
            auto written = withValue(*type, theirs, *property, ours, parts.entry);
            if (!written)
                return false;
            ours = *std::move(written);
        }
        m_edit.set(target, type->id, std::move(ours));
        m_touched.push_back(target);
        const auto level = placeOf(m_world, override).depth - 1;
        if (level > 0)
            note(target, override.name, level, false);
        return true;
    }

    [[nodiscard]] bool isOutside(const engine::Property& property,
                                 const engine::Value& value,
                                 std::string_view entry) const
    {
        if (property.name == "parent")
            return false;
        const auto* bag = value.as<ValueBag>();
        const auto* one = bag != nullptr ? engine::findValue(*bag, entry) : &value;
        return one != nullptr && pointsOutside(m_world, m_instance, *one);
    }

    static Result<engine::ComponentValue> withValue(const TypeInfo& type,
                                                    const engine::ComponentValue& theirs,
                                                    const engine::Property& property,
                                                    const engine::ComponentValue& ours,
                                                    std::string_view entry)
    {
        auto value = property.get(ours.get());
        if (const auto* bag = value.as<ValueBag>(); bag != nullptr && !entry.empty()) {
            auto merged = *property.get(theirs.get()).as<ValueBag>();
            std::erase_if(merged, [&](const auto& each) { return each.name == entry; });
            if (const auto* kept = engine::findValue(*bag, entry))
                engine::setValue(merged, entry, *kept);
            value = {std::move(merged)};
        }
        return engine::withProperty(type, theirs, property, value);
    }

    bool remove(const PrefabOverride& override)
    {
        const auto around = m_edit.inFile(override.entity);
        if (!around)
            return false;
        auto path = partPath(m_world, m_instance, override.entity);
        const auto below = engine::pathFromText(override.name);
        path.insert(path.end(), below.begin(), below.end());
        for (const auto& [each, entity] : engine::linkedParts(m_edit.file(), {}))
            if (each == path) {
                m_touched.push_back(m_edit.file().get<Node>(entity)->parent);
                m_edit.removeFromFile(entity);
                break;
            }
        const auto level = placeOf(m_world, override).depth - 1;
        if (level > 0)
            note(around, override.name, level, true);
        return true;
    }

    /// In a prefab inside the file, it is an override of the file.
    void note(EntityId inFile, const std::string& name, int level, bool isRemoval)
    {
        const auto* now = m_edit.file().get<PrefabOverrides>(inFile);
        auto overrides = now != nullptr ? *now : PrefabOverrides{};
        engine::setValue(isRemoval ? overrides.removed : overrides.values, name,
                         {std::int64_t{level}});
        m_edit.set(inFile, engine::typeIdOf<PrefabOverrides>(),
                   std::make_shared<const PrefabOverrides>(std::move(overrides)));
    }

    const World& m_world;
    EntityId m_instance;
    const engine::TypeRegistry& m_types;
    PrefabFileEdit m_edit;
    std::vector<EntityId> m_touched; ///< of the file
};
} // namespace

namespace
{
/// Calls visit(PrefabOverride) for those that the entity keeps for the instance, until it is false;
/// false then.
template <typename Visit>
bool visitOverrides(const World& world, EntityId instance, EntityId entity, const Visit& visit)
{
    const auto* overrides = world.get<PrefabOverrides>(entity);
    if (overrides == nullptr)
        return true;
    const auto visitAll = [&](const ValueBag& bag, bool isRemoval) {
        return std::all_of(bag.begin(), bag.end(), [&](const engine::NamedValue& each) {
            const auto& [name, value] = each;
            const PrefabOverride override{entity, name, isRemoval};
            const auto place = placeOf(world, override);
            const auto* level = value.as<std::int64_t>();
            return place.root != instance || level == nullptr || *level < place.depth ||
                   visit(override);
        });
    };
    return visitAll(overrides->values, false) && visitAll(overrides->removed, true);
}
} // namespace

std::vector<PrefabOverride> overridesIn(const World& world, EntityId instance)
{
    std::vector<PrefabOverride> found;
    for (const auto entity : engine::subtree(world, instance))
        visitOverrides(world, instance, entity, [&](const PrefabOverride& override) {
            found.push_back(override);
            return true;
        });
    return found;
}

bool hasOverridesIn(const World& world, EntityId instance)
{
    if (world.count<PrefabOverrides>() == 0)
        return false;
    std::vector<EntityId> left{instance};
    while (!left.empty()) {
        const auto entity = left.back();
        left.pop_back();
        if (!visitOverrides(world, instance, entity, [](const auto&) { return false; }))
            return true;
        const auto& children = world.children(entity);
        left.insert(left.end(), children.begin(), children.end());
    }
    return false;
}

std::vector<PrefabOverride> overridesOf(const World& world,
                                        EntityId entity,
                                        std::string_view component,
                                        std::string_view property,
                                        std::string_view entry)
{
    const auto place = engine::prefabPlace(world, entity, component);
    for (const auto& name :
         {std::string{component}, engine::overrideName(component, property, entry)})
        if (place && engine::overrideLevel(world, entity, name) >= place.depth)
            return {{entity, name, false}};
    return {};
}

std::string
overrideText(const World& world, const engine::TypeRegistry& types, const PrefabOverride& override)
{
    const auto title = engine::titleOf(world, override.entity);
    if (override.isRemoval)
        return fmt::format("{} lacks the part {}", title, override.name);
    const auto parts = takeApart(override.name);
    if (parts.component == AddedOverride)
        return title + " was added";
    const auto* type = types.find(parts.component);
    auto text = title + ": " + (type != nullptr ? type->label : std::string{parts.component});
    if (parts.property.empty())
        return text;
    const auto* property = type != nullptr ? type->findProperty(parts.property) : nullptr;
    if (!parts.entry.empty())
        return text + ", " + std::string{parts.entry};
    return text + ", " + (property != nullptr ? property->label : std::string{parts.property});
}

Result<void> revertOverrides(Transaction& transaction,
                             std::span<const PrefabOverride> overrides,
                             engine::PrefabLibrary& library)
{
    const auto& world = transaction.world();
    BeforeSettling before{world, library};
    const auto all = withAllBelow(world, overrides);
    for (const auto& override : all)
        if (const auto place = placeOf(world, override))
            if (const auto file = library.load(world.get<PrefabInstance>(place.root)->file.path);
                !file)
                return file.error();
    eraseEverywhere(transaction, all);
    return settleWithFiles(transaction, library, std::move(before));
}

namespace
{
/// What was linked or separated here changes which parts answer to which: groups that were
/// separated cannot be written at all, those that were linked only with everything else.
Result<void> checkLinks(const World& world, EntityId instance, std::size_t chosen)
{
    for (const auto part : engine::subtree(world, instance)) {
        if (engine::overrideLevel(world, part, engine::LinkedGroup::TypeName) == 0)
            continue;
        if (world.get<engine::LinkedGroup>(part) == nullptr)
            return Error{"{} was separated from its linked copies here, which the file cannot take "
                         "over: revert that first, or separate it in the prefab itself",
                         engine::titleOf(world, part)};
        if (chosen < overridesIn(world, instance).size())
            return Error{"{} was linked with a copy here: apply all overrides of the instance "
                         "together",
                         engine::titleOf(world, part)};
    }
    return {};
}
} // namespace

Result<PrefabWrite> applyOverrides(Transaction& transaction,
                                   std::span<const PrefabOverride> overrides,
                                   engine::PrefabLibrary& library)
{
    const auto& world = transaction.world();
    if (overrides.empty())
        return Error{"There is nothing to apply: the instance is as its prefab"};
    const auto instance = placeOf(world, overrides.front()).root;
    if (!instance || std::any_of(overrides.begin(), overrides.end(), [&](const auto& override) {
            return placeOf(world, override).root != instance;
        }))
        return Error{"Apply the overrides of one instance at a time"};
    if (auto whole = checkLinks(world, instance, overrides.size()); !whole)
        return whole.error();
    const auto path = world.get<PrefabInstance>(instance)->file.path;
    const auto prefab = library.load(path);
    if (!prefab)
        return prefab.error();
    const auto contents = std::make_shared<engine::PrefabWorld>(**prefab);
    OverrideWriter writer{world, instance, transaction.types(), contents};
    const auto done = writer.write(overrides);
    if (done.empty())
        return Error{"What points out of the prefab stays this instance's own"};
    const auto added = writer.added();
    if (auto whole = library.check(path, *contents); !whole)
        return whole.error();
    BeforeSettling before{world, library};
    library.replace(path, contents);
    eraseEverywhere(transaction, done);
    keepOutsideReferences(transaction, instance, added);
    if (auto settled = settleWithFiles(transaction, library, std::move(before)); !settled)
        return settled.error();
    const auto file = library.fileOf(path);
    return file ? writePrefab(*file, *contents, transaction.types())
                : Result<PrefabWrite>{file.error()};
}
} // namespace editor
