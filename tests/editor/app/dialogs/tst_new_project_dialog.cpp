#include "editor/app/dialogs/new_project_dialog.h"
#include "engine_core/assets/project/project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

namespace tst_new_project_dialog
{
using namespace editor;

class TestNewProjectDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesAProjectOfThatName();
    void whatIsThereAlreadyIsSaidInTheDialog();
    void namesAreNoPaths_data();
    void namesAreNoPaths();

private:
    struct Dialog
    {
        QTemporaryDir folder;
        NewProjectDialog dialog{{}, nullptr};
        QLineEdit* name = dialog.findChild<QLineEdit*>(QStringLiteral("newProjectName"));
        QPushButton* create = dialog.findChild<QPushButton*>(QStringLiteral("newProjectCreate"));
        QLabel* error = dialog.findChild<QLabel*>(QStringLiteral("newProjectError"));

        Dialog()
        {
            dialog.findChild<QLineEdit*>(QStringLiteral("newProjectFolder"))
                ->setText(folder.path());
            dialog.findChild<QComboBox*>(QStringLiteral("newProjectTemplate"))->setCurrentIndex(0);
        }
    };
};

void TestNewProjectDialog::makesAProjectOfThatName()
{
    Dialog shown;
    shown.name->setText(QStringLiteral("Cellar"));
    shown.create->click();
    // Made on a worker: the dialog is there, and answers, meanwhile.
    QVERIFY(!shown.create->isEnabled());
    QVERIFY(shown.dialog.folder().empty());
    QTRY_COMPARE(shown.dialog.result(), static_cast<int>(QDialog::Accepted));
    const auto project = engine::openProject(shown.dialog.folder());
    VERIFY_OK(project);
    QCOMPARE(project->name, std::string{"Cellar"});
}

void TestNewProjectDialog::whatIsThereAlreadyIsSaidInTheDialog()
{
    Dialog shown;
    shown.name->setText(QStringLiteral("Cellar"));
    shown.create->click();
    QTRY_COMPARE(shown.dialog.result(), static_cast<int>(QDialog::Accepted));
    shown.dialog.setResult(QDialog::Rejected);
    shown.create->click();
    QTRY_VERIFY(!shown.error->isHidden());
    QCOMPARE(shown.dialog.result(), static_cast<int>(QDialog::Rejected));
    QVERIFY(shown.error->text().contains(QStringLiteral("Cellar")));
    shown.name->setText(QStringLiteral("Attic"));
    QVERIFY(shown.error->isHidden());
}

void TestNewProjectDialog::namesAreNoPaths_data()
{
    QTest::addColumn<QString>("name");
    for (const auto* name : {"", "  ", "..", "a/b", "../b"})
        QTest::newRow(*name != '\0' ? name : "empty") << name;
}

void TestNewProjectDialog::namesAreNoPaths()
{
    QFETCH(QString, name);
    Dialog shown;
    shown.name->setText(name);
    QVERIFY(!shown.create->isEnabled());
}

GUI_TEST(TestNewProjectDialog)
} // namespace tst_new_project_dialog

#include "tst_new_project_dialog.moc"
