#include "tests/support/test_editor.h"

#include "editor/operations/scene_navigation.h"
#include "editor/tools/builtin_tools.h"

#include <QObject>

#include <algorithm>

namespace mapwright::test
{
using namespace editor;

class TestEditor::Waker : public QObject
{
};

TestEditor::TestEditor()
    : m_waker{std::make_unique<Waker>()}
    , m_navigation{std::make_unique<SceneNavigation>(
          fixture.document,
          [this] {
              QMetaObject::invokeMethod(
                  m_waker.get(), [this] { m_navigation->update(); }, Qt::QueuedConnection);
          })}
    , m_builtins{registerBuiltinTools(*this)}
{
    tools.observer = [this](const PointerEvent& event) {
        pointerMoved(event);
    };
    tools.endedRefused = [this](const std::string& why) {
        showMessage(MessageKind::Warning, why);
    };
    tools.activeChanged = [this] {
        toolChanged();
    };
}

TestEditor::TestEditor(engine::AssetDatabase& assets) : TestEditor{}
{
    m_assets = &assets;
}

TestEditor::~TestEditor()
{
    tools.cancelAll();
    m_builtins.clear();
}

engine::AssetDatabase& TestEditor::assets()
{
    ENGINE_EXPECT(m_assets != nullptr); // the test did not give any
    return *m_assets;
}

Registration TestEditor::addTool(ToolInfo tool)
{
    if (tool.always)
        tools.addAlways(tool.id, tool.create(*this));
    else
        tools.add(tool.id, tool.create(*this));
    toolIds.push_back(tool.id);
    return Registration{[this, id = tool.id] {
        tools.remove(id);
        std::erase(toolIds, id);
    }};
}

Registration TestEditor::addPanel(PanelInfo panel)
{
    panels.push_back(panel);
    return Registration{[this, id = panel.id] {
        std::erase_if(panels, [&](const PanelInfo& each) { return each.id == id; });
    }};
}

Registration TestEditor::addAction(ActionInfo action)
{
    actions.push_back(action);
    return Registration{[this, id = action.id] {
        std::erase_if(actions, [&](const ActionInfo& each) { return each.id == id; });
    }};
}

Registration TestEditor::addOverlay(std::function<void(engine::DebugDraw&, ViewKind)> draw)
{
    overlays.push_back(std::move(draw));
    return Registration{[this, place = overlays.size() - 1] {
        overlays[place] = {};
    }};
}

Registration TestEditor::addIssues(std::function<std::vector<engine::Issue>()> list)
{
    toldIssues = std::move(list);
    return Registration{[this] {
        toldIssues = {};
    }};
}

Registration TestEditor::showJob(JobInfo job)
{
    const int id = jobCount++;
    jobs.emplace(id, std::move(job));
    return Registration{[this, id] {
        jobs.erase(id);
    }};
}

void TestEditor::showMessage(MessageKind, const std::string& text)
{
    messages.push_back(text);
}

void TestEditor::setCurrentMaterial(engine::Name material)
{
    m_material = material;
    materialChanged();
}
} // namespace mapwright::test
