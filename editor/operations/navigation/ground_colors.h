#pragma once

#include "engine_core/base/signal.h"
#include "engine_core/scene/debug_draw.h"

#include <array>
#include <optional>

namespace editor
{
/// Who can fill the ground in the views with colours that mean something.
enum class GroundPainter
{
    Mesh,   ///< islands, areas, slope, ... of the navigation mesh
    Search, ///< what a path search looked at, or what is within reach
    HeatMap ///< where bots were
};

/// For a share from 0 to 1: blue, green, yellow, red, the order that heat maps have everywhere.
[[nodiscard]] engine::DrawColor heatColor(double share, float alpha = 1);

/// Decides who does: one at a time, since colours on top of each other tell nothing. It is the one
/// that was asked for last, of those that have something to show. Main thread only.
class GroundColors
{
public:
    /// Whether it has something to fill the ground with.
    void offer(GroundPainter painter, bool hasColors);

    /// Somebody wants to see it, now.
    void ask(GroundPainter painter);

    /// Its work is left: it comes after the others.
    void yield(GroundPainter painter);

    /// Nobody: the ground looks as it is.
    [[nodiscard]] std::optional<GroundPainter> shown() const;

    [[nodiscard]] bool shows(GroundPainter painter) const { return shown() == painter; }

    /// Another one has the ground.
    engine::Signal<> changed;

private:
    template <typename Change>
    void change(const Change& edit);

    std::array<GroundPainter, 3> m_order{GroundPainter::Mesh, GroundPainter::Search,
                                         GroundPainter::HeatMap}; ///< whom it goes to first
    std::array<bool, 3> m_offers{};
};
} // namespace editor
