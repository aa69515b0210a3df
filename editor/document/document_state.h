#pragma once

#include "editor/document/document.h"

namespace editor
{
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
    std::vector<Document::Rule> rules;
    EntityId currentLayer;
    bool transactionOpen = false;
    bool stepping = false;  ///< an undo or redo is on its way; receivers cannot start another
    bool replacing = false; ///< a whole new scene: receivers of `changed` wait for `reset`
    engine::Connections connections;

    /// Applies a step of the history, whose position is already moved. What it brought back is
    /// selected.
    void applyStep(Document& document, std::size_t position, StepKind kind);

    /// What every finished step ends with.
    void finishStep(Document& document,
                    StepKind kind,
                    const std::string& label,
                    const engine::ChangeSet& changes);
};
} // namespace editor
