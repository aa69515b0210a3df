#include "engine_core/play/recording/session_history.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_session_history
{
using namespace engine;
using namespace mapwright::test;

namespace
{
using Places = std::vector<std::pair<EntityId, Vec3d>>;

Places placesOf(const World& world)
{
    Places places;
    world.forEach<TransformComponent>([&](EntityId entity, const TransformComponent& place) {
        places.emplace_back(entity, place.position);
    });
    return places;
}

/// A floor with crates that fall on it.
void addCrates(PlayFixture& fixture, int count)
{
    fixture.addFloor();
    Edit edit;
    for (int i = 0; i < count; ++i) {
        const double x = -8 + 1.5 * i;
        const auto crate = addBox(fixture.world, {x, 3, -5}, {x + 1, 4, -4}, "crate");
        edit.swaps.push_back(swapTo(crate, Body{}));
        edit.swaps.push_back(swapTo(crate, TransformComponent{}));
    }
    fixture.world.apply(edit);
}
} // namespace

class TestSessionHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMomentIsShownAsItWas();
    void whatWasSpawnedIsGoneBefore();
    void aLongGameBecomesCoarserFromBehind();
    void theWritesOfAComponentAreKnown();
};

void TestSessionHistory::everyMomentIsShownAsItWas()
{
    PlayFixture fixture;
    addCrates(fixture, 5);
    VERIFY_OK(fixture.start());
    SessionHistory history;
    history.begin(*fixture.session);
    std::vector<Places> seen{placesOf(fixture.session->world())};
    std::vector<Vec3d> eyes{fixture.session->camera().position};
    for (int i = 0; i < 120; ++i) {
        fixture.tick(1, keys(PlayerKey::Forward));
        seen.push_back(placesOf(fixture.session->world()));
        eyes.push_back(fixture.session->camera().position);
    }
    QCOMPARE(history.last(), 120U);
    for (const std::uint64_t tick : {120U, 3U, 4U, 5U, 60U, 59U, 0U, 119U}) {
        QVERIFY(placesOf(history.show(tick)) == seen[tick]);
        QVERIFY(glm::distance(history.eyesAt(tick).position, eyes[tick]) < 1e-9);
    }
    history.end();
    fixture.session.reset();
    QVERIFY(placesOf(history.show(33)) == seen[33]);
    QCOMPARE(history.last(), 120U);
}

void TestSessionHistory::whatWasSpawnedIsGoneBefore()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("copy.as", "class Copy : Node { int ticks = 0; void onTick(double s) { "
                                   "if (++ticks == 10) copyOf(entity); } }");
    fixture.addScripted("one", "copy.as", "Copy", {3, 0, 3});
    VERIFY_OK(fixture.start());
    SessionHistory history;
    history.begin(*fixture.session);
    const auto count = history.show(0).entityCount();
    fixture.tick(15);
    QVERIFY(history.show(15).entityCount() > count);
    QCOMPARE(history.show(5).entityCount(), count);
}

void TestSessionHistory::aLongGameBecomesCoarserFromBehind()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("spin.as", "class Spin : Node { void onTick(double s) { "
                                   "entity.position = entity.position + Vec3(0, 0.001, 0); } }");
    fixture.addScripted("one", "spin.as", "Spin", {3, 0, 3});
    VERIFY_OK(fixture.start());
    constexpr std::size_t Most = 400'000;
    SessionHistory history{Most};
    history.begin(*fixture.session);
    std::vector<Places> seen{placesOf(fixture.session->world())};
    for (int i = 0; i < 6000; ++i) {
        fixture.tick(1);
        seen.push_back(placesOf(fixture.session->world()));
    }
    QVERIFY2(history.bytes() < Most + 1000, std::to_string(history.bytes()).c_str());
    for (const std::uint64_t tick : {6000U, 5999U, 5000U, 4500U})
        QVERIFY(placesOf(history.show(tick)) == seen[tick]);
    const auto coarse = placesOf(history.show(1000)).back().second.y;
    QVERIFY(std::abs(coarse - seen[1000].back().second.y) < 0.001 * SessionHistory::FineTicks);
}

void TestSessionHistory::theWritesOfAComponentAreKnown()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("once.as", "class Once : Node { int ticks = 0; void onTick(double s) { "
                                   "if (++ticks == 7) entity.position = Vec3(1, 2, 3); } }");
    const auto one = fixture.addScripted("one", "once.as", "Once", {3, 0, 3});
    VERIFY_OK(fixture.start());
    SessionHistory history;
    history.begin(*fixture.session);
    fixture.tick(20);
    const auto writes = history.writes(one, typeIdOf<TransformComponent>());
    QCOMPARE(writes.size(), 2U);
    QCOMPARE(writes[1].tick, 7U);
    QVERIFY(static_cast<const TransformComponent*>(writes[1].value.get())->position ==
            Vec3d(1, 2, 3));
    QVERIFY(history.writes(one, typeIdOf<Body>()).empty());
}

PLAIN_TEST(TestSessionHistory)
} // namespace tst_session_history

#include "tst_session_history.moc"
