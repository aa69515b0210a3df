#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/base/files/new_files.h"
#include "engine_core/interchange/textures/texture_pack.h"

#include <unordered_map>

namespace engine
{
class JobControl;

/// The folder below assets/ that textures of games come to.
inline constexpr std::string_view TextureFolder = "Textures";

/// Packs of textures, out of which materials of a project are made. One thread at a time.
class TextureShelf
{
public:
    explicit TextureShelf(const Project& project);

    /// Adds a pack; of several that have a texture of one name, the one that was opened first is
    /// taken. Refused as openTexturePack() does.
    [[nodiscard]] Result<void> open(const fs::path& place);

    /// The material of that texture below assets/Textures, as components store it; its files are
    /// written unless they are there. Empty if no pack has the texture, or if it cannot be used,
    /// which problems() says then.
    [[nodiscard]] std::string bring(std::string_view texture);

    /// All of them, until the job is cancelled or a file cannot be written. What cannot be used is
    /// told by problems().
    void bringAll(JobControl& control);

    /// Waits until all that was written is on the disk. Whatever names it is saved afterwards.
    [[nodiscard]] Result<void> finish();

    /// How many materials have been written.
    [[nodiscard]] std::size_t writtenCount() const { return m_count; }

    /// A sentence each.
    [[nodiscard]] const std::vector<std::string>& problems() const { return m_problems; }

    /// Removes the files and folders that were written: whatever they were for has failed.
    void takeBack();

private:
    struct Place
    {
        std::size_t pack = 0;
        std::size_t which = 0;
    };

    [[nodiscard]] Result<std::string> write(const Place& place);
    [[nodiscard]] Result<void> writeNew(const fs::path& file, std::string_view bytes);
    /// Where the texture's picture lies now.
    [[nodiscard]] Result<fs::path> writePicture(const Place& place);
    /// The same of all that an animation shows in turn; one of a texture that stands still.
    [[nodiscard]] Result<std::vector<fs::path>> writePictures(const Place& place);
    [[nodiscard]] Result<void> makeFolder(const fs::path& folder);

    fs::path m_assetFolder;
    std::unordered_map<std::string, std::string> m_known; ///< materials there, by textureKey()
    std::vector<std::unique_ptr<TexturePack>> m_packs;
    std::unordered_map<std::string, std::vector<Place>> m_places; ///< by textureKey()
    NewFiles m_files;
    std::vector<fs::path> m_written; ///< files, and the folders made for them before
    std::size_t m_count = 0;
    bool m_isDiskGood = true; ///< until a file could not be written
    std::vector<std::string> m_problems;
};
} // namespace engine
