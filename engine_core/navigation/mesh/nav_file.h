#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/navigation/mesh/nav_mesh.h"

namespace engine
{
/// NAME.AGENT.navmesh beside NAME.scene.json.
[[nodiscard]] fs::path navMeshFileOf(const fs::path& scene, const std::string& agent);

/// A mesh as it was read, with the hash of what it was built from.
struct StoredNavMesh
{
    NavMesh mesh;
    ContentHash inputs = 0; ///< compare with hashOfInputs() of the scene: another one is stale
};

[[nodiscard]] Result<void>
saveNavMesh(const NavMesh& mesh, ContentHash inputs, const fs::path& file);

/// `config` is the one of the scene as it is now. Damaged and foreign files, and those of an agent
/// with other measures, are an Error; nothing in the file is trusted.
[[nodiscard]] Result<StoredNavMesh> loadNavMesh(const fs::path& file, const NavConfig& config);
} // namespace engine
