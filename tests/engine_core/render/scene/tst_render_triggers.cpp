#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_render_triggers
{
using namespace engine;
using namespace mapwright::test;

class TestRenderTriggers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void theBoxIsSeenInTheEditorAlone();
    void itFollowsItsSizeAndIsHiddenWithItsObject();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

namespace
{
/// Onto the middle of a wall, with a trigger in front of it.
struct TriggerInFront : Drawn
{
    explicit TriggerInFront(GlFixture& gl) : Drawn{gl}, trigger{world.newId()}
    {
        addBox(world, {-5, 0, -1}, {5, 4, 0});
        set(world, trigger, Node{.name = "trigger", .parent = {}});
        set(world, trigger, TransformComponent{.position = {2, 2, 2}});
        set(world, trigger, Trigger{.size = {2, 2, 2}});
        view.mode = ViewMode::Textured;
        view.showEditorObjects = true;
    }

    /// How much more red and blue than green there is above the middle of the trigger, where no
    /// icon is.
    int violet()
    {
        const auto pixel = pixelAt(picture(view), 120, 43);
        return (pixel.r + pixel.b) / 2 - pixel.g;
    }

    EntityId trigger;
    ViewRequest view = viewFrom({0, 2, 10}, {0, 2, 0});
};
} // namespace

void TestRenderTriggers::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderTriggers::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderTriggers::theBoxIsSeenInTheEditorAlone()
{
    TriggerInFront drawn{*m_gl};
    QVERIFY(drawn.violet() > 5);
    drawn.view.showEditorObjects = false;
    QVERIFY(drawn.violet() <= 1);
}

void TestRenderTriggers::itFollowsItsSizeAndIsHiddenWithItsObject()
{
    TriggerInFront drawn{*m_gl};
    set(drawn.world, drawn.trigger, Trigger{.size = {0.2, 0.2, 0.2}});
    QVERIFY(drawn.violet() <= 1);
    set(drawn.world, drawn.trigger, Trigger{.size = {2, 2, 2}});
    QVERIFY(drawn.violet() > 5);
    set(drawn.world, drawn.trigger, Node{.name = "trigger", .parent = {}, .hidden = true});
    QVERIFY(drawn.violet() <= 1);
}

CORE_TEST(TestRenderTriggers)
} // namespace tst_render_triggers

#include "tst_render_triggers.moc"
