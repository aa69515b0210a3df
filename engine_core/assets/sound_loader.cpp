#include "engine_core/assets/sound_loader.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxSoundFile = std::uintmax_t{1} << 30U;
constexpr unsigned PcmFormat = 1;
constexpr unsigned ExtensibleFormat = 0xfffe; ///< then the real format stands in the GUID

struct WavFormat
{
    unsigned format = 0;
    unsigned channels = 0;
    unsigned rate = 0;
    unsigned bits = 0;
};

/// Little-endian; 0 where the text ends too early.
std::uint32_t numberAt(std::string_view bytes, std::size_t at, std::size_t count)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < count && at + i < bytes.size(); ++i)
        number |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return number;
}

struct Chunk
{
    std::string_view name;
    std::string_view data;
};

/// Takes the next chunk off; its data is cut where the file ends.
std::optional<Chunk> takeChunk(std::string_view& rest)
{
    if (rest.size() < 8)
        return std::nullopt;
    const std::size_t size = numberAt(rest, 4, 4);
    const Chunk chunk{rest.substr(0, 4), rest.substr(8, size)};
    const auto padded = std::min(rest.size(), 8 + size + (size & 1U));
    rest.remove_prefix(padded);
    return chunk;
}

WavFormat readFormat(std::string_view data)
{
    WavFormat format{numberAt(data, 0, 2), numberAt(data, 2, 2), numberAt(data, 4, 4),
                     numberAt(data, 14, 2)};
    if (format.format == ExtensibleFormat)
        format.format = numberAt(data, 24, 2);
    return format;
}

std::optional<Error> checkFormat(const WavFormat& format)
{
    if (format.format != PcmFormat)
        return Error{"it is packed (format {}), only PCM can be played", format.format};
    if (format.channels != 1 && format.channels != 2)
        return Error{"it has {} channels, only 1 and 2 can be played", format.channels};
    if (format.bits != 8 && format.bits != 16)
        return Error{"it has {} bits a sample, only 8 and 16 can be played", format.bits};
    if (format.rate < 1000 || format.rate > 192000)
        return Error{"its rate is {} Hz, only 1,000 to 192,000 can be played", format.rate};
    return std::nullopt;
}

std::vector<std::int16_t> readSamples(std::string_view data, const WavFormat& format)
{
    const std::size_t bytes = format.bits / 8;
    const auto frames = data.size() / (bytes * format.channels);
    std::vector<std::int16_t> samples(frames * format.channels);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto number = numberAt(data, i * bytes, bytes);
        // 8-bit samples run from 0 to 255 with silence at 128.
        samples[i] = bytes == 2 ? static_cast<std::int16_t>(static_cast<std::uint16_t>(number))
                                : static_cast<std::int16_t>((static_cast<int>(number) - 128) * 256);
    }
    return samples;
}

Result<Sound> parseWav(std::string_view bytes)
{
    if (bytes.size() < 12 || bytes.substr(0, 4) != "RIFF" || bytes.substr(8, 4) != "WAVE")
        return Error{"it is not a WAV sound"};
    auto rest = bytes.substr(12);
    std::optional<WavFormat> format;
    while (const auto chunk = takeChunk(rest)) {
        if (chunk->name == "fmt " && chunk->data.size() >= 16)
            format = readFormat(chunk->data);
        if (chunk->name != "data")
            continue;
        if (!format)
            return Error{"its samples stand before their description"};
        if (auto bad = checkFormat(*format))
            return *std::move(bad);
        Sound sound{format->channels, format->rate, readSamples(chunk->data, *format)};
        if (sound.samples.empty())
            return Error{"it is empty"};
        return sound;
    }
    return Error{"it ends before its samples"};
}

void appendNumber(std::string& bytes, std::size_t number, int count)
{
    for (int i = 0; i < count; ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}
} // namespace

Result<Sound> loadSound(const fs::path& file)
{
    const auto bytes = readFile(file, MaxSoundFile);
    if (!bytes)
        return bytes.error();
    auto sound = parseWav(*bytes);
    if (!sound)
        return sound.error().withContext("Cannot load '{}'", file.string());
    return sound;
}

Result<void> saveSound(const Sound& sound, const fs::path& file)
{
    ENGINE_EXPECT(sound.channels == 1 || sound.channels == 2);
    const std::size_t size = sound.samples.size() * 2;
    std::string bytes = "RIFF";
    appendNumber(bytes, 36 + size, 4);
    bytes += "WAVEfmt ";
    appendNumber(bytes, 16, 4);
    appendNumber(bytes, PcmFormat, 2);
    appendNumber(bytes, sound.channels, 2);
    appendNumber(bytes, sound.rate, 4);
    appendNumber(bytes, std::size_t{sound.rate} * sound.channels * 2, 4);
    appendNumber(bytes, std::size_t{sound.channels} * 2, 2);
    appendNumber(bytes, 16, 2);
    bytes += "data";
    appendNumber(bytes, size, 4);
    for (const auto sample : sound.samples)
        appendNumber(bytes, static_cast<std::uint16_t>(sample), 2);
    return writeFileAtomically(file, bytes);
}
} // namespace engine
