#include "editor/operations/navigation/navigation_operations.h"
#include "engine_core/scene/components/navigation.h"
#include "tests/plugins/path_debugger_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/system/little_memory.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QScrollBar>
#include <QSlider>
#include <QTimer>

namespace tst_path_searches
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The searches that the path debugger compares, and what it tells of each.
class TestPathSearches : public PathDebuggerFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void allSearchesAreCompared();
    void stepsWalkThroughTheSearch();
    void theFrontierHasAColourOfItsOwn();
    void portalsAreDrawnWithTheirEnds();
    void theStraightLineAndTheNearestWallAreDrawn();
    void theLegendTellsWhatIsShown();
    void noStraightLineGoesThroughASlab();
    void groundWithinACostIsShown();
    void theGroundIsLeftToTheSearch();
    void searchAndReachColourInTurn();
    void leavingTheToolGivesTheGroundBack();
    void theAgentInTheBoxIsOneOfTheScene();
    void aComparisonThatFailsSaysSo();
    void anEditOfTheSameTurnIsComparedOnce();
    void aLevelThatCannotBeLookedAtIsNotCompared();
    void agentsAreComparedSideBySide();
    void searchesThatDidNotRunShowNoNumbers();
    void theTableFitsItsDock();
};

void TestPathSearches::allSearchesAreCompared()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(!row(4)->text(2).isEmpty());
    const auto looked = [&](int index) {
        const auto count = [&](int column) {
            return row(index)->text(column).remove(QLatin1Char{','}).toInt();
        };
        return count(2) + count(5);
    };
    for (int i = 0; i < 5; ++i) {
        QVERIFY2(row(i)->text(1).contains(QStringLiteral(" m")), qPrintable(row(i)->text(0)));
        QVERIFY(looked(i) > 0);
    }
    QVERIFY(looked(3) * 2 < looked(2)); // jump points against A*
    auto* table = m_panel->findChild<QTreeWidget*>();
    for (const int index : {2, 3, 1}) {
        table->setCurrentItem(row(index));
        QVERIFY(!drawn().lines.empty());
    }
    table->setCurrentItem(row(4));
    QVERIFY(drawn().points.size() > 500); // Dijkstra looks at nearly every cell
}

void TestPathSearches::stepsWalkThroughTheSearch()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    auto* slider = m_panel->findChild<QSlider*>();
    QVERIFY(!slider->isEnabled());
    m_panel->findChild<QTreeWidget*>()->setCurrentItem(row(2));
    QTRY_VERIFY(slider->maximum() > 100);
    box(QStringLiteral("Show what was waiting"))->setChecked(false);
    const auto all = drawn().points.size();
    slider->setValue(10);
    const auto few = drawn().points.size();
    QVERIFY(few < all && few >= 10);
    slider->setValue(11);
    QCOMPARE(drawn().points.size(), few + 1);
    box(QStringLiteral("Show what the search looked at"))->setChecked(false);
    QVERIFY(drawn().points.size() < few);
}

void TestPathSearches::theFrontierHasAColourOfItsOwn()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    auto* slider = m_panel->findChild<QSlider*>();
    m_panel->findChild<QTreeWidget*>()->setCurrentItem(row(2));
    QTRY_VERIFY(slider->maximum() > 100);
    const auto* waiting = box(QStringLiteral("Show what was waiting"));
    QVERIFY(waiting != nullptr && waiting->isChecked());
    const auto white = [&] {
        const auto draw = drawn();
        return std::count_if(draw.points.begin(), draw.points.end(),
                             [](const auto& each) { return each.color.r + each.color.g > 1.9f; });
    };
    slider->setValue(0);
    QCOMPARE(white(), 1); // the start
    slider->setValue(1);
    QCOMPARE(white(), 8); // the cells around it
    slider->setValue(slider->maximum());
    QCOMPARE(static_cast<int>(white()),
             row(2)->text(5).remove(QLatin1Char{','}).toInt()); // what the table says
}

void TestPathSearches::portalsAreDrawnWithTheirEnds()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(!row(4)->text(2).isEmpty());
    const auto before = drawn();
    auto* portals = box(QStringLiteral("Portals"));
    QVERIFY(portals != nullptr && !portals->isChecked());
    portals->setChecked(true);
    const auto after = drawn();
    const auto added = after.points.size() - before.points.size();
    QVERIFY(added > 0);
    QCOMPARE(after.lines.size() - before.lines.size(), added);  // two halves, two ends
    m_panel->findChild<QTreeWidget*>()->setCurrentItem(row(2)); // grids have none
    const auto grid = drawn().points.size();
    portals->setChecked(false);
    QCOMPARE(drawn().points.size(), grid);
}

void TestPathSearches::theStraightLineAndTheNearestWallAreDrawn()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(length() > 30);
    QTRY_COMPARE(m_editor->navigation().system().status("walker").dirty, std::size_t{0});
    const auto before = drawn();
    box(QStringLiteral("Straight line"))->setChecked(true);
    const auto ray = drawn();
    QCOMPARE(ray.points.size(), before.points.size() + 1);
    const auto hit = std::find_if(ray.points.begin(), ray.points.end(),
                                  [](const auto& each) { return each.size == 10; });
    QVERIFY(hit != ray.points.end());
    QVERIFY2(std::abs(hit->at.x + 1.4F) < 0.3F, "a radius before the wall");
    box(QStringLiteral("Straight line"))->setChecked(false);
    box(QStringLiteral("Nearest wall"))->setChecked(true);
    const auto wall = drawn();
    QCOMPARE(wall.lines.size(), before.lines.size() + 1);
    QCOMPARE(wall.labels.size(), before.labels.size() + 1);
    QVERIFY(wall.labels[0].text.starts_with("wall 1."));
}

void TestPathSearches::theLegendTellsWhatIsShown()
{
    auto* legend = m_panel->findChild<QLabel*>(QStringLiteral("pathLegend"));
    QVERIFY(legend->isHidden());
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(legend->text().contains(QStringLiteral("waiting")));
    QVERIFY(!legend->text().contains(QStringLiteral("portal")));
    box(QStringLiteral("Portals"))->setChecked(true);
    QVERIFY(legend->text().contains(QStringLiteral("portal")));
    box(QStringLiteral("Show what was waiting"))->setChecked(false);
    QVERIFY(!legend->text().contains(QStringLiteral("waiting")));
}

void TestPathSearches::noStraightLineGoesThroughASlab()
{
    removeWall();
    m_editor->fixture.addBox({-10, 3.75, -10}, {10, 4, 0}, "upper floor");
    const auto facts = [&] {
        return m_panel->findChild<QLabel*>(QStringLiteral("pathFacts"))->text();
    };
    dragPath({-8, 0, 8}, {-2, 0, 8});
    QTRY_VERIFY2(facts().endsWith(QStringLiteral("the straight line is free")),
                 qPrintable(facts()));
    click(*m_editor, m_view, {0, 4, -5});
    QTRY_VERIFY(summary().startsWith(QStringLiteral("No way")));
    QVERIFY2(facts().endsWith(QStringLiteral("ends at another height than the goal")),
             qPrintable(facts()));
    QTRY_VERIFY2(row(2)->toolTip(0).contains(QStringLiteral("on another floor")),
                 qPrintable(row(2)->toolTip(0)));
}

void TestPathSearches::groundWithinACostIsShown()
{
    dragPath({-8, 0, -8}, {-8, 0, 8});
    QTRY_VERIFY(length() > 15);
    const auto before = drawn().triangles.size();
    box(QStringLiteral("Show what is within"))->setChecked(true);
    auto* cost = m_panel->findChild<QDoubleSpinBox*>();
    cost->setValue(1000);
    QVERIFY(drawn().triangles.size() > before);
    const auto* area = static_cast<QLabel*>(nullptr);
    for (const auto* label : m_panel->findChildren<QLabel*>())
        if (label->text().endsWith(QStringLiteral("m\u00b2")))
            area = label;
    QVERIFY(area != nullptr);
    QVERIFY(area->text().section(QLatin1Char{' '}, 0, 0).toDouble() > 250);
}

void TestPathSearches::theGroundIsLeftToTheSearch()
{
    const auto& colors = m_editor->navigation().groundColors();
    const auto isSearch = [&] {
        return colors.shows(GroundPainter::Search);
    };
    auto* visited = box(QStringLiteral("Show what the search looked at"));
    auto* waiting = box(QStringLiteral("Show what was waiting"));
    auto* reach = box(QStringLiteral("Show what is within"));
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(isSearch());
    visited->setChecked(false);
    QVERIFY(isSearch());
    waiting->setChecked(false);
    QVERIFY(!isSearch());
    reach->setChecked(true);
    QVERIFY(isSearch());
    reach->setChecked(false);
    visited->setChecked(true);
    QVERIFY(isSearch());
    press(*m_editor, m_view, ToolKey::Escape);
    QVERIFY(!isSearch());
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(isSearch());
    m_panel.reset();
    m_plugin->stopAndRelease();
    QVERIFY(!isSearch());
}

void TestPathSearches::searchAndReachColourInTurn()
{
    auto* visited = box(QStringLiteral("Show what the search looked at"));
    auto* waiting = box(QStringLiteral("Show what was waiting"));
    auto* reach = box(QStringLiteral("Show what is within"));
    const auto* legend = m_panel->findChild<QLabel*>(QStringLiteral("pathLegend"));
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(legend->text().contains(QStringLiteral("looked&nbsp;at")));
    waiting->setChecked(false);
    reach->setChecked(true);
    QVERIFY(!visited->isChecked());
    QTRY_VERIFY(legend->text().contains(QStringLiteral("within")));
    QVERIFY(!legend->text().contains(QStringLiteral("looked&nbsp;at")));
    reach->setChecked(false);
    QVERIFY(visited->isChecked()); // as before
    QVERIFY(!waiting->isChecked());
    reach->setChecked(true);
    waiting->setChecked(true);
    QVERIFY(!reach->isChecked());
    QVERIFY(!legend->text().contains(QStringLiteral("within")));
}

void TestPathSearches::leavingTheToolGivesTheGroundBack()
{
    auto& colors = m_editor->navigation().groundColors();
    const auto* legend = m_panel->findChild<QLabel*>(QStringLiteral("pathLegend"));
    colors.offer(GroundPainter::Mesh, true); // it is shown
    m_panel->show(); // as long as the dock is, the way is in the views
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(!drawn().triangles.empty());
    QVERIFY(colors.shows(GroundPainter::Search));
    const auto lines = drawn().lines.size();
    m_editor->activateTool("select");
    QVERIFY(colors.shows(GroundPainter::Mesh));
    QVERIFY(drawn().triangles.empty());
    QVERIFY(!drawn().lines.empty() && drawn().lines.size() <= lines); // the way itself stays
    QVERIFY(legend->text().contains(QStringLiteral("choose the Path tool")));
    m_editor->activateTool("path.debug");
    QVERIFY(colors.shows(GroundPainter::Search));
    QVERIFY(!drawn().triangles.empty());
}

void TestPathSearches::theAgentInTheBoxIsOneOfTheScene()
{
    const auto boxes = m_panel->findChildren<QComboBox*>();
    const auto* agents = *std::find_if(boxes.begin(), boxes.end(), [](const QComboBox* each) {
        return each->accessibleName() == QStringLiteral("Agent");
    });
    QCOMPARE(agents->currentText(), QStringLiteral("walker"));
    VERIFY_OK(m_editor->fixture.run([](editor::Transaction& transaction) {
        addNavAgent(transaction, "guard");
        return Result<void>{};
    }));
    QTRY_COMPARE(agents->currentText(), QStringLiteral("guard"));
    QCOMPARE(agents->count(), 1);
}

void TestPathSearches::aComparisonThatFailsSaysSo()
{
    m_editor->fixture.addBox({10, -1, -10}, {30, 0, 10}); // a grid of it needs a big block
    dragPath({-8, 0, -8}, {-8, 0, 8});
    QTRY_VERIFY(length() > 15);
    QTRY_COMPARE(m_editor->navigation().system().status("walker").dirty, std::size_t{0});
    {
        const LittleMemory little;
        drag(*m_editor, m_view, {-8, 0, 8}, {-8, 0, 0});
        QTRY_VERIFY(!m_editor->messages.empty());
        QCOMPARE(m_editor->messages.back(),
                 std::string{"The searches could not be compared: there is not enough memory"});
    }
    QVERIFY(std::abs(length() - 8) < 0.3);
    drag(*m_editor, m_view, {-8, 0, 0}, {-8, 0, 4});
    QTRY_VERIFY(!row(4)->text(2).isEmpty());
}

/// Timers that are due together fire before the main loop tells anybody of an edit.
void TestPathSearches::anEditOfTheSameTurnIsComparedOnce()
{
    m_editor->fixture.addBox({10, -1, -10}, {30, 0, 10}); // a grid of it needs a big block
    dragPath({-8, 0, -8}, {-8, 0, 8});
    QTRY_VERIFY(length() > 15);
    QTRY_COMPARE(m_editor->navigation().system().status("walker").dirty, std::size_t{0});
    QTRY_VERIFY(!row(4)->text(2).isEmpty());
    m_editor->navigation().system().setLive(false);
    const auto said = m_editor->messages.size();
    const LittleMemory little; // so that each comparison is told of
    drag(*m_editor, m_view, {-8, 0, 8}, {-8, 0, 0});
    QTimer::singleShot(1, m_panel.get(), [this] {
        m_editor->fixture.addBox({4, 0, 4}, {5, 1, 5}, "crate");
    });
    QTest::qSleep(300);
    QTRY_COMPARE(m_editor->messages.size(), said + 1);
    QVERIFY(m_editor->navigation().system().status("walker").dirty > 0);
    QTest::qWait(400); // time for another one
    QCOMPARE(m_editor->messages.size(), said + 1);
}

void TestPathSearches::aLevelThatCannotBeLookedAtIsNotCompared()
{
    ModelSource models;
    models.models["rock"] = fineModel({{-1, 0, -1}, {1, 0.1, 1}});
    auto& world = m_editor->document().worldForSystems();
    world.setMeshes(&models);
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        const auto rock = edit.create("rock");
        edit.set(rock, TransformComponent{.position = {5, 0, 5}});
        edit.set(rock, MeshInstance{.mesh = {"rock"}});
        return {};
    }));
    dragPath({-8, 0, -8}, {-8, 0, 8});
    {
        const LittleMemory little;
        QTRY_VERIFY2(summary().startsWith(QStringLiteral("The level could not be looked at")),
                     qPrintable(summary()));
        QTest::qWait(400); // time for a comparison
        QVERIFY(row(4)->text(1).isEmpty());
    }
    removeWall(); // any edit tries it again
    QTRY_VERIFY2(length() > 15 && length() < 17, qPrintable(summary()));
    QTRY_VERIFY(!row(4)->text(2).isEmpty());
    m_editor->document().clear();
    world.setMeshes(nullptr);
}

void TestPathSearches::agentsAreComparedSideBySide()
{
    auto* compare = box(QStringLiteral("Compare agents"));
    QVERIFY(compare != nullptr);
    // Through a gap that only the thin one fits in; the other one goes round the wall.
    VERIFY_OK(m_editor->fixture.run([this](Transaction& edit) -> Result<void> {
        edit.destroy(m_wall);
        edit.set(edit.create("thin"), NavAgent{});
        NavAgent wide;
        wide.radius = 0.9;
        edit.set(edit.create("wide"), wide);
        return {};
    }));
    m_editor->fixture.addBox({-1, 0, -10}, {1, 3, -0.6});
    m_editor->fixture.addBox({-1, 0, 0.6}, {1, 3, 6});
    m_editor->navigation().update();
    dragPath({-8, 0, 0}, {8, 0, 0});
    QTRY_VERIFY2(length() > 15 && length() < 17, qPrintable(summary()));
    const auto lines = drawn().lines.size();
    compare->setChecked(true);
    auto* table = m_panel->findChild<QTreeWidget*>(QStringLiteral("pathAgents"));
    QTRY_COMPARE(table->topLevelItemCount(), 2);
    const auto metres = [&](int row) {
        return table->topLevelItem(row)->text(1).section(QLatin1Char{' '}, 0, 0).toDouble();
    };
    QTRY_VERIFY2(metres(1) > 19, qPrintable(table->topLevelItem(1)->text(1)));
    QCOMPARE(table->topLevelItem(0)->text(0), QString{"thin"});
    QVERIFY(metres(0) < 17);
    QVERIFY(drawn().lines.size() > lines);
    QVERIFY(m_editor->navigation().system().mesh("wide") != nullptr); // the one for everybody
}

void TestPathSearches::searchesThatDidNotRunShowNoNumbers()
{
    dragPath({-8, 0, -8}, {-8, 0, 8});
    m_editor->fixture.addBox({-10, 0, 2}, {-1, 5, 10}); // the goal is inside
    QTRY_VERIFY(row(4)->text(1) == QStringLiteral("\u2013"));
    for (int i = 0; i < 5; ++i) {
        for (int column = 1; column < 6; ++column)
            QCOMPARE(row(i)->text(column), QStringLiteral("\u2013"));
        QVERIFY(!row(i)->toolTip(0).isEmpty());
    }
}

void TestPathSearches::theTableFitsItsDock()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(!row(4)->text(2).isEmpty());
    m_panel->show();
    const auto* table = m_panel->findChild<QTreeWidget*>();
    const auto* header = table->header();
    for (const int width : {340, 800, 260, 340}) {
        m_panel->resize(width, 600);
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_COMPARE(header->length(), table->viewport()->width());
        QVERIFY(!header->isSectionHidden(1));
        QCOMPARE(header->isSectionHidden(5), width < 800);
        QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(table->verticalScrollBar()->maximum(), 0);
    }
    QVERIFY(row(0)->toolTip(1).contains(row(0)->text(5)));
}

GUI_TEST(TestPathSearches)
} // namespace tst_path_searches

#include "tst_path_searches.moc"
