#include "engine_core/assets/images/exr_header.h"
#include "engine_core/assets/images/image.h"
#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/assets/sound_loader.h"
#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/serialization/foliage_file.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_mutators.h"
#include "tests/support/fixtures/nav_fixture.h"

#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace mapwright::fuzz
{
using namespace engine;

namespace
{
// --- Pictures

Image picture()
{
    Image image{5, 4, {}};
    for (unsigned i = 0; i < 5 * 4 * 4; ++i)
        image.rgba.push_back(static_cast<std::uint8_t>(i * 37 % 251));
    return image;
}

void append(void* out, void* bytes, int count)
{
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes),
                                           static_cast<std::size_t>(count));
}

std::vector<std::string> imageSeeds()
{
    const auto image = picture();
    const auto file = fuzzFolder() / "seed.png";
    require(bool{savePng(image, file)}, "A picture can be saved");
    std::vector<std::string> seeds{*readFile(file), {}, {}, {}};
    const auto width = static_cast<int>(image.width);
    const auto height = static_cast<int>(image.height);
    stbi_write_jpg_to_func(append, &seeds[1], width, height, 4, image.rgba.data(), 80);
    stbi_write_bmp_to_func(append, &seeds[2], width, height, 4, image.rgba.data());
    stbi_write_tga_to_func(append, &seeds[3], width, height, 4, image.rgba.data());
    // One with a palette of two colours and a bit a pixel; check sums are not read.
    seeds.push_back(std::string{"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\2\1\3\0\0\0\0\0\0\0"
                                "\0\0\0\6PLTE\xff\0\0\0\0\xff\0\0\0\0"
                                "\0\0\0\x0cIDAT\x78\x01\x63\x70\x60\x60\x60\0\0\0\xc4\0\x41\0\0\0\0"
                                "\0\0\0\0IEND\xae\x42\x60\x82",
                                8 + 25 + 18 + 24 + 12});
    return seeds;
}

bool readsImage(std::string_view bytes)
{
    constexpr std::uint32_t MostSide = 2048; // bigger ones are only slower
    const auto image = parseImage(bytes, "fuzz", MostSide);
    if (!image)
        return false;
    require(image->width > 0 && image->height > 0 && image->width <= MostSide &&
                image->height <= MostSide,
            "A picture has a size within the limit");
    require(image->rgba.size() == std::size_t{4} * image->width * image->height,
            "A picture has as many bytes as its size says");
    return true;
}

// --- Sounds

std::vector<std::string> soundSeeds()
{
    std::vector<std::string> seeds;
    for (const unsigned channels : {1U, 2U}) {
        Sound sound{channels, 22050, {}};
        for (int i = 0; i < 40; ++i)
            sound.samples.push_back(static_cast<std::int16_t>(i * 800 - 16000));
        for (const auto* name : {"seed.wav", "seed.ogg", "seed.flac"}) {
            const auto file = fuzzFolder() / name;
            require(bool{saveSound(sound, file)}, "A sound can be saved");
            seeds.push_back(*readFile(file));
        }
    }
    return seeds;
}

bool readsSound(std::string_view bytes)
{
    const auto sound = loadSound(fuzzFile("fuzz.wav", bytes));
    if (!sound)
        return false;
    require(sound->channels == 1 || sound->channels == 2, "A sound is mono or stereo");
    require(sound->samples.size() % sound->channels == 0, "A sound has whole frames");
    require(sound->rate >= 1000 && sound->rate <= 192000, "The rate of a sound is within limits");
    return true;
}

// --- Lightmaps

std::vector<std::string> lightmapSeeds()
{
    Lightmap lightmap;
    for (const std::uint32_t width : {8U, 12U}) {
        LightmapAtlas atlas{width, 6, {}};
        for (std::uint32_t i = 0; i < width * 6 * 3; ++i)
            atlas.halfs.push_back(static_cast<std::uint16_t>(0x3000 + i * 7));
        lightmap.atlases.push_back(std::move(atlas));
    }
    for (std::uint32_t face = 0; face < 3; ++face)
        lightmap.charts[{EntityId{7}, face}] = {
            static_cast<std::uint16_t>(face % 2), 1, static_cast<std::uint16_t>(face), 2, 2, 99};
    lightmap.probes[EntityId{9}].channels[0] = Vec4f{0.25f, 0, 0.5f, 1};
    lightmap.volume = {{0, 1, 0}, 2, {2, 1, 2}, std::vector<LightProbe>(4)};
    lightmap.leaves["Materials/leaf"] = 0x1234;
    lightmap.bodies[0xabcd] = EntityId{7};
    lightmap.hash = hashOf(lightmap);
    const auto file = fuzzFolder() / "seed.exr";
    require(bool{saveLightmap(lightmap, file)}, "A lightmap can be saved");
    return {*readFile(file)};
}

bool readsLightmap(std::string_view bytes)
{
    const auto whole = parseLightmap(bytes, "fuzz");
    // Behind the hash, as a forger would make it fit.
    const auto lightmap = parseLightmap(bytes, "fuzz", HashCheck::LeftOut);
    require(!whole || lightmap, "What is accepted with its hash is accepted without");
    if (!lightmap)
        return false;
    const auto& read = **lightmap;
    for (const auto& atlas : read.atlases)
        require(atlas.halfs.size() == std::size_t{3} * atlas.width * atlas.height,
                "An atlas has as many texels as its size says");
    for (const auto& [key, chart] : read.charts) {
        require(chart.atlas < read.atlases.size(), "A chart lies in an atlas that is there");
        const auto& atlas = read.atlases[chart.atlas];
        require(chart.x + std::uint32_t{chart.width} <= atlas.width &&
                    chart.y + std::uint32_t{chart.height} <= atlas.height && chart.width >= 2 &&
                    chart.height >= 2,
                "A chart lies inside its atlas");
    }
    if (!read.volume.isEmpty())
        static_cast<void>(read.volume.at({0.3, -1e9, 1e9}));
    return true;
}

/// Where the attribute of the first text in JSON, from somewhere on, has its size; 0 if there is
/// none. An attribute is a name and a type, each ended by a zero, a size, and its value.
std::size_t findTable(const std::string& bytes, Random& random)
{
    constexpr std::string_view Type{"\0string\0", 8};
    const auto from = bytes.empty() ? 0 : random() % bytes.size();
    for (const auto begin : {std::size_t{from}, std::size_t{0}})
        for (auto at = bytes.find(Type, begin); at != std::string::npos;
             at = bytes.find(Type, at + 1)) {
            const auto value = at + Type.size() + 4;
            if (value < bytes.size() && (bytes[value] == '[' || bytes[value] == '{'))
                return at + Type.size();
        }
    return 0;
}

/// Chunks of an OpenEXR file are found by their places, which move when the header grows. The table
/// of places ends where the first of them points to.
void moveChunks(std::string& bytes, std::size_t headerEnd, std::uint64_t by)
{
    // Unsigned, since a place may be any number by now and wraps.
    const auto first = numberAt<std::uint64_t>(bytes, headerEnd) + by;
    for (auto at = headerEnd; at < first && at + 8 <= bytes.size(); at += 8)
        setNumberAt(bytes, at, numberAt<std::uint64_t>(bytes, at) + by);
}

std::string mutateLightmap(const std::string& bytes, Random& random)
{
    const auto sizeAt = findTable(bytes, random);
    const std::size_t size = numberAt<std::uint32_t>(bytes, sizeAt);
    if (sizeAt == 0 || size > bytes.size() - sizeAt - 4 || random() % 8 == 0)
        return mutateNumbers(bytes, random);
    const auto json = mutateJson(bytes.substr(sizeAt + 4, size), random);
    auto result = bytes.substr(0, sizeAt + 4) + json + bytes.substr(sizeAt + 4 + size);
    setNumberAt(result, sizeAt, static_cast<std::uint32_t>(json.size()));
    if (const auto end = endOfExrHeaders(result, 16384))
        moveChunks(result, *end, std::uint64_t{json.size()} - std::uint64_t{size});
    return result;
}

// --- Plants

std::vector<std::string> foliageSeeds()
{
    FoliageEdit edit{nullptr};
    for (int i = 0; i < 9; ++i) {
        FoliageInstance plant;
        plant.position = {static_cast<float>(i) * 5.0f, 0.25f, static_cast<float>(i % 3) * -9.0f};
        plant.brush = static_cast<std::uint32_t>(7 + i % 2);
        plant.seed = static_cast<std::uint32_t>(i * 77);
        plant.type = static_cast<std::uint8_t>(i % 3);
        plant.flags = i == 4 ? FoliageMark : i == 5 ? FoliageWeight : i == 6 ? FoliageOrphan : 0;
        edit.add(plant);
    }
    return {foliageToBytes(*edit.finish()), foliageToBytes(FoliageInstances{})};
}

bool readsFoliage(std::string_view bytes)
{
    const auto plants = foliageFromBytes(bytes);
    if (!plants)
        return false;
    const auto& read = **plants;
    require(read.marks() + read.weights() <= read.count(), "Marks and weights are counted once");
    const auto again = foliageFromBytes(foliageToBytes(read));
    require(bool{again}, "Plants that were written can be read");
    require((*again)->hash() == read.hash(), "Plants read back as they were written");
    std::size_t seen = 0;
    read.forEachIn(Vec3d{-1e9}, Vec3d{1e9}, [&](auto, auto, const FoliageInstance& plant) {
        const auto length = glm::length(foliageNormal(plant));
        require(std::abs(length - 1) < 1e-3, "The normal of a plant has a length of 1");
        ++seen;
    });
    require(seen == read.count(), "Every plant is found");
    return true;
}

constexpr std::size_t FoliageHead = 32;
constexpr std::size_t FoliageCellSize = 16;

/// The instances move to the cell that they now lie in, and the hash follows.
std::string mendFoliage(std::string bytes)
{
    const auto cells = numberAt<std::uint64_t>(bytes, 8);
    if (bytes.size() < FoliageHead || cells > bytes.size() / FoliageCellSize)
        return bytes;
    const auto begin = FoliageHead + cells * FoliageCellSize;
    FoliageEdit edit{nullptr};
    for (auto at = begin; at + sizeof(FoliageInstance) <= bytes.size();
         at += sizeof(FoliageInstance))
        if (const auto plant = numberAt<FoliageInstance>(bytes, at);
            glm::length(plant.position) < 1e6f)
            edit.add(plant);
    return foliageToBytes(*edit.finish());
}

// --- Navigation meshes

const mapwright::test::NavFixture& navLevel()
{
    static const auto level = [] {
        auto made = std::make_unique<mapwright::test::NavFixture>();
        made->box({-6, -1, -6}, {6, 0, 6});
        made->box({-1, 0, -3}, {1, 2, 3});
        made->place({-4, 0, 0}, mapwright::test::linkTo({4, 0, 0}));
        return made;
    }();
    return *level;
}

std::vector<std::string> navMeshSeeds()
{
    const auto file = fuzzFolder() / "seed.navmesh";
    require(bool{saveNavMesh(navLevel().mesh(), 77, file)}, "A navigation mesh can be saved");
    return {*readFile(file)};
}

bool readsNavMesh(std::string_view bytes)
{
    const auto stored = loadNavMesh(fuzzFile("fuzz.navmesh", bytes), navLevel().config());
    if (!stored)
        return false;
    const NavQuery query{stored->mesh};
    const auto path = query.findPath({-5, 0, -5}, {5, 0, 5});
    for (const auto& corner : path.corners)
        require(isFinite(corner.position), "Corners of a path are finite");
    static_cast<void>(query.nearest({0, 1, 0}, {3, 3, 3}));
    return true;
}

std::string mendNavMesh(std::string bytes)
{
    constexpr std::size_t Sum = 20; // behind the magic
    constexpr std::size_t Body = Sum + sizeof(ContentHash);
    if (bytes.size() > Body)
        setNumberAt(bytes, Sum, hashText(std::string_view{bytes}.substr(Body)));
    return bytes;
}
} // namespace

std::span<const FuzzTarget> binaryTargets()
{
    static constexpr std::array Targets{
        FuzzTarget{"image", "PNG, JPEG, TGA and BMP", imageSeeds, readsImage, nullptr, nullptr},
        FuzzTarget{
            "sound", "WAV sounds", soundSeeds, readsSound,
            [](const std::string& bytes, Random& random) { return mutateNumbers(bytes, random); },
            nullptr},
        FuzzTarget{"lightmap", "lightmaps in OpenEXR", lightmapSeeds, readsLightmap, mutateLightmap,
                   nullptr},
        FuzzTarget{
            "foliage", "plants", foliageSeeds, readsFoliage,
            [](const std::string& bytes, Random& random) { return mutateNumbers(bytes, random); },
            mendFoliage},
        FuzzTarget{
            "navmesh", "navigation meshes", navMeshSeeds, readsNavMesh,
            [](const std::string& bytes, Random& random) { return mutateNumbers(bytes, random); },
            mendNavMesh}};
    return Targets;
}
} // namespace mapwright::fuzz
