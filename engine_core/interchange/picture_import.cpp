#include "engine_core/interchange/picture_import.h"

#include "engine_core/assets/images/image.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/interchange/gltf_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace engine
{
namespace
{
constexpr auto MaterialEnding = ".material.json";

Result<Vec2d> pixelsOf(const fs::path& picture)
{
    const auto image = loadImage(picture);
    if (!image)
        return image.error();
    return Vec2d{image->width, image->height};
}

bool isSameFile(const fs::path& a, const fs::path& b)
{
    std::error_code failed;
    return !a.empty() && fs::equivalent(a, b, failed) && !failed;
}

/// Empty if no material shows it.
std::string materialThatShows(const fs::path& picture, const Project& project)
{
    const AssetScan scan{project};
    for (const auto& each : scan.entries()) {
        if (each.kind != AssetKind::Material)
            continue;
        const auto text =
            loadMaterialText(each.file, project.assetFolder(), materialFilesOf(project));
        if (text && isSameFile(text->color, picture))
            return each.path;
    }
    return {};
}

/// NAME, NAME 2, ... in the folder: the first that neither a picture nor a material has.
std::string freeName(const fs::path& folder, const std::string& name, const std::string& ending)
{
    auto free = name;
    std::error_code failed;
    for (int number = 2; fs::exists(folder / (free + ending), failed) ||
                         fs::exists(folder / (free + MaterialEnding), failed);
         ++number)
        free = fmt::format("{} {}", name, number);
    return free;
}

/// What the file of a material in that folder says.
std::string materialText(const fs::path& folder, const fs::path& picture)
{
    const nlohmann::ordered_json material{
        {"format", 1},
        {"color", picture.lexically_relative(folder).generic_string()},
        {"metallic", 0.0}};
    return material.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string smallEnding(const fs::path& file)
{
    auto ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char sign) { return static_cast<char>(std::tolower(sign)); });
    return ending;
}

Result<std::string> writeMaterial(const fs::path& picture, const Project& project)
{
    const auto folder = picture.parent_path();
    auto name = picture.stem().string();
    std::error_code failed;
    if (fs::exists(folder / (name + MaterialEnding), failed)) // it shows another picture
        name = freeName(folder, name, {});
    const auto file = folder / (name + MaterialEnding);
    if (auto written = writeFileAtomically(file, materialText(folder, picture)); !written)
        return written.error();
    auto path = assetPathOf(file, project);
    path.resize(path.size() - std::string_view{MaterialEnding}.size());
    return path;
}

/// Where the picture lies in the project; copied if need be.
Result<fs::path> broughtInto(const fs::path& picture, const Project& project)
{
    if (!assetPathOf(picture, project).empty())
        return picture;
    const auto bytes = readFile(picture);
    if (!bytes)
        return bytes.error();
    const auto folder = project.assetFolder() / "Materials" / "Pictures";
    if (auto made = makeFolders(folder); !made)
        return made.error();
    const auto ending = smallEnding(picture);
    const auto name = freeName(folder, safeFileName(picture.stem().string()), ending);
    auto copy = folder / (name + ending);
    if (auto written = writeFileAtomically(copy, *bytes); !written)
        return written.error();
    return copy;
}
} // namespace

bool isPictureFile(const fs::path& file)
{
    auto name = file.filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char sign) { return static_cast<char>(std::tolower(sign)); });
    return assetKindOf(name) == AssetKind::Texture;
}

Result<PictureMaterialName> materialOfPicture(const fs::path& picture, const Project& project)
{
    const auto pixels = pixelsOf(picture); // whatever is wrong with it is told here
    if (!pixels)
        return pixels.error();
    const auto file = broughtInto(picture, project);
    if (!file)
        return file.error();
    if (auto known = materialThatShows(*file, project); !known.empty())
        return PictureMaterialName{std::move(known), *pixels, false};
    auto written = writeMaterial(*file, project);
    if (!written)
        return written.error();
    return PictureMaterialName{*std::move(written), *pixels, true};
}

Result<PictureMaterialName>
materialFromPicture(const std::string& material, const fs::path& picture, const Project& project)
{
    const auto pixels = pixelsOf(picture);
    if (!pixels)
        return pixels.error();
    const auto file = resolveInside(project.assetFolder(), material + MaterialEnding);
    if (!file)
        return file.error();
    std::error_code failed;
    if (fs::exists(*file, failed))
        return Error{"The material '{}' is there already", material};
    const auto folder = file->parent_path();
    if (auto made = makeFolders(folder); !made)
        return made.error();
    auto shown = fs::weakly_canonical(picture, failed);
    const bool isCopied = assetPathOf(picture, project).empty();
    if (isCopied) {
        const auto bytes = readFile(picture);
        if (!bytes)
            return bytes.error();
        const auto name = fs::path{material}.filename().string();
        const auto ending = smallEnding(picture);
        shown = folder / (freeName(folder, name, ending) + ending);
        if (auto written = writeFileAtomically(shown, *bytes); !written)
            return written.error();
    }
    if (auto written = writeFileAtomically(*file, materialText(folder, shown)); !written) {
        if (isCopied)
            fs::remove(shown, failed);
        return written.error();
    }
    return PictureMaterialName{material, *pixels, true};
}

Result<PictureMaterialName> pictureOfMaterial(const std::string& path, const Project& project)
{
    const auto file = resolveInside(project.assetFolder(), path + MaterialEnding);
    if (!file)
        return file.error();
    const auto text = loadMaterialText(*file, project.assetFolder(), materialFilesOf(project));
    if (!text)
        return text.error();
    if (text->color.empty())
        return Error{"The material '{}' shows no picture", path};
    const auto pixels = pixelsOf(text->color);
    if (!pixels)
        return pixels.error();
    return PictureMaterialName{path, *pixels, false};
}
} // namespace engine
