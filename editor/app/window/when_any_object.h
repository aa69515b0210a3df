#pragma once

#include "editor/document/document.h"
#include "engine_core/scene/components/node.h"

#include <functional>

namespace editor
{
/// For ActionInfo::isEnabled of what takes a flag back from all objects: whether any of them has
/// it. Looked up once for each state of the document.
[[nodiscard]] std::function<bool()> whenAnyObject(const Document& document,
                                                  bool engine::Node::*flag);
} // namespace editor
