#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/select_commands.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_select_commands
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
struct Level : TestEditor
{
    EntityId box(const Vec3d& min, const Vec3d& max) { return fixture.addBox(min, max); }

    EntityId groupOf(std::vector<EntityId> parts)
    {
        EntityId made;
        ENGINE_EXPECT(fixture.run([&](Transaction& edit) -> Result<void> {
            made = *group(edit, parts);
            return {};
        }));
        return made;
    }

    Selection& selection() { return document().selection(); }

    std::vector<EntityId> chosen() { return sorted(selection().entities()); }

    static std::vector<EntityId> sorted(std::vector<EntityId> all)
    {
        std::sort(all.begin(), all.end());
        return all;
    }
};
} // namespace

class TestSelectCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void touchingFindsOverlapsAndSharedSurfacesOnly();
    void touchingSeesSlantsAndNotBoxesAlone();
    void insideWantsTheWholeObject();
    void tallIgnoresTheDepthOfTheView();
    void groupsAreChosenWithAllTheirParts();
    void hiddenLockedAndOutsideTheOpenGroupAreLeftOut();
    void sameMaterialOfObjectsAndFaces();
    void siblingsAreThoseOfTheSameGroup();
    void aSurfaceRunsAcrossBrushesUntilItEnds();
    void doubleClickOpensOneGroupAfterTheOther();
    void onlyTheOpenGroupCanBeClicked();
    void escapeGoesFromTheSelectionToTheGroupAround();
    void newObjectsGoToTheOpenGroup();
    void newObjectsGoToTheCurrentLayer();
    void objectsOfALayerAreClickedOneByOne();
    void layersAreUndoneAndRedone();
    void aLayerCannotBePutIntoAGroup();
};

void TestSelectCommands::touchingFindsOverlapsAndSharedSurfacesOnly()
{
    Level level;
    const auto box = level.box({0, 0, 0}, {2, 2, 2});
    const auto overlapping = level.box({1, 1, 1}, {3, 3, 3});
    const auto beside = level.box({2, 0, 0}, {4, 2, 2});
    level.box({4.1, 0, 0}, {6, 2, 2});
    level.selection().set({box});
    QVERIFY((Level::sorted(objectsTouching(level.document())) == std::vector{overlapping, beside}));
}

void TestSelectCommands::touchingSeesSlantsAndNotBoxesAlone()
{
    Level level;
    const auto box = level.box({0, 0, 0}, {2, 2, 2});
    const auto turned = level.box({2.2, 0, 2.2}, {4.2, 2, 4.2});
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array one{turned};
        return rotate(edit, one, {3.2, 1, 3.2}, {0, 1, 0}, radians(45.0));
    }));
    // The boxes around them overlap, the brushes do not.
    QVERIFY(level.fixture.boundsOf(turned).min.x < 2);
    level.selection().set({box});
    QVERIFY(objectsTouching(level.document()).empty());
}

void TestSelectCommands::insideWantsTheWholeObject()
{
    Level level;
    const auto room = level.box({0, 0, 0}, {10, 10, 10});
    const auto in = level.box({1, 1, 1}, {2, 2, 2});
    const auto point = level.fixture.addPoint({5, 5, 5});
    level.box({9, 1, 1}, {11, 2, 2});
    level.selection().set({room});
    QVERIFY((Level::sorted(objectsInside(level.document())) == std::vector{in, point}));
}

void TestSelectCommands::tallIgnoresTheDepthOfTheView()
{
    Level level;
    const auto plate = level.box({0, 0, 0}, {4, 0.5, 4});
    const auto above = level.box({1, 50, 1}, {2, 51, 2});
    const auto behind = level.box({1, 0, -30}, {2, 0.25, -29});
    level.selection().set({plate});
    QVERIFY((objectsInPrism(level.document(), ViewKind::Top) == std::vector{above}));
    QVERIFY((objectsInPrism(level.document(), ViewKind::Front) == std::vector{behind}));
    QVERIFY(objectsInPrism(level.document(), ViewKind::Side).empty());
}

void TestSelectCommands::groupsAreChosenWithAllTheirParts()
{
    Level level;
    const auto room = level.box({0, 0, 0}, {10, 10, 10});
    const auto whole =
        level.groupOf({level.box({1, 1, 1}, {2, 2, 2}), level.box({3, 1, 1}, {4, 2, 2})});
    const auto half =
        level.groupOf({level.box({5, 1, 1}, {6, 2, 2}), level.box({20, 1, 1}, {21, 2, 2})});
    level.selection().set({room});
    QVERIFY((objectsInside(level.document()) == std::vector{whole}));
    QVERIFY((Level::sorted(objectsTouching(level.document())) == Level::sorted({whole, half})));
}

void TestSelectCommands::hiddenLockedAndOutsideTheOpenGroupAreLeftOut()
{
    Level level;
    const auto a = level.box({0, 0, 0}, {1, 1, 1});
    const auto hidden = level.box({1, 0, 0}, {2, 1, 1});
    const auto locked = level.box({0, 0, 1}, {1, 1, 2});
    const auto part = level.box({0, 1, 0}, {1, 2, 1});
    const auto whole = level.groupOf({part});
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        hide(edit, std::span{&hidden, 1});
        editor::lock(edit, std::span{&locked, 1});
        return {};
    }));
    level.selection().set({a});
    QVERIFY((objectsTouching(level.document()) == std::vector{whole}));
    QVERIFY((Level::sorted(selectableObjects(level.document())) == Level::sorted({a, whole})));
    level.selection().setOpenGroup(whole);
    QVERIFY((objectsTouching(level.document()) == std::vector{part}));
    QVERIFY((selectableObjects(level.document()) == std::vector{part}));
}

void TestSelectCommands::sameMaterialOfObjectsAndFaces()
{
    Level level;
    const auto a = level.box({0, 0, 0}, {1, 1, 1});
    const auto b = level.box({5, 0, 0}, {6, 1, 1});
    level.box({9, 0, 0}, {10, 1, 1});
    const auto top = level.fixture.faceTowards(b, {0, 1, 0});
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        if (auto done = applyMaterial(edit, std::span{&a, 1}, Name{"Materials/brick"}); !done)
            return done;
        return applyMaterial(edit, std::span{&top, 1}, Name{"Materials/brick"});
    }));
    level.selection().set({a});
    QVERIFY((objectsWithSameMaterial(level.document()) == std::vector{a, b}));
    level.selection().setFaces({top});
    QCOMPARE(facesWithSameMaterial(level.document()).size(), std::size_t{7});
}

void TestSelectCommands::siblingsAreThoseOfTheSameGroup()
{
    Level level;
    const auto a = level.box({0, 0, 0}, {1, 1, 1});
    const auto b = level.box({5, 0, 0}, {6, 1, 1});
    level.box({9, 0, 0}, {10, 1, 1});
    level.groupOf({a, b});
    level.selection().set({a});
    QVERIFY((siblingsOfSelection(level.document()) == std::vector{a, b}));
}

void TestSelectCommands::aSurfaceRunsAcrossBrushesUntilItEnds()
{
    Level level;
    const auto first = level.box({0, 0, 0}, {2, 1, 2});
    const auto second = level.box({2, -3, 0}, {4, 1, 2}); // as high, deeper
    const auto third = level.box({4, 0, 1}, {6, 1, 3});
    level.box({6, 0, 1}, {8, 1.5, 3}); // higher
    level.box({20, 0, 0}, {22, 1, 2}); // as high, apart
    const auto surface =
        coplanarSurface(level.document(), level.fixture.faceTowards(first, {0, 1, 0}));
    std::vector<EntityId> brushes;
    for (const auto& face : surface)
        brushes.push_back(face.entity);
    QVERIFY((Level::sorted(brushes) == std::vector{first, second, third}));
}

namespace
{
/// A lamp post in a yard, and a stone outside.
struct Yard : Level
{
    EntityId post = box({0, 0, 0}, {1, 1, 1});
    EntityId head = box({2, 0, 0}, {3, 1, 1});
    EntityId lamp = groupOf({post, head});
    EntityId wall = box({5, 0, 0}, {6, 1, 1});
    EntityId yard = groupOf({lamp, wall});
    EntityId stone = box({9, 0, 0}, {10, 1, 1});
    TestView view = topView();

    void clickOn(EntityId entity, int clicks = 1)
    {
        const auto center = fixture.boundsOf(entity).center();
        click(*this, view, center, 0, 1);
        if (clicks == 2)
            click(*this, view, center, 0, 2);
    }
};
} // namespace

void TestSelectCommands::doubleClickOpensOneGroupAfterTheOther()
{
    Yard level;
    level.clickOn(level.post);
    QVERIFY((level.chosen() == std::vector{level.yard}));
    level.clickOn(level.post, 2);
    QVERIFY(level.selection().openGroup() == level.yard);
    QVERIFY((level.chosen() == std::vector{level.lamp}));
    level.clickOn(level.post, 2);
    QVERIFY(level.selection().openGroup() == level.lamp);
    QVERIFY((level.chosen() == std::vector{level.post}));
}

void TestSelectCommands::onlyTheOpenGroupCanBeClicked()
{
    Yard level;
    openGroup(level.document(), level.yard);
    level.clickOn(level.stone);
    QVERIFY(level.selection().isEmpty());
    level.clickOn(level.wall);
    QVERIFY((level.chosen() == std::vector{level.wall}));
    // A double click outside closes it.
    level.clickOn(level.stone, 2);
    QVERIFY(!level.selection().openGroup());
    QVERIFY((level.chosen() == std::vector{level.yard}));
}

void TestSelectCommands::escapeGoesFromTheSelectionToTheGroupAround()
{
    Yard level;
    openGroup(level.document(), level.yard);
    openGroup(level.document(), level.lamp, level.post);
    QVERIFY(press(level, level.view, ToolKey::Escape));
    QVERIFY(level.selection().isEmpty());
    QVERIFY(press(level, level.view, ToolKey::Escape));
    QVERIFY(level.selection().openGroup() == level.yard);
    QVERIFY((level.chosen() == std::vector{level.lamp}));
    QVERIFY(press(level, level.view, ToolKey::Escape));
    QVERIFY(press(level, level.view, ToolKey::Escape));
    QVERIFY(!level.selection().openGroup());
    level.selection().clear();
    QVERIFY(!press(level, level.view, ToolKey::Escape));
}

void TestSelectCommands::newObjectsGoToTheOpenGroup()
{
    Yard level;
    openGroup(level.document(), level.lamp);
    const auto made = level.box({0, 3, 0}, {1, 4, 1});
    QVERIFY(level.fixture.get<Node>(made).parent == level.lamp);
    QVERIFY((level.fixture.boundsOf(made) == Aabb{{0, 3, 0}, {1, 4, 1}}));
    level.document().undo();
    level.document().redo();
    QVERIFY(level.fixture.get<Node>(made).parent == level.lamp);
}

void TestSelectCommands::newObjectsGoToTheCurrentLayer()
{
    Level level;
    const auto before = level.box({0, 0, 0}, {1, 1, 1});
    EntityId layer;
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        layer = addLayer(edit, "Props");
        return {};
    }));
    level.document().setCurrentLayer(layer);
    const auto after = level.box({2, 0, 0}, {3, 1, 1});
    QVERIFY(!layerOf(level.document().world(), before));
    QVERIFY(layerOf(level.document().world(), after) == layer);
    // A group of what was there stays with it.
    const auto whole = level.groupOf({before});
    QVERIFY(!layerOf(level.document().world(), whole));
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        return moveToLayer(edit, std::span{&before, 1}, layer);
    }));
    QVERIFY(layerOf(level.document().world(), whole) == layer);
    VERIFY_OK(level.fixture.run([&](Transaction& edit) { return removeLayer(edit, layer); }));
    QVERIFY(level.document().world().exists(after));
    QVERIFY(!level.document().currentLayer());
}

void TestSelectCommands::objectsOfALayerAreClickedOneByOne()
{
    Yard level;
    EntityId layer;
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        layer = addLayer(edit, "Outside");
        const std::array both{level.stone, level.wall};
        return moveToLayer(edit, both, layer);
    }));
    level.clickOn(level.stone);
    QVERIFY((level.chosen() == std::vector{level.stone}));
    level.clickOn(level.wall); // its whole group went along
    QVERIFY((level.chosen() == std::vector{level.yard}));
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        editor::lock(edit, std::span{&layer, 1});
        return {};
    }));
    QVERIFY(selectableObjects(level.document()).empty());
}

void TestSelectCommands::layersAreUndoneAndRedone()
{
    Level level;
    const auto box = level.box({0, 0, 0}, {1, 1, 1});
    std::vector<ContentHash> hashes{level.document().contentHash()};
    EntityId first, second;
    const auto step = [&](const std::function<Result<void>(Transaction&)>& edit) {
        VERIFY_OK(level.fixture.run(edit));
        hashes.push_back(level.document().contentHash());
    };
    step([&](Transaction& edit) -> Result<void> {
        first = addLayer(edit, "First");
        return {};
    });
    step([&](Transaction& edit) -> Result<void> {
        second = addLayer(edit, "Second");
        return {};
    });
    step([&](Transaction& edit) { return moveToLayer(edit, std::span{&box, 1}, second); });
    step([&](Transaction& edit) -> Result<void> {
        shiftLayer(edit, second, -1);
        return {};
    });
    QVERIFY((layers(level.document().world()) == std::vector{second, first}));
    step([&](Transaction& edit) -> Result<void> {
        setLayerOmitted(edit, second, true);
        setLayerColor(edit, second, {1, 0, 0});
        isolateLayer(edit, first);
        return {};
    });
    QVERIFY(isLeftOut(level.document().world(), box));
    QVERIFY(level.fixture.get<Node>(second).hidden);
    step([&](Transaction& edit) { return removeLayer(edit, second); });
    for (auto i = hashes.size() - 1; i > 0; --i) {
        QCOMPARE(level.document().contentHash(), hashes[i]);
        level.document().undo();
    }
    QCOMPARE(level.document().contentHash(), hashes.front());
    level.document().goTo(level.document().history().entries().size());
    QCOMPARE(level.document().contentHash(), hashes.back());
}

void TestSelectCommands::aLayerCannotBePutIntoAGroup()
{
    Yard level;
    EntityId layer;
    VERIFY_OK(level.fixture.run([&](Transaction& edit) -> Result<void> {
        layer = addLayer(edit, "Outside");
        return {};
    }));
    QVERIFY(!level.fixture.run([&](Transaction& edit) {
        return reparent(edit, std::span{&layer, 1}, level.yard);
    }));
}

PLAIN_TEST(TestSelectCommands)
} // namespace tst_select_commands

#include "tst_select_commands.moc"
