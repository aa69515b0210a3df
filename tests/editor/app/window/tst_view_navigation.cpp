#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include <map>

namespace tst_view_navigation
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// As brushes do: digits and signs are for it.
class KeyTool final : public Tool
{
public:
    explicit KeyTool(std::vector<KeyEvent>& got) : m_got{got} {}

    std::unique_ptr<Gesture> press(const PointerEvent&) override { return nullptr; }

    bool key(const KeyEvent& event) override
    {
        if (event.text == "9")
            return false; // it takes digits, but has no use for this one
        m_got.push_back(event);
        return true;
    }

    [[nodiscard]] bool takesKey(ToolKey key) const override
    {
        return key == ToolKey::Text || key == ToolKey::Down;
    }

    void hover(const PointerEvent& event) override { m_hovered = event; }

    void draw(DebugDraw&, const PointerEvent& event) const override
    {
        m_drawn[event.view] = event.hits.size();
    }

    [[nodiscard]] const PointerEvent& hovered() const { return m_hovered; }

    /// What was under the pointer when that view was painted last.
    [[nodiscard]] std::size_t hitsIn(ViewKind view) const { return m_drawn[view]; }

private:
    std::vector<KeyEvent>& m_got;
    PointerEvent m_hovered;
    mutable std::map<ViewKind, std::size_t> m_drawn;
};
} // namespace

/// Cameras and arrangement of the real window's views, by mouse, wheel and keys.
class TestViewNavigation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
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
    void viewsAreSplitAndClosed();
    void spaceMaximisesTheViewUnderThePointer();
    void keysAreAboutTheViewUnderThePointer();
    void aToolGetsItsKeysFromDocksToo();
    void toolsFollowHeldKeysAndThePointerOut();
    void thePointerHasTheShapeThatTheToolSays();
    void theGameIsInSightWhileAnotherViewIsMaximised();
    void keysOfDocksGoToTheMaximisedView();
    void keysNeverGoInCirclesWhileTheActiveViewIsHidden();
    void listsLeaveEnterToTheView();
    void anArrangementComesBack();
    void aDamagedArrangementChangesNothing();
    void placesComeBack();
    void damagedPlacesArePassedOver();
    void theGridGoesFromA64thTo64Metres();
    void aViewThatIsPaintedAgainAndAgainLeavesTheOthersTheirTurn();
    void aPictureIsOfNowWhileTheViewWaitsForItsTurn();
    void cleanupTestCase();

private:
    [[nodiscard]] ViewportWidget& view(ViewKind kind) const { return m_fixture->view(kind); }

    [[nodiscard]] ViewLayout& layout() const { return m_fixture->window().viewLayout(); }

    [[nodiscard]] const ViewCamera& camera(ViewKind kind) const
    {
        return view(kind).camera().camera();
    }

    /// A check box with the keyboard focus, which wants neither Enter nor Esc.
    [[nodiscard]] QCheckBox& focusInDock();

    static void turnWheel(ViewportWidget& widget, const QPointF& at, int steps);

    std::unique_ptr<WindowFixture> m_fixture;
    QPointer<QCheckBox> m_field;
    EntityId m_box; ///< 2 m a side, standing on the middle of the world
};

void TestViewNavigation::initTestCase()
{
    m_fixture = std::make_unique<WindowFixture>();
}

void TestViewNavigation::init()
{
    m_fixture->emptyScene();
    layout().showFourViews();
    QTRY_VERIFY(view(ViewKind::Perspective).frameCount() > 0);
    m_box = m_fixture->addBox({{-1, 0, -1}, {1, 2, 1}});
    for (const auto kind : {ViewKind::Top, ViewKind::Front}) {
        auto place = camera(kind);
        place.position = kind == ViewKind::Top ? Vec3d{0, 100, 0} : Vec3d{0, 0, 100};
        place.viewHeight = 20;
        view(kind).camera().setCamera(place);
    }
    auto place = camera(ViewKind::Perspective);
    place.position = {0, 1, 10};
    place.rotation = {1, 0, 0, 0};
    view(ViewKind::Perspective).camera().setCamera(place);
}

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

void TestViewNavigation::cleanupTestCase()
{
    m_fixture.reset();
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

QCheckBox& TestViewNavigation::focusInDock()
{
    delete m_field;
    m_field = new QCheckBox{m_fixture->window().dock("inspector")};
    m_field->show();
    m_field->setFocus();
    return *m_field;
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

void TestViewNavigation::viewsAreSplitAndClosed()
{
    auto& shown = view(ViewKind::Top);
    const int width = shown.width();
    m_fixture->window().viewActivated(&shown);
    m_fixture->command("view.splitAcross");
    QCOMPARE(layout().views().size(), std::size_t{5});
    QTRY_VERIFY(shown.width() < width * 2 / 3);
    std::vector<ViewportWidget*> tops;
    for (auto* each : layout().views())
        if (each->kind() == ViewKind::Top)
            tops.push_back(each);
    QCOMPARE(tops.size(), std::size_t{2});
    QCOMPARE(tops[0]->camera().camera().position, tops[1]->camera().camera().position);
    for (auto* each : tops)
        QTRY_VERIFY(each->isVisible() && each->frameCount() > 0);

    const auto closeLast = [this] {
        m_fixture->window().viewActivated(layout().views().back());
        m_fixture->command("view.close");
    };
    QVERIFY2(repeatUntil([this] { return layout().views().size() <= 1; }, closeLast),
             "A view cannot be closed");
    m_fixture->command("view.close"); // the last one stays
    QCOMPARE(layout().views().size(), std::size_t{1});
    QTRY_VERIFY(layout().views().front()->height() > layout().height() * 9 / 10);
}

void TestViewNavigation::spaceMaximisesTheViewUnderThePointer()
{
    auto& shown = view(ViewKind::Side);
    shown.setFocus();
    QTest::mouseMove(&shown, shown.rect().center());
    QTest::keyClick(&shown, Qt::Key_Space);
    QTRY_COMPARE(shown.size(), layout().size());
    QVERIFY(!view(ViewKind::Top).isVisible());
    QTest::keyClick(&shown, Qt::Key_Space);
    QTRY_VERIFY(view(ViewKind::Top).isVisible());
    QTRY_VERIFY(shown.width() < layout().width());
}

void TestViewNavigation::keysAreAboutTheViewUnderThePointer()
{
    auto& side = view(ViewKind::Side);
    layout().setActiveView(&view(ViewKind::Top));
    QTest::mouseMove(&side, side.rect().center());
    QTRY_COMPARE(layout().viewForKeys(), &side);
    m_fixture->command("view.maximize");
    QTRY_COMPARE(side.size(), layout().size());
    m_fixture->command("view.maximize");
    QTRY_VERIFY(view(ViewKind::Top).isVisible());

    layout().showPlayAndScene();
    QCoreApplication::processEvents();
    std::vector<ViewportWidget*> both;
    for (auto* each : layout().views())
        if (each->kind() == ViewKind::Perspective)
            both.push_back(each);
    QCOMPARE(both.size(), std::size_t{2});
    for (auto* each : both)
        each->setMode(ViewMode::Textured);
    layout().setActiveView(both[0]);
    QTest::mouseMove(both[1], both[1]->rect().center());
    QTRY_COMPARE(layout().viewForKeys(), both[1]);
    m_fixture->command("view.mode");
    QVERIFY(both[1]->mode() != ViewMode::Textured);
    QCOMPARE(both[0]->mode(), ViewMode::Textured);

    // Over a dock: the active view's.
    auto* dock = m_fixture->window().dock("inspector");
    QTest::mouseMove(dock, dock->rect().center());
    QTRY_COMPARE(layout().viewForKeys(), both[0]);
    m_fixture->command("view.mode");
    QVERIFY(both[0]->mode() != ViewMode::Textured);
}

void TestViewNavigation::aToolGetsItsKeysFromDocksToo()
{
    auto& context = m_fixture->window().context();
    std::vector<KeyEvent> got;
    const auto tool = context.addTool({.id = "test.brush",
                                       .label = "Brush",
                                       .tooltip = "",
                                       .icon = "",
                                       .shortcut = "",
                                       .create = [&](EditorApi&) {
                                           return std::make_unique<KeyTool>(got);
                                       }});
    const auto step = context.grid().step;
    auto* window = m_fixture->window().windowHandle();
    auto& top = view(ViewKind::Top);
    layout().setActiveView(&view(ViewKind::Front));
    QTest::mouseMove(&top, top.rect().center());
    QTRY_COMPARE(layout().viewForKeys(), &top);
    context.activateTool("test.brush");
    (void)focusInDock();
    QTest::keyClick(window, Qt::Key_BracketRight, {});
    QCOMPARE(got.size(), std::size_t{1});
    QCOMPARE(got.back().text, std::string{"]"});
    QCOMPARE(got.back().view, ViewKind::Top); // the one under the pointer
    QVERIFY(top.hasFocus());
    QCOMPARE(context.grid().step, step);

    QTest::keyClick(window, Qt::Key_9, {});
    QVERIFY(context.grid().step != step); // what it is without the tool
    QCOMPARE(got.size(), std::size_t{1});
    auto grid = context.grid();
    grid.step = step;
    context.setGrid(grid);

    QListWidget list{m_fixture->window().dock("inspector")};
    list.addItems({QStringLiteral("one"), QStringLiteral("two")});
    list.setCurrentRow(0);
    list.show();
    list.setFocus();
    QTest::keyClick(window, Qt::Key_Down, {}); // lists go by arrows, whatever the tool takes
    QCOMPARE(list.currentRow(), 1);
    QVERIFY(list.hasFocus());
    QCOMPARE(got.size(), std::size_t{1});

    QLineEdit field{m_fixture->window().dock("inspector")};
    field.show();
    field.setFocus();
    QTest::keyClick(window, Qt::Key_5, {});
    QCOMPARE(field.text(), QStringLiteral("5"));
    QCOMPARE(got.size(), std::size_t{1});

    context.activateTool("");
    (void)focusInDock();
    QTest::keyClick(window, Qt::Key_BracketRight, {});
    QCOMPARE(context.grid().step, 2 * step);
    QCOMPARE(got.size(), std::size_t{1});
}

void TestViewNavigation::toolsFollowHeldKeysAndThePointerOut()
{
    auto& context = m_fixture->window().context();
    std::vector<KeyEvent> got;
    KeyTool* made = nullptr;
    const auto tool = context.addTool({.id = "test.brush",
                                       .label = "Brush",
                                       .tooltip = "",
                                       .icon = "",
                                       .shortcut = "",
                                       .create = [&](EditorApi&) {
                                           auto brush = std::make_unique<KeyTool>(got);
                                           made = brush.get();
                                           return brush;
                                       }});
    context.activateTool("test.brush");
    auto& top = view(ViewKind::Top);
    const auto at = top.positionOf({0, 0, 0}).toPoint(); // over the box
    QTest::mouseMove(&top, at - QPoint{2, 0});
    QTest::mouseMove(&top, at);
    QTRY_COMPARE(made->hovered().view, ViewKind::Top);
    top.setFocus();
    QTest::keyPress(&top, Qt::Key_Shift);
    QVERIFY(made->hovered().has(Modifier::Shift));
    QCOMPARE(made->hovered().hits.size(), std::size_t{1});
    QTest::keyRelease(&top, Qt::Key_Shift, Qt::ShiftModifier);
    QVERIFY(!made->hovered().has(Modifier::Shift));
    top.paintNow();
    QCOMPARE(made->hitsIn(ViewKind::Top), std::size_t{1});

    auto* dock = m_fixture->window().dock("inspector");
    QTest::mouseMove(dock, dock->rect().center());
    QTRY_VERIFY(!top.underMouse());
    QTRY_COMPARE(made->hitsIn(ViewKind::Top), std::size_t{0}); // it is painted once more
    context.activateTool("");
}

void TestViewNavigation::thePointerHasTheShapeThatTheToolSays()
{
    auto& context = m_fixture->window().context();
    const auto box = m_fixture->addBox({{-8, -0.25, -8}, {8, 0, 8}}, "floor");
    auto& top = view(ViewKind::Top);
    const auto at = top.positionOf({0, 0, 0}).toPoint();
    QTest::mouseMove(&top, at - QPoint{2, 0});
    QTest::mouseMove(&top, at);
    QTRY_COMPARE(top.cursor().shape(), Qt::ArrowCursor);
    context.activateTool("box_brush");
    QTRY_COMPARE(top.cursor().shape(), Qt::CrossCursor);
    context.activateTool("");
    QTRY_COMPARE(top.cursor().shape(), Qt::ArrowCursor);
    context.document().selection().set({box}); // under a pointer that rests
    QTRY_COMPARE(top.cursor().shape(), Qt::SizeAllCursor);
    context.document().selection().clear();
    QTRY_COMPARE(top.cursor().shape(), Qt::ArrowCursor);
}

void TestViewNavigation::theGameIsInSightWhileAnotherViewIsMaximised()
{
    m_fixture->addBox({{-8, -0.25, -8}, {8, 0, 8}}, "floor");
    auto& top = view(ViewKind::Top);
    auto& game = view(ViewKind::Perspective);
    layout().toggleMaximized(&top);
    QTRY_VERIFY(!game.isVisible());
    m_fixture->command("play.fromCamera");
    QCOMPARE(m_fixture->window().play().view(), &game);
    QVERIFY(game.isVisible() && game.hasFocus() && game.isMouseCaptured());
    QCOMPARE(game.size(), layout().size()); // at once: its middle is where the pointer waits
    QVERIFY(!top.isVisible());
    m_fixture->command("play.stop");
    QVERIFY(top.isVisible() && !game.isVisible());
    QCOMPARE(layout().activeView(), &top);

    // What was changed while playing stays.
    m_fixture->command("play.fromCamera");
    layout().toggleMaximized(&game);
    m_fixture->command("play.stop");
    for (const auto* each : layout().views())
        QVERIFY(each->isVisible());

    // Where all views are in sight, they stay there.
    m_fixture->command("play.fromCamera");
    for (const auto* each : layout().views())
        QVERIFY(each->isVisible());
    m_fixture->command("play.stop");
}

void TestViewNavigation::keysOfDocksGoToTheMaximisedView()
{
    layout().setActiveView(&view(ViewKind::Perspective));
    auto& top = view(ViewKind::Top);
    // "Maximise or restore" is the last entry of the header's menu; no pointer enters the view.
    const auto* header = top.findChild<QToolButton*>(QStringLiteral("viewKind"));
    header->menu()->actions().back()->trigger();
    QTRY_VERIFY(!view(ViewKind::Perspective).isVisible());
    QCOMPARE(layout().activeView(), &top);
    auto& field = focusInDock();
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(top.hasFocus());
    m_fixture->document().selection().clear();
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_Escape); // with nothing to leave
    QVERIFY(top.hasFocus());
}

void TestViewNavigation::keysNeverGoInCirclesWhileTheActiveViewIsHidden()
{
    auto& hidden = view(ViewKind::Perspective);
    layout().setActiveView(&hidden);
    hidden.hide();
    auto& field = focusInDock();
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(field.hasFocus());
}

void TestViewNavigation::listsLeaveEnterToTheView()
{
    auto* tree = m_fixture->window().dock("outliner")->findChild<QTreeView*>();
    QTRY_VERIFY(tree->model()->rowCount() > 0);
    const auto first = tree->model()->index(0, 0);
    QVERIFY(first.flags() & Qt::ItemIsEditable);
    tree->setFocus();
    tree->setCurrentIndex(first);
    QTest::keyClick(tree, Qt::Key_Return);
    QVERIFY(layout().activeView()->hasFocus());

    tree->setFocus();
    tree->edit(first);
    auto* name = tree->findChild<QLineEdit*>();
    QVERIFY(name != nullptr && name->hasFocus());
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(!layout().activeView()->hasFocus());
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
