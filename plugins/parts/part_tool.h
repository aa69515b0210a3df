#pragma once

#include "editor/operations/entity/parts.h"
#include "editor/tools/place/place_tool.h"

namespace parts
{
/// Places one kind of part, standing on the floor.
class PartTool final : public editor::PlaceTool
{
public:
    /// The kind outlives it.
    PartTool(editor::EditorApi& editor, const editor::PartKind& kind);

protected:
    engine::EntityId place(editor::Transaction& transaction, const engine::Vec3d& at) override;
    [[nodiscard]] std::string thing() const override;
    [[nodiscard]] double clearance() const override;
    [[nodiscard]] engine::Vec3d inDepth(const engine::Vec3d& place, int axis) const override;
    void drawMarker(engine::DebugDraw& draw,
                    const editor::PointerEvent& event,
                    const engine::Vec3d& at) const override;

private:
    const editor::PartKind& m_kind;
};
} // namespace parts
