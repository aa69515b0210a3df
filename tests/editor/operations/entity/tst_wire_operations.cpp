#include "editor/operations/entity/wire_operations.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_wire_operations
{
using namespace editor;
using engine::Wire;
using engine::Wires;
using mapwright::test::DocumentFixture;

/// Wires as the mouse draws them.
class TestWireOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theLikelyPairIsOffered_data()
    {
        QTest::addColumn<QStringList>("outputs");
        QTest::addColumn<QStringList>("messages");
        QTest::addColumn<QString>("pair");
        const QStringList door{"used", "opening", "opened", "closing", "closed"};
        const QStringList lamp{"switchOn", "switchOff", "toggle", "destroy"};
        QTest::newRow("a door and a lamp") << door << lamp << "opened switchOn";
        QTest::newRow("a button and a lamp")
            << QStringList{"used", "pressed", "released"} << lamp << "pressed toggle";
        QTest::newRow("a trigger and a door")
            << QStringList{"entered", "left", "used"} << QStringList{"open", "close", "destroy"}
            << "entered open";
        QTest::newRow("a part in a trigger fires its own output first")
            << QStringList{"entered", "left", "used", "hurt"} << QStringList{"add", "destroy"}
            << "hurt add";
        QTest::newRow("no script at all")
            << QStringList{"used"} << QStringList{"destroy"} << "used destroy";
        QTest::newRow("nobody listens") << door << QStringList{} << "opened ";
    }

    void theLikelyPairIsOffered()
    {
        QFETCH(QStringList, outputs);
        QFETCH(QStringList, messages);
        QFETCH(QString, pair);
        const auto found = likelyWire(texts(outputs), texts(messages));
        QCOMPARE(QString::fromStdString(found.output + " " + found.message), pair);
    }

    void thePairThatIsThereIsPassedOver()
    {
        const std::vector<std::string> outputs{"used", "turnedOn", "turnedOff"};
        const std::vector<std::string> messages{"switchOn", "switchOff"};
        std::vector<WirePair> taken;
        taken.push_back(likelyWire(outputs, messages, taken));
        QVERIFY((taken.front() == WirePair{"turnedOn", "switchOn"}));
        QVERIFY((likelyWire(outputs, messages, taken) == WirePair{"turnedOff", "switchOff"}));
    }

    void aWireIsAppendedAndTakenBack()
    {
        DocumentFixture level;
        const auto door = level.addPoint({0, 0, 0}, "door");
        const auto lamp = level.addPoint({4, 0, 0}, "lamp");
        const auto before = level.document.contentHash();
        VERIFY_OK(draw(level, door, {"opened", lamp, "switchOn"}));
        VERIFY_OK(draw(level, door, {"closed", lamp, "switchOff"}));
        const auto after = level.document.contentHash();
        QCOMPARE(level.get<Wires>(door).list.size(), 2U);
        QVERIFY((wiresBetween(level.document.world(), door, lamp).back() ==
                 WirePair{"closed", "switchOff"}));
        level.document.undo();
        level.document.undo();
        QCOMPARE(level.document.contentHash(), before);
        level.document.redo();
        level.document.redo();
        QCOMPARE(level.document.contentHash(), after);
    }

    void whatIsNoWireIsRefused()
    {
        DocumentFixture level;
        const auto door = level.addPoint({0, 0, 0}, "door");
        const auto before = level.document.contentHash();
        QVERIFY(!draw(level, door, {"opened", engine::EntityId{12345}, "switchOn"}));
        QVERIFY(!draw(level, door, {"opened", door, ""}));
        QVERIFY(!draw(level, engine::EntityId{12345}, {"opened", door, "open"}));
        QCOMPARE(level.document.contentHash(), before);
        VERIFY_OK(level.run([&](Transaction& step) -> engine::Result<void> {
            step.set(door, Wires{std::vector(Wires::MaxWires, Wire{"opened", door, "open"})});
            return {};
        }));
        QVERIFY(!draw(level, door, {"opened", door, "open"}));
    }

    void aTargetKnowsWhoTellsIt()
    {
        DocumentFixture level;
        const auto door = level.addPoint({0, 0, 0}, "door");
        const auto button = level.addPoint({2, 0, 0}, "button");
        const auto lamp = level.addPoint({4, 0, 0}, "lamp");
        VERIFY_OK(draw(level, button, {"pressed", lamp, "toggle"}));
        VERIFY_OK(draw(level, door, {"opened", button, "press"}));
        VERIFY_OK(draw(level, door, {"opened", lamp, "switchOn"}));
        const auto& world = level.document.world();
        const auto found = incomingWires(world, lamp, 10);
        QCOMPARE(found.size(), 2U);
        QCOMPARE(found[0].from, door);
        QCOMPARE(found[0].place, 1U);
        QCOMPARE(found[1].from, button);
        QCOMPARE(incomingWires(world, lamp, 1).size(), 1U);
        QVERIFY(incomingWires(world, door, 10).empty());
    }

    void aWireEndsAtWhatIsAboveTheBrush()
    {
        DocumentFixture level;
        const auto group = level.addPoint({0, 0, 0}, "house");
        const auto door = level.addPoint({0, 0, 0}, "door", group);
        const auto leaf = level.addBox({0, 0, 0}, {1, 2, 0.25}, "leaf", door);
        const auto lamp = level.addPoint({4, 0, 0}, "lamp");
        VERIFY_OK(level.run([&](Transaction& step) -> engine::Result<void> {
            step.set(door, engine::Script{});
            step.set(lamp, engine::Light{});
            return {};
        }));
        const auto& world = level.document.world();
        QCOMPARE(wireEndAbove(world, leaf), door);
        QCOMPARE(wireEndAbove(world, lamp), lamp);
        QVERIFY(!wireEndAbove(world, group));
        QVERIFY(!wireEndAbove(world, {}));
    }

private:
    static engine::Result<void> draw(DocumentFixture& level, engine::EntityId from, Wire wire)
    {
        return level.run(
            [&](Transaction& step) { return appendWire(step, from, std::move(wire)); });
    }

    static std::vector<std::string> texts(const QStringList& list)
    {
        std::vector<std::string> all;
        for (const auto& each : list)
            all.push_back(each.toStdString());
        return all;
    }
};

PLAIN_TEST(TestWireOperations)
} // namespace tst_wire_operations

#include "tst_wire_operations.moc"
