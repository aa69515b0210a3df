#include "editor/operations/entity/scene_compare.h"

#include <algorithm>

namespace editor
{
using engine::ComponentValue;
using engine::TypeInfo;
using engine::World;

namespace
{
bool isEqual(const TypeInfo& type, const ComponentValue& a, const ComponentValue& b)
{
    return a == b || (a && b && type.equal(a.get(), b.get()));
}

ChangedBy changedBy(bool isSameHere, bool isSameOnDisk)
{
    if (isSameHere)
        return ChangedBy::Disk;
    return isSameOnDisk ? ChangedBy::Here : ChangedBy::Both;
}

/// Ids that one of them or both have; ascending.
std::vector<EntityId> idsOfBoth(const World& a, const World& b)
{
    const auto first = a.entities();
    const auto second = b.entities();
    std::vector<EntityId> all;
    std::set_union(first.begin(), first.end(), second.begin(), second.end(),
                   std::back_inserter(all));
    return all;
}

class Comparison
{
public:
    Comparison(const World& here,
               const World& disk,
               const World* base,
               const engine::TypeRegistry& types)
        : m_here{here}, m_disk{disk}, m_base{base}
    {
        for (const auto& type : types.all())
            if (isIn(here, type) || isIn(disk, type))
                m_types.push_back(&type);
    }

    [[nodiscard]] std::vector<ObjectDifference> run() const
    {
        std::vector<ObjectDifference> found;
        for (const auto entity : idsOfBoth(m_here, m_disk)) {
            ObjectDifference object{
                entity, m_here.exists(entity), m_disk.exists(entity), ChangedBy::Unknown, {}};
            if (object.isHere && object.isOnDisk)
                compareFields(object);
            else
                object.by = whoAddedOrRemoved(object);
            if (!object.isHere || !object.isOnDisk || !object.fields.empty())
                found.push_back(std::move(object));
        }
        return found;
    }

private:
    static bool isIn(const World& world, const TypeInfo& type)
    {
        const auto types = world.types();
        return std::find(types.begin(), types.end(), type.id) != types.end();
    }

    /// Who removes what the other one has changed meanwhile, undoes that.
    [[nodiscard]] ChangedBy whoAddedOrRemoved(const ObjectDifference& object) const
    {
        if (m_base == nullptr)
            return ChangedBy::Unknown;
        const auto entity = object.entity;
        if (!m_base->exists(entity))
            return object.isHere ? ChangedBy::Here : ChangedBy::Disk;
        const auto& left = object.isHere ? m_here : m_disk;
        const bool isAsBefore =
            std::all_of(m_types.begin(), m_types.end(), [&](const TypeInfo* type) {
                return isEqual(*type, left.value(entity, type->id),
                               m_base->value(entity, type->id));
            });
        if (!isAsBefore)
            return ChangedBy::Both;
        return object.isHere ? ChangedBy::Disk : ChangedBy::Here;
    }

    void compareFields(ObjectDifference& object) const
    {
        for (const auto* type : m_types) {
            const auto& here = m_here.value(object.entity, type->id);
            const auto& disk = m_disk.value(object.entity, type->id);
            if (!isEqual(*type, here, disk))
                compareComponent(object, *type, here, disk);
        }
        for (const auto& field : object.fields) {
            const bool isFirst = &field == &object.fields.front();
            object.by = isFirst || object.by == field.by ? field.by : ChangedBy::Both;
        }
    }

    void compareComponent(ObjectDifference& object,
                          const TypeInfo& type,
                          const ComponentValue& here,
                          const ComponentValue& disk) const
    {
        const auto before =
            m_base != nullptr ? m_base->value(object.entity, type.id) : ComponentValue{};
        const auto count = object.fields.size();
        for (const auto& property : type.properties) {
            if (!here || !disk)
                break;
            const auto mine = property.get(here.get());
            const auto theirs = property.get(disk.get());
            if (mine == theirs)
                continue;
            auto by = m_base != nullptr ? ChangedBy::Both : ChangedBy::Unknown;
            if (before) {
                const auto was = property.get(before.get());
                by = changedBy(mine == was, theirs == was);
            }
            object.fields.push_back({&type, &property, here, disk, by});
        }
        if (object.fields.size() > count)
            return;
        const auto by = m_base == nullptr
                            ? ChangedBy::Unknown
                            : changedBy(isEqual(type, here, before), isEqual(type, disk, before));
        object.fields.push_back({&type, nullptr, here, disk, by});
    }

    const World& m_here;
    const World& m_disk;
    const World* m_base;
    std::vector<const TypeInfo*> m_types; ///< of what there is
};
} // namespace

std::vector<ObjectDifference> compareScenes(const World& here,
                                            const World& disk,
                                            const World* base,
                                            const engine::TypeRegistry& types)
{
    return Comparison{here, disk, base, types}.run();
}
} // namespace editor
