#pragma once

#include "editor/document/file_change.h"
#include "editor/document/file_write.h"
#include "engine_core/base/signal.h"
#include "engine_core/scene/world/edit.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace editor
{
struct SelectionState;

/// One undoable step: what it is called and the swaps that take it back (or do it again).
struct HistoryEntry
{
    std::string label; ///< "Move 3 objects", as the undo menu names it
    engine::Edit edit;
    std::uint64_t id = 0; ///< of the state behind this step; never used twice
    /// What was selected when it began, and what it left selected. Steps share what is equal. Null:
    /// nobody knows.
    std::shared_ptr<const SelectionState> selectedBefore;
    std::shared_ptr<const SelectionState> selectedAfter;
    std::vector<FileWrite> writes{}; ///< outside of the scene
    /// To files that the scene refers to, its own among them; null for most steps.
    std::shared_ptr<FileChange> files{};
};

/// The steps of one document. Bounded by Limit steps; the oldest go first.
class History
{
public:
    /// Steps kept for undo.
    static constexpr std::size_t Limit = 1000;

    [[nodiscard]] const std::vector<HistoryEntry>& entries() const { return m_entries; }

    /// How many of entries() are done; the rest can be redone.
    [[nodiscard]] std::size_t position() const { return m_position; }

    [[nodiscard]] bool canUndo() const { return m_position > 0; }

    [[nodiscard]] bool canRedo() const { return m_position < m_entries.size(); }

    /// Names the state that the document is in: equal again after undo and redo.
    [[nodiscard]] std::uint64_t stateId() const;

    engine::Signal<> changed;

private:
    friend class Document;
    friend class Transaction;
    friend class StepInParts;

    /// Adds a done step: what could be redone is gone. Does not tell `changed`.
    void push(std::string label,
              engine::Edit edit,
              std::shared_ptr<const SelectionState> selectedBefore,
              std::vector<FileWrite> writes = {},
              std::shared_ptr<FileChange> files = {});

    /// Whether the scene itself is the same in the state of that id as it is now.
    [[nodiscard]] bool isSameScene(std::uint64_t stateId) const;

    /// The step that leads to the present state left this selected.
    void noteSelectedAfter(std::shared_ptr<const SelectionState> selected);

    /// Makes an edit that follows from the last step a part of it, under a new id. What can be
    /// redone stays. There is a last step. Does not tell `changed`.
    void join(const engine::Edit& edit);

    /// What one of the last steps knows already, if it is equal.
    [[nodiscard]] std::shared_ptr<const SelectionState>
    shared(std::shared_ptr<const SelectionState> selected) const;

    /// Forgets all steps; the state gets a name that no other state had.
    void reset();

    std::vector<HistoryEntry> m_entries;
    std::size_t m_position = 0;
    std::uint64_t m_nextId = 1;
    std::uint64_t m_baseId = 0; ///< of the state before the first entry
};
} // namespace editor
