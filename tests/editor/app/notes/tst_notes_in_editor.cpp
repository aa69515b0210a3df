#include "editor/app/notes/note_card.h"
#include "editor/app/notes/note_desk.h"
#include "editor/app/notes/project_notes.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/panels/notes/note_detail.h"
#include "editor/panels/notes/notes_panel.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTreeView>

#include <cmath>

namespace tst_notes_in_editor
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Notes from the key in the game to the dock.
class TestNotesInEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void nHoldsTheGameAndEscLetsItGoOn();
    void enterKeepsWordsDrawingAndPicture();
    void theCardIsMovedAside();
    void anEmptyNoteIsNotSaved();
    void theKeyRaisesTheCardThatIsOpen();
    void aGameThatHasTheKeyKeepsIt();
    void aNoteWhileEditingIsAboutTheView();
    void whatIsEditedInTheDockIsAStep();
    void aDeletedNoteComesBackWithUndo();
    void theStateIsChosenInTheList();
    void marksAreClicked();
    void aVisitLooksFromWhereItWasWritten();
    void editsTellWhichNotesNoLongerFit();
    void notesOfOthersAppear();
    void aNoteThatCannotBeWrittenComesBack();
    void aNoteGoesWithoutARecordingThatIsNotThere();
    void aNoteSeenFromFarAwayIsKept();
    void aCardIsKeptWhenAnotherSceneOpens();
    void anImportedNoteIsDeletedAgain();
    void aVisitShowsTheMomentOfTheRecording();
    void aLinkedRecordingIsNotOpened();

private:
    [[nodiscard]] MainWindow& window() { return m_fixture.window(); }

    [[nodiscard]] ProjectNotes& notes() { return window().context().notes(); }

    [[nodiscard]] fs::path project() { return window().context().assets().project().root; }

    [[nodiscard]] NoteCard* card() { return window().findChild<NoteCard*>(); }

    ViewportWidget& startGame();
    StoredNote putNote(const std::string& text, const Vec3d& place = {0, 1, 0});
    void showDock();

    WindowFixture m_fixture;
};

void TestNotesInEditor::cleanup()
{
    window().play().stop();
    fs::remove_all(noteFolder(project()));
    notes().refresh();
    notes().finish();
    QVERIFY(notes().notes().empty());
}

ViewportWidget& TestNotesInEditor::startGame()
{
    m_fixture.command("play.start");
    auto& view = *window().play().view();
    (void)QTest::qWaitFor([&] { return window().play().session()->tickCount() > 3; });
    return view;
}

StoredNote TestNotesInEditor::putNote(const std::string& text, const Vec3d& place)
{
    auto note = newNote(NoteKind::Bug);
    note.text = text;
    note.scene = notes().scene();
    note.place = place;
    note.camera = NoteCamera{{1, 2, 3}, {0, 0, -1}, 70, {}};
    StoredNote stored{noteFileName(note), note};
    ENGINE_EXPECT(saveNote(project(), stored));
    notes().refresh();
    notes().finish();
    return stored;
}

void TestNotesInEditor::showDock()
{
    window().context().showPanel("notes");
    QTRY_VERIFY(window().dock("notes")->isVisible());
}

void TestNotesInEditor::nHoldsTheGameAndEscLetsItGoOn()
{
    auto& view = startGame();
    QVERIFY(view.isMouseCaptured());
    QTest::keyClick(&view, Qt::Key_N);
    QVERIFY(card() != nullptr);
    QVERIFY(window().play().isPaused());
    QVERIFY(!view.isMouseCaptured());
    auto* text = card()->findChild<QPlainTextEdit*>();
    QTest::keyClicks(text, "wasd n"); // is text, and no command
    QCOMPARE(card()->text(), std::string{"wasd n"});
    const auto ticks = window().play().session()->tickCount();
    QTest::keyClick(text, Qt::Key_Escape);
    QTRY_VERIFY(card() == nullptr);
    QVERIFY(!window().play().isPaused());
    QVERIFY(view.isMouseCaptured());
    QTRY_VERIFY(window().play().session()->tickCount() > ticks);
    QVERIFY(!fs::exists(noteFolder(project())));
}

void TestNotesInEditor::enterKeepsWordsDrawingAndPicture()
{
    auto& view = startGame();
    const auto seen = window().play().session()->camera();
    QTest::keyClick(&view, Qt::Key_N);
    QVERIFY(card() != nullptr);
    const auto middle = card()->rect().center();
    const auto around = [&](int degree) {
        return middle + QPoint{static_cast<int>(60 * std::cos(radians(double(degree)))),
                               static_cast<int>(70 * std::sin(radians(double(degree))))};
    };
    QTest::mousePress(card(), Qt::LeftButton, {}, around(0));
    for (int degree = 15; degree <= 360; degree += 15)
        QTest::mouseMove(card(), around(degree));
    QTest::mouseRelease(card(), Qt::LeftButton, {}, around(360));
    auto* text = card()->findChild<QPlainTextEdit*>();
    QVERIFY(text->hasFocus()); // what is typed after a line is text
    QTest::keyClick(text, Qt::Key_4, Qt::AltModifier);
    QTest::keyClicks(text, "Too dark behind");
    QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(text, "the door");
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty())
        window().grab().save(folder + "/note_card.png");
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(!window().play().isPaused());
    QTRY_COMPARE(readNotes(project()).notes.size(), std::size_t{1});
    const auto note = readNotes(project()).notes.at(0).note;
    QCOMPARE(note.text, std::string{"Too dark behind\nthe door"});
    QCOMPARE(note.kind, NoteKind::Light);
    QCOMPARE(note.scene, notes().scene());
    QCOMPARE(note.sceneHash, m_fixture.document().contentHash());
    QVERIFY(note.tick && *note.tick > 0);
    QVERIFY(note.camera && glm::distance(note.camera->position, seen.position) < 0.5);
    QCOMPARE(note.drawing.size(), std::size_t{1});
    QVERIFY(!note.drawing[0].points.empty());
    QCOMPARE(note.objects.size(), std::size_t{1}); // the wall that is drawn on
    QVERIFY(m_fixture.world().exists(note.objects[0].id));
    const auto picture = noteFilePath(project(), note.picture);
    VERIFY_OK(picture);
    const QImage image{QString::fromStdString(picture->string())};
    QCOMPARE(image.size(), view.size() * view.devicePixelRatio());
    QVERIFY(!m_fixture.document().isModified());
    QTRY_COMPARE(notes().notes().size(), std::size_t{1});
}

void TestNotesInEditor::theCardIsMovedAside()
{
    auto& view = startGame();
    QTest::keyClick(&view, Qt::Key_N);
    auto* frame = card()->findChild<QFrame*>(QString{}, Qt::FindDirectChildrenOnly);
    QVERIFY(frame != nullptr);
    const auto before = frame->pos();
    const QPoint held{3, 3}; // beside its parts
    QTest::mousePress(frame, Qt::LeftButton, {}, held);
    QTest::mouseMove(frame, held - QPoint{0, 120});
    QTest::mouseRelease(frame, Qt::LeftButton, {}, held);
    QCOMPARE(before.y() - frame->pos().y(), 120);
    QVERIFY(card()->findChild<QPlainTextEdit*>()->hasFocus());
    QTest::keyClick(card()->findChild<QPlainTextEdit*>(), Qt::Key_Escape);
    QVERIFY(!fs::exists(noteFolder(project())) || fs::is_empty(noteFolder(project())));
}

void TestNotesInEditor::anEmptyNoteIsNotSaved()
{
    auto& view = startGame();
    QTest::keyClick(&view, Qt::Key_N);
    auto* text = card()->findChild<QPlainTextEdit*>();
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(card() != nullptr); // goes on waiting for words
    QTest::keyClick(text, Qt::Key_Escape);
    QTRY_VERIFY(card() == nullptr);
}

void TestNotesInEditor::theKeyRaisesTheCardThatIsOpen()
{
    window().viewLayout().setActiveView(&m_fixture.view(ViewKind::Perspective));
    QVERIFY(!window().noteDesk().taker().raise());
    m_fixture.command("notes.write");
    const auto* first = card();
    QVERIFY(first != nullptr);
    QTest::keyClicks(card()->findChild<QPlainTextEdit*>(), "Half a");
    m_fixture.command("notes.write");
    QCOMPARE(window().findChildren<NoteCard*>().size(), 1);
    QVERIFY(card() == first);
    QCOMPARE(card()->text(), std::string{"Half a"});
    QTest::keyClick(card(), Qt::Key_Escape);
    QTRY_VERIFY(card() == nullptr);
}

void TestNotesInEditor::aGameThatHasTheKeyKeepsIt()
{
    auto& view = startGame();
    auto map = InputMap::usual();
    map.actions.push_back({});
    map.actions.back().name = "Nap";
    map.actions.back().bindings = {*InputSource::named("key.N")};
    view.releaseMouseCapture();
    view.setGameInput([map] { return map; });
    view.captureMouse();
    QTest::keyClick(&view, Qt::Key_N);
    QVERIFY(card() == nullptr);
    m_fixture.command("notes.write");
    QVERIFY(card() != nullptr);
    QTest::keyClick(card(), Qt::Key_Escape);
    QTRY_VERIFY(card() == nullptr);
    view.releaseMouseCapture(); // without the mouse the game has no keys
    QTest::keyClick(&view, Qt::Key_N);
    QVERIFY(card() != nullptr);
    QTest::keyClick(card(), Qt::Key_Escape);
    QTRY_VERIFY(card() == nullptr);
}

void TestNotesInEditor::aNoteWhileEditingIsAboutTheView()
{
    auto& view = m_fixture.view(ViewKind::Perspective);
    window().viewLayout().setActiveView(&view);
    m_fixture.command("notes.write");
    QVERIFY(card() != nullptr);
    QTest::keyClicks(card()->findChild<QPlainTextEdit*>(), "Move this");
    QTest::keyClick(card()->findChild<QPlainTextEdit*>(), Qt::Key_Return);
    QTRY_COMPARE(readNotes(project()).notes.size(), std::size_t{1});
    const auto note = readNotes(project()).notes.at(0).note;
    QVERIFY(!note.tick);
    QVERIFY(note.camera);
    QVERIFY(glm::distance(note.camera->position, view.camera().camera().position) < 1e-6);
}

void TestNotesInEditor::whatIsEditedInTheDockIsAStep()
{
    const auto stored = putNote("Door shuts too fast");
    const auto before = *readFile(noteFolder(project()) / stored.file);
    showDock();
    auto* panel = window().findChild<NotesPanel*>();
    QVERIFY(panel != nullptr);
    notes().setCurrent(stored.file);
    auto* state = panel->findChild<QComboBox*>("noteState");
    QVERIFY(notes().find(stored.file) != nullptr);
    QTRY_VERIFY(state->isVisible());
    Q_EMIT state->activated(static_cast<int>(NoteState::Fixed));
    notes().finish();
    QCOMPARE(notes().find(stored.file)->note.state, NoteState::Fixed);
    QVERIFY(!notes().find(stored.file)->note.changed.empty());
    QVERIFY(!m_fixture.document().isModified());
    auto* answer = panel->findChild<QLineEdit*>("noteAnswer");
    answer->setText("Slower now");
    Q_EMIT answer->returnPressed();
    notes().finish();
    QCOMPARE(readNoteFile(project(), stored.file)->answers.at(0).text, std::string{"Slower now"});
    m_fixture.document().undo();
    m_fixture.document().undo();
    QCOMPARE(*readFile(noteFolder(project()) / stored.file), before);
    m_fixture.document().redo();
    QCOMPARE(readNoteFile(project(), stored.file)->state, NoteState::Fixed);
    m_fixture.document().undo();
}

void TestNotesInEditor::aDeletedNoteComesBackWithUndo()
{
    auto stored = putNote("By mistake");
    stored.note.picture = notePictureName(stored.note);
    VERIFY_OK(writeFileAtomically(noteFolder(project()) / stored.note.picture, "x"));
    VERIFY_OK(saveNote(project(), stored));
    notes().refresh();
    notes().finish();
    notes().remove(stored.file);
    notes().finish();
    QVERIFY(notes().notes().empty());
    QVERIFY(fs::is_empty(noteFolder(project())));
    m_fixture.document().undo();
    notes().finish();
    QVERIFY(notes().notes() == std::vector{stored});
    QVERIFY(noteFilePath(project(), stored.note.picture));
    m_fixture.document().redo();
    notes().finish();
    QVERIFY(notes().notes().empty());
    m_fixture.document().undo();
}

void TestNotesInEditor::theStateIsChosenInTheList()
{
    const auto stored = putNote("Door shuts too fast");
    showDock();
    auto* list = window().findChild<QTreeView*>("notesList");
    QTRY_COMPARE(list->model()->rowCount(), 1);
    list->setFocus();
    list->edit(list->model()->index(0, NotesModel::StateColumn));
    auto* box = list->viewport()->findChild<QComboBox*>();
    QVERIFY(box != nullptr);
    QTRY_VERIFY(box->hasFocus());
    box->setCurrentIndex(static_cast<int>(NoteState::Fixed));
    Q_EMIT box->activated(box->currentIndex());
    QTRY_VERIFY(list->viewport()->findChild<QComboBox*>() == nullptr);
    notes().finish();
    QCOMPARE(notes().find(stored.file)->note.state, NoteState::Fixed);
}

void TestNotesInEditor::marksAreClicked()
{
    auto& view = m_fixture.view(ViewKind::Top);
    const auto far = putNote("far", {3, 1, 3});
    const auto near = putNote("near", {0, 1, 0});
    view.focusOn({{-5, 0, -5}, {5, 3, 5}});
    view.camera().animate(1); // to where it moves
    view.paintNow();
    const auto at = view.positionOf(near.note.place).toPoint();
    QTest::mouseClick(&view, Qt::LeftButton, {}, at);
    QTRY_COMPARE(notes().current(), near.file);
    QTRY_VERIFY(window().dock("notes")->isVisible());
    window().noteDesk().markers().setShown(false);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.positionOf(far.note.place).toPoint());
    QCOMPARE(notes().current(), near.file);
    window().noteDesk().markers().setShown(true);
}

void TestNotesInEditor::aVisitLooksFromWhereItWasWritten()
{
    const auto stored = putNote("Look");
    showDock();
    auto* list = window().findChild<QTreeView*>("notesList");
    QTRY_COMPARE(list->model()->rowCount(), 1);
    const auto row = list->model()->index(0, NotesModel::TextColumn);
    list->setCurrentIndex(row);
    Q_EMIT list->doubleClicked(row);
    auto& view = m_fixture.view(ViewKind::Perspective);
    QTRY_VERIFY(glm::distance(view.camera().camera().position, Vec3d{1, 2, 3}) < 1e-3);
    QVERIFY(glm::distance(view.camera().camera().forward(), Vec3d{0, 0, -1}) < 1e-3);
}

void TestNotesInEditor::editsTellWhichNotesNoLongerFit()
{
    const auto box = m_fixture.addBox({{0, 0, 0}, {1, 1, 1}}, "crate");
    auto stored = putNote("This crate");
    stored.note.objects = {noteObject(m_fixture.world(), m_fixture.document().types(), box)};
    VERIFY_OK(saveNote(project(), stored));
    notes().refresh();
    notes().finish();
    QCOMPARE(notes().fitOf(notes().notes().at(0)), NoteFit::Fits);
    int told = 0;
    const auto connection = notes().fitsChanged.connect([&] { ++told; });
    m_fixture.document().undo(); // there is no crate any more
    QTRY_VERIFY(told > 0);
    QCOMPARE(notes().fitOf(notes().notes().at(0)), NoteFit::Gone);
    m_fixture.document().redo();
    QTRY_VERIFY(told > 1);
    QCOMPARE(notes().fitOf(notes().notes().at(0)), NoteFit::Fits);
    m_fixture.document().undo();
}

void TestNotesInEditor::notesOfOthersAppear()
{
    putNote("first");
    auto other = newNote(NoteKind::Idea);
    other.text = "from git";
    VERIFY_OK(saveNote(project(), {noteFileName(other), other}));
    QTRY_COMPARE(notes().notes().size(), std::size_t{2});
    notes().refresh();
    VERIFY_OK(createProject(m_fixture.folder() / "tester", "empty"));
    auto theirs = newNote(NoteKind::Art);
    theirs.text = "of a tester";
    VERIFY_OK(saveNote(m_fixture.folder() / "tester", {noteFileName(theirs), theirs}));
    notes().import(m_fixture.folder() / "tester");
    QTRY_COMPARE(notes().notes().size(), std::size_t{3});
    QVERIFY2(m_fixture.said().startsWith("1 note added"), qPrintable(m_fixture.said()));
    notes().exportTo(m_fixture.folder() / "site", notes().notes());
    QTRY_VERIFY(fs::exists(m_fixture.folder() / "site" / "index.html"));
}

void TestNotesInEditor::aNoteThatCannotBeWrittenComesBack()
{
    VERIFY_OK(writeFileAtomically(noteFolder(project()), "no folder"));
    window().viewLayout().setActiveView(&m_fixture.view(ViewKind::Perspective));
    m_fixture.command("notes.write");
    auto* text = card()->findChild<QPlainTextEdit*>();
    QTest::keyClick(text, Qt::Key_2, Qt::AltModifier);
    QTest::keyClicks(text, "Do not lose this");
    QTest::keyClick(text, Qt::Key_Return);
    const auto isBack = [this] {
        const auto* trouble =
            card() != nullptr ? card()->findChild<QLabel*>("noteTrouble") : nullptr;
        return trouble != nullptr && trouble->isVisible();
    };
    QTRY_VERIFY(isBack());
    QCOMPARE(card()->text(), std::string{"Do not lose this"});
    QCOMPARE(card()->kind(), NoteKind::Idea);
    fs::remove(noteFolder(project()));
    QTest::keyClick(card()->findChild<QPlainTextEdit*>(), Qt::Key_Return);
    QTRY_COMPARE(readNotes(project()).notes.size(), std::size_t{1});
    QCOMPARE(readNotes(project()).notes[0].note.text, std::string{"Do not lose this"});
    QTRY_VERIFY(card() == nullptr);
}

void TestNotesInEditor::aNoteGoesWithoutARecordingThatIsNotThere()
{
    NoteMoment moment;
    moment.project = project();
    moment.note = newNote(NoteKind::Bug);
    moment.note.text = "words";
    moment.recording = m_fixture.folder() / "gone.recording";
    VERIFY_OK(writeNote(moment));
    QCOMPARE(moment.warnings.size(), std::size_t{1});
    const auto list = readNotes(project());
    QCOMPARE(list.notes.size(), std::size_t{1});
    QVERIFY(list.notes[0].note.recording.empty());
}

void TestNotesInEditor::aNoteSeenFromFarAwayIsKept()
{
    auto& view = m_fixture.view(ViewKind::Perspective);
    const auto before = view.camera().camera();
    auto far = before;
    far.position.y = WorldLimit * 2;
    view.camera().setCamera(far);
    auto moment = momentOf(view, m_fixture.document(), project(), notes().scene(), {});
    view.camera().setCamera(before);
    moment.note.text = "far";
    VERIFY_OK(writeNote(moment));
    QCOMPARE(readNotes(project()).notes.size(), std::size_t{1});
}

void TestNotesInEditor::aCardIsKeptWhenAnotherSceneOpens()
{
    window().viewLayout().setActiveView(&m_fixture.view(ViewKind::Perspective));
    m_fixture.command("notes.write");
    QTest::keyClicks(card()->findChild<QPlainTextEdit*>(), "About the old scene");
    const auto scene = notes().scene();
    window().noteDesk().taker().leaveScene();
    QVERIFY(!window().noteDesk().taker().isOpen());
    QTRY_COMPARE(readNotes(project()).notes.size(), std::size_t{1});
    const auto note = readNotes(project()).notes[0].note;
    QCOMPARE(note.text, std::string{"About the old scene"});
    QCOMPARE(note.scene, scene);
}

void TestNotesInEditor::anImportedNoteIsDeletedAgain()
{
    const auto stored = putNote("twice");
    const auto file = noteFolder(project()) / stored.file;
    notes().remove(stored.file);
    notes().finish();
    QVERIFY(!fs::exists(file));
    VERIFY_OK(saveNote(project(), stored)); // as from a tester's folder
    notes().refresh();
    notes().finish();
    QCOMPARE(notes().notes().size(), std::size_t{1});
    notes().remove(stored.file);
    notes().finish();
    QVERIFY(!fs::exists(file));
    m_fixture.document().undo();
    QVERIFY(fs::exists(file));
}

void TestNotesInEditor::aVisitShowsTheMomentOfTheRecording()
{
    auto& view = startGame();
    QTest::keyClick(&view, Qt::Key_N);
    QVERIFY(card() != nullptr);
    QTest::keyClicks(card()->findChild<QPlainTextEdit*>(), "Here");
    QTest::keyClick(card()->findChild<QPlainTextEdit*>(), Qt::Key_Return);
    QTRY_COMPARE(readNotes(project()).notes.size(), std::size_t{1});
    const auto note = readNotes(project()).notes[0].note;
    QVERIFY(note.tick && *note.tick > 0);
    QCOMPARE(note.recordingTick, *note.tick);
    VERIFY_OK(noteFilePath(project(), note.recording));
    window().play().stop();
    notes().visitWanted(note);
    QTRY_VERIFY_WITH_TIMEOUT(window().play().isPlaying() && window().rewind().isPast(), 20'000);
    QCOMPARE(window().rewind().tick(), static_cast<std::uint64_t>(*note.tick));
}

void TestNotesInEditor::aLinkedRecordingIsNotOpened()
{
    startGame();
    const auto outside = m_fixture.folder() / "outside.recording";
    VERIFY_OK(window().play().recorder()->writeCopy(outside));
    window().play().stop();
    auto stored = putNote("of a stranger");
    stored.note.recording = "x.recording";
    fs::create_symlink(outside, noteFolder(project()) / stored.note.recording);
    notes().visitWanted(stored.note);
    QVERIFY(!window().rewind().progress());
    QVERIFY(!window().play().isPlaying());
}

WINDOW_TEST(TestNotesInEditor)
} // namespace tst_notes_in_editor

#include "tst_notes_in_editor.moc"
