#pragma once

#include "editor/tools/gestures/handle_tool.h"

namespace editor
{
/// id "edge", key E: edges as handles, which can be taken anywhere along their length.
class EdgeTool final : public HandleTool
{
public:
    EdgeTool(EditorApi& editor, std::shared_ptr<HandleChoice> choice)
        : HandleTool{editor, HandleKind::Edge, std::move(choice)}
    {
    }
};
} // namespace editor
