#include "engine_core/play/game/play_game.h"
#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
/// A sound that a script has started.
struct SoundHandle
{
    CueId cue = 0;
};

/// 0, which is heard everywhere, for what is no range.
float metres(double range)
{
    return range >= 0 && range <= 1e6 ? static_cast<float>(range) : 0.0f;
}

AudioSystem* activeAudio()
{
    auto* play = activePlay();
    return play != nullptr ? play->audio.get() : nullptr;
}

/// Follows the script's own object from its middle on.
SoundHandle
play(const std::string& sound, double volume, double range, const std::string& group, bool loop)
{
    auto* play = activePlay();
    if (play == nullptr || sound.empty())
        return {};
    SoundCue cue{.sound = sound, .volume = volume, .range = metres(range)};
    cue.loop = loop;
    cue.group = group;
    cue.follows = entityOfActiveScript();
    if (play->world.exists(cue.follows))
        cue.at = bodyBounds(play->world, cue.follows).center();
    return {play->audio->play(cue)};
}

SoundHandle playAt(const std::string& sound,
                   const Vec3d& at,
                   double volume,
                   double range,
                   const std::string& group)
{
    auto* audio = activeAudio();
    if (audio == nullptr || sound.empty())
        return {};
    SoundCue cue{.sound = sound, .volume = volume, .range = metres(range)};
    cue.group = group;
    cue.at = at;
    return {audio->play(cue)};
}

void stop(const SoundHandle& sound, double seconds)
{
    if (auto* audio = activeAudio())
        audio->stop(sound.cue, seconds);
}

bool isPlaying(const SoundHandle& sound)
{
    const auto* audio = activeAudio();
    return audio != nullptr && audio->isPlaying(sound.cue);
}

double volumeOf(const SoundHandle& sound)
{
    const auto* audio = activeAudio();
    return audio != nullptr ? audio->volume(sound.cue) : 0;
}

void fade(const SoundHandle& sound, double volume, double seconds)
{
    if (auto* audio = activeAudio())
        audio->setVolume(sound.cue, volume, seconds);
}

double pitchOf(const SoundHandle& sound)
{
    const auto* audio = activeAudio();
    return audio != nullptr ? audio->pitch(sound.cue) : 1;
}

void setPitch(const SoundHandle& sound, double pitch)
{
    if (auto* audio = activeAudio())
        audio->setPitch(sound.cue, pitch);
}

void setGroupVolume(const std::string& group, double volume, double seconds)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (const auto set = play->game.mix.setVolume(group, volume, seconds); !set)
        raiseInScript(set.error().message());
}

double groupVolume(const std::string& group)
{
    const auto* play = activePlay();
    return play != nullptr ? play->game.mix.volume(group) : 1;
}

void bindHandles(ScriptBinder& binder)
{
    using Sound = const SoundHandle&;
    binder.value<SoundHandle>("Sound");
    binder.method("Sound", "void stop(double seconds = 0) const", stop,
                  "Ends it, faded out within so many seconds");
    binder.method("Sound", "bool get_isPlaying() const property", isPlaying,
                  "Whether it has not ended yet; it goes on under Game::pause()");
    binder.method("Sound", "double get_volume() const property", volumeOf,
                  "Times as loud as it was recorded; 0 once it has ended");
    binder.method(
        "Sound", "void set_volume(double value) property",
        +[](Sound sound, double volume) { fade(sound, volume, 0); });
    binder.method("Sound", "void fade(double volume, double seconds) const", fade,
                  "Takes its volume, from 0 to 16, to another one within so many seconds");
    binder.method("Sound", "double get_pitch() const property", pitchOf,
                  "Times as fast and high as it was recorded, 0.25 to 4");
    binder.method("Sound", "void set_pitch(double value) property", setPitch);
}
} // namespace

Result<void> bindSounds(ScriptBinder& binder)
{
    using Text = const std::string&;
    bindHandles(binder);
    binder.function(
        "Sound playSound(const string &in sound, double volume = 1, double range = 0, "
        "const string &in group = \"\")",
        +[](Text sound, double volume, double range, Text group) {
            return play(sound, volume, range, group, false);
        },
        "Once, at the script's own object, which it follows; with a range of 0 it is heard "
        "everywhere");
    binder.function(
        "Sound loopSound(const string &in sound, double volume = 1, double range = 0, "
        "const string &in group = \"\")",
        +[](Text sound, double volume, double range, Text group) {
            return play(sound, volume, range, group, true);
        },
        "The same again and again, until it is stopped or the object has gone");
    binder.function("Sound playSoundAt(const string &in sound, const Vec3 &in at, double volume = "
                    "1, double range = 20, const string &in group = \"\")",
                    playAt, "Once, at a place in the world");
    binder.space("Audio");
    binder.function(
        "void setVolume(double volume, double seconds = 0)",
        +[](double volume, double seconds) { setGroupVolume({}, volume, seconds); },
        "Takes all sounds of the game to a volume from 0 to 4 within so many seconds");
    binder.function("void setVolume(const string &in group, double volume, double seconds = 0)",
                    setGroupVolume, "The same for the sounds of a group");
    binder.function(
        "double volume()", +[] { return groupVolume({}); }, "Of all sounds of the game");
    binder.function("double volume(const string &in group)", groupVolume,
                    "Of a group, without that of all sounds");
    binder.space("");
    return binder.finish("sound");
}
} // namespace engine
