#include "engine_core/audio/sound_stream.h"

#include <AL/al.h>

namespace engine
{
std::size_t mixToMono(std::span<std::int16_t> stereo)
{
    const std::size_t frames = stereo.size() / 2;
    for (std::size_t i = 0; i < frames; ++i)
        stereo[i] = static_cast<std::int16_t>((stereo[2 * i] + stereo[2 * i + 1]) / 2);
    return frames;
}

SoundStream::SoundStream(SoundReader reader, bool mono, bool loop)
    : m_reader{std::move(reader)}
    , m_mono{mono}
    , m_loop{loop}
    , m_piece(std::size_t{m_reader.rate()} / Pieces * m_reader.channels())
{
    alGenBuffers(Pieces, m_buffers.data());
}

SoundStream::~SoundStream()
{
    alDeleteBuffers(Pieces, m_buffers.data());
}

/// The next piece; at the end of a loop it goes on with the beginning, without a gap.
bool SoundStream::fill(unsigned buffer)
{
    std::size_t count = 0;
    bool hasRewound = false; // one that ends twice in a piece is far shorter than it says
    while (count < m_piece.size()) {
        const auto got = m_reader.read(std::span{m_piece}.subspan(count));
        count += got;
        if (got > 0)
            continue;
        if (!m_loop || hasRewound || !m_reader.rewind())
            break;
        hasRewound = true;
    }
    m_isRead = count < m_piece.size();
    if (count == 0)
        return false;
    const bool stereo = m_reader.channels() == 2 && !m_mono;
    if (m_reader.channels() == 2 && m_mono)
        count = mixToMono(std::span{m_piece}.first(count));
    alGetError();
    alBufferData(buffer, stereo ? AL_FORMAT_STEREO16 : AL_FORMAT_MONO16, m_piece.data(),
                 static_cast<ALsizei>(count * sizeof(std::int16_t)),
                 static_cast<ALsizei>(m_reader.rate()));
    m_isRead = m_isRead || alGetError() != AL_NO_ERROR;
    return true;
}

bool SoundStream::begin(unsigned source)
{
    std::size_t queued = 0;
    for (const auto buffer : m_buffers) {
        if (m_isRead || !fill(buffer))
            break;
        alSourceQueueBuffers(source, 1, &buffer);
        ++queued;
    }
    return queued > 0;
}

void SoundStream::feed(unsigned source)
{
    ALint played = 0;
    alGetSourcei(source, AL_BUFFERS_PROCESSED, &played);
    bool isFed = false;
    for (ALint i = 0; i < played; ++i) {
        ALuint buffer = 0;
        alSourceUnqueueBuffers(source, 1, &buffer);
        if (m_isRead || !fill(buffer))
            continue;
        alSourceQueueBuffers(source, 1, &buffer);
        isFed = true;
    }
    ALint state = AL_PLAYING;
    alGetSourcei(source, AL_SOURCE_STATE, &state);
    if (isFed && state == AL_STOPPED) // it ran dry
        alSourcePlay(source);
}
} // namespace engine
