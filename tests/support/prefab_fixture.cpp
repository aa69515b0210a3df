#include "tests/support/prefab_fixture.h"

#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefab_parts.h"

namespace mapwright::test
{
using namespace engine;

std::string PrefabFixture::textOf(const std::string& name) const
{
    const auto text = readFile(fileOf(name));
    ENGINE_EXPECT(text);
    return *text;
}

EntityId PrefabFixture::make(const std::string& name, const std::vector<EntityId>& entities)
{
    EntityId instance;
    const auto done = run([&](editor::Transaction& edit) -> Result<void> {
        auto files = library();
        const auto made = editor::makePrefab(edit, entities, pathOf(name), files);
        if (!made)
            return made.error();
        instance = made->instance;
        return {};
    });
    ENGINE_EXPECT(done);
    return instance;
}

EntityId PrefabFixture::place(const std::string& name, const Vec3d& at)
{
    EntityId instance;
    const auto done = run([&](editor::Transaction& edit) -> Result<void> {
        auto files = library();
        const auto placed = editor::placePrefab(edit, pathOf(name), at, files);
        if (!placed)
            return placed.error();
        instance = *placed;
        return {};
    });
    ENGINE_EXPECT(done);
    return instance;
}

Result<void> PrefabFixture::revert(const std::vector<editor::PrefabOverride>& overrides)
{
    return run([&](editor::Transaction& edit) {
        auto files = library();
        return editor::revertOverrides(edit, overrides, files);
    });
}

Result<void> PrefabFixture::apply(const std::vector<editor::PrefabOverride>& overrides)
{
    return run([&](editor::Transaction& edit) -> Result<void> {
        auto files = library();
        const auto done = editor::applyOverrides(edit, overrides, files);
        return done ? Result<void>{} : done.error();
    });
}

std::vector<std::string> PrefabFixture::follow()
{
    std::vector<std::string> failures;
    const auto done = run([&](editor::Transaction& edit) -> Result<void> {
        auto files = library();
        failures = editor::followPrefabs(edit, files);
        return {};
    });
    ENGINE_EXPECT(done);
    return failures;
}

EntityId PrefabFixture::twin(EntityId part, EntityId from, EntityId in) const
{
    const auto path = partPath(document.world(), from, part);
    for (const auto& [each, entity] : linkedParts(document.world(), in))
        if (each == path)
            return entity;
    return {};
}

std::string PrefabFixture::difference() const
{
    World copy{document.world()};
    auto files = library();
    for (const auto instance : prefabInstances(copy)) {
        const auto& path = copy.get<PrefabInstance>(instance)->file.path;
        const auto prefab = files.load(path);
        if (!prefab)
            continue;
        NewLinks links;
        auto swaps = mergePrefab(
            copy, instance, **prefab, types, [&] { return copy.newId(); }, links);
        // What was added on both sides is told apart when the instance follows next.
        std::erase_if(swaps,
                      [](const Swap& swap) { return swap.type == typeIdOf<PrefabOverrides>(); });
        if (!swaps.empty()) {
            const auto* type = types.find(swaps.front().type);
            return fmt::format("instance {} of '{}': {} changes, first {} of {}", instance.value,
                               path, swaps.size(), type != nullptr ? type->name : "?",
                               swaps.front().entity.value);
        }
    }
    return {};
}
} // namespace mapwright::test
