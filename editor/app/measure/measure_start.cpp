#include "editor/app/measure/measure_start.h"

#include "editor/app/measure/measure_clock.h"
#include "editor/app/measure/measured_editor.h"
#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/assets/project/project.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QOpenGLWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace editor
{
namespace
{
/// Milliseconds since this process was started (field 22 of /proc/self/stat, in clock ticks).
double sinceProcessStart()
{
    std::ifstream file{"/proc/self/stat"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    std::size_t at = text.rfind(')');
    for (int field = 0; field < 20 && at != std::string::npos; ++field)
        at = text.find(' ', at + 1);
    const double startTicks = std::strtod(text.c_str() + at, nullptr);
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double seconds = static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
    return (seconds - startTicks / static_cast<double>(sysconf(_SC_CLK_TCK))) * 1000;
}

double residentMegabytes()
{
    std::ifstream file{"/proc/self/statm"};
    double total = 0;
    double resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// Of llvmpipe: its code is in memory as well as the pictures and textures that it draws. Where a
/// card draws, both are elsewhere.
double driverMegabytes()
{
    std::ifstream file{"/proc/self/smaps"};
    double kilobytes = 0;
    bool ours = false;
    for (std::string line; std::getline(file, line);) {
        if (line.find("-") < line.find(" ")) // "7f00-7f01 r-xp ... /usr/lib/libLLVM-15.so.1"
            ours = line.find("libLLVM") != std::string::npos ||
                   line.find("_dri.so") != std::string::npos;
        else if (ours && line.starts_with("Rss:"))
            kilobytes += std::strtod(line.c_str() + 4, nullptr);
    }
    return kilobytes * 1024 / 1e6;
}

std::unique_ptr<QMainWindow> emptyWindow()
{
    auto window = std::make_unique<QMainWindow>();
    window->resize(1440, 900);
    window->setCentralWidget(new QOpenGLWidget);
    for (const auto* title : {"A", "B"}) {
        auto* dock = new QDockWidget{QString::fromLatin1(title)};
        dock->setWidget(new QLabel{QString::fromLatin1(title)});
        window->addDockWidget(Qt::RightDockWidgetArea, dock);
    }
    for (const auto* title : {"File", "Edit", "View"})
        window->menuBar()->addMenu(QString::fromLatin1(title))->addAction(QStringLiteral("Entry"));
    window->show();
    return window;
}

int reportWhenIdle()
{
    // Two idle turns after the last paint: the window then shows everything it has.
    QTimer::singleShot(0, [] {
        QTimer::singleShot(0, [] {
            QCoreApplication::processEvents();
            const double started = sinceProcessStart();
            std::printf("complete %.1f %.1f %.1f\n", started, residentMegabytes(),
                        driverMegabytes());
            std::fflush(stdout);
            QCoreApplication::quit();
        });
    });
    return QApplication::exec();
}

/// Runs the event loop until `done`, and returns the longest turn of it in milliseconds.
double longestTurnUntil(Clock::time_point start, const std::function<bool()>& done)
{
    double longest = 0;
    for (auto turn = start; !done(); turn = Clock::now()) {
        QCoreApplication::processEvents();
        longest = std::max(longest, millisecondsSince(turn));
    }
    return longest;
}

bool allPainted(const std::vector<std::pair<ViewportWidget*, quint64>>& before)
{
    return std::all_of(before.begin(), before.end(),
                       [](const auto& each) { return each.first->frameCount() > each.second; });
}

int measureOpenAndSave(MainWindow& editor, const fs::path& scene)
{
    QCoreApplication::processEvents();
    std::vector<std::pair<ViewportWidget*, quint64>> views;
    for (auto* view : editor.findChildren<ViewportWidget*>())
        views.emplace_back(view, view->frameCount());

    const auto open = Clock::now();
    editor.openScene(scene);
    longestTurnUntil(open, [&] { return allPainted(views); });
    const double opened = millisecondsSince(open);

    // What opening left to do (thumbnails, second pictures) is not the save's.
    for (const auto settled = Clock::now(); millisecondsSince(settled) < SettleMilliseconds;)
        QCoreApplication::processEvents();
    auto& workspace = editor.context().workspace();
    bool saved = false;
    bool good = false;
    const auto save = Clock::now();
    workspace.save(scene, [&](const engine::Result<void>& outcome) {
        saved = true;
        good = outcome.hasValue();
    });
    const double stall = longestTurnUntil(save, [&] { return saved; });
    if (!good)
        return 4;
    std::printf("scene %.1f %.1f %.1f\n", opened, millisecondsSince(save), stall);
    return 0;
}
} // namespace

int measureScene(int& argc, char** argv, const fs::path& project, const fs::path& scene)
{
    return measureInEditor(argc, argv, project,
                           [&](MainWindow& editor) { return measureOpenAndSave(editor, scene); });
}

int measureStart(int& argc, char** argv, StartKind kind, const fs::path& target)
{
    if (kind == StartKind::Floor) {
        prepareQt();
        QApplication application{argc, argv};
        prepareApplication();
        const auto window = emptyWindow();
        return reportWhenIdle();
    }
    const QTemporaryDir folder;
    auto project = target;
    if (kind == StartKind::Empty) {
        const auto made =
            engine::createProject(fs::path{folder.path().toStdString()} / "empty", "empty");
        if (!made)
            return 4;
        project = made->root;
    }
    return measureInEditor(argc, argv, project, [](MainWindow&) { return reportWhenIdle(); });
}
} // namespace editor
