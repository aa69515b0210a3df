#include "engine_core/interchange/textures/picture_file.h"
#include "engine_core/interchange/textures/picture_tree.h"
#include "engine_core/interchange/textures/texture_pack.h"

#include <unzip.h>

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
constexpr std::size_t MostEntries = 200'000;
constexpr std::uint64_t MostPackedScripts = std::uint64_t{64} << 20U; ///< all of them

struct CloseArchive
{
    void operator()(void* archive) const { unzClose(archive); }
};

using Archive = std::unique_ptr<void, CloseArchive>;

/// The entry that is the current one. What it says of its size is not believed.
Result<std::string> readCurrent(unzFile archive, const std::string& path, std::uint64_t limit)
{
    if (unzOpenCurrentFile(archive) != UNZ_OK)
        return Error{"'{}' is packed in a way that is not known", path};
    std::string bytes;
    std::array<char, 1U << 16U> buffer{};
    int got = 0;
    while (bytes.size() <= limit &&
           (got = unzReadCurrentFile(archive, buffer.data(), unsigned{buffer.size()})) > 0)
        bytes.append(buffer.data(), static_cast<std::size_t>(got));
    const bool isWhole = unzCloseCurrentFile(archive) == UNZ_OK && got == 0;
    if (bytes.size() > limit)
        return Error{"'{}' has more than {} bytes unpacked", path, limit};
    if (!isWhole)
        return Error{"'{}' is damaged", path};
    return bytes;
}

class ArchivePack final : public TexturePack
{
public:
    explicit ArchivePack(Archive archive) : m_archive{std::move(archive)} {}

    Result<void> list()
    {
        std::vector<ShaderLook> shaders;
        std::size_t entries = 0;
        int state = unzGoToFirstFile(m_archive.get());
        for (; state == UNZ_OK; state = unzGoToNextFile(m_archive.get())) {
            if (++entries > MostEntries)
                return Error{"it has more than {} entries", MostEntries};
            std::array<char, 4096> name{};
            unz_file_info64 info{};
            if (unzGetCurrentFileInfo64(m_archive.get(), &info, name.data(), name.size() - 1,
                                        nullptr, 0, nullptr, 0) != UNZ_OK)
                return Error{"its list of contents is damaged"};
            if (auto added = add(name.data(), shaders); !added)
                return added;
        }
        if (state != UNZ_END_OF_LIST_OF_FILE)
            return Error{"its list of contents is damaged"};
        m_tree = pictureTreeOf(m_paths, shaders);
        return {};
    }

    [[nodiscard]] const std::vector<std::string>& names() const override { return m_tree.names; }

    [[nodiscard]] Result<TextureFile> read(std::size_t which) override
    {
        const auto file = m_tree.files.at(which);
        if (unzGoToFilePos64(m_archive.get(), &m_places[file]) != UNZ_OK)
            return Error{"'{}' is damaged", m_paths[file]};
        auto bytes = readCurrent(m_archive.get(), m_paths[file], MostTextureBytes);
        if (!bytes)
            return bytes.error();
        return pictureFile(*std::move(bytes), m_paths[file]);
    }

private:
    Result<void> add(std::string path, std::vector<ShaderLook>& shaders)
    {
        std::replace(path.begin(), path.end(), '\\', '/');
        if (isShaderScript(path)) {
            // A script that is damaged says nothing; the pictures are there all the same.
            const auto text = readCurrent(m_archive.get(), path, m_scriptBytesLeft);
            m_scriptBytesLeft -= text ? text->size() : 0;
            if (text && shaders.size() < MostPackedTextures)
                for (auto& each : readShaderScript(*text))
                    shaders.push_back(std::move(each));
            return {};
        }
        unz64_file_pos place{};
        if (!isTexturePicture(path) || unzGetFilePos64(m_archive.get(), &place) != UNZ_OK)
            return {};
        if (m_paths.size() == MostPackedTextures)
            return Error{"it has more than {} pictures", MostPackedTextures};
        m_paths.push_back(std::move(path));
        m_places.push_back(place);
        return {};
    }

    Archive m_archive;
    std::vector<std::string> m_paths;
    std::vector<unz64_file_pos> m_places; ///< as long as m_paths
    PictureTree m_tree;
    std::uint64_t m_scriptBytesLeft = MostPackedScripts;
};
} // namespace

Result<std::unique_ptr<TexturePack>> openTextureArchive(const fs::path& file)
{
    Archive archive{unzOpen64(file.c_str())};
    if (!archive)
        return Error{"it is not a zip archive"};
    auto pack = std::make_unique<ArchivePack>(std::move(archive));
    if (auto listed = pack->list(); !listed)
        return listed.error();
    return std::unique_ptr<TexturePack>{std::move(pack)};
}
} // namespace engine
