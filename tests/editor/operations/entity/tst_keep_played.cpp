#include "editor/operations/entity/keep_played.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/resting.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

#include <algorithm>
#include <memory>

namespace tst_keep_played
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestKeepPlayed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesAndValuesAreTakenOver();
    void aFallenBrushGetsAPlaceOfItsOwn();
    void whatIsBelowComesAlong();
    void whatIsThereInOneWorldAloneStays();
    void aPlaceThatMovesNowhereIsNoChange();
    void onePropertyIsKeptWithoutTheOthers();
    void wholeComponentsComeAndGo();
    void whatTheLevelHasByNowIsNoLongerDifferent();
    void whatIsSwitchedOffHasLostNothing();
};

namespace
{
Light lightOf(float intensity, float range)
{
    Light light;
    light.intensity = intensity;
    light.range = range;
    return light;
}

/// A level, and a game of it.
struct Played : DocumentFixture
{
    template <typename T>
    void inGame(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        game().apply(edit);
    }

    std::vector<PlayedChange> keep(const std::vector<EntityId>& objects)
    {
        const auto changes = changesOf(objects);
        if (!changes.empty()) {
            const auto kept = document.run("Keep", [&](Transaction& edit) -> Result<void> {
                return keepPlayed(edit, changes);
            });
            if (!kept)
                return {};
        }
        return changes;
    }

    [[nodiscard]] std::vector<PlayedChange> changesOf(const std::vector<EntityId>& objects) const
    {
        return playedChanges(document.world(), *copy, document.types(),
                             withDescendants(document.world(), objects));
    }

    void play() { copy = std::make_unique<World>(document.world()); }

    [[nodiscard]] World& game() { return *copy; }

    std::unique_ptr<World> copy;
};
} // namespace

void TestKeepPlayed::placesAndValuesAreTakenOver()
{
    Played level;
    EntityId lamp;
    VERIFY_OK(level.document.run("Lamp", [&](Transaction& edit) -> Result<void> {
        lamp = edit.create("Lamp");
        edit.set(lamp, TransformComponent{.position = {1, 2, 3}});
        edit.set(lamp, Light{});
        return {};
    }));
    level.play();
    const auto before = level.document.contentHash();
    level.inGame(lamp, TransformComponent{.position = {1, 0.5, 3}});
    auto dim = Light{};
    dim.intensity = 1;
    level.inGame(lamp, dim);
    const auto changes = level.keep({lamp});
    QCOMPARE(changes.size(), 2U);
    QCOMPARE(objectCount(changes), 1U);
    QCOMPARE(level.document.world().get<TransformComponent>(lamp)->position.y, 0.5);
    QCOMPARE(level.document.world().get<Light>(lamp)->intensity, dim.intensity);
    QVERIFY(level.keep({lamp}).empty());
    level.document.undo();
    QCOMPARE(level.document.contentHash(), before);
}

void TestKeepPlayed::whatIsSwitchedOffHasLostNothing()
{
    Played level;
    const auto crate = level.addBox({0, 4, 0}, {1, 5, 1});
    VERIFY_OK(level.document.run("Light", [&](Transaction& edit) -> Result<void> {
        edit.set(crate, Light{});
        return {};
    }));
    level.play();
    Edit edit{{Swap{crate, typeIdOf<Light>(), nullptr}, swapTo(crate, Resting{})}};
    level.game().apply(edit);
    QVERIFY(level.keep({crate}).empty());
}

void TestKeepPlayed::aFallenBrushGetsAPlaceOfItsOwn()
{
    Played level;
    const auto crate = level.addBox({0, 4, 0}, {1, 5, 1});
    level.play();
    level.inGame(crate, TransformComponent{.position = {0, -4, 0}});
    QCOMPARE(level.keep({crate}).size(), 1U);
    const auto bounds = boundsOf(level.document.world(), crate);
    QCOMPARE(bounds.min.y, 0.0);
    QCOMPARE(bounds.max.y, 1.0);
}

void TestKeepPlayed::whatIsBelowComesAlong()
{
    Played level;
    EntityId group;
    EntityId lamp;
    VERIFY_OK(level.document.run("Group", [&](Transaction& edit) -> Result<void> {
        group = edit.create("Group");
        lamp = edit.create("Lamp", group);
        edit.set(lamp, TransformComponent{});
        return {};
    }));
    level.play();
    level.inGame(lamp, TransformComponent{.position = {0, 1, 0}});
    QCOMPARE(level.keep({group, lamp}).size(), 1U);
    QCOMPARE(level.document.world().get<TransformComponent>(lamp)->position.y, 1.0);
}

void TestKeepPlayed::whatIsThereInOneWorldAloneStays()
{
    Played level;
    const auto crate = level.addBox({0, 0, 0}, {1, 1, 1});
    const auto late = level.addBox({2, 0, 0}, {3, 1, 1});
    level.play();
    Edit edit;
    addRemoval(level.game(), crate, edit);
    level.game().apply(edit);
    level.inGame(level.game().newId(), Node{.name = "Spawned", .parent = {}});
    QVERIFY(level.keep({crate, late}).empty());
    QVERIFY(level.document.world().exists(crate));
}

void TestKeepPlayed::aPlaceThatMovesNowhereIsNoChange()
{
    Played level;
    const auto crate = level.addBox({0, 0, 0}, {1, 1, 1});
    level.play();
    level.inGame(crate, TransformComponent{});
    QVERIFY(level.keep({crate}).empty());
}

void TestKeepPlayed::onePropertyIsKeptWithoutTheOthers()
{
    Played level;
    EntityId lamp;
    VERIFY_OK(level.document.run("Lamp", [&](Transaction& edit) -> Result<void> {
        lamp = edit.create("Lamp");
        edit.set(lamp, lightOf(9, 5));
        return {};
    }));
    level.play();
    level.inGame(lamp, lightOf(1, 3));
    const auto changes = level.changesOf({lamp});
    QCOMPARE(changes.size(), 2U);
    const auto range = std::find_if(changes.begin(), changes.end(), [](const PlayedChange& each) {
        return each.property->name == "range";
    });
    QVERIFY(range != changes.end());
    QCOMPARE(*range->before.as<double>(), 5.0);
    QCOMPARE(*range->after.as<double>(), 3.0);
    VERIFY_OK(level.document.run("Keep", [&](Transaction& edit) {
        return keepPlayed(edit, std::span{&*range, 1});
    }));
    QCOMPARE(level.document.world().get<Light>(lamp)->range, 3.0F);
    QCOMPARE(level.document.world().get<Light>(lamp)->intensity, 9.0F);
}

void TestKeepPlayed::wholeComponentsComeAndGo()
{
    Played level;
    const auto crate = level.addBox({0, 0, 0}, {1, 1, 1});
    EntityId lamp;
    VERIFY_OK(level.document.run("Lamp", [&](Transaction& edit) -> Result<void> {
        lamp = edit.create("Lamp");
        edit.set(lamp, Light{});
        return {};
    }));
    level.play();
    level.inGame(crate, lightOf(60, 7));
    Edit edit;
    edit.swaps.push_back({lamp, typeIdOf<Light>(), nullptr});
    level.game().apply(edit);
    const auto changes = level.keep({crate, lamp});
    QCOMPARE(changes.size(), 2U);
    QVERIFY(changes[0].property == nullptr && changes[1].property == nullptr);
    QCOMPARE(level.document.world().get<Light>(crate)->range, 7.0F);
    QVERIFY(level.document.world().get<Light>(lamp) == nullptr);
    QVERIFY(stillDifferent(level.document.world(), changes).empty());
    level.document.undo();
    QCOMPARE(stillDifferent(level.document.world(), changes).size(), 2U);
}

void TestKeepPlayed::whatTheLevelHasByNowIsNoLongerDifferent()
{
    Played level;
    const auto crate = level.addBox({0, 0, 0}, {1, 1, 1});
    const auto gone = level.addBox({2, 0, 0}, {3, 1, 1});
    level.play();
    level.inGame(crate, TransformComponent{.position = {0, 2, 0}});
    level.inGame(gone, TransformComponent{.position = {0, 2, 0}});
    const auto changes = level.changesOf({crate, gone});
    QCOMPARE(changes.size(), 2U);
    VERIFY_OK(level.document.run("Move", [&](Transaction& edit) -> Result<void> {
        edit.set(crate, TransformComponent{.position = {0, 1, 0}});
        return {};
    }));
    auto left = stillDifferent(level.document.world(), changes);
    QCOMPARE(left.size(), 2U);
    QCOMPARE(left[0].before.as<Vec3d>()->y, 1.0);
    VERIFY_OK(level.document.run("Delete", [&](Transaction& edit) -> Result<void> {
        edit.set(crate, TransformComponent{.position = {0, 2, 0}});
        edit.destroy(gone);
        return {};
    }));
    left = stillDifferent(level.document.world(), changes);
    QVERIFY(left.empty());
}

PLAIN_TEST(TestKeepPlayed)
} // namespace tst_keep_played

#include "tst_keep_played.moc"
