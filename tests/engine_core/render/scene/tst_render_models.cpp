#include "engine_core/assets/images/placeholder_picture.h"
#include "engine_core/math/srgb.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <fstream>

namespace tst_render_models
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A cube from -1 to 1 of two materials: red sides, and a top that the project knows or not.
constexpr auto Cube = R"(mtllib cube.mtl
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
usemtl paint
f 5 6 7 8
f 2 1 4 3
f 6 2 3 7
f 1 5 8 4
f 1 2 6 5
usemtl Top
f 8 7 3 4
)";

constexpr auto Paint = R"(newmtl paint
Kd 1 0 0
newmtl Top
Kd 0 0 1
)";

/// A door in the wall between two rooms; two lights in the front room, and one right behind the
/// door.
struct TwoRooms : BakeFixture
{
    TwoRooms(double z, double thickness, double behind, bool isMoving)
    {
        const double half = thickness / 2;
        addBox(world, {-8, -0.25, -8}, {8, 0, 8}, "floor");
        addBox(world, {-8, 4, -8}, {8, 4.25, 8}, "ceiling");
        addBox(world, {-8.25, 0, -8}, {-8, 4, 8}, "west");
        addBox(world, {8, 0, -8}, {8.25, 4, 8}, "east");
        addBox(world, {-8, 0, -8.25}, {8, 4, -8}, "north");
        addBox(world, {-8, 0, 8}, {8, 4, 8.25}, "south");
        addBox(world, {-8, 0, z - half}, {-1, 4, z + half}, "left");
        addBox(world, {1, 0, z - half}, {8, 4, z + half}, "right");
        addBox(world, {-1, 3, z - half}, {1, 4, z + half}, "lintel");
        if (isMoving) {
            const auto door = addBox(world, {-1, 0, -half}, {1, 3, half}, "door");
            set(door, TransformComponent{.position = {0, 0, z}});
            set(door, Mover{});
        } else {
            addBox(world, {-1, 0, z - half}, {1, 3, z + half}, "door");
        }
        for (const double x : {-4.0, 4.0})
            addLight(world, {x, 2, 4}, 12, 30);
        if (behind > 0)
            addLight(world, {0, 2, -5}, 12, static_cast<float>(behind));
    }

    template <typename T>
    void set(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        world.apply(edit);
    }
};
} // namespace

class TestRenderModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        fs::create_directories(root() / "assets");
        write("cube.obj", Cube);
        write("cube.mtl", Paint);
        auto made = GlFixture::create(root());
        VERIFY_OK(made);
        m_gl = *std::move(made);
    }

    void cleanupTestCase() { m_gl.reset(); }

    void init()
    {
        m_world = std::make_unique<World>();
        m_system = std::make_unique<RenderSystem>(m_gl->resources());
        m_world->addSystem(*m_system);
    }

    void cleanup()
    {
        m_world->removeSystem(*m_system);
        m_system.reset();
        m_world.reset();
    }

    void aModelShowsItsFilesColorInEveryModeWithSurfaces()
    {
        addModel(*m_world, "cube.obj");
        auto view = front();
        view.mode = ViewMode::Unlit;
        QVERIFY(isNear(middle(view), {255, 0, 0}, 2));
        view.mode = ViewMode::Textured;
        const auto textured = middle(view);
        QVERIFY(textured.r > 100 && textured.g < 10);
        view.mode = ViewMode::Density;
        const auto density = middle(view);
        QVERIFY(density.r > 60 && density.r == density.g && density.g == density.b);
        view.mode = ViewMode::Lit;
        QVERIFY(isNear(middle(view), {0, 0, 0}, 2)); // no light, no colour
    }

    void aMaterialOfTheProjectIsPreferred()
    {
        addModel(*m_world, "cube.obj");
        auto view = viewFrom({0, 5, 0}, {0, 0, 0});
        view.mode = ViewMode::Unlit;
        QVERIFY(isNear(middle(view), {0, 0, 255}, 2));
        write("Top.material.json", R"({"format": 1, "tint": [0, 1, 0]})");
        write("green.obj", Cube);
        auto other = addModel(*m_world, "green.obj", {{4, 0, 0}});
        Q_UNUSED(other);
        auto second = viewFrom({4, 5, 0}, {4, 0, 0});
        second.mode = ViewMode::Unlit;
        QVERIFY(isNear(middle(second), {0, 255, 0}, 2));
    }

    void liveLightsLightModels()
    {
        addModel(*m_world, "cube.obj");
        addLight(*m_world, {0, 0, 4});
        auto view = front();
        view.mode = ViewMode::Lit;
        for (const auto quality : {ViewQuality::Fast, ViewQuality::Full}) {
            view.quality = quality;
            const auto lit = middle(view);
            QVERIFY(lit.r > 60 && lit.g < 40);
        }
    }

    /// Models that are new, and brushes that move, take the baked light from where they are.
    void theVolumeLightsWhatHasNoLightOfItsOwn_data()
    {
        QTest::addColumn<bool>("isBrush");
        QTest::newRow("new model") << false;
        QTest::newRow("moving brush") << true;
    }

    void theVolumeLightsWhatHasNoLightOfItsOwn()
    {
        QFETCH(const bool, isBrush);
        EntityId thing;
        if (isBrush) {
            thing = addBox(*m_world, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
            Edit moving;
            moving.swaps.push_back(swapTo(thing, TransformComponent{}));
            moving.swaps.push_back(swapTo(thing, Mover{}));
            m_world->apply(moving);
        } else {
            thing = addModel(*m_world, "cube.obj");
        }
        auto lightmap = std::make_shared<Lightmap>();
        lightmap->atlases.push_back({8, 8, std::vector<std::uint16_t>(8 * 8 * 3)});
        lightmap->volume.origin = {-10, 0, 0};
        lightmap->volume.spacing = 20;
        lightmap->volume.size = {2, 1, 1};
        lightmap->volume.probes.resize(2);
        lightmap->volume.probes[0].channels[0].w = 0.1F; // red in the west, blue in the east
        lightmap->volume.probes[1].channels[2].w = 0.5F;
        lightmap->hash = 98;
        m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
        Edit edit;
        edit.swaps.push_back(swapTo(SceneEntity, LightmapRef{"x.exr", hashToText(98)}));
        m_world->apply(edit);
        const auto seenAt = [&](double x) {
            Edit move;
            move.swaps.push_back(swapTo(thing, TransformComponent{.position = {x, 0, 0}}));
            m_world->apply(move);
            auto view = viewFrom({x, 0, 3}, {x, 0, 0});
            view.mode = ViewMode::Lightmap;
            return middle(view);
        };
        const auto west = seenAt(-10);
        const auto east = seenAt(10);
        QVERIFY2(west.r > 20 && west.b < west.r / 2, qPrintable(QString::number(west.r)));
        QVERIFY2(east.b > 60 && east.r < east.b / 2, qPrintable(QString::number(east.b)));
        QVERIFY(seenAt(0).r > seenAt(5).r);
    }

    void aDoorIsLitFromTheSideThatItsFacesLookTo_data()
    {
        QTest::addColumn<double>("z");
        QTest::addColumn<double>("thickness");
        QTest::addColumn<double>("behind");
        for (const double behind : {0.0, 30.0, 100.0})
            for (const double z : {-1.0, -0.25})
                QTest::addRow("wall at %g m, %g cd behind", z, behind) << z << 0.25 << behind;
        QTest::newRow("thick wall") << -1.0 << 2.5 << 100.0;
    }

    /// As the same door is that stands in the wall for good and has charts of its own.
    void aDoorIsLitFromTheSideThatItsFacesLookTo()
    {
        QFETCH(const double, z);
        QFETCH(const double, thickness);
        QFETCH(const double, behind);
        const auto lightOf = [&](bool isMoving) {
            TwoRooms rooms{z, thickness, behind, isMoving};
            RenderSystem system{m_gl->resources()};
            rooms.world.addSystem(system);
            system.attach(rooms.world);
            const auto lightmap = rooms.bake({.samples = 32}).lightmap;
            m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
            rooms.set(SceneEntity, LightmapRef{"x.exr", hashToText(lightmap->hash)});
            std::array<double, 2> seen{};
            for (const double side : {1.0, -1.0}) {
                auto settings = rooms.settings();
                settings.exposure = side < 0 ? -4 : -1; // not white
                rooms.setSettings(settings);
                auto view = viewFrom({0, 1.5, z + side * (thickness / 2 + 0.7)}, {0, 1.5, z});
                view.mode = ViewMode::Lightmap;
                const auto level = pixelAt(GlFixture::picture(system, view), 100, 50).r / 255.0;
                seen[side > 0 ? 0 : 1] = std::pow(level, 2.2);
            }
            rooms.world.removeSystem(system);
            return seen;
        };
        const auto moving = lightOf(true);
        const auto standing = lightOf(false);
        // Without a light behind it, the back has what comes through the door: bakes leave it open.
        for (std::size_t side = 0; side < (behind > 0 ? 2 : 1); ++side)
            QVERIFY2(moving[side] > 0.4 * standing[side] && moving[side] < 2.5 * standing[side],
                     qPrintable(QString("side %1: %2 instead of %3")
                                    .arg(side)
                                    .arg(moving[side])
                                    .arg(standing[side])));
    }

    void aProbeOfTheLightmapReplacesTheBakedLights()
    {
        const auto cube = addModel(*m_world, "cube.obj");
        addLight(*m_world, {0, 0, 4});
        auto lightmap = std::make_shared<Lightmap>();
        lightmap->atlases.push_back({8, 8, std::vector<std::uint16_t>(8 * 8 * 3)});
        auto& probe = lightmap->probes[cube];
        probe.channels[0] = {0, 0, 0.5F, 0.5F}; // red light from +Z alone
        lightmap->hash = 99;
        m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
        Edit edit;
        edit.swaps.push_back(swapTo(SceneEntity, LightmapRef{"x.exr", hashToText(99)}));
        m_world->apply(edit);
        for (const auto quality : {ViewQuality::Fast, ViewQuality::Full}) {
            auto view = front();
            view.mode = ViewMode::Lightmap;
            view.quality = quality;
            const auto before = middle(view);
            QVERIFY2(before.r > 200 && before.g < 8 && before.b < 8, qPrintable(text(before)));
            auto behind = viewFrom({0, 0, -5}, {0, 0, 0});
            behind.mode = ViewMode::Lightmap;
            behind.quality = quality;
            QVERIFY(middle(behind).sum() < 30);
        }
    }

    void linesAloneShowAModelsEdges()
    {
        addModel(*m_world, "cube.obj");
        auto view = front();
        view.mode = ViewMode::Wireframe;
        const auto background = GlFixture::picture(*m_system, viewFrom({0, 50, 5}, {0, 99, 0}));
        const auto picture = GlFixture::picture(*m_system, view);
        int lit = 0;
        for (int x = 0; x < 200; ++x)
            lit += pixelAt(picture, x, 50).sum() > pixelAt(background, x, 50).sum() + 60 ? 1 : 0;
        QVERIFY2(lit >= 4 && lit < 20, qPrintable(QString::number(lit)));
    }

    void aSelectedModelHasOrangeEdgesAndAHiddenOneNone()
    {
        const auto cube = addModel(*m_world, "cube.obj");
        auto view = front();
        const auto plain = orange(view);
        view.selected = {cube};
        QVERIFY(orange(view) > plain + 50);
        Edit edit;
        edit.swaps.push_back(swapTo(cube, Node{.name = "c", .parent = {}, .hidden = true}));
        m_world->apply(edit);
        QCOMPARE(orange(view), plain);
        QVERIFY(middle(view).r < 80);
        view.gameView = true;
        QVERIFY(middle(view).r > 100);
    }

    void modelsFollowTheirPlaces()
    {
        const auto cube = addModel(*m_world, "cube.obj");
        auto view = front();
        view.mode = ViewMode::Unlit;
        QVERIFY(middle(view).r > 200);
        set(cube, TransformComponent{.position = {10, 0, 0}});
        QVERIFY(middle(view).r < 80);
        set(cube, TransformComponent{.scale = {-1, 1, 1}}); // inside out, but not seen through
        QVERIFY(middle(view).r > 200);
        Edit edit;
        addRemoval(*m_world, cube, edit);
        m_world->apply(edit);
        QVERIFY(middle(view).r < 80);
        m_world->apply(edit);
        QVERIFY(middle(view).r > 200);
    }

    void aMissingModelIsAMarkerBox()
    {
        addModel(*m_world, "gone.glb", {{0, 0, 0}, {1, 0, 0, 0}, {4, 4, 4}});
        auto view = front();
        view.mode = ViewMode::Unlit;
        const auto picture = GlFixture::picture(*m_system, view);
        const auto color = placeholderColor("#missing model");
        const auto byte = [](float linear) {
            return static_cast<int>(std::lround(srgbFromLinear(linear) * 255.F));
        };
        int seen = 0;
        for (int y = 40; y < 60; ++y)
            for (int x = 90; x < 110; ++x)
                seen += isNear(pixelAt(picture, x, y),
                               {byte(color.r), byte(color.g), byte(color.b)}, 12)
                            ? 1
                            : 0;
        QVERIFY(seen > 50);
    }

    void drawCallsDoNotDependOnTheNumberOfModels()
    {
        for (int i = 0; i < 10; ++i)
            addModel(*m_world, "cube.obj", {{i * 3.0, 0, 0}});
        auto view = viewFrom({0, 60, 0}, {0, 0, 0});
        view.camera.farPlane = 500;
        view.mode = ViewMode::Lit;
        const auto few = m_system->render(view);
        for (int i = 0; i < 990; ++i)
            addModel(*m_world, "cube.obj", {{(i % 33) * 3.0 - 50, 0, i / 33 * 3.0 - 45.0}});
        const auto many = m_system->render(view);
        QCOMPARE(many.drawCalls, few.drawCalls);
        QVERIFY(many.triangles > few.triangles * 20);
        view.mode = ViewMode::Wireframe;
        QVERIFY(m_system->render(view).drawCalls <= 3);
    }

    void aChangedFileIsShownAfterItsChange()
    {
        write("hot.obj", Cube);
        addModel(*m_world, "hot.obj");
        m_world->setMeshes(&m_gl->assets());
        auto view = front();
        view.mode = ViewMode::Unlit;
        QVERIFY(middle(view).r > 200);
        m_gl->assets().pollChanges();
        write("hot.obj", "v 20 0 0\nv 21 0 0\nv 20 1 0\nf 1 2 3\n");
        const auto told = m_gl->assets().changed.connect([&](const std::vector<AssetEntry>& all) {
            std::vector<std::string> paths;
            for (const auto& entry : all)
                paths.push_back(entry.path);
            m_world->notify(changesOfMeshes(*m_world, paths));
        });
        QTRY_VERIFY((m_gl->assets().pollChanges(), middle(view).r < 80));
    }

private:
    [[nodiscard]] fs::path root() const { return m_folder.path().toStdString(); }

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream{root() / "assets" / name} << text;
    }

    static ViewRequest front() { return viewFrom({0, 0, 5}, {0, 0, 0}); }

    static QString text(const Pixel& p)
    {
        return QStringLiteral("%1 %2 %3").arg(p.r).arg(p.g).arg(p.b);
    }

    [[nodiscard]] Pixel middle(const ViewRequest& view) const
    {
        return pixelAt(GlFixture::picture(*m_system, view), 100, 50);
    }

    [[nodiscard]] int orange(const ViewRequest& view) const
    {
        const auto picture = GlFixture::picture(*m_system, view);
        int count = 0;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 200; ++x)
                count += isNear(pixelAt(picture, x, y), {255, 180, 84}, 40) ? 1 : 0;
        return count;
    }

    template <typename T>
    void set(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        m_world->apply(edit);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<GlFixture> m_gl;
    std::unique_ptr<World> m_world;
    std::unique_ptr<RenderSystem> m_system;
};

CORE_TEST(TestRenderModels)
} // namespace tst_render_models

#include "tst_render_models.moc"
