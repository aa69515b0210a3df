#include "engine_core/navigation/query/nav_why.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "tests/engine_core/navigation/crowd/nav_corridor.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/little_memory.h"

#include <QTest>

#include <functional>

namespace tst_nav_why
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Counts how often the settings of an agent with a long name are copied, which each tile that is
/// looked at or built does once and each build twice, and cancels at one of them. One at a time.
class Looks
{
public:
    /// No other block is as big as such a name by chance.
    [[nodiscard]] static std::string longName() { return std::string(4999, 'w'); }

    /// `cancelAt` 0: never.
    Looks(JobControl& control, int cancelAt) : m_control{control}, m_cancelAt{cancelAt}
    {
        s_listens = this;
        onBlock = [](std::size_t size) {
            if (size == 5000) // with its end
                s_listens->look();
        };
    }

    ~Looks() { onBlock = nullptr; }

    Looks(const Looks&) = delete;
    Looks& operator=(const Looks&) = delete;

    [[nodiscard]] int count() const { return m_count; }

private:
    void look()
    {
        if (++m_count == m_cancelAt)
            m_control.cancel();
    }

    static inline Looks* s_listens = nullptr;
    JobControl& m_control;
    int m_cancelAt;
    int m_count = 0;
};
} // namespace

class TestNavWhy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWayThatIsThereNeedsNoReason();
    void staleTilesAreNamed();
    void fewNodesAreNamed();
    void plantsInTheWayAreNamed();
    void anEmptyLevelIsOffTheMesh();
    void doorsStandOpenAndAreNamed();
    void remediesAreData_data();
    void remediesAreData();
    void narrowGapsAndWallsAreForPeople();
    void whatFitsIsNotSaidToBeTooSmall();
    void whatIsTooBigForTheRoomIsSaid();
    void boundsAreNamed();
    void aStoreyAboveIsNoStep_data();
    void aStoreyAboveIsNoStep();
    void aCeilingIsNoStep_data();
    void aCeilingIsNoStep();
    void linksThatAreOfferedServe();
    void aCancelledQuestionIsAnsweredAtOnce();
};

void TestNavWhy::aWayThatIsThereNeedsNoReason()
{
    NavFixture level;
    corridor(level);
    const auto mesh = level.mesh();
    const auto why = explainPath(level.world, NavScene{level.world}, mesh,
                                 {{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::None);
    QVERIFY(why.message.empty());
}

void TestNavWhy::staleTilesAreNamed()
{
    NavFixture level;
    corridor(level);
    const auto wall = level.box({-0.3, 0, -3}, {0.3, 4, 3});
    const auto mesh = level.mesh();
    level.remove(wall);
    const auto why = explainPath(level.world, NavScene{level.world}, mesh,
                                 {{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::StaleTile);
}

void TestNavWhy::fewNodesAreNamed()
{
    NavFixture level;
    buildLevel(level.world, 10);
    const auto mesh = level.mesh();
    const auto why = explainPath(level.world, NavScene{level.world}, mesh,
                                 {{-7, 0, -7}, {7, 0, 7}, NavFilter::of(level.agent), 4});
    QCOMPARE(why.cause, NavCause::NodeLimit);
}

void TestNavWhy::plantsInTheWayAreNamed()
{
    NavFixture level;
    corridor(level, 1.5);
    const auto layer = level.place({0, 0, 0}, FoliageLayer{}, "hedge");
    FoliageType type;
    type.kind = FoliageKind::Billboard;
    type.size = {8, 4};
    type.blocksNavmesh = true;
    const auto kind = level.place({0, 0, 0}, type);
    level.set(kind, Node{.name = "bush", .parent = layer});
    FoliageEdit edit{nullptr};
    FoliageInstance bush;
    bush.position = {1, 0, 0};
    edit.add(bush);
    level.set(layer, FoliagePlacement{edit.finish()});
    const auto mesh = level.mesh();
    const auto why = explainPath(level.world, NavScene{level.world}, mesh,
                                 {{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::Obstacle);
    QCOMPARE(why.entity, layer);
    QVERIFY(why.message.find("'hedge'") != std::string::npos);
}

void TestNavWhy::anEmptyLevelIsOffTheMesh()
{
    const NavFixture level;
    const auto mesh = level.mesh();
    const auto why = explainPath(level.world, NavScene{level.world}, mesh,
                                 {{0, 0, 0}, {1, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::OffMesh);
}

void TestNavWhy::doorsStandOpenAndAreNamed()
{
    NavFixture level;
    corridor(level, 1);
    const auto door = level.place({0, 0, 0}, Mover{}, "door 12");
    const auto leaf = level.box({-0.1, 0, -1}, {0.1, 2.2, 1}, "leaf");
    level.set(leaf, Node{.name = "leaf", .parent = door});
    QVERIFY(leads(level.mesh(), {-6, 0, 0}, {6, 0, 0})); // a door is no wall
    level.box({-0.3, 0, -1}, {0.3, 0.52, 1}, "sill");
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::Step);
    QVERIFY2(why.message.starts_with("The step at the door 'door 12' ("), why.message.c_str());
    QVERIFY(why.message.find("0.52 m") != std::string::npos);
}

void TestNavWhy::remediesAreData_data()
{
    QTest::addColumn<int>("mend");
    QTest::addColumn<std::function<void(NavFixture&)>>("build");
    QTest::addColumn<double>("height");
    const auto row = [](const char* name, NavMendKind mend, std::function<void(NavFixture&)> build,
                        double height = 0) {
        QTest::newRow(name) << static_cast<int>(mend) << std::move(build) << height;
    };
    row(
        "step", NavMendKind::AddLink,
        [](NavFixture& level) {
            level.box({-10, -1, -3}, {0, 0, 3});
            level.box({0, -1, -3}, {10, 0.6, 3});
        },
        0.6);
    row("sill", NavMendKind::AddLink, [](NavFixture& level) {
        corridor(level);
        level.box({-0.3, 0, -3}, {0.3, 0.5, 3});
    });
    row(
        "wall of two metres", NavMendKind::AddLink,
        [](NavFixture& level) {
            level.box({-10, -1, -3}, {0, 0, 3});
            level.box({0, -1, -3}, {10, 2, 3});
        },
        2);
    row("gap", NavMendKind::AddLink, [](NavFixture& level) {
        level.box({-10, -1, -3}, {-1, 0, 3});
        level.box({1, -1, -3}, {10, 0, 3});
    });
    const auto islands = [](NavFixture& level, NavLink link) {
        level.box({-10, -1, -3}, {-1, 0, 3});
        level.box({1, -1, -3}, {10, 0, 3});
        level.place({link.end.x > 0 ? -1.6 : 1.6, 0, 0}, link, "rope");
    };
    row("link the other way", NavMendKind::BothWays, [=](NavFixture& level) {
        islands(level, linkTo({-3.2, 0, 0}));
    });
    row("link for others", NavMendKind::LinkForAgent, [=](NavFixture& level) {
        auto link = linkTo({3.2, 0, 0});
        link.agents = "dog";
        islands(level, link);
    });
    row("link switched off and the other way", NavMendKind::EnableLink, [=](NavFixture& level) {
        auto link = linkTo({3.2, 0, 0});
        link.enabled = false;
        islands(level, link);
    });
    row(
        "drop asked upwards", NavMendKind::AddLink,
        [](NavFixture& level) {
            level.box({-10, -1, -3}, {0, 0, 3});
            level.box({0, -1, -3}, {10, 3, 3});
            auto drop = linkTo({-1.5, -3, 0});
            drop.kind = NavLinkKind::Drop;
            level.place({0.7, 3, 0}, drop, "ledge");
        },
        3);
    row("area", NavMendKind::EnterArea, [](NavFixture& level) {
        corridor(level);
        level.place({0, 0, 0}, NavVolume{{2, 2, 8}, NavVolumeRole::Area, NavArea::Water});
        level.agent.waterCost = 0;
    });
    row("volume", NavMendKind::OpenVolume, [](NavFixture& level) {
        corridor(level);
        level.place({0, 0, 0}, NavVolume{{2, 3, 8}, NavVolumeRole::Area, NavArea::Blocked});
    });
}

/// What a remedy says is done by hand here; editor/operations does the same undoably.
void TestNavWhy::remediesAreData()
{
    QFETCH(int, mend);
    QFETCH(std::function<void(NavFixture&)>, build);
    QFETCH(double, height);
    NavFixture level;
    build(level);
    const Vec3d to{6, height, 0};
    QVERIFY(!leads(level.mesh(), {-6, 0, 0}, to));
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {{-6, 0, 0}, to, NavFilter::of(level.agent)});
    QVERIFY2(why.mend.kind == static_cast<NavMendKind>(mend), why.message.c_str());
    QVERIFY(why.mend.isEdit() && !why.mend.label.empty());
    if (why.mend.kind == NavMendKind::AddLink)
        level.place(why.mend.from, why.mend.link);
    if (const auto* old = level.world.get<NavLink>(why.mend.entity)) {
        auto link = *old;
        link.bothWays |= why.mend.kind == NavMendKind::BothWays;
        link.enabled |= why.mend.kind == NavMendKind::EnableLink;
        if (why.mend.kind == NavMendKind::LinkForAgent)
            link.agents += "," + level.config().profile.name;
        level.set(why.mend.entity, link);
    }
    if (why.mend.kind == NavMendKind::EnterArea)
        level.agent.waterCost = why.mend.value;
    if (why.mend.kind == NavMendKind::OpenVolume)
        level.remove(why.mend.entity);
    QVERIFY(leads(level.mesh(), {-6, 0, 0}, to));
}

void TestNavWhy::narrowGapsAndWallsAreForPeople()
{
    NavFixture level;
    corridor(level);
    level.box({-0.3, 0, -3}, {0.3, 4, 3});
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)});
    QVERIFY2(!why.mend, why.mend.label.c_str()); // no link through a wall
}

void TestNavWhy::whatFitsIsNotSaidToBeTooSmall()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10}, "Lower");
    level.box({-10, 1.1, -10}, {10, 1.15, 10}, "Upper");
    level.agent.radius = 0.3;
    level.agent.height = 1;
    level.agent.stepHeight = 0.6;
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {{-5, 0, 0}, {5, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::Headroom);
    QVERIFY2(why.message.find("fits, but not in cells") != std::string::npos, why.message.c_str());
}

void TestNavWhy::whatIsTooBigForTheRoomIsSaid()
{
    NavFixture level;
    level.box({-10, -1, -5}, {10, 0, 5});
    const auto ask = [&](double height = 0) {
        return explainPath(level.world, NavScene{level.world}, level.mesh(),
                           {{-5, height, 0}, {5, 0, 0}, NavFilter::of(level.agent)});
    };
    level.agent.radius = 6;
    const auto wide = ask();
    QVERIFY2(wide.cause == NavCause::Radius, wide.message.c_str());
    QVERIFY2(std::abs(wide.actual - 10) < 0.5, wide.message.c_str()); // not what is looked at

    level.agent.radius = 3;
    level.agent.height = 9;
    level.settings.cellSize = 1; // coarse: finer ones find ground in the middle
    level.box({-0.25, 0, -5}, {0.25, 4, -0.6});
    level.box({-0.25, 0, 0.6}, {0.25, 4, 5});
    level.box({-0.25, 3, -0.6}, {0.25, 4, 0.6}, "lintel");
    for (const double height : {0.0, 1.0}) {
        const auto big = ask(height);
        QCOMPARE(big.cause, NavCause::OffMesh);
        QVERIFY2(big.message.find("is bigger than the room") != std::string::npos,
                 big.message.c_str());
    }
}

void TestNavWhy::boundsAreNamed()
{
    NavFixture level;
    corridor(level);
    const auto volume = level.place(
        {-6, 0, 0}, NavVolume{{8, 4, 12}, NavVolumeRole::Bounds, NavArea::Ground}, "left part");
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::OffMesh);
    QCOMPARE(why.entity, volume);
    QVERIFY2(why.message.find("bounds 'left part'") != std::string::npos, why.message.c_str());
}

void TestNavWhy::aStoreyAboveIsNoStep_data()
{
    QTest::addColumn<double>("up");
    for (const double up : {3.0, 4.0, 4.8})
        QTest::newRow(fmt::format("{} m", up).c_str()) << up;
}

void TestNavWhy::aStoreyAboveIsNoStep()
{
    QFETCH(double, up);
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10}, "Lower");
    level.box({-10, up - 0.25, -10}, {10, up, 10}, "Upper");
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {{-5, 0, 0}, {5, up, 0}, NavFilter::of(level.agent)});
    QVERIFY2(why.cause == NavCause::Island, why.message.c_str());
    QVERIFY2(!why.mend, why.mend.label.c_str()); // no ladder through a floor
}

void TestNavWhy::aCeilingIsNoStep_data()
{
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("ceiling");
    QTest::addColumn<double>("reach"); // of the ceiling, along x
    QTest::addColumn<bool>("isBack");
    for (const double step : {0.56, 1.2})
        for (const double reach : {10.0, 2.5})
            for (const bool isBack : {false, true})
                QTest::newRow(
                    fmt::format("{} m, {} m wide{}", step, reach, isBack ? ", back" : "").c_str())
                    << step << step + 2 << reach << isBack;
}

/// From a box to the floor and back; a ceiling is above the room, or above the box alone.
void TestNavWhy::aCeilingIsNoStep()
{
    QFETCH(double, step);
    QFETCH(double, ceiling);
    QFETCH(double, reach);
    QFETCH(bool, isBack);
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10}, "Floor");
    const auto box = level.box({-2, 0, -2}, {2, step, 2}, "Podium");
    level.box({-reach, ceiling, -10}, {reach, ceiling + 0.2, 10}, "Ceiling");
    Vec3d from{0, step, 0}, to{6, 0, 0};
    if (isBack)
        std::swap(from, to);
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {from, to, NavFilter::of(level.agent)});
    QVERIFY2(why.cause == NavCause::Step, why.message.c_str());
    QVERIFY2(why.entity == box, why.message.c_str());
    QVERIFY2(std::abs(why.actual - step) < 0.01, why.message.c_str());
    QVERIFY2(glm::length(why.place - Vec3d{2, step, 0}) < 0.2, why.message.c_str());
}

/// A link over one of two sills is not enough.
void TestNavWhy::linksThatAreOfferedServe()
{
    NavFixture level;
    corridor(level);
    level.box({-2.5, 0, -3}, {-2, 0.5, 3}, "sill");
    level.box({2, 0, -3}, {2.5, 0.5, 3}, "sill");
    const auto why = explainPath(level.world, NavScene{level.world}, level.mesh(),
                                 {{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)});
    QVERIFY2(why.cause == NavCause::Step && !why.mend, why.message.c_str());
}

/// All limits are tried in vain here, each with a build of its own.
void TestNavWhy::aCancelledQuestionIsAnsweredAtOnce()
{
    NavFixture level;
    corridor(level);
    level.box({-0.3, 0, -3}, {0.3, 4, 3});
    level.settings.tileSize = 32; // many of them
    const NavScene scene{level.world};
    const auto config = makeNavConfig({Looks::longName(), level.agent, {}}, level.settings);
    VERIFY_OK(config);
    JobControl building;
    const auto built = buildNavMesh(*config, scene, {1}, building);
    VERIFY_OK(built);
    const NavQuestion question{{-6, 0, 0}, {6, 0, 0}, NavFilter::of(level.agent)};
    const auto ask = [&](JobControl& control, int cancelAt) {
        const Looks looks{control, cancelAt};
        const auto cause =
            explainPath(level.world, scene, built->mesh, question, 1, &control).cause;
        return std::pair{cause, looks.count()};
    };

    JobControl undisturbed;
    const auto [why, all] = ask(undisturbed, 0);
    QCOMPARE(why, NavCause::Island);
    QVERIFY2(all > 300, fmt::format("{} looks", all).c_str());

    JobControl before;
    before.cancel();
    QVERIFY((ask(before, 0) == std::pair{NavCause::None, 0}));

    // The limit that is tried then may be tried twice more, each time with two copies and no tile.
    constexpr int MostLater = 4;
    constexpr int Parts = 12;
    for (int part = 0; part < Parts; ++part) {
        const int at = 1 + all * part / Parts;
        JobControl control;
        const auto [cause, looks] = ask(control, at);
        QVERIFY(control.isCancelled());
        QCOMPARE(cause, NavCause::None);
        QVERIFY2(looks <= at + MostLater,
                 fmt::format("{} looks after the cancel at {}", looks - at, at).c_str());
    }
}

PLAIN_TEST(TestNavWhy)
} // namespace tst_nav_why

#include "tst_nav_why.moc"
