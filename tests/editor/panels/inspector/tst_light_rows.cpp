#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/inspector.h"
#include "editor/panels/inspector/light_rows.h"
#include "editor/panels/level/light_card.h"
#include "engine_core/math/color_temperature.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

#include <fmt/format.h>

namespace tst_light_rows
{
using namespace editor;
using namespace engine;
using mapwright::test::TestEditor;

namespace
{
struct LightInInspector
{
    TestEditor editor;
    std::vector<EntityId> lights;
    Inspector inspector{editor};

    explicit LightInInspector(LightKind kind, int count = 1)
    {
        for (int i = 0; i < 4; ++i)
            preferUnit(static_cast<LightKind>(i), unitsOf(static_cast<LightKind>(i)).front());
        (void)editor.document().run("Add", [&](Transaction& edit) -> Result<void> {
            for (int i = 0; i < count; ++i) {
                auto light = usualLight(kind);
                lights.push_back(addLight(edit, Vec3d{0.1 * i, 1, 0}, light));
            }
            return {};
        });
        editor.document().selection().set(lights);
        inspector.resize(300, 900);
        inspector.show();
        inspector.activateWindow();
        (void)QTest::qWaitForWindowActive(&inspector);
    }

    template <typename T>
    T& find(const char* name)
    {
        auto* found = inspector.findChild<T*>(QString::fromLatin1(name));
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    const Light& light(std::size_t i = 0)
    {
        return *editor.document().world().get<Light>(lights[i]);
    }

    void type(const char* name, const char* text)
    {
        auto& at = find<QLineEdit>(name);
        at.setFocus();
        at.selectAll();
        QTest::keyClicks(&at, QString::fromLatin1(text));
        QTest::keyClick(&at, Qt::Key_Return);
        inspector.refreshNow();
    }
};

bool near(float a, double b)
{
    return std::abs(static_cast<double>(a) - b) <= 1e-4 * std::abs(b);
}
} // namespace

class TestLightRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aTypedUnitIsUnderstoodAndShown()
    {
        LightInInspector shown{LightKind::Point};
        shown.type("prop.light.intensity", "800 lm");
        QVERIFY(near(shown.light().intensity, 800 / (4 * Pi)));
        QCOMPARE(shown.find<NumberField>("prop.light.intensity").text(), QStringLiteral("800"));
        QCOMPARE(shown.find<QComboBox>("prop.light.intensity.unit").currentText(),
                 QStringLiteral("lm"));
        shown.type("prop.light.intensity", "w/2");
        QVERIFY(near(shown.light().intensity, 400 / (4 * Pi)));
        shown.type("prop.light.intensity", "50 candela");
        QCOMPARE(shown.light().intensity, 50.0F);
        QCOMPARE(shown.find<QComboBox>("prop.light.intensity.unit").currentText(),
                 QStringLiteral("cd"));
        shown.editor.document().undo();
        QVERIFY(near(shown.light().intensity, 400 / (4 * Pi)));
    }

    void theUnitIsChosen()
    {
        LightInInspector shown{LightKind::Area};
        auto& unit = shown.find<QComboBox>("prop.light.intensity.unit");
        QCOMPARE(unit.count(), 3);
        const float before = shown.light().intensity;
        unit.setCurrentIndex(1);
        Q_EMIT unit.activated(1);
        const double lumen = shown.find<NumberField>("prop.light.intensity").value();
        QVERIFY(std::abs(lumen - static_cast<double>(before) * Pi) < 0.01);
        QCOMPARE(shown.light().intensity, before); // shown otherwise, and nothing else
        QVERIFY(preferredUnit(LightKind::Area) == LightUnit::Lumen);
        QVERIFY(preferredUnit(LightKind::Point) == LightUnit::Candela);
    }

    void theDefaultIsOneOfCandela()
    {
        LightInInspector shown{LightKind::Point};
        const auto hasArrow = [&] {
            return !shown.find<QToolButton>("reset.prop.light.intensity").isHidden();
        };
        shown.type("prop.light.intensity", fmt::format("{} cd", Light{}.intensity).c_str());
        QVERIFY(!hasArrow());
        auto& unit = shown.find<QComboBox>("prop.light.intensity.unit");
        unit.setCurrentIndex(1);
        Q_EMIT unit.activated(1);
        shown.inspector.refreshNow();
        QVERIFY(!hasArrow()); // it is shown in lumen, and as it was
        shown.type("prop.light.intensity", fmt::format("{} lm", Light{}.intensity).c_str());
        QVERIFY(hasArrow());
    }

    void theSunIsInLux()
    {
        LightInInspector shown{LightKind::Sun};
        auto& unit = shown.find<QComboBox>("prop.light.intensity.unit");
        QCOMPARE(unit.count(), 1);
        QCOMPARE(unit.currentText(), QStringLiteral("lx"));
        QVERIFY(!unit.isEnabled());
        shown.type("prop.light.intensity", "5 lux");
        QCOMPARE(shown.light().intensity, 5.0F);
        shown.type("prop.light.intensity", "800 lm");
        QCOMPARE(shown.light().intensity, 5.0F); // no unit of a sun
    }

    void whatIsTooBrightIsRefused()
    {
        LightInInspector shown{LightKind::Point};
        shown.type("prop.light.intensity", "9e9 lm");
        QCOMPARE(shown.light().intensity, usualLight(LightKind::Point).intensity);
        QVERIFY(shown.find<NumberField>("prop.light.intensity")
                    .toolTip()
                    .contains(QStringLiteral("lm")));
    }

    void theTemperatureIsAColour()
    {
        LightInInspector shown{LightKind::Point};
        shown.type("prop.light.temperature", "2700 K");
        QCOMPARE(shown.light().color, colorOfTemperature(2700));
        QCOMPARE(shown.find<NumberField>("prop.light.temperature").text(), QStringLiteral("2700"));
        shown.type("prop.light.color.code", "#00ff00");
        auto& field = shown.find<NumberField>("prop.light.temperature");
        QVERIFY(field.text().isEmpty());
        QCOMPARE(field.placeholderText(), QStringLiteral("none"));
        shown.type("prop.light.color.code", "5600 k");
        QCOMPARE(shown.light().color, colorOfTemperature(5600));
        shown.type("prop.light.temperature", "300");
        QCOMPARE(shown.light().color, colorOfTemperature(5600));
    }

    void theCardTellsWhatTheLightReaches()
    {
        LightInInspector shown{LightKind::Point};
        EntityId floor;
        (void)shown.editor.document().run("Box", [&](Transaction& edit) -> Result<void> {
            floor = *createBox(edit, {{-4, -0.25, -4}, {4, 0, 4}});
            return {};
        });
        auto& card = shown.find<LightCard>("lightCard");
        card.finishNow();
        QVERIFY(card.reach().has_value());
        QCOMPARE(card.reach()->objects, std::vector{floor});
        QVERIFY(shown.find<QLabel>("lightFacts")
                    .text()
                    .contains(QStringLiteral("Reaches 1 face of 1 object")));
        QVERIFY(shown.find<QLabel>("lightWaste").isHidden());
        shown.find<QPushButton>("selectReached").click();
        QCOMPARE(shown.editor.document().selection().entities(), std::vector{floor});
    }

    void theCardSaysWhatIsWasted()
    {
        LightInInspector shown{LightKind::Point};
        auto& card = shown.find<LightCard>("lightCard");
        card.finishNow();
        QCOMPARE(shown.find<QLabel>("lightWaste").text(),
                 QStringLiteral("Wasted: it reaches nothing."));
        QVERIFY(!shown.find<QPushButton>("selectReached").isEnabled());
        shown.type("prop.light.group", "hall");
        QVERIFY(shown.find<QLabel>("lightLive").text().contains(QStringLiteral("group")));
    }

    void severalLightsHaveNoCard()
    {
        LightInInspector shown{LightKind::Point, 2};
        QVERIFY(shown.find<LightCard>("lightCard").isHidden());
        shown.type("prop.light.intensity", "800 lm");
        QVERIFY(near(shown.light(1).intensity, 800 / (4 * Pi)));
    }
};

GUI_TEST(TestLightRows)
} // namespace tst_light_rows

#include "tst_light_rows.moc"
