#pragma once

#include <QToolButton>

namespace editor
{
class EditorContext;
class ViewLayout;
class ViewportWidget;

/// In the upper right corner of the largest view that shows light, if that is older than the
/// level. A click calculates it.
class LightBadge : public QToolButton
{
    Q_OBJECT

public:
    /// Both outlive it. Without room for its text it is an icon.
    LightBadge(EditorContext& context, ViewLayout& views);

    /// After anything that it depends on: the level, its light, the views.
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] ViewportWidget* litView() const;
    void placeIn(const ViewportWidget& view);

    EditorContext& m_context;
    ViewLayout& m_views;
};
} // namespace editor
