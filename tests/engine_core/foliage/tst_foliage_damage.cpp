#ifndef Q_MOC_RUN // which cannot read the concepts that it brings
#include "engine_core/foliage/foliage_anchors.h"
#endif

#include "engine_core/foliage/density/painted_density.h"
#include "engine_core/foliage/foliage_bodies.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/meadow_fixture.h"

#include <QtTest>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

namespace tst_foliage_damage
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Any bytes, but for the places: those are checked when a file is read.
std::vector<FoliageInstance> randomBytes(std::size_t count, std::uint32_t seed)
{
    std::mt19937 random{seed};
    std::uniform_real_distribution<float> place{-5, 45};
    std::vector<FoliageInstance> all(count);
    for (auto& instance : all) {
        std::array<std::uint8_t, sizeof(FoliageInstance)> bytes{};
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        std::memcpy(&instance, bytes.data(), bytes.size());
        instance.position = {place(random), place(random) / 10, place(random)};
    }
    return all;
}

auto standing(const FoliageInstances& instances)
{
    const auto all = allOf(instances);
    return std::count_if(all.begin(), all.end(), [](const auto& one) { return one.isStanding(); });
}
} // namespace

/// Plants of a damaged file, which may have any kind, face, scale, reach and flags.
class TestFoliageDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_meadow = std::make_unique<Meadow>();
        m_ground = m_meadow->addGround({0, 0}, 40);
        m_meadow->addType(plainType(4, 0.5));
        auto plants = randomBytes(30'000, 1);
        for (std::size_t i = 0; i < plants.size(); i += 2)
            plants[i].brush = static_cast<std::uint32_t>(m_ground.value);
        m_meadow->set(instancesOf(plants));
    }

    /// Marks of thousands of reaches are no more work than those of a few.
    void rulesGrowAmongThem()
    {
        const auto before = m_meadow->plants()->count();
        const auto grown = m_meadow->grow();
        QVERIFY(grown.instances->count() == before + grown.added - grown.removed);
        for (const auto& plant : allOf(*grown.instances))
            QVERIFY(isFinite(Vec3d{plant.position}));
        QCOMPARE(m_meadow->grow().added, std::size_t{0});
    }

    void densityIsPaintedOverThem()
    {
        const StrokePoint from{{5, 0, 5}, {0, 1, 0}};
        const StrokePoint to{{30, 0, 20}, {0, 1, 0}};
        const FoliageBrush brush{.radius = 6};
        FoliageEdit thin{m_meadow->plants()};
        paintDensity(*m_meadow->plants(), from, to, brush, DensityStroke::Thin, thin);
        m_meadow->set(thin.finish());
        const PaintedWeights weights{*m_meadow->plants()};
        for (double x = -10; x < 50; x += 0.7) {
            const double weight = weights.at({x, 0, 12});
            QVERIFY(weight >= 0 && weight <= 1);
        }
        std::vector<std::uint8_t> kinds(256);
        std::iota(kinds.begin(), kinds.end(), std::uint8_t{0});
        FoliageEdit erased{m_meadow->plants()};
        eraseFoliage(*m_meadow->plants(), from, to, brush, kinds, erased,
                     FoliageMarks{m_meadow->world, m_meadow->layer});
        QVERIFY(standing(*erased.finish()) < standing(*m_meadow->plants()));
    }

    void theyFollowTheirBrush()
    {
        const auto before = brushInWorld(m_meadow->world, m_ground);
        const auto moved = translated(*before, {1, 2, 3}, TextureLock::On);
        QVERIFY(moved.hasValue());
        const auto all = m_meadow->plants();
        const auto anchored = followBrushes(
            all, std::array{BrushChange{m_ground, before, std::make_shared<const Brush>(*moved)}});
        QCOMPARE(anchored.instances->count(), all->count());
        const auto gone = followBrushes(all, std::array{BrushChange{m_ground, before, nullptr}});
        QCOMPARE(gone.instances->count(), all->count());
    }

    void theirBodiesAreFinite()
    {
        for (const auto& body : foliageBodies(m_meadow->world, wholeFoliage()))
            QVERIFY(isFinite(body.foot) && body.radius >= 0 && body.height >= 0);
    }

private:
    std::unique_ptr<Meadow> m_meadow;
    EntityId m_ground;
};

PLAIN_TEST(TestFoliageDamage)
} // namespace tst_foliage_damage

#include "tst_foliage_damage.moc"
