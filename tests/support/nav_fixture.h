#pragma once

#include "engine_core/navigation/nav_query.h"
#include "tests/support/level_builder.h"

namespace mapwright::test
{
/// A level for navigation: boxes are added to the world, then a mesh is built for one agent.
struct NavFixture
{
    engine::World world;
    engine::NavAgent agent;
    engine::NavSettings settings;

    NavFixture();

    [[nodiscard]] engine::NavConfig config() const;

    /// With one thread unless said.
    [[nodiscard]] engine::Result<engine::NavBuilt> build(unsigned threads = 1) const;

    /// For tests in which a build cannot fail.
    [[nodiscard]] engine::NavMesh mesh() const;

    engine::EntityId
    box(const engine::Vec3d& min, const engine::Vec3d& max, const std::string& name = "box");

    /// A prism along z; the outline is in x and y.
    engine::EntityId prism(std::span<const engine::Vec2d> outline,
                           double from,
                           double to,
                           const std::string& name = "prism");

    /// Sets one component, as one Final change.
    template <typename T>
    void set(engine::EntityId entity, T component)
    {
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(entity, std::move(component)));
        world.apply(edit);
    }

    /// An entity with a place and that component.
    template <typename T>
    engine::EntityId place(const engine::Vec3d& at, T component, const std::string& name = "thing")
    {
        const auto entity = addPlace(at, name);
        set(entity, std::move(component));
        return entity;
    }

    void remove(engine::EntityId entity);

    /// A new box in the place of an old one.
    void reshape(engine::EntityId entity, const engine::Vec3d& min, const engine::Vec3d& max);

private:
    engine::EntityId addPlace(const engine::Vec3d& at, const std::string& name);
};

/// A jump to a place seen from its entity.
[[nodiscard]] engine::NavLink linkTo(const engine::Vec3d& end);

/// Square metres of all polygons.
[[nodiscard]] double groundArea(const engine::NavMesh& mesh);

/// Whether a path leads all the way.
[[nodiscard]] bool
leads(const engine::NavMesh& mesh, const engine::Vec3d& from, const engine::Vec3d& to);
} // namespace mapwright::test
