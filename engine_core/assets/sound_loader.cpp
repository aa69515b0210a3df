#include "engine_core/assets/sound_loader.h"

#include <sndfile.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace engine
{
namespace
{
constexpr std::size_t MostSamples = std::size_t{1} << 27U; ///< of a sound in memory: 256 MiB
constexpr std::size_t PieceFrames = 16384;
constexpr sf_count_t MostSeconds = 24 * 3600; ///< files of unknown length claim millions of years

SNDFILE* handle(void* file)
{
    return static_cast<SNDFILE*>(file);
}

std::optional<Error> checkFormat(const SF_INFO& info)
{
    if (info.channels != 1 && info.channels != 2)
        return Error{"it has {} channels, only 1 and 2 can be played", info.channels};
    if (info.samplerate < 1000 || info.samplerate > 192000)
        return Error{"its rate is {} Hz, only 1,000 to 192,000 can be played", info.samplerate};
    if (info.frames < 0 || info.frames / info.samplerate > MostSeconds)
        return Error{"it does not say how long it is: save it again with your audio program"};
    return std::nullopt;
}

/// Samples of 16 bits come through unchanged, since libsndfile divides them by 32,768.
std::int16_t toSample(float value)
{
    if (!std::isfinite(value))
        return 0;
    return static_cast<std::int16_t>(std::clamp(std::lrint(value * 32768.0f), -32768L, 32767L));
}

/// What libsndfile writes, in memory: a file is then replaced as a whole or not at all.
struct Written
{
    std::string bytes;
    std::size_t at = 0;

    static Written& of(void* user) { return *static_cast<Written*>(user); }

    static sf_count_t size(void* user) { return static_cast<sf_count_t>(of(user).bytes.size()); }

    static sf_count_t tell(void* user) { return static_cast<sf_count_t>(of(user).at); }

    static sf_count_t seek(sf_count_t offset, int whence, void* user)
    {
        const sf_count_t from = whence == SEEK_SET   ? 0
                                : whence == SEEK_CUR ? tell(user)
                                                     : size(user);
        of(user).at =
            static_cast<std::size_t>(std::clamp<sf_count_t>(from + offset, 0, size(user)));
        return tell(user);
    }

    static sf_count_t read(void* data, sf_count_t count, void* user)
    {
        auto& file = of(user);
        const auto taken =
            file.bytes.copy(static_cast<char*>(data), static_cast<std::size_t>(count), file.at);
        file.at += taken;
        return static_cast<sf_count_t>(taken);
    }

    static sf_count_t write(const void* data, sf_count_t count, void* user)
    {
        auto& file = of(user);
        const auto length = static_cast<std::size_t>(count);
        file.bytes.replace(file.at, length, static_cast<const char*>(data), length);
        file.at += length;
        return count;
    }
};

int formatFor(const fs::path& file)
{
    const auto ending = file.extension();
    if (ending == ".ogg")
        return SF_FORMAT_OGG | SF_FORMAT_VORBIS;
    if (ending == ".flac")
        return SF_FORMAT_FLAC | SF_FORMAT_PCM_16;
    return SF_FORMAT_WAV | SF_FORMAT_PCM_16;
}
} // namespace

void SoundReader::Close::operator()(void* file) const
{
    sf_close(handle(file));
}

Result<SoundReader> SoundReader::open(const fs::path& file)
{
    const auto failed = [&](const Error& why) {
        return why.withContext("Cannot load '{}'", file.string());
    };
    SF_INFO info{};
    SoundReader reader;
    reader.m_file.reset(sf_open(file.c_str(), SFM_READ, &info));
    if (!reader.m_file)
        return failed(Error{"it is no sound that can be read ({})", sf_strerror(nullptr)});
    if (auto bad = checkFormat(info))
        return failed(*bad);
    reader.m_channels = static_cast<unsigned>(info.channels);
    reader.m_rate = static_cast<unsigned>(info.samplerate);
    reader.m_seconds = std::max(static_cast<double>(info.frames), 0.0) / info.samplerate;
    return reader;
}

std::size_t SoundReader::read(std::span<std::int16_t> samples)
{
    m_read.resize(samples.size());
    const auto frames = sf_readf_float(handle(m_file.get()), m_read.data(),
                                       static_cast<sf_count_t>(samples.size() / m_channels));
    const auto count = static_cast<std::size_t>(std::max<sf_count_t>(frames, 0)) * m_channels;
    std::transform(m_read.begin(), m_read.begin() + static_cast<std::ptrdiff_t>(count),
                   samples.begin(), toSample);
    return count;
}

bool SoundReader::rewind()
{
    return sf_seek(handle(m_file.get()), 0, SEEK_SET) == 0;
}

Result<Sound> loadSound(const fs::path& file)
{
    auto reader = SoundReader::open(file);
    if (!reader)
        return reader.error();
    Sound sound{reader->channels(), reader->rate(), {}};
    std::vector<std::int16_t> piece(PieceFrames * sound.channels);
    while (const auto count = reader->read(piece)) {
        sound.samples.insert(sound.samples.end(), piece.begin(),
                             piece.begin() + static_cast<std::ptrdiff_t>(count));
        if (sound.samples.size() > MostSamples)
            return Error{"Cannot load '{}': it is too long", file.string()};
    }
    if (sound.samples.empty())
        return Error{"Cannot load '{}': it is empty", file.string()};
    return sound;
}

Result<void> saveSound(const Sound& sound, const fs::path& file)
{
    ENGINE_EXPECT(sound.channels == 1 || sound.channels == 2);
    SF_INFO info{};
    info.channels = static_cast<int>(sound.channels);
    info.samplerate = static_cast<int>(sound.rate);
    info.format = formatFor(file);
    SF_VIRTUAL_IO memory{Written::size, Written::seek, Written::read, Written::write,
                         Written::tell};
    Written written;
    auto* out = sf_open_virtual(&memory, SFM_WRITE, &info, &written);
    if (out == nullptr)
        return Error{"Cannot write '{}': {}", file.string(), sf_strerror(nullptr)};
    const auto frames = static_cast<sf_count_t>(sound.frames());
    const bool isWhole = sf_writef_short(out, sound.samples.data(), frames) == frames;
    if (sf_close(out) != 0 || !isWhole)
        return Error{"Cannot write '{}': its samples could not be packed", file.string()};
    return writeFileAtomically(file, written.bytes);
}
} // namespace engine
