#pragma once

#include "editor/api/tool.h"
#include "editor/document/document.h"

#include <set>
#include <vector>

namespace editor
{
/// The running game of the edited scene, for who picks what it shows.
struct PlayedPlaces
{
    const engine::World& world;              ///< that is played
    const std::set<engine::EntityId>& moved; ///< whose own place differs, or that are gone there
};

/// engine::pickBrushes() for rays near the pointer of one event, as the running game shows the
/// level: what moved is met where it is now, what was destroyed or hidden is not met.
class PlayedPicking
{
public:
    /// All outlive it.
    PlayedPicking(const Document& document, const PlayedPlaces& played, const PointerEvent& event);

    /// Brushes and models of the edited level that the ray enters, nearest first.
    [[nodiscard]] std::vector<engine::PickHit> along(const engine::Ray& ray) const;

private:
    [[nodiscard]] bool isElsewhere(engine::EntityId entity) const;

    const Document& m_document;
    const PlayedPlaces& m_played;
    std::vector<engine::EntityId> m_near; ///< of what moved, what the rays may meet
};

/// Whether the game still has the entity and shows it.
[[nodiscard]] bool isShownIn(const engine::World& played, engine::EntityId entity);
} // namespace editor
