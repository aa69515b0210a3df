#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/panels/assets/asset_browser.h"
#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/assets/asset_model.h"
#include "editor/panels/fields/link_button.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/inspector.h"
#include "editor/tools/place/prefab_commands.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTimer>

namespace tst_prefab_panels
{
using namespace editor;
using engine::Light;
using engine::Vec3d;
using mapwright::test::TestEditor;

namespace
{
/// A lamp that is a prefab of a project, twice in the scene; the lamp of the first is selected.
struct Lamps
{
    PanelProject files;
    engine::AssetDatabase assets{files.project};
    TestEditor editor{assets};
    EntityId lamp, other, instance;
    Inspector inspector{editor};

    Lamps()
    {
        (void)editor.document().run("Add", [&](Transaction& edit) -> engine::Result<void> {
            lamp = addLight(edit, Vec3d{0, 1, 0}, Light{});
            return {};
        });
        editor.document().selection().set({lamp});
        ENGINE_EXPECT(makePrefabOfSelection(editor, "prefabs/lamp.prefab.json"));
        instance = editor.document().selection().primary();
        ENGINE_EXPECT(placePrefabAt(editor, "prefabs/lamp.prefab.json", {5, 0, 0}));
        other = editor.document().world().children(editor.document().selection().primary())[0];
        show(lamp);
        inspector.resize(320, 700);
        inspector.show();
        inspector.activateWindow();
        (void)QTest::qWaitForWindowActive(&inspector);
    }

    void show(EntityId entity)
    {
        editor.document().selection().set({entity});
        inspector.refreshNow();
    }

    [[nodiscard]] float rangeOf(EntityId entity)
    {
        return editor.document().world().get<Light>(entity)->range;
    }

    template <typename T>
    [[nodiscard]] T& find(const char* name)
    {
        auto* found = inspector.findChild<T*>(QString::fromLatin1(name));
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    void typeRange(const char* text)
    {
        auto& at = find<NumberField>("prop.light.range");
        at.setFocus();
        at.selectAll();
        QTest::keyClicks(&at, QString::fromLatin1(text));
        QTest::keyClick(&at, Qt::Key_Return);
        inspector.refreshNow();
    }

    [[nodiscard]] LinkButton& mark() { return find<LinkButton>("link.prop.light.range"); }

    /// Opens the menu of the mark and chooses the entry of that place in it.
    void chooseInMenu(int entry)
    {
        QTimer::singleShot(0, &inspector, [this, entry] {
            auto* menu = mark().findChild<QMenu*>(QStringLiteral("overrideMenu"));
            ENGINE_EXPECT(menu != nullptr);
            auto* action = menu->actions().at(entry);
            menu->close();
            action->trigger();
        });
        QTest::mouseClick(&mark(), Qt::LeftButton);
        inspector.refreshNow();
    }
};
} // namespace

class TestPrefabPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOverriddenRowIsMarkedAndReverted();
    void rowsThatDoNotCountAreNotMarked();
    void aRowIsAppliedToThePrefab();
    void theSectionListsOverridesAndActsOnTheChosen();
    void buttonsStayWhereTheyAreWhenNothingIsOverridden();
    void unpackingTakesTheSectionAway();
    void selectedInstancesComeOnceInTheOrderOfTheSelection();
    void aLinkedCopyKeepsAValueForItself();
    void theBrowserShowsAndPlacesPrefabs();
    void namesThatNoFileCanHaveAreRefused();
};

void TestPrefabPanels::anOverriddenRowIsMarkedAndReverted()
{
    Lamps lamps;
    const auto range = lamps.rangeOf(lamps.lamp);
    QVERIFY(lamps.mark().isHidden());
    lamps.typeRange("3");
    QVERIFY(!lamps.mark().isHidden());
    QVERIFY(lamps.mark().isMarked());
    QVERIFY(lamps.find<LinkButton>("link.prop.light.intensity").isHidden());
    lamps.chooseInMenu(0);
    QCOMPARE(lamps.rangeOf(lamps.lamp), range);
    QVERIFY(lamps.mark().isHidden());
    lamps.editor.document().undo();
    lamps.inspector.refreshNow();
    QCOMPARE(lamps.rangeOf(lamps.lamp), 3.0F);
    QVERIFY(lamps.mark().isMarked());
}

void TestPrefabPanels::rowsThatDoNotCountAreNotMarked()
{
    Lamps lamps;
    const auto change = [&](engine::LightKind kind) {
        auto light = *lamps.editor.document().world().get<Light>(lamps.lamp);
        light.kind = kind;
        light.cone = 40;
        VERIFY_OK(lamps.editor.document().run("Light", [&](Transaction& edit) {
            edit.set(lamps.lamp, light);
            return engine::Result<void>{};
        }));
        lamps.inspector.refreshNow();
    };
    auto& mark = lamps.find<LinkButton>("link.prop.light.cone");
    change(engine::LightKind::Spot);
    QVERIFY(!mark.isHidden());
    change(engine::LightKind::Point); // which has no cone
    QVERIFY(mark.isMarked());
    QVERIFY(mark.isHidden());
    QVERIFY(lamps.find<QLabel>("played.prop.light.cone").isHidden());
}

void TestPrefabPanels::aRowIsAppliedToThePrefab()
{
    Lamps lamps;
    int written = 0;
    const auto listening =
        lamps.editor.prefabWritten.connect([&](const PrefabWrite&) { ++written; });
    lamps.typeRange("3");
    lamps.chooseInMenu(1);
    QCOMPARE(written, 1);
    QCOMPARE(lamps.rangeOf(lamps.other), 3.0F);
    QVERIFY(lamps.mark().isHidden());
}

void TestPrefabPanels::theSectionListsOverridesAndActsOnTheChosen()
{
    Lamps lamps;
    auto& list = lamps.find<QListWidget>("prefabOverrides");
    QVERIFY(lamps.find<QLabel>("prefabSummary").text().contains(QStringLiteral("As in its file")));
    QVERIFY(!lamps.find<QPushButton>("prefabApply").isEnabled());
    lamps.typeRange("3");
    (void)lamps.editor.document().run("Rename", [&](Transaction& edit) -> engine::Result<void> {
        rename(edit, lamps.lamp, "flame");
        return {};
    });
    lamps.inspector.refreshNow();
    QCOMPARE(list.count(), 2);
    QVERIFY(list.item(0)->text().contains(QStringLiteral("Range")));
    list.item(0)->setSelected(true);
    QTest::mouseClick(&lamps.find<QPushButton>("prefabRevert"), Qt::LeftButton);
    lamps.inspector.refreshNow();
    QVERIFY(lamps.rangeOf(lamps.lamp) != 3.0F);
    QCOMPARE(list.count(), 1);
    QTest::mouseClick(&lamps.find<QPushButton>("prefabApply"), Qt::LeftButton);
    lamps.inspector.refreshNow();
    QCOMPARE(list.count(), 0);
    QCOMPARE(lamps.editor.document().world().get<engine::Node>(lamps.other)->name,
             std::string{"flame"});
}

void TestPrefabPanels::buttonsStayWhereTheyAreWhenNothingIsOverridden()
{
    Lamps lamps;
    lamps.typeRange("3");
    QVERIFY(lamps.find<QListWidget>("prefabOverrides").isVisible());
    QCoreApplication::processEvents(); // the list takes its room
    std::vector<std::pair<QPushButton*, QPoint>> before;
    for (const auto* name : {"prefabRevert", "prefabApply", "prefabEdit", "prefabUnpack"}) {
        auto& button = lamps.find<QPushButton>(name);
        before.emplace_back(&button, button.mapTo(&lamps.inspector, QPoint{0, 0}));
    }
    QTest::mouseClick(&lamps.find<QPushButton>("prefabApply"), Qt::LeftButton);
    lamps.inspector.refreshNow();
    QVERIFY(!lamps.find<QListWidget>("prefabOverrides").isVisible());
    QCoreApplication::processEvents();
    for (const auto& [button, place] : before) // the section gives back the list's room in turns
        QTRY_COMPARE(button->mapTo(&lamps.inspector, QPoint{0, 0}), place);
}

void TestPrefabPanels::unpackingTakesTheSectionAway()
{
    Lamps lamps;
    lamps.typeRange("3");
    QTest::mouseClick(&lamps.find<QPushButton>("prefabUnpack"), Qt::LeftButton);
    lamps.inspector.refreshNow();
    QVERIFY(lamps.inspector.findChild<QPushButton*>(QStringLiteral("prefabUnpack")) == nullptr);
    QVERIFY(lamps.mark().isHidden());
    QCOMPARE(lamps.rangeOf(lamps.lamp), 3.0F);
}

void TestPrefabPanels::selectedInstancesComeOnceInTheOrderOfTheSelection()
{
    Lamps lamps;
    auto& document = lamps.editor.document();
    const auto second = instanceOf(document.world(), lamps.other);
    document.selection().set({lamps.other, lamps.lamp, second, lamps.instance});
    QCOMPARE(selectedInstances(document), (std::vector{second, lamps.instance}));
}

void TestPrefabPanels::aLinkedCopyKeepsAValueForItself()
{
    Lamps lamps;
    auto& document = lamps.editor.document();
    EntityId here;
    EntityId there;
    (void)document.run("Link", [&](Transaction& edit) -> engine::Result<void> {
        here = addLight(edit, Vec3d{0, 1, 9}, Light{});
        const std::vector one{here};
        const auto copies = createLinkedDuplicate(edit, one);
        if (!copies)
            return copies.error();
        there = edit.world().children(copies->front())[0];
        return {};
    });
    lamps.show(here);
    const auto steps = document.history().position();
    QVERIFY(!lamps.mark().isHidden());
    QVERIFY(!lamps.mark().isMarked());
    QTest::mouseClick(&lamps.mark(), Qt::LeftButton);
    lamps.inspector.refreshNow();
    QVERIFY(lamps.mark().isMarked());
    QVERIFY(keepsOwn(document.world(), here, "light", "range"));
    QCOMPARE(document.history().position(), steps + 1);
    const auto before = lamps.rangeOf(there);
    lamps.typeRange("4");
    QCOMPARE(lamps.rangeOf(there), before);
    QTest::mouseClick(&lamps.mark(), Qt::LeftButton);
    lamps.inspector.refreshNow();
    QVERIFY(!lamps.mark().isMarked());
    QCOMPARE(lamps.rangeOf(here), before);
    document.undo();
    document.undo();
    document.undo();
    QVERIFY(!keepsOwn(document.world(), here, "light", "range"));
}

void TestPrefabPanels::theBrowserShowsAndPlacesPrefabs()
{
    Lamps lamps;
    AssetBrowser browser{lamps.editor};
    browser.resize(600, 300);
    browser.show();
    auto* kinds = browser.findChild<QComboBox*>(QStringLiteral("assetKind"));
    kinds->setCurrentIndex(kinds->findText(QStringLiteral("Prefabs")));
    QCOMPARE(browser.model().rowCount(), 1);
    const auto index = browser.model().index(0);
    QCOMPARE(index.data().toString(), QStringLiteral("lamp"));
    std::string wanted;
    const auto listening =
        lamps.editor.placePrefabWanted.connect([&](const std::string& path) { wanted = path; });
    Q_EMIT browser.list().activated(index);
    QCOMPARE(wanted, std::string{"prefabs/lamp.prefab.json"});
    const std::unique_ptr<QMimeData> dragged{browser.model().mimeData({index})};
    QCOMPARE(assetOf(dragged.get())->path, wanted);
}

void TestPrefabPanels::namesThatNoFileCanHaveAreRefused()
{
    QCOMPARE(prefabPathFor("Wall torch").value(), std::string{"prefabs/Wall torch.prefab.json"});
    for (const auto* bad : {"", ".", "..", "../x", "a/b", "a\\b", " a", "a ", "a:b", "a\nb", "*"})
        QVERIFY2(!prefabPathFor(bad), bad);
}

GUI_TEST(TestPrefabPanels)
} // namespace tst_prefab_panels

#include "tst_prefab_panels.moc"
