#include "editor/app/measure/measure_clock.h"
#include "editor/app/measure/measure_start.h"
#include "editor/app/measure/measured_editor.h"
#include "editor/app/window/main_window.h"
#include "engine_core/assets/project/project_trust.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace editor
{
namespace
{
constexpr int Repeats = 7;
constexpr double LimitMilliseconds = 10000;

/// A window with a dozen fields and a button of that name.
std::string scriptText(const std::string& className, const std::string& button)
{
    std::string text =
        "class " + className +
        " : EditorWindow\n{\n    array<double> values = array<double>(12);\n    void onGui()\n    "
        "{\n        for (uint i = 0; i < values.length(); i++)\n            "
        "values[i] = Gui::numberField(\"Value \" + i, values[i], \"m\");\n";
    return text + "        if (Gui::button(\"" + button +
           "\"))\n            Level::addLight(Vec3());\n    }\n}\n";
}

/// Milliseconds until the window shows the button, painted; negative if it never does.
double untilShown(MainWindow& editor, const std::string& className, const QString& button)
{
    const auto start = Clock::now();
    while (millisecondsSince(start) < LimitMilliseconds) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        const auto* dock = editor.dock("script." + className);
        const auto* shown = dock != nullptr
                                ? dock->findChild<QPushButton*>(QStringLiteral("gui.") + button)
                                : nullptr;
        if (shown != nullptr && shown->isVisible()) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
            return millisecondsSince(start);
        }
    }
    return -1;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.front() < 0 ? -1 : values[values.size() / 2];
}

int measureScripts(MainWindow& editor, const fs::path& project)
{
    for (const auto start = Clock::now(); millisecondsSince(start) < SettleMilliseconds;)
        QCoreApplication::processEvents();
    std::vector<double> first;
    std::vector<double> again;
    for (int i = 0; i < Repeats; ++i) {
        const auto name = "Window" + std::to_string(i);
        const auto file = project / "Editor" / (name + ".as");
        if (!engine::writeFileAtomically(file, scriptText(name, "Make")))
            return 4;
        first.push_back(untilShown(editor, name, QStringLiteral("Make")));
        if (!engine::writeFileAtomically(file, scriptText(name, "Build")))
            return 4;
        again.push_back(untilShown(editor, name, QStringLiteral("Build")));
    }
    std::printf("window %.1f %.1f\n", median(first), median(again));
    return 0;
}
} // namespace

int measureScriptWindow(int& argc, char** argv)
{
    const QTemporaryDir home;
    const auto project = fs::path{home.path().toStdString()} / "room";
    fs::copy(engine::installationFolder() / "projects" / "first_room", project,
             fs::copy_options::recursive);
    fs::create_directories(project / "Editor");
    engine::trustForThisRun(); // of a copy nobody knows whose scripts they are
    return measureInEditor(argc, argv, project,
                           [&](MainWindow& editor) { return measureScripts(editor, project); });
}
} // namespace editor
