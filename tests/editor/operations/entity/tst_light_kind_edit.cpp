#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/property_operations.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_light_kind_edit
{
using namespace editor;
using engine::Light;
using engine::LightKind;

class TestLightKindEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLampThatBecomesASunHasTheStrengthOfOne();
    void otherKindsKeepTheirStrength();
};

namespace
{
struct LampEditor : mapwright::test::TestEditor
{
    EntityId lamp;

    LampEditor()
    {
        (void)document().run("Lamp", [&](Transaction& edit) -> engine::Result<void> {
            Light light;
            light.intensity = 90;
            lamp = addLight(edit, {0, 2, 0}, light);
            return {};
        });
    }

    void become(const char* kind)
    {
        const auto* type = document().types().find(engine::typeIdOf<Light>());
        const std::array one{lamp};
        const auto done = document().run("Kind", [&](Transaction& edit) {
            return setProperty(edit, one, *type, *type->findProperty("kind"),
                               engine::Value{std::string{kind}});
        });
        VERIFY_OK(done);
    }

    [[nodiscard]] const Light& light() { return *document().world().get<Light>(lamp); }
};
} // namespace

void TestLightKindEdit::aLampThatBecomesASunHasTheStrengthOfOne()
{
    LampEditor editor;
    editor.become("sun");
    QVERIFY(editor.light().kind == LightKind::Sun);
    QCOMPARE(editor.light().intensity, usualLight(LightKind::Sun).intensity);
    editor.become("spot");
    QCOMPARE(editor.light().intensity, usualLight(LightKind::Spot).intensity);
    editor.document().undo();
    editor.document().undo();
    QCOMPARE(editor.light().intensity, 90.0F);
}

void TestLightKindEdit::otherKindsKeepTheirStrength()
{
    LampEditor editor;
    editor.become("area");
    QCOMPARE(editor.light().intensity, 90.0F);
}

PLAIN_TEST(TestLightKindEdit)
} // namespace tst_light_kind_edit

#include "tst_light_kind_edit.moc"
