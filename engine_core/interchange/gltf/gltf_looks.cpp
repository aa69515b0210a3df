#include "engine_core/interchange/gltf/gltf_looks.h"

#include "engine_core/interchange/gltf/texture_packing.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine
{
namespace
{
using Json = nlohmann::json;

constexpr const char* MaterialEnding = ".material.json";
constexpr std::size_t NoImage = static_cast<std::size_t>(-1);
/// A small file can hold large pictures, and name them often.
constexpr std::size_t MostPackedPixels = std::size_t{1} << 28U;
constexpr float MostStrength = 1000; ///< of what glows, in a material file

const Json& extensionOf(const Json& object, const char* name)
{
    return gltfMember(gltfMember(object, "extensions"), name);
}

std::string picturesEnding(std::string_view bytes)
{
    return bytes.starts_with("\x89PNG") ? ".png" : bytes.starts_with("\xFF\xD8\xFF") ? ".jpg" : "";
}

/// Width times height (PNG specification, 11.2.2).
std::size_t pixelsOfPng(std::string_view bytes)
{
    const auto wordAt = [&](std::size_t at) {
        std::size_t word = 0;
        for (std::size_t i = at; i < at + 4 && i < bytes.size(); ++i)
            word = (word << 8U) | static_cast<unsigned char>(bytes[i]);
        return word;
    };
    return wordAt(16) * wordAt(20);
}

/// The last part of "Materials/Wall/brick".
std::string lastPart(const std::string& name)
{
    return name.substr(name.find_last_of('/') + 1); // all of it without one
}
} // namespace

std::string GltfLooks::nameOf(std::size_t material)
{
    const auto [at, isNew] = m_names.try_emplace(material);
    if (!isNew)
        return at->second;
    const auto& json = gltfElement(m_model, "materials", material);
    const auto name = gltfText(json, "name");
    if (!name.empty() && m_options.hasMaterial && m_options.hasMaterial(name))
        return at->second = name;
    const auto title = name.empty() ? fmt::format("material {}", material) : lastPart(name);
    const auto text =
        textOf(json, safeFileName(title)).dump(2, ' ', false, Json::error_handler_t::replace);
    auto file = addFile(title, MaterialEnding, text + "\n");
    file.resize(file.size() - std::string_view{MaterialEnding}.size());
    ++materialCount;
    return at->second = m_options.assetFolder + file;
}

GltfLooks::OrderedJson GltfLooks::textOf(const Json& material, const std::string& name)
{
    OrderedJson text{{"format", 1}};
    const auto& look = gltfMember(material, "pbrMetallicRoughness");
    const auto tint = gltfColor(look, "baseColorFactor", Vec3f{1});
    addPicture(text, "color", gltfMember(look, "baseColorTexture"));
    if (tint != Vec3f{1})
        text["tint"] = {tint.x, tint.y, tint.z};
    addPicture(text, "normal", gltfMember(material, "normalTexture"));
    addSurface(text, material, name);
    addGlow(text, material);
    addOpacity(text, material);
    return text;
}

/// Where the file's own picture says just what we read of it, it is kept; else one is made.
void GltfLooks::addSurface(OrderedJson& text, const Json& material, const std::string& name)
{
    const auto& look = gltfMember(material, "pbrMetallicRoughness");
    const auto& shade = gltfMember(material, "occlusionTexture");
    const float roughness = gltfNumber(look, "roughnessFactor", 1, 0, 1);
    const float metallic = gltfNumber(look, "metallicFactor", 1, 0, 1);
    const float strength = gltfNumber(shade, "strength", 1, 0, 1);
    const auto surfaceImage = imageOf(gltfMember(look, "metallicRoughnessTexture"));
    const auto shadeImage = imageOf(shade);
    const bool isPlain =
        strength == 1 && (surfaceImage == NoImage || (roughness == 1 && metallic == 1));
    if (isPlain && surfaceImage != NoImage && surfaceImage == shadeImage) {
        addPicture(text, "orm", shade);
    } else if (isPlain && surfaceImage == NoImage) {
        addPicture(text, "occlusion", shade);
    } else if (surfaceImage != NoImage || shadeImage != NoImage) {
        if (auto made = packed(material))
            text[surfaceImage == NoImage ? "occlusion" : "orm"] =
                addFile(name + "_orm", ".png", *std::move(made));
        else
            notes.push_back(fmt::format("The surface of the material '{}' is plain: {}", name,
                                        made.error().message()));
    }
    if (!text.contains("orm")) {
        text["roughness"] = roughness;
        text["metallic"] = metallic;
    }
}

/// Occlusion, roughness and metal in one picture, with their factors.
Result<std::string> GltfLooks::packed(const Json& material)
{
    if (m_packedPixels > MostPackedPixels)
        return Error{"the file has too many of them"};
    const auto& look = gltfMember(material, "pbrMetallicRoughness");
    const auto& shade = gltfMember(material, "occlusionTexture");
    const auto surface = pictureBytes(imageOf(gltfMember(look, "metallicRoughnessTexture")));
    const auto shadow = pictureBytes(imageOf(shade));
    if (surface.empty() && shadow.empty())
        return Error{"its picture could not be read"};
    auto made = packedSurface(shadow, gltfNumber(shade, "strength", 1, 0, 1), surface,
                              gltfNumber(look, "roughnessFactor", 1, 0, 1),
                              gltfNumber(look, "metallicFactor", 1, 0, 1));
    if (made)
        m_packedPixels += pixelsOfPng(*made);
    return made;
}

void GltfLooks::addGlow(OrderedJson& text, const Json& material)
{
    const auto glow = gltfColor(material, "emissiveFactor", Vec3f{0});
    if (glow == Vec3f{0})
        return;
    addPicture(text, "emissive", gltfMember(material, "emissiveTexture"));
    text["emissiveColor"] = {glow.x, glow.y, glow.z};
    const float strength = gltfNumber(extensionOf(material, "KHR_materials_emissive_strength"),
                                      "emissiveStrength", 1, 0, MostStrength);
    if (strength != 1)
        text["emissiveStrength"] = strength;
}

void GltfLooks::addOpacity(OrderedJson& text, const Json& material)
{
    const auto mode = gltfText(material, "alphaMode");
    if (mode == "MASK") {
        text["opacity"] = "mask";
        text["cutoff"] = gltfNumber(material, "alphaCutoff", 0.5F, 0, 1);
    } else if (mode == "BLEND") {
        text["opacity"] = "blend";
        const auto& factor =
            gltfMember(gltfMember(material, "pbrMetallicRoughness"), "baseColorFactor");
        if (factor.is_array() && factor.size() == 4 && factor[3].is_number())
            text["alpha"] = std::clamp(factor[3].get<double>(), 0.0, 1.0);
    }
    if (gltfMember(material, "doubleSided") == Json(true))
        text["twoSided"] = true;
}

void GltfLooks::noteOnce(std::string note)
{
    if (std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(std::move(note));
}

/// Of a reference to a texture.
std::size_t GltfLooks::imageOf(const Json& texture)
{
    if (!texture.is_object())
        return NoImage;
    if (extensionOf(texture, "KHR_texture_transform").is_object())
        noteOnce("Pictures lie as the texture coordinates say: what moves, turns or scales them "
                 "(KHR_texture_transform) was left out");
    const auto& json = gltfElement(m_model, "textures", gltfIndex(gltfMember(texture, "index")));
    const auto image = gltfIndex(gltfMember(json, "source"));
    if (gltfElement(m_model, "images", image).is_object())
        return image;
    for (const auto* kind : {"EXT_texture_webp", "KHR_texture_basisu"})
        if (extensionOf(json, kind).is_object())
            noteOnce(
                fmt::format("Pictures of {} were left out: they are neither PNG nor JPEG", kind));
    return NoImage;
}

void GltfLooks::addPicture(OrderedJson& text, const char* key, const Json& texture)
{
    if (const auto image = imageOf(texture); image != NoImage)
        if (const auto file = pictureFile(image))
            text[key] = *file;
}

/// Empty, and told of once, for what is no PNG or JPEG.
std::string GltfLooks::pictureBytes(std::size_t image)
{
    if (image == NoImage)
        return {};
    const auto& json = gltfElement(m_model, "images", image);
    const auto uri = gltfText(json, "uri");
    Result<std::string> bytes{Error{"its bytes are not there"}};
    if (!uri.empty())
        bytes = gltfBytes(uri, m_folder);
    else if (const auto view =
                 gltfView(m_model, gltfIndex(gltfMember(json, "bufferView")), m_buffers))
        bytes = std::string{*view};
    if (bytes && picturesEnding(*bytes).empty())
        bytes = Error{"it is neither PNG nor JPEG"};
    if (bytes)
        return *std::move(bytes);
    if (m_unreadable.insert(image).second)
        notes.push_back(fmt::format("The image '{}' was left out: {}",
                                    uri.empty() ? std::to_string(image) : uri.substr(0, 60),
                                    bytes.error().message()));
    return {};
}

std::optional<std::string> GltfLooks::pictureFile(std::size_t image)
{
    const auto [at, isNew] = m_pictures.try_emplace(image);
    if (!isNew)
        return at->second;
    auto bytes = pictureBytes(image);
    if (bytes.empty())
        return std::nullopt;
    const auto& json = gltfElement(m_model, "images", image);
    const auto uri = gltfText(json, "uri");
    auto title = gltfText(json, "name");
    if (title.empty() && !uri.empty() && !uri.starts_with("data:"))
        title = fs::path{uri}.stem().string();
    if (title.empty())
        title = fmt::format("picture {}", image);
    const auto ending = picturesEnding(bytes);
    at->second = addFile(lastPart(title), ending, std::move(bytes));
    return at->second;
}

std::string
GltfLooks::addFile(const std::string& title, const std::string& ending, std::string bytes)
{
    const auto plain = safeFileName(title);
    auto name = plain + ending;
    for (int number = 2; !m_taken.insert(name).second; ++number)
        name = fmt::format("{} {}{}", plain, number, ending);
    files.push_back({name, std::move(bytes)});
    return name;
}
} // namespace engine
