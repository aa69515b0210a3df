#include "tests/support/document_fixture.h"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"

namespace mapwright::test
{
using namespace engine;

TypeRegistry engineTypes()
{
    TypeRegistry types;
    registerComponents(types);
    return types;
}

DocumentFixture::DocumentFixture() : types{engineTypes()}, document{types} {}

EntityId DocumentFixture::addBox(const Vec3d& min,
                                 const Vec3d& max,
                                 const std::string& name,
                                 EntityId parent)
{
    auto transaction = document.begin("Add box");
    auto box = makeBox({min, max});
    ENGINE_EXPECT(box);
    const auto id = transaction.create(name, parent);
    transaction.set(id, BrushComponent{std::make_shared<const Brush>(*std::move(box))});
    transaction.commit();
    return id;
}

EntityId DocumentFixture::addPoint(const Vec3d& at, const std::string& name, EntityId parent)
{
    auto transaction = document.begin("Add point");
    const auto id = transaction.create(name, parent);
    transaction.set(id, TransformComponent{.position = at});
    transaction.commit();
    return id;
}

Result<void> DocumentFixture::run(const std::function<Result<void>(editor::Transaction&)>& edit)
{
    return document.run("Test", edit);
}

Aabb DocumentFixture::boundsOf(EntityId entity) const
{
    return engine::boundsOf(document.world(), entity);
}

const Brush& DocumentFixture::brushOf(EntityId entity) const
{
    return *get<BrushComponent>(entity).brush;
}

FaceRef DocumentFixture::faceTowards(EntityId entity, const Vec3d& normal) const
{
    const auto faces = brushOf(entity).faces();
    std::size_t best = 0;
    for (std::size_t i = 1; i < faces.size(); ++i)
        if (glm::dot(faces[i].plane.normal, normal) > glm::dot(faces[best].plane.normal, normal))
            best = i;
    return {entity, best};
}
} // namespace mapwright::test
