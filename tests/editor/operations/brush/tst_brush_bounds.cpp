#include "editor/operations/brush/brush_bounds.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "engine_core/geometry/uv_mapping.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_brush_bounds
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestBrushBounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachBrushGetsItsNewBox();
    void whatIsBelowABrushIsNotMovedTwice();
    void aFlatBoxIsRefusedAsAWhole();
    void undoAndRedoAreExact();
    void texturesFollowIfTheyAreLocked();
    void aSizeLeavesTexturesAsDraggingTheFaceDoes();
};

namespace
{
Result<Aabb> oneHigher(const Aabb& bounds)
{
    return bounds.translated({0, 1, 0});
}

Result<Aabb> twiceAsWide(const Aabb& bounds)
{
    return Aabb{bounds.min, {bounds.min.x + 2 * bounds.size().x, bounds.max.y, bounds.max.z}};
}

Result<void> change(DocumentFixture& level,
                    const std::vector<EntityId>& brushes,
                    Result<Aabb> (*edit)(const Aabb&),
                    TextureLock lock = TextureLock::On)
{
    return level.run(
        [&](Transaction& transaction) { return changeBounds(transaction, brushes, edit, lock); });
}
} // namespace

void TestBrushBounds::eachBrushGetsItsNewBox()
{
    DocumentFixture level;
    const auto a = level.addBox({1, 0, 2}, {3, 4, 5});
    const auto b = level.addBox({-4, -1, 0}, {-3, 0, 1});
    const auto light = level.addPoint({9, 9, 9});
    VERIFY_OK(change(level, {a, light, b}, twiceAsWide));
    QCOMPARE(level.boundsOf(a), (Aabb{{1, 0, 2}, {5, 4, 5}}));
    QCOMPARE(level.boundsOf(b), (Aabb{{-4, -1, 0}, {-2, 0, 1}}));
}

void TestBrushBounds::whatIsBelowABrushIsNotMovedTwice()
{
    DocumentFixture level;
    const auto table = level.addBox({0, 0, 0}, {2, 1, 2});
    const auto vase = level.addBox({0.5, 1, 0.5}, {1, 2, 1}, "vase", table);
    VERIFY_OK(change(level, {table, vase}, oneHigher));
    QCOMPARE(level.boundsOf(vase), (Aabb{{0.5, 2, 0.5}, {1, 3, 1}}));
    VERIFY_OK(change(level, {vase, table}, oneHigher)); // whichever was selected first
    QCOMPARE(level.boundsOf(vase), (Aabb{{0.5, 3, 0.5}, {1, 4, 1}}));
    QCOMPARE(level.boundsOf(table), (Aabb{{0, 2, 0}, {2, 3, 2}}));
}

void TestBrushBounds::aFlatBoxIsRefusedAsAWhole()
{
    DocumentFixture level;
    const auto a = level.addBox({0, 0, 0}, {1, 1, 1});
    const auto b = level.addBox({0, 0, 0}, {1, 2, 1});
    const auto before = level.document.contentHash();
    const auto lower = [](const Aabb& bounds) -> Result<Aabb> {
        return Aabb{bounds.min, {bounds.max.x, bounds.max.y - 1, bounds.max.z}};
    };
    const auto done = change(level, {b, a}, lower);
    QVERIFY(!done);
    QCOMPARE(done.error().message(),
             std::string{"The size of a brush must be above 0 m along every axis"});
    QCOMPARE(level.document.contentHash(), before);
}

void TestBrushBounds::undoAndRedoAreExact()
{
    DocumentFixture level;
    const auto box = level.addBox({1, 0, 2}, {3, 4, 5});
    const auto before = level.document.contentHash();
    VERIFY_OK(change(level, {box}, twiceAsWide));
    const auto after = level.document.contentHash();
    level.document.undo();
    QCOMPARE(level.document.contentHash(), before);
    level.document.redo();
    QCOMPARE(level.document.contentHash(), after);
}

void TestBrushBounds::texturesFollowIfTheyAreLocked()
{
    const auto shiftAfter = [](TextureLock lock) {
        DocumentFixture level;
        const auto box = level.addBox({0, 0, 0}, {2, 2, 2});
        const auto before = level.brushOf(box).faces()[2].uv;
        ENGINE_EXPECT(change(
            level, {box},
            [](const Aabb& bounds) -> Result<Aabb> {
                return bounds.translated({0.25, 0.25, 0.25});
            },
            lock));
        return level.brushOf(box).faces()[2].uv != before;
    };
    QVERIFY(shiftAfter(TextureLock::On));
    QVERIFY(!shiftAfter(TextureLock::Off));
}

void TestBrushBounds::aSizeLeavesTexturesAsDraggingTheFaceDoes()
{
    for (const auto lock : {TextureLock::On, TextureLock::Off}) {
        DocumentFixture level;
        const auto typed = level.addBox({1, 0, 0}, {3, 2, 2});
        const auto dragged = level.addBox({1, 0, 0}, {3, 2, 2});
        VERIFY_OK(change(level, {typed}, twiceAsWide, lock));
        const std::vector side{level.faceTowards(dragged, {1, 0, 0})};
        VERIFY_OK(level.run(
            [&](Transaction& transaction) { return moveFaces(transaction, side, 2, lock); }));
        QCOMPARE(level.boundsOf(typed), level.boundsOf(dragged));
        const auto& faces = level.brushOf(typed).faces();
        for (std::size_t i = 0; i < faces.size(); ++i)
            QVERIFY(faces[i].uv == level.brushOf(dragged).faces()[i].uv);
    }
}

PLAIN_TEST(TestBrushBounds)
} // namespace tst_brush_bounds

#include "tst_brush_bounds.moc"
