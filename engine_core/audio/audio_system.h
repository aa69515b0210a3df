#pragma once

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

using VoiceId = std::uint64_t; ///< 0 is none

/// Opens the machine's device, once per process, so that the first play need not wait for it.
/// Callable from any thread; a start of play meanwhile waits for it to be done.
void warmUpAudio();

/// How many one-shot sounds play at once; one more takes the place of the quietest.
inline constexpr std::size_t MaxVoices = 64;

/// Plays the sounds of one play session through OpenAL: AudioSource components by themselves, and
/// one-shot sounds on call.
class AudioSystem final : public WorldSystem
{
public:
    /// Finds the file of a sound by the path that components store.
    using FileFinder = std::function<Result<fs::path>(const std::string& path)>;

    AudioSystem(AudioOutput output, FileFinder files);
    ~AudioSystem() override;

    void attach(World& world) override;
    void onChanged(const ChangeSet& changes) override;
    void update(double seconds) override; ///< follows moved sources

    void setListener(const Listener& listener);

    /// At a place, or everywhere alike with a range of 0. An unknown sound is said once in the log.
    VoiceId play(const std::string& sound, float volume, const Vec3d& at, float range);

    void setPaused(bool paused);

    /// Sounds that play now, those of components included; paused ones count.
    [[nodiscard]] std::size_t voiceCount() const;

    /// How many one-shot sounds were started so far.
    [[nodiscard]] std::size_t playedCount() const;

    /// Loopback only: the next frames, 44,100 Hz stereo, left and right in turn.
    [[nodiscard]] std::vector<float> mix(std::size_t frames);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
