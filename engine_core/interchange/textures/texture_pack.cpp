#include "engine_core/interchange/textures/texture_pack.h"

#include "engine_core/base/small_letters.h"
#include "engine_core/interchange/textures/dds_image.h"
#include "engine_core/interchange/textures/pcx_image.h"
#include "engine_core/interchange/textures/picture_file.h"
#include "engine_core/interchange/textures/picture_tree.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
constexpr std::uintmax_t MostWadBytes = std::uintmax_t{1} << 30U;
constexpr std::uintmax_t MostScriptBytes = std::uintmax_t{4} << 20U;

class FolderPack final : public TexturePack
{
public:
    FolderPack(fs::path folder, std::vector<std::string> paths, PictureTree tree)
        : m_folder{std::move(folder)}, m_paths{std::move(paths)}, m_tree{std::move(tree)}
    {
    }

    [[nodiscard]] const std::vector<std::string>& names() const override { return m_tree.names; }

    [[nodiscard]] Result<TextureFile> read(std::size_t which) override
    {
        const auto& path = m_paths[m_tree.files.at(which)];
        auto bytes = readFile(m_folder / path, MostTextureBytes);
        if (!bytes)
            return bytes.error();
        return pictureFile(*std::move(bytes), path);
    }

private:
    fs::path m_folder;
    std::vector<std::string> m_paths;
    PictureTree m_tree;
};

Result<std::unique_ptr<TexturePack>> opened(const fs::path& place)
{
    std::error_code failed;
    if (fs::is_directory(place, failed))
        return openTextureFolder(place);
    if (inSmallLetters(place.extension().string()) != ".wad")
        return isTexturePackFile(place)
                   ? openTextureArchive(place)
                   : Error{"it is none of .wad, .pk3, .pk4 and .zip, and no folder"};
    auto bytes = readFile(place, MostWadBytes);
    return bytes ? openWad(*std::move(bytes)) : bytes.error();
}
} // namespace

Result<TextureFile> pictureFile(std::string bytes, const std::string& path)
{
    auto ending = inSmallLetters(fs::path{path}.extension().string());
    if (ending == ".pcx" || ending == ".dds") {
        const auto image = ending == ".pcx" ? parsePcx(bytes, path) : parseDds(bytes, path);
        if (!image)
            return image.error();
        auto png = pngBytes(*image);
        if (!png)
            return png.error();
        return TextureFile{*std::move(png), ".png"};
    }
    return TextureFile{std::move(bytes), ending == ".jpeg" ? std::string{".jpg"} : ending};
}

bool isTexturePackFile(const fs::path& file)
{
    constexpr std::array<std::string_view, 4> Endings{".wad", ".pk3", ".pk4", ".zip"};
    return std::find(Endings.begin(), Endings.end(), inSmallLetters(file.extension().string())) !=
           Endings.end();
}

Result<std::unique_ptr<TexturePack>> openTextureFolder(const fs::path& folder)
{
    std::vector<std::string> paths;
    std::error_code failed;
    auto files = fs::recursive_directory_iterator{
        folder, fs::directory_options::skip_permission_denied, failed};
    for (; !failed && files != fs::recursive_directory_iterator{}; files.increment(failed)) {
        std::error_code ignored;
        auto path = files->path().lexically_relative(folder).generic_string();
        if ((isTexturePicture(path) || isShaderScript(path)) && files->is_regular_file(ignored))
            paths.push_back(std::move(path));
        if (paths.size() > MostPackedTextures)
            return Error{"it has more than {} pictures", MostPackedTextures};
    }
    if (failed)
        return Error{"it cannot be read: {}", failed.message()};
    std::sort(paths.begin(), paths.end());
    std::vector<ShaderLook> shaders;
    for (const auto& path : paths)
        if (isShaderScript(path))
            if (const auto text = readFile(folder / path, MostScriptBytes))
                for (auto& each : readShaderScript(*text))
                    shaders.push_back(std::move(each));
    auto tree = pictureTreeOf(paths, shaders);
    return std::unique_ptr<TexturePack>{
        std::make_unique<FolderPack>(folder, std::move(paths), std::move(tree))};
}

Result<std::unique_ptr<TexturePack>> openTexturePack(const fs::path& place)
{
    auto pack = opened(place);
    if (!pack)
        return pack.error().withContext("Cannot take textures from '{}'", place.string());
    if ((*pack)->names().empty())
        return Error{"Cannot take textures from '{}': it holds none", place.string()};
    return pack;
}
} // namespace engine
