#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/interchange/game_data/game_classes.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/interchange/read_back.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_mutators.h"
#include "tests/support/levels/level_builder.h"

#include <algorithm>
#include <cmath>

namespace mapwright::fuzz
{
using namespace engine;

namespace
{
// --- Quake maps

std::vector<std::string> mapSeeds()
{
    const std::string box = R"({
( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) wall 0 0 0 1 1
( 64 64 64 ) ( 64 64 65 ) ( 64 65 64 ) base\wall 8 -4 45 0.5 2
( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) *lava1 0 0 0 1 1 1 128 300
( 64 64 64 ) ( 65 64 64 ) ( 64 64 65 ) "my wall" 0 0 0 1 1 // comment
( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) __TB_empty [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1
( 64 64 64 ) ( 64 65 64 ) ( 65 64 64 ) /caulk [ 0 1 0 8 ] [ 0 0 -1 4 ] 30 0.25 0.25 8 0 0
}
)";
    const std::string primitives = R"({ brushDef {
( 64 64 64 ) ( 64 0 64 ) ( 0 64 64 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) wall 0 0 0
( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) wall 0 0 0
( 64 0 0 ) ( 64 64 0 ) ( 64 0 64 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) wall 0 0 0
( 0 0 0 ) ( 0 0 64 ) ( 0 64 0 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) wall 0 0 0
( 0 64 0 ) ( 0 64 64 ) ( 64 64 0 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) wall 0 0 0
( 0 0 0 ) ( 64 0 0 ) ( 0 0 64 ) ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) wall 0 0 0
} }
)";
    return {
        "// Game: Quake\n{\n\"classname\" \"worldspawn\"\n\"wad\" \"a.wad\"\n" + box +
            "}\n"
            "{\n\"classname\" \"light\"\n\"origin\" \"32 32 48\"\n\"light\" \"300\"\n}\n"
            "{\n\"classname\" \"info_player_start\"\n\"origin\" \"8 8 24\"\n\"angle\" \"90\"\n}\n",
        "{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"func_door\"\n\"_tb_group\" "
        "\"3\"\n" +
            box +
            "}\n{\n\"classname\" \"func_group\"\n\"_tb_type\" \"_tb_layer\"\n\"_tb_name\" "
            "\"a\"\n\"_tb_id\" \"3\"\n}\n",
        "{\n\"classname\" \"worldspawn\"\n" + primitives + "}\n"};
}

bool readsMap(std::string_view bytes)
{
    const auto map = importMap(bytes, {});
    if (!map) {
        require(!map.error().message().empty(), "An error says what is wrong");
        return false;
    }
    for (const auto& lost : lostWhenReadBack(*map->world))
        throw BrokenPromise{"What an import makes reads back the same: " + lost};
    return map->brushes > 0;
}

// --- Classes of games

std::vector<std::string> fgdSeeds()
{
    return {"@include \"base.fgd\"\n@BaseClass base(A, B) size(-8 -8 0, 8 8 16) = A : \"a\" [\n"
            "flags(flags) = [ 1 : \"One\" : 1 : \"Help\" ]\n]\n"
            "@SolidClass base(A) = door : \"Door \" + \"two\" : \"page\" [ // note\n"
            "speed(integer) readonly : \"Speed\" : 100 : \"Help\"\n"
            "kind(choices) : \"Kind\" : 0 = [ 0 : \"a\" \"1\" : \"b\" : \"Help\" ]\n"
            "input Open(void) : \"Opens\"\n]\n"};
}

bool readsFgd(std::string_view bytes)
{
    GameClassFiles files;
    readGameClasses(bytes, "fuzz.fgd", files, [](const std::string&) { return false; });
    require(files.notes.size() <= 20, "Notes about one file end");
    for (const auto& name : files.classes.names()) {
        const auto* one = files.classes.find(name);
        require(one != nullptr, "What is listed is found");
        for (const auto& key : files.classes.keysOf(*one))
            require(!key.name.empty(), "A key has a name");
    }
    return !files.classes.isEmpty();
}

// --- Models

Model checked(Result<Model> model)
{
    for (const auto& vertex : model->mesh.vertices)
        for (int i = 0; i < 3; ++i)
            require(std::isfinite(vertex.position[i]) && std::isfinite(vertex.normal[i]),
                    "Corners of a model are finite");
    require(model->mesh.indices.size() % 3 == 0, "A model is triangles");
    for (const auto index : model->mesh.indices)
        require(index < model->mesh.vertices.size(), "Triangles join corners that are there");
    std::size_t indices = 0;
    for (const auto& face : model->mesh.faces)
        indices += face.indexCount;
    require(indices == model->mesh.indices.size(), "Every triangle belongs to a part");
    return *std::move(model);
}

/// Takes it into a project, which splits glTF into its meshes with code of its own.
void importInto(const fs::path& file)
{
    const auto root = fuzzFolder() / "project";
    std::error_code ignored;
    fs::remove_all(root, ignored);
    fs::create_directories(root / "assets");
    const auto imported = importModel(file, Project{root, "fuzz", {}}, {});
    const auto models = root / "assets" / "Models";
    const auto made = !fs::exists(models)
                          ? 0
                          : std::distance(fs::directory_iterator{models}, fs::directory_iterator{});
    require(made == (imported ? 1 : 0), "A model becomes one folder or nothing");
    if (!imported)
        return;
    for (const auto& entry : fs::recursive_directory_iterator{imported->folder})
        if (entry.path().extension() == ".gltf" || entry.path().extension() == ".obj")
            if (const auto again = loadModel(entry.path()); !again)
                throw BrokenPromise{"What an import writes can be read: " +
                                    again.error().message()};
    for (const auto& entry : fs::recursive_directory_iterator{imported->folder})
        if (entry.path().string().ends_with(".material.json")) {
            const auto text = loadMaterialText(entry.path(), root / "assets");
            if (!text || !text->problems.empty())
                throw BrokenPromise{"Materials of an import can be read: " +
                                    (text ? text->problems[0] : text.error().message())};
        }
    for (const auto& lost : lostWhenReadBack(*imported->world))
        throw BrokenPromise{"What an import makes reads back the same: " + lost};
}

bool readsModel(const char* name, std::string_view bytes)
{
    const auto file = fuzzFile(name, bytes);
    auto model = loadModel(file);
    importInto(file); // also of what cannot be shown
    if (!model) {
        require(!model.error().message().empty(), "An error says what is wrong");
        return false;
    }
    return !checked(std::move(model)).mesh.indices.empty();
}

const char* const Quad = R"(# a wall
mtllib fuzz.mtl
o wall
v 0 0 0
v 2 0 0
v 2 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl brick wall
s off
f 1/1/1 2/2/1 3/3/1 4/4/1
g other
f -4//-1 -3//-1 -2//-1
f 1 2 3
)";

const char* const Material = R"(newmtl brick wall
Kd 0.5 0.25 1
Ks 0 0 0
map_Kd -s 1 1 1 wall.png
newmtl other
Kd spectral a.rfl
)";

std::vector<std::string> objSeeds()
{
    return {Quad};
}

bool readsObj(std::string_view bytes)
{
    fuzzFile("fuzz.mtl", Material);
    return readsModel("fuzz.obj", bytes);
}

std::vector<std::string> mtlSeeds()
{
    return {Material};
}

bool readsMtl(std::string_view bytes)
{
    fuzzFile("fuzz.mtl", bytes);
    return readsModel("fuzz_mtl.obj", Quad);
}

std::string exported(const char* name)
{
    World level;
    mapwright::test::addBox(level, {0, 0, 0}, {2, 1, 3}, "box", Name{"Materials/wall"});
    const auto file = fuzzFolder() / name;
    require(bool{exportGltf(level, file, {})}, "A box can be exported");
    return *readFile(file);
}

/// With what our own exporter does not write: buffers by sparse accessors, strips, normalised
/// integers, vertex colours, several scenes.
const char* const OddGltf =
    R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]},{"nodes":[2]}],)"
    R"("nodes":[{"mesh":0,"translation":[0,0,5],"children":[2]},)"
    R"({"mesh":1,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]},{"mesh":0,"scale":[-1,1,1]}],)"
    R"("materials":[{"name":"paint","pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0,1],)"
    R"("metallicFactor":0.2,"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],)"
    R"("images":[{"uri":"data:image/png;base64,iVBORw0KGgo="}],)"
    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]},)"
    R"({"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2,"mode":5}]}],)"
    R"("accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,)"
    R"("min":[0,0,0],"max":[1,1,0]},)"
    R"({"bufferView":0,"byteOffset":4,"componentType":5123,"normalized":true,"type":"VEC2","count":3},)"
    R"({"bufferView":1,"componentType":5121,"type":"SCALAR","count":3,)"
    R"("sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},)"
    R"("values":{"bufferView":1}}}],)"
    R"("bufferViews":[{"buffer":0,"byteLength":36,"byteStride":12},)"
    R"({"buffer":0,"byteOffset":2,"byteLength":4}],)"
    R"("buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)"
    R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})";

/// With what an import makes more of than a mesh: a material of every kind, a picture in a buffer,
/// lights, a camera, and instances.
const char* const DressedGltf =
    R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],)"
    R"("nodes":[{"mesh":0,"children":[2,3],"translation":[0,0,5]},{"mesh":0,"name":"grass",)"
    R"("extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0,"SCALE":0}}}},)"
    R"({"name":"lamp","extensions":{"KHR_lights_punctual":{"light":0}},"scale":[1,2,1]},)"
    R"({"camera":0,"name":"eye"}],"cameras":[{"type":"perspective","perspective":{"yfov":1,)"
    R"("znear":0.1}}],"extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot",)"
    R"("spot":{},"intensity":40,"range":5,"color":[1,0.5,0]},{"type":"directional"}]}},)"
    R"("materials":[{"name":"a/paint","pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0,0.5],)"
    R"("roughnessFactor":0.5,"baseColorTexture":{"index":0},)"
    R"("metallicRoughnessTexture":{"index":1}},"occlusionTexture":{"index":0,"strength":0.5},)"
    R"("normalTexture":{"index":1},"emissiveFactor":[1,0,0],"alphaMode":"MASK",)"
    R"("alphaCutoff":0.25,"doubleSided":true,"extensions":{"KHR_materials_emissive_strength":)"
    R"({"emissiveStrength":4}}}],"textures":[{"source":0},{"source":1}],)"
    R"("images":[{"name":"dot","uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAf)"
    R"(FcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="},)"
    R"({"bufferView":1,"mimeType":"image/png"}],)"
    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],)"
    R"("accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,)"
    R"("min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36},)"
    R"({"buffer":0,"byteOffset":8,"byteLength":28}],)"
    R"("buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)"
    R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})";

std::vector<std::string> gltfSeeds()
{
    return {exported("seed.gltf"), OddGltf, DressedGltf};
}

bool readsGltf(std::string_view bytes)
{
    return readsModel("fuzz.gltf", bytes);
}

constexpr std::size_t GlbHead = 12;
constexpr std::size_t ChunkHead = 8;

std::vector<std::string> glbSeeds()
{
    return {exported("seed.glb")};
}

bool readsGlb(std::string_view bytes)
{
    return readsModel("fuzz.glb", bytes);
}

/// The JSON of a GLB file and what follows it.
std::pair<std::string, std::string> partsOfGlb(const std::string& bytes)
{
    if (bytes.size() < GlbHead + ChunkHead)
        return {};
    const std::size_t length = numberAt<std::uint32_t>(bytes, GlbHead);
    const auto begin = GlbHead + ChunkHead;
    const auto end = std::min(bytes.size(), begin + length);
    return {bytes.substr(begin, end - begin), bytes.substr(end)};
}

std::string mutateGlb(const std::string& bytes, Random& random)
{
    auto [json, rest] = partsOfGlb(bytes);
    if (json.empty() || random() % 4 == 0)
        return mutateNumbers(bytes, random);
    json = mutateJson(json, random);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    auto result = bytes.substr(0, GlbHead + ChunkHead) + json + rest;
    setNumberAt(result, GlbHead, static_cast<std::uint32_t>(json.size()));
    return result;
}

std::string mendGlb(std::string bytes)
{
    setNumberAt(bytes, 8, static_cast<std::uint32_t>(bytes.size()));
    return bytes;
}
} // namespace

std::span<const FuzzTarget> modelTargets()
{
    static constexpr std::array Targets{
        FuzzTarget{"map", "Quake maps", mapSeeds, readsMap, mutateText, nullptr},
        FuzzTarget{"fgd", "classes of games", fgdSeeds, readsFgd, mutateText, nullptr},
        FuzzTarget{"obj", "OBJ models", objSeeds, readsObj, mutateText, nullptr},
        FuzzTarget{"mtl", "materials of OBJ models", mtlSeeds, readsMtl, mutateText, nullptr},
        FuzzTarget{"gltf", "glTF models", gltfSeeds, readsGltf, mutateJson, nullptr},
        FuzzTarget{"glb", "GLB models", glbSeeds, readsGlb, mutateGlb, mendGlb}};
    return Targets;
}
} // namespace mapwright::fuzz
