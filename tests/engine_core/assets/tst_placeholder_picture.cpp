#include "engine_core/assets/images/placeholder_picture.h"
#include "engine_core/math/srgb.h"
#include "tests/program/registry.h"

#include <QTest>

#include <cmath>
#include <string>

namespace tst_placeholder_picture
{
using namespace engine;

/// What stands in for materials that are not there.
class TestPlaceholderPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachNameHasAColourAndItsLetters();
    void anyNameWillDo_data();
    void anyNameWillDo();
};

void TestPlaceholderPicture::eachNameHasAColourAndItsLetters()
{
    const auto wall = placeholderPicture("base/wall14_5");
    const auto floor = placeholderPicture("base/floor01");
    QCOMPARE(wall.rgba.size(), std::size_t{wall.width} * wall.height * 4);
    QVERIFY(wall.rgba == placeholderPicture("base/wall14_5").rgba);
    QVERIFY(placeholderColor("base/wall14_5") != placeholderColor("base/floor01"));
    const auto corner = (std::size_t{5} * wall.width + 5) * 4; // inside of the rim
    std::size_t written = 0;
    for (std::size_t i = 0; i < wall.rgba.size(); i += 4)
        written += wall.rgba[i] > 230 && wall.rgba[i + 1] > 230 && wall.rgba[i + 2] > 230 ? 1U : 0U;
    QVERIFY(written > 200 && written < 2000);
    for (std::size_t c = 0; c < 3; ++c) {
        const auto linear = placeholderColor("base/wall14_5")[static_cast<int>(c)];
        QVERIFY(std::abs(srgbFromLinear(linear) * 255.F -
                         static_cast<float>(wall.rgba[corner + c])) < 1.F);
        QVERIFY(wall.rgba[corner + c] > 80 && wall.rgba[corner + c] < 160); // calm
    }
    QVERIFY(wall.rgba != floor.rgba);
}

void TestPlaceholderPicture::anyNameWillDo_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("empty") << QByteArray{};
    QTest::newRow("slashes") << QByteArray(100, '/');
    QTest::newRow("long") << QByteArray(10'000, 'W');
    QTest::newRow("no letters") << QByteArray{"\xff\x80\x01\n\t"};
    QTest::newRow("quotes") << QByteArray(18, '%');
}

void TestPlaceholderPicture::anyNameWillDo()
{
    QFETCH(QByteArray, name);
    const auto picture = placeholderPicture(name.toStdString());
    QCOMPARE(picture.rgba.size(), std::size_t{picture.width} * picture.height * 4);
}

PLAIN_TEST(TestPlaceholderPicture)
} // namespace tst_placeholder_picture

#include "tst_placeholder_picture.moc"
