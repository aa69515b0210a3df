#pragma once

#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/scene/world/world.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
class JobControl;

/// The models of a level, read from their files when they are first asked for. One thread.
class LevelModels
{
public:
    /// Null: there are none. The project outlives it.
    explicit LevelModels(const Project* project) : m_project{project} {}

    /// Null if it cannot be read, which `problems` tells once.
    [[nodiscard]] const Model* find(const std::string& path);

    std::vector<std::string> problems;

private:
    const Project* m_project;
    std::map<std::string, std::optional<Model>> m_models;
};

/// "2 sounds, 1 player start": what the level has and files for other programs have not.
/// `withLights` and `plants` say that such a file has neither lights nor so many plants.
[[nodiscard]] std::string leftOutOf(const World& world, bool withLights, std::size_t plants);

/// Of all layers, on their faces.
[[nodiscard]] std::size_t plantsOf(const World& world);
} // namespace engine
