#include "editor/views/graph_plate.h"
#include "editor/views/theme.h"
#include "editor/views/view_labels.h"
#include "engine_core/physics/character_controller.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <algorithm>
#include <limits>

namespace tst_graph_plate
{
using namespace editor;
using namespace engine;

namespace
{
constexpr double None = std::numeric_limits<double>::quiet_NaN();

bool isBright(const Image& image, int x, int y)
{
    const auto at = static_cast<std::ptrdiff_t>(image.width) * y + x;
    const auto* pixel = image.rgba.data() + at * 4;
    return std::max({pixel[0], pixel[1], pixel[2]}) > 120;
}

/// Rows with bright pixels in the column; -1 if there are none.
std::pair<int, int> brightRows(const Image& image, int x, int from, int to)
{
    std::pair<int, int> rows{-1, -1};
    for (int y = from; y < to; ++y)
        if (isBright(image, x, y)) {
            rows.first = rows.first < 0 ? y : rows.first;
            rows.second = y;
        }
    return rows;
}
} // namespace

/// Graphs over the game's picture.
class TestGraphPlate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsShownOfNothing();
    void aRowForEachThatHasAValue();
    void theCurveRisesWithTheValues();
    void itIsBrokenWhereNothingWas();

private:
    [[nodiscard]] static std::shared_ptr<const Image>
    painted(const std::vector<PlayGraphs::Line>& lines);
};

std::shared_ptr<const Image> TestGraphPlate::painted(const std::vector<PlayGraphs::Line>& lines)
{
    std::vector<ViewPicture> pictures;
    ViewLabels{pictures, {800, 600}, 1}.addGraphs(lines, {12, 44});
    if (pictures.size() != 1 || pictures.front().x != 12 || pictures.front().y != 44)
        return nullptr;
    return pictures.front().image;
}

void TestGraphPlate::nothingIsShownOfNothing()
{
    std::vector<ViewPicture> pictures;
    ViewLabels{pictures, {800, 600}, 1}.addGraphs(PlayGraphs{}.lines(), {12, 44});
    QVERIFY(pictures.empty());
}

void TestGraphPlate::aRowForEachThatHasAValue()
{
    PlayGraphs graphs;
    graphs.endTick(nullptr);
    QVERIFY(graphPlateSize(graphs.lines()).isEmpty());
    CharacterState falling;
    graphs.endTick(&falling);
    const auto three = graphPlateSize(graphs.lines()); // without the slope
    CharacterState standing;
    standing.grounded = true;
    graphs.endTick(&standing);
    const auto four = graphPlateSize(graphs.lines());
    QCOMPARE(four.width(), three.width());
    QVERIFY(std::abs(four.height() * 3 - three.height() * 4) < four.height() / 4);
    const auto image = painted(graphs.lines());
    QVERIFY(image != nullptr);
    QCOMPARE(static_cast<int>(image->height), four.height());
}

void TestGraphPlate::theCurveRisesWithTheValues()
{
    PlayGraphs::Line line{"rising", "m", 1};
    for (std::size_t i = 0; i < PlayGraphs::Ticks; ++i)
        line.values.push_back(static_cast<double>(i));
    const auto image = painted({line});
    QVERIFY(image != nullptr);
    const int width = static_cast<int>(image->width);
    const int bottom = static_cast<int>(image->height) - 16; // above the line at the foot
    const auto early = brightRows(*image, width / 4, 26, bottom);
    const auto late = brightRows(*image, width * 3 / 4, 26, bottom);
    QVERIFY(early.first > 0 && late.first > 0);
    QVERIFY2(late.second < early.first - 10,
             qPrintable(QString{"%1 %2"}.arg(early.first).arg(late.second)));
}

void TestGraphPlate::itIsBrokenWhereNothingWas()
{
    PlayGraphs::Line line{"broken", "", 1};
    for (std::size_t i = 0; i < PlayGraphs::Ticks; ++i)
        line.values.push_back(i < 200 || i > 280 ? 5.0 : None);
    const auto image = painted({line});
    QVERIFY(image != nullptr);
    const int width = static_cast<int>(image->width);
    const int bottom = static_cast<int>(image->height) - 16;
    QVERIFY(brightRows(*image, width / 4, 26, bottom).first > 0);
    QCOMPARE(brightRows(*image, width / 2, 26, bottom).first, -1);
    QVERIFY(brightRows(*image, width * 3 / 4, 26, bottom).first > 0);
}

GUI_TEST(TestGraphPlate)
} // namespace tst_graph_plate

#include "tst_graph_plate.moc"
