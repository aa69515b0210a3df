#pragma once

#include "engine_core/base/files/files.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// A picture as projects hold it.
struct TextureFile
{
    std::string bytes;
    std::string ending; ///< ".png", ".jpg", ".tga" or ".bmp"
};

/// Textures of a game in one file or folder. One thread at a time.
class TexturePack
{
public:
    TexturePack() = default;
    TexturePack(const TexturePack&) = delete;
    TexturePack& operator=(const TexturePack&) = delete;
    virtual ~TexturePack() = default;

    /// As maps call them, "gothic_block/blocks11b" or "*lava1", without an ending. No two are the
    /// same but for big and small letters. In the order of the pack; folders are sorted.
    [[nodiscard]] virtual const std::vector<std::string>& names() const = 0;

    /// The one at that place of names(). Broken ones are refused with one sentence.
    [[nodiscard]] virtual Result<TextureFile> read(std::size_t which) = 0;
};

/// More textures, or bytes of one, a pack may not have.
inline constexpr std::size_t MostPackedTextures = 100'000;
inline constexpr std::uintmax_t MostTextureBytes = std::uintmax_t{256} << 20U;

/// WAD2 (Quake), WAD3 (Half-Life), PK3, PK4 and ZIP (what lies in their textures/, and what their
/// shader scripts show), and folders (the same, or all pictures if they have no textures/). Refused
/// with one sentence: anything else, and what is damaged.
[[nodiscard]] Result<std::unique_ptr<TexturePack>> openTexturePack(const fs::path& place);

/// Whether openTexturePack() may know what to do with a file of that ending.
[[nodiscard]] bool isTexturePackFile(const fs::path& file);

/// The parts that openTexturePack() is made of.
[[nodiscard]] Result<std::unique_ptr<TexturePack>> openWad(std::string bytes);
[[nodiscard]] Result<std::unique_ptr<TexturePack>> openTextureArchive(const fs::path& file);
[[nodiscard]] Result<std::unique_ptr<TexturePack>> openTextureFolder(const fs::path& folder);

/// Small letters, '/' between folders, and no ending of a picture: what two spellings of a texture
/// have in common.
[[nodiscard]] std::string textureKey(std::string_view name);
} // namespace engine
