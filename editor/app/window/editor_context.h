#pragma once

#include "editor/api/editor_api.h"
#include "editor/app/play/game_changes.h"
#include "editor/app/window/shown_job.h"
#include "editor/app/workspace/project_classes.h"
#include "editor/app/workspace/workspace.h"
#include "editor/tools/tool_box.h"

#include <QObject>

#include <memory>
#include <vector>

namespace editor
{
class EditorPictures;
class ProjectNotes;

/// What one window has open and what was added to it: the EditorApi that tools, panels and plugins
/// see. The window listens to its signals and shows them.
class EditorContext : public QObject, public EditorApi
{
    Q_OBJECT

public:
    explicit EditorContext(engine::Project project);
    ~EditorContext() override;

    /// Opens another project with the given scene, or else its start scene. On an Error the one
    /// that was open stays.
    engine::Result<void> openProject(const fs::path& folder, const fs::path& scene = {});

    /// The same with a scene that was read already, or an empty one.
    engine::Result<void> openProject(engine::Project project,
                                     std::optional<Workspace::ReadScene> scene);

    [[nodiscard]] Workspace& workspace() { return m_workspace; }

    [[nodiscard]] ToolBox& toolBox() { return *m_toolBox; }

    [[nodiscard]] const std::vector<ToolInfo>& tools() const { return m_tools; }

    [[nodiscard]] const std::vector<PanelInfo>& panels() const { return m_panels; }

    /// The long jobs of the workspace and those that were told with showJob().
    [[nodiscard]] std::vector<ShownJob> shownJobs();

    /// What those have told that called addIssues().
    [[nodiscard]] std::vector<engine::Issue> toldIssues() const;

    void drawOverlays(engine::DebugDraw& draw, ViewKind kind);
    void setGrid(const engine::Grid& grid);

    /// Where a drag shows what is selected; nothing while it shows nothing.
    [[nodiscard]] const std::optional<engine::Mat4d>& selectionMoved() const
    {
        return m_selectionMoved;
    }

    /// The running game; null before its world goes. Not owned.
    void setPlaySession(engine::PlaySession* session);

    /// The running game, whatever scene of it runs; null at its end.
    void setGame(engine::PlaySession* game);

    /// What the game has made of the level.
    [[nodiscard]] GameChanges& gameChanges() { return m_gameChanges; }

    /// What was noticed about the project; made, and read, when it is asked for first.
    [[nodiscard]] ProjectNotes& notes();

    /// Takes such changes over, as one step, and says so.
    void keepPlayed(const std::vector<PlayedChange>& changes);

    // EditorApi
    Document& document() override;
    SceneNavigation& navigation() override;
    engine::AssetDatabase& assets() override;
    Registration addTool(ToolInfo tool) override;
    Registration addPanel(PanelInfo panel) override;
    Registration addAction(ActionInfo action) override;
    Registration addOverlay(std::function<void(engine::DebugDraw&, ViewKind)> draw) override;
    Registration addIssues(std::function<std::vector<engine::Issue>()> list) override;
    void activateTool(const std::string& id) override;
    std::string activeTool() const override;
    std::string toolKeys(const std::string& id) const override;
    void showPanel(const std::string& id) override;
    void showMessage(MessageKind kind, const std::string& text) override;
    Registration showJob(JobInfo job) override;
    void runOn(const std::string& label,
               const std::vector<EntityId>& objects,
               const EditOfSome& edit,
               std::function<void()> done) override;
    void showSelectionMoved(const std::optional<engine::Mat4d>& by) override;
    const engine::GameClasses* gameClasses() override;
    void updateViews() override;
    AssetInput makeAssetInput(engine::AssetKind kind,
                              std::function<void(const std::string&)> picked,
                              QWidget* parent) override;

    AssetPictures* assetPictures() override;

    engine::Grid grid() const override { return m_grid; }

    engine::Name currentMaterial() const override { return m_material; }

    void setCurrentMaterial(engine::Name material) override;

    const engine::PlaySession* playSession() const override { return m_session; }

    const engine::PlaySession* game() const override { return m_game; }

    engine::Result<void> tellGame(const std::string& line) override;

    engine::Result<void> mayRenameFiles() override;

    Registration holdBack() override { return m_workspace.holdBack(); }

    std::size_t otherEditors() override { return countEditors ? countEditors() : 0; }

    /// Whoever knows of other editors tells how many there are.
    std::function<std::size_t()> countEditors;

    void focus(const engine::Aabb& box) override;
    void focusFrom(const engine::Vec3d& eye, const engine::Aabb& box) override;

    /// The window gives actions a place; set before anything adds some.
    std::function<Registration(const ActionInfo&)> makeAction;

    /// The window's LongSteps; set before any tool is used.
    std::function<void(const std::string& label,
                       const std::vector<EntityId>& objects,
                       const EditOfSome& edit,
                       std::function<void()> done)>
        doInParts;

    /// The window knows the keys of the commands that choose tools; may be empty.
    std::function<std::string(const std::string& tool)> findToolKeys;

Q_SIGNALS:
    void toolsChanged();
    void panelAdded(const QString& id);
    void panelRemoved(const QString& id);
    void panelRequested(const QString& id);
    void toolActivated(const QString& id);
    void message(editor::MessageKind kind, const QString& text);
    void viewsDirty();
    void gridChanged();
    void focusRequested(const engine::Aabb& box);
    void focusFromRequested(const engine::Vec3d& eye, const engine::Aabb& box);
    void jobFinished();

private:
    struct Overlay
    {
        int id = 0;
        std::function<void(engine::DebugDraw&, ViewKind)> draw;
    };

    struct IssueList
    {
        std::shared_ptr<const int> id;
        std::function<std::vector<engine::Issue>()> list;
    };

    struct ToldJob
    {
        std::shared_ptr<const int> id;
        JobInfo info;
    };

    void stopJob(const std::weak_ptr<const int>& id);

    Workspace m_workspace;
    ProjectClasses m_gameClasses;
    std::unique_ptr<ToolBox> m_toolBox;
    std::vector<ToolInfo> m_tools;
    std::vector<PanelInfo> m_panels;
    std::vector<Overlay> m_overlays;
    std::vector<IssueList> m_issueLists;
    std::vector<ToldJob> m_toldJobs;
    int m_nextOverlay = 1;
    engine::Grid m_grid;
    engine::Name m_material;
    std::optional<engine::Mat4d> m_selectionMoved;
    const engine::PlaySession* m_session = nullptr;
    engine::PlaySession* m_game = nullptr;
    GameChanges m_gameChanges{m_workspace.document()};
    std::unique_ptr<EditorPictures> m_pictures; ///< once somebody has asked
    std::unique_ptr<ProjectNotes> m_notes;      ///< the same
    engine::Connections m_connections;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};
} // namespace editor
