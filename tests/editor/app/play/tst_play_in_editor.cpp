#include "editor/app/actions/action_registry.h"
#include "editor/app/play/play_controller.h"
#include "editor/app/window/status_message.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/inspector.h"
#include "editor/views/view_layout.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QElapsedTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>

namespace tst_play_in_editor
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The game in a view of the editor's window.
class TestPlayInEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void anotherLayoutLeavesTheGameRunning_data();
    void anotherLayoutLeavesTheGameRunning();
    void aPausedGameSaysSo();
    void theGameHasNoButtonsOfTheView();
    void theInspectorShowsBothValues();
    void theOtherViewsShowThePlayer();
    void theMouseIsTheGamesOnceItIsCaught();
    void triggersAreSeenInTheViewsThatAreNotTheGame();
    void aWallDraggedOverThePlayerPushesThemAside();
    void leavingThePlayerLeavesTheGameRunning();
    void theViewThatLeftThePlayerLooksAsBeforeTheGame();
    void anotherLayoutLeavesAGameWithoutAViewRunning();
    void simulatingKeepsTheViewsOfTheEditor();
    void whatTheGameMovedIsPickedWhereItIs();
    void whatTheGameSpawnedIsInTheSceneBrowser();
    void theSpeedStopsAtASixteenthAndAtSixteenTimes();
    void aFastGameTicksMore();

private:
    WindowFixture m_fixture;
};

void TestPlayInEditor::cleanup()
{
    m_fixture.window().play().stop();
    m_fixture.window().showLayout(0);
}

void TestPlayInEditor::anotherLayoutLeavesTheGameRunning_data()
{
    QTest::addColumn<int>("layout");
    for (const int layout : {0, 1, 2, 3})
        QTest::addRow("layout %d", layout + 1) << layout;
}

void TestPlayInEditor::anotherLayoutLeavesTheGameRunning()
{
    QFETCH(int, layout);
    auto& window = m_fixture.window();
    m_fixture.command("play.start");
    QVERIFY(window.play().isPlaying());
    auto* const view = window.play().view();
    window.showLayout(layout);
    QVERIFY(window.play().isPlaying());
    QCOMPARE(window.play().view(), view);
    QTRY_VERIFY(view->isVisible());
    QCOMPARE(window.viewLayout().activeView(), view);
    for (const auto* other : window.viewLayout().views())
        if (other->isVisible())
            QVERIFY(other->mapTo(&window, QPoint{}).x() >= view->mapTo(&window, QPoint{}).x());
    const auto frames = view->frameCount();
    const auto ticks = window.play().session()->tickCount();
    QTRY_VERIFY(view->frameCount() > frames + 2);
    QVERIFY(window.play().session()->tickCount() > ticks);
    window.play().stop();
    QVERIFY(view->isVisible());
    QVERIFY(view->findChild<QToolButton*>("viewKind")->isVisible());
}

void TestPlayInEditor::aPausedGameSaysSo()
{
    auto& window = m_fixture.window();
    m_fixture.command("play.start");
    auto* status = window.findChild<StatusMessage*>();
    QVERIFY(status != nullptr);
    QTRY_VERIFY2(status->text().contains("Playing"), qPrintable(status->text()));
    QVERIFY(window.gameHint(true).isEmpty());
    m_fixture.command("play.pause");
    QVERIFY2(status->text().startsWith("Paused"), qPrintable(status->text()));
    QVERIFY2(window.gameHint(true).contains("F9 goes on"), qPrintable(window.gameHint(true)));
    m_fixture.command("play.pause");
    QVERIFY2(status->text().contains("Playing"), qPrintable(status->text()));
    QVERIFY(window.gameHint(true).isEmpty());
}

void TestPlayInEditor::theGameHasNoButtonsOfTheView()
{
    auto& window = m_fixture.window();
    m_fixture.command("play.start");
    for (const auto* button : window.play().view()->findChildren<QToolButton*>())
        QVERIFY2(!button->isVisible(), qPrintable(button->objectName()));
}

void TestPlayInEditor::theInspectorShowsBothValues()
{
    auto& window = m_fixture.window();
    const auto light = [&] {
        EntityId found;
        m_fixture.world().forEach<Light>([&](EntityId entity, const Light&) { found = entity; });
        return found;
    }();
    QVERIFY(light);
    m_fixture.document().selection().set({light});
    auto* inspector = window.findChild<Inspector*>();
    QVERIFY(inspector != nullptr);
    inspector->refreshNow();
    const auto label = [&](const char* name) {
        return inspector->findChild<QLabel*>(QString{"played.prop."} + name);
    };
    QVERIFY(label("light.range") != nullptr);
    QVERIFY(!label("light.range")->isVisible());
    m_fixture.command("play.start");
    auto& played = window.play().session()->world();
    auto brighter = *played.get<Light>(light);
    brighter.range += 1.5F;
    Edit edit;
    edit.swaps.push_back(swapTo(light, brighter));
    played.apply(edit);
    QTRY_VERIFY(label("light.range")->isVisible());
    QCOMPARE(label("light.range")->text(),
             QString{"In play: %1 m"}.arg(NumberField::textOf(brighter.range)));
    QVERIFY(!label("light.intensity")->isVisible()); // the same in both
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty())
        window.grab().save(folder + "/both_values.png");
    window.play().stop();
    QTRY_VERIFY(!label("light.range")->isVisible());
}

void TestPlayInEditor::theOtherViewsShowThePlayer()
{
    auto& window = m_fixture.window();
    auto& top = m_fixture.view(ViewKind::Top);
    const auto greens = [&] {
        top.paintNow();
        const auto picture = top.picture().convertToFormat(QImage::Format_RGB32);
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x) {
                const QColor color{picture.pixel(x, y)};
                count += color.green() > 200 && color.red() < 120 && color.blue() < 140;
            }
        return count;
    };
    const int before = greens();
    m_fixture.command("play.start");
    QTRY_VERIFY(window.play().session()->tickCount() > 5);
    const int playing = greens();
    QVERIFY2(playing > before + 30, qPrintable(QString::number(playing)));
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty())
        window.grab().save(folder + "/player_marker.png");
    window.play().stop();
    QCOMPARE(greens(), before);
}

void TestPlayInEditor::theMouseIsTheGamesOnceItIsCaught()
{
    m_fixture.command("play.start");
    auto& view = *m_fixture.window().play().view();
    m_fixture.command("play.pause"); // nobody else takes what the mouse did
    view.releaseMouseCapture();
    const QPoint middle = view.rect().center();
    QTest::mousePress(&view, Qt::LeftButton, {}, middle);
    QVERIFY(view.isMouseCaptured());
    QVERIFY(!view.takePlayerInput().isDown(PlayerKey::Fire)); // it has caught the mouse
    QTest::mouseRelease(&view, Qt::LeftButton, {}, middle);

    QTest::mousePress(&view, Qt::LeftButton, {}, middle);
    QTest::mousePress(&view, Qt::RightButton, {}, middle);
    QVERIFY(view.takePlayerInput().isDown(PlayerKey::Fire));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, middle);
    const auto held = view.takePlayerInput();
    QVERIFY(!held.isDown(PlayerKey::Fire) && held.isDown(PlayerKey::AltFire));
    QWheelEvent wheel{QPointF{middle},
                      QPointF{view.mapToGlobal(middle)},
                      {},
                      {0, -180},
                      Qt::RightButton,
                      {},
                      Qt::NoScrollPhase,
                      false};
    QApplication::sendEvent(&view, &wheel);
    QCOMPARE(view.takePlayerInput().wheel, -1.5);
    QCOMPARE(view.takePlayerInput().wheel, 0.0);
    view.releaseMouseCapture();
    QVERIFY(!view.takePlayerInput().isDown(PlayerKey::AltFire));
}

void TestPlayInEditor::triggersAreSeenInTheViewsThatAreNotTheGame()
{
    m_fixture.emptyScene();
    m_fixture.addBox({{-6, -0.25, -6}, {6, 0, 6}}, "floor");
    const auto violets = [](ViewportWidget& view) {
        view.paintNow();
        const auto picture = view.picture().convertToFormat(QImage::Format_RGB32);
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x) {
                const QColor color{picture.pixel(x, y)};
                count += color.blue() > color.green() + 40 && color.red() > color.green() + 15;
            }
        return count;
    };
    auto& top = m_fixture.view(ViewKind::Top);
    QTRY_VERIFY(top.isVisible());
    const int before = violets(top);
    VERIFY_OK(m_fixture.document().run("Add", [](Transaction& edit) -> Result<void> {
        edit.set(addEntity(edit, "Trigger", {0, 1, -3}), Trigger{});
        return {};
    }));
    QTRY_VERIFY(violets(top) > before + 100);
    m_fixture.command("play.start");
    auto& game = *m_fixture.window().play().view();
    QTRY_VERIFY(m_fixture.window().play().session()->tickCount() > 2);
    QVERIFY(violets(top) > before + 100);
    QCOMPARE(violets(game), 0);
}

void TestPlayInEditor::aWallDraggedOverThePlayerPushesThemAside()
{
    auto& window = m_fixture.window();
    m_fixture.emptyScene();
    m_fixture.addBox({{-6, -0.25, -6}, {6, 0, 6}}, "floor");
    const auto wall = m_fixture.addBox({{-6, 0, -6.25}, {6, 3, -6}}, "wall");
    m_fixture.command("play.start"); // at the origin
    QTRY_VERIFY(window.play().session()->player().grounded);
    auto drag = m_fixture.document().begin("Move");
    VERIFY_OK(drag.replace([&](Transaction& edit) {
        return resizeBox(edit, wall, {{-6, 0, 0.25}, {6, 3, 0.5}});
    }));
    QVERIFY(window.play().session()->player().position.z > 0.85);
    drag.commit();
    const auto* status = window.findChild<StatusMessage*>();
    QTRY_COMPARE(status->text(), QString{"The player was in the way and has been moved aside"});
}

void TestPlayInEditor::leavingThePlayerLeavesTheGameRunning()
{
    auto& window = m_fixture.window();
    auto& play = window.play();
    m_fixture.command("play.start");
    auto* const view = play.view();
    QVERIFY(view != nullptr);
    QTRY_VERIFY(view->isVisible() && view->isMouseCaptured());
    m_fixture.command("play.possess");
    QVERIFY(play.isPlaying());
    QVERIFY(!play.isPossessed());
    QVERIFY(play.view() == nullptr);
    QVERIFY(!view->isMouseCaptured());
    QVERIFY(view->isVisible());
    QVERIFY(view->findChild<QToolButton*>("viewKind")->isVisible());
    // It looks over the player's shoulder, and then wherever the person at the desk wants.
    const auto back = play.session()->camera().position - view->camera().camera().position;
    QVERIFY(glm::length(back) < 3.1); // less where a wall is nearer
    QVERIFY(glm::dot(back, play.session()->camera().forward()) >= 0.99 * glm::length(back));
    const auto ticks = play.session()->tickCount();
    QTRY_VERIFY(play.session()->tickCount() > ticks + 5);
    auto* label = window.findChild<QLabel*>("statusPlay");
    QVERIFY(label->isVisible());
    QVERIFY2(label->text().startsWith("SIMULATING"), qPrintable(label->text()));
    m_fixture.command("play.possess");
    QVERIFY(play.isPossessed());
    QCOMPARE(play.view(), window.viewLayout().activeView());
    QTRY_VERIFY(play.view()->isMouseCaptured());
    QTRY_VERIFY2(label->text().startsWith("PLAYING  tick "), qPrintable(label->text()));
    play.stop();
    QVERIFY(!label->isVisible());
}

void TestPlayInEditor::theViewThatLeftThePlayerLooksAsBeforeTheGame()
{
    auto& view = m_fixture.view(ViewKind::Perspective);
    const auto before = view.camera().camera();
    m_fixture.command("play.start");
    QCOMPARE(m_fixture.window().play().view(), &view);
    m_fixture.command("play.possess");
    QVERIFY(view.camera().camera().position != before.position);
    m_fixture.command("play.stop");
    QVERIFY(!m_fixture.window().play().isPlaying());
    QVERIFY(view.camera().camera().position == before.position);
    QVERIFY(glm::dot(view.camera().camera().forward(), before.forward()) > 0.999999);
}

void TestPlayInEditor::anotherLayoutLeavesAGameWithoutAViewRunning()
{
    auto& window = m_fixture.window();
    m_fixture.command("play.start");
    m_fixture.command("play.possess");
    window.showLayout(3);
    QVERIFY(window.play().isPlaying());
    const auto ticks = window.play().session()->tickCount();
    QTRY_VERIFY(window.play().session()->tickCount() > ticks);
    m_fixture.command("play.possess");
    QVERIFY(window.play().isPossessed());
    QVERIFY(window.play().view()->isVisible());
}

void TestPlayInEditor::simulatingKeepsTheViewsOfTheEditor()
{
    auto& window = m_fixture.window();
    auto* const view = window.viewLayout().findView(ViewKind::Perspective);
    const auto eyes = view->camera().camera();
    m_fixture.command("play.simulate");
    QVERIFY(window.play().isPlaying());
    QVERIFY(!window.play().isPossessed());
    QVERIFY(view->camera().camera() == eyes);
    QVERIFY(!view->isMouseCaptured());
    QTRY_VERIFY(window.play().session()->tickCount() > 3);
    const auto stood = window.play().session()->player().position;
    QTest::keyPress(view, Qt::Key_W); // of the editor, and nothing to the player
    QTRY_VERIFY(window.play().session()->tickCount() > 30);
    QTest::keyRelease(view, Qt::Key_W);
    QVERIFY(glm::distance(stood, window.play().session()->player().position) < 0.5);
    const auto* command = window.actions().find("play.simulate");
    QVERIFY(!command->isEnabled());
    window.play().stop();
    QVERIFY(view->camera().camera() == eyes);
}

void TestPlayInEditor::whatTheGameMovedIsPickedWhereItIs()
{
    auto& window = m_fixture.window();
    m_fixture.emptyScene();
    m_fixture.addBox({{-6, -0.25, -6}, {6, 0, 6}}, "floor");
    const auto crate = m_fixture.addBox({{-3, 0, -3}, {-2, 1, -2}}, "crate");
    m_fixture.command("play.simulate");
    auto& played = window.play().session()->world();
    Edit edit;
    edit.swaps.push_back(swapTo(crate, TransformComponent{.position = {5, 0, 0}}));
    played.apply(edit);
    auto& top = m_fixture.view(ViewKind::Top);
    auto& selection = m_fixture.document().selection();
    const auto click = [&](const Vec3d& place) {
        selection.clear();
        QTest::mouseClick(&top, Qt::LeftButton, {}, top.positionOf(place).toPoint());
    };
    click({2.5, 1, -2.5});
    QCOMPARE(selection.entities(), std::vector{crate});
    click({-2.5, 1, -2.5});
    QVERIFY(!selection.contains(crate)); // where its author put it
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty()) {
        click({2.5, 1, -2.5});
        QTest::qWait(200);
        window.grab().save(folder + "/picked_where_it_is.png");
    }
    window.play().stop();
    click({-2.5, 1, -2.5});
    QCOMPARE(selection.entities(), std::vector{crate});
}

void TestPlayInEditor::whatTheGameSpawnedIsInTheSceneBrowser()
{
    auto& window = m_fixture.window();
    m_fixture.emptyScene();
    m_fixture.addBox({{-6, -0.25, -6}, {6, 0, 6}}, "floor");
    auto* list = window.findChild<QTreeWidget*>("spawnedObjects");
    auto* headline = window.findChild<QLabel*>("inspectorHeadline");
    auto* values = window.findChild<QTreeWidget*>("playedValues");
    QVERIFY(list != nullptr);
    QTRY_VERIFY(!list->isVisible()); // that of the game before
    m_fixture.command("play.simulate");
    QTRY_VERIFY(list->isVisible());
    QCOMPARE(list->topLevelItemCount(), 1); // the player of a level without a start
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->topLevelItem(0)).center());
    QVERIFY2(headline->text().endsWith("(spawned by the game)"), qPrintable(headline->text()));
    QVERIFY(values->isVisible() && values->topLevelItemCount() > 1);
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty()) {
        QTest::qWait(200);
        window.grab().save(folder + "/spawned.png");
    }
    window.play().stop();
    QTRY_VERIFY(!list->isVisible());
    QTRY_VERIFY(!values->isVisible());
    QVERIFY(!headline->text().contains("spawned"));
}

void TestPlayInEditor::theSpeedStopsAtASixteenthAndAtSixteenTimes()
{
    auto& window = m_fixture.window();
    m_fixture.command("play.start");
    auto* label = window.findChild<QLabel*>("statusPlay");
    m_fixture.command("play.slower");
    QVERIFY2(label->text().endsWith("1/2 speed"), qPrintable(label->text()));
    for (int i = 0; i < 6; ++i)
        m_fixture.command("play.slower");
    QCOMPARE(window.play().speed(), 1.0 / 16);
    QVERIFY2(label->text().endsWith("1/16 speed"), qPrintable(label->text()));
    for (int i = 0; i < 10; ++i)
        m_fixture.command("play.faster");
    QCOMPARE(window.play().speed(), 16.0);
    QVERIFY2(label->text().endsWith("16x speed"), qPrintable(label->text()));
    m_fixture.command("play.normalSpeed");
    QVERIFY2(!label->text().contains("speed"), qPrintable(label->text()));
    m_fixture.command("play.faster");
    window.play().stop();
    m_fixture.command("play.start");
    QCOMPARE(window.play().speed(), 1.0); // not of the game before
}

void TestPlayInEditor::aFastGameTicksMore()
{
    auto& play = m_fixture.window().play();
    m_fixture.command("play.start");
    play.setSpeed(16);
    QElapsedTimer clock;
    clock.start();
    QTRY_VERIFY(play.session()->tickCount() > 300);
    QVERIFY(static_cast<double>(clock.elapsed()) / 1000 < 300 * PlaySession::TickSeconds);
}

WINDOW_TEST(TestPlayInEditor)
} // namespace tst_play_in_editor

#include "tst_play_in_editor.moc"
