#pragma once

#include "editor/api/editor_api.h"

#include <memory>
#include <string>

namespace foliage_painter
{
/// Says in the status bar why nothing can be done, and keeps the press from the selection tool.
inline std::unique_ptr<editor::Gesture> refuse(editor::EditorApi& editor, const std::string& why)
{
    class Refused final : public editor::Gesture
    {
    public:
        engine::Result<void> update(const editor::PointerEvent&) override { return {}; }

        void commit() override {}
    };

    editor.showMessage(editor::MessageKind::Warning, why);
    return std::make_unique<Refused>();
}

/// A click is a drag that goes nowhere; true if the tool had a use for it.
inline bool clickWith(editor::Tool& tool, const editor::PointerEvent& event)
{
    const auto gesture = tool.press(event);
    if (gesture)
        gesture->commit();
    return gesture != nullptr;
}
} // namespace foliage_painter
