#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/panels/level/layers_panel.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>

namespace tst_layers_panel
{
using namespace editor;
using engine::Result;
using mapwright::test::TestEditor;

namespace
{
struct Panel
{
    TestEditor editor;
    LayersPanel panel{editor};
    QTreeWidget* tree = panel.findChild<QTreeWidget*>(QStringLiteral("layerList"));

    Panel()
    {
        panel.resize(320, 240);
        panel.show();
    }

    void press(const char* button)
    {
        panel.findChild<QToolButton*>(QLatin1String{button})->click();
        panel.refreshNow();
    }

    QTreeWidgetItem* row(int index) { return tree->topLevelItem(index); }

    void clickAt(int index, LayersPanel::Column column)
    {
        const auto at = tree->visualRect(tree->model()->index(index, column)).center();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, at);
        panel.refreshNow();
    }

    [[nodiscard]] Document& document() { return editor.document(); }

    EntityId layer(std::size_t index) { return engine::layers(document().world()).at(index); }
};
} // namespace

class TestLayersPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNewLayerIsTheCurrentOne();
    void countsFollowTheObjects();
    void theSelectionMovesToTheChosenLayer();
    void eyeLockAndPlayAreClicked();
    void whatWasHiddenByItselfStaysHidden();
    void theNewCurrentLayerIsShown();
    void rowsAreRenamed();
    void removingALayerKeepsItsObjects();
    void buttonsThatWouldDoNothingAreGrey();
};

void TestLayersPanel::aNewLayerIsTheCurrentOne()
{
    Panel test;
    QCOMPARE(test.tree->topLevelItemCount(), 1);
    test.press("addLayer");
    QCOMPARE(test.tree->topLevelItemCount(), 2);
    QVERIFY(test.document().currentLayer() == test.layer(0));
    QVERIFY(test.row(1)->font(0).bold());
    QVERIFY(!test.row(0)->font(0).bold());
    test.document().undo();
    test.panel.refreshNow();
    QCOMPARE(test.tree->topLevelItemCount(), 1);
    QVERIFY(!test.document().currentLayer());
}

void TestLayersPanel::countsFollowTheObjects()
{
    Panel test;
    test.editor.fixture.addPoint({0, 0, 0});
    test.press("addLayer");
    test.editor.fixture.addPoint({1, 0, 0});
    test.editor.fixture.addPoint({2, 0, 0});
    QTRY_COMPARE(test.row(1)->text(LayersPanel::CountColumn), QStringLiteral("2"));
    QCOMPARE(test.row(0)->text(LayersPanel::CountColumn), QStringLiteral("1"));
}

void TestLayersPanel::theSelectionMovesToTheChosenLayer()
{
    Panel test;
    const auto point = test.editor.fixture.addPoint({0, 0, 0});
    test.press("addLayer");
    test.document().selection().set({point});
    test.press("moveToLayer");
    QVERIFY(engine::layerOf(test.document().world(), point) == test.layer(0));
    test.document().selection().clear();
    test.press("moveToLayer");
    QCOMPARE(test.editor.messages.size(), std::size_t{1}); // says what to select
}

void TestLayersPanel::eyeLockAndPlayAreClicked()
{
    Panel test;
    const auto loose = test.editor.fixture.addPoint({0, 0, 0});
    test.press("addLayer");
    const auto& world = test.document().world();
    test.clickAt(1, LayersPanel::VisibleColumn);
    QVERIFY(world.get<engine::Node>(test.layer(0))->hidden);
    test.clickAt(1, LayersPanel::VisibleColumn);
    QVERIFY(!world.get<engine::Node>(test.layer(0))->hidden);
    test.clickAt(1, LayersPanel::LockColumn);
    QVERIFY(world.get<engine::Node>(test.layer(0))->locked);
    test.clickAt(1, LayersPanel::PlayColumn);
    QVERIFY(world.get<engine::Layer>(test.layer(0))->omit);
    test.clickAt(0, LayersPanel::VisibleColumn); // the default layer stands for its objects
    QVERIFY(world.get<engine::Node>(loose)->hidden);
}

void TestLayersPanel::whatWasHiddenByItselfStaysHidden()
{
    Panel test;
    const auto shown = test.editor.fixture.addPoint({0, 0, 0});
    const auto other = test.editor.fixture.addPoint({1, 0, 0});
    const auto hidden = test.editor.fixture.addPoint({2, 0, 0});
    VERIFY_OK(test.editor.fixture.run([&](Transaction& edit) -> Result<void> {
        hide(edit, std::array{hidden});
        editor::lock(edit, std::array{hidden});
        return {};
    }));
    const auto node = [&](EntityId each) {
        return *test.document().world().get<engine::Node>(each);
    };
    for (const auto& [column, flag] : {std::pair{LayersPanel::VisibleColumn, &engine::Node::hidden},
                                       std::pair{LayersPanel::LockColumn, &engine::Node::locked}}) {
        test.panel.refreshNow();
        test.clickAt(0, column);
        QVERIFY(node(shown).*flag && node(other).*flag);
        test.clickAt(0, column);
        QVERIFY(!(node(shown).*flag) && !(node(other).*flag) && node(hidden).*flag);
        // One that is shown by itself in between does not make the others hidden by themselves.
        test.clickAt(0, column);
        VERIFY_OK(test.editor.fixture.run([&](Transaction& edit) -> Result<void> {
            show(edit, std::array{shown});
            editor::unlock(edit, std::array{shown});
            return {};
        }));
        test.panel.refreshNow();
        test.clickAt(0, column);
        test.clickAt(0, column);
        QVERIFY(!(node(shown).*flag) && !(node(other).*flag) && node(hidden).*flag);
    }
    // Where all are hidden by themselves, the eye shows them.
    VERIFY_OK(test.editor.fixture.run([&](Transaction& edit) -> Result<void> {
        hide(edit, std::array{shown, other});
        return {};
    }));
    test.panel.refreshNow();
    test.clickAt(0, LayersPanel::VisibleColumn);
    QVERIFY(!node(shown).hidden && !node(hidden).hidden);
}

void TestLayersPanel::theNewCurrentLayerIsShown()
{
    Panel test;
    test.press("addLayer");
    const auto layer = test.layer(0);
    test.document().setCurrentLayer({});
    VERIFY_OK(test.editor.fixture.run([&](Transaction& edit) -> Result<void> {
        hide(edit, std::array{layer});
        editor::lock(edit, std::array{layer});
        return {};
    }));
    test.panel.refreshNow();
    Q_EMIT test.tree->itemDoubleClicked(test.row(1), LayersPanel::NameColumn);
    QVERIFY(test.document().currentLayer() == layer);
    const auto& node = *test.document().world().get<engine::Node>(layer);
    QVERIFY(!node.hidden && !node.locked);
    const auto steps = test.document().history().position();
    Q_EMIT test.tree->itemDoubleClicked(test.row(1), LayersPanel::NameColumn);
    QCOMPARE(test.document().history().position(), steps); // there is nothing to show
}

void TestLayersPanel::rowsAreRenamed()
{
    Panel test;
    test.press("addLayer");
    test.row(1)->setText(0, QStringLiteral("Props"));
    QCOMPARE(test.document().world().get<engine::Node>(test.layer(0))->name, std::string{"Props"});
    QVERIFY(!(test.row(0)->flags() & Qt::ItemIsEditable));
}

void TestLayersPanel::removingALayerKeepsItsObjects()
{
    Panel test;
    test.press("addLayer");
    const auto point = test.editor.fixture.addPoint({0, 0, 0});
    test.press("removeLayer");
    QVERIFY(test.document().world().exists(point));
    QVERIFY(engine::layers(test.document().world()).empty());
}

void TestLayersPanel::buttonsThatWouldDoNothingAreGrey()
{
    Panel test;
    const auto enabled = [&] {
        QStringList names;
        for (const auto* name : {"layerUp", "layerDown", "removeLayer"})
            if (test.panel.findChild<QToolButton*>(QLatin1String{name})->isEnabled())
                names += QLatin1String{name};
        return names.join(QLatin1Char{' '});
    };
    QCOMPARE(enabled(), QString{});
    test.press("addLayer");
    QCOMPARE(enabled(), QStringLiteral("removeLayer"));
    test.press("addLayer");
    QCOMPARE(enabled(), QStringLiteral("layerUp removeLayer"));
    test.press("layerUp");
    QCOMPARE(enabled(), QStringLiteral("layerDown removeLayer"));
    test.tree->setCurrentItem(test.row(0));
    QCOMPARE(enabled(), QString{});
}

GUI_TEST(TestLayersPanel)
} // namespace tst_layers_panel

#include "tst_layers_panel.moc"
