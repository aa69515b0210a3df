#include "engine_core/navigation/query/nav_why.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/engine_core/navigation/crowd/nav_corridor.h"
#include "tests/program/registry.h"

#include <QTest>

#include <functional>

namespace tst_nav_why_cases
{
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

/// Links that are there, but not for this way.
std::vector<Case> unfitLinkCases()
{
    std::vector<Case> cases;
    const auto add = [&](const std::string& name, NavCause cause, const Vec3d& place,
                         const Vec3d& from, const NavLink& link) {
        cases.push_back({name, cause, place, 0.1, [=](NavFixture& level) {
                             level.box({-10, -1, -3}, {-1, 0, 3});
                             level.box({1, -1, -3}, {10, 0, 3});
                             level.place(from, link, "rope");
                         }});
    };
    add("link back", NavCause::LinkOneWay, {-1.5, 0, 0}, {1.5, 0, 0}, linkTo({-3, 0, 0}));
    auto dogs = linkTo({3, 0, 0});
    dogs.agents = "dog, cat";
    add("link for others", NavCause::LinkAgents, {-1.5, 0, 0}, {-1.5, 0, 0}, dogs);
    dogs.end = {-3, 0, 0};
    add("link back for others", NavCause::LinkAgents, {1.5, 0, 0}, {1.5, 0, 0}, dogs);
    add("link ends in the air", NavCause::LinkBroken, {0.5, 0, 0}, {-1.5, 0, 0}, linkTo({2, 0, 0}));
    add("link begins in the air", NavCause::LinkBroken, {-0.5, 0, 0}, {-0.5, 0, 0},
        linkTo({2, 0, 0}));
    add("link ends too high", NavCause::LinkBroken, {1.6, 0.8, 0}, {-1.5, 0, 0},
        linkTo({3.1, 0.8, 0}));
    auto corner = linkTo({2.5, 0, 3.1});
    corner.radius = 0.5; // the ground is in that box, but not in the circle
    add("link ends beside the corner", NavCause::LinkBroken, {1, 0, 3.1}, {-1.5, 0, 0}, corner);
    auto drop = linkTo({-1.5, -3, 0});
    drop.kind = NavLinkKind::Drop;
    cases.push_back({"drop upwards",
                     NavCause::LinkOneWay,
                     {-0.8, 0, 0},
                     0.1,
                     [drop](NavFixture& level) {
                         level.box({-10, -1, -3}, {0, 0, 3});
                         level.box({0, -1, -3}, {10, 3, 3});
                         level.place({0.7, 3, 0}, drop, "ledge");
                     },
                     {-6, 0, 0},
                     {6, 3, 0}});
    // What only a little is wrong with is not left for a link.
    cases.push_back({"low step beside a link for others",
                     NavCause::Step,
                     {0, 0.5, 0},
                     1,
                     [dogs](NavFixture& level) {
                         level.box({-10, -1, -3}, {0, 0, 3});
                         level.box({0, -1, -3}, {10, 0.5, 3});
                         level.place({1.5, 0.5, 2}, dogs, "rope");
                     },
                     {-6, 0, 0},
                     {6, 0.5, 0},
                     0.5});
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
    for (const double height : {3.0, 4.0})
        cases.push_back({fmt::format("storey {}", height),
                         NavCause::Island,
                         {0, 0, 0},
                         12,
                         [height](NavFixture& level) {
                             level.box({-10, -1, -3}, {10, 0, 3});
                             level.box({-10, height - 0.25, -3}, {10, height, 3});
                         },
                         {-6, 0, 0},
                         {6, height, 0}});
    cases.push_back({"goal in a wall",
                     NavCause::OffMesh,
                     {0, 1, 0},
                     0.1,
                     [](NavFixture& level) {
                         corridor(level);
                         level.box({-0.25, 0, -3}, {0.25, 4, 3}, "wall");
                     },
                     {-6, 0, 0},
                     {0, 1, 0}});
    cases.push_back({"goal on a plinth",
                     NavCause::Step,
                     {6, 1, 0},
                     1,
                     [](NavFixture& level) {
                         corridor(level);
                         level.box({5.8, 0, -0.2}, {6.2, 1, 0.2}, "plinth");
                     },
                     {-6, 0, 0},
                     {6, 1, 0},
                     1});
    cases.push_back({"taller than the room",
                     NavCause::Headroom,
                     {-6, 0, 0},
                     12,
                     [](NavFixture& level) {
                         level.agent.height = 6;
                         level.box({-10, -1, -5}, {10, 0, 5});
                         level.box({-10, 4, -5}, {10, 4.5, 5}, "roof");
                     },
                     {-6, 0, 0},
                     {6, 0, 0},
                     4});
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
                             linkCases(), unfitLinkCases(), obstacleCases(), placeCases()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

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

class TestNavWhyCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void madeByHandCasesAreExplained();
};

void TestNavWhyCases::madeByHandCasesAreExplained()
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

PLAIN_TEST(TestNavWhyCases)
} // namespace tst_nav_why_cases

#include "tst_nav_why_cases.moc"
