#include "editor/app/play/play_controller.h"
#include "editor/app/play/play_window.h"
#include "editor/views/render_hub.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QLabel>
#include <QtTest>

namespace tst_scenes_in_editor
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Games that leave the scene that is open in the editor.
class TestScenesInEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theViewsShowTheOtherSceneAndStopGoesBack();
    void aGameThatEndsStopsPlaying();
    void aGameThatEndsClosesItsWindow();
};

namespace
{
void tickTo(PlayController& play, int count)
{
    for (int i = 0; i < count && play.isPlaying(); ++i)
        play.tickOnce();
}

/// Puts an object into the level that runs the script.
void addScripted(WindowFixture& fixture, const std::string& code)
{
    const auto root = fixture.window().context().assets().project().root;
    ENGINE_EXPECT(writeFileAtomically(root / "scripts" / "asker.as", code));
    auto& document = fixture.document();
    ENGINE_EXPECT(document.run("Add", [&](Transaction& edit) -> Result<void> {
        const auto id = edit.create("asker");
        edit.set(id, TransformComponent{});
        edit.set(id, Script{{"asker.as"}, "Asker", {}});
        return {};
    }));
}
} // namespace

void TestScenesInEditor::theViewsShowTheOtherSceneAndStopGoesBack()
{
    WindowFixture fixture;
    addScripted(fixture, "class Asker : Node { int ticks = 0; void onTick(float dt) { if (++ticks "
                         "== 3) Game::load(\"scenes/patrol.scene.json\"); } }");
    const auto hash = fixture.document().contentHash();
    auto& play = fixture.window().play();
    fixture.command("play.start");
    QVERIFY(play.isPlaying());
    play.setPaused(true);
    tickTo(play, 20);
    QVERIFY(!play.session()->playsEdited());
    QCOMPARE(play.session()->scene(), std::string{"scenes/patrol.scene.json"});
    QVERIFY(fixture.window().context().playSession() == nullptr); // its ids mean others
    const auto* label = fixture.window().findChild<QLabel*>("statusPlay");
    QVERIFY2(label->text().contains("patrol"), qPrintable(label->text()));
    auto& view = fixture.view(ViewKind::Perspective);
    const auto frames = view.frameCount();
    view.refresh();
    QTRY_VERIFY(view.frameCount() > frames);
    play.stop();
    QCOMPARE(fixture.document().contentHash(), hash);
    QVERIFY(fixture.window().renderHub()->played() == nullptr);
}

void TestScenesInEditor::aGameThatEndsStopsPlaying()
{
    WindowFixture fixture;
    addScripted(fixture, "class Asker : Node { void onTick(float dt) { Game::quit(); } }");
    const QSignalSpy begun{&fixture.window().play(), &PlayController::started};
    fixture.command("play.start");
    QCOMPARE(begun.count(), 1);
    QTRY_VERIFY(!fixture.window().play().isPlaying());
}

void TestScenesInEditor::aGameThatEndsClosesItsWindow()
{
    const QTemporaryDir home;
    const auto project = createProject(fs::path{home.path().toStdString()} / "rooms", "two_rooms");
    VERIFY_OK(project);
    const auto app = readFile(project->root / "project.json");
    VERIFY_OK(app);
    QVERIFY(app->find("\"game.as:TwoRooms\"") != std::string::npos); // the copy has it, too
    PlayWindow window{*project};
    VERIFY_OK(window.start(project->root / project->startScene));
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto* session = window.playSession();
    auto* view = window.playView();
    QTRY_VERIFY(session->tickCount() > 5);
    view->captureMouse();
    const auto press = [&](Qt::Key key) {
        QTest::keyPress(view, key);
        const auto tick = session->tickCount();
        QTRY_VERIFY(session->tickCount() > tick + 2);
        QTest::keyRelease(view, key);
        QTRY_VERIFY(session->tickCount() > tick + 5);
    };
    press(Qt::Key_E); // Play
    QCOMPARE(session->scene(), std::string{"scenes/hall.scene.json"});
    QTest::mousePress(view, Qt::RightButton, {}, view->rect().center());
    const auto tick = session->tickCount();
    QTRY_VERIFY(session->tickCount() > tick + 3);
    QTest::mouseRelease(view, Qt::RightButton, {}, view->rect().center());
    QTRY_VERIFY(session->tickCount() > tick + 6);
    press(Qt::Key_W); // round to the last row
    QTest::keyPress(view, Qt::Key_E);
    QTRY_VERIFY(!window.isVisible());
}

WINDOW_TEST(TestScenesInEditor)
} // namespace tst_scenes_in_editor

#include "tst_scenes_in_editor.moc"
