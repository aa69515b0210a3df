#pragma once

#include "editor/document/history.h"

#include <optional>
#include <string>

namespace editor
{
/// Tells what the last change of a history was, for the status bar.
class StepNews
{
public:
    explicit StepNews(const History& history);

    /// "Done: Group", "Undone: Group" or "Redone: Group"; nothing if no step was made, taken back
    /// or done again since the last call.
    [[nodiscard]] std::optional<std::string> next();

private:
    const History& m_history;
    std::uint64_t m_state = 0;
    std::uint64_t m_newest = 0; ///< highest state seen: a higher one is a new step
};
} // namespace editor
