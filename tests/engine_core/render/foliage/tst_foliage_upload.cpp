#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

namespace tst_foliage_upload
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A square of 1 m; seen from both sides.
constexpr auto Card = R"(v -0.5 0 0
v 0.5 0 0
v 0.5 1 0
v -0.5 1 0
f 1 2 3 4
)";
constexpr std::size_t TrianglesEach = 2;
constexpr std::size_t PlantBytes = 44; ///< of one on the GPU

/// Upright ones on a square of ground so many metres wide.
std::vector<FoliageInstance> scattered(std::size_t count, float size, std::uint32_t seed)
{
    std::mt19937 random{seed};
    std::uniform_real_distribution<float> place{-size / 2, size / 2};
    std::vector<FoliageInstance> plants(count);
    for (auto& plant : plants) {
        plant.position.x = place(random);
        plant.position.z = place(random);
        plant.normal = packFoliageNormal({0, 1, 0});
        plant.seed = static_cast<std::uint32_t>(random());
    }
    return plants;
}
} // namespace

/// What a large step brings to the GPU, picture by picture.
class TestFoliageUpload : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        const auto root = fs::path{m_folder.path().toStdString()};
        fs::create_directories(root / "assets");
        std::ofstream{root / "assets/card.obj"} << Card;
        auto made = GlFixture::create(root);
        VERIFY_OK(made);
        m_gl = *std::move(made);
    }

    void cleanupTestCase() { m_gl.reset(); }

    void init()
    {
        m_fixture = std::make_unique<FoliageFixture>();
        FoliageType type;
        type.mesh = {"card.obj"};
        type.fadeStart = type.cullDistance = 0;
        m_fixture->addType(type);
        beginSystem();
    }

    void cleanup()
    {
        endSystem();
        m_fixture.reset();
    }

    void aLargeStepComesInSlices();
    void oldPlantsAreShownUntilTheNewOnesAreThere();
    void erasedPlantsGoAtOnce();
    void stepsDuringAnUploadLeaveNothingBehind();
    void aSecondWorldFinishesWhatTheFirstBegan();

private:
    static constexpr std::size_t Budget = 20'000; ///< bytes

    void beginSystem()
    {
        m_system = std::make_unique<RenderSystem>(m_gl->resources());
        m_fixture->world.addSystem(*m_system);
    }

    void endSystem()
    {
        m_fixture->world.removeSystem(*m_system);
        m_system.reset();
    }

    void plant(const std::vector<FoliageInstance>& plants) { m_fixture->set(instancesOf(plants)); }

    /// From above, all of a hundred metres. Does not update.
    static Image look(RenderSystem& system, RenderStats* stats = nullptr)
    {
        auto view = viewFrom({0, 40, 60}, {0, 0, 0});
        view.mode = ViewMode::Unlit;
        view.quality = ViewQuality::Full;
        auto image = renderToImage(system, view, stats);
        ENGINE_EXPECT(image);
        return *std::move(image);
    }

    std::size_t drawn(RenderSystem& system)
    {
        RenderStats stats;
        static_cast<void>(look(system, &stats));
        return stats.triangles / TrianglesEach;
    }

    static void finish(RenderSystem& system)
    {
        system.update(0);
        QVERIFY2(repeatUntil([&] { return !system.isUploading(); }, [&] { system.update(0); }),
                 "The plants are never all on the GPU");
    }

    /// How the world looks to a renderer that takes everything at once.
    Image wholePicture()
    {
        endSystem();
        beginSystem();
        m_system->update(0);
        return look(*m_system);
    }

    [[nodiscard]] std::size_t moved() const { return m_gl->resources().use().plantBytesMoved; }

    QTemporaryDir m_folder;
    std::unique_ptr<GlFixture> m_gl;
    std::unique_ptr<FoliageFixture> m_fixture;
    std::unique_ptr<RenderSystem> m_system;
};

void TestFoliageUpload::aLargeStepComesInSlices()
{
    m_system->setUploadBudget(Budget);
    m_system->update(0);
    const auto all = scattered(20'000, 100, 1);
    const auto begin = moved();
    plant(all);
    static_cast<void>(look(*m_system)); // a picture alone brings nothing
    QCOMPARE(moved(), begin);
    QVERIFY(m_system->isUploading());
    std::size_t shown = 0;
    std::size_t slices = 0;
    for (; m_system->isUploading(); ++slices) {
        const auto before = moved();
        m_system->update(0);
        QVERIFY(moved() > before && moved() - before <= Budget);
        const auto now = drawn(*m_system);
        QVERIFY(now >= shown); // more and more of them
        QVERIFY(slices > 0 || now < all.size() / 10);
        shown = now;
    }
    QCOMPARE(shown, all.size());
    QVERIFY(moved() - begin >= all.size() * PlantBytes);
    QVERIFY(slices >= all.size() * PlantBytes / Budget);
    const auto picture = look(*m_system);
    QVERIFY(wholePicture().rgba == picture.rgba);
}

void TestFoliageUpload::oldPlantsAreShownUntilTheNewOnesAreThere()
{
    auto plants = scattered(6000, 60, 2);
    plant(plants);
    m_system->update(0); // all of them: there is no budget yet
    const auto first = look(*m_system);
    QCOMPARE(drawn(*m_system), plants.size());
    m_system->setUploadBudget(Budget);
    for (auto& each : plants)
        each.yaw = packFoliageYaw(1);
    plant(plants);
    m_system->update(0);
    for (; m_system->isUploading(); m_system->update(0))
        QCOMPARE(drawn(*m_system), plants.size()); // never a gap
    const auto last = look(*m_system);
    QVERIFY(last.rgba != first.rgba);
    QVERIFY(wholePicture().rgba == last.rgba);
}

void TestFoliageUpload::erasedPlantsGoAtOnce()
{
    plant(scattered(6000, 60, 3));
    m_system->update(0);
    m_system->setUploadBudget(Budget);
    plant({});
    QCOMPARE(drawn(*m_system), std::size_t{0});
    QVERIFY(!m_system->isUploading());
    QCOMPARE(m_gl->resources().use().plants, std::size_t{0});
}

/// Random steps while others are under way: in the end it is as if there had been but the last.
void TestFoliageUpload::stepsDuringAnUploadLeaveNothingBehind()
{
    m_system->setUploadBudget(Budget);
    std::mt19937 random{4};
    for (int step = 0; step < 60; ++step) {
        plant(scattered(random() % 6000, 60, static_cast<std::uint32_t>(step) % 5));
        for (auto frames = random() % 8; frames > 0; --frames) {
            const auto before = moved();
            m_system->update(0);
            QVERIFY(moved() - before <= Budget);
        }
        static_cast<void>(look(*m_system));
    }
    const auto last = scattered(4000, 60, 99);
    plant(last);
    finish(*m_system);
    QCOMPARE(drawn(*m_system), last.size());
    QCOMPARE(m_gl->resources().use().plants, last.size());
    const auto picture = look(*m_system);
    QVERIFY(wholePicture().rgba == picture.rgba);
    endSystem();
    QCOMPARE(m_gl->resources().use().plants, std::size_t{0});
    beginSystem();
}

void TestFoliageUpload::aSecondWorldFinishesWhatTheFirstBegan()
{
    const auto all = scattered(10'000, 100, 5);
    m_system->setUploadBudget(Budget);
    plant(all);
    for (int i = 0; i < 5; ++i)
        m_system->update(0);
    QVERIFY(m_system->isUploading());
    const auto before = moved();
    World play{m_fixture->world};
    RenderSystem second{m_gl->resources()};
    play.addSystem(second);
    second.update(0);
    QCOMPARE(drawn(second), all.size());
    QVERIFY(moved() - before <= all.size() * PlantBytes - 4 * Budget);
    const auto whole = moved();
    finish(*m_system); // finds them there
    QCOMPARE(moved(), whole);
    QCOMPARE(drawn(*m_system), all.size());
    play.removeSystem(second);
    finish(*m_system);
    QCOMPARE(drawn(*m_system), all.size());
}

CORE_TEST(TestFoliageUpload)
} // namespace tst_foliage_upload

#include "tst_foliage_upload.moc"
