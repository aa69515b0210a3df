#include "engine_core/base/files/files.h"
#include "engine_core/play/notes/note_folder.h"
#include "engine_core/play/notes/note_names.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/schema_validator.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <random>
#include <set>

namespace tst_note
{
using namespace engine;
using Json = nlohmann::json;

namespace
{
Note wholeNote()
{
    auto note = newNote(NoteKind::Light);
    note.state = NoteState::WontFix;
    note.text = "Too dark \"here\"\n=SUM(1)\tand ümläuts";
    note.author = "Ann";
    note.changed = "2026-11-28T01:00:00Z";
    note.assignee = "Bob";
    note.scene = "scenes/start.scene.json";
    note.sceneHash = 0xfedcba9876543210;
    note.place = {1.5, -2, 1e-7};
    note.camera = NoteCamera{{0.1, 1.7, 3}, {0, 0, -1}, 70, {}};
    note.tick = 1234;
    note.picture = notePictureName(note);
    note.recording = noteRecordingName(note);
    note.recordingTick = 600;
    note.drawing = {{Color{1, 0, 0.25F}, 0.01F, {{0, 0}, {0.5F, 0.125F}}, {}}};
    note.objects = {{EntityId{5}, "door", 77, {}}};
    note.answers = {{"Bob", "2026-11-28T01:00:00Z", "Is meant so", {}}};
    return note;
}

QByteArray textWith(const char* member)
{
    return QByteArray{R"({"format":1,"id":"00000000000000aa","text":"x","place":[0,0,0],)"
                      R"("date":"2026-01-01T00:00:00Z",)"} +
           member + "}";
}
} // namespace

class TestNote : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsBackAsItWasWritten();
    void followsItsSchema();
    void keepsWhatItDoesNotKnow();
    void refusesWhatIsWrongInOneSentenceWithPlace_data();
    void refusesWhatIsWrongInOneSentenceWithPlace();
    void tenThousandMutantsAreHeld();
    void newNotesNeverShareAName();
    void datesAreThoseOfACalendar();
    void titlesAreCutBetweenLetters();
};

void TestNote::readsBackAsItWasWritten()
{
    for (const auto& note : {wholeNote(), newNote(NoteKind::Bug)}) {
        const auto again = readNote(noteText(note), "x");
        VERIFY_OK(again);
        QVERIFY(*again == note);
    }
}

void TestNote::followsItsSchema()
{
    const auto rules = Json::parse(
        *readFile(fs::path{MAPWRIGHT_SOURCE_DIR} / "resources/schemas/note.schema.json"));
    const auto json = Json::parse(noteText(wholeNote()));
    const auto bad = mapwright::test::schemaViolation(json, rules);
    QVERIFY2(bad.empty(), bad.c_str());
    for (const auto& [name, value] : json.items())
        QVERIFY2(rules["properties"].contains(name), name.c_str());
    for (const char* wrong : {R"("kind":"joke")", R"("picture":"../a.png")", R"("tick":-1)"})
        QVERIFY(!mapwright::test::schemaViolation(Json::parse(textWith(wrong).toStdString()), rules)
                     .empty());
}

void TestNote::keepsWhatItDoesNotKnow()
{
    const std::string text = R"({"format":1,"id":"00000000000000aa","text":"x","later":{"n":[1,2]},
        "date":"2026-01-01T00:00:00Z","place":[0,0,0],"camera":{"position":[0,0,0],"look":[1,0,0],
        "lens":"wide"},"drawing":[{"points":[],"pen":3}],"objects":[{"id":2,"face":4}],
        "answers":[{"date":"2026-01-01T00:00:00Z","text":"y","mood":null}]})";
    const auto note = readNote(text, "x");
    VERIFY_OK(note);
    const auto json = Json::parse(noteText(*note));
    QCOMPARE(json["later"].dump(), std::string{R"({"n":[1,2]})"});
    QCOMPARE(json["camera"]["lens"].get<std::string>(), std::string{"wide"});
    QCOMPARE(json["drawing"][0]["pen"].get<int>(), 3);
    QCOMPARE(json["objects"][0]["face"].get<int>(), 4);
    QVERIFY(json["answers"][0]["mood"].is_null());
}

void TestNote::refusesWhatIsWrongInOneSentenceWithPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& text) {
        QTest::newRow(name) << text;
    };
    row("no JSON", "{");
    row("a list", "[]");
    row("nothing in it", "{}");
    row("newer", QByteArray{textWith(R"("x":1)")}.replace("\"format\":1", "\"format\":2"));
    row("no id", QByteArray{textWith(R"("x":1)")}.replace("00aa", "0000"));
    row("bad date", QByteArray{textWith(R"("x":1)")}.replace("2026-01", "2026-13"));
    row("unknown kind", textWith(R"("kind":"joke")"));
    row("state of a number", textWith(R"("state":3)"));
    row("picture above", textWith(R"("picture":"../secret.png")"));
    row("absolute picture", textWith(R"("picture":"/etc/passwd")"));
    row("hidden picture", textWith(R"("picture":".bashrc")"));
    row("recording below", textWith(R"("recording":"a/b")"));
    row("picture with a null", textWith("\"picture\":\"a\\u0000b\""));
    row("scene above", textWith(R"("scene":"../x.scene.json")"));
    row("tick below zero", textWith(R"("tick":-1)"));
    row("tick of a fraction", textWith(R"("tick":1.5)"));
    row("far place", QByteArray{textWith(R"("x":1)")}.replace("[0,0,0]", "[1e9,0,0]"));
    row("place of two", QByteArray{textWith(R"("x":1)")}.replace("[0,0,0]", "[0,0]"));
    row("camera that looks nowhere", textWith(R"("camera":{"position":[0,0,0],"look":[0,0,0]})"));
    row("point outside", textWith(R"("drawing":[{"points":[[2,0]]}])"));
    row("point of three", textWith(R"("drawing":[{"points":[[0,0,0]]}])"));
    row("colour of two", textWith(R"("drawing":[{"color":[0,0]}])"));
    row("object without id", textWith(R"("objects":[{"name":"x"}])"));
    row("answer without text", textWith(R"("answers":[{"date":"2026-01-01T00:00:00Z"}])"));
    row("answers of a text", textWith(R"("answers":"x")"));
    row("twice the same key", textWith(R"("tick":1,"tick":2)"));
    row("long text",
        QByteArray{textWith(R"("x":1)")}.replace("\"x\",", "\"" + QByteArray(20'000, 'a') + "\","));
    row("too many objects",
        textWith(("\"objects\":[" + QByteArray{"{\"id\":1},"}.repeated(256) + "{\"id\":1}]")
                     .constData()));
    row("huge", QByteArray(2'000'000, ' '));
}

void TestNote::refusesWhatIsWrongInOneSentenceWithPlace()
{
    QFETCH(QByteArray, text);
    const auto note = readNote(text.toStdString(), "a.note.json");
    QVERIFY(!note);
    const auto& message = note.error().message();
    QVERIFY2(message.find("a.note.json") != std::string::npos, message.c_str());
    QVERIFY2(message.find('\n') == std::string::npos, message.c_str());
}

/// Whatever a file holds: it is refused in a sentence, or it reads back as it is written and names
/// nothing that lies elsewhere.
void TestNote::tenThousandMutantsAreHeld()
{
    const auto whole = noteText(wholeNote());
    const std::vector<std::string> words{"[",  "]",    "{",   "}",  "\"",      ",", ":", "null",
                                         "-1", "1e99", "../", "\\", "\\u0000", "/", "0", "\xff"};
    std::mt19937 random{1};
    const auto anywhere = [&](const std::string& text) {
        return random() % (text.size() + 1);
    };
    int accepted = 0;
    for (int i = 0; i < 10'000; ++i) {
        auto text = whole;
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            const auto at = anywhere(text);
            if (random() % 2 == 0)
                text.insert(at, words[random() % words.size()]);
            else if (random() % 2 == 0)
                text.erase(at, 1 + random() % 8);
            else if (at < text.size())
                text[at] = static_cast<char>(random());
        }
        const auto note = readNote(text, "mutant");
        if (!note) {
            QVERIFY(note.error().message().find('\n') == std::string::npos);
            continue;
        }
        ++accepted;
        for (const auto& file : {note->picture, note->recording, noteFileName(*note)})
            QVERIFY2(file.empty() || isNoteFileName(file), file.c_str());
        const auto again = readNote(noteText(*note), "again");
        VERIFY_OK(again);
        QVERIFY(*again == *note);
    }
    QVERIFY(accepted > 100);
}

void TestNote::newNotesNeverShareAName()
{
    std::set<std::string> names;
    for (int i = 0; i < 1000; ++i)
        names.insert(noteFileName(newNote(NoteKind::Bug)));
    QCOMPARE(names.size(), std::size_t{1000});
    QVERIFY(isNoteFileName(*names.begin()));
    QVERIFY(names.begin()->ends_with(NoteFileEnding));
}

void TestNote::datesAreThoseOfACalendar()
{
    QVERIFY(isNoteDate(dateOfNow()));
    QVERIFY(isNoteDate("2026-02-28T23:59:60Z"));
    for (const char* bad : {"", "2026-02-28", "2026-02-28 23:59:00Z", "2026-00-28T23:59:00Z",
                            "2026-02-28T24:00:00Z", "2026-02-28T23:59:00z", "aaaa-02-28T23:59:00Z"})
        QVERIFY2(!isNoteDate(bad), bad);
}

void TestNote::titlesAreCutBetweenLetters()
{
    Note note;
    note.text = "äöüäöüäöü\nmore";
    QCOMPARE(titleOf(note), std::string{"äöüäöüäöü"});
    QCOMPARE(titleOf(note, 10), std::string{"äöü…"});
}

PLAIN_TEST(TestNote)
} // namespace tst_note

#include "tst_note.moc"
