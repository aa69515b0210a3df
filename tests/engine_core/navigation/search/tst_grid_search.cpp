#include "engine_core/navigation/search/grid_search.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <random>
#include <string>
#include <vector>

namespace tst_grid_search
{
using namespace engine;

class TestGridSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goesStraightWhereNothingIsInTheWay();
    void isThereAtOnceWhereStartIsGoal();
    void findsNoWayIntoABlockedCellOrOutOfTheMap();
    void cornerRuleDecidesOnDiagonals_data();
    void cornerRuleDecidesOnDiagonals();
    void allAlgorithmsAgreeOnRandomGrids_data();
    void allAlgorithmsAgreeOnRandomGrids();
    void jumpPointsAreFewOnOpenGround();
    void listsClosedCellsInOrder();
    void stopsWhenCancelled();
    void takesAHeuristicOfItsCaller();
};

namespace
{
constexpr std::array Rules{CornerRule::Cut, CornerRule::NoSqueeze, CornerRule::NoCutting};

/// '#' is blocked; the first row is y = 0.
GridMap mapFrom(const std::vector<std::string>& rows)
{
    GridMap map{static_cast<int>(rows.front().size()), static_cast<int>(rows.size())};
    for (int y = 0; y < map.height(); ++y)
        for (int x = 0; x < map.width(); ++x)
            map.setFree({x, y},
                        rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] != '#');
    return map;
}

GridMap randomMap(std::mt19937& random)
{
    const auto from = [&](int low, int high) {
        return std::uniform_int_distribution{low, high}(random);
    };
    GridMap map{from(3, 18), from(3, 18)};
    const int blocked = from(0, 45);
    for (int y = 0; y < map.height(); ++y)
        for (int x = 0; x < map.width(); ++x)
            map.setFree({x, y}, from(0, 99) >= blocked);
    return map;
}

GridCell randomCell(const GridMap& map, std::mt19937& random)
{
    return {std::uniform_int_distribution{0, map.width() - 1}(random),
            std::uniform_int_distribution{0, map.height() - 1}(random)};
}

/// The cost of walking these cells; nothing if a step is not allowed.
std::optional<std::uint64_t>
costOf(const GridMap& map, const std::vector<GridCell>& cells, CornerRule rule)
{
    std::uint64_t cost = 0;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        const int dx = cells[i].x - cells[i - 1].x;
        const int dy = cells[i].y - cells[i - 1].y;
        if (std::abs(dx) > 1 || std::abs(dy) > 1 || (dx == 0 && dy == 0) ||
            !map.canStep(cells[i - 1], dx, dy, rule))
            return std::nullopt;
        cost += octileCost(cells[i - 1], cells[i]);
    }
    return cost;
}
} // namespace

void TestGridSearch::goesStraightWhereNothingIsInTheWay()
{
    const GridMap map{10, 10};
    for (const auto algorithm :
         {GridAlgorithm::Dijkstra, GridAlgorithm::AStar, GridAlgorithm::JumpPoint}) {
        const auto path = findGridPath(map, {1, 2}, {8, 5}, algorithm, CornerRule::Cut);
        QCOMPARE(path.cost, std::uint64_t{3 * 7 + 4 * 5});
        QCOMPARE(path.cells.size(), std::size_t{8});
        QCOMPARE(path.cells.front(), (GridCell{1, 2}));
        QCOMPARE(path.cells.back(), (GridCell{8, 5}));
    }
}

void TestGridSearch::isThereAtOnceWhereStartIsGoal()
{
    const GridMap map{4, 4};
    for (const auto algorithm :
         {GridAlgorithm::Dijkstra, GridAlgorithm::AStar, GridAlgorithm::JumpPoint}) {
        const auto path = findGridPath(map, {2, 2}, {2, 2}, algorithm, CornerRule::Cut);
        QCOMPARE(path.cells, (std::vector<GridCell>{{2, 2}}));
        QCOMPARE(path.cost, std::uint64_t{0});
    }
}

void TestGridSearch::findsNoWayIntoABlockedCellOrOutOfTheMap()
{
    auto map = mapFrom({"..#.", "..#.", "..#."});
    for (const auto algorithm :
         {GridAlgorithm::Dijkstra, GridAlgorithm::AStar, GridAlgorithm::JumpPoint}) {
        const auto find = [&](const GridCell& from, const GridCell& to) {
            return findGridPath(map, from, to, algorithm, CornerRule::Cut).found();
        };
        QVERIFY(!find({0, 0}, {3, 1}));
        QVERIFY(!find({0, 0}, {2, 1}));
        QVERIFY(!find({2, 1}, {0, 0}));
        QVERIFY(!find({0, 0}, {-1, 0}));
        QVERIFY(!find({0, 3}, {0, 0}));
        QVERIFY(find({0, 0}, {1, 2}));
    }
    QVERIFY(!findGridPath(GridMap{0, 0}, {0, 0}, {0, 0}, GridAlgorithm::AStar, CornerRule::Cut)
                 .found());
}

void TestGridSearch::cornerRuleDecidesOnDiagonals_data()
{
    QTest::addColumn<QStringList>("rows");
    QTest::addColumn<QList<int>>("costs"); // by rule; -1: no way

    QTest::newRow("between two corners") << QStringList{".#", "#."} << QList<int>{7, -1, -1};
    QTest::newRow("round one corner") << QStringList{"..", "#."} << QList<int>{7, 7, 10};
    QTest::newRow("past a wall's end")
        << QStringList{"...", ".#.", "..."} << QList<int>{17, 17, 20};
    QTest::newRow("free") << QStringList{"..", ".."} << QList<int>{7, 7, 7};
}

void TestGridSearch::cornerRuleDecidesOnDiagonals()
{
    QFETCH(const QStringList, rows);
    QFETCH(const QList<int>, costs);

    std::vector<std::string> lines;
    for (const auto& row : rows)
        lines.push_back(row.toStdString());
    const auto map = mapFrom(lines);
    const GridCell goal{map.width() - 1, map.height() - 1};
    for (std::size_t rule = 0; rule < Rules.size(); ++rule)
        for (const auto algorithm :
             {GridAlgorithm::Dijkstra, GridAlgorithm::AStar, GridAlgorithm::JumpPoint}) {
            const auto path = findGridPath(map, {0, 0}, goal, algorithm, Rules[rule]);
            QCOMPARE(path.found() ? static_cast<int>(path.cost) : -1,
                     costs[static_cast<qsizetype>(rule)]);
        }
}

void TestGridSearch::allAlgorithmsAgreeOnRandomGrids_data()
{
    QTest::addColumn<int>("rule");
    QTest::newRow("corners cut") << 0;
    QTest::newRow("no squeezing") << 1;
    QTest::newRow("no cutting") << 2;
}

void TestGridSearch::allAlgorithmsAgreeOnRandomGrids()
{
    QFETCH(const int, rule);

    constexpr int Grids = 20000;
    int found = 0;
    for (unsigned seed = 0; seed < Grids; ++seed) {
        std::mt19937 random{seed};
        const auto map = randomMap(random);
        const auto from = randomCell(map, random);
        const auto to = randomCell(map, random);
        const auto corner = Rules[static_cast<std::size_t>(rule)];
        const auto exact = findGridPath(map, from, to, GridAlgorithm::Dijkstra, corner);
        found += exact.found() ? 1 : 0;
        for (const auto algorithm : {GridAlgorithm::AStar, GridAlgorithm::JumpPoint}) {
            const auto path = findGridPath(map, from, to, algorithm, corner);
            const auto place = "seed " + std::to_string(seed);
            QVERIFY2(path.found() == exact.found() && path.cost == exact.cost, place.c_str());
            if (path.found())
                QVERIFY2(costOf(map, path.cells, corner) == path.cost, place.c_str());
        }
    }
    QVERIFY(found > Grids / 4); // both answers were really asked for
    QVERIFY(found < Grids);
}

void TestGridSearch::jumpPointsAreFewOnOpenGround()
{
    GridMap map{256, 256};
    for (int y = 0; y < 192; ++y)
        map.setFree({128, y}, false);
    const auto count = [&](GridAlgorithm algorithm) {
        const auto path = findGridPath(map, {10, 20}, {245, 20}, algorithm, CornerRule::Cut);
        return path.closedCount + path.openCount;
    };
    QVERIFY(count(GridAlgorithm::JumpPoint) < 100);
    QVERIFY(count(GridAlgorithm::JumpPoint) * 100 < count(GridAlgorithm::AStar));
    QVERIFY(count(GridAlgorithm::AStar) * 3 < count(GridAlgorithm::Dijkstra) * 2);
}

void TestGridSearch::listsClosedCellsInOrder()
{
    const GridMap map{6, 1};
    SearchOptions options;
    options.keepOrder = true;
    const auto path =
        findGridPath(map, {0, 0}, {3, 0}, GridAlgorithm::Dijkstra, CornerRule::Cut, options);
    QCOMPARE(path.closed, (std::vector<SearchedCell>{
                              {{0, 0}, 0, 0}, {{1, 0}, 5, 1}, {{2, 0}, 10, 2}, {{3, 0}, 15, 3}}));
    QVERIFY(path.waiting.empty());
    QCOMPARE(path.closedCount, std::size_t{4});
}

void TestGridSearch::stopsWhenCancelled()
{
    const GridMap map{400, 400};
    SearchOptions options;
    int asked = 0;
    options.cancelled = [&] {
        return ++asked == 3;
    };
    const auto path =
        findGridPath(map, {0, 0}, {399, 399}, GridAlgorithm::Dijkstra, CornerRule::Cut, options);
    QVERIFY(!path.found());
    QCOMPARE(asked, 3);
    QVERIFY(path.closedCount < 4096);
}

/// Graph, heuristic and what walks are three parts: here a graph that is no grid at all.
void TestGridSearch::takesAHeuristicOfItsCaller()
{
    struct Ladder final : SearchGraph
    {
        GraphNode nodeCount() const override { return 100; }

        void findSteps(GraphNode from, std::vector<GraphStep>& steps) const override
        {
            steps.clear();
            if (from + 1 < 100)
                steps.push_back({from + 1, 2});
            if (from + 10 < 100)
                steps.push_back({from + 10, 15});
        }

        bool isGoal(GraphNode node) const override { return node == 57; }
    };

    const Ladder ladder;
    const auto blind = searchGraph(ladder, 0, noEstimate);
    const auto towards =
        searchGraph(ladder, 0, [](GraphNode node) { return node < 57 ? (57 - node) * 3 / 2 : 0; });
    QCOMPARE(blind.cost, std::uint64_t{5 * 15 + 7 * 2});
    QCOMPARE(towards.cost, blind.cost);
    QVERIFY(towards.closedCount < blind.closedCount);
    QVERIFY(!searchGraph(ladder, 58, noEstimate).found());
    QVERIFY(!searchGraph(ladder, 100, noEstimate).found());
}

CORE_TEST(TestGridSearch)
} // namespace tst_grid_search

#include "tst_grid_search.moc"
