#include "editor/app/play/authored_outlines.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_authored_outlines
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the level holds elsewhere than the running game.
class TestAuthoredOutlines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatScriptsMoveAndDestroyIsOutlined();
    void whatIsEditedToTheSamePlaceIsNot();
};

void TestAuthoredOutlines::whatScriptsMoveAndDestroyIsOutlined()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("gone.as",
                        "class Gone : Node { void onTick(float dt) { entity.destroy(); } }");
    fixture.writeScript("lift.as", "class Lift : Node { void onTick(float dt) { "
                                   "entity.position = entity.position + Vec3(0, 1, 0); } }");
    const auto lamp = fixture.addScripted("lamp", "gone.as", "Gone", {4, 1, 0});
    const auto lift = fixture.addDoor({2, 0, 2}, {3, 1, 3}, "lift.as");
    VERIFY_OK(fixture.start());
    AuthoredOutlines outlines{fixture.world, fixture.session->world(), fixture.world.changed};
    DebugDraw before;
    outlines.draw(before);
    QVERIFY(before.lines.empty());
    fixture.tick(2);
    QCOMPARE(outlines.entities(), (std::set<EntityId>{lamp, lift}));
    DebugDraw draw;
    outlines.draw(draw);
    QCOMPARE(draw.lines.size(), std::size_t{24}); // a mark for the lamp, the lift's box
    Aabb bounds;
    for (const auto& line : draw.lines)
        if (line.from.x < 3.5F)
            bounds.add(Vec3d{line.from});
    QCOMPARE(bounds.min.y, 0.0); // where it was drawn, not where it is
    QCOMPARE(bounds.max.y, 1.0);
}

void TestAuthoredOutlines::whatIsEditedToTheSamePlaceIsNot()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("up.as", "class Up : Node { bool done; void onTick(float dt) { if (!done) "
                                 "entity.position = Vec3(0, 5, 0); done = true; } }");
    const auto entity = fixture.addScripted("up", "up.as", "Up");
    VERIFY_OK(fixture.start());
    AuthoredOutlines outlines{fixture.world, fixture.session->world(), fixture.world.changed};
    fixture.tick(2);
    QCOMPARE(outlines.entities(), std::set<EntityId>{entity});
    auto place = *fixture.world.get<TransformComponent>(entity);
    place.position = {0, 5, 0};
    Edit edit;
    edit.swaps.push_back(swapTo(entity, place));
    fixture.editLive(std::move(edit));
    QVERIFY(outlines.entities().empty());
    DebugDraw draw;
    outlines.draw(draw);
    QVERIFY(draw.lines.empty());
}

PLAIN_TEST(TestAuthoredOutlines)
} // namespace tst_authored_outlines

#include "tst_authored_outlines.moc"
