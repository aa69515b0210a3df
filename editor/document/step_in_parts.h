#pragma once

#include "editor/document/document.h"
#include "editor/document/step_order.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace editor
{
/// A step about thousands of objects that is done, undone or redone part by part, so that a window
/// can take events in between. After each part the document is whole and has told a Final change;
/// until the last one isEditing() is true, so that nobody else edits. Then it is one step of the
/// history as any other, told as `stepped` once. One at a time for each document, which outlives
/// it; main thread.
class StepInParts
{
public:
    using Part = std::function<engine::Result<void>(Transaction&)>;

    /// A step about more objects than this is worth it.
    static constexpr std::size_t ManyObjects = 500;

    /// How many swaps of a step are many.
    static constexpr std::size_t ManySwaps = 4 * StepOrder::PartSwaps;

    /// A new step. No drag is under way. Each part runs when next() comes to it, and once; the
    /// document's rules follow each of them.
    StepInParts(Document& document, std::string label, std::vector<Part> parts);

    /// The history's step before (Undone) or behind (Redone) its position, which there is.
    StepInParts(Document& document, StepKind kind);

    /// What was not finished is taken back.
    ~StepInParts();

    StepInParts(const StepInParts&) = delete;
    StepInParts& operator=(const StepInParts&) = delete;

    /// Whether the document's next undo or redo is worth it. Never of a step that changes files,
    /// which go along at once.
    [[nodiscard]] static bool isLarge(const Document& document, StepKind kind);

    /// Does the next part. False if that was the last: the step is in the history then, or nothing
    /// has happened if it was cancelled, or if a part or a rule refused.
    bool next();

    /// From now on next() takes the parts back that were done.
    void cancel();

    /// Whether it was cancelled or refused before it was done.
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }

    /// From 0 to 1; back to 0 after a cancel.
    [[nodiscard]] double progress() const;

    [[nodiscard]] StepKind kind() const { return m_kind; }

    [[nodiscard]] const std::string& label() const { return m_label; }

    /// Why it was refused; nothing if it was not.
    [[nodiscard]] const std::optional<engine::Error>& refusal() const { return m_refusal; }

private:
    enum class Phase
    {
        Ordering, ///< the swaps of an undo or redo
        Working,
        TakingBack,
        Telling,   ///< everything is done and not in the history yet
        Selecting, ///< what was selected then, after an undo or redo
        Finished
    };

    void start();
    void order();
    void doPart();
    [[nodiscard]] engine::Edit doNewPart();
    void note(const engine::ChangeSet& changes);
    void takeBackPart();
    void tell();
    void select();
    void release();
    void dropFromSelection();

    Document& m_document;
    StepKind m_kind = StepKind::Done;
    std::string m_label;
    std::vector<Part> m_parts;             ///< of a new step
    std::optional<StepOrder> m_order;      ///< of an undo or redo
    std::vector<engine::Edit> m_done;      ///< each takes its part back
    std::vector<engine::Change> m_changes; ///< of all parts
    std::map<std::pair<EntityId, engine::TypeId>, std::size_t> m_places; ///< in m_changes
    std::shared_ptr<const SelectionState> m_selected;                    ///< before
    Phase m_phase = Phase::Working;
    bool m_isCancelled = false;
    std::optional<engine::Error> m_refusal;
};
} // namespace editor
