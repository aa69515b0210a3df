#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/panels/level/outlined_scene.h"
#include "tests/program/registry.h"

#include <QLineEdit>

#include <array>

namespace tst_outliner_names
{
using namespace editor;
using engine::Result;
using engine::Vec3d;
using Scene = mapwright::test::OutlinedScene;

/// What the rows of the scene browser say of their objects, and new names for these.
class TestOutlinerNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsShowTheColourOfTheirLayer();
    void renamingIsOneStep();
    void brushesWithoutANameOfTheirOwnAreToldApart();
    void f2BeginsWithTheNameAndAnEmptyOneGoesBack();
    void theFilterFindsWhatIsShown();
    void linkedGroupsAreToldFromOthers();
};

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

void TestOutlinerNames::rowsShowTheColourOfTheirLayer()
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

void TestOutlinerNames::renamingIsOneStep()
{
    Scene scene;
    auto& model = scene.outliner.model();
    const auto steps = scene.editor.document().history().entries().size();
    QVERIFY(model.setData(model.indexOf(scene.lights[0]), QStringLiteral("  Lamp "), Qt::EditRole));
    QCOMPARE(scene.editor.document().history().entries().size(), steps + 1);
    QCOMPARE(model.indexOf(scene.lights[0]).data().toString(), QStringLiteral("Lamp"));
    QVERIFY(!model.setData(model.indexOf(scene.lights[0]), QStringLiteral(" "), Qt::EditRole));
}

void TestOutlinerNames::brushesWithoutANameOfTheirOwnAreToldApart()
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

void TestOutlinerNames::f2BeginsWithTheNameAndAnEmptyOneGoesBack()
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

void TestOutlinerNames::theFilterFindsWhatIsShown()
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

void TestOutlinerNames::linkedGroupsAreToldFromOthers()
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

GUI_TEST(TestOutlinerNames)
} // namespace tst_outliner_names

#include "tst_outliner_names.moc"
