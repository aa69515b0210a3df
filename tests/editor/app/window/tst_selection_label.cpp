#include "editor/app/window/selection_label.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/base/count_text.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <array>

namespace tst_selection_label
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestSelectionLabel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsCountAndSize();
    void onlyBodiesHaveASize();
    void manyChangesAreOneMeasurement();
    void thousandsAreCountedButNotMeasured();
    void facesAreCountedInEitherMode();
};

void TestSelectionLabel::tellsCountAndSize()
{
    DocumentFixture fixture;
    const auto first = fixture.addBox({0, 0, 0}, {1, 2, 3});
    const auto second = fixture.addBox({2, 0, 0}, {4, 1, 1});
    auto& selection = fixture.document.selection();
    selection.clear();
    SelectionLabel label{fixture.document, nullptr};
    QCOMPARE(label.text(), QStringLiteral("nothing selected"));
    selection.set({first});
    label.refresh();
    QCOMPARE(label.text(), QStringLiteral("1 object  1.00 x 2.00 x 3.00 m"));
    selection.set({first, second});
    label.refresh();
    QCOMPARE(label.text(), QStringLiteral("2 objects  4.00 x 2.00 x 3.00 m"));
}

void TestSelectionLabel::onlyBodiesHaveASize()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 3});
    EntityId light;
    EntityId both;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        light = addLight(edit, {0, 5, 0}, {});
        const auto made = group(edit, std::array{box, light}, "torch");
        both = made ? *made : EntityId{};
        return made ? Result<void>{} : Result<void>{made.error()};
    }));
    auto& selection = fixture.document.selection();
    SelectionLabel label{fixture.document, nullptr};
    selection.set({light});
    label.refresh();
    QCOMPARE(label.text(), QStringLiteral("1 object"));
    selection.set({both});
    label.refresh();
    QCOMPARE(label.text(), QStringLiteral("1 object  1.00 x 2.00 x 3.00 m"));
}

void TestSelectionLabel::manyChangesAreOneMeasurement()
{
    DocumentFixture fixture;
    auto& selection = fixture.document.selection();
    selection.clear();
    SelectionLabel label{fixture.document, nullptr};
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    for (int i = 0; i < 3; ++i) {
        selection.set({box});
        label.refreshSoon();
    }
    QCOMPARE(label.text(), QStringLiteral("nothing selected")); // not within the change
    QTRY_COMPARE(label.text(), QStringLiteral("1 object  1.00 x 1.00 x 1.00 m"));
}

void TestSelectionLabel::thousandsAreCountedButNotMeasured()
{
    DocumentFixture fixture;
    EntityId group;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        group = edit.create("group", {});
        for (int i = 0; i < SelectionLabel::MeasuredObjects; ++i)
            static_cast<void>(edit.create("child", group));
        return {};
    }));
    fixture.document.selection().set({group});
    SelectionLabel label{fixture.document, nullptr};
    QCOMPARE(label.text(), QStringLiteral("1 object"));
    fixture.document.selection().set(fixture.document.world().children(group));
    label.refresh();
    QCOMPARE(label.text(), QString::fromStdString(engine::countText(SelectionLabel::MeasuredObjects,
                                                                    "object", "objects")));
    QVERIFY(label.text().contains(QLatin1Char{','}));
}

void TestSelectionLabel::facesAreCountedInEitherMode()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 3});
    auto& selection = fixture.document.selection();
    SelectionLabel label{fixture.document, nullptr};
    for (const auto mode : {SelectionMode::Objects, SelectionMode::Faces}) {
        selection.setMode(mode);
        selection.setFaces({{box, 0}});
        label.refresh();
        QCOMPARE(label.text(), QStringLiteral("1 face"));
    }
}

GUI_TEST(TestSelectionLabel)
} // namespace tst_selection_label

#include "tst_selection_label.moc"
