#pragma once

#include "engine_core/render/passes/view.h"

#include <QPointF>

class QPainter;

namespace editor
{
/// Three short coloured axes with their letters, as the camera sees them.
void paintCompass(QPainter& painter, const engine::ViewCamera& camera, const QPointF& center);
} // namespace editor
