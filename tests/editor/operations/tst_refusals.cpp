#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/csg_operations.h"
#include "editor/operations/brush/face_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/shear_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/brush/vertex_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"

#include <QtTest>

#include <array>
#include <limits>

namespace tst_refusals
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A box, another one far from it, something without a body, and an empty layer.
struct Things : DocumentFixture
{
    EntityId box = addBox({0, 0, 0}, {2, 2, 2});
    EntityId far = addBox({20, 0, 0}, {22, 2, 2}, "far");
    EntityId point = addPoint({0, 5, 0});
    EntityId layer;

    Things()
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            layer = addLayer(edit, "props");
            return {};
        }));
    }
};

using Attempt = std::function<Result<void>(Things& things, Transaction& edit)>;

template <typename T>
Result<void> done(const Result<T>& result)
{
    return result ? Result<void>{} : Result<void>{result.error()};
}

/// The corner of the box at its origin.
std::vector<ShapeHandle> corner()
{
    return {{{Vec3d{0, 0, 0}}}};
}

Result<void>
push(Things& things, Transaction& edit, HandleKind kind, const ShapeHandle& handle, const Vec3d& by)
{
    const std::array brushes{things.box};
    const std::array handles{handle};
    return moveHandles(edit, brushes, kind, handles, [&](const Vec3d& p) { return p + by; });
}
} // namespace

/// What cannot be done says so in words of those who build levels, and changes nothing.
class TestRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRefusalSaysWhyAndChangesNothing_data();
    void everyRefusalSaysWhyAndChangesNothing();
};

void TestRefusals::everyRefusalSaysWhyAndChangesNothing_data()
{
    QTest::addColumn<Attempt>("attempt");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* sentence, Attempt attempt) {
        QTest::newRow(name) << std::move(attempt) << QString::fromUtf8(sentence);
    };
    const auto nothing = [] {
        return std::span<const EntityId>{};
    };
    row("scaled to nothing", "Scaling to nothing is not possible", [](auto& t, auto& edit) {
        return scale(edit, std::array{t.box}, {0, 0, 0}, {0, 1, 1});
    });
    row("moved out of the world", "outside the world", [](auto& t, auto& edit) {
        return translate(edit, std::array{t.point}, {1e6, 0, 0});
    });
    row("a brush moved out of the world", "beyond the edge of the world", [](auto& t, auto& edit) {
        return translate(edit, std::array{t.box}, {1e6, 0, 0});
    });
    row("sheared too far", "too slanted", [](auto& t, auto& edit) {
        return shear(edit, std::array{t.box}, 1, 0, {1e7, 0, 0});
    });
    row("nothing grouped", "Select the objects to group first",
        [=](auto&, auto& edit) { return done(group(edit, nothing())); });
    row("a brush ungrouped", "'box' is no group",
        [](auto& t, auto& edit) { return done(ungroup(edit, std::array{t.box})); });
    row("a layer ungrouped", "'props' is no group", [](auto& t, auto& edit) {
        if (auto moved = moveToLayer(edit, std::array{t.box}, t.layer); !moved)
            return moved;
        return done(ungroup(edit, std::array{t.layer}));
    });
    row("a door ungrouped", "'Door' is more than a group, and this would be lost: Script, Mover",
        [](auto& t, auto& edit) {
            const auto door = addDoor(edit, std::array{t.box});
            const auto plain = group(edit, std::array{t.far});
            return done(ungroup(edit, std::array{*plain, *door}));
        });
    row("an entity of a map ungrouped", "this would be lost: Map entity", [](auto& t, auto& edit) {
        const auto trigger = *group(edit, std::array{t.box}, "trigger");
        edit.set(trigger, MapEntity{"trigger_once", "\"target\" \"lift\""});
        return done(ungroup(edit, std::array{trigger}));
    });
    row("a group with keys of a map ungrouped", "this would be lost: Map entity",
        [](auto& t, auto& edit) {
            const auto made = *group(edit, std::array{t.box});
            edit.set(made, MapEntity{"func_group", "\"_tb_id\" \"2\" \"_phong\" \"1\""});
            return done(ungroup(edit, std::array{made}));
        });
    row("nothing linked", "Select the group or the objects to copy first",
        [=](auto&, auto& edit) { return done(createLinkedDuplicate(edit, nothing())); });
    row("nothing for a layer", "Select the objects to move to the layer first",
        [=](auto& t, auto& edit) { return moveToLayer(edit, nothing(), t.layer); });
    row("the default layer removed", "The default layer cannot be removed",
        [](auto&, auto& edit) { return removeLayer(edit, {}); });
    row("a layer put into something", "The layer 'props' cannot be put into something",
        [](auto& t, auto& edit) { return reparent(edit, std::array{t.layer}, t.point); });
    row("something put into itself", "'point' cannot become a part of itself",
        [](auto& t, auto& edit) { return reparent(edit, std::array{t.point}, t.point); });
    row("something without a name", "An object cannot be without its name; delete it instead",
        [](auto& t, auto& edit) {
            return removeComponent(edit, std::array{t.box}, *edit.types().find("node"));
        });
    row("a light painted", "Only brushes and curved patches can get a material", [](auto& t, auto& edit) {
        return applyMaterial(edit, std::array{t.point}, Name{"brick"});
    });
    row("a texture without size", "The texture scale must not be 0", [](auto& t, auto& edit) {
        UvChange change;
        change.scaleU = 0;
        return changeUv(edit, std::array{FaceRef{t.box, 0}}, change);
    });
    row("a texture too far away", "too big for a texture's place", [](auto& t, auto& edit) {
        UvChange change;
        change.offsetU = 1e300;
        return changeUv(edit, std::array{FaceRef{t.box, 0}}, change);
    });
    row("an array of nothing", "Select what to copy first",
        [=](auto&, auto& edit) { return done(makeArray(edit, nothing(), LinearArray{})); });
    row("an array without copies", "An array has 1 to 1000 copies", [](auto& t, auto& edit) {
        return done(makeArray(edit, std::array{t.box}, LinearArray{.copies = 0}));
    });
    row("an array around nowhere", "The angle or the middle of the circle is no number",
        [](auto& t, auto& edit) {
            const double nan = std::numeric_limits<double>::quiet_NaN();
            return done(makeArray(edit, std::array{t.box}, RadialArray{.angle = nan}));
        });
    row("an array to nowhere", "The offset is no number", [](auto& t, auto& edit) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return done(makeArray(edit, std::array{t.box}, LinearArray{.offset = {nan, 0, 0}}));
    });
    row("a mirror of nothing", "Select what to mirror first",
        [=](auto&, auto& edit) { return done(mirror(edit, nothing(), 0, 0)); });
    row("nothing to repeat", "Nothing was moved, turned or scaled yet that could be repeated",
        [](auto& t, auto& edit) { return done(repeatTransform(edit, {}, std::array{t.box})); });
    row("brushes apart intersected", "have no space that all of them share",
        [](auto& t, auto& edit) {
            return done(intersectBrushes(edit, std::array{t.box, t.far}));
        });
    row("one brush merged", "Select at least 2 brushes",
        [](auto& t, auto& edit) { return done(mergeBrushes(edit, std::array{t.box})); });
    row("a light hollowed", "No brush is selected",
        [](auto& t, auto& edit) { return done(hollowBrushes(edit, std::array{t.point}, {})); });
    row("walls of nothing", "Walls need some thickness", [](auto& t, auto& edit) {
        return done(hollowBrushes(edit, std::array{t.box}, {.thickness = 0}));
    });
    row("walls too thick", "too thin for walls of", [](auto& t, auto& edit) {
        return done(hollowBrushes(edit, std::array{t.box}, {.thickness = 1.5}));
    });
    row("a clip beside everything", "The cut does not go through any of the selected brushes",
        [](auto& t, auto& edit) {
            return done(
                clipBrushes(edit, std::array{t.box}, Plane{{1, 0, 0}, 9}, ClipKeep::Behind));
        });
    row("a cut outside of the brush", "The cut must lie inside the brush", [](auto& t, auto& edit) {
        return done(splitAtFaces(edit, std::array{t.faceTowards(t.box, {0, 1, 0})}, -9));
    });
    row("a stamp inwards", "A new brush can be pulled outwards only", [](auto& t, auto& edit) {
        return done(stampFaces(edit, std::array{t.faceTowards(t.box, {0, 1, 0})}, -1));
    });
    row("a face pulled through its brush", "The face cannot be pushed through the brush",
        [](auto& t, auto& edit) {
            return moveFaces(edit, std::array{t.faceTowards(t.box, {0, 1, 0})}, -9);
        });
    row("a face pulled out of the world", "The brush reaches beyond the edge of the world",
        [](auto& t, auto& edit) {
            return moveFaces(edit, std::array{t.faceTowards(t.box, {0, 1, 0})}, 1e6);
        });
    row("something put into what has no size",
        "inside of something with a scale of 0: give it a size first", [](auto& t, auto& edit) {
            edit.set(t.point, TransformComponent{.scale = {0, 1, 1}});
            return done(reparent(edit, std::array{t.box}, t.point));
        });
    row("a vertex through the brush", "A vertex cannot be pushed through the brush",
        [](auto& t, auto& edit) {
            return push(t, edit, HandleKind::Vertex, corner().front(), {5, 5, 5});
        });
    row("a face through the brush", "The face cannot be pushed through the brush",
        [](auto& t, auto& edit) {
            const ShapeHandle top{{{0, 2, 0}, {2, 2, 0}, {2, 2, 2}, {0, 2, 2}}};
            return push(t, edit, HandleKind::Face, top, {0, -5, 0});
        });
    row("vertices snapped to no grid", "Choose a size of the grid to snap to first",
        [](auto& t, auto& edit) { return snapToGrid(edit, std::array{t.box}, corner(), 0); });
}

void TestRefusals::everyRefusalSaysWhyAndChangesNothing()
{
    QFETCH(Attempt, attempt);
    QFETCH(QString, sentence);
    Things things;
    const auto before = things.document.contentHash();
    const auto steps = things.document.history().position();
    const auto result = things.run([&](Transaction& edit) { return attempt(things, edit); });
    QVERIFY(!result);
    const auto said = QString::fromStdString(result.error().message());
    QVERIFY2(said.contains(sentence), qPrintable(said));
    QVERIFY2(said.front().isUpper() || said.startsWith(QLatin1Char{'\''}), qPrintable(said));
    QCOMPARE(things.document.contentHash(), before);
    QCOMPARE(things.document.history().position(), steps);
}

PLAIN_TEST(TestRefusals)
} // namespace tst_refusals

#include "tst_refusals.moc"
