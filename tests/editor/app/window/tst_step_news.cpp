#include "editor/app/window/step_news.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_step_news
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the status bar says of a step.
class TestStepNews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsAreToldOnce();
    void whatIsMadeInAHiddenOrLockedLayerIsTold();
    void severalLayersAreNotNamed();
};

void TestStepNews::stepsAreToldOnce()
{
    DocumentFixture fixture;
    StepNews news{fixture.document};
    QVERIFY(!news.next());
    VERIFY_OK(fixture.document.run("Place", [](Transaction& edit) -> Result<void> {
        (void)edit.create("crate");
        return {};
    }));
    QCOMPARE(news.next()->text, std::string{"Done: Place"});
    QVERIFY(!news.next());
    fixture.document.undo();
    QCOMPARE(news.next()->text, std::string{"Undone: Place"});
    fixture.document.redo();
    const auto again = news.next();
    QCOMPARE(again->text, std::string{"Redone: Place"});
    QVERIFY(!again->isWarning);
}

void TestStepNews::whatIsMadeInAHiddenOrLockedLayerIsTold()
{
    DocumentFixture fixture;
    EntityId layer;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        layer = addLayer(edit, "Trim");
        hide(edit, std::array{layer});
        return {};
    }));
    fixture.document.setCurrentLayer(layer);
    StepNews news{fixture.document};
    const auto make = [&](int count) {
        return fixture.document.run("Create brush", [&](Transaction& edit) -> Result<void> {
            for (int i = 0; i < count; ++i)
                if (auto box = createBox(edit, {{0, 0, 0}, {1, 1, 1}}, {}, "Box"); !box)
                    return box.error();
            return {};
        });
    };
    VERIFY_OK(make(1));
    const auto hidden = news.next();
    QVERIFY(hidden->isWarning);
    QCOMPARE(hidden->text, std::string{"Done: Create brush. 'Box' is in the hidden layer 'Trim'"});
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        show(edit, std::array{layer});
        editor::lock(edit, std::array{layer});
        return {};
    }));
    QVERIFY(!news.next()->isWarning); // it made nothing
    VERIFY_OK(make(2));
    QCOMPARE(news.next()->text,
             std::string{"Done: Create brush. 2 objects are in the locked layer 'Trim'"});
    fixture.document.undo();
    QVERIFY(!news.next()->isWarning);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        unlock(edit, std::array{layer});
        return {};
    }));
    (void)news.next();
    VERIFY_OK(make(1));
    QVERIFY(!news.next()->isWarning);
}

void TestStepNews::severalLayersAreNotNamed()
{
    DocumentFixture fixture;
    std::vector<EntityId> layers;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        layers = {addLayer(edit, "Trim"), addLayer(edit, "Blockout")};
        hide(edit, std::array{layers[0]});
        editor::lock(edit, std::array{layers[1]});
        return {};
    }));
    StepNews news{fixture.document};
    VERIFY_OK(fixture.document.run("Paste", [&](Transaction& edit) -> Result<void> {
        for (const auto layer : layers) {
            const auto made = edit.create("crate");
            edit.set(made, Node{.name = "crate", .parent = layer});
        }
        return {};
    }));
    const auto told = news.next();
    QVERIFY(told->isWarning);
    QCOMPARE(told->text, std::string{"Done: Paste. 2 objects are in hidden or locked layers"});
}

PLAIN_TEST(TestStepNews)
} // namespace tst_step_news

#include "tst_step_news.moc"
