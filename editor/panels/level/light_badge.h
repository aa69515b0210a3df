#pragma once

#include <QPointer>
#include <QToolButton>

class QMouseEvent;

namespace editor
{
class EditorContext;
class ViewLayout;
class ViewportWidget;

/// In the upper right corner of the largest view that shows light, if that is older than the
/// level. A click bakes it; the wheel and other buttons are the view's.
class LightBadge : public QToolButton
{
    Q_OBJECT

public:
    /// Both outlive it. Without room for its text it is an icon.
    LightBadge(EditorContext& context, ViewLayout& views);

    /// After anything that it depends on: the level, its light, the views.
    void refresh();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isForView(const QMouseEvent& event);
    [[nodiscard]] ViewportWidget* litView() const;
    void placeIn(const ViewportWidget& view);

    EditorContext& m_context;
    ViewLayout& m_views;
    QPointer<ViewportWidget> m_view;          ///< that it lies over
    Qt::MouseButton m_forView = Qt::NoButton; ///< held down, and the view's
};
} // namespace editor
