#include "editor/api/plugin.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QLabel>
#include <QPluginLoader>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <QtTest>

namespace tst_explore_plugin
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The plugin as the editor loads it, driven by the buttons of its dock.
class TestExplorePlugin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void findingsAreListedAndShown();
    void whereNothingIsFoundItSaysWhatWasLookedFor();
    void aClickGoesThere();
    void botsLeaveAHeatMap();
    void whatTheViewsShowGoesWithTheDock();
    void cancelLeavesNothingBehind();
    void theKeysStayWithTheButtons();
    void anEditMakesTheReportOld();
    void undoMakesItTrueAgain();
    void withoutAStartItSaysSo();
    void nothingIsWrittenToTheScene();

private:
    [[nodiscard]] QPushButton* button(const QString& text) const
    {
        for (auto* each : m_panel->findChildren<QPushButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }

    [[nodiscard]] QTreeWidget* list() const { return m_panel->findChild<QTreeWidget*>(); }

    [[nodiscard]] QString summary() const
    {
        return m_panel->findChild<QLabel*>(QStringLiteral("exploreSummary"))->text();
    }

    [[nodiscard]] DebugDraw drawn() const
    {
        DebugDraw draw;
        for (const auto& overlay : m_editor->overlays)
            overlay(draw, ViewKind::Perspective);
        return draw;
    }

    void runBots()
    {
        const auto fields = m_panel->findChildren<QSpinBox*>();
        QCOMPARE(fields.size(), 3);
        fields[0]->setValue(1);
        fields[1]->setValue(5);
        button(QStringLiteral("Run bots"))->click();
        QVERIFY(button(QStringLiteral("Cancel"))->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(button(QStringLiteral("Run bots"))->isEnabled(), 60000);
    }

    void analyse()
    {
        button(QStringLiteral("Analyse"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(button(QStringLiteral("Analyse"))->isEnabled(), 60000);
    }

    void addStart()
    {
        m_start = m_editor->fixture.addPoint({0, 0, 0}, "start");
        VERIFY_OK(m_editor->fixture.run([this](Transaction& transaction) {
            transaction.set(m_start, PlayerStart{});
            return Result<void>{};
        }));
    }

    std::unique_ptr<PlayFixture> m_project;
    std::unique_ptr<TestEditor> m_editor;
    QPluginLoader m_loader{QStringLiteral(MAPWRIGHT_BINARY_DIR "/plugins/explore.so")};
    Plugin* m_plugin = nullptr;
    std::unique_ptr<QWidget> m_panel;
    EntityId m_start;
    EntityId m_ledge; ///< too high to get onto
};

void TestExplorePlugin::init()
{
    m_project = std::make_unique<PlayFixture>();
    m_editor = std::make_unique<TestEditor>(m_project->assets);
    m_plugin = qobject_cast<Plugin*>(m_loader.instance());
    QVERIFY2(m_plugin != nullptr, qPrintable(m_loader.errorString()));
    VERIFY_OK(m_plugin->start(*m_editor));
    m_editor->fixture.addBox({-10, -1, -10}, {10, 0, 10}, "floor");
    for (const double side : {-1.0, 1.0}) { // nobody falls off
        const auto wall = [&](const Vec3d& one, const Vec3d& other) {
            m_editor->fixture.addBox(glm::min(one, other), glm::max(one, other), "wall");
        };
        wall({side * 10, -1, -11}, {side * 11, 7, 11});
        wall({-10, -1, side * 10}, {10, 7, side * 11});
    }
    m_ledge = m_editor->fixture.addBox({6, 0, -10}, {10, 3, 10}, "ledge");
    addStart();
    QCOMPARE(m_editor->panels.size(), std::size_t{1});
    m_panel.reset(m_editor->panels[0].create(*m_editor, nullptr));
}

void TestExplorePlugin::cleanup()
{
    m_panel.reset();
    m_plugin->stopAndRelease();
    m_editor.reset();
    m_project.reset();
}

void TestExplorePlugin::findingsAreListedAndShown()
{
    analyse();
    QCOMPARE(list()->topLevelItemCount(), 1);
    QCOMPARE(list()->topLevelItem(0)->text(0), QStringLiteral("Unreachable floor"));
    QVERIFY2(summary().startsWith(QStringLiteral("1 finding;")), qPrintable(summary()));
    QCOMPARE(drawn().labels.size(), std::size_t{1});
    for (auto* box : m_panel->findChildren<QCheckBox*>())
        box->setChecked(false);
    QVERIFY(drawn().labels.empty());
}

void TestExplorePlugin::whereNothingIsFoundItSaysWhatWasLookedFor()
{
    VERIFY_OK(m_editor->fixture.run([this](Transaction& transaction) {
        transaction.destroy(m_ledge);
        return Result<void>{};
    }));
    analyse();
    QCOMPARE(list()->topLevelItemCount(), 0);
    const auto* hint = list()->findChild<QLabel*>(QStringLiteral("emptyHint"));
    QVERIFY(hint != nullptr && !hint->isHidden());
    QCOMPARE(hint->text(), QStringLiteral("Nothing was found."));
    QVERIFY2(summary().startsWith(QStringLiteral("Nothing is out of reach")),
             qPrintable(summary()));
    QVERIFY2(summary().endsWith(QStringLiteral("Leaks are listed in the Issues dock.")),
             qPrintable(summary()));
}

void TestExplorePlugin::aClickGoesThere()
{
    analyse();
    Q_EMIT list()->itemClicked(list()->topLevelItem(0), 0);
    QVERIFY(m_editor->focused.has_value());
    QVERIFY(m_editor->focused->center().x > 6 && m_editor->focused->center().y > 2.5);
    list()->setCurrentItem(list()->topLevelItem(0));
    const auto* detail = m_panel->findChild<QLabel*>(QStringLiteral("exploreDetail"));
    QVERIFY(detail->text().contains(QStringLiteral("Nobody gets to")) &&
            detail->text().contains(QStringLiteral("add a link")));
    analyse();
    QVERIFY(!detail->isVisibleTo(m_panel.get())); // of nothing that is chosen
}

void TestExplorePlugin::botsLeaveAHeatMap()
{
    runBots();
    QVERIFY2(summary().contains(QStringLiteral("; 1 bot played 5 s")), qPrintable(summary()));
    QVERIFY(drawn().triangles.size() > 10);
}

void TestExplorePlugin::whatTheViewsShowGoesWithTheDock()
{
    m_panel->show();
    runBots();
    const auto shown = drawn();
    QVERIFY(!shown.triangles.empty() && !shown.labels.empty());
    m_panel->hide();
    QVERIFY(drawn().triangles.empty() && drawn().labels.empty());
    QVERIFY(!m_editor->navigation().groundColors().shown()); // others may have the ground
    m_panel->show();
    QCOMPARE(drawn().triangles.size(), shown.triangles.size());
    QCOMPARE(drawn().labels.size(), shown.labels.size());
}

void TestExplorePlugin::cancelLeavesNothingBehind()
{
    button(QStringLiteral("Run bots"))->click();
    button(QStringLiteral("Cancel"))->click();
    QVERIFY(button(QStringLiteral("Run bots"))->isEnabled());
    analyse(); // waits for the worker that was cancelled
    QCOMPARE(list()->topLevelItemCount(), 1);
    QVERIFY(drawn().triangles.empty());
}

void TestExplorePlugin::anEditMakesTheReportOld()
{
    analyse();
    QVERIFY(!summary().contains(QStringLiteral("changed")));
    list()->setCurrentItem(list()->topLevelItem(0));
    m_editor->fixture.addBox({3, 0, -10}, {6, 1.5, 10}, "step");
    QVERIFY(summary().contains(QStringLiteral("changed")));
    // The advice stays in sight of who follows it.
    QVERIFY(list()->currentItem() != nullptr);
    const auto* detail = m_panel->findChild<QLabel*>(QStringLiteral("exploreDetail"));
    QVERIFY(detail->isVisibleTo(m_panel.get()));
    analyse();
    QVERIFY(!summary().contains(QStringLiteral("changed")));
    button(QStringLiteral("Analyse"))->click();
    m_editor->fixture.addBox({-9, 0, -9}, {-8, 1, -8}, "crate"); // too late for the one under way
    QTRY_VERIFY_WITH_TIMEOUT(button(QStringLiteral("Analyse"))->isEnabled(), 60000);
    QVERIFY(summary().contains(QStringLiteral("changed")));
}

void TestExplorePlugin::undoMakesItTrueAgain()
{
    analyse();
    auto& document = m_editor->document();
    m_editor->fixture.addBox({3, 0, -10}, {6, 1.5, 10}, "step");
    QVERIFY(summary().contains(QStringLiteral("changed")));
    document.undo();
    QVERIFY2(!summary().contains(QStringLiteral("changed")), qPrintable(summary()));
    document.redo();
    QVERIFY(summary().contains(QStringLiteral("changed")));
    button(QStringLiteral("Analyse"))->click(); // with the step
    document.undo();
    QTRY_VERIFY_WITH_TIMEOUT(button(QStringLiteral("Analyse"))->isEnabled(), 60000);
    QVERIFY(summary().contains(QStringLiteral("changed")));
    document.redo();
    QVERIFY2(!summary().contains(QStringLiteral("changed")), qPrintable(summary()));
}

void TestExplorePlugin::theKeysStayWithTheButtons()
{
    m_panel->show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    auto* start = button(QStringLiteral("Analyse"));
    start->setFocus();
    QVERIFY(start->hasFocus());
    start->click();
    QVERIFY(button(QStringLiteral("Cancel"))->hasFocus());
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 60000);
    QVERIFY(start->hasFocus());
}

void TestExplorePlugin::withoutAStartItSaysSo()
{
    VERIFY_OK(m_editor->fixture.run([this](Transaction& transaction) {
        transaction.destroy(m_start);
        return Result<void>{};
    }));
    analyse();
    QVERIFY2(summary().contains(QStringLiteral("player start")), qPrintable(summary()));
    QCOMPARE(list()->topLevelItemCount(), 0);
}

void TestExplorePlugin::nothingIsWrittenToTheScene()
{
    const auto hash = m_editor->document().contentHash();
    analyse();
    QCOMPARE(m_editor->document().contentHash(), hash);
}

GUI_TEST(TestExplorePlugin)
} // namespace tst_explore_plugin

#include "tst_explore_plugin.moc"
