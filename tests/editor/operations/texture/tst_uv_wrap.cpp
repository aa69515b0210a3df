#include "tests/editor/operations/texture/uv_level.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_uv_wrap
{
using namespace uv_level;

/// Textures that run on from face to face, and copies of alignments.
class TestUvWrap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wrapsGoOnOverTheEdge();
    void wrapsOfRandomFacesHaveNoStep();
    void wrapsAcrossTurnedGroupsHaveNoStep();
    void wrapsOntoTheBackAreRefused();
    void aChainGoesRoundAPrism();
    void aChainGoesOnOverOtherBrushes();
    void wrapOverASelectionFollowsEdges();
    void pasteByNumbersProjectionAndWrap();
};

void TestUvWrap::wrapsGoOnOverTheEdge()
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

void TestUvWrap::wrapsOfRandomFacesHaveNoStep()
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

void TestUvWrap::wrapsAcrossTurnedGroupsHaveNoStep()
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

void TestUvWrap::wrapsOntoTheBackAreRefused()
{
    Level level;
    const auto before = level.document.contentHash();
    const auto front = level.side({0, 0, 1});
    QVERIFY(!level.run([&](auto& tx) { return wrapUv(tx, front, level.side({0, 0, -1})); }));
    QVERIFY(!level.run([&](auto& tx) { return wrapUv(tx, front, front); }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestUvWrap::aChainGoesRoundAPrism()
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

void TestUvWrap::aChainGoesOnOverOtherBrushes()
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

void TestUvWrap::wrapOverASelectionFollowsEdges()
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

void TestUvWrap::pasteByNumbersProjectionAndWrap()
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

PLAIN_TEST(TestUvWrap)
} // namespace tst_uv_wrap

#include "tst_uv_wrap.moc"
