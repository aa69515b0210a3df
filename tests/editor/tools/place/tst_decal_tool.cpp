#include "editor/operations/brush/texture_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/tools/place/decal_tool.h"
#include "editor/tools/select/pick_target.h"
#include "engine_core/assets/images/image.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/decals/decal_places.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <set>

namespace tst_decal_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestDecalTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickLaysOneOfTheCurrentMaterial();
    void onFloorsItIsUprightInTheView();
    void aDragTurnsAndScales();
    void escapeTakesADragBack();
    void aStrokeIsOneStep();
    void aRefusedStrokeSelectsNothing();
    void toolFacesAreLookedThrough();
    void laterOnesLieOverEarlierOnes();
    void onADoorItGoesAlong();
    void otherViewsAreTheSelectionTools();
    void itsSettingsAreUsed();
    void isAsLargeAsItsPicture();
    void isPickedByItsPicture();
    void facesBeneathArePickedWithShift();
    void isCopiedWithItsLinkedGroup();
    void itsMaterialIsReplaced();
};

namespace
{
/// A project with a sign of 512 x 128 pixels.
struct SignProject
{
    SignProject()
    {
        const auto assets = fs::path{folder.path().toStdString()} / "assets";
        fs::create_directories(assets);
        Image image{512, 128, {}};
        image.rgba.assign(std::size_t{512} * 128 * 4, 255);
        ENGINE_EXPECT(savePng(image, assets / "sign.png"));
        std::ofstream{assets / "sign.material.json"} << R"({"format": 1, "color": "sign.png"})";
    }

    QTemporaryDir folder;
    std::unique_ptr<AssetDatabase> project;

    AssetDatabase& open()
    {
        project = std::make_unique<AssetDatabase>(Project{folder.path().toStdString(), "test", {}});
        return *project;
    }
};

/// A wall whose face looks along +Z at z = 0, and a floor before it; seen from (0, 2, 6).
struct WallEditor : SignProject, TestEditor
{
    WallEditor() : TestEditor{SignProject::open()}
    {
        wall = fixture.addBox({-8, 0, -1}, {8, 4, 0}, "wall");
        floor = fixture.addBox({-8, -1, -1}, {8, 0, 8}, "floor");
        setCurrentMaterial(Name{"crack"});
        activateTool("decal");
        gridSetting.enabled = false;
    }

    /// Of the decal that is selected.
    [[nodiscard]] const Decal& decal()
    {
        return fixture.get<Decal>(document().selection().primary());
    }

    [[nodiscard]] Transform place()
    {
        return worldTransform(document().world(), document().selection().primary());
    }

    [[nodiscard]] std::size_t count() { return document().world().count<Decal>(); }

    EntityId wall, floor;
    TestView view = perspectiveView({0, 2, 6}, {0, 2, 0});
};

bool isNear(const Vec3d& a, const Vec3d& b)
{
    return glm::length(a - b) < 1e-6;
}
} // namespace

void TestDecalTool::aClickLaysOneOfTheCurrentMaterial()
{
    WallEditor editor;
    const auto before = editor.document().contentHash();
    click(editor, editor.view, {1, 2, 0});
    QCOMPARE(editor.count(), 1U);
    QCOMPARE(editor.decal().material.path, std::string{"crack"});
    const auto place = editor.place();
    QVERIFY(isNear(place.position, {1, 2, 0}));
    QVERIFY(isNear(place.rotation * Vec3d{0, 0, 1}, {0, 0, 1})); // off the wall
    QVERIFY(isNear(place.rotation * Vec3d{0, 1, 0}, {0, 1, 0})); // upright
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Add decal"});
    const auto after = editor.document().contentHash();
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), before);
    editor.document().redo();
    QCOMPARE(editor.document().contentHash(), after);
}

void TestDecalTool::onFloorsItIsUprightInTheView()
{
    WallEditor editor;
    const auto view = perspectiveView({4, 3, 4}, {0, 0, 4}); // looks along -X
    click(editor, view, {1, 0, 4});
    QVERIFY(isNear(editor.place().rotation * Vec3d{0, 0, 1}, {0, 1, 0}));
    QVERIFY(isNear(editor.place().rotation * Vec3d{0, 1, 0}, {-1, 0, 0}));
}

void TestDecalTool::aDragTurnsAndScales()
{
    WallEditor editor;
    drag(editor, editor.view, {0, 2, 0}, {0, 3, 0}); // the right side upwards
    QCOMPARE(editor.count(), 1U);
    QVERIFY(isNear(editor.place().position, {0, 2, 0}));
    QVERIFY(isNear(editor.place().rotation * Vec3d{1, 0, 0}, {0, 1, 0}));
    QVERIFY(std::abs(editor.decal().size.x - 2) < 1e-6);
    QVERIFY(std::abs(editor.decal().size.y - 2) < 1e-6); // as wide as high, as its picture is
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Add decal"});
}

void TestDecalTool::escapeTakesADragBack()
{
    WallEditor editor;
    const auto before = editor.document().contentHash();
    startDrag(editor, editor.view, {0, 2, 0}, {1, 2, 0});
    QCOMPARE(editor.count(), 1U);
    QVERIFY(press(editor, editor.view, ToolKey::Escape));
    QCOMPARE(editor.document().contentHash(), before);
}

void TestDecalTool::aStrokeIsOneStep()
{
    WallEditor editor;
    const auto before = editor.document().contentHash();
    const auto steps = editor.document().history().entries().size();
    drag(editor, editor.view, {-2.5, 2, 0}, {2.8, 2, 0}, Shift);
    QCOMPARE(editor.count(), 6U); // a width of one metre apart
    QCOMPARE(editor.document().history().entries().size(), steps + 1);
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Paint decals"});
    std::set<std::string> names;
    std::set<double> widths;
    editor.document().world().forEach<Decal>([&](EntityId entity, const Decal& decal) {
        names.insert(editor.fixture.get<Node>(entity).name);
        widths.insert(decal.size.x);
        QVERIFY(decal.size.x >= 0.75 && decal.size.x <= 1.25);
        QVERIFY(std::abs(decal.size.x - decal.size.y) < 1e-9);
        QVERIFY(std::abs(worldTransform(editor.document().world(), entity).position.z) < 1e-9);
    });
    QCOMPARE(names.size(), 6U);
    QVERIFY(widths.size() > 1);
    QCOMPARE(editor.document().selection().entities().size(), 6U);
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), before);
}

void TestDecalTool::aRefusedStrokeSelectsNothing()
{
    WallEditor editor;
    editor.document().selection().set({editor.wall});
    const auto before = editor.document().contentHash();
    startDrag(editor, editor.view, {-2.5, 2, 0}, {2.8, 2, 0}, Shift);
    editor.document().addRule(
        [](Transaction&) -> Result<void> { return Error{"No decals, please"}; });
    editor.tools.release(pointerAt(editor, editor.view, {2.8, 2, 0}, Shift));
    QCOMPARE(editor.document().contentHash(), before);
    QCOMPARE(editor.document().selection().entities(), std::vector{editor.wall});
}

void TestDecalTool::toolFacesAreLookedThrough()
{
    WallEditor editor;
    VERIFY_OK(editor.document().run("Clip", [&](Transaction& edit) -> Result<void> {
        const auto box = edit.create("clip");
        auto brush = editor.fixture.brushOf(editor.wall);
        auto faces = std::vector<BrushFace>{brush.faces().begin(), brush.faces().end()};
        for (auto& face : faces) {
            face.material = Name{"common/clip"};
            face.plane.distance += 0.5;
        }
        auto made = Brush::fromFaces(std::move(faces));
        if (!made)
            return made.error();
        edit.set(box, BrushComponent{std::make_shared<const Brush>(*std::move(made))});
        return {};
    }));
    click(editor, editor.view, {1, 2, 0});
    QVERIFY(isNear(editor.place().position, {1, 2, 0}));
}

void TestDecalTool::laterOnesLieOverEarlierOnes()
{
    WallEditor editor;
    click(editor, editor.view, {1, 2, 0});
    const auto first = editor.document().selection().primary();
    VERIFY_OK(editor.document().run("Order", [&](Transaction& edit) -> Result<void> {
        auto decal = editor.decal();
        decal.order = 7;
        edit.set(first, decal);
        return {};
    }));
    click(editor, editor.view, {1.2, 2, 0});
    const auto second = editor.document().selection().primary();
    QVERIFY(second != first);
    QVERIFY(liesOver(editor.document().world(), second, first));
    click(editor, editor.view, {-3, 2, 0}); // over nothing
    QCOMPARE(editor.decal().order, 0);
}

void TestDecalTool::onADoorItGoesAlong()
{
    WallEditor editor;
    const auto leaf = editor.fixture.addBox({-1, 0, 1}, {1, 3, 1.2}, "leaf");
    EntityId door;
    VERIFY_OK(editor.document().run("Door", [&](Transaction& edit) -> Result<void> {
        const auto made = addDoor(edit, std::span{&leaf, 1});
        if (!made)
            return made.error();
        door = *made;
        return {};
    }));
    click(editor, editor.view, {0.5, 2, 1.2});
    QCOMPARE(editor.fixture.get<Node>(editor.document().selection().primary()).parent, door);
    QVERIFY(isNear(editor.place().position, {0.5, 2, 1.2}));
    click(editor, editor.view, {4, 2, 0});
    QVERIFY(editor.fixture.get<Node>(editor.document().selection().primary()).parent != door);
}

void TestDecalTool::otherViewsAreTheSelectionTools()
{
    WallEditor editor;
    click(editor, frontView(), {1, 2, 0});
    QCOMPARE(editor.count(), 0U);
    QCOMPARE(editor.document().selection().entities(), std::vector{editor.wall});
    // Without a material as well.
    editor.setCurrentMaterial({});
    click(editor, editor.view, {1, 0, 3});
    QCOMPARE(editor.document().selection().entities(), std::vector{editor.floor});
    editor.setCurrentMaterial(Name{"crack"});
    // And in 3D what shows nothing.
    click(editor, perspectiveView({0, 2, 6}, {0, 2, 20}), {0, 2, 15});
    QCOMPARE(editor.count(), 0U);
}

void TestDecalTool::itsSettingsAreUsed()
{
    WallEditor editor;
    auto settings = editor.tools.find("decal")->settings();
    QCOMPARE(settings.size(), 8U);
    VERIFY_OK(settings[0].set(2.5));
    VERIFY_OK(settings[1].set(0.5));
    VERIFY_OK(settings[2].set(0.1));
    VERIFY_OK(settings[4].set(90));
    click(editor, editor.view, {1, 2, 0});
    QCOMPARE(editor.decal().size, (Vec3d{2.5, 0.5, 0.1}));
    QVERIFY(isNear(editor.place().rotation * Vec3d{1, 0, 0}, {0, 1, 0}));
    VERIFY_OK(settings[3].press()); // of the picture, which is missing: a metre
    click(editor, editor.view, {1, 2, 0});
    QCOMPARE(editor.decal().size, (Vec3d{1, 1, 0.1}));
}

void TestDecalTool::isAsLargeAsItsPicture()
{
    WallEditor editor;
    editor.setCurrentMaterial(Name{"sign"});
    click(editor, editor.view, {1, 2, 0});
    QCOMPARE(editor.decal().size, (Vec3d{2, 0.5, 0.25}));
}

void TestDecalTool::isPickedByItsPicture()
{
    WallEditor editor;
    click(editor, editor.view, {1, 2, 0});
    const auto decal = editor.document().selection().primary();
    editor.activateTool("select");
    click(editor, editor.view, {-3, 2, 0});
    QCOMPARE(editor.document().selection().entities(), std::vector{editor.wall});
    click(editor, editor.view, {1.4, 2.4, 0});
    QCOMPARE(editor.document().selection().entities(), std::vector{decal});
    const auto above = perspectiveView({0, 5, 6}, {0, 2, 0});
    drag(editor, above, {1.2, 2, 0}, {2.2, 2, 0}); // and dragged by it
    QVERIFY(editor.place().position.x > 1.5);
    // In 2D by its icon.
    editor.document().selection().clear();
    click(editor, frontView(), editor.fixture.get<TransformComponent>(decal).position);
    QCOMPARE(editor.document().selection().entities(), std::vector{decal});
}

void TestDecalTool::facesBeneathArePickedWithShift()
{
    WallEditor editor;
    click(editor, editor.view, {1, 2, 0});
    editor.activateTool("select");
    click(editor, editor.view, {1, 2, 0}, Shift);
    QCOMPARE(editor.document().selection().faces().size(), 1U);
    QCOMPARE(editor.document().selection().faces().front().entity, editor.wall);
}

void TestDecalTool::isCopiedWithItsLinkedGroup()
{
    WallEditor editor;
    click(editor, editor.view, {1, 2, 0});
    const auto decal = editor.document().selection().primary();
    EntityId made;
    VERIFY_OK(editor.document().run("Group", [&](Transaction& edit) -> Result<void> {
        const std::array parts{editor.wall, decal};
        const auto grouped = group(edit, parts);
        if (!grouped)
            return grouped.error();
        made = *grouped;
        return {};
    }));
    VERIFY_OK(editor.document().run("Link", [&](Transaction& edit) -> Result<void> {
        const auto copies = createLinkedDuplicate(edit, std::span{&made, 1});
        return copies ? Result<void>{} : Result<void>{copies.error()};
    }));
    QCOMPARE(editor.count(), 2U);
    const auto text =
        copyText(editor.document().world(), editor.fixture.types, std::span{&made, 1});
    VERIFY_OK(editor.document().run("Paste", [&](Transaction& edit) -> Result<void> {
        const auto pasted = pasteText(edit, text, {});
        return pasted ? Result<void>{} : Result<void>{pasted.error()};
    }));
    QCOMPARE(editor.count(), 3U);
    std::vector<Decal> all;
    editor.document().world().forEach<Decal>(
        [&](EntityId, const Decal& each) { all.push_back(each); });
    QCOMPARE(all[0], all[1]);
    QCOMPARE(all[0], all[2]);
}

void TestDecalTool::itsMaterialIsReplaced()
{
    WallEditor editor;
    click(editor, editor.view, {1, 2, 0});
    const auto uses = assetUses(editor.document().world());
    QVERIFY(std::any_of(uses.begin(), uses.end(), [](const AssetUse& use) {
        return use.kind == AssetKind::Material && use.path == "crack";
    }));
    VERIFY_OK(editor.document().run("Replace", [](Transaction& edit) {
        return replaceMaterial(edit, Name{"crack"}, Name{"sign"});
    }));
    QCOMPARE(editor.decal().material.path, std::string{"sign"});
    editor.document().undo();
    QCOMPARE(editor.decal().material.path, std::string{"crack"});
}

PLAIN_TEST(TestDecalTool)
} // namespace tst_decal_tool

#include "tst_decal_tool.moc"
