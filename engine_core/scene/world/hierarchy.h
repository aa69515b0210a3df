#pragma once

#include "engine_core/base/ids.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace engine
{
/// Deeper hierarchies than this are cycles that a hostile file made.
inline constexpr int MaxHierarchyDepth = 256;

/// Who is whose child, kept up to date by the world from the Nodes. Copies share their lists until
/// one of them is written.
class Hierarchy
{
public:
    [[nodiscard]] const std::vector<EntityId>& children(EntityId parent) const;

    void add(EntityId parent, EntityId child);
    void remove(EntityId parent, EntityId child);

private:
    using List = std::vector<EntityId>;
    using Lists = std::unordered_map<EntityId, std::shared_ptr<List>>;

    List& writable(EntityId parent);

    std::shared_ptr<Lists> m_lists = std::make_shared<Lists>();
};
} // namespace engine
