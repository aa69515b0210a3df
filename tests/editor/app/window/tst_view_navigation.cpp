#include "editor/views/view_choices.h"
#include "tests/editor/app/window/four_views.h"

#include <QComboBox>
#include <QToolButton>
#include <QWheelEvent>

namespace tst_view_navigation
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Cameras and arrangement of the real window's views, by mouse, wheel and keys.
class TestViewNavigation : public QObject, protected FourViews
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { openWindow(); }

    void cleanupTestCase() { closeWindow(); }

    void init() { showBox(); }

    void theRightButtonLooksAround();
    void lookingAroundGoesOnBeyondTheScreen();
    void heldKeysFly();
    void theWheelSetsTheSpeedWhileFlying();
    void altDragTurnsAboutWhatIsUnderThePointer();
    void twoDimensionalViewsArePannedByDragging();
    void theWheelZoomsAtThePointer();
    void theWheelMovesForwardIn3D();
    void focusFillsTheViewsWithTheSelection();
    void aPlaceIsLookedAtFromAnother();
    void flatViewsDrawEdgesInEveryMode();
    void theNameOfANarrowViewBecomesAnIcon();
    void anArrangementComesBack();
    void everyModeComesBackWithItsView();
    void aDamagedArrangementChangesNothing();
    void placesComeBack();
    void damagedPlacesArePassedOver();
    void theGridGoesFromA64thTo64Metres();
    void aViewThatIsPaintedAgainAndAgainLeavesTheOthersTheirTurn();
    void aPictureIsOfNowWhileTheViewWaitsForItsTurn();

private:
    static void turnWheel(ViewportWidget& widget, const QPointF& at, int steps);
};

void TestViewNavigation::theGridGoesFromA64thTo64Metres()
{
    auto& context = m_fixture->window().context();
    const auto* steps = m_fixture->window().findChild<QComboBox*>(QStringLiteral("gridStep"));
    const auto fifteenTimes = [&](const char* id) {
        for (int i = 0; i < 15; ++i)
            m_fixture->command(id);
    };
    fifteenTimes("view.gridFiner");
    QCOMPARE(context.grid().step, 1.0 / 64);
    QCOMPARE(steps->currentIndex(), 0);
    fifteenTimes("view.gridCoarser");
    QCOMPARE(context.grid().step, 64.0);
    QCOMPARE(steps->currentIndex(), steps->count() - 1);
    m_fixture->command("view.grid5");
    QCOMPARE(context.grid().step, 0.25);
    QCOMPARE(steps->currentText(), QStringLiteral("0.25"));
}

void TestViewNavigation::turnWheel(ViewportWidget& widget, const QPointF& at, int steps)
{
    QWheelEvent wheel{at,
                      widget.mapToGlobal(at),
                      {},
                      {0, steps * 120},
                      Qt::NoButton,
                      Qt::NoModifier,
                      Qt::NoScrollPhase,
                      false};
    QCoreApplication::sendEvent(&widget, &wheel);
}

void TestViewNavigation::theRightButtonLooksAround()
{
    auto& shown = view(ViewKind::Perspective);
    const auto middle = shown.rect().center();
    const auto before = camera(ViewKind::Perspective);
    QCursor::setPos(shown.mapToGlobal(middle));
    QTest::mousePress(&shown, Qt::RightButton, {}, middle);
    movePointer(shown, middle + QPoint{40, 0}, Qt::RightButton);
    const auto turned = camera(ViewKind::Perspective);
    // A quarter of a degree a pixel, to the right.
    QVERIFY(std::abs(std::acos(glm::dot(before.forward(), turned.forward())) - radians(10)) < 1e-6);
    QVERIFY(turned.forward().x > 0);
    QVERIFY(std::abs(turned.right().y) < 1e-9); // no roll
    QVERIFY(glm::length(turned.position - before.position) < 1e-9);
    for (int i = 0; i < 10; ++i)
        movePointer(shown, middle + QPoint{0, 50}, Qt::RightButton);
    QVERIFY(camera(ViewKind::Perspective).forward().y > -1); // stops before it looks straight down
    QVERIFY(camera(ViewKind::Perspective).up().y > 0);
    QTest::mouseRelease(&shown, Qt::RightButton, {}, middle);
    QCOMPARE(QApplication::activePopupWidget(), nullptr); // it was no click
}

void TestViewNavigation::lookingAroundGoesOnBeyondTheScreen()
{
    auto& shown = view(ViewKind::Perspective);
    const auto at = shown.rect().center() + QPoint{30, 20};
    const auto seenAt = shown.mapToGlobal(at);
    const auto before = camera(ViewKind::Perspective).forward();
    QCursor::setPos(seenAt);
    QTest::mousePress(&shown, Qt::RightButton, {}, at);
    // Each movement begins where the last one ended, as a mouse's does: four times a whole turn.
    for (int i = 0; i < 144; ++i)
        movePointer(shown, shown.mapFromGlobal(QCursor::pos()) + QPoint{40, 0}, Qt::RightButton);
    QVERIFY(glm::length(camera(ViewKind::Perspective).forward() - before) < 1e-6);
    QCOMPARE(shown.cursor().shape(), Qt::BlankCursor);
    QTest::mouseRelease(&shown, Qt::RightButton, {}, shown.rect().center());
    QCOMPARE(QCursor::pos(), seenAt);
    QVERIFY(shown.cursor().shape() != Qt::BlankCursor);
}

void TestViewNavigation::heldKeysFly()
{
    auto& shown = view(ViewKind::Perspective);
    const auto middle = shown.rect().center();
    QTest::mousePress(&shown, Qt::RightButton, {}, middle);
    QTest::keyPress(&shown, Qt::Key_W);
    QTRY_VERIFY(camera(ViewKind::Perspective).position.z < 9.5);
    QTest::keyRelease(&shown, Qt::Key_W);
    const auto ahead = camera(ViewKind::Perspective).position;
    QVERIFY(std::abs(ahead.x) < 1e-9 && std::abs(ahead.y - 1) < 1e-9);
    QTest::keyPress(&shown, Qt::Key_E);
    QTRY_VERIFY(camera(ViewKind::Perspective).position.y > 1.5);
    QTest::keyRelease(&shown, Qt::Key_E);
    const auto above = camera(ViewKind::Perspective).position;
    QCOMPARE(above.z, ahead.z);
    QTest::mouseRelease(&shown, Qt::RightButton, {}, middle);
    QTest::keyPress(&shown, Qt::Key_A); // without the button it is no flying
    QTest::keyRelease(&shown, Qt::Key_A);
    QVERIFY(glm::length(camera(ViewKind::Perspective).position - above) < 1e-9);
}

void TestViewNavigation::theWheelSetsTheSpeedWhileFlying()
{
    auto& shown = view(ViewKind::Perspective);
    const QPointF middle = shown.rect().center();
    const auto place = camera(ViewKind::Perspective).position;
    const double before = shown.camera().flySpeed();
    QTest::mousePress(&shown, Qt::RightButton, {}, middle.toPoint());
    turnWheel(shown, middle, 2);
    QVERIFY(std::abs(shown.camera().flySpeed() - before * 1.15 * 1.15) < 1e-9);
    turnWheel(shown, middle, -2);
    QVERIFY(std::abs(shown.camera().flySpeed() - before) < 1e-9);
    QTest::mouseRelease(&shown, Qt::RightButton, {}, middle.toPoint());
    QVERIFY(glm::length(camera(ViewKind::Perspective).position - place) < 1e-9);
}

void TestViewNavigation::altDragTurnsAboutWhatIsUnderThePointer()
{
    auto& shown = view(ViewKind::Perspective);
    const Vec3d pivot{0, 1, 1}; // the middle of the box's side
    const auto at = shown.positionOf(pivot).toPoint();
    const double distance = glm::length(camera(ViewKind::Perspective).position - pivot);
    QTest::mousePress(&shown, Qt::LeftButton, Qt::AltModifier, at);
    QTest::mouseMove(&shown, at + QPoint{120, 40});
    QTest::mouseRelease(&shown, Qt::LeftButton, Qt::AltModifier, at + QPoint{120, 40});
    const auto& turned = camera(ViewKind::Perspective);
    QVERIFY(std::abs(turned.position.x) > 1);
    QVERIFY(std::abs(glm::length(turned.position - pivot) - distance) < 0.1);
    QVERIFY((shown.positionOf(pivot) - QPointF{at}).manhattanLength() < 2);
    QVERIFY(m_fixture->document().selection().isEmpty()); // it was no click
}

void TestViewNavigation::twoDimensionalViewsArePannedByDragging()
{
    auto& shown = view(ViewKind::Top);
    const Vec3d place{1, 0, 1};
    const auto at = shown.positionOf(place).toPoint();
    QTest::mousePress(&shown, Qt::MiddleButton, {}, at);
    QTest::mouseMove(&shown, at + QPoint{30, -20});
    QTest::mouseRelease(&shown, Qt::MiddleButton, {}, at + QPoint{30, -20});
    const auto moved = shown.positionOf(place) - (at + QPoint{30, -20});
    QVERIFY2(moved.manhattanLength() < 2, qPrintable(QString::number(moved.manhattanLength())));
}

void TestViewNavigation::theWheelZoomsAtThePointer()
{
    auto& shown = view(ViewKind::Front);
    const Vec3d place{3, 2, 0};
    const auto at = shown.positionOf(place);
    turnWheel(shown, at, 3);
    QVERIFY(std::abs(camera(ViewKind::Front).viewHeight - 20 / std::pow(1.18, 3)) < 1e-9);
    QVERIFY((shown.positionOf(place) - at).manhattanLength() < 1e-3);
    turnWheel(shown, at, -1000);
    QCOMPARE(camera(ViewKind::Front).viewHeight, 8192.0);
    turnWheel(shown, at, 1000);
    QCOMPARE(camera(ViewKind::Front).viewHeight, 0.05);
}

void TestViewNavigation::theWheelMovesForwardIn3D()
{
    auto& shown = view(ViewKind::Perspective);
    const auto at = shown.positionOf({0, 1, 1});
    turnWheel(shown, at, 1);
    QVERIFY(camera(ViewKind::Perspective).position.z < 9.9);
    QVERIFY((shown.positionOf({0, 1, 1}) - at).manhattanLength() < 1e-3);
}

void TestViewNavigation::focusFillsTheViewsWithTheSelection()
{
    const auto far = m_fixture->addBox({{200, 0, 200}, {204, 4, 204}});
    m_fixture->document().selection().set({far});
    m_fixture->command("view.focus");
    for (const auto kind :
         {ViewKind::Perspective, ViewKind::Top, ViewKind::Front, ViewKind::Side}) {
        auto& shown = view(kind);
        const auto isInTheMiddle = [&] {
            const auto off = shown.positionOf({202, 2, 202}) - QPointF{shown.rect().center()};
            return off.manhattanLength() < 3;
        };
        QTRY_VERIFY2(isInTheMiddle(), qPrintable(QString::number(static_cast<int>(kind))));
    }
    QTRY_VERIFY(camera(ViewKind::Top).viewHeight < 20);
}

void TestViewNavigation::aPlaceIsLookedAtFromAnother()
{
    const Vec3d eye{-5, 1, 30};
    m_fixture->window().context().focusFrom(eye, {{-9, 1, 28}, {-7, 3, 30}});
    for (const auto kind :
         {ViewKind::Perspective, ViewKind::Top, ViewKind::Front, ViewKind::Side}) {
        auto& shown = view(kind);
        const auto isInTheMiddle = [&] {
            const auto off = shown.positionOf({-8, 2, 29}) - QPointF{shown.rect().center()};
            return off.manhattanLength() < 3;
        };
        QTRY_VERIFY2(isInTheMiddle(), qPrintable(QString::number(static_cast<int>(kind))));
    }
    QTRY_COMPARE(camera(ViewKind::Perspective).position, eye);
    QVERIFY(std::abs(camera(ViewKind::Perspective).right().y) < 1e-9); // upright
    // The mouse goes on from there.
    const auto forward = camera(ViewKind::Perspective).forward();
    view(ViewKind::Perspective).camera().look(0, 0);
    QVERIFY(glm::length(camera(ViewKind::Perspective).forward() - forward) < 1e-9);
}

void TestViewNavigation::flatViewsDrawEdgesInEveryMode()
{
    auto& top = view(ViewKind::Top);
    QTRY_VERIFY(top.frameCount() > 0);
    top.paintNow();
    const auto before = top.picture();
    top.setMode(ViewMode::Lit); // of the 3D view that it may have been
    top.paintNow();
    QCOMPARE(top.picture(), before);
    top.setMode(ViewMode::Textured);
}

void TestViewNavigation::theNameOfANarrowViewBecomesAnIcon()
{
    auto& side = view(ViewKind::Side);
    const auto* name = side.findChild<QToolButton*>(QStringLiteral("viewKind"));
    QVERIFY(name != nullptr);
    side.resize(400, 200);
    QCOMPARE(name->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    side.resize(60, 200);
    QCOMPARE(name->toolButtonStyle(), Qt::ToolButtonIconOnly);
    QVERIFY(name->geometry().right() < 60);
}

void TestViewNavigation::everyModeComesBackWithItsView()
{
    for (const auto& each : viewModes()) {
        view(ViewKind::Perspective).setMode(each.mode);
        const auto places = layout().savePlaces();
        view(ViewKind::Perspective).setMode(ViewMode::Textured);
        QVERIFY(layout().restorePlaces(places));
        QVERIFY2(view(ViewKind::Perspective).mode() == each.mode, each.id);
    }
    view(ViewKind::Perspective).setMode(ViewMode::Textured);
}

void TestViewNavigation::anArrangementComesBack()
{
    layout().split(&view(ViewKind::Perspective), Qt::Vertical);
    layout().close(&view(ViewKind::Side));
    view(ViewKind::Perspective).setMode(ViewMode::Wireframe);
    QCoreApplication::processEvents();
    const auto state = layout().saveState();
    layout().showSingleView(ViewKind::Top, ViewMode::Textured);
    QVERIFY(layout().restoreState(state));
    QCoreApplication::processEvents();
    QCOMPARE(layout().views().size(), std::size_t{4});
    QVERIFY(layout().findView(ViewKind::Side) == nullptr);
    QCOMPARE(view(ViewKind::Perspective).mode(), ViewMode::Wireframe);
    QCOMPARE(layout().saveState()[QStringLiteral("root")][QStringLiteral("children")],
             state[QStringLiteral("root")][QStringLiteral("children")]);
}

void TestViewNavigation::aDamagedArrangementChangesNothing()
{
    const auto before = layout().saveState();
    QJsonObject deep{{QStringLiteral("view"), QStringLiteral("top")}};
    for (int i = 0; i < 40; ++i)
        deep = {{QStringLiteral("split"), QStringLiteral("across")},
                {QStringLiteral("children"), QJsonArray{deep}}};
    for (const auto& root :
         {QJsonValue{}, QJsonValue{7}, QJsonValue{QJsonObject{}},
          QJsonValue{QJsonObject{{QStringLiteral("children"), QJsonArray{}}}}, QJsonValue{deep}})
        QVERIFY(!layout().restoreState(
            {{QStringLiteral("version"), 1}, {QStringLiteral("root"), root}}));
    QVERIFY(!layout().restoreState({{QStringLiteral("version"), 99},
                                    {QStringLiteral("root"), before[QStringLiteral("root")]}}));
    QCOMPARE(layout().saveState(), before);
}

void TestViewNavigation::placesComeBack()
{
    layout().split(&view(ViewKind::Perspective), Qt::Horizontal);
    double x = 1;
    for (auto* each : layout().views()) {
        auto place = each->camera().camera();
        place.position += Vec3d{x, x, x};
        place.viewHeight = 10 + x;
        each->camera().setCamera(place);
        x += 1;
    }
    view(ViewKind::Perspective).setMode(ViewMode::Lit);
    const auto places = layout().savePlaces();
    std::vector<Vec3d> before;
    for (auto* each : layout().views()) {
        before.push_back(each->camera().camera().position);
        each->camera().setCamera({.orthographic = each->camera().camera().orthographic});
    }
    view(ViewKind::Perspective).setMode(ViewMode::Textured);
    QVERIFY(layout().restorePlaces(places));
    QCOMPARE(layout().savePlaces(), places);
    const auto again = layout().views();
    for (std::size_t i = 0; i < again.size(); ++i)
        QVERIFY(glm::length(again[i]->camera().camera().position - before[i]) < 1e-6);
    QCOMPARE(view(ViewKind::Perspective).mode(), ViewMode::Lit);
}

void TestViewNavigation::damagedPlacesArePassedOver()
{
    const auto before = layout().savePlaces();
    const auto damaged = [&](const QJsonArray& numbers) {
        return QJsonArray{QJsonObject{{QStringLiteral("view"), QStringLiteral("3d")},
                                      {QStringLiteral("camera"), numbers}}};
    };
    QVERIFY(!layout().restorePlaces({}));
    QVERIFY(!layout().restorePlaces({3, QStringLiteral("top"), QJsonObject{}}));
    QVERIFY(!layout().restorePlaces(damaged({1, 2, 3})));
    QVERIFY(!layout().restorePlaces(damaged({1e30, 0, 0, 1, 0, 0, 0, 20})));
    QVERIFY(!layout().restorePlaces(damaged({0, 0, 0, 0, 0, 0, 0, 20})));
    QVERIFY(!layout().restorePlaces(damaged({0, 0, 0, 1, 0, 0, 0, -1})));
    QVERIFY(!layout().restorePlaces(damaged({0, 0, QStringLiteral("x"), 1, 0, 0, 0, 20})));
    QCOMPARE(layout().savePlaces(), before);
}

void TestViewNavigation::aViewThatIsPaintedAgainAndAgainLeavesTheOthersTheirTurn()
{
    layout().showFourViews();
    const auto views = layout().views();
    QCOMPARE(views.size(), std::size_t{4});
    for (auto* each : views)
        QVERIFY(QTest::qWaitFor([&] { return each->frameCount() > 0; }));
    auto* restless = views.front();
    const auto again = connect(restless, &ViewportWidget::framePainted, restless,
                               [restless] { restless->refresh(); });
    restless->refresh();
    for (auto* each : views) {
        const auto before = each->frameCount();
        each->refresh();
        QVERIFY(QTest::qWaitFor([&] { return each->frameCount() > before; }));
    }
    disconnect(again);
}

void TestViewNavigation::aPictureIsOfNowWhileTheViewWaitsForItsTurn()
{
    layout().showFourViews();
    const auto views = layout().views();
    for (auto* each : views)
        QVERIFY(QTest::qWaitFor([&] { return each->frameCount() > 0; }));
    for (auto* each : views)
        each->refresh();
    const auto before = views.back()->frameCount();
    QVERIFY(!views.back()->picture().isNull());
    QVERIFY(views.back()->frameCount() > before);
}

WINDOW_TEST(TestViewNavigation)
} // namespace tst_view_navigation

#include "tst_view_navigation.moc"
