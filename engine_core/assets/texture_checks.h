#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/assets/scene_checks.h"

#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace engine
{
class JobControl;

/// Texels a side above which a picture is told to be big.
inline constexpr std::uint32_t BigPictureSide = 4096;

/// What was seen of the files of pictures, for the next checks, which come after each edit. For any
/// thread.
class KnownPictures
{
public:
    struct Facts
    {
        fs::file_time_type written;
        std::uintmax_t bytes = 0;
        std::optional<Vec2d> size;       ///< nullopt: it cannot be read
        std::optional<bool> isOfNormals; ///< nullopt: nobody has asked yet
    };

    /// Looks anew if the file has changed. Nullopt if there is none.
    [[nodiscard]] std::optional<Facts> find(const fs::path& file, bool withTone);

private:
    static constexpr std::size_t MostKnown = 10'000;

    std::mutex m_mutex;
    std::map<fs::path, Facts> m_known;
};

/// What is wrong with the pictures of the materials that a level uses, one issue for each picture
/// and material: "missing-picture", "broken-picture", "big-picture", "normals-as-color" and
/// "color-as-normals". Sizes that are no powers of two and pictures without smaller levels are none
/// of it: views draw them as well as any. Reads files: meant for a worker. `control` may be null;
/// what is found by the time of a cancel is the result. `known` is used and added to; null: none.
[[nodiscard]] std::vector<Issue> findPictureProblems(std::span<const AssetUse> uses,
                                                     const Project& project,
                                                     const JobControl* control = nullptr,
                                                     KnownPictures* known = nullptr);
} // namespace engine
