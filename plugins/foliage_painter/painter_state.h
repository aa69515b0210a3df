#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/foliage/foliage_stroke.h"
#include "engine_core/scene/components/foliage.h"
#include "plugins/foliage_painter/planting_job.h"
#include "plugins/foliage_painter/survey_watch.h"

#include <bitset>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace foliage_painter
{
/// What dock and tools share: which plants are painted where, with which brush, and which ones are
/// selected. Follows the document: what is gone there is gone here.
class PainterState
{
public:
    explicit PainterState(editor::EditorApi& editor);

    [[nodiscard]] editor::EditorApi& editor() const { return m_editor; }

    /// That tools work on; null if the scene has none.
    [[nodiscard]] engine::EntityId layer() const { return m_layer; }

    void setLayer(engine::EntityId layer);

    /// The kinds of the layer that tools plant: ticked, neither hidden nor locked.
    [[nodiscard]] std::vector<std::uint8_t> slots() const;

    /// Those of slots() whose plants can be seen: the others are not planted.
    [[nodiscard]] std::vector<std::uint8_t> finishedSlots() const;

    /// Those that may be erased: what is neither hidden nor locked; empty if that is everything.
    [[nodiscard]] std::vector<std::uint8_t> openSlots() const;

    /// Of the kinds that are hidden or locked: their plants stay as they are.
    [[nodiscard]] std::bitset<256> closedSlots() const;

    [[nodiscard]] bool isPainted(std::uint8_t slot) const { return !m_left.contains(slot); }

    void setPainted(std::uint8_t slot, bool painted);

    [[nodiscard]] const engine::FoliageBrush& brush() const { return m_brush; }

    /// The brush, leaving alone what of the level is hidden now.
    [[nodiscard]] engine::FoliageBrush brushOnShown() const;

    /// Radius from 0.1 to 100 m, strength and falloff from 0 to 1; what lies outside is clamped.
    void setBrush(const engine::FoliageBrush& brush);

    [[nodiscard]] const std::vector<engine::FoliageInstance>& selected() const
    {
        return m_selected;
    }

    void select(std::vector<engine::FoliageInstance> plants);

    /// The selected plants as they stand while they are dragged; empty when they are not.
    void setDragged(std::vector<engine::FoliageInstance> plants) { m_dragged = std::move(plants); }

    [[nodiscard]] const std::vector<engine::FoliageInstance>& dragged() const { return m_dragged; }

    /// Where the views mark orphans while the dock lists them, and those that are chosen there.
    void markOrphans(std::vector<engine::Vec3f> all, std::vector<engine::Vec3f> chosen);

    [[nodiscard]] const std::vector<engine::Vec3f>& orphanMarks() const { return m_orphanMarks; }

    [[nodiscard]] const std::vector<engine::Vec3f>& chosenOrphanMarks() const
    {
        return m_chosenOrphanMarks;
    }

    /// What is planted and erased on a worker.
    [[nodiscard]] PlantingJob& planting() { return m_planting; }

    /// What the rules of the layer's kinds ask for.
    [[nodiscard]] const SurveyWatch& survey() const { return m_survey; }

    /// What has to be made before any tool has something to work on; empty if nothing.
    [[nodiscard]] std::string missing() const;

    /// Why the plants of the layer cannot be changed now: nobody would see it, or it is locked;
    /// empty if they can.
    [[nodiscard]] std::string closed() const;

    /// closed(), or else why these plants cannot be changed: the first of their kinds that is
    /// hidden or locked. Plants of removed kinds can be.
    [[nodiscard]] std::string closed(std::span<const engine::FoliageInstance> plants) const;

    /// closed(plants), as a warning in the status bar; whether there is one.
    [[nodiscard]] bool refusesEdits(std::span<const engine::FoliageInstance> plants) const;

    /// Why nothing can be painted now; empty if it can.
    [[nodiscard]] std::string problem() const;

    /// Why no plants of slots() could be seen, with what to choose; empty if some could. Lets the
    /// dock show where it is chosen.
    [[nodiscard]] std::string askForShape();

    engine::Signal<> changed;
    engine::Signal<engine::EntityId> shapeWanted; ///< a kind without a model or picture

private:
    void follow();

    editor::EditorApi& m_editor;
    engine::EntityId m_layer;
    std::set<std::uint8_t> m_left; ///< kinds that are not painted
    /// Of the level; null until a brush asks, after each change of a node.
    mutable std::shared_ptr<const std::unordered_set<engine::EntityId>> m_hidden;
    engine::FoliageBrush m_brush{.radius = 3, .strength = 1, .falloff = 0.3};
    std::vector<engine::FoliageInstance> m_selected;
    std::vector<engine::FoliageInstance> m_dragged;
    std::vector<engine::Vec3f> m_orphanMarks;
    std::vector<engine::Vec3f> m_chosenOrphanMarks;
    PlantingJob m_planting;
    SurveyWatch m_survey;
    engine::Connections m_connections;
};
} // namespace foliage_painter
