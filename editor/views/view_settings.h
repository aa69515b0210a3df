#pragma once

#include "engine_core/math/grid.h"

namespace editor
{
/// Edit > Preferences > Views. Kept among the user's settings and read where it is used, so that a
/// change takes effect at once, in all windows.
struct ViewSettings
{
    static constexpr int MinSensitivity = 10;
    static constexpr int MaxSensitivity = 400;
    static constexpr double MinFlySpeed = 0.25;
    static constexpr double MaxFlySpeed = 200;
    static constexpr double MinGridStep = 1.0 / 64; ///< metres
    static constexpr double MaxGridStep = 64;
    static constexpr int MinTexels = 1;
    static constexpr int MaxTexels = 8192;

    int sensitivity = 100;    ///< of the mouse when it turns a camera, percent
    bool invertsLook = false; ///< the mouse away from the user looks down
    double flySpeed = 6;      ///< metres per second; the wheel sets it while flying
    int texelsPerMetre = 128; ///< that the view mode of texel density shows as right
    engine::Grid grid;        ///< with which the program starts

    [[nodiscard]] static ViewSettings load();
    void save() const;

    /// That of load(), without reading it again: views ask in each frame.
    [[nodiscard]] static int texelsNow();

    /// That alone, which the wheel changes during a flight.
    void saveFlySpeed() const;

    /// How far the mouse turns, as a part of what it usually does.
    [[nodiscard]] double turn() const { return sensitivity / 100.0; }

    [[nodiscard]] double turnUpwards() const { return invertsLook ? -turn() : turn(); }
};
} // namespace editor
