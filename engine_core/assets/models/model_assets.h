#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/assets/material.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/reflect/property.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace engine
{
class JobControl;
class World;

/// Stands between a model's path and the name of a material in its file.
inline constexpr char InModel = '#';

/// Painted on the box that stands in for a model that cannot be shown.
[[nodiscard]] Name markerMaterial();

/// A model of a project, ready to be shown.
struct LoadedModel
{
    std::shared_ptr<const MeshShape> shape; ///< never null: a marker box if the file cannot be used
    std::map<Name, std::shared_ptr<const Material>> materials; ///< "path#name", of the file's own
    std::map<fs::path, std::shared_ptr<const Image>> pictures; ///< by the same names
    fs::file_time_type written = fs::file_time_type::min();    ///< as modelWritten(), when read
};

/// When the model's file was written last; the least time if it is not there. Any thread.
[[nodiscard]] fs::file_time_type modelWritten(const Project& project, const std::string& path);

/// Reads the file and decodes its pictures; what cannot be used is said in the log. Its faces name
/// a material of the project if there is one of that name, else one of the file's own. Any thread.
[[nodiscard]] LoadedModel loadModelOf(const Project& project, const std::string& path);

/// The models that the world's entities and plants name.
[[nodiscard]] std::set<std::string> modelsOf(const World& world);

/// Reads these but for `known` ones, side by side on all cores. What is left when the job is
/// cancelled is left out. Any thread.
[[nodiscard]] std::map<std::string, LoadedModel> loadModelsOf(const Project& project,
                                                              const std::set<std::string>& paths,
                                                              const std::set<std::string>& known,
                                                              const JobControl& control);

/// The file of an asset of the project, checked to exist and to lie inside of it.
[[nodiscard]] Result<fs::path>
assetFile(const Project& project, AssetKind kind, const std::string& path);

/// Where the parents of the project's materials are: on the disk. The project outlives it.
[[nodiscard]] MaterialFiles materialFilesOf(const Project& project);
} // namespace engine
