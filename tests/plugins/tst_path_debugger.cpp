#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "tests/plugins/path_debugger_fixture.h"
#include "tests/program/registry.h"

#include <QComboBox>
#include <QSlider>
#include <QWheelEvent>

#include <atomic>
#include <thread>

namespace tst_path_debugger
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Knows no model, and counts who asks from other threads.
class MainThreadModels final : public MeshSource
{
public:
    mutable std::atomic<int> askedElsewhere{0};

    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string& path) const override
    {
        askedElsewhere += std::this_thread::get_id() != m_home ? 1 : 0;
        return MeshShape::marker(Name{"none"}, "'" + path + "' is missing");
    }

private:
    std::thread::id m_home = std::this_thread::get_id();
};
} // namespace

/// The path, by tool and dock, and the reason where there is none.
class TestPathDebugger : public PathDebuggerFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void aDragShowsThePath();
    void thePathGoesWithItsDock();
    void endsAreDraggedOn();
    void escapeDuringADragPutsTheEndBack();
    void anEditChangesThePath();
    void undoBringsThePathBack();
    void whatCannotBeReachedIsSaid();
    void theReasonIsGivenWithItsPlace();
    void modelsAreAskedForOnTheMainThreadOnly();
    void aDetourIsExplained();
    void aLinkThatIsOffIsSwitchedOn();
    void oldTilesAreBuiltWithoutLiveMode();
    void farWallsAreNotDrawn();
    void agentsAreTheScenes();
    void aProblemIsForgottenOnceItIsMended();
    void nothingIsWrittenToTheScene();
    void theTopViewFindsTheGround();
    void anEndStaysOnTheStoreyThatWasClicked();
    void theReasonHasRoomAndLeavesTheDockAsItIs();
    void theReasonStandsInTheLabelOfItsEnd();
    void theButtonOfTheToolFollowsIt();
    void theWheelScrollsPastTheSteps();
};

void TestPathDebugger::aDragShowsThePath()
{
    QVERIFY(summary().contains(QStringLiteral("Path tool")));
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY2(length() > 34 && length() < 35,
                 qPrintable(summary())); // round the end of the wall
    const auto draw = drawn();
    QVERIFY(draw.lines.size() > 3);
    QVERIFY(draw.labels.size() >= 2); // start, goal, and soon why it goes round
}

void TestPathDebugger::thePathGoesWithItsDock()
{
    m_panel->show();
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(length() > 0);
    m_panel->hide();
    QVERIFY(!drawn().lines.empty()); // who uses the tool wants to see what it does
    m_editor->activateTool("");
    QVERIFY(drawn().lines.empty() && drawn().labels.empty());
    QVERIFY(!m_editor->navigation().groundColors().shows(GroundPainter::Search));
    m_panel->show();
    QVERIFY(!drawn().lines.empty());
}

void TestPathDebugger::endsAreDraggedOn()
{
    dragPath({-8, 0, -8}, {-8, 0, 8});
    QTRY_VERIFY(length() > 15 && length() < 17);
    drag(*m_editor, m_view, {-8, 0, 8}, {-8, 0, 0});
    QVERIFY(std::abs(length() - 8) < 0.3);
    drag(*m_editor, m_view, {-8, 0, -8}, {-4, 0, 0});
    QVERIFY(std::abs(length() - 4) < 0.3);
    click(*m_editor, m_view, {-4, 0, 5});
    QVERIFY(std::abs(length() - 5) < 0.3);
}

void TestPathDebugger::escapeDuringADragPutsTheEndBack()
{
    dragPath({-8, 0, -8}, {-8, 0, 8});
    QTRY_VERIFY(length() > 15);
    const double before = length();
    startDrag(*m_editor, m_view, {-8, 0, 8}, {-8, 0, 0});
    QVERIFY(length() < before - 1);
    m_editor->tools.cancelGesture();
    QCOMPARE(length(), before);
    press(*m_editor, m_view, ToolKey::Escape);
    QVERIFY(summary().contains(QStringLiteral("Path tool")));
}

void TestPathDebugger::anEditChangesThePath()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(length() > 30);
    removeWall();
    QTRY_VERIFY(std::abs(length() - 16) < 0.3);
}

void TestPathDebugger::undoBringsThePathBack()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(length() > 30);
    const double before = length();
    removeWall();
    QTRY_VERIFY(length() < 20);
    m_editor->document().undo();
    QTRY_COMPARE(length(), before);
}

void TestPathDebugger::whatCannotBeReachedIsSaid()
{
    m_editor->fixture.addBox({20, -1, 0}, {30, 0, 10});
    dragPath({-8, 0, -8}, {25, 0, 5});
    QTRY_VERIFY(summary().startsWith(QStringLiteral("No way")));
    QTRY_COMPARE(row(0)->text(1), QStringLiteral("no way"));
    QVERIFY(!row(1)->toolTip(0).isEmpty());
    QVERIFY(!drawn().lines.empty()); // as near as it comes
}

void TestPathDebugger::theReasonIsGivenWithItsPlace()
{
    removeWall();
    m_editor->fixture.addBox({-10, 0, 0}, {10, 0.6, 10}, "terrace");
    dragPath({-8, 0, -8}, {0, 0.6, 5});
    const auto* why = m_panel->findChild<QLabel*>(QStringLiteral("pathWhy"));
    QTRY_VERIFY(why->text().contains(QStringLiteral("step"), Qt::CaseInsensitive));
    QVERIFY2(why->text().contains(QStringLiteral("0.6")), qPrintable(why->text()));
    button(QStringLiteral("Show place"))->click();
    QVERIFY(m_editor->focused.has_value());
    QVERIFY(std::abs(m_editor->focused->center().z) < 1.5); // at the terrace's edge
    QVERIFY(!mend()->isHidden());
    mend()->click();
    QTRY_VERIFY2(length() > 12 && length() < 16, qPrintable(summary()));
    m_editor->document().undo();
    QTRY_VERIFY(length() < 0);
}

void TestPathDebugger::modelsAreAskedForOnTheMainThreadOnly()
{
    MainThreadModels models;
    auto& world = m_editor->document().worldForSystems();
    world.setMeshes(&models);
    m_editor->fixture.addBox({20, -1, 0}, {30, 0, 10});
    const auto door = m_editor->fixture.addPoint({5, 0, 5}, "door");
    const auto leaf = m_editor->fixture.addBox({5, 0, 5}, {6, 2, 6}, "leaf", door);
    VERIFY_OK(m_editor->fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(door, Mover{});
        edit.set(leaf, MeshInstance{.mesh = {"rock"}});
        return {};
    }));
    dragPath({-8, 0, -8}, {25, 0, 5});
    const auto* why = m_panel->findChild<QLabel*>(QStringLiteral("pathWhy"));
    // Of each place it tells whether a door is near.
    QTRY_VERIFY2(why->text().contains(QStringLiteral("island")), qPrintable(why->text()));
    QCOMPARE(models.askedElsewhere.load(), 0);
    m_editor->document().clear();
    world.setMeshes(nullptr);
}

void TestPathDebugger::aDetourIsExplained()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(length() > 30);
    const auto* why = m_panel->findChild<QLabel*>(QStringLiteral("pathWhy"));
    QTRY_VERIFY2(why->text().contains(QStringLiteral("stands in between")),
                 qPrintable(why->text()));
    QVERIFY(mend()->isHidden());
    removeWall();
    QTRY_VERIFY(length() < 20);
    QTRY_VERIFY(why->parentWidget()->isHidden());
}

void TestPathDebugger::aLinkThatIsOffIsSwitchedOn()
{
    m_editor->fixture.addBox({14, -1, -10}, {24, 0, 10});
    const auto jump = m_editor->fixture.addPoint({9, 0, 0}, "jump");
    VERIFY_OK(m_editor->fixture.run([&](Transaction& transaction) {
        NavLink link;
        link.end = {6, 0, 0};
        link.enabled = false;
        transaction.set(jump, link);
        return Result<void>{};
    }));
    dragPath({5, 0, 0}, {20, 0, 0});
    const auto* why = m_panel->findChild<QLabel*>(QStringLiteral("pathWhy"));
    QTRY_VERIFY2(!why->text().isEmpty(), qPrintable(summary()));
    QVERIFY2(why->text().contains(QStringLiteral("link"), Qt::CaseInsensitive),
             qPrintable(why->text()));
    QVERIFY(!mend()->isHidden());
    mend()->click();
    QCOMPARE(m_editor->document().history().entries().back().label, std::string{"Switch link on"});
    QTRY_VERIFY2(length() > 14 && length() < 16, qPrintable(summary()));
    m_editor->document().undo();
    QTRY_VERIFY(length() < 0);
}

void TestPathDebugger::oldTilesAreBuiltWithoutLiveMode()
{
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(length() > 30);
    QTRY_COMPARE(m_editor->navigation().system().status("walker").dirty, std::size_t{0});
    m_editor->navigation().system().setLive(false);
    removeWall();
    QTRY_COMPARE(mend()->text(), QStringLiteral("Build these tiles"));
    QVERIFY(!mend()->isHidden());
    QVERIFY(summary().contains(QStringLiteral("older than the level")));
    mend()->click();
    QTRY_VERIFY2(std::abs(length() - 16) < 0.3, qPrintable(summary()));
}

void TestPathDebugger::farWallsAreNotDrawn()
{
    removeWall();
    m_editor->fixture.addBox({-55, -1, -55}, {55, 0, 55});
    dragPath({-2, 0, 0}, {2, 0, 0});
    const auto* facts = m_panel->findChild<QLabel*>(QStringLiteral("pathFacts"));
    const auto wanted =
        QStringLiteral("No wall within 50 m of the start; the straight line is free");
    QTRY_COMPARE_WITH_TIMEOUT(facts->text(), wanted, 30000);
}

void TestPathDebugger::agentsAreTheScenes()
{
    auto* agents = m_panel->findChild<QComboBox*>();
    QCOMPARE(agents->count(), 1);
    QCOMPARE(agents->currentText(), QStringLiteral("walker"));
}

void TestPathDebugger::aProblemIsForgottenOnceItIsMended()
{
    const auto setCells = [&](double size) {
        VERIFY_OK(m_editor->fixture.run([&](Transaction& edit) -> Result<void> {
            NavSettings settings;
            settings.cellSize = size;
            edit.set(SceneEntity, settings);
            return {};
        }));
    };
    setCells(2); // wider than the agent
    dragPath({-8, 0, -8}, {-8, 0, 8});
    const auto problem = summary();
    QVERIFY2(problem.startsWith(QStringLiteral("A cell of 2 m")), qPrintable(problem));
    m_editor->document().clear();
    QVERIFY2(summary().contains(QStringLiteral("Path tool")), qPrintable(summary()));

    m_editor->fixture.addBox({-10, -1, -10}, {10, 0, 10});
    setCells(2);
    dragPath({-8, 0, -8}, {-8, 0, 8});
    QCOMPARE(summary(), problem);
    QTest::qWait(50);
    QCOMPARE(summary(), problem);
    setCells(0);
    QTRY_VERIFY2(length() > 15 && length() < 17, qPrintable(summary()));
}

void TestPathDebugger::nothingIsWrittenToTheScene()
{
    const auto hash = m_editor->document().contentHash();
    dragPath({-8, 0, -8}, {8, 0, -8});
    QTRY_VERIFY(length() > 30);
    QCOMPARE(m_editor->document().contentHash(), hash);
    m_editor->actions.front().run();
    QVERIFY(drawn().lines.empty());
}

void TestPathDebugger::theTopViewFindsTheGround()
{
    m_view = topView(40);
    dragPath({-8, 30, -8}, {-8, 30, 8});
    QTRY_VERIFY(length() > 15 && length() < 17);
}

void TestPathDebugger::anEndStaysOnTheStoreyThatWasClicked()
{
    m_editor->fixture.addBox({4, 0, -4}, {4.5, 6, -3.5}, "pillar"); // too thin to stand on
    dragPath({-8, 0, 8}, {8, 0, 8});
    QTRY_VERIFY(length() > 15 && length() < 17);
    QTRY_COMPARE(m_editor->navigation().system().status("walker").dirty, std::size_t{0});
    const auto goal = [&] {
        const auto draw = drawn();
        const auto at = std::find_if(draw.labels.begin(), draw.labels.end(), [](const auto& each) {
            return each.text.starts_with("Goal");
        });
        return at == draw.labels.end() ? DebugDraw::Label{} : *at;
    };
    click(*m_editor, m_view, {4.25, 6, -3.75});
    QVERIFY2(goal().at.y > 7, qPrintable(QString::number(goal().at.y)));
    QCOMPARE(goal().text, std::string{"Goal: off the mesh"});
    QCOMPARE(summary(), QStringLiteral("The goal is off the navigation mesh."));
    const auto* why = m_panel->findChild<QLabel*>(QStringLiteral("pathWhy"));
    QTRY_VERIFY(!why->text().isEmpty());
    m_view = topView(40); // has no heights to choose from
    click(*m_editor, m_view, {6, 6, -4});
    QVERIFY(goal().at.y < 3);
    QCOMPARE(goal().text, std::string{"Goal"});
}

void TestPathDebugger::theReasonHasRoomAndLeavesTheDockAsItIs()
{
    m_panel->show();
    m_panel->resize(330, 420);
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    const auto least = m_panel->minimumSizeHint();
    QVERIFY2(least.height() < 200, "a low window could not show it");
    m_editor->fixture.addBox({-10, 0, 2}, {-1, 5, 10});
    dragPath({-8, 0, -8}, {-8, 0, 8});
    const auto* why = m_panel->findChild<QLabel*>(QStringLiteral("pathWhy"));
    QTRY_VERIFY(!why->text().isEmpty() && why->isVisible());
    QTRY_VERIFY(why->height() >= why->heightForWidth(why->width()));
    QCOMPARE(m_panel->minimumSizeHint(), least);
    const auto bottomOf = [&](const QWidget* widget) {
        return widget->mapTo(m_panel.get(), QPoint{0, widget->height()}).y();
    };
    const auto* table = m_panel->findChild<QTreeWidget*>();
    QVERIFY(bottomOf(button(QStringLiteral("Show place"))) <=
            table->mapTo(m_panel.get(), QPoint{}).y());
}

void TestPathDebugger::theReasonStandsInTheLabelOfItsEnd()
{
    dragPath({-8, 0, -8}, {-8, 0, 8});
    m_editor->fixture.addBox({-10, 0, 2}, {-1, 5, 10}); // the goal is inside
    const auto texts = [&] {
        QStringList all;
        for (const auto& label : drawn().labels)
            all += QString::fromStdString(label.text);
        return all;
    };
    QTRY_VERIFY2(texts().contains(QStringLiteral("Goal: off the mesh")),
                 qPrintable(texts().join(QLatin1Char{'|'})));
    QCOMPARE(texts().size(), 2);
}

void TestPathDebugger::theButtonOfTheToolFollowsIt()
{
    auto* tool = button(QStringLiteral("Path tool"));
    QVERIFY(!tool->isChecked());
    tool->click();
    QCOMPARE(m_editor->activeTool(), std::string{"path.debug"});
    QVERIFY(tool->isChecked());
    tool->click(); // it stays the active one
    QVERIFY(tool->isChecked());
    m_editor->activateTool("select");
    QVERIFY(!tool->isChecked());
}

void TestPathDebugger::theWheelScrollsPastTheSteps()
{
    dragPath({-8, 0, -8}, {-8, 0, 8});
    auto* steps = m_panel->findChild<QSlider*>();
    QTRY_VERIFY(steps->maximum() > 0);
    const int shown = steps->value();
    QWheelEvent wheel{
        {5, 5}, {5, 5}, {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false};
    QCoreApplication::sendEvent(steps, &wheel);
    QCOMPARE(steps->value(), shown);
}

GUI_TEST(TestPathDebugger)
} // namespace tst_path_debugger

#include "tst_path_debugger.moc"
