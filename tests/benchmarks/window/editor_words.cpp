#include "tests/benchmarks/window/editor_words.h"

#include "engine_core/base/files/files.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace mapwright::bench
{
QString editorOutput(const QStringList& arguments, int patience)
{
    const QTemporaryDir settings;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), settings.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), settings.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(QString::fromStdString(engine::fs::read_symlink("/proc/self/exe").string()),
                  QStringList{QStringLiteral("edit")} + arguments);
    if (!program.waitForFinished(patience)) {
        program.kill();
        program.waitForFinished();
    }
    return QString::fromUtf8(program.readAllStandardOutput());
}

QStringList
editorWords(const QStringList& arguments, const QString& title, qsizetype count, int patience)
{
    auto words = editorOutput(arguments, patience).simplified().split(QLatin1Char{' '});
    if (words.takeFirst() != title || words.size() != count)
        return {};
    return words;
}
} // namespace mapwright::bench
