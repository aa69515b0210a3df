#pragma once

#include "engine_core/assets/sound_loader.h"

#include <array>

namespace engine
{
/// Feeds an OpenAL source with a long sound piece by piece: a second of it is in memory. The
/// context of the source must be current in every call.
class SoundStream
{
public:
    /// Mono is for sounds at a place: OpenAL plays stereo as it is.
    SoundStream(SoundReader reader, bool mono, bool loop);
    ~SoundStream(); ///< after the source was deleted

    SoundStream(const SoundStream&) = delete;
    SoundStream& operator=(const SoundStream&) = delete;

    /// Queues the first second on a source that has nothing to play. False if OpenAL refuses.
    bool begin(unsigned source);

    /// Replaces what was played, and plays on if the source ran dry meanwhile.
    void feed(unsigned source);

    /// Whether all of it was handed over.
    [[nodiscard]] bool isRead() const { return m_isRead; }

private:
    static constexpr std::size_t Pieces = 10; ///< a tenth of a second each

    bool fill(unsigned buffer);

    SoundReader m_reader;
    bool m_mono;
    bool m_loop;
    bool m_isRead = false;
    std::array<unsigned, Pieces> m_buffers{};
    std::vector<std::int16_t> m_piece;
};

/// Left and right together, in place of the first half; how many samples that is.
std::size_t mixToMono(std::span<std::int16_t> stereo);
} // namespace engine
