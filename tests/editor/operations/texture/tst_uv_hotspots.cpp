#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/texture/uv_hotspots.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <array>

namespace tst_uv_hotspots
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestUvHotspots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBestHasSizeAndProportions();
    void aFaceShowsItsRectangle();
    void aTurnedRectangleIsNotMirrored();
    void facesWithoutASetStay();
};

namespace
{
/// A sheet of 1024 texels for 256 on a metre: a beam, a square panel twice, and a post.
HotspotSet sheet()
{
    HotspotSet set;
    set.spots = {{"beam", {0, 0}, {1, 0.125}, true},         // 4 x 0.5 m
                 {"panel", {0, 0.125}, {0.5, 0.5}, false},   // 2 x 2 m
                 {"small", {0.5, 0.125}, {0.125, 0.125}},    // 0.5 x 0.5 m
                 {"post", {0.75, 0.125}, {0.125, 0.5}, false}}; // 0.5 x 2 m
    return set;
}

std::string nameOfBest(const Vec2d& metres)
{
    const auto set = sheet();
    const auto best = bestHotspot(set, metres);
    return best ? best->spot->name + (best->isTurned ? " turned" : "") : std::string{};
}

/// Texture coordinates of a face: its box and how it runs.
UvBounds boundsOf(const WorldFace& face)
{
    UvBounds bounds;
    bounds.add(face);
    return bounds;
}
} // namespace

void TestUvHotspots::theBestHasSizeAndProportions()
{
    QCOMPARE(nameOfBest({4, 0.5}), std::string{"beam"});
    QCOMPARE(nameOfBest({0.6, 4.5}), std::string{"beam turned"});
    QCOMPARE(nameOfBest({1.8, 2.2}), std::string{"panel"});
    QCOMPARE(nameOfBest({0.6, 0.6}), std::string{"small"});
    QCOMPARE(nameOfBest({0.5, 1.6}), std::string{"post"});
    QVERIFY(!bestHotspot({}, {1, 1}));
}

void TestUvHotspots::aFaceShowsItsRectangle()
{
    DocumentFixture level;
    const auto box = level.addBox({0, 0, 0}, {1.9, 2.1, 4});
    const std::vector front{level.faceTowards(box, {0, 0, 1})};
    const auto set = sheet();
    const auto before = level.document.contentHash();
    VERIFY_OK(level.run([&](Transaction& step) -> Result<void> {
        auto done = fitHotspots(step, front, [&](Name) { return &set; });
        return done ? Result<void>{} : Result<void>{done.error()};
    }));
    const auto face = *worldFace(level.document.world(), front[0]);
    const auto bounds = boundsOf(face);
    QVERIFY(glm::distance(bounds.least, {0, 0.125}) < 1e-9);
    QVERIFY(glm::distance(bounds.most, {0.5, 0.625}) < 1e-9);
    QVERIFY(glm::distance(face.uv.at({0, 2.1, 4}), {0, 0.125}) < 1e-9); // upright
    const auto after = level.document.contentHash();
    level.document.undo();
    QCOMPARE(level.document.contentHash(), before);
    level.document.redo();
    QCOMPARE(level.document.contentHash(), after);
}

void TestUvHotspots::aTurnedRectangleIsNotMirrored()
{
    DocumentFixture level;
    const auto box = level.addBox({0, 0, 0}, {0.5, 4, 0.5});
    const auto set = sheet();
    const std::array only{box};
    auto faces = facesOf(level.document.world(), only);
    VERIFY_OK(level.run([&](Transaction& step) -> Result<void> {
        auto done = fitHotspots(step, faces, [&](Name) { return &set; });
        return done ? Result<void>{} : Result<void>{done.error()};
    }));
    for (const auto& normal : {Vec3d{1, 0, 0}, Vec3d{0, 0, 1}, Vec3d{-1, 0, 0}}) {
        const auto face = *worldFace(level.document.world(), level.faceTowards(box, normal));
        const auto bounds = boundsOf(face);
        QVERIFY(glm::distance(bounds.least, {0, 0}) < 1e-9);
        QVERIFY(glm::distance(bounds.most, {1, 0.125}) < 1e-9);
        QVERIFY(glm::dot(glm::cross(face.uv.uAxis, face.uv.vAxis), normal) < 0);
    }
}

void TestUvHotspots::facesWithoutASetStay()
{
    DocumentFixture level;
    const auto box = level.addBox({0, 0, 0}, {1, 1, 1});
    const std::array only{box};
    const auto faces = facesOf(level.document.world(), only);
    const std::vector one{faces[2]};
    VERIFY_OK(level.run([&](auto& step) { return applyMaterial(step, one, Name{"trim"}); }));
    const auto set = sheet();
    const auto find = [&](Name material) {
        return material == Name{"trim"} ? &set : nullptr;
    };
    std::size_t fitted = 0;
    VERIFY_OK(level.run([&](Transaction& step) -> Result<void> {
        auto done = fitHotspots(step, faces, find);
        fitted = done ? *done : 0;
        return {};
    }));
    QCOMPARE(fitted, 1U);
    const std::vector other{faces[0]};
    const auto before = level.document.contentHash();
    QVERIFY(!level.run([&](Transaction& step) -> Result<void> {
        auto done = fitHotspots(step, other, find);
        return done ? Result<void>{} : Result<void>{done.error()};
    }));
    QCOMPARE(level.document.contentHash(), before);
}

PLAIN_TEST(TestUvHotspots)
} // namespace tst_uv_hotspots

#include "tst_uv_hotspots.moc"
