#include "engine_core/base/files/files.h"
#include "tests/benchmarks/bench.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>

namespace mapwright::bench
{
namespace
{
struct Start
{
    double milliseconds = 0;
    double megabytes = 0;
    double driver = 0; ///< megabytes of the first
    bool complete = false;
};

/// Starts the program as a user does, with fresh settings, and reads what it says of its own
/// window: "complete MILLISECONDS MEGABYTES DRIVER", from the start of the process.
Start startOnce(const QStringList& arguments)
{
    const QTemporaryDir settings;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), settings.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), settings.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    QElapsedTimer clock;
    clock.start();
    program.start(QString::fromStdString(engine::fs::read_symlink("/proc/self/exe").string()),
                  arguments);
    Start start;
    if (!program.waitForFinished(30000))
        program.kill();
    const auto words =
        QString::fromUtf8(program.readAllStandardOutput()).simplified().split(QLatin1Char{' '});
    if (words.size() == 4 && words[0] == QStringLiteral("complete")) {
        start.milliseconds = words[1].toDouble();
        start.megabytes = words[2].toDouble();
        start.driver = words[3].toDouble();
        start.complete = true;
    }
    return start;
}

/// Memory is compared honestly only if it is said what a graphics card would hold.
std::string onProcessor(const Start& start)
{
    if (start.driver < 20)
        return {};
    return fmt::format(", {:.0f} MB of them the pages of the driver that draws on the processor, "
                       "for which textures and pictures are process memory too",
                       start.driver);
}

Start medianStart(const QStringList& arguments)
{
    std::vector<Start> all;
    for (int i = 0; i < 5; ++i)
        all.push_back(startOnce(arguments));
    std::sort(all.begin(), all.end(),
              [](const Start& a, const Start& b) { return a.milliseconds < b.milliseconds; });
    return all[all.size() / 2];
}
} // namespace

std::vector<Row> benchStart(const Settings&)
{
    const auto projects = engine::installationFolder() / "projects" / "first_room";
    const auto floor = medianStart(
        {QStringLiteral("edit"), QStringLiteral("--measure-start"), QStringLiteral("--floor")});
    std::vector<Row> rows;
    const auto add = [&](const char* name, const QStringList& arguments) {
        const auto start = medianStart(arguments);
        if (!start.complete)
            return; // no display: there is nothing to measure
        rows.push_back(
            {.name = name,
             .work = fmt::format(
                 "5 starts to a complete window, {:.0f} MB resident{} (the empty window {:.0f} MB)",
                 start.megabytes, onProcessor(start), floor.megabytes),
             .value = start.milliseconds,
             .unit = "ms",
             .baseline = floor.milliseconds,
             .ratio = start.milliseconds / floor.milliseconds,
             .compares = "an empty Qt window with a GL view and two docks; value / baseline"});
    };
    add("editor_empty",
        {QStringLiteral("edit"), QStringLiteral("--measure-start"), QStringLiteral("--empty")});
    add("editor_first_room", {QStringLiteral("edit"), QStringLiteral("--measure-start"),
                              QString::fromStdString(projects.string())});
    return rows;
}
} // namespace mapwright::bench
