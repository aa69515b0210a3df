#include "editor/views/view_compass.h"

#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace editor
{
void paintCompass(QPainter& painter, const engine::ViewCamera& camera, const QPointF& center)
{
    constexpr double Length = 18;

    struct Axis
    {
        engine::Vec3d direction;
        const char* letter;
        ColorRole color;
        double depth;
    };

    std::array axes{Axis{{1, 0, 0}, "X", ColorRole::AxisX, 0},
                    Axis{{0, 1, 0}, "Y", ColorRole::AxisY, 0},
                    Axis{{0, 0, 1}, "Z", ColorRole::AxisZ, 0}};
    for (auto& axis : axes)
        axis.depth = glm::dot(axis.direction, camera.forward());
    // Axes that point away are drawn first, so that near ones cover them.
    std::sort(axes.begin(), axes.end(),
              [](const Axis& a, const Axis& b) { return a.depth > b.depth; });

    auto font = painter.font();
    font.setBold(true);
    font.setPointSizeF(7.5);
    painter.setFont(font);
    auto outline = viewColor(ColorRole::Background); // the level behind may be as bright as an axis
    outline.setAlphaF(0.6F);
    for (const auto& axis : axes) {
        const QPointF tip = center + QPointF{glm::dot(axis.direction, camera.right()) * Length,
                                             -glm::dot(axis.direction, camera.up()) * Length};
        if (std::abs(axis.depth) > 0.999)
            continue; // points straight at or away from the viewer
        const auto letterAt = center + (tip - center) * 1.42;
        const QRectF room{letterAt - QPointF{8, 8}, QSizeF{16, 16}};
        const auto letter = QString::fromLatin1(axis.letter);
        painter.setPen(QPen{outline, 4, Qt::SolidLine, Qt::RoundCap});
        painter.drawLine(center, tip);
        for (const auto& aside : {QPointF{-1, 0}, QPointF{1, 0}, QPointF{0, -1}, QPointF{0, 1}})
            painter.drawText(room.translated(aside), Qt::AlignCenter, letter);
        painter.setPen(QPen{viewColor(axis.color), 2, Qt::SolidLine, Qt::RoundCap});
        painter.drawLine(center, tip);
        painter.drawText(room, Qt::AlignCenter, letter);
    }
}
} // namespace editor
