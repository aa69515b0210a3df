#include "engine_core/assets/images/image.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_render
{
using namespace engine;

namespace
{
struct Ran
{
    int status = -1;
    QByteArray out;
    QByteArray err;
};

Ran runRender(const QStringList& arguments)
{
    constexpr int Timeout = 60000; // milliseconds; only a hung program takes as long
    QProcess process;
    process.start(QStringLiteral(MAPWRIGHT_BINARY_DIR "/bin/mapwright"),
                  QStringList{"render"} + arguments);
    if (!process.waitForFinished(Timeout) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}
} // namespace

class TestCliRender : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void drawsAPicture();
    void litIsBlackAndTexturedIsNot();
    void aQuickPictureOfADarkRoomIsTextured();
    void fromOutsideOneLooksIntoTheRoom();
    void leavesSeenFromTheSideAreDrawn();
    void badWordsAreStatus2_data();
    void badWordsAreStatus2();
    void missingSceneIsStatus3();
    void unwritablePictureIsStatus4();

private:
    [[nodiscard]] QString arg(const char* name) const { return m_folder.filePath(name); }

    [[nodiscard]] Image picture(const char* name) const
    {
        auto image = loadImage(m_folder.filePath(name).toStdString());
        return image ? *image : Image{};
    }

    QTemporaryDir m_folder;
};

void TestCliRender::initTestCase()
{
    TypeRegistry types;
    registerComponents(types);
    World world;
    ::mapwright::test::buildRoom(world);
    ::mapwright::test::addPlayerStart(world, {0, 0, 5});
    VERIFY_OK(saveScene(world, types, m_folder.filePath("room.scene.json").toStdString()));
}

void TestCliRender::drawsAPicture()
{
    const auto ran =
        runRender({arg("room.scene.json"), "-o", arg("a.png"), "--size", "320x200", "--mode",
                   "unlit", "--camera", "0,1.5,0", "--look", "-3,1,-8", "--json"});
    QCOMPARE(ran.status, 0);
    const auto json = QJsonDocument::fromJson(ran.out).object();
    QCOMPARE(json["size"].toArray(), (QJsonArray{320, 200}));
    QVERIFY(json["draw_calls"].toInt() > 0);
    QVERIFY(json["triangles"].toInt() > 0);
    QVERIFY(json["milliseconds"].toDouble() > 0);
    const auto image = picture("a.png");
    QCOMPARE(image.width, 320U);
    QCOMPARE(image.height, 200U);
}

void TestCliRender::litIsBlackAndTexturedIsNot()
{
    const auto brightness = [&](const char* mode) {
        const auto ran = runRender(
            {arg("room.scene.json"), "-o", arg("b.png"), "--size", "64x36", "--mode", mode});
        if (ran.status != 0)
            return -1L;
        long sum = 0;
        const auto image = picture("b.png");
        for (std::size_t i = 0; i < image.rgba.size(); i += 4)
            sum += image.rgba[i] + image.rgba[i + 1] + image.rgba[i + 2];
        return sum;
    };
    QCOMPARE(brightness("lit"), 0L);
    QVERIFY(brightness("textured") > 64 * 36 * 60);
}

void TestCliRender::aQuickPictureOfADarkRoomIsTextured()
{
    const auto ran =
        runRender({arg("room.scene.json"), "-o", arg("quick.png"), "--size", "64x36", "--quick"});
    QCOMPARE(ran.status, 0);
    const auto image = picture("quick.png");
    long sum = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        sum += image.rgba[i] + image.rgba[i + 1] + image.rgba[i + 2];
    QVERIFY(sum > 64 * 36 * 60);
}

void TestCliRender::fromOutsideOneLooksIntoTheRoom()
{
    const auto drawnFrom = [&](const char* camera, const QStringList& more) {
        const auto ran =
            runRender(QStringList{arg("room.scene.json"), "-o", arg("cut.png"), "--size", "64x36",
                                  "--camera", camera, "--look", "0,1,0"} +
                      more);
        return ran.status == 0 ? picture("cut.png").rgba : std::vector<std::uint8_t>{};
    };
    const auto outside = drawnFrom("0,16,12", {"--mode", "unlit"});
    QVERIFY(!outside.empty());
    QVERIFY(outside == drawnFrom("0,16,12", {"--mode", "unlit", "--cut-away", "on"}));
    QVERIFY(outside != drawnFrom("0,16,12", {"--mode", "unlit", "--cut-away", "off"}));
    const auto inside = drawnFrom("0,2,5", {"--mode", "unlit"});
    QVERIFY(inside == drawnFrom("0,2,5", {"--mode", "unlit", "--cut-away", "off"}));
    // Without any light, too, it is no black box.
    const auto lit = drawnFrom("0,16,12", {"--mode", "lit"});
    QVERIFY(std::any_of(lit.begin(), lit.end(), [](auto c) { return c > 20 && c < 255; }));
}

/// Somewhere in it a leaf is seen so much from the side that its picture has no size; filters that
/// take as many samples as it is long never ended on a processor.
void TestCliRender::leavesSeenFromTheSideAreDrawn()
{
    const auto ran =
        runRender({MAPWRIGHT_SOURCE_DIR "/projects/forest_edge/scenes/start.scene.json", "-o",
                   arg("f.png"), "--size", "1200x700", "--mode", "unlit"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(picture("f.png").width, 1200U);
}

void TestCliRender::badWordsAreStatus2_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no output") << QStringList{"room.scene.json"};
    QTest::newRow("no scene") << QStringList{"-o", "x.png"};
    QTest::newRow("another kind of picture") << QStringList{"room.scene.json", "-o", "x.jpg"};
    QTest::newRow("size") << QStringList{"room.scene.json", "-o", "x.png", "--size", "0x10"};
    QTest::newRow("mode") << QStringList{"room.scene.json", "-o", "x.png", "--mode", "pretty"};
    QTest::newRow("cut-away") << QStringList{"room.scene.json", "-o", "x.png", "--cut-away",
                                             "sometimes"};
    QTest::newRow("point") << QStringList{"room.scene.json", "-o", "x.png", "--camera", "1,2"};
    QTest::newRow("same") << QStringList{"room.scene.json", "-o",     "x.png", "--camera",
                                         "1,2,3",           "--look", "1,2,3"};
}

void TestCliRender::badWordsAreStatus2()
{
    QFETCH(QStringList, words);
    const auto ran = runRender(words);
    QCOMPARE(ran.status, 2);
    QVERIFY(ran.out.isEmpty());
    QCOMPARE(ran.err.count('\n'), 1);
}

void TestCliRender::missingSceneIsStatus3()
{
    QCOMPARE(runRender({arg("none.scene.json"), "-o", arg("x.png")}).status, 3);
}

void TestCliRender::unwritablePictureIsStatus4()
{
    const auto ran =
        runRender({arg("room.scene.json"), "-o", arg("no/such/folder/x.png"), "--size", "8x8"});
    QCOMPARE(ran.status, 4);
}

CORE_TEST(TestCliRender)
} // namespace tst_cli_render

#include "tst_cli_render.moc"
