#include "engine_core/play/recording/recording_writer.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/play/recording/session_recording.h"
#include "engine_core/play/recording/session_replay.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>

namespace tst_recorded_changes
{
using namespace engine;
using namespace mapwright::test;

/// What a recording says of a session beyond what its player did.
class TestRecordedChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void materialsThatChangedAreRecorded();
    void aStateThatIsTooLargeIsSaidToBeLost();
};

void TestRecordedChanges::materialsThatChangedAreRecorded()
{
    const QTemporaryDir folder;
    SessionRecorder recorder{RecordingStore::in(fs::path{folder.path().toStdString()})};
    PlayFixture game;
    game.addFloor();
    auto setup = game.setup();
    setup.recorder = &recorder;
    auto started = PlaySession::start(game.world, setup);
    VERIFY_OK(started);
    game.session = *std::move(started);
    game.tick(30);
    const std::vector<std::string> rolled{"ice", "gravel"};
    game.session->materialsChanged(rolled);
    game.tick(30);
    const std::vector<Name> walked{Name{"water"}};
    game.session->surfacesChanged(std::make_shared<SurfaceTable>(game.world.surfaces()), walked);
    game.session->materialsChanged(std::vector<std::string>{"water"});
    game.tick(30);
    game.session.reset();
    recorder.flush();

    const auto recording = loadSessionRecording(recorder.file());
    VERIFY_OK(recording);
    QCOMPARE(recording->events.size(), 3U);
    for (const auto& event : recording->events)
        QCOMPARE(event.kind, RecordedEvent::Kind::FilesChanged);
    QCOMPARE(recording->events[0].text, std::string{"ice, gravel"});
    QCOMPARE(recording->events[0].tick, 30U);
    QCOMPARE(recording->events[1].text, std::string{"water"});
    QCOMPARE(recording->events[1].tick, 60U);
    QCOMPARE(recording->events[2].tick, 60U);
    const auto reasons = changesSince(*recording, recording->input.scene, recording->files);
    const std::vector<std::string> expected{"files were changed at 0.50 s",
                                            "files were changed at 1.00 s"};
    QCOMPARE(reasons, expected);
}

void TestRecordedChanges::aStateThatIsTooLargeIsSaidToBeLost()
{
    constexpr std::size_t Parts = 200'000; // more than the megabyte that a minute may take
    const QTemporaryDir folder;
    const PlayFixture game;
    RecordedStart start;
    start.level = std::make_unique<const World>(game.world);
    start.project = game.folder;
    RecordedBlock block;
    block.ticks.resize(1);
    block.checks.resize(1);
    auto& state = block.notes.emplace_back();
    state.behind = 1;
    state.kind = RecordedBlock::Note::Kind::KeyState;
    for (std::size_t i = 1; i <= Parts; ++i)
        state.parts.push_back({EntityId{i}, Name{"position"}, 1});
    RecordingWriter writer{RecordingStore::in(fs::path{folder.path().toStdString()}), game.types,
                           std::move(start)};
    writer.put(std::move(block));
    writer.wait();

    const auto recording = loadSessionRecording(writer.file());
    VERIFY_OK(recording);
    QCOMPARE(recording->damage, std::string{});
    QVERIFY(!recording->keyStates.empty());
    const auto kept = recording->keyStates.back().parts.size();
    QVERIFY(kept > 0 && kept < Parts);
    QCOMPARE(recording->events.size(), 1U);
    QCOMPARE(recording->events[0].kind, RecordedEvent::Kind::Lost);
    QCOMPARE(recording->events[0].tick, 1U);
    QVERIFY(
        recording->events[0].text.ends_with("values of a state did not fit into the recording"));
}

PLAIN_TEST(TestRecordedChanges)
} // namespace tst_recorded_changes

#include "tst_recorded_changes.moc"
