#include "editor/panels/inspector/inspector.h"
#include "editor/panels/level/spawned_list.h"
#include "editor/views/theme.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QLabel>
#include <QTreeWidget>
#include <QtTest>

namespace tst_spawned_list
{
using namespace editor;
using namespace engine;
using mapwright::test::PlayFixture;
using mapwright::test::TestEditor;

/// What a game has spawned in the scene browser, and its values in the inspector.
class TestSpawnedList : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_project = std::make_unique<PlayFixture>();
        m_project->addFloor();
        m_project->writeScript(
            "gun.as",
            "class Gun : Node { int ticks; Entity last; void onTick(float dt) { ++ticks; if "
            "(ticks <= 3) last = spawn(\"Ball \" + ticks, Vec3(ticks, 0, 0)); else if "
            "(ticks == 10) last.destroy(); else last.position = last.position + Vec3(0, 1, "
            "0); } }");
        m_project->addScripted("gun", "gun.as", "Gun");
        VERIFY_OK(m_project->start());
        m_editor = std::make_unique<TestEditor>(m_project->assets);
        m_lamp = m_editor->fixture.addPoint({0, 0, 0}, "lamp");
        m_choice = std::make_shared<PlayedChoice>();
        m_list = std::make_unique<SpawnedList>(*m_editor, m_choice, nullptr);
        m_inspector = std::make_unique<Inspector>(
            *m_editor, nullptr, [this]() -> ScriptLibrary& { return *m_project->scripts; },
            m_choice);
        m_inspector->resize(360, 600);
        m_inspector->show();
    }

    void cleanup()
    {
        m_editor->session = nullptr;
        m_inspector.reset();
        m_list.reset();
        m_editor.reset();
        m_project.reset();
    }

    void whatIsSpawnedIsListedAndVanishesAtTheStop()
    {
        m_list->refresh();
        QVERIFY(m_list->isHidden());
        play(2);
        QVERIFY(!m_list->isHidden());
        QCOMPARE(names(), (QStringList{"Player", "Ball 1", "Ball 2"}));
        QCOMPARE(objects().topLevelItem(0)->foreground(0).color(),
                 themeColor(ColorRole::PlayFrame)); // tinted
        QCOMPARE(m_list->findChild<QLabel*>("spawnedTitle")->text(),
                 QStringLiteral("Spawned by the game: 3"));
        play(8);
        QCOMPARE(names(), (QStringList{"Player", "Ball 1", "Ball 2"})); // the third was destroyed
        m_editor->session = nullptr;
        m_list->refresh();
        QVERIFY(m_list->isHidden());
        QVERIFY(names().isEmpty());
    }

    void theInspectorShowsTheValuesOfTheChosenOne()
    {
        play(3);
        m_editor->document().selection().set({m_lamp});
        objects().topLevelItem(3)->setSelected(true);
        QVERIFY(m_editor->document().selection().isEmpty());
        QCOMPARE(headline(), QStringLiteral("Ball 3 (spawned by the game)"));
        QCOMPARE(played("Position"), QStringLiteral("3, 0, 0 m"));
        m_project->tick(2);
        QTRY_COMPARE(played("Position"), QStringLiteral("3, 2, 0 m"));
        m_editor->document().selection().set({m_lamp});
        QVERIFY(!m_choice->entity());
        QVERIFY(headline().startsWith("lamp"));
        QVERIFY(objects().selectedItems().isEmpty());
    }

    void whatCameToItsEndIsShownNoMore()
    {
        play(3);
        objects().topLevelItem(3)->setSelected(true);
        QVERIFY(m_choice->entity());
        play(7);
        QVERIFY(!m_choice->entity());
        QVERIFY(!headline().contains("spawned"));
        objects().topLevelItem(0)->setSelected(true);
        m_editor->session = nullptr;
        m_list->refresh();
        QVERIFY(!m_choice->entity());
    }

private:
    void play(int ticks)
    {
        m_editor->session = m_project->session.get();
        m_project->tick(ticks);
        m_list->refresh();
    }

    [[nodiscard]] QTreeWidget& objects() const
    {
        return *m_list->findChild<QTreeWidget*>("spawnedObjects");
    }

    [[nodiscard]] QStringList names() const
    {
        QStringList all;
        for (int row = 0; row < objects().topLevelItemCount(); ++row)
            all << objects().topLevelItem(row)->text(0);
        return all;
    }

    [[nodiscard]] QString headline() const
    {
        return m_inspector->findChild<QLabel*>("inspectorHeadline")->text();
    }

    /// The value of that row of the object of the game.
    [[nodiscard]] QString played(const char* label) const
    {
        const auto* tree = m_inspector->findChild<QTreeWidget*>("playedValues");
        const auto found =
            tree->findItems(QString::fromLatin1(label), Qt::MatchExactly | Qt::MatchRecursive, 0);
        return found.isEmpty() ? QString{} : found.front()->text(1);
    }

    std::unique_ptr<PlayFixture> m_project;
    std::unique_ptr<TestEditor> m_editor;
    std::shared_ptr<PlayedChoice> m_choice;
    std::unique_ptr<SpawnedList> m_list;
    std::unique_ptr<Inspector> m_inspector;
    EntityId m_lamp;
};

GUI_TEST(TestSpawnedList)
} // namespace tst_spawned_list

#include "tst_spawned_list.moc"
