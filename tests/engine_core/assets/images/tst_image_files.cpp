#include "engine_core/assets/images/image_check.h"
#include "engine_core/base/contract.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_image_files
{
using namespace engine;

namespace
{
/// A picture of that size; `pixel` has its place and gives its four channels.
template <typename Pixel>
Image imageOf(std::uint32_t width, std::uint32_t height, Pixel pixel)
{
    Image image{width, height, {}};
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            for (const int channel : pixel(x, y))
                image.rgba.push_back(static_cast<std::uint8_t>(channel));
    return image;
}

using Pixel = std::array<int, 4>;

Image fewColours()
{
    return imageOf(37, 5, [](auto x, auto y) {
        return Pixel{int(x % 3) * 80, int(y) * 40, 7, x == 1 ? 0 : 255};
    });
}

Image manyColours(int alpha)
{
    return imageOf(61, 43, [alpha](auto x, auto y) {
        return Pixel{int(x * 4 + y), int(x * y), int(y * 5), alpha < 255 ? int(x) + alpha : 255};
    });
}
} // namespace

/// Pictures are written as PNG, and broken files are told before they are unpacked.
class TestImageFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsReadAlike_data();
    void whatIsWrittenIsReadAlike();
    void fewColoursTakeAByteEach();
    void pixellessPicturesAreRefused();
    void damageIsTold_data();
    void damageIsTold();
};

void TestImageFiles::whatIsWrittenIsReadAlike_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("few colours, one of them clear") << 0;
    QTest::newRow("many colours") << 1;
    QTest::newRow("many colours, half clear") << 2;
    QTest::newRow("256 colours") << 3;
    QTest::newRow("257 colours") << 4;
    QTest::newRow("one pixel") << 5;
}

void TestImageFiles::whatIsWrittenIsReadAlike()
{
    QFETCH(int, which);
    const auto grey = [](auto x, auto y) {
        return Pixel{int(x), int(y), 0, 255};
    };
    const auto image = which == 0   ? fewColours()
                       : which == 1 ? manyColours(255)
                       : which == 2 ? manyColours(100)
                       : which == 3 ? imageOf(256, 1, grey)
                       : which == 4 ? imageOf(257, 2, grey)
                                    : imageOf(1, 1, grey);
    const auto bytes = pngBytes(image);
    VERIFY_OK(bytes);
    const auto read = parseImage(*bytes, "written");
    VERIFY_OK(read);
    QCOMPARE(read->width, image.width);
    QCOMPARE(read->height, image.height);
    QVERIFY(read->rgba == image.rgba);
    VERIFY_OK(checkImage(*bytes, "written"));
}

void TestImageFiles::fewColoursTakeAByteEach()
{
    const auto noise = imageOf(256, 256, [](auto x, auto y) {
        const auto value = int((x * 7919 + y * 104729 + x * y * 31) % 256);
        return Pixel{value, 255 - value, value / 2, 255};
    });
    QVERIFY(pngBytes(noise)->size() < 256 * 256 * 3 / 2);
}

void TestImageFiles::pixellessPicturesAreRefused()
{
    QVERIFY(!pngBytes(Image{}));
}

void TestImageFiles::damageIsTold_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("said");
    const auto png = *pngBytes(manyColours(255));
    const auto row = [](const char* name, const std::string& bytes, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << said;
    };
    row("no picture", "words", "is not a PNG");
    row("empty", "", "is not a PNG");
    row("cut off", png.substr(0, png.size() - 20), "damaged or cut off");
    auto changed = png;
    changed[png.size() / 2] = static_cast<char>(changed[png.size() / 2] + 1);
    row("a bit is another", changed, "damaged or cut off");
    row("too big", png, "the limit is 50");
    // The head of a JPEG of 8 x 8, without its pixels.
    row("JPEG without pixels",
        std::string{"\xff\xd8\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00\xff\xd9", 17},
        "damaged or cut off");
}

void TestImageFiles::damageIsTold()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, said);
    const bool isBig = said.contains("the limit");
    const auto checked = checkImage(bytes.toStdString(), "wall.png", isBig ? 50 : MostImageSide);
    QVERIFY(!checked);
    const auto message = QString::fromStdString(checked.error().message());
    QVERIFY2(message.contains(said) && message.contains("wall.png"), qPrintable(message));
}

PLAIN_TEST(TestImageFiles)
} // namespace tst_image_files

#include "tst_image_files.moc"
