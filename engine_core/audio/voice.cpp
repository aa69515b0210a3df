#include "engine_core/audio/voice.h"

#include <AL/al.h>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// Sounds at a place keep their full volume up to this part of their range.
constexpr float FullVolumePart = 0.1f;

constexpr double MostGain = 16;
constexpr double FastestMove = 100; ///< metres a second; beyond, something leapt
} // namespace

Vec3d velocityBetween(const Vec3d& from, const Vec3d& to, double seconds)
{
    if (!(seconds > 0))
        return Vec3d{0};
    const Vec3d velocity = (to - from) / seconds;
    return isFinite(velocity) && glm::length(velocity) < FastestMove ? velocity : Vec3d{0};
}

Voice& Voice::operator=(Voice&& other) noexcept
{
    if (this == &other)
        return *this;
    stop();
    m_source = std::exchange(other.m_source, 0);
    m_gain = other.m_gain;
    m_pitch = other.m_pitch;
    m_range = other.m_range;
    m_at = other.m_at;
    m_stream = std::move(other.m_stream);
    return *this;
}

Voice Voice::make(float range)
{
    Voice voice;
    alGetError();
    alGenSources(1, &voice.m_source);
    if (alGetError() != AL_NO_ERROR) {
        voice.m_source = 0;
        return voice;
    }
    const bool everywhere = !(range > 0);
    alSourcef(voice.m_source, AL_MAX_GAIN, static_cast<float>(MostGain));
    alSourcei(voice.m_source, AL_SOURCE_RELATIVE, everywhere ? AL_TRUE : AL_FALSE);
    alSourcef(voice.m_source, AL_ROLLOFF_FACTOR, everywhere ? 0.0f : 1.0f);
    voice.setRange(range);
    return voice;
}

void Voice::setBuffer(unsigned buffer, bool loop)
{
    alSourcei(m_source, AL_BUFFER, static_cast<ALint>(buffer));
    alSourcei(m_source, AL_LOOPING, loop ? AL_TRUE : AL_FALSE);
}

void Voice::setStream(std::unique_ptr<SoundStream> stream)
{
    m_stream = std::move(stream);
    if (!m_stream->begin(m_source))
        stop();
}

void Voice::play()
{
    if (m_source != 0)
        alSourcePlay(m_source);
}

void Voice::pause()
{
    if (m_source != 0)
        alSourcePause(m_source);
}

void Voice::stop()
{
    if (m_source != 0)
        alDeleteSources(1, &m_source);
    m_source = 0;
    m_stream.reset(); // its buffers only go once no source has them
}

bool Voice::isSounding() const
{
    if (m_source == 0)
        return false;
    ALint state = AL_STOPPED;
    alGetSourcei(m_source, AL_SOURCE_STATE, &state);
    return state == AL_PLAYING || state == AL_PAUSED || (m_stream && !m_stream->isRead());
}

void Voice::setGain(double gain)
{
    gain = std::isfinite(gain) ? std::clamp(gain, 0.0, MostGain) : 1.0;
    if (m_source == 0 || gain == m_gain)
        return;
    m_gain = gain;
    alSourcef(m_source, AL_GAIN, static_cast<float>(gain));
}

void Voice::setPitch(double pitch)
{
    pitch = std::isfinite(pitch) ? std::clamp(pitch, LeastPitch, MostPitch) : 1.0;
    if (m_source == 0 || pitch == m_pitch)
        return;
    m_pitch = pitch;
    alSourcef(m_source, AL_PITCH, static_cast<float>(pitch));
}

void Voice::setRange(float range)
{
    m_range = std::isfinite(range) ? std::max(range, 0.0f) : 0.0f;
    if (m_source == 0)
        return;
    alSourcef(m_source, AL_REFERENCE_DISTANCE, m_range * FullVolumePart);
    alSourcef(m_source, AL_MAX_DISTANCE, m_range);
}

void Voice::moveTo(const Vec3d& at, double seconds)
{
    if (m_source == 0 || m_range <= 0 || !isFinite(at))
        return;
    const Vec3f velocity{velocityBetween(m_at, at, seconds)};
    m_at = at;
    const Vec3f place{at};
    alSource3f(m_source, AL_POSITION, place.x, place.y, place.z);
    alSource3f(m_source, AL_VELOCITY, velocity.x, velocity.y, velocity.z);
}

void Voice::rest()
{
    if (m_source != 0)
        alSource3f(m_source, AL_VELOCITY, 0, 0, 0);
}

void Voice::feed()
{
    if (m_source != 0 && m_stream)
        m_stream->feed(m_source);
}

double Voice::loudness(const Vec3d& listener) const
{
    if (m_range <= 0)
        return m_gain;
    const double near = double{m_range} * double{FullVolumePart};
    const double distance = glm::distance(m_at, listener);
    return m_gain * std::clamp((double{m_range} - distance) / (double{m_range} - near), 0.0, 1.0);
}
} // namespace engine
