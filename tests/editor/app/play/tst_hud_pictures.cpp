#include "editor/views/hud_pictures.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <algorithm>

namespace tst_hud_pictures
{
using namespace engine;
using editor::HudPictures;

class TestHudPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boxesAreStretchedPixels();
    void lettersAreAsHighAsAsked_data();
    void lettersAreAsHighAsAsked();
    void textHasItsColourAndAShadow();
    void severalLinesStandBelowEachOther();
    void picturesKeepTheirProportionsWhereNoneAreSaid();
    void picturesAreTinted();
    void whatCannotBeFoundIsNotDrawn();
    void whatStaysIsNotPaintedAnew();
};

namespace
{
constexpr QSize FullHd{1920, 1080};

std::shared_ptr<const Image> noImage(const std::string&)
{
    return nullptr;
}

HudItem text(const std::string& words, double size = 24)
{
    return {.kind = HudItem::Kind::Text,
            .anchor = HudAnchor::Center,
            .size = {0, size},
            .color = {1, 0, 0},
            .text = words};
}

std::vector<ViewPicture> picturesOf(HudPictures& painter,
                                    const std::vector<HudItem>& items,
                                    const QSize& view = FullHd,
                                    const HudPictures::FindImage& find = noImage)
{
    Hud hud;
    for (const auto& item : items)
        if (!hud.add(item))
            return {};
    return painter.of(hud, view, find);
}

/// 2 x 1: white, and half transparent white.
std::shared_ptr<const Image> twoPixels(const std::string&)
{
    auto image = std::make_shared<Image>();
    image->width = 2;
    image->height = 1;
    image->rgba = {255, 255, 255, 255, 255, 255, 255, 128};
    return image;
}
} // namespace

void TestHudPictures::boxesAreStretchedPixels()
{
    HudPictures painter;
    const auto pictures = picturesOf(painter, {{.kind = HudItem::Kind::Box,
                                                .anchor = HudAnchor::BottomRight,
                                                .size = {100, 40},
                                                .color = {1, 0, 0},
                                                .alpha = 0.5}});
    QCOMPARE(pictures.size(), 1U);
    const auto& box = pictures.front();
    QCOMPARE(box.width, 150); // 1.5 pixels a point
    QCOMPARE(box.height, 60);
    QCOMPARE(box.x, 1920 - 36 - 150);
    QCOMPARE(box.y, 1080 - 36 - 60);
    const std::vector<std::uint8_t> half{127, 0, 0, 128}; // of the 8 bits that sRGB white has
    QCOMPARE(box.image->rgba, half);
}

void TestHudPictures::lettersAreAsHighAsAsked_data()
{
    QTest::addColumn<QSize>("view");
    QTest::newRow("720p") << QSize{1280, 720};
    QTest::newRow("1440p") << QSize{2560, 1440};
}

void TestHudPictures::lettersAreAsHighAsAsked()
{
    QFETCH(QSize, view);
    HudPictures painter;
    const auto pictures = picturesOf(painter, {text("Hg", 40)}, view);
    QCOMPARE(pictures.size(), 1U);
    const double wanted = 40.0 * view.height() / 720;
    QVERIFY(pictures[0].height > wanted && pictures[0].height < wanted * 1.5);
    QVERIFY(std::abs(pictures[0].x + pictures[0].width / 2 - view.width() / 2) <= 1);
    QVERIFY(std::abs(pictures[0].y + pictures[0].height / 2 - view.height() / 2) <= 1);
}

void TestHudPictures::textHasItsColourAndAShadow()
{
    HudPictures painter;
    const auto pictures = picturesOf(painter, {text("MMM", 60)});
    QCOMPARE(pictures.size(), 1U);
    const auto& rgba = pictures[0].image->rgba;
    int red = 0;
    int dark = 0;
    for (std::size_t i = 0; i < rgba.size(); i += 4) {
        red += rgba[i] > 240 && rgba[i + 1] < 10 && rgba[i + 3] > 240 ? 1 : 0;
        dark += rgba[i] < 10 && rgba[i + 3] > 150 ? 1 : 0;
    }
    QVERIFY(red > 200);
    QVERIFY(dark > 50);
}

void TestHudPictures::severalLinesStandBelowEachOther()
{
    HudPictures painter;
    const auto pictures = picturesOf(painter, {text("One"), text("One\nTwo\nThree")});
    QCOMPARE(pictures.size(), 2U);
    QVERIFY(pictures[1].height > pictures[0].height * 5 / 2);
}

void TestHudPictures::picturesKeepTheirProportionsWhereNoneAreSaid()
{
    HudPictures painter;
    HudItem item{.kind = HudItem::Kind::Picture, .size = {0, 50}, .text = "textures/two.png"};
    auto pictures = picturesOf(painter, {item}, {1280, 720}, twoPixels);
    QCOMPARE(pictures.size(), 1U);
    QCOMPARE(QSize(pictures[0].width, pictures[0].height), QSize(100, 50));
    item.size = {60, 0};
    pictures = picturesOf(painter, {item}, {1280, 720}, twoPixels);
    QCOMPARE(QSize(pictures[0].width, pictures[0].height), QSize(60, 30));
    item.size = {0, 0};
    pictures = picturesOf(painter, {item}, {1280, 720}, twoPixels);
    QCOMPARE(QSize(pictures[0].width, pictures[0].height), QSize(2, 1));
    item.size = {30, 70};
    pictures = picturesOf(painter, {item}, {1280, 720}, twoPixels);
    QCOMPARE(QSize(pictures[0].width, pictures[0].height), QSize(30, 70));
}

void TestHudPictures::picturesAreTinted()
{
    HudPictures painter;
    const auto pictures = picturesOf(painter,
                                     {{.kind = HudItem::Kind::Picture,
                                       .size = {2, 1},
                                       .color = {0, 1, 0},
                                       .alpha = 1,
                                       .text = "textures/two.png"}},
                                     {1280, 720}, twoPixels);
    QCOMPARE(pictures.size(), 1U);
    const std::vector<std::uint8_t> green{0, 255, 0, 255, 0, 128, 0, 128};
    QCOMPARE(pictures[0].image->rgba, green);
}

void TestHudPictures::whatCannotBeFoundIsNotDrawn()
{
    HudPictures painter;
    int asked = 0;
    const HudItem item{.kind = HudItem::Kind::Picture, .size = {9, 9}, .text = "none.png"};
    for (int frame = 0; frame < 3; ++frame)
        QVERIFY(picturesOf(painter, {item, text("")}, FullHd, [&](const std::string&) {
                    ++asked;
                    return std::shared_ptr<const Image>{};
                }).empty());
    QCOMPARE(asked, 1); // the console says it once
}

void TestHudPictures::whatStaysIsNotPaintedAnew()
{
    HudPictures painter;
    const auto first = picturesOf(painter, {text("Score: 1"), text("Health")});
    auto moved = text("Health");
    moved.offset = {5, 0};
    const auto second = picturesOf(painter, {text("Score: 2"), moved});
    QVERIFY(first[0].image != second[0].image);
    QVERIFY(first[1].image == second[1].image);
    QVERIFY(second[1].x > first[1].x);
    const auto resized = picturesOf(painter, {moved}, {1280, 720});
    QVERIFY(resized[0].image != second[1].image);
}

GUI_TEST(TestHudPictures)
} // namespace tst_hud_pictures

#include "tst_hud_pictures.moc"
