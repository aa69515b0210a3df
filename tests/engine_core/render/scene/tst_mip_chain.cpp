#include "engine_core/render/scene/mip_chain.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <algorithm>
#include <cstdlib>

namespace tst_mip_chain
{
using namespace engine;

namespace
{
Image gray(std::uint32_t width, std::uint32_t height, const std::vector<std::uint8_t>& values)
{
    Image image{width, height, {}};
    for (const auto value : values)
        image.rgba.insert(image.rgba.end(), {value, value, value, 255});
    return image;
}
} // namespace

class tst_MipChain : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void numbersAreAveragedAsTheyAre()
    {
        const auto half = halved(gray(2, 2, {0, 10, 20, 30}), Averaging::Linear);
        QCOMPARE(half.width, 1U);
        QCOMPARE(half.height, 1U);
        QCOMPARE(half.rgba, (std::vector<std::uint8_t>{15, 15, 15, 255}));
    }

    void coloursAreAveragedAsLight()
    {
        // Half of the light of white is 188 in sRGB.
        const auto half = halved(gray(2, 2, {0, 255, 255, 0}), Averaging::Srgb);
        QCOMPARE(half.rgba, (std::vector<std::uint8_t>{188, 188, 188, 255}));
    }

    void alphaIsNoColour()
    {
        Image image{2, 1, {0, 0, 0, 0, 0, 0, 0, 255}};
        QCOMPARE(halved(image, Averaging::Srgb).rgba[3], std::uint8_t{128});
    }

    void aPlainColourStaysWithinOneStep()
    {
        for (unsigned value = 0; value < 256; ++value) {
            const auto byte = static_cast<std::uint8_t>(value);
            const auto half = halved(gray(2, 2, {byte, byte, byte, byte}), Averaging::Srgb);
            QVERIFY(std::abs(static_cast<int>(half.rgba[0]) - static_cast<int>(value)) <= 1);
        }
    }

    void sidesOfOneAndOddSidesAreRoundedDown()
    {
        const auto row = halved(gray(5, 1, {0, 2, 4, 6, 200}), Averaging::Linear);
        QCOMPARE(row.width, 2U);
        QCOMPARE(row.height, 1U);
        QCOMPARE(row.rgba[0], std::uint8_t{1});
        QCOMPARE(row.rgba[4], std::uint8_t{5});
    }
};

PLAIN_TEST(tst_MipChain)
} // namespace tst_mip_chain

#include "tst_mip_chain.moc"
