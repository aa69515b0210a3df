#pragma once

#include "engine_core/play/world/play_graphs.h"

#include <QSize>

#include <vector>

class QPainter;

namespace editor
{
/// How large the picture of these lines is, in points; empty if none has a value.
[[nodiscard]] QSize graphPlateSize(const std::vector<engine::PlayGraphs::Line>& lines);

/// A row for each line that has a value: its name and what it is now above how it went, the newest
/// tick at the right edge. Lines are broken where there was no value.
void paintGraphs(QPainter& painter, const std::vector<engine::PlayGraphs::Line>& lines);
} // namespace editor
