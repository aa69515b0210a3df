#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/base/jobs.h"
#include "engine_core/interchange/gltf_parts.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "tests/engine_core/interchange/import_folder.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

#include <fmt/format.h>

namespace tst_model_import
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Two meshes, a triangle each, in one buffer.
std::string
gltfWith(const std::string& nodes, const std::string& roots, const std::string& more = {})
{
    const std::array<float, 18> numbers{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1};
    const auto data =
        QByteArray{reinterpret_cast<const char*>(numbers.data()), sizeof numbers}.toBase64();
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],)"
        R"("materials":[{{"name":"paint"}},{{"name":"rust"}}],"meshes":[)"
        R"({{"name":"leaf","primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}},)"
        R"({{"name":"root","primitives":[{{"attributes":{{"POSITION":1}},"material":1}}]}}],)"
        R"("accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}},)"
        R"({{"bufferView":1,"componentType":5126,"type":"VEC3","count":3}}],)"
        R"("bufferViews":[{{"buffer":0,"byteLength":36}},)"
        R"({{"buffer":0,"byteOffset":36,"byteLength":36}}],)"
        R"("buffers":[{{"byteLength":72,"uri":"data:application/octet-stream;base64,{}"}}]{}}})",
        roots, nodes, data.toStdString(), more);
}

std::vector<Vec3d> cornersOf(const Mesh& mesh, const Transform& place)
{
    std::vector<Vec3d> corners;
    for (const auto index : mesh.indices)
        corners.push_back(place.apply(Vec3d{mesh.vertices[index].position}));
    return corners;
}

/// Whether every corner of one is a corner of the other.
bool areSame(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b)
{
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const Vec3d& corner) {
               return std::any_of(b.begin(), b.end(), [&](const Vec3d& other) {
                   return glm::distance(corner, other) < 1e-4;
               });
           });
}
} // namespace

class TestModelImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNodeBecomesAnObjectInItsPlace();
    void nodesOfOneMeshShareItsFile();
    void anyTreeOfNodesLooksAsInTheFile();
    void levelsThatWereExportedComeBack();
    void binaryModelsWithPaddedBuffersComeWhole();
    void objFilesComeWithTheirMaterials();
    void aSecondImportGetsAFolderOfItsOwn();
    void whatIsLeftOutIsNoted();
    void placesThatNoSceneHoldsStandInTheMesh();
    void badFilesAndCancelsLeaveNothingBehind();
    void namesBecomeFileNames();

private:
    [[nodiscard]] fs::path folder() const { return m_files.path(); }

    [[nodiscard]] fs::path write(const std::string& name, const std::string& bytes) const
    {
        return m_files.write(name, bytes);
    }

    [[nodiscard]] Project newProject() const { return m_files.newProject(); }

    /// Of all objects as they are shown.
    static std::vector<Vec3d> shown(const ImportedModel& model, const Project& project)
    {
        std::vector<Vec3d> corners;
        model.world->forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
            const auto mesh = loadMesh(project.assetFolder() / instance.mesh.path);
            QVERIFY2(mesh, mesh ? "" : mesh.error().message().c_str());
            const auto own = cornersOf(*mesh, worldTransform(*model.world, entity));
            corners.insert(corners.end(), own.begin(), own.end());
        });
        return corners;
    }

    mapwright::test::ImportFolder m_files;
};

void TestModelImport::everyNodeBecomesAnObjectInItsPlace()
{
    const auto file = write(
        "tree.gltf", gltfWith(R"({"name":"trunk","mesh":1,"translation":[2,0,1],"children":[1]},)"
                              R"({"name":"twig","mesh":0,"translation":[0,3,0]})",
                              "0"));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    const auto& world = *model->world;
    QCOMPARE(model->instances, std::size_t{2});
    QCOMPARE(model->meshes, std::size_t{2});
    QCOMPARE(model->materials, std::size_t{2});
    QCOMPARE(model->folder, project.assetFolder() / "Models/tree");
    const auto top = world.children({});
    QCOMPARE(top.size(), std::size_t{1});
    QCOMPARE(world.get<Node>(top[0])->name, std::string{"tree"});
    const auto trunk = world.children(top[0]).front();
    QCOMPARE(world.get<Node>(trunk)->name, std::string{"trunk"});
    QCOMPARE(world.get<MeshInstance>(trunk)->mesh.path, std::string{"Models/tree/root.gltf"});
    const auto twig = world.children(trunk).front();
    QCOMPARE(worldTransform(world, twig).position, (Vec3d{2, 3, 1}));
    const auto leaf = loadModel(project.assetFolder() / "Models/tree/leaf.gltf");
    VERIFY_OK(leaf);
    QCOMPARE(leaf->mesh.faces.size(), std::size_t{1});
    QCOMPARE(leaf->mesh.faces[0].material, Name{"Models/tree/paint"});
    QVERIFY(fs::exists(project.assetFolder() / "Models/tree/paint.material.json"));
}

void TestModelImport::nodesOfOneMeshShareItsFile()
{
    std::string nodes;
    std::string roots;
    for (int i = 0; i < 20; ++i) {
        nodes += fmt::format(R"({}{{"mesh":0,"translation":[{},0,0]}})", i == 0 ? "" : ",", i);
        roots += fmt::format("{}{}", i == 0 ? "" : ",", i);
    }
    const auto project = newProject();
    const auto model = importModel(write("row.gltf", gltfWith(nodes, roots)), project, {});
    VERIFY_OK(model);
    QCOMPARE(model->instances, std::size_t{20});
    QCOMPARE(model->meshes, std::size_t{1});
    QVERIFY(!fs::exists(model->folder / "root.gltf")); // nobody shows it
}

/// Turned, stretched, mirrored and sheared nodes below each other.
void TestModelImport::anyTreeOfNodesLooksAsInTheFile()
{
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Dice dice{seed};
        std::string nodes;
        std::vector<std::string> children(12);
        std::string roots{"0"};
        for (std::size_t i = 1; i < children.size(); ++i) {
            if (dice.chance(0.2)) {
                roots += fmt::format(",{}", i);
                continue;
            }
            auto& list = children[dice.below(i)];
            list += fmt::format("{}{}", list.empty() ? "" : ",", i);
        }
        for (std::size_t i = 0; i < children.size(); ++i) {
            const auto at = dice.place(5);
            const auto turn = glm::angleAxis(dice.between(0, 3), dice.direction());
            const double even = dice.between(0.5, 2);
            const Vec3d scale = dice.chance(0.6) ? Vec3d{even} : dice.place(1) + Vec3d{1.5};
            nodes += fmt::format("{}{{", i == 0 ? "" : ",");
            if (dice.chance(0.8))
                nodes += fmt::format(R"("mesh":{},)", dice.below(2));
            if (!children[i].empty())
                nodes += fmt::format(R"("children":[{}],)", children[i]);
            if (dice.chance(0.15))
                nodes += fmt::format(R"("matrix":[1,0,0,0,0.5,1,0,0,0,0,{},0,{},{},{},1]}})",
                                     dice.chance(0.5) ? -1 : 1, at.x, at.y, at.z);
            else
                nodes += fmt::format(
                    R"("translation":[{},{},{}],"rotation":[{},{},{},{}],"scale":[{},{},{}]}})",
                    at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w, scale.x, scale.y, scale.z);
        }
        const auto file = write(fmt::format("tree{}.gltf", seed), gltfWith(nodes, roots));
        const auto whole = loadMesh(file);
        if (!whole)
            continue; // a tree without a single mesh
        const auto project = newProject();
        const auto model = importModel(file, project, {});
        VERIFY_OK(model);
        QVERIFY2(areSame(cornersOf(*whole, {}), shown(*model, project)),
                 fmt::format("seed {}", seed).c_str());
    }
}

void TestModelImport::levelsThatWereExportedComeBack()
{
    World world;
    buildRoom(world);
    for (const auto* name : {"room.glb", "room.gltf"}) {
        const auto file = folder() / name;
        VERIFY_OK(exportGltf(world, file, {}));
        const auto project = newProject();
        const auto model = importModel(file, project, {.scale = 2});
        VERIFY_OK(model);
        QCOMPARE(model->instances, std::size_t{6});
        const auto whole = loadMesh(file);
        VERIFY_OK(whole);
        QVERIFY(areSame(cornersOf(*whole, {{}, {1, 0, 0, 0}, Vec3d{2}}), shown(*model, project)));
    }
}

/// A .glb whose buffer is a byte longer than its numbers, so that its chunk is padded.
void TestModelImport::binaryModelsWithPaddedBuffersComeWhole()
{
    const std::array<float, 9> numbers{0, 0, 0, 1, 0, 0, 0, 2, 0};
    std::string json =
        R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3",)"
        R"("count":3}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
        R"("buffers":[{"byteLength":37}]})";
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string binary{reinterpret_cast<const char*>(numbers.data()), sizeof numbers};
    binary.resize(40);
    const auto word = [](std::size_t value) {
        const auto number = static_cast<std::uint32_t>(value);
        return std::string{reinterpret_cast<const char*>(&number), sizeof number};
    };
    const auto bytes = "glTF" + word(2) + word(28 + json.size() + binary.size()) +
                       word(json.size()) + "JSON" + json + word(binary.size()) +
                       std::string{"BIN\0", 4} + binary;
    const auto file = write("padded.glb", bytes);
    const auto whole = loadMesh(file);
    VERIFY_OK(whole);
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(summaryOf(*model), std::string{"1 object that shows 1 model"});
    QVERIFY(areSame(cornersOf(*whole, {}), shown(*model, project)));
}

void TestModelImport::objFilesComeWithTheirMaterials()
{
    fs::create_directories(folder() / "textures");
    QVERIFY(write("textures/wood.png", "not really").is_absolute());
    QVERIFY(write("chair.mtl", "newmtl wood\nmap_Kd textures/wood.png\n").is_absolute());
    const auto file =
        write("chair.obj", "mtllib chair.mtl\nmtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 "
                           "0\nusemtl wood\nf 1 2 3\n");
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(model->instances, std::size_t{1});
    QVERIFY(fs::exists(model->folder / "chair.obj"));
    QVERIFY(fs::exists(model->folder / "chair.mtl"));
    QVERIFY(fs::exists(model->folder / "textures/wood.png"));
    QCOMPARE(model->notes.size(), std::size_t{1}); // gone.mtl
    QCOMPARE(shown(*model, project).size(), std::size_t{3});
}

void TestModelImport::aSecondImportGetsAFolderOfItsOwn()
{
    const auto file = write("twice.gltf", gltfWith(R"({"mesh":0})", "0"));
    const auto project = newProject();
    VERIFY_OK(importModel(file, project, {}));
    const auto second = importModel(file, project, {});
    VERIFY_OK(second);
    QCOMPARE(second->folder.filename(), fs::path{"twice 2"});
    QCOMPARE(shown(*second, project).size(), std::size_t{3});
}

void TestModelImport::whatIsLeftOutIsNoted()
{
    const auto file = write("moving.gltf", gltfWith(R"({"mesh":0})", "0", R"(,"animations":[])"));
    const auto model = importModel(file, newProject(), {});
    VERIFY_OK(model);
    QCOMPARE(model->notes.size(), std::size_t{1});
    QVERIFY(model->notes[0].find("animations") != std::string::npos);
}

void TestModelImport::placesThatNoSceneHoldsStandInTheMesh()
{
    const auto file = write("long.gltf", gltfWith(R"({"mesh":0,"scale":[1,1e4,1]})", "0"));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QVERIFY2(model->notes.empty(), model->notes.empty() ? "" : model->notes[0].c_str());
    QVERIFY(areSame(shown(*model, project), {{0, 0, 0}, {1, 0, 0}, {0, 2e4, 0}}));
}

void TestModelImport::badFilesAndCancelsLeaveNothingBehind()
{
    const auto project = newProject();
    const auto isUntouched = [&] {
        return !fs::exists(project.assetFolder() / "Models") ||
               fs::is_empty(project.assetFolder() / "Models");
    };
    const auto damaged = importModel(write("bad.glb", "glTF\2nothing"), project, {});
    QVERIFY(!damaged);
    QVERIFY(damaged.error().message().find("bad.glb") != std::string::npos);
    QVERIFY(!importModel(folder() / "none.obj", project, {}));
    const auto good = write("good.gltf", gltfWith(R"({"mesh":0})", "0"));
    QVERIFY(!importModel(good, project, {.scale = 1e6}));
    JobControl control;
    control.cancel();
    QVERIFY(!importModel(good, project, {.job = &control}));
    QVERIFY(isUntouched());
}

void TestModelImport::namesBecomeFileNames()
{
    QCOMPARE(safeFileName("Wall_01.b"), std::string{"Wall_01.b"});
    QCOMPARE(safeFileName("../a/b"), std::string{"_a_b"});
    QCOMPARE(safeFileName("  "), std::string{"model"});
    QVERIFY(isModelFile("A.GLB") && isModelFile("b.obj") && !isModelFile("c.fbx"));
}

PLAIN_TEST(TestModelImport)
} // namespace tst_model_import

#include "tst_model_import.moc"
