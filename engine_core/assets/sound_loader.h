#pragma once

#include "engine_core/base/files/files.h"

#include <cstdint>
#include <memory>
#include <span>
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

/// Reads a sound file piece by piece, so that long ones need no memory. It keeps the file open.
class SoundReader
{
public:
    /// What libsndfile reads: WAV, Ogg (Vorbis and Opus), FLAC, AIFF, MP3 and more; mono or stereo,
    /// 1,000 to 192,000 Hz, up to a day. An Error names the file.
    [[nodiscard]] static Result<SoundReader> open(const fs::path& file);

    [[nodiscard]] unsigned channels() const { return m_channels; } ///< 1 or 2

    [[nodiscard]] unsigned rate() const { return m_rate; } ///< frames a second

    /// As the file says; what a damaged one holds may be less.
    [[nodiscard]] double seconds() const { return m_seconds; }

    /// Fills whole frames from where the last call ended; how many samples those were. Fewer than
    /// were asked for at the end, 0 behind it.
    std::size_t read(std::span<std::int16_t> samples);

    /// Goes back to the beginning. False if the file does not allow that.
    bool rewind();

private:
    struct Close
    {
        void operator()(void* file) const;
    };

    std::unique_ptr<void, Close> m_file; ///< a SNDFILE
    unsigned m_channels = 1;
    unsigned m_rate = 44100;
    double m_seconds = 0;
    std::vector<float> m_read; ///< kept from piece to piece
};

/// The whole of a sound. An Error for what SoundReader refuses, an empty one, and one of more than
/// 128 million samples.
[[nodiscard]] Result<Sound> loadSound(const fs::path& file);

/// WAV with 16 bits, or what the ending says: .ogg (Vorbis, which loses a little) or .flac.
[[nodiscard]] Result<void> saveSound(const Sound& sound, const fs::path& file);
} // namespace engine
