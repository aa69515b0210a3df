#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/inspector/inspector.h"
#include "editor/panels/map_keys/map_key_editor.h"
#include "engine_core/scene/components/map_entity.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
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

    /// As after an FGD file was put into the project's folder.
    void
    learnClasses(const char* text =
                     "@PointClass = monster_ogre : \"Ogre <b>\" [ noise(sound) : \"Noise\"\n"
                     "speed(integer) : \"Speed\" : 90 : \"Of its walk\"\n"
                     "spawnflags(flags) = [ 1 : \"Ambush\" : 0 2 : \"Crucified\" : 0 ]\n"
                     "sounds(choices) : \"Voice\" : 0 = [ 0 : \"Low\" 1 : \"High\" ]\n"
                     "_color(color255) : \"Colour\"\n target(target_destination) : \"Target\" ]\n")
    {
        engine::GameClassFiles files;
        engine::readGameClasses(text, "game.fgd", files, [](const std::string&) { return false; });
        classes = std::move(files.classes);
        editor.classesOfGame = &classes;
        show({ogre});
    }

    /// The row of the key, which is chosen then.
    int choose(const char* key)
    {
        for (int row = 0; row < table().rowCount(); ++row)
            if (shown(row, 0) == QLatin1String{key}) {
                table().setCurrentCell(row, 1);
                return row;
            }
        ENGINE_EXPECT(false);
        return -1;
    }

    template <typename Field>
    [[nodiscard]] Field& field()
    {
        auto* editorOfKey = inspector.findChild<MapKeyEditor*>();
        ENGINE_EXPECT(editorOfKey != nullptr);
        auto* found = editorOfKey->findChild<Field*>(QStringLiteral("mapKeyField"));
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    engine::GameClasses classes;

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
    void keysThatTheGameKnowsFollowInGrey();
    void aKeyThatIsSetMovesUpAndStaysChosen();
    void flagsAreBoxes();
    void anotherClassHasItsOwnFlags();
    void choicesAreNamed();
    void coloursKeepWhatFollowsThem();
    void targetsAreChosenByName();
    void aTargetThatNobodyBearsStaysInTheList();
    void objectsOfTwoClassesShowWhatTheyHave();
    void classesAreCompleted();
    void aChosenClassIsAStep();
    void aChosenClassThatIsLeftIsAStep();
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

void TestMapKeysTable::keysThatTheGameKnowsFollowInGrey()
{
    Monsters fixture;
    fixture.learnClasses();
    QCOMPARE(fixture.table().rowCount(), 7);
    QCOMPARE(fixture.shown(1, 0), QStringLiteral("noise"));
    QCOMPARE(fixture.shown(2, 0), QStringLiteral("speed"));
    QCOMPARE(fixture.shown(2, 1), QStringLiteral("90"));
    QVERIFY(fixture.table().item(2, 0)->foreground() != fixture.table().item(1, 0)->foreground());
    QVERIFY((fixture.table().item(2, 0)->flags() & Qt::ItemIsEditable) == 0);
    QVERIFY((fixture.table().item(1, 0)->flags() & Qt::ItemIsEditable) != 0);
    const auto& help = *fixture.inspector.findChild<QLabel*>(QStringLiteral("mapKeyHelp"));
    QCOMPARE(help.text(), QStringLiteral("Ogre <b>"));
    QCOMPARE(help.textFormat(), Qt::PlainText);
    fixture.choose("speed");
    QCOMPARE(help.text(), QStringLiteral("Of its walk"));
    // What is not there cannot be removed.
    QVERIFY(
        !fixture.inspector.findChild<QPushButton*>(QStringLiteral("mapKeyRemove"))->isEnabled());
    QCOMPARE(fixture.keys(fixture.ogre), std::string{R"("angle" "90" "noise" "roar.wav")"});
}

void TestMapKeysTable::aKeyThatIsSetMovesUpAndStaysChosen()
{
    Monsters fixture;
    fixture.learnClasses();
    fixture.type(fixture.choose("target"), 1, QStringLiteral("gate"));
    QCOMPARE(fixture.keys(fixture.ogre),
             std::string{R"("angle" "90" "noise" "roar.wav" "target" "gate")"});
    QCOMPARE(fixture.shown(2, 0), QStringLiteral("target"));
    QCOMPARE(fixture.table().currentRow(), 2);
    QCOMPARE(fixture.table().rowCount(), 7);
}

void TestMapKeysTable::flagsAreBoxes()
{
    Monsters fixture;
    fixture.learnClasses();
    fixture.choose("spawnflags");
    const auto boxes = fixture.field<QWidget>().findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 2);
    QCOMPARE(boxes[1]->text(), QStringLiteral("Crucified (2)"));
    const auto steps = fixture.editor.document().history().position();
    boxes[1]->click();
    fixture.inspector.refreshNow();
    QCOMPARE(fixture.keys(fixture.ogre),
             std::string{R"("angle" "90" "noise" "roar.wav" "spawnflags" "2")"});
    boxes[0]->click();
    boxes[1]->click();
    QCOMPARE(fixture.keys(fixture.ogre),
             std::string{R"("angle" "90" "noise" "roar.wav" "spawnflags" "1")"});
    QCOMPARE(fixture.editor.document().history().position(), steps + 3);
    fixture.editor.document().undo();
    fixture.inspector.refreshNow();
    QVERIFY(boxes[0]->isChecked() && boxes[1]->isChecked());
}

void TestMapKeysTable::anotherClassHasItsOwnFlags()
{
    Monsters fixture;
    fixture.learnClasses("@PointClass = monster_ogre [ spawnflags(flags) = [ 1 : \"Ambush\" : 0 "
                         "2 : \"Crucified\" : 0 ] ]\n"
                         "@PointClass = monster_knight [ spawnflags(flags) = [ 4 : \"Kneels\" : 0 "
                         "] ]\n");
    fixture.choose("spawnflags");
    QCOMPARE(fixture.field<QWidget>().findChildren<QCheckBox*>().size(), 2);
    fixture.show({fixture.knight});
    fixture.choose("spawnflags");
    const auto boxes = fixture.field<QWidget>().findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 1);
    QCOMPARE(boxes[0]->text(), QStringLiteral("Kneels (4)"));
    boxes[0]->click();
    QCOMPARE(fixture.keys(fixture.knight), std::string{R"("angle" "45" "spawnflags" "4")"});
}

void TestMapKeysTable::choicesAreNamed()
{
    Monsters fixture;
    fixture.learnClasses();
    fixture.choose("sounds");
    auto& list = fixture.field<QComboBox>();
    QCOMPARE(list.currentText(), QStringLiteral("Low (0)"));
    list.setCurrentIndex(1);
    Q_EMIT list.activated(1);
    QCOMPARE(fixture.keys(fixture.ogre),
             std::string{R"("angle" "90" "noise" "roar.wav" "sounds" "1")"});
    fixture.type(fixture.choose("sounds"), 1, QStringLiteral("7"));
    QCOMPARE(list.currentText(), QStringLiteral("7"));
    QCOMPARE(list.count(), 3);
}

void TestMapKeysTable::coloursKeepWhatFollowsThem()
{
    QCOMPARE(mapColorOf("255 128 0 300", true), QColor(255, 128, 0));
    QCOMPARE(mapColorOf("1 0.5 0", false), QColor::fromRgbF(1, 0.5f, 0));
    QVERIFY(!mapColorOf("255 128", true).isValid());
    QVERIFY(!mapColorOf("red green blue", true).isValid());
    QCOMPARE(withMapColor("255 128 0 300", QColor(1, 2, 3), true), std::string{"1 2 3 300"});
    QCOMPARE(withMapColor({}, QColor(255, 0, 255), false), std::string{"1 0 1"});
}

void TestMapKeysTable::targetsAreChosenByName()
{
    Monsters fixture;
    fixture.learnClasses();
    (void)fixture.editor.document().run("Name", [&](Transaction& edit) -> engine::Result<void> {
        edit.set(fixture.knight, MapEntity{"monster_knight", R"("targetname" "sir")"});
        return {};
    });
    fixture.choose("target");
    auto& list = fixture.field<QComboBox>();
    list.showPopup();
    QCOMPARE(list.findText(QStringLiteral("sir")), 0);
    list.setCurrentIndex(0);
    Q_EMIT list.textActivated(QStringLiteral("sir"));
    list.hidePopup();
    QCOMPARE(fixture.keys(fixture.ogre),
             std::string{R"("angle" "90" "noise" "roar.wav" "target" "sir")"});
}

void TestMapKeysTable::aTargetThatNobodyBearsStaysInTheList()
{
    Monsters fixture;
    fixture.learnClasses();
    fixture.type(fixture.choose("target"), 1, QStringLiteral("gate"));
    fixture.choose("target");
    auto& list = fixture.field<QComboBox>();
    QCOMPARE(list.currentText(), QStringLiteral("gate"));
    list.showPopup();
    list.hidePopup();
    QCOMPARE(list.currentText(), QStringLiteral("gate"));
    QCOMPARE(list.count(), 1);
}

void TestMapKeysTable::objectsOfTwoClassesShowWhatTheyHave()
{
    Monsters fixture;
    fixture.learnClasses();
    fixture.show({fixture.ogre, fixture.knight});
    QCOMPARE(fixture.table().rowCount(), 2);
}

void TestMapKeysTable::classesAreCompleted()
{
    Monsters fixture;
    fixture.learnClasses();
    fixture.editor.document().selection().clear();
    fixture.inspector.refreshNow();
    fixture.show({fixture.ogre});
    auto* field =
        fixture.inspector.findChild<QLineEdit*>(QStringLiteral("prop.map_entity.className"));
    QVERIFY(field != nullptr && field->completer() != nullptr);
    QCOMPARE(field->completer()->completionCount(), 1);
}

/// As the list of classes does it: it sets the text, and nobody has typed that.
void TestMapKeysTable::aChosenClassIsAStep()
{
    Monsters fixture;
    fixture.learnClasses();
    fixture.editor.document().selection().clear();
    fixture.inspector.refreshNow();
    fixture.show({fixture.knight});
    auto* field =
        fixture.inspector.findChild<QLineEdit*>(QStringLiteral("prop.map_entity.className"));
    QVERIFY(field != nullptr && field->completer() != nullptr);
    field->setFocus();
    const auto chosen = QStringLiteral("monster_ogre");
    field->setText(chosen);
    Q_EMIT field->completer()->activated(chosen);
    const auto name = [&] {
        return fixture.editor.document().world().get<MapEntity>(fixture.knight)->className;
    };
    QTRY_COMPARE(name(), std::string{"monster_ogre"});
    fixture.editor.document().undo();
    QCOMPARE(name(), std::string{"monster_knight"});
}

void TestMapKeysTable::aChosenClassThatIsLeftIsAStep()
{
    Monsters fixture;
    fixture.show({fixture.knight});
    auto* field =
        fixture.inspector.findChild<QLineEdit*>(QStringLiteral("prop.map_entity.className"));
    QVERIFY(field != nullptr);
    field->setText(QStringLiteral("monster_ogre"));
    Q_EMIT field->editingFinished();
    QCOMPARE(fixture.editor.document().world().get<MapEntity>(fixture.knight)->className,
             std::string{"monster_ogre"});
}

GUI_TEST(TestMapKeysTable)
} // namespace tst_map_keys_table

#include "tst_map_keys_table.moc"
