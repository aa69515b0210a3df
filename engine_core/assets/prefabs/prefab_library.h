#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/prefabs/prefab_merge.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace engine
{
/// "prefabs/torch.prefab.json"
[[nodiscard]] bool isPrefabFile(std::string_view path);

/// "torch" of "prefabs/torch.prefab.json".
[[nodiscard]] std::string prefabName(std::string_view path);

/// A file asks for more objects than a level can bear: prefabs in prefabs multiply.
inline constexpr std::size_t MaxPrefabEntities = 100'000;

/// Nor do its prefabs fill a scene with more than this: a few instances in a file of some lines
/// could fill the memory otherwise.
inline constexpr std::size_t MaxSceneEntities = 1'000'000;

/// Reads the prefabs of a project, each once: made for one piece of work and dropped after it, so
/// that it never shows an old file. Main thread, or a job's own.
class PrefabLibrary
{
public:
    PrefabLibrary(fs::path assetFolder, const TypeRegistry& types);

    /// The prefab with the prefabs inside it as their files have them now, as far as these can be
    /// read. An error says which file, and where in it: missing, no scene text, one of a newer
    /// program, too big, or a prefab that contains itself.
    [[nodiscard]] Result<std::shared_ptr<const PrefabWorld>> load(const std::string& path);

    /// The same for a new instance in `scene`, or for one that is there and shall be as its file:
    /// refused, too, if the scene would hold too much with what it gets.
    [[nodiscard]] Result<std::shared_ptr<const PrefabWorld>>
    load(const std::string& path, const World& scene, EntityId instance = {});

    /// What the files read so far hold that cannot be used, with line and column.
    [[nodiscard]] const std::vector<Issue>& problems() const { return m_problems; }

    /// Where the file of a prefab is or would be. Refused for other endings and what leads out of
    /// the assets.
    [[nodiscard]] Result<fs::path> fileOf(const std::string& path) const;

    /// From now on the file counts as having these contents.
    void replace(const std::string& path, std::shared_ptr<const PrefabWorld> contents);

    /// Looks at contents that shall become those of a file: refused if the prefab would contain
    /// itself, or too much.
    [[nodiscard]] Result<void> check(const std::string& path, const PrefabWorld& contents);

private:
    using Loaded = Result<std::shared_ptr<const PrefabWorld>>;

    [[nodiscard]] Loaded read(const std::string& path);
    [[nodiscard]] Loaded readNow(const std::string& path);
    [[nodiscard]] Loaded loadNow(const std::string& path);
    [[nodiscard]] Result<void> resolve(PrefabWorld& prefab, const std::string& path);

    fs::path m_folder;
    const TypeRegistry& m_types;
    std::map<std::string, Loaded> m_read; ///< as they are stored
    std::map<std::string, Loaded> m_loaded;
    std::vector<std::string> m_open; ///< under way, outermost first
    std::vector<Issue> m_problems;
};

/// Gives every prefab instance of a scene that was just read its file's contents. What cannot be
/// read leaves the instance as it is; one sentence for each.
std::vector<std::string>
updatePrefabs(World& world, PrefabLibrary& library, const TypeRegistry& types);
} // namespace engine
