#pragma once

#include "editor/panels/inspector/property_editors.h"

namespace editor
{
/// A patch that opens the picker, and the screen colour as text, which takes temperatures, too.
[[nodiscard]] PropertyEditor colorEditor(const std::shared_ptr<PropertyEdit>& edit,
                                         QWidget* parent);
} // namespace editor
