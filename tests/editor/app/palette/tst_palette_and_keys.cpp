#include "editor/app/actions/keys_page.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/panels/assets/asset_browser.h"
#include "editor/views/view_layout.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/app/palette/command_window.h"

#include <QAction>
#include <QDockWidget>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QToolButton>

#include <map>

namespace tst_palette_and_keys
{
using namespace editor;
using mapwright::test::CommandWindow;

/// Commands found by name, and run by keys of one's own: with real keys and clicks in the real
/// window.
class TestPaletteAndKeys : public QObject, protected CommandWindow
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { openWindow(); }

    void cleanup() { takeBack(); }

    void thatNothingWasFoundIsReadWhole()
    {
        openPalette(QStringLiteral("palette.commands"), "zzqq");
        QCOMPARE(palette().count(), 0);
        const auto* hint = palette().findChild<QLabel*>(QStringLiteral("emptyHint"));
        QVERIFY(hint->isVisible());
        QTRY_VERIFY(hint->height() >= hint->heightForWidth(hint->width()));
        QTest::keyClick(edit(), Qt::Key_Escape);
    }

    void aWindowIsFoundAmongThings()
    {
        auto* dock = m_window->dock("notes");
        dock->close();
        openPalette(QStringLiteral("palette.places"), "notes");
        QCOMPARE(palette().item(0).label, QStringLiteral("Notes panel"));
        QTest::keyClick(edit(), Qt::Key_Return);
        QTRY_VERIFY(dock->isVisible());
        openPalette(QStringLiteral("palette.places"), "notes"); // shown already: it stays
        QTest::keyClick(edit(), Qt::Key_Return);
        QVERIFY(dock->isVisible());
        dock->close();
        for (const auto& entry : actions().entries()) // of plugins, too
            if (entry.isPanel())
                QVERIFY2(m_window->dock(entry.panel().c_str()) != nullptr, entry.info.id.c_str());
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
        press(page, Qt::Key_F12, {});
        QCOMPARE(actions().find("view.focusAll")->shortcut(), QKeySequence{Qt::Key_F12});
        QCOMPARE(Keymap::load().keysOf("view.focusAll", {}), KeyList{QKeySequence{Qt::Key_F12}});
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

    void cleanupTestCase() { m_window.reset(); }

private:
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
};

WINDOW_TEST(TestPaletteAndKeys)
} // namespace tst_palette_and_keys

#include "tst_palette_and_keys.moc"
