#include "tests/editor/operations/texture/uv_level.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_uv_fit
{
using namespace uv_level;

/// Fit, justify, centre, flip and align.
class TestUvFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitHoldsTheRepeats();
    void fitOfOneNumberKeepsProportions();
    void fitTreatsFacesAsOneSheet();
    void justifyPutsABorderOnTheSide();
    void centreAndFlipKeepTheMiddle();
    void theEdgeOfAFaceCarriesTheTexture();
    void alignToFaceStretchesNothing();
    void alignToViewProjects();
};

void TestUvFit::fitHoldsTheRepeats()
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

void TestUvFit::fitOfOneNumberKeepsProportions()
{
    Level level;
    const std::vector top{level.side({0, 1, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return changeUv(tx, top, {.scaleU = 1, .scaleV = 2}); }));
    VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, top, {4, 0}, UvSheet::EachFace); }));
    QCOMPARE(level.face(top[0]).uv.scale, (Vec2d{0.5, 1}));
    VERIFY_OK(level.run([&](auto& tx) { return fitUv(tx, top, {0, 6}, UvSheet::EachFace); }));
    QCOMPARE(level.face(top[0]).uv.scale, (Vec2d{0.25, 0.5}));
}

void TestUvFit::fitTreatsFacesAsOneSheet()
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

void TestUvFit::justifyPutsABorderOnTheSide()
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

void TestUvFit::centreAndFlipKeepTheMiddle()
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

void TestUvFit::theEdgeOfAFaceCarriesTheTexture()
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

void TestUvFit::alignToFaceStretchesNothing()
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

void TestUvFit::alignToViewProjects()
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

PLAIN_TEST(TestUvFit)
} // namespace tst_uv_fit

#include "tst_uv_fit.moc"
