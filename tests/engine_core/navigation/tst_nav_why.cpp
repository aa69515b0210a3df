#include "engine_core/navigation/nav_why.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "tests/support/little_memory.h"
#include "tests/support/nav_fixture.h"
#include "tests/support/verify.h"

#include <QTest>

#include <functional>

using namespace engine;
using namespace mapwright::test;

namespace
{
/// A case made by hand: a level, a question, and the answer.
struct Case
{
    std::string name;
    NavCause cause = NavCause::None;
    Vec3d place{0};    ///< where the trouble is
    double within = 1; ///< metres that the answer may be off
    std::function<void(NavFixture&)> build;
    Vec3d from{-6, 0, 0};
    Vec3d to{6, 0, 0};
    double actual = 0; ///< what has to be measured; 0: not looked at
};

void corridor(NavFixture& level, double half = 3)
{
    level.box({-10, -1, -half}, {10, 0, half}, "floor");
    level.box({-10, 0, -half - 0.5}, {10, 4, -half}, "wall");
    level.box({-10, 0, half}, {10, 4, half + 0.5}, "wall");
}

std::vector<Case> stepCases()
{
    std::vector<Case> cases;
    for (const double step : {0.42, 0.5, 0.52, 0.6, 0.75, 0.9, 1.2, 1.5, 2.0}) {
        cases.push_back({fmt::format("step up {}", step),
                         NavCause::Step,
                         {0, step, 0},
                         1,
                         [step](NavFixture& level) {
                             level.box({-10, -1, -3}, {0, 0, 3}, "low");
                             level.box({0, -1, -3}, {10, step, 3}, "high");
                         },
                         {-6, 0, 0},
                         {6, step, 0},
                         step});
        cases.push_back({fmt::format("sill {}", step),
                         NavCause::Step,
                         {0, step, 0},
                         1,
                         [step](NavFixture& level) {
                             corridor(level);
                             level.box({-0.5, 0, -3}, {0.5, step, 3}, "sill");
                         },
                         {-6, 0, 0},
                         {6, 0, 0},
                         step});
    }
    return cases;
}

std::vector<Case> headroomCases()
{
    std::vector<Case> cases;
    for (const double room : {0.9, 1.1, 1.3, 1.4, 1.5, 1.55, 1.6})
        for (const double width : {0.4, 1.5})
            cases.push_back({fmt::format("beam {} {}", room, width),
                             NavCause::Headroom,
                             {0, 0, 0},
                             1.2,
                             [room, width](NavFixture& level) {
                                 corridor(level);
                                 level.box({-width / 2, room, -3}, {width / 2, 4, 3}, "beam");
                             },
                             {-6, 0, 0},
                             {6, 0, 0},
                             room});
    return cases;
}

std::vector<Case> radiusCases()
{
    std::vector<Case> cases;
    for (const double gap : {0.35, 0.4, 0.5, 0.55, 0.6, 0.65})
        for (const double z : {-1.5, 0.0, 1.2})
            cases.push_back({fmt::format("door {} at {}", gap, z),
                             NavCause::Radius,
                             {0, 0, z},
                             1,
                             [gap, z](NavFixture& level) {
                                 corridor(level);
                                 level.box({-0.2, 0, -3}, {0.2, 4, z - gap / 2}, "left");
                                 level.box({-0.2, 0, z + gap / 2}, {0.2, 4, 3}, "right");
                             },
                             {-6, 0, 0},
                             {6, 0, 0},
                             gap});
    return cases;
}

std::vector<Case> slopeCases()
{
    std::vector<Case> cases;
    for (const double angle : {50.0, 55.0, 60.0, 65.0})
        for (const double height : {2.0, 3.0})
            cases.push_back({fmt::format("ramp {} {}", angle, height),
                             NavCause::Slope,
                             {-height / std::tan(radians(angle)) / 2, height / 2, 0},
                             2.5,
                             [angle, height](NavFixture& level) {
                                 const double run = height / std::tan(radians(angle));
                                 level.box({-10, -1, -3}, {-run, 0, 3}, "low");
                                 level.box({0, -1, -3}, {10, height, 3}, "high");
                                 const std::array<Vec2d, 4> side{
                                     Vec2d{-run, -1}, {0, -1}, {0, height}, {-run, 0}};
                                 level.prism(side, -3, 3, "ramp");
                             },
                             {-6, 0, 0},
                             {6, height, 0},
                             angle});
    return cases;
}

std::vector<Case> areaCases()
{
    std::vector<Case> cases;
    for (const auto area : {NavArea::Grass, NavArea::Water, NavArea::Door, NavArea::Jump})
        for (const double x : {-2.0, 0.0, 2.5})
            cases.push_back(
                {fmt::format("area {} {}", navAreaNames()[std::size_t(area)], x),
                 NavCause::Area,
                 {x, 0, 0},
                 2.5,
                 [area, x](NavFixture& level) {
                     corridor(level);
                     level.place({x, 0, 0}, NavVolume{{2, 2, 8}, NavVolumeRole::Area, area});
                     level.agent.grassCost = level.agent.waterCost = 0;
                     level.agent.doorCost = level.agent.jumpCost = 0;
                 }});
    return cases;
}

std::vector<Case> linkCases()
{
    std::vector<Case> cases;
    for (const double gap : {2.0, 3.0, 4.0, 5.0})
        for (const double z : {-1.0, 1.0})
            cases.push_back({fmt::format("link off {} {}", gap, z),
                             NavCause::LinkOff,
                             {-gap / 2 - 0.6, 0, z},
                             0.5,
                             [gap, z](NavFixture& level) {
                                 level.box({-10, -1, -3}, {-gap / 2, 0, 3});
                                 level.box({gap / 2, -1, -3}, {10, 0, 3});
                                 auto link = linkTo({gap + 1.2, 0, 0});
                                 link.enabled = false;
                                 level.place({-gap / 2 - 0.6, 0, z}, link, "rope");
                             }});
    return cases;
}

std::vector<Case> obstacleCases()
{
    std::vector<Case> cases;
    for (const double x : {-3.0, -1.0, 0.0, 2.0}) {
        cases.push_back({fmt::format("blocked box {}", x),
                         NavCause::Obstacle,
                         {x, 0, 0},
                         2,
                         [x](NavFixture& level) {
                             corridor(level);
                             level.place(
                                 {x, 0, 0},
                                 NavVolume{{1.5, 3, 8}, NavVolumeRole::Area, NavArea::Blocked});
                         }});
        cases.push_back({fmt::format("obstacle brush {}", x),
                         NavCause::Obstacle,
                         {x, 0, 0},
                         2,
                         [x](NavFixture& level) {
                             corridor(level);
                             level.set(level.box({x - 0.5, 0, -3}, {x + 0.5, 2, 3}, "crate"),
                                       NavSurface{NavUse::Obstacle, NavArea::Ground});
                         }});
    }
    return cases;
}

std::vector<Case> placeCases()
{
    std::vector<Case> cases;
    const auto floor = [](NavFixture& level) {
        corridor(level);
    };
    for (const double height : {3.0, 8.0, -4.0}) {
        cases.push_back({fmt::format("start off {}", height),
                         NavCause::OffMesh,
                         {-6, height, 0},
                         0.1,
                         floor,
                         {-6, height, 0},
                         {6, 0, 0}});
        cases.push_back({fmt::format("goal off {}", height),
                         NavCause::OffMesh,
                         {6, height, 0},
                         0.1,
                         floor,
                         {-6, 0, 0},
                         {6, height, 0}});
    }
    for (const double gap : {3.0, 4.0, 6.0})
        cases.push_back({fmt::format("chasm {}", gap),
                         NavCause::Island,
                         {-gap / 2, 0, 0},
                         4,
                         [gap](NavFixture& level) {
                             level.box({-10, -1, -3}, {-gap / 2, 0, 3});
                             level.box({gap / 2, -1, -3}, {10, 0, 3});
                         }});
    for (const double height : {3.2, 4.0})
        cases.push_back({fmt::format("cliff {}", height),
                         NavCause::Island,
                         {0, 0, 0},
                         6,
                         [height](NavFixture& level) {
                             level.box({-10, -1, -3}, {0, 0, 3});
                             level.box({0, -1, -3}, {10, height, 3});
                         },
                         {-6, 0, 0},
                         {6, height, 0}});
    cases.push_back({"walled in", NavCause::Island, {0, 0, 0}, 6, [](NavFixture& level) {
                         corridor(level);
                         level.box({-0.3, 0, -3}, {0.3, 4, 3});
                     }});
    return cases;
}

std::vector<Case> allCases()
{
    std::vector<Case> all;
    for (const auto& some : {stepCases(), headroomCases(), radiusCases(), slopeCases(), areaCases(),
                             linkCases(), obstacleCases(), placeCases()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

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

/// Empty if the answer is right.
std::string mistakeIn(const Case& one)
{
    NavFixture level;
    one.build(level);
    const auto mesh = level.mesh();
    const auto why = explainPath(level.world, NavScene{level.world}, mesh,
                                 {one.from, one.to, NavFilter::of(level.agent)}, 1);
    if (why.cause != one.cause)
        return fmt::format("{}: '{}' instead of '{}': {}", one.name, navCauseName(why.cause),
                           navCauseName(one.cause), why.message);
    if (glm::length(why.place - one.place) > one.within + 0.5)
        return fmt::format("{}: at {:.2f} {:.2f} {:.2f}: {}", one.name, why.place.x, why.place.y,
                           why.place.z, why.message);
    if (one.actual > 0 && std::abs(why.actual - one.actual) > 0.06 * std::max(one.actual, 1.0))
        return fmt::format("{}: measured {}", one.name, why.actual);
    if (why.message.empty() || why.message.back() != '.' || why.fix.empty())
        return one.name + ": no sentence";
    return {};
}
} // namespace

Q_DECLARE_METATYPE(std::function<void(NavFixture&)>)

class TestNavWhy : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void madeByHandCasesAreExplained();
    void aWayThatIsThereNeedsNoReason();
    void staleTilesAreNamed();
    void fewNodesAreNamed();
    void plantsInTheWayAreNamed();
    void anEmptyLevelIsOffTheMesh();
    void doorsStandOpenAndAreNamed();
    void remediesAreData_data();
    void remediesAreData();
    void narrowGapsAndWallsAreForPeople();
    void aCancelledQuestionIsAnsweredAtOnce();
};

void TestNavWhy::madeByHandCasesAreExplained()
{
    const auto cases = allCases();
    std::size_t right = 0;
    for (const auto& one : cases) {
        const auto mistake = mistakeIn(one);
        right += mistake.empty() ? 1U : 0U;
        if (!mistake.empty())
            qInfo("%s", mistake.c_str());
    }
    qInfo("%zu of %zu", right, cases.size());
    QVERIFY(cases.size() >= 90);
    QVERIFY(right * 100 >= cases.size() * 95);
}

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

QTEST_APPLESS_MAIN(TestNavWhy)
#include "tst_nav_why.moc"
