#pragma once

#include "engine_core/interchange/gltf/gltf_source.h"
#include "engine_core/interchange/gltf_parts.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine
{
/// Makes project materials of the materials of a glTF file: a .material.json each with the pictures
/// that it shows, which lie beside it. One thread.
class GltfLooks
{
public:
    /// All outlive it. Files of others are read below `folder` only. Materials of the names that
    /// `options.hasMaterial` knows stay those of the project.
    GltfLooks(const nlohmann::json& model,
              const std::vector<std::string>& buffers,
              const fs::path& folder,
              const GltfSplitOptions& options)
        : m_model{model}, m_buffers{buffers}, m_folder{folder}, m_options{options}
    {
    }

    /// What faces of that material name in the project; made when it is first asked for.
    [[nodiscard]] std::string nameOf(std::size_t material);

    std::vector<PartFile> files;    ///< materials and pictures
    std::size_t materialCount = 0;  ///< of those files
    std::vector<std::string> notes; ///< what was left out, a sentence each

private:
    using OrderedJson = nlohmann::ordered_json;

    [[nodiscard]] OrderedJson textOf(const nlohmann::json& material, const std::string& name);
    void addSurface(OrderedJson& text, const nlohmann::json& material, const std::string& name);
    void addGlow(OrderedJson& text, const nlohmann::json& material);
    void addOpacity(OrderedJson& text, const nlohmann::json& material);
    [[nodiscard]] std::size_t imageOf(const nlohmann::json& texture);
    void noteOnce(std::string note);
    void addPicture(OrderedJson& text, const char* key, const nlohmann::json& texture);
    [[nodiscard]] std::string pictureBytes(std::size_t image);
    [[nodiscard]] std::optional<std::string> pictureFile(std::size_t image);
    [[nodiscard]] Result<std::string> packed(const nlohmann::json& material);
    [[nodiscard]] std::string
    addFile(const std::string& title, const std::string& ending, std::string bytes);

    const nlohmann::json& m_model;
    const std::vector<std::string>& m_buffers;
    const fs::path& m_folder;
    const GltfSplitOptions& m_options;
    std::map<std::size_t, std::string> m_names;                   ///< of materials
    std::map<std::size_t, std::optional<std::string>> m_pictures; ///< of images
    std::set<std::size_t> m_unreadable;                           ///< images that were told of
    std::size_t m_packedPixels = 0;
    std::set<std::string> m_taken; ///< names of files
};
} // namespace engine
