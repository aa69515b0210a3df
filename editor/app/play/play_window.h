#pragma once

#include "editor/app/actions/keymap.h"
#include "editor/app/actions/stored_effects.h"
#include "editor/app/notes/note_taker.h"
#include "editor/app/play/play_controller.h"
#include "editor/app/workspace/workspace.h"
#include "editor/tools/tool_box.h"
#include "editor/views/render_hub.h"
#include "editor/views/viewport_widget.h"

#include <QMainWindow>

namespace editor
{
class PlayConsole;

/// A window with one view, which is the game from start to end. Esc frees the mouse.
class PlayWindow final : public QMainWindow, public ViewHost
{
public:
    explicit PlayWindow(engine::Project project);
    ~PlayWindow() override;

    /// Opens the scene, shows the window and starts the game. On an Error the window may be thrown
    /// away.
    engine::Result<void> start(const engine::fs::path& scene);

    Document& viewDocument() override { return m_workspace.document(); }

    RenderHub* renderHub() override { return m_hub.get(); }

    ToolBox& toolBox() override { return m_tools; }

    engine::Grid viewGrid() const override { return {}; }

    const ViewKeys& viewKeys() const override { return m_keys; }

    engine::ViewEffects viewEffects() const override { return m_effects; }

    const std::set<engine::Lightmap::Key>& staleFaces() const override;
    const engine::FaceParts& staleParts() const override;

    void drawOverlays(engine::DebugDraw&, ViewKind, const engine::Vec2d&) override {}

    void drawGameOverlays(engine::DebugDraw&) override {}

    engine::PlaySession* playSession() override { return m_play.session(); }

    ViewportWidget* playView() override { return m_play.view(); }

    QString gameHint(bool mouseIsCaptured) const override;

    bool framesGame() const override { return false; } // all of the window is the game

    void showPointer(const engine::Vec3d&) override {}

    void showMeasure(const QString&, const QString&) override {}

    void viewActivated(ViewportWidget*) override {}

    bool dropAsset(const QString&, const QString&, const PointerEvent&) override { return false; }

    void showViewMenu(const PointerEvent&, const QPoint&) override {}

    void repaintViews() override { m_view->refresh(); }

    void writeNote(ViewportWidget& view) override;

private:
    void makeConsole();

    Workspace m_workspace;
    ToolBox m_tools;
    ViewKeys m_keys = Keymap::load().viewKeys();
    engine::ViewEffects m_effects = storedEffects();
    QKeySequence m_endKey;
    PlayController m_play;
    std::unique_ptr<RenderHub> m_hub;
    ViewportWidget* m_view = nullptr;
    PlayConsole* m_console = nullptr;
    std::unique_ptr<NoteTaker> m_notes; ///< goes first: it waits for what it writes
};

/// `mapwright play SCENE`: the game alone in a window; closing it ends the game. Returns the exit
/// status.
int runPlayWindow(int& argc, char** argv, const engine::fs::path& scene);
} // namespace editor
