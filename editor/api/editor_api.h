#pragma once

#include "editor/api/panel.h"
#include "editor/api/registration.h"
#include "editor/api/tool.h"
#include "editor/document/document.h"
#include "editor/operations/prefab/prefab_write.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/checks/issue.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine
{
class GameClasses;
class PlaySession;
}

namespace editor
{
class AssetPictures;
class SceneNavigation;

/// A tool as menus and the tool bar show it.
struct ToolInfo
{
    std::string id; ///< stable, such as "measure.tape"
    std::string label;
    std::string tooltip; ///< one sentence
    std::string icon;
    std::string shortcut; ///< as Qt writes it, such as "B"; may be empty
    std::function<std::unique_ptr<Tool>(EditorApi& editor)> create;
    /// Not to be chosen: asked before the active tool, whichever that is, for handles and the like.
    bool always = false;
    /// Tools of one family share a button of the tool bar if there are enough of them; empty: what
    /// stands before the dot of the id.
    std::string family{};
};

/// A menu entry and command.
struct ActionInfo
{
    std::string id;
    std::string menu; ///< "Tools", "View/Overlays", ...; made if it does not exist
    std::string label;
    std::string tooltip;
    std::string icon;
    std::string shortcut;
    std::function<void()> run;
    /// May be empty: always. Asked after each step, and when the selection or the scene is another
    /// one; see EditorApi::commandsChanged for what else it may be about.
    std::function<bool()> isEnabled;
};

/// A field that belongs to its parent, and how to show a path in it.
struct AssetInput
{
    QWidget* field = nullptr;
    std::function<void(const std::string& path)> show;
};

/// Work that takes its time, for the status bar. Main thread only.
struct JobInfo
{
    std::string name;
    std::function<double()> progress; ///< from 0 to 1
    std::function<void()> stop;       ///< what was there before stays
};

enum class MessageKind
{
    Info,
    Warning,
    Error
};

/// All that a panel, tool or plugin may do to the editor. Main thread only.
class EditorApi
{
public:
    virtual ~EditorApi() = default;

    [[nodiscard]] virtual Document& document() = 0;

    /// The navigation meshes of the open scene, the same ones for everybody.
    [[nodiscard]] virtual SceneNavigation& navigation() = 0;

    /// Of the open project; another object after projectChanged.
    [[nodiscard]] virtual engine::AssetDatabase& assets() = 0;

    [[nodiscard]] virtual Registration addTool(ToolInfo tool) = 0;
    [[nodiscard]] virtual Registration addPanel(PanelInfo panel) = 0;
    [[nodiscard]] virtual Registration addAction(ActionInfo action) = 0;

    /// Draws into every 3D and 2D view, each frame, until the registration goes.
    [[nodiscard]] virtual Registration
    addOverlay(std::function<void(engine::DebugDraw&, ViewKind)> draw) = 0;

    /// What somebody else finds wrong with the scene: the Issues dock lists it beside its own.
    /// `list` is asked after each round of checks and when issuesChanged tells; it only says what
    /// is known.
    [[nodiscard]] virtual Registration
    addIssues(std::function<std::vector<engine::Issue>()> /*list*/)
    {
        return {};
    }

    virtual void activateTool(const std::string& id) = 0; ///< "" is the selection tool
    [[nodiscard]] virtual std::string activeTool() const = 0;

    /// The keys that choose the tool now, as menus show them; empty if there are none.
    [[nodiscard]] virtual std::string toolKeys(const std::string& /*id*/) const { return {}; }

    /// Opens the panel of that id, or brings it to the front; nothing if there is none.
    virtual void showPanel(const std::string& id) = 0;

    /// In the status bar, and in the console.
    virtual void showMessage(MessageKind kind, const std::string& text) = 0;

    /// Shows the job in the status bar, with time left and a stop button, until the registration
    /// goes; not before a moment has passed, so that short ones need no care. Without a window
    /// nobody sees it.
    [[nodiscard]] virtual Registration showJob(JobInfo /*job*/) { return {}; }

    /// Of some of the objects that a step is about.
    using EditOfSome =
        std::function<engine::Result<void>(Transaction&, std::span<const EntityId> objects)>;

    /// One step that does the edit to all objects: those of thousands in parts between other
    /// events, with a job that can be stopped, each object in one part. `done` is called when the
    /// step is in the history. A refusal is shown and leaves everything as it was.
    virtual void runOn(const std::string& label,
                       const std::vector<EntityId>& objects,
                       const EditOfSome& edit,
                       std::function<void()> done = {}) = 0;

    /// Draws the outlines of what is selected where this brings them, until the next step or an
    /// empty one: what a drag of thousands shows. Without a window nobody sees it.
    virtual void showSelectionMoved(const std::optional<engine::Mat4d>& /*by*/) {}

    /// The classes of entities of the game that the project's levels are for, from the FGD files
    /// in its folder, read again when those change; null if there is no project. What it points to
    /// is good until the next call.
    [[nodiscard]] virtual const engine::GameClasses* gameClasses() { return nullptr; }

    /// Paints the views again soon.
    virtual void updateViews() = 0;

    /// A field for the path of an asset as the inspector has them: typed with completion, picked
    /// from a list or dropped. `picked` is told what the user wants, empty for none. Without a
    /// window there is none.
    [[nodiscard]] virtual AssetInput
    makeAssetInput(engine::AssetKind /*kind*/,
                   std::function<void(const std::string&)> /*picked*/,
                   QWidget* /*parent*/)
    {
        return {};
    }

    /// Small pictures of assets. Without a window there are none.
    [[nodiscard]] virtual AssetPictures* assetPictures() { return nullptr; }

    [[nodiscard]] virtual engine::Grid grid() const = 0;

    /// The material that new brushes get: the one chosen last in the asset browser.
    [[nodiscard]] virtual engine::Name currentMaterial() const = 0;
    virtual void setCurrentMaterial(engine::Name material) = 0;

    /// Whether textures follow the brushes that tools and commands move.
    [[nodiscard]] engine::TextureLock textureLock() const { return m_textureLock; }

    void setTextureLock(engine::TextureLock lock)
    {
        m_textureLock = lock;
        textureLockChanged();
    }

    /// The running game; null while there is none. Never kept: it ends at any turn of the event
    /// loop.
    [[nodiscard]] virtual const engine::PlaySession* playSession() const { return nullptr; }

    [[nodiscard]] bool isPlaying() const { return playSession() != nullptr; }

    /// The same whatever scene runs; playSession() is null while it is not the open one.
    [[nodiscard]] virtual const engine::PlaySession* game() const { return playSession(); }

    /// Types a line into the running game's console, see PlaySession::type(); an Error, in words
    /// for who typed it, also while no game runs.
    virtual engine::Result<void> tellGame(const std::string& /*line*/)
    {
        return engine::Error{"No game runs"};
    }

    /// Whether files that scenes refer to may get other names now: an Error while a scene waits
    /// behind an open prefab, or a save or a drag is under way.
    [[nodiscard]] virtual engine::Result<void> mayRenameFiles()
    {
        return document().isEditing() ? engine::Result<void>{document().busyError()}
                                      : engine::Result<void>{};
    }

    /// As long as it lives, nothing that a job has found reaches the document by itself: what is
    /// known of the scene stays true while files are changed.
    [[nodiscard]] virtual Registration holdBack() { return {}; }

    /// How many other editors have the project open.
    [[nodiscard]] virtual std::size_t otherEditors() { return 0; }

    /// Moves the views so that the box fills them.
    virtual void focus(const engine::Aabb& box) = 0;

    /// The same for the 2D views; the 3D views look at the middle of the box from `eye`.
    virtual void focusFrom(const engine::Vec3d& eye, const engine::Aabb& box) = 0;

    engine::Signal<> projectChanged;
    engine::Signal<> materialChanged;
    engine::Signal<> textureLockChanged;
    /// Another tool is active, whoever chose it, or tools have other keys.
    engine::Signal<> toolChanged;
    /// Whoever has added an action tells so when isEnabled would say something else now. Not for
    /// each move of the mouse: all commands are asked.
    engine::Signal<> commandsChanged;
    /// A game has started, or is about to end: game() is another one.
    engine::Signal<> gameChanged;
    /// Whoever called addIssues() has others to tell.
    engine::Signal<> issuesChanged;
    /// The mouse did something in a view; told before the tools hear of it.
    engine::Signal<PointerEvent> pointerMoved;

    /// Whoever runs an operation that wrote a prefab's file tells so: undo takes the file along.
    engine::Signal<PrefabWrite> prefabWritten;

    /// Someone wants to edit the prefab of that path by itself: the window opens its file.
    engine::Signal<std::string> editPrefabWanted;

    /// The same for an instance in the middle of the active view, or under its pointer.
    engine::Signal<std::string> placePrefabWanted;

    /// Someone lacks textures: the window asks for a file of a game, or for a folder.
    engine::Signal<bool> texturesWanted; ///< true: for a folder

private:
    engine::TextureLock m_textureLock = engine::TextureLock::On;
};
} // namespace editor
