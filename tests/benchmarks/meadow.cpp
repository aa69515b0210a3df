#include "tests/benchmarks/meadow.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/contract.h"
#include "engine_core/foliage/foliage_scatter.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"

namespace mapwright::bench
{
using namespace engine;

namespace
{
TypeRegistry registered()
{
    TypeRegistry types;
    registerComponents(types);
    return types;
}

BrushComponent boxAt(const Vec3d& corner, double size)
{
    auto box = makeBox({corner, corner + Vec3d{size, 1, size}}, Name{});
    ENGINE_EXPECT(box);
    return {std::make_shared<const Brush>(*std::move(box))};
}
} // namespace

Meadow::Meadow(double density, int side, double size) : m_types{registered()}, document{m_types}
{
    const auto filled = document.run("Fill", [&](editor::Transaction& tx) -> Result<void> {
        for (int x = 0; x < side; ++x)
            for (int z = 0; z < side; ++z) {
                brushes.push_back(tx.create("ground"));
                tx.set(brushes.back(), boxAt({x * size, -1, z * size}, size));
            }
        layer = editor::createFoliageLayer(tx, "Plants");
        FoliageType type;
        type.mesh = {"grass"};
        type.density = density;
        const auto added = editor::addFoliageType(tx, layer, type, "Grass");
        return added ? Result<void>{} : added.error();
    });
    ENGINE_EXPECT(filled);
}

void Meadow::plant()
{
    const auto planted = document.run("Plant", [&](editor::Transaction& tx) -> Result<void> {
        JobControl control;
        return editor::plantFoliage(
            tx, layer,
            scatterFoliage(collectScatter(tx.world(), document.index(), layer, brushes), control)
                .instances);
    });
    ENGINE_EXPECT(planted);
}

std::shared_ptr<const FoliageInstances> Meadow::plants() const
{
    return foliageOf(document.world(), layer);
}
} // namespace mapwright::bench
