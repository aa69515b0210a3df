#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/files/waiting_file.h"
#include "engine_core/base/ids.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/foliage/foliage_instances.h"

#include <string>
#include <vector>

namespace engine
{
class JobControl;
class World;
struct Edit;

/// The plants of one layer as bytes (little endian): "MWFOLIA1", count of cells and of instances,
/// content hash; then for each cell its key and count; then all instances, cell by cell.
[[nodiscard]] std::string foliageToBytes(const FoliageInstances& instances);

/// Checks everything that later code relies on: sizes, order, cells, finite places, hash. The error
/// says what is wrong as a part of a sentence ("it ends too early").
[[nodiscard]] Result<std::shared_ptr<const FoliageInstances>>
foliageFromBytes(std::string_view bytes);

/// "start.scene.json" and "start.41.foliage" lie side by side; 41 is the layer's id.
[[nodiscard]] fs::path foliageFileFor(const fs::path& scene, EntityId layer);

/// Writes the sidecars of a scene so that they wait beside their places, and moves them there when
/// the scene is written: whatever happens in between, the scene that is there finds its plants.
/// What it left waiting for a scene that did not come goes with it.
class FoliageSave
{
public:
    /// Files that hold the same plants already are left alone; so are plants that the files of
    /// `original` hold, where an autosave finds them.
    [[nodiscard]] Result<void>
    write(const World& world, const fs::path& scene, const fs::path& original = {});

    /// As WaitingFile::stay() and leave(), for all.
    void stay();
    void leave();

    /// The scene is there: the files take their places. One that cannot goes on waiting, where
    /// loadFoliage() finds it.
    [[nodiscard]] Result<void> publish();

private:
    std::vector<WaitingFile> m_files;
    std::vector<fs::path> m_unchanged; ///< places that hold what the scene names
};

/// Takes the plants into memory that the world's layers name (FoliagePlacement::missing), from the
/// files beside `scene` or, for autosaves, from those in `spare`. What cannot be read stays named
/// and becomes a problem. Leaves the rest out when `control` is cancelled.
[[nodiscard]] std::vector<Issue> loadFoliage(World& world,
                                             const fs::path& scene,
                                             const fs::path& spare = {},
                                             const JobControl* control = nullptr);
} // namespace engine
