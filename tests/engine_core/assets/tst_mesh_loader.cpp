#include "engine_core/assets/mesh_loader.h"
#include "tests/support/verify.h"

#include <QByteArray>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

using namespace engine;

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

class TestMeshLoader : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aTriangleIsPlacedByItsNodeAndNamesItsMaterial();
    void aMirroredNodeKeepsItsFrontInFront();
    void buffersBesideTheModelAreRead();
    void badModelsAreRefused_data();
    void badModelsAreRefused();
    void mutatedModelsNeverCrash();

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

QTEST_APPLESS_MAIN(TestMeshLoader)
#include "tst_mesh_loader.moc"
