#include "engine_core/base/files/files.h"
#include "tests/benchmarks/bench.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace mapwright::bench
{
std::vector<Row> benchScriptWindow(const Settings&)
{
    const QTemporaryDir settings;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), settings.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), settings.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(QString::fromStdString(engine::fs::read_symlink("/proc/self/exe").string()),
                  {QStringLiteral("edit"), QStringLiteral("--measure-script-window")});
    if (!program.waitForFinished(40000)) {
        program.kill();
        program.waitForFinished();
    }
    const auto words =
        QString::fromUtf8(program.readAllStandardOutput()).simplified().split(QLatin1Char{' '});
    if (words.size() != 3 || words[0] != QStringLiteral("window"))
        return {}; // no display: there is nothing to measure
    const auto row = [](const char* name, const char* work, double value) {
        Row made;
        made.name = name;
        made.work = work;
        made.value = value;
        made.unit = "ms";
        return made;
    };
    return {row("script_window_open",
                "from the saved file of a new script to its shown window with 12 fields, median "
                "of 7; 25 ms of it wait for the file to be whole",
                words[1].toDouble()),
            row("script_window_reload", "from a changed text to the changed window, median of 7",
                words[2].toDouble())};
}
} // namespace mapwright::bench
