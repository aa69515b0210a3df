#pragma once

#include "engine_core/audio/audio_mix.h"
#include "engine_core/audio/sound_stream.h"
#include "engine_core/math/types.h"

namespace engine
{
/// One OpenAL source that plays something. The context it was made in must be current in every
/// call and when it is destroyed.
class Voice
{
public:
    /// As AL_PITCH has it.
    static constexpr double LeastPitch = 0.25;
    static constexpr double MostPitch = 4;

    Voice() = default; ///< silent

    ~Voice() { stop(); }

    Voice(Voice&& other) noexcept { *this = std::move(other); }

    Voice& operator=(Voice&& other) noexcept;

    Voice(const Voice&) = delete;
    Voice& operator=(const Voice&) = delete;

    /// A source in the left and right of a range in metres, or everywhere alike with a range of 0.
    /// Silent if the device has no more of them.
    [[nodiscard]] static Voice make(float range);

    /// Either of both, at most once; then play().
    void setBuffer(unsigned buffer, bool loop);
    void setStream(std::unique_ptr<SoundStream> stream);

    void play();
    void pause();
    void stop(); ///< silent from now on

    [[nodiscard]] bool isSilent() const { return m_source == 0; }

    /// Whether it has more to play; paused ones count.
    [[nodiscard]] bool isSounding() const;

    void setGain(double gain); ///< 0 to 16, of its volume and all above it
    void setPitch(double pitch);
    void setRange(float range); ///< metres, above 0 for one that was made with a range

    /// Where it is from now on, and how fast it came there: seconds since the last call, or 0 to
    /// set it there. Nothing happens to one that is heard everywhere.
    void moveTo(const Vec3d& at, double seconds);

    void rest(); ///< where it is, without the speed that it had

    void feed(); ///< each tick

    /// What a listener hears of it, as OpenAL's linear distance model has it.
    [[nodiscard]] double loudness(const Vec3d& listener) const;

private:
    unsigned m_source = 0;
    double m_gain = -1; ///< none was set
    double m_pitch = 1;
    float m_range = 0;
    Vec3d m_at{0};
    std::unique_ptr<SoundStream> m_stream; ///< null for one with a buffer
};

/// Metres a second from one place to another; none where that is a leap and no movement.
[[nodiscard]] Vec3d velocityBetween(const Vec3d& from, const Vec3d& to, double seconds);
} // namespace engine
