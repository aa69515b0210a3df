#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/inspector/inspector.h"
#include "engine_core/scene/components/map_entity.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QtTest>

namespace tst_map_keys_table
{
using namespace editor;
using engine::MapEntity;
using mapwright::test::TestEditor;

namespace
{
/// Two imported entities, the first of them selected.
struct Monsters
{
    TestEditor editor;
    EntityId ogre, knight;
    Inspector inspector{editor};

    Monsters()
    {
        (void)editor.document().run("Add", [&](Transaction& edit) -> engine::Result<void> {
            ogre = addEntity(edit, "ogre", {0, 0, 0});
            knight = addEntity(edit, "knight", {4, 0, 0});
            edit.set(ogre, MapEntity{"monster_ogre", R"("angle" "90" "noise" "roar.wav")"});
            edit.set(knight, MapEntity{"monster_knight", R"("angle" "45")"});
            return {};
        });
        show({ogre});
        inspector.resize(360, 700);
        inspector.show();
        inspector.activateWindow();
        (void)QTest::qWaitForWindowActive(&inspector);
    }

    void show(std::vector<EntityId> entities)
    {
        editor.document().selection().set(std::move(entities));
        inspector.refreshNow();
    }

    [[nodiscard]] QTableWidget& table()
    {
        auto* found = inspector.findChild<QTableWidget*>(QStringLiteral("mapKeys"));
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    [[nodiscard]] QString shown(int row, int column) { return table().item(row, column)->text(); }

    [[nodiscard]] std::string keys(EntityId entity)
    {
        return editor.document().world().get<MapEntity>(entity)->keys;
    }

    /// As a person does it: double click, type, Enter.
    void type(int row, int column, const QString& text)
    {
        auto& at = table();
        at.setCurrentCell(row, column);
        at.editItem(at.item(row, column));
        finish(text);
    }

    void finish(const QString& text)
    {
        auto* line = table().findChild<QLineEdit*>();
        ENGINE_EXPECT(line != nullptr);
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        QCoreApplication::processEvents(); // the editor hands its text over later
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        inspector.refreshNow();
    }

    void press(const char* button)
    {
        inspector.findChild<QPushButton*>(QLatin1String{button})->click();
    }
};
} // namespace

class TestMapKeysTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unknownKeysAreListed();
    void typedValuesAreOneStep();
    void keysAreAddedRenamedAndRemoved();
    void severalObjectsAreEditedTogether();
    void refusedNamesLeaveTheKeyAsItWas();
};

void TestMapKeysTable::unknownKeysAreListed()
{
    Monsters fixture;
    QCOMPARE(fixture.table().rowCount(), 2);
    QCOMPARE(fixture.shown(0, 0), QStringLiteral("angle"));
    QCOMPARE(fixture.shown(1, 0), QStringLiteral("noise"));
    QCOMPARE(fixture.shown(1, 1), QStringLiteral("roar.wav"));
    // The raw text has no row beside the table.
    QVERIFY(fixture.inspector.findChild<QWidget*>(QStringLiteral("prop.map_entity.className")));
    QVERIFY(!fixture.inspector.findChild<QWidget*>(QStringLiteral("prop.map_entity.keys")));
}

void TestMapKeysTable::typedValuesAreOneStep()
{
    Monsters fixture;
    auto& document = fixture.editor.document();
    const auto before = document.contentHash();
    const auto steps = document.history().position();
    fixture.type(1, 1, QStringLiteral("growl.wav"));
    QCOMPARE(fixture.keys(fixture.ogre), std::string{R"("angle" "90" "noise" "growl.wav")"});
    QCOMPARE(document.history().position(), steps + 1);
    document.undo();
    fixture.inspector.refreshNow();
    QCOMPARE(document.contentHash(), before);
    QCOMPARE(fixture.shown(1, 1), QStringLiteral("roar.wav"));
}

void TestMapKeysTable::keysAreAddedRenamedAndRemoved()
{
    Monsters fixture;
    fixture.press("mapKeyAdd");
    QCOMPARE(fixture.table().rowCount(), 3);
    fixture.finish(QStringLiteral("wait"));
    QCOMPARE(fixture.shown(2, 0), QStringLiteral("wait"));
    fixture.type(2, 1, QStringLiteral("-1"));
    QCOMPARE(fixture.keys(fixture.ogre),
             std::string{R"("angle" "90" "noise" "roar.wav" "wait" "-1")"});
    fixture.table().selectRow(0);
    fixture.press("mapKeyRemove");
    QCOMPARE(fixture.keys(fixture.ogre), std::string{R"("noise" "roar.wav" "wait" "-1")"});
    QCOMPARE(fixture.table().rowCount(), 2);
}

void TestMapKeysTable::severalObjectsAreEditedTogether()
{
    Monsters fixture;
    fixture.show({fixture.ogre, fixture.knight});
    QCOMPARE(fixture.table().rowCount(), 2);
    QCOMPARE(fixture.shown(0, 1), QString{}); // they differ
    QVERIFY(fixture.table().item(1, 0)->font().italic());
    fixture.type(0, 1, QStringLiteral("0"));
    QCOMPARE(fixture.keys(fixture.ogre), std::string{R"("angle" "0" "noise" "roar.wav")"});
    QCOMPARE(fixture.keys(fixture.knight), std::string{R"("angle" "0")"});
}

void TestMapKeysTable::refusedNamesLeaveTheKeyAsItWas()
{
    Monsters fixture;
    const auto before = fixture.editor.document().contentHash();
    fixture.type(0, 0, QStringLiteral("noise"));
    QCOMPARE(fixture.editor.document().contentHash(), before);
    QCOMPARE(fixture.shown(0, 0), QStringLiteral("angle"));
    QVERIFY(!fixture.editor.messages.empty());
    QCOMPARE(fixture.editor.messages.back(), std::string{"There is a key 'noise' already"});
}

GUI_TEST(TestMapKeysTable)
} // namespace tst_map_keys_table

#include "tst_map_keys_table.moc"
