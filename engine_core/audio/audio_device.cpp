#include "engine_core/audio/audio_device.h"

#include "engine_core/audio/sound_stream.h"
#include "engine_core/base/log.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <dlfcn.h>

#include <array>
#include <cstdlib>

namespace engine
{
namespace
{
template <typename Function>
Function extension(const char* name)
{
    return reinterpret_cast<Function>(alcGetProcAddress(nullptr, name));
}

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

std::string environment(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets any
    return value != nullptr ? value : "";
}

/// Asking OpenAL on a machine without sound makes it and ALSA write a page of errors to stderr, so
/// look for a driver or a sound server first.
bool mayHaveSound()
{
    if (!environment("ALSOFT_DRIVERS").empty() || !environment("PULSE_SERVER").empty())
        return true;
    const fs::path runtime = environment("XDG_RUNTIME_DIR");
    return isThere("/dev/snd") || isThere("/dev/dsp") ||
           (!runtime.empty() &&
            (isThere(runtime / "pulse/native") || isThere(runtime / "pipewire-0")));
}

void ignoreAlsaError(const char*, int, const char*, int, const char*, ...) {}

/// ALSA prints what it tries and misses while a device is looked for; the result says it all.
void silenceAlsa()
{
    using Handler = void (*)(const char*, int, const char*, int, const char*, ...);
    using SetHandler = int (*)(Handler);
    // Kept loaded: OpenAL loads the same library itself.
    if (void* alsa = dlopen("libasound.so.2", RTLD_LAZY))
        if (auto set = reinterpret_cast<SetHandler>(dlsym(alsa, "snd_lib_error_set_handler")))
            set(&ignoreAlsaError);
}

std::shared_ptr<AudioDevice> openDefault()
{
    ALCdevice* device = nullptr;
    if (mayHaveSound()) {
        silenceAlsa();
        device = alcOpenDevice(nullptr);
    }
    if (device == nullptr) {
        logInfo("audio", "This machine has no sound device; playing without sound");
        return nullptr;
    }
    return std::make_shared<AudioDevice>(device);
}

void makeMono(Sound& sound)
{
    if (sound.channels < 2)
        return;
    sound.samples.resize(mixToMono(sound.samples));
    sound.channels = 1;
}
} // namespace

std::shared_ptr<AudioDevice> AudioDevice::shared()
{
    static const auto device = openDefault();
    return device;
}

std::shared_ptr<AudioDevice> AudioDevice::loopback()
{
    const auto open = extension<LPALCLOOPBACKOPENDEVICESOFT>("alcLoopbackOpenDeviceSOFT");
    auto* device = open != nullptr ? open(nullptr) : nullptr;
    return device != nullptr ? std::make_shared<AudioDevice>(device) : nullptr;
}

AudioDevice::~AudioDevice()
{
    alcCloseDevice(m_device); // takes the buffers along
}

Result<unsigned> AudioDevice::buffer(const fs::path& file, bool mono)
{
    std::error_code failure;
    Key key{file.string(), fs::last_write_time(file, failure), mono};
    const std::scoped_lock lock{m_mutex};
    if (const auto at = m_buffers.find(key); at != m_buffers.end())
        return at->second;
    auto sound = loadSound(file);
    if (!sound)
        return sound.error();
    if (mono)
        makeMono(*sound);
    alGetError();
    ALuint buffer = 0;
    alGenBuffers(1, &buffer);
    alBufferData(buffer, sound->channels == 2 ? AL_FORMAT_STEREO16 : AL_FORMAT_MONO16,
                 sound->samples.data(),
                 static_cast<ALsizei>(sound->samples.size() * sizeof(std::int16_t)),
                 static_cast<ALsizei>(sound->rate));
    if (alGetError() != AL_NO_ERROR) {
        alDeleteBuffers(1, &buffer);
        return Error{"'{}' is too large to be played", file.string()};
    }
    m_buffers.emplace(std::move(key), buffer);
    return buffer;
}

AudioContext::AudioContext(std::shared_ptr<AudioDevice> device, bool loopback)
    : m_device{std::move(device)}
{
    if (!m_device)
        return;
    constexpr std::array<ALCint, 9> mixing{ALC_FORMAT_CHANNELS_SOFT,
                                           ALC_STEREO_SOFT,
                                           ALC_FORMAT_TYPE_SOFT,
                                           ALC_FLOAT_SOFT,
                                           ALC_FREQUENCY,
                                           44100,
                                           ALC_HRTF_SOFT,
                                           ALC_FALSE,
                                           0};
    m_context = alcCreateContext(m_device->handle(), loopback ? mixing.data() : nullptr);
    if (m_context == nullptr) {
        logWarning("audio", "The sound device cannot be used; playing without sound");
        return;
    }
    makeCurrent();
    alDistanceModel(AL_LINEAR_DISTANCE_CLAMPED);
}

AudioContext::~AudioContext()
{
    if (m_context == nullptr)
        return;
    extension<PFNALCSETTHREADCONTEXTPROC>("alcSetThreadContext")(nullptr);
    alcDestroyContext(m_context);
}

void AudioContext::makeCurrent() const
{
    // Per thread, not per process: several sessions may play side by side.
    static const auto set = extension<PFNALCSETTHREADCONTEXTPROC>("alcSetThreadContext");
    set(m_context);
}
} // namespace engine
