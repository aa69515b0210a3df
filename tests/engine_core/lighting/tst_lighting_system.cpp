#include "engine_core/lighting/lighting_system.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/lighting/lit_rooms.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/levels/random_world.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace tst_lighting_system
{
using namespace engine;
using namespace mapwright::test;

class TestLightingSystem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatABakeOfStaleFacesBeginsWith();
    void facesOfARecoloredMaterialAreStale();
    void aBakedSceneIsFresh();
    void aSceneThatWasNeverBakedIsStale();
    void aSceneThatWasNeverBakedIsFollowedEditByEdit();
    void movedBrushMakesFacesOfItsLightStale();
    void undoMakesThemFreshAgain();
    void newMaterialMakesItsFacesStaleAlone();
    void movedTextureMakesNothingStale();
    void movedLightTouchesBothPlaces();
    void lightsThatAreNotBakedDoNotCount();
    void newAndRemovedBrushes();
    void moversLeaveAndCome();
    void groupsMoveWhatIsBelowThem();
    void renamingMakesNothingStale();
    void settingsMakeEverythingStale();
    void markAllFreshForgetsEverything();
    void bakeOfAnOlderWorldKeepsLaterEditsStale();
    void undoingABakeBringsItsStaleFacesBack();
    void openedLightmapIsCompared();
    void undoingABakeShowsWhatTheOpenedLightDidNotFit();
    void revisionCountsChanges();
    void aLampThatIsLiveNowChangesNothingMore();
    void facesAreCounted();
};

namespace
{
/// Materials that throw back what the test says.
class Reflections final : public MeshSource
{
public:
    std::map<std::string, ContentHash> hashes;

    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string&) const override
    {
        return MeshShape::marker(Name{"none"}, "missing");
    }

    [[nodiscard]] ContentHash reflectionOf(const std::string& material) const override
    {
        const auto known = hashes.find(material);
        return known != hashes.end() ? known->second : 0;
    }
};
} // namespace

/// Faces in a moved lamp's reach take the difference; those of what moved are new.
void TestLightingSystem::whatABakeOfStaleFacesBeginsWith()
{
    LitRooms fixture;
    fixture.set(fixture.lamp, TransformComponent{.position = {1, 3, 0}});
    const auto lit = fixture.lighting.oldLight();
    QVERIFY(lit && lit->lights);
    QVERIFY(!lit->stale.empty() && lit->anew.empty() && lit->changed.empty());
    QCOMPARE(lit->lights->size(), std::size_t{2});
    QVERIFY(std::ranges::any_of(*lit->lights, [](const BakeLight& light) {
        return light.position == Vec3d{0, 3, 0};
    }));
    fixture.set(fixture.crate, TransformComponent{.position = {0, 1, 0}});
    const auto moved = fixture.lighting.oldLight();
    QVERIFY(moved);
    QCOMPARE(moved->anew.size(), std::size_t{6});
    QVERIFY(std::ranges::all_of(moved->anew, [&](const auto& face) {
        return face.first == fixture.crate && moved->stale.contains(face);
    }));
    QCOMPARE(moved->changed.size(), std::size_t{2}); // where it was, and where it is
    auto denser = fixture.settings();
    denser.luxelsPerMetre += 1;
    fixture.setSettings(denser);
    QVERIFY(!fixture.lighting.oldLight()); // all must be baked
}

void TestLightingSystem::facesOfARecoloredMaterialAreStale()
{
    LitRooms fixture;
    Reflections materials;
    materials.hashes = {{"brick", 1}, {"", 5}};
    fixture.world.setMeshes(&materials);
    fixture.reshape(fixture.crate, {{1, 0, 1}, {2, 1, 2}}, Name{"brick"});
    const World snapshot{fixture.world};
    fixture.lighting.markFresh(snapshot, {}, {}, materials.hashes);
    QVERIFY(fixture.lighting.staleFaces().empty());
    materials.hashes["brick"] = 2;
    fixture.lighting.picturesChanged();
    const auto& stale = fixture.lighting.staleFaces();
    QCOMPARE(stale.size(), std::size_t{6});
    QVERIFY(
        std::ranges::all_of(stale, [&](const auto& face) { return face.first == fixture.crate; }));
    materials.hashes["brick"] = 1; // undone
    fixture.lighting.picturesChanged();
    QVERIFY(fixture.lighting.staleFaces().empty());
    fixture.world.setMeshes(nullptr);
}

void TestLightingSystem::aBakedSceneIsFresh()
{
    const LitRooms fixture;
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::aSceneThatWasNeverBakedIsStale()
{
    World world;
    addBox(world, {0, 0, 0}, {1, 1, 1});
    LightingSystem lighting;
    world.addSystem(lighting);
    QCOMPARE(lighting.staleFaces().size(), std::size_t{6});
    addBox(world, {2, 0, 0}, {3, 1, 1});
    QCOMPARE(lighting.staleFaces().size(), std::size_t{12});
}

/// As if each edit had all of it looked at anew.
void TestLightingSystem::aSceneThatWasNeverBakedIsFollowedEditByEdit()
{
    const auto world = randomWorld(5, 300);
    Edit unbaked;
    unbaked.swaps.push_back({SceneEntity, typeIdOf<LightmapRef>(), nullptr});
    world->apply(unbaked);
    LightingSystem lighting;
    world->addSystem(lighting);
    std::mt19937 random{5};
    for (int i = 0; i < 200; ++i) {
        const auto all = world->entities();
        const auto entity = all[random() % all.size()];
        Edit edit;
        if (const auto* brush = world->get<BrushComponent>(entity);
            i % 4 == 0 && brush != nullptr) {
            edit.swaps.push_back({entity, typeIdOf<BrushComponent>(), nullptr});
        } else if (i % 4 == 1) {
            addBox(*world, {0, 0, 0}, {1, 1, 1});
        } else if (i % 4 == 2 && entity != SceneEntity) {
            edit.swaps.push_back(swapTo(entity, Mover{}));
        } else if (i % 4 == 3 && entity != SceneEntity) {
            addRemoval(*world, entity, edit);
        }
        world->apply(edit);
        if (i % 3 == 0)
            continue; // two edits between two looks
        LightingSystem anew;
        world->addSystem(anew);
        QCOMPARE(lighting.staleFaces(), anew.staleFaces());
        QCOMPARE(lighting.faceCount(), lighting.staleFaces().size());
        world->removeSystem(anew);
    }
    QVERIFY(!lighting.staleFaces().empty());
}

void TestLightingSystem::movedBrushMakesFacesOfItsLightStale()
{
    LitRooms fixture;
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    QVERIFY(fixture.isStale(fixture.crate));
    QVERIFY(fixture.isStale(fixture.floor));
    QVERIFY(!fixture.isStale(fixture.farFloor));
    // Where no light reaches only its own faces change.
    LitRooms other;
    const auto alone = addBox(other.world, {100, 0, 0}, {101, 1, 1});
    QCOMPARE(other.staleCount(), std::size_t{6});
    QVERIFY(other.isStale(alone));
}

void TestLightingSystem::undoMakesThemFreshAgain()
{
    LitRooms fixture;
    auto edit = fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    auto light = *fixture.world.get<Light>(fixture.lamp);
    light.intensity = 5;
    auto second = fixture.set(fixture.lamp, light);
    QVERIFY(fixture.staleCount() > 0);
    fixture.world.apply(second);
    QVERIFY(fixture.staleCount() > 0);
    fixture.world.apply(edit);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    fixture.world.apply(edit);
    QVERIFY(fixture.staleCount() > 0);
}

void TestLightingSystem::newMaterialMakesItsFacesStaleAlone()
{
    LitRooms fixture;
    auto faces = std::vector<BrushFace>(
        fixture.world.get<BrushComponent>(fixture.crate)->brush->faces().begin(),
        fixture.world.get<BrushComponent>(fixture.crate)->brush->faces().end());
    faces[2].material = Name{"red"};
    auto brush = Brush::fromFaces(faces);
    QVERIFY(brush);
    fixture.set(fixture.crate, BrushComponent{std::make_shared<const Brush>(*std::move(brush))});
    QCOMPARE(fixture.staleCount(), std::size_t{1});
    QVERIFY(fixture.isStale(fixture.crate, 2));
}

void TestLightingSystem::movedTextureMakesNothingStale()
{
    LitRooms fixture;
    auto faces = std::vector<BrushFace>(
        fixture.world.get<BrushComponent>(fixture.crate)->brush->faces().begin(),
        fixture.world.get<BrushComponent>(fixture.crate)->brush->faces().end());
    for (auto& face : faces)
        face.uv.offset += Vec2d{0.5, 0.25};
    auto brush = Brush::fromFaces(faces);
    QVERIFY(brush);
    fixture.set(fixture.crate, BrushComponent{std::make_shared<const Brush>(*std::move(brush))});
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::movedLightTouchesBothPlaces()
{
    LitRooms fixture;
    auto edit = fixture.set(fixture.lamp, TransformComponent{.position = {38, 3, 0}});
    QVERIFY(fixture.isStale(fixture.floor));
    QVERIFY(fixture.isStale(fixture.farFloor));
    fixture.world.apply(edit);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::lightsThatAreNotBakedDoNotCount()
{
    LitRooms fixture;
    auto light = *fixture.world.get<Light>(fixture.lamp);
    light.baked = false;
    fixture.set(fixture.lamp, light);
    QVERIFY(fixture.isStale(fixture.floor)); // its light is gone
    fixture.lighting.markAllFresh();
    light.intensity = 99;
    fixture.set(fixture.lamp, light);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    // Without its light the crate's shadow falls on nobody.
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    QCOMPARE(fixture.staleCount(), std::size_t{6});
}

void TestLightingSystem::newAndRemovedBrushes()
{
    LitRooms fixture;
    Edit removal;
    addRemoval(fixture.world, fixture.crate, removal);
    fixture.world.apply(removal);
    QVERIFY(fixture.isStale(fixture.floor));
    QVERIFY(!fixture.isStale(fixture.crate));
    fixture.world.apply(removal);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    const auto added = addBox(fixture.world, {-2, 0, 0}, {-1, 1, 1});
    QVERIFY(fixture.isStale(added));
    QVERIFY(fixture.isStale(fixture.floor));
}

void TestLightingSystem::moversLeaveAndCome()
{
    LitRooms fixture;
    auto edit = fixture.set(fixture.crate, Mover{});
    QVERIFY(!fixture.isStale(fixture.crate));
    QVERIFY(fixture.isStale(fixture.floor));
    fixture.world.apply(edit);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::groupsMoveWhatIsBelowThem()
{
    LitRooms fixture;
    const auto group = fixture.world.newId();
    fixture.set(group, Node{.name = "group", .parent = {}});
    fixture.set(fixture.crate, Node{.name = "crate", .parent = group});
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    auto edit = fixture.set(group, TransformComponent{.position = {0.5, 0, 0}});
    QVERIFY(fixture.isStale(fixture.crate));
    QVERIFY(fixture.isStale(fixture.floor));
    fixture.world.apply(edit);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::renamingMakesNothingStale()
{
    LitRooms fixture;
    fixture.set(fixture.crate, Node{.name = "renamed", .parent = {}, .hidden = true});
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::settingsMakeEverythingStale()
{
    LitRooms fixture;
    auto settings = fixture.settings();
    settings.gravity = 3;
    settings.ambient = {0.5f, 0.5f, 0.5f}; // the renderer adds it
    fixture.setSettings(settings);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    settings.luxelsPerMetre = 4;
    fixture.setSettings(settings);
    QCOMPARE(fixture.staleCount(), fixture.lighting.faceCount());
    const auto rest = fixture.lighting.faceCount();
    const auto first = LitRooms{}.settings();
    for (const auto change : {+[](SceneSettings& scene) { scene.adaptiveDensity = true; },
                              +[](SceneSettings& scene) { scene.luxelLimit = 1; },
                              +[](SceneSettings& scene) {
                                  scene.lightNoise = 2;
                              }}) {
        auto other = first;
        change(other);
        fixture.setSettings(other);
        QCOMPARE(fixture.staleCount(), rest);
    }
    fixture.setSettings(first);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::markAllFreshForgetsEverything()
{
    LitRooms fixture;
    auto edit = fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    fixture.lighting.markAllFresh();
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    fixture.world.apply(edit);
    QVERIFY(fixture.isStale(fixture.floor));
}

void TestLightingSystem::bakeOfAnOlderWorldKeepsLaterEditsStale()
{
    LitRooms fixture;
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    const World snapshot = fixture.world;
    auto light = *fixture.world.get<Light>(fixture.farLamp);
    light.intensity = 5;
    fixture.set(fixture.farLamp, light);
    fixture.lighting.markFresh(snapshot, {}, {});
    QVERIFY(!fixture.isStale(fixture.floor));
    QVERIFY(fixture.isStale(fixture.farFloor));
}

void TestLightingSystem::undoingABakeBringsItsStaleFacesBack()
{
    LitRooms fixture;
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    const auto staleBefore = fixture.lighting.staleFaces();
    auto bake = fixture.set(SceneEntity, LightmapRef{.file = "x.exr", .hash = "second"});
    fixture.lighting.markAllFresh();
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    fixture.world.apply(bake);
    QVERIFY(fixture.lighting.staleFaces() == staleBefore);
    fixture.world.apply(bake);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::openedLightmapIsCompared()
{
    LitRooms fixture;
    BakeOptions options;
    options.bounces = 0;
    const auto baked = fixture.bake(options);
    fixture.lighting.compareWith(*baked.lightmap);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    // A scene that was saved with edits after its last bake.
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    fixture.lighting.compareWith(*baked.lightmap);
    QVERIFY(fixture.isStale(fixture.crate));
    QVERIFY(fixture.isStale(fixture.floor));
    QVERIFY(!fixture.isStale(fixture.farFloor));
}

void TestLightingSystem::undoingABakeShowsWhatTheOpenedLightDidNotFit()
{
    LitRooms fixture;
    BakeOptions options;
    options.bounces = 0;
    const auto baked = fixture.bake(options);
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    fixture.lighting.compareWith(*baked.lightmap); // opened with an edit after its bake
    const auto staleBefore = fixture.lighting.staleFaces();
    QVERIFY(!staleBefore.empty());
    auto bake = fixture.set(SceneEntity, LightmapRef{.file = "x.exr", .hash = "second"});
    fixture.lighting.markAllFresh();
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    fixture.world.apply(bake);
    QVERIFY(fixture.lighting.staleFaces() == staleBefore);
    fixture.world.apply(bake);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestLightingSystem::revisionCountsChanges()
{
    LitRooms fixture;
    const auto start = fixture.lighting.revision();
    fixture.set(fixture.crate, Node{.name = "renamed", .parent = {}});
    QCOMPARE(fixture.lighting.revision(), start);
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    QVERIFY(fixture.lighting.revision() > start);
}

/// It is stale that the lamp went out of the light; how it shines meanwhile is no business of it.
void TestLightingSystem::aLampThatIsLiveNowChangesNothingMore()
{
    LitRooms fixture;
    auto light = *fixture.world.get<Light>(fixture.lamp);
    light.baked = false;
    fixture.set(fixture.lamp, light);
    const auto revision = fixture.lighting.revision();
    const auto stale = fixture.staleCount();
    QVERIFY(stale > 0);
    light.cone = 30;
    light.intensity *= 2;
    fixture.set(fixture.lamp, light);
    fixture.set(fixture.lamp, TransformComponent{.position = {1, 2, 1}});
    QCOMPARE(fixture.lighting.revision(), revision);
    QCOMPARE(fixture.staleCount(), stale);
    light.baked = true;
    fixture.set(fixture.lamp, light);
    QVERIFY(fixture.lighting.revision() > revision);
}

void TestLightingSystem::facesAreCounted()
{
    LitRooms fixture;
    QCOMPARE(fixture.lighting.faceCount(), std::size_t{18});
    fixture.set(fixture.crate, Mover{});
    QCOMPARE(fixture.lighting.faceCount(), std::size_t{12});
}

PLAIN_TEST(TestLightingSystem)
} // namespace tst_lighting_system

#include "tst_lighting_system.moc"
