#include "editor/operations/material/material_values.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/json_members.h"
#include "engine_core/base/json_writer.h"

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
constexpr std::uintmax_t MaxMaterialFile = 1U << 20U;

void describeLook(TypeBuilder<MaterialValues>& material)
{
    using M = MaterialValues;
    material.section("Look");
    material.property("parent", &M::parent)
        .asset(AssetKind::Material)
        .tooltip("Material that everything not said here is taken from");
    material.property("color", &M::color).asset(AssetKind::Texture).label("Colour");
    material.property("tint", &M::tint).tooltip("Multiplies the colour");
    material.property("normal", &M::normal)
        .asset(AssetKind::Texture)
        .label("Normal map")
        .tooltip("Bumps, in tangent space");
    material.property("green", &M::green, {"up", "down"})
        .label("Green points")
        .tooltip("Of the normal map. Bumps that look like dents have the other one");
    material.property("roughnessMap", &M::roughnessMap)
        .asset(AssetKind::Texture)
        .tooltip("Grey: black is a mirror. Takes the number's place");
    material.property("roughness", &M::roughness)
        .range(0, 1)
        .tooltip("0 is a mirror. Takes the map's place");
    material.property("metallicMap", &M::metallicMap)
        .asset(AssetKind::Texture)
        .tooltip("Grey: white is metal. Takes the number's place");
    material.property("metallic", &M::metallic)
        .range(0, 1)
        .tooltip("1 is metal. Takes the map's place");
    material.property("occlusion", &M::occlusion)
        .asset(AssetKind::Texture)
        .label("Occlusion map")
        .tooltip("Grey: how much of the light from all around gets there");
    material.property("orm", &M::orm)
        .asset(AssetKind::Texture)
        .label("Packed map")
        .tooltip("Occlusion, roughness and metal in red, green and blue; single maps count more");
}

void describeLayers(TypeBuilder<MaterialValues>& material)
{
    using M = MaterialValues;
    material.section("Layers");
    material.property("triplanar", &M::triplanar)
        .range(0, 1000)
        .unit("m")
        .tooltip("Metres of a repeat that lies in space along the axes of the world, so that rocks "
                 "and slopes need no texture mapping. 0: as faces say");
    material.property("detail", &M::detail)
        .asset(AssetKind::Texture)
        .label("Detail map")
        .tooltip("Any picture, repeated finely: how uneven it is shows on the colour from near by");
    material.property("detailScale", &M::detailScale)
        .range(0, 1000)
        .tooltip("Repeats of the detail to one of the colour");
    material.property("detailStrength", &M::detailStrength).range(0, 1);
}

void describeRest(TypeBuilder<MaterialValues>& material)
{
    using M = MaterialValues;
    material.section("Glow");
    material.property("emissive", &M::emissive).asset(AssetKind::Texture).label("Glow map");
    material.property("emissiveColor", &M::emissiveColor)
        .label("Glow colour")
        .tooltip("What faces give off by themselves, whatever light they get");
    material.property("emissiveStrength", &M::emissiveStrength).range(0, 1000).label("Strength");
    material.section("Transparency");
    material.property("opacity", &M::opacity, {"opaque", "mask", "blend"})
        .tooltip("mask: holes where alpha is below the cutoff; blend: glass");
    material.property("cutoff", &M::cutoff).range(0, 1).tooltip("Of mask");
    material.property("alpha", &M::alpha)
        .range(0, 1)
        .tooltip("Of blend: multiplies the alpha of the colour");
    material.property("twoSided", &M::twoSided).tooltip("Seen from behind, too");
    material.section("Movement");
    material.property("scroll", &M::scroll).tooltip("Repeats a second that the texture moves by");
    material.property("frameRate", &M::frameRate)
        .range(0, 100)
        .label("Frames a second")
        .tooltip("Of an animated texture, whose pictures the file lists as frames");
    material.property("warp", &M::warp)
        .range(0, 1)
        .tooltip("How far slow waves push the texture, in repeats: 0.1 is a pool");
    material.section("Touch");
    material.property("surface", &M::surface)
        .tooltip("Kind of surface, such as wood, that scripts are told of for footsteps and hits");
    material.property("friction", &M::friction).range(0, 1).tooltip("0 is ice");
    material.property("restitution", &M::restitution)
        .range(0, 1)
        .label("Bounce")
        .tooltip("Share of the speed that comes back");
    material.section("In the game");
    material.property("seenInGame", &M::seenInGame)
        .label("Seen")
        .tooltip("The game draws its faces; the editor always does");
    material.property("collides", &M::collides)
        .tooltip("Stops what moves. A brush stays solid while one face that is seen is solid");
    material.property("walkable", &M::walkable).tooltip("Agents walk on it");
    material.property("castsShadow", &M::castsShadow)
        .label("Casts shadow")
        .tooltip("Blocks and gets baked light");
}

/// As assets name it; empty for none.
AssetPath assetPath(const fs::path& file, const fs::path& assetFolder)
{
    return {file.empty() ? std::string{} : file.lexically_relative(assetFolder).generic_string()};
}

MaterialValues valuesOf(const MaterialText& text, const fs::path& assets)
{
    MaterialValues values;
    const auto map = [&](const GreyMap& grey) {
        return assetPath(grey.file, assets);
    };
    const auto packed = [&](const GreyMap& grey, std::uint8_t channel) {
        return !grey.file.empty() && grey.channel == channel;
    };
    values.parent = {text.parent};
    values.color = assetPath(text.color, assets);
    values.tint = {text.tint.x, text.tint.y, text.tint.z};
    values.normal = assetPath(text.normal, assets);
    values.green = text.finish.greenDown ? MaterialValues::Green::Down : MaterialValues::Green::Up;
    if (packed(text.roughness, 1))
        values.orm = map(text.roughness);
    else
        values.roughnessMap = map(text.roughness);
    if (packed(text.finish.metallic, 2))
        values.orm = map(text.finish.metallic);
    else
        values.metallicMap = map(text.finish.metallic);
    // Channel 0 alone does not tell whether it is packed.
    if (const auto occlusion = map(text.finish.occlusion); occlusion != values.orm)
        values.occlusion = occlusion;
    values.roughness = text.roughnessValue;
    values.metallic = text.metallic;
    values.emissive = assetPath(text.finish.glow, assets);
    values.emissiveStrength = text.glowStrength;
    const auto& glow = text.glowBase;
    values.emissiveColor = {glow.x, glow.y, glow.z};
    values.opacity = text.finish.opacity;
    values.cutoff = text.finish.cutoff;
    values.alpha = text.finish.alpha;
    values.twoSided = text.finish.twoSided;
    values.scroll = Vec2d{text.finish.scroll};
    const auto& layers = text.finish.layers;
    values.frameRate = layers.frameRate;
    values.warp = layers.warp;
    values.triplanar = layers.triplanar;
    values.detail = assetPath(layers.detail, assets);
    values.detailScale = layers.detailScale;
    values.detailStrength = layers.detailStrength;
    values.surface = text.touch.surface;
    values.friction = text.touch.friction;
    values.restitution = text.touch.restitution;
    values.seenInGame = text.traits.seen;
    values.collides = text.traits.collides;
    values.walkable = text.traits.walkable;
    values.castsShadow = text.traits.castsShadow;
    return values;
}

Result<std::string> jsonOf(const AssetPath& asset, const fs::path& file, const fs::path& assets)
{
    std::string json;
    if (asset.path.empty())
        return std::string{"null"};
    const auto inside = resolveInside(assets, asset.path);
    if (!inside)
        return inside.error();
    const auto relative =
        (assets / asset.path).lexically_normal().lexically_relative(file.parent_path());
    appendJsonText(json, relative.generic_string());
    return json;
}

void appendNumbers(std::string& json, std::initializer_list<float> numbers)
{
    json += "[";
    for (const float number : numbers) {
        json += json.size() > 1 ? ", " : "";
        appendJson(json, number);
    }
    json += "]";
}

/// As the file has it. The value is of the property's kind.
Result<std::string>
jsonOf(const Property& property, const Value& value, const fs::path& file, const fs::path& assets)
{
    std::string json;
    if (const auto* asset = value.as<AssetPath>()) {
        if (property.assetKind != AssetKind::Material)
            return jsonOf(*asset, file, assets);
        appendJsonText(json, asset->path);
    } else if (const auto* color = value.as<Color>()) {
        appendNumbers(json, {color->r, color->g, color->b});
    } else if (const auto* pair = value.as<Vec2d>()) {
        appendNumbers(json, {static_cast<float>(pair->x), static_cast<float>(pair->y)});
    } else if (const auto* number = value.as<double>()) {
        appendJson(json, static_cast<float>(*number));
    } else if (const auto* flag = value.as<bool>()) {
        appendJson(json, *flag);
    } else if (const auto* text = value.as<std::string>()) {
        appendJsonText(json, *text);
    }
    return json;
}

MaterialFiles filesOf(const Project& project,
                      std::function<Result<std::string>(const fs::path&)> read)
{
    auto files = materialFilesOf(project);
    files.read = std::move(read);
    return files;
}

/// A material's file as it is before an edit.
struct MaterialFile
{
    fs::path file;
    std::string text;
};

Result<MaterialFile> readMaterialFile(const Project& project, const std::string& path)
{
    const auto file = assetFile(project, AssetKind::Material, path);
    if (!file)
        return file.error();
    auto text = readFile(*file, MaxMaterialFile);
    if (!text)
        return text.error();
    return MaterialFile{*file, *std::move(text)};
}
} // namespace

void describe(TypeBuilder<MaterialValues>& material)
{
    material.type("material", "Material");
    describeLook(material);
    describeLayers(material);
    describeRest(material);
}

const TypeInfo& materialType()
{
    static const TypeInfo type = [] {
        TypeBuilder<MaterialValues> builder;
        describe(builder);
        return builder.finish();
    }();
    return type;
}

std::string materialKeyOf(const std::string& property)
{
    if (property == "roughnessMap")
        return "roughness";
    return property == "metallicMap" ? "metallic" : property;
}

Result<ReadMaterial> readMaterial(const Project& project,
                                  const std::string& path,
                                  const std::function<Result<std::string>(const fs::path&)>& read)
{
    const auto file = assetFile(project, AssetKind::Material, path);
    if (!file)
        return file.error();
    const auto textOf = [&](const fs::path& each) {
        return read ? read(each) : readFile(each, MaxMaterialFile);
    };
    auto bytes = textOf(*file);
    if (!bytes)
        return bytes.error();
    ReadMaterial result;
    result.text = *std::move(bytes);
    std::error_code failed;
    const auto assets = fs::weakly_canonical(project.assetFolder(), failed);
    const auto text = loadMaterialText(*file, assets, filesOf(project, textOf));
    if (!text)
        return text.error();
    result.values = valuesOf(*text, assets);
    result.files = text->files;
    result.problems = text->problems;
    // What would be left if the file named its parent and nothing else.
    std::string bare = R"({"format":1,"parent":)";
    appendJsonText(bare, text->parent);
    bare += "}";
    const auto inherited = loadMaterialText(
        *file, assets, filesOf(project, [&](const fs::path& each) -> Result<std::string> {
            return each == *file ? Result<std::string>{bare} : textOf(each);
        }));
    if (inherited)
        result.inherited = valuesOf(*inherited, assets);
    result.inherited.parent = {};
    return result;
}

Result<void> setMaterialValue(Transaction& edit,
                              const Project& project,
                              const std::string& path,
                              const Property& property,
                              const std::optional<Value>& value)
{
    auto read = readMaterialFile(project, path);
    if (!read)
        return read.error();
    auto& [file, before] = *read;
    std::optional<std::string> json;
    std::error_code failed;
    const auto assets = fs::weakly_canonical(project.assetFolder(), failed);
    if (value) {
        MaterialValues checked;
        if (auto good = property.set(&checked, *value); !good)
            return good;
        auto made = jsonOf(property, *value, file, assets);
        if (!made)
            return made.error();
        if (property.name != "parent" || !checked.parent.path.empty())
            json = *std::move(made);
    }
    auto after = withJsonMember(before, materialKeyOf(property.name), json, file.string());
    if (!after)
        return after.error();
    if (property.name == "parent") {
        const auto text =
            loadMaterialText(file, assets, filesOf(project, [&](const fs::path& each) {
                                 return each == file ? Result<std::string>(std::string{*after})
                                                     : readFile(each, MaxMaterialFile);
                             }));
        if (text && text->hasParentProblem)
            return Error{"{}", text->problems.back()};
    }
    edit.write({file, std::move(before), *std::move(after)});
    return {};
}

Result<void> useColorAsNormals(Transaction& edit, const Project& project, const std::string& path)
{
    auto read = readMaterialFile(project, path);
    if (!read)
        return read.error();
    auto& [file, before] = *read;
    std::error_code failed;
    const auto assets = fs::weakly_canonical(project.assetFolder(), failed);
    const auto text = loadMaterialText(file, assets, materialFilesOf(project));
    if (!text)
        return text.error();
    if (text->color.empty())
        return Error{"The material '{}' shows no picture", path};
    const auto picture = jsonOf(assetPath(text->color, assets), file, assets);
    if (!picture)
        return picture.error();
    auto after = withJsonMember(before, "normal", *picture, file.string());
    if (after)
        after = withJsonMember(*after, "color", std::string{"null"}, file.string());
    if (!after)
        return after.error();
    edit.write({file, std::move(before), *std::move(after)});
    return {};
}
} // namespace editor
