#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/texture/patch_textures.h"
#include "editor/operations/texture/uv_density.h"
#include "editor/operations/texture/uv_operations.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <array>

namespace tst_patch_textures
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestPatchTextures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shiftsAndScalesChangeEveryPoint();
    void fitFillsExactly_data();
    void fitFillsExactly();
    void justifyAndCentreShift();
    void flipsMirrorAboutTheMiddle();
    void aQuarterTurnKeepsTheScale();
    void densityIsMeasuredAndSet();
    void numbersOfTheInspectorApply();
    void materialsGoOntoPatches();
    void everyEditIsUndone();
    void facesAndPatchesTogether();
};

namespace
{
struct Level
{
    DocumentFixture fixture;
    EntityId patch;

    explicit Level(PatchShape shape = PatchShape::Bevel)
    {
        ENGINE_EXPECT(fixture.run([&](Transaction& step) -> Result<void> {
            auto made = createPatch(step, shape, {{0, 0, 0}, {2, 3, 2}});
            if (!made)
                return made.error();
            patch = *made;
            return {};
        }));
    }

    [[nodiscard]] std::array<FaceRef, 1> faces() const { return {FaceRef{patch, 0}}; }

    [[nodiscard]] const PatchGrid& grid() const
    {
        return *patchOf(fixture.document.world(), patch)->grid;
    }

    [[nodiscard]] UvBounds bounds() const
    {
        UvBounds bounds;
        bounds.add(*worldFace(fixture.document.world(), {patch, 0}));
        return bounds;
    }

    void run(const std::function<Result<void>(Transaction&, std::span<const FaceRef>)>& edit)
    {
        VERIFY_OK(fixture.run([&](Transaction& step) { return edit(step, faces()); }));
    }
};

bool isNear(const Vec2d& a, const Vec2d& b)
{
    return glm::distance(a, b) < 1e-6;
}
} // namespace

void TestPatchTextures::shiftsAndScalesChangeEveryPoint()
{
    Level level{PatchShape::Cylinder};
    const std::vector<PatchPoint> before{level.grid().points().begin(),
                                         level.grid().points().end()};
    const auto by = scaledUv({2, 0.5}, {0.25, 1});
    level.run([&](auto& step, auto faces) { return remapUv(step, faces, by); });
    for (std::size_t i = 0; i < before.size(); ++i) {
        QCOMPARE(level.grid().points()[i].position, before[i].position);
        QVERIFY(isNear(level.grid().points()[i].uv, by.apply(before[i].uv)));
    }
}

void TestPatchTextures::fitFillsExactly_data()
{
    QTest::addColumn<double>("u");
    QTest::addColumn<double>("v");
    QTest::newRow("once") << 1.0 << 1.0;
    QTest::newRow("repeats") << 4.0 << 2.0;
    QTest::newRow("keeps the proportions") << 0.0 << 3.0;
}

void TestPatchTextures::fitFillsExactly()
{
    QFETCH(double, u);
    QFETCH(double, v);
    for (const auto shape :
         {PatchShape::Flat, PatchShape::Bevel, PatchShape::EndCap, PatchShape::Cylinder}) {
        Level level{shape};
        level.run([&](auto& step, auto faces) {
            return fitUv(step, faces, {u, v}, UvSheet::EachFace);
        });
        QVERIFY(isNear(level.bounds().least, {0, 0}));
        QVERIFY(std::abs(level.bounds().most.y - v) < 1e-6);
        if (u > 0)
            QVERIFY(std::abs(level.bounds().most.x - u) < 1e-6);
    }
}

void TestPatchTextures::justifyAndCentreShift()
{
    Level level;
    const auto size = level.bounds().size();
    level.run([](auto& step, auto faces) { return remapUv(step, faces, movedUv({0.3, 0.4})); });
    level.run([](auto& step, auto faces) -> Result<void> {
        justifyUv(step, faces, UvSide::Left, UvSheet::EachFace);
        justifyUv(step, faces, UvSide::Top, UvSheet::EachFace);
        return {};
    });
    QVERIFY(isNear(level.bounds().least, {0, 0}));
    QVERIFY(isNear(level.bounds().size(), size));
    level.run([](auto& step, auto faces) -> Result<void> {
        centerUv(step, faces, UvSheet::EachFace);
        return {};
    });
    QVERIFY(isNear(level.bounds().center(), {0.5, 0.5}));
}

void TestPatchTextures::flipsMirrorAboutTheMiddle()
{
    Level level;
    const auto first = level.grid().at(0, 0).uv;
    const auto last = level.grid().at(level.grid().columns() - 1, 0).uv;
    level.run([](auto& step, auto faces) -> Result<void> {
        flipUv(step, faces, UvFlip::LeftRight, UvSheet::EachFace);
        return {};
    });
    QVERIFY(isNear(level.grid().at(0, 0).uv, last));
    QVERIFY(isNear(level.grid().at(level.grid().columns() - 1, 0).uv, first));
}

void TestPatchTextures::aQuarterTurnKeepsTheScale()
{
    Level level;
    level.run([](auto& step, auto faces) { return resetPatchUv(step, faces); });
    const auto before = *worldFace(level.fixture.document.world(), {level.patch, 0});
    level.run([](auto& step, auto faces) { return turnUv(step, faces, Pi / 2); });
    const auto after = *worldFace(level.fixture.document.world(), {level.patch, 0});
    QVERIFY(std::abs(after.uv.scale.x - before.uv.scale.y) < 1e-6 ||
            std::abs(after.uv.scale.x - before.uv.scale.x) < 1e-6);
    QVERIFY(std::abs(glm::dot(after.uv.uAxis, before.uv.uAxis)) < 1e-6);
    for (int turn = 0; turn < 3; ++turn)
        level.run([](auto& step, auto faces) { return turnUv(step, faces, Pi / 2); });
    const auto whole = *worldFace(level.fixture.document.world(), {level.patch, 0});
    QVERIFY(glm::distance(whole.uv.uAxis, before.uv.uAxis) < 1e-6);
}

void TestPatchTextures::densityIsMeasuredAndSet()
{
    Level level{PatchShape::Flat};
    const PictureSizes sizes = [](Name) {
        return Vec2d{256, 256};
    };
    const auto density = texelDensity(level.fixture.document.world(), {level.patch, 0}, sizes);
    QVERIFY(density && std::abs(*density - 256) < 1e-6);
    level.run([&](auto& step, auto faces) { return setTexelDensity(step, faces, 512, sizes); });
    QVERIFY(isNear(level.bounds().size(), {4, 4}));
}

void TestPatchTextures::numbersOfTheInspectorApply()
{
    Level level{PatchShape::Flat};
    UvChange change;
    change.scaleU = 0.5;
    level.run([&](auto& step, auto faces) { return changeUv(step, faces, change); });
    QVERIFY(isNear(level.bounds().size(), {4, 2}));
    QVERIFY(std::abs(worldFace(level.fixture.document.world(), {level.patch, 0})->uv.scale.x -
                     0.5) < 1e-9);
}

void TestPatchTextures::materialsGoOntoPatches()
{
    Level level;
    level.run([](auto& step, auto faces) { return applyMaterial(step, faces, Name{"a/wall"}); });
    QCOMPARE(patchOf(level.fixture.document.world(), level.patch)->material.path,
             std::string{"a/wall"});
}

void TestPatchTextures::everyEditIsUndone()
{
    Level level{PatchShape::EndCap};
    auto& document = level.fixture.document;
    const std::array<std::function<Result<void>(Transaction&, std::span<const FaceRef>)>, 4> edits{
        [](auto& step, auto faces) {
            return spreadPatchUv(step, faces, {0, 0});
        },
        [](auto& step, auto faces) {
            return fitUv(step, faces, {2, 1}, UvSheet::EachFace);
        },
        [](auto& step, auto faces) { return turnUv(step, faces, 0.3); },
        [](auto& step, auto faces) {
            return remapUv(step, faces, shearedUv(0.2, 0, {0, 0}));
        }};
    for (const auto& edit : edits) {
        const auto before = document.contentHash();
        level.run(edit);
        const auto after = document.contentHash();
        QVERIFY(after != before);
        document.undo();
        QCOMPARE(document.contentHash(), before);
        document.redo();
        QCOMPARE(document.contentHash(), after);
    }
}

void TestPatchTextures::facesAndPatchesTogether()
{
    Level level;
    const auto box = level.fixture.addBox({5, 0, 0}, {9, 2, 1});
    const std::array both{box, level.patch};
    const auto faces = texturedFaces(level.fixture.document.world(), both);
    QCOMPARE(faces.size(), std::size_t{7});
    QVERIFY(isPatch(level.fixture.document.world(), faces.back()));
    VERIFY_OK(level.fixture.run([&](Transaction& step) {
        return fitUv(step, faces, {1, 1}, UvSheet::EachFace);
    }));
    for (const auto& face : worldFaces(level.fixture.document.world(), faces)) {
        UvBounds bounds;
        bounds.add(face);
        QVERIFY(isNear(bounds.size(), {1, 1}));
    }
}

PLAIN_TEST(TestPatchTextures)
} // namespace tst_patch_textures

#include "tst_patch_textures.moc"
