#include "engine_core/assets/sound_loader.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <cmath>
#include <memory>

namespace tst_script_sounds
{
using namespace engine;
using namespace mapwright::test;

/// Sounds and groups of them, as scripts start and change them.
class TestScriptSounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void handlesTellWhetherASoundPlays();
    void loopsPlayUntilTheyAreStopped();
    void loopsEndWithTheirObject();
    void aReloadKeepsTheHandle();
    void groupsAreFaded();
    void volumesOutOfRangeStopTheScript();
    void soundsGoOnInAGameThatIsPaused();
    void theStateIsTheSameWithAndWithoutADevice();

private:
    void begin(const std::string& members);

    [[nodiscard]] double number(const char* property) const
    {
        return m_fixture->number(m_entity, property);
    }

    std::unique_ptr<PlayFixture> m_fixture;
    EntityId m_entity;
};

void TestScriptSounds::init()
{
    m_fixture = std::make_unique<PlayFixture>();
    m_fixture->addFloor();
    Sound tone{1, 44100, {}};
    for (int i = 0; i < 22050; ++i) // half a second
        tone.samples.push_back(static_cast<std::int16_t>(16000 * std::sin(2 * Pi * i / 100)));
    VERIFY_OK(saveSound(tone, m_fixture->folder / "assets/tone.ogg"));
}

void TestScriptSounds::begin(const std::string& members)
{
    m_fixture->writeScript("t.as", "class T : Node\n{\n" + members + "\n}\n");
    m_entity = m_fixture->addScripted("t", "t.as", "T");
    VERIFY_OK(m_fixture->start());
}

void TestScriptSounds::handlesTellWhetherASoundPlays()
{
    begin("Sound sound; Sound none; int playing; double missing = 1;\n"
          "void onStart() { sound = playSound('tone.ogg'); "
          "missing = playSound('missing.ogg').isPlaying ? 1 : 0; }\n"
          "void onTick(float dt) { playing += sound.isPlaying ? 1 : 0; "
          "playing += none.isPlaying ? 1000 : 0; }");
    m_fixture->tick(60);
    QVERIFY2(std::abs(number("playing") - 30) <= 1, qPrintable(QString::number(number("playing"))));
    QCOMPARE(number("missing"), 0.0);
}

void TestScriptSounds::loopsPlayUntilTheyAreStopped()
{
    begin("Sound sound; double before; double volume; double pitch; double behind;\n"
          "void onStart() { sound = loopSound('tone.ogg', 0.5, 10); sound.pitch = 1.5;\n"
          "  start(Routine(run)); }\n"
          "void run() { wait(2); before = sound.isPlaying ? 1 : 0; pitch = sound.pitch;\n"
          "  sound.fade(1, 0.5); wait(0.25); volume = sound.volume; sound.stop(0.5); wait(0.6);\n"
          "  behind = sound.isPlaying ? 1 : 0; }");
    m_fixture->tick(200);
    QCOMPARE(number("before"), 1.0);
    QCOMPARE(number("pitch"), 1.5);
    QVERIFY2(std::abs(number("volume") - 0.75) < 0.03,
             qPrintable(QString::number(number("volume"))));
    QCOMPARE(number("behind"), 0.0);
}

void TestScriptSounds::loopsEndWithTheirObject()
{
    m_fixture->writeScript("hum.as", "class Hum : Node\n{\n"
                                     "void onStart() { loopSound('tone.ogg', 0.1, 10); "
                                     "after(1, Routine(gone)); }\n"
                                     "void gone() { entity.destroy(); }\n}\n");
    m_fixture->addScripted("hum", "hum.as", "Hum");
    auto setup = m_fixture->setup();
    setup.audio = AudioOutput::Loopback;
    auto session = PlaySession::start(m_fixture->world, setup);
    VERIFY_OK(session);
    for (int i = 0; i < 50; ++i)
        (*session)->tick({});
    QCOMPARE((*session)->audio().voiceCount(), std::size_t{1});
    for (int i = 0; i < 20; ++i)
        (*session)->tick({});
    QCOMPARE((*session)->audio().voiceCount(), std::size_t{0});
}

void TestScriptSounds::aReloadKeepsTheHandle()
{
    const std::string members = "Sound hum; int playing; void onStart() { "
                                "hum = loopSound('tone.ogg'); }\n"
                                "void onTick(float dt) { playing = hum.isPlaying ? 1 : 0; }";
    begin(members);
    m_fixture->tick(5);
    m_fixture->writeScript("t.as", "// changed\nclass T : Node\n{\n" + members + "\n}\n");
    const auto lost = m_fixture->session->reloadScripts();
    VERIFY_OK(lost);
    QCOMPARE(*lost, std::vector<std::string>{});
    m_fixture->tick(5);
    QCOMPARE(number("playing"), 1.0);
}

void TestScriptSounds::groupsAreFaded()
{
    begin("double first; double half; double all;\n"
          "void onStart() { first = Audio::volume('music'); Audio::setVolume('music', 0, 1); "
          "Audio::setVolume(2); all = Audio::volume(); start(Routine(run)); }\n"
          "void run() { wait(0.5); half = Audio::volume('music'); }");
    m_fixture->tick(60);
    QCOMPARE(number("first"), 1.0);
    QCOMPARE(number("all"), 2.0);
    QVERIFY(std::abs(number("half") - 0.5) < 0.03);
}

void TestScriptSounds::volumesOutOfRangeStopTheScript()
{
    begin("void onStart() { Audio::setVolume('music', -1); }");
    m_fixture->tick(1);
    QCOMPARE(m_fixture->session->scriptErrors().size(), std::size_t{1});
    QVERIFY(m_fixture->session->scriptErrors()[0].message.find("from 0 to 4") != std::string::npos);
}

void TestScriptSounds::soundsGoOnInAGameThatIsPaused()
{
    begin("Sound sound; int playing;\n"
          "void onStart() { sound = playSound('tone.ogg'); Game::pause(); }\n"
          "void onPausedTick(float dt) { playing += sound.isPlaying ? 1 : 0; }");
    m_fixture->tick(60);
    QVERIFY2(std::abs(number("playing") - 30) <= 1, qPrintable(QString::number(number("playing"))));
}

void TestScriptSounds::theStateIsTheSameWithAndWithoutADevice()
{
    begin("Sound sound; int heard;\n"
          "void onStart() { sound = playSound('tone.ogg', 1, 5); sound.pitch = 0.7; }\n"
          "void onTick(float dt) { if (sound.isPlaying) heard++; "
          "entity.position = Vec3(heard * 0.1, 0, 0); }");
    std::array<std::uint64_t, 2> hashes{};
    for (std::size_t i = 0; i < 2; ++i) {
        auto setup = m_fixture->setup();
        setup.audio = i == 0 ? AudioOutput::Default : AudioOutput::Loopback;
        auto session = PlaySession::start(m_fixture->world, setup);
        VERIFY_OK(session);
        for (int tick = 0; tick < 100; ++tick)
            (*session)->tick({});
        hashes[i] = (*session)->stateHash();
    }
    QCOMPARE(hashes[0], hashes[1]);
}

PLAIN_TEST(TestScriptSounds)
} // namespace tst_script_sounds

#include "tst_script_sounds.moc"
