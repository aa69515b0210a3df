#include "editor/app/measure_start.h"

#include "editor/app/main_window.h"
#include "editor/app/run_editor.h"
#include "editor/views/view_layout.h"
#include "engine_core/assets/project.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QOpenGLWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

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
            std::printf("complete %.1f %.1f\n", sinceProcessStart(), residentMegabytes());
            std::fflush(stdout);
            QCoreApplication::quit();
        });
    });
    return QApplication::exec();
}
} // namespace

int measureStart(int& argc, char** argv, StartKind kind, const fs::path& target)
{
    prepareQt();
    QApplication application{argc, argv};
    prepareApplication();
    if (kind == StartKind::Floor) {
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
    const auto window = openEditor(project);
    if (!window) {
        std::fprintf(stderr, "mapwright: %s\n", window.error().message().c_str());
        return 3;
    }
    return reportWhenIdle();
}
} // namespace editor
