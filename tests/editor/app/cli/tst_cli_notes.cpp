#include "engine_core/assets/project/project.h"
#include "engine_core/play/notes/note_fit.h"
#include "engine_core/play/notes/note_folder.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_notes
{
using namespace engine;
using namespace mapwright::test;

class TestCliNotes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void listsThemAndWhatNoLongerFits();
    void exportsThreeWays();
    void importsAFolder();
    void aBadFileIsNamed();
    void wrongUseIsRefused();

private:
    [[nodiscard]] QString arg(const char* name) const { return m_folder.filePath(name); }

    [[nodiscard]] fs::path path(const char* name) const { return arg(name).toStdString(); }

    QTemporaryDir m_folder;
};

void TestCliNotes::initTestCase()
{
    VERIFY_OK(createProject(path("room"), "empty"));
    VERIFY_OK(createProject(path("other"), "empty"));
    TypeRegistry types;
    registerComponents(types);
    World world;
    buildRoom(world);
    const auto lamp = addLight(world, {0, 3, 0});
    VERIFY_OK(saveScene(world, types, path("room/scenes/start.scene.json")));
    auto fits = newNote(NoteKind::Light);
    fits.text = "The lamp is right";
    fits.scene = "scenes/start.scene.json";
    fits.objects = {noteObject(world, types, lamp)};
    fits.date = "2026-01-01T00:00:00Z";
    auto changed = fits;
    changed.id += 1;
    changed.date = "2026-01-02T00:00:00Z";
    changed.text = "The lamp was wrong";
    changed.objects[0].hash ^= 1U;
    for (const auto& note : {fits, changed})
        VERIFY_OK(saveNote(path("room"), {noteFileName(note), note}));
    auto other = newNote(NoteKind::Bug);
    other.text = "Of another tester";
    VERIFY_OK(saveNote(path("other"), {noteFileName(other), other}));
}

void TestCliNotes::listsThemAndWhatNoLongerFits()
{
    const auto ran = runProgram({"notes", arg("room"), "--json"});
    QCOMPARE(ran.status, 0);
    const auto notes = ran.json()["notes"].toArray();
    QCOMPARE(notes.size(), 2);
    QCOMPARE(notes[0]["text"].toString(), QString{"The lamp is right"});
    QCOMPARE(notes[0]["kind"].toString(), QString{"light"});
    QCOMPARE(notes[0]["fit"].toString(), QString{"fits"});
    QCOMPARE(notes[1]["fit"].toString(), QString{"changed"});
    const auto text = runProgram({"notes", arg("room"), "--list"});
    QVERIFY(text.out.contains("The lamp was wrong (changed)"));
}

void TestCliNotes::exportsThreeWays()
{
    QCOMPARE(runProgram({"notes", arg("room"), "--export", arg("notes.md")}).status, 0);
    QVERIFY(readFile(path("notes.md"))->find("The lamp is right") != std::string::npos);
    QCOMPARE(runProgram({"notes", arg("room"), "--export", arg("notes.csv")}).status, 0);
    QVERIFY(readFile(path("notes.csv"))->find(",The lamp is right,") != std::string::npos);
    const auto ran = runProgram({"notes", arg("room"), "--export", arg("site"), "--json"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(ran.json()["exported"].toInt(), 2);
    QVERIFY(fs::exists(path("site/index.html")));
    QCOMPARE(runProgram({"notes", arg("room"), "--export", arg("site")}).status, 4);
}

void TestCliNotes::importsAFolder()
{
    VERIFY_OK(createProject(path("third"), "empty"));
    const auto ran = runProgram({"notes", arg("third"), "--import", arg("other"), "--json"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(ran.json()["added"].toInt(), 1);
    const auto again = runProgram({"notes", arg("third"), "--import", arg("other"), "--json"});
    QCOMPARE(again.json()["known"].toInt(), 1);
    QCOMPARE(readNotes(path("third")).notes.size(), std::size_t{1});
}

void TestCliNotes::aBadFileIsNamed()
{
    VERIFY_OK(createProject(path("bad"), "empty"));
    VERIFY_OK(makeFolders(path("bad/notes")));
    VERIFY_OK(writeFileAtomically(path("bad/notes/x.note.json"), "{\n\"format\": 9}"));
    const auto ran = runProgram({"notes", arg("bad"), "--json"});
    QCOMPARE(ran.status, 1);
    const auto problem = ran.json()["problems"][0].toString();
    QVERIFY2(problem.contains("x.note.json") && problem.contains("line 2"), qPrintable(problem));
}

void TestCliNotes::wrongUseIsRefused()
{
    QCOMPARE(runProgram({"notes"}).status, 2);
    QCOMPARE(runProgram({"notes", arg("room"), "--list", "--export", arg("x.md")}).status, 2);
    QCOMPARE(runProgram({"notes", arg("nowhere")}).status, 3);
    QCOMPARE(runProgram({"notes", arg("room"), "--import", arg("nowhere")}).status, 3);
}

CORE_TEST(TestCliNotes)
} // namespace tst_cli_notes

#include "tst_cli_notes.moc"
