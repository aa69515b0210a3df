#pragma once

#include "editor/document/document.h"
#include "engine_core/serialization/foliage_codec.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace editor
{
/// The first line of a journal: what its steps are applied to.
struct JournalHeader
{
    fs::path scene;               ///< the user's file; empty for one never saved
    std::string base;             ///< a file beside the journal with the contents; may be empty
    engine::ContentHash hash = 0; ///< of the bytes of base, or of the scene without one
    std::uint64_t first = 0;      ///< the number of the first step's line, as the writer counts
    engine::ContentHash sceneHash = 0; ///< of the scene's file as the program knew it; 0: no file
    fs::path project = {};             ///< whose journal it is

    [[nodiscard]] bool startsEmpty() const { return scene.empty() && base.empty(); }
};

/// One line each, with the line break. `put` takes away what there is of a long line already, now
/// and then; the plants end soon once it returns false.
[[nodiscard]] std::string writeHeader(const JournalHeader& header);
[[nodiscard]] std::string writeStep(const DocumentStep& step,
                                    bool modified,
                                    const engine::TypeRegistry& types,
                                    const engine::PutText& put = {});

struct JournalStep
{
    engine::Edit edit;
    /// What became of the plants of layers, against the state before the step.
    std::vector<std::pair<EntityId, engine::FoliageDelta>> foliage;
};

/// What was done, without how.
struct JournalTitle
{
    std::string label;
    StepKind kind = StepKind::Done;
};

struct JournalText
{
    JournalHeader header;
    std::vector<JournalTitle> titles; ///< of all steps
    std::vector<JournalStep> steps;   ///< of as many, or empty when read without types
    bool modified = false;            ///< after the last step
};

/// What stands of the steps in the state that they lead to, in words: an undone one does not, but
/// one from before the journal that was undone does, as "Undo ...".
[[nodiscard]] std::vector<std::string> standingSteps(const JournalText& journal);

/// A save that was about to be written: whether it was, the hash of the scene's file tells.
struct JournalSave
{
    fs::path scene;
    engine::ContentHash hash = 0; ///< of its text
    std::uint64_t lines = 0;      ///< it holds what the lines with lower numbers do
};

/// One line, with the line break.
[[nodiscard]] std::string writeSave(const JournalSave& save);

/// What cannot be read is left out.
[[nodiscard]] std::vector<JournalSave> readSaves(std::string_view text);

/// Reads as far as the text is whole: what a crash cut off is left out. Without types the steps are
/// only counted. An Error if not even the header can be read.
[[nodiscard]] engine::Result<JournalText> readJournal(std::string_view text,
                                                      const engine::TypeRegistry* types);
} // namespace editor
