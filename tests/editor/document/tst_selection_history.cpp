#include "editor/document/document.h"
#include "editor/document/step_in_parts.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <set>

namespace tst_selection_history
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
struct Boxes : DocumentFixture
{
    EntityId a = addBox({0, 0, 0}, {1, 1, 1}, "a");
    EntityId b = addBox({2, 0, 0}, {3, 1, 1}, "b");
    EntityId c = addBox({4, 0, 0}, {5, 1, 1}, "c");
    Selection& selection = document.selection();

    [[nodiscard]] std::vector<EntityId> selected() const { return selection.entities(); }

    void move(std::vector<EntityId> what)
    {
        VERIFY_OK(run([&](Transaction& edit) { return translate(edit, what, {0, 1, 0}); }));
    }

    void rename(EntityId what, const std::string& name)
    {
        VERIFY_OK(run([&](Transaction& edit) -> Result<void> {
            edit.set(what, Node{.name = name, .parent = {}});
            return {};
        }));
    }
};

std::vector<StepInParts::Part> removalOf(const std::vector<EntityId>& objects)
{
    std::vector<StepInParts::Part> parts;
    for (const auto each : objects)
        parts.emplace_back([each](Transaction& edit) -> Result<void> {
            removeObjects(edit, std::span{&each, 1});
            return {};
        });
    return parts;
}

void finish(StepInParts& step)
{
    while (step.next())
        ;
}
} // namespace

class TestSelectionHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupingIsUndoneWithItsMembersSelected();
    void duplicatesAreUndoneWithTheirSourcesSelected();
    void aDeleteIsUndoneWithWhatItTook();
    void undoSelectsWhatWasMoved();
    void aStepAboutOtherThingsLeavesTheSelection();
    void whatIsGoneByNowIsLeftOut();
    void facesComeBackWithTheirMode();
    void anOpenGroupIsOpenAgain();
    void aSelectionAloneIsNoStep();
    void stepsInPartsRememberToo();
    void aCancelledStepInPartsBringsFacesBack();
    void equalSelectionsAreOneObject();
    void anUntouchedSelectionIsNotToldAnew();
    void whatGoesAndWhatComesBackAreToldTogether();
    void whatWasMadeInAGroupSelectsIt();
    void goingFarSelectsOnce();
    void goingFarOverAStepAboutSomethingElseSelectsAsSingleStepsDo();
};

void TestSelectionHistory::groupingIsUndoneWithItsMembersSelected()
{
    Boxes boxes;
    auto& document = boxes.document;
    boxes.selection.set({boxes.a, boxes.b});
    EntityId made;
    VERIFY_OK(boxes.run([&](Transaction& edit) -> Result<void> {
        const auto grouped = group(edit, boxes.selected());
        if (!grouped)
            return grouped.error();
        made = *grouped;
        return {};
    }));
    document.selectAfterStep({made});
    boxes.selection.set({boxes.c});
    document.undo();
    QCOMPARE(boxes.selected(), (std::vector{boxes.a, boxes.b}));
    document.redo();
    QCOMPARE(boxes.selected(), std::vector{made});
}

void TestSelectionHistory::duplicatesAreUndoneWithTheirSourcesSelected()
{
    Boxes boxes;
    auto& document = boxes.document;
    boxes.selection.set({boxes.b, boxes.a});
    std::vector<EntityId> copies;
    VERIFY_OK(boxes.run([&](Transaction& edit) -> Result<void> {
        copies = duplicate(edit, boxes.selected());
        return {};
    }));
    document.selectAfterStep(copies);
    boxes.move(copies);
    document.undo();
    QCOMPARE(boxes.selected(), copies);
    document.undo();
    QCOMPARE(boxes.selected(), (std::vector{boxes.b, boxes.a})); // and a is the primary one again
    document.redo();
    QCOMPARE(boxes.selected(), copies);
}

void TestSelectionHistory::aDeleteIsUndoneWithWhatItTook()
{
    Boxes boxes;
    auto& document = boxes.document;
    boxes.selection.set({boxes.a, boxes.c});
    VERIFY_OK(boxes.run([&](Transaction& edit) -> Result<void> {
        removeObjects(edit, std::vector{boxes.a, boxes.c});
        return {};
    }));
    QVERIFY(boxes.selection.isEmpty());
    boxes.selection.set({boxes.b});
    document.undo();
    QCOMPARE(boxes.selected(), (std::vector{boxes.a, boxes.c}));
    document.redo();
    QVERIFY(boxes.selection.isEmpty());
}

void TestSelectionHistory::undoSelectsWhatWasMoved()
{
    Boxes boxes;
    boxes.selection.set({boxes.a});
    boxes.move({boxes.a});
    boxes.selection.set({boxes.b});
    boxes.document.undo();
    QCOMPARE(boxes.selected(), std::vector{boxes.a});
    boxes.selection.set({boxes.b});
    boxes.document.redo();
    QCOMPARE(boxes.selected(), std::vector{boxes.a});
}

void TestSelectionHistory::aStepAboutOtherThingsLeavesTheSelection()
{
    Boxes boxes;
    boxes.selection.set({boxes.a});
    boxes.rename(boxes.c, "renamed in a list");
    boxes.selection.set({boxes.b});
    boxes.document.undo();
    QCOMPARE(boxes.selected(), std::vector{boxes.b});
    boxes.document.redo();
    QCOMPARE(boxes.selected(), std::vector{boxes.b});
}

void TestSelectionHistory::whatIsGoneByNowIsLeftOut()
{
    Boxes boxes;
    auto& document = boxes.document;
    boxes.selection.set({boxes.a, boxes.c});
    boxes.move({boxes.a, boxes.c});
    // As what a receiver of changes does: no step of the history.
    Edit edit;
    addRemoval(document.world(), boxes.c, edit);
    document.worldForSystems().apply(edit);
    boxes.selection.set({boxes.b});
    document.undo();
    QCOMPARE(boxes.selected(), std::vector{boxes.a});
}

void TestSelectionHistory::facesComeBackWithTheirMode()
{
    Boxes boxes;
    boxes.selection.setMode(SelectionMode::Faces);
    const std::vector<FaceRef> faces{{boxes.a, 2}, {boxes.a, 4}};
    boxes.selection.setFaces(faces);
    boxes.move({boxes.a});
    boxes.selection.setMode(SelectionMode::Objects);
    boxes.selection.set({boxes.b});
    boxes.document.undo();
    QCOMPARE(boxes.selection.mode(), SelectionMode::Faces);
    QVERIFY(boxes.selection.faces() == faces);
    QVERIFY(boxes.selected().empty());
}

void TestSelectionHistory::anOpenGroupIsOpenAgain()
{
    Boxes boxes;
    const auto group = boxes.addPoint({0, 0, 0}, "group");
    const auto inside = boxes.addBox({0, 0, 0}, {1, 1, 1}, "inside", group);
    boxes.selection.setOpenGroup(group);
    boxes.selection.set({inside});
    boxes.move({inside});
    boxes.selection.setOpenGroup({});
    boxes.selection.set({group});
    boxes.document.undo();
    QCOMPARE(boxes.selection.openGroup(), group);
    QCOMPARE(boxes.selected(), std::vector{inside});
}

void TestSelectionHistory::aSelectionAloneIsNoStep()
{
    Boxes boxes;
    const auto steps = boxes.document.history().position();
    const auto state = boxes.document.history().stateId();
    boxes.selection.set({boxes.a});
    boxes.selection.set({boxes.b});
    QCOMPARE(boxes.document.history().position(), steps);
    QCOMPARE(boxes.document.history().stateId(), state);
}

void TestSelectionHistory::stepsInPartsRememberToo()
{
    Boxes boxes;
    auto& document = boxes.document;
    const std::vector all{boxes.b, boxes.a};
    boxes.selection.set(all);
    {
        StepInParts step{document, "Delete", removalOf(all)};
        finish(step);
    }
    boxes.selection.set({boxes.c});
    {
        StepInParts undo{document, StepKind::Undone};
        finish(undo);
    }
    QCOMPARE(boxes.selected(), all);
    {
        StepInParts redo{document, StepKind::Redone};
        finish(redo);
    }
    QVERIFY(boxes.selection.isEmpty());
}

void TestSelectionHistory::aCancelledStepInPartsBringsFacesBack()
{
    Boxes boxes;
    boxes.selection.setMode(SelectionMode::Faces);
    const std::vector<FaceRef> faces{{boxes.a, 2}};
    boxes.selection.setFaces(faces);
    StepInParts step{boxes.document, "Delete", removalOf({boxes.a, boxes.b})};
    QVERIFY(step.next());
    QVERIFY(boxes.selection.isEmpty());
    step.cancel();
    finish(step);
    QVERIFY(boxes.selection.faces() == faces);
}

void TestSelectionHistory::equalSelectionsAreOneObject()
{
    Boxes boxes;
    for (int i = 0; i < 4; ++i) {
        boxes.selection.set({boxes.a, boxes.b});
        boxes.move({boxes.a});
        boxes.selection.set({boxes.c}); // to and fro
        boxes.move({boxes.c});
    }
    std::set<const SelectionState*> kept;
    const auto& entries = boxes.document.history().entries();
    for (auto at = entries.end() - 8; at != entries.end(); ++at) {
        kept.insert(at->selectedBefore.get());
        kept.insert(at->selectedAfter.get());
    }
    QCOMPARE(kept.size(), std::size_t{2});
    boxes.document.undo();
    QVERIFY(kept.contains(boxes.selection.state().get()));
}

void TestSelectionHistory::anUntouchedSelectionIsNotToldAnew()
{
    Boxes boxes;
    boxes.selection.set({boxes.a, boxes.b});
    boxes.move({boxes.a, boxes.b});
    int told = 0;
    const auto connection = boxes.selection.changed.connect([&] { ++told; });
    boxes.document.undo();
    boxes.document.redo();
    QCOMPARE(told, 0);
}

void TestSelectionHistory::whatGoesAndWhatComesBackAreToldTogether()
{
    Boxes boxes;
    boxes.selection.set({boxes.a});
    const auto made = boxes.addBox({6, 0, 0}, {7, 1, 1}, "made");
    boxes.document.selectAfterStep({made});
    int told = 0;
    const auto connection = boxes.selection.changed.connect([&] { ++told; });
    boxes.document.undo();
    QCOMPARE(boxes.selected(), std::vector{boxes.a});
    QCOMPARE(told, 1);
    boxes.document.redo();
    QCOMPARE(boxes.selected(), std::vector{made});
    QCOMPARE(told, 2);
    // Where nothing comes back, what went is told all the same.
    boxes.selection.set({});
    const auto last = boxes.addBox({8, 0, 0}, {9, 1, 1}, "last");
    boxes.document.selectAfterStep({last});
    told = 0;
    boxes.document.undo();
    QVERIFY(boxes.selected().empty());
    QCOMPARE(told, 1);
}

void TestSelectionHistory::whatWasMadeInAGroupSelectsIt()
{
    Boxes boxes;
    const auto group = boxes.addPoint({0, 0, 0}, "group");
    boxes.selection.set({group});
    boxes.addBox({0, 0, 0}, {1, 1, 1}, "inside", group);
    boxes.selection.set({boxes.b});
    boxes.document.undo();
    QCOMPARE(boxes.selected(), std::vector{group});
    boxes.selection.set({boxes.b});
    boxes.document.redo();
    QCOMPARE(boxes.selected(), std::vector{group});
}

void TestSelectionHistory::goingFarSelectsOnce()
{
    Boxes boxes;
    const auto first = boxes.document.history().position();
    for (const auto each : {boxes.a, boxes.b, boxes.c, boxes.a}) {
        boxes.selection.set({each});
        boxes.move({each});
    }
    boxes.selection.set({boxes.c});
    int told = 0;
    const auto connection = boxes.selection.changed.connect([&] { ++told; });
    boxes.document.goTo(first + 1);
    QCOMPARE(boxes.selected(), std::vector{boxes.b});
    QCOMPARE(told, 1);
    boxes.document.goTo(first + 4);
    QCOMPARE(boxes.selected(), std::vector{boxes.a});
    QCOMPARE(told, 2);
}

/// The last step that is taken back may be about something that is not selected.
void TestSelectionHistory::goingFarOverAStepAboutSomethingElseSelectsAsSingleStepsDo()
{
    Boxes boxes;
    boxes.selection.set({boxes.a});
    boxes.move({boxes.b}); // as with an eye in the scene browser
    const auto before = boxes.document.history().position();
    EntityId copy;
    VERIFY_OK(boxes.document.run("Copy", [&](Transaction& edit) -> Result<void> {
        const auto made = createBox(edit, Aabb{{9, 0, 0}, {10, 1, 1}});
        if (!made)
            return made.error();
        copy = *made;
        return {};
    }));
    boxes.document.selectAfterStep({copy});
    boxes.document.goTo(before - 1);
    QCOMPARE(boxes.selected(), std::vector{boxes.a});
}

PLAIN_TEST(TestSelectionHistory)
} // namespace tst_selection_history

#include "tst_selection_history.moc"
