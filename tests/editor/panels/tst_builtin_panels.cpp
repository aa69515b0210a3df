#include "editor/tools/brush/create_brush_tool.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/editor/panels/docked_panels.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QSettings>
#include <QSpinBox>

namespace tst_builtin_panels
{
using namespace editor;
using engine::Result;
using Panels = mapwright::test::DockedPanels;

class TestBuiltinPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void allPanelsAreThere();
    void everyControlHasAnAccessibleName();
    void percentagesAreWrittenInOneWay();
    void finalLightIsWhatTheSceneSays();
    void theToolPageFollowsTheTool();
    void scriptPropertiesAreRows();
    void panelsGoWithTheirRegistration();

private:
    QTemporaryDir m_settings;
};

void TestBuiltinPanels::initTestCase()
{
    QCoreApplication::setOrganizationName(QStringLiteral("Mapwright"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
}

void TestBuiltinPanels::allPanelsAreThere()
{
    Panels panels;
    for (const auto* id : {"tool_options", "outliner", "inspector", "layers", "assets", "console",
                           "issues", "history", "lighting", "game_changes"})
        QVERIFY2(panels.docks.contains(QString::fromLatin1(id)), id);
}

void TestBuiltinPanels::everyControlHasAnAccessibleName()
{
    Panels panels;
    const auto check = [](QWidget* control, const QString& text) {
        const bool isPart = control->objectName().startsWith(QStringLiteral("qt_")) ||
                            control->inherits("QLineEditIconButton") ||
                            control->inherits("QHeaderView") ||
                            qobject_cast<QComboBox*>(control->parentWidget()) != nullptr;
        QVERIFY2(isPart || !control->accessibleName().isEmpty() || !text.isEmpty(),
                 qPrintable(QString::fromLatin1(control->metaObject()->className()) +
                            QLatin1Char{' '} + control->objectName()));
    };
    for (auto* dock : panels.docks) {
        for (auto* button : dock->widget()->findChildren<QAbstractButton*>())
            check(button, button->text());
        for (auto* field : dock->widget()->findChildren<QLineEdit*>())
            check(field, {});
        for (auto* box : dock->widget()->findChildren<QComboBox*>())
            check(box, {});
        for (auto* view : dock->widget()->findChildren<QAbstractItemView*>())
            check(view, {});
    }
}

void TestBuiltinPanels::percentagesAreWrittenInOneWay()
{
    Panels panels;
    int bars = 0;
    for (auto* dock : panels.docks)
        for (const auto* bar : dock->widget()->findChildren<QProgressBar*>()) {
            ++bars;
            QCOMPARE(bar->format(), QStringLiteral("%p %"));
        }
    QVERIFY(bars > 0);
}

void TestBuiltinPanels::finalLightIsWhatTheSceneSays()
{
    Panels panels;
    const auto fields =
        panels.docks.value(QStringLiteral("lighting"))->widget()->findChildren<QSpinBox*>();
    QCOMPARE(fields.size(), 2);
    QCOMPARE(fields[0]->value(), engine::SceneSettings{}.lightBounces);
    fields[0]->setValue(9); // for one bake; it stays until the scene says otherwise
    const auto done =
        panels.context.document().run("Settings", [](Transaction& edit) -> Result<void> {
            engine::SceneSettings settings;
            settings.lightBounces = 7;
            settings.lightSamples = 128;
            edit.set(engine::SceneEntity, settings);
            return {};
        });
    VERIFY_OK(done);
    QTRY_COMPARE(fields[0]->value(), 7);
    QCOMPARE(fields[1]->value(), 128);
}

void TestBuiltinPanels::theToolPageFollowsTheTool()
{
    Panels panels;
    auto* page = panels.docks.value(QStringLiteral("tool_options"))->widget();
    QCOMPARE(page->findChild<QLabel*>(QStringLiteral("toolName"))->text(),
             QStringLiteral("Select"));
    panels.context.activateTool("box_brush");
    QCOMPARE(page->findChild<QLabel*>(QStringLiteral("toolName"))->text(),
             QStringLiteral("Box brush"));
    auto* height = page->findChild<QLineEdit*>(QStringLiteral("tool.height"));
    QVERIFY(height != nullptr);
    height->setFocus();
    height->selectAll();
    QTest::keyClicks(height, QStringLiteral("2*2"));
    QTest::keyClick(height, Qt::Key_Return);
    const auto* tool = dynamic_cast<CreateBrushTool*>(panels.context.toolBox().active());
    QVERIFY(tool != nullptr);
    QCOMPARE(tool->height(), 4.0);
}

void TestBuiltinPanels::scriptPropertiesAreRows()
{
    Panels panels;
    auto& document = panels.context.document();
    EntityId lift;
    VERIFY_OK(document.run("Lift", [&](Transaction& edit) -> Result<void> {
        lift = edit.create("Lift");
        edit.set(lift, engine::Script{.file = {"lift.as"}, .className = "Lift", .properties = {}});
        return {};
    }));
    document.selection().set({lift});
    auto* inspector = panels.docks.value(QStringLiteral("inspector"))->widget();
    const auto* error = inspector->findChild<QLabel*>(QStringLiteral("scriptError"));
    QVERIFY2(error == nullptr, error != nullptr ? qPrintable(error->text()) : "");
    auto* number = inspector->findChild<QLineEdit*>(QStringLiteral("prop.script.speed"));
    QVERIFY(number != nullptr);
    number->setFocus();
    number->selectAll();
    QTest::keyClicks(number, QStringLiteral("=w+0.5"));
    QTest::keyClick(number, Qt::Key_Return);
    const auto* script = document.world().get<engine::Script>(lift);
    const auto* speed = engine::findValue(script->properties, "speed");
    QVERIFY(speed != nullptr);
    QCOMPARE(*speed->as<double>(), 2.5);
    document.undo();
    QVERIFY(document.world().get<engine::Script>(lift)->properties.empty());
}

void TestBuiltinPanels::panelsGoWithTheirRegistration()
{
    Panels panels;
    QSignalSpy removed{&panels.context, &EditorContext::panelRemoved};
    panels.kept.clear();
    QCOMPARE(removed.count(), 13);
    QVERIFY(panels.context.panels().empty());
}

GUI_TEST(TestBuiltinPanels)
} // namespace tst_builtin_panels

#include "tst_builtin_panels.moc"
