#pragma once

#include "engine_core/assets/sound_loader.h"
#include "engine_core/audio/audio_system.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/world/world.h"

#include <QTemporaryDir>

#include <cmath>

/// Worlds with sounds, heard through a loopback device.
namespace audio_fixture
{
using namespace engine;

inline constexpr unsigned Rate = 44100;

/// A sine of 441 Hz: one period is 100 frames, so that any whole number of them loops seamlessly.
inline Sound tone(std::size_t frames, unsigned channels = 1)
{
    Sound sound{.channels = channels, .rate = Rate, .samples = {}};
    for (std::size_t i = 0; i < frames; ++i)
        for (unsigned channel = 0; channel < channels; ++channel)
            sound.samples.push_back(
                static_cast<std::int16_t>(16000 * std::sin(2 * Pi * static_cast<double>(i) / 100)));
    return sound;
}

struct Levels
{
    double left = 0;
    double right = 0;

    [[nodiscard]] double both() const { return left + right; }
};

/// Root mean squares.
inline Levels levelsOf(const std::vector<float>& mixed)
{
    Levels sum;
    for (std::size_t i = 0; i + 1 < mixed.size(); i += 2) {
        sum.left += static_cast<double>(mixed[i]) * static_cast<double>(mixed[i]);
        sum.right += static_cast<double>(mixed[i + 1]) * static_cast<double>(mixed[i + 1]);
    }
    const double frames = static_cast<double>(mixed.size()) / 2;
    return {std::sqrt(sum.left / frames), std::sqrt(sum.right / frames)};
}

struct AudioFixture
{
    QTemporaryDir folder;
    World world;
    AudioSystem audio;

    explicit AudioFixture(AudioOutput output = AudioOutput::Loopback, AudioMix* mix = nullptr)
        : audio{output,
                [this](const std::string& path) -> Result<fs::path> {
                    auto file = fs::path{folder.path().toStdString()} / path;
                    if (!fs::exists(file))
                        return Error{"There is no file '{}'", path};
                    return file;
                },
                mix}
    {
        world.setNextId(1024);
        world.addSystem(audio);
    }

    ~AudioFixture() { world.removeSystem(audio); }

    void save(const std::string& name, const Sound& sound) const
    {
        const auto saved = saveSound(sound, fs::path{folder.path().toStdString()} / name);
        ENGINE_EXPECT(saved);
    }

    EntityId addSource(const AudioSource& source, const Vec3d& at = Vec3d{0})
    {
        const auto id = world.newId();
        Edit edit;
        edit.swaps.push_back(swapTo(id, Node{.name = "source", .parent = {}}));
        edit.swaps.push_back(swapTo(id, TransformComponent{.position = at}));
        edit.swaps.push_back(swapTo(id, source));
        world.apply(edit);
        audio.update(0);
        return id;
    }

    template <typename T>
    void set(EntityId entity, const T& component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, component));
        world.apply(edit);
        audio.update(0);
    }

    /// For the next update.
    void move(EntityId entity, const Vec3d& to)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, TransformComponent{.position = to}));
        world.apply(edit);
    }

    Levels listen(double seconds)
    {
        return levelsOf(audio.mix(static_cast<std::size_t>(seconds * Rate)));
    }
};

inline AudioSource sourceOf(const std::string& sound, float range = 0)
{
    AudioSource source;
    source.sound.path = sound;
    source.range = range;
    return source;
}

/// At a place to the right, or everywhere with a range of 0.
inline SoundCue cueOf(const std::string& sound, float range = 0, double volume = 1)
{
    SoundCue cue{.sound = sound, .volume = volume, .range = range};
    cue.at = {1, 0, 0};
    return cue;
}
} // namespace audio_fixture
