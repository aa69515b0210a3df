#include "tests/editor/operations/foliage/foliage_meadow.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"

#include <QtTest>

namespace tst_foliage_grower_models
{
using namespace mapwright::test;

/// Plants whose rules ask for walkable ground, where models are read beside the work.
class TestFoliageGrowerModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAsksForGroundGrowsOnceModelsAreThere();
    void plantsGrowWhereModelsAre_data();
    void plantsGrowWhereModelsAre();
};

void TestFoliageGrowerModels::whatAsksForGroundGrowsOnceModelsAreThere()
{
    LateModels models;
    models.models.models["roof"] = boxModel({{5, 1, 5}, {15, 1.2, 15}});
    models.read.insert("flower"); // the plants' own
    Meadow meadow;
    meadow.document.worldForSystems().setMeshes(&models);
    meadow.growOutsidePlay();
    const auto bare = meadow.document.contentHash();
    QVERIFY(meadow.plantsIn({5, 5}) < 5);
    meadow.add("roof");
    meadow.jobs.finishAll();
    meadow.grower.update();
    QVERIFY(!models.read.contains("roof")); // nobody has waited
    QVERIFY(meadow.grower.isBusy());
    QVERIFY(meadow.plantsIn({5, 5}) < 5);
    models.read.insert("roof");
    models.awaited.clear();
    meadow.settle();
    QVERIFY(meadow.plantsIn({5, 5}) > 80);
    meadow.document.undo();
    meadow.settle();
    QCOMPARE(meadow.document.contentHash(), bare);
}

void TestFoliageGrowerModels::plantsGrowWhereModelsAre_data()
{
    QTest::addColumn<bool>("undone");
    QTest::newRow("read at once") << false;
    QTest::newRow("read while the step is undone") << true;
}

/// And not where a box stood in for one, whose tiles are others.
void TestFoliageGrowerModels::plantsGrowWhereModelsAre()
{
    QFETCH(bool, undone);
    LateModels models;
    models.models.models["roof"] = boxModel({{65, 1, 5}, {75, 1.2, 15}});
    models.read.insert("flower"); // the plants' own
    Meadow meadow;
    meadow.document.worldForSystems().setMeshes(&models);
    static_cast<void>(meadow.addBox({20, -1, 0}, {100, 0, 20}));
    meadow.growOutsidePlay();
    QVERIFY(meadow.plantsIn({65, 5}) < 5);
    meadow.add("roof");
    if (undone)
        meadow.document.undo();
    models.read.insert("roof");
    models.awaited.clear();
    if (undone)
        meadow.document.redo();
    meadow.settle();
    const auto below = meadow.plantsIn({65, 5});
    QVERIFY2(below > 80, qPrintable(QString::number(below)));
    // As if it had been there from the start.
    const auto hash = meadow.plants()->hash();
    meadow.document.undo();
    meadow.settle();
    meadow.add("roof");
    meadow.settle();
    QCOMPARE(meadow.plants()->hash(), hash);
}

CORE_TEST(TestFoliageGrowerModels)
} // namespace tst_foliage_grower_models

#include "tst_foliage_grower_models.moc"
