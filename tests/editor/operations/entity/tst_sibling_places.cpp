#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/operations/entity/sibling_places.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_sibling_places
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestSiblingPlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDuplicateStandsRightBehindItsSource();
    void duplicatesOfSeveralStandBehindTheLast();
    void duplicatesOfDuplicatesStayInTheirOrder();
    void newObjectsStandAtTheEnd();
    void pastesStandAtTheEndInTheirOrder();
    void copiesOfGroupsKeepTheOrderOfTheirParts();
    void copiesOfAnArrayStandBehindTheirSource();
    void whatALayerTakesInStandsAtItsEnd();
    void copiesOfLinkedGroupsHaveTheirOwnPlaces();
    void scenesInTheOrderOfTheirIdsKeepNoPlaces();
    void namesOfUsersAreCountedOn_data();
    void namesOfUsersAreCountedOn();
    void namesTheProgramGaveStay();
    void undoAndRedoTakePlaceAndNameAlong();
    void thousandsAreDuplicatedAtOnce();
};

namespace
{
struct Siblings : DocumentFixture
{
    /// As when another block of ids was drawn than that of what is there.
    void takeIdsFrom(std::uint32_t next) { document.worldForSystems().setNextId(next); }

    /// Points named by single letters.
    std::vector<EntityId> addAll(const std::string& names, EntityId parent = {})
    {
        std::vector<EntityId> made;
        for (const char name : names)
            made.push_back(addPoint({1, 2, 3}, std::string(1, name), parent));
        return made;
    }

    std::vector<EntityId> copy(const std::vector<EntityId>& entities)
    {
        std::vector<EntityId> copies;
        const auto done = run([&](Transaction& transaction) -> Result<void> {
            copies = duplicate(transaction, entities);
            return {};
        });
        ENGINE_EXPECT(done);
        return copies;
    }

    /// As lists show them: "A B C".
    [[nodiscard]] std::string shown(EntityId parent = {}) const
    {
        std::string names;
        for (const auto each : inSiblingOrder(document.world(), document.world().children(parent)))
            names += (names.empty() ? "" : ", ") + get<Node>(each).name;
        return names;
    }
};
} // namespace

void TestSiblingPlaces::aDuplicateStandsRightBehindItsSource()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto made = level.addAll("ABC");
    level.takeIdsFrom(100); // before all of them
    level.copy({made[0]});
    QCOMPARE(level.shown(), std::string{"A, A 2, B, C"});
    level.takeIdsFrom(9000); // behind all of them
    level.copy({made[1]});
    QCOMPARE(level.shown(), std::string{"A, A 2, B, B 2, C"});
    level.copy({made[2]});
    level.copy({made[0]});
    QCOMPARE(level.shown(), std::string{"A, A 3, A 2, B, B 2, C, C 2"});
}

void TestSiblingPlaces::duplicatesOfSeveralStandBehindTheLast()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto made = level.addAll("ABCD");
    const auto group = level.addPoint({0, 0, 0}, "G");
    const auto inside = level.addAll("XY", group);
    level.takeIdsFrom(100);
    // In whatever order they were chosen.
    level.copy({made[2], inside[0], made[0]});
    QCOMPARE(level.shown(), std::string{"A, B, C, A 2, C 2, D, G"});
    QCOMPARE(level.shown(group), std::string{"X, X 2, Y"});
}

void TestSiblingPlaces::duplicatesOfDuplicatesStayInTheirOrder()
{
    Siblings level;
    level.takeIdsFrom(4'000'000'000U); // neighbours between which few numbers fit
    auto last = level.addAll("AB").front();
    std::string wanted = "A, ";
    for (int i = 2; i < 100; ++i) {
        last = level.copy({last}).front();
        wanted += "A " + std::to_string(i) + ", ";
    }
    QCOMPARE(level.shown(), wanted + "B");
}

void TestSiblingPlaces::newObjectsStandAtTheEnd()
{
    Siblings level;
    level.takeIdsFrom(5000);
    level.addAll("AB");
    level.takeIdsFrom(100);
    level.addAll("CD");
    level.takeIdsFrom(9000);
    level.addAll("E");
    level.takeIdsFrom(6000);
    level.addAll("F");
    QCOMPARE(level.shown(), std::string{"A, B, C, D, E, F"});
}

void TestSiblingPlaces::pastesStandAtTheEndInTheirOrder()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto made = level.addAll("AB");
    level.copy({made[0]}); // A 2 is before B, with a higher id
    const auto text =
        copyText(level.document.world(), level.types, level.document.world().children({}));
    level.takeIdsFrom(100);
    VERIFY_OK(level.run([&](Transaction& transaction) -> Result<void> {
        const auto pasted = pasteText(transaction, text, {});
        return pasted ? Result<void>{} : pasted.error();
    }));
    QCOMPARE(level.shown(), std::string{"A, A 2, B, A, A 2, B"});
}

void TestSiblingPlaces::copiesOfGroupsKeepTheOrderOfTheirParts()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto group = level.addPoint({0, 0, 0}, "G");
    const auto made = level.addAll("AB", group);
    level.copy({made[0]});
    level.takeIdsFrom(100);
    const auto copy = level.copy({group}).front();
    QCOMPARE(level.shown(copy), std::string{"A, A 2, B"});
    const auto other = level.copy({copy}).front();
    QCOMPARE(level.shown(other), std::string{"A, A 2, B"});
}

void TestSiblingPlaces::copiesOfAnArrayStandBehindTheirSource()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto made = level.addAll("AB");
    VERIFY_OK(level.run([&](Transaction& transaction) -> Result<void> {
        const std::array source{made[0]};
        const auto array = makeArray(transaction, source, LinearArray{.copies = 3});
        return array ? Result<void>{} : array.error();
    }));
    QCOMPARE(level.shown(), std::string{"A, A 2, A 3, A 4, B"});
}

void TestSiblingPlaces::whatALayerTakesInStandsAtItsEnd()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto made = level.addAll("AB");
    EntityId layer;
    VERIFY_OK(level.run([&](Transaction& transaction) -> Result<void> {
        layer = addLayer(transaction, "L");
        return {};
    }));
    level.addAll("XY", layer);
    level.document.setCurrentLayer(layer);
    level.takeIdsFrom(100);
    level.copy({made[0]});
    QCOMPARE(level.shown(layer), std::string{"X, Y, A 2"});
}

void TestSiblingPlaces::copiesOfLinkedGroupsHaveTheirOwnPlaces()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto group = level.addPoint({0, 0, 0}, "G");
    const auto made = level.addAll("AB", group);
    std::vector<EntityId> copies;
    VERIFY_OK(level.run([&](Transaction& transaction) -> Result<void> {
        const std::array one{group};
        auto linked = createLinkedDuplicate(transaction, one);
        if (!linked)
            return linked.error();
        copies = *std::move(linked);
        return {};
    }));
    QCOMPARE(level.shown(copies.front()), std::string{"A, B"});
    level.takeIdsFrom(100);
    level.copy({made[0]});
    QCOMPARE(level.shown(group), std::string{"A, A 2, B"});
    QCOMPARE(level.shown(copies.front()), std::string{"A, B, A 2"});
    QVERIFY(unequalLinks(level.document.world(), level.types).empty());
}

void TestSiblingPlaces::scenesInTheOrderOfTheirIdsKeepNoPlaces()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto made = level.addAll("ABC");
    level.copy({made[2]});
    QCOMPARE(level.document.world().count<SiblingOrder>(), 0U);
    QVERIFY(writeScene(level.document.world(), level.types).find("\"order\"") == std::string::npos);
    level.copy({made[0]});
    QCOMPARE(level.document.world().count<SiblingOrder>(), 1U); // the others are as they were
}

void TestSiblingPlaces::namesOfUsersAreCountedOn_data()
{
    QTest::addColumn<QString>("sibling");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("copy");
    QTest::newRow("plain") << ""
                           << "Lamp"
                           << "Lamp 2";
    QTest::newRow("counted") << ""
                             << "Lamp 2"
                             << "Lamp 3";
    QTest::newRow("taken") << "Lamp 2"
                           << "Lamp"
                           << "Lamp 3";
    QTest::newRow("other base") << "Lamps 2"
                                << "Lamp"
                                << "Lamp 2";
    QTest::newRow("leading zero") << ""
                                  << "Wall 01"
                                  << "Wall 02";
    QTest::newRow("leading zero, taken") << "Wall 02"
                                         << "Wall 01"
                                         << "Wall 03";
    QTest::newRow("more digits than it had") << ""
                                             << "Wall 099"
                                             << "Wall 100";
    QTest::newRow("from nought") << ""
                                 << "Wall 00"
                                 << "Wall 01";
    QTest::newRow("no number of its own") << ""
                                          << "Lamp2"
                                          << "Lamp2 2";
    QTest::newRow("number alone") << ""
                                  << "7"
                                  << "7 2";
    QTest::newRow("none") << ""
                          << ""
                          << "";
}

void TestSiblingPlaces::namesOfUsersAreCountedOn()
{
    QFETCH(QString, sibling);
    QFETCH(QString, name);
    QFETCH(QString, copy);
    Siblings level;
    if (!sibling.isEmpty())
        level.addPoint({0, 0, 0}, sibling.toStdString());
    const auto source = level.addPoint({0, 0, 0}, name.toStdString());
    QCOMPARE(level.get<Node>(level.copy({source}).front()).name, copy.toStdString());
}

void TestSiblingPlaces::namesTheProgramGaveStay()
{
    Siblings level;
    const auto box = level.addBox({0, 0, 0}, {1, 1, 1}, "Box 3");
    QCOMPARE(level.get<Node>(level.copy({box}).front()).name, std::string{"Box 4"});
    const auto imported = level.addBox({0, 0, 0}, {1, 1, 1}, "Brush"); // as thousands are called
    QCOMPARE(level.get<Node>(level.copy({imported}).front()).name, std::string{"Brush"});
    const auto wall = level.addBox({0, 0, 0}, {1, 1, 1}, "North wall");
    QCOMPARE(level.get<Node>(level.copy({wall}).front()).name, std::string{"North wall 2"});
}

void TestSiblingPlaces::undoAndRedoTakePlaceAndNameAlong()
{
    Siblings level;
    level.takeIdsFrom(5000);
    const auto made = level.addAll("AB");
    const auto before = level.document.contentHash();
    level.copy({made[0]});
    const auto after = level.document.contentHash();
    level.document.undo();
    QCOMPARE(level.document.contentHash(), before);
    level.document.redo();
    QCOMPARE(level.document.contentHash(), after);
    QCOMPARE(level.shown(), std::string{"A, A 2, B"});
}

void TestSiblingPlaces::thousandsAreDuplicatedAtOnce()
{
    Siblings level;
    constexpr int Many = 20'000;
    std::vector<EntityId> lamps;
    VERIFY_OK(level.run([&](Transaction& transaction) -> Result<void> {
        for (int i = 1; i <= Many; ++i)
            lamps.push_back(transaction.create("Lamp " + std::to_string(i)));
        return {};
    }));
    // Were each searched for by itself, this would take minutes.
    const auto copies = level.copy(lamps);
    QCOMPARE(level.get<Node>(copies.front()).name, "Lamp " + std::to_string(Many + 1));
    QCOMPARE(level.get<Node>(copies.back()).name, "Lamp " + std::to_string(2 * Many));
}

CORE_TEST(TestSiblingPlaces)
} // namespace tst_sibling_places

#include "tst_sibling_places.moc"
