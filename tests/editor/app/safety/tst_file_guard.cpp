#include "editor/app/dialogs/compare_dialog.h"
#include "editor/app/safety/file_guard.h"
#include "editor/app/window/notice_bar.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>

#include <filesystem>
#include <fstream>

namespace tst_file_guard
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The open scene's file is written, taken away or broken by something else (issue 16).
class TestFileGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whatWasNotEditedIsReadAgainAndUndoTakesItBack();
    void editsAreNeverReplacedWithoutAWord();
    void keptWorkReplacesJustWhatWasSeen();
    void touchedFilesAndOurOwnSavesAreNoChange();
    void aFileThatIsGoneMayComeBack();
    void aHalfWrittenFileIsNotReadAndWhatIsOpenIsKept();
    void theFileMayBeReplacedByRename();
    void theComparisonNamesObjectsAndShowsThem();
    void aSaveAsksBeforeItReplaces();
    void whatCouldBeRedoneIsNotGivenUp();
    void aRenamedFileCanBeFollowed();
    void nothingIsReadAgainBehindADialogOrADrag();
    void aSceneThatWaitedIsLookedAtWhenItComesBack();

private:
    [[nodiscard]] Document& document() { return m_window->document(); }

    [[nodiscard]] NoticeBar& notices() { return m_window->window().notices(); }

    [[nodiscard]] const Notice* notice() { return notices().find("file.changed"); }

    void press(const char* label, const char* id = "file.changed")
    {
        auto* button = notices().button(id, label);
        QVERIFY2(button != nullptr, label);
        QTest::mouseClick(button, Qt::LeftButton);
    }

    /// Somebody else adds an object and renames the first brush.
    void writeByOthers(const std::string& name = "theirs")
    {
        auto read = loadScene(document().path(), document().types());
        VERIFY_OK(read);
        auto& world = *read->world;
        Edit edit{{swapTo(world.newId(), Node{.name = name, .parent = {}})}};
        world.exchange(edit);
        VERIFY_OK(saveScene(world, document().types(), document().path()));
    }

    [[nodiscard]] bool has(const std::string& name)
    {
        bool found = false;
        m_window->world().forEach<Node>(
            [&](EntityId, const Node& node) { found |= node.name == name; });
        return found;
    }

    /// Of this window.
    [[nodiscard]] int autosaves()
    {
        const auto root = m_window->window().context().assets().project().root;
        int count = 0;
        for (const auto& entry : fs::directory_iterator{journalPlaceOf(root).folder})
            count += static_cast<int>(entry.path().string().find(".auto-") != std::string::npos);
        return count;
    }

    void shoot(QWidget& widget, const char* name)
    {
        if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty())
            widget.grab().save(folder + "/" + name);
    }

    std::unique_ptr<WindowFixture> m_window;
    fs::path m_file;
};

void TestFileGuard::init()
{
    m_window = std::make_unique<WindowFixture>();
    m_file = document().path();
    QVERIFY(!m_file.empty());
    QVERIFY(!document().isModified());
}

void TestFileGuard::cleanup()
{
    m_window.reset();
}

void TestFileGuard::whatWasNotEditedIsReadAgainAndUndoTakesItBack()
{
    const auto before = document().contentHash();
    writeByOthers();
    QTRY_VERIFY(notices().find("file.reloaded") != nullptr);
    QVERIFY(has("theirs"));
    QVERIFY(!document().isModified());
    QVERIFY2(notices().find("file.reloaded")->text.contains("1 object added"),
             qPrintable(notices().find("file.reloaded")->text));
    shoot(m_window->window(), "file_reloaded.png");
    press("Undo", "file.reloaded");
    QCOMPARE(document().contentHash(), before);
    QVERIFY(document().isModified());
    QVERIFY(notices().find("file.reloaded") == nullptr);
    QTest::qWait(1600);
    QVERIFY(notice() == nullptr); // the user knows
}

void TestFileGuard::editsAreNeverReplacedWithoutAWord()
{
    m_window->addBox({{0, 0, 0}, {1, 1, 1}}, "mine");
    writeByOthers();
    QTRY_VERIFY(notice() != nullptr);
    QVERIFY(has("mine"));
    QVERIFY(!has("theirs"));
    QVERIFY(!notice()->canBeClosed);
    QVERIFY2(notice()->text.contains("1 object added"), qPrintable(notice()->text));
    m_window->window().resize(1280, 800);
    QTest::qWait(200);
    shoot(m_window->window(), "file_changed.png");
    const auto mine = document().contentHash();
    press("Reload");
    QTRY_VERIFY(notice() == nullptr);
    QVERIFY(!has("mine"));
    QVERIFY(has("theirs"));
    QVERIFY(!document().isModified());
    document().undo();
    QCOMPARE(document().contentHash(), mine);
    QVERIFY(document().isModified());
}

void TestFileGuard::keptWorkReplacesJustWhatWasSeen()
{
    m_window->addBox({{0, 0, 0}, {1, 1, 1}}, "mine");
    writeByOthers();
    QTRY_VERIFY(notice() != nullptr);
    press("Keep mine");
    QVERIFY(notice() == nullptr);
    m_window->command("file.save"); // without a question
    m_window->window().context().workspace().finishSaves();
    QVERIFY(!document().isModified());
    const auto written = loadScene(m_file, document().types());
    VERIFY_OK(written);
    QCOMPARE(contentHash(*written->world, document().types()), document().contentHash());

    m_window->addBox({{2, 0, 0}, {3, 1, 1}}, "more");
    writeByOthers("again");
    QTRY_VERIFY(notice() != nullptr);
    press("Keep mine");
    QVERIFY2(
        repeatUntil([&] { return !document().history().canUndo(); }, [&] { document().undo(); }),
        "There is no end of steps to undo");
    QVERIFY(document().isModified()); // what is open is in no file
    writeByOthers("once more");
    QTRY_VERIFY(notice() != nullptr);
    press("Keep mine");
}

void TestFileGuard::touchedFilesAndOurOwnSavesAreNoChange()
{
    const auto text = *readFile(m_file);
    VERIFY_OK(writeFileAtomically(m_file, text));
    QTest::qWait(1600);
    fs::last_write_time(m_file, fs::file_time_type::clock::now());
    QTest::qWait(1600);
    m_window->addBox({{0, 0, 0}, {1, 1, 1}});
    m_window->command("file.save");
    QTest::qWait(1600);
    QVERIFY(!notices().isVisible());
    QVERIFY(!document().isModified());
}

void TestFileGuard::aFileThatIsGoneMayComeBack()
{
    const auto aside = m_file.parent_path() / "start.aside";
    fs::rename(m_file, aside);
    QTRY_VERIFY(notice() != nullptr);
    QVERIFY2(notice()->title.contains("is gone from disk"), qPrintable(notice()->title));
    QVERIFY(document().isModified()); // closing asks
    m_window->window().resize(1280, 800);
    QTest::qWait(200);
    shoot(m_window->window(), "file_gone.png");
    fs::rename(aside, m_file);
    QTRY_VERIFY(notice() == nullptr);
    QVERIFY(!document().isModified());
    QTRY_COMPARE(autosaves(), 0); // what the file holds is no unsaved work
    fs::remove(m_file);
    QTRY_VERIFY(notice() != nullptr);
    QTRY_COMPARE(autosaves(), 1); // after a crash nothing else would hold it
    press("Save anew");
    m_window->window().context().workspace().finishSaves();
    QTRY_VERIFY(notice() == nullptr);
    QVERIFY(fs::exists(m_file));
    QVERIFY(!document().isModified());
}

void TestFileGuard::aHalfWrittenFileIsNotReadAndWhatIsOpenIsKept()
{
    const auto before = document().contentHash();
    const auto text = *readFile(m_file);
    std::ofstream{m_file} << text.substr(0, text.size() / 2);
    QTRY_VERIFY(notice() != nullptr);
    QVERIFY2(notice()->title.contains("cannot be read"), qPrintable(notice()->title));
    m_window->window().resize(1280, 800);
    QTest::qWait(200);
    shoot(m_window->window(), "file_unreadable.png");
    QVERIFY(document().isModified());
    QVERIFY(notices().button("file.changed", "Reload") == nullptr);
    QCOMPARE(document().contentHash(), before);
    VERIFY_OK(writeFileAtomically(m_file, text)); // whole again
    QTRY_VERIFY(notice() == nullptr);
    QVERIFY(!document().isModified());

    std::ofstream{m_file} << "nothing";
    QTRY_VERIFY(notice() != nullptr);
    press("Keep mine");
    m_window->command("file.save");
    m_window->window().context().workspace().finishSaves();
    QVERIFY(!document().isModified());
    QVERIFY(loadScene(m_file, document().types()));
}

void TestFileGuard::theFileMayBeReplacedByRename()
{
    for (const auto* name : {"first", "second"}) {
        const auto copy = m_file.parent_path() / "copy.json";
        fs::copy_file(m_file, copy);
        fs::remove(m_file); // as git does
        fs::rename(copy, m_file);
        writeByOthers(name);
        QTRY_VERIFY(has(name));
        QVERIFY(!document().isModified());
    }
}

void TestFileGuard::theComparisonNamesObjectsAndShowsThem()
{
    const auto lamp = [&] {
        EntityId added;
        m_window->world().forEach<Light>([&](EntityId entity, const Light&) { added = entity; });
        return added;
    }();
    if (lamp == EntityId{})
        QSKIP("the template has no light");
    const auto mine = m_window->addBox({{0, 0, 0}, {1, 1, 1}}, "mine");
    auto read = loadScene(m_file, document().types());
    VERIFY_OK(read);
    auto light = *read->world->get<Light>(lamp);
    light.intensity *= 2;
    Edit edit{
        {swapTo(lamp, light), swapTo(read->world->newId(), Node{.name = "theirs", .parent = {}})}};
    read->world->exchange(edit);
    VERIFY_OK(saveScene(*read->world, document().types(), m_file));
    QTRY_VERIFY(notice() != nullptr);
    press("Compare...");
    auto* dialog = m_window->window().findChild<CompareDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->isVisible());
    auto* tree = dialog->findChild<QTreeWidget*>(QStringLiteral("compareTree"));
    const auto find = [&](const QString& text) {
        const auto items = tree->findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
        return items.isEmpty() ? nullptr : items.front();
    };
    QVERIFY(find("theirs") != nullptr);
    QCOMPARE(find("theirs")->text(2), QStringLiteral("added"));
    QVERIFY(find("Light: intensity") != nullptr);
    QVERIFY(find("Light: intensity")->text(1) != find("Light: intensity")->text(2));
    QVERIFY(find("Light: intensity")->parent()->parent()->text(0).startsWith("Changed on disk"));
    auto* box = find("mine");
    QVERIFY(box != nullptr);
    QVERIFY(box->parent()->text(0).startsWith("Changed here"));
    QTest::qWait(300);
    shoot(*dialog, "compare_dialog.png");
    tree->setCurrentItem(box);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("compareShow")),
                      Qt::LeftButton);
    QCOMPARE(document().selection().entities(), std::vector{mine});
    // It follows what is edited here meanwhile.
    document().undo();
    QTRY_VERIFY(find("mine") == nullptr);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("compareReload")),
                      Qt::LeftButton);
    QTRY_VERIFY(has("theirs"));
    QVERIFY(notice() == nullptr);
    QTRY_VERIFY(m_window->window().findChild<CompareDialog*>() == nullptr);
}

void TestFileGuard::aSaveAsksBeforeItReplaces()
{
    m_window->addBox({{0, 0, 0}, {1, 1, 1}}, "mine");
    writeByOthers();
    const auto theirs = *readFile(m_file);
    const auto answer = [&](const char* label) {
        answerDialog([this, label](QWidget& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("fileChanged"));
            auto& box = dynamic_cast<QMessageBox&>(dialog);
            QCOMPARE(box.defaultButton()->text(), QStringLiteral("Cancel"));
            shoot(dialog, "save_asks.png");
            for (auto* button : box.buttons())
                if (button->text() == QLatin1String{label})
                    return button->click();
            QFAIL("no such button");
        });
        m_window->command("file.save");
        m_window->window().context().workspace().finishSaves();
    };
    answer("Cancel");
    QCOMPARE(*readFile(m_file), theirs);
    answer("Compare...");
    QCOMPARE(*readFile(m_file), theirs);
    QVERIFY(m_window->window().findChild<CompareDialog*>() != nullptr);
    QVERIFY(notice() != nullptr);
    answer("Overwrite");
    QVERIFY(*readFile(m_file) != theirs);
    QVERIFY(!document().isModified());
    QTRY_VERIFY(notice() == nullptr);
}

void TestFileGuard::whatCouldBeRedoneIsNotGivenUp()
{
    m_window->addBox({{0, 0, 0}, {1, 1, 1}}, "mine");
    document().undo();
    QVERIFY(!document().isModified());
    writeByOthers();
    QTRY_VERIFY(notice() != nullptr);
    QVERIFY(!has("theirs"));
    document().redo();
    QVERIFY(has("mine"));
    press("Keep mine");
}

void TestFileGuard::aRenamedFileCanBeFollowed()
{
    auto& workspace = m_window->window().context().workspace();
    const auto first = m_file.parent_path() / "hall.scene.json";
    fs::rename(m_file, first);
    QTRY_VERIFY(notice() != nullptr);
    QCOMPARE(notice()->title, QStringLiteral("start.scene.json is now called hall.scene.json"));
    m_window->window().resize(1280, 800);
    QTest::qWait(200);
    shoot(m_window->window(), "file_renamed.png");
    press("Follow");
    QVERIFY(notice() == nullptr);
    QCOMPARE(document().path(), first);
    QVERIFY(!document().isModified());

    m_window->addBox({{0, 0, 0}, {1, 1, 1}}, "mine");
    const auto second = m_file.parent_path() / "tower.scene.json";
    fs::rename(first, second);
    QTRY_VERIFY(notice() != nullptr);
    press("Follow");
    QCOMPARE(document().path(), second);
    QVERIFY(document().isModified());
    QTest::qWait(1600);
    QVERIFY(notice() == nullptr);
    m_window->command("file.save"); // without a question
    workspace.finishSaves();
    QVERIFY(!document().isModified());
    QVERIFY(!fs::exists(m_file) && !fs::exists(first));
    const auto written = loadScene(second, document().types());
    VERIFY_OK(written);
    QCOMPARE(contentHash(*written->world, document().types()), document().contentHash());
}

void TestFileGuard::nothingIsReadAgainBehindADialogOrADrag()
{
    {
        auto drag = document().begin("Drag");
        writeByOthers("first");
        QTest::qWait(1600);
        QVERIFY(!has("first"));
        drag.rollback();
    }
    QTRY_VERIFY(has("first"));
    QDialog dialog{&m_window->window()};
    dialog.setModal(true);
    dialog.show();
    writeByOthers("second");
    QTest::qWait(1600);
    QVERIFY(!has("second"));
    dialog.close();
    QTRY_VERIFY(has("second"));
}

void TestFileGuard::aSceneThatWaitedIsLookedAtWhenItComesBack()
{
    const auto other = m_file.parent_path() / "other.prefab.json";
    VERIFY_OK(saveScene(World{}, document().types(), other));
    auto& workspace = m_window->window().context().workspace();
    VERIFY_OK(workspace.openAside(other));
    auto read = loadScene(m_file, document().types());
    VERIFY_OK(read);
    Edit edit{{swapTo(read->world->newId(), Node{.name = "theirs", .parent = {}})}};
    read->world->exchange(edit);
    VERIFY_OK(saveScene(*read->world, document().types(), m_file));
    QTest::qWait(1100);
    QVERIFY(!has("theirs"));
    VERIFY_OK(workspace.comeBack());
    QTRY_VERIFY(has("theirs"));
    QVERIFY(!document().isModified());
}

WINDOW_TEST(TestFileGuard)
} // namespace tst_file_guard

#include "tst_file_guard.moc"
