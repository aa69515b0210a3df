#pragma once

#include "editor/document/history.h"
#include "editor/document/selection.h"
#include "editor/document/transaction.h"
#include "engine_core/base/files/files.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/world/world.h"

#include <memory>
#include <string>
#include <vector>

namespace editor
{
namespace fs = engine::fs;

enum class StepKind
{
    Done,
    Undone,
    Redone,
    Joined ///< the last step got more (Transaction::joinLastStep); the state goes by a new id
};

/// What `stepped` tells: enough to do the same to another copy of the world.
struct DocumentStep
{
    StepKind kind = StepKind::Done;
    std::string label;
    std::uint64_t stateId = 0; ///< of the state that the document is in now
    std::vector<engine::Change> changes;
};

/// One open scene: the world, its history and selection, and where it is saved. No Qt. Main thread.
class Document
{
public:
    explicit Document(const engine::TypeRegistry& types);
    ~Document();

    [[nodiscard]] const engine::World& world() const;

    /// For attaching systems; edits go through begin().
    [[nodiscard]] engine::World& worldForSystems();

    [[nodiscard]] const engine::TypeRegistry& types() const;
    [[nodiscard]] const engine::SpatialIndex& index() const;
    [[nodiscard]] Selection& selection();
    [[nodiscard]] const Selection& selection() const;
    [[nodiscard]] const History& history() const;

    /// Starts a step. The one before must have been committed or dropped.
    [[nodiscard]] Transaction begin(std::string label);

    /// begin, edit, commit; rolled back with the error if `edit` fails. Refused while isEditing().
    engine::Result<void> run(std::string label,
                             const std::function<engine::Result<void>(Transaction&)>& edit);

    /// As run(), for what changes files that the scene refers to: first these, then the scene by
    /// `edit`, as one step. Rules do not follow it: whatever names the files changes alike. An
    /// Error leaves files and scene as they were.
    engine::Result<void>
    runWithFiles(std::string label,
                 std::shared_ptr<FileChange> files,
                 const std::function<engine::Result<void>(Transaction&)>& edit);

    /// What holds for every step, whatever did it: called when an edit is done, and again after
    /// each move of a drag, and may edit further. An Error refuses the step. Rules run in the order
    /// of adding; those of linked groups and of new objects' places are there from the start.
    using Rule = std::function<engine::Result<void>(Transaction&)>;

    void addRule(Rule rule);

    /// New objects go there unless a group is open; null: the default layer. Not saved, not undone.
    [[nodiscard]] EntityId currentLayer() const;
    void setCurrentLayer(EntityId layer);

    /// A transaction is open (a drag is under way) or a step is done in parts: undo, redo, open and
    /// clear have to wait.
    [[nodiscard]] bool isEditing() const;

    /// A StepInParts is under way: what is costly to follow can wait for `stepped` or, after a
    /// cancel, `stateChanged`.
    [[nodiscard]] bool isInParts() const;

    /// What to tell whoever wants to edit while isEditing().
    [[nodiscard]] engine::Error busyError() const;

    /// Takes the last step back, or does it again. What was selected before the step is selected
    /// then, or what it left selected, if the step changed that or something of what was selected.
    /// Otherwise the selection stays; if it is empty, what comes back gets selected.
    /// Nothing happens while isEditing() or if there is no step.
    void undo();
    void redo();

    /// For whoever has just done a step and leaves this selected: redo selects it again.
    void selectAfterStep(std::vector<EntityId> entities);

    /// What the last committed transform does again (see Transaction::noteRepeat); empty if there
    /// was none in this scene. Undo does not change it.
    [[nodiscard]] const std::vector<RepeatStep>& repeatSteps() const;

    /// Undoes or redoes until `position` steps are done.
    void goTo(std::size_t position);

    [[nodiscard]] bool isModified() const; ///< against the file

    /// Says that path()'s file no longer holds what was opened or saved last, and that what is open
    /// here shall live on: it counts as modified until it is saved, or until the file is as it was.
    void setFileLost(bool isLost);

    [[nodiscard]] const fs::path& path() const; ///< empty for a new scene

    [[nodiscard]] engine::ContentHash contentHash() const;

    /// Replaces everything by the file's scene. The world object stays the same one, and its
    /// systems hear of the replacement as one Final change. Returns what the file had that could
    /// not be used. On an Error the open document stays as it was.
    engine::Result<std::vector<engine::Issue>> open(const fs::path& file);

    /// Replaces everything by an empty scene.
    void clear();

    /// Writes now, on this thread; the state becomes the unmodified one.
    engine::Result<void> save(const fs::path& file);

    /// A copy to write on a worker, and what to call when it is written.
    struct SaveJob
    {
        std::shared_ptr<const engine::World> world;
        std::uint64_t stateId = 0;
    };

    [[nodiscard]] SaveJob beginSave() const;
    void endSave(const fs::path& file, std::uint64_t stateId);

    /// World changes, Preview and Final, in the order of happening. After Esc the last Preview is
    /// followed by a Final change that names the same components with `before` equal to `after`.
    /// Not told for a whole new scene: see `reset`.
    engine::Signal<engine::ChangeSet> changed;
    /// Another scene is open: whoever keeps entities in tables builds them anew.
    engine::Signal<> reset;
    /// The path or isModified() may have changed.
    engine::Signal<> stateChanged;
    /// The state of that id is what path() holds now.
    engine::Signal<std::uint64_t> saved;
    /// A rule refused a step at its end, after which everything is as before; the sentence why.
    engine::Signal<std::string> refused;
    /// currentLayer() is another one.
    engine::Signal<> currentLayerChanged;
    /// A step was done, undone or redone; told after `changed`.
    engine::Signal<DocumentStep> stepped;
    /// What the step under way would write (Transaction::write()), after each preview; an empty
    /// list when it is taken back.
    engine::Signal<std::vector<FileWrite>> filesShown;
    /// These files hold `after` now; told before `stepped`.
    engine::Signal<std::vector<FileWrite>> filesWritten;
    /// A step with a FileChange is about to be done, undone or redone, which may write the scene's
    /// own file (isEditing() is false still); and has been, whether or not it could, before the
    /// world changes.
    engine::Signal<> filesAboutToChange;
    engine::Signal<> filesChanged;
    /// A file could not be taken along by undo or redo; the sentence why. If it is an Error of a
    /// step's FileChange, nothing was undone or redone.
    engine::Signal<std::string> fileKept;

private:
    friend class Transaction;
    friend class Journal;
    friend class StepInParts;

    enum class Origin
    {
        File,
        Unsaved ///< the path's file holds something else: what crash recovery opens
    };

    void replaceBy(const engine::World& other, const fs::path& path, Origin origin = Origin::File);

    /// Becomes the same as the other world in one step, which can be undone; none if it is already.
    void becomeLike(const engine::World& other, std::string label);

    /// No state has this id.
    static constexpr std::uint64_t NeverSaved = ~std::uint64_t{0};

    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace editor
