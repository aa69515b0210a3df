#include "engine_core/assets/images/image.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_render_layers
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr std::uint32_t Side = 64;

/// Left half of one grey, right half of another.
Image halves(std::uint8_t left, std::uint8_t right)
{
    Image image{Side, Side, {}};
    for (std::uint32_t i = 0; i < Side * Side; ++i) {
        const auto grey = i % Side < Side / 2 ? left : right;
        image.rgba.insert(image.rgba.end(), {grey, grey, grey, 255});
    }
    return image;
}

/// The face in front of a viewer who looks along -z from 0.
FaceIndex frontOf(const Brush& brush)
{
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        if (brush.faces()[face].plane.normal.z > 0.9)
            return face;
    return 0;
}
} // namespace

/// Materials that lie in space, with details, frames and waves.
class TestRenderLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void inSpaceTexturesTakeNoMapping();
    void inSpaceTexturesStandOnAllSides();
    void detailsKeepTheMean();
    void framesFollowEachOther();
    void wavesPushTheTexture();
    void glassAndHolesHaveLayersToo();

private:
    [[nodiscard]] Image shown(Drawn& drawn, const Vec3d& to = {0, 0, -1}) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

void TestRenderLayers::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto assets = fs::path{m_folder->path().toStdString()} / "assets";
    fs::create_directories(assets);
    const auto write = [&](const char* name, const char* text) {
        std::ofstream{assets / (std::string{name} + ".material.json")} << text;
    };
    VERIFY_OK(savePng(halves(0, 255), assets / "halves.png"));
    VERIFY_OK(savePng(halves(255, 0), assets / "other.png"));
    VERIFY_OK(savePng(halves(120, 240), assets / "detail.png"));
    VERIFY_OK(savePng(halves(128, 128), assets / "grey.png"));
    write("space", R"({"format": 1, "color": "halves.png", "triplanar": 4})");
    write("faces", R"({"format": 1, "color": "halves.png"})");
    write("fine",
          R"({"format": 1, "color": "grey.png", "detail": "detail.png", "detailScale": 1})");
    write("plain", R"({"format": 1, "color": "grey.png"})");
    write("frames", R"({"format": 1, "color": "halves.png", "frames": ["other.png"],
                        "frameRate": 2})");
    write("waves", R"({"format": 1, "color": "halves.png", "triplanar": 4, "warp": 0.5})");
    write("glass", R"({"format": 1, "color": "halves.png", "triplanar": 4, "opacity": "blend"})");
    write("grate", R"({"format": 1, "color": "halves.png", "triplanar": 4, "opacity": "mask"})");
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderLayers::cleanupTestCase()
{
    m_gl.reset();
}

Image TestRenderLayers::shown(Drawn& drawn, const Vec3d& to) const
{
    auto view = viewFrom({0, 0, 0}, to);
    view.mode = ViewMode::Unlit;
    return drawn.picture(view);
}

void TestRenderLayers::inSpaceTexturesTakeNoMapping()
{
    for (const auto* const name : {"space", "faces"}) {
        Drawn drawn{*m_gl};
        const auto box = addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{name});
        const auto before = shown(drawn);
        const auto& brush = *drawn.world.get<BrushComponent>(box)->brush;
        std::vector<BrushFace> faces{brush.faces().begin(), brush.faces().end()};
        faces[frontOf(brush)].uv.offset.x += 0.5;
        auto moved = Brush::fromFaces(std::move(faces));
        VERIFY_OK(moved);
        set(drawn.world, box, BrushComponent{std::make_shared<const Brush>(*std::move(moved))});
        const bool isSame = shown(drawn).rgba == before.rgba;
        QCOMPARE(isSame, std::string_view{name} == "space");
    }
}

void TestRenderLayers::inSpaceTexturesStandOnAllSides()
{
    // Of walls around the viewer: u grows to the right on each, dark first.
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -9, -5}, {9, 9, -4}, "north", Name{"space"});
    addBox(drawn.world, {4, -9, -9}, {5, 9, 9}, "east", Name{"space"});
    addBox(drawn.world, {-9, -9, 4}, {9, 9, 5}, "south", Name{"space"});
    addBox(drawn.world, {-5, -9, -9}, {-4, 9, 9}, "west", Name{"space"});
    for (const auto& to : {Vec3d{0, 0, -1}, Vec3d{1, 0, 0}, Vec3d{0, 0, 1}, Vec3d{-1, 0, 0}}) {
        const auto image = shown(drawn, to);
        QVERIFY(pixelAt(image, 110, 50).sum() < 60);
        QVERIFY(pixelAt(image, 90, 50).sum() > 700);
    }
}

void TestRenderLayers::detailsKeepTheMean()
{
    const auto meanOf = [this](const char* name, int& least, int& most) {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{name});
        const auto image = shown(drawn);
        double sum = 0;
        least = 255;
        most = 0;
        for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
            const double share = image.rgba[i] / 255.0;
            sum += std::pow(share, 2.2);
            least = std::min(least, int{image.rgba[i]});
            most = std::max(most, int{image.rgba[i]});
        }
        return sum / static_cast<double>(image.rgba.size() / 4);
    };
    int least = 0;
    int most = 0;
    const double plain = meanOf("plain", least, most);
    QVERIFY(most - least < 6);
    const double fine = meanOf("fine", least, most);
    QVERIFY(most - least > 40);
    QVERIFY2(std::abs(fine / plain - 1) < 0.15, qPrintable(QString::number(fine / plain)));
}

void TestRenderLayers::framesFollowEachOther()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"frames"});
    const auto first = shown(drawn);
    drawn.system.update(0.6);
    const auto second = shown(drawn);
    QVERIFY(first.rgba != second.rgba);
    drawn.system.update(0.5);
    QVERIFY(shown(drawn).rgba == first.rgba);
}

void TestRenderLayers::wavesPushTheTexture()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"waves"});
    const auto before = shown(drawn);
    drawn.system.update(1.5);
    QVERIFY(shown(drawn).rgba != before.rgba);
}

void TestRenderLayers::glassAndHolesHaveLayersToo()
{
    for (const auto* const name : {"glass", "grate"}) {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -4}, "box", Name{name});
        const auto image = shown(drawn);
        QVERIFY(pixelAt(image, 90, 50).sum() < 60 || pixelAt(image, 110, 50).sum() < 60);
    }
}

CORE_TEST(TestRenderLayers)
} // namespace tst_render_layers

#include "tst_render_layers.moc"
