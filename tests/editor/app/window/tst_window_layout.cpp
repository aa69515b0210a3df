#include "editor/app/window/first_window.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/qt_dock_leaks.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QToolButton>

#include <array>

namespace tst_window_layout
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the window remembers from one start to the next.
class TestWindowLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void docksComeBackWhereTheyWere();
    void aSceneIsOpenedWhereItsWorkWasLeft();
    void everySceneHasItsOwnPlaces();
    void aCrashKeepsTheLayout();
    void recoveredWorkIsLookedAtWhereItWasLeft();
    void damagedSettingsGiveTheUsualWindow();
    void theInterfaceScaleIsTakenAtTheStart();
    void theFirstWindowFitsOnTheScreen();
    void theFirstWindowFillsAScreenWithoutAWindowManager();
    void aLayoutShowsItsOwnDocksAndNoOthers();
    void aLayoutLeavesTheWindowItsSize();
    void theButtonsOfDocksSayWhatTheyDo();
    void namesOnTabsAreNotSaidTwice();
    void aDockThatIsTakenOutSaysItsName();
    void theTabInFrontShowsItsWholeName();
    void fiveTabsFitOnASmallScreen();
    void aDockBehindAnotherTabComesToTheFront();
    void whereNamesDoNotFitTheOthersShowIcons();
    void aSceneThatCannotBeOpenedIsToldInTheConsole();
    void cleanup();

private:
    void open();
    std::vector<Registration> addDocks(const std::vector<const char*>& titles);

    [[nodiscard]] ViewportWidget& view(ViewKind kind) const
    {
        return *m_window->viewLayout().findView(kind);
    }

    [[nodiscard]] QStringList openDocks() const
    {
        QStringList names;
        for (const auto* each : m_window->findChildren<QDockWidget*>())
            if (!each->isHidden())
                names << each->objectName();
        names.sort();
        return names;
    }

    QTemporaryDir m_folder;
    fs::path m_project;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowLayout::initTestCase()
{
    const auto made = createProject(fs::path{m_folder.path().toStdString()} / "room", "first_room");
    VERIFY_OK(made);
    m_project = made->root;
}

void TestWindowLayout::open()
{
    m_window.reset();
    auto opened = openEditor(m_project);
    VERIFY_OK(opened);
    m_window = *std::move(opened);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestWindowLayout::init()
{
    QSettings{}.clear();
    open();
    m_window->resize(1400, 900);
    QVERIFY(!QTest::currentTestFailed());
}

void TestWindowLayout::cleanup()
{
    m_window->close();
    m_window.reset();
}

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

void TestWindowLayout::aLayoutShowsItsOwnDocksAndNoOthers()
{
    std::vector<Registration> added;
    for (const auto* id :
         {"test.first", "test.second", "test.floating", "foliage.panel", "navmesh.panel"})
        if (m_window->dock(id) == nullptr)
            added.push_back(
                m_window->context().addPanel({.id = id,
                                              .title = id,
                                              .icon = "",
                                              .area = DockArea::Right,
                                              .visible = false,
                                              .create = [](EditorApi&, QWidget* parent) {
                                                  return new QWidget{parent};
                                              }}));
    const QStringList docks{QStringLiteral("assets"),  QStringLiteral("console"),
                            QStringLiteral("history"), QStringLiteral("inspector"),
                            QStringLiteral("issues"),  QStringLiteral("layers"),
                            QStringLiteral("outliner")};
    auto light = docks;
    light << QStringLiteral("lighting");
    light.sort();
    auto build = docks;
    build << QStringLiteral("tool_options");
    auto populate = build;
    populate << QStringLiteral("foliage.panel") << QStringLiteral("navmesh.panel");
    populate.sort();
    auto play = docks;
    play.removeAll(QStringLiteral("layers"));
    play.removeAll(QStringLiteral("outliner"));
    const std::array expected{build, light, populate, play};
    for (const int layout : {2, 0, 3, 1, 2, 1, 0}) {
        // A user's own arrangement before: everything is open, a dock floats, one is elsewhere.
        for (auto* each : m_window->findChildren<QDockWidget*>())
            each->show();
        m_window->dock("test.floating")->setFloating(true);
        m_window->addDockWidget(Qt::LeftDockWidgetArea, m_window->dock("test.second"));
        m_window->showLayout(layout);
        QCoreApplication::processEvents();
        QCOMPARE(openDocks(), expected.at(static_cast<std::size_t>(layout)));
        auto* inspector = m_window->dock("inspector");
        auto* front = layout == 1   ? m_window->dock("lighting")
                      : layout == 2 ? m_window->dock("foliage.panel")
                                    : inspector;
        const auto middle = front->mapTo(m_window.get(), front->rect().center());
        const auto* there = m_window->childAt(middle);
        QVERIFY(there != nullptr && front->isAncestorOf(there)); // in front of the other tabs
        QVERIFY2(front->height() > 250, qPrintable(QString::number(front->height())));
        // What was put away comes back as a tab of the inspector, with its room.
        m_window->dock("test.floating")->toggleViewAction()->trigger();
        QCoreApplication::processEvents();
        QVERIFY(m_window->tabifiedDockWidgets(inspector).contains(m_window->dock("test.floating")));
    }
}

void TestWindowLayout::aLayoutLeavesTheWindowItsSize()
{
    m_window->resize(1280, 700);
    m_window->showLayout(0);
    // As large as they are at a large interface scale: two above each other fit, three do not.
    for (const auto* id : {"outliner", "layers", "inspector", "lighting"})
        m_window->dock(id)->widget()->setMinimumHeight(190);
    QCoreApplication::processEvents();
    QTRY_COMPARE(m_window->height(), 700);
    const auto size = m_window->size();
    for (const int layout : {1, 0, 3, 1, 3, 0}) {
        m_window->showLayout(layout);
        QCoreApplication::processEvents();
        QTRY_COMPARE(m_window->size(), size);
    }
}

void TestWindowLayout::theButtonsOfDocksSayWhatTheyDo()
{
    for (const auto* each : m_window->findChildren<QDockWidget*>())
        for (const auto* name : {"qt_dockwidget_floatbutton", "qt_dockwidget_closebutton"}) {
            const auto* button = each->findChild<QAbstractButton*>(QLatin1String{name});
            QVERIFY2(button != nullptr, qPrintable(each->objectName()));
            QVERIFY(!button->toolTip().isEmpty());
        }
}

void TestWindowLayout::namesOnTabsAreNotSaidTwice()
{
    m_window->showLayout(0);
    const auto says = [this](const char* id) {
        const auto* dock = m_window->dock(id);
        return dock->property("tone").toString() != QStringLiteral("tabbed");
    };
    QTRY_VERIFY(!says("assets"));
    QTRY_VERIFY(!says("outliner"));
    QVERIFY(says("tool_options"));
    QVERIFY(says("inspector"));
    m_window->dock("layers")->hide();
    QTRY_VERIFY(says("outliner"));
    m_window->dock("assets")->setFloating(true);
    QTRY_VERIFY(says("assets"));
    m_window->dock("assets")->setFloating(false);
    QTRY_VERIFY(!says("assets"));
}

/// As does the one that is left behind alone; put back it is in front.
void TestWindowLayout::aDockThatIsTakenOutSaysItsName()
{
    m_window->showLayout(0);
    const auto* outliner = m_window->dock("outliner");
    const auto* layers = m_window->dock("layers");
    const auto says = [](const QDockWidget* dock) {
        return dock->property("tone").toString() != QStringLiteral("tabbed");
    };
    QTRY_VERIFY(!says(outliner));
    auto* button =
        outliner->findChild<QAbstractButton*>(QStringLiteral("qt_dockwidget_floatbutton"));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(outliner->isFloating());
    QTRY_VERIFY(says(outliner));
    QTRY_VERIFY(says(layers));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(!outliner->isFloating());
    QTRY_VERIFY(!says(outliner));
    QTRY_VERIFY(!outliner->visibleRegion().isEmpty());
    QVERIFY(layers->visibleRegion().isEmpty());
}

namespace
{
/// Whether the tab in front, with all of its name, is in sight and under no scroll button.
bool isWhole(const QTabBar& bar)
{
    const auto tab = bar.tabRect(bar.currentIndex());
    auto room = bar.rect();
    for (const auto* button : bar.findChildren<QToolButton*>())
        if (button->isVisible())
            room.setRight(std::min(room.right(), button->geometry().left() - 1));
    return tab.width() >= bar.fontMetrics().horizontalAdvance(bar.tabText(bar.currentIndex())) &&
           room.contains(tab);
}
} // namespace

void TestWindowLayout::theTabInFrontShowsItsWholeName()
{
    m_window->resize(1280, 700);
    m_window->showLayout(0);
    for (auto* each : m_window->findChildren<QDockWidget*>())
        each->show();
    int shown = 0;
    for (const int width : {1280, 1600, 1280})
        for (auto* each : m_window->findChildren<QDockWidget*>()) {
            each->raise();
            m_window->resize(width, 700);
            QCoreApplication::processEvents();
            for (const auto* bar :
                 m_window->findChildren<QTabBar*>(QString{}, Qt::FindDirectChildrenOnly))
                if (bar->isVisible() && bar->count() > 0 && ++shown > 0) // one may wait for use
                    // Tabs that have become too narrow give up their names in the next turn.
                    QVERIFY2(QTest::qWaitFor([bar] { return isWhole(*bar); }),
                             qPrintable(bar->tabText(bar->currentIndex())));
        }
    QVERIFY(shown >= 2);
}

/// Panels of those names on the right of a small window, shown.
std::vector<Registration> TestWindowLayout::addDocks(const std::vector<const char*>& titles)
{
    std::vector<Registration> added;
    for (const auto* title : titles)
        added.push_back(m_window->context().addPanel({.id = std::string{"test.tabs."} + title,
                                                      .title = title,
                                                      .icon = "none of that name",
                                                      .area = DockArea::Right,
                                                      .visible = false,
                                                      .create = [](EditorApi&, QWidget* parent) {
                                                          return new QWidget{parent};
                                                      }}));
    m_window->resize(1280, 760);
    m_window->showLayout(0);
    for (const auto* title : titles)
        m_window->dock(std::string{"test.tabs."} + title)->show();
    return added;
}

void TestWindowLayout::fiveTabsFitOnASmallScreen()
{
    const auto added = addDocks({"Lighting", "Foliage", "Navigation mesh", "Paths"});
    QCoreApplication::processEvents();
    const QTabBar* five = nullptr;
    for (const auto* bar : m_window->findChildren<QTabBar*>(QString{}, Qt::FindDirectChildrenOnly))
        for (int i = 0; i < bar->count(); ++i)
            if (bar->isVisible() && bar->tabText(i) == QStringLiteral("Paths"))
                five = bar;
    QVERIFY(five != nullptr);
    QCOMPARE(five->count(), 5);
    QVERIFY(five->rect().contains(five->tabRect(0)));
    QVERIFY(five->rect().contains(five->tabRect(4)));
}

void TestWindowLayout::aDockBehindAnotherTabComesToTheFront()
{
    const auto added = addDocks({"Paths", "Explore"});
    auto* paths = m_window->dock("test.tabs.Paths");
    auto* command = m_window->actions().find("window.panel.test.tabs.Paths");
    const auto isInFront = [paths] {
        return paths->isVisible() && !paths->visibleRegion().isEmpty();
    };
    m_window->dock("test.tabs.Explore")->raise();
    QTRY_VERIFY(!isInFront());
    command->trigger();
    QTRY_VERIFY(isInFront());
    command->trigger();
    QTRY_VERIFY(paths->isHidden());
    command->trigger();
    QTRY_VERIFY(isInFront());
}

void TestWindowLayout::whereNamesDoNotFitTheOthersShowIcons()
{
    const std::vector<const char*> titles{"Lighting", "Foliage", "Navigation mesh", "Paths",
                                          "Explore"};
    auto added = addDocks(titles);
    m_window->dock("inspector")->raise();
    const auto bar = [this] {
        for (auto* each : m_window->findChildren<QTabBar*>(QString{}, Qt::FindDirectChildrenOnly))
            for (int i = 0; i < each->count(); ++i)
                if (each->isVisible() && each->tabText(i) == QStringLiteral("Paths"))
                    return each;
        return static_cast<QTabBar*>(nullptr);
    };
    QTRY_VERIFY(bar() != nullptr && bar()->count() == 6 && !bar()->tabIcon(0).isNull());
    for (const int front : {0, 3, 5}) {
        bar()->setCurrentIndex(front);
        QCoreApplication::processEvents();
        for (int i = 0; i < 6; ++i) {
            const auto tab = bar()->tabRect(i);
            QVERIFY2(bar()->rect().contains(tab), qPrintable(bar()->tabText(i)));
            QCOMPARE(bar()->tabToolTip(i), bar()->tabText(i));
            QVERIFY(!bar()->tabIcon(i).isNull());
            QCOMPARE(tab.width() > 40, i == front);
        }
        QVERIFY(isWhole(*bar()));
    }
    added.pop_back(); // five fit
    QTRY_VERIFY(bar()->count() == 5 && bar()->tabIcon(0).isNull());
    QVERIFY(bar()->tabRect(1).width() > 40);
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
