#include "engine_core/assets/images/image.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/interchange/gltf/gltf_places.h"
#include "engine_core/interchange/gltf_parts.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/engine_core/interchange/import_folder.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

#include <fmt/format.h>

#include <limits>
#include <set>

namespace tst_gltf_import
{
using namespace engine;
using namespace mapwright::test;

namespace
{
std::string onePixel(std::array<std::uint8_t, 3> color)
{
    return *pngBytes(Image{1, 1, {color[0], color[1], color[2], 255}});
}

std::string dataUri(const std::string& bytes)
{
    return "data:image/png;base64," + QByteArray::fromStdString(bytes).toBase64().toStdString();
}

/// A triangle of the material 0, and what else is to be said.
std::string
gltfWith(const std::string& nodes, const std::string& materials, const std::string& more)
{
    const std::array<float, 9> numbers{0, 0, 0, 1, 0, 0, 0, 2, 0};
    const auto data =
        QByteArray{reinterpret_cast<const char*>(numbers.data()), sizeof numbers}.toBase64();
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{}],)"
        R"("materials":[{}],"meshes":[)"
        R"({{"name":"leaf","primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],)"
        R"("accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}}],)"
        R"("bufferViews":[{{"buffer":0,"byteLength":36}}],)"
        R"("buffers":[{{"byteLength":36,"uri":"data:application/octet-stream;base64,{}"}}]{}}})",
        nodes, materials, data.toStdString(), more);
}

Aabb boundsOfModels(const World& world, const Project& project)
{
    Aabb bounds;
    world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
        const auto mesh = loadMesh(project.assetFolder() / instance.mesh.path);
        QVERIFY2(mesh, mesh ? "" : mesh.error().message().c_str());
        const auto place = worldTransform(world, entity);
        for (const auto& vertex : mesh->vertices)
            bounds.add(place.apply(Vec3d{vertex.position}));
    });
    return bounds;
}

EntityId named(const World& world, const std::string& name)
{
    EntityId found;
    world.forEach<Node>([&](EntityId entity, const Node& node) {
        if (node.name == name)
            found = entity;
    });
    return found;
}
} // namespace

class TestGltfImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void materialsBecomeFilesOfTheProject();
    void surfacesArePackedAnew();
    void materialsOfTheProjectStay();
    void picturesThatCannotBeReadAreNoted();
    void lightsAndCamerasAreKept();
    void lightsBelowShearedNodesStandInTheirPlaces();
    void lightsAreScaledAlong();
    void placesThatAreNoNumbersAreRefused();
    void picturesOfOtherKindsAndTheirPlacesAreNoted();
    void instancesBecomeObjects();
    void turnsOfInstancesMayBeSmallIntegers();
    void tooManyInstancesAreLeftOut();
    void levelsComeBack_data();
    void levelsComeBack();

private:
    [[nodiscard]] fs::path folder() const { return m_files.path(); }

    [[nodiscard]] fs::path write(const std::string& name, const std::string& bytes) const
    {
        return m_files.write(name, bytes);
    }

    [[nodiscard]] Project newProject() const { return m_files.newProject(); }

    static MaterialText textOf(const Project& project, const std::string& name)
    {
        const auto text = loadMaterialText(project.assetFolder() / (name + ".material.json"),
                                           project.assetFolder());
        [&] {
            VERIFY_OK(text);
            QVERIFY2(text->problems.empty(),
                     text->problems.empty() ? "" : text->problems[0].c_str());
        }();
        return *text;
    }

    mapwright::test::ImportFolder m_files;
};

void TestGltfImport::materialsBecomeFilesOfTheProject()
{
    const auto color = onePixel({200, 100, 50});
    const auto orm = onePixel({10, 20, 30});
    const auto file = write(
        "leaf.gltf",
        gltfWith(R"({"mesh":0})",
                 R"({"name":"Wood/oak","pbrMetallicRoughness":{"baseColorFactor":[1,0.5,1,0.25],)"
                 R"("baseColorTexture":{"index":0},"metallicRoughnessTexture":{"index":1}},)"
                 R"("occlusionTexture":{"index":1},"normalTexture":{"index":0},)"
                 R"("emissiveFactor":[1,0.5,0],"emissiveTexture":{"index":0},)"
                 R"("extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":5}},)"
                 R"("alphaMode":"BLEND","doubleSided":true})",
                 fmt::format(R"(,"textures":[{{"source":0}},{{"source":1}}],)"
                             R"("images":[{{"name":"bark","uri":"{}"}},{{"uri":"{}"}}])",
                             dataUri(color), dataUri(orm))));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QVERIFY2(model->notes.empty(), model->notes.empty() ? "" : model->notes[0].c_str());
    QCOMPARE(model->materialFiles, std::size_t{1});
    const auto oak = textOf(project, "Models/leaf/oak");
    QCOMPARE(oak.color.filename(), fs::path{"bark.png"});
    QCOMPARE(*readFile(oak.color), color);
    QCOMPARE(oak.normal, oak.color);
    QCOMPARE(oak.tint, (Vec3f{1, 0.5F, 1}));
    QCOMPARE(*readFile(oak.roughness.file), orm); // as it is, since it says all of it
    QCOMPARE(int{oak.roughness.channel}, 1);
    QCOMPARE(int{oak.finish.metallic.channel}, 2);
    QCOMPARE(oak.finish.occlusion.file, oak.roughness.file);
    QCOMPARE(oak.finish.glowColor, (Vec3f{5, 2.5F, 0}));
    QVERIFY(oak.finish.opacity == Opacity::Blend);
    QCOMPARE(oak.finish.alpha, 0.25F);
    QVERIFY(oak.finish.twoSided);
    const auto shown = loadModelOf(project, "Models/leaf/leaf.gltf");
    QCOMPARE(shown.shape->mesh().faces[0].material, Name{"Models/leaf/oak"});
    QVERIFY(shown.materials.empty()); // the file has no look of its own
}

void TestGltfImport::surfacesArePackedAnew()
{
    const auto file =
        write("leaf.gltf",
              gltfWith(R"({"mesh":0})",
                       R"({"pbrMetallicRoughness":{"roughnessFactor":0.5,"metallicFactor":1,)"
                       R"("metallicRoughnessTexture":{"index":0}}})",
                       fmt::format(R"(,"textures":[{{"source":0}}],"images":[{{"uri":"{}"}}])",
                                   dataUri(onePixel({7, 200, 100})))));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    const auto text = textOf(project, "Models/leaf/material 0");
    const auto packed = loadImage(text.roughness.file);
    VERIFY_OK(packed);
    QCOMPARE(packed->rgba, (std::vector<std::uint8_t>{255, 100, 100, 255}));
}

void TestGltfImport::materialsOfTheProjectStay()
{
    const auto project = newProject();
    VERIFY_OK(makeFolders(project.assetFolder() / "Materials"));
    VERIFY_OK(writeFileAtomically(project.assetFolder() / "Materials/wall.material.json",
                                  R"({"format":1})"));
    const auto file =
        write("leaf.gltf", gltfWith(R"({"mesh":0})", R"({"name":"Materials/wall"})", {}));
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(model->materialFiles, std::size_t{0});
    const auto shown = loadModelOf(project, "Models/leaf/leaf.gltf");
    QCOMPARE(shown.shape->mesh().faces[0].material, Name{"Materials/wall"});
}

void TestGltfImport::picturesThatCannotBeReadAreNoted()
{
    const auto file =
        write("leaf.gltf",
              gltfWith(R"({"mesh":0})",
                       R"({"name":"a","pbrMetallicRoughness":{"baseColorTexture":{"index":0},)"
                       R"("metallicRoughnessTexture":{"index":1}}})",
                       R"(,"textures":[{"source":0},{"source":1}],"images":[)"
                       R"({"uri":"data:image/webp;base64,UklGRg=="},)"
                       R"({"uri":"data:image/png;base64,iVBORw0KGgo="}])"));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(model->notes.size(), std::size_t{2});
    QVERIFY(model->notes[0].find("neither PNG nor JPEG") != std::string::npos);
    QVERIFY(model->notes[1].starts_with("The surface of the material 'a' is plain: "));
    QVERIFY(textOf(project, "Models/leaf/a").color.empty());
}

void TestGltfImport::lightsAndCamerasAreKept()
{
    const auto file = write(
        "room.gltf",
        gltfWith(R"({"name":"all","translation":[0,0,1],"children":[1,2,3,4]},{"mesh":0},)"
                 R"({"name":"lamp","translation":[1,2,3],"extensions":)"
                 R"({"KHR_lights_punctual":{"light":0}}},)"
                 R"({"name":"sun","extensions":{"KHR_lights_punctual":{"light":1}}},)"
                 R"({"name":"eye","translation":[4,0,0],"camera":0})",
                 R"({"name":"a"})",
                 R"(,"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],)"
                 R"("extensions":{"KHR_lights_punctual":{"lights":[)"
                 R"({"type":"spot","spot":{"outerConeAngle":0.5},"color":[1,0.5,0],)"
                 R"("intensity":40,"range":6},)"
                 R"({"type":"directional","intensity":3}]}})"));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    const auto& world = *model->world;
    QCOMPARE(model->lights, std::size_t{2});
    QCOMPARE(model->cameras, std::size_t{1});
    const auto lamp = named(world, "lamp");
    const auto& spot = *world.get<Light>(lamp);
    QVERIFY(spot.kind == LightKind::Spot);
    QCOMPARE(spot.color, (Color{1, 0.5F, 0}));
    QCOMPARE(spot.intensity, 40.0F);
    QCOMPARE(spot.range, 6.0F);
    QVERIFY(std::abs(static_cast<double>(spot.cone) - 180 / Pi) < 1e-3);
    QCOMPARE(spot.innerCone, 0.0F);
    QCOMPARE(worldTransform(world, lamp).position, (Vec3d{1, 2, 4}));
    QCOMPARE(world.get<Node>(lamp)->parent, named(world, "all"));
    const auto eye = named(world, "eye");
    QVERIFY(hasTag(*world.get<Tags>(eye), "camera"));
    const auto& sun = *world.get<Light>(named(world, "sun"));
    QVERIFY(isSun(sun));
    QCOMPARE(sun.intensity, 3.0F);
    QCOMPARE(model->notes, (std::vector<std::string>{
                               "Kept as empty objects with the tag camera: 1 camera"}));
}

void TestGltfImport::lightsBelowShearedNodesStandInTheirPlaces()
{
    const auto file = write(
        "room.gltf",
        gltfWith(R"({"matrix":[1,0,0,0,0.5,1,0,0,0,0,1,0,5,0,0,1],"children":[1,2]},{"mesh":0},)"
                 R"({"name":"lamp","translation":[0,2,0],"extensions":)"
                 R"({"KHR_lights_punctual":{"light":0}}})",
                 R"({"name":"a"})",
                 R"(,"extensions":{"KHR_lights_punctual":{"lights":[{"type":"point"}]}})"));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    const auto& world = *model->world;
    QCOMPARE(worldTransform(world, named(world, "lamp")).position, (Vec3d{6, 2, 0}));
}

void TestGltfImport::lightsAreScaledAlong()
{
    const auto file = write(
        "hall.gltf", gltfWith(R"({"children":[1,2,3]},{"mesh":0},)"
                              R"({"name":"lamp","translation":[100,200,300],"extensions":)"
                              R"({"KHR_lights_punctual":{"light":0}}},)"
                              R"({"name":"sun","extensions":{"KHR_lights_punctual":{"light":1}}})",
                              R"({"name":"a"})",
                              R"(,"extensions":{"KHR_lights_punctual":{"lights":[)"
                              R"({"type":"point","intensity":1000000,"range":5000},)"
                              R"({"type":"directional","intensity":3}]}})"));
    const auto project = newProject();
    const auto model = importModel(file, project, {0.01, nullptr}); // of centimetres
    VERIFY_OK(model);
    const auto& world = *model->world;
    const auto lamp = named(world, "lamp");
    QVERIFY(glm::distance(worldTransform(world, lamp).position, Vec3d{1, 2, 3}) < 1e-6);
    QVERIFY(std::abs(world.get<Light>(lamp)->range - 50) < 0.001F);
    QVERIFY(std::abs(world.get<Light>(lamp)->intensity - 100) < 0.01F);
    QCOMPARE(world.get<Light>(named(world, "sun"))->intensity, 3.0F);
}

void TestGltfImport::placesThatAreNoNumbersAreRefused()
{
    QVERIFY(placeOfMatrix(Mat4d{1}));
    QVERIFY(isPlaceable({}));
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        for (int column = 0; column < 4; ++column) {
            Mat4d matrix{1};
            matrix[column][1] = bad;
            QVERIFY(!placeOfMatrix(matrix));
            QVERIFY(!isSamePlace(matrix, matrix));
        }
        QVERIFY(!isPlaceable({.position = {0, bad, 0}}));
        QVERIFY(!isPlaceable({.scale = {1, bad, 1}}));
    }
}

void TestGltfImport::picturesOfOtherKindsAndTheirPlacesAreNoted()
{
    const auto file =
        write("leaf.gltf",
              gltfWith(R"({"mesh":0})",
                       R"({"name":"a","pbrMetallicRoughness":{"baseColorTexture":{"index":0,)"
                       R"("extensions":{"KHR_texture_transform":{"scale":[2,2]}}}}})",
                       R"(,"textures":[{"extensions":{"EXT_texture_webp":{"source":0}}}],)"
                       R"("images":[{"uri":"data:image/webp;base64,UklGRg=="}])"));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(model->notes.size(), std::size_t{2});
    QVERIFY(model->notes[0].find("KHR_texture_transform") != std::string::npos);
    QVERIFY(model->notes[1].starts_with("Pictures of EXT_texture_webp were left out"));
    QVERIFY(textOf(project, "Models/leaf/a").color.empty());
}

void TestGltfImport::turnsOfInstancesMayBeSmallIntegers()
{
    const auto file = write(
        "turned.gltf",
        gltfWith(
            R"({"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"ROTATION":1}}}})",
            R"({"name":"a"})", R"(,"extensionsUsed":["EXT_mesh_gpu_instancing"])"));
    auto text = *readFile(file);
    // The bytes of the corner (1, 0, 0) are the shorts 0, 16256, 0, 0: half a turn about +Y.
    text.insert(text.find("],\"bufferViews\""),
                R"(,{"bufferView":0,"byteOffset":12,"componentType":5122,"normalized":true,)"
                R"("type":"VEC4","count":1})");
    VERIFY_OK(writeFileAtomically(file, text));
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(model->instances, std::size_t{1});
    const auto bounds = boundsOfModels(*model->world, project);
    QVERIFY(glm::distance(bounds.min, Vec3d{-1, 0, 0}) < 1e-6);
    QVERIFY(glm::distance(bounds.max, Vec3d{0, 2, 0}) < 1e-6);
}

void TestGltfImport::instancesBecomeObjects()
{
    const auto project = newProject();
    World level;
    addBox(level, {0, 0, 0}, {1, 1, 1}, "crate");
    VERIFY_OK(makeFolders(project.assetFolder() / "Meshes"));
    VERIFY_OK(exportGltf(level, project.assetFolder() / "Meshes/crate.glb", {}));
    const auto layer = level.newId();
    const auto kind = level.newId();
    auto type = newFoliageType(FoliageKind::Mesh);
    type.mesh = {"Meshes/crate.glb"};
    FoliageEdit plants{nullptr};
    for (int i = 0; i < 7; ++i) {
        FoliageInstance plant;
        plant.position = {3.0F * static_cast<float>(i), 0, 5};
        plant.normal = packFoliageNormal({0, 1, 0});
        plants.add(plant);
    }
    Edit edit{{swapTo(layer, Node{.name = "wood", .parent = {}}), swapTo(layer, FoliageLayer{}),
               swapTo(kind, Node{.name = "tree", .parent = layer}), swapTo(kind, type),
               swapTo(layer, FoliagePlacement{.instances = plants.finish()})}};
    level.apply(edit);
    const auto file = folder() / "wood.glb";
    VERIFY_OK(exportGltf(level, file, {nullptr, nullptr, &project, {}}));
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(model->instances, std::size_t{8});
    QCOMPARE(model->meshes, std::size_t{2});
    QVERIFY(glm::distance(boundsOfModels(*model->world, project).max, Vec3d{19, 1, 6}) < 1e-4);
}

void TestGltfImport::tooManyInstancesAreLeftOut()
{
    const auto file =
        write("many.gltf",
              gltfWith(R"({"children":[1,2]},{"mesh":0},{"mesh":0,"extensions":)"
                       R"({"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":1}}}})",
                       R"({"name":"a"})", R"(,"extensionsUsed":["EXT_mesh_gpu_instancing"])"));
    auto text = *readFile(file);
    text.insert(text.find("],\"bufferViews\""),
                R"(,{"bufferView":0,"componentType":5126,"type":"VEC3","count":50000})");
    VERIFY_OK(writeFileAtomically(file, text));
    const auto model = importModel(file, newProject(), {});
    VERIFY_OK(model);
    QCOMPARE(model->instances, std::size_t{1});
    QCOMPARE(model->notes.size(), std::size_t{1});
    QVERIFY(model->notes[0].starts_with("50,000 instances of EXT_mesh_gpu_instancing"));
}

void TestGltfImport::levelsComeBack_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("ending");
    for (const auto* sample : {"material_gallery", "two_rooms", "physics_yard"})
        for (const auto* ending : {".glb", ".gltf"})
            QTest::addRow("%s%s", sample, ending) << sample << ending;
}

/// A sample is written, read into an empty project, and compared with itself.
void TestGltfImport::levelsComeBack()
{
    QFETCH(QString, sample);
    QFETCH(QString, ending);
    const auto source = openProject(installationFolder() / "projects" / sample.toStdString());
    VERIFY_OK(source);
    TypeRegistry types;
    registerComponents(types);
    const auto scene = loadScene(source->sceneFolder() / "start.scene.json", types);
    VERIFY_OK(scene);
    const auto& level = *scene->world;
    const auto file = folder() / ("level" + ending.toStdString());
    const auto written = exportGltf(level, file, {nullptr, nullptr, &*source, {}});
    VERIFY_OK(written);
    const auto project = newProject();
    const auto model = importModel(file, project, {});
    VERIFY_OK(model);
    QCOMPARE(model->instances, written->brushes + written->patches + written->instances);
    QCOMPARE(model->lights, written->lights);
    QCOMPARE(model->materialFiles, written->materials);
    const auto whole = loadMesh(file);
    VERIFY_OK(whole);
    Aabb bounds;
    for (const auto& vertex : whole->vertices)
        bounds.add(Vec3d{vertex.position});
    const auto again = boundsOfModels(*model->world, project);
    QVERIFY(glm::distance(again.min, bounds.min) < 1e-3);
    QVERIFY(glm::distance(again.max, bounds.max) < 1e-3);
    std::multiset<std::string> lights;
    level.forEach<Light>([&](EntityId entity, const Light& light) {
        const auto at = worldTransform(level, entity).position;
        const float most = std::max({light.color.r, light.color.g, light.color.b, 1.0F});
        lights.insert(fmt::format("{:.3f} {:.3f} {:.3f} {:.4g} {:.4g}", at.x, at.y, at.z,
                                  light.intensity * most, light.range));
    });
    model->world->forEach<Light>([&](EntityId entity, const Light& light) {
        const auto at = worldTransform(*model->world, entity).position;
        const auto text = fmt::format("{:.3f} {:.3f} {:.3f} {:.4g} {:.4g}", at.x, at.y, at.z,
                                      light.intensity, light.range);
        QVERIFY2(lights.contains(text), text.c_str());
        lights.erase(lights.find(text));
    });
    QVERIFY(lights.empty());
}

PLAIN_TEST(TestGltfImport)
} // namespace tst_gltf_import

#include "tst_gltf_import.moc"
