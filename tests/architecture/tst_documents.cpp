#include "tests/program/registry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

namespace tst_documents
{
namespace
{
const QDir& root()
{
    static const QDir dir{MAPWRIGHT_SOURCE_DIR};
    return dir;
}

QString textOf(const QString& path)
{
    QFile file{root().filePath(path)};
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString{};
}

/// Pages from the repository root, for people.
QStringList pages()
{
    QStringList found{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"};
    QDirIterator files{
        root().filePath("resources/docs"), {"*.md"}, QDir::Files, QDirIterator::Subdirectories};
    while (files.hasNext())
        found += root().relativeFilePath(files.next());
    return found;
}

QStringList allMatches(const QString& pattern, const QString& text)
{
    QStringList found;
    auto matches = QRegularExpression{pattern}.globalMatch(text);
    while (matches.hasNext())
        found += matches.next().captured(1);
    return found;
}
} // namespace

/// The pages promise only what is there.
class TestDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linksLeadSomewhere();
    void namedTestsExist();
    void namedSourcesExist();
    void everyCommandHasItsPage();
    void everyIconIsBuiltIn();
};

void TestDocuments::linksLeadSomewhere()
{
    QStringList broken;
    for (const auto& page : pages()) {
        const QDir folder = QFileInfo{root().filePath(page)}.dir();
        for (const auto& link : allMatches(R"(\]\(([^)#]+)(?:#[^)]*)?\))", textOf(page)))
            if (!link.startsWith("http") && !QFileInfo::exists(folder.filePath(link)))
                broken += page + ": " + link;
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join('\n')));
}

void TestDocuments::namedTestsExist()
{
    QSet<QString> tests;
    QDirIterator files{
        root().filePath("tests"), {"tst_*.cpp"}, QDir::Files, QDirIterator::Subdirectories};
    while (files.hasNext())
        tests += QFileInfo{files.next()}.completeBaseName();
    QStringList missing;
    const auto features = textOf("resources/docs/features.md");
    QVERIFY(!features.isEmpty());
    for (const auto& name : allMatches("`(tst_\\w+)`", features))
        if (!tests.contains(name))
            missing += name;
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
}

void TestDocuments::namedSourcesExist()
{
    QStringList missing;
    for (const auto& page : pages())
        for (const auto& path :
             allMatches("`((?:editor|engine_core|tests|plugins|projects|resources)/[\\w./]+)`",
                        textOf(page)))
            // Recipes call the new thing x.
            if (!path.contains("x_") && !path.contains("_x") &&
                !QFileInfo::exists(root().filePath(path)))
                missing += page + ": " + path;
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
}

void TestDocuments::everyCommandHasItsPage()
{
    const auto manual = textOf("resources/docs/manual/command_line.md");
    const auto commands = textOf("editor/app/cli/commands.cpp");
    auto names = allMatches("\\n        \\{\"([a-z-]+)\"", commands);
    names += allMatches("yetToCome\\(\"([a-z-]+)\"", commands);
    QVERIFY(names.size() > 10);
    for (const auto& name : names)
        QVERIFY2(manual.contains("\n## " + name) || manual.contains('`' + name + '`'),
                 qPrintable(name));
}

/// An icon that is not listed is a button without one.
void TestDocuments::everyIconIsBuiltIn()
{
    const auto listed = textOf("resources/icons/icons.qrc");
    const auto icons = QDir{root().filePath("resources/icons")}.entryList({"*.svg"});
    QVERIFY(icons.size() > 100);
    for (const auto& icon : icons)
        QVERIFY2(listed.contains('>' + icon + '<'), qPrintable(icon));
}

CORE_TEST(TestDocuments)
} // namespace tst_documents

#include "tst_documents.moc"
