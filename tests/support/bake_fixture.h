#pragma once

#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/scene/world.h"

#include <string>

namespace mapwright::test
{
/// A world that is baked without a project: every material has the same albedo.
struct BakeFixture
{
    engine::World world;
    float albedo = 0.6f;

    BakeFixture();

    [[nodiscard]] engine::SceneSettings settings() const;
    void setSettings(const engine::SceneSettings& settings);

    /// What collectBakeInput() gathers, with the albedo from above.
    [[nodiscard]] engine::BakeInput input() const;

    /// Ends the test program on an error.
    [[nodiscard]] engine::BakeResult bake(const engine::BakeOptions& options) const;
};

/// A float from an IEEE half.
[[nodiscard]] float fromHalf(std::uint16_t half);

/// The stored light of one luxel.
[[nodiscard]] engine::Vec3f
luxel(const engine::Lightmap& lightmap, const engine::LightmapChart& chart, int x, int y);

/// The stored light at a point of a face, between luxels as a shader reads it.
[[nodiscard]] engine::Vec3f lightAt(const engine::World& world,
                                    const engine::Lightmap& lightmap,
                                    engine::EntityId brush,
                                    engine::FaceIndex face,
                                    const engine::Vec3d& point);
} // namespace mapwright::test
