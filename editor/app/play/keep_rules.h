#pragma once

#include "editor/operations/entity/keep_played.h"

#include <QStringList>

namespace editor
{
/// What this user wants kept of every game without being asked: "light.intensity" for a property,
/// "light.*" for all of a component. Kept in the user's settings.
[[nodiscard]] QStringList keepRules();
void setKeepRules(const QStringList& rules);

/// Those of the changes that a rule names, in the same order.
[[nodiscard]] std::vector<PlayedChange> keptByRule(const std::vector<PlayedChange>& changes,
                                                   const QStringList& rules);
} // namespace editor
