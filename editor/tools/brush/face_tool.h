#pragma once

#include "editor/tools/gestures/handle_tool.h"

namespace editor
{
/// id "face", key T: faces as handles, which can be taken anywhere on them in 3D and by their
/// middle in 2D.
class FaceTool final : public HandleTool
{
public:
    FaceTool(EditorApi& editor, std::shared_ptr<HandleChoice> choice)
        : HandleTool{editor, HandleKind::Face, std::move(choice)}
    {
    }
};
} // namespace editor
