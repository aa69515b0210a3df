#include "engine_core/assets/images/image.h"
#include "engine_core/assets/light_profile.h"
#include "engine_core/interchange/textures/dds_image.h"
#include "engine_core/interchange/textures/pcx_image.h"
#include "engine_core/interchange/textures/shader_scripts.h"
#include "engine_core/interchange/textures/texture_pack.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_mutators.h"
#include "tests/support/levels/wad_builder.h"

#include <array>
#include <cmath>
#include <cstring>

namespace mapwright::fuzz
{
using namespace engine;
using mapwright::test::wadOf;
using mapwright::test::zipOf;

namespace
{
/// Reads every texture of a pack; whether one of them could be.
bool readsTextures(Result<std::unique_ptr<TexturePack>> pack)
{
    if (!pack)
        return false;
    bool isAny = false;
    const auto& names = (*pack)->names();
    for (std::size_t i = 0; i < names.size() && i < 64; ++i) {
        require(!names[i].empty(), "A texture has a name");
        const auto file = (*pack)->read(i);
        require(!file || !file->ending.empty(), "A picture has an ending");
        isAny = isAny || bool{file};
    }
    return isAny;
}

std::string mutatePack(const std::string& bytes, Random& random)
{
    return mutateNumbers(bytes, random);
}

std::vector<std::string> wadSeeds()
{
    return {wadOf({{"wall", 16, 16, std::string(256, '\x10'), {}},
                   {"{fence", 32, 16, std::string(512, '\xff'), {}}}),
            wadOf({{"crate", 16, 16, std::string(256, '\1'), std::string(768, '\x40')}})};
}

bool readsWad(std::string_view bytes)
{
    return readsTextures(openWad(std::string{bytes}));
}

std::vector<std::string> pk3Seeds()
{
    const Image image{2, 2, std::vector<std::uint8_t>(16, 0x7f)};
    return {
        zipOf({{"textures/base/wall.png", *pngBytes(image)},
               {"scripts/base.shader", "textures/base/x { qer_editorimage textures/base/wall }"}})};
}

bool readsPk3(std::string_view bytes)
{
    const auto file = fuzzFolder() / "fuzz.pk3";
    require(bool{writeFileAtomically(file, bytes)}, "A file can be written");
    return readsTextures(openTextureArchive(file));
}

std::vector<std::string> pcxSeeds()
{
    std::string head(128, '\0');
    head[0] = 10;
    head[2] = 1;
    head[3] = 8;
    head[8] = 3;
    head[10] = 1;
    head[65] = 1;
    head[66] = 4;
    auto planes = head;
    planes[65] = 3;
    return {head + "\xc4\1\xc4\2\x0c" + std::string(768, '\x20'),
            planes + "\xc4\1\xc4\2\xc4\3\xc4\4\xc4\5\xc4\6"};
}

bool readsPcx(std::string_view bytes)
{
    const auto image = parsePcx(bytes, "fuzz");
    if (!image)
        return false;
    require(image->rgba.size() == std::size_t{4} * image->width * image->height,
            "A picture has as many bytes as its size says");
    return true;
}

void putWord(std::string& bytes, std::size_t at, std::uint32_t word)
{
    std::memcpy(bytes.data() + at, &word, sizeof word);
}

/// The head of a picture of 6 x 5.
std::string ddsHead(std::uint32_t flags, std::string_view code)
{
    std::string head(128, '\0');
    head.replace(0, 4, "DDS ");
    putWord(head, 4, 124);
    putWord(head, 12, 5);
    putWord(head, 16, 6);
    putWord(head, 80, flags);
    head.replace(84, code.size(), code);
    return head;
}

std::vector<std::string> ddsSeeds()
{
    auto plain = ddsHead(0x41, "");
    putWord(plain, 88, 32);
    for (unsigned i = 0; i < 4; ++i)
        putWord(plain, 92 + i * 4, 0xffU << i * 8);
    auto modern = ddsHead(4, "DX10") + std::string(20, '\0');
    putWord(modern, 128, 83);
    std::vector<std::string> seeds{plain + std::string(6 * 5 * 4, '\x33'),
                                   modern + std::string(64, '\x5a')};
    for (const auto* code : {"DXT1", "DXT3", "DXT5", "RXGB", "ATI1"})
        seeds.push_back(ddsHead(4, code) + std::string(64, '\x5a'));
    return seeds;
}

bool readsDds(std::string_view bytes)
{
    const auto image = parseDds(bytes, "fuzz");
    if (!image)
        return false;
    require(image->rgba.size() == std::size_t{4} * image->width * image->height,
            "A picture has as many bytes as its size says");
    return true;
}

std::vector<std::string> profileSeeds()
{
    const std::string head = "IESNA:LM-63-2002\r\n[TEST] ours\r\nTILT=NONE\r\n1 1000 2 ";
    return {head + "3 1 1 2 0 0 0\r\n1 1 50\r\n0 90 180\r\n0\r\n100 50 0\r\n",
            head +
                "2 5 1 2 0 0 0\r\n1 1 50\r\n0 180\r\n0 90 180 270 360\r\n1 1 2 2 3 3 4 4 1 1\r\n",
            "TILT=NONE\n1,1,1,1,3,1,1,0,0,0\n1,1,1\n90\n90 180 270\n10 20 30\n"};
}

bool readsProfile(std::string_view text)
{
    const auto profile = parseLightProfile(text, "fuzz.ies");
    if (!profile) {
        require(profile.error().message().starts_with("fuzz.ies:"), "An error names file and line");
        return false;
    }
    require(profile->peak() > 0 && std::isfinite(profile->peak()), "A lamp shines");
    require(profile->solidAngle() >= 0 && profile->solidAngle() < 13, "No more than a sphere");
    for (const auto& away : {Vec3f{0, 0, -1}, Vec3f{1, 0, 0}, Vec3f{0, -1, 0}, Vec3f{0, 0, 1}}) {
        const float share = profile->share(away);
        require(share >= 0 && share <= 1.001F, "A share lies between 0 and 1");
    }
    return true;
}

std::vector<std::string> shaderSeeds()
{
    return {"// base\ntextures/base/wall\n{\n\tqer_editorimage textures/base/w.tga\n\t{\n\t\tmap "
            "\"textures/base/w\"\n\t\tblendFunc add\n\t}\n}\n/* end */\n"};
}

bool readsShaders(std::string_view text)
{
    const auto shaders = readShaderScript(text);
    for (const auto& shader : shaders)
        require(!shader.name.empty(), "A shader has a name");
    return !shaders.empty();
}
} // namespace

std::span<const FuzzTarget> textureTargets()
{
    static constexpr std::array Targets{
        FuzzTarget{"wad", "WAD2 and WAD3", wadSeeds, readsWad, mutatePack, nullptr},
        FuzzTarget{"pk3", "archives of textures", pk3Seeds, readsPk3, mutatePack, nullptr},
        FuzzTarget{"pcx", "PCX pictures", pcxSeeds, readsPcx, mutatePack, nullptr},
        FuzzTarget{"dds", "DDS pictures", ddsSeeds, readsDds, mutatePack, nullptr},
        FuzzTarget{"profile", "IES profiles", profileSeeds, readsProfile, mutateText, nullptr},
        FuzzTarget{"shader", "shader scripts", shaderSeeds, readsShaders, mutateText, nullptr}};
    return Targets;
}
} // namespace mapwright::fuzz
