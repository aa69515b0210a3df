#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/tool_box.h"
#include "tests/support/document_fixture.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::test
{
/// The editor without windows: a real document, tool box and registrations. What only views do
/// (painting, focusing) is counted or kept for tests to see.
class TestEditor : public editor::EditorApi
{
public:
    TestEditor();                                       ///< with the built-in tools
    explicit TestEditor(engine::AssetDatabase& assets); ///< with a project's assets as well
    ~TestEditor() override;

    editor::Document& document() override { return fixture.document; }

    editor::SceneNavigation& navigation() override { return *m_navigation; }

    engine::AssetDatabase& assets() override;

    editor::Registration addTool(editor::ToolInfo tool) override;
    editor::Registration addPanel(editor::PanelInfo panel) override;
    editor::Registration addAction(editor::ActionInfo action) override;
    editor::Registration
    addOverlay(std::function<void(engine::DebugDraw&, editor::ViewKind)> draw) override;

    editor::Registration addIssues(std::function<std::vector<engine::Issue>()> list) override;

    void activateTool(const std::string& id) override
    {
        tools.activate(id);
        toolChanged();
    }

    [[nodiscard]] std::string activeTool() const override { return tools.activeId(); }

    [[nodiscard]] std::string toolKeys(const std::string& id) const override
    {
        const auto found = keysOfTools.find(id);
        return found != keysOfTools.end() ? found->second : std::string{};
    }

    void showPanel(const std::string& id) override { shownPanels.push_back(id); }

    void showMessage(editor::MessageKind kind, const std::string& text) override;

    [[nodiscard]] editor::Registration showJob(editor::JobInfo job) override;

    void updateViews() override { ++repaints; }

    [[nodiscard]] engine::Grid grid() const override { return gridSetting; }

    [[nodiscard]] engine::Name currentMaterial() const override { return m_material; }

    void setCurrentMaterial(engine::Name material) override;

    [[nodiscard]] const engine::PlaySession* playSession() const override { return session; }

    const engine::PlaySession* session = nullptr; ///< what tests take for the running game

    void focus(const engine::Aabb& box) override { focused = box; }

    void focusFrom(const engine::Vec3d&, const engine::Aabb& box) override { focused = box; }

    DocumentFixture fixture;
    editor::ToolBox tools{fixture.document};
    engine::Grid gridSetting;
    std::vector<std::string> toolIds;
    std::map<std::string, std::string> keysOfTools;
    std::vector<editor::PanelInfo> panels;
    std::vector<editor::ActionInfo> actions;
    std::vector<std::string> messages;
    std::map<int, editor::JobInfo> jobs; ///< that run
    int jobCount = 0;                    ///< of all that ever did
    std::vector<std::string> shownPanels;
    std::optional<engine::Aabb> focused;
    int repaints = 0;
    std::vector<std::function<void(engine::DebugDraw&, editor::ViewKind)>> overlays;
    std::function<std::vector<engine::Issue>()> toldIssues; ///< by the last who called addIssues()

private:
    class Waker; ///< lets the main loop take what workers have done, if there is a main loop

    std::unique_ptr<Waker> m_waker;
    std::unique_ptr<editor::SceneNavigation> m_navigation;
    engine::AssetDatabase* m_assets = nullptr;
    engine::Name m_material;
    std::vector<editor::Registration> m_builtins;
};
} // namespace mapwright::test
