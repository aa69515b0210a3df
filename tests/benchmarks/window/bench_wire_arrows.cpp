#include "editor/api/plugin.h"
#include "engine_core/base/thread_time.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scene/debug_draw.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/offscreen_application.h"
#include "tests/support/fixtures/test_editor.h"

#include <QPluginLoader>

#include <fmt/core.h>

#include <algorithm>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Objects = 20'000;
constexpr int Wired = 2'000;
constexpr int Repeats = 101;

/// The plugin of parts over a level of objects, the first of which have a wire to the next.
class WiredLevel
{
public:
    explicit WiredLevel(int wired)
    {
        fill(wired);
        m_plugin = qobject_cast<editor::Plugin*>(m_loader.instance());
        ENGINE_EXPECT(m_plugin != nullptr && m_plugin->start(m_editor));
        const auto showAll =
            std::find_if(m_editor.actions.begin(), m_editor.actions.end(),
                         [](const auto& action) { return action.id == "parts.wires"; });
        ENGINE_EXPECT(showAll != m_editor.actions.end());
        showAll->run();
    }

    ~WiredLevel() { m_plugin->stopAndRelease(); }

    WiredLevel(const WiredLevel&) = delete;
    WiredLevel& operator=(const WiredLevel&) = delete;

    /// What one view asks the plugin for in one frame: median processor time, milliseconds.
    /// @param before each frame, outside the clock
    double frame(const std::function<void()>& before = {})
    {
        std::vector<double> taken;
        for (int i = 0; i < Repeats; ++i) {
            if (before)
                before();
            DebugDraw draw;
            const double start = threadMilliseconds();
            for (const auto& overlay : m_editor.overlays)
                overlay(draw, editor::ViewKind::Perspective);
            taken.push_back(threadMilliseconds() - start);
            m_lines = draw.lines.size();
        }
        std::sort(taken.begin(), taken.end());
        return taken[taken.size() / 2];
    }

    void selectAnother() { m_editor.document().selection().set({m_objects[++m_selected]}); }

    [[nodiscard]] std::size_t lines() const { return m_lines; }

private:
    void fill(int wired)
    {
        const auto done =
            m_editor.document().run("Fill", [&](editor::Transaction& step) -> Result<void> {
                for (int i = 0; i < Objects; ++i) {
                    m_objects.push_back(step.create("Object"));
                    step.set(m_objects.back(),
                             TransformComponent{.position = {i % 200, 0, i / 200}});
                }
                for (std::size_t i = 0; i < static_cast<std::size_t>(wired); ++i)
                    step.set(m_objects[i], Wires{{{"opened", m_objects[i + 1], "open"}}});
                return {};
            });
        ENGINE_EXPECT(done);
    }

    QPluginLoader m_loader{QCoreApplication::applicationDirPath() +
                           QStringLiteral("/../plugins/parts.so")};
    test::TestEditor m_editor;
    editor::Plugin* m_plugin = nullptr;
    std::vector<EntityId> m_objects;
    std::size_t m_selected = 0;
    std::size_t m_lines = 0;
};
} // namespace

std::vector<Row> benchWireArrows(const Settings& /*settings*/)
{
    const OffscreenApplication application;
    const double none = WiredLevel{0}.frame(); // the plugin is one object: not beside the other
    WiredLevel wired{Wired};
    const double still = wired.frame();
    const auto lines = wired.lines();
    ENGINE_EXPECT(lines == 5U * Wired);
    const double anew = wired.frame([&] { wired.selectAnother(); });
    const auto work = fmt::format("{} objects, {} wires, {} lines", Objects, Wired, lines);
    return {
        promised("wire_arrows_none", fmt::format("{} objects without a wire", Objects), none, 0.01),
        promised("wire_arrows_frame", work, still, 0.1),
        promised("wire_arrows_anew", work + ", after the selection has changed", anew, 4)};
}
} // namespace mapwright::bench
