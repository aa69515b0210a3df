#include "engine_core/play/saves/play_saves.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <limits>
#include <optional>

namespace tst_play_saves
{
using namespace engine;
using namespace mapwright::test;

class TestPlaySaves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNextGameHasWhatWasKept();
    void twoGamesKeepWhatEachHasChanged();
    void withoutAFileAGameKeepsItsOwn();
    void unknownValuesStayInTheFile();
    void damagedFilesAreSetAside_data();
    void damagedFilesAreSetAside();
    void filesOfANewerProgramAreLeftAlone();
    void whatCannotBeKeptIsRefused();
    void scriptsKeepAndReadValues();
    void whatIsKeptIsPartOfTheState();

private:
    [[nodiscard]] fs::path file() const
    {
        return fs::path{m_folder.path().toStdString()} /
               (std::string{QTest::currentTestFunction()} + ".json");
    }

    void write(const std::string& text) const { std::ofstream{file()} << text; }

    [[nodiscard]] static std::string textOf(const fs::path& file)
    {
        const auto text = readFile(file);
        return text ? *text : std::string{};
    }

    [[nodiscard]] std::string text() const { return textOf(file()); }

    QTemporaryDir m_folder;
};

void TestPlaySaves::theNextGameHasWhatWasKept()
{
    {
        PlaySaves saves{file()};
        VERIFY_OK(saves.set("coins", {12.5}));
        VERIFY_OK(saves.set("won", {true}));
        VERIFY_OK(saves.set("name", {std::string{"Zo\u00eb"}}));
        VERIFY_OK(saves.set("place", {Vec3d{1, -2, 3.25}}));
        VERIFY_OK(saves.set("gone", {1.0}));
        saves.remove("gone");
    }
    PlaySaves saves{file()};
    QCOMPARE(*saves.get("coins").as<double>(), 12.5);
    QCOMPARE(*saves.get("won").as<bool>(), true);
    QCOMPARE(*saves.get("name").as<std::string>(), std::string{"Zo\u00eb"});
    QVERIFY((*saves.get("place").as<Vec3d>() == Vec3d{1, -2, 3.25}));
    QVERIFY(!saves.has("gone"));
    saves.clear();
    QVERIFY(!saves.has("coins"));
}

void TestPlaySaves::twoGamesKeepWhatEachHasChanged()
{
    {
        PlaySaves before{file()};
        VERIFY_OK(before.set("best", {10.0}));
        VERIFY_OK(before.set("old", {1.0}));
    }
    std::optional<PlaySaves> first{file()};
    {
        PlaySaves second{file()};
        VERIFY_OK(second.set("best", {50.0}));
        second.remove("old");
    }
    VERIFY_OK(first->set("coins", {3.0}));
    first->update(2);
    QCOMPARE(*first->get("best").as<double>(), 10.0); // equal runs are equal
    first.reset();
    const PlaySaves after{file()};
    QCOMPARE(*after.get("best").as<double>(), 50.0);
    QCOMPARE(*after.get("coins").as<double>(), 3.0);
    QVERIFY(!after.has("old"));
}

void TestPlaySaves::withoutAFileAGameKeepsItsOwn()
{
    PlaySaves saves;
    VERIFY_OK(saves.set("coins", {1.0}));
    QCOMPARE(*saves.get("coins").as<double>(), 1.0);
    QVERIFY(!PlaySaves{}.has("coins"));
}

void TestPlaySaves::unknownValuesStayInTheFile()
{
    write(R"({"format": 1, "values": {"quest": {"step": 4, "done": [1, 2]}, "coins": 3}})");
    {
        PlaySaves saves{file()};
        QVERIFY(saves.has("quest"));
        QVERIFY(saves.get("quest") == Value{});
        VERIFY_OK(saves.set("coins", {4.0}));
    }
    QVERIFY2(text().find("\"step\": 4") != std::string::npos, text().c_str());
    QVERIFY2(text().find("\"coins\": 4.0") != std::string::npos, text().c_str());
}

void TestPlaySaves::damagedFilesAreSetAside_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray{};
    QTest::newRow("cut off") << QByteArray{R"({"format": 1, "values": {"coins": )"};
    QTest::newRow("not JSON") << QByteArray{"\x00\xff\x13 nonsense", 12};
    QTest::newRow("other JSON") << QByteArray{"[1, 2, 3]"};
    QTest::newRow("no values") << QByteArray{R"({"format": 1})"};
    QTest::newRow("values of another kind") << QByteArray{R"({"format": 1, "values": 7})"};
    QTest::newRow("format of another kind") << QByteArray{R"({"format": "1", "values": {}})"};
    QTest::newRow("deep") << QByteArray{R"({"format": 1, "values": {"a": )"} +
                                 QByteArray(100000, '[') + QByteArray(100000, ']') + "}}";
}

void TestPlaySaves::damagedFilesAreSetAside()
{
    QFETCH(QByteArray, bytes);
    write(bytes.toStdString());
    {
        PlaySaves saves{file()};
        QVERIFY(!saves.has("coins"));
        VERIFY_OK(saves.set("coins", {1.0}));
    }
    auto aside = file();
    aside += ".damaged";
    QCOMPARE(textOf(aside), bytes.toStdString()); // nothing lost
    QCOMPARE(*PlaySaves{file()}.get("coins").as<double>(), 1.0);
}

void TestPlaySaves::filesOfANewerProgramAreLeftAlone()
{
    const std::string newer = R"({"format": 2, "values": {"coins": 9}, "more": true})";
    write(newer);
    {
        PlaySaves saves{file()};
        QVERIFY(!saves.has("coins"));
        VERIFY_OK(saves.set("coins", {1.0}));
    }
    QCOMPARE(text(), newer);
}

void TestPlaySaves::whatCannotBeKeptIsRefused()
{
    PlaySaves saves;
    const auto refused = [&](const std::string& name, const Value& value, const char* why) {
        const auto set = saves.set(name, value);
        QVERIFY(!set);
        QVERIFY2(set.error().message().find(why) != std::string::npos,
                 set.error().message().c_str());
    };
    refused("", {1.0}, "1 to 100 bytes");
    refused(std::string(101, 'a'), {1.0}, "1 to 100 bytes");
    refused("a", {std::numeric_limits<double>::infinity()}, "finite");
    refused("a", {Vec3d{0, std::nan(""), 0}}, "finite");
    refused("a", {std::string(4097, 'a')}, "4096 bytes at most");
    for (std::size_t i = 0; i < PlaySaves::MostValues; ++i)
        VERIFY_OK(saves.set(std::to_string(i), {1.0}));
    refused("one more", {1.0}, "1000 values");
    VERIFY_OK(saves.set("7", {2.0}));
}

void TestPlaySaves::scriptsKeepAndReadValues()
{
    for (int game = 1; game <= 2; ++game) {
        PlayFixture fixture;
        fixture.addFloor();
        fixture.writeScript("count.as", R"(class Count : Node
{
    double games = 0;
    void onStart()
    {
        games = Save::getNumber("games") + 1;
        Save::setNumber("games", games);
        Save::setText("last", "game " + games);
        Save::setBool("played", true);
        Save::setVec3("at", Vec3(games, 0, 0));
        if (!Save::has("last") || !Save::getBool("played") || Save::getVec3("at").x != games ||
            Save::getText("last") != "game " + games || Save::getText("games", "none") != "none")
            games = -1;
    }
})");
        const auto counter = fixture.addScripted("Counter", "count.as", "Count");
        auto setup = fixture.setup();
        setup.saves = file();
        auto session = PlaySession::start(fixture.world, setup);
        VERIFY_OK(session);
        (*session)->tick({});
        QCOMPARE((*session)->scriptErrors().size(), 0U);
        QCOMPARE(*(*session)->scriptProperty(counter, "games")->as<double>(), 1.0 * game);
    }
}

void TestPlaySaves::whatIsKeptIsPartOfTheState()
{
    const auto hashOf = [](double coins) {
        PlaySaves saves;
        if (coins != 0)
            (void)saves.set("coins", {coins});
        Hasher hasher;
        saves.addTo(hasher);
        return hasher.result();
    };
    QCOMPARE(hashOf(2), hashOf(2));
    QVERIFY(hashOf(1) != hashOf(2));
    QVERIFY(hashOf(0) == Hasher{}.result()); // games that keep nothing hash as they did
}

PLAIN_TEST(TestPlaySaves)
} // namespace tst_play_saves

#include "tst_play_saves.moc"
