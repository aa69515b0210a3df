#include "editor/operations/brush/texture_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/engine_core/interchange/maps/map_boxes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_texture_operations
{
using namespace editor;
using namespace mapwright::test;
using engine::MapTexture;
using engine::Name;

namespace
{
std::string worldspawn(const std::string& brushes)
{
    return "{\n\"classname\" \"worldspawn\"\n" + brushes + "}\n";
}

/// A cube of 64 units whose faces have half a repeat across.
std::string primitiveBox(const std::string& texture)
{
    const auto face = [&](const char* points) {
        return std::string{points} + " ( ( 0.0078125 0 0 ) ( 0 0.0078125 0 ) ) " + texture +
               " 0 0 0\n";
    };
    return "{\nbrushDef\n{\n" + face("( 0 0 0 ) ( 0 64 0 ) ( 0 0 64 )") +
           face("( 64 0 0 ) ( 64 0 64 ) ( 64 64 0 )") + face("( 0 0 0 ) ( 0 0 64 ) ( 64 0 0 )") +
           face("( 0 64 0 ) ( 64 64 0 ) ( 0 64 64 )") + face("( 0 0 0 ) ( 64 0 0 ) ( 0 64 0 )") +
           face("( 0 0 64 ) ( 0 64 64 ) ( 64 0 64 )") + "}\n}\n";
}

/// A document into which a map was imported that knew no textures.
struct Imported : DocumentFixture
{
    void add(const std::string& text)
    {
        const auto map = engine::importMap(text, {});
        ENGINE_EXPECT(map);
        ENGINE_EXPECT(run([&](Transaction& edit) -> engine::Result<void> {
            (void)addObjects(edit, *map->world);
            return {};
        }));
    }

    void dress(const FoundTextures& found)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) {
            return adoptTextures(edit, brushesWith(document.world(), found), found);
        }));
    }

    /// How many metres a repeat covers on the first brush that shows the material.
    [[nodiscard]] engine::Vec2d scaleOf(const char* material) const
    {
        const auto faces = facesWith(document.world(), Name{material});
        ENGINE_EXPECT(!faces.empty());
        return glm::abs(brushOf(faces.front().entity).faces()[faces.front().face].uv.scale);
    }
};

const MapTexture Wide{Name{"Textures/wide"}, {256, 128}};
} // namespace

class TestTextureOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void texelsAreRightOnceTheirSizeIsKnown()
    {
        Imported level;
        level.add(worldspawn(boxText({0, 0, 0}, {64, 64, 64}, "wide")));
        const auto assumed = level.scaleOf("wide");
        level.dress({{Name{"wide"}, Wide}});
        QCOMPARE(level.scaleOf("Textures/wide").x, assumed.x * 4);
        QCOMPARE(level.scaleOf("Textures/wide").y, assumed.y * 2);
        level.document.undo();
        QCOMPARE(level.scaleOf("wide"), assumed);
    }

    void repeatsStayAsTheyAre()
    {
        Imported level;
        level.add(worldspawn(primitiveBox("wide") + boxText({128, 0, 0}, {192, 64, 64}, "other")));
        const auto scale = level.scaleOf("wide");
        QVERIFY(std::abs(scale.x - 128 * engine::DefaultMapScale) < 1e-9);
        level.dress({{Name{"wide"}, Wide}});
        QCOMPARE(level.scaleOf("Textures/wide"), scale);
    }

    void whatSeveralMapsSaidIsKept()
    {
        Imported level;
        level.add(worldspawn(primitiveBox("wide")));
        level.add(worldspawn(primitiveBox("tall")));
        const auto* noted = level.document.world().get<engine::MapTextures>(engine::SceneEntity);
        QVERIFY(noted != nullptr);
        QCOMPARE(noted->inRepeats, std::string{"tall\nwide\n"});
        QVERIFY(listsTexture(*noted, "wide"));
        QVERIFY(!listsTexture(*noted, "wid"));
        QVERIFY(!listsTexture(*noted, ""));
        level.document.undo();
        level.document.undo();
        QVERIFY(level.document.world().get<engine::MapTextures>(engine::SceneEntity) == nullptr);
    }

    void oneMaterialIsReplacedByAnother()
    {
        Imported level;
        level.add(worldspawn(boxText({0, 0, 0}, {64, 64, 64}, "a") +
                             boxText({128, 0, 0}, {192, 64, 64}, "b")));
        VERIFY_OK(level.run(
            [](Transaction& edit) { return replaceMaterial(edit, Name{"a"}, Name{"b"}); }));
        QCOMPARE(facesWith(level.document.world(), Name{"b"}).size(), 12U);
        level.document.undo();
        QCOMPARE(facesWith(level.document.world(), Name{"a"}).size(), 6U);
    }
};

PLAIN_TEST(TestTextureOperations)
} // namespace tst_texture_operations

#include "tst_texture_operations.moc"
