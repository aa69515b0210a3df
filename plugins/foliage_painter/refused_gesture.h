#pragma once

#include "editor/api/editor_api.h"

#include <memory>
#include <string>

namespace foliage_painter
{
/// A press that the tool took and whose drag does nothing more.
inline std::unique_ptr<editor::Gesture> takenPress()
{
    class Taken final : public editor::Gesture
    {
    public:
        engine::Result<void> update(const editor::PointerEvent&) override { return {}; }

        void commit() override {}
    };

    return std::make_unique<Taken>();
}

/// Says in the status bar why nothing can be done, and keeps the press from the selection tool.
inline std::unique_ptr<editor::Gesture> refuse(editor::EditorApi& editor, const std::string& why)
{
    editor.showMessage(editor::MessageKind::Warning, why);
    return takenPress();
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
