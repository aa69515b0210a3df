#include "editor/app/workspace/recent_files.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QSettings>

namespace tst_last_scene
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// A project opens with the scene that was open last.
class TestLastScene : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        QSettings{}.clear();
        m_folder = std::make_unique<QTemporaryDir>();
        const auto made =
            createProject(fs::path{m_folder->path().toStdString()} / "room", "first_room");
        VERIFY_OK(made);
        m_project = *made;
    }

    void aNewProjectOpensWithItsStartScene() { QCOMPARE(sceneToOpen(m_project), start()); }

    void aRestartOpensTheSceneThatWasOpenLast()
    {
        {
            const auto window = openEditor(m_project.root);
            VERIFY_OK(window);
            QCOMPARE(opened(**window), start());
            (*window)->openScene(patrol());
            (*window)->close();
        }
        const auto window = openEditor(m_project.root);
        VERIFY_OK(window);
        QCOMPARE(opened(**window), patrol());
    }

    void aStartThatNamesNothingOpensItToo()
    {
        {
            const auto window = openEditor(m_project.root);
            VERIFY_OK(window);
            (*window)->openScene(patrol());
            (*window)->close();
        }
        const auto window = openEditor({});
        VERIFY_OK(window);
        QCOMPARE((*window)->context().assets().project().root, m_project.root);
        QCOMPARE(opened(**window), patrol());
    }

    void whatWasSavedUnderANewNameIsTheLastOne()
    {
        const auto other = m_project.sceneFolder() / "other.scene.json";
        const auto window = openEditor(m_project.root);
        VERIFY_OK(window);
        (*window)->saveScene(other);
        (*window)->context().workspace().finishSaves();
        QCOMPARE(sceneToOpen(m_project), other);
    }

    void eachProjectHasALastSceneOfItsOwn()
    {
        const auto second =
            createProject(fs::path{m_folder->path().toStdString()} / "room two", "first_room");
        VERIFY_OK(second);
        rememberScene(patrol());
        QCOMPARE(sceneToOpen(*second), second->root / second->startScene);
        QCOMPARE(sceneToOpen(m_project), patrol());
        const auto window = openEditor(second->root);
        VERIFY_OK(window);
        (*window)->openProject(m_project.root);
        QCOMPARE(opened(**window), patrol());
    }

    void aDeletedSceneGivesWayToTheStartScene()
    {
        rememberScene(patrol());
        fs::remove(patrol());
        QCOMPARE(sceneToOpen(m_project), start());
        const auto window = openEditor(m_project.root);
        VERIFY_OK(window);
        QCOMPARE(opened(**window), start());
    }

    void aSceneThatCannotBeReadGivesWayToTheStartScene()
    {
        rememberScene(patrol());
        VERIFY_OK(writeFileAtomically(patrol(), "no scene"));
        const auto window = openEditor(m_project.root);
        VERIFY_OK(window);
        QCOMPARE(opened(**window), start());

        const auto second =
            createProject(fs::path{m_folder->path().toStdString()} / "second", "empty");
        VERIFY_OK(second);
        (*window)->openProject(second->root);
        rememberScene(patrol());
        (*window)->openProject(m_project.root);
        QCOMPARE(opened(**window), start());
    }

    void prefabsAreNoScenesToComeBackTo()
    {
        const auto prefab = m_project.assetFolder() / "lamp.prefab.json";
        VERIFY_OK(writeFileAtomically(prefab, "{}"));
        rememberScene(prefab);
        QCOMPARE(sceneToOpen(m_project), start());
    }

private:
    [[nodiscard]] fs::path start() const { return m_project.root / m_project.startScene; }

    [[nodiscard]] fs::path patrol() const { return m_project.sceneFolder() / "patrol.scene.json"; }

    static fs::path opened(MainWindow& window) { return window.context().document().path(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    Project m_project;
};

WINDOW_TEST(TestLastScene)
} // namespace tst_last_scene

#include "tst_last_scene.moc"
