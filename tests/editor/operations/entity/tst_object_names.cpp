#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_names.h"
#include "engine_core/scene/components/map_entity.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_object_names
{
using namespace editor;
using engine::Result;
using engine::Vec3d;
using mapwright::test::DocumentFixture;

/// What lists show of objects that many share a name.
class TestObjectNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void namesThatNobodyGaveAreKnown_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isGiven");
        for (const auto* name : {"Brush", "Box", "Box 12", "Cylinder", "Stairs 3", "Hull", ""})
            QTest::addRow("%s", name) << name << true;
        for (const auto* name : {"North wall", "Box of coal", "Boxes", "12", "Door leaf", "Box12"})
            QTest::addRow("%s", name) << name << false;
    }

    void namesThatNobodyGaveAreKnown()
    {
        QFETCH(QString, name);
        QTEST(isGivenName(name.toStdString()), "isGiven");
    }

    void brushesAreToldByMaterialAndSize()
    {
        DocumentFixture fixture;
        const auto brush = addBox(fixture, "Brush", "Materials/Spaceship/wall_panel");
        QCOMPARE(shown(fixture, brush), QStringLiteral("Brush: wall_panel, 4 x 2.5 x 0.25 m"));
        const auto plain = addBox(fixture, "Box 2", "");
        QCOMPARE(shown(fixture, plain), QStringLiteral("Box 2: 4 x 2.5 x 0.25 m"));
        const auto own = addBox(fixture, "North wall", "Materials/Spaceship/wall_panel");
        QCOMPARE(shown(fixture, own), QStringLiteral("North wall"));
        VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
            rename(edit, brush, "Door frame");
            return {};
        }));
        QCOMPARE(shown(fixture, brush), QStringLiteral("Door frame"));
    }

    void sizesAreToldToTheMillimetre()
    {
        DocumentFixture fixture;
        const auto brush = addBox(fixture, "Brush", "", {1234.5678, 10, 0.0301});
        QCOMPARE(shown(fixture, brush), QStringLiteral("Brush: 1234.568 x 10 x 0.03 m"));
    }

    void mapEntitiesAreToldByClassAndTarget()
    {
        DocumentFixture fixture;
        QCOMPARE(shown(fixture, addMapEntity(fixture, "lift1", "func_door", "")),
                 QStringLiteral("lift1 (func_door)"));
        QCOMPARE(shown(fixture, addMapEntity(fixture, "trigger_once", "trigger_once",
                                             "\"target\" \"lift1\"")),
                 QStringLiteral("trigger_once (target lift1)"));
        QCOMPARE(shown(fixture, addMapEntity(fixture, "light", "light", "\"light\" \"300\"")),
                 QStringLiteral("light"));
    }

    void whatIsGoneHasNoName()
    {
        DocumentFixture fixture;
        QCOMPARE(shown(fixture, EntityId{77}), QString{});
    }

private:
    static QString shown(const DocumentFixture& fixture, EntityId entity)
    {
        return QString::fromStdString(shownNameOf(fixture.document.world(), entity));
    }

    static EntityId addBox(DocumentFixture& fixture,
                           const char* name,
                           const char* material,
                           const Vec3d& size = {4, 2.5, 0.25})
    {
        EntityId made;
        const auto done = fixture.run([&](Transaction& edit) -> Result<void> {
            const auto box = createBox(edit, {Vec3d{0}, size}, engine::Name{material}, name);
            if (!box)
                return box.error();
            made = *box;
            return {};
        });
        ENGINE_EXPECT(done);
        return made;
    }

    static EntityId
    addMapEntity(DocumentFixture& fixture, const char* name, const char* kind, const char* keys)
    {
        EntityId made;
        const auto done = fixture.run([&](Transaction& edit) -> Result<void> {
            made = edit.create(name);
            edit.set(made, engine::MapEntity{kind, keys});
            return {};
        });
        ENGINE_EXPECT(done);
        return made;
    }
};

PLAIN_TEST(TestObjectNames)
} // namespace tst_object_names

#include "tst_object_names.moc"
