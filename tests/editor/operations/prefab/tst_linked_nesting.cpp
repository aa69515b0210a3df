#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/operations/prefab/linked_levels.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>

#include <random>

namespace tst_linked_nesting
{
using namespace mapwright::test;

/// Linked groups in linked groups, values of their own, separation and files.
class TestLinkedNesting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nestedLinksSurviveCopyingTheirGroup();
    void partsOfNestedCopiesFollowEverywhere();
    void aCopyPutIntoAGroupComesInAllCopiesOfThatGroup();
    void aGroupCannotContainACopyOfItself();
    void parentsInACircleAreRefused();
    void linkingAndSeparatingInsideACopyIsFollowed();
    void ownValuesStayAndTheRestFollows();
    void givingUpAnOwnValueTakesTheOthers();
    void nestedGroupsWithValuesOfTheirOwnCountAsEqual();
    void separatedCopiesFollowNoMore();
    void aGroupThatIsLinkedAgainDoesNotMeetItsOldCopies();
    void aCopyOutsideTheWorldIsRefused();
    void pastedCopiesStayLinked();
    void savingKeepsLinksByteForByte();
    void randomEditsKeepAllCopiesEqual_data();
    void randomEditsKeepAllCopiesEqual();
};

void TestLinkedNesting::nestedLinksSurviveCopyingTheirGroup()
{
    Halls fixture;
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{4});
    VERIFY_EQUAL_COPIES(fixture);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array halls{fixture.hall};
        static_cast<void>(duplicate(edit, halls));
        return {};
    }));
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{6});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedNesting::partsOfNestedCopiesFollowEverywhere()
{
    Halls fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.lamp};
        return translate(edit, parts, {0, 3, 0});
    }));
    int lamps = 0;
    fixture.document.world().forEach<Light>([&](EntityId entity, const Light&) {
        ++lamps;
        QCOMPARE(worldTransform(fixture.document.world(), entity).position.y, 8.0);
    });
    QCOMPARE(lamps, 4);
    VERIFY_EQUAL_COPIES(fixture);
    // The place of a pillar in its hall is a part of the hall.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.group};
        return translate(edit, parts, {0, 0, 7});
    }));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedNesting::aCopyPutIntoAGroupComesInAllCopiesOfThatGroup()
{
    Halls fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.group};
        return translate(edit, duplicate(edit, groups), {3, 0, 3});
    }));
    QCOMPARE(fixture.document.world().children(fixture.secondHall).size(), std::size_t{3});
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{6});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedNesting::aGroupCannotContainACopyOfItself()
{
    Halls fixture;
    const auto before = fixture.document.contentHash();
    const auto done = fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array halls{fixture.secondHall};
        return reparent(edit, halls, fixture.group);
    });
    QVERIFY(!done);
    QVERIFY(done.error().message().find("a copy of itself") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedNesting::parentsInACircleAreRefused()
{
    // No command makes one; what a broken plugin writes must not hang the editor.
    Pillars fixture;
    const std::array groups{fixture.group};
    EntityId around;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const auto made = group(edit, groups, "around");
        around = made ? *made : EntityId{};
        return made ? Result<void>{} : made.error();
    }));
    const auto before = fixture.document.contentHash();
    const auto circle = fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(around, Node{.name = "around", .parent = fixture.group});
        return {};
    });
    QVERIFY(!circle);
    QVERIFY(circle.error().message().find("a copy of itself") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedNesting::linkingAndSeparatingInsideACopyIsFollowed()
{
    Halls fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.group};
        return separateLinked(edit, groups);
    }));
    VERIFY_EQUAL_COPIES(fixture);
    QCOMPARE(fixture.document.world().children(fixture.secondHall).size(), std::size_t{2});
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        const auto copies = createLinkedDuplicate(edit, parts);
        return copies ? translate(edit, *copies, {0, 9, 0}) : Result<void>{copies.error()};
    }));
    VERIFY_EQUAL_COPIES(fixture);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 0.5, 0});
    }));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedNesting::ownValuesStayAndTheRestFollows()
{
    Pillars fixture;
    const auto twin = fixture.twin(fixture.lamp);
    fixture.keepIntensity(twin, 7);
    QVERIFY(fixture.get<Light>(fixture.lamp).intensity != 7.0f);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        auto light = fixture.get<Light>(fixture.lamp);
        light.intensity = 99;
        light.range = 3;
        edit.set(fixture.lamp, light);
        return {};
    }));
    QCOMPARE(fixture.get<Light>(twin).intensity, 7.0f);
    QCOMPARE(fixture.get<Light>(twin).range, 3.0f);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedNesting::givingUpAnOwnValueTakesTheOthers()
{
    Pillars fixture;
    const auto twin = fixture.twin(fixture.lamp);
    fixture.keepIntensity(twin, 7);
    VERIFY_OK(fixture.run(
        [&](Transaction& edit) { return setKeepsOwn(edit, twin, "light", "intensity", false); }));
    QCOMPARE(fixture.get<Light>(twin).intensity, fixture.get<Light>(fixture.lamp).intensity);
    QVERIFY(fixture.get<Light>(fixture.lamp).intensity != 7.0f);
    QVERIFY(!fixture.run(
        [&](Transaction& edit) { return setKeepsOwn(edit, twin, "light", "no such", true); }));
}

void TestLinkedNesting::nestedGroupsWithValuesOfTheirOwnCountAsEqual()
{
    Halls level;
    VERIFY_OK(level.run([&](Transaction& edit) -> Result<void> {
        edit.set(level.group, Light{});
        return {};
    }));
    level.keepIntensity(level.group, 7);
    QCOMPARE(level.difference(), std::string{});
    QVERIFY(unequalLinks(level.document.world(), level.types).empty());
    auto light = level.get<Light>(level.group);
    light.range += 1; // not its own
    VERIFY_OK(level.run([&](Transaction& edit) -> Result<void> {
        edit.set(level.group, light);
        return {};
    }));
    QCOMPARE(level.difference(), std::string{});
}

void TestLinkedNesting::separatedCopiesFollowNoMore()
{
    Pillars fixture;
    const auto there = fixture.twin(fixture.box);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.copy};
        return separateLinked(edit, groups);
    }));
    const auto place = fixture.boundsOf(there);
    QVERIFY(fixture.document.world().get<LinkedMember>(there) == nullptr);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    QVERIFY(fixture.boundsOf(there) == place);
    QVERIFY(!fixture.run([&](Transaction& edit) {
        const std::array parts{there};
        return separateLinked(edit, parts);
    }));
}

void TestLinkedNesting::aGroupThatIsLinkedAgainDoesNotMeetItsOldCopies()
{
    Pillars fixture;
    fixture.anotherCopy();
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.group};
        return separateLinked(edit, groups);
    }));
    const auto again = fixture.anotherCopy();
    const auto copies = linkedCopies(fixture.document.world(), fixture.group);
    QVERIFY((copies == std::vector{fixture.group, again}));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedNesting::aCopyOutsideTheWorldIsRefused()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.copy};
        return translate(edit, groups, {0, WorldLimit - 10, 0});
    }));
    const auto before = fixture.document.contentHash();
    QVERIFY(!fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 100, 0});
    }));
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedNesting::pastedCopiesStayLinked()
{
    Pillars fixture;
    const std::array groups{fixture.copy};
    const auto text = copyText(fixture.document.world(), fixture.types, groups);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        auto pasted = pasteText(edit, text, {});
        return pasted ? Result<void>{} : pasted.error();
    }));
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{3});
    VERIFY_EQUAL_COPIES(fixture);
    // What was copied before an edit is another group when it is pasted after it.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        for (int i = 0; i < 2; ++i)
            if (auto pasted = pasteText(edit, text, {}); !pasted)
                return pasted.error();
        return {};
    }));
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{3});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedNesting::savingKeepsLinksByteForByte()
{
    Halls fixture;
    const auto text = writeScene(fixture.document.world(), fixture.types);
    const auto read = readScene(text, fixture.types, "text");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QCOMPARE(writeScene(*read->world, fixture.types), text);
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "halls.scene.json";
    VERIFY_OK(fixture.document.save(file));
    VERIFY_OK(fixture.document.open(file));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    VERIFY_EQUAL_COPIES(fixture);
}

namespace
{
/// Random edits of all kinds anywhere in a level with nested linked groups.
class RandomEdits
{
public:
    RandomEdits(Halls& fixture, unsigned seed) : m_fixture{fixture}, m_random{seed} {}

    void step()
    {
        static_cast<void>(m_fixture.run([&](Transaction& edit) { return change(edit); }));
    }

private:
    std::size_t upTo(std::size_t count) { return m_random() % count; }

    EntityId anyOf(const World& world)
    {
        const auto all = world.entities();
        // The first is the scene itself.
        return all.size() < 2 ? EntityId{} : all[1 + upTo(all.size() - 1)];
    }

    double metres() { return static_cast<double>(upTo(9)) * 0.5 - 2; }

    Result<void> change(Transaction& edit)
    {
        const auto& world = edit.world();
        const std::array one{anyOf(world)};
        if (!one[0])
            return {};
        const std::array two{one[0], anyOf(world)};
        switch (upTo(11)) {
        case 0:
            return translate(edit, two, {metres(), metres(), metres()});
        case 1:
            return rotate(edit, one, {1, 0, 0}, {0, 1, 0}, radians(90.0));
        case 2:
            return world.entityCount() < 120
                       ? translate(edit, duplicate(edit, one), {metres(), 0, 0})
                       : Result<void>{};
        case 3:
            removeSome(edit, one[0]);
            return {};
        case 4:
            return group(edit, two) ? Result<void>{} : Error{"group"};
        case 5:
            return ungroup(edit, one) ? Result<void>{} : Error{"ungroup"};
        case 6:
            return reparent(edit, one, two[1]);
        case 7:
            rename(edit, one[0], "name" + std::to_string(upTo(100)));
            return {};
        case 8:
            return world.entityCount() < 120 && createLinkedDuplicate(edit, one) ? Result<void>{}
                                                                                 : Error{"linked"};
        case 9:
            return separateLinked(edit, one);
        default:
            return createBox(edit, {{0, 0, 0}, {1, 1, 1}}, {}, "new", two[1]) ? Result<void>{}
                                                                              : Error{"box"};
        }
    }

    void removeSome(Transaction& edit, EntityId entity)
    {
        if (subtree(edit.world(), entity).size() < 4)
            edit.destroy(entity);
    }

    Halls& m_fixture;
    std::mt19937 m_random;
};
} // namespace

void TestLinkedNesting::randomEditsKeepAllCopiesEqual_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 30; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestLinkedNesting::randomEditsKeepAllCopiesEqual()
{
    QFETCH(unsigned, seed);
    Halls fixture;
    RandomEdits edits{fixture, seed};
    auto& document = fixture.document;
    std::vector<ContentHash> hashes{document.contentHash()};
    for (int i = 0; i < 60; ++i) {
        const auto steps = document.history().position();
        edits.step();
        const auto difference = fixture.difference();
        QVERIFY2(difference.empty(), fmt::format("after edit {}: {}", i, difference).c_str());
        if (document.history().position() != steps)
            hashes.push_back(document.contentHash());
        else
            QCOMPARE(document.contentHash(), hashes.back());
    }
    const auto done = document.history().position();
    for (std::size_t i = 1; i <= hashes.size() - 1; ++i) {
        document.undo();
        QCOMPARE(document.contentHash(), hashes[hashes.size() - 1 - i]);
    }
    document.goTo(done);
    QCOMPARE(document.contentHash(), hashes.back());
}

PLAIN_TEST(TestLinkedNesting)
} // namespace tst_linked_nesting

#include "tst_linked_nesting.moc"
