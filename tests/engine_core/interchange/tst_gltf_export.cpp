#include "engine_core/assets/images/image.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/base/jobs.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <fmt/format.h>

#include <cstring>

namespace tst_gltf_export
{
using namespace engine;
using namespace mapwright::test;

namespace
{
QJsonObject jsonOf(const fs::path& file)
{
    const auto bytes = *readFile(file);
    if (file.extension() != ".glb")
        return QJsonDocument::fromJson(QByteArray::fromStdString(bytes)).object();
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, sizeof length);
    return QJsonDocument::fromJson(QByteArray::fromStdString(bytes.substr(20, length))).object();
}

/// "meshes/0/name": keys and indices on the way down.
QJsonValue at(QJsonValue value, const QString& path)
{
    for (const auto& step : path.split('/')) {
        bool isIndex = false;
        const int index = step.toInt(&isIndex);
        value = isIndex ? value.toArray().at(index) : value.toObject().value(step);
    }
    return value;
}

QJsonObject named(const QJsonObject& model, const char* list, const QString& name)
{
    for (const auto each : model[QLatin1String{list}].toArray())
        if (at(each, "name").toString() == name)
            return each.toObject();
    return {};
}

std::string grey(std::uint32_t side, std::array<std::uint8_t, 3> color)
{
    Image image{side, side, {}};
    for (std::uint32_t i = 0; i < side * side; ++i)
        image.rgba.insert(image.rgba.end(), {color[0], color[1], color[2], 255});
    return *pngBytes(image);
}
} // namespace

class TestGltfExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void materialsBringTheirPictures_data();
    void materialsBringTheirPictures();
    void separateMapsArePacked();
    void normalMapsPointUp();
    void patchesAreTriangles();
    void objectsKeepTheirPlacesInTheHierarchy();
    void whatCannotBeBelowItsGroupStandsAtTheTop();
    void modelsAreSharedByTheirObjects();
    void lightsKeepTheirCandela();
    void plantsAreInstances();
    void plantsCanBeObjects();
    void bakedLightIsAVariant();
    void equalLevelsMakeEqualBytes();
    void aCancelledExportLeavesTheOldFile();

private:
    void put(const std::string& path, std::string_view bytes) const
    {
        VERIFY_OK(makeFolders((m_project.root / path).parent_path()));
        VERIFY_OK(writeFileAtomically(m_project.root / path, bytes));
    }

    [[nodiscard]] fs::path file(const std::string& name) const { return m_project.root / name; }

    Result<ExportedModel> write(const World& world,
                                const std::string& name,
                                ExportedPlants plants = ExportedPlants::Instances) const
    {
        return exportGltf(world, file(name), {nullptr, nullptr, &m_project, plants});
    }

    template <typename Component>
    static void set(World& world, EntityId entity, const Component& component)
    {
        Edit edit{{swapTo(entity, component)}};
        world.apply(edit);
    }

    static EntityId addNode(World& world, const std::string& name, EntityId parent = {})
    {
        const auto entity = world.newId();
        set(world, entity, Node{.name = name, .parent = parent});
        return entity;
    }

    /// A crate in the project's assets.
    void putCrate() const
    {
        World crate;
        addBox(crate, {0, 0, 0}, {1, 1, 1}, "crate", Name{"planks"});
        put("assets/Meshes/keep", "");
        VERIFY_OK(exportGltf(crate, file("assets/Meshes/crate.glb"), {}));
    }

    EntityId addWood(World& world) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    Project m_project;
};

void TestGltfExport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_project.root = m_folder->path().toStdString();
    put("assets/Materials/color.png", grey(4, {200, 100, 50}));
    put("assets/Materials/rough.png", grey(4, {10, 10, 10}));
    put("assets/Materials/metal.png", grey(2, {20, 20, 20}));
    put("assets/Materials/orm.png", grey(4, {250, 120, 30}));
    put("assets/Materials/bumps.png", grey(4, {128, 100, 255}));
    put("assets/Materials/wall.material.json",
        R"({"format":1,"color":"color.png","normal":"bumps.png","orm":"orm.png","tint":[1,0.5,1],)"
        R"("emissive":"color.png","emissiveColor":[1,0.5,0],"emissiveStrength":4,)"
        R"("opacity":"mask","cutoff":0.25,"twoSided":true})");
    put("assets/Materials/glass.material.json",
        R"({"format":1,"opacity":"blend","alpha":0.5,"roughness":0.25,"metallic":0.75})");
}

void TestGltfExport::materialsBringTheirPictures_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("glb") << QStringLiteral("level.glb");
    QTest::newRow("gltf") << QStringLiteral("my level.gltf");
}

void TestGltfExport::materialsBringTheirPictures()
{
    QFETCH(QString, name);
    World world;
    addBox(world, {0, 0, 0}, {1, 1, 1}, "a", Name{"Materials/wall"});
    addBox(world, {2, 0, 0}, {3, 1, 1}, "b", Name{"Materials/glass"});
    const auto written = write(world, name.toStdString());
    VERIFY_OK(written);
    QCOMPARE(written->textures, std::size_t{3});
    QCOMPARE(written->materials, std::size_t{2});
    const auto model = jsonOf(file(name.toStdString()));
    const auto wall = named(model, "materials", "Materials/wall");
    const auto look = wall["pbrMetallicRoughness"].toObject();
    QCOMPARE(look["baseColorFactor"].toArray(), (QJsonArray{1, 0.5, 1, 1}));
    const auto orm = look["metallicRoughnessTexture"].toObject();
    QCOMPARE(wall["occlusionTexture"].toObject(), orm); // one picture for both
    QVERIFY(wall.contains("normalTexture"));
    QCOMPARE(wall["emissiveTexture"].toObject(), look["baseColorTexture"].toObject());
    QCOMPARE(wall["emissiveFactor"].toArray(), (QJsonArray{1, 0.5, 0}));
    QCOMPARE(at(wall, "extensions/KHR_materials_emissive_strength/emissiveStrength").toDouble(),
             4.0);
    QCOMPARE(wall["alphaMode"].toString(), QString{"MASK"});
    QCOMPARE(wall["alphaCutoff"].toDouble(), 0.25);
    QVERIFY(wall["doubleSided"].toBool());
    const auto glass = named(model, "materials", "Materials/glass");
    QCOMPARE(glass["alphaMode"].toString(), QString{"BLEND"});
    QCOMPARE(at(glass, "pbrMetallicRoughness/baseColorFactor").toArray(),
             (QJsonArray{1, 1, 1, 0.5}));
    QCOMPARE(at(glass, "pbrMetallicRoughness/metallicFactor").toDouble(), 0.75);
    // The loader finds the picture of the colour, beside the file or in it.
    const auto again = loadModel(file(name.toStdString()));
    VERIFY_OK(again);
    QVERIFY(again->materials[0].image != nullptr);
    QCOMPARE(*again->materials[0].image, *readFile(file("assets/Materials/color.png")));
    QCOMPARE(fs::exists(file("my level_textures/color.png")), name.endsWith(".gltf"));
}

void TestGltfExport::separateMapsArePacked()
{
    put("assets/Materials/parts.material.json",
        R"({"format":1,"roughness":"rough.png","metallic":"metal.png"})");
    put("assets/Materials/rough.material.json",
        R"({"format":1,"roughness":"rough.png","metallic":0.5})");
    World world;
    addBox(world, {0, 0, 0}, {1, 1, 1}, "a", Name{"Materials/parts"});
    addBox(world, {2, 0, 0}, {3, 1, 1}, "b", Name{"Materials/rough"});
    VERIFY_OK(write(world, "level.gltf"));
    const auto packed = loadImage(file("level_textures/rough_orm.png"));
    VERIFY_OK(packed);
    QCOMPARE(packed->width, 4U); // the larger one
    QCOMPARE((std::vector<std::uint8_t>{packed->rgba.begin(), packed->rgba.begin() + 4}),
             (std::vector<std::uint8_t>{255, 10, 20, 255}));
    const auto other = loadImage(file("level_textures/rough_orm_2.png"));
    VERIFY_OK(other);
    QCOMPARE(int{other->rgba[2]}, 255);
    const auto model = jsonOf(file("level.gltf"));
    const auto rough =
        named(model, "materials", "Materials/rough")["pbrMetallicRoughness"].toObject();
    QCOMPARE(rough["metallicFactor"].toDouble(), 0.5);
    QCOMPARE(rough["roughnessFactor"].toDouble(), 1.0);
}

void TestGltfExport::normalMapsPointUp()
{
    put("assets/Materials/down.material.json",
        R"({"format":1,"normal":"bumps.png","green":"down"})");
    World world;
    addBox(world, {0, 0, 0}, {1, 1, 1}, "a", Name{"Materials/down"});
    VERIFY_OK(write(world, "level.gltf"));
    const auto turned = loadImage(file("level_textures/bumps_up.png"));
    VERIFY_OK(turned);
    QCOMPARE(int{turned->rgba[1]}, 155);
    const auto model = jsonOf(file("level.gltf"));
    const auto attributes = at(model, "meshes/0/primitives/0/attributes").toObject();
    QVERIFY(attributes.contains("TANGENT"));
}

void TestGltfExport::patchesAreTriangles()
{
    World world;
    const auto arch =
        addPatch(world, PatchShape::Cylinder, {{0, 0, 0}, {2, 3, 2}}, "Materials/wall");
    const auto shape = world.get<CurvedPatch>(arch)->mesh();
    QVERIFY(shape != nullptr);
    for (const auto* name : {"level.glb", "level.obj"}) {
        const auto written = std::string_view{name}.ends_with(".obj")
                                 ? exportObj(world, file(name), {})
                                 : exportGltf(world, file(name), {});
        VERIFY_OK(written);
        QCOMPARE(written->patches, std::size_t{1});
        QCOMPARE(written->triangles, shape->triangleCount());
        QCOMPARE(written->leftOut, std::string{});
        const auto mesh = loadMesh(file(name));
        VERIFY_OK(mesh);
        Aabb bounds;
        for (const auto& vertex : mesh->vertices)
            bounds.add(Vec3d{vertex.position});
        QVERIFY(glm::distance(bounds.min, shape->bounds().min) < 1e-5);
        QVERIFY(glm::distance(bounds.max, shape->bounds().max) < 1e-5);
    }
}

void TestGltfExport::objectsKeepTheirPlacesInTheHierarchy()
{
    World world;
    const auto group = addNode(world, "tower");
    set(world, group, TransformComponent{.position = {5, 0, 0}, .scale = {2, 2, 2}});
    const auto box = addBox(world, {0, 0, 0}, {1, 1, 1}, "wall");
    set(world, box, Node{.name = "wall", .parent = group});
    const auto written = write(world, "level.gltf");
    VERIFY_OK(written);
    const auto model = jsonOf(file("level.gltf"));
    const auto tower = named(model, "nodes", "tower");
    QCOMPARE(tower["translation"].toArray(), (QJsonArray{5, 0, 0}));
    QCOMPARE(tower["scale"].toArray(), (QJsonArray{2, 2, 2}));
    const auto child = at(tower, "children/0").toInt();
    QCOMPARE(at(model, QStringLiteral("nodes/%1/name").arg(child)).toString(), QString{"wall"});
    QCOMPARE(at(model, "scenes/0/nodes").toArray().size(), 1);
    const auto mesh = loadMesh(file("level.gltf"));
    VERIFY_OK(mesh);
    Aabb bounds;
    for (const auto& vertex : mesh->vertices)
        bounds.add(Vec3d{vertex.position});
    QCOMPARE(bounds, boundsOfTree(world, {}));
}

void TestGltfExport::whatCannotBeBelowItsGroupStandsAtTheTop()
{
    World world;
    const auto group = addNode(world, "stretched");
    set(world, group, TransformComponent{.position = {5, 0, 0}, .scale = {3, 1, 1}});
    const auto turned = glm::angleAxis(0.5, Vec3d{0, 1, 0});
    for (const auto* name : {"even", "turned"}) {
        const auto box = addBox(world, {0, 0, 0}, {1, 1, 1}, name);
        set(world, box, Node{.name = name, .parent = group});
        if (std::string_view{name} == "turned")
            set(world, box, TransformComponent{.rotation = turned});
    }
    const auto written = write(world, "level.gltf");
    VERIFY_OK(written);
    QCOMPARE(written->skipped.size(), std::size_t{1});
    QVERIFY(written->skipped[0].starts_with("1 object stands at the top of the file"));
    const auto model = jsonOf(file("level.gltf"));
    QCOMPARE(at(model, "scenes/0/nodes").toArray().size(), 2);
    const auto mesh = loadMesh(file("level.gltf"));
    VERIFY_OK(mesh);
    Aabb bounds;
    for (const auto& vertex : mesh->vertices)
        bounds.add(Vec3d{vertex.position});
    const auto expected = boundsOfTree(world, {});
    QVERIFY(glm::distance(bounds.min, expected.min) < 1e-5);
    QVERIFY(glm::distance(bounds.max, expected.max) < 1e-5);
}

void TestGltfExport::modelsAreSharedByTheirObjects()
{
    putCrate();
    World world;
    for (int i = 0; i < 3; ++i) {
        const auto crate = addNode(world, fmt::format("crate {}", i));
        set(world, crate, TransformComponent{.position = {2.0 * i, 0, 0}});
        set(world, crate, MeshInstance{.mesh = {"Meshes/crate.glb"}});
    }
    set(world, addNode(world, "gone"), MeshInstance{.mesh = {"Meshes/gone.glb"}});
    for (const auto* name : {"level.glb", "level.obj"}) {
        const ModelExportOptions options{nullptr, nullptr, &m_project, {}};
        const auto written = std::string_view{name}.ends_with(".obj")
                                 ? exportObj(world, file(name), options)
                                 : exportGltf(world, file(name), options);
        VERIFY_OK(written);
        QCOMPARE(written->models, std::size_t{1});
        QCOMPARE(written->instances, std::size_t{3});
        QCOMPARE(written->triangles, std::size_t{36});
        QCOMPARE(written->skipped.size(), std::size_t{1});
        QVERIFY(written->skipped[0].starts_with("The model 'Meshes/gone.glb' was left out: "));
        const auto mesh = loadMesh(file(name));
        VERIFY_OK(mesh);
        QCOMPARE(mesh->indices.size(), std::size_t{108});
    }
    const auto model = jsonOf(file("level.glb"));
    QCOMPARE(model["meshes"].toArray().size(), 1);
    QCOMPARE(named(model, "nodes", "crate 2")["mesh"].toInt(-1), 0);
    QCOMPARE(at(model, "materials/0/name").toString(), QString{"planks"});
}

void TestGltfExport::lightsKeepTheirCandela()
{
    World world;
    const auto lamp = addLight(world, {1, 2, 3}, 9, 30);
    set(world, lamp, Light{.color = {4, 2, 1}, .intensity = 30, .range = 9});
    const auto written = write(world, "level.gltf");
    VERIFY_OK(written);
    QCOMPARE(written->lights, std::size_t{1});
    const auto model = jsonOf(file("level.gltf"));
    const auto light = at(model, "extensions/KHR_lights_punctual/lights/0");
    QCOMPARE(at(light, "type").toString(), QString{"point"});
    QCOMPARE(at(light, "color").toArray(), (QJsonArray{1, 0.5, 0.25}));
    QCOMPARE(at(light, "intensity").toDouble(), 120.0);
    QCOMPARE(at(light, "range").toDouble(), 9.0);
    const auto node = at(model, "nodes/0");
    QCOMPARE(at(node, "translation").toArray(), (QJsonArray{1, 2, 3}));
    QCOMPARE(at(node, "extensions/KHR_lights_punctual/light").toInt(-1), 0);
    QCOMPARE(model["extensionsUsed"].toArray(), QJsonArray{"KHR_lights_punctual"});
}

EntityId TestGltfExport::addWood(World& world) const
{
    const auto layer = addNode(world, "wood");
    set(world, layer, FoliageLayer{});
    const auto tree = addNode(world, "tree", layer);
    FoliageType kind = newFoliageType(FoliageKind::Mesh);
    kind.mesh = {"Meshes/crate.glb"};
    kind.alignToNormal = false;
    set(world, tree, kind);
    FoliageEdit edit{nullptr};
    for (int i = 0; i < 5; ++i) {
        FoliageInstance plant;
        plant.position = {static_cast<float>(i), 0, 0};
        plant.normal = packFoliageNormal({0, 1, 0});
        plant.yaw = packFoliageYaw(0.5 * i);
        plant.flags = i == 4 ? std::uint8_t{FoliageOrphan} : std::uint8_t{0};
        edit.add(plant);
    }
    set(world, layer, FoliagePlacement{.instances = edit.finish()});
    return tree;
}

void TestGltfExport::plantsAreInstances()
{
    putCrate();
    World world;
    static_cast<void>(addWood(world));
    const auto written = write(world, "level.gltf");
    VERIFY_OK(written);
    QCOMPARE(written->plants, std::size_t{4});
    QCOMPARE(written->leftOut, std::string{"1 plant"}); // which has lost its ground
    const auto model = jsonOf(file("level.gltf"));
    QCOMPARE(model["extensionsUsed"].toArray(), QJsonArray{"EXT_mesh_gpu_instancing"});
    QVERIFY(!model.contains("extensionsRequired"));
    QJsonObject attributes;
    for (const auto node : model["nodes"].toArray())
        if (node.toObject().contains("extensions"))
            attributes = at(node, "extensions/EXT_mesh_gpu_instancing/attributes").toObject();
    QCOMPARE(attributes.keys(), (QStringList{"ROTATION", "SCALE", "TRANSLATION"}));
    const auto places = model["accessors"].toArray().at(attributes["TRANSLATION"].toInt());
    QCOMPARE(at(places, "count").toInt(), 4);
    QCOMPARE(at(places, "type").toString(), QString{"VEC3"});
}

void TestGltfExport::plantsCanBeObjects()
{
    putCrate();
    World world;
    static_cast<void>(addWood(world));
    VERIFY_OK(write(world, "level.gltf", ExportedPlants::Objects));
    const auto mesh = loadMesh(file("level.gltf"));
    VERIFY_OK(mesh);
    QCOMPARE(mesh->indices.size(), std::size_t{4 * 36});
    const auto none = write(world, "none.gltf", ExportedPlants::None);
    QVERIFY(!none); // nothing else is there
}

void TestGltfExport::bakedLightIsAVariant()
{
    World world;
    const auto box = addBox(world, {0, 0, 0}, {1, 1, 1}, "a", Name{"Materials/wall"});
    const auto plain = addBox(world, {2, 0, 0}, {3, 1, 1}, "b", Name{"Materials/glass"});
    Lightmap lightmap;
    lightmap.atlases.push_back({8, 8, std::vector<std::uint16_t>(8 * 8 * 3, 0x3800)}); // 0.5
    lightmap.charts[{box, 0}] = {0, 1, 1, 2, 2, 0};
    lightmap.charts[{plain, 0}] = {0, 4, 4, 2, 2, 0};
    const auto written =
        exportGltf(world, file("level.gltf"), {&lightmap, nullptr, &m_project, {}});
    VERIFY_OK(written);
    QVERIFY(written->hasLightmapUvs);
    const auto model = jsonOf(file("level.gltf"));
    const auto variants = at(model, "extensions/KHR_materials_variants/variants").toArray();
    QCOMPARE(variants.size(), 1);
    QCOMPARE(at(variants[0], "name").toString(), QString{"baked light"});
    int charted = 0;
    for (const auto mesh : model["meshes"].toArray())
        for (const auto each : at(mesh, "primitives").toArray()) {
            const auto mapping = at(each, "extensions/KHR_materials_variants/mappings/0");
            if (mapping.isUndefined())
                continue;
            ++charted;
            const auto material = model["materials"].toArray().at(at(mapping, "material").toInt());
            const auto picture = at(material, "pbrMetallicRoughness/baseColorTexture");
            const auto set = at(picture, "texCoord").toInt(0);
            QCOMPARE(set, at(mesh, "name").toString() == "a" ? 1 : 0); // "b" has no other picture
            QVERIFY(
                at(each, "attributes").toObject().contains(QStringLiteral("TEXCOORD_%1").arg(set)));
        }
    QCOMPARE(charted, 2);
    const auto picture = loadImage(file("level_textures/baked_light_1.png"));
    VERIFY_OK(picture);
    QCOMPARE(int{picture->rgba[0]}, 188); // sRGB of one half
}

void TestGltfExport::equalLevelsMakeEqualBytes()
{
    putCrate();
    const auto written = [&](const char* name) {
        World world;
        buildRoom(world);
        addBox(world, {0, 0, 0}, {1, 1, 1}, "a", Name{"Materials/wall"});
        addLight(world, {0, 2, 0});
        static_cast<void>(addWood(world));
        [&] {
            VERIFY_OK(write(world, name));
        }();
        return *readFile(file(name));
    };
    QVERIFY(written("one.glb") == written("two.glb"));
}

void TestGltfExport::aCancelledExportLeavesTheOldFile()
{
    put("level.glb", "old");
    World world;
    addBox(world, {0, 0, 0}, {1, 1, 1}, "a", Name{"Materials/wall"});
    JobControl control;
    control.cancel();
    QVERIFY(!exportGltf(world, file("level.glb"), {nullptr, &control, &m_project, {}}));
    QCOMPARE(*readFile(file("level.glb")), std::string{"old"});
}

PLAIN_TEST(TestGltfExport)
} // namespace tst_gltf_export

#include "tst_gltf_export.moc"
