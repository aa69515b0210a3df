#pragma once

#include <QToolButton>

namespace editor
{
class EditorContext;
class ViewLayout;
class ViewportWidget;

/// In the corner of a view that shows light which is older than the level. A click calculates it.
class LightBadge : public QToolButton
{
    Q_OBJECT

public:
    /// Both outlive it.
    LightBadge(EditorContext& context, ViewLayout& views);

    /// After anything that it depends on: the level, its light, the views.
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] const ViewportWidget* litView() const;
    void placeIn(const ViewportWidget& view);

    EditorContext& m_context;
    ViewLayout& m_views;
};
} // namespace editor
