#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/number_input.h"
#include "engine_core/scene/components/light.h"

#include <optional>
#include <vector>

namespace editor
{
/// What of a light a handle drags.
enum class LightMeasure
{
    Range,
    Cone,
    InnerCone,
    Width,
    Height
};

/// A place that is dragged along a line; how far it is from the line's start says the measure.
struct LightHandle
{
    LightMeasure measure = LightMeasure::Range;
    engine::Vec3d start{0};
    engine::Vec3d along{1, 0, 0}; ///< of unit length
    double distance = 0;          ///< metres from the start
    double depth = 0;             ///< of cones: metres from the light to the start

    [[nodiscard]] engine::Vec3d place() const { return start + along * distance; }
};

/// Of the range six on the sphere of a point, one ahead of others; of each cone and side of a
/// rectangle four or two. A sun has none.
[[nodiscard]] std::vector<LightHandle> lightHandles(const engine::Light& light,
                                                    const engine::Transform& place);

/// The number that the handle stands for so far from its line's start: metres, or degrees from edge
/// to edge; within the property's limits.
[[nodiscard]] double measureAt(const LightHandle& handle, double distance);

/// What the light is with that measure; the inner cone stays within the outer one.
[[nodiscard]] engine::Light withMeasure(engine::Light light, LightMeasure measure, double value);

/// The curve of the one selected light's profile and, while the selection tool is active, handles
/// on it: drag for range, cones and sides, or type a number during the drag. Snaps to the grid, and
/// angles to whole degrees.
class LightHandles final : public Tool
{
public:
    explicit LightHandles(EditorApi& editor) : m_editor{editor} {}

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] EntityId light() const;
    [[nodiscard]] std::vector<LightHandle> handles(const PointerEvent& event) const;
    [[nodiscard]] std::optional<LightHandle> under(const PointerEvent& event) const;

    EditorApi& m_editor;
};

/// Drags one measure of a light.
class LightMeasureGesture final : public Gesture
{
public:
    LightMeasureGesture(EditorApi& editor, EntityId light, const LightHandle& handle);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply();

    EntityId m_light;
    LightHandle m_handle;
    double m_value = 0; ///< as the pointer says
    NumberInput m_typed;
    Transaction m_transaction;
};
} // namespace editor
