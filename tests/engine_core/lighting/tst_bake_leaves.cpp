#include "engine_core/assets/images/picture_holes.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <limits>

namespace tst_bake_leaves
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr FaceIndex Top = 2; // +Y of makeBox

/// A level leaf of 4 x 4 m, 2 m above the ground; the picture's upper left corner is at -X, -Z.
constexpr auto Leaf = R"(v -2 2 -2
v 2 2 -2
v 2 2 2
v -2 2 2
vt 0 1
vt 1 1
vt 1 0
vt 0 0
usemtl leaf
f 1/1 2/2 3/3 4/4
)";

/// Two by two texels of which the upper left one alone is no hole.
Image quarterLeaf()
{
    Image picture{2, 2, {}};
    for (const bool solid : {true, false, false, false})
        for (const int channel : {90, 160, 60, solid ? 255 : 0})
            picture.rgba.push_back(static_cast<std::uint8_t>(channel));
    return picture;
}

/// A floor below a lamp, and one plant between them.
class Level
{
public:
    Level()
    {
        std::filesystem::create_directories(assetFolder());
        std::ofstream{assetFolder() / "leaf.obj"} << Leaf;
        std::ofstream{assetFolder() / "leaf.material.json"} << R"({"format":1,"color":"leaf.png"})";
        addLight(fixture.world, {0, 4, 0}, 30.0f, 30.0f);
        layer = add(Node{.name = "Wood", .parent = {}}, FoliageLayer{});
        FoliageType type;
        type.mesh = {"leaf.obj"};
        kind = add(Node{.name = "Tree", .parent = layer}, type);
    }

    [[nodiscard]] fs::path assetFolder() const
    {
        return fs::path{m_folder.path().toStdString()} / "assets";
    }

    [[nodiscard]] Project project() const
    {
        return Project{m_folder.path().toStdString(), "test", {}};
    }

    void plant(FoliageInstance instance)
    {
        instance.normal = packFoliageNormal({0, 1, 0});
        FoliageEdit edit{nullptr};
        edit.add(instance);
        set(layer, FoliagePlacement{.instances = edit.finish()});
    }

    [[nodiscard]] std::shared_ptr<const Lightmap> bake(unsigned threads = 1)
    {
        AssetDatabase assets{project()};
        BakeOptions options;
        options.bounces = 1;
        options.threads = threads;
        JobControl control;
        const auto baked = bakeLightmap(collectBakeInput(fixture.world, assets), options, control);
        ENGINE_EXPECT(baked);
        return baked->lightmap;
    }

    [[nodiscard]] float on(const Lightmap& lightmap, const Vec3d& point) const
    {
        return lightAt(fixture.world, lightmap, floor, Top, point).x;
    }

    BakeFixture fixture;
    EntityId floor = addBox(fixture.world, {-8, -0.25, -8}, {8, 0, 8}, "floor");
    EntityId layer;
    EntityId kind;

private:
    template <typename T>
    EntityId add(Node node, T component)
    {
        const auto entity = fixture.world.newId();
        set(entity, std::move(node));
        set(entity, std::move(component));
        return entity;
    }

    template <typename T>
    void set(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        fixture.world.apply(edit);
    }

    QTemporaryDir m_folder;
};
} // namespace

/// Light goes through the holes that pictures cut into plants.
class TestBakeLeaves : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void lightGoesThroughHoles()
    {
        Level level;
        VERIFY_OK(savePng(quarterLeaf(), level.assetFolder() / "leaf.png"));
        const auto open = level.bake();
        level.plant({});
        const auto baked = level.bake();
        // The lamp is as far above the leaf as the floor is below: shadows are twice as big.
        QVERIFY(level.on(*baked, {-2, 0, -2}) < 0.05F * level.on(*open, {-2, 0, -2}));
        for (const auto& place : {Vec3d{2, 0, -2}, {2, 0, 2}, {-2, 0, 2}}) {
            const auto share = level.on(*baked, place) / level.on(*open, place);
            QVERIFY2(share > 0.95F && share < 1.05F, qPrintable(QString::number(share)));
        }
        QCOMPARE(level.bake(2)->hash, baked->hash);
    }

    void holesTurnWithThePlant()
    {
        Level level;
        VERIFY_OK(savePng(quarterLeaf(), level.assetFolder() / "leaf.png"));
        FoliageInstance turned;
        turned.yaw = packFoliageYaw(Pi);
        level.plant(turned);
        const auto baked = level.bake();
        QVERIFY(level.on(*baked, {2, 0, 2}) < 0.1F * level.on(*baked, {-2, 0, -2}));
    }

    void lightInTheOpenGoesThroughHoles()
    {
        Level level;
        VERIFY_OK(savePng(quarterLeaf(), level.assetFolder() / "leaf.png"));
        addBox(level.fixture.world, {-8, 5.5, -8}, {8, 6, 8}, "ceiling");
        level.plant({});
        const auto baked = level.bake();
        const Vec3f up{0, 1, 0};
        // Where probes are: 2 m apart about the middle of the level, the second row just below the
        // leaf.
        const auto shaded = lightOf(baked->volume.at({-1, 1.875, -1}), up).x;
        const auto lit = lightOf(baked->volume.at({1, 1.875, 1}), up).x;
        QVERIFY2(lit > 1.5F * shaded, qPrintable(QString{"%1 %2"}.arg(lit).arg(shaded)));
    }

    void damagedPicturesHaveNoHoles()
    {
        Level level;
        VERIFY_OK(savePng(quarterLeaf(), level.assetFolder() / "leaf.png"));
        const auto bytes = readFile(level.assetFolder() / "leaf.png");
        VERIFY_OK(bytes);
        level.plant({});
        for (const std::string& bad :
             {std::string{}, std::string{"no picture"}, bytes->substr(0, bytes->size() / 2)}) {
            VERIFY_OK(writeFileAtomically(level.assetFolder() / "leaf.png", bad));
            const auto baked = level.bake();
            QVERIFY(level.on(*baked, {2, 0, 2}) < 0.1F * level.on(*baked, {6, 0, 6}));
        }
    }

    void plantsFlattenedToNothingThrowNoShadow()
    {
        Level level;
        VERIFY_OK(savePng(quarterLeaf(), level.assetFolder() / "leaf.png"));
        const auto open = level.bake();
        FoliageInstance flat;
        flat.scale = {0, 4096, 0}; // as a damaged file may have it
        level.plant(flat);
        const auto baked = level.bake();
        QCOMPARE(level.on(*baked, {-2, 0, -2}), level.on(*open, {-2, 0, -2}));
    }

    void aChangedPictureMakesItsShadowsStale()
    {
        Level level;
        const auto picture = level.assetFolder() / "leaf.png";
        VERIFY_OK(savePng(quarterLeaf(), picture));
        const auto far = addBox(level.fixture.world, {80, -0.25, 80}, {90, 0, 90}, "far");
        level.plant({});
        AssetDatabase assets{level.project()};
        level.fixture.world.setMeshes(&assets);
        LightingSystem lighting;
        level.fixture.world.addSystem(lighting);
        const auto baked = level.bake();
        lighting.markFresh(level.fixture.world, baked->leaves, {});
        QVERIFY(lighting.staleFaces().empty());

        auto brown = quarterLeaf();
        brown.rgba[0] = 200; // colours throw no shadows
        const auto change = [&](const Image& to) {
            VERIFY_OK(savePng(to, picture));
            assets.pollChanges();
            assets.finishChanges();
            lighting.picturesChanged();
        };
        change(brown);
        QVERIFY(lighting.staleFaces().empty());
        auto half = quarterLeaf();
        half.rgba[7] = 255;
        const auto revision = lighting.revision();
        change(half);
        QVERIFY(lighting.revision() > revision);
        QVERIFY(lighting.staleFaces().contains({level.floor, Top}));
        QVERIFY(!lighting.staleFaces().contains({far, Top})); // the lamp does not reach it
        change(quarterLeaf());
        QVERIFY(lighting.staleFaces().empty());

        // The same on opening the scene, with what the light's file recorded.
        change(half);
        lighting.compareWith(*baked);
        QVERIFY(lighting.staleFaces().contains({level.floor, Top}));
        lighting.compareWith(*level.bake());
        QVERIFY(lighting.staleFaces().empty());
        auto old = *baked; // as files from before say nothing of it
        old.leaves.clear();
        lighting.compareWith(old);
        QVERIFY(lighting.staleFaces().empty());
        level.fixture.world.removeSystem(lighting);
        level.fixture.world.setMeshes(nullptr);
    }

    void filesKeepWhatLeavesWereLike()
    {
        Level level;
        VERIFY_OK(savePng(quarterLeaf(), level.assetFolder() / "leaf.png"));
        const auto file = level.assetFolder() / "light.exr";
        const auto bare = level.bake();
        QVERIFY(bare->leaves.empty());
        level.plant({});
        const auto baked = level.bake();
        QCOMPARE(baked->leaves, (LeafHashes{{"leaf", holesHash(quarterLeaf())}}));
        for (const auto& each : {bare, baked}) {
            VERIFY_OK(saveLightmap(*each, file));
            const auto read = loadLightmap(file);
            VERIFY_OK(read);
            QCOMPARE((*read)->leaves, each->leaves);
            QCOMPARE((*read)->hash, each->hash);
        }
    }

    void pictureCoordinatesMayBeAnything()
    {
        const AlphaMask mask{quarterLeaf(), 128};
        QVERIFY(mask.hasHoles());
        QVERIFY(!mask.isHole({0.25F, 0.25F}));
        QVERIFY(mask.isHole({0.75F, 0.25F}));
        QVERIFY(!mask.isHole({-0.75F, 7.25F})); // pictures repeat
        QVERIFY(mask.isHole({-0.25F, 7.25F}));
        // What is no number, or as big that it has no fraction, reads the first texel.
        constexpr float Infinity = std::numeric_limits<float>::infinity();
        for (const float odd :
             {std::numeric_limits<float>::quiet_NaN(), Infinity, -Infinity, 3e38F, -3e38F})
            QVERIFY(!mask.isHole({odd, odd}));
        QVERIFY(mask.isHole({-1e-9F, 0.25F})); // its fraction is rounded up to one
    }
};

PLAIN_TEST(TestBakeLeaves)
} // namespace tst_bake_leaves

#include "tst_bake_leaves.moc"
