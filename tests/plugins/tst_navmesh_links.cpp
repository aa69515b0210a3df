#include "engine_core/scene/components/navigation.h"
#include "tests/plugins/navmesh_plugin_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/system/little_memory.h"

namespace tst_navmesh_links
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Links that the dock proposes.
class TestNavmeshLinks : public NavmeshPluginFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void linksAreProposedAcceptedAndUndone();
    void proposalsAreAcceptedWhileTilesAreBuilt();
    void proposalsGoWithTheirAgent();
    void proposalsForAnOlderLevelSaySo();
    void linksThatCannotBeLookedForSaySo();

private:
    void buildGap();
};

/// A gap with an agent that can jump over it, and its mesh.
void TestNavmeshLinks::buildGap()
{
    m_editor->fixture.addBox({22, -1, -20}, {40, 0, 20});
    clickButton("New agent");
    m_panel->findChild<QDoubleSpinBox*>("jumpDistance")->setValue(2.5);
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("tiles, ") && !saysStatus("to build"));
}

void TestNavmeshLinks::linksAreProposedAcceptedAndUndone()
{
    buildGap();
    const auto before = m_editor->document().contentHash();
    clickButton("Propose");
    auto* list = named<QTreeWidget>("Proposed links");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    const int count = list->topLevelItemCount();
    QCOMPARE(m_editor->document().contentHash(), before);
    list->topLevelItem(0)->setSelected(true);
    clickButton("Accept");
    QTRY_COMPARE(list->topLevelItemCount(), count - 1);
    QCOMPARE(m_editor->document().world().count<NavLink>(), std::size_t{1});
    clickButton("Accept all");
    QTRY_COMPARE(list->topLevelItemCount(), 0);
    QCOMPARE(m_editor->document().world().count<NavLink>(), static_cast<std::size_t>(count));
    QTRY_VERIFY(saysStatus(QString{"%1 links"}.arg(count)));
    m_editor->document().undo();
    m_editor->document().undo();
    QCOMPARE(m_editor->document().contentHash(), before);
}

void TestNavmeshLinks::proposalsAreAcceptedWhileTilesAreBuilt()
{
    buildGap();
    clickButton("Propose");
    auto* list = named<QTreeWidget>("Proposed links");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    const int count = list->topLevelItemCount();
    list->topLevelItem(count - 1)->setSelected(true);
    // Nothing that was built comes in before the main loop runs again.
    m_editor->fixture.addBox({-12, 0, -12}, {-11, 1, -11}, "crate");
    m_editor->navigation().update();
    QVERIFY(m_editor->navigation().system().status("agent").building > 0);
    QCOMPARE(list->selectedItems().size(), 1);
    clickButton("Accept");
    QCOMPARE(list->topLevelItemCount(), count - 1);
    list->topLevelItem(count - 2)->setSelected(true);
    clickButton("Accept");
    QCOMPARE(list->topLevelItemCount(), count - 2);
    clickButton("Accept all");
    QCOMPARE(list->topLevelItemCount(), 0);
    QCOMPARE(m_editor->document().world().count<NavLink>(), static_cast<std::size_t>(count));
}

void TestNavmeshLinks::proposalsGoWithTheirAgent()
{
    buildGap();
    clickButton("Propose");
    const auto* list = named<QTreeWidget>("Proposed links");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    m_editor->document().undo();
    m_editor->document().undo();
    QTRY_COMPARE(named<QComboBox>("Agent")->currentText(), QString{"walker"});
    QCOMPARE(list->topLevelItemCount(), 0);
}

void TestNavmeshLinks::proposalsForAnOlderLevelSaySo()
{
    const auto hasSaid = [this] {
        return std::any_of(
            m_editor->messages.begin(), m_editor->messages.end(),
            [](const auto& text) { return text.find("level changed") != std::string::npos; });
    };
    buildGap();
    const auto* list = named<QTreeWidget>("Proposed links");
    clickButton("Propose");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    QVERIFY(!hasSaid());
    clickButton("Propose");
    m_editor->fixture.addBox({-12, 0, -12}, {-11, 1, -11}, "crate");
    QTRY_VERIFY(hasSaid());
}

void TestNavmeshLinks::linksThatCannotBeLookedForSaySo()
{
    m_panel->findChild<QSpinBox*>("tileSize")->setValue(16); // so many that they need a big block
    buildGap();
    const auto* mesh = m_editor->navigation().system().mesh("agent");
    QVERIFY(mesh->tiles().size() > 250);
    const std::string said = "The links could not be looked for: there is not enough memory";
    {
        const LittleMemory little{20'000};
        const int refused = refusals;
        clickButton("Propose");
        QTRY_VERIFY(refusals > refused);
        QTRY_VERIFY(std::ranges::count(m_editor->messages, said) > 0);
    }
    clickButton("Propose");
    QTRY_VERIFY(named<QTreeWidget>("Proposed links")->topLevelItemCount() > 2);
}

GUI_TEST(TestNavmeshLinks)
} // namespace tst_navmesh_links

#include "tst_navmesh_links.moc"
