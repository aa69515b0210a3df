#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/level/calculate_light.h"
#include "editor/panels/level/lighting_panel.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>

namespace tst_lighting_panel
{
using namespace editor;
using engine::Result;

namespace
{
/// The dock over a scene of one box and a lamp.
struct Dock
{
    PanelProject files;
    EditorContext context{files.project};
    LightingPanel panel{context};
    QComboBox* quality = panel.findChild<QComboBox*>();
    QSpinBox* bounces = panel.findChildren<QSpinBox*>().at(0);
    QSpinBox* samples = panel.findChildren<QSpinBox*>().at(1);
    QProgressBar* progress = panel.findChild<QProgressBar*>();
    QLabel* result = panel.findChild<QLabel*>(QStringLiteral("bakeResult"));
    QPushButton* bake = panel.findChild<QPushButton*>(QStringLiteral("bakeStart"));

    Dock()
    {
        VERIFY_OK(context.document().run("Room", [](Transaction& edit) -> Result<void> {
            const auto box = createBox(edit, {{0, 0, 0}, {10, 10, 10}});
            if (!box)
                return box.error();
            addLight(edit, {12, 5, 5}, {});
            return {};
        }));
    }

    [[nodiscard]] bool isBaking() { return context.workspace().isBaking(); }
};
} // namespace

class TestLightingPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theResultGoesWithItsScene();
    void theButtonsStayWhereTheyAre();
    void theResultGoesWithTheUndoOfItsBake();
    void aBakeStoppedByAnotherSceneIsNotSpokenOfThere();
    void ownNumbersStayWhenTheSceneChanges();
    void theNumberOfTheSceneLeavesRaysToIt();
    void aNoiseTargetTakesThePlaceOfRays();
    void anEstimateBakesNothing();
    void aGivenUpEstimateLeavesTheNextOneAlone();
    void aBakeGivesTheEstimateUp();
    void whatWasBakedCountsFaces();
};

void TestLightingPanel::theResultGoesWithItsScene()
{
    Dock dock;
    dock.quality->setCurrentIndex(0);
    dock.bounces->setValue(0);
    dock.samples->setValue(1);
    dock.bake->click();
    QVERIFY(dock.isBaking());
    QTRY_VERIFY_WITH_TIMEOUT(dock.result->text().startsWith(QStringLiteral("Done")), 60'000);
    QCOMPARE(dock.progress->value(), dock.progress->maximum());
    dock.context.workspace().newScene();
    QCOMPARE(dock.result->text(), QString{});
    QCOMPARE(dock.progress->value(), 0);
}

void TestLightingPanel::theButtonsStayWhereTheyAre()
{
    Dock dock;
    dock.panel.resize(300, 500);
    dock.panel.show();
    QCoreApplication::processEvents();
    const auto place = dock.bake->geometry();
    QVERIFY(dock.progress->isHidden()); // there is nothing to tell yet
    dock.quality->setCurrentIndex(0);
    dock.bounces->setValue(0);
    dock.samples->setValue(1);
    dock.bake->click();
    QVERIFY(dock.isBaking() && !dock.progress->isHidden());
    QCoreApplication::sendPostedEvents();
    QCOMPARE(dock.bake->geometry(), place);
    QTRY_VERIFY_WITH_TIMEOUT(dock.result->text().startsWith(QStringLiteral("Done")), 60'000);
    QCoreApplication::processEvents();
    QVERIFY(dock.progress->isHidden());
    QVERIFY(dock.result->height() > 0);
    QCOMPARE(dock.bake->geometry(), place);
}

void TestLightingPanel::theResultGoesWithTheUndoOfItsBake()
{
    Dock dock;
    auto& document = dock.context.document();
    dock.quality->setCurrentIndex(0);
    dock.bounces->setValue(0);
    dock.samples->setValue(1);
    dock.bake->click();
    QTRY_VERIFY_WITH_TIMEOUT(dock.result->text().startsWith(QStringLiteral("Done")), 60'000);
    VERIFY_OK(document.run("Light", [](Transaction& edit) -> Result<void> {
        addLight(edit, {-2, 5, 5}, {});
        return {};
    }));
    document.undo();
    QVERIFY(dock.result->text().startsWith(QStringLiteral("Done"))); // of another step
    QCOMPARE(dock.progress->value(), dock.progress->maximum());
    document.undo();
    QCOMPARE(dock.result->text(), QString{});
    QCOMPARE(dock.progress->value(), 0);
}

void TestLightingPanel::aBakeStoppedByAnotherSceneIsNotSpokenOfThere()
{
    Dock dock;
    dock.bounces->setValue(16);
    dock.samples->setValue(4096); // far more than this test waits for
    dock.bake->click();
    QVERIFY(dock.isBaking());
    dock.context.workspace().newScene();
    QTRY_VERIFY_WITH_TIMEOUT(!dock.isBaking(), 60'000);
    QTRY_VERIFY(dock.bake->isEnabled());
    QCOMPARE(dock.result->text(), QString{});
    QCOMPARE(dock.progress->value(), 0);
}

void TestLightingPanel::ownNumbersStayWhenTheSceneChanges()
{
    Dock dock;
    VERIFY_OK(dock.context.document().run("Settings", [](Transaction& edit) -> Result<void> {
        engine::SceneSettings settings;
        settings.lightBounces = 7;
        settings.lightSamples = 128;
        edit.set(engine::SceneEntity, settings);
        return {};
    }));
    dock.quality->setCurrentIndex(0);
    dock.quality->setCurrentIndex(2);
    QCOMPARE(dock.bounces->value(), 7);
    QCOMPARE(dock.samples->value(), 128);
    dock.quality->setCurrentIndex(1);
    dock.samples->setValue(20);
    dock.context.workspace().newScene(); // it says something else, and the dock looks at once
    QCOMPARE(dock.bounces->value(), 2);
    QCOMPARE(dock.samples->value(), 20);
    dock.quality->setCurrentIndex(2);
    QCOMPARE(dock.bounces->value(), engine::SceneSettings{}.lightBounces);
    QCOMPARE(dock.samples->value(), engine::SceneSettings{}.lightSamples);
}

void TestLightingPanel::theNumberOfTheSceneLeavesRaysToIt()
{
    Dock dock;
    QVERIFY(dock.panel.options().quality == engine::BakeQuality::Final);
    QCOMPARE(dock.panel.options().samples, 0); // so that its noise target counts
    dock.samples->setValue(20);
    QCOMPARE(dock.panel.options().samples, 20);
    dock.quality->setCurrentIndex(1);
    QCOMPARE(dock.panel.options().samples, 32);
}

void TestLightingPanel::aNoiseTargetTakesThePlaceOfRays()
{
    Dock dock;
    QVERIFY(dock.samples->isEnabled());
    dock.samples->setValue(20);
    VERIFY_OK(dock.context.document().run("Settings", [](Transaction& edit) -> Result<void> {
        engine::SceneSettings settings;
        settings.lightNoise = 2;
        edit.set(engine::SceneEntity, settings);
        return {};
    }));
    QTRY_VERIFY(!dock.samples->isEnabled());
    QVERIFY(dock.samples->toolTip().contains(QStringLiteral("Noise target")));
    QCOMPARE(dock.samples->value(), engine::SceneSettings{}.lightSamples);
    QCOMPARE(dock.panel.options().samples, 0);
    dock.quality->setCurrentIndex(1); // which has no target
    QTRY_VERIFY(dock.samples->isEnabled());
}

void TestLightingPanel::anEstimateBakesNothing()
{
    Dock dock;
    auto* estimate = dock.panel.findChild<QPushButton*>(QStringLiteral("bakeEstimate"));
    const auto steps = dock.context.document().history().position();
    dock.quality->setCurrentIndex(0);
    estimate->click();
    QVERIFY(!estimate->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(dock.result->text().contains(QStringLiteral("texels")), 60'000);
    QVERIFY(estimate->isEnabled());
    QCOMPARE(dock.context.document().history().position(), steps);
}

void TestLightingPanel::aGivenUpEstimateLeavesTheNextOneAlone()
{
    Dock dock;
    auto* estimate = dock.panel.findChild<QPushButton*>(QStringLiteral("bakeEstimate"));
    estimate->click();
    dock.context.workspace().newScene();
    QVERIFY(estimate->isEnabled());
    estimate->click();
    QVERIFY(!estimate->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(dock.result->text().contains(QStringLiteral("texels")), 60'000);
    QVERIFY(estimate->isEnabled());
}

void TestLightingPanel::aBakeGivesTheEstimateUp()
{
    Dock dock;
    auto* estimate = dock.panel.findChild<QPushButton*>(QStringLiteral("bakeEstimate"));
    dock.quality->setCurrentIndex(0);
    dock.bounces->setValue(0);
    dock.samples->setValue(1);
    estimate->click();
    dock.bake->click();
    QVERIFY(dock.isBaking());
    QTRY_VERIFY_WITH_TIMEOUT(dock.result->text().startsWith(QStringLiteral("Done")), 60'000);
    QVERIFY(estimate->isEnabled());
}

void TestLightingPanel::whatWasBakedCountsFaces()
{
    engine::BakeStats stats;
    stats.charts = 378;
    QVERIFY(whatWasBaked(stats).starts_with("378 faces, "));
    stats.stale = 119;
    stats.kept = 259;
    QVERIFY(whatWasBaked(stats).starts_with("119 of 378 faces changed, "));
}

GUI_TEST(TestLightingPanel)
} // namespace tst_lighting_panel

#include "tst_lighting_panel.moc"
