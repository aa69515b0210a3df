#include "engine_core/lighting/chart_packer.h"
#include "tests/program/registry.h"

#include <QTest>

#include <cmath>
#include <random>

namespace tst_chart_packer
{
using namespace engine;

namespace
{
/// As faces of levels are: many small ones, few large ones, some long and thin.
std::vector<BakeChart> chartsLikeALevel(std::size_t count, unsigned seed)
{
    std::mt19937 random{seed};
    std::vector<BakeChart> charts(count);
    const auto size = [&](double most) {
        const double share = static_cast<double>(random()) / 4294967296.0;
        return std::max(static_cast<int>(std::exp(share * std::log(most))), 2);
    };
    for (auto& chart : charts) {
        chart.width = size(300);
        chart.height = size(random() % 4 == 0 ? 300 : 60);
    }
    return charts;
}
} // namespace

class TestChartPacker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void atlasesAreFilled_data();
    void atlasesAreFilled();
    void chartsAndTheirBordersNeverOverlap();
};

void TestChartPacker::atlasesAreFilled_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {200, 1000, 5000, 25000})
        QTest::addRow("%d charts", count) << count;
}

void TestChartPacker::atlasesAreFilled()
{
    QFETCH(int, count);
    for (unsigned seed = 1; seed <= 5; ++seed) {
        auto charts = chartsLikeALevel(static_cast<std::size_t>(count), seed);
        const auto atlases = packCharts(charts);
        const double fill = atlasFill(charts, atlases);
        QVERIFY2(fill >= 0.8, qPrintable(QString::number(fill)));
        QVERIFY(fill <= 1);
    }
}

void TestChartPacker::chartsAndTheirBordersNeverOverlap()
{
    auto charts = chartsLikeALevel(600, 3);
    const auto atlases = packCharts(charts);
    for (std::size_t page = 0; page < atlases.size(); ++page) {
        const auto& atlas = atlases[page];
        std::vector<bool> taken(std::size_t{atlas.width} * atlas.height);
        for (const auto& chart : charts) {
            if (chart.atlas != page)
                continue;
            for (int y = -ChartBorder; y < chart.height + ChartBorder; ++y)
                for (int x = -ChartBorder; x < chart.width + ChartBorder; ++x) {
                    const auto texel = static_cast<std::size_t>(chart.y + y) * atlas.width +
                                       static_cast<std::size_t>(chart.x + x);
                    QVERIFY(texel < taken.size() && !taken[texel]);
                    taken[texel] = true;
                }
        }
    }
}

PLAIN_TEST(TestChartPacker)
} // namespace tst_chart_packer

#include "tst_chart_packer.moc"
