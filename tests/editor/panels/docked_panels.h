#pragma once

#include "editor/app/window/editor_context.h"
#include "editor/panels/builtin_panels.h"
#include "editor/tools/builtin_tools.h"
#include "tests/editor/panels/panel_project.h"

#include <QDockWidget>
#include <QHash>
#include <QMainWindow>
#include <QTest>

namespace mapwright::test
{
/// All panels in docks.
struct DockedPanels
{
    PanelProject files;
    editor::EditorContext context{files.project};
    std::vector<editor::Registration> kept;
    QMainWindow window;
    QHash<QString, QDockWidget*> docks;

    DockedPanels()
    {
        context.makeAction = [](const editor::ActionInfo&) {
            return editor::Registration{};
        };
        kept = editor::registerBuiltinTools(context);
        for (auto& registration : editor::registerBuiltinPanels(context))
            kept.push_back(std::move(registration));
        for (const auto& info : context.panels()) {
            auto* dock = new QDockWidget{QString::fromStdString(info.title), &window};
            dock->setWidget(info.create(context, dock));
            window.addDockWidget(Qt::RightDockWidgetArea, dock);
            docks.insert(QString::fromStdString(info.id), dock);
        }
        window.resize(1200, 900);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }

    ~DockedPanels() { qDeleteAll(docks); }
};
} // namespace mapwright::test
