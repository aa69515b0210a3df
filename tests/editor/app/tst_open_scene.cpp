#include "tests/editor/app/window_fixture.h"

#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>

#include <semaphore>

using namespace editor;
using namespace engine;

/// A scene is read on a worker, and the window stays alive.
class TestOpenScene : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void openingCanBeStopped();
    void editsMadeMeanwhileAreAskedAbout();
    void aBrokenSceneLeavesTheOpenOneAlone();

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

int main(int argc, char** argv)
{
    return mapwright::test::runWindowTest<TestOpenScene>(argc, argv);
}

#include "tst_open_scene.moc"
