#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/scene/components/light.h"

#include <optional>

namespace editor
{
/// Places things without a body in two steps: a click sets the point (a marker, which can be
/// dragged and clicked elsewhere), Enter puts the thing there, Esc drops the point.
///
/// In a 2D view, what the view cannot tell is what inDepth() says; for most things that of the one
/// placed last, else of the middle of what is selected, else of the middle of the level. A middle
/// inside of a solid is passed over; if there is no other, the top view takes the nearest place in a
/// room, and without rooms the floor. In 3D, and on that floor, the point is on the surface,
/// clearance() metres off it.
class PlaceTool : public Tool
{
public:
    explicit PlaceTool(EditorApi& editor);

    void deactivate() override;
    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

    /// Where Enter would put it.
    [[nodiscard]] const std::optional<engine::Vec3d>& pending() const { return m_pending; }

    void setPending(std::optional<engine::Vec3d> place);

    /// Where a click there would set the point; nullopt where there is nothing to put it on.
    [[nodiscard]] std::optional<engine::Vec3d> placeUnder(const PointerEvent& event) const;

    /// Puts the thing there at once, as one step, and selects it; or says why not.
    void addAt(const engine::Vec3d& at);

    /// Place and normal of the surface under the pointer, snapped along it; in 3D the ground where
    /// there is none, in 2D the plane through the origin. nullopt where there is no ground either.
    [[nodiscard]] static std::optional<std::pair<engine::Vec3d, engine::Vec3d>>
    surfacePlace(const PointerEvent& event);

protected:
    /// Adds the thing; its id.
    virtual engine::EntityId place(Transaction& transaction, const engine::Vec3d& at) = 0;

    /// "light", "player start": for labels and hints.
    [[nodiscard]] virtual std::string thing() const = 0;
    [[nodiscard]] virtual double clearance() const = 0;

    /// A point of a 2D view set along the axis that the view looks along. From above it keeps to
    /// the rooms, if there are some.
    [[nodiscard]] virtual engine::Vec3d inDepth(const engine::Vec3d& place, int axis) const;

    virtual void drawMarker(engine::DebugDraw& draw,
                            const PointerEvent& event,
                            const engine::Vec3d& at) const = 0;

    [[nodiscard]] EditorApi& editor() const { return m_editor; }

    /// Of everything in the level.
    [[nodiscard]] engine::Aabb levelBounds() const;

private:
    /// The point that waits, else the thing placed last: the next is as deep.
    [[nodiscard]] std::optional<engine::Vec3d> placeBefore() const;

    EditorApi& m_editor;
    std::optional<engine::Vec3d> m_pending;
    engine::EntityId m_last;
    engine::Connections m_connections;
};

/// id "light", key L, and "light.spot", "light.sun" and "light.area", whose lights shine downwards
/// until they are turned.
class LightTool final : public PlaceTool
{
public:
    explicit LightTool(EditorApi& editor, engine::LightKind kind = engine::LightKind::Point)
        : PlaceTool{editor}, m_kind{kind}
    {
    }

protected:
    engine::EntityId place(Transaction& transaction, const engine::Vec3d& at) override;
    [[nodiscard]] std::string thing() const override;
    [[nodiscard]] double clearance() const override;
    void drawMarker(engine::DebugDraw& draw,
                    const PointerEvent& event,
                    const engine::Vec3d& at) const override;

private:
    engine::LightKind m_kind;
};

/// id "player_start". In the top view the point is on the uppermost floor there that has room above
/// it to stand; the player looks along -Z until the start is turned.
class PlayerStartTool final : public PlaceTool
{
public:
    using PlaceTool::PlaceTool;

protected:
    engine::EntityId place(Transaction& transaction, const engine::Vec3d& at) override;
    [[nodiscard]] std::string thing() const override;
    [[nodiscard]] double clearance() const override;
    [[nodiscard]] engine::Vec3d inDepth(const engine::Vec3d& place, int axis) const override;
    void drawMarker(engine::DebugDraw& draw,
                    const PointerEvent& event,
                    const engine::Vec3d& at) const override;
};

/// Places a box without a body: it stands on the surface, in the top view on the uppermost floor
/// that has room above it.
class BoxTool : public PlaceTool
{
public:
    using PlaceTool::PlaceTool;

protected:
    /// Of the box; metres.
    [[nodiscard]] virtual engine::Vec3d size() const = 0;

    /// What makes the object what it is.
    virtual void give(Transaction& transaction, engine::EntityId entity) = 0;

    engine::EntityId place(Transaction& transaction, const engine::Vec3d& at) override;
    [[nodiscard]] double clearance() const override;
    [[nodiscard]] engine::Vec3d inDepth(const engine::Vec3d& place, int axis) const override;
    void drawMarker(engine::DebugDraw& draw,
                    const PointerEvent& event,
                    const engine::Vec3d& at) const override;
};

/// id "trigger".
class TriggerTool final : public BoxTool
{
public:
    using BoxTool::BoxTool;

protected:
    [[nodiscard]] std::string thing() const override;
    [[nodiscard]] engine::Vec3d size() const override;
    void give(Transaction& transaction, engine::EntityId entity) override;
};

/// id "ladder". It turns towards the wall that is nearest and goes up to it, if there is one within
/// two metres.
class LadderTool final : public BoxTool
{
public:
    using BoxTool::BoxTool;

protected:
    [[nodiscard]] std::string thing() const override;
    [[nodiscard]] engine::Vec3d size() const override;
    void give(Transaction& transaction, engine::EntityId entity) override;
};

/// id "water".
class WaterTool final : public BoxTool
{
public:
    using BoxTool::BoxTool;

protected:
    [[nodiscard]] std::string thing() const override;
    [[nodiscard]] engine::Vec3d size() const override;
    void give(Transaction& transaction, engine::EntityId entity) override;
};
} // namespace editor
