#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/panels/fields/entity_field.h"
#include "editor/panels/level/outliner.h"
#include "editor/panels/level/outliner_model.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTreeView>

namespace tst_outliner
{
using namespace editor;
using engine::Result;
using engine::Vec3d;
using mapwright::test::TestEditor;

struct Scene
{
    TestEditor editor;
    std::vector<EntityId> lights;
    Outliner outliner{editor};
    QAbstractItemModelTester tester{&outliner.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest};

    explicit Scene(int count = 6)
    {
        run([&](Transaction& edit) -> Result<void> {
            for (int i = 0; i < count; ++i)
                lights.push_back(addLight(edit, Vec3d{i, 0, 0}));
            return {};
        });
        outliner.resize(300, 400);
        outliner.show();
    }

    void run(const std::function<Result<void>(Transaction&)>& edit)
    {
        VERIFY_OK(editor.document().run("Test", edit));
    }

    Selection& selection() { return editor.document().selection(); }

    QTreeView& tree() { return outliner.tree(); }

    /// Of a top-level object while nothing is filtered.
    QModelIndex row(EntityId entity)
    {
        return tree().model()->index(outliner.model().indexOf(entity).row(), 0);
    }

    void click(EntityId entity, Qt::KeyboardModifiers modifiers = {}, int column = 0)
    {
        const auto index = row(entity).siblingAtColumn(column);
        tree().scrollTo(index);
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, modifiers,
                          tree().visualRect(index).center());
    }

    std::vector<int> selectedRows()
    {
        std::vector<int> rows;
        for (const auto& index : tree().selectionModel()->selectedRows())
            rows.push_back(index.row());
        std::sort(rows.begin(), rows.end());
        return rows;
    }
};

class TestOutliner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clicksSelectInTheDocument();
    void rowsShowTheColourOfTheirLayer();
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
    void renamingIsOneStep();
    void brushesWithoutANameOfTheirOwnAreToldApart();
    void f2BeginsWithTheNameAndAnEmptyOneGoesBack();
    void theFilterFindsWhatIsShown();
    void theEyeHidesTheWholeSelection();
    void linkedGroupsAreToldFromOthers();
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

void TestOutliner::rowsShowTheColourOfTheirLayer()
{
    Scene scene;
    EntityId layer;
    scene.run([&](Transaction& edit) -> Result<void> {
        layer = addLayer(edit, "Trim");
        setLayerColor(edit, layer, {1, 0, 0});
        return moveToLayer(edit, std::array{scene.lights[0]}, layer);
    });
    const auto& model = scene.outliner.model();
    const auto markOf = [&](EntityId entity) {
        const auto icon = model.data(model.indexOf(entity), Qt::DecorationRole).value<QIcon>();
        return icon.pixmap(32, 32).toImage().pixelColor(25, 25);
    };
    QCOMPARE(markOf(scene.lights[0]), QColor(255, 0, 0));
    QCOMPARE(markOf(layer), QColor(255, 0, 0));
    QVERIFY(markOf(scene.lights[1]) != QColor(255, 0, 0));
    std::vector<EntityId> told;
    connect(&model, &QAbstractItemModel::dataChanged, this,
            [&](const QModelIndex& row) { told.push_back(model.entityOf(row)); });
    scene.run([&](Transaction& edit) -> Result<void> {
        setLayerColor(edit, layer, {0, 0, 1});
        return {};
    });
    QVERIFY(std::find(told.begin(), told.end(), scene.lights[0]) != told.end());
    QCOMPARE(markOf(scene.lights[0]), QColor(0, 0, 255));
    QCOMPARE(model.data(model.indexOf(scene.lights[0]), Qt::ToolTipRole).toString(),
             QStringLiteral("Light (Light), layer Trim"));
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

void TestOutliner::renamingIsOneStep()
{
    Scene scene;
    auto& model = scene.outliner.model();
    const auto steps = scene.editor.document().history().entries().size();
    QVERIFY(model.setData(model.indexOf(scene.lights[0]), QStringLiteral("  Lamp "), Qt::EditRole));
    QCOMPARE(scene.editor.document().history().entries().size(), steps + 1);
    QCOMPARE(model.indexOf(scene.lights[0]).data().toString(), QStringLiteral("Lamp"));
    QVERIFY(!model.setData(model.indexOf(scene.lights[0]), QStringLiteral(" "), Qt::EditRole));
}

namespace
{
EntityId addBrush(Scene& scene, const char* material, const Vec3d& size)
{
    EntityId made;
    scene.run([&](Transaction& edit) -> Result<void> {
        auto box = createBox(edit, {Vec3d{0}, size}, engine::Name{material}, "Brush");
        if (!box)
            return box.error();
        made = *box;
        return {};
    });
    return made;
}
} // namespace

void TestOutliner::brushesWithoutANameOfTheirOwnAreToldApart()
{
    Scene scene;
    const auto brick = addBrush(scene, "Walls/brick", {4, 2, 1});
    const auto wood = addBrush(scene, "Floors/wood", {4, 2, 1});
    QCOMPARE(scene.row(brick).data().toString(), QStringLiteral("Brush: brick, 4 x 2 x 1 m"));
    QCOMPARE(scene.row(wood).data().toString(), QStringLiteral("Brush: wood, 4 x 2 x 1 m"));
    const auto touched = scene.outliner.model().rowsTouched();
    scene.run([&](Transaction& edit) { return resizeBox(edit, wood, {Vec3d{0}, Vec3d{8, 2, 1}}); });
    QCOMPARE(scene.row(wood).data().toString(), QStringLiteral("Brush: wood, 8 x 2 x 1 m"));
    QCOMPARE(scene.outliner.model().rowsTouched(), touched + 1);
}

void TestOutliner::f2BeginsWithTheNameAndAnEmptyOneGoesBack()
{
    Scene scene;
    const auto brush = addBrush(scene, "Walls/brick", {4, 2, 1});
    const auto name = [&] {
        return QString::fromStdString(
            scene.editor.document().world().get<engine::Node>(brush)->name);
    };
    scene.click(brush);
    QTest::keyClick(&scene.tree(), Qt::Key_F2);
    auto* field = scene.tree().findChild<QLineEdit*>();
    QVERIFY(field != nullptr);
    QCOMPARE(field->text(), QStringLiteral("Brush"));
    const auto before = scene.editor.document().contentHash();
    QTest::keyClick(field, Qt::Key_Return); // as it was: nothing is stored
    QCOMPARE(scene.editor.document().contentHash(), before);

    auto& model = scene.outliner.model();
    QVERIFY(model.setData(model.indexOf(brush), QStringLiteral("North wall"), Qt::EditRole));
    QCOMPARE(name(), QStringLiteral("North wall"));
    QCOMPARE(scene.row(brush).data().toString(), QStringLiteral("North wall"));
    QVERIFY(model.setData(model.indexOf(brush), QStringLiteral(" "), Qt::EditRole));
    QCOMPARE(name(), QStringLiteral("Brush"));
    QVERIFY(!model.setData(model.indexOf(scene.lights[0]), QString{}, Qt::EditRole));
}

void TestOutliner::theFilterFindsWhatIsShown()
{
    Scene scene;
    (void)addBrush(scene, "Walls/brick", {4, 2, 1});
    (void)addBrush(scene, "Floors/wood", {4, 2, 1});
    scene.outliner.findChild<QLineEdit*>(QStringLiteral("sceneFilter"))
        ->setText(QStringLiteral("WOOD"));
    QCOMPARE(scene.tree().model()->rowCount(), 1);
    QCOMPARE(scene.tree().model()->index(0, 0).data(Qt::EditRole).toString(),
             QStringLiteral("Brush"));
    QVERIFY(scene.tree().model()->index(0, 0).data().toString().contains(QStringLiteral("wood")));
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

void TestOutliner::linkedGroupsAreToldFromOthers()
{
    Scene scene;
    EntityId group;
    EntityId copy;
    scene.run([&](Transaction& edit) -> Result<void> {
        const auto grouped = editor::group(edit, std::span{scene.lights}.first(2));
        if (!grouped)
            return grouped.error();
        group = *grouped;
        return {};
    });
    const auto told = [&](EntityId entity) {
        return scene.outliner.model()
            .indexOf(entity)
            .data(Qt::ToolTipRole)
            .toString()
            .section(QLatin1Char{'('}, 1);
    };
    const auto picture = [&](EntityId entity) {
        return scene.outliner.model()
            .indexOf(entity)
            .data(Qt::DecorationRole)
            .value<QIcon>()
            .pixmap(24)
            .toImage();
    };
    QCOMPARE(told(group), QStringLiteral("Group)"));
    const auto before = picture(group);
    scene.run([&](Transaction& edit) -> Result<void> {
        const auto copies = createLinkedDuplicate(edit, std::vector{group});
        if (!copies)
            return copies.error();
        copy = copies->front();
        return {};
    });
    QCOMPARE(told(group), QStringLiteral("Linked group, 2 copies)"));
    QCOMPARE(told(copy), told(group));
    QVERIFY(picture(group) != before);
    scene.editor.document().undo();
    QCOMPARE(told(group), QStringLiteral("Group)"));
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
