#pragma once

#include <QPointer>
#include <QToolButton>

class QMouseEvent;

namespace editor
{
class DraftLight;
class EditorContext;
class ViewLayout;
class ViewportWidget;

/// In the upper right corner of the largest view that shows light, if that is older than the
/// level. A click bakes it; the wheel and other buttons are the view's.
class LightBadge : public QToolButton
{
    Q_OBJECT

public:
    /// All outlive it. Without room for its text it is an icon.
    LightBadge(EditorContext& context, ViewLayout& views, const DraftLight& draft);

    /// After anything that it depends on: the level, its light, the views.
    void refresh();

    /// Whether some view shows light.
    [[nodiscard]] bool isLightSeen() const { return litView() != nullptr; }

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isForView(const QMouseEvent& event);
    [[nodiscard]] bool canBake() const;
    [[nodiscard]] ViewportWidget* litView() const;
    void placeIn(const ViewportWidget& view);

    EditorContext& m_context;
    ViewLayout& m_views;
    const DraftLight& m_draft;
    QPointer<ViewportWidget> m_view;          ///< that it lies over
    Qt::MouseButton m_forView = Qt::NoButton; ///< held down, and the view's
};
} // namespace editor
