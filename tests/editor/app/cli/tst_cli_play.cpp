#include "engine_core/assets/images/image.h"
#include "engine_core/play/recording/session_recording.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QColor>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_cli_play
{
using namespace engine;
using namespace mapwright::test;

/// `play` and `edit` as a person on a server types them.
class TestCliPlay : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        QCOMPARE(runProgram({"new", arg("room")}).status, 0);
        TypeRegistry types;
        registerComponents(types);
        World world;
        world.setNextId(100);
        buildRoom(world);
        addLight(world, {0, 3, 0});
        addPlayerStart(world, {0, 0.2, 0});
        VERIFY_OK(saveScene(world, types, path("room/scenes/start.scene.json")));
        std::ofstream{path("forward.txt")} << "120 forward\n";
        std::ofstream{path("broken.txt")} << "60 forward\n10 dance\n";
    }

    void theSameTicksGiveTheSameState()
    {
        const auto first = play({"--ticks", "45"});
        QVERIFY2(first.status == 0, first.err);
        const auto json = first.json();
        QCOMPARE(json["ticks"].toInt(), 45);
        QVERIFY(json["player"].toObject()["grounded"].toBool());
        QCOMPARE(json["script_errors"].toArray().size(), 0);
        QCOMPARE(json["state_hash"].toString().size(), 16);
        QCOMPARE(play({"--ticks", "45"}).json()["state_hash"], json["state_hash"]);
        QVERIFY(play({"--ticks", "10"}).json()["state_hash"] != json["state_hash"]);
    }

    void anInputFileWalksAndItsRecordingWalksTheSameWay()
    {
        const auto walked = play({"--input", arg("forward.txt"), "--record", arg("again.txt")});
        QVERIFY2(walked.status == 0, walked.err);
        QCOMPARE(walked.json()["ticks"].toInt(), 120);
        QVERIFY(positionOf(walked)[2].toDouble() < -1.0); // forward is -Z
        const auto again = play({"--input", arg("again.txt")});
        QCOMPARE(again.status, 0);
        QCOMPARE(again.json()["state_hash"], walked.json()["state_hash"]);
        QVERIFY(again.err.isEmpty()); // the same scene and build: nothing to warn of
    }

    void whatIsRecordedHasTheLastStateAndTheEnd()
    {
        const auto walked = play({"--ticks", "45", "--record", arg("whole.txt")});
        QVERIFY2(walked.status == 0, walked.err);
        const auto recording = loadSessionRecording(path("whole.txt"));
        QVERIFY(recording);
        QCOMPARE(recording->input.ticks.size(), 45U);
        QVERIFY(recording->hasEnded);
        QCOMPARE(recording->keyStates.back().tick, 45U);
        QCOMPARE(QString::fromStdString(hashToText(recording->keyStates.back().state)),
                 walked.json()["state_hash"].toString());
    }

    void aRecordingSaysWhereItParts()
    {
        const auto walked = play({"--input", arg("forward.txt"), "--record", arg("walk.txt")});
        QCOMPARE(walked.status, 0);
        QVERIFY(fs::exists(walked.json()["recording"].toString().toStdString()));
        const auto same = play({"--input", arg("walk.txt"), "--no-recording"});
        QCOMPARE(same.status, 0);
        QVERIFY(same.json()["recording"].toString().isEmpty());
        QVERIFY(same.json()["replay"].toObject()["parted"].isNull());
        QVERIFY(same.json()["replay"].toObject()["same_states"].toInt() >= 2);
        const auto heavier =
            play({"--input", arg("walk.txt"), "--set", "#1.scene_settings.gravity=3"});
        QCOMPARE(heavier.status, 1);
        const auto parted = heavier.json()["replay"].toObject()["parted"].toObject();
        QVERIFY(parted["tick"].toInt() > 0 && parted["tick"].toInt() <= 120);
        QVERIFY(!parted["property"].toString().isEmpty());
        QCOMPARE(parted["reasons"].toArray()[0].toString(),
                 QString{"the scene is in another state"});
    }

    void aScreenshotShowsTheGame()
    {
        const auto ran = play({"--ticks", "5", "--screenshot", arg("shot.png")});
        QVERIFY2(ran.status == 0, ran.err);
        const auto image = loadImage(path("shot.png"));
        VERIFY_OK(image);
        QCOMPARE(image->width, 1280U);
        QVERIFY(isPicture(*image));
    }

    void aScreenshotShowsWhatScriptsShow()
    {
        fs::create_directories(path("room/scripts"));
        std::ofstream{path("room/scripts/player.as")} << R"(class Player : Node
{
    void onTick(double dt)
    {
        Hud::setMargin(0);
        Hud::box(Anchor::TopLeft, Vec2(), Vec2(100, 50), Color(1, 0, 0), 1);
        Hud::text("MMMM", Anchor::Bottom, Vec2(), 100, Color(0, 1, 0));
    }
})";
        const auto ran = play({"--trust", "--ticks", "2", "--screenshot", arg("hud.png")});
        fs::remove(path("room/scripts/player.as"));
        QVERIFY2(ran.status == 0, ran.err);
        const auto image = loadImage(path("hud.png"));
        VERIFY_OK(image);
        const auto pixel = [&](std::size_t x, std::size_t y) {
            const auto* at = image->rgba.data() + (y * image->width + x) * 4;
            return QColor{at[0], at[1], at[2]};
        };
        QCOMPARE(pixel(2, 2), QColor(255, 0, 0));
        QCOMPARE(pixel(98, 48), QColor(255, 0, 0));
        QVERIFY(pixel(104, 25) != QColor(255, 0, 0));
        int green = 0;
        for (std::size_t x = 400; x < 880; ++x)
            for (std::size_t y = 590; y < 720; ++y)
                green += pixel(x, y) == QColor{0, 255, 0} ? 1 : 0;
        QVERIFY2(green > 1000, qPrintable(QString::number(green)));
    }

    void propertiesAreSetBeforePlayBegins()
    {
        const auto ran = play({"--ticks", "60", "--set", "#1.scene_settings.gravity=0"});
        QVERIFY2(ran.status == 0, ran.err);
        QVERIFY(!ran.json()["player"].toObject()["grounded"].toBool());
    }

    void whatCannotBeReadIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        QTest::newRow("no input") << QStringList{"--input", arg("none.txt")} << 3 << "none.txt";
        QTest::newRow("broken input") << QStringList{"--input", arg("broken.txt")} << 3 << "dance";
        QTest::newRow("no such property")
            << QStringList{"--set", "#1.scene_settings.weight=1"} << 3 << "weight";
        QTest::newRow("no such object")
            << QStringList{"--set", "nobody.light.range=1"} << 3 << "nobody";
        QTest::newRow("negative ticks") << QStringList{"--ticks", "-5"} << 2 << "--ticks";
        QTest::newRow("no folder to record in")
            << QStringList{"--ticks", "1", "--record", arg("none/x.txt")} << 4 << "none/x.txt";
    }

    void whatCannotBeReadIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, says);
        const auto ran = play(arguments);
        QCOMPARE(ran.status, status);
        QVERIFY2(isOneSentence(ran), ran.err);
        QVERIFY2(ran.err.contains(says.toUtf8()), ran.err);
    }

    void withoutADisplayOneSentenceSaysWhatHelps()
    {
        const auto game = runWithoutDisplay({"play", scene()});
        QCOMPARE(game.status, 2);
        QVERIFY2(isOneSentence(game) && game.err.contains("--headless"), game.err);
        const auto editor = runWithoutDisplay({"edit", arg("room")});
        QCOMPARE(editor.status, 2);
        QVERIFY2(isOneSentence(editor) && editor.err.contains("display"), editor.err);
    }

    void theWindowRefusesWhatOnlyAHeadlessGameDoes()
    {
        const auto ran = runProgram({"play", scene(), "--ticks", "10"});
        QCOMPARE(ran.status, 2);
        QVERIFY2(isOneSentence(ran) && ran.err.contains("--ticks needs --headless"), ran.err);
    }

private:
    [[nodiscard]] fs::path path(const std::string& name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    [[nodiscard]] QString arg(const std::string& name) const
    {
        return QString::fromStdString(path(name).string());
    }

    [[nodiscard]] QString scene() const { return arg("room/scenes/start.scene.json"); }

    [[nodiscard]] Ran play(const QStringList& more) const
    {
        return runProgram(QStringList{"play", scene(), "--headless", "--json"} + more);
    }

    static QJsonArray positionOf(const Ran& ran)
    {
        return ran.json()["player"].toObject()["position"].toArray();
    }

    /// Neither black nor of one colour.
    static bool isPicture(const Image& image)
    {
        std::size_t bright = 0;
        std::size_t different = 0;
        for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
            bright += image.rgba[i] + image.rgba[i + 1] + image.rgba[i + 2] > 30 ? 1U : 0U;
            different += image.rgba[i] != image.rgba[0] ? 1U : 0U;
        }
        const auto pixels = image.rgba.size() / 4;
        return bright > pixels / 10 && different > pixels / 10;
    }

    QTemporaryDir m_folder;
};

CORE_TEST(TestCliPlay)
} // namespace tst_cli_play

#include "tst_cli_play.moc"
