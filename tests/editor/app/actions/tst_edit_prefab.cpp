#include "editor/app/workspace/scene_trail.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/app/window_fixture.h"

#include <QLabel>
#include <QMessageBox>
#include <QToolButton>

namespace tst_edit_prefab
{
using namespace editor;
using namespace engine;
using mapwright::test::answerDialog;

/// "Edit prefab" in the real window, and the way back.
class TestEditPrefab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theTrailLeadsBackToTheSceneAsItWas();
    void lightAndSettingsOfTheSceneAreLeftOut();
    void unsavedEditsOfThePrefabAreAskedAbout();
    void aFileThatSomethingElseWroteIsAskedAbout();
    void anotherSceneAsksAboutTheOneThatWaits();

private:
    /// A box that is the prefab "crate", selected, in a scene that was never saved.
    void makeCrate();

    [[nodiscard]] SceneTrail& trail()
    {
        return *m_window->window().findChild<SceneTrail*>(QStringLiteral("sceneTrail"));
    }

    void press(const char* button)
    {
        trail().findChild<QToolButton*>(QLatin1String{button})->click();
        QCoreApplication::processEvents();
    }

    void renameFirst(const std::string& name)
    {
        const auto done = document().run("Rename", [&](Transaction& edit) -> Result<void> {
            rename(edit, edit.world().children({})[0], name);
            return {};
        });
        QVERIFY(done);
    }

    Document& document() { return m_window->document(); }

    std::unique_ptr<mapwright::test::WindowFixture> m_window;
};

namespace
{
void choose(QMessageBox::StandardButton button)
{
    answerDialog(
        [button](QWidget& dialog) { dynamic_cast<QMessageBox&>(dialog).button(button)->click(); });
}
} // namespace

void TestEditPrefab::init()
{
    m_window = std::make_unique<mapwright::test::WindowFixture>();
}

void TestEditPrefab::cleanup()
{
    m_window.reset();
}

void TestEditPrefab::makeCrate()
{
    m_window->emptyScene();
    const auto box = m_window->addBox({{0, 0, 0}, {1, 1, 1}});
    document().selection().set({box});
    QVERIFY(makePrefabOfSelection(m_window->window().context(), "prefabs/crate.prefab.json"));
}

void TestEditPrefab::theTrailLeadsBackToTheSceneAsItWas()
{
    makeCrate();
    const auto hash = document().contentHash();
    const auto steps = document().history().position();
    auto& view = m_window->view(ViewKind::Perspective);
    auto camera = view.camera().camera();
    camera.position = {30, 20, 10};
    view.camera().setCamera(camera);
    view.setMode(engine::ViewMode::Lit);
    m_window->view(ViewKind::Top).setMode(engine::ViewMode::Textured);
    QVERIFY(!trail().isVisible());
    m_window->command("prefab.back"); // grey
    m_window->command("prefab.edit");
    QVERIFY(trail().isVisible());
    QVERIFY(m_window->said().startsWith(QStringLiteral("Editing the prefab crate;")));
    QCOMPARE(document().path().filename().string(), std::string{"crate.prefab.json"});
    QCOMPARE(m_window->brushes(), std::size_t{1});
    QTRY_VERIFY(view.camera().camera().position != camera.position);
    // The prefab that is open is not opened once more.
    m_window->window().context().editPrefabWanted("prefabs/crate.prefab.json");
    QCOMPARE(m_window->window().context().workspace().waiting().size(), std::size_t{1});
    press("trailBack");
    QVERIFY(!trail().isVisible());
    QVERIFY(document().path().empty());
    QCOMPARE(document().contentHash(), hash);
    QCOMPARE(document().history().position(), steps);
    QCOMPARE(view.camera().camera().position, camera.position);
    QCOMPARE(view.mode(), engine::ViewMode::Lit);
    QCOMPARE(m_window->view(ViewKind::Top).mode(), engine::ViewMode::Textured);
    document().goTo(0);
    QCOMPARE(m_window->brushes(), std::size_t{0});
}

void TestEditPrefab::lightAndSettingsOfTheSceneAreLeftOut()
{
    makeCrate();
    document().selection().clear();
    auto& window = m_window->window();
    const auto& light = *window.findChild<QToolButton*>(QStringLiteral("statusLighting"));
    const auto& headline = *window.findChild<QLabel*>(QStringLiteral("inspectorHeadline"));
    const auto showsSettings = [&] {
        return window.findChild<QWidget*>(QStringLiteral("prop.scene_settings.gravity")) != nullptr;
    };
    const auto& badge = *window.findChild<QToolButton*>(QStringLiteral("lightBadge"));
    window.viewLayout().findView(ViewKind::Perspective)->setMode(engine::ViewMode::Lit);
    QTRY_VERIFY(showsSettings());
    QVERIFY(light.isVisibleTo(&window));
    QTRY_VERIFY(badge.isVisible()); // the crate has no light yet
    document().selection().set({document().world().children({})[0]});
    m_window->command("prefab.edit");
    document().selection().clear();
    QTRY_VERIFY(headline.text().contains(QStringLiteral("the prefab itself")));
    QTRY_VERIFY(!showsSettings());
    QVERIFY(!light.isVisibleTo(&window));
    QTRY_VERIFY(!badge.isVisible());
    press("trailBack");
    document().selection().clear();
    QTRY_VERIFY(showsSettings());
    QVERIFY(light.isVisibleTo(&window));
}

void TestEditPrefab::unsavedEditsOfThePrefabAreAskedAbout()
{
    makeCrate();
    m_window->command("prefab.edit");
    renameFirst("barrel");
    choose(QMessageBox::Cancel);
    m_window->command("prefab.back");
    QVERIFY(trail().isVisible());
    QVERIFY(document().isModified());
    choose(QMessageBox::Save);
    m_window->command("prefab.back");
    QVERIFY(!trail().isVisible());
    const auto instance = document().world().children({})[0];
    const auto part = document().world().children(instance)[0];
    QTRY_COMPARE(document().world().get<Node>(part)->name, std::string{"barrel"});
}

void TestEditPrefab::aFileThatSomethingElseWroteIsAskedAbout()
{
    makeCrate();
    m_window->command("prefab.edit");
    renameFirst("barrel");
    const auto file = document().path();
    const auto other = *readFile(file) + "\n";
    QVERIFY(writeFileAtomically(file, other));
    const auto press = [](const char* name) {
        answerDialog([name](QWidget& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("fileChanged"));
            for (auto* button : dynamic_cast<QMessageBox&>(dialog).buttons())
                if (button->text() == QLatin1String{name})
                    return button->click();
        });
    };
    press("Cancel");
    m_window->command("file.save");
    m_window->window().context().workspace().finishSaves();
    QCOMPARE(*readFile(file), other);
    QVERIFY(document().isModified());
    press("Overwrite");
    m_window->command("file.save");
    m_window->window().context().workspace().finishSaves();
    QVERIFY(*readFile(file) != other);
    QVERIFY(!document().isModified());
    m_window->command("prefab.back");
}

void TestEditPrefab::anotherSceneAsksAboutTheOneThatWaits()
{
    makeCrate();
    m_window->command("prefab.edit");
    choose(QMessageBox::Cancel);
    m_window->command("file.new");
    // What is asked about is shown.
    QVERIFY(!trail().isVisible());
    QCOMPARE(m_window->brushes(), std::size_t{1});
    QVERIFY(document().isModified());
    m_window->command("prefab.edit");
    choose(QMessageBox::Discard);
    m_window->command("file.new");
    QVERIFY(!trail().isVisible());
    QCOMPARE(m_window->brushes(), std::size_t{0});
}

WINDOW_TEST(TestEditPrefab)
} // namespace tst_edit_prefab

#include "tst_edit_prefab.moc"
