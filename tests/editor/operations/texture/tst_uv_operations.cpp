#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/shear_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/texture/uv_density.h"
#include "editor/operations/texture/uv_operations.h"
#include "editor/operations/texture/uv_wrap.h"
#include "engine_core/geometry/brush_affine.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

#include <algorithm>
#include <array>

namespace tst_uv_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

using EditFunction = std::function<Result<void>(Transaction&)>;

class TestUvOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOperationIsUndoneAndRedone_data();
    void everyOperationIsUndoneAndRedone();
    void badNumbersAreRefused();
    void facesThatAreGoneArePassedOver();
    void aMoveGoesAlongTheTexture();
    void aScaleKeepsItsPlace();
    void aShearKeepsItsPlace();
    void aTurnGoesCounterClockwiseAboutItsPlace();
    void texturesThatRunOnTurnTogether();
    void fitHoldsTheRepeats();
    void fitOfOneNumberKeepsProportions();
    void fitTreatsFacesAsOneSheet();
    void justifyPutsABorderOnTheSide();
    void centreAndFlipKeepTheMiddle();
    void theEdgeOfAFaceCarriesTheTexture();
    void alignToFaceStretchesNothing();
    void alignToViewProjects();
    void wrapsGoOnOverTheEdge();
    void wrapsOfRandomFacesHaveNoStep();
    void wrapsAcrossTurnedGroupsHaveNoStep();
    void wrapsOntoTheBackAreRefused();
    void aChainGoesRoundAPrism();
    void aChainGoesOnOverOtherBrushes();
    void wrapOverASelectionFollowsEdges();
    void pasteByNumbersProjectionAndWrap();
    void densityIsShownSetAndMatched();
    void densityNeedsAPicture();
    void scatterIsTheSameForASeed();
    void lockHoldsUnderAnyAffineEdit();
};

namespace
{
constexpr double Texels = 1024;         ///< a side of the picture that tolerances are about
constexpr double Close = 1e-3 / Texels; ///< a thousandth of a texel, in repeats

bool isNear(const Vec2d& a, const Vec2d& b, double by = Close)
{
    return glm::distance(a, b) < by;
}

/// A crate, a prism of eight sides, and a box in a group that is turned, moved and stretched.
struct Level : DocumentFixture
{
    Level()
    {
        crate = addBox({1, 0, 1}, {3, 1, 4}, "crate");
        prism = addBox({0, 0, 0}, {1, 1, 1}, "prism");
        group = addPoint({4, 0, 0}, "turned group");
        inner = addBox({0, 0, 0}, {1, 2, 1}, "inner", group);
        ENGINE_EXPECT(run([&](Transaction& tx) -> Result<void> {
            setBrush(tx, prism, makePrism({-6, 1, 0}, 2, 3, 8));
            tx.set(group, TransformComponent{.position = {4, 0, 0},
                                             .rotation = glm::angleAxis(0.5, Vec3d{0, 1, 0}),
                                             .scale = {2, 2, 2}});
            return {};
        }));
    }

    EntityId crate, prism, group, inner;

    [[nodiscard]] WorldFace face(const FaceRef& ref) const
    {
        auto found = worldFace(document.world(), ref);
        ENGINE_EXPECT(found);
        return *found;
    }

    [[nodiscard]] std::vector<FaceRef> all() const
    {
        const std::array entities{crate, prism, group};
        return facesOf(document.world(), entities);
    }

    [[nodiscard]] FaceRef side(const Vec3d& normal) const { return faceTowards(crate, normal); }

    /// The sides of the prism in their order around it.
    [[nodiscard]] std::vector<FaceRef> sidesOfPrism() const
    {
        std::vector<FaceRef> sides;
        const auto& brush = brushOf(prism);
        for (FaceIndex i = 0; i < brush.faceCount(); ++i)
            if (std::abs(brush.faces()[i].plane.normal.y) < 0.5)
                sides.push_back({prism, i});
        std::sort(sides.begin(), sides.end(), [&](const FaceRef& a, const FaceRef& b) {
            const auto turn = [&](const FaceRef& ref) {
                const auto& normal = brush.faces()[ref.face].plane.normal;
                return std::atan2(normal.z, normal.x);
            };
            return turn(a) < turn(b);
        });
        return sides;
    }
};

EditFunction without(void (*edit)(Transaction&, std::span<const FaceRef>), std::vector<FaceRef> on)
{
    return [=](Transaction& tx) -> Result<void> {
        edit(tx, on);
        return {};
    };
}

UvBounds boundsOf(const Level& level, std::span<const FaceRef> faces)
{
    UvBounds bounds;
    for (const auto& ref : faces)
        bounds.add(level.face(ref));
    return bounds;
}

UvMapping randomMapping(Dice& dice)
{
    UvMapping uv;
    do {
        uv.uAxis = dice.direction();
        uv.vAxis = dice.direction();
    } while (glm::length(glm::cross(uv.uAxis, uv.vAxis)) < 0.1);
    uv.scale = {dice.between(0.1, 4), dice.chance(0.5) ? dice.between(0.1, 4) : -0.5};
    uv.offset = {dice.between(-3, 3), dice.between(-3, 3)};
    return uv;
}

/// The greatest step of the texture along the edge that both faces have, in repeats.
double stepAtEdge(const WorldFace& a, const WorldFace& b)
{
    double most = 0;
    int shared = 0;
    for (const auto& corner : a.corners)
        for (const auto& other : b.corners)
            if (glm::distance(corner, other) < 1e-4) {
                most = std::max(most, glm::distance(a.uv.at(corner), b.uv.at(corner)));
                ++shared;
            }
    return shared >= 2 ? most : std::numeric_limits<double>::infinity();
}

PictureSizes pictures(const Vec2d& size)
{
    return [size](Name) {
        return size;
    };
}
} // namespace

void TestUvOperations::everyOperationIsUndoneAndRedone_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < 20; ++i)
        QTest::addRow("operation %d", i) << i;
}

void TestUvOperations::everyOperationIsUndoneAndRedone()
{
    QFETCH(int, index);
    Level level;
    const auto all = level.all();
    const auto top = level.side({0, 1, 0});
    const auto right = level.side({1, 0, 0});
    const auto copied = *copyUv(level.document.world(), top);
    const auto call = [&](const auto& edit) -> EditFunction {
        return [&level, edit, all](Transaction& tx) -> Result<void> {
            edit(tx, all);
            return {};
        };
    };
    using Faces = std::span<const FaceRef>;
    const std::array<EditFunction, 20> edits{
        [&](Transaction& tx) {
            return remapUv(tx, all, movedUv({0.25, 0.5}));
        },
        [&](Transaction& tx) {
            return remapUv(tx, all, scaledUv({2, 3}, {0.5, 0.5}));
        },
        [&](Transaction& tx) {
            return remapUv(tx, all, shearedUv(0.25, 0, {0, 1}));
        },
        [&](Transaction& tx) { return turnUv(tx, all, 0.3); },
        [&](Transaction& tx) {
            return turnUv(tx, all, 0.3, top, {1, 1, 1});
        },
        [&](Transaction& tx) {
            return fitUv(tx, all, {2, 3}, UvSheet::EachFace);
        },
        [&](Transaction& tx) {
            return fitUv(tx, all, {2, 3}, UvSheet::AsOne);
        },
        call([](auto& tx, Faces on) { justifyUv(tx, on, UvSide::Left, UvSheet::EachFace); }),
        call([](auto& tx, Faces on) { justifyUv(tx, on, UvSide::Bottom, UvSheet::AsOne); }),
        call([](auto& tx, Faces on) { centerUv(tx, on, UvSheet::EachFace); }),
        call([](auto& tx, Faces on) { flipUv(tx, on, UvFlip::UpDown, UvSheet::EachFace); }),
        call([](auto& tx, Faces on) { scatterUv(tx, on, 7); }),
        without(alignUvToEdge, all),
        without(alignUvToFace, level.sidesOfPrism()),
        [&](Transaction& tx) {
            return alignUvToView(tx, all, {0.6, 0, 0.8}, {0, 1, 0});
        },
        [&](Transaction& tx) { return wrapUv(tx, top, right); },
        [&](Transaction& tx) {
            auto done = wrapUvOver(tx, all);
            return done ? Result<void>{} : Result<void>{done.error()};
        },
        [&](Transaction& tx) {
            return pasteUv(tx, level.sidesOfPrism(), copied, UvPaste::Wrapped);
        },
        [&](Transaction& tx) {
            return setTexelDensity(tx, all, 64, pictures({256, 512}));
        },
        [&](Transaction& tx) {
            return matchTexelDensity(tx, all, top, pictures({256, 512}));
        },
    };
    VERIFY_OK(level.run([&](Transaction& tx) { // something of its own for each face
        scatterUv(tx, all, 3);
        return changeUv(tx, all, {.scaleU = 0.7, .scaleV = 1.3, .rotation = 0.2});
    }));
    const auto before = level.document.contentHash();
    VERIFY_OK(level.run(edits[static_cast<std::size_t>(index)]));
    const auto after = level.document.contentHash();
    QVERIFY(after != before);
    level.document.undo();
    QCOMPARE(level.document.contentHash(), before);
    level.document.redo();
    QCOMPARE(level.document.contentHash(), after);
}

void TestUvOperations::badNumbersAreRefused()
{
    Level level;
    const auto all = level.all();
    const auto before = level.document.contentHash();
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto refuses = [&](const EditFunction& edit) {
        return !level.run(edit) && level.document.contentHash() == before;
    };
    QVERIFY(refuses([&](auto& tx) { return remapUv(tx, all, {glm::dmat2{0}, {0, 0}}); }));
    QVERIFY(refuses([&](auto& tx) { return remapUv(tx, all, movedUv({none, 0})); }));
    QVERIFY(refuses([&](auto& tx) { return remapUv(tx, all, shearedUv(1, 1, {0, 0})); }));
    QVERIFY(refuses([&](auto& tx) { return turnUv(tx, all, none); }));
    QVERIFY(refuses([&](auto& tx) { return fitUv(tx, all, {0, 0}, UvSheet::EachFace); }));
    QVERIFY(refuses([&](auto& tx) { return fitUv(tx, all, {none, 1}, UvSheet::AsOne); }));
    QVERIFY(refuses([&](auto& tx) { return setTexelDensity(tx, all, 0, pictures({8, 8})); }));
    QVERIFY(refuses([&](auto& tx) { return setTexelDensity(tx, all, none, pictures({8, 8})); }));
    QVERIFY(refuses([&](auto& tx) { return pasteUv(tx, {}, {}, UvPaste::Numbers); }));
}

void TestUvOperations::facesThatAreGoneArePassedOver()
{
    Level level;
    const std::vector<FaceRef> gone{{EntityId{424242}, 0}, {level.crate, 99}, {level.group, 0}};
    const auto before = level.document.contentHash();
    VERIFY_OK(level.run([&](auto& tx) { return remapUv(tx, gone, movedUv({1, 1})); }));
    VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, gone, {1, 1}, UvSheet::AsOne); }));
    VERIFY_OK(level.run([&](auto& tx) { return turnUv(tx, gone, 1, gone[0], {}); }));
    QVERIFY(!level.run([&](auto& tx) { return wrapUv(tx, gone[0], level.side({0, 1, 0})); }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestUvOperations::aMoveGoesAlongTheTexture()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return changeUv(tx, top, {.scaleU = 2, .scaleV = 4}); }));
    const auto old = level.face(top[0]);
    const auto frame = *uvFrame(old.uv, old.plane);
    VERIFY_OK(level.run([&](auto& tx) { return remapUv(tx, top, movedUv({0.5, 0.25})); }));
    const auto now = level.face(top[0]);
    QCOMPARE(now.uv.scale, old.uv.scale);
    QCOMPARE(now.uv.uAxis, old.uv.uAxis);
    const Vec3d place{2, 1, 2};
    const auto moved = place + frame.u * 0.5 + frame.v * 0.25;
    QVERIFY(isNear(now.uv.at(moved), old.uv.at(place)));
    QCOMPARE(glm::distance(moved, place), std::sqrt(2.0));
}

void TestUvOperations::aScaleKeepsItsPlace()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    const auto old = level.face(top[0]);
    const Vec3d pivot{1, 1, 1};
    const auto by = scaledUv({2, 4}, old.uv.at(pivot));
    VERIFY_OK(level.run([&](auto& tx) { return remapUv(tx, top, by); }));
    const auto now = level.face(top[0]);
    QCOMPARE(now.uv.scale, (Vec2d{2, 4})); // bigger repeats less
    QVERIFY(isNear(now.uv.at(pivot), old.uv.at(pivot)));
}

void TestUvOperations::aShearKeepsItsPlace()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    const auto old = level.face(top[0]);
    const auto frame = *uvFrame(old.uv, old.plane);
    const Vec3d pivot{1, 1, 1};
    const auto by = shearedUv(0.5, 0, old.uv.at(pivot));
    VERIFY_OK(level.run([&](auto& tx) { return remapUv(tx, top, by); }));
    const auto now = level.face(top[0]);
    const auto along = pivot + frame.u * 0.75;
    QVERIFY(isNear(now.uv.at(along), old.uv.at(along)));
    const auto below = pivot + frame.v;
    QVERIFY(isNear(now.uv.at(below + frame.u * 0.5), old.uv.at(below)));
}

void TestUvOperations::aTurnGoesCounterClockwiseAboutItsPlace()
{
    Dice dice{5};
    for (int round = 0; round < 200; ++round) {
        const auto normal = dice.direction();
        const Plane plane{normal, dice.between(-5, 5)};
        const auto uv = randomMapping(dice);
        const auto frame = uvFrame(uv, plane);
        if (!frame || std::abs(dot(cross(uv.uAxis, uv.vAxis), normal)) < 0.05)
            continue;
        const auto pivot = frame->at({dice.between(-2, 2), dice.between(-2, 2)});
        const auto place = frame->at({dice.between(-2, 2), dice.between(-2, 2)});
        QVERIFY(std::abs(plane.above(place)) < 1e-9);
        const double angle = dice.between(-3, 3);
        const auto turned = changedUv(uv, turnedUv(*frame, normal, angle, uv.at(pivot)));
        const auto moved = pivot + glm::angleAxis(angle, normal) * (place - pivot);
        QVERIFY(isNear(turned.at(moved), uv.at(place)));
    }
    // And as the numbers of the inspector have it.
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return turnUv(tx, top, 0.3); }));
    const auto face = level.face(top[0]);
    QVERIFY(std::abs(uvRotation(face.uv, face.plane.normal) - 0.3) < 1e-12);
}

void TestUvOperations::texturesThatRunOnTurnTogether()
{
    Level level;
    const auto sides = level.sidesOfPrism();
    VERIFY_OK(level.run([&](auto& tx) { return wrapUvAlong(tx, sides); }));
    VERIFY_OK(level.run([&](auto& tx) {
        return turnUv(tx, sides, 0.4, sides[2], level.face(sides[2]).corners[0]);
    }));
    for (std::size_t i = 1; i < sides.size(); ++i)
        QVERIFY(stepAtEdge(level.face(sides[i - 1]), level.face(sides[i])) < Close);
    // A face that has another scale does not run on: it turns about its own middle.
    const std::vector both{sides[0], level.side({0, 1, 0})};
    const std::vector other{both[1]};
    VERIFY_OK(level.run([&](auto& tx) { return changeUv(tx, other, {.scaleU = 3}); }));
    const auto old = level.face(both[1]);
    VERIFY_OK(level.run(
        [&](auto& tx) { return turnUv(tx, both, 0.4, sides[0], level.face(sides[0]).center()); }));
    QVERIFY(isNear(level.face(both[1]).uv.at(old.center()), old.uv.at(old.center())));
}

void TestUvOperations::fitHoldsTheRepeats()
{
    Level level;
    for (const auto& ref : level.all()) {
        const std::vector one{ref};
        VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, one, {2, 3}, UvSheet::EachFace); }));
        const auto bounds = boundsOf(level, one);
        QVERIFY(isNear(bounds.least, {0, 0}));
        QVERIFY(isNear(bounds.most, {2, 3}));
    }
    const auto& uv = level.face(level.side({0, 1, 0})).uv;
    QCOMPARE(uv.scale, (Vec2d{1, 1})); // 2 x 3 metres
}

void TestUvOperations::fitOfOneNumberKeepsProportions()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return changeUv(tx, top, {.scaleU = 1, .scaleV = 2}); }));
    VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, top, {4, 0}, UvSheet::EachFace); }));
    QCOMPARE(level.face(top[0]).uv.scale, (Vec2d{0.5, 1}));
    VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, top, {0, 6}, UvSheet::EachFace); }));
    QCOMPARE(level.face(top[0]).uv.scale, (Vec2d{0.25, 0.5}));
}

void TestUvOperations::fitTreatsFacesAsOneSheet()
{
    Level level;
    const auto sides = level.sidesOfPrism();
    VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, sides, {8, 1}, UvSheet::AsOne); }));
    const auto bounds = boundsOf(level, sides);
    QVERIFY(isNear(bounds.least, {0, 0}));
    QVERIFY(isNear(bounds.most, {8, 1}));
    int seams = 0; // where the sheet ends
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto face = level.face(sides[i]);
        UvBounds one;
        one.add(face);
        QVERIFY(std::abs(one.size().x - 1) < 1e-9);
        seams += stepAtEdge(face, level.face(sides[(i + 1) % sides.size()])) > Close;
    }
    QCOMPARE(seams, 1);
    // Two crates side by side: one sheet over both tops, though they are two brushes.
    const auto beside = level.addBox({3, 0, 1}, {5, 1, 4});
    const std::vector tops{level.side({0, 1, 0}), level.faceTowards(beside, {0, 1, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, tops, {1, 1}, UvSheet::AsOne); }));
    QCOMPARE(level.face(tops[0]).uv, level.face(tops[1]).uv);
    QCOMPARE(level.face(tops[0]).uv.scale, (Vec2d{4, 3}));
}

void TestUvOperations::justifyPutsABorderOnTheSide()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    VERIFY_OK(level.run([&](auto& tx) {
        return changeUv(tx, top, {.scaleU = 1.5, .scaleV = 1.25, .offsetU = 0.3, .offsetV = 0.7});
    }));
    const auto justified = [&](UvSide side) {
        ENGINE_EXPECT(level.run([&](Transaction& tx) -> Result<void> {
            justifyUv(tx, top, side, UvSheet::EachFace);
            return {};
        }));
        return boundsOf(level, top);
    };
    const auto isWhole = [](double number) {
        return std::abs(number - std::round(number)) < 1e-9;
    };
    QVERIFY(isWhole(justified(UvSide::Left).least.x));
    QVERIFY(isWhole(justified(UvSide::Top).least.y));
    QVERIFY(isWhole(justified(UvSide::Right).most.x));
    const auto last = justified(UvSide::Bottom);
    QVERIFY(isWhole(last.most.y) && isWhole(last.most.x) && !isWhole(last.least.x));
}

void TestUvOperations::centreAndFlipKeepTheMiddle()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        centerUv(tx, top, UvSheet::EachFace);
        return {};
    }));
    const auto old = level.face(top[0]);
    QVERIFY(isNear(old.uv.at(old.center()), {0.5, 0.5}));
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        flipUv(tx, top, UvFlip::LeftRight, UvSheet::EachFace);
        return {};
    }));
    const auto flipped = level.face(top[0]);
    QVERIFY(isNear(flipped.uv.at(old.center()), {0.5, 0.5}));
    QCOMPARE(flipped.uv.scale, (Vec2d{-1, 1}));
    for (const auto& corner : old.corners)
        QVERIFY(isNear(flipped.uv.at(corner), Vec2d{1, 0} + Vec2d{-1, 1} * old.uv.at(corner)));
}

void TestUvOperations::theEdgeOfAFaceCarriesTheTexture()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    std::set<std::pair<double, double>> directions;
    for (int i = 0; i < 4; ++i) {
        VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
            alignUvToEdge(tx, top);
            return {};
        }));
        const auto face = level.face(top[0]);
        if (i == 0) // the longest ones go along Z
            QVERIFY(std::abs(std::abs(face.uv.uAxis.z) - 1) < 1e-12);
        directions.insert({std::round(face.uv.uAxis.x), std::round(face.uv.uAxis.z)});
        const auto bounds = boundsOf(level, top);
        QVERIFY(std::abs(bounds.most.y) < 1e-9); // the face is above its lower edge
        QVERIFY(std::abs(bounds.least.x) < 1e-9);
        QVERIFY(dot(cross(face.uv.uAxis, face.uv.vAxis), face.plane.normal) < 0); // not mirrored
    }
    QCOMPARE(directions.size(), 4U);
}

void TestUvOperations::alignToFaceStretchesNothing()
{
    Level level;
    auto wedge = makePrism({0, 1, 0}, 1, 1, 5);
    const auto slanted =
        mapped(wedge, Affine{glm::dmat3{1, 0.7, 0, 0, 1, 0, 0, 0, 1}, {9, 0, 0}}, TextureLock::Off);
    VERIFY_OK(slanted);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        setBrush(tx, level.prism, *slanted);
        return {};
    }));
    const std::array only{level.prism};
    const auto faces = facesOf(level.document.world(), only);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        alignUvToFace(tx, faces);
        return {};
    }));
    for (const auto& ref : faces) {
        const auto face = level.face(ref);
        const auto frame = uvFrame(face.uv, face.plane);
        QVERIFY(frame);
        QVERIFY(std::abs(glm::length(frame->u) - 1) < 1e-9);
        QVERIFY(std::abs(glm::length(frame->v) - 1) < 1e-9);
        QVERIFY(std::abs(dot(frame->u, frame->v)) < 1e-9);
    }
}

void TestUvOperations::alignToViewProjects()
{
    Level level;
    const std::vector sides{level.side({0, 1, 0}), level.side({1, 0, 0}), level.side({0, 0, 1})};
    const auto untouched = level.face(sides[0]).uv;
    const Vec3d right{std::sqrt(0.5), 0, -std::sqrt(0.5)};
    VERIFY_OK(level.run([&](auto& tx) { return alignUvToView(tx, sides, right, {0, 1, 0}); }));
    QCOMPARE(level.face(sides[0]).uv, untouched); // seen edge-on
    QCOMPARE(level.face(sides[1]).uv, level.face(sides[2]).uv);
    QCOMPARE(level.face(sides[1]).uv.uAxis, right);
    const std::vector edgeOn{sides[0]};
    QVERIFY(!level.run([&](auto& tx) { return alignUvToView(tx, edgeOn, right, {0, 1, 0}); }));
}

void TestUvOperations::wrapsGoOnOverTheEdge()
{
    Level level;
    const auto top = level.side({0, 1, 0});
    const auto right = level.side({1, 0, 0});
    const std::vector one{top};
    VERIFY_OK(
        level.run([&](auto& tx) { return changeUv(tx, one, {.scaleU = 2, .rotation = 0.3}); }));
    VERIFY_OK(level.run([&](auto& tx) { return applyMaterial(tx, one, Name{"Materials/a"}); }));
    VERIFY_OK(level.run([&](auto& tx) { return wrapUv(tx, top, right); }));
    const auto from = level.face(top);
    const auto to = level.face(right);
    QVERIFY(stepAtEdge(from, to) < Close);
    QCOMPARE(to.material, Name{"Materials/a"});
    QCOMPARE(to.uv.scale, from.uv.scale);
    // What would lie beyond the edge lies as far down the side.
    QVERIFY(isNear(to.uv.at({3, 0.5, 2}), from.uv.at({3.5, 1, 2})));
}

void TestUvOperations::wrapsOfRandomFacesHaveNoStep()
{
    Dice dice{11};
    int wraps = 0;
    for (int round = 0; round < 150; ++round) {
        DocumentFixture level;
        const auto brush = randomBrush(dice, 200);
        const auto entity = level.addBox({0, 0, 0}, {1, 1, 1});
        ENGINE_EXPECT(level.run([&](Transaction& tx) -> Result<void> {
            setBrush(tx, entity, brush);
            const std::array only{entity};
            const auto faces = facesOf(tx.world(), only);
            editUvs(tx, faces, [&](const BrushFace&) { return randomMapping(dice); });
            return {};
        }));
        for (FaceIndex i = 0; i < brush.faceCount(); ++i)
            for (FaceIndex j = 0; j < brush.faceCount(); ++j) {
                const FaceRef from{entity, i};
                const FaceRef to{entity, j};
                const auto& world = level.document.world();
                if (i == j || !sharedEdge(*worldFace(world, from), *worldFace(world, to)))
                    continue;
                VERIFY_OK(level.run([&](auto& tx) { return wrapUv(tx, from, to); }));
                const double step = stepAtEdge(*worldFace(world, from), *worldFace(world, to));
                QVERIFY2(step < Close, qPrintable(QString::number(step)));
                level.document.undo();
                ++wraps;
            }
    }
    QVERIFY(wraps > 1000);
}

void TestUvOperations::wrapsAcrossTurnedGroupsHaveNoStep()
{
    Level level;
    const auto top = level.faceTowards(level.inner, {0, 1, 0});
    for (const auto& normal : {Vec3d{1, 0, 0}, Vec3d{0, 0, -1}}) {
        const auto side = level.faceTowards(level.inner, normal);
        VERIFY_OK(level.run([&](auto& tx) { return wrapUv(tx, top, side); }));
        QVERIFY(stepAtEdge(level.face(top), level.face(side)) < Close);
    }
    // From a brush of the level onto one of the group, where their planes meet.
    const auto crate = level.side({1, 0, 0});
    VERIFY_OK(level.run([&](auto& tx) { return wrapUv(tx, level.side({0, 1, 0}), crate); }));
    const auto side = level.faceTowards(level.inner, {0, 0, 1});
    VERIFY_OK(level.run([&](auto& tx) { return wrapUv(tx, crate, side); }));
    const auto a = level.face(crate);
    const auto b = level.face(side);
    const auto line = glm::normalize(cross(a.plane.normal, b.plane.normal));
    const auto both =
        glm::inverse(glm::transpose(glm::dmat3{a.plane.normal, b.plane.normal, line}));
    const auto on = both * Vec3d{a.plane.distance, b.plane.distance, 3.0};
    QVERIFY(isNear(a.uv.at(on), b.uv.at(on)));
    QVERIFY(isNear(a.uv.at(on + line), b.uv.at(on + line)));
}

void TestUvOperations::wrapsOntoTheBackAreRefused()
{
    Level level;
    const auto before = level.document.contentHash();
    const auto front = level.side({0, 0, 1});
    QVERIFY(!level.run([&](auto& tx) { return wrapUv(tx, front, level.side({0, 0, -1})); }));
    QVERIFY(!level.run([&](auto& tx) { return wrapUv(tx, front, front); }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestUvOperations::aChainGoesRoundAPrism()
{
    Level level;
    const auto sides = level.sidesOfPrism();
    const auto near = [&](const Aabb& box) {
        return level.document.index().overlapping(box);
    };
    const auto chain = straightChain(level.document.world(), sides[0], sides[1], near);
    QCOMPARE(chain, sides);
    const auto back = straightChain(level.document.world(), sides[1], sides[0], near);
    QCOMPARE(back.size(), sides.size());
    QCOMPARE(back[2], sides[7]);
    VERIFY_OK(level.run([&](auto& tx) { return wrapUvAlong(tx, chain); }));
    for (std::size_t i = 1; i < sides.size(); ++i)
        QVERIFY(stepAtEdge(level.face(sides[i - 1]), level.face(sides[i])) < Close);
}

void TestUvOperations::aChainGoesOnOverOtherBrushes()
{
    DocumentFixture level;
    std::vector<FaceRef> tops;
    for (int i = 0; i < 5; ++i)
        tops.push_back(level.faceTowards(level.addBox({i, 0, 0}, {i + 1, 1, 1}), {0, 1, 0}));
    const auto near = [&](const Aabb& box) {
        return level.document.index().overlapping(box);
    };
    const auto chain = straightChain(level.document.world(), tops[0], tops[1], near);
    // Over the end of the row, and back below it.
    QVERIFY(std::equal(tops.begin(), tops.end(), chain.begin()));
    QCOMPARE(chain.size(), 12U);
}

void TestUvOperations::wrapOverASelectionFollowsEdges()
{
    Level level;
    auto sides = level.sidesOfPrism();
    std::swap(sides[0], sides[3]); // it starts in the middle
    std::size_t followed = 0;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        auto done = wrapUvOver(tx, sides);
        if (!done)
            return done.error();
        followed = *done;
        return {};
    }));
    QCOMPARE(followed, 7U);
    const auto inOrder = level.sidesOfPrism();
    int seams = 0;
    for (std::size_t i = 0; i < inOrder.size(); ++i)
        seams += stepAtEdge(level.face(inOrder[i]), level.face(inOrder[(i + 1) % 8])) > Close;
    QVERIFY(seams <= 1);
    const std::vector apart{sides[0], level.side({0, 1, 0})};
    QVERIFY(!level.run([&](Transaction& tx) -> Result<void> {
        auto done = wrapUvOver(tx, apart);
        return done ? Result<void>{} : Result<void>{done.error()};
    }));
}

void TestUvOperations::pasteByNumbersProjectionAndWrap()
{
    Level level;
    const auto top = level.side({0, 1, 0});
    const auto right = level.side({1, 0, 0});
    const std::vector source{top};
    const std::vector target{right};
    VERIFY_OK(level.run([&](auto& tx) {
        return changeUv(
            tx, source,
            {.scaleU = 2, .scaleV = 3, .offsetU = 0.25, .offsetV = 0.5, .rotation = 0.4});
    }));
    const auto copied = *copyUv(level.document.world(), top);
    VERIFY_OK(level.run([&](auto& tx) { return pasteUv(tx, target, copied, UvPaste::Numbers); }));
    auto pasted = level.face(right);
    QCOMPARE(pasted.uv.scale, copied.uv.scale);
    QCOMPARE(pasted.uv.offset, copied.uv.offset);
    QVERIFY(std::abs(uvRotation(pasted.uv, pasted.plane.normal) - 0.4) < 1e-12);
    VERIFY_OK(level.run([&](auto& tx) { return pasteUv(tx, target, copied, UvPaste::Wrapped); }));
    QVERIFY(stepAtEdge(level.face(top), level.face(right)) < Close);
    // Thrown straight down it would smear over an upright face, which gets upright axes.
    VERIFY_OK(level.run([&](auto& tx) { return pasteUv(tx, target, copied, UvPaste::Projected); }));
    QVERIFY(uvFrame(level.face(right).uv, level.face(right).plane));
    const std::vector below{level.side({0, -1, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return pasteUv(tx, below, copied, UvPaste::Projected); }));
    QCOMPARE(level.face(below[0]).uv, copied.uv);
    QVERIFY(!level.run([&](auto& tx) { return pasteUv(tx, below, copied, UvPaste::Wrapped); }));
}

void TestUvOperations::densityIsShownSetAndMatched()
{
    Level level;
    const auto sizes = pictures({256, 512});
    const auto top = level.side({0, 1, 0});
    const auto inner = level.faceTowards(level.inner, {0, 1, 0});
    const std::vector both{top, inner};
    VERIFY_OK(level.run([&](auto& tx) { return setTexelDensity(tx, both, 128, sizes); }));
    for (const auto& ref : both) {
        QVERIFY(std::abs(*texelDensity(level.document.world(), ref, sizes) - 128) < 1e-9);
        const auto face = level.face(ref);
        const auto frame = *uvFrame(face.uv, face.plane);
        QVERIFY(std::abs(glm::length(frame.u) - 2) < 1e-9); // 256 texels at 128 a metre
        QVERIFY(std::abs(glm::length(frame.v) - 4) < 1e-9);
    }
    const auto old = level.face(top);
    const std::vector other{level.side({1, 0, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return setTexelDensity(tx, other, 32, sizes); }));
    VERIFY_OK(level.run([&](auto& tx) { return matchTexelDensity(tx, other, top, sizes); }));
    QVERIFY(std::abs(*texelDensity(level.document.world(), other[0], sizes) - 128) < 1e-9);
    QCOMPARE(level.face(top).uv, old.uv);
}

void TestUvOperations::densityNeedsAPicture()
{
    Level level;
    const auto all = level.all();
    const auto none = pictures({0, 0});
    const auto before = level.document.contentHash();
    QVERIFY(!texelDensity(level.document.world(), all[0], none));
    QVERIFY(!level.run([&](auto& tx) { return setTexelDensity(tx, all, 64, none); }));
    QVERIFY(!level.run([&](auto& tx) { return matchTexelDensity(tx, all, all[0], none); }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestUvOperations::scatterIsTheSameForASeed()
{
    Level level;
    const auto all = level.all();
    const auto scattered = [&](std::uint64_t seed) {
        ENGINE_EXPECT(level.run([&](Transaction& tx) -> Result<void> {
            scatterUv(tx, all, seed);
            return {};
        }));
        return level.document.contentHash();
    };
    const auto first = scattered(1);
    QVERIFY(scattered(2) != first);
    QCOMPARE(scattered(1), first);
    QVERIFY(level.face(all[0]).uv.offset != level.face(all[1]).uv.offset);
}

void TestUvOperations::lockHoldsUnderAnyAffineEdit()
{
    Dice dice{23};
    int corners = 0;
    for (int round = 0; round < 500; ++round) {
        const auto plain = randomBrush(dice, 100);
        std::vector<BrushFace> faces{plain.faces().begin(), plain.faces().end()};
        for (auto& face : faces)
            face.uv = randomMapping(dice);
        const auto brush = Brush::fromFaces(std::move(faces));
        VERIFY_OK(brush);
        Affine by;
        do { // turned, stretched, sheared and mirrored, as it comes
            for (int column = 0; column < 3; ++column)
                by.linear[column] = dice.direction() * dice.between(0.3, 3);
        } while (std::abs(glm::determinant(by.linear)) < 0.2);
        by.offset = dice.place(50);
        const auto moved = mapped(*brush, by, TextureLock::On);
        if (!moved || moved->faceCount() != brush->faceCount())
            continue;
        for (FaceIndex i = 0; i < brush->faceCount(); ++i)
            for (const auto index : brush->faceVertices(i)) {
                const auto& corner = brush->vertices()[index];
                const auto before = brush->faces()[i].uv.at(corner);
                const auto after = moved->faces()[i].uv.at(by.apply(corner));
                QVERIFY2(isNear(before, after),
                         qPrintable(QString::number(glm::distance(before, after) * Texels)));
                ++corners;
            }
    }
    QVERIFY(corners > 5000);
}

PLAIN_TEST(TestUvOperations)
} // namespace tst_uv_operations

#include "tst_uv_operations.moc"
