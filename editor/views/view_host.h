#pragma once

#include "editor/api/tool.h"
#include "editor/document/document.h"
#include "editor/views/view_keys.h"
#include "engine_core/render/passes/view.h"

#include <QPoint>
#include <QString>

#include <optional>
#include <set>
#include <vector>

class QAction;

namespace engine
{
class PlaySession;
}

namespace editor
{
class RenderHub;
class ToolBox;
class ViewportWidget;

/// What a view needs of the window around it.
class ViewHost
{
public:
    virtual ~ViewHost() = default;

    [[nodiscard]] virtual Document& viewDocument() = 0;
    /// Null until a project is open.
    [[nodiscard]] virtual RenderHub* renderHub() = 0;
    [[nodiscard]] virtual ToolBox& toolBox() = 0;
    [[nodiscard]] virtual engine::Grid viewGrid() const = 0;
    [[nodiscard]] virtual const ViewKeys& viewKeys() const = 0;
    [[nodiscard]] virtual const std::set<engine::Lightmap::Key>& staleFaces() const = 0;

    /// Those of them that are stale there alone.
    [[nodiscard]] virtual const engine::FaceParts& staleParts() const = 0;

    /// Switches of what all views show, for the end of their menus of modes.
    [[nodiscard]] virtual std::vector<QAction*> viewSwitches() const { return {}; }

    /// What of the light in views takes time and is wanted all the same, or not at all.
    [[nodiscard]] virtual engine::ViewEffects viewEffects() const { return {}; }

    /// Whether somebody looks at what these cost; pictures take longer for it.
    [[nodiscard]] virtual bool measuresEffects() const { return false; }

    /// What they took in the picture that the view drew last.
    virtual void effectsTook(const ViewportWidget* /*view*/, const engine::RenderStats& /*took*/) {}

    /// Faces whose light is out of date, by how long it has been.
    [[nodiscard]] virtual const std::vector<engine::FaceTint>& staleAges()
    {
        static const std::vector<engine::FaceTint> none;
        return none;
    }

    /// Those of them that are out of date there alone.
    [[nodiscard]] virtual const engine::FaceParts& agedParts() const
    {
        static const engine::FaceParts none;
        return none;
    }

    /// Where a drag of thousands shows the outlines of what is selected.
    [[nodiscard]] virtual std::optional<engine::Mat4d> selectionMoved() const { return {}; }

    /// What plugins and systems add to every view.
    /// @param view its width and height in points
    virtual void
    drawOverlays(engine::DebugDraw& draw, ViewKind kind, const engine::Vec2d& view) = 0;

    /// The same for the picture of the running game, where only what was asked for is shown.
    virtual void drawGameOverlays(engine::DebugDraw& draw) = 0;

    /// The running session, or null.
    [[nodiscard]] virtual engine::PlaySession* playSession() = 0;

    /// Where the game has what its author put elsewhere; null without a game of the edited scene.
    [[nodiscard]] virtual const std::set<engine::EntityId>* movedByGame() const { return nullptr; }

    /// The view that the game fills while playing.
    [[nodiscard]] virtual ViewportWidget* playView() = 0;

    /// What stands at the foot of the game's picture, such as the keys that lead back; empty:
    /// nothing.
    [[nodiscard]] virtual QString gameHint(bool mouseIsCaptured) const = 0;

    /// Whether a frame tells the game's picture from the views beside it.
    [[nodiscard]] virtual bool framesGame() const { return true; }

    /// The pointer is at this place of the level (status bar).
    virtual void showPointer(const engine::Vec3d& place) = 0;

    /// The measure of the drag under way, and why it is not as asked; both empty: it ended.
    virtual void showMeasure(const QString& text, const QString& refusal = {}) = 0;
    virtual void viewActivated(ViewportWidget* view) = 0;

    /// A material or other asset was dropped; true if it was used.
    virtual bool dropAsset(const QString& kind, const QString& path, const PointerEvent& at) = 0;

    /// The view was clicked with the right button, or the menu key was pressed; `place` is on the
    /// screen. Returns when the menu is closed.
    virtual void showViewMenu(const PointerEvent& at, const QPoint& place) = 0;

    virtual void repaintViews() = 0;

    /// Somebody wants to write a note about what the view shows (ViewKey::Note).
    virtual void writeNote(ViewportWidget& /*view*/) {}

    /// Whether the game's picture shows how values of the player went, see PlayGraphs.
    [[nodiscard]] virtual bool showsGraphs() const { return false; }
};
} // namespace editor
