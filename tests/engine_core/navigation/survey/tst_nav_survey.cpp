#include "engine_core/navigation/mesh/nav_columns.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/survey/nav_draw.h"
#include "engine_core/navigation/survey/nav_survey.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QTest>

#include <set>

namespace tst_nav_survey
{
using namespace engine;
using namespace mapwright::test;

namespace
{
NavSurveyInput inputOf(const NavFixture& level, const NavMesh& mesh)
{
    return {NavMeshCopy::of(mesh),
            std::make_shared<const World>(level.world),
            NavColoring::Islands,
            navAgentColor(0),
            {},
            {},
            false};
}

/// One that is 1.2 m wide and 10 m long: for the thin one alone.
void addPassage(NavFixture& level)
{
    level.box({-5, 0, -20}, {5, 3, -0.6});
    level.box({-5, 0, 0.6}, {5, 3, 20});
}

/// The mesh of an agent "ogre", 1.8 m wide.
NavMesh meshOfOgre(const NavFixture& level)
{
    NavFixture other = level;
    other.agent.radius = 0.9;
    auto config = other.config();
    config.profile.name = "ogre";
    JobControl control;
    auto built = buildNavMesh(config, NavScene{level.world}, {1}, control);
    return std::move((*built).mesh);
}

std::size_t triangles(const NavSurvey& survey)
{
    std::size_t count = 0;
    for (const auto& picture : survey.pictures)
        count += picture->triangles.size();
    return count;
}
} // namespace

class TestNavSurvey : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void thePlaceOfAnIslandIsOnItsGround_data();
    void thePlaceOfAnIslandIsOnItsGround();
    void groundThatTheStartDoesNotReachIsLeftOut();
    void islandsChecksAndPicturesAreThoseOfTheMesh();
    void checksOfOtherAgentsAreRunOnTheirMeshes();
    void onlyWhatChangedIsDrawnAnew();
    void whereTwoAgentsDifferIsMeasured();
    void narrowGroundHasLittleClearance();
    void coloursFollowTheGround();
    void slopesAreColouredByAngle();
    void theSlowestTileEndsTheColours();
};

void TestNavSurvey::thePlaceOfAnIslandIsOnItsGround_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 12; ++seed)
        QTest::addRow("level %d", seed) << seed;
}

/// Hills and hollows, which one flat polygon spans, and floors above each other.
void TestNavSurvey::thePlaceOfAnIslandIsOnItsGround()
{
    QFETCH(int, seed);
    Dice dice{static_cast<std::uint64_t>(seed)};
    NavFixture level;
    for (int i = 0; i < 12; ++i) {
        const double x = dice.between(-30, 30);
        const double y = dice.between(0, 3) + 4 * (i % 3);
        const double z = dice.between(-30, 30);
        const double width = dice.between(3, 12);
        const double rise = dice.between(-0.4, 0.4) * width;
        const std::array<Vec2d, 5> hill{Vec2d{x - width, y - 6}, Vec2d{x + width, y - 6},
                                        Vec2d{x + width, y}, Vec2d{x, y + std::abs(rise)},
                                        Vec2d{x - width, y + std::min(rise, 0.0) / 4}};
        level.prism(hill, z, z + dice.between(2, 14));
    }
    const auto mesh = level.mesh();
    const NavIslands islands{mesh};
    QVERIFY(!islands.all().empty());
    const NavQuery query{mesh, NavFilter::everything()};
    for (std::size_t i = 0; i < islands.all().size(); ++i) {
        const auto& place = islands.all()[i].place;
        const auto ground = query.nearest(place, Vec3d{0.01});
        QVERIFY2(
            ground,
            qPrintable(
                QStringLiteral("%1 %2 %3 is off the mesh").arg(place.x).arg(place.y).arg(place.z)));
        QCOMPARE(islands.of(ground->polygon), std::optional{i});
    }
}

/// A room below a wider roof, with a ledge that a link leads to.
void TestNavSurvey::groundThatTheStartDoesNotReachIsLeftOut()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5}, "floor");
    level.box({-9, 3, -9}, {9, 3.2, 9}, "roof");
    level.box({6, -1, -5}, {9, 1, 5}, "ledge");
    level.place({0, 0, 0}, PlayerStart{});
    const auto link = level.place({4.5, 0, 0}, linkTo({2, 1, 0}));
    NavSurveyor surveyor;
    const JobControl control;
    const auto survey = [&](NavColoring coloring, bool onlyReached) {
        auto input = inputOf(level, level.mesh());
        input.coloring = coloring;
        input.onlyReached = onlyReached;
        return surveyor.survey(input, control);
    };
    for (const auto coloring : {NavColoring::Islands, NavColoring::Slope, NavColoring::Clearance}) {
        const auto all = survey(coloring, false);
        QCOMPARE(all.islands.size(), std::size_t{3});
        QVERIFY(all.islands.front().place.y > 3); // the roof is the biggest
        const auto reached = survey(coloring, true);
        QCOMPARE(reached.islands.size(), std::size_t{2});
        QVERIFY(reached.islands.front().place.y < 1);
        QCOMPARE(reached.home, std::size_t{0});
        QVERIFY(triangles(reached) > 0);
        QVERIFY(triangles(reached) < triangles(all));
    }
    level.remove(link);
    QCOMPARE(survey(NavColoring::Islands, true).islands.size(), std::size_t{1});
    QCOMPARE(survey(NavColoring::Islands, false).islands.size(), std::size_t{3});
}

void TestNavSurvey::islandsChecksAndPicturesAreThoseOfTheMesh()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    level.box({30, -1, -5}, {40, 0, 5});
    level.place({35, 0, 0}, PlayerStart{});
    NavCheck check;
    check.target = {5, 0, 5};
    level.place({0, 0, 0}, check);
    check.target = {35, 0, 0};
    level.place({0, 0, 0}, check);
    const auto mesh = level.mesh();
    NavSurveyor surveyor;
    const auto survey = surveyor.survey(inputOf(level, mesh), JobControl{});
    QCOMPARE(survey.islands.size(), std::size_t{2});
    QCOMPARE(survey.home, std::size_t{1});
    QCOMPARE(survey.checks.size(), std::size_t{2});
    QVERIFY(survey.checks[0].holds && !survey.checks[1].holds);
    DebugDraw whole;
    drawNavMesh(whole, mesh, NavIslands{mesh}, 1, NavColoring::Islands);
    QCOMPARE(triangles(survey), whole.triangles.size());
}

void TestNavSurvey::checksOfOtherAgentsAreRunOnTheirMeshes()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    addPassage(level);
    NavCheck check;
    check.target = {10, 0, 0};
    check.agent = "ogre";
    const auto entity = level.place({-10, 0, 0}, check, "Through the passage");
    QVERIFY(hasNavChecks(level.world, "ogre"));
    QVERIFY(!hasNavChecks(level.world, "walker"));
    auto input = inputOf(level, level.mesh());
    NavSurveyor surveyor;
    QVERIFY(surveyor.survey(input, JobControl{}).checks.empty());
    input.checked.push_back(NavMeshCopy::of(meshOfOgre(level)));
    const auto survey = surveyor.survey(input, JobControl{});
    QCOMPARE(survey.checks.size(), std::size_t{1});
    QCOMPARE(survey.checks[0].agent, std::string{"ogre"});
    QVERIFY(!survey.checks[0].holds);
    QVERIFY(survey.comparisons.empty());
    const auto issue = issueOf(survey.checks[0]);
    QCOMPARE(issue.entity, entity);
    QCOMPARE(issue.rule, std::string{"path-check"});
    QVERIFY(issue.message.find("'Through the passage'") != std::string::npos);
    input.mesh.reset(); // the agent that is shown has none
    const auto others = surveyor.survey(input, JobControl{});
    QCOMPARE(others.checks.size(), std::size_t{1});
    QVERIFY(others.islands.empty() && others.pictures.empty());
    input.checked.clear();
    QVERIFY(surveyor.survey(input, JobControl{}).checks.empty());
}

void TestNavSurvey::onlyWhatChangedIsDrawnAnew()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    const auto crate = level.box({4, 0, 4}, {6, 3, 6});
    NavSurveyor surveyor;
    const auto before = surveyor.survey(inputOf(level, level.mesh()), JobControl{});
    QCOMPARE(before.drawnAnew, std::size_t{16});
    const auto same = surveyor.survey(inputOf(level, level.mesh()), JobControl{});
    QCOMPARE(same.drawnAnew, std::size_t{0});
    level.reshape(crate, {4, 0, 4}, {7, 3, 7});
    const auto after = surveyor.survey(inputOf(level, level.mesh()), JobControl{});
    QVERIFY(after.drawnAnew >= 1 && after.drawnAnew <= 9);
    NavSurveyor anew;
    const auto whole = anew.survey(inputOf(level, level.mesh()), JobControl{});
    QCOMPARE(triangles(after), triangles(whole));
    QCOMPARE(after.islands.size(), whole.islands.size());
}

void TestNavSurvey::whereTwoAgentsDifferIsMeasured()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    addPassage(level);
    const auto thin = level.mesh();
    const auto wide = meshOfOgre(level);
    auto input = inputOf(level, thin);
    input.others.push_back({NavMeshCopy::of(wide), navAgentColor(1)});
    NavSurveyor surveyor;
    const auto survey = surveyor.survey(input, JobControl{});
    QCOMPARE(survey.comparisons.size(), std::size_t{1});
    const auto& found = survey.comparisons.front();
    QCOMPARE(found.agent, std::string{"ogre"});
    // 0.5 m of it are ground over some 9 to 10 m; what lies along all other walls does not count.
    QVERIFY2(found.onlyHere > 2.5 && found.onlyHere < 7,
             qPrintable(QString::number(found.onlyHere)));
    QCOMPARE(found.onlyThere, 0.0);
    const auto again = surveyor.survey(input, JobControl{});
    QCOMPARE(again.drawnAnew, std::size_t{0});
    QCOMPARE(again.comparisons.front().onlyHere, found.onlyHere);
}

void TestNavSurvey::narrowGroundHasLittleClearance()
{
    NavFixture level;
    level.box({0, -1, 0}, {40, 0, 10.2});
    const auto mesh = level.mesh();
    const double step = 0.25;
    const auto strips = navClearance(mesh, {1, 0}, step, 17); // no border to the left or right
    QVERIFY(!strips.all().empty());
    const double edge = mesh.config().radiusCells * mesh.config().cellSize;
    for (const auto& strip : strips.all()) {
        const double wanted = std::min(strip.from.z, 10.2 - strip.from.z) - edge;
        QVERIFY2(std::abs(strip.band * step - std::min(wanted, 4.0)) < 2 * step,
                 qPrintable(QString{"%1 at %2"}.arg(strip.band).arg(strip.from.z)));
    }
}

/// A polygon is flat and lies below the middle of stairs, or above it.
void TestNavSurvey::coloursFollowTheGround()
{
    NavFixture level;
    level.box({-6, -1, -5}, {0, 0, 5});
    for (int i = 0; i < 10; ++i) // steep at the foot, then shallow
        level.box({i * 0.4, -1, -5}, {i * 0.4 + 0.4, i < 5 ? 0.3 * (i + 1) : 1.5, 5});
    level.box({4, -1, -5}, {10, 1.5, 5});
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    const NavIslands islands{mesh};
    std::size_t triangles = 0;
    for (const auto& [coord, tile] : mesh.tiles()) {
        const auto surface = mesh.surface(coord);
        for (const auto coloring : {NavColoring::Islands, NavColoring::Areas, NavColoring::Slope,
                                    NavColoring::BuildTime}) {
            DebugDraw draw;
            drawNavTile(draw, mesh, coord, {coloring, islands, 0, std::nullopt});
            QCOMPARE(draw.triangles.size() * 3, surface.size());
            for (std::size_t i = 0; i < draw.triangles.size(); ++i)
                QVERIFY(glm::distance(draw.triangles[i].a, surface[i * 3] + Vec3f{0, 0.04F, 0}) <
                        1e-5F);
        }
        triangles += surface.size() / 3;
        const auto strips = navClearance(mesh, coord, 0.25, 17);
        for (const auto& strip : strips.all()) {
            const auto ground = query.nearest(strip.from, {0.01, 1, 0.01});
            if (ground)
                QVERIFY2(std::abs(ground->position.y - strip.from.y) < 0.02,
                         qPrintable(QString::number(ground->position.y - strip.from.y)));
        }
    }
    QVERIFY(triangles > mesh.polygonCount()); // there is something to follow
}

void TestNavSurvey::slopesAreColouredByAngle()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5});
    const std::array<Vec2d, 3> ramp{Vec2d{10, 0}, Vec2d{20, 0}, Vec2d{20, 4}};
    level.prism(ramp, -5, 5);
    auto input = inputOf(level, level.mesh());
    input.coloring = NavColoring::Slope;
    NavSurveyor surveyor;
    bool isLevelGreen = false;
    bool isRampWarmer = false;
    const auto flat = navHeat(0);
    for (const auto& picture : surveyor.survey(input, JobControl{}).pictures)
        for (const auto& triangle : picture->triangles) {
            const bool isRamp = triangle.a.x > 12 && triangle.b.x > 12 && triangle.c.x > 12;
            isLevelGreen |= !isRamp && triangle.color.r == flat.r;
            isRampWarmer |= isRamp && triangle.color.r > flat.r + 0.3F;
        }
    QVERIFY(isLevelGreen);
    QVERIFY(isRampWarmer);
}

void TestNavSurvey::theSlowestTileEndsTheColours()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    auto mesh = level.mesh();
    double seconds = 0.04; // all of them more than thirty milliseconds
    const auto tiles = mesh.tiles();
    for (const auto& [coord, tile] : tiles) {
        auto slow = std::make_shared<NavTile>(*tile);
        slow->seconds = seconds += 0.01;
        VERIFY_OK(mesh.setTile(std::move(slow)));
    }
    auto input = inputOf(level, mesh);
    input.coloring = NavColoring::BuildTime;
    NavSurveyor surveyor;
    const auto survey = surveyor.survey(input, JobControl{});
    QCOMPARE(survey.slowest, seconds);
    std::set<float> colors;
    for (const auto& picture : survey.pictures)
        for (const auto& triangle : picture->triangles)
            colors.insert(triangle.color.g);
    QCOMPARE(colors.size(), tiles.size());
    QCOMPARE(*colors.begin(), navHeat(1).g); // only the slowest is as red as that
}

PLAIN_TEST(TestNavSurvey)
} // namespace tst_nav_survey

#include "tst_nav_survey.moc"
