#pragma once

#include "editor/tools/gestures/handle_tool.h"

namespace editor
{
/// id "vertex", key V. Besides what HandleTool does: with Shift, places on edges and faces where a
/// new vertex can be pulled out; Shift+Alt+click on a vertex puts the chosen ones onto it.
class VertexTool final : public HandleTool
{
public:
    VertexTool(EditorApi& editor, std::shared_ptr<HandleChoice> choice)
        : HandleTool{editor, HandleKind::Vertex, std::move(choice)}
    {
    }

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    /// A place where a new vertex can start.
    struct Split
    {
        ShapeHandle on; ///< the edge or face
        engine::Vec3d place{0};
    };

    [[nodiscard]] std::optional<Split> splitUnder(const PointerEvent& event) const;
    [[nodiscard]] std::optional<Split> splitOfEdge(const PointerEvent& event) const;
    [[nodiscard]] std::optional<Split> splitOfFace(const PointerEvent& event) const;
};
} // namespace editor
