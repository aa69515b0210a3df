#pragma once

#include "engine_core/play/world/play_graphs.h"
#include "engine_core/render/passes/view.h"
#include "engine_core/render/passes/view_picture.h"
#include "engine_core/scene/debug_draw.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

class QImage;
class QPainter;

namespace editor
{
/// For a ViewPicture; `painted` has the format RGBA8888_Premultiplied.
[[nodiscard]] std::shared_ptr<const engine::Image> toImage(const QImage& painted);

/// A label of a view, and the place of it in points from the upper left corner.
struct PlacedLabel
{
    const engine::DebugDraw::Label* label = nullptr;
    QPointF at;
};

/// The labels in front of the camera, in their order. Of a crowd, in which nobody could read them,
/// only the nearest ones in the view that cover no nearer one, nearest first. Points into `labels`.
[[nodiscard]] std::vector<PlacedLabel>
labelsToShow(const std::vector<engine::DebugDraw::Label>& labels,
             const engine::ViewCamera& camera,
             const QSize& view);

/// What a colour of a drawing mode means.
struct ViewLegendEntry
{
    QColor color;
    QString text;
};

/// Of the modes that count something, from few to many; empty for all others.
[[nodiscard]] std::vector<ViewLegendEntry> legendOf(engine::ViewMode mode);

/// What lies over a view's picture: labels, the compass, frames. Painted on the processor into
/// images as small as they can be, which the renderer lays over the picture: a painter on OpenGL
/// would keep shaders and glyphs of its own in the context of every view.
class ViewLabels
{
public:
    /// `pixelScale` is pixels a point; everything else here is in points of the view.
    ViewLabels(std::vector<engine::ViewPicture>& pictures, const QSize& view, double pixelScale);

    /// Text on a dark rounded plate around `center`; a plate whose middle is in the view is moved
    /// into it as a whole, and above or below those that were added before it, if it would cover
    /// one and there is room at most four rows away.
    void addText(const QString& text, const QPointF& center, const QColor& color, int margin);

    /// The border of the whole view.
    void addFrame(int width, const QColor& color);

    /// Which way the axes point, around `center`.
    void addCompass(const engine::ViewCamera& camera, const QPointF& center);

    /// How values of the game went; nothing while none has been there.
    void addGraphs(const std::vector<engine::PlayGraphs::Line>& lines, const QPointF& topLeft);

    /// A row for each entry, on a plate; nothing without any.
    void addLegend(const std::vector<ViewLegendEntry>& entries, const QPointF& topLeft);

private:
    /// `draw` paints in points, from the upper left corner of the image.
    void add(const QPointF& topLeft, const QSize& size, const std::function<void(QPainter&)>& draw);

    /// The place nearest to `plate` where it is free.
    [[nodiscard]] QRectF besideOthers(const QRectF& plate) const;

    std::vector<engine::ViewPicture>& m_pictures;
    QSize m_view;
    double m_scale;
    std::vector<QRectF> m_plates;
};
} // namespace editor
