#include "engine_core/play/hud/hud.h"
#include "engine_core/play/input_recording.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/world/play_index.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <array>
#include <set>

namespace tst_living_samples
{
using namespace engine;

namespace
{
/// A sample that is played as it ships.
class PlayedSample
{
public:
    /// From the start scene if none is said.
    explicit PlayedSample(const std::string& name, std::string sceneFile = {})
        : m_folder{fs::path{MAPWRIGHT_SOURCE_DIR} / "projects" / name}
        , m_assets{*openProject(m_folder)}
        , m_scripts{makeScriptLibrary(m_assets, ScriptTrust::On)}
    {
        registerComponents(m_types);
        if (sceneFile.empty())
            sceneFile = m_assets.project().startScene;
        m_scene = *loadScene(m_folder / sceneFile, m_types);
        m_assets.supply(*m_scene.world);
        PlaySetup setup{m_assets, m_types};
        setup.audio = AudioOutput::Loopback;
        setup.scripts = m_scripts.get();
        setup.scene = sceneFile;
        auto started = PlaySession::start(*m_scene.world, setup);
        ENGINE_EXPECT(started);
        m_session = *std::move(started);
    }

    void tick(int count, const PlayerInput& input = {})
    {
        for (int i = 0; i < count; ++i)
            m_session->tick(input);
    }

    [[nodiscard]] Result<void> play(const std::string& recording)
    {
        const auto input = loadRecording(m_folder / "recordings" / recording);
        if (!input)
            return input.error();
        for (const auto& each : input->ticks)
            m_session->tick(each);
        return {};
    }

    [[nodiscard]] std::vector<EntityId> named(const std::string& name) const
    {
        std::vector<EntityId> found;
        m_session->world().forEach<Node>([&](EntityId entity, const Node& node) {
            if (node.name == name)
                found.push_back(entity);
        });
        return found;
    }

    /// The middle of the only object of that name.
    [[nodiscard]] Vec3d middle(const std::string& name) const
    {
        const auto all = named(name);
        ENGINE_EXPECT(all.size() == 1);
        return wholeBody(m_session->world(), all.front())->center();
    }

    /// A number that the script of the only object of that name has now.
    [[nodiscard]] std::int64_t number(const std::string& name, const char* member) const
    {
        const auto all = named(name);
        ENGINE_EXPECT(all.size() == 1);
        return *m_session->scriptProperty(all.front(), member)->as<std::int64_t>();
    }

    [[nodiscard]] std::size_t tagged(const char* tag) const
    {
        std::size_t count = 0;
        m_session->world().forEach<Tags>(
            [&](EntityId, const Tags& tags) { count += hasTag(tags, tag) ? 1U : 0U; });
        return count;
    }

    [[nodiscard]] std::string errors() const
    {
        std::string text;
        for (const auto& issue : m_session->scriptErrors())
            text += issue.place + ": " + issue.message + '\n';
        return text;
    }

    [[nodiscard]] PlaySession& session() const { return *m_session; }

private:
    fs::path m_folder;
    TypeRegistry m_types;
    AssetDatabase m_assets;
    std::unique_ptr<ScriptLibrary> m_scripts;
    LoadedScene m_scene;
    std::unique_ptr<PlaySession> m_session;
};
} // namespace

/// What the samples with scripts and bodies promise happens when they are played.
class TestLivingSamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRecordingOfTheYardDropsSlidesAndTopples();
    void theBallRunUsesSixBallsAgain();
    void theJointsOfTheYardHoldSwingAndLift();
    void theWreckingBallTopplesItsTower();
    void theBridgeCarriesThePlayer();
    void fiftyDroidsTurnMoveAndStop();
    void tenBallsAreThrownAgain();
    void aDroidThatWasHitIsReplaced();
    void theTourOfTwoRoomsBeginsAndEndsInTheMenu();
    void theScoreGoesFromRoomToRoom();
    void aGameBegunInARoomComesBackThere();
    void theRulesOfTheGridGameHold();
    void theTourOfTheGridGameGoesBackToWhatWasSaved();
    void theMenusOfTheGridGameLeadThroughItsScenes();
    void theFightInTheArenaTakesRocketsAndAWalker();
    void aRocketAtTheFeetThrowsUpToTheDeck();
    void whoStandsStillInTheArenaFalls();
    void theCratesOfTheGallerySlideByTheirGround();
    void theBallsOfTheGalleryBounceByTheirMats();
    void stepsInTheGalleryTellTheGround();
    void theGalleryCarriesLetsThroughAndStops();
};

void TestLivingSamples::theRecordingOfTheYardDropsSlidesAndTopples()
{
    PlayedSample yard{"physics_yard"};
    const auto top = yard.middle("Crate 4.1");
    const auto pushed = yard.middle("Crate 1.2");
    const auto slippery = yard.middle("Block 0");
    const auto rough = yard.middle("Block 1");
    VERIFY_OK(yard.play("tour.txt"));
    QCOMPARE(yard.errors(), std::string{});
    QCOMPARE(yard.named("crate").size(), std::size_t{2});
    QVERIFY(yard.number("Counter", "fallenIn") >= 2);
    QVERIFY(yard.middle("Block 0").y < slippery.y - 1.5);
    QVERIFY(glm::distance(yard.middle("Block 1"), rough) < 0.1);
    QVERIFY(yard.middle("Crate 1.2").z < pushed.z - 1);
    QVERIFY(yard.middle("Crate 4.1").y < top.y - 1);
}

void TestLivingSamples::theBallRunUsesSixBallsAgain()
{
    PlayedSample yard{"physics_yard"};
    yard.tick(2400);
    QCOMPARE(yard.errors(), std::string{});
    QCOMPARE(yard.named("ball").size(), std::size_t{6});
    QVERIFY(yard.number("Counter", "fallenIn") >= 5);
}

void TestLivingSamples::theJointsOfTheYardHoldSwingAndLift()
{
    PlayedSample yard{"physics_yard"};
    const auto door = yard.middle("Door leaf north");
    const auto lift = yard.middle("Lift");
    const auto bridge = yard.middle("Bridge plank 6");
    const auto spring = yard.middle("Crate on a spring");
    const auto arm = [&] {
        return worldTransform(yard.session().world(), yard.named("Sweeper").front()).rotation *
               Vec3d{1, 0, 0};
    };
    yard.tick(330); // the lift has begun to go up after six seconds
    const auto turned = arm();
    yard.tick(210);
    QCOMPARE(yard.errors(), std::string{});
    QVERIFY(glm::distance(yard.middle("Door leaf north"), door) < 0.02);
    QVERIFY(yard.middle("Lift").y > lift.y + 1.9);
    QVERIFY(glm::distance(yard.middle("Bridge plank 6"), bridge) < 0.3);
    QVERIFY(std::abs(yard.middle("Crate on a rope").y - 1.25) < 0.05); // on the taut rope
    QVERIFY(std::abs(yard.middle("Crate on a spring").y - spring.y + 0.25) < 0.05);
    QVERIFY(glm::dot(turned, arm()) < 0.99);
}

void TestLivingSamples::theWreckingBallTopplesItsTower()
{
    PlayedSample yard{"physics_yard"};
    const auto top = yard.middle("Tower crate 4.1");
    VERIFY_OK(yard.play("joints.txt"));
    QCOMPARE(yard.errors(), std::string{});
    QVERIFY(yard.middle("Tower crate 4.1").y < top.y - 1);
    QVERIFY(yard.session().player().position.x > 6); // through the doors, which shut again
    QVERIFY(std::abs(yard.middle("Door leaf south").x - 4) < 0.3);
}

void TestLivingSamples::theBridgeCarriesThePlayer()
{
    PlayedSample yard{"physics_yard"};
    VERIFY_OK(yard.play("bridge.txt"));
    QCOMPARE(yard.errors(), std::string{});
    const auto player = yard.session().player().position;
    QVERIFY(player.x < -10);
    QVERIFY(std::abs(player.y - 1.25) < 0.05);
    QVERIFY(yard.middle("Bridge plank 6").y > 0.6);
}

void TestLivingSamples::fiftyDroidsTurnMoveAndStop()
{
    PlayedSample room{"droid_room"};
    room.tick(60);
    QCOMPARE(room.tagged("droid"), std::size_t{50});
    const auto droids = room.named("droid");
    std::set<std::string> seen;
    std::vector<Vec3d> before;
    for (const auto droid : droids)
        before.push_back(wholeBody(room.session().world(), droid)->center());
    for (int i = 0; i < 30; ++i) {
        room.tick(10);
        for (const auto droid : droids)
            seen.insert(*room.session().scriptProperty(droid, "doing")->as<std::string>());
    }
    QCOMPARE(room.errors(), std::string{});
    QCOMPARE(seen, (std::set<std::string>{"Standing", "Turning", "Moving"}));
    std::size_t moved = 0;
    for (std::size_t i = 0; i < droids.size(); ++i) {
        const auto now = wholeBody(room.session().world(), droids[i])->center();
        moved += glm::distance(now, before[i]) > 0.5 ? 1U : 0U;
        QVERIFY(std::abs(now.x) < 6 && std::abs(now.z) < 6 && now.y > 0.2 && now.y < 2);
    }
    QVERIFY2(moved > 30, qPrintable(QString::number(moved)));
}

void TestLivingSamples::tenBallsAreThrownAgain()
{
    PlayedSample room{"droid_room"};
    VERIFY_OK(room.play("throws.txt"));
    QCOMPARE(room.errors(), std::string{});
    QCOMPARE(room.tagged("ball"), std::size_t{10});
    QVERIFY(room.number("Thrower", "thrown") > 30);
}

void TestLivingSamples::aDroidThatWasHitIsReplaced()
{
    PlayedSample room{"droid_room"};
    VERIFY_OK(room.play("throws.txt"));
    const auto score = room.number("Game", "score");
    QVERIFY(score > 0);
    room.tick(360); // what fell lies there for 2.5 s, and the next one comes within 2.5 s
    QCOMPARE(room.errors(), std::string{});
    QCOMPARE(room.tagged("droid"), std::size_t{50});
    QVERIFY(room.number("Game", "made") > 50);
}

void TestLivingSamples::theTourOfTwoRoomsBeginsAndEndsInTheMenu()
{
    PlayedSample rooms{"two_rooms"};
    std::vector<std::string> seen{rooms.session().scene()};
    const auto told =
        rooms.session().worldChanged.connect([&] { seen.push_back(rooms.session().scene()); });
    VERIFY_OK(rooms.play("tour.txt"));
    QCOMPARE(rooms.errors(), std::string{});
    const std::string menu = "scenes/start.scene.json";
    const std::string hall = "scenes/hall.scene.json";
    QCOMPARE(seen, (std::vector<std::string>{menu, hall, "scenes/cellar.scene.json", hall, menu}));
    QVERIFY(rooms.session().hasEnded()); // the last row of the menu was chosen
    PlayedSample again{"two_rooms"};
    VERIFY_OK(again.play("tour.txt"));
    QCOMPARE(again.session().stateHash(), rooms.session().stateHash());
}

void TestLivingSamples::theScoreGoesFromRoomToRoom()
{
    PlayedSample rooms{"two_rooms"};
    const PlayerInput use{static_cast<std::uint32_t>(PlayerKey::Use)};
    const PlayerInput forward{static_cast<std::uint32_t>(PlayerKey::Forward)};
    rooms.tick(5);
    rooms.tick(1, use);
    const std::string cellar = "scenes/cellar.scene.json";
    for (int i = 0; i < 300 && rooms.session().scene() != cellar; ++i)
        rooms.tick(1, forward); // through the coin and the door
    rooms.tick(1, forward);
    QCOMPARE(rooms.session().scene(), cellar);
    QCOMPARE(rooms.session().hud().items().front().text, std::string{"Score 1"});
    rooms.tick(60, forward);
    QCOMPARE(rooms.session().hud().items().front().text, std::string{"Score 2"});
    QCOMPARE(rooms.errors(), std::string{});
}

void TestLivingSamples::aGameBegunInARoomComesBackThere()
{
    PlayedSample rooms{"two_rooms", "scenes/hall.scene.json"};
    const PlayerInput forward{static_cast<std::uint32_t>(PlayerKey::Forward)};
    for (int i = 0; i < 600 && rooms.session().playsEdited(); ++i)
        rooms.tick(1, forward);
    QCOMPARE(rooms.session().scene(), std::string{"scenes/cellar.scene.json"});
    for (int i = 0; i < 600 && !rooms.session().playsEdited(); ++i)
        rooms.tick(1, forward);
    QCOMPARE(rooms.session().scene(), std::string{"scenes/hall.scene.json"});
    QCOMPARE(rooms.named("Coin 1").size(), std::size_t{1}); // it begins anew
    QCOMPARE(rooms.errors(), std::string{});
}

void TestLivingSamples::theRulesOfTheGridGameHold()
{
    PlayedSample game{"grid_game", "scenes/rules.scene.json"};
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    for (int i = 0; i < 1200 && !game.session().hasEnded(); ++i) {
        passed = game.number("Checks", "passed");
        failed = game.number("Checks", "failed");
        game.tick(1);
    }
    QCOMPARE(game.errors(), std::string{});
    QVERIFY(game.session().hasEnded());
    QCOMPARE(failed, std::int64_t{0});
    QCOMPARE(passed, std::int64_t{15});
}

void TestLivingSamples::theTourOfTheGridGameGoesBackToWhatWasSaved()
{
    PlayedSample game{"grid_game", "scenes/level.scene.json"};
    game.tick(1);
    QCOMPARE(game.tagged("enemy"), std::size_t{3});
    const auto crates = game.tagged("soft");
    const auto time = game.number("Board", "ticksLeft") + 1;

    PlayedSample played{"grid_game", "scenes/level.scene.json"};
    VERIFY_OK(played.play("tour.txt"));
    QCOMPARE(played.errors(), std::string{});
    QCOMPARE(played.tagged("enemy"), std::size_t{2});
    QCOMPARE(played.number("Player", "bombs"), std::int64_t{2}); // both power-ups were taken
    QCOMPARE(played.number("Player", "reach"), std::int64_t{3});
    QCOMPARE(played.tagged("soft"), crates - 6); // one, two and three by one bomb each
    QCOMPARE(played.number("Board", "lives"), std::int64_t{3});
    // The clock went back by the 131 ticks between saving and going back.
    const auto ticks = static_cast<std::int64_t>(played.session().tickCount());
    QCOMPARE(played.number("Board", "ticksLeft"), time - ticks + 131);
}

void TestLivingSamples::theMenusOfTheGridGameLeadThroughItsScenes()
{
    PlayedSample game{"grid_game"};
    std::vector<std::string> seen{game.session().scene()};
    const auto told =
        game.session().worldChanged.connect([&] { seen.push_back(game.session().scene()); });
    VERIFY_OK(game.play("menus.txt"));
    QCOMPARE(game.errors(), std::string{});
    const std::string menu = "scenes/start.scene.json";
    const std::string level = "scenes/level.scene.json";
    QCOMPARE(seen,
             (std::vector<std::string>{menu, level, "scenes/scores.scene.json", level, menu}));
    QVERIFY(game.session().hasEnded());
}

void TestLivingSamples::theFightInTheArenaTakesRocketsAndAWalker()
{
    PlayedSample arena{"arena"};
    VERIFY_OK(arena.play("fight.txt"));
    QCOMPARE(arena.errors(), std::string{});
    QVERIFY(arena.number("Rockets on the dais", "taken") >= 1);
    QVERIFY(arena.number("Game", "downs") >= 1);
    QVERIFY(arena.number("Game", "score") >= 10);
    QCOMPARE(arena.number("Game", "round"), std::int64_t{1});
    PlayedSample again{"arena"};
    VERIFY_OK(again.play("fight.txt"));
    QCOMPARE(again.session().stateHash(), arena.session().stateHash());
}

void TestLivingSamples::aRocketAtTheFeetThrowsUpToTheDeck()
{
    PlayedSample arena{"arena"};
    const PlayerInput jump{static_cast<std::uint32_t>(PlayerKey::Jump)};
    arena.tick(30);
    arena.tick(1, jump); // chooses Play
    arena.tick(10);
    arena.tick(1, {0, {0, -1.5}});
    arena.tick(1, jump);
    arena.tick(1, {static_cast<std::uint32_t>(PlayerKey::Fire)});
    double highest = 0;
    for (int i = 0; i < 90; ++i) {
        arena.tick(1);
        highest = std::max(highest, arena.session().player().position.y);
    }
    QCOMPARE(arena.errors(), std::string{});
    QVERIFY2(highest > 3.2, qPrintable(QString::number(highest))); // a jump alone gets to 1 m
}

void TestLivingSamples::whoStandsStillInTheArenaFalls()
{
    PlayedSample arena{"arena"};
    const PlayerInput jump{static_cast<std::uint32_t>(PlayerKey::Jump)};
    arena.tick(30);
    arena.tick(1, jump); // chooses Play
    for (int i = 0; i < 60 && arena.number("Game", "place") == -1; ++i)
        arena.tick(60);
    QCOMPARE(arena.errors(), std::string{});
    QCOMPARE(arena.number("Game", "place"), std::int64_t{-1}); // no points: not among the ten best
    arena.tick(120);
    arena.tick(1, jump); // Play again
    arena.tick(120);
    QCOMPARE(arena.number("Game", "round"), std::int64_t{1});
    QCOMPARE(arena.errors(), std::string{});
}

void TestLivingSamples::theCratesOfTheGallerySlideByTheirGround()
{
    PlayedSample gallery{"material_gallery"};
    const auto top = gallery.middle("Crate on ice");
    const auto rubber = gallery.middle("Crate on rubber");
    gallery.tick(200);
    QCOMPARE(gallery.errors(), std::string{});
    QVERIFY(gallery.middle("Crate on ice").y < top.y - 1);
    QVERIFY(gallery.middle("Crate on steel").y < top.y - 1);
    QVERIFY(glm::distance(gallery.middle("Crate on rubber"), rubber) < 0.1);
}

void TestLivingSamples::theBallsOfTheGalleryBounceByTheirMats()
{
    PlayedSample gallery{"material_gallery"};
    const std::array names{"Ball over 0", "Ball over 0.6", "Ball over 1"};
    std::array<double, 3> highest{};
    gallery.tick(45); // all have hit their mats
    for (int i = 0; i < 90; ++i) {
        gallery.tick(1);
        for (std::size_t k = 0; k < names.size(); ++k)
            highest.at(k) = std::max(highest.at(k), gallery.middle(names.at(k)).y);
    }
    QCOMPARE(gallery.errors(), std::string{});
    QVERIFY2(highest[0] < 0.6, qPrintable(QString::number(highest[0])));
    QVERIFY(highest[1] > highest[0] + 0.1);
    QVERIFY(highest[2] > highest[1] + 0.3);
    gallery.tick(300); // after seven seconds they fall again
    QVERIFY(gallery.middle("Ball over 0").y > 1);
}

void TestLivingSamples::stepsInTheGalleryTellTheGround()
{
    PlayedSample gallery{"material_gallery"};
    VERIFY_OK(gallery.play("tour.txt"));
    QCOMPARE(gallery.errors(), std::string{});
    std::string shown;
    for (const auto& item : gallery.session().hud().items())
        shown += item.text + '|';
    QVERIFY2(shown.find("Step on carpet|") != std::string::npos, shown.c_str());
}

void TestLivingSamples::theGalleryCarriesLetsThroughAndStops()
{
    PlayedSample belt{"material_gallery"};
    VERIFY_OK(belt.play("belt.txt"));
    QCOMPARE(belt.errors(), std::string{});
    QVERIFY(belt.session().player().position.x < -7.5);
    PlayedSample curtain{"material_gallery"};
    VERIFY_OK(curtain.play("curtain.txt"));
    QVERIFY(curtain.session().player().position.x > 6);
    PlayedSample clip{"material_gallery"};
    VERIFY_OK(clip.play("clip.txt"));
    QVERIFY(std::abs(clip.session().player().position.x - 5.05) < 0.1);
}

CORE_TEST(TestLivingSamples)
} // namespace tst_living_samples

#include "tst_living_samples.moc"
