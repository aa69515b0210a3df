#include "editor/operations/entity/entity_operations.h"
#include "editor/views/render_hub.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <glm/gtc/quaternion.hpp>

namespace tst_cut_away
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// A closed room in the real window, seen from outside.
class TestCutAway : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void clicksGoThroughTheOuterWalls();
    void fromInsideWallsAreWhatTheyAre();
    void aHoleBringsTheWallsBack();
    void theSwitchBringsTheWallsBack();
    void theRunningGamesViewsHaveNoOuterWallsEither();
    void anotherRendererLeavesThemOutAsWell();
    void coveredFacesAreHiddenInsideOfARoomToo();

private:
    [[nodiscard]] ViewportWidget& view3D() { return m_fixture->view(ViewKind::Perspective); }

    [[nodiscard]] const std::vector<CoveredFace>& leftOut()
    {
        return m_fixture->window().renderHub()->leftOut();
    }

    bool isCutAway(bool wanted = true)
    {
        return QTest::qWaitFor([&] { return leftOut().empty() != wanted; }, 20'000);
    }

    void lookFrom(const Vec3d& eye, const Vec3d& target);
    EntityId clickMiddle();

    std::unique_ptr<WindowFixture> m_fixture;
    EntityId m_floor, m_ceiling, m_south;
};

void TestCutAway::initTestCase()
{
    m_fixture = std::make_unique<WindowFixture>();
}

void TestCutAway::init()
{
    auto& fixture = *m_fixture;
    fixture.window().play().stop();
    fixture.emptyScene();
    m_floor = fixture.addBox({{-4, -0.25, -4}, {4, 0, 4}}, "floor");
    m_ceiling = fixture.addBox({{-4, 3, -4}, {4, 3.25, 4}}, "ceiling");
    fixture.addBox({{-4, 0, -4}, {-3.75, 3, 4}}, "west");
    fixture.addBox({{3.75, 0, -4}, {4, 3, 4}}, "east");
    fixture.addBox({{-3.75, 0, -4}, {3.75, 3, -3.75}}, "north");
    m_south = fixture.addBox({{-3.75, 0, 3.75}, {3.75, 3, 4}}, "south");
    VERIFY_OK(fixture.document().run("Lamp", [](Transaction& edit) -> Result<void> {
        addLight(edit, {0, 2, 0}, {});
        return {};
    }));
    fixture.document().selection().clear();
    lookFrom({0, 12, 0.1}, {0, 0, 0});
}

void TestCutAway::lookFrom(const Vec3d& eye, const Vec3d& target)
{
    view3D().lookFrom(eye, target);
    QVERIFY(QTest::qWaitFor(
        [&] { return glm::distance(view3D().camera().camera().position, eye) < 0.01; }, 20'000));
}

EntityId TestCutAway::clickMiddle()
{
    m_fixture->document().selection().clear();
    const auto aside = QPoint{view3D().width() / 2 + 40, view3D().height() / 2 + 40};
    QTest::mouseMove(&view3D(), aside);
    QTest::mouseClick(&view3D(), Qt::LeftButton, {}, aside);
    const auto& chosen = m_fixture->document().selection().entities();
    return chosen.size() == 1 ? chosen.front() : EntityId{};
}

void TestCutAway::clicksGoThroughTheOuterWalls()
{
    QVERIFY(isCutAway());
    QCOMPARE(clickMiddle(), m_floor);
}

void TestCutAway::fromInsideWallsAreWhatTheyAre()
{
    QVERIFY(isCutAway());
    lookFrom({0, 1.5, 0.1}, {0, 3, 0});
    QCOMPARE(clickMiddle(), m_ceiling);
}

void TestCutAway::aHoleBringsTheWallsBack()
{
    QVERIFY(isCutAway());
    auto& document = m_fixture->document();
    VERIFY_OK(document.run("Open", [&](Transaction& edit) -> Result<void> {
        edit.destroy(m_south);
        return {};
    }));
    QVERIFY(isCutAway(false));
    QCOMPARE(clickMiddle(), m_ceiling);
    document.undo();
    QVERIFY(isCutAway());
}

void TestCutAway::theSwitchBringsTheWallsBack()
{
    QVERIFY(isCutAway());
    m_fixture->command("view.cutAway");
    QVERIFY(isCutAway(false));
    QCOMPARE(clickMiddle(), m_ceiling);
    m_fixture->command("view.cutAway");
    QVERIFY(isCutAway());
}

void TestCutAway::theRunningGamesViewsHaveNoOuterWallsEither()
{
    QVERIFY(isCutAway());
    m_fixture->command("play.start");
    QVERIFY(QTest::qWaitFor([&] { return m_fixture->window().play().session() != nullptr; }));
    const auto* played = m_fixture->window().renderHub()->played();
    QVERIFY(played != nullptr);
    QCOMPARE(played->leftOut().size(), leftOut().size());
    m_fixture->window().play().stop();
}

void TestCutAway::anotherRendererLeavesThemOutAsWell()
{
    QVERIFY(isCutAway());
    const auto before = leftOut();
    auto& workspace = m_fixture->window().context().workspace();
    workspace.assetsAboutToChange();
    workspace.assetsChanged();
    QVERIFY(leftOut() == before);
}

void TestCutAway::coveredFacesAreHiddenInsideOfARoomToo()
{
    lookFrom({0, 1.5, 0.1}, {0, 0, 0});
    m_fixture->command("view.hideCovered");
    const auto& covered = m_fixture->window().renderHub()->covered();
    QVERIFY(QTest::qWaitFor([&] { return !covered.empty(); }, 20'000));
    m_fixture->command("view.hideCovered");
    QVERIFY(covered.empty());
}

WINDOW_TEST(TestCutAway)
} // namespace tst_cut_away

#include "tst_cut_away.moc"
