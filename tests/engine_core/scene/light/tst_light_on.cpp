#include "engine_core/scene/light/light_on.h"
#include "tests/program/registry.h"

#include <QTest>

#include <glm/geometric.hpp>

#include <limits>

namespace tst_light_on
{
using namespace engine;

namespace
{
constexpr Vec3d Front{0, 0, 1};

/// Light of that strength from one direction, as a bake sums it up.
void shine(LightProbe& probe, const Vec3f& from, float strength)
{
    for (auto& channel : probe.channels)
        channel += Vec4f{from * (0.5F * strength), 0.25F * strength};
}

/// 5 x 3 x 5 probes, 2 m apart, about the origin.
LightVolume volume()
{
    LightVolume made;
    made.origin = {-4, -2, -4};
    made.spacing = 2;
    made.size = {5, 3, 5};
    made.probes.resize(std::size_t{5} * 3 * 5);
    return made;
}
} // namespace

class TestLightOn : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    /// A wall that looks to `turn` degrees, light in front of it, and much more behind it.
    void lightBehindTheFaceDoesNotCount_data()
    {
        QTest::addColumn<double>("turn");
        QTest::addColumn<double>("offset");
        for (const double turn : {0.0, 30.0, 45.0, 90.0, 200.0})
            for (const double offset : {-0.99, -0.5, 0.0, 0.01, 0.7, 1.0})
                QTest::addRow("%g degrees, %g m", turn, offset) << turn << offset;
    }

    void lightBehindTheFaceDoesNotCount()
    {
        QFETCH(const double, turn);
        QFETCH(const double, offset);
        const Vec3d normal{std::sin(radians(turn)), 0, std::cos(radians(turn))};
        const auto place = normal * offset;
        auto made = volume();
        for (std::size_t i = 0; i < made.probes.size(); ++i)
            if (glm::dot(made.placeOf(i) - place, normal) > 0)
                shine(made.probes[i], Vec3f{normal}, 1);
            else
                shine(made.probes[i], -Vec3f{normal}, 100);
        const auto light = lightOn(made, place, normal).x;
        QVERIFY2(light > 0.8F && light < 1.1F, qPrintable(QString::number(double{light})));
    }

    void lightsOnTwoSidesDoNotCancel()
    {
        auto made = volume();
        for (auto& probe : made.probes) {
            shine(probe, {0, 0, 1}, 1);
            shine(probe, {0, 0, -1}, 5);
        }
        QCOMPARE(lightOf(made.at({0, 0, 0}), {0, 0, 1}).x, 0.F); // as a line it would
        QVERIFY(lightOn(made, {0, 0, 0}, Front).x > 0.25F);
        QVERIFY(lightOn(made, {0, 0, 0}, -Front).x > 3);
    }

    void evenLightIsTheSameOnAllSides()
    {
        auto made = volume();
        for (auto& probe : made.probes)
            probe.channels[1].w = 0.5F;
        for (const auto& normal : {Front, -Front, Vec3d{1, 0, 0}, Vec3d{0, -1, 0}}) {
            const auto light = lightOn(made, {0.3, 0.2, 0.1}, normal);
            QVERIFY(light.x == 0 && std::abs(light.y - 0.5F) < 1e-6F && light.z == 0);
        }
    }

    /// What slides through the level must not flicker.
    void movingALittleChangesLittle()
    {
        auto made = volume();
        for (std::size_t i = 0; i < made.probes.size(); ++i)
            shine(made.probes[i], {0, 0, 1}, static_cast<float>(i % 7));
        float last = -1;
        for (double z = -5; z < 5; z += 0.001) {
            const auto light = lightOn(made, {0.3, 0.2, z}, Front).x;
            QVERIFY(last < 0 || std::abs(light - last) < 0.03F);
            last = light;
        }
    }

    void anyPlaceHasLight()
    {
        auto made = volume();
        for (auto& probe : made.probes)
            probe.channels[0].w = 1;
        constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
        for (const auto& place : {Vec3d{1e9, 0, 0}, Vec3d{0, -1e9, 50}, Vec3d{0, 0, 4}, Vec3d{NaN}})
            QVERIFY(std::abs(lightOn(made, place, Front).x - 1) < 1e-5F);
        made.size = {1, 1, 1};
        made.probes.resize(1);
        QVERIFY(std::abs(lightOn(made, {0, 0, 0}, Front).x - 1) < 1e-5F);
    }
};

CORE_TEST(TestLightOn)
} // namespace tst_light_on

#include "tst_light_on.moc"
