#include "engine_core/scene/components/gameplay.h"
#include "tests/engine_core/render/shadows/live_lights.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

namespace tst_render_shadows
{
using namespace engine;
using namespace mapwright::test;

/// Shadows of lights that shine live.
class TestRenderShadows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void theSunsShadowEndsWhereGeometrySays();
    void aSpotsShadowEndsWhereGeometrySays();
    void aPointThrowsShadowsToAllSides();
    void noLitFaceThrowsShadowsOnItself_data();
    void noLitFaceThrowsShadowsOnItself();
    void shadowsBeginAtTheFoot();
    void holesOfAMaskLetLightThrough();
    void whatMovesTakesItsShadowAlong();
    void whatThrowsNoShadowsChangesNothing();
    void fastPicturesHaveShadowsOnlyIfAsked();
    void manyLampsAllShine();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

namespace
{
/// Where the row through the middle of a picture first goes from dark to light from the left, in
/// pixels with a fraction; -1 if it does not.
double edgeIn(const Image& image)
{
    int most = 0;
    for (int x = 0; x < 200; ++x)
        most = std::max(most, pixelAt(image, x, 50).r);
    const double half = most / 2.0;
    for (int x = 1; x < 200; ++x) {
        const double left = pixelAt(image, x - 1, 50).r;
        const double right = pixelAt(image, x, 50).r;
        if (left < half && right >= half)
            return x - 0.5 + (half - left) / std::max(right - left, 1.0);
    }
    return -1;
}

/// Metres along `aside` from the point that the camera looks at, which is `away` metres ahead.
double metresAside(double pixel, double away)
{
    return (pixel - 100) * 2 * away * std::tan(1.2217 / 2) / 100;
}
} // namespace

void TestRenderShadows::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto assets = fs::path{m_folder->path().toStdString()} / "assets";
    fs::create_directories(assets);
    std::ofstream{assets / "grate.material.json"}
        << R"({"format": 1, "color": "half.png", "opacity": "mask", "cutoff": 0.5})";
    std::ofstream{assets / "glass.material.json"}
        << R"({"format": 1, "opacity": "blend", "alpha": 0.5})";
    std::ofstream{assets / "ghost.material.json"} << R"({"format": 1, "castsShadow": false})";
    Image half{64, 64, {}};
    for (int i = 0; i < 64 * 64; ++i)
        half.rgba.insert(half.rgba.end(),
                         {255, 255, 255, static_cast<std::uint8_t>(i % 64 < 32 ? 255 : 0)});
    QVERIFY(savePng(half, assets / "half.png"));
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderShadows::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderShadows::theSunsShadowEndsWhereGeometrySays()
{
    for (const double elevation : {30.0, 45.0, 60.0, 75.0}) {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-10, -1, -10}, {10, 0, 10});
        addBox(drawn.world, {-0.5, 0, -2}, {0.5, 2, 2});
        const double angle = radians(elevation);
        addLiveLight(drawn.world, LightKind::Sun, {0, 9, 0},
                     {std::cos(angle), -std::sin(angle), 0});
        const double end = 0.5 + 2 / std::tan(angle);
        const auto image = drawn.picture(lightFrom({end, 1, 0}, {end, 0, 0}));
        const double off = metresAside(edgeIn(image), 1);
        QVERIFY2(std::abs(off) < 0.02, qPrintable(QString{"%1: %2 m"}.arg(elevation).arg(off)));
    }
}

void TestRenderShadows::aSpotsShadowEndsWhereGeometrySays()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-10, -1, -10}, {10, 0, 10});
    addBox(drawn.world, {-0.5, 1, -0.5}, {0.5, 1.1, 0.5});
    addLiveLight(drawn.world, LightKind::Spot, {0, 3, 0}, {0, -1, 0});
    const double end = 0.5 * 3 / 1.9; // past the upper edge
    const auto image = drawn.picture(lightFrom({end, 0.8, 0}, {end, 0, 0}));
    const double off = metresAside(edgeIn(image), 0.8);
    QVERIFY2(std::abs(off) < 0.02, qPrintable(QString::number(off)));
}

void TestRenderShadows::aPointThrowsShadowsToAllSides()
{
    for (const auto& side : {Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, -1, 0},
                             Vec3d{0, 0, 1}, Vec3d{0, 0, -1}}) {
        Drawn drawn{*m_gl};
        const auto slab = [&](double from, double to, double half) {
            const auto across = (Vec3d{1} - glm::abs(side)) * half;
            const auto a = side * from;
            const auto b = side * to;
            addBox(drawn.world, glm::min(a, b) - across, glm::max(a, b) + across);
        };
        slab(3, 4, 8);
        slab(1, 1.1, 0.5);
        addLiveLight(drawn.world, LightKind::Point, {0, 0, 0}, {0, 0, -1});
        const auto rotation = lightFrom({0, 0, 0}, side).camera.rotation;
        const auto right = rotation * Vec3d{1, 0, 0};
        const auto eye = side * 2.0 + right * 1.5;
        const auto image = drawn.picture(lightFrom(eye, eye + side));
        const double off = metresAside(edgeIn(image), 1);
        // Two texels: the picture is small, and with it the map.
        QVERIFY2(
            std::abs(off) < 0.05,
            qPrintable(QString{"%1 %2 %3: %4 m"}.arg(side.x).arg(side.y).arg(side.z).arg(off)));
    }
}

void TestRenderShadows::noLitFaceThrowsShadowsOnItself_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("sun") << static_cast<int>(LightKind::Sun);
    QTest::newRow("spot") << static_cast<int>(LightKind::Spot);
    QTest::newRow("point") << static_cast<int>(LightKind::Point);
    QTest::newRow("area") << static_cast<int>(LightKind::Area);
}

/// At all angles between light and face, the picture with shadows is the one without.
void TestRenderShadows::noLitFaceThrowsShadowsOnItself()
{
    QFETCH(int, kind);
    for (int degreesOff = 5; degreesOff <= 85; degreesOff += 5) {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-6, -1, -6}, {6, 0, 6});
        const double angle = radians(static_cast<double>(degreesOff));
        // Askew, so that rows of texels and of pixels meet at all phases.
        const auto away = Vec3d{std::sin(angle) * 0.8, std::cos(angle), std::sin(angle) * 0.6};
        addLiveLight(drawn.world, static_cast<LightKind>(kind), away * 3.0, -away);
        const auto eye = Vec3d{1.3, 1.1, 2.7};
        const auto with = drawn.picture(lightFrom(eye, {0.1, 0, 0}));
        const auto without = drawn.picture(lightFrom(eye, {0.1, 0, 0}, EffectUse::Off));
        int darker = 0;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 200; ++x)
                darker += pixelAt(with, x, y).r < pixelAt(without, x, y).r * 0.99 - 1 ? 1 : 0;
        QVERIFY2(darker == 0,
                 qPrintable(QString{"%1 degrees: %2 pixels"}.arg(degreesOff).arg(darker)));
        QVERIFY(pixelAt(without, 100, 50).r > 4);
    }
}

void TestRenderShadows::shadowsBeginAtTheFoot()
{
    for (const auto kind : {LightKind::Sun, LightKind::Spot}) {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-6, -1, -6}, {6, 0, 6});
        addBox(drawn.world, {-0.5, 0, -0.5}, {0.5, 1, 0.5});
        addLiveLight(drawn.world, kind, {-3, 3, 0}, {1, -1, 0});
        auto view = lightFrom({1.2, 0.3, 0}, {0.5, 0, 0});
        const auto image = drawn.picture(view);
        for (const double x : {0.505, 0.51, 0.53, 0.6}) {
            const auto at = view.camera.project({x, 0, 0}, 200, 100);
            QVERIFY(at);
            const auto pixel =
                pixelAt(image, static_cast<int>(at->x), static_cast<int>(at->y)).sum();
            QVERIFY2(pixel < 20, qPrintable(QString{"%1 m: %2"}.arg(x - 0.5).arg(pixel)));
        }
    }
}

void TestRenderShadows::holesOfAMaskLetLightThrough()
{
    for (const auto& [material, least, most] : {std::tuple{"grate", 0.3, 0.7},
                                                {"glass", 0.99, 1.0},
                                                {"ghost", 0.99, 1.0},
                                                {"", 0.0, 0.01}}) {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
        m_gl->assets().supply(drawn.world);
        addBox(drawn.world, {-8, 2, -8}, {8, 2.01, 8}, "roof", Name{material});
        addLiveLight(drawn.world, LightKind::Sun, {0, 9, 0}, {0.02, -1, 0});
        const auto image = drawn.picture(lightFrom({0, 1.9, 0}, {0, 0, 0}));
        int lit = 0;
        for (int x = 0; x < 200; ++x)
            lit += pixelAt(image, x, 50).r > 100 ? 1 : 0;
        QVERIFY2(lit >= least * 200 && lit <= most * 200,
                 qPrintable(QString{"%1: %2 of 200"}.arg(material).arg(lit)));
    }
}

void TestRenderShadows::whatMovesTakesItsShadowAlong()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    const auto wall = addBox(drawn.world, {-0.5, 1, -0.5}, {0.5, 1.2, 0.5});
    addLiveLight(drawn.world, LightKind::Sun, {0, 9, 0}, {0, -1, 0});
    const auto view = lightFrom({2, 0.9, 0}, {2, 0, 0});
    const auto middle = [&] {
        return pixelAt(drawn.picture(view), 100, 50).r;
    };
    QVERIFY(middle() > 100);
    moveBrush(drawn.world, wall, {2, 0, 0}); // edited
    QVERIFY(middle() < 10);
    moveBrush(drawn.world, wall, {-2, 0, 0});
    QVERIFY(middle() > 100);
    set(drawn.world, wall, Mover{}); // moved in play
    QVERIFY(middle() > 100);
    drawn.system.setPlaceOverride([&](EntityId entity) -> std::optional<Transform> {
        return entity == wall ? std::optional{Transform{.position = {2, 0, 0}}} : std::nullopt;
    });
    QVERIFY(middle() < 10);
    drawn.system.setPlaceOverride({});
    QVERIFY(middle() > 100);
}

void TestRenderShadows::whatThrowsNoShadowsChangesNothing()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    addBox(drawn.world, {-0.5, 1, -0.5}, {0.5, 1.2, 0.5});
    const auto lamp = addLiveLight(drawn.world, LightKind::Point, {0, 3, 0}, {0, -1, 0});
    auto light = *drawn.world.get<Light>(lamp);
    light.castShadows = false;
    set(drawn.world, lamp, light);
    const auto on = drawn.picture(lightFrom({2, 2, 5}, {0, 0, 0}));
    const auto off = drawn.picture(lightFrom({2, 2, 5}, {0, 0, 0}, EffectUse::Off));
    QVERIFY(on.rgba == off.rgba);
    light.castShadows = true;
    set(drawn.world, lamp, light);
    QVERIFY(drawn.picture(lightFrom({2, 2, 5}, {0, 0, 0})).rgba != off.rgba);
    QVERIFY(drawn.picture(lightFrom({2, 2, 5}, {0, 0, 0}, EffectUse::Off)).rgba == off.rgba);
}

void TestRenderShadows::fastPicturesHaveShadowsOnlyIfAsked()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    addBox(drawn.world, {-0.5, 1, -0.5}, {0.5, 1.2, 0.5});
    addLiveLight(drawn.world, LightKind::Sun, {0, 9, 0}, {0, -1, 0});
    auto view = lightFrom({0.4, 0.8, 0}, {0.4, 0, 0}, EffectUse::Automatic);
    view.quality = ViewQuality::Fast;
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r > 100);
    view.effects.shadows = EffectUse::On;
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r < 10);
    view.effects.shadows = EffectUse::Automatic;
    view.quality = ViewQuality::Full;
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r < 10);
}

void TestRenderShadows::manyLampsAllShine()
{
    constexpr int Side = 14; // 196 lamps
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, -1, -1}, {Side * 2 + 1, 0, Side * 2 + 1});
    for (int i = 0; i < Side * Side; ++i) {
        const auto lamp =
            addLight(drawn.world,
                     {i % Side * 2 + 1.0, 0.5, static_cast<double>(i / Side) * 2 + 1.0}, 0.9F, 1);
        auto light = *drawn.world.get<Light>(lamp);
        light.baked = false;
        light.castShadows = false;
        set(drawn.world, lamp, light);
    }
    for (const auto quality : {ViewQuality::Fast, ViewQuality::Full}) {
        const Vec3d eye{Side, 24, Side + 0.01};
        auto view = lightFrom(eye, {Side, 0, Side});
        view.width = 600;
        view.height = 600;
        view.quality = quality;
        const auto image = drawn.picture(view);
        int dark = 0;
        for (int i = 0; i < Side * Side; ++i) {
            const auto at = view.camera.project(
                {i % Side * 2 + 1.0, 0, static_cast<double>(i / Side) * 2 + 1.0}, 600, 600);
            QVERIFY(at);
            dark += pixelAt(image, static_cast<int>(at->x), static_cast<int>(at->y)).r < 60 ? 1 : 0;
        }
        QCOMPARE(dark, 0);
    }
}

CORE_TEST(TestRenderShadows)
} // namespace tst_render_shadows

#include "tst_render_shadows.moc"
