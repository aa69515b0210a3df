#include "editor/panels/assets/asset_browser.h"
#include "editor/panels/assets/asset_change_dialog.h"
#include "editor/panels/assets/asset_changes.h"
#include "editor/panels/assets/asset_model.h"
#include "editor/panels/fields/asset_field.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QTreeWidget>

namespace tst_asset_change_dialog
{
using namespace editor;
using engine::AssetKind;
using mapwright::test::TestEditor;
namespace fs = engine::fs;

struct Browser
{
    PanelProject files;
    engine::AssetDatabase assets{files.project};
    TestEditor editor{assets};
    AssetBrowser browser{editor};
    engine::EntityId sound;

    Browser()
    {
        browser.resize(700, 300);
        browser.show();
        sound = editor.fixture.addPoint({0, 0, 0});
        static_cast<void>(editor.fixture.run([&](Transaction& edit) -> engine::Result<void> {
            edit.set(sound, engine::AudioSource{.sound = {"Sounds/step.wav"}});
            return {};
        }));
    }

    void choose(AssetKind kind, const std::string& path)
    {
        browser.reveal({kind, path, {}});
        browser.list().setCurrentIndex(browser.model().index(browser.model().rowOf(kind, path)));
    }

    [[nodiscard]] bool has(const std::string& file) const
    {
        return fs::exists(files.project.assetFolder() / file);
    }

    [[nodiscard]] std::string soundPath() const
    {
        return editor.fixture.get<engine::AudioSource>(sound).sound.path;
    }
};

/// Runs when the dialog is open and knows who names the assets.
template <typename Work>
void inDialog(const Work& work)
{
    QTimer::singleShot(0, qApp, [work] {
        auto* dialog = qobject_cast<AssetChangeDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        dialog->finishJobs();
        work(*dialog);
        dialog->finishJobs();
        if (dialog->isVisible())
            dialog->reject();
    });
}

QString textOf(AssetChangeDialog& dialog, const char* name)
{
    const auto* label = dialog.findChild<QLabel*>(QLatin1String{name});
    return label->isVisible() ? label->text() : QString{};
}

class TestAssetChangeDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void f2RenamesAndAllFollow();
    void wrongNamesAreToldWhileTyping();
    void deleteAsksForAReplacement();
    void unusedAssetsGoAtOnce();
    void aDropOntoAFolderMoves();
    void whatTheUserLikesFollows();
    void theRenamedAssetStaysSelected();
    void whatIsGoneIsNoLongerChosen();
    void theNumberPadDeletes();
    void whatChangedMeanwhileStopsIt();
    void otherEditorsOfTheProjectAreTold();
    void whatIsMadeOfItIsNoReplacement();
    void foldersAreRenamed();
};

void TestAssetChangeDialog::f2RenamesAndAllFollow()
{
    Browser shown;
    shown.choose(AssetKind::Sound, "Sounds/step.wav");
    inDialog([](AssetChangeDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("assetNewName"));
        QCOMPARE(name->text(), QString{"Sounds/step.wav"});
        QCOMPARE(name->selectedText(), QString{"step"});
        QCOMPARE(textOf(dialog, "assetSummary"),
                 QString{"1 object of this scene names it and follows."});
        QTest::keyClicks(name, "walk");
        QTest::keyClick(name, Qt::Key_Return);
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_F2);
    QCOMPARE(shown.soundPath(), std::string{"Sounds/walk.wav"});
    QVERIFY(shown.has("Sounds/walk.wav") && !shown.has("Sounds/step.wav"));
    shown.editor.document().undo();
    QCOMPARE(shown.soundPath(), std::string{"Sounds/step.wav"});
    QVERIFY(!shown.has("Sounds/walk.wav") && shown.has("Sounds/step.wav"));
}

void TestAssetChangeDialog::wrongNamesAreToldWhileTyping()
{
    Browser shown;
    shown.choose(AssetKind::Material, "Materials/floor");
    inDialog([](AssetChangeDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("assetNewName"));
        auto* go = dialog.findChild<QPushButton*>(QStringLiteral("assetChangeGo"));
        QVERIFY(!go->isEnabled()); // it has that name already
        QTest::keyClicks(name, "wall");
        QCOMPARE(textOf(dialog, "assetProblem"), QString{"'Materials/wall' is there already"});
        QVERIFY(!go->isEnabled());
        QTest::keyClicks(name, "paper");
        QCOMPARE(textOf(dialog, "assetProblem"), QString{});
        QVERIFY(go->isEnabled());
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_F2);
    QVERIFY(shown.has("Materials/floor.material.json"));
}

void TestAssetChangeDialog::deleteAsksForAReplacement()
{
    Browser shown;
    shown.choose(AssetKind::Texture, "Materials/floor.png");
    inDialog([](AssetChangeDialog& dialog) {
        auto* go = dialog.findChild<QPushButton*>(QStringLiteral("assetChangeGo"));
        QCOMPARE(textOf(dialog, "assetSummary"), QString{"It is used by 1 other file."});
        const auto* users = dialog.findChild<QListWidget*>(QStringLiteral("assetUsers"));
        QCOMPARE(users->item(0)->text(), QString{"assets/Materials/floor.material.json"});
        QVERIFY(!go->isEnabled());
        auto* field = static_cast<AssetField*>(
            dialog.findChild<QLineEdit*>(QStringLiteral("assetReplacement")));
        field->picked("Dev/grid.png");
        QVERIFY(go->isEnabled());
        go->click();
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_Delete);
    QVERIFY(!shown.has("Materials/floor.png"));
    const auto text =
        engine::readFile(shown.files.project.assetFolder() / "Materials/floor.material.json");
    QVERIFY(text->find("\"../Dev/grid.png\"") != std::string::npos);
    shown.editor.document().undo();
    QVERIFY(shown.has("Materials/floor.png"));
}

void TestAssetChangeDialog::unusedAssetsGoAtOnce()
{
    Browser shown;
    shown.choose(AssetKind::Material, "Materials/floor");
    inDialog([](AssetChangeDialog& dialog) {
        QCOMPARE(textOf(dialog, "assetSummary"), QString{"Nothing in the project uses it."});
        dialog.findChild<QPushButton*>(QStringLiteral("assetChangeGo"))->click();
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_Delete);
    QVERIFY(!shown.has("Materials/floor.material.json"));
    shown.editor.document().undo();
    QVERIFY(shown.has("Materials/floor.material.json"));
}

void TestAssetChangeDialog::aDropOntoAFolderMoves()
{
    Browser shown;
    shown.choose(AssetKind::Material, "Materials/floor");
    const auto mime = std::unique_ptr<QMimeData>{
        shown.browser.model().mimeData({shown.browser.list().currentIndex()})};
    auto* folders = shown.browser.findChild<QTreeWidget*>(QStringLiteral("assetFolders"));
    const auto items = folders->findItems(QStringLiteral("Dev"), Qt::MatchRecursive);
    QCOMPARE(items.size(), 1);
    const auto at = folders->visualItemRect(items.front()).center();
    QDragEnterEvent enter{at, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(folders->viewport(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop{at, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(folders->viewport(), &drop);
    QVERIFY(drop.isAccepted());
    inDialog([](AssetChangeDialog& dialog) {
        dialog.findChild<QPushButton*>(QStringLiteral("assetChangeGo"))->click();
    });
    QCoreApplication::processEvents();
    QVERIFY(shown.has("Dev/floor.material.json") && !shown.has("Materials/floor.material.json"));
}

void TestAssetChangeDialog::whatTheUserLikesFollows()
{
    Browser shown;
    shown.editor.setCurrentMaterial(engine::Name{"Materials/floor"});
    shown.choose(AssetKind::Material, "Materials/floor");
    inDialog([](AssetChangeDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("assetNewName"));
        QTest::keyClicks(name, "ground");
        QTest::keyClick(name, Qt::Key_Return);
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_F2);
    QCOMPARE(shown.editor.currentMaterial().text(), std::string{"Materials/ground"});
    shown.editor.document().undo();
    QCOMPARE(shown.editor.currentMaterial().text(), std::string{"Materials/floor"});
}

void TestAssetChangeDialog::theRenamedAssetStaysSelected()
{
    Browser shown;
    shown.choose(AssetKind::Material, "Materials/floor");
    inDialog([](AssetChangeDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("assetNewName"));
        QTest::keyClicks(name, "ground");
        QTest::keyClick(name, Qt::Key_Return);
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_F2);
    shown.assets.pollChanges(); // as the window does while it is in front
    shown.assets.finishChanges();
    QTRY_VERIFY(shown.browser.model().rowOf(AssetKind::Material, "Materials/ground") >= 0);
    const auto chosen = [&] {
        const auto rows = shown.browser.list().selectionModel()->selectedIndexes();
        return rows.size() == 1 ? shown.browser.model().entry(rows.front().row()).path
                                : std::string{};
    };
    QTRY_COMPARE(chosen(), std::string{"Materials/ground"});
}

void TestAssetChangeDialog::whatIsGoneIsNoLongerChosen()
{
    Browser shown;
    shown.editor.setCurrentMaterial(engine::Name{"Materials/floor"});
    shown.choose(AssetKind::Material, "Materials/floor");
    inDialog([](AssetChangeDialog& dialog) {
        dialog.findChild<QPushButton*>(QStringLiteral("assetChangeGo"))->click();
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_Delete);
    QVERIFY(!shown.has("Materials/floor.material.json"));
    QCOMPARE(shown.editor.currentMaterial().text(), std::string{});
    shown.editor.document().undo();
    QCOMPARE(shown.editor.currentMaterial().text(), std::string{});
}

void TestAssetChangeDialog::theNumberPadDeletes()
{
    Browser shown;
    shown.choose(AssetKind::Material, "Materials/floor");
    bool isShown = false;
    inDialog([&isShown](AssetChangeDialog&) { isShown = true; });
    QTest::keyClick(&shown.browser.list(), Qt::Key_Delete, Qt::KeypadModifier);
    QVERIFY(isShown);
}

void TestAssetChangeDialog::whatChangedMeanwhileStopsIt()
{
    Browser shown;
    shown.choose(AssetKind::Sound, "Sounds/step.wav");
    inDialog([&shown](AssetChangeDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("assetNewName"));
        QTest::keyClicks(name, "walk");
        QTest::keyClick(name, Qt::Key_Return);
        static_cast<void>(shown.editor.fixture.addPoint({1, 0, 0}));
        dialog.finishJobs();
        QCOMPARE(textOf(dialog, "assetProblem"),
                 QString{"The scene was changed meanwhile; nothing was done. Try again."});
        QVERIFY(shown.has("Sounds/step.wav") && !shown.has("Sounds/walk.wav"));
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_F2);
    QCOMPARE(shown.soundPath(), std::string{"Sounds/step.wav"});
}

void TestAssetChangeDialog::otherEditorsOfTheProjectAreTold()
{
    Browser shown;
    shown.editor.othersInProject = 2;
    shown.choose(AssetKind::Material, "Materials/floor");
    QString notes;
    inDialog([&notes](AssetChangeDialog& dialog) { notes = textOf(dialog, "assetMentions"); });
    QTest::keyClick(&shown.browser.list(), Qt::Key_Delete);
    QVERIFY2(notes.contains(QStringLiteral("open in 2 other editors")), qPrintable(notes));
}

void TestAssetChangeDialog::whatIsMadeOfItIsNoReplacement()
{
    Browser shown;
    static_cast<void>(
        engine::writeFileAtomically(shown.files.project.assetFolder() / "Dev/tile.material.json",
                                    "{\"format\":1,\"parent\":\"Materials/floor\"}"));
    shown.choose(AssetKind::Material, "Materials/floor");
    inDialog([](AssetChangeDialog& dialog) {
        auto* go = dialog.findChild<QPushButton*>(QStringLiteral("assetChangeGo"));
        auto* field = static_cast<AssetField*>(
            dialog.findChild<QLineEdit*>(QStringLiteral("assetReplacement")));
        QVERIFY(field != nullptr);
        field->picked("Dev/tile");
        QVERIFY(!go->isEnabled());
        QVERIFY(textOf(dialog, "assetProblem").contains(QStringLiteral("cannot take its place")));
        field->picked("Dev/grid");
        QVERIFY(go->isEnabled());
    });
    QTest::keyClick(&shown.browser.list(), Qt::Key_Delete);
}

void TestAssetChangeDialog::foldersAreRenamed()
{
    Browser shown;
    auto* folders = shown.browser.findChild<QTreeWidget*>(QStringLiteral("assetFolders"));
    folders->setCurrentItem(folders->findItems(QStringLiteral("Materials"), Qt::MatchRecursive)[0]);
    inDialog([](AssetChangeDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("assetNewName"));
        QCOMPARE(name->selectedText(), QString{"Materials"});
        QTest::keyClicks(name, "Walls");
        QTest::keyClick(name, Qt::Key_Return);
    });
    QTest::keyClick(folders, Qt::Key_F2);
    QVERIFY(shown.has("Walls/floor.material.json") && !shown.has("Materials"));
    shown.editor.document().undo();
    QVERIFY(!shown.has("Walls") && shown.has("Materials/floor.png"));
}

GUI_TEST(TestAssetChangeDialog)
} // namespace tst_asset_change_dialog

#include "tst_asset_change_dialog.moc"
