#include "editor/app/actions/import_files.h"
#include "editor/app/window/long_steps.h"
#include "editor/app/window/object_clipboard.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "engine_core/interchange/model_import.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QClipboard>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <chrono>
#include <semaphore>

namespace tst_edits_meanwhile
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr std::size_t Brushes = 1500;
} // namespace

/// What comes late of a command, while something else is asked, read, dragged or done in parts.
class TestEditsMeanwhile : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void init();

    void aPasteDuringAQuestionSpoilsNoAnswer_data();
    void aPasteDuringAQuestionSpoilsNoAnswer();
    void aPasteDuringAQuestionComesIfTheUserStays();
    void aStepBegunDuringAQuestionIsEnded();
    void aStepBegunWhileASceneIsReadIsAskedAbout();
    void undoTakesAWaitingPasteFirst();
    void aStoppedStepTakesWhatWaitsAlong();
    void undoStopsTheFirstStepOfAll();
    void undoStopsAPasteThatIsRead();
    void aPasteFollowsADrag();
    void pastesThatWaitAreShown();
    void anImportFollowsADrag_data();
    void anImportFollowsADrag();
    void anImportIsNotForTheNextScene();
    void aPasteBehindACopyStaysInItsScene();
    void theLastCopyIsOnTheClipboard();
    void aPasteGetsTheCopyThatItFollows();

    void cleanupTestCase() { m_fixture.reset(); }

private:
    [[nodiscard]] Document& document() const { return m_fixture->document(); }

    [[nodiscard]] MainWindow& window() const { return m_fixture->window(); }

    [[nodiscard]] Workspace& workspace() const { return window().context().workspace(); }

    [[nodiscard]] fs::path startScene() const
    {
        return workspace().assets().project().sceneFolder() / "start.scene.json";
    }

    [[nodiscard]] bool isShown(const std::string& job) const
    {
        const auto jobs = window().context().shownJobs();
        return std::any_of(jobs.begin(), jobs.end(),
                           [&](const auto& each) { return each.name == job; });
    }

    void settle() const
    {
        QVERIFY(QTest::qWaitFor(
            [this] {
                return !window().longSteps().isRunning() &&
                       !window().objectClipboard().isPasting() &&
                       window().context().shownJobs().empty() && !document().isEditing();
            },
            60'000));
        QCoreApplication::processEvents();
    }

    void command(const char* id) const
    {
        m_fixture->command(id);
        settle();
    }

    [[nodiscard]] QAction& undo() const { return *window().actions().find("edit.undo"); }

    /// Presses the button of the next question, once it has stood there until `when`, and counts.
    void answerWhen(const std::function<bool()>& when, QMessageBox::StandardButton button);

    std::unique_ptr<WindowFixture> m_fixture;
    std::size_t m_objects = 0;
    int m_answers = 0;
};

/// All of a level of many brushes is selected.
void TestEditsMeanwhile::init()
{
    m_fixture->emptyScene();
    m_answers = 0;
    World world;
    buildLevel(world, Brushes);
    VERIFY_OK(document().run("Add", [&](Transaction& transaction) -> Result<void> {
        addObjects(transaction, world);
        return {};
    }));
    m_fixture->command("select.all");
    m_objects = document().selection().entities().size();
    QVERIFY(m_objects > LongSteps::ManyInStep);
}

void TestEditsMeanwhile::answerWhen(const std::function<bool()>& when,
                                    QMessageBox::StandardButton button)
{
    auto* timer = new QTimer{this};
    connect(timer, &QTimer::timeout, this, [this, timer, when, button] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr)
            return; // the dialog of a slow read is no question
        timer->stop();
        timer->deleteLater();
        const bool isTime = QTest::qWaitFor(when, 60'000);
        ++m_answers;
        box->button(button)->click(); // in any case, or the test waits for ever
        QVERIFY(isTime);
    });
    timer->start(20);
}

void TestEditsMeanwhile::aPasteDuringAQuestionSpoilsNoAnswer_data()
{
    QTest::addColumn<bool>("opens");
    QTest::newRow("new scene") << false;
    QTest::newRow("another scene") << true;
}

void TestEditsMeanwhile::aPasteDuringAQuestionSpoilsNoAnswer()
{
    QFETCH(const bool, opens);
    command("edit.copy");
    m_fixture->command("edit.pasteInPlace");
    QVERIFY(isShown("Pasting"));
    answerWhen([this] { return !isShown("Pasting"); }, QMessageBox::Discard);
    if (opens)
        window().openScene(startScene());
    else
        m_fixture->command("file.new");
    QCOMPARE(m_answers, 1);
    QCOMPARE(document().path(), opens ? startScene() : fs::path{});
    const auto opened = document().contentHash();
    settle();
    QCOMPARE(document().contentHash(), opened);
    QCOMPARE(document().history().position(), std::size_t{0});
}

void TestEditsMeanwhile::aPasteDuringAQuestionComesIfTheUserStays()
{
    command("edit.copy");
    m_fixture->command("edit.pasteInPlace");
    answerWhen([this] { return !isShown("Pasting"); }, QMessageBox::Cancel);
    m_fixture->command("file.new");
    QCOMPARE(m_answers, 1);
    settle();
    QCOMPARE(m_fixture->brushes(), 2 * Brushes);
}

/// As by a timer of a plugin.
void TestEditsMeanwhile::aStepBegunDuringAQuestionIsEnded()
{
    const auto begin = [this] {
        m_fixture->command("edit.delete");
        return window().longSteps().isRunning();
    };
    answerWhen(begin, QMessageBox::Discard);
    m_fixture->command("file.new");
    QCOMPARE(m_answers, 1);
    QVERIFY(!document().isEditing());
    QCOMPARE(document().history().position(), std::size_t{0});
}

void TestEditsMeanwhile::aStepBegunWhileASceneIsReadIsAskedAbout()
{
    VERIFY_OK(document().save(workspace().assets().project().sceneFolder() / "many.scene.json"));
    std::binary_semaphore go{0};
    workspace().reads().start(
        "Busy", [&go](JobControl&) { (void)go.try_acquire_for(std::chrono::minutes{1}); }, {});
    answerDialog([&](QWidget&) { // that of a slow read
        m_fixture->command("edit.delete");
        QVERIFY(window().longSteps().isRunning());
        go.release();
    });
    answerWhen([] { return true; }, QMessageBox::Discard);
    window().openScene(startScene());
    QCOMPARE(m_answers, 1);
    QCOMPARE(document().path(), startScene());
}

void TestEditsMeanwhile::undoTakesAWaitingPasteFirst()
{
    const auto before = document().contentHash();
    const auto begin = [this] {
        m_fixture->command("edit.cut");
        m_fixture->command("edit.pasteInPlace");
        QVERIFY(window().longSteps().isRunning());
        m_fixture->command("edit.undo");
    };
    begin();
    settle();
    QCOMPARE(m_fixture->brushes(), 0U);
    QCOMPARE(undo().text(), QStringLiteral("Undo Cut"));
    command("edit.undo");
    QCOMPARE(document().contentHash(), before);
    begin();
    m_fixture->command("edit.undo");
    settle();
    QCOMPARE(document().contentHash(), before);
    QCOMPARE(undo().text(), QStringLiteral("Undo Add"));
}

void TestEditsMeanwhile::aStoppedStepTakesWhatWaitsAlong()
{
    const auto before = document().contentHash();
    m_fixture->command("edit.cut");
    m_fixture->command("edit.pasteInPlace");
    QVERIFY(isShown("Cut"));
    for (const auto& job : window().context().shownJobs())
        if (job.name == "Cut")
            job.stop();
    settle();
    QCOMPARE(document().contentHash(), before);
}

void TestEditsMeanwhile::undoStopsTheFirstStepOfAll()
{
    const auto file = workspace().assets().project().sceneFolder() / "many.scene.json";
    VERIFY_OK(document().save(file));
    window().openScene(file);
    const auto before = document().contentHash();
    m_fixture->command("select.all");
    window().actions().refreshNow();
    QVERIFY(!undo().isEnabled());
    m_fixture->command("view.hide");
    QVERIFY(window().longSteps().isRunning());
    m_fixture->command("edit.undo");
    settle();
    QCOMPARE(m_fixture->said(), QStringLiteral("Hide was stopped and taken back"));
    QCOMPARE(document().contentHash(), before);
    QTRY_VERIFY(!undo().isEnabled());
}

void TestEditsMeanwhile::undoStopsAPasteThatIsRead()
{
    command("edit.copy");
    const auto before = document().contentHash();
    m_fixture->command("edit.pasteInPlace");
    QVERIFY(isShown("Pasting"));
    m_fixture->command("edit.undo");
    settle();
    QCOMPARE(m_fixture->said(), QStringLiteral("Paste was stopped and taken back"));
    QCOMPARE(document().contentHash(), before);
}

void TestEditsMeanwhile::aPasteFollowsADrag()
{
    command("edit.copy");
    m_fixture->command("edit.pasteInPlace");
    {
        const auto drag = document().begin("Drag");
        QVERIFY(QTest::qWaitFor([this] { return !isShown("Pasting"); }, 60'000));
        QCOMPARE(m_fixture->brushes(), Brushes);
        QVERIFY(window().objectClipboard().isPasting());
    }
    settle();
    QCOMPARE(m_fixture->brushes(), 2 * Brushes);
}

void TestEditsMeanwhile::pastesThatWaitAreShown()
{
    command("edit.copy");
    const auto before = document().contentHash();
    {
        const auto drag = document().begin("Drag");
        for (int i = 0; i < 3; ++i)
            m_fixture->command("edit.pasteInPlace");
        QVERIFY(QTest::qWaitFor([this] { return isShown("3 pastes wait"); }, 60'000));
        QCOMPARE(undo().text(), QStringLiteral("Undo last of 3 waiting pastes"));
        QVERIFY(window().objectClipboard().takeBackPaste());
        QVERIFY(isShown("2 pastes wait"));
        QVERIFY(window().objectClipboard().takeBackPaste());
        QVERIFY(isShown("Paste waits"));
        QCOMPARE(undo().text(), QStringLiteral("Undo waiting paste"));
        for (const auto& job : window().context().shownJobs())
            job.stop();
        QVERIFY(window().context().shownJobs().empty());
    }
    settle();
    QCOMPARE(document().contentHash(), before);
}

void TestEditsMeanwhile::anImportFollowsADrag_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("map") << QStringLiteral("box.map");
    QTest::newRow("model") << QStringLiteral("roof.obj");
}

void TestEditsMeanwhile::anImportFollowsADrag()
{
    QFETCH(const QString, name);
    const auto file = m_fixture->folder() / name.toStdString();
    if (isModelFile(file))
        VERIFY_OK(writeFileAtomically(file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    else
        fs::copy_file(fs::path{MAPWRIGHT_SOURCE_DIR} / "tests/fixtures/maps/valve.map", file,
                      fs::copy_options::overwrite_existing);
    const auto count = document().world().entityCount();
    importAny(window(), file);
    {
        const auto drag = document().begin("Drag");
        QVERIFY(QTest::qWaitFor([this] { return workspace().jobs().running().empty(); }, 60'000));
        workspace().jobs().finishAll(); // a model is read again, to be shown
        workspace().update();
        QCOMPARE(document().world().entityCount(), count);
    }
    QTRY_VERIFY_WITH_TIMEOUT(
        m_fixture->said().startsWith(QStringLiteral("Imported %1: ").arg(name)), 60'000);
    QVERIFY(document().world().entityCount() > count);
    QCOMPARE(undo().text(), QStringLiteral("Undo Import %1").arg(name));
}

void TestEditsMeanwhile::anImportIsNotForTheNextScene()
{
    importAny(window(), fs::path{MAPWRIGHT_SOURCE_DIR} / "tests/fixtures/maps/valve.map");
    {
        const auto drag = document().begin("Drag");
        workspace().jobs().finishAll();
    }
    m_fixture->emptyScene();
    const auto empty = document().contentHash();
    workspace().update();
    QCoreApplication::processEvents();
    QCOMPARE(document().contentHash(), empty);
}

void TestEditsMeanwhile::aPasteBehindACopyStaysInItsScene()
{
    m_fixture->command("edit.copy");
    QVERIFY(window().objectClipboard().isCopying());
    m_fixture->command("edit.pasteInPlace");
    m_fixture->emptyScene();
    const auto empty = document().contentHash();
    settle();
    QVERIFY(!window().objectClipboard().isCopying());
    QCOMPARE(document().contentHash(), empty);
    QCOMPARE(document().history().position(), std::size_t{0});
}

void TestEditsMeanwhile::theLastCopyIsOnTheClipboard()
{
    const auto one = document().selection().entities().front();
    m_fixture->command("edit.copy");
    QVERIFY(window().objectClipboard().isCopying());
    document().selection().set({one});
    m_fixture->command("edit.copy");
    settle();
    QCOMPARE(QGuiApplication::clipboard()->text().toStdString(),
             copyText(document().world(), document().types(), std::vector{one}));
}

void TestEditsMeanwhile::aPasteGetsTheCopyThatItFollows()
{
    const auto one = document().selection().entities().front();
    m_fixture->command("edit.copy");
    m_fixture->command("edit.pasteInPlace");
    document().selection().set({one});
    m_fixture->command("edit.copy");
    settle();
    QCOMPARE(m_fixture->brushes(), 2 * Brushes);
    QCOMPARE(QGuiApplication::clipboard()->text().toStdString(),
             copyText(document().world(), document().types(), std::vector{one}));
}

WINDOW_TEST(TestEditsMeanwhile)
} // namespace tst_edits_meanwhile

#include "tst_edits_meanwhile.moc"
