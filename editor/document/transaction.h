#pragma once

#include "editor/document/file_change.h"
#include "editor/document/file_write.h"
#include "engine_core/base/result.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace editor
{
class Document;

class Transaction;

/// Does once more what a transform did, to other entities; leaves in the list what shall be
/// selected afterwards (copies, where it makes some).
using RepeatStep =
    std::function<engine::Result<void>(Transaction&, std::vector<engine::EntityId>&)>;

/// The only way to write to a document. Becomes one undoable step when it is committed, and takes
/// everything back when it is destroyed without. One at a time for each document.
class Transaction
{
public:
    Transaction(Transaction&&) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    /// The world with everything this transaction did so far.
    [[nodiscard]] const engine::World& world() const;

    [[nodiscard]] const engine::TypeRegistry& types() const;

    template <typename T>
    void set(engine::EntityId entity, T component)
    {
        swap(engine::swapTo(entity, std::move(component)));
    }

    template <typename T>
    void remove(engine::EntityId entity)
    {
        swap({entity, engine::typeIdOf<T>(), nullptr});
    }

    void swap(engine::Swap swap);

    /// Several at once.
    void swap(std::vector<engine::Swap> swaps);

    /// A new entity with a Node of that name; its id. Inside replace() the same calls get the same
    /// ids again, so that a drag that makes something does not make another one at each move.
    [[nodiscard]] engine::EntityId create(const std::string& name, engine::EntityId parent = {});

    /// Removes the entity and everything below it.
    void destroy(engine::EntityId entity);

    /// Takes back all that was done so far and runs `edit` anew: what each mouse move of a drag
    /// does. If `edit` fails the last good state comes back and the error is returned. Views see
    /// one Preview change.
    engine::Result<void> replace(const std::function<engine::Result<void>(Transaction&)>& edit);

    /// Every component that is not as it was at begin(), with its value then and now; equal values
    /// that were written anew are in it, too.
    [[nodiscard]] std::vector<engine::Change> changes() const;

    /// Lets the document's rules follow what was done so far (replace and commit do so by
    /// themselves). On an Error the transaction is half done: let it go back.
    engine::Result<void> settle();

    [[nodiscard]] Document& document() const;

    /// Shows what was done so far as a Preview change (replace does so by itself).
    void preview();

    /// Settles, then makes it one step of the history, told as one Final change whose `before` is
    /// the state at begin. Nothing done, or everything as it was before: no step. If a rule
    /// refuses, everything is taken back and Document::refused tells why.
    void commit();

    /// Takes everything back now and ends the transaction.
    void rollback();

    /// False after commit or rollback: nothing may be done with it any more.
    [[nodiscard]] bool isOpen() const;

    /// Notes what "repeat" does after this transaction was committed: the steps in the order of
    /// noting. Operations that transform things do so; replace() starts over.
    void noteRepeat(RepeatStep step);

    /// What is done here follows from the last step of the history, and only took longer: commit()
    /// makes it a part of that step, so that undo takes both back at once. What can be redone
    /// stays. Without a step in the history it becomes one of its own.
    void joinLastStep();

    /// Makes a file's text a part of the step, in place of an earlier one for that file: commit()
    /// writes it, undo and redo exchange it, unless something else has changed the file by then.
    /// A step may consist of it alone; the scene is as modified as before then. Previews tell of it
    /// (Document::filesShown) and write nothing.
    void write(FileWrite write);

    /// For a label that depends on what was done ("Move 3 objects").
    void setLabel(std::string label);

private:
    friend class Document;
    friend class Journal;
    friend class StepInParts;
    struct State;

    /// What was done came from a journal and has been through the document's rules already.
    void trust();

    /// What becomes a part of the step, and has been done by now.
    void carry(std::shared_ptr<FileChange> files);

    /// Ends the transaction, which has settled and shown nothing, without a step and without
    /// telling anybody; the edit that takes it back.
    engine::Edit takePart();

    explicit Transaction(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};
} // namespace editor
