#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/result.h"

#include <string>

namespace editor
{
/// Whether a step is done (first or again) or taken back.
enum class StepDirection
{
    Forward,
    Back
};

/// What a step does to files of the project that the scene refers to, such as giving one another
/// name. The step's edit does the same to the open scene. Shared by the history; main thread.
class FileChange
{
public:
    virtual ~FileChange() = default;

    /// Does it or takes it back; `scene` is the file of the open scene (empty for one never saved),
    /// which is changed along, so that the scene is as modified afterwards as it was before. On an
    /// Error all files are as they were, and the step is not made or not taken back.
    [[nodiscard]] virtual engine::Result<void> exchange(StepDirection direction,
                                                        const engine::fs::path& scene) = 0;

    /// Why the last exchange() left the scene's own file as it was, though the scene changed; empty
    /// if it did not. The scene counts as modified then.
    [[nodiscard]] virtual std::string whySceneStayed() const { return {}; }
};
} // namespace editor
