#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace mapwright::test
{
/// What a run of the program left behind. A status of -1: it hung or crashed.
struct Ran
{
    int status = -1;
    QByteArray out;
    QByteArray err;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

[[nodiscard]] inline QString program()
{
    return QStringLiteral(MAPWRIGHT_BINARY_DIR "/bin/mapwright");
}

[[nodiscard]] inline Ran finished(QProcess& process)
{
    constexpr int Timeout = 120000; // milliseconds; only a hung program takes as long
    if (!process.waitForFinished(Timeout) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

inline Ran runProgram(const QStringList& arguments, const QString& stdoutFile = {})
{
    QProcess process;
    if (!stdoutFile.isEmpty())
        process.setStandardOutputFile(stdoutFile);
    process.start(program(), arguments);
    return finished(process);
}

/// With that working folder.
inline Ran runProgramIn(const QString& folder, const QStringList& arguments)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program(), arguments);
    return finished(process);
}

/// Where nothing can be shown.
inline Ran runWithoutDisplay(const QStringList& arguments)
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QLatin1String{name});
    process.setProcessEnvironment(environment);
    process.start(program(), arguments);
    return finished(process);
}

/// One sentence on stderr, nothing on stdout.
[[nodiscard]] inline bool isOneSentence(const Ran& ran)
{
    return ran.out.isEmpty() && ran.err.count('\n') == 1 && ran.err.startsWith("mapwright: ");
}
} // namespace mapwright::test
