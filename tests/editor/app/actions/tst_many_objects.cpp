#include "editor/app/window/long_steps.h"
#include "editor/app/window/object_clipboard.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/panels/level/outliner_model.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QClipboard>
#include <QLabel>

namespace tst_many_objects
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr std::size_t Brushes = 1500;
} // namespace

/// Commands about thousands of objects in the real window, which takes events while they are done.
class TestManyObjects : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void init() { open(Brushes); }

    void copiesArePastedAsOneStep();
    void deleteAndUndoAreDoneInParts();
    void cutTakesAwayWhatCanBePasted();
    void aPasteDuringAStepFollowsIt();
    void hideAndShowAllReachEachObject();
    void groupHoldsAllInTheirPlaces();
    void theWindowTakesEventsMeanwhile();
    void aStoppedStepLeavesNothing();
    void undoStopsAStepThatIsUnderWay();
    void aCommandRightBehindTheLastPartIsDoneNext();
    void aSaveHoldsTheWholeStep();
    void aSceneThatIsOpenedMeanwhileIsLeftAlone();
    void theSceneBrowserListsWhatIsThere();
    void damagedTextOnTheClipboardIsRefused();
    void theInspectorShowsAllOfThem();
    void aKeyRightBehindTheSelectionFindsItsCommand();

    void cleanupTestCase() { m_fixture.reset(); }

private:
    [[nodiscard]] Document& document() const { return m_fixture->document(); }

    [[nodiscard]] MainWindow& window() const { return m_fixture->window(); }

    /// All of a level of so many brushes is selected.
    void open(std::size_t brushes);

    /// The command, and all that comes of it.
    void command(const char* id)
    {
        m_fixture->command(id);
        settle();
    }

    void settle()
    {
        QVERIFY(QTest::qWaitFor(
            [this] {
                return !window().longSteps().isRunning() &&
                       window().context().shownJobs().empty() && !document().isEditing();
            },
            60'000));
        QCoreApplication::processEvents();
    }

    /// Until a step about many objects has begun.
    void waitForStep()
    {
        QVERIFY(QTest::qWaitFor([this] { return window().longSteps().isRunning(); }, 60'000));
    }

    [[nodiscard]] std::string undoLabel() const
    {
        return window().actions().find("edit.undo")->text().toStdString();
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::size_t m_objects = 0;
};

void TestManyObjects::open(std::size_t brushes)
{
    m_fixture->emptyScene();
    World world;
    buildLevel(world, brushes);
    VERIFY_OK(document().run("Add", [&](Transaction& transaction) -> Result<void> {
        addObjects(transaction, world);
        return {};
    }));
    m_fixture->command("select.all");
    m_objects = document().selection().entities().size();
    QVERIFY(m_objects > LongSteps::ManyInStep);
}

void TestManyObjects::copiesArePastedAsOneStep()
{
    const auto before = document().contentHash();
    const auto count = document().world().entityCount();
    const auto steps = document().history().position();
    const auto sources = document().selection().entities();
    command("edit.copy");
    const auto text = QGuiApplication::clipboard()->text().toStdString();
    QCOMPARE(text,
             copyText(document().world(), document().types(), document().selection().entities()));
    command("edit.pasteInPlace");
    QCOMPARE(document().world().entityCount(), count + m_objects);
    QCOMPARE(document().selection().entities().size(), m_objects);
    QCOMPARE(document().history().position(), steps + 1);
    QCOMPARE(undoLabel(), "Undo Paste");
    const auto pasted = document().contentHash();
    const auto copies = document().selection().entities();
    command("edit.undo");
    QCOMPARE(document().contentHash(), before);
    QCOMPARE(document().selection().entities(), sources);
    command("edit.redo");
    QCOMPARE(document().contentHash(), pasted);
    QCOMPARE(document().selection().entities(), copies);
}

void TestManyObjects::deleteAndUndoAreDoneInParts()
{
    const auto before = document().contentHash();
    m_fixture->command("edit.delete");
    QVERIFY(window().longSteps().isRunning());
    settle();
    QCOMPARE(m_fixture->brushes(), 0U);
    QVERIFY(document().selection().isEmpty());
    QCOMPARE(undoLabel(), "Undo Delete");
    m_fixture->command("edit.undo");
    QVERIFY(window().longSteps().isRunning());
    settle();
    QCOMPARE(document().contentHash(), before);
    QCOMPARE(document().selection().entities().size(), m_objects);
}

void TestManyObjects::cutTakesAwayWhatCanBePasted()
{
    m_fixture->command("edit.cut");
    m_fixture->command("edit.pasteInPlace"); // not a moment later
    settle();
    QVERIFY(QTest::qWaitFor([this] { return m_fixture->brushes() == Brushes; }, 60'000));
    settle();
    QCOMPARE(undoLabel(), "Undo Paste");
    command("edit.undo");
    QCOMPARE(m_fixture->brushes(), 0U);
    QCOMPARE(undoLabel(), "Undo Cut");
}

void TestManyObjects::aPasteDuringAStepFollowsIt()
{
    const auto all = document().selection().entities();
    document().selection().set({all.front()});
    command("edit.copy");
    document().selection().set(all);
    m_fixture->command("edit.delete");
    QVERIFY(window().longSteps().isRunning());
    m_fixture->command("edit.pasteInPlace");
    settle();
    QCOMPARE(document().selection().entities().size(), std::size_t{1});
    QCOMPARE(undoLabel(), "Undo Paste");
    command("edit.undo");
    QCOMPARE(undoLabel(), "Undo Delete");
    QCOMPARE(m_fixture->brushes(), 0U);
}

void TestManyObjects::hideAndShowAllReachEachObject()
{
    const auto before = document().contentHash();
    const auto hidden = [this] {
        std::size_t count = 0;
        document().world().forEach<Node>(
            [&](EntityId, const Node& node) { count += node.hidden ? 1U : 0U; });
        return count;
    };
    command("view.hide");
    QCOMPARE(hidden(), m_objects);
    QCOMPARE(undoLabel(), "Undo Hide");
    command("view.showAll");
    QCOMPARE(hidden(), 0U);
    QCOMPARE(document().contentHash(), before);
}

void TestManyObjects::groupHoldsAllInTheirPlaces()
{
    const auto& world = document().world();
    const auto hash = document().contentHash();
    command("brush.group");
    QCOMPARE(document().selection().entities().size(), 1U);
    const auto group = document().selection().primary();
    QCOMPARE(world.children(group).size(), m_objects);
    QCOMPARE(undoLabel(), "Undo Group");
    command("brush.ungroup");
    QVERIFY(!world.exists(group));
    QCOMPARE(document().contentHash(), hash);
    command("edit.undo");
    command("edit.undo");
    QCOMPARE(document().contentHash(), hash);
}

void TestManyObjects::theWindowTakesEventsMeanwhile()
{
    open(5 * Brushes);
    int events = 0;
    QTimer other;
    connect(&other, &QTimer::timeout, this,
            [&] { events += window().longSteps().isRunning() ? 1 : 0; });
    other.start(0);
    command("edit.delete");
    QVERIFY2(events >= 3, qPrintable(QString::number(events)));
}

void TestManyObjects::aStoppedStepLeavesNothing()
{
    const auto before = document().contentHash();
    const auto steps = document().history().position();
    const auto selected = document().selection().entities();
    m_fixture->command("edit.delete");
    waitForStep();
    const auto jobs = window().context().shownJobs();
    QCOMPARE(jobs.size(), 1U);
    QCOMPARE(QString::fromStdString(jobs.front().name), QStringLiteral("Delete"));
    jobs.front().stop();
    settle();
    QCOMPARE(m_fixture->said(), QStringLiteral("Delete was stopped and taken back"));
    QCOMPARE(document().contentHash(), before);
    QCOMPARE(document().selection().entities(), selected);
    QCOMPARE(document().history().position(), steps);
}

void TestManyObjects::undoStopsAStepThatIsUnderWay()
{
    const auto before = document().contentHash();
    const auto steps = document().history().position();
    m_fixture->command("edit.delete");
    QVERIFY(window().longSteps().isRunning());
    m_fixture->command("edit.undo");
    settle();
    QCOMPARE(document().contentHash(), before);
    QCOMPARE(document().history().position(), steps);
}

/// Whatever turn of the window it comes in.
void TestManyObjects::aCommandRightBehindTheLastPartIsDoneNext()
{
    const auto before = document().contentHash();
    bool isUndone = false;
    const auto undo = [&] {
        m_fixture->command("edit.undo");
        isUndone = true;
    };
    const auto connection = document().stepped.connect([&](const DocumentStep& step) {
        if (step.kind == StepKind::Done)
            QMetaObject::invokeMethod(this, undo, Qt::QueuedConnection);
    });
    m_fixture->command("edit.delete");
    QVERIFY(QTest::qWaitFor([&] { return isUndone; }, 60'000));
    settle();
    QCOMPARE(document().contentHash(), before);
    QCOMPARE(undoLabel(), "Undo Add");
}

void TestManyObjects::aSaveHoldsTheWholeStep()
{
    const auto file = window().context().assets().project().sceneFolder() / "many.scene.json";
    auto& workspace = window().context().workspace();
    VERIFY_OK(document().save(file));
    m_fixture->command("edit.delete");
    QVERIFY(window().longSteps().isRunning());
    m_fixture->command("file.save");
    workspace.finishSaves();
    QVERIFY(!document().isModified());
    QVERIFY(!document().isEditing());
    const auto saved = loadScene(file, document().types());
    VERIFY_OK(saved);
    QCOMPARE(saved->world->count<BrushComponent>(), 0U);
}

/// What was read for a paste belongs to the scene that it was meant for.
void TestManyObjects::aSceneThatIsOpenedMeanwhileIsLeftAlone()
{
    command("edit.copy");
    m_fixture->command("edit.pasteInPlace");
    m_fixture->emptyScene();
    const auto empty = document().contentHash();
    settle();
    QTest::qWait(100);
    settle();
    QCOMPARE(document().contentHash(), empty);
}

void TestManyObjects::theSceneBrowserListsWhatIsThere()
{
    auto* model = window().findChild<OutlinerModel*>();
    QVERIFY(model != nullptr);
    const auto rows = [&] {
        std::size_t count = 0;
        std::vector<QModelIndex> open{QModelIndex{}};
        while (!open.empty()) {
            const auto parent = open.back();
            open.pop_back();
            for (int row = 0; row < model->rowCount(parent); ++row) {
                open.push_back(model->index(row, 0, parent));
                if (!document().world().exists(model->entityOf(open.back())))
                    return std::size_t{0};
                ++count;
            }
        }
        return count;
    };
    const auto shown = [&] {
        return document().world().entityCount() - 1;
    }; // without the scene
    QCOMPARE(rows(), shown());
    for (const auto* id : {"edit.copy", "edit.pasteInPlace", "edit.undo", "edit.redo",
                           "brush.group", "edit.undo", "edit.delete", "edit.undo"}) {
        command(id);
        QCOMPARE(rows(), shown());
    }
}

void TestManyObjects::damagedTextOnTheClipboardIsRefused()
{
    command("edit.copy");
    auto text = QGuiApplication::clipboard()->text();
    QVERIFY(text.size() > 200'000);
    text.truncate(text.size() - 1000);
    QGuiApplication::clipboard()->setText(text);
    const auto before = document().contentHash();
    m_fixture->command("edit.pasteInPlace");
    QVERIFY(QTest::qWaitFor([this] { return m_fixture->said().contains(QStringLiteral("line")); },
                            30'000));
    settle();
    QCOMPARE(document().contentHash(), before);
}

void TestManyObjects::theInspectorShowsAllOfThem()
{
    m_fixture->command("select.none");
    m_fixture->command("select.all");
    auto* inspector = window().findChild<QWidget*>(QStringLiteral("inspector"));
    QVERIFY(inspector != nullptr);
    const auto texts = [&] {
        QStringList all;
        for (const auto* label : inspector->findChildren<QLabel*>())
            all << label->text();
        return all.join(u' ');
    };
    const auto headline = QLocale{QLocale::English}.toString(qulonglong{m_objects}) +
                          QStringLiteral(" objects: what all of them have");
    QVERIFY2(QTest::qWaitFor([&] { return texts().contains(headline); }, 10'000),
             qPrintable(texts()));
    auto* material = inspector->findChild<QWidget*>(QStringLiteral("uv.material"));
    QVERIFY(material != nullptr);
}

void TestManyObjects::aKeyRightBehindTheSelectionFindsItsCommand()
{
    m_fixture->command("select.none");
    QCoreApplication::processEvents();
    QVERIFY(!window().actions().find("edit.copy")->isEnabled());
    // Both keys come before the window does anything else.
    auto& view = m_fixture->view(ViewKind::Perspective);
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(document().selection().entities().size(), m_objects);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(window().actions().find("edit.copy")->isEnabled());
    settle();
    QVERIFY(QGuiApplication::clipboard()->text().size() > 100 * static_cast<qsizetype>(m_objects));
}

WINDOW_TEST(TestManyObjects)
} // namespace tst_many_objects

#include "tst_many_objects.moc"
