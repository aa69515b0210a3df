#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/fields/rotation_degrees.h"
#include "editor/panels/inspector/inspector.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace tst_inspector
{
using namespace editor;
using engine::Light;
using engine::Vec3d;
using mapwright::test::TestEditor;

/// Four lights of different ranges, all selected.
struct FourLights
{
    TestEditor editor;
    std::vector<EntityId> lights;
    Inspector inspector{editor};

    FourLights()
    {
        (void)editor.document().run("Add lights", [&](Transaction& edit) -> engine::Result<void> {
            for (int i = 0; i < 4; ++i) {
                Light light;
                light.range = 5.0f + static_cast<float>(i);
                lights.push_back(addLight(edit, Vec3d{i, 1, 2}, light));
            }
            return {};
        });
        editor.document().selection().set(lights);
        inspector.resize(300, 700);
        inspector.show();
        inspector.activateWindow();
        (void)QTest::qWaitForWindowActive(&inspector);
    }

    NumberField& field(const char* name)
    {
        auto* found = inspector.findChild<NumberField*>(QString::fromLatin1(name));
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    EntityId addBox(const engine::Aabb& bounds)
    {
        EntityId box;
        (void)editor.document().run("Box", [&](Transaction& edit) -> engine::Result<void> {
            box = *createBox(edit, bounds);
            return {};
        });
        return box;
    }

    const Light& light(std::size_t i) { return *editor.document().world().get<Light>(lights[i]); }

    void type(const char* name, const char* text)
    {
        auto& at = field(name);
        at.setFocus();
        at.selectAll();
        QTest::keyClicks(&at, QString::fromLatin1(text));
        QTest::keyClick(&at, Qt::Key_Return);
        inspector.refreshNow();
    }
};

class TestInspector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void differentValuesReadMixed();
    void oneNumberForFourLightsIsOneStep();
    void expressionsCountForEachLight();
    void oneAxisLeavesTheOthersAlone();
    void outOfRangeChangesNothingAndSaysWhy();
    void scrubbingFourLightsIsOneStep();
    void undoShowsTheOldValue();
    void theArrowGoesBackToTheDefault();
    void onlyWhatCountsForTheKindIsShown();
    void nothingSelectedShowsTheScene();
    void typedTextIsNotGivenToTheNextSelection();
    void enterInATextGivesTheKeysBack();
    void bothTextureScalesOfABrush();
    void aBrushIsMovedAndStretchedByNumbers();
    void numbersCountForEachOfSeveralBrushes();
    void aBrushWithoutSizeIsRefused();
    void facesShowTheirMappingOnly();
    void mappingOfSomeOfTheObjectsSaysSo();
    void componentsComeAndGo();
    void whatAGestureDestroysForNowComesBack();
    void rotationsReadInDegrees_data();
    void rotationsReadInDegrees();
    void turnsOfTheGameReadInFewDegrees();
};

void TestInspector::differentValuesReadMixed()
{
    FourLights four;
    QVERIFY(four.field("prop.light.range").isMixed());
    QVERIFY(!four.field("prop.light.intensity").isMixed());
    QCOMPARE(four.field("prop.light.intensity").text(), QStringLiteral("60"));
}

void TestInspector::oneNumberForFourLightsIsOneStep()
{
    FourLights four;
    const auto steps = four.editor.document().history().entries().size();
    four.type("prop.light.range", "9.0");
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(four.light(i).range, 9.0f);
    const auto& history = four.editor.document().history();
    QCOMPARE(history.entries().size(), steps + 1);
    QCOMPARE(history.entries().back().label, std::string{"Set range of 4 objects"});
    QCOMPARE(four.field("prop.light.range").text(), QStringLiteral("9"));
    four.editor.document().undo();
    QCOMPARE(four.light(3).range, 8.0f);
}

void TestInspector::expressionsCountForEachLight()
{
    FourLights four;
    four.type("prop.light.range", "=w*2");
    QCOMPARE(four.light(0).range, 10.0f);
    QCOMPARE(four.light(3).range, 16.0f);
}

void TestInspector::oneAxisLeavesTheOthersAlone()
{
    FourLights four;
    QVERIFY(four.field("prop.transform.position.x").isMixed());
    four.type("prop.transform.position.y", "3");
    const auto& world = four.editor.document().world();
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(worldTransform(world, four.lights[i]).position,
                 (Vec3d{static_cast<double>(i), 3, 2}));
}

void TestInspector::outOfRangeChangesNothingAndSaysWhy()
{
    FourLights four;
    const auto hash = four.editor.document().contentHash();
    four.type("prop.light.range", "-4");
    QCOMPARE(four.editor.document().contentHash(), hash);
    QVERIFY(four.field("prop.light.range").property("invalid").toBool());
    QVERIFY(!four.editor.messages.empty());
}

void TestInspector::scrubbingFourLightsIsOneStep()
{
    FourLights four;
    const auto steps = four.editor.document().history().entries().size();
    auto& field = four.field("prop.light.intensity");
    ScrubLabel* label = nullptr;
    for (auto* each : four.inspector.findChildren<ScrubLabel*>())
        if (each->buddy() == &field)
            label = each;
    QVERIFY(label != nullptr);
    QTest::mousePress(label, Qt::LeftButton, {}, {4, 4});
    QTest::mouseMove(label, {8, 4});
    QTest::mouseMove(label, {16, 4});
    QCOMPARE(four.light(2).intensity, 63.0f);
    QTest::mouseRelease(label, Qt::LeftButton, {}, {16, 4});
    QCOMPARE(four.light(2).intensity, 63.0f);
    QCOMPARE(four.editor.document().history().entries().size(), steps + 1);
    four.editor.document().undo();
    QCOMPARE(four.light(2).intensity, 60.0f);
}

void TestInspector::undoShowsTheOldValue()
{
    FourLights four;
    four.type("prop.light.intensity", "50");
    four.editor.document().undo();
    QTRY_COMPARE(four.field("prop.light.intensity").text(), QStringLiteral("60"));
}

void TestInspector::theArrowGoesBackToTheDefault()
{
    FourLights four;
    auto* reset =
        four.inspector.findChild<QToolButton*>(QStringLiteral("reset.prop.light.intensity"));
    QVERIFY(reset->isHidden());
    four.type("prop.light.intensity", "50");
    QVERIFY(!reset->isHidden());
    reset->click();
    four.inspector.refreshNow();
    QCOMPARE(four.light(1).intensity, 60.0f);
    QVERIFY(reset->isHidden());
}

void TestInspector::onlyWhatCountsForTheKindIsShown()
{
    FourLights four;
    QVERIFY(four.field("prop.light.radius").isVisibleTo(&four.inspector));
    QVERIFY(!four.field("prop.light.cone").isVisibleTo(&four.inspector));
    auto spot = four.light(0);
    spot.kind = engine::LightKind::Spot;
    (void)four.editor.document().run("Spot", [&](Transaction& edit) -> engine::Result<void> {
        edit.set(four.lights[0], spot);
        return {};
    });
    four.inspector.refreshNow();
    QVERIFY(four.field("prop.light.cone").isVisibleTo(&four.inspector)); // for one of the four
    four.editor.document().undo();
    four.inspector.refreshNow();
    QVERIFY(!four.field("prop.light.cone").isVisibleTo(&four.inspector));
}

void TestInspector::nothingSelectedShowsTheScene()
{
    FourLights four;
    four.editor.document().selection().clear();
    QVERIFY(four.inspector.findChild<NumberField*>(QStringLiteral("prop.light.range")) == nullptr);
    four.type("prop.scene_settings.gravity", "10");
    const auto* scene =
        four.editor.document().world().get<engine::SceneSettings>(engine::SceneEntity);
    QVERIFY(scene != nullptr);
    QCOMPARE(scene->gravity, 10.0);
}

void TestInspector::typedTextIsNotGivenToTheNextSelection()
{
    FourLights four;
    four.editor.document().selection().set({four.lights[0]});
    auto& field = four.field("prop.light.range");
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("20"));
    four.editor.document().selection().set({four.lights[1]});
    field.clearFocus();
    QCOMPARE(four.light(0).range, 5.0f);
    QCOMPARE(four.light(1).range, 6.0f);
    QCOMPARE(four.field("prop.light.range").text(), QStringLiteral("6"));
}

void TestInspector::enterInATextGivesTheKeysBack()
{
    FourLights four;
    four.editor.document().selection().set({four.lights[0]});
    four.inspector.refreshNow();
    auto* code = four.inspector.findChild<QLineEdit*>(QStringLiteral("prop.light.color.code"));
    QVERIFY(code != nullptr);
    code->setFocus();
    code->selectAll();
    QTest::keyClicks(code, QStringLiteral("#ff0000"));
    QTest::keyClick(code, Qt::Key_Return);
    QTRY_VERIFY(!code->hasFocus());
    QCOMPARE(four.light(0).color.g, 0.0f);
}

void TestInspector::bothTextureScalesOfABrush()
{
    FourLights four;
    auto& document = four.editor.document();
    const auto box = four.addBox({{0, 0, 0}, {16, 0.25, 16}});
    document.selection().set({box});
    const auto steps = document.history().entries().size();
    four.type("uv.scale.u", "4.0");
    four.type("uv.scale.v", "4.0");
    QCOMPARE(document.history().entries().size(), steps + 2);
    for (const auto& face : document.world().get<engine::BrushComponent>(box)->brush->faces())
        QCOMPARE(face.uv.scale, (engine::Vec2d{4, 4}));
}

void TestInspector::aBrushIsMovedAndStretchedByNumbers()
{
    FourLights four;
    auto& document = four.editor.document();
    const auto box = four.addBox({{1, 0, 2}, {3, 4, 5}});
    document.selection().set({box});
    QCOMPARE(four.field("prop.brush.place.z").text(), QStringLiteral("2"));
    QCOMPARE(four.field("prop.brush.size.y").text(), QStringLiteral("4"));
    const auto steps = document.history().entries().size();
    four.type("prop.brush.size.y", "2.5");
    QCOMPARE(engine::boundsOf(document.world(), box), (engine::Aabb{{1, 0, 2}, {3, 2.5, 5}}));
    QCOMPARE(document.history().entries().size(), steps + 1);
    four.type("prop.brush.place.x", "-1");
    QCOMPARE(engine::boundsOf(document.world(), box), (engine::Aabb{{-1, 0, 2}, {1, 2.5, 5}}));
    QCOMPARE(document.history().entries().back().label, std::string{"Set position"});
    document.undo();
    four.inspector.refreshNow();
    QCOMPARE(four.field("prop.brush.place.x").text(), QStringLiteral("1"));
    QVERIFY(!four.inspector.findChild<QLabel*>(QStringLiteral("sizeOfAll"))->isVisible());
}

void TestInspector::numbersCountForEachOfSeveralBrushes()
{
    FourLights four;
    const auto& document = four.editor.document();
    const auto low = four.addBox({{0, 0, 0}, {1, 1, 1}});
    const auto high = four.addBox({{5, 2, 0}, {7, 5, 1}});
    four.editor.document().selection().set({low, high});
    QVERIFY(four.field("prop.brush.size.y").isMixed());
    QVERIFY(!four.field("prop.brush.place.z").isMixed());
    const auto* all = four.inspector.findChild<QLabel*>(QStringLiteral("sizeOfAll"));
    QVERIFY(all->isVisible() && all->text().contains(QStringLiteral("7 x 5 x 1 m")));
    const auto steps = document.history().entries().size();
    four.type("prop.brush.place.y", "4");
    four.type("prop.brush.size.x", "3");
    QCOMPARE(engine::boundsOf(document.world(), low), (engine::Aabb{{0, 4, 0}, {3, 5, 1}}));
    QCOMPARE(engine::boundsOf(document.world(), high), (engine::Aabb{{5, 4, 0}, {8, 7, 1}}));
    QCOMPARE(document.history().entries().size(), steps + 2);
}

void TestInspector::aBrushWithoutSizeIsRefused()
{
    FourLights four;
    const auto& document = four.editor.document();
    const auto box = four.addBox({{1, 0, 2}, {3, 4, 5}});
    four.editor.document().selection().set({box});
    const auto before = document.contentHash();
    for (const char* size : {"0", "-2"}) {
        four.type("prop.brush.size.y", size);
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(four.editor.messages.back(),
                 std::string{"The size of a brush must be above 0 m along every axis"});
    }
}

void TestInspector::facesShowTheirMappingOnly()
{
    FourLights four;
    auto& document = four.editor.document();
    const auto box = four.addBox({{0, 0, 0}, {1, 1, 1}});
    document.selection().setMode(SelectionMode::Faces);
    document.selection().setFaces({{box, 0}, {box, 1}});
    QVERIFY(four.inspector.findChild<QWidget*>(QStringLiteral("prop.node.name")) == nullptr);
    four.type("uv.rotation", "90");
    const auto faces = document.world().get<engine::BrushComponent>(box)->brush->faces();
    QVERIFY(std::abs(engine::uvRotation(faces[0].uv, faces[0].plane.normal) - engine::Pi / 2) <
            1e-9);
    QVERIFY(std::abs(engine::uvRotation(faces[2].uv, faces[2].plane.normal)) < 1e-9);
}

void TestInspector::mappingOfSomeOfTheObjectsSaysSo()
{
    FourLights four;
    auto& document = four.editor.document();
    const auto box = four.addBox({{0, 0, 0}, {1, 1, 1}});
    const auto titles = [&] {
        QStringList all;
        for (const auto* label : four.inspector.findChildren<QLabel*>())
            if (label->property("sectionTitle").toBool() && label->isVisibleTo(&four.inspector))
                all += label->text();
        return all;
    };
    document.selection().set({box});
    QVERIFY(titles().contains(QStringLiteral("Texture mapping")));
    document.selection().set({box, four.lights[0]});
    QVERIFY(titles().contains(QStringLiteral("Texture mapping of the brushes")));
    document.selection().set({four.lights[0]});
    QVERIFY(titles().filter(QStringLiteral("Texture")).isEmpty());
}

void TestInspector::componentsComeAndGo()
{
    FourLights four;
    auto* remove = four.inspector.findChild<QToolButton*>(QStringLiteral("remove.light"));
    QVERIFY(remove != nullptr);
    remove->click();
    four.inspector.refreshNow();
    for (const auto light : four.lights)
        QVERIFY(four.editor.document().world().get<Light>(light) == nullptr);
    QVERIFY(four.inspector.findChild<QWidget*>(QStringLiteral("section.light")) == nullptr);
    four.editor.document().undo();
    QTRY_VERIFY(four.inspector.findChild<QWidget*>(QStringLiteral("section.light")) != nullptr);
}

void TestInspector::whatAGestureDestroysForNowComesBack()
{
    FourLights four;
    auto& document = four.editor.document();
    const auto& shown = four.inspector.objects();
    auto gesture = document.begin("Erase");
    QVERIFY(gesture.replace([&](Transaction& edit) -> engine::Result<void> {
        edit.destroy(four.lights[1]);
        return {};
    }));
    four.inspector.refreshNow();
    QCOMPARE(shown.size(), std::size_t{3});
    QVERIFY(gesture.replace([&](Transaction& edit) -> engine::Result<void> {
        for (const auto light : four.lights)
            edit.destroy(light);
        return {};
    }));
    four.inspector.refreshNow();
    QCOMPARE(shown, (std::vector<EntityId>{engine::SceneEntity}));
    gesture.rollback();
    QTRY_COMPARE(shown, four.lights);
}

void TestInspector::rotationsReadInDegrees_data()
{
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    QTest::addColumn<double>("z");
    QTest::newRow("none") << 0.0 << 0.0 << 0.0;
    QTest::newRow("yaw") << 0.0 << 45.0 << 0.0;
    QTest::newRow("all") << 10.0 << 20.0 << 30.0;
    QTest::newRow("negative") << -170.0 << -80.0 << 179.0;
    QTest::newRow("upright") << 0.0 << 90.0 << 33.0;
}

void TestInspector::rotationsReadInDegrees()
{
    QFETCH(double, x);
    QFETCH(double, y);
    QFETCH(double, z);
    const auto read = toDegrees(fromDegrees({x, y, z}));
    QVERIFY2(glm::length(read - Vec3d{x, y, z}) < 1e-4,
             qPrintable(QStringLiteral("%1 %2 %3").arg(read.x).arg(read.y).arg(read.z)));
}

void TestInspector::turnsOfTheGameReadInFewDegrees()
{
    const auto isNear = [](const Vec3d& one, const Vec3d& other) {
        return glm::length(one - other) < 1e-9;
    };
    QVERIFY(isNear(shortDegrees(fromDegrees({0, 210, 0})), {0, -150, 0}));
    QVERIFY(isNear(shortDegrees(fromDegrees({180, -30, 180})), {0, -150, 0}));
    QVERIFY(isNear(shortDegrees(fromDegrees({0, -17.9998, 0})), {0, -18, 0}));
    QVERIFY(isNear(shortDegrees(fromDegrees({10, 20, 30})), {10, 20, 30}));
}

GUI_TEST(TestInspector)
} // namespace tst_inspector

#include "tst_inspector.moc"
