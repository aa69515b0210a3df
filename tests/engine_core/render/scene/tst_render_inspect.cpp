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

namespace tst_render_inspect
{
using namespace engine;
using namespace mapwright::test;

/// The view modes that show what surfaces are made of.
class TestRenderInspect : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        const auto assets = fs::path{m_folder->path().toStdString()} / "assets";
        fs::create_directories(assets);
        Image image{64, 64, {}};
        image.rgba.assign(std::size_t{64} * 64 * 4, 255);
        VERIFY_OK(savePng(image, assets / "white.png"));
        const auto write = [&](const char* name, const char* text) {
            std::ofstream{assets / (std::string{name} + ".material.json")} << text;
        };
        write("white", R"({"format": 1, "color": "white.png"})");
        write("metal", R"({"format": 1, "metallic": 1})");
        auto made = GlFixture::create(m_folder->path().toStdString());
        VERIFY_OK(made);
        m_gl = *std::move(made);
    }

    void cleanupTestCase() { m_gl.reset(); }

    void normalsAreColoursOfTheirAxes()
    {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -3});
        const auto front = shown(drawn, ViewMode::Normals);
        QVERIFY(isNear(front, {128, 128, 255}, 3)); // looks along +z
    }

    void texelsAreComparedWithWhatIsAskedFor()
    {
        // A repeat of 64 texels a metre.
        QVERIFY(isGreen(texels(64)));
        const auto coarse = texels(512);
        QVERIFY(coarse.r > coarse.g && coarse.r > coarse.b);
        const auto fine = texels(8);
        QVERIFY(fine.b > fine.g && fine.b > fine.r);
    }

    void metalIsWhite()
    {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"metal"});
        QVERIFY(isNear(shown(drawn, ViewMode::Metallic), {255, 255, 255}, 2));
        Drawn other{*m_gl};
        addBox(other.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"white"});
        QVERIFY(isNear(shown(other, ViewMode::Metallic), {0, 0, 0}, 2));
    }

    void eachMaterialHasAColour()
    {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"white"});
        Drawn other{*m_gl};
        addBox(other.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"metal"});
        QVERIFY(!isNear(shown(drawn, ViewMode::Material), shown(other, ViewMode::Material), 8));
    }

    void bigTexelsReadTheFinestLevel()
    {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"white"});
        const auto near = shown(drawn, ViewMode::Mips, {0, 0, -2.5});
        QVERIFY(near.r > 130 && near.g > 130 && near.b > 130); // on the way to white
        const auto far = shown(drawn, ViewMode::Mips, {0, 0, 120});
        QVERIFY(!isNear(near, far, 40));
    }

    void checksRepeatWithTheTexture()
    {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"white"});
        auto view = viewFrom({0, 0, 0}, {0, 0, -1});
        view.mode = ViewMode::Checker;
        const auto image = drawn.picture(view);
        int changes = 0;
        for (int x = 1; x < 200; ++x)
            changes += isNear(pixelAt(image, x, 53), pixelAt(image, x - 1, 53), 12) ? 0 : 1;
        QVERIFY2(changes > 10, qPrintable(QString::number(changes)));
    }

private:
    static Pixel shown(Drawn& drawn, ViewMode mode, const Vec3d& from = {0, 0, 0})
    {
        auto view = viewFrom(from, from + Vec3d{0, 0, -1});
        view.mode = mode;
        return pixelAt(drawn.picture(view), 97, 47);
    }

    Pixel texels(float perMetre)
    {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-8, -8, -5}, {8, 8, -3}, "box", Name{"white"});
        auto view = viewFrom({0, 0, 0}, {0, 0, -1});
        view.mode = ViewMode::Texels;
        view.texelsPerMetre = perMetre;
        return pixelAt(drawn.picture(view), 97, 47);
    }

    static bool isGreen(const Pixel& pixel) { return pixel.g > pixel.r && pixel.g > pixel.b; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

CORE_TEST(TestRenderInspect)
} // namespace tst_render_inspect

#include "tst_render_inspect.moc"
