#include "editor/app/actions/action_registry.h"
#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/script_windows.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <array>

namespace tst_script_windows
{
using namespace editor;
using namespace engine;

namespace
{
constexpr auto Lift = R"(
[MenuItem "Window/Lift"]
class Lift : EditorWindow
{
    string text = "Text";
    double step = 0.5;
    private int presses = 0;

    void onGui()
    {
        text = Gui::textField("Note", text);
        step = Gui::slider("Step", step, 0, 2, "m");
        if (Gui::check("More", false))
            Editor::message("more");
        Gui::label("Presses " + presses);
        if (Gui::button("Up")) {
            presses++;
            array<Entity>@ chosen = Selection::objects();
            for (uint i = 0; i < chosen.length(); i++)
                chosen[i].moveBy(Vec3(0, step, 0));
        }
    }
}
)";

std::string changed(std::string text, const std::string& from, const std::string& to)
{
    text.replace(text.find(from), from.size(), to);
    return text;
}
} // namespace

/// Scripts dropped into the Editor folder of the project that the real window has open.
class TestScriptWindows : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        QVERIFY(m_home.isValid());
        m_project = fs::path{m_home.path().toStdString()} / "room";
        fs::copy(mapwright::test::firstRoomFolder(), m_project, fs::copy_options::recursive);
        VERIFY_OK(engine::trustProject(m_project));
        fs::remove_all(m_project / "Editor");
        openEditor();
    }

    void aSavedScriptShowsItsWindow()
    {
        fs::create_directories(m_project / "Editor"); // there was none: the watcher finds it, too
        save("lift.as", Lift);
        QTRY_VERIFY(dock("Lift") != nullptr);
        QTRY_VERIFY(dock("Lift")->isVisible());
        QCOMPARE(dock("Lift")->windowTitle(), QStringLiteral("Lift"));
        QTRY_VERIFY(find<QPushButton>("gui.Up") != nullptr);
        QCOMPARE(find<QLineEdit>("gui.Note")->text(), QStringLiteral("Text"));
        const auto* menu = m_window->actions().menu(QStringLiteral("Window"));
        QVERIFY(menu->actions().contains(dock("Lift")->toggleViewAction()));
        auto* open = m_window->actions().find("window.panel.script.Lift"); // for the palette
        QVERIFY(open != nullptr);
        dock("Lift")->close();
        QVERIFY(!m_window->scriptWindows().scripts().find("Lift")->isOpen());
        open->trigger();
        QVERIFY(dock("Lift")->isVisible());
    }

    void itsButtonMovesTheSelectionAsOneStep()
    {
        auto& document = m_window->context().document();
        EntityId box;
        document.world().forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { box = entity; });
        document.selection().set({box});
        const auto before = document.contentHash();
        const auto low = boundsOfAll(document.world(), std::array{box}).min.y;
        QTest::mouseClick(find<QPushButton>("gui.Up"), Qt::LeftButton);
        QCOMPARE(boundsOfAll(document.world(), std::array{box}).min.y, low + 0.5);
        QCOMPARE(document.history().entries().back().label, std::string{"Lift: Up"});
        QCOMPARE(find<QLabel>("gui.Presses 1")->text(), QStringLiteral("Presses 1"));
        document.undo();
        QCOMPARE(document.contentHash(), before);
    }

    void focusAndTypingSurviveNewRuns()
    {
        auto* note = find<QLineEdit>("gui.Note");
        m_window->activateWindow();
        note->setFocus();
        QTRY_VERIFY(note->hasFocus());
        note->selectAll();
        QTest::keyClicks(note, "Hello");
        note->setCursorPosition(2);
        m_window->context().document().selection().clear(); // the script runs again
        QTest::qWait(120);
        QCOMPARE(find<QLineEdit>("gui.Note"), note);
        QCOMPARE(note->text(), QStringLiteral("Hello"));
        QCOMPARE(note->cursorPosition(), 2);
        QVERIFY(note->hasFocus());
        QTest::keyClick(note, Qt::Key_Return);
        QVERIFY(m_window->scriptWindows().scripts().find("Lift")->state().find("Hello") !=
                std::string::npos);
    }

    void aNewTextKeepsPlaceAndPublicMembers()
    {
        auto* there = dock("Lift");
        there->setFloating(true);
        there->resize(333, 322); // more than its contents need
        const auto size = there->size();
        save("lift.as", changed(Lift, "\"Up\"", "\"Raise\""));
        QTRY_VERIFY(find<QPushButton>("gui.Raise") != nullptr);
        QVERIFY(find<QPushButton>("gui.Up") == nullptr);
        QCOMPARE(dock("Lift"), there);
        QVERIFY(there->isFloating());
        QCOMPARE(there->size(), size);
        QCOMPARE(find<QLineEdit>("gui.Note")->text(), QStringLiteral("Hello"));
        QVERIFY(find<QLabel>("gui.Presses 0") != nullptr); // private: as the script has it
    }

    void aMistakeShowsInItsOwnWindow()
    {
        save("other.as",
             changed(changed(Lift, "Window/Lift", "Window/Other"), "class Lift", "class Other"));
        QTRY_VERIFY(dock("Other") != nullptr);
        save("lift.as", changed(Lift, "Gui::check", "Gui::chek"));
        auto* failure = dock("Lift")->findChild<QLabel*>(QStringLiteral("scriptFailure"));
        QTRY_VERIFY(failure->isVisible());
        QVERIFY2(failure->text().startsWith(QStringLiteral("Editor/lift.as:13: ")),
                 qPrintable(failure->text()));
        auto* button = dock("Other")->findChild<QPushButton*>(QStringLiteral("gui.Up"));
        QTRY_VERIFY((button = dock("Other")->findChild<QPushButton*>(QStringLiteral("gui.Up"))));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(dock("Other")->findChild<QLabel*>(QStringLiteral("gui.Presses 1")) != nullptr);
        save("lift.as", Lift);
        QTRY_VERIFY(!failure->isVisible());
        QCOMPARE(find<QLineEdit>("gui.Note")->text(), QStringLiteral("Hello"));
    }

    void theSliderIsOneStep()
    {
        auto& document = m_window->context().document();
        const auto steps = document.history().position();
        auto* slider = dock("Lift")->findChild<QSlider*>(QStringLiteral("gui.slider.Step"));
        QVERIFY(slider != nullptr);
        slider->setSliderDown(true);
        slider->setSliderPosition(600);
        slider->setSliderPosition(1000);
        slider->setSliderDown(false);
        QVERIFY(!document.isEditing());
        QCOMPARE(document.history().position(), steps); // it writes nothing: no step
        QVERIFY(m_window->scriptWindows().scripts().find("Lift")->state().find("\"step\": 2") !=
                std::string::npos);
    }

    void windowsComeBackWithTheEditor()
    {
        m_window->addDockWidget(Qt::LeftDockWidgetArea, dock("Lift"));
        dock("Lift")->setFloating(false);
        dock("Other")->close();
        m_window->close();
        m_window.reset();
        openEditor();
        QVERIFY(dock("Lift") != nullptr);
        QTRY_VERIFY(dock("Lift")->isVisible());
        QVERIFY(!dock("Lift")->isFloating());
        QCOMPARE(m_window->dockWidgetArea(dock("Lift")), Qt::LeftDockWidgetArea);
        QVERIFY(dock("Other")->isHidden());
        QCOMPARE(find<QLineEdit>("gui.Note")->text(), QStringLiteral("Hello"));
    }

    void aDeletedScriptTakesItsWindowAlong()
    {
        fs::remove(m_project / "Editor" / "other.as");
        QTRY_VERIFY(dock("Other") == nullptr);
        QVERIFY(m_window->actions().find("window.panel.script.Other") == nullptr);
        QVERIFY(dock("Lift") != nullptr);
    }

    void cleanupTestCase() { m_window.reset(); }

private:
    void openEditor()
    {
        auto project = openProject(m_project);
        VERIFY_OK(project);
        m_window = std::make_unique<MainWindow>(*std::move(project));
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->openScene(m_project / "scenes/start.scene.json");
    }

    void save(const std::string& file, const std::string& text) const
    {
        VERIFY_OK(writeFileAtomically(m_project / "Editor" / file, text));
    }

    [[nodiscard]] QDockWidget* dock(const std::string& className) const
    {
        return m_window->dock("script." + className);
    }

    template <typename T>
    T* find(const char* name) const
    {
        return dock("Lift")->findChild<T*>(QLatin1String{name});
    }

    QTemporaryDir m_home;
    fs::path m_project;
    std::unique_ptr<MainWindow> m_window;
};

WINDOW_TEST(TestScriptWindows)
} // namespace tst_script_windows

#include "tst_script_windows.moc"
