#pragma once

#include "editor/document/history.h"
#include "editor/document/selection.h"
#include "editor/document/transaction.h"
#include "engine_core/base/files.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/issue.h"
#include "engine_core/scene/spatial_index.h"
#include "engine_core/scene/world.h"

#include <memory>
#include <string>
#include <vector>

namespace editor
{
namespace fs = engine::fs;

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

    /// begin, edit, commit; rolled back with the error if `edit` fails.
    engine::Result<void> run(std::string label,
                             const std::function<engine::Result<void>(Transaction&)>& edit);

    void undo();
    void redo();

    /// Undoes or redoes until `position` steps are done.
    void goTo(std::size_t position);

    [[nodiscard]] bool isModified() const; ///< against the file

    [[nodiscard]] const fs::path& path() const; ///< empty for a new scene

    [[nodiscard]] engine::ContentHash contentHash() const;

    /// Replaces everything by the file's scene. On an Error the open document stays as it was.
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

    /// World changes, Preview and Final, in the order of happening.
    engine::Signal<engine::ChangeSet> changed;
    /// Another scene, path, or modified state; also before systems may hold old entities:
    /// everything attached is detached before and attached again after.
    engine::Signal<> reset;
    engine::Signal<> stateChanged;

private:
    friend class Transaction;
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace editor
