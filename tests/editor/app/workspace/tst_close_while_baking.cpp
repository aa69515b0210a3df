#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QApplication>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

namespace tst_close_while_baking
{
using namespace editor;

/// The real window while light is being baked: what it asks and how it looks.
class TestCloseWhileBaking : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void closingAsksFirst();
    void theStatusBarKeepsItsHeight();

private:
    QTemporaryDir m_home;
};

namespace
{
/// Clicks the button of the question that the next close asks.
void answer(const QString& button, bool& asked)
{
    auto* timer = new QTimer{qApp};
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, button, &asked] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr)
            return;
        timer->deleteLater();
        asked = true;
        for (auto* each : box->buttons())
            if (each->text() == button)
                each->click();
    });
    timer->start(20);
}
} // namespace

void TestCloseWhileBaking::closingAsksFirst()
{
    const auto project =
        engine::createProject(engine::fs::path{m_home.path().toStdString()} / "room", "first_room");
    VERIFY_OK(project);
    const auto window = openEditor(project->root);
    VERIFY_OK(window);
    auto& editor = **window;
    auto& workspace = editor.context().workspace();
    engine::BakeOptions endless; // far more than this test waits for
    endless.samples = 100'000;
    const auto bake = workspace.bake(endless, [](const auto&) {});
    QVERIFY(bake != nullptr);

    bool asked = false;
    answer(QStringLiteral("Go on"), asked);
    editor.close();
    QVERIFY(asked);
    QVERIFY(editor.isVisible());
    QVERIFY(workspace.isBaking());

    asked = false;
    answer(QStringLiteral("Stop it"), asked);
    editor.close();
    QVERIFY(asked);
    QVERIFY(!editor.isVisible());
}

void TestCloseWhileBaking::theStatusBarKeepsItsHeight()
{
    const auto project = engine::createProject(
        engine::fs::path{m_home.path().toStdString()} / "height", "first_room");
    VERIFY_OK(project);
    const auto window = openEditor(project->root);
    VERIFY_OK(window);
    auto& editor = **window;
    auto* bar = editor.statusBar();
    const auto isWorking = [bar] {
        const auto rows = bar->findChildren<QProgressBar*>();
        return std::any_of(rows.begin(), rows.end(), [](auto* row) { return row->isVisible(); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(!isWorking(), 30'000); // on what opening has started
    const int height = bar->height();
    auto& workspace = editor.context().workspace();
    engine::BakeOptions endless;
    endless.samples = 100'000;
    QVERIFY(workspace.bake(endless, [](const auto&) {}) != nullptr);
    QTRY_VERIFY(isWorking());
    QTest::qWait(50); // for the layout
    QCOMPARE(bar->height(), height);
    workspace.stopBake();
    editor.close();
}

WINDOW_TEST(TestCloseWhileBaking)
} // namespace tst_close_while_baking

#include "tst_close_while_baking.moc"
