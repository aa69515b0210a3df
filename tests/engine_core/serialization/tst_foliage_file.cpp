#include "engine_core/base/text_codes.h"
#include "engine_core/serialization/foliage_codec.h"
#include "engine_core/serialization/foliage_file.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/full_disk.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <random>

namespace tst_foliage_file
{
using namespace engine;
using namespace mapwright::test;

namespace
{
std::vector<FoliageInstance> somePlants(std::size_t count, std::uint32_t seed)
{
    std::mt19937 random{seed};
    std::uniform_real_distribution<float> place{-100, 100};
    std::vector<FoliageInstance> plants(count);
    for (auto& plant : plants) {
        plant.position = {place(random), place(random) / 10, place(random)};
        plant.seed = static_cast<std::uint32_t>(random());
        plant.brush = static_cast<std::uint32_t>(random() % 50 + 2);
        plant.type = static_cast<std::uint8_t>(random() % 3);
    }
    return plants;
}

int filesEndingIn(const fs::path& folder, const std::string& ending)
{
    int count = 0;
    for (const auto& entry : fs::directory_iterator{folder})
        count += static_cast<int>(entry.path().string().ends_with(ending));
    return count;
}
} // namespace

class TestFoliageFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsBackWhatWasWritten();
    void theOrderOfEditsDoesNotMatter();
    void editsShareUntouchedCells();
    void hostileBytesAreRefused_data();
    void hostileBytesAreRefused();
    void everyTruncationIsRefused();
    void flagsThatExcludeEachOtherAreRefused();
    void scenesCarryTheirPlants();
    void missingPlantsStayNamed();
    void plantsOfAnotherStateAreRefused();
    void aSaveThatWasCutShortIsFound();
    void aFailedSaveLeavesTheOldPlants();
    void plantsThatWaitOutlastFailedSaves();
    void deltasLeadFromOneStateToTheOther();
    void base64RoundTrips();
};

void TestFoliageFile::readsBackWhatWasWritten()
{
    const auto plants = instancesOf(somePlants(5000, 1));
    const auto read = foliageFromBytes(foliageToBytes(*plants));
    VERIFY_OK(read);
    QCOMPARE((*read)->hash(), plants->hash());
    QVERIFY(allOf(**read) == allOf(*plants));
    const auto none = foliageFromBytes(foliageToBytes(FoliageInstances{}));
    VERIFY_OK(none);
    QCOMPARE((*none)->count(), std::size_t{0});
}

void TestFoliageFile::theOrderOfEditsDoesNotMatter()
{
    auto plants = somePlants(2000, 2);
    const auto one = instancesOf(plants);
    std::shuffle(plants.begin(), plants.end(), std::mt19937{3});
    std::shared_ptr<const FoliageInstances> other;
    for (std::size_t i = 0; i < plants.size(); i += 100) {
        FoliageEdit edit{other};
        for (auto k = i; k < i + 100; ++k)
            edit.add(plants[k]);
        other = edit.finish();
    }
    QCOMPARE(other->hash(), one->hash());
    QCOMPARE(other->count(), plants.size());
}

void TestFoliageFile::editsShareUntouchedCells()
{
    const auto plants = instancesOf(somePlants(2000, 4));
    FoliageEdit edit{plants};
    edit.remove(3, 0);
    const auto after = edit.finish();
    QCOMPARE(after->count() + 1, plants->count());
    std::size_t shared = 0;
    for (const auto& cell : after->cells())
        shared += static_cast<std::size_t>(plants->find(cell.key) == cell.chunk.get());
    QVERIFY(shared + 1 >= plants->cells().size());
    QCOMPARE(FoliageEdit{plants}.finish(), plants);
}

void TestFoliageFile::hostileBytesAreRefused_data()
{
    QTest::addColumn<int>("at");
    QTest::addColumn<QByteArray>("bytes");
    const auto number = [](std::uint64_t value) {
        return QByteArray{reinterpret_cast<const char*>(&value), 8};
    };
    QTest::newRow("another magic") << 0 << QByteArray{"MWFOLIA9"};
    QTest::newRow("huge count of cells") << 8 << number(~0ULL);
    QTest::newRow("overflowing count of cells") << 8 << number(1ULL << 60U);
    QTest::newRow("huge count of plants") << 16 << number(~0ULL / 40);
    QTest::newRow("one plant more") << 16 << number(301);
    QTest::newRow("another hash") << 24 << number(1);
    QTest::newRow("a cell elsewhere") << 32 << number(0x7fffffffU);
    QTest::newRow("a cell with too many") << 44 << QByteArray{"\xff\xff\xff\x7f", 4};
    QTest::newRow("an empty cell") << 44 << QByteArray{"\0\0\0\0", 4};
}

void TestFoliageFile::hostileBytesAreRefused()
{
    QFETCH(int, at);
    QFETCH(QByteArray, bytes);
    auto file = foliageToBytes(*instancesOf(somePlants(300, 5)));
    file.replace(static_cast<std::size_t>(at), static_cast<std::size_t>(bytes.size()),
                 bytes.toStdString());
    const auto read = foliageFromBytes(file);
    QVERIFY(!read);
    QVERIFY(!read.error().message().empty());
}

void TestFoliageFile::everyTruncationIsRefused()
{
    const auto file = foliageToBytes(*instancesOf(somePlants(20, 6)));
    for (std::size_t size = 0; size < file.size(); ++size)
        QVERIFY(!foliageFromBytes(std::string_view{file}.substr(0, size)));
    auto nan = file;
    const float value = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(nan.data() + nan.size() - sizeof(FoliageInstance), &value, sizeof value);
    QVERIFY(!foliageFromBytes(nan));
}

void TestFoliageFile::flagsThatExcludeEachOtherAreRefused()
{
    auto plants = somePlants(20, 6);
    plants[3].flags = FoliageMark | FoliageWeight;
    const auto read = foliageFromBytes(foliageToBytes(*instancesOf(plants)));
    QVERIFY(!read);
    QVERIFY(read.error().message().find("exclude") != std::string::npos);
    plants[3].flags = FoliageWeight;
    VERIFY_OK(foliageFromBytes(foliageToBytes(*instancesOf(plants))));
}

void TestFoliageFile::scenesCarryTheirPlants()
{
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "wood.scene.json";
    const auto types = engineTypes();
    FoliageFixture fixture;
    fixture.addType({});
    fixture.set(instancesOf(somePlants(1000, 7)));
    VERIFY_OK(saveScene(fixture.world, types, file));
    QVERIFY(fs::exists(foliageFileFor(file, fixture.layer)));
    QCOMPARE(filesEndingIn(file.parent_path(), ".new"), 0);
    const auto loaded = loadScene(file, types);
    VERIFY_OK(loaded);
    QVERIFY(loaded->problems.empty());
    QCOMPARE(foliageOf(*loaded->world, fixture.layer)->hash(),
             foliageOf(fixture.world, fixture.layer)->hash());
    QCOMPARE(contentHash(*loaded->world, types), contentHash(fixture.world, types));
}

void TestFoliageFile::missingPlantsStayNamed()
{
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "wood.scene.json";
    const auto types = engineTypes();
    FoliageFixture fixture;
    fixture.set(instancesOf(somePlants(10, 8)));
    VERIFY_OK(saveScene(fixture.world, types, file));
    fs::remove(foliageFileFor(file, fixture.layer));
    const auto loaded = loadScene(file, types);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->problems.size(), std::size_t{1});
    QCOMPARE(loaded->problems[0].rule, std::string{"missing-foliage"});
    QCOMPARE(writeScene(*loaded->world, types), writeScene(fixture.world, types));
}

void TestFoliageFile::plantsOfAnotherStateAreRefused()
{
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "wood.scene.json";
    const auto types = engineTypes();
    FoliageFixture fixture;
    fixture.set(instancesOf(somePlants(10, 9)));
    VERIFY_OK(saveScene(fixture.world, types, file));
    VERIFY_OK(writeFileAtomically(foliageFileFor(file, fixture.layer),
                                  foliageToBytes(*instancesOf(somePlants(10, 10)))));
    const auto loaded = loadScene(file, types);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->problems.size(), std::size_t{1});
    QVERIFY(loaded->problems[0].message.find("another state") != std::string::npos);
}

void TestFoliageFile::aSaveThatWasCutShortIsFound()
{
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "wood.scene.json";
    const auto types = engineTypes();
    FoliageFixture fixture;
    fixture.set(instancesOf(somePlants(10, 11)));
    VERIFY_OK(saveScene(fixture.world, types, file));
    // The scene was written, but the program died before the plants took their place.
    const auto place = foliageFileFor(file, fixture.layer);
    const auto hash = foliageOf(fixture.world, fixture.layer)->hash();
    auto from = place;
    for (const auto& waiting : waitingFiles(place, hash)) {
        fs::rename(from, waiting);
        from = waiting;
        VERIFY_OK(writeFileAtomically(place, foliageToBytes(*instancesOf(somePlants(10, 12)))));
        const auto loaded = loadScene(file, types);
        VERIFY_OK(loaded);
        QVERIFY(loaded->problems.empty());
        QCOMPARE(foliageOf(*loaded->world, fixture.layer)->hash(), hash);
    }
}

void TestFoliageFile::aFailedSaveLeavesTheOldPlants()
{
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "wood.scene.json";
    const auto types = engineTypes();
    FoliageFixture fixture;
    fixture.set(instancesOf(somePlants(10, 13)));
    const auto before = foliageOf(fixture.world, fixture.layer);
    fs::create_directories(file / "in the way"); // the scene cannot be written over a folder
    QVERIFY(!saveScene(fixture.world, types, file));
    for (const auto& entry : fs::directory_iterator{folder.path().toStdString()})
        QCOMPARE(entry.path(), file);
}

/// After a save that could not bring them to their place.
void TestFoliageFile::plantsThatWaitOutlastFailedSaves()
{
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "wood.scene.json";
    const auto types = engineTypes();
    FoliageFixture fixture;
    fixture.set(instancesOf(somePlants(10, 16)));
    const auto hash = foliageOf(fixture.world, fixture.layer)->hash();
    const auto place = foliageFileFor(file, fixture.layer);
    fs::create_directories(place / "in the way");
    QVERIFY(!saveScene(fixture.world, types, file));
    const auto expectOld = [&] {
        for (const auto& original : {fs::path{}, file}) { // also for work that is recovered
            const auto copy = file.parent_path() / "copy" / "kept.scene.json";
            fs::create_directories(copy.parent_path());
            fs::copy_file(file, copy, fs::copy_options::overwrite_existing);
            const auto loaded = loadScene(original.empty() ? file : copy, types, original);
            VERIFY_OK(loaded);
            QVERIFY(loaded->problems.empty());
            QCOMPARE(foliageOf(*loaded->world, fixture.layer)->hash(), hash);
        }
    };
    expectOld();
    for (const std::uint32_t seed : {16U, 17U, 18U}) { // the same plants, and others
        fixture.set(instancesOf(somePlants(10, seed)));
        FoliageSave save;
        VERIFY_OK(save.write(fixture.world, file));
        expectOld(); // as after a crash right now
    }
    expectOld();
    QCOMPARE(filesEndingIn(file.parent_path(), ".new"), 1);
    {
        const FullDisk full{16};
        QVERIFY(!saveScene(fixture.world, types, file));
    }
    expectOld();
    fs::remove_all(place);
    VERIFY_OK(saveScene(fixture.world, types, file));
    QCOMPARE(filesEndingIn(file.parent_path(), ".new"), 0);
    const auto loaded = loadScene(file, types);
    VERIFY_OK(loaded);
    QCOMPARE(contentHash(*loaded->world, types), contentHash(fixture.world, types));
    QVERIFY(loaded->problems.empty());
}

void TestFoliageFile::deltasLeadFromOneStateToTheOther()
{
    const auto before = instancesOf(somePlants(3000, 14));
    FoliageEdit edit{before};
    for (const auto& plant : somePlants(5, 15))
        edit.add(plant);
    const auto& first = *before->cells()[0].chunk;
    for (std::size_t i = 0; i < first.instances.size(); ++i)
        edit.remove(0, i); // a cell that becomes empty
    const auto after = edit.finish();
    std::string text;
    writeFoliageDelta(text, before.get(), *after);
    QVERIFY(text.size() < 3000 * sizeof(FoliageInstance) / 2); // not all of it
    const auto tree = JsonTree::parse(text, "delta");
    VERIFY_OK(tree);
    const auto delta = readFoliageDelta(tree->root());
    VERIFY_OK(delta);
    const auto again = applyFoliageDelta(*before, *delta);
    VERIFY_OK(again);
    QCOMPARE((*again)->hash(), after->hash());
    QVERIFY(!applyFoliageDelta(*after, FoliageDelta{.cells = {}, .result = 1}));
}

void TestFoliageFile::base64RoundTrips()
{
    for (const std::string bytes : {"", "a", "ab", "abc", "abcd", "\xff\xfe\xfd"}) {
        const auto back = bytesFromBase64(base64FromBytes(bytes));
        QVERIFY(back && *back == bytes);
    }
    QCOMPARE(base64FromBytes("light work."), std::string{"bGlnaHQgd29yay4="});
    for (const char* bad : {"a", "ab=c", "a===", "ab\n="})
        QVERIFY(!bytesFromBase64(bad));
}

PLAIN_TEST(TestFoliageFile)
} // namespace tst_foliage_file

#include "tst_foliage_file.moc"
