#include "engine_core/audio/audio_system.h"

#include "engine_core/audio/audio_device.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/world/world.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

namespace engine
{
namespace
{
/// Sounds at a place keep their full volume up to this part of their range.
constexpr float FullVolumePart = 0.1f;

/// One OpenAL source that plays something.
struct Voice
{
    ALuint source = 0;
    VoiceId id = 0;
    float volume = 1;
    float range = 0;
    Vec3d at{0};
};

bool isSounding(const Voice& voice)
{
    ALint state = AL_STOPPED;
    alGetSourcei(voice.source, AL_SOURCE_STATE, &state);
    return state == AL_PLAYING || state == AL_PAUSED;
}

void place(Voice& voice, const Vec3d& at)
{
    if (voice.range <= 0 || !isFinite(at))
        return;
    voice.at = at;
    alSource3f(voice.source, AL_POSITION, static_cast<float>(at.x), static_cast<float>(at.y),
               static_cast<float>(at.z));
}

void setUp(Voice& voice, float volume, float range)
{
    voice.volume = std::isfinite(volume) ? std::clamp(volume, 0.0f, 16.0f) : 1.0f;
    voice.range = std::isfinite(range) ? std::max(range, 0.0f) : 0.0f;
    const bool everywhere = voice.range <= 0;
    alSourcef(voice.source, AL_MAX_GAIN, 16.0f);
    alSourcef(voice.source, AL_GAIN, voice.volume);
    alSourcei(voice.source, AL_SOURCE_RELATIVE, everywhere ? AL_TRUE : AL_FALSE);
    alSourcef(voice.source, AL_ROLLOFF_FACTOR, everywhere ? 0.0f : 1.0f);
    alSourcef(voice.source, AL_REFERENCE_DISTANCE, voice.range * FullVolumePart);
    alSourcef(voice.source, AL_MAX_DISTANCE, voice.range);
    if (everywhere)
        alSource3f(voice.source, AL_POSITION, 0, 0, 0);
}

/// What the listener hears of it, as OpenAL's linear distance model has it.
float loudness(const Voice& voice, const Vec3d& listener)
{
    if (voice.range <= 0)
        return voice.volume;
    const auto distance = static_cast<float>(glm::distance(voice.at, listener));
    const float near = voice.range * FullVolumePart;
    return voice.volume * std::clamp((voice.range - distance) / (voice.range - near), 0.0f, 1.0f);
}
} // namespace

struct AudioSystem::State
{
    State(AudioOutput wanted, FileFinder finder)
        : output{wanted}
        , files{std::move(finder)}
        , context{wanted == AudioOutput::Loopback ? AudioDevice::loopback() : AudioDevice::shared(),
                  wanted == AudioOutput::Loopback}
    {
    }

    /// The source of a component, and what it was started with.
    struct Started
    {
        AudioSource component;
        Voice voice; ///< source 0: it has nothing to play
    };

    std::optional<ALuint> bufferOf(const std::string& sound, bool mono);
    Voice start(const std::string& sound, float volume, const Vec3d& at, float range, bool loop);
    void stop(Voice& voice) const;
    void refresh(EntityId entity);
    void reclaim();
    void makeRoom();

    AudioOutput output;
    FileFinder files;
    AudioContext context;
    const World* world = nullptr;
    std::map<EntityId, Started> sources;
    std::vector<EntityId> dirty;
    std::vector<Voice> oneShots; ///< oldest first
    std::unordered_set<std::string> reported;
    Listener listener;
    VoiceId lastId = 0;
    std::size_t played = 0;
    bool paused = false;
};

/// Nothing without a device or a sound; the latter is said once.
std::optional<ALuint> AudioSystem::State::bufferOf(const std::string& sound, bool mono)
{
    const auto complain = [&](const Error& error) {
        if (reported.insert(sound).second)
            logWarning("audio", "Cannot play the sound '{}': {}", sound, error.message());
    };
    const auto file = files(sound);
    if (!file) {
        complain(file.error());
        return std::nullopt;
    }
    if (!context.isOpen())
        return std::nullopt;
    const auto buffer = context.device().buffer(*file, mono);
    if (!buffer) {
        complain(buffer.error());
        return std::nullopt;
    }
    return *buffer;
}

Voice AudioSystem::State::start(
    const std::string& sound, float volume, const Vec3d& at, float range, bool loop)
{
    if (context.isOpen())
        context.makeCurrent();
    const auto buffer = bufferOf(sound, range > 0);
    if (!buffer)
        return {};
    alGetError();
    Voice voice;
    alGenSources(1, &voice.source);
    if (alGetError() != AL_NO_ERROR)
        return {}; // the device has no more voices
    setUp(voice, volume, range);
    place(voice, at);
    alSourcei(voice.source, AL_BUFFER, static_cast<ALint>(*buffer));
    alSourcei(voice.source, AL_LOOPING, loop ? AL_TRUE : AL_FALSE);
    alSourcePlay(voice.source);
    if (paused)
        alSourcePause(voice.source);
    return voice;
}

void AudioSystem::State::stop(Voice& voice) const
{
    if (voice.source != 0)
        alDeleteSources(1, &voice.source);
    voice.source = 0;
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
            if (voice.source != 0)
                setUp(voice, wanted->volume, wanted->range);
            return;
        }
    }
    if (at != sources.end()) {
        stop(at->second.voice);
        sources.erase(at);
    }
    if (wanted == nullptr)
        return;
    Started started{*wanted, {}};
    if (wanted->autoplay && !wanted->sound.path.empty())
        started.voice = start(wanted->sound.path, wanted->volume,
                              worldTransform(*world, entity).position, wanted->range, wanted->loop);
    sources.emplace(entity, std::move(started));
}

/// Gives back the sources of one-shots that have ended.
void AudioSystem::State::reclaim()
{
    std::erase_if(oneShots, [&](Voice& voice) {
        if (isSounding(voice))
            return false;
        stop(voice);
        return true;
    });
}

void AudioSystem::State::makeRoom()
{
    if (oneShots.size() < MaxVoices)
        return;
    reclaim();
    if (oneShots.size() < MaxVoices)
        return;
    // min_element takes the first, hence the oldest, of equally quiet ones.
    const auto quietest =
        std::min_element(oneShots.begin(), oneShots.end(), [&](const Voice& a, const Voice& b) {
            return loudness(a, listener.position) < loudness(b, listener.position);
        });
    stop(*quietest);
    oneShots.erase(quietest);
}

void warmUpAudio()
{
    static_cast<void>(AudioDevice::shared());
}

AudioSystem::AudioSystem(AudioOutput output, FileFinder files)
    : m_state{std::make_unique<State>(output, std::move(files))}
{
}

AudioSystem::~AudioSystem()
{
    if (!m_state->context.isOpen())
        return;
    m_state->context.makeCurrent();
    for (auto& [entity, started] : m_state->sources)
        m_state->stop(started.voice);
    for (auto& voice : m_state->oneShots)
        m_state->stop(voice);
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

void AudioSystem::update(double /*seconds*/)
{
    auto& state = *m_state;
    if (state.context.isOpen())
        state.context.makeCurrent();
    for (const auto entity : std::exchange(state.dirty, {}))
        state.refresh(entity);
    if (!state.context.isOpen())
        return;
    for (auto& [entity, started] : state.sources)
        if (started.voice.source != 0 && started.voice.range > 0)
            place(started.voice, worldTransform(*state.world, entity).position);
    state.reclaim();
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

VoiceId AudioSystem::play(const std::string& sound, float volume, const Vec3d& at, float range)
{
    auto& state = *m_state;
    if (state.context.isOpen()) {
        state.context.makeCurrent();
        state.makeRoom();
    }
    auto voice = state.start(sound, volume, at, range, false);
    if (!state.reported.contains(sound))
        ++state.played; // on a machine without sound, too
    if (voice.source == 0)
        return 0;
    voice.id = ++state.lastId;
    state.oneShots.push_back(voice);
    return voice.id;
}

void AudioSystem::setPaused(bool paused)
{
    auto& state = *m_state;
    if (state.paused == paused)
        return;
    state.paused = paused;
    if (!state.context.isOpen())
        return;
    state.context.makeCurrent();
    const auto apply = [&](const Voice& voice) {
        if (voice.source != 0 && isSounding(voice))
            paused ? alSourcePause(voice.source) : alSourcePlay(voice.source);
    };
    for (const auto& [entity, started] : state.sources)
        apply(started.voice);
    for (const auto& voice : state.oneShots)
        apply(voice);
}

std::size_t AudioSystem::voiceCount() const
{
    const auto& state = *m_state;
    if (!state.context.isOpen())
        return 0;
    state.context.makeCurrent();
    std::size_t count = 0;
    for (const auto& [entity, started] : state.sources)
        count += started.voice.source != 0 && isSounding(started.voice) ? 1U : 0U;
    for (const auto& voice : state.oneShots)
        count += isSounding(voice) ? 1U : 0U;
    return count;
}

std::size_t AudioSystem::playedCount() const
{
    return m_state->played;
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
