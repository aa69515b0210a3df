#include "editor/app/dialogs/hollow_dialog.h"
#include "editor/app/dialogs/new_project_dialog.h"
#include "editor/app/dialogs/preferences_dialog.h"
#include "editor/app/workspace/project_manager.h"
#include "engine_core/base/files/files.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QMenu>
#include <QRegularExpression>

namespace tst_command_names
{
using namespace editor;
using namespace mapwright::test;

namespace
{
/// What is written with a capital wherever it stands.
const QStringList Names{QStringLiteral("Mapwright"), QStringLiteral("Quake"),
                        QStringLiteral("Half-Life"), QStringLiteral("OBJ"),
                        QStringLiteral("UV"),        QStringLiteral("Ctrl"),
                        QStringLiteral("Shift")};

/// "Save as...", not "Save As...": the first word begins with a capital, the others do not.
bool isInSentenceCase(QString text)
{
    text.remove(QLatin1Char{'&'});
    const auto words =
        text.split(QRegularExpression{QStringLiteral("[^\\w-]+")}, Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const auto& word = words[i];
        if (!word[0].isLetter() || Names.contains(word))
            continue;
        const bool isShort = word.size() <= 2; // X, 3D
        if (i == 0 ? word[0].isLower() : word[0].isUpper() && !isShort)
            return false;
    }
    return true;
}
} // namespace

/// How commands are written, over everything that the window offers.
class TestCommandNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void cleanupTestCase() { m_fixture.reset(); }

    void theRuleTellsOneCaseFromAnother()
    {
        QVERIFY(isInSentenceCase(QStringLiteral("Save as...")));
        QVERIFY(isInSentenceCase(QStringLiteral("Copy as Quake map")));
        QVERIFY(isInSentenceCase(QStringLiteral("Top X/Z")));
        QVERIFY(!isInSentenceCase(QStringLiteral("Open Folder...")));
        QVERIFY(!isInSentenceCase(QStringLiteral("select surface")));
    }

    void commandsMenusAndDocksAreInSentenceCase()
    {
        QStringList wrong;
        for (const auto& entry : window().actions().entries())
            note(QString::fromStdString(entry.info.label), wrong);
        for (const auto* menu : window().findChildren<QMenu*>()) {
            note(menu->title(), wrong);
            for (const auto* action : menu->actions())
                note(action->text(), wrong);
        }
        for (const auto* dock : window().findChildren<QDockWidget*>())
            note(dock->windowTitle(), wrong);
        for (const auto& tool : window().context().tools())
            note(QString::fromStdString(tool.label), wrong);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QStringLiteral(", "))));
    }

    void buttonsAreInSentenceCase()
    {
        for (auto* dock : window().findChildren<QDockWidget*>())
            dock->show(); // docks are filled when they are first seen
        const NewProjectDialog newProject{{}, &window()};
        const ProjectManager projects{window().context(), &window()};
        const PreferencesDialog preferences{window().context(), window().actions(),
                                            window().plugins(), &window()};
        const HollowDialog hollow{{}, [](const HollowOptions&) -> engine::Result<void> {
                                      return {};
                                  }};
        QStringList wrong;
        for (const QWidget* each : std::initializer_list<const QWidget*>{
                 &window(), &newProject, &projects, &preferences, &hollow})
            for (const auto* button : each->findChildren<QAbstractButton*>())
                note(button->text(), wrong);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QStringLiteral(", "))));
    }

    /// Whoever reads "bake" in one place looks for it in the next.
    void bakingHasOneName()
    {
        QCOMPARE(window().actions().find("lighting.calculate")->text(),
                 QStringLiteral("Bake lighting..."));
        const QRegularExpression other{QStringLiteral("[Cc]alculate[sd]? (the )?[Ll]ight")};
        for (const auto& entry : window().actions().entries())
            QVERIFY2(!QString::fromStdString(entry.info.label + entry.info.tooltip).contains(other),
                     entry.info.id.c_str());
        const auto sources = engine::fs::path{MAPWRIGHT_SOURCE_DIR};
        std::vector<engine::fs::path> pages{sources / "README.md"};
        for (const auto& page : engine::fs::directory_iterator{sources / "resources/docs/manual"})
            pages.push_back(page.path());
        for (const auto& page : pages) {
            const auto text = engine::readFile(page);
            VERIFY_OK(text);
            QVERIFY2(!QString::fromStdString(*text).contains(other), page.c_str());
        }
    }

private:
    [[nodiscard]] MainWindow& window() const { return m_fixture->window(); }

    static void note(const QString& text, QStringList& wrong)
    {
        if (!isInSentenceCase(text) && !wrong.contains(text))
            wrong << text;
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

WINDOW_TEST(TestCommandNames)
} // namespace tst_command_names

#include "tst_command_names.moc"
