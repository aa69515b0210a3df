#include "engine_core/interchange/game_data/game_classes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_game_classes
{
using namespace engine;

namespace
{
constexpr std::string_view Quake = R"(// Quake, in small
@mapsize(-16384, 16384)
@BaseClass = Targetname
[
	targetname(target_source) : "Name" : : "Others call it by this"
]
@baseclass base(Targetname) size(-16 -16 -24, 16 16 32) color(0 255 0) = Monster
[
	spawnflags(flags) = [ 1 : "Ambush" : 0 : "Waits to be seen"  256 : "Not on Easy" : 1 ]
	health(integer) : "Health" : 100 : "How much " +
		"it takes"
]
@PointClass base(Monster) model({ "path": ":progs/ogre.mdl" }) = monster_ogre : "Ogre" : "page"
[
	spawnflags(flags) = [ 2 : "Crucified" : 0 ]
	target(target_destination) readonly : "Target"
	_color(color255) : "Colour" : "255 128 0"
	tint(color1) : "Tint"
	armed(boolean) : "Armed" : "1"
	input Wake(void) : "Wakes it"
	output OnDeath(void) : "It died"
]
@SolidClass base(Targetname) = func_door : "Door"
[
	speed(integer) : "Speed" : 100
	sounds(choices) : "Sound" : 1 = [ 0: "None" 1 : "Stone" : "Grinds" "2": "Base" ]
]
)";

GameClassFiles read(std::string_view text)
{
    GameClassFiles files;
    readGameClasses(text, "game.fgd", files, [](const std::string&) { return false; });
    return files;
}

std::vector<std::string> namesOf(const std::vector<GameKey>& keys)
{
    std::vector<std::string> names;
    for (const auto& key : keys)
        names.push_back(key.name);
    return names;
}

/// The key of the class, which has it.
GameKey keyOf(const GameClasses& classes, std::string_view of, std::string_view name)
{
    const auto* found = classes.find(of);
    ENGINE_EXPECT(found != nullptr);
    for (auto& key : classes.keysOf(*found))
        if (key.name == name)
            return key;
    ENGINE_EXPECT(false);
    return {};
}
} // namespace

class TestGameClasses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classesAreWhatTheFileSays();
    void keysOfBasesComeFirst();
    void flagsOfBasesAddUp();
    void kindsOfKeysAreKnown();
    void textsAreJoinedAndMayBeMissing();
    void aBrokenClassIsNamedAndTheOthersAreRead_data();
    void aBrokenClassIsNamedAndTheOthersAreRead();
    void basesThatLeadInCirclesGiveTheirKeysOnce();
    void longChainsOfBasesComeToAnEnd();
    void quotesEndWithTheirLineBeforeAClass();
    void filesOfTheFolderIncludeEachOther();
    void nothingOutsideOfTheFolderIsRead();
};

void TestGameClasses::classesAreWhatTheFileSays()
{
    const auto files = read(Quake);
    QCOMPARE(files.notes, std::vector<std::string>{});
    QCOMPARE(files.classes.names(), (std::vector<std::string>{"func_door", "monster_ogre"}));
    const auto* ogre = files.classes.find("Monster_OGRE");
    QVERIFY(ogre != nullptr);
    QCOMPARE(ogre->name, std::string{"monster_ogre"});
    QCOMPARE(ogre->help, std::string{"Ogre"});
    QVERIFY(ogre->kind == GameClass::Kind::Point);
    QVERIFY(files.classes.find("func_door")->kind == GameClass::Kind::Solid);
    QVERIFY(files.classes.find("Monster") == nullptr); // a base alone
}

void TestGameClasses::keysOfBasesComeFirst()
{
    const auto files = read(Quake);
    QCOMPARE(namesOf(files.classes.keysOf(*files.classes.find("monster_ogre"))),
             (std::vector<std::string>{"targetname", "spawnflags", "health", "target", "_color",
                                       "tint", "armed"}));
}

void TestGameClasses::flagsOfBasesAddUp()
{
    const auto flags = keyOf(read(Quake).classes, "monster_ogre", "spawnflags");
    QVERIFY(flags.kind == GameKeyKind::Flags);
    QCOMPARE(flags.choices.size(), std::size_t{3});
    QCOMPARE(flags.choices[0].title, std::string{"Ambush"});
    QCOMPARE(flags.choices[0].help, std::string{"Waits to be seen"});
    QCOMPARE(flags.choices[2].value, std::string{"2"});
}

void TestGameClasses::kindsOfKeysAreKnown()
{
    const auto classes = read(Quake).classes;
    QVERIFY(keyOf(classes, "monster_ogre", "health").kind == GameKeyKind::Number);
    QVERIFY(keyOf(classes, "monster_ogre", "target").kind == GameKeyKind::Target);
    QVERIFY(keyOf(classes, "monster_ogre", "_color").colorsAreBytes);
    QVERIFY(!keyOf(classes, "monster_ogre", "tint").colorsAreBytes);
    QCOMPARE(keyOf(classes, "monster_ogre", "armed").choices.size(), std::size_t{2});
    const auto sounds = keyOf(classes, "func_door", "sounds");
    QVERIFY(sounds.kind == GameKeyKind::Choice);
    QCOMPARE(sounds.fallback, std::string{"1"});
    QCOMPARE(sounds.choices[1].help, std::string{"Grinds"});
    QCOMPARE(sounds.choices[2].value, std::string{"2"});
}

void TestGameClasses::textsAreJoinedAndMayBeMissing()
{
    const auto classes = read(Quake).classes;
    const auto health = keyOf(classes, "monster_ogre", "health");
    QCOMPARE(health.help, std::string{"How much it takes"});
    QCOMPARE(health.fallback, std::string{"100"});
    const auto name = keyOf(classes, "monster_ogre", "targetname");
    QCOMPARE(name.fallback, std::string{});
    QCOMPARE(name.help, std::string{"Others call it by this"});
}

void TestGameClasses::aBrokenClassIsNamedAndTheOthersAreRead_data()
{
    QTest::addColumn<QString>("broken");
    QTest::addColumn<QString>("note");
    QTest::newRow("no type") << "@PointClass = bad [ key : \"x\" ]"
                             << "game.fgd:2: ";
    QTest::newRow("no name") << "@PointClass = [ ]"
                             << "game.fgd:2: ";
    QTest::newRow("no end") << "@PointClass = bad [ key(string)"
                            << "game.fgd:3: ";
    QTest::newRow("helper without end") << "@PointClass size(1 2 3 = bad []"
                                        << "game.fgd:";
    QTest::newRow("choices without end") << "@PointClass = bad [ k(choices) = [ 1 : \"a\" ) ]"
                                         << "game.fgd:2: ";
    QTest::newRow("a missing file") << "@include \"none.fgd\""
                                    << "'none.fgd'";
    QTest::newRow("text without end") << "@PointClass = bad : \"no end ["
                                      << "game.fgd:2: a text has no closing quote";
    QTest::newRow("a stray word") << "stray"
                                  << "game.fgd:2: ";
}

void TestGameClasses::aBrokenClassIsNamedAndTheOthersAreRead()
{
    QFETCH(QString, broken);
    QFETCH(QString, note);
    const auto files = read("@PointClass = first [ a(string) ]\n" + broken.toStdString() +
                            "\n@PointClass = last [ b(string) ]\n");
    QCOMPARE(files.notes.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(files.notes[0]).contains(note), files.notes[0].c_str());
    QVERIFY(files.classes.find("first") != nullptr);
    QVERIFY(files.classes.find("last") != nullptr);
}

void TestGameClasses::basesThatLeadInCirclesGiveTheirKeysOnce()
{
    const auto files = read("@BaseClass base(B) = A [ a(string) ]\n"
                            "@BaseClass base(A, C, Gone) = B [ b(string) ]\n"
                            "@BaseClass = C [ A(integer) ]\n"
                            "@PointClass base(A, A, B) = thing [ own(string) ]\n");
    const auto keys = namesOf(files.classes.keysOf(*files.classes.find("thing")));
    QCOMPARE(keys.size(), std::size_t{3}); // "a" is the same as "A"
    QCOMPARE(keys.back(), std::string{"own"});
}

void TestGameClasses::longChainsOfBasesComeToAnEnd()
{
    GameClasses classes;
    for (std::size_t i = 0; i < GameClasses::MostClasses; ++i) {
        GameClass link;
        link.name = "c" + std::to_string(i);
        link.bases = {"c" + std::to_string(i + 1)};
        GameKey own;
        own.name = "k" + std::to_string(i);
        GameKey flags;
        flags.name = "spawnflags";
        flags.kind = GameKeyKind::Flags;
        for (int flag = 0; flag < 100 && i < 100; ++flag)
            flags.choices.push_back({std::to_string(i) + " " + std::to_string(flag), {}, {}});
        link.keys = {own, flags};
        QVERIFY(classes.add(std::move(link)));
    }
    const auto keys = classes.keysOf(*classes.find("c0"));
    QCOMPARE(keys.size(), static_cast<std::size_t>(GameClasses::MostBases) + 2);
    QCOMPARE(keys.back().name, std::string{"k0"});
    QCOMPARE(keys[0].name, "k" + std::to_string(GameClasses::MostBases));
    QCOMPARE(keys[1].choices.size(), GameClasses::MostFlags);
}

void TestGameClasses::quotesEndWithTheirLineBeforeAClass()
{
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "\"a\" ";
    const auto files = read(text + "\n@PointClass = open : \"no end\n@PointClass = last []\n");
    QVERIFY(files.classes.find("last") != nullptr);
}

void TestGameClasses::filesOfTheFolderIncludeEachOther()
{
    QTemporaryDir folder;
    const fs::path root{folder.path().toStdString()};
    fs::create_directory(root / "base");
    VERIFY_OK(writeFileAtomically(root / "b.FGD", "@include \"base/common.fgd\"\n"
                                                  "@PointClass base(Common) = thing []\n"));
    VERIFY_OK(writeFileAtomically(root / "base" / "common.fgd",
                                  "@include \"more.fgd\"\n@include \"../b.FGD\"\n"
                                  "@BaseClass base(More) = Common [ common(string) ]\n"));
    VERIFY_OK(writeFileAtomically(root / "base" / "more.fgd", "@BaseClass = More [ more(float) ]"));
    VERIFY_OK(writeFileAtomically(root / "notes.txt", "@PointClass = none []"));
    const auto files = loadGameClasses(root);
    QCOMPARE(files.notes, std::vector<std::string>{});
    QCOMPARE(gameClassFilesIn(root).size(), std::size_t{1});
    QCOMPARE(files.classes.names(), std::vector<std::string>{"thing"});
    QCOMPARE(namesOf(files.classes.keysOf(*files.classes.find("thing"))),
             (std::vector<std::string>{"more", "common"}));
}

void TestGameClasses::nothingOutsideOfTheFolderIsRead()
{
    QTemporaryDir folder;
    const fs::path root{folder.path().toStdString()};
    fs::create_directory(root / "project");
    VERIFY_OK(writeFileAtomically(root / "secret.fgd", "@PointClass = secret []"));
    VERIFY_OK(writeFileAtomically(root / "project" / "a.fgd",
                                  "@include \"../secret.fgd\"\n@include \"" +
                                      (root / "secret.fgd").string() + "\"\n"));
    const auto files = loadGameClasses(root / "project");
    QCOMPARE(files.notes.size(), std::size_t{2});
    QVERIFY(files.classes.isEmpty());
    QVERIFY(loadGameClasses(root / "nowhere").classes.isEmpty());
}

PLAIN_TEST(TestGameClasses)
} // namespace tst_game_classes

#include "tst_game_classes.moc"
