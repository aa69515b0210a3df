#pragma once

#include "editor/views/view_surface.h"
#include "editor/views/viewport_widget.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

class QSplitter;
class QVBoxLayout;

namespace editor
{
/// The views of one window in nested splitters: any view can be split, closed and maximised, and
/// the whole arrangement is stored and restored.
class ViewLayout : public ViewSurface
{
    Q_OBJECT

public:
    explicit ViewLayout(ViewHost& host, QWidget* parent = nullptr);

    /// One big 3D view on the left, top, front and side on the right.
    void showFourViews();
    void showSingleView(ViewKind kind, engine::ViewMode mode);
    /// The game's view beside a 3D view of the level.
    void showPlayAndScene();

    /// A second view of the same kind beside or below it.
    void split(ViewportWidget* view, Qt::Orientation direction);

    /// The last view stays.
    void close(ViewportWidget* view);
    /// The view that is maximised is the active one.
    void toggleMaximized(ViewportWidget* view);

    /// The view becomes the game: if another one is maximised, this one is instead until endGame().
    void showGame(ViewportWidget* view);
    /// What was maximised before is again, unless the arrangement was changed meanwhile.
    void endGame();

    [[nodiscard]] std::vector<ViewportWidget*> views() const;

    /// The first view of that kind; null if there is none.
    [[nodiscard]] ViewportWidget* findView(ViewKind kind) const;

    /// The one worked in last.
    [[nodiscard]] ViewportWidget* activeView() const;

    void setActiveView(ViewportWidget* view) { m_active = view; }

    /// What keys are about: the view under the pointer, or else the active one.
    [[nodiscard]] ViewportWidget* viewForKeys() const;

    [[nodiscard]] QJsonObject saveState() const;

    /// False, and nothing changed, if the state is not of this version or not whole.
    bool restoreState(const QJsonObject& state);

    /// Where each view looks and in which mode, in the order of views().
    [[nodiscard]] QJsonArray savePlaces() const;

    /// Each view takes the next place of its kind, or else the last one. What is damaged is passed
    /// over. False if no view found a place.
    bool restorePlaces(const QJsonArray& places);

    void repaintViews();

private:
    ViewportWidget* makeView(ViewKind kind);
    QSplitter* makeSplitter(Qt::Orientation direction);
    void takeOverViews(QWidget* root);
    void takeOverGame(QWidget* root);
    void setRoot(QWidget* root);
    void setMaximized(ViewportWidget* view);
    [[nodiscard]] QJsonObject saveNode(const QWidget* node) const;
    QWidget* restoreNode(const QJsonObject& state, int depth);

    ViewHost& m_host;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_root = nullptr;
    ViewportWidget* m_active = nullptr;
    ViewportWidget* m_maximized = nullptr;
    ViewportWidget* m_maximizedBeforeGame = nullptr;
};
} // namespace editor
