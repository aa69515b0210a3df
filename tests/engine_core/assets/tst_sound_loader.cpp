#include "engine_core/assets/sound_loader.h"
#include "engine_core/math/types.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

namespace tst_sound_loader
{
using namespace engine;

class TestSoundLoader : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void soundsAreReadBackAsTheyWereWritten();
    void eightBitSoundsAreWidened();
    void aDataSizeBeyondTheFileIsCut();
    void packedSoundsAreRead_data();
    void packedSoundsAreRead();
    void readersGoOnWhereTheyEnded();
    void badHeadersAreRefused_data();
    void badHeadersAreRefused();
    void mutatedFilesNeverCrash();

private:
    [[nodiscard]] fs::path write(const std::string& bytes) const
    {
        const auto file = fs::path{m_folder.path().toStdString()} / "a.wav";
        fs::remove(file); // overwriting would wait for the disk each time
        std::ofstream{file, std::ios::binary} << bytes;
        return file;
    }

    [[nodiscard]] const std::string& valid() const { return m_valid; }

    QTemporaryDir m_folder;
    std::string m_valid;
};

void TestSoundLoader::initTestCase()
{
    const auto file = fs::path{m_folder.path().toStdString()} / "valid.wav";
    VERIFY_OK(saveSound({2, 22050, {1, -1, 32767, -32768, 0, 5}}, file));
    m_valid = *readFile(file);
}

void TestSoundLoader::soundsAreReadBackAsTheyWereWritten()
{
    const auto sound = loadSound(write(valid()));
    VERIFY_OK(sound);
    QCOMPARE(sound->channels, 2U);
    QCOMPARE(sound->rate, 22050U);
    QCOMPARE(sound->frames(), std::size_t{3});
    QVERIFY((sound->samples == std::vector<std::int16_t>{1, -1, 32767, -32768, 0, 5}));
}

void TestSoundLoader::eightBitSoundsAreWidened()
{
    auto bytes = valid();
    bytes[22] = 1; // one channel
    bytes[34] = 8; // bits
    bytes[44] = static_cast<char>(0);
    bytes[45] = static_cast<char>(128);
    const auto sound = loadSound(write(bytes));
    VERIFY_OK(sound);
    QCOMPARE(sound->samples[0], std::int16_t{-32768});
    QCOMPARE(sound->samples[1], std::int16_t{0});
}

void TestSoundLoader::aDataSizeBeyondTheFileIsCut()
{
    auto bytes = valid();
    bytes.replace(40, 4, "\xff\xff\xff\x7f");
    const auto sound = loadSound(write(bytes));
    VERIFY_OK(sound);
    QCOMPARE(sound->samples.size(), std::size_t{6});
}

void TestSoundLoader::packedSoundsAreRead_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("tolerance");
    QTest::newRow("Ogg Vorbis") << "tone.ogg" << 1000;
    QTest::newRow("FLAC") << "tone.flac" << 0;
}

void TestSoundLoader::packedSoundsAreRead()
{
    QFETCH(QString, name);
    QFETCH(int, tolerance);
    Sound tone{1, 44100, {}};
    for (int i = 0; i < 44100; ++i)
        tone.samples.push_back(static_cast<std::int16_t>(16000 * std::sin(2 * Pi * i / 100)));
    const auto file = fs::path{m_folder.path().toStdString()} / name.toStdString();
    VERIFY_OK(saveSound(tone, file));
    QVERIFY(fs::file_size(file) < 60000); // 88,200 bytes as they are
    const auto sound = loadSound(file);
    VERIFY_OK(sound);
    QCOMPARE(sound->rate, 44100U);
    QCOMPARE(sound->frames(), tone.frames());
    for (std::size_t i = 0; i < tone.samples.size(); ++i)
        QVERIFY(std::abs(sound->samples[i] - tone.samples[i]) <= tolerance);
}

void TestSoundLoader::readersGoOnWhereTheyEnded()
{
    auto reader = SoundReader::open(write(valid()));
    VERIFY_OK(reader);
    QCOMPARE(reader->channels(), 2U);
    QCOMPARE(reader->seconds(), 3.0 / 22050);
    std::vector<std::int16_t> samples(5); // whole frames: two of two
    QCOMPARE(reader->read(samples), std::size_t{4});
    QCOMPARE(samples[3], std::int16_t{-32768});
    QCOMPARE(reader->read(samples), std::size_t{2});
    QCOMPARE(samples[1], std::int16_t{5});
    QCOMPARE(reader->read(samples), std::size_t{0});
    QVERIFY(reader->rewind());
    QCOMPARE(reader->read(samples), std::size_t{4});
    QCOMPARE(samples[0], std::int16_t{1});
}

void TestSoundLoader::badHeadersAreRefused_data()
{
    QTest::addColumn<int>("at");
    QTest::addColumn<int>("byte");
    QTest::newRow("no RIFF") << 0 << int{'X'};
    QTest::newRow("no WAVE") << 8 << int{'X'};
    QTest::newRow("unknown packing") << 20 << 99;
    QTest::newRow("no channels") << 22 << 0;
    QTest::newRow("seven channels") << 22 << 7;
    QTest::newRow("0 bits") << 34 << 0;
    QTest::newRow("rate of 200 MHz") << 27 << 12;
    QTest::newRow("no samples") << 36 << int{'X'};
}

void TestSoundLoader::badHeadersAreRefused()
{
    QFETCH(int, at);
    QFETCH(int, byte);
    auto bytes = valid();
    bytes[static_cast<std::size_t>(at)] = static_cast<char>(byte);
    QVERIFY(!loadSound(write(bytes)));
}

void TestSoundLoader::mutatedFilesNeverCrash()
{
    const auto good = valid();
    std::mt19937 random{5};
    for (int round = 0; round < 2000; ++round) {
        auto bytes = good.substr(0, random() % (good.size() + 1));
        for (int i = 0; i < 3 && !bytes.empty(); ++i)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        const auto sound = loadSound(write(bytes));
        QVERIFY(!sound || sound->samples.size() % sound->channels == 0);
    }
}

PLAIN_TEST(TestSoundLoader)
} // namespace tst_sound_loader

#include "tst_sound_loader.moc"
