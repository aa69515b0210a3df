#include "editor/app/play/player_marker.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <algorithm>

namespace tst_player_marker
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
struct Mark
{
    Aabb bounds; ///< of the lines
    Vec3d eyes{0};

    explicit Mark(const PlaySession& session)
    {
        DebugDraw draw;
        drawPlayer(draw, session, {800, 600});
        for (const auto& line : draw.lines)
            for (const auto& end : {line.from, line.to})
                bounds.add(Vec3d{end});
        if (!draw.points.empty())
            eyes = Vec3d{draw.points.front().at};
    }
};
} // namespace

/// The player of the running game in views that are not the game.
class TestPlayerMarker : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void itIsWhereThePlayerIs()
    {
        PlayFixture fixture;
        fixture.addFloor();
        VERIFY_OK(fixture.start());
        fixture.tick(120, keys(PlayerKey::Forward));
        const auto player = fixture.session->player().position;
        QVERIFY(player.z < -3);
        const Mark mark{*fixture.session};
        QVERIFY(std::abs(mark.bounds.min.y - player.y) < 1e-3);
        QVERIFY(std::abs(mark.bounds.max.y - player.y - 1.7) < 1e-3);
        QVERIFY(std::abs(mark.bounds.max.z - player.z - 0.35) < 1e-3);
        QVERIFY(glm::distance(mark.eyes, fixture.session->camera().position) < 1e-3);
    }

    void itShowsWhereThePlayerLooks()
    {
        PlayFixture fixture;
        fixture.addFloor();
        VERIFY_OK(fixture.start());
        fixture.tick(2);
        const auto player = fixture.session->player().position;
        const Mark ahead{*fixture.session};
        QVERIFY(player.z - ahead.bounds.min.z > 1.4); // along -Z
        QVERIFY(ahead.bounds.max.x - player.x < 0.8);
        fixture.tick(1, 0, {radians(90.0), 0});
        fixture.tick(1);
        const Mark turned{*fixture.session};
        QVERIFY(turned.bounds.max.x - player.x > 1.4);
        QVERIFY(player.z - turned.bounds.min.z < 0.8);
    }

    void aSmallViewHasNoRoomForTheName()
    {
        PlayFixture fixture;
        fixture.addFloor();
        VERIFY_OK(fixture.start());
        const auto labelsIn = [&](const Vec2d& view) {
            DebugDraw draw;
            drawPlayer(draw, *fixture.session, view);
            return draw.labels.size();
        };
        QCOMPARE(labelsIn({800, 600}), std::size_t{1});
        QCOMPARE(labelsIn({300, 600}), std::size_t{0});
        QCOMPARE(labelsIn({800, 180}), std::size_t{0});
    }

    void aPlayerWhoCrouchesIsLower()
    {
        PlayFixture fixture;
        fixture.addFloor();
        VERIFY_OK(fixture.start());
        fixture.tick(60, keys(PlayerKey::Crouch));
        QVERIFY(std::abs(Mark{*fixture.session}.bounds.max.y - 1.2) < 0.01);
    }
};

CORE_TEST(TestPlayerMarker)
} // namespace tst_player_marker

#include "tst_player_marker.moc"
