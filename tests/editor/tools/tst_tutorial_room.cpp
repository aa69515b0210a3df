#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/tools/gestures/number_input.h"
#include "engine_core/scene/components/light.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_tutorial_room
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The room of the level-building tutorial, by hand and by operations.
class TestTutorialRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handsAndOperationsMakeTheSameRoom();
};

namespace
{
const Name FloorMaterial{"Materials/Spaceship/scififloorb"};
const Name WallMaterial{"Materials/Spaceship/scifiwall_basea2"};
const Name CeilingMaterial{"Materials/Spaceship/scificeilingb"};

const std::array<Aabb, 6> Boxes{{{{-8, 0, -8}, {8, 0.25, 8}},
                                 {{-8, 0, -8.25}, {8, 4, -8}},
                                 {{-8, 0, 8}, {8, 4, 8.25}},
                                 {{-8.25, 0, -8}, {-8, 4, 8}},
                                 {{8, 0, -8}, {8.25, 4, 8}},
                                 {{-8, 4, -8}, {8, 4.25, 8}}}};

const std::array<Vec3d, 4> Lights{{{-4, 2, -4}, {4, 2, -4}, {-4, 2, 4}, {4, 2, 4}}};

void setScaleOfFaces(Document& document)
{
    const auto faces = document.selection().faces();
    VERIFY_OK(document.run("Texture scale", [&](Transaction& tx) {
        return changeUv(tx, faces, {.scaleU = 4, .scaleV = 4});
    }));
}

void setRangeOfSelected(Document& document)
{
    const auto& type = *document.types().find("light");
    const auto lights = document.selection().entities();
    VERIFY_OK(document.run("Range", [&](Transaction& tx) {
        return editor::setProperty(tx, lights, type, *type.findProperty("range"), Value{9.0});
    }));
}

/// Draws with the box brush in the top view; a ceiling is lifted afterwards in the tool options.
void drawBoxes(TestEditor& editor)
{
    const auto view = topView();
    editor.activateTool("box_brush");
    for (std::size_t i = 0; i < Boxes.size(); ++i) {
        const auto& box = Boxes[i];
        editor.document().selection().clear();
        startDrag(editor, view, box.min, box.max);
        type(editor, view, metresText(box.size().y));
        editor.tools.release(pointerAt(editor, view, box.max));
        if (box.min.y != 0)
            for (const auto& setting : editor.tools.active()->settings())
                if (setting.label == "Place Y")
                    VERIFY_OK(setting.set(box.min.y));
    }
    press(editor, view, ToolKey::Escape);
}

void dropMaterials(TestEditor& editor)
{
    const auto inside = perspectiveView({0, 1.7, 0}, {0, 1.5, -8});
    const auto drop = [&](const TestView& view, const Vec3d& at, Name material) {
        const auto event = pointerAt(editor, view, at);
        QVERIFY(!event.hits.empty());
        const std::vector box{event.hits.front().entity};
        VERIFY_OK(editor.document().run(
            "Material", [&](Transaction& tx) { return applyMaterial(tx, box, material); }));
    };
    drop(perspectiveView({0, 1.7, 0}, {0, 0, -3}), {0, 0.25, -3}, FloorMaterial);
    drop(perspectiveView({0, 1.7, 0}, {0, 4, -3}), {0, 4, -3}, CeilingMaterial);
    drop(inside, {0, 1.5, -8}, WallMaterial);
    drop(perspectiveView({0, 1.7, 0}, {0, 1.5, 8}), {0, 1.5, 8}, WallMaterial);
    drop(perspectiveView({0, 1.7, 0}, {-8, 1.5, 0}), {-8, 1.5, 0}, WallMaterial);
    drop(perspectiveView({0, 1.7, 0}, {8, 1.5, 0}), {8, 1.5, 0}, WallMaterial);
}

/// Select surface, then a click and a double click: all faces of the floor, the wall and so on.
void scaleTextures(TestEditor& editor)
{
    auto& selection = editor.document().selection();
    selection.setMode(SelectionMode::Faces);
    for (const auto& at : {Vec3d{0, 0.25, -3}, Vec3d{0, 4, -3}, Vec3d{0, 1.5, -8}, Vec3d{0, 1.5, 8},
                           Vec3d{-8, 1.5, 0}, Vec3d{8, 1.5, 0}}) {
        click(editor, perspectiveView({0, 1.7, 0}, at), at);
        QCOMPARE(selection.faces().size(), 1U);
        setScaleOfFaces(editor.document());
    }
    selection.setMode(SelectionMode::Objects);
    selection.clear();
}

void placeLights(TestEditor& editor)
{
    editor.activateTool("light");
    std::vector<EntityId> placed;
    for (const auto& at : Lights) {
        editor.document().selection().clear();
        click(editor, frontView(), {at.x, at.y, 0});
        click(editor, topView(), at);
        QVERIFY(press(editor, topView(), ToolKey::Enter));
        placed.push_back(editor.document().selection().primary());
    }
    editor.document().selection().set(placed);
    setRangeOfSelected(editor.document());
}

void buildByOperations(Document& document)
{
    VERIFY_OK(document.run("Room", [&](Transaction& tx) -> Result<void> {
        for (std::size_t i = 0; i < Boxes.size(); ++i) {
            const auto material = i == 0 ? FloorMaterial : i == 5 ? CeilingMaterial : WallMaterial;
            auto made = createBox(tx, Boxes[i], material, freeName(tx.world(), "Box"));
            if (!made)
                return made.error();
            // The face that looks into the room.
            static const std::array<std::size_t, 6> Inner{2, 4, 5, 0, 1, 3};
            if (auto done =
                    changeUv(tx, std::vector{FaceRef{*made, Inner[i]}}, {.scaleU = 4, .scaleV = 4});
                !done)
                return done;
        }
        for (const auto& at : Lights) {
            const auto name = freeName(tx.world(), "Light");
            rename(tx, addLight(tx, at, Light{.color = {}, .range = 9}), name);
        }
        return {};
    }));
}
} // namespace

void TestTutorialRoom::handsAndOperationsMakeTheSameRoom()
{
    TestEditor byHand;
    byHand.fixture.document.worldForSystems().setNextId(100);
    drawBoxes(byHand);
    dropMaterials(byHand);
    scaleTextures(byHand);
    placeLights(byHand);

    DocumentFixture byOperations;
    byOperations.document.worldForSystems().setNextId(100);
    buildByOperations(byOperations.document);
    QCOMPARE(byHand.document().contentHash(), byOperations.document.contentHash());

    const auto made = byHand.document().contentHash();
    byHand.document().goTo(0);
    QCOMPARE(byHand.document().world().entityCount(), 1U);
    byHand.document().goTo(byHand.document().history().entries().size());
    QCOMPARE(byHand.document().contentHash(), made);
}

PLAIN_TEST(TestTutorialRoom)
} // namespace tst_tutorial_room

#include "tst_tutorial_room.moc"
