#pragma once

#include "editor/document/document.h"

#include <optional>

namespace editor
{
class StepInParts;

/// An open scene that waits while another one is open, with all that is in no file. It shares its
/// values with the document's world.
struct KeptScene
{
    explicit KeptScene(const engine::World& open) : world{open} {}

    engine::World world;
    std::vector<HistoryEntry> entries;
    std::size_t position = 0;
    std::uint64_t baseId = 0;
    std::uint64_t savedState = 0;
    bool isFileLost = false;
    fs::path path;
    std::vector<RepeatStep> repeat;
    EntityId currentLayer;
    EntityId openGroup;
    SelectionMode mode = SelectionMode::Objects;
    std::vector<EntityId> entities;
    std::vector<FaceRef> faces;
};

/// What a document and its transaction share. Private to editor/document.
struct Document::State
{
    explicit State(const engine::TypeRegistry& registry) : types{registry} {}

    const engine::TypeRegistry& types;
    engine::World world;
    engine::SpatialIndex index;
    Selection selection;
    History history;
    std::vector<RepeatStep> repeat; ///< of the last committed transform
    fs::path path;
    std::uint64_t savedState = 0;
    bool isFileLost = false; ///< see Document::setFileLost()
    std::vector<Document::Rule> rules;
    EntityId currentLayer;
    bool transactionOpen = false;
    const StepInParts* parts = nullptr; ///< has the transaction
    /// The last thing done was a new step; the selection that it leaves may still be noted.
    bool justDone = false;
    bool stepping = false; ///< an undo or redo is on its way; receivers cannot start another

    /// What selectAgain() asks for, until the last of several steps is undone or redone.
    struct Selected
    {
        std::shared_ptr<const SelectionState> now;
        std::shared_ptr<const SelectionState> other;
        engine::ChangeSet changes;
        bool decides = false; ///< it selected, or concerns what was selected
    };

    std::optional<Selected>* putOff = nullptr; ///< of a step; null: at once
    bool replacing = false; ///< a whole new scene: receivers of `changed` wait for `reset`
    engine::Connections connections;

    /// Applies a step of the history, whose position is already moved. See selectAgain() for what
    /// is selected then.
    void applyStep(Document& document, std::size_t position, StepKind kind);

    /// Does or takes back what the step at that position does to files; false, and told, if it
    /// cannot be.
    [[nodiscard]] bool mayStep(Document& document, std::size_t position, StepDirection direction);

    void exchangeFiles(Document& document, std::vector<FileWrite> writes, StepKind kind);

    /// Another world takes the place of this one, and nothing is selected. Receivers of `changed`
    /// hear of it in announceScene().
    void replaceWorld(Document& document, const engine::World& other);
    void announceScene(Document& document);

    /// The scene that is open, to come back to it. Its history is empty afterwards: another scene
    /// must be opened at once.
    [[nodiscard]] std::unique_ptr<KeptScene> keep();
    void comeBackTo(Document& document, KeptScene& kept);

    /// Entities that a change brought into the world, without those that came below another one.
    [[nodiscard]] std::vector<EntityId> appeared(const engine::ChangeSet& changes) const;

    /// What is selected after an undo or redo that made these changes: see Document::undo().
    void selectAgain(const std::shared_ptr<const SelectionState>& now,
                     const std::shared_ptr<const SelectionState>& other,
                     const engine::ChangeSet& changes);

    /// A change is about something that was selected, or about what lies in it.
    [[nodiscard]] bool concerns(const engine::ChangeSet& changes,
                                const SelectionState& selected) const;

    void restoreSelection(const std::shared_ptr<const SelectionState>& then);

    /// What every finished step ends with.
    void finishStep(Document& document,
                    StepKind kind,
                    const std::string& label,
                    const engine::ChangeSet& changes);
};
} // namespace editor
