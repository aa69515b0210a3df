#include "editor/panels/floating_docks.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/qt_dock_leaks.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QMouseEvent>
#include <QScreen>
#include <QSettings>

#include <array>

namespace tst_floating_docks
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
QStringList warnings; // of Qt, while a test runs

void noteWarning(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtWarningMsg)
        warnings << text;
}
} // namespace

/// Docks that are tabs of one window outside of the main window (issue 16).
class TestFloatingDocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void groupsAreSavedWithoutAWarning();
    void groupsHaveNamesOfTheirOwnThatStay();
    void aGroupComesBackAtTheNextStart();
    void aDockIsTakenOutOverTheMiddleOfTheWindow();
    void placesLieOnAScreen();
    void aLayoutOfALargerScreenIsSeenWhole();

private:
    void open();

    [[nodiscard]] QWidget* groupOf(const char* dock) const
    {
        auto* parent = m_window->dock(dock)->parentWidget();
        return parent == m_window.get() ? nullptr : parent;
    }

    /// By the title of the dock, as with the mouse.
    void drag(QDockWidget& dock, const QPoint& to) const
    {
        const QPoint title{150, 8};
        const auto from = dock.mapToGlobal(title);
        const auto send = [&dock](QEvent::Type type, const QPoint& at, Qt::MouseButton button,
                                  Qt::MouseButtons buttons) {
            QMouseEvent event{type, dock.mapFromGlobal(at), at, button, buttons, {}};
            QCoreApplication::sendEvent(&dock, &event);
            QTest::qWait(20);
        };
        constexpr int Steps = 15;
        send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        for (int i = 1; i <= Steps; ++i)
            send(QEvent::MouseMove, from + (to - from) * i / Steps, Qt::NoButton, Qt::LeftButton);
        QTest::qWait(300); // docks make room first
        send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
        QTest::qWait(300);
    }

    /// The four docks at the bottom become tabs of one window.
    void floatBottomDocks() const
    {
        auto* assets = m_window->dock("assets");
        assets->raise();
        QTest::qWait(100);
        drag(*assets, {1060, 300});
    }

    QTemporaryDir m_folder;
    fs::path m_project;
    std::unique_ptr<MainWindow> m_window;
};

void TestFloatingDocks::initTestCase()
{
    const auto made = createProject(fs::path{m_folder.path().toStdString()} / "room", "first_room");
    VERIFY_OK(made);
    m_project = made->root;
}

void TestFloatingDocks::open()
{
    m_window.reset();
    auto opened = openEditor(m_project);
    VERIFY_OK(opened);
    m_window = *std::move(opened);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestFloatingDocks::init()
{
    QSettings{}.clear();
    open();
    m_window->resize(1000, 800);
    m_window->showLayout(0);
    QTest::qWait(300);
    QVERIFY(!QTest::currentTestFailed());
    warnings.clear();
    qInstallMessageHandler(noteWarning);
}

void TestFloatingDocks::cleanup()
{
    m_window->close();
    m_window.reset();
    qInstallMessageHandler(nullptr);
}

void TestFloatingDocks::groupsAreSavedWithoutAWarning()
{
    floatBottomDocks();
    QVERIFY(groupOf("assets") != nullptr);
    QCOMPARE(groupOf("console"), groupOf("assets"));
    QTest::qWait(1600); // the layout is looked at each half second
    QVERIFY(m_window->close());
    QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join('\n')));
}

void TestFloatingDocks::groupsHaveNamesOfTheirOwnThatStay()
{
    floatBottomDocks();
    auto* outliner = m_window->dock("outliner");
    outliner->raise();
    QTest::qWait(100);
    drag(*outliner, {1060, 650});
    auto* first = groupOf("assets");
    auto* second = groupOf("outliner");
    QVERIFY(first != nullptr && second != nullptr && first != second);
    QTRY_VERIFY(!first->objectName().isEmpty());
    QTRY_VERIFY(!second->objectName().isEmpty());
    const auto names = std::pair{first->objectName(), second->objectName()};
    QVERIFY(names.first != names.second);
    QTest::qWait(1100);
    QCOMPARE(first->objectName(), names.first);
    QCOMPARE(second->objectName(), names.second);
    QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join('\n')));
}

void TestFloatingDocks::aGroupComesBackAtTheNextStart()
{
    floatBottomDocks();
    QVERIFY(groupOf("assets") != nullptr);
    const auto place = groupOf("assets")->geometry();
    for (int start = 0; start < 3; ++start) {
        QVERIFY(m_window->close());
        open();
        QTest::qWait(700);
        QVERIFY(groupOf("assets") != nullptr);
        for (const auto* each : {"console", "issues", "history"})
            QCOMPARE(groupOf(each), groupOf("assets"));
        QVERIFY(groupOf("assets")->isVisible());
        QCOMPARE(groupOf("assets")->geometry(), place);
    }
    QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join('\n')));
    m_window->resetLayout(); // and back into the window
    QVERIFY(groupOf("assets") == nullptr);
    QVERIFY(!m_window->dock("assets")->isFloating());
}

void TestFloatingDocks::aDockIsTakenOutOverTheMiddleOfTheWindow()
{
    const auto screen = m_window->screen()->availableGeometry();
    for (const auto* id : {"assets", "inspector"}) {
        auto* dock = m_window->dock(id);
        const QRect docked{dock->mapToGlobal(QPoint{}), dock->size()};
        dock->raise();
        for (auto* button : dock->findChildren<QAbstractButton*>())
            if (button->objectName() == QStringLiteral("qt_dockwidget_floatbutton"))
                button->click();
        QVERIFY(dock->isFloating());
        QTRY_VERIFY(dock->geometry().center() != docked.center());
        QTRY_VERIFY(m_window->geometry().contains(dock->geometry().center()));
        QVERIFY(screen.contains(dock->frameGeometry()));
        QVERIFY(dock->height() >= 240 && dock->width() >= 320);
        // Put back and taken out again, it is where the user had it.
        const QRect own{30, 40, 400, 300};
        dock->setGeometry(own);
        dock->setFloating(false);
        dock->setFloating(true);
        QCoreApplication::processEvents();
        QCOMPARE(dock->geometry(), own);
        dock->setFloating(false);
    }
}

void TestFloatingDocks::placesLieOnAScreen()
{
    const QRect left{0, 0, 1280, 800};
    const QRect right{1280, 0, 1920, 1080};
    QCOMPARE(placeOnScreen({100, 100, 300, 200}, {left}), QRect(100, 100, 300, 200));
    QCOMPARE(placeOnScreen({1200, 700, 300, 200}, {left}), QRect(980, 600, 300, 200));
    QCOMPARE(placeOnScreen({-50, -60, 300, 200}, {left}), QRect(0, 0, 300, 200));
    QCOMPARE(placeOnScreen({2000, 900, 300, 200}, {left}), QRect(980, 600, 300, 200));
    QCOMPARE(placeOnScreen({2000, 900, 300, 200}, {left, right}), QRect(2000, 880, 300, 200));
    QCOMPARE(placeOnScreen({0, 0, 1500, 900}, {left}), left);
    QCOMPARE(placeOnScreen({5, 5, 10, 10}, {}), QRect(5, 5, 10, 10));
}

void TestFloatingDocks::aLayoutOfALargerScreenIsSeenWhole()
{
    auto* dock = m_window->dock("console");
    dock->setFloating(true);
    QCoreApplication::processEvents();
    const auto screen = m_window->screen()->availableGeometry();
    dock->setGeometry(screen.right() - 60, screen.bottom() - 40, 500, 300);
    QVERIFY(m_window->close());
    open();
    dock = m_window->dock("console");
    QVERIFY(dock->isFloating());
    QTRY_VERIFY(screen.contains(dock->frameGeometry()));
    QCOMPARE(dock->size(), QSize(500, 300));
}

WINDOW_TEST(TestFloatingDocks)
} // namespace tst_floating_docks

#include "tst_floating_docks.moc"
