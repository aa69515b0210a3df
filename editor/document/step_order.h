#pragma once

#include "engine_core/scene/world/edit.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine
{
struct Node;
class World;
} // namespace engine

namespace editor
{
using engine::EntityId;

/// Cuts an edit of the history into parts that each leave the document whole: all of an entity is
/// in one of them, what is made comes first, parents before children, and what goes comes last,
/// children before parents. Reads the edit in slices of a millisecond or so.
class StepOrder
{
public:
    /// About how many swaps a part has.
    static constexpr std::size_t PartSwaps = 512;

    /// Both outlive it and stay as they are until read() has come to the end; the edit stays until
    /// the last part was taken.
    StepOrder(const engine::World& world, const engine::Edit& edit);

    /// Reads on. False once everything is read.
    bool read();

    /// Whether the edit takes the entity away. Everything is read.
    [[nodiscard]] bool isRemoved(EntityId entity) const;

    /// The next part; empty if there is none. Everything is read.
    [[nodiscard]] engine::Edit takePart();

    /// Whether all parts were taken. Everything is read.
    [[nodiscard]] bool isEmpty() const { return m_ordered.empty(); }

    /// About how many parts there are in all, at least 1.
    [[nodiscard]] std::size_t partCount() const;

private:
    static constexpr std::uint32_t None = UINT32_MAX;

    /// Of an entity: where its first and last swap stand in the edit.
    struct Swaps
    {
        std::uint32_t first = None;
        std::uint32_t last = None;
    };

    struct Place
    {
        int order = 1; ///< makes, changes, removes
        int depth = 0; ///< below the top level; below 0 for what goes

        auto operator<=>(const Place&) const = default;
    };

    void readNode(std::uint32_t at);
    void readSwap(std::uint32_t at);
    [[nodiscard]] Place placeOf(EntityId entity) const;
    [[nodiscard]] int depthOf(EntityId entity) const;
    [[nodiscard]] const engine::Node* nodeOf(EntityId entity) const;

    const engine::World& m_world;
    const engine::Edit& m_edit;
    std::size_t m_read = 0; ///< swaps: twice all of them at the end
    std::unordered_map<EntityId, const engine::Node*> m_nodes;           ///< as the edit sets them
    std::unordered_map<EntityId, std::pair<Place, std::size_t>> m_known; ///< in m_ordered
    std::vector<std::uint32_t> m_next; ///< for each swap the next one of its entity
    std::map<Place, std::vector<Swaps>> m_ordered;
    std::size_t m_taken = 0; ///< of the first in m_ordered
};
} // namespace editor
