#include "editor/app/window/first_window.h"
#include "tests/editor/app/window/room_window.h"
#include "tests/support/system/qt_dock_leaks.h"

#include <QDockWidget>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>

namespace tst_window_layout
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the window remembers from one start to the next.
class TestWindowLayout : public QObject, protected RoomWindow
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { makeProject(); }

    void init() { openFirst(); }

    void docksComeBackWhereTheyWere();
    void aSceneIsOpenedWhereItsWorkWasLeft();
    void everySceneHasItsOwnPlaces();
    void aCrashKeepsTheLayout();
    void recoveredWorkIsLookedAtWhereItWasLeft();
    void damagedSettingsGiveTheUsualWindow();
    void theInterfaceScaleIsTakenAtTheStart();
    void theFirstWindowFitsOnTheScreen();
    void theFirstWindowFillsAScreenWithoutAWindowManager();
    void aSceneThatCannotBeOpenedIsToldInTheConsole();

    void cleanup() { close(); }
};

void TestWindowLayout::docksComeBackWhereTheyWere()
{
    auto* console = m_window->dock("console");
    auto* history = m_window->dock("history");
    auto* layers = m_window->dock("layers");
    console->setFloating(true);
    console->resize(500, 333);
    history->close();
    m_window->addDockWidget(Qt::LeftDockWidgetArea, layers);
    m_window->tabifyDockWidget(m_window->dock("tool_options"), layers);
    m_window->viewLayout().close(m_window->viewLayout().findView(ViewKind::Side));
    QCoreApplication::processEvents();
    QVERIFY(m_window->close());
    open();
    console = m_window->dock("console");
    QVERIFY(console->isFloating() && !console->isHidden());
    QCOMPARE(console->size(), QSize(500, 333));
    QVERIFY(m_window->dock("history")->isHidden());
    QCOMPARE(m_window->dockWidgetArea(m_window->dock("layers")), Qt::LeftDockWidgetArea);
    QVERIFY(m_window->tabifiedDockWidgets(m_window->dock("tool_options"))
                .contains(m_window->dock("layers")));
    QCOMPARE(m_window->viewLayout().views().size(), std::size_t{3});
    QVERIFY(m_window->viewLayout().findView(ViewKind::Side) == nullptr);
    console->setFloating(false);
    QVERIFY(!console->isFloating());
}

void TestWindowLayout::aSceneIsOpenedWhereItsWorkWasLeft()
{
    auto camera = view(ViewKind::Perspective).camera().camera();
    camera.position = {1.5, 2.5, -3.5};
    view(ViewKind::Perspective).camera().setCamera(camera);
    view(ViewKind::Perspective).setMode(ViewMode::Wireframe);
    auto above = view(ViewKind::Top).camera().camera();
    above.viewHeight = 7.25;
    view(ViewKind::Top).camera().setCamera(above);
    QVERIFY(m_window->close());
    open();
    QVERIFY(glm::length(view(ViewKind::Perspective).camera().camera().position - camera.position) <
            1e-6);
    QCOMPARE(view(ViewKind::Perspective).mode(), ViewMode::Wireframe);
    QCOMPARE(view(ViewKind::Top).camera().camera().viewHeight, 7.25);
    QVERIFY(!m_window->context().document().isModified()); // it is none of the scene's affairs
}

void TestWindowLayout::everySceneHasItsOwnPlaces()
{
    const auto first = m_window->context().document().path();
    const auto second = m_project / "scenes/second.scene.json";
    std::error_code failed;
    fs::copy_file(first, second, fs::copy_options::overwrite_existing, failed);
    QVERIFY(!failed);
    const auto look = [this](const Vec3d& from) {
        auto camera = view(ViewKind::Perspective).camera().camera();
        camera.position = from;
        view(ViewKind::Perspective).camera().setCamera(camera);
    };
    look({1, 1, 1});
    m_window->openScene(second);
    QCOMPARE(m_window->context().document().path(), second);
    const auto usual = view(ViewKind::Perspective).camera().camera().position;
    QVERIFY(glm::length(usual - Vec3d{1}) > 0.1); // new here: from behind the player's start
    look({2, 2, 2});
    m_window->openScene(first);
    QVERIFY(glm::length(view(ViewKind::Perspective).camera().camera().position - Vec3d{1}) < 1e-6);
    m_window->openScene(second);
    QVERIFY(glm::length(view(ViewKind::Perspective).camera().camera().position - Vec3d{2}) < 1e-6);
}

void TestWindowLayout::aCrashKeepsTheLayout()
{
    m_window->dock("history")->close();
    auto camera = view(ViewKind::Perspective).camera().camera();
    camera.position = {4, 3, 2};
    view(ViewKind::Perspective).camera().setCamera(camera);
    // Nobody closes the window: what is written by itself must do.
    QTRY_VERIFY(QSettings{}
                    .value(QStringLiteral("scenes/views"))
                    .toString()
                    .contains(QStringLiteral("[4,3,2,")));
    open();
    QVERIFY(m_window->dock("history")->isHidden());
    QVERIFY(glm::length(view(ViewKind::Perspective).camera().camera().position - Vec3d{4, 3, 2}) <
            1e-6);
}

void TestWindowLayout::recoveredWorkIsLookedAtWhereItWasLeft()
{
    auto& document = m_window->context().document();
    const auto first = document.path();
    const auto second = m_project / "scenes/second.scene.json";
    std::error_code failed;
    fs::copy_file(first, second, fs::copy_options::overwrite_existing, failed);
    QVERIFY(!failed);
    const auto look = [this](const Vec3d& from) {
        auto camera = view(ViewKind::Perspective).camera().camera();
        camera.position = from;
        view(ViewKind::Perspective).camera().setCamera(camera);
    };
    m_window->openScene(second);
    look({2, 2, 2});
    VERIFY_OK(document.run("Add", [](Transaction& edit) -> Result<void> {
        static_cast<void>(edit.create("Unsaved"));
        return {};
    }));
    // What a dead program leaves: the journal of another session, copied while it was alive.
    const auto cache = journalPlaceOf(m_window->context().assets().project().root).folder;
    std::vector<fs::path> journals;
    for (const auto& entry : fs::directory_iterator{cache})
        if (entry.path().extension() == ".journal")
            journals.push_back(entry.path());
    QCOMPARE(journals.size(), std::size_t{1});
    fs::copy_file(journals[0], cache / "dead-1-0.journal");
    document.undo();
    m_window->openScene(first); // as a start does before it offers the work
    look({3, 3, 3});
    answerDialog(
        [](QWidget& dialog) { dialog.findChild<QPushButton*>("recoveryRecover")->click(); });
    m_window->offerRecovery();
    QCOMPARE(document.path(), second);
    QVERIFY(document.isModified());
    QVERIFY(glm::length(view(ViewKind::Perspective).camera().camera().position - Vec3d{2}) < 1e-6);
    m_window->context().workspace().newScene(); // nothing is left to ask about
    m_window->openScene(first);                 // and its own places are not lost either
    QVERIFY(glm::length(view(ViewKind::Perspective).camera().camera().position - Vec3d{3}) < 1e-6);
}

void TestWindowLayout::damagedSettingsGiveTheUsualWindow()
{
    m_window->close();
    m_window.reset();
    QSettings settings;
    for (const auto* key : {"window/geometry", "window/state", "window/views", "scenes/views"})
        settings.setValue(QLatin1String{key}, QByteArray{"\x01{[not what it was"});
    open();
    QCOMPARE(m_window->viewLayout().views().size(), std::size_t{4});
    QVERIFY(!m_window->dock("inspector")->isHidden());
}

void TestWindowLayout::theInterfaceScaleIsTakenAtTheStart()
{
    const auto scaleAt = [](const QVariant& setting) {
        qunsetenv("QT_SCALE_FACTOR");
        QSettings{}.setValue(QStringLiteral("interfaceScale"), setting);
        prepareQt(); // as main() does before there is a QApplication
        return qgetenv("QT_SCALE_FACTOR");
    };
    QCOMPARE(scaleAt(150), QByteArray{"1.5"});
    QCOMPARE(scaleAt(100), QByteArray{});
    QCOMPARE(scaleAt(100000), QByteArray{"2"});
    QCOMPARE(scaleAt(-3), QByteArray{"0.8"});
    qputenv("QT_SCALE_FACTOR", "1.25"); // the person's own word counts more
    QSettings{}.setValue(QStringLiteral("interfaceScale"), 150);
    prepareQt();
    QCOMPARE(qgetenv("QT_SCALE_FACTOR"), QByteArray{"1.25"});
    qunsetenv("QT_SCALE_FACTOR");
}

void TestWindowLayout::theFirstWindowFitsOnTheScreen()
{
    for (const QSize screen : {QSize{2560, 1400}, QSize{1920, 1200}}) {
        const auto large = firstWindow(screen);
        QCOMPARE(large.size, QSize(1440, 900));
        QVERIFY(!large.isMaximized);
    }
    for (const QSize screen :
         {QSize{1280, 800}, QSize{1366, 728}, QSize{1440, 900}, QSize{1920, 1080}}) {
        const auto small = firstWindow(screen);
        QVERIFY(small.isMaximized);
        QVERIFY(small.size.width() < screen.width());
        QVERIFY(small.size.height() + 20 < screen.height()); // there is a title bar, too
    }
}

void TestWindowLayout::theFirstWindowFillsAScreenWithoutAWindowManager()
{
    const auto room = m_window->screen()->availableGeometry();
    QVERIFY2(firstWindow(room.size()).isMaximized,
             "the test needs a screen of 1920 x 1080 or less");
    m_window->setGeometry(20, 20, 900, 700);
    fillScreenAtFirst(*m_window);
    QTRY_VERIFY(m_window->frameGeometry().contains(room.adjusted(16, 48, -16, -48)));
}

void TestWindowLayout::aSceneThatCannotBeOpenedIsToldInTheConsole()
{
    const auto open = m_window->context().document().path();
    const auto damaged = m_project / "scenes/damaged.scene.json";
    VERIFY_OK(writeFileAtomically(damaged, "{\"entities\":[\n{\"id\":2,\"name\":\"cut of"));
    auto* console = m_window->dock("console");
    QVERIFY(console->widget()->visibleRegion().isEmpty()); // behind the asset browser
    m_window->openScene(damaged);
    QCOMPARE(m_window->context().document().path(), open);
    QCoreApplication::processEvents();
    QVERIFY(!console->widget()->visibleRegion().isEmpty());
    const auto* lines = console->findChild<QListView*>(QStringLiteral("consoleList"))->model();
    const auto last = [lines] {
        return lines->index(lines->rowCount() - 1, 0).data().toString();
    };
    QTRY_VERIFY2(last().contains(QStringLiteral("damaged.scene.json")) &&
                     last().contains(QStringLiteral("line 2")),
                 qPrintable(last()));
}

WINDOW_TEST(TestWindowLayout)
} // namespace tst_window_layout

#include "tst_window_layout.moc"
