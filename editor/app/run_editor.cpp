#include "editor/app/run_editor.h"

#include "editor/app/window/first_window.h"
#include "editor/app/window/main_window.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/app/workspace/sample_projects.h"
#include "editor/views/theme.h"
#include "engine_core/assets/project/project_trust.h"
#include "engine_core/base/memory.h"

#include <QApplication>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>
#include <QSurfaceFormat>
#include <QTimer>

#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace editor
{
namespace
{
/// What opens where nothing is named: the last project, or the user's copy of the first sample;
/// empty if there is neither yet.
fs::path startTarget()
{
    if (const auto last = recentProjects(); !last.empty())
        return last.front();
    return copyOfSample(FirstSample).value_or(fs::path{});
}

/// A project to fall back to when none can be opened: an empty one among the user's own data.
engine::Result<engine::Project> scratchProject()
{
    const auto folder =
        fs::path{QStandardPaths::writableLocation(QStandardPaths::AppDataLocation).toStdString()} /
        "scratch";
    std::error_code failed;
    if (!fs::exists(folder / "project.json", failed))
        return engine::createProject(folder, "empty");
    return engine::openProject(folder);
}

void giveRuntimeFolder()
{
    // Without one Qt complains in every program (seen in containers and over ssh).
    if (std::getenv("XDG_RUNTIME_DIR") != nullptr)
        return;
    std::error_code failed;
    const auto folder =
        fs::temp_directory_path(failed) / ("mapwright-runtime-" + std::to_string(::getuid()));
    fs::create_directories(folder, failed);
    fs::permissions(folder, fs::perms::owner_all, failed);
    ::setenv("XDG_RUNTIME_DIR", folder.c_str(), 0);
}

/// What a start opens, and with what.
struct Start
{
    fs::path target;
    StartOptions options;
    bool isElsewhere = false; ///< the user chooses on the start page
};

/// The project of a scene or folder, as OpeningNote names it.
fs::path projectAt(const fs::path& target)
{
    std::error_code ignored;
    const auto project = fs::is_directory(target, ignored) ? engine::openProject(target)
                                                           : engine::projectOfScene(target);
    return project ? project->root : fs::path{};
}

/// Asks before a project is opened that an earlier start did not survive.
Start afterBrokenStart(const fs::path& target)
{
    Start start{target, {}, false};
    const auto broken = OpeningNote::takeBroken();
    const auto project = projectAt(target.empty() ? startTarget() : target);
    if (project.empty() || std::find(broken.begin(), broken.end(), project) == broken.end())
        return start;
    SafeStartDialog dialog{project};
    dialog.exec();
    using Choice = SafeStartDialog::Choice;
    start.options.scripts = dialog.choice() != Choice::WithoutScripts;
    start.options.plugins = dialog.choice() != Choice::WithoutPlugins;
    if (dialog.choice() == Choice::AnotherProject)
        if (const auto scratch = scratchProject()) {
            start.target = scratch->root;
            start.isElsewhere = true;
        }
    if (!start.options.scripts)
        engine::keepScriptsOff();
    return start;
}

/// Qt takes the scale when the application is made and never again.
void applyInterfaceScale()
{
    const int percent = QSettings{}.value(QStringLiteral("interfaceScale"), 100).toInt();
    if (percent == 100 || qEnvironmentVariableIsSet("QT_SCALE_FACTOR"))
        return;
    qputenv("QT_SCALE_FACTOR", QByteArray::number(std::clamp(percent, 80, 200) / 100.0));
}
} // namespace

bool hasDisplay()
{
    if (const char* platform = std::getenv("QT_QPA_PLATFORM"))
        if (std::string_view{platform} != "xcb" && std::string_view{platform} != "wayland")
            return true;
    if (const char* wayland = std::getenv("WAYLAND_DISPLAY");
        wayland != nullptr && *wayland != '\0')
        return true;
    const char* display = std::getenv("DISPLAY");
    if (display == nullptr || *display == '\0')
        return false;
    // A local display that nobody serves: Qt would abort instead of saying so.
    if (display[0] == ':') {
        const std::string number{display + 1, std::strcspn(display + 1, ".")};
        std::error_code failed;
        return fs::exists("/tmp/.X11-unix/X" + number, failed);
    }
    return true;
}

void prepareQt()
{
    engine::keepHeapSmall();
    giveRuntimeFolder();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QSurfaceFormat format;
    format.setVersion(4, 5);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(0); // pictures are finished before they reach the window
    format.setStencilBufferSize(0);
    format.setSwapInterval(0); // four views must not wait for four vertical blanks
    QSurfaceFormat::setDefaultFormat(format);
    QCoreApplication::setOrganizationName(QStringLiteral("mapwright"));
    QCoreApplication::setApplicationName(QStringLiteral("mapwright"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    applyInterfaceScale();
}

void prepareApplication()
{
    // QApplication takes the system's locale over, under which 1.5 may be written 1,5.
    std::setlocale(LC_NUMERIC, "C");
    QLocale::setDefault(QLocale::c());
    applyTheme(*qApp);
}

engine::Result<std::unique_ptr<MainWindow>> openEditor(const fs::path& target,
                                                       const StartOptions& options)
{
    std::error_code ignored;
    if (!target.empty() && !fs::exists(target, ignored))
        return engine::Error{"Cannot open '{}': there is no such file or folder", target.string()};
    auto wanted = target.empty() ? startTarget() : target;
    fs::path copied;
    std::string complaint;
    if (wanted.empty()) {
        auto copy = copySample(FirstSample);
        if (copy)
            wanted = copied = *std::move(copy);
        else
            complaint = copy.error().message();
    }
    bool isFolder = fs::is_directory(wanted, ignored);
    auto project = isFolder ? engine::openProject(wanted) : engine::projectOfScene(wanted);
    if (!project) {
        if (!target.empty())
            return project.error(); // asked for by name: say so rather than open something else
        if (complaint.empty())
            complaint = project.error().message();
        project = scratchProject();
        if (!project)
            return project.error();
        isFolder = true;
    }
    const auto scene = isFolder ? sceneToOpen(*project) : wanted;
    rememberProject(project->root);
    auto window = std::make_unique<MainWindow>(*project, options);
    if (window->renderHub() == nullptr)
        return engine::Error{
            "The editor's views need OpenGL 4.5, which this machine's graphics do not offer"};
    if (!scene.empty())
        window->openScene(scene);
    if (isFolder) // one that cannot be read is forgotten
        if (const auto other = sceneToOpen(*project); !other.empty() && other != scene)
            window->openScene(other);
    if (!complaint.empty())
        window->context().showMessage(MessageKind::Warning, complaint);
    window->tellOfSample(copied);
    window->show();
    window->focusActiveView();
    return window;
}

int runEditor(int& argc, char** argv, const fs::path& target)
{
    prepareQt();
    QApplication application{argc, argv};
    prepareApplication();
    const auto wanted = afterBrokenStart(target);
    const bool isFirstStart = target.empty() && recentProjects().empty();
    const bool isPlaced = QSettings{}.contains(QStringLiteral("window/geometry"));
    auto window = openEditor(wanted.target, wanted.options);
    if (!window) {
        std::fprintf(stderr, "mapwright: %s\n", window.error().message().c_str());
        return 3;
    }
    if (!isPlaced)
        fillScreenAtFirst(**window);
    if (isFirstStart || wanted.isElsewhere)
        (*window)->showStartPage();
    QTimer::singleShot(0, window->get(), [&window] { (*window)->offerRecovery(); });
    return QApplication::exec();
}
} // namespace editor
