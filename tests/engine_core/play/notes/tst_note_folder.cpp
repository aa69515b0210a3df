#include "engine_core/assets/project/project.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/play/notes/note_export.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/world/world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_note_folder
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const std::string Png = "\x89PNG\r\n\x1a\n and the rest";

/// In the folder of the project, with a picture.
StoredNote putNote(const fs::path& project, const std::string& text)
{
    auto note = newNote(NoteKind::Bug);
    note.text = text;
    note.picture = notePictureName(note);
    StoredNote stored{noteFileName(note), std::move(note)};
    ENGINE_EXPECT(saveNote(project, stored));
    ENGINE_EXPECT(writeFileAtomically(noteFolder(project) / stored.note.picture, Png));
    return stored;
}

std::size_t filesIn(const fs::path& folder)
{
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
}
} // namespace

class TestNoteFolder : public QObject
{
    Q_OBJECT
private Q_SLOTS:

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"ours", "theirs"})
            VERIFY_OK(createProject(path(name), "empty"));
    }

    void aProjectWithoutNotesHasNone();
    void notesAreSavedAndListedByDate();
    void oneBadFileIsAProblemAndTheRestIsRead();
    void linksOutOfTheProjectAreNotFollowed();
    void notesOfOthersComeInWithTheirPictures();
    void theSameNoteTwiceIsMerged();
    void importedNamesAreOurs();
    void aFileOfOursThatCannotBeReadStays();
    void changedAndGoneObjectsAreTold();
    void textsOfStrangersStayTexts();
    void formulasAreNoFormulas_data();
    void formulasAreNoFormulas();
    void exportsTellWhatIsGoneFromWhatChanged();
    void aSiteIsAFolderOfItsOwn();
    void theEndingSaysWhatIsExported();

private:
    [[nodiscard]] fs::path path(const char* name) const
    {
        return m_folder->filePath(name).toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestNoteFolder::aProjectWithoutNotesHasNone()
{
    const auto list = readNotes(path("ours"));
    QVERIFY(list.notes.empty() && list.problems.empty());
    QVERIFY(!fs::exists(noteFolder(path("ours")))); // asking makes nothing
}

void TestNoteFolder::notesAreSavedAndListedByDate()
{
    auto late = putNote(path("ours"), "late");
    late.note.date = "2030-01-01T00:00:00Z";
    VERIFY_OK(saveNote(path("ours"), late));
    const auto now = putNote(path("ours"), "now");
    const auto list = readNotes(path("ours"));
    QVERIFY(list.problems.empty());
    QVERIFY((list.notes == std::vector{now, late}));
    QVERIFY(*readNoteFile(path("ours"), now.file) == now.note);
    auto broken = now;
    broken.note.text = std::string(20'000, 'a');
    QVERIFY(!saveNote(path("ours"), broken));
    broken = now;
    broken.file = "../x.note.json";
    QVERIFY(!saveNote(path("ours"), broken));
    QVERIFY(readNotes(path("ours")).notes == list.notes);
}

void TestNoteFolder::oneBadFileIsAProblemAndTheRestIsRead()
{
    const auto good = putNote(path("ours"), "good");
    VERIFY_OK(writeFileAtomically(noteFolder(path("ours")) / "bad.note.json", "{"));
    VERIFY_OK(writeFileAtomically(noteFolder(path("ours")) / "other.txt", "no note"));
    fs::create_directory(noteFolder(path("ours")) / "folder.note.json");
    const auto list = readNotes(path("ours"));
    QVERIFY(list.notes == std::vector{good});
    QCOMPARE(list.problems.size(), std::size_t{2});
}

void TestNoteFolder::linksOutOfTheProjectAreNotFollowed()
{
    const auto note = putNote(path("ours"), "x");
    const auto secret = path("secret.png");
    VERIFY_OK(writeFileAtomically(secret, Png));
    const auto picture = noteFolder(path("ours")) / note.note.picture;
    fs::remove(picture);
    fs::create_symlink(secret, picture);
    QVERIFY(!noteFilePath(path("ours"), note.note.picture));
    QVERIFY(!noteFilePath(path("ours"), "../../secret.png"));
    const auto site = path("site");
    VERIFY_OK(writeNoteSite(path("ours"), readNotes(path("ours")).notes, "x", site));
    QCOMPARE(filesIn(site / "pictures"), std::size_t{0});
}

void TestNoteFolder::notesOfOthersComeInWithTheirPictures()
{
    const auto mine = putNote(path("ours"), "mine");
    const auto theirs = putNote(path("theirs"), "theirs");
    for (const auto& from : {path("theirs"), noteFolder(path("theirs"))}) {
        const auto import = importNotes(path("ours"), from);
        VERIFY_OK(import);
        QVERIFY(import->problems.empty());
        QCOMPARE(import->added + import->known, std::size_t{1});
    }
    QCOMPARE(readNotes(path("ours")).notes.size(), std::size_t{2});
    QCOMPARE(filesIn(noteFolder(path("ours"))), std::size_t{4});
    QCOMPARE(*readFile(*noteFilePath(path("ours"), theirs.note.picture)), Png);
    QVERIFY(!importNotes(path("ours"), path("ours")));
    QVERIFY(!importNotes(path("ours"), path("nowhere")));
}

void TestNoteFolder::theSameNoteTwiceIsMerged()
{
    auto ours = putNote(path("ours"), "x");
    auto theirs = ours;
    ours.note.answers = {{"Ann", "2026-11-28T02:00:00Z", "ours", {}}};
    ours.note.changed = "2040-11-28T02:00:00Z";
    ours.note.assignee = "Ann";
    theirs.note.answers = {{"Bob", "2026-11-28T01:00:00Z", "theirs", {}}};
    theirs.note.changed = "2040-11-28T03:00:00Z";
    theirs.note.state = NoteState::Fixed;
    VERIFY_OK(saveNote(path("ours"), ours));
    VERIFY_OK(saveNote(path("theirs"), theirs));
    const auto import = importNotes(path("ours"), path("theirs"));
    VERIFY_OK(import);
    QCOMPARE(import->changed, std::size_t{1});
    const auto merged = readNotes(path("ours")).notes.at(0).note;
    QCOMPARE(merged.answers.size(), std::size_t{2});
    QCOMPARE(merged.answers[0].text, std::string{"theirs"}); // by date
    QCOMPARE(merged.state, NoteState::Fixed);                // the later change
    QCOMPARE(importNotes(path("ours"), path("theirs"))->known, std::size_t{1});
    // The other way round nothing is lost either.
    VERIFY_OK(importNotes(path("theirs"), path("ours")));
    QVERIFY(readNotes(path("theirs")).notes.at(0).note == merged);
}

void TestNoteFolder::importedNamesAreOurs()
{
    const auto mine = putNote(path("ours"), "mine");
    const auto before = *readFile(noteFolder(path("ours")) / mine.file);
    auto theirs = putNote(path("theirs"), "theirs");
    theirs.note.picture = mine.note.picture; // as if to overwrite ours
    theirs.file = mine.file;
    VERIFY_OK(saveNote(path("theirs"), theirs));
    VERIFY_OK(
        writeFileAtomically(noteFolder(path("theirs")) / mine.note.picture, Png + " of others"));
    VERIFY_OK(importNotes(path("ours"), path("theirs")));
    QCOMPARE(*readFile(noteFolder(path("ours")) / mine.file), before);
    QCOMPARE(*readFile(noteFolder(path("ours")) / mine.note.picture), Png);
}

void TestNoteFolder::aFileOfOursThatCannotBeReadStays()
{
    const auto note = putNote(path("theirs"), "x");
    const auto ours = noteFolder(path("ours")) / note.file;
    const std::string conflict = "<<<<<<< HEAD\n"; // as version control leaves it
    fs::create_directories(noteFolder(path("ours")));
    VERIFY_OK(writeFileAtomically(ours, conflict));
    const auto import = importNotes(path("ours"), path("theirs"));
    VERIFY_OK(import);
    QCOMPARE(import->added + import->changed + import->known, std::size_t{0});
    QCOMPARE(import->problems.size(), std::size_t{1});
    QCOMPARE(*readFile(ours), conflict);
}

void TestNoteFolder::changedAndGoneObjectsAreTold()
{
    TypeRegistry types;
    registerComponents(types);
    World world;
    buildRoom(world);
    const auto lamp = addLight(world, {0, 3, 0});
    auto note = newNote(NoteKind::Light);
    QCOMPARE(fitOfNote(note, world, types), NoteFit::Fits); // points at nothing
    note.objects = {noteObject(world, types, lamp)};
    QCOMPARE(fitOfNote(note, world, types), NoteFit::Fits);
    const auto exchange = [&](auto component) {
        Edit edit{{swapTo(lamp, std::move(component))}};
        world.apply(edit);
    };
    auto node = *world.get<Node>(lamp);
    node.name = "another name";
    exchange(node);
    QCOMPARE(fitOfNote(note, world, types), NoteFit::Fits);
    const auto before = *world.get<Light>(lamp);
    auto light = before;
    light.intensity += 1;
    exchange(light);
    QCOMPARE(fitOfNote(note, world, types), NoteFit::Changed);
    exchange(before);
    QCOMPARE(fitOfNote(note, world, types), NoteFit::Fits);
    Edit removal;
    addRemoval(world, lamp, removal);
    world.apply(removal);
    QCOMPARE(fitOfNote(note, world, types), NoteFit::Gone);
}

void TestNoteFolder::textsOfStrangersStayTexts()
{
    auto stored = putNote(path("ours"), "x");
    stored.note.text = "<script>alert(1)</script> ![](http://evil/x.png) [a](javascript:b)";
    stored.note.author = "\" onload=\"x";
    stored.note.scene = "scenes/<img src=x>.scene.json";
    stored.note.answers = {{"<b>", "2026-11-28T01:00:00Z", "</li><script>", {}}};
    const auto page = notesAsWebPage({&stored, 1}, "<title>");
    QVERIFY(page.find("<script") == std::string::npos);
    QVERIFY(page.find("<b>") == std::string::npos);
    QVERIFY(page.find("<img src=x") == std::string::npos);
    QVERIFY(page.find("\" onload") == std::string::npos);
    QVERIFY(page.find("Content-Security-Policy") != std::string::npos);
    const auto text = notesAsMarkdown({&stored, 1}, "p", "notes");
    QVERIFY(text.find("<script") == std::string::npos);
    QVERIFY(text.find("](http") == std::string::npos);
    QVERIFY(text.find("](javascript") == std::string::npos);
    QVERIFY(text.find("![](notes/" + stored.note.picture + ")") != std::string::npos);
}

void TestNoteFolder::formulasAreNoFormulas_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " \n=1", "|cmd", "%0A=1", "＝1"})
        QTest::newRow(text) << QByteArray{text};
}

void TestNoteFolder::formulasAreNoFormulas()
{
    QFETCH(QByteArray, text);
    auto stored = putNote(path("ours"), "x");
    stored.note.text = text.toStdString();
    stored.note.assignee = "says \"hm\", twice";
    const auto table = notesAsCsv({&stored, 1});
    QVERIFY(table.find(",open,'" + text.toStdString()) != std::string::npos ||
            table.find(",open,\"'" + text.toStdString()) != std::string::npos);
    QVERIFY(table.find("\"says \"\"hm\"\", twice\"") != std::string::npos);
}

void TestNoteFolder::exportsTellWhatIsGoneFromWhatChanged()
{
    auto stored = putNote(path("ours"), "x");
    stored.note.objects = {{EntityId{1}, "door", 0, {}}};
    const auto says = [&](NoteFit fit, const std::string& sentence) {
        const auto fitOf = [fit](const Note&) {
            return fit;
        };
        return notesAsWebPage({&stored, 1}, "p", fitOf).find(sentence) != std::string::npos &&
               notesAsMarkdown({&stored, 1}, "p", "notes", fitOf).find(sentence) !=
                   std::string::npos;
    };
    QVERIFY(says(NoteFit::Changed, "What it points at has changed since."));
    QVERIFY(says(NoteFit::Gone, "What it points at is no longer there."));
    QVERIFY(!says(NoteFit::Fits, "What it points at"));
}

void TestNoteFolder::aSiteIsAFolderOfItsOwn()
{
    const auto note = putNote(path("ours"), "Ends here");
    VERIFY_OK(writeFileAtomically(noteFolder(path("ours")) / "no.png", "no picture"));
    auto odd = putNote(path("ours"), "odd");
    odd.note.picture = "no.png";
    VERIFY_OK(saveNote(path("ours"), odd));
    const auto site = path("site");
    const auto notes = readNotes(path("ours")).notes;
    VERIFY_OK(writeNoteSite(path("ours"), notes, "Room", site));
    const auto page = readFile(site / "index.html");
    VERIFY_OK(page);
    QVERIFY(page->find("Ends here") != std::string::npos);
    QVERIFY(page->find("pictures/" + note.note.picture) != std::string::npos);
    QCOMPARE(filesIn(site / "pictures"), std::size_t{1});
    QVERIFY(!writeNoteSite(path("ours"), notes, "Room", site)); // what is there stays
    QCOMPARE(*readFile(site / "index.html"), *page);
}

void TestNoteFolder::theEndingSaysWhatIsExported()
{
    putNote(path("ours"), "Ends here");
    const auto notes = readNotes(path("ours")).notes;
    const auto table = exportNotes(path("ours"), notes, "Room", path("notes.csv"));
    VERIFY_OK(table);
    QVERIFY(*table == path("notes.csv"));
    QCOMPARE(*readFile(*table), notesAsCsv(notes));
    const auto text = exportNotes(path("ours"), notes, "Room", path("notes.md"));
    VERIFY_OK(text);
    QCOMPARE(*readFile(*text),
             notesAsMarkdown(notes, "Room", noteFolderSeenFrom(*text, path("ours"))));
    const auto page = exportNotes(path("ours"), notes, "Room", path("page"));
    VERIFY_OK(page);
    QVERIFY(*page == path("page") / "index.html");
    QVERIFY(fs::exists(*page));
    QVERIFY(!exportNotes(path("ours"), notes, "Room", path("page")));
}

PLAIN_TEST(TestNoteFolder)
} // namespace tst_note_folder

#include "tst_note_folder.moc"
