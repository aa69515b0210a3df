#include "editor/app/play/keep_rules.h"
#include "editor/app/play/play_controller.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QtTest>

namespace tst_game_changes
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What a game makes of the level, and how some of it is kept.
class TestGameChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void cleanup() { m_fixture.window().play().stop(); }

    void whatTheGameHasMadeCanBeKept();
    void theChangesOfAGameCanBeKeptAfterItsEnd();
    void whatARuleNamesIsKeptAtTheEnd();

private:
    EntityId addLamp();
    void dim(EntityId lamp);

    WindowFixture m_fixture;
};

void TestGameChanges::whatTheGameHasMadeCanBeKept()
{
    auto& window = m_fixture.window();
    auto& document = m_fixture.document();
    EntityId light;
    EntityId other;
    VERIFY_OK(document.run("Lights", [&](Transaction& edit) -> Result<void> {
        for (auto* each : {&light, &other}) {
            *each = edit.create("Light");
            edit.set(*each, TransformComponent{});
            edit.set(*each, Light{});
        }
        return {};
    }));
    const auto before = document.contentHash();
    document.selection().set({light});
    m_fixture.command("play.start");
    auto& played = window.play().session()->world();
    const auto change = [&](EntityId entity) {
        Edit edit;
        auto brighter = *played.get<Light>(entity);
        brighter.range += 1.5F;
        auto place = *played.get<TransformComponent>(entity);
        place.position.y -= 0.5;
        edit.swaps.push_back(swapTo(entity, brighter));
        edit.swaps.push_back(swapTo(entity, place));
        played.apply(edit);
    };
    m_fixture.command("play.keep");
    QCOMPARE(document.contentHash(), before); // nothing has changed yet
    change(light);
    change(other);
    QCOMPARE(document.contentHash(), before); // by playing alone
    m_fixture.command("play.keep");
    QCOMPARE(document.history().entries().back().label, std::string{"Keep 1 object as played"});
    QVERIFY(*document.world().get<Light>(light) == *played.get<Light>(light));
    QVERIFY(*document.world().get<TransformComponent>(light) ==
            *played.get<TransformComponent>(light));
    QVERIFY(!(*document.world().get<Light>(other) == *played.get<Light>(other)));
    m_fixture.command("play.keepAll");
    QVERIFY(*document.world().get<Light>(other) == *played.get<Light>(other));
    window.play().stop();
    QVERIFY(document.contentHash() != before);
    document.undo();
    document.undo();
    QCOMPARE(document.contentHash(), before);
}

EntityId TestGameChanges::addLamp()
{
    EntityId lamp;
    const auto added = m_fixture.document().run("Lamp", [&](Transaction& edit) -> Result<void> {
        lamp = edit.create("Dimmed lamp");
        edit.set(lamp, TransformComponent{});
        edit.set(lamp, Light{});
        return {};
    });
    return added ? lamp : EntityId{};
}

/// In the running game.
void TestGameChanges::dim(EntityId lamp)
{
    auto& played = m_fixture.window().play().session()->world();
    Edit edit;
    Light dimmed;
    dimmed.intensity = 7;
    dimmed.range = 2;
    edit.swaps.push_back(swapTo(lamp, dimmed));
    edit.swaps.push_back(swapTo(lamp, TransformComponent{.position = {0, 1, 0}}));
    played.apply(edit);
}

void TestGameChanges::theChangesOfAGameCanBeKeptAfterItsEnd()
{
    auto& window = m_fixture.window();
    auto& document = m_fixture.document();
    const auto lamp = addLamp();
    const auto before = document.contentHash();
    m_fixture.command("play.changes");
    m_fixture.command("play.start");
    dim(lamp);
    window.play().stop();
    QCOMPARE(document.contentHash(), before);
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("gameChangesTree"));
    auto* keep = window.findChild<QPushButton*>(QStringLiteral("gameChangesKeep"));
    auto* filter = window.findChild<QLineEdit*>(QStringLiteral("gameChangesFilter"));
    QVERIFY(tree != nullptr && keep != nullptr && filter != nullptr);
    QTRY_VERIFY(tree->isVisible());
    auto& model = *tree->model();
    QVERIFY(!keep->isEnabled()); // nothing is ticked by itself
    filter->setText(QStringLiteral("dimmed"));
    QCOMPARE(model.rowCount(), 1);
    const auto object = model.index(0, 0);
    QCOMPARE(object.data().toString(), QStringLiteral("Dimmed lamp"));
    QCOMPARE(model.rowCount(object), 2); // place and light
    const auto light = [&] {
        for (int i = 0; i < model.rowCount(object); ++i)
            if (model.index(i, 0, object).data().toString() == QStringLiteral("Light"))
                return model.index(i, 0, object);
        return QModelIndex{};
    }();
    QVERIFY(light.isValid());
    QCOMPARE(model.rowCount(light), 2);
    QCOMPARE(model.index(0, 2, light).data().toString(), QStringLiteral("7 cd"));
    model.setData(light, Qt::Checked, Qt::CheckStateRole);
    QCOMPARE(object.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::PartiallyChecked));
    QCOMPARE(keep->text(), QStringLiteral("Keep 2"));
    keep->click();
    QCOMPARE(document.world().get<Light>(lamp)->intensity, 7.0F);
    QCOMPARE(document.world().get<TransformComponent>(lamp)->position.y, 0.0);
    QCOMPARE(model.rowCount(model.index(0, 0)), 1); // the place is left
    document.undo();
    QCOMPARE(document.contentHash(), before);
    QCOMPARE(model.rowCount(model.index(0, 0)), 2);
}

void TestGameChanges::whatARuleNamesIsKeptAtTheEnd()
{
    auto& window = m_fixture.window();
    auto& document = m_fixture.document();
    const auto lamp = addLamp();
    setKeepRules({QStringLiteral("light.range"), QStringLiteral("body.*")});
    m_fixture.command("play.start");
    dim(lamp);
    window.play().stop();
    setKeepRules({});
    QCOMPARE(document.world().get<Light>(lamp)->range, 2.0F);
    QCOMPARE(document.world().get<Light>(lamp)->intensity, Light{}.intensity);
    QCOMPARE(document.history().entries().back().label, std::string{"Keep 1 object as played"});
}

WINDOW_TEST(TestGameChanges)
} // namespace tst_game_changes

#include "tst_game_changes.moc"
