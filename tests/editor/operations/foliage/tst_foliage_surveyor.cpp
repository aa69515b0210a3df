#include "editor/operations/foliage/foliage_surveyor.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_foliage_surveyor
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// The first bytes of a PNG that says it has so many pixels a side; the checksum fits.
std::string pngHeader(std::uint32_t side)
{
    const auto number = [](std::uint32_t value) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xffU);
        return bytes;
    };
    const auto chunk = "IHDR" + number(side) + number(side) + std::string{"\x08\x06\0\0\0", 5};
    std::uint32_t crc = ~0U;
    for (const char byte : chunk) {
        crc ^= static_cast<std::uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return "\x89PNG\r\n\x1a\n" + number(13) + chunk + number(~crc);
}

std::string pictureBytes(const fs::path& folder, std::uint32_t side)
{
    Image picture{side, side, std::vector<std::uint8_t>(std::size_t{side} * side * 4, 255)};
    const auto file = folder / "whole.png";
    ENGINE_EXPECT(savePng(picture, file));
    auto bytes = readFile(file);
    ENGINE_EXPECT(bytes);
    return *std::move(bytes);
}
} // namespace

class TestFoliageSurveyor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modelsStandInTheWayOfAgents();
    void picturesAreReadAgainWhenTheirFileChanges();
    void badPicturesAreOneSentence_data();
    void badPicturesAreOneSentence();
    void masksOverTheirLimitAreNotDecoded();
};

/// On a worker there is a copy of the world that knows no models: they come with the request.
void TestFoliageSurveyor::modelsStandInTheWayOfAgents()
{
    ModelSource source;
    source.models["roof"] = boxModel({{-4, 1, -4}, {4, 1.2, 4}}); // too low to walk under
    FoliageFixture level;
    level.world.setMeshes(&source);
    FoliageType type;
    type.outsidePlay = true;
    level.addType(type);
    level.addGround({0, 0}, 20);
    FoliageSurveyor surveyor;
    const auto walkable = [&](const Vec3d& place) {
        const auto request = requestSurvey(level.world, std::array{level.layer}, {});
        World copy{level.world};
        copy.setMeshes(nullptr);
        JobControl control;
        const auto found = surveyor.survey(copy, request, control);
        ENGINE_EXPECT(found.problems.empty());
        return found.survey.grounds.at("")->isWithin(place, 0);
    };
    QVERIFY(walkable({10, 0, 10}));
    const auto roof = addModel(level.world, "roof", {{10, 0, 10}});
    QVERIFY(!walkable({10, 0, 10}));
    QVERIFY(walkable({3, 0, 3}));
    Edit edit;
    edit.swaps.push_back(swapTo(roof, TransformComponent{.position = {10, 5, 10}}));
    level.world.apply(edit);
    QVERIFY(walkable({10, 0, 10}));
    // Without anybody who knows models they have no shape.
    edit.swaps.clear();
    edit.swaps.push_back(swapTo(roof, TransformComponent{.position = {10, 0, 10}}));
    level.world.apply(edit);
    level.world.setMeshes(nullptr);
    QVERIFY(walkable({10, 0, 10}));
}

namespace
{
/// A foliage whose mask is "mask.png" of a project.
struct Masked : FoliageFixture
{
    QTemporaryDir folder;
    AssetDatabase assets{Project{folder.path().toStdString(), "test", {}}};
    FoliageSurveyor surveyor;

    Masked()
    {
        fs::create_directories(file().parent_path());
        FoliageLayer masked;
        masked.mask = {"mask.png"};
        Edit edit;
        edit.swaps.push_back(swapTo(layer, masked));
        world.apply(edit);
        addType({});
    }

    [[nodiscard]] fs::path file() const
    {
        return fs::path{folder.path().toStdString()} / "assets/mask.png";
    }

    void write(const std::string& bytes) const { std::ofstream{file(), std::ios::binary} << bytes; }

    Surveyed survey()
    {
        JobControl control;
        return surveyor.survey(
            world, requestSurvey(world, std::array{layer}, [this] { return &assets; }), control);
    }
};
} // namespace

void TestFoliageSurveyor::picturesAreReadAgainWhenTheirFileChanges()
{
    Masked level;
    level.write(pictureBytes(level.folder.path().toStdString(), 4));
    const auto first = level.survey();
    QVERIFY(first.problems.empty());
    const auto picture = first.survey.pictures.at("mask.png");
    QCOMPARE(picture->width, 4U);
    QCOMPARE(picture->at({0.5, 0.5}), 1.0);
    QCOMPARE(level.survey().survey.pictures.at("mask.png"), picture); // the same one
    level.write(pictureBytes(level.folder.path().toStdString(), 6));
    fs::last_write_time(level.file(), fs::file_time_type::clock::now() + std::chrono::seconds{5});
    QCOMPARE(level.survey().survey.pictures.at("mask.png")->width, 6U);
}

void TestFoliageSurveyor::badPicturesAreOneSentence_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QTemporaryDir folder;
    const auto whole = QByteArray::fromStdString(pictureBytes(folder.path().toStdString(), 32));
    QTest::newRow("empty") << QByteArray{};
    QTest::newRow("text") << QByteArray{"{\"format\": 1}"};
    QTest::newRow("cut in its header") << whole.left(20);
    QTest::newRow("cut in its pixels") << whole.left(whole.size() / 2);
    QTest::newRow("one byte short") << whole.left(whole.size() - 14);
    QTest::newRow("more pixels than allowed") << QByteArray::fromStdString(pngHeader(16'385));
    QTest::newRow("more pixels than there are") << QByteArray::fromStdString(pngHeader(0x7fffffff));
    QTest::newRow("no pixels") << QByteArray::fromStdString(pngHeader(0));
}

void TestFoliageSurveyor::badPicturesAreOneSentence()
{
    QFETCH(QByteArray, bytes);
    Masked level;
    level.write(bytes.toStdString());
    const auto found = level.survey();
    QCOMPARE(found.problems.size(), std::size_t{1});
    QVERIFY(found.problems[0].find("mask.png") != std::string::npos);
    QCOMPARE(found.problems[0].find('\n'), std::string::npos);
    QVERIFY(found.survey.pictures.empty());
    // Nothing grows rather than everywhere.
    const auto ground = level.addGround({0, 0}, 20);
    auto scatter =
        collectScatter(level.world, level.index, level.layer, std::array{ground}, {}, found.survey);
    JobControl control;
    QVERIFY(scatterFoliage(std::move(scatter), control).instances.empty());
    // Gone altogether it is a sentence, too.
    fs::remove(level.file());
    QCOMPARE(level.survey().problems.size(), std::size_t{1});
}

void TestFoliageSurveyor::masksOverTheirLimitAreNotDecoded()
{
    Masked level;
    level.write(pngHeader(4097)); // without pixels: it would be damaged if they were asked for
    const auto found = level.survey();
    QCOMPARE(found.problems.size(), std::size_t{1});
    QVERIFY2(found.problems[0].ends_with("has 4097 x 4097 pixels, the limit is 4096 a side"),
             found.problems[0].c_str());
}

CORE_TEST(TestFoliageSurveyor)
} // namespace tst_foliage_surveyor

#include "tst_foliage_surveyor.moc"
