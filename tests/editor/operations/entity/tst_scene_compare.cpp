#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/scene_compare.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <array>

namespace tst_scene_compare
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What a file that somebody else has written has in another way (issue 16).
class TestSceneCompare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSceneThatWasReadAnewIsNoDifference();
    void addedAndRemovedObjectsAreToldFromEachOther();
    void propertiesAreNamedWithWhoChangedThem();
    void shapesAndWholeComponentsAreNamed();
    void whatIsRemovedThereAndChangedHereIsBoth();
    void withoutACommonStateNobodyIsBlamed();

private:
    /// As the file would be read.
    static std::unique_ptr<World> readAnew(const DocumentFixture& fixture)
    {
        auto read =
            readScene(writeScene(fixture.document.world(), fixture.types), fixture.types, "test");
        ENGINE_EXPECT(read);
        return std::move(read->world);
    }

    static Node renamed(const World& world, EntityId entity, const char* name)
    {
        auto node = *world.get<Node>(entity);
        node.name = name;
        return node;
    }
};

void TestSceneCompare::aSceneThatWasReadAnewIsNoDifference()
{
    DocumentFixture fixture;
    fixture.addBox({0, 0, 0}, {1, 1, 1});
    fixture.addPoint({1, 2, 3});
    const auto disk = readAnew(fixture);
    QVERIFY(compareScenes(fixture.document.world(), *disk, disk.get(), fixture.types).empty());
}

void TestSceneCompare::addedAndRemovedObjectsAreToldFromEachOther()
{
    DocumentFixture fixture;
    const auto removedThere = fixture.addPoint({0, 0, 0}, "removed there");
    const auto removedHere = fixture.addPoint({1, 0, 0}, "removed here");
    const auto base = readAnew(fixture);
    const auto disk = readAnew(fixture);
    const auto addedThere = disk->newId();
    Edit edit{{swapTo(addedThere, Node{.name = "added there", .parent = {}})}};
    addRemoval(*disk, removedThere, edit);
    disk->exchange(edit);
    const auto addedHere = fixture.addPoint({2, 0, 0}, "added here");
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.destroy(removedHere);
        return {};
    }));
    const auto found = compareScenes(fixture.document.world(), *disk, base.get(), fixture.types);
    QCOMPARE(found.size(), std::size_t{4});
    for (const auto& each : found) {
        const bool isHere = each.entity == removedThere || each.entity == addedHere;
        QCOMPARE(each.isHere, isHere);
        QCOMPARE(each.isOnDisk, !isHere);
        const bool isDisk = each.entity == removedThere || each.entity == addedThere;
        QCOMPARE(each.by, isDisk ? ChangedBy::Disk : ChangedBy::Here);
    }
}

void TestSceneCompare::propertiesAreNamedWithWhoChangedThem()
{
    DocumentFixture fixture;
    const auto lamp = fixture.addPoint({0, 0, 0}, "lamp");
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(lamp, Light{.color = {1, 1, 1}, .intensity = 1, .range = 2});
        return {};
    }));
    const auto base = readAnew(fixture);
    const auto disk = readAnew(fixture);
    Edit edit{{swapTo(lamp, renamed(*disk, lamp, "torch")),
               swapTo(lamp, Light{.color = {1, 1, 1}, .intensity = 5, .range = 2})}};
    disk->exchange(edit);
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(lamp, Light{.color = {1, 1, 1}, .intensity = 3, .range = 9});
        return {};
    }));
    const auto found = compareScenes(fixture.document.world(), *disk, base.get(), fixture.types);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].by, ChangedBy::Both);
    std::map<std::string, ChangedBy> fields;
    for (const auto& field : found[0].fields)
        fields[field.property->name] = field.by;
    const std::map<std::string, ChangedBy> expected{
        {"name", ChangedBy::Disk}, {"intensity", ChangedBy::Both}, {"range", ChangedBy::Here}};
    QVERIFY(fields == expected);
}

void TestSceneCompare::shapesAndWholeComponentsAreNamed()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto base = readAnew(fixture);
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(box, Light{});
        return translate(transaction, std::vector{box}, {1, 0, 0});
    }));
    const auto found = compareScenes(fixture.document.world(), *base, base.get(), fixture.types);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].by, ChangedBy::Here);
    QCOMPARE(found[0].fields.size(), std::size_t{2});
    for (const auto& field : found[0].fields) {
        QVERIFY(field.property == nullptr);
        const bool isShape = field.type->id == typeIdOf<BrushComponent>();
        QVERIFY(isShape || field.type->id == typeIdOf<Light>());
        QCOMPARE(field.disk != nullptr, isShape);
    }
}

void TestSceneCompare::whatIsRemovedThereAndChangedHereIsBoth()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    const auto base = readAnew(fixture);
    const auto disk = readAnew(fixture);
    Edit edit;
    addRemoval(*disk, point, edit);
    disk->exchange(edit);
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        return translate(transaction, std::vector{point}, {1, 0, 0});
    }));
    const auto found = compareScenes(fixture.document.world(), *disk, base.get(), fixture.types);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].by, ChangedBy::Both);
}

void TestSceneCompare::withoutACommonStateNobodyIsBlamed()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    const auto disk = readAnew(fixture);
    Edit edit{{swapTo(point, renamed(*disk, point, "torch"))}};
    disk->exchange(edit);
    const auto found = compareScenes(fixture.document.world(), *disk, nullptr, fixture.types);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].by, ChangedBy::Unknown);
    QCOMPARE(found[0].fields[0].by, ChangedBy::Unknown);
}

CORE_TEST(TestSceneCompare)
} // namespace tst_scene_compare

#include "tst_scene_compare.moc"
