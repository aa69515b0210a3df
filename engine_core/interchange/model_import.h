#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/scene/world/world.h"

#include <memory>
#include <string>
#include <vector>

namespace engine
{
class JobControl;

struct ModelImportOptions
{
    double scale = 1;          ///< metres per unit of the file, above 0
    JobControl* job = nullptr; ///< told the progress and asked for a cancel; may be null
};

/// A model file as objects of a level, and what is to be said of it.
struct ImportedModel
{
    std::unique_ptr<World> world;   ///< one top-level object named after the file, the rest below
    fs::path folder;                ///< what was written, below the project's assets/
    std::size_t instances = 0;      ///< objects that show a model
    std::size_t meshes = 0;         ///< model files written; several objects may show one
    std::size_t materials = 0;      ///< of the file
    std::size_t materialFiles = 0;  ///< project materials made of them
    std::size_t lights = 0;
    std::size_t cameras = 0;        ///< empty objects with the tag "camera"
    std::vector<std::string> notes; ///< what was left out, a sentence each
};

/// "3 objects that show 1 model".
[[nodiscard]] std::string summaryOf(const ImportedModel& model);

/// Whether importModel reads files of this ending: .glb, .gltf and .obj, in any case.
[[nodiscard]] bool isModelFile(const fs::path& file);

/// Puts a model file into a project: copies it with all files that it needs into a new folder
/// assets/Models/NAME (NAME 2, ... if there is one), and makes objects that show it. A glTF file
/// becomes an object for each node that shows a mesh, shines or looks, or has such a one below it,
/// placed, turned and scaled as the node is; a file for each mesh; and a project material for each
/// material, unless the project has one of that name. An OBJ file, which has no nodes, becomes one
/// object. Skins and animations are left out and noted. Runs on any thread. Refused, with nothing
/// left behind: what loadModel refuses, models without triangles, a cancelled job.
[[nodiscard]] Result<ImportedModel>
importModel(const fs::path& file, const Project& project, const ModelImportOptions& options);
} // namespace engine
