#include "editor/app/dialogs/input_page.h"
#include "engine_core/assets/input/input_map_file.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTreeWidget>
#include <QtTest>

namespace tst_input_page
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Edit > Preferences > Input.
class TestInputPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void allActionsAreListedWithTheirBindings();
    void theNextKeyTakesThePlace();
    void mouseButtonsAndWheelAreAdded();
    void escLeavesItAsItWas();
    void aKeyThatDoesSomethingElseIsNamed();
    void aBindingIsRemoved();
    void oneAndAllAreReset();
    void forEveryoneItIsWrittenIntoTheProject();
    void forEveryoneNothingElseOfTheFileIsLost();
    void anActionThatTheFileHasLostIsSaid();

private:
    [[nodiscard]] QString bindingsOfRow(const QString& action) const;
    void click(const char* button);

    [[nodiscard]] QString note() const { return m_page->findChild<QLabel*>("inputNote")->text(); }

    AssetDatabase& assets() { return m_fixture.window().context().workspace().assets(); }

    WindowFixture m_fixture;
    std::unique_ptr<InputPage> m_page;
};

void TestInputPage::init()
{
    QSettings{}.clear();
    auto map = InputMap::usual();
    map.actions.push_back({"Dash", {*InputSource::named("key.Q")}});
    map.axes.push_back({"Steer", {*InputSource::named("key.F")}, {}});
    VERIFY_OK(saveInput(assets().project(), [&](InputMap& there) { there = map; }));
    assets().setInput(std::make_shared<const InputMap>(map));
    m_page = std::make_unique<InputPage>(m_fixture.window().context(), nullptr);
    m_page->resize(720, 480);
    m_page->show();
}

void TestInputPage::cleanup()
{
    m_page.reset();
    QSettings{}.clear();
}

QString TestInputPage::bindingsOfRow(const QString& action) const
{
    const auto found =
        m_page->findChild<QTreeWidget*>("inputList")->findItems(action, Qt::MatchExactly, 0);
    return found.isEmpty() ? QStringLiteral("no row") : found.front()->text(1);
}

void TestInputPage::click(const char* button)
{
    auto* found = m_page->findChild<QPushButton*>(button);
    QVERIFY2(found != nullptr, button);
    found->click();
}

void TestInputPage::allActionsAreListedWithTheirBindings()
{
    QCOMPARE(bindingsOfRow("Jump"), QString{"Space,  Pad A"});
    QCOMPARE(bindingsOfRow("Dash"), QString{"Q"});
    QCOMPARE(bindingsOfRow("MenuChoose"), QString{"Return,  Enter,  Pad A"});
    const auto* list = m_page->findChild<QTreeWidget*>("inputList");
    const auto menu = list->findItems("MenuChoose", Qt::MatchExactly, 0);
    QVERIFY(menu.front()->toolTip(1).isEmpty()); // Jump is never meant with it
    QCOMPARE(bindingsOfRow("Steer, to -1"), QString{"F"});
    QCOMPARE(bindingsOfRow("Steer, to 1"), QString{});
    QCOMPARE(m_page->findChild<QTreeWidget*>("inputList")->topLevelItemCount(), 23);
}

void TestInputPage::theNextKeyTakesThePlace()
{
    m_page->select({"Jump"});
    click("inputBinding0");
    QVERIFY2(note().contains("'Jump'"), qPrintable(note()));
    QTest::keyClick(m_page.get(), Qt::Key_J);
    QCOMPARE(bindingsOfRow("Jump"), QString{"J,  Pad A"});
    QTest::keyClick(m_page.get(), Qt::Key_K); // nobody waits for it any more
    QCOMPARE(bindingsOfRow("Jump"), QString{"J,  Pad A"});
    const InputPage again{m_fixture.window().context(), nullptr};
    const auto* tree = again.findChild<QTreeWidget*>("inputList");
    QVERIFY(!tree->findItems("J,  Pad A", Qt::MatchExactly, 1).isEmpty());
    QVERIFY(inputOf(assets().project()).action("Jump")->bindings[0] ==
            *InputSource::named("key.Space"));
}

void TestInputPage::mouseButtonsAndWheelAreAdded()
{
    m_page->select({"Steer", InputSlot::Part::Positive});
    click("inputAdd");
    QTest::mouseClick(m_page.get(), Qt::RightButton);
    click("inputAdd");
    const QPointF middle{m_page->rect().center()};
    QWheelEvent wheel{middle, m_page->mapToGlobal(middle), {},   {0, -120}, {},
                      {},     Qt::NoScrollPhase,           false};
    QApplication::sendEvent(m_page.get(), &wheel);
    QCOMPARE(bindingsOfRow("Steer, to 1"), QString{"Right mouse button,  Wheel down"});
}

void TestInputPage::escLeavesItAsItWas()
{
    m_page->select({"Dash"});
    click("inputBinding0");
    QTest::keyClick(m_page.get(), Qt::Key_Escape);
    QTest::keyClick(m_page.get(), Qt::Key_J);
    QCOMPARE(bindingsOfRow("Dash"), QString{"Q"});
    QVERIFY(note().isEmpty());
    click("inputBinding0");
    QTest::keyClick(m_page.get(), Qt::Key_Adiaeresis);
    QVERIFY(note().contains("cannot be used"));
    QTest::keyClick(m_page.get(), Qt::Key_F7);
    QCOMPARE(bindingsOfRow("Dash"), QString{"F7"});
}

void TestInputPage::aKeyThatDoesSomethingElseIsNamed()
{
    m_page->select({"Dash"});
    click("inputAdd");
    QTest::keyClick(m_page.get(), Qt::Key_E);
    QCOMPARE(note(), QString{"E does 'Use', too: both happen."});
    QCOMPARE(bindingsOfRow("Dash"), QString{"Q,  E"});
    const auto* tree = m_page->findChild<QTreeWidget*>("inputList");
    QVERIFY(!tree->findItems("Use", Qt::MatchExactly, 0).front()->icon(1).isNull());
    QVERIFY(tree->findItems("Jump", Qt::MatchExactly, 0).front()->icon(1).isNull());
}

void TestInputPage::aBindingIsRemoved()
{
    m_page->select({"Dash"});
    auto* remove = m_page->findChild<QPushButton*>("inputRemove");
    QVERIFY(!remove->isVisible());
    click("inputBinding0");
    QVERIFY(remove->isVisible());
    QTest::mouseClick(remove, Qt::LeftButton);
    QCOMPARE(bindingsOfRow("Dash"), QString{});
}

void TestInputPage::oneAndAllAreReset()
{
    for (const auto* action : {"Dash", "Jump"}) {
        m_page->select({action});
        click("inputBinding0");
        QTest::keyClick(m_page.get(), Qt::Key_F7);
    }
    click("inputReset"); // Jump is chosen
    QCOMPARE(bindingsOfRow("Jump"), QString{"Space,  Pad A"});
    QCOMPARE(bindingsOfRow("Dash"), QString{"F7"});
    click("inputResetAll");
    QCOMPARE(bindingsOfRow("Dash"), QString{"Q"});
}

void TestInputPage::forEveryoneItIsWrittenIntoTheProject()
{
    m_page->findChild<QCheckBox*>("inputForEveryone")->setChecked(true);
    m_page->select({"Dash"});
    QVERIFY(!m_page->findChild<QPushButton*>("inputReset")->isEnabled()); // has no usual ones
    click("inputAdd");
    QTest::keyClick(m_page.get(), Qt::Key_G);
    m_page->select({"Jump"});
    click("inputBinding0");
    QTest::keyClick(m_page.get(), Qt::Key_J);
    const auto project = openProject(assets().project().root);
    VERIFY_OK(project);
    QVERIFY(inputOf(*project) == inputOf(assets().project()));
    QCOMPARE(inputOf(*project).action("Dash")->bindings.size(), 2U);
    QCOMPARE(bindingsOfRow("Jump"), QString{"J,  Pad A"});
    click("inputReset");
    QCOMPARE(bindingsOfRow("Jump"), QString{"Space,  Pad A"});
    m_page->findChild<QCheckBox*>("inputForEveryone")->setChecked(false);
    QCOMPARE(bindingsOfRow("Dash"), QString{"Q,  G"});
    QVERIFY(!hasUserBindings({"Dash"}));
}

/// Another has changed the file since it was read, as with "git pull".
void TestInputPage::forEveryoneNothingElseOfTheFileIsLost()
{
    auto theirs = inputOf(assets().project());
    theirs.stickTurn = 200;
    theirs.action("Jump")->bindings = {*InputSource::named("key.B")};
    theirs.axis("Steer")->positive = {*InputSource::named("key.H")};
    theirs.actions.push_back({"Crawl", {*InputSource::named("key.Y")}});
    VERIFY_OK(saveInput(assets().project(), [&](InputMap& there) { there = theirs; }));
    m_page->findChild<QCheckBox*>("inputForEveryone")->setChecked(true);
    m_page->select({"Dash"});
    click("inputBinding0");
    QTest::keyClick(m_page.get(), Qt::Key_G);
    const auto project = openProject(assets().project().root);
    VERIFY_OK(project);
    theirs.action("Dash")->bindings = {*InputSource::named("key.G")};
    QVERIFY(inputOf(*project) == theirs);
    QVERIFY(inputOf(assets().project()) == theirs);
    QCOMPARE(bindingsOfRow("Crawl"), QString{"Y"});
}

void TestInputPage::anActionThatTheFileHasLostIsSaid()
{
    auto theirs = InputMap::usual();
    theirs.action("Jump")->bindings = {*InputSource::named("key.B")};
    Project empty = assets().project();
    empty.input = std::make_shared<const InputMap>(theirs);
    VERIFY_OK(writeFileAtomically(empty.root / "project.json", projectText(empty)));
    m_page->findChild<QCheckBox*>("inputForEveryone")->setChecked(true);
    m_page->select({"Dash"});
    click("inputBinding0");
    QTest::keyClick(m_page.get(), Qt::Key_G);
    QCOMPARE(note(), QString{"project.json has no 'Dash' any more."});
    QCOMPARE(bindingsOfRow("Dash"), QString{"no row"});
    QCOMPARE(bindingsOfRow("Jump"), QString{"B"});
    const auto project = openProject(empty.root);
    VERIFY_OK(project);
    QVERIFY(inputOf(*project) == theirs);
}

WINDOW_TEST(TestInputPage)
} // namespace tst_input_page

#include "tst_input_page.moc"
