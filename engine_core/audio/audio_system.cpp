#include "engine_core/audio/audio_system.h"

#include "engine_core/audio/audio_device.h"
#include "engine_core/audio/voice.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/world/world.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>

namespace engine
{
namespace
{
/// A cue from its start to its end. The voice may be silent: no device, or louder ones took it.
struct PlayedCue
{
    CueId id = 0;
    SoundCue cue;
    Fade volume;
    double pitch = 1;
    double secondsLeft = 0; ///< infinite for a loop
    bool isEnding = false;  ///< once its volume has faded out
    Vec3d offset{0};        ///< from what it follows
    Voice voice;

    [[nodiscard]] bool isOver() const
    {
        return (isEnding && volume.isOver()) || (secondsLeft <= 0 && !voice.isSounding());
    }
};
} // namespace

struct AudioSystem::State
{
    State(AudioOutput wanted, FileFinder finder, AudioMix* shared)
        : output{wanted}
        , files{std::move(finder)}
        , mix{shared != nullptr ? *shared : ownMix}
        , context{wanted == AudioOutput::Loopback ? AudioDevice::loopback() : AudioDevice::shared(),
                  wanted == AudioOutput::Loopback}
    {
    }

    /// What a component was started with.
    struct Started
    {
        AudioSource component;
        Voice voice;
    };

    void complain(const std::string& sound, const Error& error);
    std::optional<double> secondsOf(const std::string& sound);
    Result<Voice> makeVoice(const std::string& sound, float range, bool loop);
    Voice start(const std::string& sound, const Vec3d& at, float range, bool loop);
    void mixSource(Started& started) const;
    void mixCue(PlayedCue& played) const;
    void refresh(EntityId entity);
    void makeRoom();
    void follow(PlayedCue& played, double seconds) const;
    void moveListener(double seconds);
    PlayedCue* find(CueId id);

    AudioOutput output;
    FileFinder files;
    AudioMix ownMix; ///< unused if one is lent
    AudioMix& mix;
    AudioContext context;
    const World* world = nullptr;
    std::map<EntityId, Started> sources;
    std::vector<EntityId> dirty;
    std::vector<PlayedCue> cues;           ///< oldest first, hence by ascending ids
    std::map<std::string, double> lengths; ///< in seconds, of the sounds that were asked for
    std::unordered_set<std::string> reported;
    Listener listener;
    Vec3d listenerBefore{0}; ///< at the last update
    std::size_t playedCount = 0;
    bool isPaused = false;
};

void AudioSystem::State::complain(const std::string& sound, const Error& error)
{
    if (reported.insert(sound).second)
        logWarning("audio", "Cannot play the sound '{}': {}", sound, error.message());
}

/// Nothing for a sound that cannot be read, which is said once.
std::optional<double> AudioSystem::State::secondsOf(const std::string& sound)
{
    if (const auto at = lengths.find(sound); at != lengths.end())
        return at->second;
    const auto file = files(sound);
    const auto reader = file ? SoundReader::open(*file) : Result<SoundReader>{file.error()};
    if (!reader) {
        complain(sound, reader.error());
        return std::nullopt;
    }
    return lengths.emplace(sound, reader->seconds()).first->second;
}

Result<Voice> AudioSystem::State::makeVoice(const std::string& sound, float range, bool loop)
{
    const auto file = files(sound);
    if (!file)
        return file.error();
    const bool mono = range > 0;
    if (lengths[sound] <= StreamedSeconds) {
        const auto buffer = context.device().buffer(*file, mono);
        if (!buffer)
            return buffer.error();
        auto voice = Voice::make(range);
        if (!voice.isSilent())
            voice.setBuffer(*buffer, loop);
        return voice;
    }
    auto reader = SoundReader::open(*file);
    if (!reader)
        return reader.error();
    auto voice = Voice::make(range);
    if (!voice.isSilent())
        voice.setStream(std::make_unique<SoundStream>(*std::move(reader), mono, loop));
    return voice;
}

/// A voice that is placed; silent without a device or a sound.
Voice AudioSystem::State::start(const std::string& sound, const Vec3d& at, float range, bool loop)
{
    if (!secondsOf(sound) || !context.isOpen())
        return {};
    context.makeCurrent();
    auto voice = makeVoice(sound, range, loop);
    if (!voice) {
        complain(sound, voice.error());
        return {};
    }
    voice->moveTo(at, 0);
    return *std::move(voice);
}

void AudioSystem::State::mixSource(Started& started) const
{
    const auto& component = started.component;
    started.voice.setGain(double{component.volume} * mix.gain(component.group));
    started.voice.setPitch(double{component.pitch});
}

void AudioSystem::State::mixCue(PlayedCue& played) const
{
    played.voice.setGain(played.volume.value() * mix.gain(played.cue.group));
    played.voice.setPitch(played.pitch);
}

/// Starts, changes or stops what the entity's component plays.
void AudioSystem::State::refresh(EntityId entity)
{
    const auto* wanted = world->get<AudioSource>(entity);
    const auto at = sources.find(entity);
    if (at != sources.end() && wanted != nullptr) {
        auto& [component, voice] = at->second;
        const bool same = component.sound == wanted->sound && component.loop == wanted->loop &&
                          component.autoplay == wanted->autoplay &&
                          (component.range > 0) == (wanted->range > 0);
        if (same) { // louder or wider: no need to start again
            component = *wanted;
            voice.setRange(wanted->range);
            mixSource(at->second);
            return;
        }
    }
    if (at != sources.end())
        sources.erase(at);
    if (wanted == nullptr)
        return;
    Started started{*wanted, {}};
    if (wanted->autoplay && !wanted->sound.path.empty()) {
        started.voice = start(wanted->sound.path, worldTransform(*world, entity).position,
                              wanted->range, wanted->loop);
        mixSource(started);
        started.voice.play();
        if (isPaused)
            started.voice.pause();
    }
    sources.emplace(entity, std::move(started));
}

/// Loops give way last: who started them expects to hear them go on.
void AudioSystem::State::makeRoom()
{
    // Only by the time of the game, so that it does not depend on the device who gives way.
    const auto isLiving = [](const PlayedCue& played) {
        return played.secondsLeft > 0;
    };
    if (static_cast<std::size_t>(std::count_if(cues.begin(), cues.end(), isLiving)) >= MaxCues)
        cues.erase(std::find_if(cues.begin(), cues.end(), isLiving));
    const auto heard = std::count_if(
        cues.begin(), cues.end(), [](const PlayedCue& played) { return !played.voice.isSilent(); });
    if (static_cast<std::size_t>(heard) < MaxVoices)
        return;
    const auto rank = [&](const PlayedCue& played) {
        return std::tuple{played.voice.isSilent(), played.cue.loop,
                          played.voice.loudness(listener.position)};
    };
    // min_element takes the first, hence the oldest, of equally quiet ones.
    const auto quietest =
        std::min_element(cues.begin(), cues.end(),
                         [&](const PlayedCue& a, const PlayedCue& b) { return rank(a) < rank(b); });
    quietest->voice.stop();
}

void AudioSystem::State::follow(PlayedCue& played, double seconds) const
{
    const auto entity = played.cue.follows;
    if (entity == EntityId{})
        return;
    if (world != nullptr && world->exists(entity))
        played.voice.moveTo(worldTransform(*world, entity).position + played.offset, seconds);
    else if (played.cue.loop)
        played.secondsLeft = 0;
    else
        played.voice.rest();
}

void AudioSystem::State::moveListener(double seconds)
{
    const Vec3f velocity{velocityBetween(listenerBefore, listener.position, seconds)};
    listenerBefore = listener.position;
    alListener3f(AL_VELOCITY, velocity.x, velocity.y, velocity.z);
}

/// Null for one that is over.
PlayedCue* AudioSystem::State::find(CueId id)
{
    const auto at =
        std::lower_bound(cues.begin(), cues.end(), id,
                         [](const PlayedCue& played, CueId wanted) { return played.id < wanted; });
    return at != cues.end() && at->id == id && at->secondsLeft > 0 ? &*at : nullptr;
}

void warmUpAudio()
{
    static_cast<void>(AudioDevice::shared());
}

AudioSystem::AudioSystem(AudioOutput output, FileFinder files, AudioMix* mix)
    : m_state{std::make_unique<State>(output, std::move(files), mix)}
{
}

AudioSystem::~AudioSystem()
{
    if (m_state->context.isOpen())
        m_state->context.makeCurrent();
    m_state->sources.clear();
    m_state->cues.clear();
}

void AudioSystem::attach(World& world)
{
    m_state->world = &world;
    world.forEach<AudioSource>(
        [&](EntityId entity, const AudioSource&) { m_state->refresh(entity); });
}

void AudioSystem::onChanged(const ChangeSet& changes)
{
    for (const auto& change : changes.changes)
        if (change.type == typeIdOf<AudioSource>())
            m_state->dirty.push_back(change.entity);
}

void AudioSystem::update(double seconds)
{
    auto& state = *m_state;
    if (state.context.isOpen())
        state.context.makeCurrent();
    for (const auto entity : std::exchange(state.dirty, {}))
        state.refresh(entity);
    state.mix.advance(seconds);
    for (auto& [entity, started] : state.sources) {
        if (started.voice.isSilent())
            continue;
        if (started.component.range > 0)
            started.voice.moveTo(worldTransform(*state.world, entity).position, seconds);
        state.mixSource(started);
        started.voice.feed();
    }
    for (auto& played : state.cues) {
        played.volume.advance(seconds);
        played.secondsLeft -= seconds * played.pitch;
        state.follow(played, seconds);
        state.mixCue(played);
        if (played.cue.loop && played.secondsLeft <= 0)
            played.voice.stop();
        played.voice.feed();
    }
    std::erase_if(state.cues, [](const PlayedCue& played) { return played.isOver(); });
    if (state.context.isOpen())
        state.moveListener(seconds);
}

void AudioSystem::setListener(const Listener& listener)
{
    if (!isFinite(listener.position) || !isFinite(listener.forward) || !isFinite(listener.up))
        return;
    m_state->listener = listener;
    if (!m_state->context.isOpen())
        return;
    m_state->context.makeCurrent();
    const Vec3f forward{listener.forward};
    const Vec3f up{listener.up};
    const std::array<float, 6> facing{forward.x, forward.y, forward.z, up.x, up.y, up.z};
    alListenerfv(AL_ORIENTATION, facing.data());
    alListener3f(AL_POSITION, static_cast<float>(listener.position.x),
                 static_cast<float>(listener.position.y), static_cast<float>(listener.position.z));
}

CueId AudioSystem::play(const SoundCue& cue)
{
    auto& state = *m_state;
    const auto seconds = state.secondsOf(cue.sound);
    if (!seconds)
        return 0;
    if (state.context.isOpen())
        state.context.makeCurrent();
    state.makeRoom();
    PlayedCue played;
    const CueId id = state.mix.nextCue();
    played.id = id;
    played.cue = cue;
    played.cue.range = std::isfinite(cue.range) ? std::clamp(cue.range, 0.0f, 1000.0f) : 0.0f;
    played.volume = Fade{std::isfinite(cue.volume) ? std::clamp(cue.volume, 0.0, 16.0) : 1.0};
    played.secondsLeft = cue.loop ? std::numeric_limits<double>::infinity() : *seconds;
    if (state.world != nullptr && state.world->exists(cue.follows))
        played.offset = cue.at - worldTransform(*state.world, cue.follows).position;
    played.voice = state.start(cue.sound, cue.at, played.cue.range, cue.loop);
    state.mixCue(played);
    played.voice.play();
    if (state.isPaused)
        played.voice.pause();
    state.cues.push_back(std::move(played));
    ++state.playedCount;
    return id;
}

void AudioSystem::stop(CueId cue, double seconds)
{
    auto* played = m_state->find(cue);
    if (played == nullptr)
        return;
    played->isEnding = true;
    played->volume.to(0, std::isfinite(seconds) ? seconds : 0);
    if (!played->volume.isOver())
        return;
    if (m_state->context.isOpen()) // another scene that ended may have taken it away
        m_state->context.makeCurrent();
    played->voice.stop();
    played->secondsLeft = 0;
}

bool AudioSystem::isPlaying(CueId cue) const
{
    return m_state->find(cue) != nullptr;
}

void AudioSystem::setVolume(CueId cue, double volume, double seconds)
{
    auto* played = m_state->find(cue);
    if (played != nullptr && !played->isEnding && std::isfinite(volume))
        played->volume.to(std::clamp(volume, 0.0, 16.0), std::isfinite(seconds) ? seconds : 0);
}

double AudioSystem::volume(CueId cue) const
{
    const auto* played = m_state->find(cue);
    return played != nullptr ? played->volume.value() : 0;
}

void AudioSystem::setPitch(CueId cue, double pitch)
{
    if (auto* played = m_state->find(cue); played != nullptr && std::isfinite(pitch))
        played->pitch = std::clamp(pitch, Voice::LeastPitch, Voice::MostPitch);
}

double AudioSystem::pitch(CueId cue) const
{
    const auto* played = m_state->find(cue);
    return played != nullptr ? played->pitch : 1;
}

void AudioSystem::setPaused(bool paused)
{
    auto& state = *m_state;
    if (state.isPaused == paused)
        return;
    state.isPaused = paused;
    if (!state.context.isOpen())
        return;
    state.context.makeCurrent();
    const auto apply = [&](Voice& voice) {
        if (voice.isSounding())
            paused ? voice.pause() : voice.play();
    };
    for (auto& [entity, started] : state.sources)
        apply(started.voice);
    for (auto& played : state.cues)
        apply(played.voice);
}

std::size_t AudioSystem::voiceCount() const
{
    const auto& state = *m_state;
    if (!state.context.isOpen())
        return 0;
    state.context.makeCurrent();
    std::size_t count = 0;
    for (const auto& [entity, started] : state.sources)
        count += started.voice.isSounding() ? 1U : 0U;
    for (const auto& played : state.cues)
        count += played.voice.isSounding() ? 1U : 0U;
    return count;
}

std::size_t AudioSystem::playedCount() const
{
    return m_state->playedCount;
}

std::vector<float> AudioSystem::mix(std::size_t frames)
{
    ENGINE_EXPECT(m_state->output == AudioOutput::Loopback);
    std::vector<float> samples(frames * 2);
    if (!m_state->context.isOpen())
        return samples;
    static const auto render = reinterpret_cast<LPALCRENDERSAMPLESSOFT>(
        alcGetProcAddress(nullptr, "alcRenderSamplesSOFT"));
    render(m_state->context.device().handle(), samples.data(), static_cast<ALCsizei>(frames));
    return samples;
}
} // namespace engine
