#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/lighting/light_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <cmath>

namespace tst_profiled_lights
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// All of it within 30 degrees of straight down, half of it from there to 60.
constexpr const char* Steps = "TILT=NONE\n1 1 1 6 1 1 2 0 0 0\n1 1 1\n0 29 31 59 61 180\n0\n"
                              "500 500 250 250 0 0\n";
/// To the side of the light's X alone.
constexpr const char* ToOneSide = "TILT=NONE\n1 1 1 2 5 1 2 0 0 0\n1 1 1\n0 180\n"
                                  "0 90 180 270 360\n9 9 0 0 0 0 0 0 9 9\n";

std::shared_ptr<const LightProfile> profileOf(const char* text)
{
    auto profile = parseLightProfile(text, "test.ies");
    ENGINE_EXPECT(profile);
    return std::make_shared<const LightProfile>(*std::move(profile));
}

/// Bakes with the profile on every light, as if a project had it as a file.
BakeResult bakeWith(KindFixture& fixture, const std::shared_ptr<const LightProfile>& profile)
{
    auto input = fixture.input();
    for (auto& light : input.lights)
        light.profile = profile;
    JobControl control;
    auto baked = bakeLightmap(input, directOnly(), control);
    ENGINE_EXPECT(baked);
    return *std::move(baked);
}

bool near(double a, double b, double share)
{
    return std::abs(a - b) <= share * std::abs(b);
}
} // namespace

class TestProfiledLights : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theFloorGetsWhatTheProfileSendsThere()
    {
        KindFixture fixture;
        auto light = lightOf(LightKind::Point);
        light.profile.path = "steps.ies";
        fixture.add(light, {0, 2, 0});
        const auto baked = bakeWith(fixture, profileOf(Steps));
        const auto expected = [](double x, double share) {
            const double distance = std::sqrt(4 + x * x);
            return 30 * share * 2 / distance * lightFalloff(distance, 30) / Pi;
        };
        QVERIFY(near(fixture.on(baked, {0.2, 0, 0}), expected(0.2, 1), 0.02));
        QVERIFY(near(fixture.on(baked, {0.8, 0, 0}), expected(0.8, 1), 0.02));
        QVERIFY(near(fixture.on(baked, {2, 0, 0}), expected(2, 0.5), 0.02));
        QVERIFY(near(fixture.on(baked, {0, 0, -2.5}), expected(2.5, 0.5), 0.02));
        QCOMPARE(fixture.on(baked, {5, 0, 0}), 0.0);
    }

    void aTurnedLightTurnsItsProfile()
    {
        KindFixture fixture;
        auto light = lightOf(LightKind::Point);
        light.profile.path = "side.ies";
        const auto lamp = fixture.add(light, {0, 2, 0}); // its X is the world's
        const auto straight = bakeWith(fixture, profileOf(ToOneSide));
        QVERIFY(fixture.on(straight, {3, 0, 0}) > 0.1);
        QCOMPARE(fixture.on(straight, {-3, 0, 0}), 0.0);
        fixture.set(lamp,
                    TransformComponent{.position = {0, 2, 0},
                                       .rotation = glm::angleAxis(Pi, Vec3d{0, 1, 0}) * Down});
        const auto turned = bakeWith(fixture, profileOf(ToOneSide));
        QVERIFY(fixture.on(turned, {-3, 0, 0}) > 0.1);
        QCOMPARE(fixture.on(turned, {3, 0, 0}), 0.0);
    }

    void aSpotHasItsConeAsWell()
    {
        KindFixture fixture;
        auto light = lightOf(LightKind::Spot);
        light.cone = 40;
        light.innerCone = 39;
        light.profile.path = "steps.ies";
        fixture.add(light, {0, 2, 0});
        const auto baked = bakeWith(fixture, profileOf(Steps));
        QVERIFY(fixture.on(baked, {0.2, 0, 0}) > 0.5);
        QCOMPARE(fixture.on(baked, {2, 0, 0}), 0.0);
    }

    void stylesAndGroupsAreLeftOutOfTheBake()
    {
        for (const bool isGroup : {false, true}) {
            KindFixture fixture;
            auto light = lightOf(LightKind::Point);
            fixture.add(light, {0, 2, 0});
            const double plain = fixture.on(fixture.bake(directOnly()), {0, 0, 0});
            light.style = isGroup ? LightStyle::Steady : LightStyle::Flicker;
            light.group = isGroup ? "hall" : "";
            fixture.add(light, {1, 2, 0});
            QVERIFY(plain > 0.5);
            QCOMPARE(fixture.on(fixture.bake(directOnly()), {0, 0, 0}), plain);
        }
    }

    void dimmersDimTheBake()
    {
        KindFixture fixture;
        auto light = lightOf(LightKind::Point);
        const auto lamp = fixture.add(light, {0, 2, 0});
        const double whole = fixture.on(fixture.bake(directOnly()), {0, 0, 0});
        light.dimmer = 0.5F;
        fixture.set(lamp, light);
        QVERIFY(near(fixture.on(fixture.bake(directOnly()), {0, 0, 0}), whole / 2, 0.002));
    }
};

CORE_TEST(TestProfiledLights)
} // namespace tst_profiled_lights

#include "tst_profiled_lights.moc"
