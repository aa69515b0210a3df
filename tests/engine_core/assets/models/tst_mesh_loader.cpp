#include "engine_core/assets/models/mesh_loader.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QByteArray>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/core.h>

#include <fstream>
#include <random>

namespace tst_mesh_loader
{
using namespace engine;

#ifndef Q_MOC_RUN // which loses count of the brackets in raw strings
namespace
{
/// One triangle (0,0,0) (1,0,0) (0,1,0) as 36 bytes.
QByteArray triangleBytes()
{
    const std::array<float, 9> numbers{0, 0, 0, 1, 0, 0, 0, 1, 0};
    return {reinterpret_cast<const char*>(numbers.data()), sizeof numbers};
}

std::string triangleModel(const std::string& uri = {},
                          const std::string& accessor = R"("count":3)",
                          const std::string& node = R"("mesh":0,"translation":[0,0,5])")
{
    const auto data =
        "data:application/octet-stream;base64," + triangleBytes().toBase64().toStdString();
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{)" + node +
           R"(}],"materials":[{"name":"paint"}],)"
           R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],)"
           R"("accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3",)" +
           accessor +
           R"(}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
           R"("buffers":[{"byteLength":36,"uri":")" +
           (uri.empty() ? data : uri) + R"("}]})";
}
} // namespace
#endif

class TestMeshLoader : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aTriangleIsPlacedByItsNodeAndNamesItsMaterial();
    void aMirroredNodeKeepsItsFrontInFront();
    void buffersBesideTheModelAreRead();
    void stripsAndFansBecomeTriangles();
    void whatIsNotReadIsSaidWithWhatToDo();
    void badModelsAreRefused_data();
    void badModelsAreRefused();
    void mutatedModelsNeverCrash();
    void anObjKeepsPolygonsMaterialsAndTextures();
    void flatObjsGetFlatNormals();
    void badObjsAreRefused_data();
    void badObjsAreRefused();
    void mutatedObjsNeverCrash();
    void aTerrainOfQuadsIsRead();
    void aTextureInsideTheFileComesWithItsMaterial();
    void aPictureOfManyMaterialsIsKeptOnce();
    void picturesNamedOverAndOverAreRefused();

private:
    [[nodiscard]] fs::path write(const std::string& name, const std::string& bytes) const
    {
        const auto file = fs::path{m_folder.path().toStdString()} / name;
        fs::remove(file);
        std::ofstream{file, std::ios::binary} << bytes;
        return file;
    }

    QTemporaryDir m_folder;
};

void TestMeshLoader::aTriangleIsPlacedByItsNodeAndNamesItsMaterial()
{
    const auto mesh = loadMesh(write("a.gltf", triangleModel()));
    VERIFY_OK(mesh);
    QCOMPARE(mesh->vertices.size(), std::size_t{3});
    QCOMPARE(mesh->indices, (std::vector<std::uint32_t>{0, 1, 2}));
    QCOMPARE(mesh->vertices[1].position, (Vec3f{1, 0, 5}));
    QCOMPARE(mesh->vertices[0].normal, (Vec3f{0, 0, 1}));
    QVERIFY(std::abs(glm::length(Vec3f{mesh->vertices[0].tangent}) - 1) < 1e-6f);
    QCOMPARE(mesh->faces.size(), std::size_t{1});
    QCOMPARE(mesh->faces[0].material.text(), std::string{"paint"});
}

void TestMeshLoader::aMirroredNodeKeepsItsFrontInFront()
{
    const auto mesh = loadMesh(
        write("m.gltf", triangleModel({}, R"("count":3)", R"("mesh":0,"scale":[-1,1,1])")));
    VERIFY_OK(mesh);
    const auto& v = mesh->vertices;
    const auto& i = mesh->indices;
    const auto front =
        glm::cross(v[i[1]].position - v[i[0]].position, v[i[2]].position - v[i[0]].position);
    QVERIFY(front.z > 0);
}

void TestMeshLoader::buffersBesideTheModelAreRead()
{
    QVERIFY(fs::exists(write("tri.bin", triangleBytes().toStdString())));
    VERIFY_OK(loadMesh(write("b.gltf", triangleModel("tri.bin"))));
}

void TestMeshLoader::stripsAndFansBecomeTriangles()
{
    // The corners of a square in the order of each: both triangles look the same way.
    const auto square = [](int mode, const std::array<float, 12>& numbers) {
        auto text = triangleModel({}, R"("count":4)", R"("mesh":0)");
        const QByteArray bytes{reinterpret_cast<const char*>(numbers.data()), sizeof numbers};
        const auto put = [&](const std::string& what, const std::string& with) {
            for (auto at = text.find(what); at != std::string::npos;
                 at = text.find(what, at + with.size()))
                text.replace(at, what.size(), with);
        };
        put(triangleBytes().toBase64().toStdString(), bytes.toBase64().toStdString());
        put("\"byteLength\":36", "\"byteLength\":48");
        put("\"material\":0}]", fmt::format("\"material\":0,\"mode\":{}}}]", mode));
        return text;
    };
    for (const auto& text : {square(5, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}),
                             square(6, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0})}) {
        const auto mesh = loadMesh(write("square.gltf", text));
        VERIFY_OK(mesh);
        QCOMPARE(mesh->indices.size(), std::size_t{6});
        for (std::size_t i = 0; i < 6; i += 3) {
            const auto at = [&](std::size_t corner) {
                return mesh->vertices[mesh->indices[i + corner]].position;
            };
            QVERIFY(glm::cross(at(1) - at(0), at(2) - at(0)).z > 0.5f);
        }
    }
}

void TestMeshLoader::whatIsNotReadIsSaidWithWhatToDo()
{
    const auto said = [&](const std::string& text) {
        const auto mesh = loadMesh(write("x.gltf", text));
        return mesh ? std::string{"read"} : mesh.error().message();
    };
    const auto isSaid = [&](const std::string& text, const char* what, const char* remedy) {
        const auto words = said(text);
        return words.find(what) != std::string::npos && words.find(remedy) != std::string::npos;
    };
    QVERIFY(isSaid(R"({"asset":{"version":"1.0"},"scene":"s","scenes":{"s":{"nodes":["n"]}},)"
                   R"("nodes":{"n":{"meshes":["m"]}},"meshes":{"m":{"primitives":[]}}})",
                   "glTF 1.0", "glTF 2.0"));
    auto compressed = triangleModel();
    compressed.replace(compressed.find(R"("bufferView":0,)"), 15, "");
    compressed.insert(1, R"("extensionsUsed":["KHR_draco_mesh_compression"],)"
                         R"("extensionsRequired":["KHR_draco_mesh_compression"],)");
    QVERIFY(isSaid(compressed, "Draco", "without compression"));
    auto lines = triangleModel();
    const std::string material{"\"material\":0}]"};
    lines.replace(lines.find(material), material.size(), "\"mode\":1}]");
    QVERIFY(isSaid(lines, "lines", "faces"));
}

void TestMeshLoader::badModelsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("empty", "");
    row("no model", "hello");
    row("cut GLB", "glTF\2\0\0");
    row("no triangles", R"({"asset":{"version":"2.0"}})");
    row("buffer outside", triangleModel("../../etc/passwd"));
    row("absolute buffer", triangleModel("/etc/passwd"));
    row("missing buffer", triangleModel("none.bin"));
    row("count beyond the buffer", triangleModel({}, R"("count":4)"));
    row("endless count", triangleModel({}, R"("count":4611686018427387904)"));
    row("offset beyond the buffer", triangleModel({}, R"("count":3,"byteOffset":4000)"));
    row("node that is its own child", triangleModel({}, R"("count":3)", R"("children":[0])"));
    row("child that is not there", triangleModel({}, R"("count":3)", R"("children":[7])"));
}

void TestMeshLoader::badModelsAreRefused()
{
    QFETCH(QByteArray, text);
    const auto mesh = loadMesh(write("bad.gltf", text.toStdString()));
    QVERIFY(!mesh);
    QVERIFY(mesh.error().message().find("bad.gltf") != std::string::npos);
    QVERIFY(!loadMesh(write("bad.glb", text.toStdString())));
}

void TestMeshLoader::mutatedModelsNeverCrash()
{
    const auto good = triangleModel();
    std::mt19937 random{3};
    for (int round = 0; round < 1000; ++round) {
        auto text = good;
        for (int i = 0; i < 3; ++i)
            text[random() % text.size()] = static_cast<char>(32 + random() % 95);
        const auto mesh = loadMesh(write("x.gltf", text));
        if (!mesh)
            continue;
        for (const auto index : mesh->indices)
            QVERIFY(index < mesh->vertices.size());
    }
}

namespace
{
constexpr auto Quad = R"(# a wall
mtllib wall.mtl
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
f 1/1/1 2/2/1 3/3/1 4/4/1
usemtl other
f -4 -3 -2
)";
} // namespace

void TestMeshLoader::anObjKeepsPolygonsMaterialsAndTextures()
{
    const auto library =
        write("wall.mtl",
              "newmtl brick wall\r\nKd 0.5 0.25 1\r\nnewmtl other\nKd 2 0 0\nmap_Kd ../x.png\n");
    QVERIFY(fs::exists(library));
    const auto model = loadModel(write("wall.obj", Quad));
    VERIFY_OK(model);
    const auto& mesh = model->mesh;
    QCOMPARE(mesh.indices.size(), std::size_t{9}); // a fan of two, and one
    QCOMPARE(mesh.faces.size(), std::size_t{2});
    QCOMPARE(mesh.faces[0].material, Name{"brick wall"});
    QCOMPARE(mesh.vertices[0].normal, (Vec3f{0, 0, 1}));
    QCOMPARE(mesh.vertices[0].uv, (Vec2f{0, 1})); // OBJ counts upwards
    QCOMPARE(model->materials.size(), std::size_t{2});
    QCOMPARE(model->materials[0].tint, (Vec3f{0.5F, 0.25F, 1}));
    QCOMPARE(model->materials[1].tint, (Vec3f{1, 0, 0}));
    QVERIFY(!model->materials[1].image); // outside the folder
}

void TestMeshLoader::flatObjsGetFlatNormals()
{
    const auto mesh =
        loadMesh(write("roof.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\n"));
    VERIFY_OK(mesh);
    QCOMPARE(mesh->vertices.size(), std::size_t{6});
    QCOMPARE(mesh->vertices[0].normal, (Vec3f{0, 0, 1}));
    QCOMPARE(mesh->vertices[3].normal, (Vec3f{1, 0, 0}));
}

void TestMeshLoader::badObjsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray{} << "no triangles";
    QTest::newRow("no faces") << QByteArray{"v 0 0 0\n"} << "no triangles";
    QTest::newRow("index 0") << QByteArray{"v 0 0 0\nf 0 1 1\n"} << "line 2";
    QTest::newRow("index too large") << QByteArray{"v 0 0 0\nf 1 1 9\n"} << "line 2";
    QTest::newRow("index too small") << QByteArray{"v 0 0 0\nf 1 1 -2\n"} << "line 2";
    QTest::newRow("huge index") << QByteArray{"v 0 0 0\nf 1 1 99999999999999999999\n"} << "line 2";
    QTest::newRow("two corners") << QByteArray{"v 0 0 0\nf 1 1\n"} << "line 2";
    QTest::newRow("not a number") << QByteArray{"v 0 zero 0\n"} << "line 1";
    QTest::newRow("infinite") << QByteArray{"v inf 0 0\n"} << "line 1";
    QTest::newRow("too few numbers") << QByteArray{"v 0 0\n"} << "line 1";
    QTest::newRow("outside the world")
        << QByteArray{"v 1e9 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"} << "outside the world";
    QTest::newRow("no such texture corner") << QByteArray{"v 0 0 0\nf 1/1 1/1 1/1\n"} << "line 2";
}

void TestMeshLoader::badObjsAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto mesh = loadMesh(write("bad.obj", text.toStdString()));
    QVERIFY(!mesh);
    QVERIFY2(mesh.error().message().find(says.toStdString()) != std::string::npos,
             mesh.error().message().c_str());
}

void TestMeshLoader::mutatedObjsNeverCrash()
{
    std::mt19937 random{5};
    const std::string whole = Quad;
    for (int i = 0; i < 3000; ++i) {
        auto text = whole;
        for (int change = 0; change < 4; ++change) {
            const auto at = random() % text.size();
            if (random() % 3 == 0)
                text.insert(at, text.substr(random() % text.size(), random() % 20));
            else if (random() % 2 == 0)
                text.erase(at, random() % 12);
            else
                text[at] = static_cast<char>(random());
            if (text.empty())
                text = whole;
        }
        if (const auto model = loadModel(write("mutant.obj", text))) {
            for (const auto index : model->mesh.indices)
                QVERIFY(index < model->mesh.vertices.size());
        }
    }
}

void TestMeshLoader::aTerrainOfQuadsIsRead()
{
    // Written by hand in the manner of exporters: groups, smoothing, quads without textures.
    std::string text = "o terrain\ns 1\n";
    for (int z = 0; z <= 20; ++z)
        for (int x = 0; x <= 20; ++x)
            text += fmt::format("v {} {:.6e} {}\n", x, 0.1 * ((x * 7 + z * 3) % 5), -z);
    text += "g ground\nusemtl (null)\n";
    for (int z = 0; z < 20; ++z)
        for (int x = 0; x < 20; ++x) {
            const int at = z * 21 + x + 1;
            text += fmt::format("f {} {} {} {}\n", at, at + 1, at + 22, at + 21);
        }
    const auto mesh = loadMesh(write("terrain.obj", text));
    VERIFY_OK(mesh);
    QCOMPARE(mesh->indices.size(), std::size_t{20 * 20 * 6});
}

void TestMeshLoader::aTextureInsideTheFileComesWithItsMaterial()
{
    auto text = triangleModel();
    const std::string from = R"("materials":[{"name":"paint"}])";
    const auto at = text.find(from);
    QVERIFY(at != std::string::npos);
    text.replace(at, from.size(),
                 R"("images":[{"uri":"data:image/png;base64,AAECAw=="}],"textures":[{"source":0}],)"
                 R"("materials":[{"name":"paint","pbrMetallicRoughness":{"baseColorFactor":)"
                 R"([0.5,1,7,1],"baseColorTexture":{"index":0}}}])");
    const auto model = loadModel(write("textured.gltf", text));
    VERIFY_OK(model);
    QCOMPARE(model->materials.size(), std::size_t{1});
    QCOMPARE(model->materials[0].name, Name{"paint"});
    QCOMPARE(model->materials[0].tint, (Vec3f{0.5F, 1, 1}));
    QVERIFY(model->materials[0].image);
    QCOMPARE(*model->materials[0].image, (std::string{"\0\1\2\3", 4}));
}

void TestMeshLoader::aPictureOfManyMaterialsIsKeptOnce()
{
    // 200 materials of one picture of a megabyte: 200 MB if each had its own.
    VERIFY_OK(writeFileAtomically(fs::path{m_folder.filePath("big.png").toStdString()},
                                  std::string(std::size_t{1} << 20U, 'x')));
    auto text = triangleModel();
    const std::string from = R"("materials":[{"name":"paint"}])";
    const auto at = text.find(from);
    QVERIFY(at != std::string::npos);
    std::string materials;
    for (int i = 0; i < 200; ++i)
        materials += fmt::format(R"({}{{"name":"paint{}","pbrMetallicRoughness":)"
                                 R"({{"baseColorTexture":{{"index":0}}}}}})",
                                 i > 0 ? "," : "", i);
    text.replace(at, from.size(),
                 R"("images":[{"uri":"big.png"}],"textures":[{"source":0}],"materials":[)" +
                     materials + "]");
    const auto model = loadModel(write("many.gltf", text));
    VERIFY_OK(model);
    QCOMPARE(model->materials.size(), std::size_t{200});
    for (const auto& material : model->materials)
        QCOMPARE(material.image.get(), model->materials[0].image.get());
}

void TestMeshLoader::picturesNamedOverAndOverAreRefused()
{
    // The same 16 MB named twenty times.
    VERIFY_OK(writeFileAtomically(fs::path{m_folder.filePath("big.png").toStdString()},
                                  std::string(std::size_t{16} << 20U, 'x')));
    auto text = triangleModel();
    const std::string from = R"("materials":[{"name":"paint"}])";
    const auto at = text.find(from);
    QVERIFY(at != std::string::npos);
    std::string images;
    for (int i = 0; i < 20; ++i)
        images += fmt::format(R"({}{{"uri":"big.png"}})", i > 0 ? "," : "");
    text.replace(at, from.size(), R"("images":[)" + images + R"(],)" + from);
    const auto model = loadModel(write("bomb.gltf", text));
    QVERIFY(!model);
}

PLAIN_TEST(TestMeshLoader)
} // namespace tst_mesh_loader

#include "tst_mesh_loader.moc"
