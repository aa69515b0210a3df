#include "engine_core/foliage/density/painted_density.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/meadow_fixture.h"

#include <QtTest>

namespace tst_foliage_density
{
using namespace engine;
using namespace mapwright::test;

/// Masks: pictures, and density that was painted.
class TestFoliageDensity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMaskScalesDensity();
    void paintedDensityThinsOutAndComesBack();
    void paintedDensityIsATarget();
};

void TestFoliageDensity::theMaskScalesDensity()
{
    Meadow meadow;
    static_cast<void>(meadow.addGround({0, 0}, 40));
    auto type = plainType(4, 0);
    type.slopeMax = 30;
    meadow.addType(type);
    FoliageLayer layer{.byRule = true, .ground = {}};
    layer.mask = AssetPath{"mask.png"};
    layer.maskCenter = {20, 20};
    layer.maskSize = {40, 20};
    Edit edit;
    edit.swaps.push_back(swapTo(meadow.layer, layer));
    meadow.world.apply(edit);
    QCOMPARE(meadow.grow().added, std::size_t{0}); // the picture is not there yet
    auto picture = std::make_shared<DensityPicture>();
    picture->width = 40;
    picture->height = 1;
    for (int x = 0; x < 40; ++x)
        picture->shares.push_back(x < 20 ? 255 : 51);
    meadow.survey.pictures["mask.png"] = picture;
    static_cast<void>(meadow.grow());
    std::array<double, 2> count{};
    for (const auto& plant : allOf(*meadow.plants())) {
        QVERIFY(plant.position.z >= 10 && plant.position.z <= 30);
        ++count[plant.position.x < 20 ? 0 : 1];
    }
    QVERIFY(std::abs(count[0] / 1600 - 1) < 0.05);
    QVERIFY(std::abs(count[1] / 320 - 1) < 0.15);
}

void TestFoliageDensity::paintedDensityThinsOutAndComesBack()
{
    Meadow meadow;
    static_cast<void>(meadow.addGround({0, 0}, 40));
    meadow.addType(plainType(4, 0));
    static_cast<void>(meadow.grow());
    const auto full = meadow.plants();
    const StrokePoint middle{{20, 0, 20}, {0, 1, 0}};
    const auto paint = [&](double strength, DensityStroke stroke) {
        const auto before = meadow.plants();
        FoliageEdit edit{before};
        paintDensity(*before, middle, middle, {.radius = 8, .strength = strength}, stroke, edit);
        const auto after = edit.finish();
        const auto changed = changedDensity(*before, *after);
        meadow.set(after);
        static_cast<void>(meadow.grow(changed));
    };
    const auto within = [&](double radius) {
        double count = 0;
        for (const auto& plant : allOf(*meadow.plants()))
            if (plant.isStanding() && distanceTo(plant, middle.position) < radius)
                ++count;
        return count;
    };
    const double before = within(6);
    paint(0.5, DensityStroke::Thin);
    QVERIFY(meadow.plants()->weights() > 180 && meadow.plants()->weights() < 220);
    QCOMPARE(meadow.plants()->plants() + meadow.plants()->weights(), meadow.plants()->count());
    QVERIFY(std::abs(within(6) / before - 0.5) < 0.08);
    const auto half = meadow.plants()->hash();
    QCOMPARE(meadow.hashFromScratch(), half);
    paint(1, DensityStroke::Thin);
    QCOMPARE(within(6), 0.0);
    paint(1, DensityStroke::Restore);
    QCOMPARE(meadow.plants()->hash(), full->hash());
}

void TestFoliageDensity::paintedDensityIsATarget()
{
    Meadow meadow;
    const StrokePoint from{{3, 0, 3}, {0, 1, 0}};
    const StrokePoint to{{12, 0, 5}, {0, 1, 0}};
    const FoliageBrush brush{.radius = 4, .strength = 0.7, .falloff = 0.5};
    const auto stroke = [&](std::shared_ptr<const FoliageInstances> standing) {
        FoliageEdit edit{standing};
        paintDensity(*standing, from, to, brush, DensityStroke::Thin, edit);
        return edit.finish();
    };
    const auto once = stroke(meadow.plants());
    QVERIFY(once->weights() > 50);
    QCOMPARE(stroke(once)->hash(), once->hash());
    QVERIFY(changedDensity(*once, *once).isEmpty());
}

PLAIN_TEST(TestFoliageDensity)
} // namespace tst_foliage_density

#include "tst_foliage_density.moc"
