#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/spatial/covered_faces.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_surface_table
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A box of one metre whose faces show these materials in turn.
Brush boxOf(std::initializer_list<std::string_view> materials)
{
    const auto box = makeBox({Vec3d{0}, Vec3d{1}});
    ENGINE_EXPECT(box);
    std::vector<BrushFace> faces(box->faces().begin(), box->faces().end());
    const std::vector<std::string_view> names{materials};
    for (std::size_t i = 0; i < faces.size(); ++i)
        faces[i].material = Name{names[i % names.size()]};
    auto painted = Brush::fromFaces(std::move(faces));
    ENGINE_EXPECT(painted);
    return *std::move(painted);
}

} // namespace

class TestSurfaceTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void toolTexturesAreKnownByTheirLastName_data()
    {
        QTest::addColumn<QString>("texture");
        QTest::addColumn<bool>("isTool");
        QTest::addColumn<bool>("seen");
        QTest::addColumn<bool>("collides");
        QTest::newRow("clip") << "clip" << true << false << true;
        QTest::newRow("in a folder, in capitals")
            << "textures/common/CAULK" << true << false << true;
        QTest::newRow("trigger") << "common/trigger" << true << false << false;
        QTest::newRow("Half-Life's trigger") << "AAATRIGGER" << true << false << false;
        QTest::newRow("hint") << "hint" << true << false << false;
        QTest::newRow("Source's nodraw") << "tools/toolsnodraw" << true << false << true;
        QTest::newRow("water") << "*04water1" << true << true << false;
        QTest::newRow("Half-Life's water") << "!toxi" << true << true << false;
        QTest::newRow("a folder of liquids") << "liquids/pool" << true << true << false;
        QTest::newRow("only a part of a name") << "clipboard" << false << true << true;
        QTest::newRow("a folder of that name") << "clip/wall" << false << true << true;
        QTest::newRow("a star alone") << "*" << false << true << true;
        QTest::newRow("nothing") << "" << false << true << true;
    }

    void toolTexturesAreKnownByTheirLastName()
    {
        QFETCH(QString, texture);
        QFETCH(bool, isTool);
        QFETCH(bool, seen);
        QFETCH(bool, collides);
        const auto traits = toolTraits(texture.toStdString());
        QCOMPARE(traits.has_value(), isTool);
        QCOMPARE(traits.value_or(SurfaceTraits{}).seen, seen);
        QCOMPARE(traits.value_or(SurfaceTraits{}).collides, collides);
    }

    void whatAProjectSaysCountsMoreThanTheName()
    {
        SurfaceTable table;
        const Name clip{"Materials/clip"};
        QVERIFY(!table.of(clip).seen);
        table.set(clip, {}); // a picture of paper clips
        QVERIFY(table.of(clip).seen);
        table.forget(clip);
        QVERIFY(!table.of(clip).seen);

        const Name fog{"fog"};
        table.set(fog, {.seen = true, .collides = false, .walkable = true, .castsShadow = true});
        QVERIFY(!table.of(fog).collides);
        table.set(fog, {});
        QVERIFY(table.of(fog) == SurfaceTraits{});
        QVERIFY(table == SurfaceTable{});
    }

    void brushesAreWhatTheirFacesMakeThem_data()
    {
        QTest::addColumn<QStringList>("materials");
        QTest::addColumn<bool>("seen");
        QTest::addColumn<bool>("allSeen");
        QTest::addColumn<bool>("solid");
        QTest::addColumn<bool>("seals");
        QTest::addColumn<bool>("baked");
        using Row = QStringList;
        QTest::newRow("a wall") << Row{"wall"} << true << true << true << true << true;
        QTest::newRow("clip") << Row{"clip"} << false << false << true << false << false;
        QTest::newRow("trigger") << Row{"trigger"} << false << false << false << false << false;
        QTest::newRow("hint and skip")
            << Row{"hint", "skip"} << false << false << false << false << false;
        QTest::newRow("caulk") << Row{"caulk"} << false << false << true << false << true;
        QTest::newRow("a wall with caulk behind")
            << Row{"wall", "caulk"} << true << false << true << true << true;
        QTest::newRow("a wall with nodraw behind")
            << Row{"wall", "nodraw"} << true << false << true << true << true;
        QTest::newRow("water") << Row{"*water"} << true << true << false << false << false;
        QTest::newRow("water of Quake III, whose sides are not drawn")
            << Row{"liquids/pool", "common/nodraw"} << true << false << false << false << false;
    }

    void brushesAreWhatTheirFacesMakeThem()
    {
        QFETCH(QStringList, materials);
        std::vector<std::string> texts;
        for (const auto& each : materials)
            texts.push_back(each.toStdString());
        const auto brush = texts.size() > 1 ? boxOf({texts[0], texts[1]}) : boxOf({texts[0]});
        const auto traits = traitsOf(brush, SurfaceTable{});
        QTEST(traits.seen, "seen");
        QTEST(traits.allSeen, "allSeen");
        QTEST(traits.solid, "solid");
        QTEST(traits.seals, "seals");
        QTEST(traits.isBaked, "baked");
    }

    void whatIsNotSeenCoversNothing()
    {
        for (const auto* material : {"wall", "clip"}) {
            World world;
            addBox(world, {0, 0, 0}, {2, 2, 2});
            addBox(world, {2, 0, 0}, {4, 2, 2}, "box", Name{material});
            QCOMPARE(coveredFaces(world).empty(), material == std::string_view{"clip"});
        }
    }

    void copiesOfAWorldShareItsTable()
    {
        World world;
        auto table = std::make_shared<SurfaceTable>();
        const Name glass{"glass"};
        table->set(glass,
                   {.seen = true, .collides = true, .walkable = false, .castsShadow = false});
        world.setSurfaces(table);
        const World copy{world};
        QVERIFY(!copy.surfaces().of(glass).castsShadow);
    }

    void onlyBrushesOfTheMaterialsAreToldOf()
    {
        World world;
        const auto a = addBox(world, {0, 0, 0}, {2, 2, 2}, "a", Name{"fog"});
        addBox(world, {4, 0, 0}, {6, 2, 2}, "b", Name{"wall"});
        const auto changes = changesOfSurfaces(world, std::vector{Name{"fog"}});
        QCOMPARE(changes.changes.size(), 1U);
        QCOMPARE(changes.changes.front().entity, a);
        QVERIFY(changesOfSurfaces(world, std::vector<Name>{}).changes.empty());
    }
};

PLAIN_TEST(TestSurfaceTable)
} // namespace tst_surface_table

#include "tst_surface_table.moc"
