#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/panels/level/outlined_scene.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QLineEdit>
#include <QTreeView>

namespace tst_outliner
{
using namespace editor;
using engine::Result;
using engine::Vec3d;
using mapwright::test::TestEditor;
using Scene = mapwright::test::OutlinedScene;

class TestOutliner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clicksSelectInTheDocument();
    void shiftSelectsARange();
    void theDocumentsSelectionShowsInTheTree();
    void filteringKeepsTheSelection();
    void anEditTouchesItsRowsOnly_data();
    void anEditTouchesItsRowsOnly();
    void rowsFollowGroupsAndUndo();
    void manyThatMoveAreOneStart();
    void parentAndChildMayChangePlaces();
    void aDuplicateHasItsRowBehindItsSource();
    void aDropMovesBelowTheTarget();
    void theEyeHidesTheWholeSelection();
    void aClickBuildsOnWhatWasJustSelected();
    void aDoubleClickGoesToTheObject();
};

void TestOutliner::aDuplicateHasItsRowBehindItsSource()
{
    Scene scene{3};
    auto& document = scene.editor.document();
    document.worldForSystems().setNextId(2); // before all that is there
    std::vector<EntityId> copies;
    scene.run([&](Transaction& edit) -> Result<void> {
        copies = duplicate(edit, std::vector{scene.lights[0], scene.lights[1]});
        return {};
    });
    const auto rows = [&] {
        std::vector<EntityId> shown;
        for (int row = 0; row < scene.outliner.model().rowCount({}); ++row)
            shown.push_back(
                scene.outliner.model().entityOf(scene.outliner.model().index(row, 0, {})));
        return shown;
    };
    const std::vector wanted{scene.lights[0], scene.lights[1], copies[0], copies[1],
                             scene.lights[2]};
    QCOMPARE(rows(), wanted);
    QCOMPARE(document.world().get<engine::Node>(copies[0])->name, std::string{"Light 2"});
    document.undo();
    QCOMPARE(rows(), scene.lights);
    document.redo();
    QCOMPARE(rows(), wanted);
    scene.run([&](Transaction& edit) -> Result<void> {
        edit.destroy(copies[0]);
        return {};
    });
    QCOMPARE(rows(), (std::vector{scene.lights[0], scene.lights[1], copies[1], scene.lights[2]}));
    OutlinerModel fresh{scene.editor};
    QCOMPARE(fresh.entityOf(fresh.index(2, 0, {})), copies[1]);
}

void TestOutliner::clicksSelectInTheDocument()
{
    Scene scene;
    scene.click(scene.lights[1]);
    QCOMPARE(scene.selection().entities(), std::vector{scene.lights[1]});
    scene.click(scene.lights[4], Qt::ControlModifier);
    scene.click(scene.lights[2], Qt::ControlModifier);
    // The order of choosing is kept: the last one is the primary.
    QCOMPARE(scene.selection().entities(),
             (std::vector{scene.lights[1], scene.lights[4], scene.lights[2]}));
    scene.click(scene.lights[4], Qt::ControlModifier);
    QCOMPARE(scene.selection().entities(), (std::vector{scene.lights[1], scene.lights[2]}));
}

void TestOutliner::shiftSelectsARange()
{
    Scene scene;
    scene.click(scene.lights[1]);
    scene.click(scene.lights[4], Qt::ShiftModifier);
    QCOMPARE(scene.selection().entities().size(), std::size_t{4});
}

void TestOutliner::theDocumentsSelectionShowsInTheTree()
{
    Scene scene;
    int told = 0;
    const auto count = scene.selection().changed.connect([&] { ++told; });
    scene.selection().set({scene.lights[0], scene.lights[3], scene.lights[4]});
    QCOMPARE(scene.selectedRows(), (std::vector{0, 3, 4}));
    QCOMPARE(told, 1); // the tree does not answer
    scene.selection().clear();
    QVERIFY(scene.selectedRows().empty());
}

void TestOutliner::filteringKeepsTheSelection()
{
    Scene scene;
    scene.run([&](Transaction& edit) -> Result<void> {
        rename(edit, scene.lights[2], "Lamp");
        return {};
    });
    scene.selection().set({scene.lights[2], scene.lights[3]});
    auto* filter = scene.outliner.findChild<QLineEdit*>(QStringLiteral("sceneFilter"));
    filter->setText(QStringLiteral("lamp"));
    QCOMPARE(scene.tree().model()->rowCount(), 1);
    QCOMPARE(scene.selection().entities(), (std::vector{scene.lights[2], scene.lights[3]}));
    filter->clear();
    QCOMPARE(scene.selectedRows(), (std::vector{2, 3}));
}

void TestOutliner::anEditTouchesItsRowsOnly_data()
{
    QTest::addColumn<int>("objects");
    QTest::newRow("room") << 50;
    QTest::newRow("level") << 5000; // must cost what the room costs
}

void TestOutliner::anEditTouchesItsRowsOnly()
{
    QFETCH(int, objects);
    TestEditor editor;
    std::vector<EntityId> lights;
    VERIFY_OK(editor.document().run("Fill", [&](Transaction& edit) -> Result<void> {
        for (int i = 0; i < objects; ++i)
            lights.push_back(addLight(edit, Vec3d{i, 0, 0}));
        return {};
    }));
    Outliner outliner{editor};
    outliner.show();
    const auto touched = [&](const std::function<void(Transaction&)>& change) {
        const auto before = outliner.model().rowsTouched();
        (void)editor.document().run("Edit", [&](Transaction& edit) -> Result<void> {
            change(edit);
            return {};
        });
        return outliner.model().rowsTouched() - before;
    };
    QCOMPARE(touched([&](Transaction& edit) { rename(edit, lights[7], "Lamp"); }), std::size_t{1});
    QVERIFY(touched([&](Transaction& edit) { (void)addLight(edit, {}); }) <= 2);
    QVERIFY(touched([&](Transaction& edit) { edit.destroy(lights[9]); }) <= 2);
    QVERIFY(touched([&](Transaction& edit) {
                (void)group(edit, std::vector{lights[1], lights[2]});
            }) <= 16);
    QCOMPARE(outliner.model().rowCount({}), objects - 1);
}

void TestOutliner::rowsFollowGroupsAndUndo()
{
    Scene scene;
    EntityId made;
    scene.run([&](Transaction& edit) -> Result<void> {
        made = *group(edit, std::vector{scene.lights[1], scene.lights[3]});
        return {};
    });
    auto& model = scene.outliner.model();
    QCOMPARE(model.rowCount({}), 5);
    QCOMPARE(model.rowCount(model.indexOf(made)), 2);
    scene.editor.document().undo();
    QCOMPARE(model.rowCount({}), 6);
    QVERIFY(!model.indexOf(made).isValid());
    scene.editor.document().redo();
    scene.run([&](Transaction& edit) -> Result<void> {
        removeObjects(edit, std::vector{made});
        return {};
    });
    QCOMPARE(model.rowCount({}), 4);
    scene.editor.document().undo();
    QCOMPARE(model.rowCount(model.indexOf(made)), 2);
    scene.editor.document().clear();
    QCOMPARE(model.rowCount({}), 0);
}

/// Row by row, each would make the filter lay out anew what is selected.
void TestOutliner::manyThatMoveAreOneStart()
{
    Scene scene;
    EntityId opened;
    scene.run([&](Transaction& edit) -> Result<void> {
        opened = *group(edit, std::vector{scene.lights[0], scene.lights[1]});
        for (int i = 0; i < 200; ++i)
            scene.lights.push_back(addLight(edit, Vec3d{i, 0, 1}));
        return {};
    });
    scene.tree().expand(scene.row(opened));
    const std::vector<EntityId> chosen{scene.lights.begin() + 2, scene.lights.end()};
    scene.selection().set(chosen);
    QSignalSpy moved{&scene.outliner.model(), &QAbstractItemModel::rowsMoved};
    QSignalSpy begun{&scene.outliner.model(), &QAbstractItemModel::modelReset};
    EntityId made;
    scene.run([&](Transaction& edit) -> Result<void> {
        made = *group(edit, chosen);
        return {};
    });
    auto& model = scene.outliner.model();
    QCOMPARE(model.rowCount(model.indexOf(made)), static_cast<int>(chosen.size()));
    QVERIFY(scene.tree().isExpanded(scene.row(opened)));
    QCOMPARE(scene.selection().entities(), chosen);
    scene.editor.document().undo();
    QCOMPARE(model.rowCount({}), static_cast<int>(chosen.size()) + 1);
    QVERIFY(scene.tree().isExpanded(scene.row(opened)));
    QCOMPARE(scene.tree().selectionModel()->selectedRows().size(), std::ssize(chosen));
    QCOMPARE(begun.count(), 2);
    QCOMPARE(moved.count(), 0);
}

void TestOutliner::parentAndChildMayChangePlaces()
{
    Scene scene;
    const auto a = scene.lights[0];
    const auto b = scene.lights[1];
    const auto under = [&](EntityId child, EntityId parent) {
        return [child, parent](Transaction& edit) -> Result<void> {
            return reparent(edit, std::vector{child}, parent);
        };
    };
    scene.run(under(b, a));
    scene.run([&](Transaction& edit) -> Result<void> {
        if (auto out = under(b, {})(edit); !out)
            return out;
        return under(a, b)(edit);
    });
    auto& model = scene.outliner.model();
    QCOMPARE(model.entityOf(model.indexOf(a).parent()), b);
    QVERIFY(!model.indexOf(b).parent().isValid());
    scene.editor.document().undo();
    QCOMPARE(model.entityOf(model.indexOf(b).parent()), a);
}

void TestOutliner::aDropMovesBelowTheTarget()
{
    Scene scene;
    auto& model = scene.outliner.model();
    const std::unique_ptr<QMimeData> mime{
        model.mimeData({model.indexOf(scene.lights[1]), model.indexOf(scene.lights[2])})};
    const auto target = model.indexOf(scene.lights[5]);
    QVERIFY(model.canDropMimeData(mime.get(), Qt::MoveAction, -1, -1, target));
    (void)model.dropMimeData(mime.get(), Qt::MoveAction, -1, -1, target);
    QCOMPARE(model.rowCount(model.indexOf(scene.lights[5])), 2);
    // Nothing can go below itself.
    const std::unique_ptr<QMimeData> above{model.mimeData({model.indexOf(scene.lights[5])})};
    QVERIFY(!model.canDropMimeData(above.get(), Qt::MoveAction, -1, -1,
                                   model.indexOf(scene.lights[1])));
}

void TestOutliner::theEyeHidesTheWholeSelection()
{
    Scene scene;
    scene.selection().set({scene.lights[0], scene.lights[1]});
    Q_EMIT scene.tree().clicked(
        scene.row(scene.lights[1]).siblingAtColumn(OutlinerModel::VisibleColumn));
    const auto& world = scene.editor.document().world();
    QVERIFY(world.get<engine::Node>(scene.lights[0])->hidden);
    QVERIFY(world.get<engine::Node>(scene.lights[1])->hidden);
    QVERIFY(!world.get<engine::Node>(scene.lights[2])->hidden);
}

void TestOutliner::aClickBuildsOnWhatWasJustSelected()
{
    Scene scene{1500};
    const auto& lights = scene.lights;
    scene.selection().set(lights);
    // Before the tree has shown it.
    scene.click(lights.front(), Qt::ControlModifier);
    QCOMPARE(scene.selection().entities().size(), lights.size() - 1);
    QVERIFY(!scene.selection().contains(lights.front()));
}

void TestOutliner::aDoubleClickGoesToTheObject()
{
    Scene scene;
    const auto light = scene.lights[2];
    scene.click(light);
    QVERIFY(!scene.editor.focused);
    const auto at = scene.tree().visualRect(scene.row(light)).center();
    QTest::mouseDClick(scene.tree().viewport(), Qt::LeftButton, {}, at);
    QVERIFY(scene.editor.focused && scene.editor.focused->contains(Vec3d{2, 0, 0}));
    QVERIFY(scene.tree().findChild<QLineEdit*>() == nullptr); // F2 renames
}

GUI_TEST(TestOutliner)
} // namespace tst_outliner

#include "tst_outliner.moc"
