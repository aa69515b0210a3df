#pragma once

#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/level/outliner.h"
#include "editor/panels/level/outliner_model.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QAbstractItemModelTester>
#include <QTest>
#include <QTreeView>

namespace mapwright::test
{
/// Some lights, and the scene browser that shows them.
struct OutlinedScene
{
    TestEditor editor;
    std::vector<editor::EntityId> lights;
    editor::Outliner outliner{editor};
    QAbstractItemModelTester tester{&outliner.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest};

    explicit OutlinedScene(int count = 6)
    {
        run([&](editor::Transaction& edit) -> engine::Result<void> {
            for (int i = 0; i < count; ++i)
                lights.push_back(editor::addLight(edit, engine::Vec3d{i, 0, 0}));
            return {};
        });
        outliner.resize(300, 400);
        outliner.show();
    }

    void run(const std::function<engine::Result<void>(editor::Transaction&)>& edit)
    {
        VERIFY_OK(editor.document().run("Test", edit));
    }

    editor::Selection& selection() { return editor.document().selection(); }

    QTreeView& tree() { return outliner.tree(); }

    /// Of a top-level object while nothing is filtered.
    QModelIndex row(editor::EntityId entity)
    {
        return tree().model()->index(outliner.model().indexOf(entity).row(), 0);
    }

    void click(editor::EntityId entity, Qt::KeyboardModifiers modifiers = {}, int column = 0)
    {
        const auto index = row(entity).siblingAtColumn(column);
        tree().scrollTo(index);
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, modifiers,
                          tree().visualRect(index).center());
    }

    std::vector<int> selectedRows()
    {
        std::vector<int> rows;
        for (const auto& index : tree().selectionModel()->selectedRows())
            rows.push_back(index.row());
        std::sort(rows.begin(), rows.end());
        return rows;
    }
};
} // namespace mapwright::test
