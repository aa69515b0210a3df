#include "editor/tools/transform/transform_subject.h"

#include "editor/document/step_in_parts.h"
#include "editor/operations/brush/shear_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/snap_target.h"
#include "editor/tools/transform/move_gesture.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/transform_component.h"

namespace editor
{
using engine::Result;
using engine::Vec3d;

namespace
{
class ObjectSubject final : public TransformSubject
{
public:
    ObjectSubject(EditorApi& editor, std::vector<EntityId> entities)
        : m_editor{editor}, m_entities{std::move(entities)}
    {
    }

    [[nodiscard]] std::string name() const override { return countText(m_entities.size()); }

    Result<void> move(Transaction& transaction, const Vec3d& by) override
    {
        return translate(transaction, m_entities, by, m_editor.textureLock());
    }

    Result<void>
    rotate(Transaction& transaction, const Vec3d& pivot, int axis, double angle) override
    {
        return angle == 0 ? Result<void>{}
                          : editor::rotate(transaction, m_entities, pivot, unitAxis(axis), angle,
                                           m_editor.textureLock());
    }

    Result<void> scale(Transaction& transaction, const Vec3d& anchor, const Vec3d& factors) override
    {
        return factors == Vec3d{1} ? Result<void>{}
                                   : editor::scale(transaction, m_entities, anchor, factors,
                                                   m_editor.textureLock());
    }

    Result<void>
    shear(Transaction& transaction, int axis, double fixed, const Vec3d& slope) override
    {
        return slope == Vec3d{0} ? Result<void>{}
                                 : editor::shear(transaction, m_entities, axis, fixed, slope,
                                                 m_editor.textureLock());
    }

    [[nodiscard]] std::size_t objectCount() const override
    {
        return withAllBelow(m_editor.document().world(), m_entities).size();
    }

    [[nodiscard]] std::vector<EntityId> objects() const override
    {
        std::vector<EntityId> apart;
        for (const auto entity : m_entities)
            addApart(entity, apart);
        return apart;
    }

    [[nodiscard]] std::unique_ptr<TransformSubject>
    ofSome(std::span<const EntityId> some) const override
    {
        return std::make_unique<ObjectSubject>(m_editor,
                                               std::vector<EntityId>{some.begin(), some.end()});
    }

private:
    /// A large group without a place of its own moves when all in it does.
    void addApart(EntityId entity, std::vector<EntityId>& apart) const
    {
        const auto& world = m_editor.document().world();
        const bool isPlain = isContainer(world, entity) &&
                             world.get<engine::TransformComponent>(entity) == nullptr &&
                             world.get<engine::LinkedGroup>(entity) == nullptr;
        if (!isPlain || world.children(entity).size() <= StepInParts::ManyObjects)
            return apart.push_back(entity);
        for (const auto child : world.children(entity))
            addApart(child, apart);
    }

    EditorApi& m_editor;
    std::vector<EntityId> m_entities;
};

class HandleSubject final : public TransformSubject
{
public:
    HandleSubject(EditorApi& editor, HandleSet& handles)
        : m_editor{editor}
        , m_handles{handles}
        , m_brushes{handles.brushes()}
        , m_start{handles.chosen()}
    {
    }

    [[nodiscard]] std::string name() const override
    {
        static constexpr std::array One{"vertex", "edge", "face"};
        static constexpr std::array Several{"vertices", "edges", "faces"};
        const auto kind = static_cast<std::size_t>(m_handles.kind());
        return fmt::format("{} {}", m_start.size(),
                           m_start.size() == 1 ? One[kind] : Several[kind]);
    }

    Result<void> move(Transaction& transaction, const Vec3d& by) override
    {
        return apply(transaction, [&](const Vec3d& p) { return p + by; });
    }

    Result<void>
    rotate(Transaction& transaction, const Vec3d& pivot, int axis, double angle) override
    {
        const auto turn = glm::angleAxis(angle, unitAxis(axis));
        return apply(transaction, [&](const Vec3d& p) { return pivot + turn * (p - pivot); });
    }

    Result<void> scale(Transaction& transaction, const Vec3d& anchor, const Vec3d& factors) override
    {
        return apply(transaction, [&](const Vec3d& p) { return anchor + factors * (p - anchor); });
    }

    Result<void>
    shear(Transaction& transaction, int axis, double fixed, const Vec3d& slope) override
    {
        return apply(transaction, [&](const Vec3d& p) { return p + slope * (p[axis] - fixed); });
    }

    void cancel() override { m_handles.choose(m_start); }

private:
    Result<void> apply(Transaction& transaction, const engine::PointMap& to)
    {
        auto moved = m_start;
        for (auto& handle : moved)
            for (auto& corner : handle.corners)
                corner = to(corner);
        if (auto done = moveHandles(transaction, m_brushes, m_handles.kind(), m_start, to,
                                    m_editor.textureLock());
            !done)
            return done;
        m_handles.choose(std::move(moved));
        return {};
    }

    EditorApi& m_editor;
    HandleSet& m_handles;
    std::vector<EntityId> m_brushes;
    std::vector<ShapeHandle> m_start; ///< where they were
};
} // namespace

std::unique_ptr<TransformSubject> makeObjectSubject(EditorApi& editor)
{
    const auto& document = editor.document();
    return std::make_unique<ObjectSubject>(
        editor, topmost(document.world(), document.selection().entities()));
}

std::unique_ptr<TransformSubject> makeHandleSubject(EditorApi& editor, HandleSet& handles)
{
    return std::make_unique<HandleSubject>(editor, handles);
}
} // namespace editor
