#include "tests/editor/app/window/room_window.h"
#include "tests/support/system/qt_dock_leaks.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QTabBar>
#include <QToolButton>

#include <array>

namespace tst_docks
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Where docks are, and what their tabs show.
class TestDocks : public QObject, protected RoomWindow
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { makeProject(); }

    void init() { openFirst(); }

    void aLayoutShowsItsOwnDocksAndNoOthers();
    void aLayoutLeavesTheWindowItsSize();
    void theButtonsOfDocksSayWhatTheyDo();
    void namesOnTabsAreNotSaidTwice();
    void aDockThatIsTakenOutSaysItsName();
    void theTabInFrontShowsItsWholeName();
    void fiveTabsFitOnASmallScreen();
    void aDockBehindAnotherTabComesToTheFront();
    void whereNamesDoNotFitTheOthersShowIcons();

    void cleanup() { close(); }

private:
    std::vector<Registration> addDocks(const std::vector<const char*>& titles);

    [[nodiscard]] QStringList openDocks() const
    {
        QStringList names;
        for (const auto* each : m_window->findChildren<QDockWidget*>())
            if (!each->isHidden())
                names << each->objectName();
        names.sort();
        return names;
    }
};

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

/// Panels of those names on the right of a small window, shown.
std::vector<Registration> TestDocks::addDocks(const std::vector<const char*>& titles)
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

void TestDocks::aLayoutShowsItsOwnDocksAndNoOthers()
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

void TestDocks::aLayoutLeavesTheWindowItsSize()
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

void TestDocks::theButtonsOfDocksSayWhatTheyDo()
{
    for (const auto* each : m_window->findChildren<QDockWidget*>())
        for (const auto* name : {"qt_dockwidget_floatbutton", "qt_dockwidget_closebutton"}) {
            const auto* button = each->findChild<QAbstractButton*>(QLatin1String{name});
            QVERIFY2(button != nullptr, qPrintable(each->objectName()));
            QVERIFY(!button->toolTip().isEmpty());
        }
}

void TestDocks::namesOnTabsAreNotSaidTwice()
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
void TestDocks::aDockThatIsTakenOutSaysItsName()
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

void TestDocks::theTabInFrontShowsItsWholeName()
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

void TestDocks::fiveTabsFitOnASmallScreen()
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

void TestDocks::aDockBehindAnotherTabComesToTheFront()
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

void TestDocks::whereNamesDoNotFitTheOthersShowIcons()
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

WINDOW_TEST(TestDocks)
} // namespace tst_docks

#include "tst_docks.moc"
