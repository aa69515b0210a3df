#include "engine_core/assets/lightmap_store.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

using namespace engine;

namespace
{
/// Every bit pattern of a half, infinities and NaNs among them.
Lightmap randomLightmap(std::uint32_t seed, std::size_t atlases = 2)
{
    std::mt19937 random{seed};
    Lightmap lightmap;
    for (std::size_t i = 0; i < atlases; ++i) {
        LightmapAtlas atlas{64, 32 + static_cast<std::uint32_t>(i) * 16, {}};
        atlas.halfs.resize(std::size_t{atlas.width} * atlas.height * 3);
        for (auto& half : atlas.halfs)
            half = static_cast<std::uint16_t>(random());
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
    lightmap.hash = hashOf(lightmap);
    return lightmap;
}
} // namespace

class TestLightmapStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lightmapsAreReadBackBitByBit();
    void theHashFollowsAtlasesAndCharts();
    void foreignFilesAreErrors();
    void everyTruncationIsAnError();
    void damagedFilesAreErrorsOrUnchanged();
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
        QCOMPARE(hashOf(**again), lightmap.hash);
    }
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

QTEST_APPLESS_MAIN(TestLightmapStore)
#include "tst_lightmap_store.moc"
