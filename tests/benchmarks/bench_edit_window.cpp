#include "tests/benchmarks/bench_edit_window.h"

#include "engine_core/assets/project/project.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/levels/level_builder.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Brushes = 20'000;
constexpr int Starts = 5;
constexpr double TargetStall = 16; ///< milliseconds
constexpr int Timeout = 180'000;   ///< of one editor

/// What the program says of one command: see measureEdits().
struct Step
{
    double longest = 0; ///< milliseconds
    double whole = 0;
    std::size_t entities = 0;
    std::size_t selected = 0;
    std::size_t copied = 0;
    std::string hash;
};

using Steps = std::vector<std::pair<std::string, Step>>;

/// With a driver that draws nothing, so that what is measured is ours and not that of a processor
/// that stands in for a graphics card.
Steps stepsInWindow(const fs::path& project)
{
    const QTemporaryDir settings;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), settings.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), settings.path());
    environment.insert(QStringLiteral("GALLIUM_NOOP"), QStringLiteral("1"));
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(QString::fromStdString(fs::read_symlink("/proc/self/exe").string()),
                  {QStringLiteral("edit"), QStringLiteral("--measure-edits"),
                   QString::fromStdString(project.string())});
    if (!program.waitForFinished(Timeout)) {
        program.kill();
        program.waitForFinished();
    }
    Steps steps;
    for (const auto& line : QString::fromUtf8(program.readAllStandardOutput()).split(u'\n')) {
        const auto words = line.simplified().split(u' ');
        if (words.size() == 8 && words[0] == QStringLiteral("step"))
            steps.emplace_back(words[1].toStdString(),
                               Step{words[2].toDouble(), words[3].toDouble(), words[4].toULong(),
                                    words[5].toULong(), words[6].toULong(),
                                    words[7].toStdString()});
    }
    return steps;
}
} // namespace

std::vector<Row> editWindowRows()
{
    TypeRegistry types;
    registerComponents(types);
    World level;
    test::buildLevel(level, Brushes);
    const QTemporaryDir folder;
    const auto project =
        createProject(fs::path{folder.path().toStdString()} / "level", "first_room");
    if (!project || !saveScene(level, types, project->root / project->startScene))
        return {};
    std::vector<Row> rows;
    for (int i = 0; i < Starts; ++i)
        for (const auto& [name, step] : stepsInWindow(project->root))
            rows.push_back({name, step.hash, step.longest, "ms", TargetStall,
                            step.longest / TargetStall, "the target; value / baseline"});
    return rows;
}
} // namespace mapwright::bench
