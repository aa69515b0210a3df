#include "tests/support/bake_fixture.h"

#include "engine_core/geometry/chart_frame.h"

#include <algorithm>

namespace mapwright::test
{
using namespace engine;

BakeFixture::BakeFixture()
{
    world.setNextId(1024); // ids seed the noise: every run shall be the same
}

SceneSettings BakeFixture::settings() const
{
    return *world.get<SceneSettings>(SceneEntity);
}

void BakeFixture::setSettings(const SceneSettings& settings)
{
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, settings));
    world.apply(edit);
}

BakeInput BakeFixture::input() const
{
    BakeInput input;
    input.brushes = staticBrushes(world);
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        input.lights.push_back({worldTransform(world, entity).position, light});
    });
    for (const auto& brush : input.brushes)
        for (const auto& face : brush.brush->faces())
            input.albedo[face.material] = Vec3f{albedo};
    input.settings = settings();
    return input;
}

BakeResult BakeFixture::bake(const BakeOptions& options) const
{
    JobControl control;
    auto result = bakeLightmap(input(), options, control);
    ENGINE_EXPECT(result);
    return *std::move(result);
}

float fromHalf(std::uint16_t half)
{
    const int exponent = (half >> 10) & 31;
    const int fraction = half & 1023;
    const float size = exponent == 0
                           ? std::ldexp(static_cast<float>(fraction), -24)
                           : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (half & 0x8000) != 0 ? -size : size;
}

Vec3f luxel(const Lightmap& lightmap, const LightmapChart& chart, int x, int y)
{
    const auto& atlas = lightmap.atlases[chart.atlas];
    const auto column = static_cast<std::size_t>(chart.x + x);
    const auto row = static_cast<std::size_t>(chart.y + y);
    const auto* texel = atlas.halfs.data() + (row * atlas.width + column) * 3;
    return {fromHalf(texel[0]), fromHalf(texel[1]), fromHalf(texel[2])};
}

Vec3f lightAt(const World& world,
              const Lightmap& lightmap,
              EntityId brush,
              FaceIndex face,
              const Vec3d& point)
{
    const auto* chart = lightmap.find(brush, face);
    ENGINE_EXPECT(chart != nullptr);
    const auto place = chartFrame(*brushInWorld(world, brush), face).normalized(point);
    const double x = std::clamp(place.x, 0.0, 1.0) * (chart->width - 1);
    const double y = std::clamp(place.y, 0.0, 1.0) * (chart->height - 1);
    const int x0 = std::min(static_cast<int>(x), chart->width - 2);
    const int y0 = std::min(static_cast<int>(y), chart->height - 2);
    const auto fx = static_cast<float>(x - x0);
    const auto fy = static_cast<float>(y - y0);
    const auto at = [&](int dx, int dy) {
        return luxel(lightmap, *chart, x0 + dx, y0 + dy);
    };
    return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) +
           (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy;
}
} // namespace mapwright::test
