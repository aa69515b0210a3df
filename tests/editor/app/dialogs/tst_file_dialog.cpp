#include "editor/app/dialogs/file_dialog.h"
#include "editor/views/theme.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileIconProvider>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <QtTest>

namespace tst_file_dialog
{
using namespace editor;

class TestFileDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void iconsAreThoseOfTheProgram();
    void theFilterIsReadable();
    void theLastFolderIsRemembered();
    void foldersOfOtherProjectsDoNotCount();
    void theUsersOwnPlacesStay();

private:
    [[nodiscard]] fs::path folder() const { return m_folder->path().toStdString(); }

    [[nodiscard]] FileQuestion question() const
    {
        return {.title = QStringLiteral("Open scene"),
                .filters = QStringLiteral("Scenes (*.scene.json);;All files (*)"),
                .memory = QStringLiteral("test/folder"),
                .folder = folder() / "one",
                .within = {}};
    }

    /// Types the file into the next dialog and accepts it.
    void choose(const fs::path& file)
    {
        QTimer::singleShot(0, this, [file] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))
                ->setText(QString::fromStdString(file.string()));
            QMetaObject::invokeMethod(dialog, "accept");
        });
    }

    [[nodiscard]] static fs::path begin(const FileQuestion& question)
    {
        QFileDialog dialog;
        prepareFileDialog(dialog, question);
        return dialog.directory().absolutePath().toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFileDialog::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings{}.clear();
    for (const auto* name : {"one", "two"}) {
        fs::create_directories(folder() / name);
        VERIFY_OK(engine::writeFileAtomically(folder() / name / "a.scene.json", "{}"));
    }
}

void TestFileDialog::iconsAreThoseOfTheProgram()
{
    QFileDialog dialog;
    prepareFileDialog(dialog, question());
    QVERIFY(dialog.testOption(QFileDialog::DontUseNativeDialog));
    const auto picture = [](const QIcon& icon) {
        return icon.pixmap(16, 16).toImage();
    };
    const auto* back = dialog.findChild<QToolButton*>(QStringLiteral("backButton"));
    QVERIFY(back != nullptr);
    QCOMPARE(picture(back->icon()), picture(themeIcon(QStringLiteral("arrow_left"))));
    const auto* icons = dialog.iconProvider();
    const auto fileIcon = [&](const char* name) {
        return picture(icons->icon(QFileInfo{QString::fromStdString((folder() / name).string())}));
    };
    QCOMPARE(fileIcon("one/a.scene.json"),
             picture(themeIcon(QStringLiteral("scene"), ColorRole::MutedText)));
    QCOMPARE(fileIcon("one"), picture(themeIcon(QStringLiteral("folder"), ColorRole::Accent)));
    QVERIFY(!fileIcon("one/what.ever").isNull());
}

void TestFileDialog::theFilterIsReadable()
{
    QFileDialog dialog;
    prepareFileDialog(dialog, question());
    QCOMPARE(dialog.nameFilters().size(), 2);
    QCOMPARE(dialog.selectedNameFilter(), QStringLiteral("Scenes (*.scene.json)"));
}

void TestFileDialog::theLastFolderIsRemembered()
{
    QCOMPARE(begin(question()), folder() / "one");
    choose(folder() / "two/a.scene.json");
    QCOMPARE(askForFile(nullptr, question()), folder() / "two/a.scene.json");
    QCOMPARE(begin(question()), folder() / "two");
    fs::remove_all(folder() / "two");
    QCOMPARE(begin(question()), folder() / "one");
}

void TestFileDialog::foldersOfOtherProjectsDoNotCount()
{
    QSettings{}.setValue(QStringLiteral("test/folder"),
                         QString::fromStdString((folder() / "two").string()));
    auto asked = question();
    asked.within = folder();
    QCOMPARE(begin(asked), folder() / "two");
    asked.within = folder() / "one";
    QCOMPARE(begin(asked), folder() / "one");
}

void TestFileDialog::theUsersOwnPlacesStay()
{
    const QList<QUrl> own{QUrl::fromLocalFile(m_folder->path())};
    QFileDialog dialog;
    prepareFileDialog(dialog, question());
    dialog.setSidebarUrls(own);
    choose(folder() / "one/a.scene.json");
    QCOMPARE(runFileDialog(dialog, question()), folder() / "one/a.scene.json");
    QCOMPARE(dialog.sidebarUrls(), own);
}

GUI_TEST(TestFileDialog)
} // namespace tst_file_dialog

#include "tst_file_dialog.moc"
