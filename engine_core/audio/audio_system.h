#pragma once

#include "engine_core/audio/audio_mix.h"
#include "engine_core/base/files/files.h"
#include "engine_core/scene/world/world_system.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace engine
{
/// Where sound goes.
enum class AudioOutput
{
    Default, ///< the machine's device; silence, said once in the log, if there is none
    Loopback ///< mixed into memory on demand: tests and headless runs
};

struct Listener
{
    Vec3d position{0};
    Vec3d forward{0, 0, -1};
    Vec3d up{0, 1, 0};
};

/// A sound that a game starts by itself.
struct SoundCue
{
    std::string sound; ///< an asset's path
    double volume = 1; ///< 0 to 16; not finite means 1
    float range = 0;   ///< metres, up to 1000; 0, or what is no number, is heard everywhere alike
    bool loop = false; ///< until it is stopped, or what it follows has gone
    std::string group{};
    Vec3d at{0};        ///< where it begins
    EntityId follows{}; ///< keeps its distance from this entity; none: stays where it began
};

using CueId = std::uint64_t; ///< 0 is none

/// Opens the machine's device, once per process, so that the first play need not wait for it.
/// Callable from any thread; a start of play meanwhile waits for it to be done.
void warmUpAudio();

/// How many cues are heard at once; one more takes the place of the quietest.
inline constexpr std::size_t MaxVoices = 64;

/// How many cues are kept, heard or not; one more takes the place of the oldest.
inline constexpr std::size_t MaxCues = 1024;

/// Sounds longer than this are read while they play, in seconds.
inline constexpr double StreamedSeconds = 2;

/// Plays the sounds of one play session through OpenAL: AudioSource components by themselves, and
/// cues on call. What it answers about cues follows from the calls of update() alone, so that games
/// run alike on machines with and without a device. Not for several threads.
class AudioSystem final : public WorldSystem
{
public:
    /// Finds the file of a sound by the path that components store.
    using FileFinder = std::function<Result<fs::path>(const std::string& path)>;

    /// The mix, which outlives the system, may be shared by several; null for one of its own.
    AudioSystem(AudioOutput output, FileFinder files, AudioMix* mix = nullptr);
    ~AudioSystem() override;

    void attach(World& world) override;
    void onChanged(const ChangeSet& changes) override;

    /// Moves sources and cues, fades them, and reads on in long ones.
    void update(double seconds) override;

    void setListener(const Listener& listener);

    /// 0 for an unknown sound, which is said once in the log.
    CueId play(const SoundCue& cue);

    /// Fades out within so many seconds, or ends at once. Nothing happens to one that is over.
    void stop(CueId cue, double seconds = 0);

    /// Whether it has not come to its end by the time that passed in update().
    [[nodiscard]] bool isPlaying(CueId cue) const;

    /// 0 to 16 times the volume that it was recorded with, reached within so many seconds. Nothing
    /// happens to one that stop() fades out.
    void setVolume(CueId cue, double volume, double seconds = 0);
    [[nodiscard]] double volume(CueId cue) const; ///< 0 for one that is over

    /// 0.25 to 4 times as fast and high.
    void setPitch(CueId cue, double pitch);
    [[nodiscard]] double pitch(CueId cue) const; ///< 1 for one that is over

    void setPaused(bool paused);

    /// Sounds that play now, those of components included; paused ones count.
    [[nodiscard]] std::size_t voiceCount() const;

    /// How many cues were started so far.
    [[nodiscard]] std::size_t playedCount() const;

    /// Loopback only: the next frames, 44,100 Hz stereo, left and right in turn.
    [[nodiscard]] std::vector<float> mix(std::size_t frames);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
