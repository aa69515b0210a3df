#pragma once

#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/interchange/gltf/gltf_file.h"

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine
{
/// A material of the file, and what its faces have to bring along for it.
struct GltfMaterial
{
    std::size_t index = 0;
    bool needsUv = true;
    bool needsTangents = false;
};

/// Writes the materials of a level into a glTF file, each with its textures when it is first asked
/// for. One thread.
class GltfMaterials
{
public:
    /// Both outlive it. Without a project materials are names alone.
    GltfMaterials(GltfFile& file, const Project* project) : m_file{file}, m_project{project} {}

    /// The material of that name: of the project, of a model that addModel() was told of, or what
    /// stands in for one that is missing.
    [[nodiscard]] const GltfMaterial& find(Name name);

    /// The materials of a model's own file; the project's counts more where it has one of the same
    /// name. What its faces call `name` is find(nameIn(path, name)).
    void addModel(const std::string& path, const Model& model);
    [[nodiscard]] Name nameIn(const std::string& path, Name name) const;

    /// What could not be written as it is, a sentence each; no two are the same.
    [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }

private:
    [[nodiscard]] bool hasProjectMaterial(Name name) const;
    [[nodiscard]] GltfMaterial make(Name name);
    void describe(GltfJson& json, const MaterialText& text);
    void describe(GltfJson& json, const ModelMaterial& material);
    void addSurface(GltfJson& json, GltfJson& look, const MaterialText& text);
    void addGlow(GltfJson& json, const MaterialFinish& finish);
    void addOpacity(GltfJson& json, const MaterialFinish& finish);
    [[nodiscard]] std::optional<GltfJson> picture(const std::string& key,
                                                  const std::string& name,
                                                  Result<std::string> (*read)(const fs::path&),
                                                  const fs::path& file);
    [[nodiscard]] std::optional<GltfJson>
    pictureOf(const std::string& key, const std::string& name, Result<std::string> bytes);
    [[nodiscard]] std::string uniqueName(Name name);
    void note(std::string sentence);

    GltfFile& m_file;
    const Project* m_project;
    std::unordered_map<Name, GltfMaterial> m_known;
    std::unordered_map<Name, ModelMaterial> m_ofModels;                     ///< by "path#name"
    std::unordered_map<std::string, std::optional<std::size_t>> m_pictures; ///< textures
    std::set<std::string> m_names;
    std::vector<std::string> m_notes;
};
} // namespace engine
