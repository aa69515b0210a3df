#include "tests/editor/operations/texture/uv_level.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_uv_operations
{
using namespace uv_level;

/// What holds for all operations, and plain changes of coordinates.
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
    void scatterIsTheSameForASeed();
    void lockHoldsUnderAnyAffineEdit();
};

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
