#include "editor/document/step_in_parts.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/levels/random_world.h"

#include <QtTest>

#include <map>
#include <random>

namespace tst_step_in_parts
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr std::size_t Brushes = 2000;

void add(DocumentFixture& fixture, const World& world)
{
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        addObjects(transaction, world);
        return {};
    }));
}

/// Of linked groups, whose copies follow each other, only what is in them is left.
std::unique_ptr<World> unlinkedWorld(std::uint32_t seed, std::size_t entities)
{
    auto world = randomWorld(seed, entities);
    Edit edit;
    for (const auto type : {typeIdOf<LinkedGroup>(), typeIdOf<LinkedMember>()})
        for (const auto entity : world->entities())
            if (world->value(entity, type))
                edit.swaps.push_back({entity, type, nullptr});
    world->apply(edit);
    return world;
}

/// A document with thousands of objects on the top level.
struct Level : DocumentFixture
{
    Level()
    {
        World world;
        buildLevel(world, Brushes);
        add(*this, world);
    }

    [[nodiscard]] std::vector<EntityId> top() const { return document.world().children({}); }
};

/// Does `edit` to so many objects in each part.
std::vector<StepInParts::Part>
partsOf(const std::vector<EntityId>& objects,
        const std::function<Result<void>(Transaction&, std::span<const EntityId>)>& edit,
        std::size_t inPart = 100)
{
    std::vector<StepInParts::Part> parts;
    for (std::size_t first = 0; first < objects.size(); first += inPart)
        parts.emplace_back([=](Transaction& transaction) {
            const auto count = std::min(inPart, objects.size() - first);
            return edit(transaction, std::span{objects}.subspan(first, count));
        });
    return parts;
}

Result<void> moveUp(Transaction& transaction, std::span<const EntityId> objects)
{
    return translate(transaction, objects, {0, 1, 0});
}

Result<void> removeAll(Transaction& transaction, std::span<const EntityId> objects)
{
    removeObjects(transaction, objects);
    return {};
}

std::size_t finish(StepInParts& step)
{
    std::size_t turns = 1;
    while (step.next())
        ++turns;
    return turns;
}

/// Everybody's parent is there.
bool isWhole(const World& world)
{
    const auto all = world.entities();
    return std::all_of(all.begin(), all.end(), [&](EntityId entity) {
        const auto* node = world.get<Node>(entity);
        return node == nullptr || !node->parent || world.exists(node->parent);
    });
}

/// What the document says when a step has ended: all of it, for comparing.
std::string told(const DocumentStep& step)
{
    std::map<std::pair<EntityId, TypeId>, std::pair<ComponentValue, ComponentValue>> values;
    for (const auto& change : step.changes) {
        const auto [at, isNew] = values.try_emplace({change.entity, change.type},
                                                    std::pair{change.before, change.after});
        if (!isNew)
            at->second.second = change.after;
    }
    std::string text = step.label;
    for (const auto& [key, value] : values)
        text +=
            fmt::format(" {}:{}>{}", key.first.value, static_cast<const void*>(value.first.get()),
                        static_cast<const void*>(value.second.get()));
    return text;
}
} // namespace

/// Steps about thousands of objects, done part by part.
class TestStepInParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsBecomeOneStep();
    void whatSeveralPartsChangeIsRedoneToTheLast();
    void undoAndRedoInPartsAreThoseAtOnce_data();
    void undoAndRedoInPartsAreThoseAtOnce();
    void aStepWithFilesIsNeverLarge();
    void theLevelIsWholeAfterEachPart();
    void aCancelTakesBackWhatWasDone();
    void aCancelledUndoLeavesTheStepDone();
    void aRefusedPartTakesAllBack();
    void whatIsDroppedIsTakenBack();
    void nobodyElseEditsMeanwhile();
    void whatComesBackIsSelected();
    void aStepWithoutEffectIsNone();
    void autosavesWaitForItsEnd();
    void aKillInTheMiddleLosesOnlyTheStepItself();
};

void TestStepInParts::partsBecomeOneStep()
{
    Level level;
    auto& document = level.document;
    const auto before = document.contentHash();
    VERIFY_OK(
        level.run([&](Transaction& transaction) { return moveUp(transaction, level.top()); }));
    const auto atOnce = document.contentHash();
    document.undo();
    const auto steps = document.history().position();
    std::vector<std::string> labels;
    const auto connection =
        document.stepped.connect([&](const DocumentStep& step) { labels.push_back(step.label); });
    StepInParts step{document, "Move", partsOf(level.top(), moveUp)};
    QVERIFY(finish(step) > 10);
    QVERIFY(!step.isCancelled());
    QCOMPARE(step.progress(), 1.0);
    QCOMPARE(document.contentHash(), atOnce);
    QCOMPARE(document.history().position(), steps + 1);
    QCOMPARE(labels, std::vector<std::string>{"Move"});
    QVERIFY(document.isModified());
    const auto lowest = boundsOf(document.world(), level.top().front()).min.y;
    document.undo();
    QCOMPARE(document.contentHash(), before);
    QCOMPARE(boundsOf(document.world(), level.top().front()).min.y, lowest - 1);
    document.redo();
    QCOMPARE(document.contentHash(), atOnce);
}

/// As plants of one foliage that go with the brushes of each part.
void TestStepInParts::whatSeveralPartsChangeIsRedoneToTheLast()
{
    DocumentFixture fixture;
    auto& document = fixture.document;
    const auto entity = fixture.addPoint({0, 0, 0});
    const auto before = document.contentHash();
    std::vector<StepInParts::Part> parts;
    for (const auto* name : {"first", "second", "third"})
        parts.emplace_back([=](Transaction& transaction) -> Result<void> {
            rename(transaction, entity, name);
            return {};
        });
    std::vector<std::string> names; // that the journal is told of
    const auto connection = document.stepped.connect([&](const DocumentStep& step) {
        for (const auto& change : step.changes)
            names.push_back(static_cast<const Node*>(change.after.get())->name);
    });
    StepInParts step{document, "Rename", std::move(parts)};
    finish(step);
    QCOMPARE(names, std::vector<std::string>{"third"});
    const auto after = document.contentHash();
    for (int round = 0; round < 2; ++round) {
        document.undo();
        QCOMPARE(document.contentHash(), before);
        document.redo();
        QCOMPARE(fixture.get<Node>(entity).name, "third");
        QCOMPARE(document.contentHash(), after);
    }
}

void TestStepInParts::undoAndRedoInPartsAreThoseAtOnce_data()
{
    QTest::addColumn<std::uint32_t>("seed");
    for (std::uint32_t seed = 1; seed <= 12; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// Random steps that make, change, reparent and remove objects of all kinds.
void TestStepInParts::undoAndRedoInPartsAreThoseAtOnce()
{
    QFETCH(std::uint32_t, seed);
    DocumentFixture fixture;
    auto& document = fixture.document;
    add(fixture, *unlinkedWorld(seed, 1500));
    const auto more = unlinkedWorld(seed + 100, 1000);
    std::mt19937 random{seed};
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        addObjects(transaction, *more);
        auto all = transaction.world().entities();
        std::erase(all, SceneEntity);
        for (const auto entity : all) {
            if (!transaction.world().exists(entity))
                continue; // went with its parent
            const auto what = random() % 4;
            const auto other = all[random() % all.size()];
            if (what == 0)
                transaction.destroy(entity);
            else if (what == 1)
                transaction.set(entity, Light{.color = {1, 1, 1},
                                              .range = static_cast<float>(1 + random() % 9)});
            else if (what == 2 && transaction.world().exists(other))
                static_cast<void>(reparent(transaction, std::array{entity}, other));
        }
        return {};
    }));
    const auto after = document.contentHash();
    std::vector<std::string> stepped;
    const auto connection =
        document.stepped.connect([&](const DocumentStep& step) { stepped.push_back(told(step)); });
    document.undo();
    const auto before = document.contentHash();
    document.redo();
    QCOMPARE(document.contentHash(), after);
    for (int round = 0; round < 2; ++round) {
        const auto tellsFirst = stepped.size();
        QVERIFY(StepInParts::isLarge(document, StepKind::Undone));
        StepInParts undo{document, StepKind::Undone};
        QVERIFY(finish(undo) > 4);
        QCOMPARE(document.contentHash(), before);
        StepInParts redo{document, StepKind::Redone};
        finish(redo);
        QCOMPARE(document.contentHash(), after);
        QCOMPARE(stepped.size(), tellsFirst + 2);
        QCOMPARE(stepped[tellsFirst], stepped[0]);
        QCOMPARE(stepped[tellsFirst + 1], stepped[1]);
    }
}

void TestStepInParts::aStepWithFilesIsNeverLarge()
{
    struct CountedFiles : FileChange
    {
        int forward = 0;
        int back = 0;

        Result<void> exchange(StepDirection direction, const fs::path&) override
        {
            ++(direction == StepDirection::Forward ? forward : back);
            return {};
        }
    };

    DocumentFixture fixture;
    auto& document = fixture.document;
    const auto before = document.contentHash();
    const auto files = std::make_shared<CountedFiles>();
    const auto world = randomWorld(7, 3000);
    VERIFY_OK(document.runWithFiles("Add", files, [&](Transaction& edit) -> Result<void> {
        addObjects(edit, *world);
        return {};
    }));
    QVERIFY(document.history().entries().back().edit.swaps.size() > StepInParts::ManySwaps);
    QVERIFY(!StepInParts::isLarge(document, StepKind::Undone));
    document.undo();
    QCOMPARE(files->back, 1);
    QCOMPARE(document.contentHash(), before);
    QVERIFY(!StepInParts::isLarge(document, StepKind::Redone));
    document.redo();
    QCOMPARE(files->forward, 2);
}

void TestStepInParts::theLevelIsWholeAfterEachPart()
{
    DocumentFixture fixture;
    auto& document = fixture.document;
    add(fixture, *randomWorld(7, 3000)); // with children before and behind their parents
    for (const auto kind : {StepKind::Undone, StepKind::Redone}) {
        StepInParts step{document, kind};
        do
            QVERIFY(isWhole(document.world()));
        while (step.next());
    }
}

void TestStepInParts::aCancelTakesBackWhatWasDone()
{
    Level level;
    auto& document = level.document;
    document.selection().set({level.top().front()});
    const auto selected = document.selection().entities();
    const auto before = document.contentHash();
    const auto state = document.history().stateId();
    int steps = 0;
    const auto connection = document.stepped.connect([&](const DocumentStep&) { ++steps; });
    StepInParts step{document, "Delete", partsOf(level.top(), removeAll)};
    for (int i = 0; i < 5; ++i)
        QVERIFY(step.next());
    QVERIFY(step.progress() > 0);
    QVERIFY(document.contentHash() != before);
    step.cancel();
    finish(step);
    QVERIFY(step.isCancelled());
    QVERIFY(!step.refusal());
    QCOMPARE(document.contentHash(), before);
    QCOMPARE(document.history().stateId(), state);
    QCOMPARE(document.selection().entities(), selected);
    QCOMPARE(steps, 0);
    QVERIFY(!document.isEditing());
}

void TestStepInParts::aCancelledUndoLeavesTheStepDone()
{
    Level level;
    auto& document = level.document;
    for (const auto kind : {StepKind::Undone, StepKind::Redone}) {
        const auto before = document.contentHash();
        const auto position = document.history().position();
        {
            StepInParts step{document, kind};
            while (document.contentHash() == before)
                QVERIFY(step.next());
            step.cancel();
            finish(step);
        }
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(document.history().position(), position);
        if (kind == StepKind::Undone)
            document.undo(); // as it would have, had nobody stopped it
    }
    document.redo();
    QVERIFY(document.world().entityCount() > Brushes);
}

void TestStepInParts::aRefusedPartTakesAllBack()
{
    Level level;
    const auto before = level.document.contentHash();
    auto parts = partsOf(level.top(), moveUp);
    parts.emplace_back([](Transaction&) -> Result<void> { return Error{"The roof is too low"}; });
    StepInParts step{level.document, "Move", std::move(parts)};
    finish(step);
    QVERIFY(step.isCancelled());
    QVERIFY(step.refusal());
    QCOMPARE(step.refusal()->message(), "The roof is too low");
    QCOMPARE(level.document.contentHash(), before);
    QVERIFY(!level.document.isEditing());
}

void TestStepInParts::whatIsDroppedIsTakenBack()
{
    Level level;
    const auto before = level.document.contentHash();
    {
        StepInParts step{level.document, "Move", partsOf(level.top(), moveUp)};
        QVERIFY(step.next());
    }
    QCOMPARE(level.document.contentHash(), before);
    QVERIFY(!level.document.isEditing());
}

void TestStepInParts::nobodyElseEditsMeanwhile()
{
    Level level;
    auto& document = level.document;
    const auto position = document.history().position();
    StepInParts step{document, "Move", partsOf(level.top(), moveUp)};
    QVERIFY(step.next());
    QVERIFY(document.isEditing());
    QVERIFY(document.isInParts());
    const auto refused = document.run("Other", [](Transaction&) -> Result<void> { return {}; });
    QVERIFY(!refused);
    QCOMPARE(refused.error().message(), "Wait for 'Move' to end, or stop it, first");
    document.undo();
    QCOMPARE(document.history().position(), position);
    finish(step);
    QVERIFY(!document.isEditing());
    QCOMPARE(document.history().position(), position + 1);
}

void TestStepInParts::whatComesBackIsSelected()
{
    Level level;
    auto& document = level.document;
    auto top = level.top();
    StepInParts step{document, "Delete", partsOf(top, removeAll)};
    finish(step);
    QVERIFY(document.world().children({}).empty());
    StepInParts undo{document, StepKind::Undone};
    finish(undo);
    auto selected = document.selection().entities();
    std::sort(selected.begin(), selected.end());
    std::sort(top.begin(), top.end());
    QCOMPARE(selected, top);
    StepInParts redo{document, StepKind::Redone};
    finish(redo);
    QVERIFY(document.selection().isEmpty());
}

void TestStepInParts::aStepWithoutEffectIsNone()
{
    Level level;
    const auto position = level.document.history().position();
    StepInParts none{level.document, "Nothing", {}};
    QVERIFY(!none.next());
    StepInParts step{level.document, "Nothing",
                     partsOf(level.top(), [](Transaction&, auto) { return Result<void>{}; })};
    finish(step);
    QCOMPARE(level.document.history().position(), position);
    QVERIFY(!level.document.isEditing());
}

void TestStepInParts::autosavesWaitForItsEnd()
{
    const Place place;
    Level level;
    Journal journal{level.document, place.where};
    journal.finish();
    const auto newest = [&] {
        std::string name;
        for (const auto& entry : fs::directory_iterator{place.journals})
            if (entry.path().string().ends_with(".scene.json"))
                name = std::max(name, entry.path().filename().string());
        return name;
    };
    const auto first = newest();
    level.addBox({0, 0, 0}, {1, 1, 1});
    StepInParts step{level.document, "Move", partsOf(level.top(), moveUp)};
    QVERIFY(step.next());
    journal.update(1000, 1);
    journal.finish();
    QCOMPARE(newest(), first);
    finish(step);
    journal.update(0, 1000);
    journal.finish();
    QVERIFY(newest() != first);
}

void TestStepInParts::aKillInTheMiddleLosesOnlyTheStepItself()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* level = new Level; // the kill comes before any destructor
        auto* journal = new Journal{level->document, place.where};
        journal->becomeIndependent();
        journal->finish();
        level->addBox({0, 0, 0}, {1, 1, 1});
        const auto hash = level->document.contentHash();
        auto* step = new StepInParts{level->document, "Move", partsOf(level->top(), moveUp)};
        for (int i = 0; i < 5; ++i)
            step->next();
        journal->update(1000, 1);
        journal->finish();
        return level->document.contentHash() != hash ? hash : ContentHash{0};
    });
    QVERIFY(lost != 0);
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), 1U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), lost);
}

CORE_TEST(TestStepInParts)
} // namespace tst_step_in_parts

#include "tst_step_in_parts.moc"
