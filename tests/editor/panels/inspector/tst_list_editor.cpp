#include "editor/operations/brush/brush_operations.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/inspector.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace tst_list_editor
{
using namespace editor;
using engine::Result;
using engine::Script;
using engine::Value;
using engine::ValueList;
using mapwright::test::TestEditor;

namespace
{
constexpr auto Code =
    "enum Mode { Walk, Run, Swim }\n"
    "class M : Node { Mode mode = Mode::Run; [range(0, 10)] array<int> steps = {1, 2, 3};\n"
    "  array<Mode> modes; array<Vec3> points; dictionary found; array<double> many; }";

ValueList wholes(std::initializer_list<std::int64_t> numbers)
{
    ValueList list;
    for (const auto number : numbers)
        list.push_back({number});
    return list;
}
} // namespace

/// Enumerations and arrays of a script class in the inspector.
class TestListEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_project = std::make_unique<PanelProject>();
        VERIFY_OK(engine::writeFileAtomically(m_project->project.scriptFolder() / "m.as", Code));
        m_assets = std::make_unique<engine::AssetDatabase>(m_project->project);
        m_editor = std::make_unique<TestEditor>(*m_assets);
        VERIFY_OK(document().run("Add", [this](Transaction& edit) -> Result<void> {
            m_entity = edit.create("walker");
            edit.set(m_entity, Script{{"m.as"}, "M", {}});
            return {};
        }));
        document().selection().set({m_entity});
        m_inspector = std::make_unique<Inspector>(*m_editor);
        m_inspector->resize(330, 900);
        m_inspector->show();
        m_inspector->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_inspector.get()));
        QTRY_VERIFY(m_inspector->findChild<QWidget*>(QStringLiteral("prop.script.mode")) != nullptr);
    }

    void cleanup()
    {
        m_inspector.reset();
        m_editor.reset();
        m_assets.reset();
        m_project.reset();
    }

    void anEnumerationIsAChoice()
    {
        auto* box = find<QComboBox>("mode");
        QCOMPARE(box->count(), 3);
        QCOMPARE(box->currentText(), QStringLiteral("Run"));
        box->setCurrentIndex(2);
        Q_EMIT box->activated(2);
        QVERIFY(*stored("mode") == Value{std::string{"Swim"}});
        document().undo();
        m_inspector->refreshNow();
        QVERIFY(stored("mode") == nullptr);
        QCOMPARE(box->currentText(), QStringLiteral("Run"));
    }

    void anArrayShowsItsValues()
    {
        QCOMPARE(find<QLabel>("steps.count")->text(), QStringLiteral("3 values"));
        QCOMPARE(find<QLabel>("points.count")->text(), QStringLiteral("empty"));
        QCOMPARE(find<NumberField>("steps.1")->text(), QStringLiteral("2"));
        QVERIFY(!find<QToolButton>("steps.0.up")->isEnabled());
        QVERIFY(!find<QToolButton>("steps.2.down")->isEnabled());
    }

    void valuesAreAddedChangedMovedAndRemoved()
    {
        const auto before = document().contentHash();
        click("steps.add");
        QVERIFY(*stored("steps") == Value{wholes({1, 2, 3, 3})});
        type("steps.3", "7");
        QVERIFY(*stored("steps") == Value{wholes({1, 2, 3, 7})});
        click("steps.3.up");
        QVERIFY(*stored("steps") == Value{wholes({1, 2, 7, 3})});
        QCOMPARE(QApplication::focusWidget(), find<QToolButton>("steps.2.up"));
        click("steps.0.down");
        QVERIFY(*stored("steps") == Value{wholes({2, 1, 7, 3})});
        click("steps.1.remove");
        QVERIFY(*stored("steps") == Value{wholes({2, 7, 3})});
        QVERIFY(find<QWidget>("steps.3") == nullptr);
        const auto after = document().contentHash();
        for (int i = 0; i < 5; ++i)
            document().undo();
        QCOMPARE(document().contentHash(), before);
        for (int i = 0; i < 5; ++i)
            document().redo();
        QCOMPARE(document().contentHash(), after);
        m_inspector->refreshNow();
        QCOMPARE(find<NumberField>("steps.1")->text(), QStringLiteral("7"));
    }

    void theFirstValueIsOfTheElementsType()
    {
        click("modes.add");
        QVERIFY(*stored("modes") == Value{ValueList{{std::string{"Walk"}}}});
        QCOMPARE(find<QComboBox>("modes.0")->currentText(), QStringLiteral("Walk"));
        click("points.add");
        type("points.0.y", "4");
        QVERIFY((*stored("points") == Value{ValueList{{engine::Vec3d{0, 4, 0}}}}));
    }

    void theRangeHoldsForEachValue()
    {
        type("steps.0", "11");
        QVERIFY(stored("steps") == nullptr);
        QVERIFY(m_editor->messages.back().find("between 0 and 10") != std::string::npos);
    }

    void resetGoesBackToWhatTheClassGives()
    {
        click("steps.0.remove");
        QTest::mouseClick(
            m_inspector->findChild<QToolButton*>(QStringLiteral("reset.prop.script.steps")),
            Qt::LeftButton);
        m_inspector->refreshNow();
        QVERIFY(stored("steps") == nullptr);
        QCOMPARE(find<QLabel>("steps.count")->text(), QStringLiteral("3 values"));
    }

    void listsOfManyObjectsAreEditedTogether()
    {
        EntityId second;
        VERIFY_OK(document().run("Second", [&](Transaction& edit) -> Result<void> {
            second = duplicate(edit, std::array{m_entity}).front();
            return {};
        }));
        document().selection().set({m_entity, second});
        m_inspector->refreshNow();
        type("steps.1", "9");
        QVERIFY(*stored("steps") == Value{wholes({1, 9, 3})});
        QVERIFY(*stored("steps", second) == Value{wholes({1, 9, 3})});
        document().selection().set({second});
        m_inspector->refreshNow();
        click("steps.2.remove");
        document().selection().set({m_entity, second});
        m_inspector->refreshNow();
        QCOMPARE(find<QLabel>("steps.count")->text(), QStringLiteral("not equally long"));
        QVERIFY(find<QWidget>("steps.0") == nullptr);
    }

    void longListsShowTheirBeginningFirst()
    {
        VERIFY_OK(document().run("Many", [&](Transaction& edit) -> Result<void> {
            auto script = *edit.world().get<Script>(m_entity);
            engine::setValue(script.properties, "many", {ValueList(1000, Value{1.0})});
            edit.set(m_entity, std::move(script));
            return {};
        }));
        m_inspector->refreshNow();
        QVERIFY(find<QWidget>("many.31") != nullptr);
        QVERIFY(find<QWidget>("many.32") == nullptr);
        click("many.more");
        QVERIFY(find<QWidget>("many.63") != nullptr);
        QVERIFY(find<QWidget>("many.64") == nullptr);
    }

    void whatCannotBeShownSaysSo()
    {
        QCOMPARE(find<QLabel>("found")->text(), QStringLiteral("dictionary: set in the script"));
    }

private:
    Document& document() { return m_editor->document(); }

    template <typename T>
    T* find(const char* name)
    {
        return m_inspector->findChild<T*>(QStringLiteral("prop.script.") + QLatin1String{name});
    }

    void click(const char* name)
    {
        auto* button = find<QToolButton>(name);
        QVERIFY2(button != nullptr, name);
        QTest::mouseClick(button, Qt::LeftButton);
        m_inspector->refreshNow();
    }

    void type(const char* name, const char* text)
    {
        auto* field = find<NumberField>(name);
        QVERIFY2(field != nullptr, name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QLatin1String{text});
        QTest::keyClick(field, Qt::Key_Return);
        m_inspector->refreshNow();
    }

    /// Null if the level has no value of its own.
    const Value* stored(const char* name, EntityId entity = {})
    {
        const auto* script = document().world().get<Script>(entity ? entity : m_entity);
        return engine::findValue(script->properties, name);
    }

    std::unique_ptr<PanelProject> m_project;
    std::unique_ptr<engine::AssetDatabase> m_assets;
    std::unique_ptr<TestEditor> m_editor;
    std::unique_ptr<Inspector> m_inspector;
    EntityId m_entity;
};

GUI_TEST(TestListEditor)
} // namespace tst_list_editor

#include "tst_list_editor.moc"
