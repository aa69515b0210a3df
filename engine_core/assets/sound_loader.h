#pragma once

#include "engine_core/base/files/files.h"

#include <cstdint>
#include <vector>

namespace engine
{
/// A sound as 16-bit samples; left and right in turn if it is stereo.
struct Sound
{
    unsigned channels = 1; ///< 1 or 2
    unsigned rate = 44100; ///< frames a second
    std::vector<std::int16_t> samples;

    [[nodiscard]] std::size_t frames() const { return samples.size() / channels; }

    [[nodiscard]] double seconds() const
    {
        return static_cast<double>(frames()) / static_cast<double>(rate);
    }
};

/// WAV with 8 or 16 bits PCM, mono or stereo, 1,000 to 192,000 Hz. Whatever the header claims, only
/// what is in the file is read.
[[nodiscard]] Result<Sound> loadSound(const fs::path& file);

/// 16 bits PCM.
[[nodiscard]] Result<void> saveSound(const Sound& sound, const fs::path& file);
} // namespace engine
