#pragma once

#include "editor/tools/handle_tool.h"

namespace editor
{
/// id "edge", key E: edges as handles, which can be taken anywhere along their length.
class EdgeTool final : public HandleTool
{
public:
    explicit EdgeTool(EditorApi& editor) : HandleTool{editor, HandleKind::Edge} {}
};
} // namespace editor
