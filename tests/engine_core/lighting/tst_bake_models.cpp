#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/lighting/face_inputs.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_bake_models
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr FaceIndex Top = 2; // +Y of makeBox

/// A floor below a light, and models.
struct Level : BakeFixture
{
    ModelSource source;
    EntityId floor = addBox(world, {-8, -0.25, -8}, {8, 0, 8}, "floor");
    EntityId lamp;

    Level()
    {
        source.models["box"] = boxModel({Vec3d{-0.5}, Vec3d{0.5}});
        world.setMeshes(&source);
        lamp = addLight(world, {0, 4, 0}, 30.0f, 30.0f);
    }

    [[nodiscard]] BakeResult bakeAll(int bounces = 0, unsigned threads = 1) const
    {
        auto all = input();
        for (auto& mesh : staticMeshes(world, source)) {
            const bool casts = meshCastsShadows(world, mesh.entity);
            all.meshes.push_back({std::move(mesh), casts});
        }
        all.plants = collectBakePlants(world, source);
        BakeOptions options;
        options.bounces = bounces;
        options.threads = threads;
        JobControl control;
        auto baked = bakeLightmap(all, options, control);
        ENGINE_EXPECT(baked);
        return *std::move(baked);
    }

    [[nodiscard]] float on(const BakeResult& baked, const Vec3d& point) const
    {
        return lightAt(world, *baked.lightmap, floor, Top, point).x;
    }

    EntityId layer;
    EntityId kind;

    /// These plants of the model "tree" and no others.
    void plant(const std::vector<Vec3f>& places, FoliageInstance like = {})
    {
        if (!layer) {
            layer = world.newId();
            kind = world.newId();
            set(layer, Node{.name = "Wood", .parent = {}});
            set(layer, FoliageLayer{});
            set(kind, Node{.name = "Tree", .parent = layer});
            FoliageType type;
            type.mesh = {"tree"};
            set(kind, type);
        }
        like.normal = packFoliageNormal({0, 1, 0});
        FoliageEdit edit{nullptr};
        for (const auto& place : places) {
            like.position = place;
            edit.add(like);
        }
        set(layer, FoliagePlacement{.instances = edit.finish()});
    }

    template <typename Change>
    void setKind(const Change& change)
    {
        auto type = *world.get<FoliageType>(kind);
        change(type);
        set(kind, type);
    }

    template <typename T>
    void set(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        world.apply(edit);
    }
};

double lightOn(const LightProbe& probe, const Vec3d& normal)
{
    const auto& red = probe.channels[0];
    return std::max(glm::dot(Vec3d{red}, normal) + static_cast<double>(red.w), 0.0);
}
} // namespace

class TestBakeModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aModelThrowsAShadow()
    {
        Level level;
        const auto open = level.on(level.bakeAll(), {0, 0, 0});
        const auto box = addModel(level.world, "box", {{0, 2, 0}});
        const auto baked = level.bakeAll();
        QVERIFY(open > 0.1F);
        QVERIFY(level.on(baked, {0, 0, 0}) < 0.01F * open);
        QVERIFY(level.on(baked, {5, 0, 0}) > 0.1F * open);
        level.set(box, MeshInstance{.mesh = {"box"}, .castShadows = false});
        QCOMPARE(level.on(level.bakeAll(), {0, 0, 0}), open);
    }

    void aCurvedPatchThrowsAShadow()
    {
        Level level;
        const auto open = level.on(level.bakeAll(), {0, 0, 0});
        const auto patch = addPatch(level.world, PatchShape::Flat, {{-1, 2, -1}, {1, 2, 1}});
        const auto baked = level.bakeAll();
        QVERIFY(level.on(baked, {0, 0, 0}) < 0.01F * open);
        QVERIFY(level.on(baked, {5, 0, 0}) > 0.1F * open);
        auto changed = *level.world.get<CurvedPatch>(patch);
        changed.castShadows = false;
        level.set(patch, changed);
        QCOMPARE(level.on(level.bakeAll(), {0, 0, 0}), open);
    }

    void aPatchAroundASolidIsLit()
    {
        Level level;
        addPatch(level.world, PatchShape::Cylinder, {{2, 0, -1}, {4, 3, 1}});
        const auto probes = level.bakeAll().lightmap->probes;
        addBox(level.world, {2.4, 0, -0.6}, {3.6, 3, 0.6}, "core");
        const auto [entity, open] = *probes.begin();
        const auto filled = level.bakeAll().lightmap->probes.at(entity);
        const Vec3d towards{-1, 0, 0}; // where the lamp is
        QVERIFY(lightOn(filled, towards) > 0.1 * lightOn(open, towards));
        QVERIFY(lightOn(filled, towards) > 2 * lightOn(filled, -towards));
    }

    void theProbeOfAModelIsLitFromWhereTheLightIs()
    {
        Level level;
        const auto box = addModel(level.world, "box", {{0, 2, 0}});
        const auto probe = level.bakeAll().lightmap->probes.at(box);
        // By hand: 30 cd from 2 m above, half of it and a quarter: three quarters on the top.
        const double straight = 30.0 * lightFalloff(2, 30) / Pi;
        QVERIFY(std::abs(lightOn(probe, {0, 1, 0}) - 0.75 * straight) < 0.01 * straight);
        QVERIFY(lightOn(probe, {0, -1, 0}) < 1e-6);
    }

    void aModelInTheShadowOfAnotherIsDark()
    {
        Level level;
        const auto below = addModel(level.world, "box", {{0, 1, 0}});
        const Vec3d up{0, 1, 0};
        const double open = lightOn(level.bakeAll().lightmap->probes.at(below), up);
        addModel(level.world, "box", {{0, 3, 0}, {1, 0, 0, 0}, {3, 0.2, 3}});
        QVERIFY(open > 0.1);
        QVERIFY(lightOn(level.bakeAll().lightmap->probes.at(below), up) < 0.001 * open);
    }

    void lightFromTheFloorReachesTheUnderside()
    {
        Level level;
        const auto box = addModel(level.world, "box", {{4, 1.5, 0}});
        level.set(box, MeshInstance{.mesh = {"box"}, .castShadows = false});
        const double direct = lightOn(level.bakeAll(0).lightmap->probes.at(box), {0, -1, 0});
        // The floor shows its direct light even without bounces between faces.
        QVERIFY(direct > 0.01);
        const auto probe = level.bakeAll(2).lightmap->probes.at(box);
        QVERIFY(lightOn(probe, {0, -1, 0}) >= direct * 0.99);
    }

    void anyNumberOfThreadsGivesTheSameBytes()
    {
        Level level;
        for (int i = 0; i < 6; ++i)
            addModel(level.world, "box", {{i - 3.0, 0.6, 1}});
        QCOMPARE(level.bakeAll(1, 1).lightmap->hash, level.bakeAll(1, 2).lightmap->hash);
    }

    void probesAreReadBackAsTheyWereWritten()
    {
        Level level;
        const auto box = addModel(level.world, "box", {{0, 2, 0}});
        const auto baked = level.bakeAll();
        const QTemporaryDir folder;
        const auto file = fs::path{folder.path().toStdString()} / "a.lightmap.exr";
        VERIFY_OK(saveLightmap(*baked.lightmap, file));
        const auto read = loadLightmap(file);
        VERIFY_OK(read);
        QCOMPARE((*read)->hash, baked.lightmap->hash);
        QVERIFY((*read)->probes.at(box).channels == baked.lightmap->probes.at(box).channels);
    }

    void theVolumeKnowsTheLightInTheOpen()
    {
        Level level;
        addBox(level.world, {-8, 4.5, -8}, {8, 5, 8}, "ceiling");
        const auto baked = level.bakeAll(1);
        const auto& volume = baked.lightmap->volume;
        QCOMPARE(volume.probes.size(),
                 std::size_t{volume.size[0]} * volume.size[1] * volume.size[2]);
        QCOMPARE(baked.stats.volumeProbes, volume.probes.size());
        const Vec3f up{0, 1, 0};
        const auto below = lightOf(volume.at({0, 2, 0}), up).x;
        const auto aside = lightOf(volume.at({7, 2, 7}), up).x;
        QVERIFY(below > 2 * aside && aside > 0);
        // By hand: 30 cd from 2 m above, three quarters of it on what looks there (see above); the
        // grid is coarse and the walls throw some back.
        const double straight = 0.75 * 30.0 * lightFalloff(2, 30) / Pi;
        QVERIFY2(below > 0.5 * straight && below < 1.6 * straight,
                 qPrintable(QString::number(double{below} / straight)));
        QVERIFY(lightOf(volume.at({0, 2, 0}), -up).x < below);
        // Beyond the grid it is as on its rim.
        QVERIFY(volume.at({1000, 2, 0}).channels == volume.at({8, 2, 0}).channels);
        QCOMPARE(level.bakeAll(1, 2).lightmap->hash, baked.lightmap->hash);
    }

    void probesInsideOfWallsTakeTheLightBesideThem()
    {
        Level level;
        addBox(level.world, {2, 0, -8}, {8, 4, 8}, "rock");
        const auto volume = level.bakeAll().lightmap->volume;
        for (std::size_t i = 0; i < volume.probes.size(); ++i)
            if (const auto at = volume.placeOf(i); at.x > 3 && at.y > 0.5 && at.y < 3.5)
                QVERIFY(volume.probes[i].channels[0].w > 0);
    }

    void theVolumeIsReadBackAsItWasWritten()
    {
        Level level;
        const auto baked = level.bakeAll();
        const QTemporaryDir folder;
        const auto file = fs::path{folder.path().toStdString()} / "a.lightmap.exr";
        VERIFY_OK(saveLightmap(*baked.lightmap, file));
        const auto read = loadLightmap(file);
        VERIFY_OK(read);
        const auto& before = baked.lightmap->volume;
        const auto& after = (*read)->volume;
        QVERIFY(after.size == before.size && after.origin == before.origin);
        QCOMPARE(after.spacing, before.spacing);
        QVERIFY(std::ranges::equal(after.probes, before.probes, [](const auto& a, const auto& b) {
            return a.channels == b.channels;
        }));
        QCOMPARE((*read)->hash, baked.lightmap->hash);
    }

    void aMovedModelMakesTheFacesLitWithItStale()
    {
        Level level;
        const auto box = addModel(level.world, "box", {{0, 2, 0}});
        LightingSystem lighting;
        level.world.addSystem(lighting);
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        lighting.markAllFresh();
        QVERIFY(lighting.staleFaces().empty());
        level.set(box, TransformComponent{.position = {1, 2, 0}});
        QVERIFY(lighting.staleFaces().contains({level.floor, static_cast<std::uint32_t>(Top)}));
        level.set(box, TransformComponent{.position = {0, 2, 0}});
        QVERIFY(lighting.staleFaces().empty());
        level.world.removeSystem(lighting);
    }

    void plantsThrowShadows()
    {
        Level level;
        const auto open = level.on(level.bakeAll(), {0, 0, 0});
        level.source.models["tree"] = boxModel({{-0.5, 1, -0.5}, {0.5, 2, 0.5}});
        level.plant({{0, 0, 0}});
        const auto baked = level.bakeAll();
        QVERIFY(level.on(baked, {0, 0, 0}) < 0.01F * open);
        QVERIFY(level.on(baked, {5, 0, 0}) > 0.1F * open);
        QCOMPARE(level.bakeAll(1, 2).lightmap->hash, level.bakeAll(1, 1).lightmap->hash);
        level.setKind([](FoliageType& type) { type.castShadows = false; });
        QCOMPARE(level.on(level.bakeAll(), {0, 0, 0}), open);
    }

    void plantsThrowShadowsWhereTheyAreDrawn()
    {
        Level level;
        // A beam along x of which the turned and scaled plant leaves one along z, as long as that.
        level.source.models["tree"] = boxModel({{0, 1.9, -0.2}, {2, 2.1, 0.2}});
        FoliageInstance plant;
        plant.yaw = packFoliageYaw(radians(-90));
        plant.scale = {8192, 4096, 4096};
        level.plant({{0, 0, 0}}, plant);
        const auto baked = level.bakeAll();
        const auto dark = 0.2F * level.on(baked, {6, 0, 6});
        QVERIFY(level.on(baked, {0, 0, 5}) < dark); // from 2.5 m, seen from 4 m above
        QVERIFY(level.on(baked, {0, 0, -5}) > dark);
        QVERIFY(level.on(baked, {5, 0, 0}) > dark);
    }

    void plantedAndErasedPlantsMakeFacesStale()
    {
        Level level;
        level.source.models["tree"] = boxModel({{-0.5, 1, -0.5}, {0.5, 2, 0.5}});
        level.plant({});
        LightingSystem lighting;
        level.world.addSystem(lighting);
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        lighting.markAllFresh();
        const LightingSystem::FaceKey top{level.floor, static_cast<std::uint32_t>(Top)};
        level.plant({{1, 0, 1}});
        QVERIFY(lighting.staleFaces().contains(top));
        level.plant({});
        QVERIFY(lighting.staleFaces().empty());
        level.plant({{1000, 0, 1}}); // where no light reaches
        QVERIFY(lighting.staleFaces().empty());
        level.plant({{1, 0, 1}});
        lighting.markAllFresh();
        QVERIFY(lighting.staleFaces().empty());
        level.setKind([](FoliageType& type) { type.castShadows = false; });
        QVERIFY(lighting.staleFaces().contains(top));
        level.setKind([](FoliageType& type) { type.castShadows = true; });
        const auto baked = level.bakeAll();
        lighting.compareWith(*baked.lightmap);
        QVERIFY(lighting.staleFaces().empty());
        level.plant({{2, 0, 1}});
        lighting.compareWith(*baked.lightmap);
        QVERIFY(lighting.staleFaces().contains(top));
        level.world.removeSystem(lighting);
    }

    /// A lamp over a floor of four slabs with a wall around it.
    void facesAreStaleWhereShadowsOfPlantsMayFall()
    {
        Level level;
        level.source.models["tree"] = boxModel({{-0.5, 1, -0.5}, {0.5, 2, 0.5}});
        std::vector<EntityId> slabs;
        for (const double x : {-12.0, 0.0})
            for (const double z : {-12.0, 0.0})
                slabs.push_back(addBox(level.world, {x, 0, z}, {x + 12, 0.25, z + 12}));
        const auto east = addBox(level.world, {12, 0, -12}, {13, 3, 12});
        const auto west = addBox(level.world, {-13, 0, -12}, {-12, 3, 12});
        level.plant({{-6, 0, -6}});
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        LightingSystem lighting;
        level.world.addSystem(lighting);
        const auto baked = level.bakeAll();
        lighting.compareWith(*baked.lightmap);
        QVERIFY(lighting.staleFaces().empty());
        const auto isStale = [&](EntityId brush) {
            const auto& stale = lighting.staleFaces();
            return std::any_of(stale.begin(), stale.end(),
                               [&](const auto& key) { return key.first == brush; });
        };
        const auto isElsewhereFresh = [&] {
            return !isStale(slabs[0]) && !isStale(slabs[1]) && !isStale(west);
        };
        level.plant({{-6, 0, -6}, {7, 0, 7}});
        QVERIFY(isStale(slabs[3]) && isStale(east) && isElsewhereFresh());
        const auto parts = lighting.staleParts();
        QCOMPARE(parts.size(), lighting.staleFaces().size());
        const auto& shadow = parts.at({slabs[3], static_cast<std::uint32_t>(Top)});
        QCOMPARE(shadow.size(), std::size_t{1});
        QVERIFY(shadow[0].contains({8, 0.25, 8}) && !shadow[0].contains({1, 0.25, 1}));
        level.plant({{-6, 0, -6}});
        QVERIFY(lighting.staleFaces().empty());
        level.plant({{-6, 0, -6}, {7, 0, 7}});
        lighting.compareWith(*baked.lightmap); // as after opening the scene again
        QVERIFY(isStale(slabs[3]) && isElsewhereFresh());
        level.plant({{-6, 0, -6}});
        auto lamp = *level.world.get<Light>(level.lamp);
        lamp.castShadows = false;
        level.set(level.lamp, lamp);
        lighting.markAllFresh();
        level.plant({{-6, 0, -6}, {7, 0, 7}});
        QVERIFY(lighting.staleFaces().empty()); // nothing throws shadows in its light
        level.world.removeSystem(lighting);
    }

    /// Once the plants about a light counted for all that it reaches.
    void lightBakedOnceIsStillComparedWithAllPlantsAbout()
    {
        Level level;
        level.source.models["tree"] = boxModel({{-0.5, 1, -0.5}, {0.5, 2, 0.5}});
        level.plant({{2, 0, 2}});
        auto old = *level.bakeAll().lightmap;
        const auto brushes = staticBrushes(level.world);
        const auto input = level.input();
        const auto plants = collectBakePlants(level.world, level.source);
        const FaceInputs inputs{{.brushes = brushes, .lights = input.lights, .plants = plants},
                                FaceInputs::Places::Rounded,
                                FaceInputs::Plants::Around};
        for (std::uint32_t face = 0; face < 6; ++face)
            old.charts.at({brushes[0].entity, face}).inputs = inputs.of(0, face);
        LightingSystem lighting;
        level.world.addSystem(lighting);
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        lighting.compareWith(old);
        QVERIFY(lighting.staleFaces().empty());
        level.plant({{2, 0, 3}});
        lighting.compareWith(old);
        QVERIFY(!lighting.staleFaces().empty());
        level.world.removeSystem(lighting);
    }

    void aModelThatIsExportedAnewMakesFacesStale()
    {
        Level level;
        const auto far = addBox(level.world, {80, -0.25, 80}, {90, 0, 90}, "far");
        addModel(level.world, "box", {{0, 2, 0}});
        level.source.models["tree"] = boxModel({{-0.5, 1, -0.5}, {0.5, 2, 0.5}});
        level.plant({{3, 0, 3}});
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        LightingSystem lighting;
        level.world.addSystem(lighting);
        lighting.markAllFresh();
        const LightingSystem::FaceKey top{level.floor, static_cast<std::uint32_t>(Top)};
        const auto change = [&](const std::string& path, const Aabb& box) {
            level.source.models[path] = boxModel(box);
            lighting.picturesChanged();
            level.world.notify(changesOfMeshes(level.world, std::vector{path}));
        };
        for (const auto* path : {"box", "tree"}) {
            const auto old = level.source.models[path]->bounds();
            const auto revision = lighting.revision();
            change(path, old.grown(0.25));
            QVERIFY(lighting.revision() > revision);
            QVERIFY(lighting.staleFaces().contains(top));
            QVERIFY(!lighting.staleFaces().contains({far, static_cast<std::uint32_t>(Top)}));
            change(path, old);
            QVERIFY(lighting.staleFaces().empty());
        }
        change("box", {Vec3d{-1}, Vec3d{1}});
        change("tree", {{-1, 1, -1}, {1, 2, 1}});
        lighting.markAllFresh();
        QVERIFY(lighting.staleFaces().empty());
        level.world.removeSystem(lighting);
    }

    void aModelThatIsExportedAnewDuringABakeIsStale()
    {
        Level level;
        const auto far = addBox(level.world, {80, -0.25, 80}, {90, 0, 90}, "far");
        addModel(level.world, "box", {{0, 2, 0}});
        level.source.models["tree"] = boxModel({{-0.5, 1, -0.5}, {0.5, 2, 0.5}});
        level.plant({{3, 0, 3}});
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        LightingSystem lighting;
        level.world.addSystem(lighting);
        const auto change = [&](const std::string& path, const Aabb& box) {
            level.source.models[path] = boxModel(box);
            lighting.picturesChanged();
            level.world.notify(changesOfMeshes(level.world, std::vector{path}));
        };
        for (const auto* path : {"box", "tree"}) {
            const World snapshot = level.world;
            const auto shapes = modelShapesOf(level.world, level.source);
            const auto old = level.source.models[path]->bounds();
            change(path, old.grown(0.25));
            lighting.markFresh(snapshot, {}, shapes);
            QVERIFY(lighting.staleFaces().contains({level.floor, static_cast<std::uint32_t>(Top)}));
            QVERIFY(!lighting.staleFaces().contains({far, static_cast<std::uint32_t>(Top)}));
            change(path, old);
            QVERIFY(lighting.staleFaces().empty());
        }
        level.world.removeSystem(lighting);
    }

    void modelsThatAreLeftOutDoNotCountWhenASceneIsOpened()
    {
        Level level;
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        const auto baked = level.bakeAll();
        const auto sketches = level.world.newId();
        level.set(sketches, Node{.name = "sketches", .parent = {}});
        Layer omitted;
        omitted.omit = true;
        level.set(sketches, omitted);
        const auto box = addModel(level.world, "box", {{0, 2, 0}});
        level.set(box, Node{.name = "box", .parent = sketches});
        LightingSystem lighting;
        level.world.addSystem(lighting);
        lighting.compareWith(*baked.lightmap);
        QVERIFY(lighting.staleFaces().empty());
        level.world.removeSystem(lighting);
    }

    void aBakeWithAnotherModelDoesNotFitTheScene()
    {
        Level level;
        addModel(level.world, "box", {{0, 2, 0}});
        const auto baked = level.bakeAll();
        level.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        LightingSystem lighting;
        level.world.addSystem(lighting);
        lighting.compareWith(*baked.lightmap);
        QVERIFY(lighting.staleFaces().empty());
        level.source.models["box"] = boxModel({Vec3d{-1}, Vec3d{1}});
        lighting.compareWith(*baked.lightmap);
        QVERIFY(!lighting.staleFaces().empty());
        level.world.removeSystem(lighting);
    }
};

PLAIN_TEST(TestBakeModels)
} // namespace tst_bake_models

#include "tst_bake_models.moc"
