#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/play/recording/recording_store.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/play/recording/session_recording.h"
#include "engine_core/play/recording/session_replay.h"
#include "engine_core/play/recording/world_changes.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>

#include <fstream>
#include <random>

namespace tst_session_recording
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Forward = keys(PlayerKey::Forward);
constexpr const char* Door = "class Door : Node { double open = 0; void onTick(double s) { "
                             "open += s; entity.position = Vec3(0, open * 0.1, 0); } }";

fs::path fileIn(const QTemporaryDir& folder, const char* name)
{
    return fs::path{folder.path().toStdString()} / name;
}

/// A level with a door that a script lifts, and a session in it that is recorded.
struct RecordedGame
{
    QTemporaryDir folder;
    PlayFixture level;
    EntityId door;
    EntityId wall;
    std::unique_ptr<World> before; ///< the level when the session began
    std::unique_ptr<SessionRecorder> recorder;

    RecordedGame()
    {
        level.addFloor();
        level.writeScript("door.as", Door);
        door = level.addDoor({-1, 0, -3.25}, {1, 2.5, -3}, "door.as");
        wall = addBox(level.world, {-5, 0, -12}, {5, 3, -11.75}, "wall");
        const auto crate = addBox(level.world, {3, 2, -2}, {4, 3, -1}, "crate");
        Edit edit;
        edit.swaps.push_back(swapTo(crate, Body{}));
        level.world.apply(edit);
        recorder =
            std::make_unique<SessionRecorder>(RecordingStore::in(fileIn(folder, "recordings")));
    }

    ~RecordedGame() { level.session.reset(); } // before what records it

    RecordedGame(const RecordedGame&) = delete;
    RecordedGame& operator=(const RecordedGame&) = delete;

    [[nodiscard]] Result<void> start()
    {
        before = std::make_unique<World>(level.world);
        auto setup = level.setup();
        setup.seed = 7;
        setup.recorder = recorder.get();
        auto started = PlaySession::start(level.world, setup);
        if (!started)
            return started.error();
        level.session = *std::move(started);
        return {};
    }

    void play()
    {
        level.tick(90, Forward, Vec2d{0.001, 0});
        Edit edit;
        edit.swaps.push_back(swapTo(wall, BrushComponent{std::make_shared<const Brush>(
                                              *makeBox({{-5, 0, -6}, {5, 3, -5}}))}));
        level.editLive(edit);
        level.tick(250, Forward);
        level.tick(60, keys(PlayerKey::Jump), Vec2d{0.01, -0.002});
    }

    [[nodiscard]] SessionRecording recording()
    {
        const auto file = fileIn(folder, "copy.recording");
        const auto written = recorder->writeCopy(file);
        const auto read = written ? loadSessionRecording(file) : written.error();
        return read ? *read : SessionRecording{};
    }

    [[nodiscard]] std::unique_ptr<SessionReplay> replay(SessionRecording recording,
                                                        std::vector<std::string> reasons = {})
    {
        auto setup = level.setup();
        setup.collision = nullptr;
        auto begun = SessionReplay::begin(
            {.level = std::make_unique<World>(*before),
             .setup = setup,
             .recording = std::make_shared<const SessionRecording>(std::move(recording)),
             .reasons = std::move(reasons)});
        return begun ? *std::move(begun) : nullptr;
    }
};

fs::path writeTo(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    auto file = fileIn(folder, name);
    std::ofstream{file, std::ios::binary} << text;
    return file;
}

std::string textOf(const fs::path& file)
{
    const auto text = readFile(file);
    return text ? *text : std::string{};
}
} // namespace

class TestSessionRecording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordedSessionEndsInTheSameState();
    void aSessionThatRunsIsCopiedAsItIsByNow();
    void whatIsLeftOfAKilledProgramPlays();
    void aReplaySaysWhichPropertyPartsAndWhen();
    void whatHasChangedSinceIsNamed();
    void anEditThatIsTooLargeIsSaidToBeLost();
    void theLevelLiesBesideTheRecording();
    void aLevelThatWasReadAgainHasNoChanges();
    void oldRecordingsGo();
    void whatIsHeldBackIsWrittenWhenItIsKept();
    void levelsOfRecordingsWithManySettingsStay();
    void aRecordingEndsWhereItIsTooLarge();
    void aFileThatIsTooLargeIsReadUpToThere();
    void linesWithoutEndAreRefused_data();
    void linesWithoutEndAreRefused();
    void mutatedRecordingsAreReadUpToTheDamage();
    void editsOfOthersThatDoNotFitAreRefused();
    void handWrittenInputIsReadAsBefore();
};

void TestSessionRecording::aRecordedSessionEndsInTheSameState()
{
    RecordedGame game;
    VERIFY_OK(game.start());
    game.play();
    const auto end = game.level.session->stateHash();
    game.level.session.reset();
    const auto recording = game.recording();
    QCOMPARE(recording.damage, std::string{});
    QVERIFY(recording.hasEnded);
    QCOMPARE(recording.input.ticks.size(), 400U);
    QCOMPARE(recording.checks.size(), 400U);
    QCOMPARE(recording.input.seed, 7U);
    QCOMPARE(recording.input.scene, contentHash(*game.before, game.level.types));
    QCOMPARE(recording.events.size(), 1U);
    QCOMPARE(recording.events[0].tick, 90U);
    QVERIFY(recording.files.contains("scripts/door.as"));
    QVERIFY(recording.keyStates.size() >= 4);
    QVERIFY(recording.path.size() >= 66);
    const auto replay = game.replay(recording);
    QVERIFY(replay);
    while (!replay->isOver())
        replay->step();
    QVERIFY2(!replay->parting(), replay->parting() ? replay->parting()->sentence().c_str() : "");
    QCOMPARE(replay->session().stateHash(), end);
    QCOMPARE(replay->sameStates(), recording.keyStates.size());
}

void TestSessionRecording::aSessionThatRunsIsCopiedAsItIsByNow()
{
    RecordedGame game;
    VERIFY_OK(game.start());
    game.level.tick(77, Forward);
    auto recording = game.recording();
    QCOMPARE(recording.input.ticks.size(), 77U);
    QVERIFY(!recording.hasEnded);
    QCOMPARE(recording.keyStates.back().tick, 77U);
    game.level.tick(20);
    recording = game.recording();
    QCOMPARE(recording.input.ticks.size(), 97U);
    QCOMPARE(recording.keyStates.back().state, game.level.session->stateHash());
}

void TestSessionRecording::whatIsLeftOfAKilledProgramPlays()
{
    RecordedGame game;
    VERIFY_OK(game.start());
    game.play();
    game.recorder->flush();
    const auto text = textOf(game.recorder->file());
    const auto half = readSessionRecording(std::string_view{text}.substr(0, text.size() * 2 / 3));
    VERIFY_OK(half);
    QVERIFY(half->input.ticks.size() > 100 && half->input.ticks.size() < 400);
    QCOMPARE(half->damage, std::string{});
    const auto replay = game.replay(*half);
    QVERIFY(replay);
    while (!replay->isOver())
        replay->step();
    QVERIFY(!replay->parting());
    QCOMPARE(replay->tickCount(), half->input.ticks.size());
}

void TestSessionRecording::aReplaySaysWhichPropertyPartsAndWhen()
{
    RecordedGame game;
    VERIFY_OK(game.start());
    game.play();
    game.level.session.reset();
    const auto recording = game.recording();
    game.level.writeScript("door.as", "class Door : Node { double open = 0; int ticks = 0; "
                                      "void onTick(double s) { if (++ticks < 200) open += s; "
                                      "entity.position = Vec3(0, open * 0.1, 0); } }");
    const auto replay = game.replay(recording, {"script 'scripts/door.as' was changed"});
    QVERIFY(replay);
    while (!replay->isOver())
        replay->step();
    QVERIFY(replay->parting());
    const auto& parting = *replay->parting();
    QCOMPARE(parting.tick, 200U);
    QCOMPARE(parting.entity, game.door);
    QVERIFY2(parting.property == "position" || parting.property == "open",
             parting.property.c_str());
    QVERIFY2(parting.sentence().starts_with("at 3.33 s (tick 200): "), parting.sentence().c_str());
    QVERIFY(parting.sentence().ends_with("; script 'scripts/door.as' was changed"));
}

void TestSessionRecording::whatHasChangedSinceIsNamed()
{
    SessionRecording recording;
    recording.input.scene = 5;
    recording.files = {{"scripts/a.as", 1}, {"scripts/b.as", 2}, {"crate.glb", 3}};
    const auto clauses =
        changesSince(recording, 6, {{"scripts/a.as", 1}, {"crate.glb", 4}, {"scripts/c.as", 1}});
    const std::vector<std::string> expected{
        "the scene is in another state", "model 'crate.glb' was changed",
        "script 'scripts/b.as' is gone", "script 'scripts/c.as' is new"};
    QCOMPARE(clauses, expected);
    QVERIFY(changesSince(recording, 5, recording.files).empty());
}

void TestSessionRecording::anEditThatIsTooLargeIsSaidToBeLost()
{
    RecordedGame game;
    VERIFY_OK(game.start());
    game.level.tick(5);
    Edit edit;
    for (int i = 0; i < 10'000; ++i)
        edit.swaps.push_back(swapTo(
            game.level.world.newId(),
            BrushComponent{std::make_shared<const Brush>(*makeBox({{0, i, 0}, {1, i + 1, 1}}))}));
    game.level.editLive(edit);
    game.level.tick(5);
    game.level.session.reset();
    const auto recording = game.recording();
    QCOMPARE(recording.events.size(), 1U);
    QCOMPARE(recording.events[0].kind, RecordedEvent::Kind::Lost);
    QCOMPARE(recording.events[0].tick, 5U);
    QCOMPARE(recording.input.ticks.size(), 10U);
    QVERIFY(fs::file_size(game.recorder->file()) < SessionRecorder::BytesPerMinute);
    const auto clauses = changesSince(recording, recording.input.scene, recording.files);
    QCOMPARE(clauses.size(), 1U);
    QCOMPARE(clauses[0],
             std::string{"at 0.08 s an edit of 10,000 values was too large to be kept"});
}

void TestSessionRecording::theLevelLiesBesideTheRecording()
{
    RecordedGame game;
    VERIFY_OK(game.start());
    game.level.tick(5);
    const auto recording = game.recording();
    const auto store = RecordingStore::in(fileIn(game.folder, "recordings"));
    QCOMPARE(store.list().size(), 1U);
    const auto scene = loadScene(store.levelFile(recording.input.scene), game.level.types);
    VERIFY_OK(scene);
    QCOMPARE(contentHash(*scene->world, game.level.types), recording.input.scene);
}

void TestSessionRecording::aLevelThatWasReadAgainHasNoChanges()
{
    RecordedGame game;
    const auto& types = game.level.types;
    const auto file = writeTo(game.folder, "level.scene.json", writeScene(game.level.world, types));
    const auto level = loadScene(file, types);
    const auto again = loadScene(file, types);
    VERIFY_OK(level);
    VERIFY_OK(again);
    QVERIFY(changesBetween(*level->world, *again->world, types).changes.empty());
    Edit edit;
    edit.swaps.push_back(swapTo(game.wall, BrushComponent{std::make_shared<const Brush>(
                                               *makeBox({{-5, 0, -6}, {5, 3, -5}}))}));
    again->world->apply(edit);
    const auto changes = changesBetween(*level->world, *again->world, types).changes;
    QCOMPARE(changes.size(), 1U);
    QCOMPARE(changes[0].entity, game.wall);
}

void TestSessionRecording::oldRecordingsGo()
{
    const QTemporaryDir folder;
    const auto store = RecordingStore::in(fs::path{folder.path().toStdString()});
    for (const char* name : {"20260101-a", "20260102-b", "20260103-c"})
        std::ofstream{store.folder() / (std::string{name} + RecordingStore::Extension)}
            << "version 3\n";
    std::ofstream{store.folder() / "notes.txt"} << "mine\n";
    store.prune(2, 1'000'000);
    QCOMPARE(store.list().size(), 2U);
    QCOMPARE(store.list()[0].file.filename().string(), std::string{"20260103-c.recording"});
    store.prune(9, 12);
    QCOMPARE(store.list().size(), 1U);
    QVERIFY(fs::exists(store.folder() / "notes.txt"));
}

void TestSessionRecording::whatIsHeldBackIsWrittenWhenItIsKept()
{
    RecordedGame game;
    const auto store = RecordingStore::in(fileIn(game.folder, "recordings"));
    game.recorder =
        std::make_unique<SessionRecorder>(store, SessionRecorder::Options{.isHeldBack = true});
    VERIFY_OK(game.start());
    game.level.tick(150, Forward);
    QVERIFY(store.list().empty());
    game.recorder->keep();
    game.level.tick(50);
    game.level.session.reset();
    const auto recording = game.recording();
    QCOMPARE(store.list().size(), 1U);
    QCOMPARE(recording.input.ticks.size(), 200U);
    QCOMPARE(recording.checks.size(), 200U);
    QVERIFY(recording.hasEnded);
    const auto replay = game.replay(recording);
    QVERIFY(replay);
    while (!replay->isOver())
        replay->step();
    QVERIFY(!replay->parting());
}

void TestSessionRecording::levelsOfRecordingsWithManySettingsStay()
{
    const QTemporaryDir folder;
    const auto store = RecordingStore::in(fs::path{folder.path().toStdString()});
    std::string text = "version 3\n";
    for (int i = 0; i < 50; ++i)
        text += "set door.open=true\n";
    writeTo(folder, "20260101-a.recording", text + "10\nscene 00000000000000ab\n");
    fs::create_directories(store.levelFile(0xab).parent_path());
    for (const auto level : {ContentHash{0xab}, ContentHash{0xcd}}) {
        std::ofstream{store.levelFile(level)} << "{}";
        fs::last_write_time(store.levelFile(level),
                            fs::file_time_type::clock::now() - std::chrono::hours{1});
    }
    store.prune();
    QVERIFY(fs::exists(store.levelFile(0xab)));
    QVERIFY(!fs::exists(store.levelFile(0xcd)));
}

void TestSessionRecording::aRecordingEndsWhereItIsTooLarge()
{
    constexpr std::uintmax_t MostBytes = 20'000;
    RecordedGame game;
    game.recorder =
        std::make_unique<SessionRecorder>(RecordingStore::in(fileIn(game.folder, "recordings")),
                                          SessionRecorder::Options{.mostBytes = MostBytes});
    VERIFY_OK(game.start());
    for (int i = 0; i < 50; ++i) {
        game.level.tick(60, Forward);
        game.recorder->flush();
    }
    game.level.session.reset();
    QVERIFY(fs::file_size(game.recorder->file()) <= MostBytes);
    const auto recording = game.recording();
    QCOMPARE(recording.damage, std::string{});
    QVERIFY(recording.input.ticks.size() >= 60 && recording.input.ticks.size() < 3000);
    QCOMPARE(recording.events.size(), 1U);
    QCOMPARE(recording.events[0].kind, RecordedEvent::Kind::Lost);
}

void TestSessionRecording::aFileThatIsTooLargeIsReadUpToThere()
{
    const QTemporaryDir folder;
    const auto comment = '#' + std::string(1'000'000, '-') + '\n';
    std::string text = "version 3\n60 forward\n";
    while (text.size() <= MaxRecordingBytes)
        text += comment;
    const auto read = loadSessionRecording(writeTo(folder, "large.recording", text + "60\n"));
    VERIFY_OK(read);
    QCOMPARE(read->damage, std::string{});
    QCOMPARE(read->input.ticks.size(), 60U);
}

void TestSessionRecording::linesWithoutEndAreRefused_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("count");
    QTest::newRow("places") << "way 0 0 0 0 0 0\n" << 216'001;
    QTest::newRow("states") << "state 5\n" << 100'001;
    QTest::newRow("settings") << "set a.b=1\n" << 1001;
}

void TestSessionRecording::linesWithoutEndAreRefused()
{
    QFETCH(const QString, line);
    QFETCH(const int, count);
    const auto read = readSessionRecording("version 3\n" + line.repeated(count - 1).toStdString());
    VERIFY_OK(read);
    QCOMPARE(read->damage, std::string{});
    const auto more = readSessionRecording("version 3\n" + line.repeated(count).toStdString());
    VERIFY_OK(more);
    QVERIFY(more->damage.find("more than") != std::string::npos);
}

void TestSessionRecording::mutatedRecordingsAreReadUpToTheDamage()
{
    RecordedGame game;
    VERIFY_OK(game.start());
    game.play();
    game.level.session.reset();
    game.recorder->flush();
    const auto text = textOf(game.recorder->file());
    QVERIFY(!text.empty());
    std::mt19937 random{5};
    std::size_t damaged = 0;
    for (int i = 0; i < 1000; ++i) {
        auto mutant = text;
        for (auto count = 1 + random() % 4; count > 0; --count) {
            const auto at = random() % mutant.size();
            if (random() % 3 == 0)
                mutant.erase(at, random() % 40);
            else
                mutant[at] = static_cast<char>(random() % 3 == 0 ? '\n' : random() % 256);
        }
        const auto read = readSessionRecording(mutant);
        if (!read)
            continue; // its first lines no longer say what it is
        damaged += read->damage.empty() ? 0U : 1U;
        QVERIFY(read->checks.size() <= read->input.ticks.size());
        for (const auto& event : read->events)
            if (event.kind == RecordedEvent::Kind::Edit)
                static_cast<void>(readRecordedEdit(event.text, *game.before, game.level.types));
    }
    QVERIFY2(damaged > 100, std::to_string(damaged).c_str());
}

void TestSessionRecording::editsOfOthersThatDoNotFitAreRefused()
{
    RecordedGame game;
    const auto door = game.door.value;
    const auto leaf = game.level.world.children(game.door).front().value;
    const auto edit = [&](const std::string& text) {
        return readRecordedEdit(text, game.level.world, game.level.types);
    };
    VERIFY_OK(edit(fmt::format(R"([[{},"node",{{"name":"gate"}}]])", door)));
    QVERIFY(!edit("[[1,2]]"));
    QVERIFY(!edit("no json"));
    QVERIFY(!edit(R"([[5,"nothing",{}]])"));
    QVERIFY(!edit(R"([[-5,"node",{}]])"));
    // Its parent would be its own child.
    QVERIFY(!edit(fmt::format(R"([[{},"node",{{"name":"x","parent":{}}}]])", door, leaf)));
    QVERIFY(!edit(fmt::format(R"([[{},"node",{{"name":"x","parent":987654}}]])", door)));
}

void TestSessionRecording::handWrittenInputIsReadAsBefore()
{
    const auto read = readSessionRecording("# a walk\n60 forward run\n1 jump\n");
    VERIFY_OK(read);
    QCOMPARE(read->input.ticks.size(), 61U);
    QVERIFY(read->checks.empty());
    const auto bad = readSessionRecording("60 forward\n10 dance\n");
    QVERIFY(!bad);
    QCOMPARE(bad.error().message(), std::string{"line 2: there is no key 'dance'"});
}

PLAIN_TEST(TestSessionRecording)
} // namespace tst_session_recording

#include "tst_session_recording.moc"
