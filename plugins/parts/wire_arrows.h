#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/scene/debug_draw.h"

#include <cstdint>
#include <vector>

namespace parts
{
/// Where the arrows of an object begin and end.
[[nodiscard]] engine::Vec3d wireEndPlace(const engine::World& world, engine::EntityId entity);

/// @param width pixels
void drawWireArrow(engine::DebugDraw& draw,
                   const engine::Vec3d& from,
                   const engine::Vec3d& to,
                   engine::DrawColor color,
                   float width = 2);

/// An arrow for each wire that begins or ends at what is selected, or for all; several wires
/// between the same two are one. They are made anew when something has changed, and else only
/// drawn: a running game changes with each tick. Wires that have fired in it a moment ago are
/// bright, selected or not.
class WireArrows
{
public:
    /// Most arrows that are drawn at a time: more could not be told apart.
    static constexpr int MaxArrows = 2000;

    explicit WireArrows(editor::EditorApi& editor);

    [[nodiscard]] bool showsAll() const { return m_all; }

    void setShowsAll(bool all);

    void draw(engine::DebugDraw& draw);

private:
    void collect(const engine::World& world);
    static void drawFired(engine::DebugDraw& draw, const engine::PlaySession& session);

    editor::EditorApi& m_editor;
    bool m_all = false;
    bool m_isStale = true;
    const engine::PlaySession* m_session = nullptr; ///< that the arrows are of; only compared
    std::uint64_t m_tick = 0;                       ///< of it
    std::vector<engine::DebugDraw::Line> m_lines;
    engine::Connections m_connections;
};
} // namespace parts
