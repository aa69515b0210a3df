#include "tests/engine_core/audio/audio_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_sound_cues
{
using namespace audio_fixture;

/// Plays so long, tick by tick as a game does; what was heard on the left.
std::vector<float> playOn(AudioFixture& fixture, double seconds)
{
    std::vector<float> left;
    for (int tick = 0; tick < static_cast<int>(std::lround(seconds * 60)); ++tick) {
        fixture.audio.update(1.0 / 60);
        const auto mixed = fixture.audio.mix(Rate / 60);
        for (std::size_t i = 0; i < mixed.size(); i += 2)
            left.push_back(mixed[i]);
    }
    return left;
}

double level(const std::vector<float>& samples)
{
    double sum = 0;
    for (const float sample : samples)
        sum += double{sample} * double{sample};
    return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(samples.size(), 1)));
}

/// Of a pure tone, by how often it rises through zero.
double pitchOf(const std::vector<float>& samples)
{
    int rises = 0;
    for (std::size_t i = 1; i < samples.size(); ++i)
        rises += samples[i - 1] < 0 && samples[i] >= 0 ? 1 : 0;
    return rises * double{Rate} / static_cast<double>(samples.size());
}

class TestSoundCues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void longSoundsAreReadWhileTheyPlay_data();
    void longSoundsAreReadWhileTheyPlay();
    void longLoopsHaveNoGap();
    void aStreamThatRanDryGoesOn();
    void stoppedSoundsFadeOut();
    void groupsHaveVolumesOfTheirOwn();
    void wrongVolumesAndTooManyGroupsAreRefused();
    void pitchIsHeard();
    void whatComesNearerSoundsHigher();
    void leapsAreNoMovement();
    void cuesFollowTheirObject();
    void loopsEndWithTheirObjectAndOthersPlayOut();
    void lengthsAreThoseOfTheGameWithoutADevice();
    void tooManyCuesPushOutTheOldest();
    void whatIsStoppedFallsSilentAfterAnotherSystemHasGone();
    void fadesToTheEndCannotBeTakenBack();
    void rangesThatAreNoneAreHeardEverywhere();
};

void TestSoundCues::longSoundsAreReadWhileTheyPlay_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("stereo");
    QTest::newRow("WAV") << "long.wav" << false;
    QTest::newRow("Ogg Vorbis") << "long.ogg" << false;
    QTest::newRow("FLAC, stereo") << "long.flac" << true;
}

void TestSoundCues::longSoundsAreReadWhileTheyPlay()
{
    QFETCH(QString, file);
    QFETCH(bool, stereo);
    AudioFixture fixture;
    fixture.save(file.toStdString(), tone(std::size_t{5} * Rate, stereo ? 2 : 1));
    const auto id = fixture.audio.play(cueOf(file.toStdString()));
    playOn(fixture, 0.1);
    const auto heard = playOn(fixture, 4.5);
    QVERIFY2(std::abs(pitchOf(heard) - 441) < 2, qPrintable(QString::number(pitchOf(heard))));
    for (std::size_t i = 0; i + Rate / 20 < heard.size(); i += Rate / 20) // no gap anywhere
        QVERIFY(level({heard.begin() + static_cast<std::ptrdiff_t>(i),
                       heard.begin() + static_cast<std::ptrdiff_t>(i + Rate / 20)}) > 0.2);
    QVERIFY(fixture.audio.isPlaying(id));
    playOn(fixture, 1);
    QVERIFY(!fixture.audio.isPlaying(id));
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{0});
    QVERIFY(level(playOn(fixture, 0.2)) < 1e-4);
}

void TestSoundCues::longLoopsHaveNoGap()
{
    AudioFixture fixture;
    fixture.save("long.wav", tone(std::size_t{3} * Rate));
    fixture.addSource(sourceOf("long.wav"));
    playOn(fixture, 0.1);
    const double before = level(playOn(fixture, 0.1));
    for (int i = 0; i < 80; ++i) // eight seconds: the end comes twice
        QVERIFY(std::abs(level(playOn(fixture, 0.1)) / before - 1) < 0.02);
}

void TestSoundCues::aStreamThatRanDryGoesOn()
{
    AudioFixture fixture;
    fixture.save("long.wav", tone(std::size_t{6} * Rate));
    fixture.audio.play(cueOf("long.wav"));
    playOn(fixture, 0.1);
    fixture.listen(2); // the game hangs for longer than there is to play
    QVERIFY(level(playOn(fixture, 0.5)) > 0.2);
}

void TestSoundCues::stoppedSoundsFadeOut()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    auto cue = cueOf("tone.wav");
    cue.loop = true;
    const auto id = fixture.audio.play(cue);
    const double full = level(playOn(fixture, 0.2));
    fixture.audio.stop(id, 1);
    playOn(fixture, 0.45);
    const double half = level(playOn(fixture, 0.1));
    QVERIFY2(std::abs(half / full - 0.5) < 0.1, qPrintable(QString::number(half / full)));
    QVERIFY(fixture.audio.isPlaying(id));
    playOn(fixture, 0.6);
    QVERIFY(!fixture.audio.isPlaying(id));
    QVERIFY(level(playOn(fixture, 0.1)) < 1e-4);
    fixture.audio.stop(id); // of one that is over: nothing
    const auto other = fixture.audio.play(cue);
    fixture.audio.stop(other);
    QVERIFY(!fixture.audio.isPlaying(other));
    playOn(fixture, 0.1);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{0});
}

void TestSoundCues::groupsHaveVolumesOfTheirOwn()
{
    AudioMix mix;
    AudioFixture fixture{AudioOutput::Loopback, &mix};
    fixture.save("tone.wav", tone(Rate));
    auto source = sourceOf("tone.wav");
    source.group = "music";
    fixture.addSource(source);
    playOn(fixture, 0.1);
    const double full = level(playOn(fixture, 0.1));
    VERIFY_OK(mix.setVolume("effects", 0));
    playOn(fixture, 0.1);
    QVERIFY(std::abs(level(playOn(fixture, 0.1)) / full - 1) < 0.02);
    VERIFY_OK(mix.setVolume("music", 0.5));
    VERIFY_OK(mix.setVolume("", 0.5, 0.2)); // everything
    playOn(fixture, 0.3);
    QVERIFY(std::abs(level(playOn(fixture, 0.1)) / full - 0.25) < 0.02);
    QCOMPARE(mix.volume("music"), 0.5);
    QCOMPARE(mix.gain("music"), 0.25);
    QCOMPARE(mix.gain("effects"), 0.0);
}

void TestSoundCues::wrongVolumesAndTooManyGroupsAreRefused()
{
    AudioMix mix;
    QVERIFY(!mix.setVolume("a", -1));
    QVERIFY(!mix.setVolume("a", std::nan("")));
    QVERIFY(!mix.setVolume("a", 1, std::numeric_limits<double>::infinity()));
    VERIFY_OK(mix.setVolume("", 1));
    for (std::size_t i = 0; i < AudioMix::MostGroups; ++i)
        VERIFY_OK(mix.setVolume("group" + std::to_string(i), 1));
    QVERIFY(!mix.setVolume("one more", 1));
    VERIFY_OK(mix.setVolume("group3", 0.5));
}

void TestSoundCues::pitchIsHeard()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    auto cue = cueOf("tone.wav");
    cue.loop = true;
    const auto id = fixture.audio.play(cue);
    fixture.audio.setPitch(id, 2);
    QCOMPARE(fixture.audio.pitch(id), 2.0);
    playOn(fixture, 0.2);
    QVERIFY(std::abs(pitchOf(playOn(fixture, 0.5)) - 882) < 4);
    fixture.audio.setPitch(id, 1000);
    QCOMPARE(fixture.audio.pitch(id), 4.0);
}

/// 343.3 m/s over that less the speed: https://en.wikipedia.org/wiki/Doppler_effect.
void TestSoundCues::whatComesNearerSoundsHigher()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    const auto train = fixture.addSource(sourceOf("tone.wav", 1000), {0, 0, -40});
    std::vector<float> heard;
    for (int tick = 0; tick < 60; ++tick) {
        fixture.move(train, {0, 0, -40 + tick * 0.5}); // 30 m/s
        const auto ticked = playOn(fixture, 1.0 / 60);
        if (tick > 10)
            heard.insert(heard.end(), ticked.begin(), ticked.end());
    }
    const double expected = 441 * 343.3 / (343.3 - 30);
    QVERIFY2(std::abs(pitchOf(heard) - expected) < 4, qPrintable(QString::number(pitchOf(heard))));
}

void TestSoundCues::leapsAreNoMovement()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    const auto thing = fixture.addSource(sourceOf("tone.wav", 1000), {0, 0, -5});
    playOn(fixture, 0.1);
    fixture.move(thing, {0, 0, -60});
    playOn(fixture, 1.0 / 60);
    QVERIFY(std::abs(pitchOf(playOn(fixture, 0.5)) - 441) < 4);
}

void TestSoundCues::cuesFollowTheirObject()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(std::size_t{4} * Rate));
    const auto thing = fixture.addSource({}, {3, 0, 0});
    auto cue = cueOf("tone.wav", 20);
    cue.at = {3, 1, 0};
    cue.follows = thing;
    fixture.audio.play(cue);
    playOn(fixture, 0.1);
    auto heard = fixture.listen(0.1);
    QVERIFY(heard.right > 2 * heard.left);
    fixture.move(thing, {-3, 0, 0});
    playOn(fixture, 0.1);
    heard = fixture.listen(0.1);
    QVERIFY(heard.left > 2 * heard.right);
}

void TestSoundCues::loopsEndWithTheirObjectAndOthersPlayOut()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    const auto thing = fixture.addSource({}, {1, 0, 0});
    auto cue = cueOf("tone.wav", 20);
    cue.follows = thing;
    const auto once = fixture.audio.play(cue);
    cue.loop = true;
    const auto loop = fixture.audio.play(cue);
    playOn(fixture, 0.2);
    Edit removal;
    addRemoval(fixture.world, thing, removal);
    fixture.world.apply(removal);
    playOn(fixture, 0.1);
    QVERIFY(fixture.audio.isPlaying(once));
    QVERIFY(!fixture.audio.isPlaying(loop));
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{1});
}

void TestSoundCues::lengthsAreThoseOfTheGameWithoutADevice()
{
    for (const auto output : {AudioOutput::Loopback, AudioOutput::Default}) {
        AudioFixture fixture{output};
        fixture.save("tone.wav", tone(Rate));
        const auto id = fixture.audio.play(cueOf("tone.wav", 0, 0));
        const auto fast = fixture.audio.play(cueOf("tone.wav", 0, 0));
        fixture.audio.setPitch(fast, 2);
        for (int tick = 1; tick < 60; ++tick) {
            fixture.audio.update(1.0 / 60);
            QVERIFY(fixture.audio.isPlaying(id));
            if (tick != 30) // sums of sixtieths come near to it
                QCOMPARE(fixture.audio.isPlaying(fast), tick < 30);
        }
        fixture.audio.update(2.0 / 60);
        QVERIFY(!fixture.audio.isPlaying(id));
    }
}

void TestSoundCues::tooManyCuesPushOutTheOldest()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    auto cue = cueOf("tone.wav", 0, 0.001);
    cue.loop = true;
    const auto first = fixture.audio.play(cue);
    for (std::size_t i = 0; i < MaxCues - 1; ++i)
        fixture.audio.play(cue);
    QVERIFY(fixture.audio.isPlaying(first));
    fixture.audio.play(cue);
    QVERIFY(!fixture.audio.isPlaying(first));
    QVERIFY(fixture.audio.voiceCount() <= MaxVoices);
}

/// Scenes on each other have a system each; the end of one leaves no context to OpenAL.
void TestSoundCues::whatIsStoppedFallsSilentAfterAnotherSystemHasGone()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    auto cue = cueOf("tone.wav");
    cue.loop = true;
    const auto id = fixture.audio.play(cue);
    QVERIFY(level(playOn(fixture, 0.2)) > 0.2);
    {
        const AudioFixture above;
    }
    fixture.audio.stop(id);
    playOn(fixture, 0.1);
    QVERIFY(level(playOn(fixture, 0.2)) < 1e-4);
    QCOMPARE(fixture.audio.voiceCount(), std::size_t{0});
}

void TestSoundCues::fadesToTheEndCannotBeTakenBack()
{
    AudioFixture fixture;
    fixture.save("tone.wav", tone(Rate));
    auto cue = cueOf("tone.wav");
    cue.loop = true;
    const auto id = fixture.audio.play(cue);
    fixture.audio.stop(id, 1);
    for (int tick = 0; tick < 30; ++tick) {
        fixture.audio.setVolume(id, 1);
        fixture.audio.update(1.0 / 60);
    }
    QVERIFY(fixture.audio.isPlaying(id));
    QVERIFY(std::abs(fixture.audio.volume(id) - 0.5) < 0.02);
}

void TestSoundCues::rangesThatAreNoneAreHeardEverywhere()
{
    for (const float range : {std::nanf(""), -5.0f}) {
        AudioFixture fixture;
        fixture.save("tone.wav", tone(Rate));
        auto cue = cueOf("tone.wav", range);
        cue.at = {500, 0, 0};
        fixture.audio.play(cue);
        playOn(fixture, 0.1);
        const auto heard = fixture.listen(0.1);
        QVERIFY(heard.left > 0.1 && std::abs(heard.left - heard.right) < 0.01);
    }
}

CORE_TEST(TestSoundCues)
} // namespace tst_sound_cues

#include "tst_sound_cues.moc"
