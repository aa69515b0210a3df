#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/foliage/foliage_kinds.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/wood_fixture.h"

#include <QtTest>

#include <set>

namespace tst_foliage_kinds
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A wood with trees on its ground, and another foliage with bushes there.
struct TwoFoliages : Wood
{
    EntityId ground = addBox({0, -1, 0}, {20, 0, 20});
    EntityId hedge;
    EntityId bush;

    TwoFoliages()
    {
        const auto done = scatter({ground});
        ENGINE_EXPECT(done);
        const auto added = run([&](Transaction& tx) -> Result<void> {
            hedge = createFoliageLayer(tx, "Hedge");
            auto another = addFoliageType(tx, hedge, evenType(0.5), "Bush");
            if (!another)
                return another.error();
            bush = *another;
            return {};
        });
        ENGINE_EXPECT(added);
        const auto planted = run([&](Transaction& tx) -> Result<void> {
            JobControl control;
            return plantFoliage(tx, hedge,
                                scatterFoliage(collectScatter(tx.world(), document.index(), hedge,
                                                              std::array{ground}),
                                               control)
                                    .instances);
        });
        ENGINE_EXPECT(planted);
    }

    Result<void> put(EntityId entity, EntityId parent)
    {
        return run([&](Transaction& tx) { return reparent(tx, std::array{entity}, parent); });
    }

    Result<void> remove(EntityId entity)
    {
        return run([&](Transaction& tx) -> Result<void> {
            removeObjects(tx, std::array{entity});
            return {};
        });
    }

    /// Plants of the kind where it is now.
    [[nodiscard]] std::size_t plantsOf(EntityId kindOfPlant) const
    {
        const auto foliage = get<Node>(kindOfPlant).parent;
        const auto slot = static_cast<std::uint8_t>(get<FoliageType>(kindOfPlant).slot);
        std::size_t count = 0;
        for (const auto& cell : foliageOf(document.world(), foliage)->cells())
            count += cell.chunk->countOf(slot);
        return count;
    }

    [[nodiscard]] std::set<std::int64_t> slotsOf(EntityId foliage) const
    {
        std::set<std::int64_t> slots;
        for (const auto child : document.world().children(foliage))
            slots.insert(get<FoliageType>(child).slot);
        return slots;
    }
};
} // namespace

class TestFoliageKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void duplicatesAreKindsOfTheirOwn();
    void pastedKindsAreKindsOfTheirOwn();
    void duplicatedFoliageKeepsItsKinds();
    void draggedKindsTakeTheirPlantsAlong();
    void kindsChangePlaces();
    void plantsNeedAFoliage();
    void deletedKindsTakeTheirPlants();
    void fullFoliagesRefuseAnotherKind();
};

void TestFoliageKinds::duplicatesAreKindsOfTheirOwn()
{
    TwoFoliages level;
    const auto hash = level.document.contentHash();
    const auto count = level.plantsOf(level.kind);
    const auto copy = level.duplicate({level.kind}).at(0);
    QCOMPARE(level.slotsOf(level.layer).size(), std::size_t{2});
    QCOMPARE(foliageTypes(level.document.world(), level.layer).size(), std::size_t{2});
    QCOMPARE(level.plantsOf(level.kind), count);
    QCOMPARE(level.plantsOf(copy), std::size_t{0});
    VERIFY_OK(level.scatter({level.ground}));
    QVERIFY(level.plantsOf(copy) > 0);
    VERIFY_OK(level.remove(copy));
    QCOMPARE(level.plants().size(), count);
    for (int step = 0; step < 3; ++step)
        level.document.undo();
    QCOMPARE(level.document.contentHash(), hash);
}

void TestFoliageKinds::pastedKindsAreKindsOfTheirOwn()
{
    TwoFoliages level;
    const auto hash = level.document.contentHash();
    const auto text = copyText(level.document.world(), level.types, std::array{level.kind});
    PastePlace place;
    place.parent = level.hedge;
    for (int i = 0; i < 2; ++i)
        VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
            auto pasted = pasteText(tx, text, place);
            return pasted ? Result<void>{} : pasted.error();
        }));
    QCOMPARE(level.slotsOf(level.hedge).size(), std::size_t{3});
    QCOMPARE(level.slotsOf(level.hedge).contains(level.get<FoliageType>(level.bush).slot), true);
    level.document.undo();
    level.document.undo();
    QCOMPARE(level.document.contentHash(), hash);
}

void TestFoliageKinds::duplicatedFoliageKeepsItsKinds()
{
    TwoFoliages level;
    const auto other = level.duplicate({level.kind}).at(0);
    const auto copy = level.duplicate({level.layer}).at(0);
    QCOMPARE(level.slotsOf(copy), level.slotsOf(level.layer));
    QCOMPARE(foliageOf(level.document.world(), copy)->plants(), level.plants().size());
    VERIFY_OK(level.remove(level.layer)); // all at once: nothing stays behind
    QVERIFY(!level.document.world().exists(other));
    QVERIFY(foliageOf(level.document.world(), copy)->plants() > 0);
}

void TestFoliageKinds::draggedKindsTakeTheirPlantsAlong()
{
    TwoFoliages level;
    const auto hash = level.document.contentHash();
    const auto trees = level.plantsOf(level.kind);
    const auto bushes = level.plantsOf(level.bush);
    VERIFY_OK(level.put(level.kind, level.hedge));
    QCOMPARE(level.plants().size(), std::size_t{0});
    QCOMPARE(level.slotsOf(level.hedge).size(), std::size_t{2});
    QCOMPARE(level.plantsOf(level.kind), trees);
    QCOMPARE(level.plantsOf(level.bush), bushes);
    VERIFY_OK(level.put(level.kind, level.layer));
    QCOMPARE(level.plants().size(), trees);
    QCOMPARE(level.plantsOf(level.kind), trees);
    level.document.undo();
    level.document.undo();
    QCOMPARE(level.document.contentHash(), hash);
}

void TestFoliageKinds::kindsChangePlaces()
{
    TwoFoliages level;
    const auto hash = level.document.contentHash();
    const auto trees = level.plantsOf(level.kind);
    const auto bushes = level.plantsOf(level.bush);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        if (auto done = reparent(tx, std::array{level.kind}, level.hedge); !done)
            return done;
        return reparent(tx, std::array{level.bush}, level.layer);
    }));
    QCOMPARE(level.plantsOf(level.kind), trees);
    QCOMPARE(level.plantsOf(level.bush), bushes);
    QCOMPARE(level.plants().size(), bushes);
    level.document.undo();
    QCOMPARE(level.document.contentHash(), hash);
}

void TestFoliageKinds::plantsNeedAFoliage()
{
    TwoFoliages level;
    const auto hash = level.document.contentHash();
    QVERIFY(!level.put(level.kind, {}));
    QCOMPARE(level.document.contentHash(), hash);
    const auto bare = level.duplicate({level.kind}).at(0);
    VERIFY_OK(level.put(bare, {})); // it has none
    VERIFY_OK(level.put(bare, level.hedge));
    QCOMPARE(level.slotsOf(level.hedge).size(), std::size_t{2});
}

void TestFoliageKinds::deletedKindsTakeTheirPlants()
{
    TwoFoliages level;
    const auto hash = level.document.contentHash();
    VERIFY_OK(level.remove(level.kind));
    QVERIFY(level.plants().empty());
    QCOMPARE(freeFoliageSlot(level.document.world(), level.layer), std::optional<std::int64_t>{0});
    level.document.undo();
    QCOMPARE(level.document.contentHash(), hash);
    level.document.redo();
    QVERIFY(level.plants().empty());
}

void TestFoliageKinds::fullFoliagesRefuseAnotherKind()
{
    TwoFoliages level;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        for (int i = 1; i < 256; ++i)
            if (auto added = addFoliageType(tx, level.layer, {}, "Kind"); !added)
                return added.error();
        return {};
    }));
    const auto hash = level.document.contentHash();
    const auto refused = level.put(level.bush, level.layer);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message(),
             std::string{"A foliage holds up to 256 kinds of plants; make another one"});
    QCOMPARE(level.document.contentHash(), hash);
}

CORE_TEST(TestFoliageKinds)
} // namespace tst_foliage_kinds

#include "tst_foliage_kinds.moc"
