#include "engine_core/interchange/gltf/gltf_materials.h"

#include "engine_core/assets/images/placeholder_picture.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/interchange/gltf/texture_packing.h"
#include "engine_core/interchange/level_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine
{
namespace
{
constexpr float DefaultGrey = 0.5F; // what faces without a material look like

GltfJson numbers(const Vec3f& v)
{
    return {v.x, v.y, v.z};
}

Result<std::string> plainPicture(const fs::path& file)
{
    auto bytes = readFile(file);
    return bytes ? pictureForGltf(*std::move(bytes), file.string()) : bytes;
}

/// "Materials/Wall/brick" of ".../brick_n.png" is "brick_n".
std::string titleOf(const fs::path& file)
{
    return file.stem().string();
}

std::string keyOf(const GreyMap& map)
{
    return map.file.empty() ? "-" : fmt::format("{}:{}", map.file.string(), map.channel);
}

bool isIn(const GreyMap& map, const fs::path& file, std::uint8_t channel)
{
    return map.file == file && map.channel == channel;
}
} // namespace

const GltfMaterial& GltfMaterials::find(Name name)
{
    const auto known = m_known.find(name);
    return known != m_known.end() ? known->second : m_known.emplace(name, make(name)).first->second;
}

bool GltfMaterials::hasProjectMaterial(Name name) const
{
    return m_project != nullptr && !name.isEmpty() &&
           assetFile(*m_project, AssetKind::Material, name.text()).hasValue();
}

void GltfMaterials::addModel(const std::string& path, const Model& model)
{
    for (const auto& material : model.materials)
        if (!hasProjectMaterial(material.name))
            m_ofModels.emplace(Name{path + InModel + material.name.text()}, material);
}

Name GltfMaterials::nameIn(const std::string& path, Name name) const
{
    const Name own{path + InModel + name.text()};
    return m_ofModels.contains(own) ? own : name;
}

GltfMaterial GltfMaterials::make(Name name)
{
    GltfJson json;
    const auto ofModel = m_ofModels.find(name);
    json["name"] = uniqueName(ofModel != m_ofModels.end() ? ofModel->second.name : name);
    const bool isNameAlone = m_project == nullptr && ofModel == m_ofModels.end();
    if (ofModel != m_ofModels.end()) {
        describe(json, ofModel->second);
    } else if (m_project != nullptr) {
        const auto file = name.isEmpty() ? Result<fs::path>{Error{"it has no name"}}
                                         : assetFile(*m_project, AssetKind::Material, name.text());
        const auto text =
            file ? loadMaterialText(*file, m_project->assetFolder(), materialFilesOf(*m_project))
                 : Result<MaterialText>{file.error()};
        MaterialText standIn;
        standIn.tint = name.isEmpty() ? Vec3f{DefaultGrey} : placeholderColor(name.text());
        if (!text && !name.isEmpty())
            note(fmt::format("The material '{}' has a plain colour: {}", name.text(),
                             text.error().message()));
        describe(json, text ? *text : standIn);
    }
    GltfMaterial made;
    const auto look = json.find("pbrMetallicRoughness");
    made.needsUv = isNameAlone || json.contains("normalTexture") ||
                   json.contains("occlusionTexture") || json.contains("emissiveTexture") ||
                   (look != json.end() && (look->contains("baseColorTexture") ||
                                           look->contains("metallicRoughnessTexture")));
    made.needsTangents = json.contains("normalTexture");
    made.index = m_file.add("materials", std::move(json));
    return made;
}

/// Readers tell materials apart by their names.
std::string GltfMaterials::uniqueName(Name name)
{
    const auto plain = exportedMaterialName(name);
    auto unique = plain;
    for (int number = 2; !m_names.insert(unique).second; ++number)
        unique = fmt::format("{} {}", plain, number);
    return unique;
}

void GltfMaterials::describe(GltfJson& json, const MaterialText& text)
{
    GltfJson look;
    const auto tint = glm::clamp(text.tint, Vec3f{0}, Vec3f{1});
    if (tint != text.tint)
        note(fmt::format("The tint of '{}' is darker: glTF knows none above 1",
                         json["name"].get<std::string>()));
    const float alpha = text.finish.opacity == Opacity::Blend ? text.finish.alpha : 1;
    if (tint != Vec3f{1} || alpha < 1)
        look["baseColorFactor"] = {tint.x, tint.y, tint.z, alpha};
    if (const auto color = picture("", titleOf(text.color), plainPicture, text.color))
        look["baseColorTexture"] = *color;
    addSurface(json, look, text);
    json["pbrMetallicRoughness"] = std::move(look);
    if (const auto normal =
            text.finish.greenDown
                ? picture("up:", titleOf(text.normal) + "_up", withGreenTurned, text.normal)
                : picture("", titleOf(text.normal), plainPicture, text.normal))
        json["normalTexture"] = *normal;
    addGlow(json, text.finish);
    addOpacity(json, text.finish);
    if (text.finish.scroll != Vec2f{0})
        note(fmt::format("'{}' stands still: glTF has no scrolling textures",
                         json["name"].get<std::string>()));
}

/// Roughness in green and metal in blue of one picture; occlusion is red, there or elsewhere.
void GltfMaterials::addSurface(GltfJson& json, GltfJson& look, const MaterialText& text)
{
    const auto& roughness = text.roughness;
    const auto& metallic = text.finish.metallic;
    const auto& occlusion = text.finish.occlusion;
    look["metallicFactor"] = metallic.file.empty() ? text.metallic : 1.0F;
    look["roughnessFactor"] = roughness.file.empty() ? text.roughnessValue : 1.0F;
    const bool hasSurface = !roughness.file.empty() || !metallic.file.empty();
    const bool isPacked =
        hasSurface && isIn(metallic, roughness.file, 2) && isIn(roughness, metallic.file, 1);
    const bool standsAlone =
        !occlusion.file.empty() && occlusion.channel == 0 && (isPacked || !hasSurface);
    if (isPacked && (occlusion.file.empty() || standsAlone)) {
        if (const auto surface = picture("", titleOf(roughness.file), plainPicture, roughness.file))
            look["metallicRoughnessTexture"] = *surface;
    } else if (hasSurface || (!occlusion.file.empty() && !standsAlone)) {
        const auto& named = !roughness.file.empty()  ? roughness
                            : !metallic.file.empty() ? metallic
                                                     : occlusion;
        const auto key = "orm:" + keyOf(occlusion) + keyOf(roughness) + keyOf(metallic);
        const auto packed = m_pictures.contains(key)
                                ? pictureOf(key, {}, std::string{})
                                : pictureOf(key, titleOf(named.file) + "_orm",
                                            packedPicture({occlusion, roughness, metallic}));
        if (packed && hasSurface)
            look["metallicRoughnessTexture"] = *packed;
        if (packed && !occlusion.file.empty())
            json["occlusionTexture"] = *packed;
    }
    if (standsAlone)
        if (const auto shade = picture("", titleOf(occlusion.file), plainPicture, occlusion.file))
            json["occlusionTexture"] = *shade;
}

/// Factors go to 1 only; what is brighter is KHR_materials_emissive_strength.
void GltfMaterials::addGlow(GltfJson& json, const MaterialFinish& finish)
{
    const float most = std::max({finish.glowColor.x, finish.glowColor.y, finish.glowColor.z});
    if (!(most > 0))
        return;
    json["emissiveFactor"] = numbers(finish.glowColor / std::max(most, 1.0F));
    if (const auto glow = picture("", titleOf(finish.glow), plainPicture, finish.glow))
        json["emissiveTexture"] = *glow;
    if (most <= 1)
        return;
    m_file.use("KHR_materials_emissive_strength");
    json["extensions"]["KHR_materials_emissive_strength"] = {{"emissiveStrength", most}};
}

void GltfMaterials::addOpacity(GltfJson& json, const MaterialFinish& finish)
{
    if (finish.opacity == Opacity::Mask) {
        json["alphaMode"] = "MASK";
        json["alphaCutoff"] = finish.cutoff;
    } else if (finish.opacity == Opacity::Blend) {
        json["alphaMode"] = "BLEND";
    }
    if (finish.twoSided)
        json["doubleSided"] = true;
}

void GltfMaterials::describe(GltfJson& json, const ModelMaterial& material)
{
    GltfJson look;
    if (material.tint != Vec3f{1})
        look["baseColorFactor"] = {material.tint.x, material.tint.y, material.tint.z, 1.0F};
    look["metallicFactor"] = material.metallic;
    look["roughnessFactor"] = MaterialText{}.roughnessValue;
    if (material.image) {
        const auto& name = material.name.text();
        // Models share the bytes of their pictures, which tell them apart.
        const auto key = fmt::format("model:{}", static_cast<const void*>(material.image.get()));
        if (const auto color = pictureOf(key, name, pictureForGltf(*material.image, name)))
            look["baseColorTexture"] = *color;
    }
    json["pbrMetallicRoughness"] = std::move(look);
}

std::optional<GltfJson> GltfMaterials::picture(const std::string& key,
                                               const std::string& name,
                                               Result<std::string> (*read)(const fs::path&),
                                               const fs::path& file)
{
    if (file.empty())
        return std::nullopt;
    const auto full = key + file.string();
    return m_pictures.contains(full) ? pictureOf(full, name, std::string{})
                                     : pictureOf(full, name, read(file));
}

/// `bytes` count only for the first of that key.
std::optional<GltfJson>
GltfMaterials::pictureOf(const std::string& key, const std::string& name, Result<std::string> bytes)
{
    const auto [at, isNew] = m_pictures.try_emplace(key);
    if (isNew && bytes)
        at->second = m_file.addPicture(name, *std::move(bytes));
    else if (isNew)
        note("A texture was left out: " + bytes.error().message());
    if (!at->second)
        return std::nullopt;
    return GltfJson{{"index", *at->second}};
}

void GltfMaterials::note(std::string sentence)
{
    if (std::find(m_notes.begin(), m_notes.end(), sentence) == m_notes.end())
        m_notes.push_back(std::move(sentence));
}
} // namespace engine
