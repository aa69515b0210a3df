#include "editor/tools/texture/uv_nudges.h"

#include "editor/operations/texture/uv_operations.h"

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::Vec2d;

bool UvNudges::key(ToolKey key, std::span<const FaceRef> faces, double step)
{
    const double sign = m_shows == Shows::Picture ? 1 : -1;
    const auto move = [&](const Vec2d& by) {
        return run("Move texture", faces, [&](Transaction& transaction) {
            return remapUv(transaction, faces, engine::movedUv(by * (sign * step)));
        });
    };
    const auto turn = [&](double angle) {
        return run("Turn texture", faces, [&](Transaction& transaction) {
            return turnUv(transaction, faces, sign * angle);
        });
    };
    constexpr double Turn = engine::Pi / 12;
    switch (key) {
    case ToolKey::Left:
        return move({-1, 0});
    case ToolKey::Right:
        return move({1, 0});
    case ToolKey::Up:
        return move({0, -1});
    case ToolKey::Down:
        return move({0, 1});
    case ToolKey::PageUp:
        return turn(Turn);
    case ToolKey::PageDown:
        return turn(-Turn);
    default:
        return false;
    }
}

bool UvNudges::run(const char* label,
                   std::span<const FaceRef> faces,
                   const std::function<Result<void>(Transaction&)>& edit)
{
    auto& document = m_editor.document();
    const auto& history = document.history();
    // Behind a step that can be redone a join would change what redo does.
    const bool joins = m_last && m_last->state == history.stateId() && m_last->label == label &&
                       std::ranges::equal(m_last->faces, faces) && !history.canRedo();
    const auto done =
        document.run(labelOnFaces(label, faces.size()), [&](Transaction& transaction) {
            if (joins)
                transaction.joinLastStep();
            return edit(transaction);
        });
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    else
        m_last = Last{label, {faces.begin(), faces.end()}, history.stateId()};
    return static_cast<bool>(done);
}
} // namespace editor
