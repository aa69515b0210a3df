#include "editor/app/window/editor_context.h"

#include "editor/app/notes/project_notes.h"
#include "editor/app/window/editor_pictures.h"
#include "editor/panels/fields/asset_field.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/log.h"
#include "engine_core/play/play_session.h"

#include <QMetaObject>

#include <algorithm>

namespace editor
{
using namespace engine;

EditorContext::EditorContext(Project project)
    : m_workspace{std::move(project),
                  [this] {
                      QMetaObject::invokeMethod(this, &EditorContext::jobFinished,
                                                Qt::QueuedConnection);
                  }}
    , m_toolBox{std::make_unique<ToolBox>(m_workspace.document())}
{
    m_toolBox->observer = [this](const PointerEvent& event) {
        pointerMoved(event);
    };
    m_toolBox->endedRefused = [this](const std::string& why) {
        showMessage(MessageKind::Warning, why);
    };
    m_toolBox->activeChanged = [this] {
        Q_EMIT toolActivated(QString::fromStdString(m_toolBox->activeId()));
        Q_EMIT viewsDirty();
        toolChanged();
    };
    connect(this, &EditorContext::jobFinished, this, [this] { m_workspace.deliver(); });
    // A material's file shows in the views as soon as it is shown or written.
    const auto repaint = [this](const auto&) {
        Q_EMIT viewsDirty();
    };
    m_connections += m_workspace.document().filesShown.connect(repaint);
    m_connections += m_workspace.document().filesWritten.connect(repaint);
    m_connections += m_workspace.document().fileKept.connect(
        [this](const std::string& why) { showMessage(MessageKind::Warning, why); });
    m_connections += prefabWritten.connect(
        [this](const PrefabWrite& write) { m_workspace.prefabHistory().note(write); });
    m_issueLists.push_back({{}, [this] {
                                return m_workspace.foliageGrower().issues();
                            }});
    m_connections += m_workspace.foliageGrower().issuesChanged.connect([this] { issuesChanged(); });
}

EditorContext::~EditorContext() = default;

ProjectNotes& EditorContext::notes()
{
    if (!m_notes)
        m_notes = std::make_unique<ProjectNotes>(*this);
    return *m_notes;
}

Result<void> EditorContext::openProject(const fs::path& folder, const fs::path& scene)
{
    auto project = engine::openProject(folder);
    if (!project)
        return project.error();
    auto file = scene;
    if (file.empty() && !project->startScene.empty())
        file = project->root / project->startScene;
    if (file.empty())
        return openProject(*std::move(project), std::nullopt);
    // Before anything is given up, so that a broken scene leaves what is open as it is.
    auto read = Workspace::read(file, m_workspace.types());
    return read ? openProject(*std::move(project), *std::move(read)) : read.error();
}

Result<void> EditorContext::openProject(Project project, std::optional<Workspace::ReadScene> scene)
{
    m_toolBox->cancelAll();
    const bool isAnother = project.root != m_workspace.assets().project().root;
    m_workspace.setProject(std::move(project));
    projectChanged();
    if (isAnother)
        setCurrentMaterial({}); // it was one of the project before
    return scene ? m_workspace.openScene(*std::move(scene)) : Result<void>{};
}

Result<void> EditorContext::mayRenameFiles()
{
    if (!m_workspace.waiting().empty())
        return Error{"Go back to the scene first: it waits with the names as they are now"};
    if (m_workspace.isSaving())
        return Error{"Wait for the save to end first"};
    return EditorApi::mayRenameFiles();
}

Document& EditorContext::document()
{
    return m_workspace.document();
}

SceneNavigation& EditorContext::navigation()
{
    return m_workspace.navigation();
}

AssetDatabase& EditorContext::assets()
{
    return m_workspace.assets();
}

Registration EditorContext::addTool(ToolInfo tool)
{
    if (tool.always)
        m_toolBox->addAlways(tool.id, tool.create(*this));
    else
        m_toolBox->add(tool.id, tool.create(*this));
    if (!tool.always) {
        m_tools.push_back(tool);
        Q_EMIT toolsChanged();
    }
    return Registration{[this, id = tool.id, alive = std::weak_ptr<bool>{m_alive}] {
        if (!alive.lock())
            return;
        m_toolBox->remove(id);
        if (std::erase_if(m_tools, [&](const auto& each) { return each.id == id; }) > 0)
            Q_EMIT toolsChanged();
    }};
}

Registration EditorContext::addPanel(PanelInfo panel)
{
    m_panels.push_back(panel);
    const auto id = QString::fromStdString(panel.id);
    Q_EMIT panelAdded(id);
    return Registration{[this, id, alive = std::weak_ptr<bool>{m_alive}] {
        if (!alive.lock())
            return;
        Q_EMIT panelRemoved(id);
        std::erase_if(m_panels, [&](const auto& each) { return each.id == id.toStdString(); });
    }};
}

Registration EditorContext::addAction(ActionInfo action)
{
    ENGINE_EXPECT(makeAction);
    return makeAction(action);
}

Registration EditorContext::addOverlay(std::function<void(DebugDraw&, ViewKind)> draw)
{
    const int id = m_nextOverlay++;
    m_overlays.push_back({id, std::move(draw)});
    Q_EMIT viewsDirty();
    return Registration{[this, id, alive = std::weak_ptr<bool>{m_alive}] {
        if (!alive.lock())
            return;
        std::erase_if(m_overlays, [&](const auto& each) { return each.id == id; });
        Q_EMIT viewsDirty();
    }};
}

Registration EditorContext::addIssues(std::function<std::vector<Issue>()> list)
{
    const auto id = std::make_shared<const int>();
    m_issueLists.push_back({id, std::move(list)});
    issuesChanged();
    return Registration{[this, id, alive = std::weak_ptr<bool>{m_alive}] {
        if (!alive.lock())
            return;
        std::erase_if(m_issueLists, [&](const auto& each) { return each.id == id; });
        issuesChanged();
    }};
}

std::vector<Issue> EditorContext::toldIssues() const
{
    std::vector<Issue> told;
    for (const auto& each : m_issueLists) {
        auto issues = each.list();
        std::move(issues.begin(), issues.end(), std::back_inserter(told));
    }
    return told;
}

Registration EditorContext::showJob(JobInfo job)
{
    const auto id = std::make_shared<const int>();
    m_toldJobs.push_back({id, std::move(job)});
    return Registration{[this, id, alive = std::weak_ptr<bool>{m_alive}] {
        if (alive.lock())
            std::erase_if(m_toldJobs, [&](const auto& each) { return each.id == id; });
    }};
}

std::vector<ShownJob> EditorContext::shownJobs()
{
    std::vector<ShownJob> shown;
    for (const auto& job : m_workspace.jobs().running())
        shown.push_back({job.control, job.name, job.control->progress(), [control = job.control] {
                             control->cancel();
                         }});
    for (const auto& job : m_toldJobs)
        shown.push_back({job.id, job.info.name, job.info.progress(),
                         [this, id = std::weak_ptr<const int>{job.id}] {
                             stopJob(id);
                         }});
    return shown;
}

/// By its name alone: who told of it, such as a plugin, may be gone by now.
void EditorContext::stopJob(const std::weak_ptr<const int>& id)
{
    const auto wanted = id.lock();
    const auto at = std::find_if(m_toldJobs.begin(), m_toldJobs.end(),
                                 [&](const auto& each) { return each.id == wanted; });
    if (at == m_toldJobs.end())
        return;
    const auto stop = at->info.stop; // it may take the job away
    stop();
}

void EditorContext::drawOverlays(DebugDraw& draw, ViewKind kind)
{
    for (const auto& overlay : m_overlays)
        overlay.draw(draw, kind);
}

void EditorContext::activateTool(const std::string& id)
{
    const auto before = m_toolBox->activeId();
    m_toolBox->activate(id);
    if (m_toolBox->activeId() != before)
        return;
    Q_EMIT toolActivated(QString::fromStdString(before)); // its button may have been released
    toolChanged();
}

void EditorContext::runOn(const std::string& label,
                          const std::vector<EntityId>& objects,
                          const EditOfSome& edit,
                          std::function<void()> done)
{
    ENGINE_EXPECT(doInParts);
    doInParts(label, objects, edit, std::move(done));
}

void EditorContext::showSelectionMoved(const std::optional<engine::Mat4d>& by)
{
    if (!by && !m_selectionMoved)
        return; // each step says so, and nothing was shown
    m_selectionMoved = by;
    Q_EMIT viewsDirty();
}

const engine::GameClasses* EditorContext::gameClasses()
{
    return &m_gameClasses.of(m_workspace.assets().project().root);
}

std::string EditorContext::toolKeys(const std::string& id) const
{
    return findToolKeys ? findToolKeys(id) : std::string{};
}

std::string EditorContext::activeTool() const
{
    return m_toolBox->activeId();
}

void EditorContext::showPanel(const std::string& id)
{
    Q_EMIT panelRequested(QString::fromStdString(id));
}

void EditorContext::showMessage(MessageKind kind, const std::string& text)
{
    const auto level = kind == MessageKind::Info      ? LogLevel::Info
                       : kind == MessageKind::Warning ? LogLevel::Warning
                                                      : LogLevel::Error;
    log({level, "editor", text, {}, 0});
    Q_EMIT message(kind, QString::fromStdString(text));
}

void EditorContext::setPlaySession(PlaySession* session)
{
    m_session = session;
    if (session != nullptr)
        m_gameChanges.begin(session->world());
    else
        m_gameChanges.end();
}

void EditorContext::setGame(PlaySession* game)
{
    m_game = game;
    gameChanged();
}

engine::Result<void> EditorContext::tellGame(const std::string& line)
{
    return m_game != nullptr ? m_game->type(line) : EditorApi::tellGame(line);
}

void EditorContext::keepPlayed(const std::vector<PlayedChange>& changes)
{
    const auto count = countText(objectCount(changes), "object", "objects");
    if (const auto kept = m_gameChanges.keep(changes); !kept)
        showMessage(MessageKind::Warning, kept.error().message());
    else
        showMessage(MessageKind::Info, "Kept " + count + " as played");
}

void EditorContext::updateViews()
{
    Q_EMIT viewsDirty();
}

void EditorContext::setGrid(const Grid& grid)
{
    m_grid = grid;
    Q_EMIT gridChanged();
    Q_EMIT viewsDirty();
}

AssetInput EditorContext::makeAssetInput(engine::AssetKind kind,
                                         std::function<void(const std::string&)> picked,
                                         QWidget* parent)
{
    auto* field = new AssetField{*this, kind, parent};
    field->picked = std::move(picked);
    return {field, [field](const std::string& path) {
                field->setPath(path);
            }};
}

AssetPictures* EditorContext::assetPictures()
{
    if (!m_pictures)
        m_pictures = std::make_unique<EditorPictures>(*this);
    return m_pictures.get();
}

void EditorContext::setCurrentMaterial(Name material)
{
    m_material = material;
    materialChanged();
}

void EditorContext::focus(const Aabb& box)
{
    Q_EMIT focusRequested(box);
}

void EditorContext::focusFrom(const Vec3d& eye, const Aabb& box)
{
    Q_EMIT focusFromRequested(eye, box);
}
} // namespace editor
