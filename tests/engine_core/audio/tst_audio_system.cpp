#include "engine_core/base/log.h"
#include "tests/engine_core/audio/audio_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_audio_system
{
using namespace audio_fixture;

class TestAudioSystem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roomToneLoopsWithoutAGap();
    void sourceOnTheRightIsLouderOnTheRight();
    void stereoSoundAtAPlaceIsHeardFromThere();
    void farSourceIsSilent();
    void movedSourceIsFollowed();
    void removedSourceFallsSilent();
    void changedVolumeIsHeardWithoutARestart();
    void oneShotEnds();
    void pauseIsSilentAndGoesOnAfterwards();
    void voicesAreLimitedToTheLoudest();
    void unknownSoundIsSaidOnce();
    void sessionsAreHeardApart();
    void machineWithoutADevicePlaysSilence();
};

void TestAudioSystem::roomToneLoopsWithoutAGap()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate / 2 / 100 * 100));
    fixture.addSource(sourceOf("tone.wav"));
    fixture.listen(0.05); // OpenAL fades in
    const double level = fixture.listen(0.05).both();
    QVERIFY(level > 0.2);
    for (int i = 0; i < 40; ++i) // two seconds: three loop points and more
        QVERIFY(std::abs(fixture.listen(0.05).both() / level - 1) < 0.02);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{1});
}

void TestAudioSystem::sourceOnTheRightIsLouderOnTheRight()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(44100));
    fixture.addSource(sourceOf("tone.wav", 20), {3, 0, 0});
    fixture.listen(0.05);
    auto heard = fixture.listen(0.1);
    QVERIFY(heard.right > 4 * heard.left);
    fixture.audio.setListener({.position = {0, 0, 0}, .forward = {0, 0, 1}, .up = {0, 1, 0}});
    fixture.listen(0.05);
    heard = fixture.listen(0.1);
    QVERIFY(heard.left > 4 * heard.right);
}

void TestAudioSystem::stereoSoundAtAPlaceIsHeardFromThere()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(44100, 2));
    fixture.addSource(sourceOf("tone.wav", 20), {-3, 0, 0});
    fixture.listen(0.05);
    const auto heard = fixture.listen(0.1);
    QVERIFY(heard.left > 4 * heard.right);
}

void TestAudioSystem::farSourceIsSilent()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(44100));
    fixture.addSource(sourceOf("tone.wav", 10), {11, 0, 0});
    QVERIFY(fixture.listen(0.2).both() < 1e-4);
}

void TestAudioSystem::movedSourceIsFollowed()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(44100));
    const auto parent = fixture.world.newId();
    fixture.set(parent, Node{.name = "lift", .parent = {}});
    const auto source = fixture.addSource(sourceOf("tone.wav", 20), {3, 0, 0});
    fixture.set(source, Node{.name = "source", .parent = parent});
    fixture.listen(0.05);
    QVERIFY(fixture.listen(0.1).right > 0.05);
    fixture.set(parent, TransformComponent{.position = {-6, 0, 0}});
    fixture.listen(0.05);
    const auto heard = fixture.listen(0.1);
    QVERIFY(heard.left > 4 * heard.right);
}

void TestAudioSystem::removedSourceFallsSilent()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(44100));
    const auto source = fixture.addSource(sourceOf("tone.wav"));
    QVERIFY(fixture.listen(0.1).both() > 0.1);
    Edit removal;
    addRemoval(fixture.world, source, removal);
    fixture.world.apply(removal);
    fixture.audio.update(0);
    fixture.listen(0.05);
    QVERIFY(fixture.listen(0.1).both() < 1e-4);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{0});
}

void TestAudioSystem::changedVolumeIsHeardWithoutARestart()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(8820)); // 0.2 s
    auto source = sourceOf("tone.wav");
    source.loop = false;
    const auto id = fixture.addSource(source);
    const double before = fixture.listen(0.1).both();
    source.volume = 0.5f;
    fixture.set(id, source);
    fixture.listen(0.03);
    QVERIFY(std::abs(fixture.listen(0.05).both() / before - 0.5) < 0.1);
    fixture.listen(0.1);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{0});
}

void TestAudioSystem::oneShotEnds()
{
    AudioFixture fixture;
    fixture.save("step.wav", tone(4410));
    QVERIFY(fixture.audio.play(cueOf("step.wav", 10)) != 0);
    QCOMPARE(fixture.audio.playedCount(), std::size_t{1});
    QVERIFY(fixture.listen(0.08).both() > 0.05);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{1});
    fixture.listen(0.1);
    QVERIFY(fixture.listen(0.1).both() < 1e-4);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{0});
}

void TestAudioSystem::pauseIsSilentAndGoesOnAfterwards()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(44100));
    fixture.addSource(sourceOf("tone.wav"));
    fixture.audio.play(cueOf("tone.wav", 10));
    QVERIFY(fixture.listen(0.1).both() > 0.1);
    fixture.audio.setPaused(true);
    fixture.audio.play(cueOf("tone.wav", 10));
    fixture.listen(0.05);
    QVERIFY(fixture.listen(2.0).both() < 1e-4);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{3});
    fixture.audio.setPaused(false);
    fixture.listen(0.05);
    QVERIFY(fixture.listen(0.1).both() > 0.1);
}

void TestAudioSystem::voicesAreLimitedToTheLoudest()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(44100));
    auto quiet = cueOf("tone.wav", 10, 0.0001);
    quiet.at = {-2, 0, 0};
    fixture.audio.play(cueOf("tone.wav", 10)); // loud, and to the right
    for (std::size_t i = 0; i < 2 * MaxVoices; ++i)
        QVERIFY(fixture.audio.play(quiet) != 0);
    QCOMPARE(fixture.audio.voiceCount(), MaxVoices);
    fixture.listen(0.05);
    const auto heard = fixture.listen(0.1);
    QVERIFY(heard.right > 0.1 && heard.right > 4 * heard.left);
}

void TestAudioSystem::unknownSoundIsSaidOnce()
{
    int warnings = 0;
    const auto sink = addLogSink(
        [&](const LogMessage& message) { warnings += message.level == LogLevel::Warning ? 1 : 0; });
    AudioFixture fixture;
    for (int i = 0; i < 3; ++i)
        QCOMPARE(fixture.audio.play(cueOf("missing.wav")), CueId{0});
    QCOMPARE(warnings, 1);
    QCOMPARE(fixture.audio.playedCount(), std::size_t{0});
}

void TestAudioSystem::sessionsAreHeardApart()
{
    AudioFixture first;
    AudioFixture second;
    first.save("tone.wav", tone(44100));
    first.addSource(sourceOf("tone.wav"));
    QVERIFY(second.listen(0.1).both() < 1e-4);
    QVERIFY(first.listen(0.1).both() > 0.1);
}

void TestAudioSystem::machineWithoutADevicePlaysSilence()
{
    warmUpAudio();
    AudioFixture fixture{AudioOutput::Default};
    fixture.save("tone.wav", tone(441));
    fixture.addSource(sourceOf("tone.wav"));
    fixture.audio.play(cueOf("tone.wav", 10, 0));
    fixture.audio.setListener({});
    fixture.audio.setPaused(true);
    fixture.audio.update(0.016);
    QCOMPARE(fixture.audio.playedCount(), std::size_t{1});
}

CORE_TEST(TestAudioSystem)
} // namespace tst_audio_system

#include "tst_audio_system.moc"
