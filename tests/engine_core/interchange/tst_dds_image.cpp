#include "engine_core/interchange/textures/dds_image.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <squish.h>

#include <cstring>

namespace tst_dds_image
{
using namespace engine;

namespace
{
constexpr std::uint32_t Width = 12;
constexpr std::uint32_t Height = 7; // no multiple of a block's

void putWord(std::string& bytes, std::size_t at, std::uint32_t word)
{
    std::memcpy(bytes.data() + at, &word, sizeof word);
}

std::string head(std::uint32_t flags, const std::string& code = {})
{
    std::string bytes(128, '\0');
    bytes.replace(0, 4, "DDS ");
    putWord(bytes, 4, 124);
    putWord(bytes, 12, Height);
    putWord(bytes, 16, Width);
    putWord(bytes, 80, flags);
    bytes.replace(84, code.size(), code);
    return bytes;
}

std::string plainHead(std::uint32_t flags, std::uint32_t bits, std::array<std::uint32_t, 4> masks)
{
    auto bytes = head(flags);
    putWord(bytes, 88, bits);
    for (std::size_t i = 0; i < 4; ++i)
        putWord(bytes, 92 + 4 * i, masks[i]);
    return bytes;
}

/// Of one colour, which blocks keep but for rounding.
Image picture(std::array<std::uint8_t, 4> color)
{
    Image image{Width, Height, {}};
    for (std::size_t i = 0; i < std::size_t{Width} * Height; ++i)
        image.rgba.insert(image.rgba.end(), color.begin(), color.end());
    return image;
}

std::string blocks(const Image& image, int kind)
{
    std::string bytes(static_cast<std::size_t>(squish::GetStorageRequirements(
                          static_cast<int>(image.width), static_cast<int>(image.height), kind)),
                      '\0');
    squish::CompressImage(image.rgba.data(), static_cast<int>(image.width),
                          static_cast<int>(image.height), bytes.data(), kind);
    return bytes;
}

std::array<int, 4> lastPixel(const Image& image)
{
    std::array<int, 4> pixel{};
    for (std::size_t c = 0; c < 4; ++c)
        pixel[c] = image.rgba[image.rgba.size() - 4 + c];
    return pixel;
}

bool isNear(const std::array<int, 4>& a, const std::array<int, 4>& b)
{
    for (std::size_t c = 0; c < 4; ++c)
        if (std::abs(a[c] - b[c]) > 6)
            return false;
    return true;
}
} // namespace

class TestDdsImage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void blocksAreRead_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QList<int>>("given");
        QTest::addColumn<QList<int>>("read");
        using Color = QList<int>;
        const Color blue{40, 80, 200, 255};
        QTest::newRow("DXT1") << QByteArray{"DXT1"} << int{squish::kDxt1} << blue << blue;
        const Color glass{40, 80, 200, 136};
        QTest::newRow("DXT3") << QByteArray{"DXT3"} << int{squish::kDxt3} << glass << glass;
        QTest::newRow("DXT5") << QByteArray{"DXT5"} << int{squish::kDxt5} << glass << glass;
        QTest::newRow("RXGB") << QByteArray{"RXGB"} << int{squish::kDxt5} << glass
                              << Color{136, 80, 200, 255};
    }

    void blocksAreRead()
    {
        QFETCH(QByteArray, code);
        QFETCH(int, kind);
        QFETCH(QList<int>, given);
        QFETCH(QList<int>, read);
        std::array<std::uint8_t, 4> color{};
        std::array<int, 4> expected{};
        for (int i = 0; i < 4; ++i) {
            color[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(given[i]);
            expected[static_cast<std::size_t>(i)] = read[i];
        }
        const auto image =
            parseDds(head(4, code.toStdString()) + blocks(picture(color), kind), "test");
        VERIFY_OK(image);
        QCOMPARE(image->width, Width);
        QCOMPARE(image->height, Height);
        const auto pixel = lastPixel(*image);
        QVERIFY2(isNear(pixel, expected), qPrintable(QStringLiteral("%1 %2 %3 %4")
                                                         .arg(pixel[0])
                                                         .arg(pixel[1])
                                                         .arg(pixel[2])
                                                         .arg(pixel[3])));
    }

    void singleChannelsAreRead()
    {
        // A block is two values, then three bits a pixel: all zero is the first one.
        const auto blocks = [](std::initializer_list<char> values) {
            std::string bytes;
            for (int block = 0; block < 3 * 2; ++block)
                for (const char value : values)
                    bytes += std::string{value, value} + std::string(6, '\0');
            return bytes;
        };
        const auto grey = parseDds(head(4, "BC4U") + blocks({90}), "test");
        VERIFY_OK(grey);
        QVERIFY(isNear(lastPixel(*grey), {90, 90, 90, 255}));
        const auto up = parseDds(head(4, "ATI2") + blocks({'\x80', '\x80'}), "test");
        VERIFY_OK(up);
        QVERIFY(isNear(lastPixel(*up), {128, 128, 255, 255})); // the third part of a unit vector
        const auto leaning = parseDds(head(4, "BC5U") + blocks({'\xcc', '\x80'}), "test");
        VERIFY_OK(leaning);
        QVERIFY(isNear(lastPixel(*leaning), {204, 128, 230, 255}));
    }

    void theLongHeadIsRead()
    {
        auto bytes = head(4, "DX10") + std::string(20, '\0');
        putWord(bytes, 128, 78); // BC3, sRGB
        const auto image =
            parseDds(bytes + blocks(picture({40, 80, 200, 136}), squish::kDxt5), "test");
        VERIFY_OK(image);
        QVERIFY(isNear(lastPixel(*image), {40, 80, 200, 136}));
        putWord(bytes, 128, 98); // BC7
        QVERIFY(!parseDds(bytes + std::string(4096, '\0'), "test"));
    }

    void plainPixelsAreRead()
    {
        const auto pixels = std::size_t{Width} * Height;
        std::string rows;
        for (std::size_t i = 0; i < pixels; ++i)
            rows += "\x10\x20\x30";
        auto image = parseDds(plainHead(0x40, 24, {0xff0000, 0xff00, 0xff, 0}) + rows, "test");
        VERIFY_OK(image);
        QVERIFY(lastPixel(*image) == (std::array{0x30, 0x20, 0x10, 255}));

        image =
            parseDds(plainHead(0x20000, 8, {0xff, 0, 0, 0}) + std::string(pixels, '\x40'), "test");
        VERIFY_OK(image);
        QVERIFY(lastPixel(*image) == (std::array{0x40, 0x40, 0x40, 255}));

        std::string shorts; // five, six and five bits
        for (std::size_t i = 0; i < pixels; ++i)
            shorts += std::string{"\x1f\xf8", 2};
        image = parseDds(plainHead(0x40, 16, {0xf800, 0x07e0, 0x001f, 0}) + shorts, "test");
        VERIFY_OK(image);
        QVERIFY(lastPixel(*image) == (std::array{255, 0, 255, 255}));
    }

    void whatIsNoneIsRefused()
    {
        const auto good = head(4, "DXT1") + std::string(48, '\x11');
        VERIFY_OK(parseDds(good, "test"));
        for (std::size_t size = 0; size < good.size(); ++size)
            QVERIFY(!parseDds(std::string_view{good}.substr(0, size), "test"));
        auto huge = good;
        putWord(huge, 16, 1U << 30U);
        QVERIFY(!parseDds(huge, "test"));
        auto cube = good;
        putWord(cube, 112, 0x200);
        QVERIFY(!parseDds(cube, "test"));
        QVERIFY(!parseDds(plainHead(0x40, 7, {1, 2, 4, 0}) + std::string(4096, '\0'), "test"));
    }
};

PLAIN_TEST(TestDdsImage)
} // namespace tst_dds_image

#include "tst_dds_image.moc"
