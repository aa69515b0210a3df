#include "editor/panels/assets/model_picture.h"
#include "engine_core/geometry/brush_shapes.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_model_picture
{
using namespace editor;
using engine::Vec3f;

namespace
{
/// Two columns, or stripes of one pixel each.
engine::Image stripes(std::uint32_t side, std::uint32_t width)
{
    engine::Image image{side, side, {}};
    for (std::uint32_t i = 0; i < side * side; ++i) {
        const bool isRed = i % side / width % 2 == 0;
        image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(isRed ? 255 : 0), 0,
                                             static_cast<std::uint8_t>(isRed ? 0 : 255), 255});
    }
    return image;
}

PictureMaterial shown(const engine::Image& image)
{
    return {Vec3f{1}, std::make_shared<const PictureTexture>(image)};
}

/// Of a box one metre wide whose sides show the texture once.
QImage pictureOfBox(const PictureMaterial& material)
{
    auto box = engine::makeBox({{0, 0, 0}, {1, 1, 1}}, engine::Name{"stripes"});
    auto mesh = engine::triangulate(*box);
    for (auto& vertex : mesh.vertices)
        vertex.uv = {vertex.position.x + vertex.position.z, vertex.position.y};
    return pictureOfMesh(mesh, {{engine::Name{"stripes"}, material}}, 96);
}

int countOf(const QImage& picture, bool (*isMeant)(const QColor&))
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (const auto color = picture.pixelColor(x, y); color.alpha() == 255)
                count += isMeant(color) ? 1 : 0;
    return count;
}

bool isRed(const QColor& color)
{
    return color.red() > 100 && color.blue() < 40;
}

bool isBlue(const QColor& color)
{
    return color.blue() > 100 && color.red() < 40;
}
} // namespace

class TestModelPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void facesShowTheirTexture();
    void fineTexturesAreMixedFarAway();
    void texturesRepeat();
    void unknownMaterialsAreGrey();
};

void TestModelPicture::facesShowTheirTexture()
{
    const auto picture = pictureOfBox(shown(stripes(64, 32)));
    QVERIFY(countOf(picture, isRed) > 500);
    QVERIFY(countOf(picture, isBlue) > 500);
}

void TestModelPicture::fineTexturesAreMixedFarAway()
{
    const auto picture = pictureOfBox(shown(stripes(1024, 1)));
    QCOMPARE(countOf(picture, isRed), 0);
    QCOMPARE(countOf(picture, isBlue), 0);
    QVERIFY(countOf(picture, [](const QColor& color) {
                return color.red() > 60 && std::abs(color.red() - color.blue()) < 8;
            }) > 2000);
}

void TestModelPicture::texturesRepeat()
{
    const PictureTexture texture{stripes(64, 32)};
    QVERIFY(texture.at({0.25, 0.5}, 0).r > 0.9F);
    QVERIFY(texture.at({-2.75, 7.5}, 0).r > 0.9F);
    QVERIFY(texture.at({0.75, 0.5}, 0).b > 0.9F);
    QVERIFY(std::abs(texture.at({0.25, 0.5}, 9).r - 0.5F) < 0.01F);
    QVERIFY(std::abs(texture.at({0.25, 0.5}, std::numeric_limits<double>::infinity()).r - 0.5F) <
            0.01F);
}

void TestModelPicture::unknownMaterialsAreGrey()
{
    auto box = engine::makeBox({{0, 0, 0}, {1, 1, 1}}, engine::Name{"nobody knows"});
    const auto picture = pictureOfMesh(engine::triangulate(*box), {}, 48);
    const auto middle = picture.pixelColor(24, 24);
    QCOMPARE(middle.alpha(), 255);
    QCOMPARE(middle.red(), middle.blue());
}

GUI_TEST(TestModelPicture)
} // namespace tst_model_picture

#include "tst_model_picture.moc"
