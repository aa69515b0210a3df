#include "engine_core/interchange/sound_import.h"

#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/assets/sound_loader.h"
#include "engine_core/base/small_letters.h"
#include "engine_core/interchange/gltf_parts.h"

#include <fmt/format.h>

namespace engine
{
namespace
{
constexpr std::uintmax_t MostSoundBytes = std::uintmax_t{1} << 30U;
} // namespace

bool isSoundFile(const fs::path& file)
{
    return assetKindOf(inSmallLetters(file.filename().string())) == AssetKind::Sound;
}

Result<BroughtSound> bringSound(const fs::path& file, const Project& project)
{
    const auto sound = SoundReader::open(file);
    if (!sound)
        return sound.error();
    if (auto inside = assetPathOf(file, project); !inside.empty())
        return BroughtSound{std::move(inside), sound->seconds(), false};
    const auto bytes = readFile(file, MostSoundBytes);
    if (!bytes)
        return bytes.error();
    const auto folder = project.assetFolder() / "Sounds";
    if (auto made = makeFolders(folder); !made)
        return made.error();
    const auto ending = inSmallLetters(file.extension().string());
    const auto name = safeFileName(file.stem().string());
    auto place = folder / (name + ending);
    std::error_code failed;
    for (int number = 2; fs::exists(place, failed); ++number) {
        if (const auto there = readFile(place, MostSoundBytes); there && *there == *bytes)
            return BroughtSound{assetPathOf(place, project), sound->seconds(), false};
        place = folder / fmt::format("{} {}{}", name, number, ending);
    }
    if (auto written = writeFileAtomically(place, *bytes); !written)
        return written.error();
    return BroughtSound{assetPathOf(place, project), sound->seconds(), true};
}
} // namespace engine
