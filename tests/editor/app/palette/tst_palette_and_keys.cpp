#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/keys_page.h"
#include "editor/app/palette/command_palette.h"
#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/status_message.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/panels/assets/asset_browser.h"
#include "editor/tools/select/select_commands.h"
#include "editor/views/view_layout.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <map>

namespace tst_palette_and_keys
{
using namespace editor;
using mapwright::test::repeatUntil;

/// Commands found by name, run by keys of one's own, and what the status bar says of them: with
/// real keys and clicks in the real window.
class TestPaletteAndKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        const auto project = engine::createProject(
            engine::fs::path{m_home.path().toStdString()} / "room", "first_room");
        VERIFY_OK(project);
        auto window = openEditor(project->root);
        VERIFY_OK(window);
        m_window = *std::move(window);
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QApplication::setActiveWindow(m_window.get()); // the test's server has no window manager
        m_before = document().contentHash();
    }

    void cleanup()
    {
        actions().changeKeymap([](Keymap& keymap) {
            keymap.resetAll();
            keymap.choose(QStringLiteral("Mapwright"));
        });
        QVERIFY2(repeatUntil([this] { return !document().history().canUndo(); },
                             [this] { document().undo(); }),
                 "There is no end of steps to undo");
        QCOMPARE(document().contentHash(), m_before);
    }

    void thatNothingWasFoundIsReadWhole()
    {
        openPalette(QStringLiteral("palette.commands"), "zzqq");
        QCOMPARE(palette().count(), 0);
        const auto* hint = palette().findChild<QLabel*>(QStringLiteral("emptyHint"));
        QVERIFY(hint->isVisible());
        QTRY_VERIFY(hint->height() >= hint->heightForWidth(hint->width()));
        QTest::keyClick(edit(), Qt::Key_Escape);
    }

    void aCommandRunsFromThePalette()
    {
        selectAll();
        openPalette(QStringLiteral("palette.commands"), "grp");
        QCOMPARE(palette().item(0).label, QStringLiteral("Group"));
        QCOMPARE(palette().item(0).keys, QStringLiteral("Ctrl+G"));
        QTest::keyClick(edit(), Qt::Key_Return);
        QVERIFY(!palette().isVisible());
        QCOMPARE(document().selection().entities().size(), std::size_t{1});
        QCOMPARE(status(), QStringLiteral("Done: Group"));
        openPalette(QStringLiteral("palette.commands"), "group");
        QVERIFY2(palette().item(0).label == QStringLiteral("Group"), "what ran last comes first");
        QTest::keyClick(edit(), Qt::Key_Escape);
        QVERIFY(!palette().isVisible());
    }

    void aCommandThatCannotRunSaysWhy()
    {
        document().selection().clear();
        openPalette(QStringLiteral("palette.commands"), "duplicate");
        QCOMPARE(palette().item(0).label, QStringLiteral("Duplicate"));
        QCOMPARE(palette().item(0).whyDisabled, QStringLiteral("Select an object first"));
        QTest::keyClick(edit(), Qt::Key_Return);
        QVERIFY2(palette().isVisible(), "nothing ran");
        QTest::keyClick(edit(), Qt::Key_Escape);
        QCOMPARE(document().contentHash(), m_before);
    }

    void everyDisabledCommandHasAReason()
    {
        document().selection().clear();
        actions().refresh();
        for (const auto& entry : actions().entries())
            if (entry.info.isEnabled)
                QVERIFY2(!entry.needs.isEmpty(), entry.info.id.c_str());
    }

    void commandsWithNothingToDoAreGrey()
    {
        const auto isOn = [this](const char* id) {
            return actions().find(id)->isEnabled();
        };
        selectAll();
        QVERIFY(!isOn("view.showAll") && !isOn("view.unlockAll"));
        actions().find("view.hide")->trigger();
        QVERIFY(isOn("view.showAll") && !isOn("view.unlockAll"));
        actions().find("edit.undo")->trigger();
        selectAll();
        actions().find("view.lock")->trigger();
        QVERIFY(!isOn("view.showAll") && isOn("view.unlockAll"));
        actions().find("view.unlockAll")->trigger();
        QVERIFY(!isOn("view.unlockAll"));

        auto* clipboard = QGuiApplication::clipboard();
        clipboard->setText(QStringLiteral("{ curly } words"));
        QTRY_VERIFY(!isOn("edit.paste") && !isOn("edit.pasteInPlace"));
        selectAll();
        actions().find("edit.copy")->trigger();
        QTRY_VERIFY(isOn("edit.paste") && isOn("edit.pasteInPlace"));
        clipboard->setText(QStringLiteral("{ curly } words"));
        QTRY_VERIFY(!isOn("edit.paste"));
        clipboard->setText(QStringLiteral("{ \"classname\" \"worldspawn\" }"));
        QTRY_VERIFY(isOn("edit.paste"));
    }

    void othersAreNotAskedWhatTheyHaveCopied()
    {
        auto* clipboard = QGuiApplication::clipboard();
        const auto* paste = actions().find("edit.paste");
        clipboard->setText(QStringLiteral("{ curly } words"));
        QTRY_VERIFY(!paste->isEnabled());
        clipboard->clear(); // as when another program takes it: it is not ours any more
        QVERIFY(!clipboard->ownsClipboard());
        QTRY_VERIFY(paste->isEnabled());
    }

    void leavingTheWindowAsksNoCommand()
    {
        int asked = 0;
        const auto counter = countQuestions(asked);
        letTheLoopTurn(); // for what came before
        asked = 0;
        Q_EMIT qGuiApp->applicationStateChanged(Qt::ApplicationInactive);
        letTheLoopTurn();
        QCOMPARE(asked, 0);
        Q_EMIT qGuiApp->applicationStateChanged(Qt::ApplicationActive);
        QTRY_VERIFY(asked > 0);
    }

    void aToolsClearingFollowsItsTool()
    {
        const auto* clear = actions().find("measure.clear");
        actions().refresh();
        QVERIFY(!clear->isEnabled());
        QVERIFY(!actions().find("path.clear")->isEnabled());
        m_window->context().activateTool("measure.tape");
        auto* top = m_window->viewLayout().findView(ViewKind::Top);
        const auto middle = top->rect().center();
        QTest::mousePress(top, Qt::LeftButton, {}, middle);
        QTest::mouseMove(top, middle + QPoint{40, 0});
        QTest::mouseMove(top, middle + QPoint{80, 0});
        QTest::mouseRelease(top, Qt::LeftButton, {}, middle + QPoint{80, 0});
        QTRY_VERIFY(clear->isEnabled());
        actions().find("measure.clear")->trigger();
        QVERIFY(!clear->isEnabled());
        m_window->context().activateTool("select");
    }

    void theMouseOverAViewAsksNoCommand()
    {
        int asked = 0;
        auto& context = m_window->context();
        const auto counter = countQuestions(asked);
        QCOMPARE(asked, 1);
        context.activateTool("measure.tape");
        auto* top = m_window->viewLayout().findView(ViewKind::Top);
        letTheLoopTurn(); // for what that has started
        asked = 0;
        for (int i = 0; i < 5; ++i) {
            QTest::mouseMove(top, top->rect().center() + QPoint{10 * i, 0});
            context.updateViews(); // as tools do that show something under the pointer
            letTheLoopTurn();
        }
        QCOMPARE(asked, 0);
        context.commandsChanged();
        QTRY_VERIFY(asked > 0);
        context.activateTool("select");
    }

    void aPathsClearingFollowsIt()
    {
        const auto* clear = actions().find("path.clear");
        m_window->context().activateTool("path.debug");
        auto* top = m_window->viewLayout().findView(ViewKind::Top);
        const auto middle = top->rect().center();
        QTest::mousePress(top, Qt::LeftButton, {}, middle);
        QTest::mouseMove(top, middle + QPoint{40, 0});
        QTest::mouseMove(top, middle + QPoint{80, 0});
        QTest::mouseRelease(top, Qt::LeftButton, {}, middle + QPoint{80, 0});
        QTRY_VERIFY(clear->isEnabled());
        QTest::keyClick(top, Qt::Key_Escape);
        QTRY_VERIFY(!clear->isEnabled());
        m_window->context().activateTool("select");
    }

    void arrowsAndClicksChooseOtherEntries()
    {
        openPalette(QStringLiteral("palette.commands"), "layout");
        QVERIFY(palette().count() >= 4);
        auto* list = palette().findChild<QListView*>(QStringLiteral("paletteList"));
        QTest::keyClick(edit(), Qt::Key_Down);
        QCOMPARE(list->currentIndex().row(), 1);
        QTest::keyClick(edit(), Qt::Key_Up);
        QCOMPARE(list->currentIndex().row(), 0);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(1, 0)).center());
        QVERIFY(!palette().isVisible());
    }

    void objectsAreGoneToByName()
    {
        const auto entity = selectableObjects(document()).front();
        const auto name = document().world().get<engine::Node>(entity)->name;
        document().selection().clear();
        openPalette(QStringLiteral("palette.places"), name.c_str());
        QTest::keyClick(edit(), Qt::Key_Return);
        const auto chosen = document().selection().primary();
        QVERIFY(chosen);
        QCOMPARE(document().world().get<engine::Node>(chosen)->name, name);
    }

    void brushesWithoutANameAreFoundByWhatTheSceneBrowserShows()
    {
        EntityId brush;
        VERIFY_OK(document().run("Add box", [&](Transaction& edit) -> engine::Result<void> {
            const auto box = createBox(edit, {engine::Vec3d{0}, engine::Vec3d{3, 2, 1.75}},
                                       engine::Name{"Walls/mossy"}, "Box 12");
            if (!box)
                return box.error();
            brush = *box;
            return {};
        }));
        document().selection().clear();
        openPalette(QStringLiteral("palette.places"), "mossy 1.75");
        QCOMPARE(palette().item(0).label, QStringLiteral("Box 12: mossy, 3 x 2 x 1.75 m"));
        QTest::keyClick(edit(), Qt::Key_Return);
        QCOMPARE(document().selection().primary(), brush);
    }

    void assetsAreShownInTheBrowser()
    {
        openPalette(QStringLiteral("palette.places"), "scifiwall");
        QVERIFY(palette().count() > 0);
        const auto label = palette().item(0).label;
        QVERIFY2(label.startsWith(QStringLiteral("scifiwall")), qPrintable(label));
        QTest::keyClick(edit(), Qt::Key_Return);
        auto* browser = m_window->dock("assets")->findChild<AssetBrowser*>();
        QVERIFY(browser->isVisible());
        QCOMPARE(browser->list().currentIndex().data().toString(), label);
    }

    void theSearchFieldOfTheMenuBarOpensIt()
    {
        auto* button = m_window->findChild<QToolButton*>(QStringLiteral("searchButton"));
        QVERIFY(button != nullptr && button->isVisible());
        QVERIFY(button->text().contains(QStringLiteral("Ctrl+P")));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(palette().isVisible());
        QTest::keyClicks(edit(), QStringLiteral(">undo"));
        QCOMPARE(palette().item(0).label, QStringLiteral("Undo"));
        QTest::keyClick(edit(), Qt::Key_Escape);
    }

    void panelsAndDrawingModesAreCommandsToo()
    {
        for (const auto* id : {"window.panel.inspector", "window.panel.console", "view.modeLit",
                               "view.kindTop", "window.layout1", "tool.box_brush"})
            QVERIFY2(actions().find(id) != nullptr, id);
        actions().find("view.modeUnlit")->trigger();
        QCOMPARE(m_window->viewLayout().findView(ViewKind::Perspective)->mode(),
                 engine::ViewMode::Unlit);
    }

    void noKeymapGivesKeysTwice_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& name : Keymap::names())
            QTest::newRow(qPrintable(name)) << name;
    }

    void noKeymapGivesKeysTwice()
    {
        QFETCH(QString, name);
        actions().changeKeymap([&](Keymap& keymap) { keymap.choose(name); });
        std::map<QString, std::string> users;
        for (const auto& entry : actions().entries())
            for (const auto& keys : entry.action->shortcuts()) {
                const auto [at, isNew] = users.emplace(keys.toString(), entry.info.id);
                QVERIFY2(isNew, qPrintable(QStringLiteral("%1: %2 and %3")
                                               .arg(keys.toString(), at->second.c_str(),
                                                    entry.info.id.c_str())));
            }
    }

    void aKeymapChangesWhatKeysDo()
    {
        actions().changeKeymap(
            [](Keymap& keymap) { keymap.choose(QStringLiteral("Unreal-like")); });
        m_window->focusActiveView();
        QTest::keyClick(m_window->viewLayout().activeView(), Qt::Key_R);
        QCOMPARE(m_window->context().activeTool(), std::string{"scale"});
        QVERIFY(actions().find("tool.scale")->toolTip().contains(QStringLiteral("(R)")));
        actions().changeKeymap([](Keymap& keymap) { keymap.choose(QStringLiteral("Mapwright")); });
        QTest::keyClick(m_window->viewLayout().activeView(), Qt::Key_R);
        QCOMPARE(m_window->context().activeTool(), std::string{"rotate"});
        m_window->context().activateTool("select");
    }

    void newKeysAreKeptInTheSettings()
    {
        KeysPage page{actions()};
        page.show();
        page.select("view.focusAll");
        press(page, Qt::Key_F7, {});
        QCOMPARE(actions().find("view.focusAll")->shortcut(), QKeySequence{Qt::Key_F7});
        QCOMPARE(Keymap::load().keysOf("view.focusAll", {}), KeyList{QKeySequence{Qt::Key_F7}});
        click(page, "keyReset");
        QCOMPARE(actions().find("view.focusAll")->shortcut(),
                 QKeySequence{QStringLiteral("Shift+F")});
        QVERIFY(!Keymap::load().isChanged("view.focusAll"));
        click(page, "keyClear");
        QVERIFY(actions().find("view.focusAll")->shortcuts().isEmpty());
        click(page, "keysResetAll");
        QCOMPARE(actions().find("view.focusAll")->shortcut(),
                 QKeySequence{QStringLiteral("Shift+F")});
    }

    void aConflictIsShownAndCanBeSettled()
    {
        KeysPage page{actions()};
        page.show();
        page.select("view.focusAll");
        auto* take = page.findChild<QPushButton*>(QStringLiteral("keyTake"));
        QVERIFY(!take->isVisible());
        press(page, Qt::Key_G, Qt::ControlModifier);
        auto* conflict = page.findChild<QLabel*>(QStringLiteral("keyConflict"));
        QVERIFY2(conflict->text().contains(QStringLiteral("Group")), qPrintable(conflict->text()));
        QCOMPARE(actions().find("brush.group")->shortcut(), QKeySequence{QStringLiteral("Ctrl+G")});
        QVERIFY(take->isVisible());
        QTest::mouseClick(take, Qt::LeftButton);
        QCOMPARE(actions().find("view.focusAll")->shortcut(),
                 QKeySequence{QStringLiteral("Ctrl+G")});
        QVERIFY(actions().find("brush.group")->shortcuts().isEmpty());
    }

    void viewKeysAreReboundToo()
    {
        ViewHost& host = *m_window;
        QCOMPARE(host.viewKeys().of(ViewKey::FlyForward), Qt::Key_W);
        KeysPage page{actions()};
        page.show();
        page.select("viewkey.flyForward");
        press(page, Qt::Key_I, {});
        QCOMPARE(host.viewKeys().of(ViewKey::FlyForward), Qt::Key_I);
        QCOMPARE(Keymap::load().viewKeys().of(ViewKey::FlyForward), Qt::Key_I);
        QCOMPARE(host.viewKeys().of(ViewKey::FlyBack), Qt::Key_S);
    }

    void theStatusBarSaysWhatHappened()
    {
        selectAll();
        actions().find("edit.duplicate")->trigger();
        QCOMPARE(status(), QStringLiteral("Done: Duplicate"));
        actions().find("edit.undo")->trigger();
        QCOMPARE(status(), QStringLiteral("Undone: Duplicate"));
        actions().find("edit.redo")->trigger();
        QCOMPARE(status(), QStringLiteral("Redone: Duplicate"));
        actions().find("view.snap")->trigger();
        QCOMPARE(status(), QStringLiteral("Snap to grid: off"));
        actions().find("view.snap")->trigger();
        QCOMPARE(status(), QStringLiteral("Snap to grid: on"));
    }

    void aSwitchThatAnotherCommandTurnsOffIsNoNewsAnyMore()
    {
        const auto on = QStringLiteral("Select surface: on");
        document().selection().clear();
        actions().find("select.faces")->trigger();
        QCOMPARE(status(), on);
        QTest::qWait(50);
        QCOMPARE(status(), on); // as long as it is so
        actions().find("select.all")->trigger();
        QVERIFY(!actions().find("select.faces")->isChecked());
        QTRY_VERIFY2(status() != on, qPrintable(status()));
    }

    void openingAPanelIsToldAsThat()
    {
        auto* open = actions().find("window.panel.navmesh.panel");
        QVERIFY(open != nullptr);
        open->trigger();
        QCOMPARE(status(), QStringLiteral("Opened the Navigation mesh panel"));
        open->trigger();
        QCOMPARE(status(), QStringLiteral("Closed the Navigation mesh panel"));
    }

    /// Several commands may have one name in several menus, but nobody could tell these apart.
    void noPanelIsNamedAsAnotherCommand()
    {
        std::map<QString, int> names;
        for (const auto& entry : actions().entries())
            ++names[entry.label()];
        for (const auto& entry : actions().entries())
            if (entry.isPanel())
                QVERIFY2(names[entry.label()] == 1, qPrintable(entry.label()));
        openPalette(QStringLiteral("palette.commands"), "navigation mesh");
        QStringList labels;
        for (int i = 0; i < palette().count(); ++i)
            labels.append(palette().item(i).label);
        QTest::keyClick(edit(), Qt::Key_Escape);
        for (const char* label : {"Navigation mesh panel", "Show navigation mesh"})
            QVERIFY2(labels.count(QLatin1String{label}) == 1, qPrintable(labels.join(", ")));
        QVERIFY(!labels.contains(QStringLiteral("Navigation mesh")));
    }

    void aRefusalIsGoneAfterTheNextStep()
    {
        auto* label = m_window->findChild<StatusMessage*>();
        m_window->context().showMessage(MessageKind::Warning, "This cannot be done");
        QCOMPARE(label->property("tone").toString(), QStringLiteral("warning"));
        selectAll();
        actions().find("brush.group")->trigger();
        QCOMPARE(label->property("tone").toString(), QStringLiteral("plain"));
        QCOMPARE(status(), QStringLiteral("Done: Group"));
    }

    void anotherToolSaysWhatItWants()
    {
        m_window->context().showMessage(MessageKind::Warning, "This cannot be done");
        m_window->context().activateTool("light");
        QVERIFY2(status().startsWith(QStringLiteral("Click where the light")),
                 qPrintable(status()));
        m_window->context().activateTool("select");
        QVERIFY2(!status().contains(QStringLiteral("light")), qPrintable(status()));
    }

    void cleanupTestCase() { m_window.reset(); }

private:
    [[nodiscard]] Document& document() { return m_window->context().document(); }

    [[nodiscard]] ActionRegistry& actions() { return m_window->actions(); }

    [[nodiscard]] CommandPalette& palette() { return *m_window->findChild<CommandPalette*>(); }

    [[nodiscard]] QLineEdit* edit()
    {
        return palette().findChild<QLineEdit*>(QStringLiteral("paletteEdit"));
    }

    /// What waits for the next turn of the main loop has happened then.
    static void letTheLoopTurn()
    {
        QTimer last;
        last.setSingleShot(true);
        last.start(0); // after those that were started before
        QTRY_VERIFY(!last.isActive());
    }

    /// A command that counts how often it is asked whether it can run, as long as this is kept.
    [[nodiscard]] Registration countQuestions(int& asked)
    {
        return m_window->context().addAction({.id = "test.counter",
                                              .menu = "",
                                              .label = "Counter",
                                              .tooltip = "Counts who asks.",
                                              .icon = "",
                                              .shortcut = "",
                                              .run = {},
                                              .isEnabled = [&asked] {
                                                  return ++asked > 0;
                                              }});
    }

    [[nodiscard]] QString status() { return m_window->findChild<StatusMessage*>()->text(); }

    void selectAll()
    {
        document().selection().setMode(SelectionMode::Objects);
        document().selection().set(selectableObjects(document()));
        actions().refresh();
    }

    void openPalette(const QString& id, const char* typed)
    {
        QTest::keySequence(m_window.get(), actions().find(id.toStdString())->shortcut());
        QVERIFY(palette().isVisible());
        QVERIFY(edit()->hasFocus());
        QTest::keyClicks(edit(), QString::fromUtf8(typed));
    }

    static void press(KeysPage& page, Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        auto* field = page.findChild<QKeySequenceEdit*>(QStringLiteral("keyEdit"));
        field->setFocus();
        QTest::keyClick(field, key, modifiers);
    }

    static void click(KeysPage& page, const char* name)
    {
        QTest::mouseClick(page.findChild<QPushButton*>(QLatin1String{name}), Qt::LeftButton);
    }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
    engine::ContentHash m_before{};
};

WINDOW_TEST(TestPaletteAndKeys)
} // namespace tst_palette_and_keys

#include "tst_palette_and_keys.moc"
