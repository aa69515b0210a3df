#pragma once

#include "editor/document/document.h"

#include <optional>
#include <string>

namespace editor
{
/// "'Box' is in the hidden layer 'Trim'" of what the step made; empty if it can be seen and picked.
[[nodiscard]] std::string whyUnseen(const engine::World& world, const HistoryEntry& step);

/// Tells what the last change of a history was, for the status bar.
class StepNews
{
public:
    explicit StepNews(const Document& document);

    struct News
    {
        std::string text;
        bool isWarning = false;
    };

    /// "Done: Group", "Undone: Group" or "Redone: Group"; nothing if no step was made, taken back
    /// or done again since the last call. Warns of new objects that nobody sees or can pick, since
    /// their layer is hidden or locked.
    [[nodiscard]] std::optional<News> next();

private:
    [[nodiscard]] News ofStep(const char* verb, const HistoryEntry& step) const;

    const Document& m_document;
    std::uint64_t m_state = 0;
    std::uint64_t m_newest = 0; ///< highest state seen: a higher one is a new step
};
} // namespace editor
