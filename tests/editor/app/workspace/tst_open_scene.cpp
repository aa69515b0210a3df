#include "tests/editor/app/window_fixture.h"

#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>

#include <semaphore>

namespace tst_open_scene
{
using namespace editor;
using namespace engine;

namespace
{
/// Presses `button` of each question as long as it lives, and counts them. The dialog of a slow
/// read is no question.
class Answers
{
public:
    explicit Answers(const QString& button)
    {
        QObject::connect(&m_timer, &QTimer::timeout, qApp, [this, button] { answer(button); });
        m_timer.start(20);
    }

    [[nodiscard]] int count() const { return m_count; }

private:
    void answer(const QString& button)
    {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr)
            return;
        ++m_count;
        for (auto* each : box->buttons())
            if (each->text().remove(QLatin1Char{'&'}) == button)
                return each->click();
        box->reject();
    }

    QTimer m_timer;
    int m_count = 0;
};
} // namespace

/// A scene is read on a worker, and the window stays alive.
class TestOpenScene : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void openingCanBeStopped();
    void keysMeantForTheWindowDoNotStopIt();
    void editsMadeMeanwhileAreAskedAbout();
    void aBakeThatWasStoppedIsNotAskedAboutAgain();
    void whatIsSavedMeanwhileIsReadAgain();
    void aBrokenSceneLeavesTheOpenOneAlone();
    void theGameGoesOnIfNothingIsOpened();
    void theWindowIsShownBeforeItsDialog();

private:
    /// Keeps the worker that reads scenes busy until something is released.
    void hold(std::binary_semaphore& until)
    {
        workspace().reads().start("Busy", [&until](JobControl&) { until.acquire(); }, {});
    }

    [[nodiscard]] Workspace& workspace() { return m_window->window().context().workspace(); }

    [[nodiscard]] fs::path startScene()
    {
        return workspace().assets().project().sceneFolder() / "start.scene.json";
    }

    std::unique_ptr<mapwright::test::WindowFixture> m_window;
};

void TestOpenScene::init()
{
    m_window = std::make_unique<mapwright::test::WindowFixture>();
}

void TestOpenScene::cleanup()
{
    m_window.reset();
}

void TestOpenScene::openingCanBeStopped()
{
    m_window->emptyScene();
    const auto hash = m_window->document().contentHash();
    std::binary_semaphore go{0};
    hold(go);
    int turns = 0;
    QTimer turning;
    connect(&turning, &QTimer::timeout, this, [&] { ++turns; });
    turning.start(1);
    mapwright::test::answerDialog([](QWidget& dialog) {
        auto& opening = dynamic_cast<QProgressDialog&>(dialog);
        QVERIFY(opening.labelText().contains(QStringLiteral("start.scene.json")));
        opening.findChild<QPushButton*>()->click();
    });
    m_window->window().openScene(startScene());
    QVERIFY(turns > 1);
    QCOMPARE(m_window->document().contentHash(), hash);
    QVERIFY(m_window->document().path().empty());
    QVERIFY(m_window->said().contains(QStringLiteral("stopped")));
    go.release();
    workspace().reads().finishAll(); // what was given up changes nothing any more
    QCOMPARE(m_window->document().contentHash(), hash);
    m_window->window().openScene(startScene());
    QCOMPARE(m_window->document().path(), startScene());
    QVERIFY(m_window->brushes() > 0);
}

void TestOpenScene::keysMeantForTheWindowDoNotStopIt()
{
    m_window->emptyScene();
    std::binary_semaphore go{0};
    hold(go);
    mapwright::test::answerDialog([&](QWidget& dialog) {
        for (const auto key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space})
            QTest::keyClick(&dialog, key);
        QVERIFY(dialog.isVisible());
        go.release();
    });
    m_window->window().openScene(startScene());
    QCOMPARE(m_window->document().path(), startScene());
}

void TestOpenScene::editsMadeMeanwhileAreAskedAbout()
{
    m_window->emptyScene();
    std::binary_semaphore go{0};
    hold(go);
    QTimer::singleShot(0, this, [&] {
        m_window->addBox({{0, 0, 0}, {1, 1, 1}});
        go.release();
    });
    bool wasAsked = false;
    std::function<void(QWidget&)> answer = [&](QWidget& dialog) {
        auto* box = qobject_cast<QMessageBox*>(&dialog);
        wasAsked |= box != nullptr;
        if (box != nullptr)
            box->button(QMessageBox::Cancel)->click();
        else
            mapwright::test::answerDialog(answer); // reading took its time
    };
    mapwright::test::answerDialog(answer);
    m_window->window().openScene(startScene());
    QVERIFY(wasAsked);
    QCOMPARE(m_window->brushes(), std::size_t{1});
    QVERIFY(m_window->document().path().empty());
}

void TestOpenScene::aBakeThatWasStoppedIsNotAskedAboutAgain()
{
    auto& jobs = workspace().jobs();
    std::counting_semaphore<2> workers{0};
    for (int i = 0; i < 2; ++i) // both, so that the bake begins once the question is answered
        jobs.start("Busy", [&](JobControl&) { workers.acquire(); }, {});
    BakeOptions quick;
    quick.quality = BakeQuality::Draft;
    quick.samples = 1;
    quick.bounces = 0;
    std::optional<bool> baked;
    workspace().bake(quick, [&](const auto& stats) { baked = stats.hasValue(); });
    std::binary_semaphore go{0};
    hold(go);
    const Answers answers{QStringLiteral("Stop it")};
    QTimer reading;
    bool isBaking = false;
    connect(&reading, &QTimer::timeout, this, [&] {
        if (answers.count() == 0 ||
            qobject_cast<QMessageBox*>(QApplication::activeModalWidget()) != nullptr)
            return; // not answered yet
        if (!std::exchange(isBaking, true)) {
            workers.release(2);
        } else if (jobs.running().empty()) {
            reading.stop();
            go.release();
        }
    });
    reading.start(1);
    m_window->window().openScene(startScene());
    QCOMPARE(answers.count(), 1);
    QCOMPARE(m_window->document().path(), startScene());
    QVERIFY(!m_window->document().isModified());
    QTRY_COMPARE(baked, std::optional{false});
}

void TestOpenScene::whatIsSavedMeanwhileIsReadAgain()
{
    const auto brushes = m_window->brushes();
    std::binary_semaphore go{0};
    hold(go);
    QTimer::singleShot(0, this, [&] {
        m_window->addBox({{0, 0, 0}, {1, 1, 1}});
        go.release();
    });
    const Answers answers{QStringLiteral("Save")};
    m_window->window().openScene(startScene());
    QCOMPARE(answers.count(), 1);
    QCOMPARE(m_window->brushes(), brushes + 1);
    QVERIFY(!m_window->document().isModified());
}

void TestOpenScene::aBrokenSceneLeavesTheOpenOneAlone()
{
    const auto hash = m_window->document().contentHash();
    const auto broken = startScene().parent_path() / "broken.scene.json";
    QVERIFY(writeFileAtomically(broken, "{\"format\": 2, \"entities\": ["));
    m_window->window().openScene(broken);
    QVERIFY(m_window->said().contains(QStringLiteral("broken.scene.json")));
    QCOMPARE(m_window->document().contentHash(), hash);
    QCOMPARE(m_window->document().path(), startScene());
}

void TestOpenScene::theGameGoesOnIfNothingIsOpened()
{
    m_window->window().startPlay(false);
    QVERIFY(m_window->window().play().isPlaying());
    m_window->window().openScene(startScene().parent_path() / "missing.scene.json");
    QVERIFY(m_window->window().play().isPlaying());
    m_window->window().openScene(startScene());
    QVERIFY(!m_window->window().play().isPlaying());
}

void TestOpenScene::theWindowIsShownBeforeItsDialog()
{
    m_window.reset(); // one window at a time
    const QTemporaryDir folder;
    auto project = createProject(fs::path{folder.path().toStdString()} / "room", "first_room");
    QVERIFY(project);
    const auto scene = project->sceneFolder() / "start.scene.json";
    MainWindow starting{*std::move(project)};
    std::binary_semaphore go{0};
    starting.context().workspace().reads().start("Busy", [&](JobControl&) { go.acquire(); }, {});
    bool wasVisible = false;
    mapwright::test::answerDialog([&](QWidget&) {
        wasVisible = starting.isVisible();
        go.release();
    });
    starting.openScene(scene);
    QVERIFY(wasVisible);
    QCOMPARE(starting.context().document().path(), scene);
}

WINDOW_TEST(TestOpenScene)
} // namespace tst_open_scene

#include "tst_open_scene.moc"
