#include "editor/document/document.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_document
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLastTransformIsRememberedForRepeating();
    void aNewDocumentIsUnmodified();
    void undoAndRedoRestoreTheDocumentExactly();
    void aNewStepCutsWhatCouldBeRedone();
    void droppingATransactionTakesEverythingBack();
    void aFailedRunLeavesNothing();
    void aRunDuringADragIsRefused();
    void anEmptyTransactionIsNoStep();
    void comingBackToTheStartIsNoStep();
    void joinedEditsArePartOfTheLastStep();
    void replaceIsToldAsOneMergedPreview();
    void finalChangeStartsFromTheBeginning();
    void aFailedReplaceKeepsTheLastGoodState();
    void replaceCreatesTheSameIdsAgain();
    void escapeIsToldAsPreviewAndFinal();
    void destroyTakesChildrenAlong();
    void undoOfADeleteSelectsWhatCameBack();
    void receiversOfAnUndoMayEdit();
    void receiversOfAnUndoCannotUndo();
    void selectionForgetsVanishedEntities();
    void selectionModeConvertsBetweenBrushesAndFaces();
    void historyKeepsTheNewestThousandSteps();
    void goToWalksToAnyStep();
    void saveAndOpenKeepTheContent();
    void savingOnAWorkerMarksItsOwnState();
    void aFailedOpenLeavesTheDocumentAlone();
    void openingTellsSystemsOfTheNewWorld();
    void indexFollowsPreviews();
};

void TestDocument::aNewDocumentIsUnmodified()
{
    const DocumentFixture fixture;
    QVERIFY(!fixture.document.isModified());
    QVERIFY(!fixture.document.history().canUndo());
    QVERIFY(fixture.document.world().exists(SceneEntity));
}

void TestDocument::undoAndRedoRestoreTheDocumentExactly()
{
    DocumentFixture fixture;
    auto& document = fixture.document;
    const auto empty = document.contentHash();
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto withBox = document.contentHash();
    QVERIFY(document.isModified());
    QVERIFY(empty != withBox);

    document.undo();
    QCOMPARE(document.contentHash(), empty);
    QVERIFY(!document.isModified());
    QVERIFY(!document.world().exists(box));
    document.redo();
    QCOMPARE(document.contentHash(), withBox);
    QVERIFY(document.isModified());
}

void TestDocument::aNewStepCutsWhatCouldBeRedone()
{
    DocumentFixture fixture;
    fixture.addPoint({0, 0, 0});
    fixture.document.undo();
    fixture.addPoint({1, 0, 0});
    QVERIFY(!fixture.document.history().canRedo());
    QCOMPARE(fixture.document.history().entries().size(), 1U);
}

void TestDocument::droppingATransactionTakesEverythingBack()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = fixture.document.contentHash();
    {
        auto transaction = fixture.document.begin("Dropped");
        transaction.destroy(box);
        const auto other = transaction.create("other");
        transaction.set(other, Light{});
    }
    QCOMPARE(fixture.document.contentHash(), before);
    QCOMPARE(fixture.document.history().entries().size(), 1U);
    QVERIFY(!fixture.document.isEditing());
}

void TestDocument::aFailedRunLeavesNothing()
{
    DocumentFixture fixture;
    const auto before = fixture.document.contentHash();
    const auto done = fixture.run([](Transaction& transaction) -> Result<void> {
        const auto id = transaction.create("half done");
        transaction.set(id, Light{});
        return Error{"no"};
    });
    QVERIFY(!done);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestDocument::aRunDuringADragIsRefused()
{
    DocumentFixture fixture;
    auto& document = fixture.document;
    auto drag = document.begin("Drag");
    bool called = false;
    const auto done = document.run("Delete", [&](Transaction&) -> Result<void> {
        called = true;
        return {};
    });
    QVERIFY(!done);
    QVERIFY(!called);
    QVERIFY(drag.isOpen());
    drag.rollback();
    QVERIFY(!document.history().canUndo());
}

void TestDocument::anEmptyTransactionIsNoStep()
{
    DocumentFixture fixture;
    int told = 0;
    const auto connection = fixture.document.changed.connect([&](const ChangeSet&) { ++told; });
    fixture.document.begin("Nothing").commit();
    QVERIFY(!fixture.document.history().canUndo());
    QCOMPARE(told, 0);
}

void TestDocument::comingBackToTheStartIsNoStep()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({1, 2, 3});
    std::vector<ChangeSet> told;
    const auto connection = fixture.document.changed.connect(
        [&](const ChangeSet& changes) { told.push_back(changes); });
    auto transaction = fixture.document.begin("Move");
    transaction.set(point, TransformComponent{.position = {5, 5, 5}});
    transaction.preview();
    transaction.set(point, TransformComponent{.position = {1, 2, 3}});
    transaction.commit();
    QCOMPARE(fixture.document.history().entries().size(), 1U);
    // The views saw it move away, so they must be told that it is back.
    QCOMPARE(told.size(), 3U);
    QCOMPARE(told[1].kind, ChangeKind::Preview);
    QCOMPARE(told[2].kind, ChangeKind::Final);
    QVERIFY(told[2].changes[0].before == told[2].changes[0].after);
}

void TestDocument::replaceIsToldAsOneMergedPreview()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    std::vector<ChangeSet> told;
    const auto connection = fixture.document.changed.connect(
        [&](const ChangeSet& changes) { told.push_back(changes); });
    auto transaction = fixture.document.begin("Move");
    for (const double x : {1.0, 2.0, 3.0})
        VERIFY_OK(transaction.replace([&](Transaction& step) -> Result<void> {
            step.set(point, TransformComponent{.position = {-7, 0, 0}});
            step.set(point, TransformComponent{.position = {x, 0, 0}});
            return {};
        }));
    QCOMPARE(told.size(), 3U);
    for (std::size_t i = 0; i < told.size(); ++i) {
        QCOMPARE(told[i].kind, ChangeKind::Preview);
        QCOMPARE(told[i].changes.size(), 1U);
        const auto* before =
            static_cast<const TransformComponent*>(told[i].changes[0].before.get());
        const auto* after = static_cast<const TransformComponent*>(told[i].changes[0].after.get());
        QCOMPARE(before->position.x, static_cast<double>(i));
        QCOMPARE(after->position.x, static_cast<double>(i) + 1);
        QVERIFY(told[i].bounds.contains(before->position));
        QVERIFY(told[i].bounds.contains(after->position));
    }
}

void TestDocument::finalChangeStartsFromTheBeginning()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    ChangeSet last;
    const auto connection =
        fixture.document.changed.connect([&](const ChangeSet& changes) { last = changes; });
    auto transaction = fixture.document.begin("Move");
    for (const double x : {100.0, 2.0})
        VERIFY_OK(transaction.replace([&](Transaction& step) -> Result<void> {
            step.set(point, TransformComponent{.position = {x, 0, 0}});
            return {};
        }));
    transaction.commit();
    QCOMPARE(last.kind, ChangeKind::Final);
    QCOMPARE(last.changes.size(), 1U);
    const auto* before = static_cast<const TransformComponent*>(last.changes[0].before.get());
    QCOMPARE(before->position.x, 0.0);
    // Where it was in between does not concern the final state.
    QVERIFY(last.bounds.contains(Vec3d{0}) && last.bounds.contains(Vec3d{2, 0, 0}));
    QVERIFY(!last.bounds.contains(Vec3d{100, 0, 0}));
}

void TestDocument::aFailedReplaceKeepsTheLastGoodState()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    auto transaction = fixture.document.begin("Move");
    const auto moveTo = [&](double x, bool fails) {
        return transaction.replace([&](Transaction& step) -> Result<void> {
            step.set(point, TransformComponent{.position = {x, 0, 0}});
            if (fails)
                return Error{"too far"};
            return {};
        });
    };
    VERIFY_OK(moveTo(4, false));
    const auto failed = moveTo(1e9, true);
    QVERIFY(!failed);
    QCOMPARE(QString::fromStdString(failed.error().message()), QString{"too far"});
    QCOMPARE(fixture.get<TransformComponent>(point).position.x, 4.0);
    transaction.commit();
    QCOMPARE(fixture.get<TransformComponent>(point).position.x, 4.0);
    fixture.document.undo();
    QCOMPARE(fixture.get<TransformComponent>(point).position.x, 0.0);
}

void TestDocument::replaceCreatesTheSameIdsAgain()
{
    DocumentFixture fixture;
    auto transaction = fixture.document.begin("Create");
    std::vector<EntityId> ids;
    for (int i = 0; i < 3; ++i)
        VERIFY_OK(transaction.replace([&](Transaction& step) -> Result<void> {
            ids.push_back(step.create("thing"));
            return {};
        }));
    QVERIFY(ids[0] == ids[1] && ids[1] == ids[2]);
    const auto second = transaction.create("second");
    QVERIFY(second != ids[0]);
    transaction.commit();
    QCOMPARE(fixture.document.world().entityCount(), 3U); // and the scene itself
}

void TestDocument::escapeIsToldAsPreviewAndFinal()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    std::vector<ChangeSet> told;
    const auto connection = fixture.document.changed.connect(
        [&](const ChangeSet& changes) { told.push_back(changes); });
    {
        auto transaction = fixture.document.begin("Move");
        transaction.set(point, TransformComponent{.position = {9, 0, 0}});
        transaction.preview();
    }
    QCOMPARE(told.size(), 3U);
    const auto* back = static_cast<const TransformComponent*>(told[1].changes[0].after.get());
    QCOMPARE(back->position.x, 0.0);
    QCOMPARE(told[1].kind, ChangeKind::Preview);
    QCOMPARE(told[2].kind, ChangeKind::Final);
    QVERIFY(told[2].bounds.contains(Vec3d{9, 0, 0}));
    {
        auto unseen = fixture.document.begin("Move");
        unseen.set(point, TransformComponent{.position = {9, 0, 0}});
    }
    QCOMPARE(told.size(), 3U); // nobody saw it, so nobody needs to know
}

void TestDocument::destroyTakesChildrenAlong()
{
    DocumentFixture fixture;
    const auto group = fixture.addPoint({0, 0, 0}, "group");
    const auto child = fixture.addBox({0, 0, 0}, {1, 1, 1}, "child", group);
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.destroy(group);
        return {};
    }));
    QVERIFY(!fixture.document.world().exists(child));
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
    QCOMPARE(fixture.document.world().children(group).size(), 1U);
}

void TestDocument::undoOfADeleteSelectsWhatCameBack()
{
    DocumentFixture fixture;
    const auto group = fixture.addPoint({0, 0, 0}, "group");
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "child", group);
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.destroy(group);
        return {};
    }));
    fixture.document.undo();
    QCOMPARE(fixture.document.selection().entities(), std::vector{group});
}

void TestDocument::receiversOfAnUndoMayEdit()
{
    DocumentFixture fixture;
    auto& document = fixture.document;
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "first");
    fixture.addBox({2, 0, 0}, {3, 1, 1}, "second");
    bool edited = false;
    std::vector<std::string> told;
    Connections connections;
    connections += document.changed.connect([&](const ChangeSet&) {
        if (std::exchange(edited, true))
            return;
        fixture.addBox({4, 0, 0}, {5, 1, 1}, "third"); // drops the step that is being undone
    });
    connections +=
        document.stepped.connect([&](const DocumentStep& step) { told.push_back(step.label); });
    const auto label = document.history().entries().back().label;
    document.undo();
    QCOMPARE(told.back(), label);
    connections.clear();
    QVERIFY(!document.history().canRedo());
    QCOMPARE(document.history().entries().size(), std::size_t{2});
    const auto before = document.contentHash();
    document.undo();
    document.redo();
    QCOMPARE(document.contentHash(), before);
}

void TestDocument::receiversOfAnUndoCannotUndo()
{
    DocumentFixture fixture;
    auto& document = fixture.document;
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "first");
    fixture.addBox({2, 0, 0}, {3, 1, 1}, "second");
    {
        const auto connection = document.changed.connect([&](const ChangeSet&) {
            document.undo();
            document.goTo(0); // and comes back
        });
        document.undo();
    }
    QCOMPARE(document.history().position(), std::size_t{1});
    document.goTo(0);
    QCOMPARE(document.history().position(), std::size_t{0});
}

void TestDocument::selectionForgetsVanishedEntities()
{
    DocumentFixture fixture;
    const auto first = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto second = fixture.addBox({2, 0, 0}, {3, 1, 1});
    auto& selection = fixture.document.selection();
    selection.set({first, second});
    int told = 0;
    const auto connection = selection.changed.connect([&] { ++told; });
    fixture.document.undo();
    QCOMPARE(selection.entities(), std::vector{first});
    QCOMPARE(told, 1);
    selection.setFaces({{first, 0}});
    fixture.document.undo();
    QVERIFY(selection.isEmpty());
}

void TestDocument::selectionModeConvertsBetweenBrushesAndFaces()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    auto& selection = fixture.document.selection();
    selection.set({box});
    selection.setMode(SelectionMode::Faces);
    QCOMPARE(selection.faces().size(), 6U);
    QVERIFY(selection.entities().empty());
    QVERIFY(selection.primary() == box);
    selection.setMode(SelectionMode::Objects);
    QCOMPARE(selection.entities(), std::vector{box});
    QVERIFY(selection.faces().empty());
}

void TestDocument::historyKeepsTheNewestThousandSteps()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    for (std::size_t i = 1; i <= History::Limit; ++i)
        VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
            transaction.set(point, TransformComponent{.position = {static_cast<double>(i), 0, 0}});
            return {};
        }));
    QCOMPARE(fixture.document.history().entries().size(), History::Limit);
    fixture.document.goTo(0);
    QCOMPARE(fixture.get<TransformComponent>(point).position.x, 0.0);
    QVERIFY(fixture.document.isModified()); // the empty scene is out of reach
}

void TestDocument::goToWalksToAnyStep()
{
    DocumentFixture fixture;
    std::vector<ContentHash> hashes{fixture.document.contentHash()};
    for (int i = 0; i < 5; ++i) {
        fixture.addPoint({static_cast<double>(i), 0, 0});
        hashes.push_back(fixture.document.contentHash());
    }
    for (const std::size_t step : {2U, 0U, 4U, 5U, 1U}) {
        fixture.document.goTo(step);
        QCOMPARE(fixture.document.contentHash(), hashes[step]);
    }
}

void TestDocument::saveAndOpenKeepTheContent()
{
    const QTemporaryDir folder;
    const fs::path file = fs::path{folder.path().toStdString()} / "room.scene.json";
    DocumentFixture fixture;
    fixture.addBox({0, 0, 0}, {1, 2, 3});
    VERIFY_OK(fixture.document.save(file));
    QVERIFY(!fixture.document.isModified());
    QCOMPARE(fixture.document.path(), file);

    DocumentFixture other;
    other.addPoint({1, 1, 1});
    VERIFY_OK(other.document.open(file));
    QCOMPARE(other.document.contentHash(), fixture.document.contentHash());
    QVERIFY(!other.document.isModified());
    QVERIFY(!other.document.history().canUndo());

    fixture.document.undo();
    QVERIFY(fixture.document.isModified());
    fixture.document.redo();
    QVERIFY(!fixture.document.isModified());
}

void TestDocument::savingOnAWorkerMarksItsOwnState()
{
    DocumentFixture fixture;
    fixture.addPoint({0, 0, 0});
    const auto job = fixture.document.beginSave();
    fixture.addPoint({1, 0, 0}); // while the worker writes
    fixture.document.endSave("room.scene.json", job.stateId);
    QCOMPARE(job.world->entityCount(), 2U);
    QVERIFY(fixture.document.isModified());
    fixture.document.undo();
    QVERIFY(!fixture.document.isModified());
}

void TestDocument::aFailedOpenLeavesTheDocumentAlone()
{
    DocumentFixture fixture;
    fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = fixture.document.contentHash();
    QVERIFY(!fixture.document.open("/nowhere/at/all.scene.json"));
    QCOMPARE(fixture.document.contentHash(), before);
    QVERIFY(fixture.document.history().canUndo());
    QVERIFY(fixture.document.isModified());
}

void TestDocument::openingTellsSystemsOfTheNewWorld()
{
    const QTemporaryDir folder;
    const fs::path file = fs::path{folder.path().toStdString()} / "room.scene.json";
    DocumentFixture saved;
    saved.addBox({0, 0, 0}, {1, 2, 3});
    VERIFY_OK(saved.document.save(file));

    DocumentFixture fixture;
    fixture.addBox({50, 0, 0}, {51, 1, 1});
    int resets = 0;
    int changes = 0;
    const auto onReset = fixture.document.reset.connect([&] { ++resets; });
    const auto onChange = fixture.document.changed.connect([&](const ChangeSet&) { ++changes; });
    VERIFY_OK(fixture.document.open(file));
    QCOMPARE(resets, 1);
    QCOMPARE(changes, 0);
    QCOMPARE(fixture.document.index().overlapping({{0, 0, 0}, {1, 1, 1}}).size(), 1U);
    QVERIFY(fixture.document.index().overlapping({{50, 0, 0}, {51, 1, 1}}).empty());
}

void TestDocument::indexFollowsPreviews()
{
    DocumentFixture fixture;
    const auto point = fixture.addPoint({0, 0, 0});
    auto transaction = fixture.document.begin("Move");
    transaction.set(point, TransformComponent{.position = {30, 0, 0}});
    transaction.preview();
    QCOMPARE(fixture.document.index().overlapping({{29, -1, -1}, {31, 1, 1}}), std::vector{point});
    transaction.rollback();
    QCOMPARE(fixture.document.index().overlapping({{-1, -1, -1}, {1, 1, 1}}), std::vector{point});
}

void TestDocument::theLastTransformIsRememberedForRepeating()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    QVERIFY(fixture.document.repeatSteps().empty());
    {
        auto drag = fixture.document.begin("Move");
        const auto moveBy = [&](double metres) {
            return drag.replace([&](Transaction& step) -> Result<void> {
                std::vector<EntityId> chosen{box};
                step.noteRepeat([metres](Transaction&, std::vector<EntityId>&) -> Result<void> {
                    return Error{"{}", metres};
                });
                step.set(box, Node{.name = metres > 1 ? "far" : "near", .parent = {}});
                return {};
            });
        };
        VERIFY_OK(moveBy(1));
        VERIFY_OK(moveBy(2));
        QVERIFY(fixture.document.repeatSteps().empty());
        drag.commit();
    }
    QCOMPARE(fixture.document.repeatSteps().size(), 1U);
    auto again = fixture.document.begin("Repeat");
    std::vector<EntityId> chosen{box};
    const auto told = fixture.document.repeatSteps().front()(again, chosen);
    QCOMPARE(told.error().message(), std::string{"2"});
    again.rollback();
    fixture.document.clear();
    QVERIFY(fixture.document.repeatSteps().empty());
}

void TestDocument::joinedEditsArePartOfTheLastStep()
{
    DocumentFixture fixture;
    auto& document = fixture.document;
    const auto bare = document.contentHash();
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1}, "first");
    const auto other = fixture.addBox({2, 0, 0}, {3, 1, 1}, "second");
    document.undo();
    std::vector<StepKind> kinds;
    const auto connection =
        document.stepped.connect([&](const DocumentStep& step) { kinds.push_back(step.kind); });
    const auto state = document.history().stateId();
    {
        auto late = document.begin("Late");
        late.joinLastStep();
        late.set(box, Node{.name = "joined", .parent = {}});
        late.commit();
    }
    QVERIFY((kinds == std::vector{StepKind::Joined}));
    QVERIFY(document.history().stateId() != state); // so that a save before it is not this state
    QCOMPARE(document.history().entries().size(), std::size_t{2});
    QCOMPARE(document.history().position(), std::size_t{1});
    const auto joined = document.contentHash();
    document.redo(); // what could be redone still can
    QVERIFY(document.world().exists(other));
    QCOMPARE(fixture.get<Node>(box).name, std::string{"joined"});
    document.undo();
    QCOMPARE(document.contentHash(), joined);
    document.undo();
    QCOMPARE(document.contentHash(), bare);
    document.redo();
    QCOMPARE(document.contentHash(), joined);
}

PLAIN_TEST(TestDocument)
} // namespace tst_document

#include "tst_document.moc"
