#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/base/log.h"
#include "engine_core/base/text_codes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/little_memory.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <span>

namespace tst_lightmap_store
{
using namespace engine;

namespace
{
constexpr std::uint16_t InfiniteHalf = 0x7c00;

/// Every bit pattern of a half that light can have.
Lightmap randomLightmap(std::uint32_t seed, std::size_t atlases = 2)
{
    std::mt19937 random{seed};
    Lightmap lightmap;
    for (std::size_t i = 0; i < atlases; ++i) {
        LightmapAtlas atlas{64, 32 + static_cast<std::uint32_t>(i) * 16, {}};
        atlas.halfs.resize(std::size_t{atlas.width} * atlas.height * 3);
        for (auto& half : atlas.halfs)
            half = static_cast<std::uint16_t>(random() % InfiniteHalf);
        lightmap.atlases.push_back(std::move(atlas));
    }
    for (std::uint64_t brush = 2; brush < 12; ++brush)
        for (std::uint32_t face = 0; face < 6; ++face)
            lightmap.charts[{EntityId{brush}, face}] = {
                static_cast<std::uint16_t>(random() % atlases),
                static_cast<std::uint16_t>(random() % 30),
                static_cast<std::uint16_t>(random() % 20),
                8,
                6,
                (std::uint64_t{random()} << 32U) | random()};
    for (std::uint64_t brush = 2; brush < 12; ++brush)
        lightmap.bodies[(std::uint64_t{random()} << 32U) | random()] = EntityId{brush};
    lightmap.hash = hashOf(lightmap);
    return lightmap;
}
} // namespace

class TestLightmapStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lightmapsAreReadBackBitByBit();
    void impossibleLightIsReadAsDark();
    void theHashFollowsAtlasesAndCharts();
    void foreignFilesAreErrors();
    void everyTruncationIsAnError();
    void damagedFilesAreErrorsOrUnchanged();
    void damagedLightInTheOpenIsAnError_data();
    void damagedLightInTheOpenIsAnError();
    void damagedLeavesAreAnError_data();
    void damagedLeavesAreAnError();
    void damagedBodiesAreDoneWithout_data();
    void damagedBodiesAreDoneWithout();
    void placesThatAreNoPlaceReadTheRim();
    void aClaimToHoldMoreThanTheFileIsAnError();
    void aFailedSaveLeavesTheOldFile();

private:
    [[nodiscard]] fs::path file(const char* name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    QTemporaryDir m_folder;
};

void TestLightmapStore::lightmapsAreReadBackBitByBit()
{
    for (const std::size_t atlases : {1U, 2U, 5U}) {
        const auto lightmap = randomLightmap(7, atlases);
        VERIFY_OK(saveLightmap(lightmap, file("a.exr")));
        const auto again = loadLightmap(file("a.exr"));
        VERIFY_OK(again);
        QCOMPARE((*again)->hash, lightmap.hash);
        QCOMPARE((*again)->atlases.size(), atlases);
        for (std::size_t i = 0; i < atlases; ++i)
            QVERIFY((*again)->atlases[i].halfs == lightmap.atlases[i].halfs);
        QCOMPARE((*again)->charts.size(), lightmap.charts.size());
        const auto* chart = (*again)->find(EntityId{5}, 3);
        QVERIFY(chart != nullptr);
        QCOMPARE(chart->inputs, lightmap.find(EntityId{5}, 3)->inputs);
        QVERIFY((*again)->bodies == lightmap.bodies);
        QCOMPARE(hashOf(**again), lightmap.hash);
    }
}

/// Bakes that take over old light would hand it on to the whole level.
void TestLightmapStore::impossibleLightIsReadAsDark()
{
    constexpr std::uint16_t One = 0x3c00;
    constexpr std::uint16_t MinusOne = 0xbc00;
    constexpr std::uint16_t NaN = 0x7e01;
    constexpr std::uint16_t Largest = 0x7bff;
    auto lightmap = randomLightmap(12, 1);
    auto& halfs = lightmap.atlases[0].halfs;
    const std::array<std::uint16_t, 6> written{One, InfiniteHalf, NaN, MinusOne, 0xfc00, Largest};
    std::ranges::copy(written, halfs.begin());
    lightmap.hash = hashOf(lightmap);
    VERIFY_OK(saveLightmap(lightmap, file("impossible.exr")));
    const auto again = loadLightmap(file("impossible.exr"));
    VERIFY_OK(again);
    QCOMPARE((*again)->hash, lightmap.hash);
    const std::array<std::uint16_t, 6> expected{One, 0, 0, 0, 0, Largest};
    const auto& read = (*again)->atlases[0].halfs;
    QVERIFY(std::ranges::equal(expected, std::span{read}.first(expected.size())));
    QVERIFY(std::ranges::equal(std::span{read}.subspan(expected.size()),
                               std::span{halfs}.subspan(expected.size())));
}

void TestLightmapStore::theHashFollowsAtlasesAndCharts()
{
    auto lightmap = randomLightmap(1);
    const auto hash = lightmap.hash;
    lightmap.atlases[0].halfs[5] ^= 1U;
    QVERIFY(hashOf(lightmap) != hash);
    lightmap.atlases[0].halfs[5] ^= 1U;
    QCOMPARE(hashOf(lightmap), hash);
    lightmap.charts.begin()->second.x ^= 1U;
    QVERIFY(hashOf(lightmap) != hash);
}

void TestLightmapStore::foreignFilesAreErrors()
{
    std::ofstream{file("text.exr")} << "this is no image";
    QVERIFY(!loadLightmap(file("text.exr")));
    std::ofstream{file("empty.exr")}.flush();
    QVERIFY(!loadLightmap(file("empty.exr")));
    QVERIFY(!loadLightmap(file("none.exr")));
    QVERIFY(!loadLightmap(m_folder.path().toStdString()));
}

void TestLightmapStore::everyTruncationIsAnError()
{
    VERIFY_OK(saveLightmap(randomLightmap(3), file("whole.exr")));
    const auto bytes = readFile(file("whole.exr"));
    VERIFY_OK(bytes);
    for (std::size_t size = 0; size < bytes->size(); size += 97) {
        fs::remove(file("cut.exr")); // overwriting would wait for the disk each time
        std::ofstream{file("cut.exr"), std::ios::binary}.write(bytes->data(),
                                                               static_cast<std::streamsize>(size));
        QVERIFY(!loadLightmap(file("cut.exr")));
    }
}

void TestLightmapStore::damagedFilesAreErrorsOrUnchanged()
{
    const auto lightmap = randomLightmap(4);
    VERIFY_OK(saveLightmap(lightmap, file("good.exr")));
    const auto good = readFile(file("good.exr"));
    VERIFY_OK(good);
    std::mt19937 random{11};
    for (int round = 0; round < 300; ++round) {
        auto bytes = *good;
        // Half of the hits go into the headers, where the sizes stand.
        const auto range = round % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 700);
        bytes[random() % range] = static_cast<char>(random());
        fs::remove(file("bad.exr"));
        std::ofstream{file("bad.exr"), std::ios::binary}.write(
            bytes.data(), static_cast<std::streamsize>(bytes.size()));
        const auto again = loadLightmap(file("bad.exr"));
        QVERIFY(!again || (*again)->hash == lightmap.hash);
    }
}

namespace
{
/// The file with another text in place of that of an attribute: its length as four bytes, then
/// JSON.
std::string
withTable(const std::string& file, const std::string& attribute, const std::string& text)
{
    const auto start = attribute + std::string("\0string\0", 8);
    ENGINE_EXPECT(file.find(start) != std::string::npos);
    const auto at = file.find(start) + start.size();
    std::int32_t length = 0;
    std::memcpy(&length, file.data() + at, sizeof length);
    const auto fresh = static_cast<std::int32_t>(text.size());
    // As long as before, so that the places of the lines of pixels behind it stay.
    ENGINE_EXPECT(fresh <= length);
    auto padded = text;
    padded.resize(static_cast<std::size_t>(length), ' ');
    auto changed = file;
    changed.replace(at + sizeof length, padded.size(), padded);
    return changed;
}

std::string volumeText(const std::string& origin,
                       const std::string& probes,
                       const std::string& size,
                       const std::string& spacing)
{
    return "{\"origin\":" + origin + ",\"probes\":\"" + probes + "\",\"size\":" + size +
           ",\"spacing\":" + spacing + "}";
}
} // namespace

void TestLightmapStore::damagedLightInTheOpenIsAnError_data()
{
    QTest::addColumn<QByteArray>("text");
    // One probe has 24 bytes, 32 letters; a NaN among halfs is 0x7e00.
    const std::string probe(32, 'A');
    std::string bytes(24, '\0');
    bytes[1] = '\x7e';
    const auto notANumber = base64FromBytes(bytes);
    const auto infinite = base64FromBytes(std::string(22, '\0') + std::string("\x00\x7c", 2));
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("no text", "");
    row("no JSON", "{\"origin\":[0,0,0");
    row("a list", "[]");
    row("nothing in it", "{}");
    row("more probes than given", volumeText("[0,0,0]", probe, "[1,2,1]", "2"));
    row("fewer probes than given", volumeText("[0,0,0]", probe + probe, "[1,1,1]", "2"));
    row("half a probe", volumeText("[0,0,0]", probe.substr(16), "[1,1,1]", "2"));
    row("no probes", volumeText("[0,0,0]", "", "[0,1,1]", "2"));
    row("sizes whose product wraps", volumeText("[0,0,0]", probe, "[4294967296,1,1]", "2"));
    row("sizes whose product is huge", volumeText("[0,0,0]", probe, "[4096,4096,4096]", "2"));
    row("a negative size", volumeText("[0,0,0]", probe, "[-1,-1,1]", "2"));
    row("two sizes", volumeText("[0,0,0]", probe, "[1,1]", "2"));
    row("four sizes", volumeText("[0,0,0]", probe, "[1,1,1,1]", "2"));
    row("no spacing", volumeText("[0,0,0]", probe, "[1,1,1]", "0"));
    row("a negative spacing", volumeText("[0,0,0]", probe, "[1,1,1]", "-2"));
    row("an endless spacing", volumeText("[0,0,0]", probe, "[1,1,1]", "1e999"));
    row("an origin out of the world", volumeText("[1e30,0,0]", probe, "[1,1,1]", "2"));
    row("an origin of words", volumeText("[\"a\",0,0]", probe, "[1,1,1]", "2"));
    row("letters that are no base64", volumeText("[0,0,0]", "!" + probe.substr(1), "[1,1,1]", "2"));
    row("a probe that is no number", volumeText("[0,0,0]", notANumber, "[1,1,1]", "2"));
    row("an infinite probe", volumeText("[0,0,0]", infinite, "[1,1,1]", "2"));
    // All is well with this one, but it is not what the file's hash says.
    row("another volume", volumeText("[0,0,0]", probe, "[1,1,1]", "2"));
}

void TestLightmapStore::damagedLightInTheOpenIsAnError()
{
    QFETCH(QByteArray, text);
    auto lightmap = randomLightmap(8);
    lightmap.volume.size = {3, 4, 5};
    lightmap.volume.probes.resize(60);
    lightmap.hash = hashOf(lightmap);
    VERIFY_OK(saveLightmap(lightmap, file("volume.exr")));
    VERIFY_OK(loadLightmap(file("volume.exr")));
    const auto bytes = readFile(file("volume.exr"));
    VERIFY_OK(bytes);
    fs::remove(file("bad.exr"));
    const auto changed = withTable(*bytes, "mapwright.volume", text.toStdString());
    std::ofstream{file("bad.exr"), std::ios::binary}.write(
        changed.data(), static_cast<std::streamsize>(changed.size()));
    const auto again = loadLightmap(file("bad.exr"));
    QVERIFY(!again);
    QVERIFY2(again.error().message().find("damaged") != std::string::npos,
             again.error().message().c_str());
}

void TestLightmapStore::damagedLeavesAreAnError_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no text") << QByteArray{""};
    QTest::newRow("no JSON") << QByteArray{R"({"leaf":)"};
    QTest::newRow("a list") << QByteArray{"[]"};
    QTest::newRow("a hash of words") << QByteArray{R"({"leaf":"green"})"};
    QTest::newRow("a number") << QByteArray{R"({"leaf":7})"};
    // All is well with these, but they are not what the file's hash says.
    QTest::newRow("none") << QByteArray{"{}"};
    QTest::newRow("other holes") << QByteArray{R"({"leaf":"0000000000000007"})"};
}

void TestLightmapStore::damagedLeavesAreAnError()
{
    QFETCH(QByteArray, text);
    auto lightmap = randomLightmap(9);
    lightmap.leaves = {{"leaf", 3}, {"another leaf", 5}};
    lightmap.hash = hashOf(lightmap);
    VERIFY_OK(saveLightmap(lightmap, file("leaves.exr")));
    VERIFY_OK(loadLightmap(file("leaves.exr")));
    const auto bytes = readFile(file("leaves.exr"));
    VERIFY_OK(bytes);
    VERIFY_OK(writeFileAtomically(file("bad.exr"),
                                  withTable(*bytes, "mapwright.leaves", text.toStdString())));
    const auto again = loadLightmap(file("bad.exr"));
    QVERIFY(!again);
    QVERIFY2(again.error().message().find("damaged") != std::string::npos,
             again.error().message().c_str());
}

void TestLightmapStore::damagedBodiesAreDoneWithout_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no text") << QByteArray{""};
    QTest::newRow("no JSON") << QByteArray{R"([["0000000000000001",2])"};
    QTest::newRow("an object") << QByteArray{"{}"};
    QTest::newRow("no entity") << QByteArray{R"([["0000000000000001"]])"};
    QTest::newRow("two entities") << QByteArray{R"([["0000000000000001",2,3]])"};
    QTest::newRow("a negative entity") << QByteArray{R"([["0000000000000001",-2]])"};
    QTest::newRow("a huge entity") << QByteArray{R"([["0000000000000001",4294967296]])"};
    QTest::newRow("an entity of words") << QByteArray{R"([["0000000000000001","two"]])"};
    QTest::newRow("a body of words") << QByteArray{R"([["crate",2]])"};
    QTest::newRow("one of several") << QByteArray{R"([["0000000000000001",2],["crate",3]])"};
}

void TestLightmapStore::damagedBodiesAreDoneWithout()
{
    QFETCH(QByteArray, text);
    const auto lightmap = randomLightmap(10);
    VERIFY_OK(saveLightmap(lightmap, file("bodies.exr")));
    const auto bytes = readFile(file("bodies.exr"));
    VERIFY_OK(bytes);
    VERIFY_OK(writeFileAtomically(file("bad.exr"),
                                  withTable(*bytes, "mapwright.bodies", text.toStdString())));
    std::string said;
    const auto listens = addLogSink([&](const LogMessage& message) { said += message.text; });
    const auto again = loadLightmap(file("bad.exr"));
    VERIFY_OK(again);
    QCOMPARE((*again)->hash, lightmap.hash);
    QCOMPARE((*again)->charts.size(), lightmap.charts.size());
    QVERIFY((*again)->bodies.empty());
    QVERIFY2(said.find("bad.exr") != std::string::npos, said.c_str());
}

/// Scripts may put what is lit anywhere.
void TestLightmapStore::placesThatAreNoPlaceReadTheRim()
{
    LightVolume volume;
    volume.size = {2, 2, 2};
    volume.probes.resize(8);
    for (std::size_t i = 0; i < volume.probes.size(); ++i)
        volume.probes[i].channels[0].w = static_cast<float>(i);
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(volume.at({NaN, NaN, NaN}).channels[0].w, 0.F);
    QCOMPARE(volume.at({-Infinity, 0, 0}).channels[0].w, 0.F);
    QCOMPARE(volume.at({Infinity, Infinity, Infinity}).channels[0].w, 7.F);
    QCOMPARE(volume.at({1e300, -1e300, 0}).channels[0].w, 1.F);
}

/// OpenEXR took two gigabytes for it before it saw that they are not there.
void TestLightmapStore::aClaimToHoldMoreThanTheFileIsAnError()
{
    const auto path = file("claim.exr");
    VERIFY_OK(saveLightmap(randomLightmap(3), path));
    auto bytes = *readFile(path);
    constexpr std::string_view Type{"\0string\0", 8};
    const auto size = bytes.find(Type) + Type.size();
    QVERIFY(size < bytes.size());
    bytes.replace(size, 4, std::string{"\xff\xff\xff\x7f"});
    VERIFY_OK(writeFileAtomically(path, bytes));
    static std::atomic<std::size_t> biggest{0};
    mapwright::test::onBlock = [](std::size_t block) {
        biggest = std::max(biggest.load(), block);
    };
    const auto lightmap = loadLightmap(path);
    mapwright::test::onBlock = nullptr;
    QVERIFY(!lightmap);
    QVERIFY2(biggest < 16U << 20U, std::to_string(biggest).c_str());
}

void TestLightmapStore::aFailedSaveLeavesTheOldFile()
{
    QVERIFY(!saveLightmap(randomLightmap(5), file("no folder") / "a.exr"));
    const auto lightmap = randomLightmap(6);
    VERIFY_OK(saveLightmap(lightmap, file("kept.exr")));
    VERIFY_OK(loadLightmap(file("kept.exr")));
    // Nothing but the files themselves is left in the folder.
    for (const auto& entry : fs::directory_iterator{m_folder.path().toStdString()})
        QVERIFY(entry.path().extension() == ".exr");
}

PLAIN_TEST(TestLightmapStore)
} // namespace tst_lightmap_store

#include "tst_lightmap_store.moc"
