#pragma once

#include "engine_core/assets/sound_loader.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

struct ALCdevice_struct;
struct ALCcontext_struct;

namespace engine
{
/// An OpenAL device and the sounds that were handed to it, which every play session on it shares.
class AudioDevice
{
public:
    /// The machine's, opened on the first call and kept until the end of the process. Null if there
    /// is none, which the log says once. Any thread.
    [[nodiscard]] static std::shared_ptr<AudioDevice> shared();

    /// One that mixes into memory: 44,100 Hz, stereo, floats. Null if OpenAL lacks the extension.
    [[nodiscard]] static std::shared_ptr<AudioDevice> loopback();

    explicit AudioDevice(ALCdevice_struct* device) : m_device{device} {}

    AudioDevice(const AudioDevice&) = delete;
    AudioDevice& operator=(const AudioDevice&) = delete;
    ~AudioDevice();

    [[nodiscard]] ALCdevice_struct* handle() const { return m_device; }

    /// The OpenAL buffer of a file, loaded on first use and again when the file has changed. Mono
    /// is for sounds at a place: OpenAL plays stereo as it is. A context of this device must be
    /// current.
    [[nodiscard]] Result<unsigned> buffer(const fs::path& file, bool mono);

private:
    struct Key
    {
        std::string path;
        fs::file_time_type written;
        bool mono = false;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    ALCdevice_struct* m_device;
    std::mutex m_mutex;
    std::map<Key, unsigned> m_buffers;
};

/// A stage of its own (listener and sources) on a device.
class AudioContext
{
public:
    AudioContext(std::shared_ptr<AudioDevice> device, bool loopback);
    ~AudioContext();
    AudioContext(const AudioContext&) = delete;
    AudioContext& operator=(const AudioContext&) = delete;

    [[nodiscard]] bool isOpen() const { return m_context != nullptr; }

    [[nodiscard]] AudioDevice& device() const { return *m_device; }

    /// Makes this thread's OpenAL calls go to this context.
    void makeCurrent() const;

private:
    std::shared_ptr<AudioDevice> m_device;
    ALCcontext_struct* m_context = nullptr;
};
} // namespace engine
