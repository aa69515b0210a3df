#include "editor/app/editor_context.h"
#include "editor/panels/builtin_panels.h"
#include "editor/panels/issues_panel.h"
#include "editor/tools/builtin_tools.h"
#include "editor/tools/create_brush_tool.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/support/verify.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>

using namespace editor;
using engine::Result;

/// All panels in docks.
struct Panels
{
    PanelProject files;
    EditorContext context{files.project};
    std::vector<Registration> kept;
    QMainWindow window;
    QHash<QString, QDockWidget*> docks;

    Panels()
    {
        context.makeAction = [](const ActionInfo&) {
            return Registration{};
        };
        kept = registerBuiltinTools(context);
        for (auto& registration : registerBuiltinPanels(context))
            kept.push_back(std::move(registration));
        for (const auto& info : context.panels()) {
            auto* dock = new QDockWidget{QString::fromStdString(info.title), &window};
            dock->setWidget(info.create(context, dock));
            window.addDockWidget(Qt::RightDockWidgetArea, dock);
            docks.insert(QString::fromStdString(info.id), dock);
        }
        window.resize(1200, 900);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }

    ~Panels() { qDeleteAll(docks); }
};

class TestBuiltinPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allPanelsAreThere();
    void everyControlHasAnAccessibleName();
    void theToolPageFollowsTheTool();
    void scriptPropertiesAreRows();
    void issuesJumpToTheObject();
    void panelsGoWithTheirRegistration();
};

void TestBuiltinPanels::allPanelsAreThere()
{
    Panels panels;
    for (const auto* id : {"tool_options", "outliner", "inspector", "layers", "assets", "console",
                           "issues", "history"})
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

void TestBuiltinPanels::issuesJumpToTheObject()
{
    Panels panels;
    auto& document = panels.context.document();
    EntityId broken;
    VERIFY_OK(document.run("Sound", [&](Transaction& edit) -> Result<void> {
        broken = edit.create("Radio");
        edit.set(broken, engine::Script{.file = {"no_such_script.as"},
                                        .className = "Nothing",
                                        .properties = {}});
        return {};
    }));
    auto* dock = panels.docks.value(QStringLiteral("issues"));
    auto* issues = qobject_cast<IssuesPanel*>(dock->widget());
    issues->refreshNow();
    const auto& found = issues->issues();
    const auto at = std::find_if(found.begin(), found.end(),
                                 [&](const auto& issue) { return issue.entity == broken; });
    QVERIFY(at != found.end());
    QCOMPARE(dock->windowTitle(), QStringLiteral("Issues (%1)").arg(found.size()));
    bool focused = false;
    connect(&panels.context, &EditorContext::focusRequested, this, [&] { focused = true; });
    auto* list = issues->findChild<QAbstractItemView*>(QStringLiteral("issueList"));
    dock->raise();
    Q_EMIT list->activated(list->model()->index(static_cast<int>(at - found.begin()), 0));
    QCOMPARE(document.selection().entities(), std::vector{broken});
    QVERIFY(focused);
}

void TestBuiltinPanels::panelsGoWithTheirRegistration()
{
    Panels panels;
    QSignalSpy removed{&panels.context, &EditorContext::panelRemoved};
    panels.kept.clear();
    QCOMPARE(removed.count(), 8);
    QVERIFY(panels.context.panels().empty());
}

QTEST_MAIN(TestBuiltinPanels)
#include "tst_builtin_panels.moc"
