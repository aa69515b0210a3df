#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/played_places.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_played_places
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Picking in views that show a running game.
class TestPlayedPlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { m_editor = std::make_unique<TestEditor>(); }

    void whatMovedIsMetWhereItIs_data()
    {
        QTest::addColumn<bool>("fromAbove");
        QTest::newRow("3D") << false;
        QTest::newRow("top") << true;
    }

    void whatMovedIsMetWhereItIs()
    {
        QFETCH(bool, fromAbove);
        const auto lift = m_editor->fixture.addPoint({0, 0, 0}, "lift");
        const auto floor = m_editor->fixture.addBox({-1, 0, -1}, {1, 0.5, 1}, "floor", lift);
        const auto view = fromAbove ? topView() : perspectiveView({0, 12, 12}, {3, 0, 0});
        auto played = play();
        move(played, lift, {6, 0, 0});
        QCOMPARE(under(view, {6, 0.5, 0}, played, {lift}), std::vector{floor});
        QVERIFY(under(view, {0, 0.5, 0}, played, {lift}).empty());
        const auto event = pointerAt(*m_editor, view, {0, 0.5, 0});
        QCOMPARE(hitsUnder(m_editor->document(), event).size(), 1U); // of the level
    }

    void whatStandsBehindTheOldPlaceIsMet()
    {
        const auto wall = m_editor->fixture.addBox({-2, 0, -4}, {2, 3, -3.5}, "wall");
        const auto door = m_editor->fixture.addBox({-1, 0, 0}, {1, 3, 0.25}, "door");
        const auto crate = m_editor->fixture.addBox({8, 0, -8}, {9, 1, -7}, "crate");
        const auto view = perspectiveView({0, 1.5, 10}, {0, 1.5, 0});
        auto played = play();
        move(played, door, {5, 0, 0});
        QCOMPARE(under(view, {0, 1.5, 0.25}, played, {door}), std::vector{wall});
        move(played, crate, {-8.5, 0, 10}); // between the eye and the wall
        QCOMPARE(under(view, {0, 0.75, 3}, played, {door, crate}), (std::vector{crate, wall}));
    }

    void whatTheGameDestroyedOrHidIsNotMet()
    {
        const auto gone = m_editor->fixture.addBox({0, 0, 0}, {1, 1, 1}, "gone");
        const auto hidden = m_editor->fixture.addBox({4, 0, 0}, {5, 1, 1}, "hidden");
        auto played = play();
        Edit edit;
        for (const auto type : played.types())
            if (played.value(gone, type))
                edit.swaps.push_back({gone, type, nullptr});
        auto node = *played.get<Node>(hidden);
        node.hidden = true;
        edit.swaps.push_back(swapTo(hidden, node));
        played.apply(edit);
        QVERIFY(under(topView(), {0.5, 1, 0.5}, played, {gone}).empty());
        QVERIFY(under(topView(), {4.5, 1, 0.5}, played, {gone}).empty());
    }

    void aLampIsMetWhereItIs()
    {
        const auto lamp = m_editor->fixture.addPoint({0, 2, 0}, "lamp");
        auto played = play();
        move(played, lamp, {5, 0, 0});
        const std::set<EntityId> moved{lamp};
        const PlayedPlaces places{played, moved};
        const auto& document = m_editor->document();
        QCOMPARE(iconUnder(document, pointerAt(*m_editor, topView(), {5, 2, 0}), &places), lamp);
        QVERIFY(!iconUnder(document, pointerAt(*m_editor, topView(), {0, 2, 0}), &places));
    }

    void manyThatMovedAreMetAtTheirPlaces()
    {
        std::set<EntityId> moved;
        for (int i = 0; i < 40; ++i)
            moved.insert(m_editor->fixture.addBox({i * 2.0, 0, 0}, {i * 2.0 + 1, 1, 1}));
        auto played = play();
        for (const auto box : moved)
            move(played, box, {0, 0, -6});
        QCOMPARE(under(topView(100), {20.5, 1, -5.5}, played, moved).size(), 1U);
        QVERIFY(under(topView(100), {20.5, 1, 0.5}, played, moved).empty());
    }

    void aRectangleCatchesWhatIsInItNow()
    {
        PlayFixture project;
        const auto crate = m_editor->fixture.addBox({0, 0, 0}, {1, 1, 1}, "crate");
        m_editor->fixture.addBox({-3, 0, 0}, {-2, 1, 1}, "other");
        auto setup = project.setup();
        setup.collision = nullptr; // that of another level
        auto session = PlaySession::start(m_editor->document().world(), setup);
        VERIFY_OK(session);
        move((*session)->world(), crate, {6, 0, 0});
        m_editor->session = session->get();
        drag(*m_editor, topView(), {5, 1, -1}, {9, 1, 3});
        QCOMPARE(m_editor->document().selection().entities(), std::vector{crate});
        drag(*m_editor, topView(), {-0.5, 1, -1}, {2, 1, 3});
        QVERIFY(m_editor->document().selection().isEmpty()); // where its author put it
        m_editor->session = nullptr;
        drag(*m_editor, topView(), {-0.5, 1, -1}, {2, 1, 3});
        QCOMPARE(m_editor->document().selection().entities(), std::vector{crate});
    }

private:
    [[nodiscard]] World play() const { return m_editor->document().world(); }

    static void move(World& played, EntityId entity, const Vec3d& by)
    {
        const auto* place = played.get<TransformComponent>(entity);
        auto moved = place != nullptr ? *place : TransformComponent{};
        moved.position += by;
        Edit edit;
        edit.swaps.push_back(swapTo(entity, moved));
        played.apply(edit);
    }

    /// What the pointer meets there, nearest first.
    [[nodiscard]] std::vector<EntityId> under(const TestView& view,
                                              const Vec3d& place,
                                              const World& played,
                                              const std::set<EntityId>& moved)
    {
        const PlayedPlaces places{played, moved};
        std::vector<EntityId> met;
        for (const auto& hit :
             hitsUnder(m_editor->document(), pointerAt(*m_editor, view, place), &places))
            met.push_back(hit.entity);
        return met;
    }

    std::unique_ptr<TestEditor> m_editor;
};

PLAIN_TEST(TestPlayedPlaces)
} // namespace tst_played_places

#include "tst_played_places.moc"
