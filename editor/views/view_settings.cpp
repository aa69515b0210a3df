#include "editor/views/view_settings.h"

#include <QSettings>

#include <algorithm>

namespace editor
{
namespace
{
constexpr auto SensitivityKey = "views/sensitivity";
constexpr auto InvertKey = "views/invertLook";
constexpr auto FlySpeedKey = "views/flySpeed";
constexpr auto TexelsKey = "views/texelsPerMetre";
constexpr auto GridStepKey = "views/gridStep";
constexpr auto SnapKey = "views/snap";

/// 0 until it was read once.
int& knownTexels()
{
    static int texels = 0;
    return texels;
}
} // namespace

int ViewSettings::texelsNow()
{
    if (knownTexels() == 0)
        knownTexels() = load().texelsPerMetre;
    return knownTexels();
}

ViewSettings ViewSettings::load()
{
    const QSettings kept;
    ViewSettings settings;
    settings.sensitivity = std::clamp(kept.value(SensitivityKey, settings.sensitivity).toInt(),
                                      MinSensitivity, MaxSensitivity);
    settings.invertsLook = kept.value(InvertKey, settings.invertsLook).toBool();
    settings.flySpeed =
        std::clamp(kept.value(FlySpeedKey, settings.flySpeed).toDouble(), MinFlySpeed, MaxFlySpeed);
    settings.texelsPerMetre =
        std::clamp(kept.value(TexelsKey, settings.texelsPerMetre).toInt(), MinTexels, MaxTexels);
    settings.grid.step = std::clamp(kept.value(GridStepKey, settings.grid.step).toDouble(),
                                    MinGridStep, MaxGridStep);
    settings.grid.enabled = kept.value(SnapKey, settings.grid.enabled).toBool();
    return settings;
}

void ViewSettings::save() const
{
    QSettings kept;
    kept.setValue(SensitivityKey, sensitivity);
    kept.setValue(InvertKey, invertsLook);
    kept.setValue(FlySpeedKey, flySpeed);
    kept.setValue(TexelsKey, texelsPerMetre);
    knownTexels() = texelsPerMetre;
    kept.setValue(GridStepKey, grid.step);
    kept.setValue(SnapKey, grid.enabled);
}

void ViewSettings::saveFlySpeed() const
{
    QSettings{}.setValue(FlySpeedKey, flySpeed);
}
} // namespace editor
