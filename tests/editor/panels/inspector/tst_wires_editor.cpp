#include "editor/operations/entity/parts.h"
#include "editor/panels/fields/entity_field.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/inspector.h"
#include "engine_core/scene/components/wires.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QtTest>

namespace tst_wires_editor
{
using namespace editor;
using engine::Value;
using engine::Wire;
using engine::Wires;
using mapwright::test::PlayFixture;
using mapwright::test::TestEditor;

/// The wires of a door in the inspector.
class TestWiresEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_project = std::make_unique<PlayFixture>();
        m_editor = std::make_unique<TestEditor>(m_project->assets);
        VERIFY_OK(document().run("Add", [this](Transaction& step) -> engine::Result<void> {
            m_door = *placePart(step, *findPartKind("door"), {0, 0, 0});
            m_counter = *placePart(step, *findPartKind("counter"), {4, 0, 0});
            step.set(m_door, Wires{});
            return {};
        }));
        document().selection().set({m_door});
        m_inspector = std::make_unique<Inspector>(*m_editor);
        m_inspector->resize(360, 1200);
        m_inspector->show();
        QVERIFY(find<QPushButton>("wireAdd") != nullptr);
    }

    void cleanup()
    {
        m_inspector.reset();
        m_editor.reset();
        m_project.reset();
    }

    void aWireIsAddedFilledInAndRemoved()
    {
        const auto before = document().contentHash();
        QVERIFY(find<QComboBox>("wireOutput")->isHidden() ||
                !find<QComboBox>("wireOutput")->isVisible());
        find<QPushButton>("wireAdd")->click();
        QCOMPARE(wires().size(), 1U);
        find<EntityField>("wireTarget")->picked(m_counter);
        choose("wireOutput", "opened");
        choose("wireMessage", "addAmount");
        type("wireValue", "2.5");
        QVERIFY(find<NumberField>("wireDelay")->commit([](double) { return 0.5; }));
        find<QCheckBox>("wireOnce")->click();
        QVERIFY(wires().front() == (Wire{"opened", m_counter, "addAmount", Value{2.5}, 0.5, true}));
        QCOMPARE(find<QListWidget>("wires")->item(0)->text(),
                 QStringLiteral("opened -> Counter: addAmount 2.5, after 0.5 s, once"));

        find<QPushButton>("wireAdd")->click(); // like the chosen one
        QCOMPARE(wires().size(), 2U);
        find<QPushButton>("wireRemove")->click();
        QCOMPARE(wires().size(), 1U);
        while (document().contentHash() != before)
            document().undo();
        QVERIFY(wires().empty());
        m_inspector->refreshNow();
        QCOMPARE(find<QListWidget>("wires")->count(), 0);
    }

    void whatTheScriptsDeclareIsOffered()
    {
        find<QPushButton>("wireAdd")->click();
        find<EntityField>("wireTarget")->picked(m_counter);
        QVERIFY(find<QComboBox>("wireOutput")->findText(QStringLiteral("opened")) >= 0);
        QVERIFY(find<QComboBox>("wireOutput")->findText(QStringLiteral("used")) >= 0);
        QVERIFY(find<QComboBox>("wireMessage")->findText(QStringLiteral("subtract")) >= 0);
        QVERIFY(find<QComboBox>("wireMessage")->findText(QStringLiteral("onStart")) < 0);
    }

    void valuesAreTypedByTheirLooks_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("kind");
        QTest::newRow("nothing") << "" << 0;
        QTest::newRow("switch") << "true" << 1;
        QTest::newRow("number") << "-3" << 3;
        QTest::newRow("text") << "hello" << 4;
        QTest::newRow("place") << "1, 2, 3" << 6;
    }

    void valuesAreTypedByTheirLooks()
    {
        QFETCH(QString, typed);
        QFETCH(int, kind);
        find<QPushButton>("wireAdd")->click();
        type("wireValue", typed);
        QCOMPARE(static_cast<int>(wires().front().value.data.index()), kind);
        QCOMPARE(find<QLineEdit>("wireValue")->text(), typed);
    }

    void theTargetShowsWhoTellsItAndAClickGoesThere()
    {
        document().selection().set({m_counter});
        auto* told = find<QListWidget>("incomingWires");
        QVERIFY(told != nullptr);
        QVERIFY(!told->isVisible());
        setWires({{"opened", m_counter, "addAmount", Value{2.5}, 0.5}, {"closed", {}, "reset"}});
        m_inspector->refreshNow();
        QVERIFY(told->isVisible());
        QCOMPARE(told->count(), 1);
        QCOMPARE(told->item(0)->text(),
                 QStringLiteral("from Door: opened -> addAmount 2.5, after 0.5 s"));
        Q_EMIT told->itemClicked(told->item(0));
        QCOMPARE(document().selection().entities(), std::vector{m_door});
        QVERIFY(!find<QListWidget>("incomingWires")->isVisible()); // nobody tells the door
    }

    void whatTellsTheTargetIsReadAgainAfterAnEditOfOthers()
    {
        document().selection().set({m_counter});
        setWires({{"opened", m_counter, "add"}});
        QTRY_COMPARE(find<QListWidget>("incomingWires")->count(), 1);
        document().undo();
        QTRY_COMPARE(find<QListWidget>("incomingWires")->count(), 0);
        QVERIFY(!find<QListWidget>("incomingWires")->isVisible());
    }

private:
    void setWires(std::vector<Wire> list)
    {
        VERIFY_OK(document().run("Wire", [&](Transaction& step) -> engine::Result<void> {
            step.set(m_door, Wires{std::move(list)});
            return {};
        }));
    }

    [[nodiscard]] Document& document() { return m_editor->document(); }

    [[nodiscard]] std::vector<Wire> wires() { return document().world().get<Wires>(m_door)->list; }

    template <typename T>
    [[nodiscard]] T* find(const char* name)
    {
        return m_inspector->findChild<T*>(QString::fromLatin1(name));
    }

    void choose(const char* box, const char* name)
    {
        auto* found = find<QComboBox>(box);
        const int at = found->findText(QString::fromLatin1(name));
        QVERIFY2(at >= 0, name);
        found->setCurrentIndex(at);
        Q_EMIT found->activated(at);
    }

    void type(const char* field, const QString& text)
    {
        auto* found = find<QLineEdit>(field);
        found->setText(text);
        Q_EMIT found->editingFinished();
    }

    std::unique_ptr<PlayFixture> m_project;
    std::unique_ptr<TestEditor> m_editor;
    std::unique_ptr<Inspector> m_inspector;
    EntityId m_door, m_counter;
};

GUI_TEST(TestWiresEditor)
} // namespace tst_wires_editor

#include "tst_wires_editor.moc"
