#pragma once

#include "engine_core/assets/input/input_source.h"

#include <qnamespace.h>

#include <optional>

namespace editor
{
/// The source that project.json may bind for a key of Qt::Key; nullopt for a key without a name
/// there, and for Esc, which frees the mouse.
[[nodiscard]] std::optional<engine::InputSource> sourceOfKey(int key);

/// The same for a button of the mouse.
[[nodiscard]] std::optional<engine::InputSource> sourceOfButton(Qt::MouseButton button);

/// @param away from the user
[[nodiscard]] engine::InputSource sourceOfWheel(bool away);
} // namespace editor
