#include "editor/api/plugin.h"
#include "editor/operations/entity/parts.h"
#include "editor/tools/place/place_tool.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/wires.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPluginLoader>
#include <QtTest>

#include <algorithm>

namespace tst_parts_plugin
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The plugin as the editor loads it: tools that place parts, arrows and issues of their wires.
class TestPartsPlugin : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_project = std::make_unique<PlayFixture>();
        m_editor = std::make_unique<TestEditor>(m_project->assets);
        m_plugin = qobject_cast<Plugin*>(m_loader.instance());
        QVERIFY2(m_plugin != nullptr, qPrintable(m_loader.errorString()));
        VERIFY_OK(m_plugin->start(*m_editor));
    }

    void cleanup()
    {
        m_plugin->stopAndRelease();
        m_editor.reset();
        m_project.reset();
    }

    void everyPartHasATool()
    {
        for (const auto& kind : partKinds()) {
            const auto part = place(std::string{kind.id}, {0, 0, 0});
            const auto* script = world().get<Script>(part);
            QVERIFY2(script != nullptr, kind.id.data());
            QCOMPARE(script->className, std::string{kind.className});
        }
    }

    void aSelectedBoxBecomesADoor()
    {
        const auto box = m_editor->fixture.addBox({0, 0, 0}, {1, 2, 0.1});
        m_editor->document().selection().set({box});
        action("parts.make_door").run();
        const auto door = world().get<Node>(box)->parent;
        QVERIFY(world().get<Mover>(door) != nullptr);
        QCOMPARE(m_editor->document().selection().entities(), std::vector{door});
        m_editor->document().undo();
        QVERIFY(!world().get<Node>(box)->parent);
    }

    void arrowsAreThoseOfTheSelectionUntilAllAreAskedFor()
    {
        const auto door = place("door", {0, 0, 0});
        const auto relay = place("relay", {4, 0, 0});
        const auto other = place("counter", {8, 0, 0});
        wire(door, {{"opened", relay, "fire"}, {"closed", relay, "fire"}, {"opened", {}, "x"}});
        m_editor->document().selection().set({other});
        QCOMPARE(drawn().lines.size(), 0U);
        m_editor->document().selection().set({relay}); // what leads to it, too
        QCOMPARE(drawn().lines.size(), 5U);
        m_editor->document().selection().set({door});
        QCOMPARE(drawn().lines.size(), 5U);
        m_editor->document().selection().set({other});
        action("parts.wires").run();
        QCOMPARE(drawn().lines.size(), 5U);
    }

    void aWireThatFiredIsBrightForHalfASecond()
    {
        auto& project = *m_project;
        project.addFloor();
        project.writeScript("s.as",
                            "class S : Node { int ticks; void onTick(float dt) { if (++ticks "
                            "== 2) fireOutput(\"out\"); } }");
        const auto sender = project.addScripted("sender", "s.as", "S");
        const auto receiver = project.addScripted("receiver", "s.as", "S", {4, 0, 0});
        Edit edit;
        edit.swaps.push_back(swapTo(sender, Wires{{{"out", receiver, "destroy", {}, 2}}}));
        project.world.apply(edit);
        VERIFY_OK(project.start());
        m_editor->session = project.session.get();
        project.tick(1);
        QCOMPARE(drawn().lines.size(), 0U); // nothing is selected, nothing fired
        project.tick(1);
        QCOMPARE(drawn().lines.size(), 5U);
        const auto bright = drawn().lines.front();
        QVERIFY(bright.width > 2);
        QVERIFY(glm::distance(bright.to, Vec3f{4, 0, 0}) < 1e-4F);
        project.tick(15);
        QVERIFY(drawn().lines.front().color.a < bright.color.a);
        project.tick(15);
        QCOMPARE(drawn().lines.size(), 0U);
        m_editor->session = nullptr;
    }

    void arrowsFollowWhatTheGameMoves()
    {
        auto& project = *m_project;
        project.addFloor();
        project.writeScript("up.as", "class Up : Node { void onTick(float dt) { entity.position = "
                                     "entity.position + Vec3(0, 1, 0); } }");
        const auto lift = project.addScripted("lift", "up.as", "Up");
        const auto other = project.addScripted("other", "up.as", "Up", {4, 0, 0});
        Edit edit;
        edit.swaps.push_back(swapTo(lift, Wires{{{"out", other, "destroy"}}}));
        project.world.apply(edit);
        VERIFY_OK(project.start());
        m_editor->session = project.session.get();
        action("parts.wires").run();
        project.tick(1);
        const auto before = drawn().lines.front().from.y;
        QCOMPARE(drawn().lines.front().from.y, before); // a paused game stands
        project.tick(2);
        QCOMPARE(drawn().lines.front().from.y, before + 2);
        m_editor->session = nullptr;
        QCOMPARE(drawn().lines.size(), 0U); // the edited level has no such wire
    }

    void wiresThatComeToNothingAreIssues()
    {
        const auto door = place("door", {0, 0, 0});
        wire(door, {{"opened", {}, "fire"}});
        const auto issues = m_editor->toldIssues();
        QCOMPARE(issues.size(), 1U);
        QCOMPARE(issues.front().rule, std::string{"wire-target"});
        QCOMPARE(issues.front().entity, door);
    }

    void aWireIsDrawnAndItsPairChosen()
    {
        const auto door = place("door", {0, 0, 0});
        const auto counter = place("counter", {4, 0, 0});
        m_editor->activateTool("parts.wire");
        const auto before = m_editor->document().contentHash();
        drag(*m_editor, topView(), {0, 0, 0}, {4, 0, 0});
        QVERIFY(choice() != nullptr);
        QCOMPARE(m_editor->document().contentHash(), before); // nothing without an answer
        QCOMPARE(drawn().lines.size(), 5U);                   // what is asked about
        QTRY_COMPARE(sentence(), QStringLiteral("opened -> Counter: add")); // once it is compiled
        choose("wireChoiceOutputs", "closed");
        choose("wireChoiceMessages", "reset");
        QTest::keyClick(choice(), Qt::Key_Return);
        QCOMPARE(world().get<Wires>(door)->list, (std::vector<Wire>{{"closed", counter, "reset"}}));
        QCOMPARE(m_editor->document().selection().entities(), std::vector{door});
        QCOMPARE(m_editor->document().history().entries().back().label, std::string{"Draw wire"});
        m_editor->document().undo();
        QCOMPARE(m_editor->document().contentHash(), before);
    }

    void anArrowFollowsThePointerUntilEsc()
    {
        place("door", {0, 0, 0});
        place("counter", {4, 0, 0});
        m_editor->document().selection().clear();
        m_editor->activateTool("parts.wire");
        const auto before = m_editor->document().contentHash();
        startDrag(*m_editor, topView(), {0, 0, 0}, {2, 0, 3});
        QCOMPARE(m_editor->tools.measure(), std::string{"Door -> ..."});
        DebugDraw draw;
        m_editor->tools.draw(draw, {});
        QVERIFY(glm::distance(Vec2f{draw.lines.front().to.x, draw.lines.front().to.z},
                              Vec2f{2, 3}) < 0.05F);
        QVERIFY(m_editor->tools.move(pointerAt(*m_editor, topView(), {4, 0, 0})));
        QCOMPARE(m_editor->tools.measure(), std::string{"Door -> Counter"});
        QVERIFY(press(*m_editor, topView(), ToolKey::Escape));
        m_editor->tools.release(pointerAt(*m_editor, topView(), {4, 0, 0}));
        QVERIFY(choice() == nullptr);
        QCOMPARE(m_editor->document().contentHash(), before);
    }

    void aWireToNobodyIsNotDrawn()
    {
        place("door", {0, 0, 0});
        m_editor->fixture.addBox({8, 0, 8}, {9, 1, 9});
        m_editor->activateTool("parts.wire");
        drag(*m_editor, topView(), {0, 0, 0}, {8.5, 0, 8.5});
        QVERIFY(choice() == nullptr);
        QVERIFY(m_editor->messages.back().find("No wire was drawn") == 0);
    }

    void escLeavesTheChoiceWithoutAWire()
    {
        place("door", {0, 0, 0});
        place("counter", {4, 0, 0});
        m_editor->activateTool("parts.wire");
        const auto before = m_editor->document().contentHash();
        drag(*m_editor, topView(), {0, 0, 0}, {4, 0, 0});
        QTest::keyClick(choice(), Qt::Key_Escape);
        QTRY_VERIFY(choice() == nullptr);
        QCOMPARE(m_editor->document().contentHash(), before);
        QCOMPARE(drawn().lines.size(), 0U);
    }

    void longNamesDoNotWidenTheChoice()
    {
        place("door", {0, 0, 0});
        const auto counter = place("counter", {4, 0, 0});
        VERIFY_OK(m_editor->document().run("Rename", [&](Transaction& step) -> Result<void> {
            auto node = *step.world().get<Node>(counter);
            node.name = std::string(3000, 'w');
            step.set(counter, std::move(node));
            return {};
        }));
        m_editor->activateTool("parts.wire");
        drag(*m_editor, topView(), {0, 0, 0}, {4, 0, 0});
        QVERIFY2(choice()->width() < 700, qPrintable(QString::number(choice()->width())));
    }

private:
    /// What asks for output and message; null while nothing does.
    [[nodiscard]] static QDialog* choice()
    {
        for (auto* widget : QApplication::topLevelWidgets())
            if (widget->objectName() == QStringLiteral("wireChoice") && widget->isVisible())
                return qobject_cast<QDialog*>(widget);
        return nullptr;
    }

    [[nodiscard]] static QString sentence()
    {
        return choice()->findChild<QLabel*>(QStringLiteral("wireChoiceSentence"))->text();
    }

    static void choose(const char* list, const char* name)
    {
        auto* found = choice()->findChild<QListWidget*>(QString::fromLatin1(list));
        const auto items = found->findItems(QString::fromLatin1(name), Qt::MatchExactly);
        QCOMPARE(items.size(), 1);
        found->setCurrentItem(items.front());
    }

    [[nodiscard]] const World& world() const { return m_editor->document().world(); }

    EntityId place(const std::string& id, const Vec3d& at)
    {
        m_editor->activateTool("parts." + id);
        auto* tool = dynamic_cast<PlaceTool*>(m_editor->tools.active());
        ENGINE_EXPECT(tool != nullptr);
        tool->addAt(at);
        return m_editor->document().selection().primary();
    }

    void wire(EntityId from, std::vector<Wire> list)
    {
        VERIFY_OK(m_editor->document().run("Wire", [&](Transaction& step) -> Result<void> {
            step.set(from, Wires{std::move(list)});
            return {};
        }));
    }

    [[nodiscard]] const ActionInfo& action(const std::string& id) const
    {
        const auto at = std::find_if(m_editor->actions.begin(), m_editor->actions.end(),
                                     [&](const ActionInfo& each) { return each.id == id; });
        ENGINE_EXPECT(at != m_editor->actions.end());
        return *at;
    }

    [[nodiscard]] DebugDraw drawn() const
    {
        DebugDraw draw;
        for (const auto& overlay : m_editor->overlays)
            overlay(draw, ViewKind::Perspective);
        return draw;
    }

    QPluginLoader m_loader{QStringLiteral(MAPWRIGHT_BINARY_DIR "/plugins/parts.so")};
    std::unique_ptr<PlayFixture> m_project;
    std::unique_ptr<TestEditor> m_editor;
    Plugin* m_plugin = nullptr;
};

GUI_TEST(TestPartsPlugin)
} // namespace tst_parts_plugin

#include "tst_parts_plugin.moc"
