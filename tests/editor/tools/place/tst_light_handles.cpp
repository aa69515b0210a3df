#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/place/light_handles.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <algorithm>

namespace tst_light_handles
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// One selected light at the origin that shines along -Z.
struct OneLight : TestEditor
{
    EntityId lamp;

    explicit OneLight(LightKind kind)
    {
        Light light;
        light.kind = kind;
        light.range = 6;
        light.cone = 90;
        light.innerCone = 30;
        light.width = 2;
        light.height = 3;
        (void)document().run("Add", [&](Transaction& edit) -> Result<void> {
            lamp = addLight(edit, Vec3d{0, 0, 0}, light);
            edit.set(lamp, TransformComponent{});
            return {};
        });
        document().selection().set({lamp});
        activateTool("select");
        gridSetting.enabled = false;
    }

    [[nodiscard]] const Light& light() { return *document().world().get<Light>(lamp); }
};

bool near(float a, double b)
{
    return std::abs(static_cast<double>(a) - b) < 0.02;
}
} // namespace

class TestLightHandles : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theRangeOfAPointIsDragged()
    {
        OneLight editor{LightKind::Point};
        const auto before = editor.document().contentHash();
        drag(editor, topView(), {6, 0, 0}, {9, 0, 2});
        QVERIFY(near(editor.light().range, 9)); // along its line
        const auto after = editor.document().contentHash();
        editor.document().undo();
        QCOMPARE(editor.document().contentHash(), before);
        editor.document().redo();
        QCOMPARE(editor.document().contentHash(), after);
        QCOMPARE(editor.document().world().get<TransformComponent>(editor.lamp)->position,
                 Vec3d(0, 0, 0));
    }

    void inThePerspectiveViewAsWell()
    {
        OneLight editor{LightKind::Point};
        drag(editor, perspectiveView({0, 8, 12}, {0, 0, 0}), {6, 0, 0}, {4, 0, 0});
        QVERIFY(near(editor.light().range, 4));
    }

    void conesOfASpotAreDragged()
    {
        OneLight editor{LightKind::Spot};
        const double edge = 6 * std::sin(Pi / 4);
        drag(editor, topView(), {edge, 0, -edge}, {edge / std::sqrt(3.0), 0, -edge});
        QVERIFY(near(editor.light().cone, 60));
        QVERIFY(near(editor.light().innerCone, 30));
        const double inner = 6 * std::sin(Pi / 12);
        const double depth = 6 * std::cos(Pi / 12);
        drag(editor, topView(), {-inner, 0, -depth}, {-depth * std::tan(Pi / 18), 0, -depth});
        QVERIFY(near(editor.light().innerCone, 20));
    }

    void theInnerConeStaysWithinTheOuterOne()
    {
        Light light;
        light.kind = LightKind::Spot;
        light.cone = 60;
        QCOMPARE(withMeasure(light, LightMeasure::InnerCone, 90).innerCone, 60.0F);
        light.innerCone = 50;
        QCOMPARE(withMeasure(light, LightMeasure::Cone, 40).innerCone, 40.0F);
        QCOMPARE(withMeasure(light, LightMeasure::Cone, 400).cone, 175.0F);
        QCOMPARE(withMeasure(light, LightMeasure::Range, -4).range, 0.1F);
    }

    void sidesOfAnAreaAreDraggedAboutItsMiddle()
    {
        OneLight editor{LightKind::Area};
        drag(editor, frontView(), {1, 0, 0}, {2, 0, 0});
        QVERIFY(near(editor.light().width, 4));
        drag(editor, frontView(), {0, -1.5, 0}, {0, -1, 0});
        QVERIFY(near(editor.light().height, 2));
    }

    void theGridSnaps()
    {
        OneLight editor{LightKind::Point};
        editor.gridSetting.enabled = true;
        editor.gridSetting.step = 0.5;
        drag(editor, topView(), {6, 0, 0}, {7.2, 0, 0});
        QCOMPARE(editor.light().range, 7.0F);
    }

    void numbersAreTyped()
    {
        OneLight editor{LightKind::Spot};
        const double edge = 6 * std::sin(Pi / 4);
        startDrag(editor, topView(), {edge, 0, -edge}, {edge + 1, 0, -edge});
        type(editor, topView(), "75");
        editor.tools.release(pointerAt(editor, topView(), {edge + 1, 0, -edge}));
        QCOMPARE(editor.light().cone, 75.0F);
    }

    void whatALightCannotHaveIsNotSaid()
    {
        OneLight editor{LightKind::Spot};
        const double edge = 6 * std::sin(Pi / 4);
        startDrag(editor, topView(), {edge, 0, -edge}, {edge + 1, 0, -edge});
        type(editor, topView(), "400");
        QCOMPARE(editor.light().cone, 175.0F);
        QVERIFY(editor.tools.measure().starts_with("cone 175"));
    }

    void escapeTakesTheDragBack()
    {
        OneLight editor{LightKind::Point};
        const auto before = editor.document().contentHash();
        startDrag(editor, topView(), {6, 0, 0}, {9, 0, 0});
        QVERIFY(near(editor.light().range, 9));
        press(editor, topView(), ToolKey::Escape);
        QCOMPARE(editor.document().contentHash(), before);
    }

    void otherToolsAndSeveralLightsHaveNone()
    {
        OneLight editor{LightKind::Point};
        const auto* handles = editor.tools.find("light.handles");
        QVERIFY(handles != nullptr);
        const auto at = pointerAt(editor, topView(), {6, 0, 0});
        QVERIFY(handles->pointer(at).has_value());
        editor.activateTool("box_brush");
        QVERIFY(!handles->pointer(at).has_value());
        editor.activateTool("select");
        editor.document().selection().clear();
        QVERIFY(!handles->pointer(at).has_value());
    }

    void aSunHasNone()
    {
        Light sun;
        sun.kind = LightKind::Sun;
        QVERIFY(lightHandles(sun, {}).empty());
    }
};

CORE_TEST(TestLightHandles)
} // namespace tst_light_handles

#include "tst_light_handles.moc"
