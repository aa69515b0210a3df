#include "tests/program/registry.h"
#include "tests/support/include_rules.h"

#include <QDirIterator>
#include <QFile>
#include <QtTest>

namespace tst_include_direction
{
using namespace mapwright::test;

namespace
{

std::vector<SourceFile> readSources(const QStringList& folders)
{
    const QDir root{MAPWRIGHT_SOURCE_DIR};
    std::vector<SourceFile> sources;
    for (const auto& folder : folders) {
        QDirIterator files{
            root.filePath(folder), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories};
        while (files.hasNext()) {
            QFile file{files.next()};
            if (!file.open(QIODevice::ReadOnly))
                continue;
            sources.push_back({root.relativeFilePath(file.fileName()).toStdString(),
                               file.readAll().toStdString()});
        }
    }
    return sources;
}

QString describe(const std::vector<IncludeFault>& faults)
{
    QString text;
    for (const auto& fault : faults)
        text += QString::fromStdString(fault.path) + ':' + QString::number(fault.line) + ' ' +
                QString::fromStdString(fault.reason) + '\n';
    return text;
}

} // namespace

class tst_IncludeDirection : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void ourSourcesObeyTheRules()
    {
        const auto sources = readSources({"engine_core", "editor", "plugins"});
        QVERIFY2(sources.size() > 200, "The sources were not found");
        const auto faults = checkIncludes(sources);
        QVERIFY2(faults.empty(), qPrintable('\n' + describe(faults)));
    }

    /// A folder beyond that is a drawer: it asks for sub-folders that a stranger predicts.
    void noFolderHoldsMoreThanFortySources()
    {
        constexpr int Most = 40;
        QMap<QString, int> count;
        for (const auto& source : readSources({"engine_core", "editor", "plugins", "tests"}))
            ++count[QFileInfo{QString::fromStdString(source.path)}.path()];
        QVERIFY(count.value("editor/tools/gestures") > 0);
        for (auto folder = count.cbegin(); folder != count.cend(); ++folder)
            QVERIFY2(folder.value() <= Most,
                     qPrintable(QString{"%1: %2"}.arg(folder.key()).arg(folder.value())));
    }

    void wrongIncludesAreNamed_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("reason"); // empty: the include is allowed
        const auto row = [](const char* name, QString path, QString line, QString reason = {}) {
            QTest::newRow(name) << path << line << reason;
        };
        row("a higher layer", "engine_core/base/log.cpp", "#include \"engine_core/scene/world.h\"",
            "engine_core/base (layer 0) lies below it (layer 3)");
        row("the editor from the engine", "engine_core/play/x.cpp",
            "#include \"editor/document/document.h\"", "lies below it");
        row("a lower layer", "engine_core/scene/world.cpp", "#include \"engine_core/base/ids.h\"");
        row("the same module", "engine_core/scene/x.cpp", "#include \"engine_core/scene/world.h\"");
        row("two systems", "engine_core/lighting/x.cpp", "#include \"engine_core/render/view.h\"",
            "layer 5 meet through components only");
        row("a view description in the document", "editor/document/x.h",
            "#include \"engine_core/render/view.h\"");
        row("Qt in the engine", "engine_core/audio/x.cpp", "#include <QString>",
            "engine_core/audio is free of Qt");
        row("Qt in a tool", "editor/tools/x.cpp", "  #  include <QtGui/QColor>",
            "editor/tools is free of Qt");
        row("Qt in a panel", "editor/panels/x.h", "#include <QWidget>");
        row("a whole Qt module", "editor/app/x.cpp", "#include <QtWidgets>",
            "not a whole Qt module");
        row("a window's part in a plugin", "plugins/measure/x.cpp",
            "#include \"editor/app/main_window.h\"", "never a window's parts");
        row("the public layer in a plugin", "plugins/measure/x.cpp",
            "#include \"editor/api/plugin.h\"");
        row("another plugin", "plugins/other/x.cpp", "#include \"plugins/measure/measurements.h\"",
            "nothing includes a plugin");
        row("a plugin from the program", "editor/app/x.cpp",
            "#include \"plugins/measure/measurements.h\"", "nothing includes a plugin");
        row("a path beside the file", "engine_core/scene/x.cpp", "#include \"world.h\"",
            "start at the repository root");
        row("a folder without a layer", "engine_core/magic/x.cpp",
            "#include \"engine_core/base/ids.h\"", "not in the layer table");
        row("the output of moc", "editor/app/x.cpp", "#include \"x.moc\"");
        row("benchmarks in a command", "editor/app/cli/bench_command.cpp",
            "#include \"tests/benchmarks/bench.h\"");
        row("benchmarks elsewhere", "editor/app/x.cpp", "#include \"tests/benchmarks/bench.h\"",
            "start at the repository root");
        row("a comment", "engine_core/base/x.h", "// #include <QString>");
    }

    void wrongIncludesAreNamed()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, line);
        QFETCH(const QString, reason);
        const std::vector<SourceFile> sources{
            {path.toStdString(), "#pragma once\n\n" + line.toStdString() + "\nint x;"}};
        const auto faults = checkIncludes(sources);
        QCOMPARE(faults.size(), std::size_t(reason.isEmpty() ? 0 : 1));
        if (reason.isEmpty())
            return;
        QCOMPARE(QString::fromStdString(faults[0].path), path);
        QCOMPARE(faults[0].line, 3);
        QVERIFY2(QString::fromStdString(faults[0].reason).contains(reason),
                 faults[0].reason.c_str());
    }

    void headersWithBigLibrariesStayInTheirModule()
    {
        const std::vector<SourceFile> sources{
            {"engine_core/render/gl.h", "#include <GL/glcorearb.h>"},
            {"engine_core/render/device.h", "#include \"engine_core/render/gl.h\""},
            {"engine_core/render/device.cpp", "#include \"engine_core/render/device.h\""},
            {"engine_core/assets/tree.h", "#include <nlohmann/json.hpp>"},
            {"engine_core/assets/light.h", "#include <nlohmann/json_fwd.hpp>"},
            {"engine_core/play/a.cpp", "#include \"engine_core/assets/tree.h\""},
            {"engine_core/play/b.cpp", "#include \"engine_core/assets/light.h\""},
            {"editor/views/c.cpp", "#include <vector>\n#include \"engine_core/render/device.h\""}};
        const auto faults = checkIncludes(sources);
        QVERIFY2(faults.size() == 2, qPrintable(describe(faults)));
        QCOMPARE(faults[0].path, std::string{"editor/views/c.cpp"});
        QCOMPARE(faults[0].line, 2);
        QVERIFY(faults[0].reason.find("brings in <GL/glcorearb.h>") != std::string::npos);
        QCOMPARE(faults[1].path, std::string{"engine_core/play/a.cpp"});
    }

    void qtBehindOurOwnHeadersIsFound()
    {
        const std::vector<SourceFile> sources{
            {"editor/api/plugin.h", "#include <QObject>"},
            {"editor/api/api.h", "#include \"editor/api/plugin.h\""},
            {"editor/tools/x.cpp", "#include \"editor/api/api.h\""}};
        const auto faults = checkIncludes(sources);
        QVERIFY2(faults.size() == 1, qPrintable(describe(faults)));
        QVERIFY(faults[0].reason.find("this brings in <QObject>") != std::string::npos);
    }
};

CORE_TEST(tst_IncludeDirection)
} // namespace tst_include_direction

#include "tst_include_direction.moc"
