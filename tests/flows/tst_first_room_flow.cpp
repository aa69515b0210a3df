#include "editor/app/actions/action_registry.h"
#include "editor/app/workspace/plugin_manager.h"
#include "editor/panels/level/lighting_panel.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/flows/editor_hands.h"
#include "tests/program/registry.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTreeView>

#include <csignal>

namespace tst_first_room_flow
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The tutorial's room in the real window with mouse and keys: built, textured, lit, baked, saved,
/// played, edited while playing, and recovered after a kill.
class TestFirstRoomFlow : public QObject, protected EditorHands
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theRoomBuiltByHandEqualsTheSample();
    void playingChangesNothingAndWalksIntoMovedWalls();
    void savedSceneOpensWithTheSameHash();
    void killedEditorOffersItsUnsavedEdits();
    void aPluginIsTakenBackWithoutARestart();
    void cleanupTestCase();

private:
    void buildBrushes();
    void applyMaterials();
    void scaleTextures();
    void placeLights();
    void bake();
    void saveAs(const QString& name);
};

namespace
{
/// What a brush or light is, without ids and names.
QStringList contentOf(const World& world)
{
    QStringList lines;
    world.forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        QStringList faces;
        for (const auto& face : component.brush->faces())
            faces.append(QStringLiteral("(%1 %2 %3 %4 %5 %6 %7)")
                             .arg(face.plane.normal.x)
                             .arg(face.plane.normal.y)
                             .arg(face.plane.normal.z)
                             .arg(face.plane.distance)
                             .arg(QString::fromStdString(face.material.text()))
                             .arg(face.uv.scale.x)
                             .arg(face.uv.scale.y));
        faces.sort();
        lines.append(QStringLiteral("brush ") + faces.join(' '));
    });
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        const auto at = worldTransform(world, entity).position;
        lines.append(QStringLiteral("light %1 %2 %3 range %4 intensity %5")
                         .arg(at.x)
                         .arg(at.y)
                         .arg(at.z)
                         .arg(static_cast<double>(light.range))
                         .arg(static_cast<double>(light.intensity)));
    });
    lines.sort();
    return lines;
}
} // namespace

void TestFirstRoomFlow::initTestCase()
{
    QVERIFY(m_home.isValid());
    const auto made = createProject(fs::path{m_home.path().toStdString()} / "room", "first_room");
    VERIFY_OK(made);
    m_project = made->root;
    startEditor();
}

void TestFirstRoomFlow::cleanupTestCase()
{
    if (m_window)
        closeEditor();
}

void TestFirstRoomFlow::buildBrushes()
{
    for (const auto kind : {ViewKind::Top, ViewKind::Front}) {
        auto camera = view(kind).camera().camera();
        camera.viewHeight = 30;
        view(kind).camera().setCamera(camera);
    }
    QTest::keyClick(&view(ViewKind::Top), Qt::Key_B);
    QCOMPARE(m_window->context().activeTool(), std::string{"box_brush"});
    drag(ViewKind::Top, {-8, 0, -8}, {8, 0, 8}, "0.25");   // floor
    drag(ViewKind::Top, {-8, 0, -8.25}, {8, 0, -8}, "4");  // north
    drag(ViewKind::Top, {-8, 0, 8}, {8, 0, 8.25}, "4");    // south
    drag(ViewKind::Top, {8, 0, -8}, {8.25, 0, 8}, "4");    // east
    drag(ViewKind::Top, {-8.25, 0, -8}, {-8, 0, 8}, "4");  // west
    drag(ViewKind::Front, {-8, 4, 0}, {8, 4.25, 0}, "16"); // ceiling
    QCOMPARE(allWith(typeIdOf<BrushComponent>()).size(), std::size_t{6});
    QCOMPARE(document().history().position(), std::size_t{6});
}

void TestFirstRoomFlow::applyMaterials()
{
    // From inside the room all six brushes can be hit.
    auto& view3d = view(ViewKind::Perspective);
    auto camera = view3d.camera().camera();
    camera.position = {0, 2, 0};
    camera.fovY = radians(70);
    const auto look = [&](double yaw, double pitch) {
        camera.rotation = glm::angleAxis(radians(yaw), Vec3d{0, 1, 0}) *
                          glm::angleAxis(radians(pitch), Vec3d{1, 0, 0});
        view3d.camera().setCamera(camera);
    };
    auto* list = find<QListView>("assetList");
    QTRY_VERIFY(list->model()->rowCount() >= 5);
    look(0, -60);
    dropMaterial("scififloorb", {0, 0.25, -1});
    look(0, 60);
    dropMaterial("scificeilingb", {0, 4, -1});
    look(0, 0);
    dropMaterial("scifiwall_basea2", {0, 2, -8});
    look(180, 0);
    dropMaterial("scifiwall_basea2", {0, 2, 8});
    look(90, 0);
    dropMaterial("scifiwall_basea2", {-8, 2, 0});
    look(-90, 0);
    dropMaterial("scifiwall_basea2", {8, 2, 0});
    look(0, -60);
}

void TestFirstRoomFlow::scaleTextures()
{
    // Select surface: one click chooses one face, and the section shows that one.
    m_window->actions().find("select.faces")->trigger();
    click(ViewKind::Perspective, {0, 0.25, -1});
    QCOMPARE(document().selection().faces().size(), std::size_t{1});
    type("uv.scale.u", "4");
    type("uv.scale.v", "4");
    const auto face = document().selection().faces().front();
    const auto& brush = *document().world().get<BrushComponent>(face.entity)->brush;
    QCOMPARE(brush.faces()[face.face].uv.scale, (Vec2d{4, 4}));
    // The rest at once: the field shows "mixed" and changes what is typed.
    m_window->actions().find("select.faces")->trigger();
    m_window->actions().find("select.all")->trigger();
    type("uv.scale.u", "4.0");
    type("uv.scale.v", "4.0");
}

void TestFirstRoomFlow::placeLights()
{
    document().selection().clear();
    QTest::keyClick(&view(ViewKind::Top), Qt::Key_L);
    QCOMPARE(m_window->context().activeTool(), std::string{"light"});
    for (const auto& at : {Vec3d{-4, 0, -4}, Vec3d{4, 0, -4}, Vec3d{-4, 0, 4}, Vec3d{4, 0, 4}}) {
        click(ViewKind::Top, at);
        const auto before = allWith(typeIdOf<Light>()).size();
        QTest::keyClick(&view(ViewKind::Top), Qt::Key_Return);
        QCOMPARE(allWith(typeIdOf<Light>()).size(), before + 1); // Enter places it, not the click
    }
    // All four in the scene browser, one range for all.
    auto* tree = find<QTreeView>("sceneTree");
    QVERIFY(tree != nullptr);
    QList<QModelIndex> rows;
    const auto collect = [&] {
        rows.clear();
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            if (tree->model()->index(row, 0).data().toString().startsWith("Light"))
                rows.append(tree->model()->index(row, 0));
        return rows.size() == 4;
    };
    QTRY_VERIFY(collect());
    for (int i = 0; i < rows.size(); ++i) {
        tree->scrollTo(rows[i]);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton,
                          i == 0 ? Qt::NoModifier : Qt::ControlModifier,
                          tree->visualRect(rows[i]).center());
    }
    QTRY_COMPARE(document().selection().entities().size(), std::size_t{4});
    const auto before = document().history().position();
    type("prop.light.range", "9.0");
    QCOMPARE(document().history().position(), before + 1);
    for (const auto light : allWith(typeIdOf<Light>()))
        QCOMPARE(document().world().get<Light>(light)->range, 9.0f);
}

void TestFirstRoomFlow::bake()
{
    QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
    const auto* panel = m_window->findChild<LightingPanel*>();
    QVERIFY(panel != nullptr);
    QTRY_VERIFY(panel->isVisible());
    QTest::mouseClick(panel->findChild<QPushButton*>("bakeStart"), Qt::LeftButton);
    QVERIFY(m_window->context().workspace().isBaking());
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->context().workspace().isBaking(), 120000);
    m_window->dock("lighting")->close();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    const auto* reference = document().world().get<LightmapRef>(SceneEntity);
    QVERIFY(reference != nullptr && !reference->hash.empty());
    const auto lightmap = m_window->context().assets().lightmaps().find(
        std::strtoull(reference->hash.c_str(), nullptr, 16));
    QVERIFY(lightmap != nullptr);
    std::size_t lit = 0;
    for (const auto& atlas : lightmap->atlases)
        for (const auto half : atlas.halfs)
            lit += half != 0 ? 1U : 0U;
    QVERIFY(lit > 10000);
    QCOMPARE(m_window->context().workspace().lighting().staleFaces().size(), std::size_t{0});
}

void TestFirstRoomFlow::saveAs(const QString& name)
{
    answerModal([name](QWidget* modal) {
        auto* dialog = qobject_cast<QFileDialog*>(modal);
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>("fileNameEdit")->setText(name);
        QMetaObject::invokeMethod(dialog, "accept");
    });
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!document().isModified(), 30000);
}

void TestFirstRoomFlow::theRoomBuiltByHandEqualsTheSample()
{
    QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
    QVERIFY(allWith(typeIdOf<BrushComponent>()).empty());
    buildBrushes();
    applyMaterials();
    scaleTextures();
    placeLights();
    bake();
    saveAs("by_hand");

    TypeRegistry types;
    registerComponents(types);
    const auto saved = loadScene(m_project / "scenes" / "by_hand.scene.json", types);
    VERIFY_OK(saved);
    QVERIFY(saved->problems.empty());
    QVERIFY(fs::exists(m_project / "scenes" / "by_hand.lightmap.exr"));
    const auto sample = loadScene(m_project / "scenes" / "start.scene.json", types);
    VERIFY_OK(sample);
    const auto expected = contentOf(*sample->world);
    const auto made = contentOf(*saved->world);
    QCOMPARE(made.size(), 10); // six brushes and four lights; the sample has a door besides
    for (const auto& line : made)
        QVERIFY2(expected.contains(line), qPrintable(line + "\nis not in\n" + expected.join('\n')));
}

void TestFirstRoomFlow::playingChangesNothingAndWalksIntoMovedWalls()
{
    const auto scene = m_project / "scenes" / "by_hand.scene.json";
    if (document().path() != scene)
        m_window->openScene(scene);
    m_window->actions().find("tool.select")->trigger();
    const auto north = allWith(typeIdOf<BrushComponent>())[1];
    document().selection().set({north});
    const auto hash = document().contentHash();
    const auto steps = document().history().position();
    auto& game = view(ViewKind::Perspective);
    const auto camera = game.camera().camera();

    // From the camera, which stands in the room: this scene has no player start yet.
    m_window->viewLayout().setActiveView(&game);
    QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(m_window->play().isPlaying());
    QTRY_VERIFY(m_window->play().startMilliseconds() > 0);
    QVERIFY(game.isMouseCaptured());
    auto* session = m_window->play().session();
    QTRY_VERIFY(session->player().grounded);
    QTest::keyPress(&game, Qt::Key_W);
    QTRY_VERIFY_WITH_TIMEOUT(session->player().position.z < -6.5, 20000);
    QTest::keyRelease(&game, Qt::Key_W);
    QTest::keyClick(&game, Qt::Key_Escape);
    QVERIFY(!game.isMouseCaptured());
    QVERIFY(m_window->play().isPlaying());

    // The wall comes 4 m nearer in the top view: the player is pushed or stopped by its new place.
    drag(ViewKind::Top, {3, 0, -8.125}, {3, 0, -4.125});
    QCOMPARE(document().history().position(), steps + 1);
    const auto moved = document().world().get<BrushComponent>(north)->brush->bounds();
    QCOMPARE(moved.max.z, -4.0);
    const auto tick = session->tickCount();
    QTRY_VERIFY(session->tickCount() > tick + 60);
    const double z = session->player().position.z;
    QVERIFY2(z > -4.0 || z < -4.25, qPrintable(QString::number(z))); // not inside the wall
    game.captureMouse();
    QTest::keyPress(&game, z > -4.0 ? Qt::Key_W : Qt::Key_S);
    const auto from = session->tickCount();
    QTRY_VERIFY_WITH_TIMEOUT(session->tickCount() > from + 120, 20000);
    const double after = session->player().position.z;
    QVERIFY2(z > -4.0 ? after > -4.0 : after < -4.25, qPrintable(QString::number(after)));
    QTest::keyRelease(&game, Qt::Key_W);
    QTest::keyRelease(&game, Qt::Key_S);
    game.releaseMouseCapture();

    QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(!m_window->play().isPlaying());
    QCOMPARE(document().selection().entities(), std::vector{north});
    QCOMPARE(game.camera().camera().position, camera.position);
    QVERIFY(document().isModified());
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document().contentHash(), hash);
    QCOMPARE(document().history().position(), steps);
    QVERIFY(!document().isModified());
}

void TestFirstRoomFlow::savedSceneOpensWithTheSameHash()
{
    const auto scene = m_project / "scenes" / "by_hand.scene.json";
    if (document().path() != scene)
        m_window->openScene(scene);
    const auto hash = document().contentHash();
    closeEditor();
    startEditor();
    m_window->openScene(scene);
    QCOMPARE(document().contentHash(), hash);
    QVERIFY(!document().isModified());
}

void TestFirstRoomFlow::killedEditorOffersItsUnsavedEdits()
{
    closeEditor();
    // Another process edits the sample and is killed in the middle of its work.
    QProcess other;
    other.start(
        QCoreApplication::applicationDirPath() + QStringLiteral("/tst_first_room_flow"),
        {QStringLiteral("--edit-and-be-killed"), QString::fromStdString(m_project.string())});
    QVERIFY(other.waitForFinished(60000));
    QCOMPARE(other.exitStatus(), QProcess::CrashExit);
    startEditor();
    QCOMPARE(allWith(typeIdOf<Light>()).size(), std::size_t{4});
    answerModal([](QWidget* modal) { modal->findChild<QPushButton*>("recoveryRecover")->click(); });
    m_window->offerRecovery();
    QCOMPARE(allWith(typeIdOf<Light>()).size(), std::size_t{5});
    QVERIFY(document().isModified());
}

void TestFirstRoomFlow::aPluginIsTakenBackWithoutARestart()
{
    auto& plugins = m_window->plugins();
    QVERIFY(m_window->dock("measure.panel") != nullptr);
    QVERIFY(m_window->actions().find("measure.clear") != nullptr);
    QVERIFY(m_window->context().toolBox().find("measure.tape") != nullptr);
    m_window->context().activateTool("measure.tape");
    VERIFY_OK(plugins.setEnabled("measure", false));
    QVERIFY(m_window->dock("measure.panel") == nullptr);
    QVERIFY(m_window->actions().find("measure.clear") == nullptr);
    QVERIFY(m_window->context().toolBox().find("measure.tape") == nullptr);
    QCOMPARE(m_window->context().activeTool(), std::string{"select"});
    VERIFY_OK(plugins.setEnabled("measure", true));
    QVERIFY(m_window->dock("measure.panel") != nullptr);
    QVERIFY(m_window->actions().find("tool.measure.tape") != nullptr);
}

namespace
{
/// The editor without its window, with one unsaved light more, ended as a power user's kill -9
/// does.
[[noreturn]] void editAndBeKilled(const fs::path& folder)
{
    auto project = openProject(folder);
    if (!project)
        std::exit(1);
    const auto scene = project->root / project->startScene;
    Workspace workspace{*std::move(project), {}};
    if (!workspace.openScene(scene))
        std::exit(1);
    const auto done =
        workspace.document().run("Place light", [](Transaction& edit) -> Result<void> {
            const auto light = edit.create("Unsaved light");
            edit.set(light, TransformComponent{.position = {0, 2, 0}});
            edit.set(light, Light{});
            return {};
        });
    if (!done)
        std::exit(1);
    std::raise(SIGKILL);
    std::abort();
}
} // namespace

int run(int argc, char** argv)
{
    if (argc == 3 && std::string_view{argv[1]} == "--edit-and-be-killed")
        editAndBeKilled(argv[2]);
    // Settings of the person who runs the tests stay theirs.
    const QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    qputenv("XDG_DATA_HOME", settings.path().toUtf8());
    qputenv("MAPWRIGHT_PLUGINS", MAPWRIGHT_BINARY_DIR "/plugins");
    prepareQt();
    QApplication application{argc, argv};
    prepareApplication();
    TestFirstRoomFlow test;
    return QTest::qExec(&test, argc, argv);
}

REGISTER_TEST(run)
} // namespace tst_first_room_flow

#include "tst_first_room_flow.moc"
