#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/gestures/handle_set.h"

#include <memory>

namespace editor
{
/// What a transform moves, turns or stretches: whole objects, or parts of their shapes. Each call
/// starts from how things were when the subject was made, so that a drag can repeat it.
class TransformSubject
{
public:
    virtual ~TransformSubject() = default;

    [[nodiscard]] virtual std::string name() const = 0; ///< "2 objects", "4 vertices"

    virtual engine::Result<void> move(Transaction& transaction, const engine::Vec3d& by) = 0;

    /// About an axis of the world, 0 to 2; radians.
    virtual engine::Result<void>
    rotate(Transaction& transaction, const engine::Vec3d& pivot, int axis, double angle) = 0;

    virtual engine::Result<void>
    scale(Transaction& transaction, const engine::Vec3d& anchor, const engine::Vec3d& factors) = 0;

    /// Every place goes along `slope` for each metre that it is above `fixed` on the axis.
    virtual engine::Result<void>
    shear(Transaction& transaction, int axis, double fixed, const engine::Vec3d& slope) = 0;

    /// Everything was taken back.
    virtual void cancel() {}

    /// Of whole objects: how many they are with all below them. 0 for parts of shapes.
    [[nodiscard]] virtual std::size_t objectCount() const { return 0; }

    /// Those that can be done one without the others: large groups by what is in them.
    [[nodiscard]] virtual std::vector<engine::EntityId> objects() const { return {}; }

    /// The same of some of objects(); null for parts of shapes.
    [[nodiscard]] virtual std::unique_ptr<TransformSubject>
    ofSome(std::span<const engine::EntityId>) const
    {
        return nullptr;
    }
};

/// The selected objects.
[[nodiscard]] std::unique_ptr<TransformSubject> makeObjectSubject(EditorApi& editor);

/// The chosen handles of a set that outlives the subject.
[[nodiscard]] std::unique_ptr<TransformSubject> makeHandleSubject(EditorApi& editor,
                                                                  HandleSet& handles);
} // namespace editor
