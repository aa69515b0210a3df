#include "editor/app/window/view_menu.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/views/view_choices.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QToolButton>

namespace tst_view_menu
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The menu of a right click in the views of the real window.
class TestViewMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aDragWithTheRightButtonOpensNoMenu();
    void altRightClickIsTheUvTools();
    void nothingSelectedTakesWhatIsUnderThePointer();
    void theSelectionStaysAndTheObjectThereCanBeChosen();
    void aLightIsAddedOnTheSurface();
    void aPlayerStartStandsOnTheFloorOfTheTopView();
    void thingsOfTheTopViewAreNotInTheFloorThatTheClickSelects();
    void commandsOfTheMenuAreThoseOfTheMenuBar();
    void pastedObjectsGoWhereTheMenuWasOpened();
    void pastedObjectsStandOffTheWallUnderThePointer();
    void prefabsAreMadeAndPlaced();
    void aPrefabIsPlacedWhenItsModelsAreRead();
    void aModelIsPastedByItsSizeWhenItIsRead();
    void objectsMoveToLayers();
    void materialsAreTakenAndGiven();
    void theDrawingModeIsMarked();
    void theMenuKeyOpensItToo();
    void theGameStartsThere();
    void cleanupTestCase();

private:
    [[nodiscard]] ViewportWidget& view(ViewKind kind) const { return m_fixture->view(kind); }

    [[nodiscard]] Document& document() const { return m_fixture->document(); }

    [[nodiscard]] MainWindow& window() const { return m_fixture->window(); }

    /// Runs while the menu is open; without one the test fails.
    void answer(const std::function<void(QMenu& menu)>& look);
    void rightClick(ViewKind kind, const Vec3d& at);

    /// Right clicks there and chooses an entry by its name or the id of its command.
    void choose(ViewKind kind, const Vec3d& at, const char* entry);
    [[nodiscard]] QAction* entryOf(QMenu& menu, const char* entry) const;
    [[nodiscard]] std::size_t count(TypeId type) const;

    std::unique_ptr<WindowFixture> m_fixture;
    EntityId m_box; ///< 2 m a side, standing on the middle of the floor
    EntityId m_floor;
    bool m_opened = false;
};

void TestViewMenu::initTestCase()
{
    m_fixture = std::make_unique<WindowFixture>();
}

void TestViewMenu::init()
{
    m_fixture->emptyScene();
    m_floor = m_fixture->addBox({{-8, -0.25, -8}, {8, 0, 8}}, "floor");
    m_box = m_fixture->addBox({{-1, 0, -1}, {1, 2, 1}}, "box");
    document().selection().clear();
    for (const auto kind : {ViewKind::Top, ViewKind::Front}) {
        auto camera = view(kind).camera().camera();
        camera.position = kind == ViewKind::Top ? Vec3d{0, 100, 0} : Vec3d{0, 0, 100};
        camera.viewHeight = 20;
        view(kind).camera().setCamera(camera);
    }
    auto camera = view(ViewKind::Perspective).camera().camera();
    camera.position = {0, 6, 10};
    camera.rotation = glm::angleAxis(-0.5, Vec3d{1, 0, 0});
    view(ViewKind::Perspective).camera().setCamera(camera);
    m_opened = false;
}

void TestViewMenu::cleanupTestCase()
{
    m_fixture.reset();
}

std::size_t TestViewMenu::count(TypeId type) const
{
    const auto& world = document().world();
    const auto all = world.entities();
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](EntityId each) { return world.value(each, type) != nullptr; }));
}

void TestViewMenu::answer(const std::function<void(QMenu& menu)>& look)
{
    QTimer::singleShot(0, &window(), [this, look] {
        auto* menu = qobject_cast<ViewMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr)
            return;
        m_opened = true;
        look(*menu);
        menu->close();
    });
}

void TestViewMenu::rightClick(ViewKind kind, const Vec3d& at)
{
    auto& widget = view(kind);
    QTest::mouseClick(&widget, Qt::RightButton, {}, widget.positionOf(at).toPoint());
}

QAction* TestViewMenu::entryOf(QMenu& menu, const char* entry) const
{
    if (auto* own = menu.findChild<QAction*>(QLatin1String{entry}))
        return own;
    auto* command = window().actions().find(entry);
    auto menus = menu.findChildren<QMenu*>();
    menus.append(&menu);
    const bool isThere = std::any_of(menus.begin(), menus.end(), [&](const QMenu* each) {
        return command != nullptr && each->actions().contains(command);
    });
    return isThere ? command : nullptr;
}

void TestViewMenu::choose(ViewKind kind, const Vec3d& at, const char* entry)
{
    bool isThere = false;
    answer([&](QMenu& menu) {
        auto* action = entryOf(menu, entry);
        isThere = action != nullptr && action->isEnabled();
        menu.close();
        if (isThere)
            action->trigger();
    });
    rightClick(kind, at);
    QVERIFY2(m_opened, "no menu was opened");
    QVERIFY2(isThere, entry);
}

void TestViewMenu::aDragWithTheRightButtonOpensNoMenu()
{
    for (const auto kind : {ViewKind::Top, ViewKind::Perspective}) {
        answer([](QMenu&) {});
        auto& widget = view(kind);
        const auto before = widget.camera().camera();
        const auto from = widget.positionOf({0, 1, 0}).toPoint();
        QCursor::setPos(widget.mapToGlobal(from));
        QTest::mousePress(&widget, Qt::RightButton, {}, from);
        for (int i = 1; i <= 4; ++i)
            movePointer(widget, from + QPoint{10 * i, 5 * i}, Qt::RightButton);
        QTest::mouseRelease(&widget, Qt::RightButton, {}, from + QPoint{40, 20});
        QCoreApplication::processEvents();
        QVERIFY(!m_opened);
        const auto after = widget.camera().camera();
        QVERIFY(after.position != before.position || after.rotation != before.rotation);
    }
}

void TestViewMenu::altRightClickIsTheUvTools()
{
    const auto& brush = *document().world().get<BrushComponent>(m_box)->brush;
    const auto faceTowards = [&](const Vec3d& normal) {
        FaceRef face{m_box, 0};
        while (brush.faces()[face.face].plane.normal != normal)
            ++face.face;
        return face;
    };
    const auto top = faceTowards({0, 1, 0});
    window().context().activateTool("face.uv");
    document().selection().setFaces({faceTowards({0, 0, 1})});
    const auto steps = document().history().position();
    auto& widget = view(ViewKind::Perspective);
    const auto at = widget.positionOf({0, 2, 0}).toPoint();
    answer([](QMenu&) {});
    QTest::mouseClick(&widget, Qt::RightButton, Qt::AltModifier, at);
    QCoreApplication::processEvents();
    QVERIFY(!m_opened);
    QCOMPARE(document().history().position(), steps + 1);
    QCOMPARE(document().selection().faces(), std::vector{top});
    // Without Alt, and with another tool, it is the menu's.
    window().context().activateTool("");
    answer([](QMenu& menu) { menu.close(); });
    QTest::mouseClick(&widget, Qt::RightButton, Qt::AltModifier, at);
    QTRY_VERIFY(m_opened);
}

void TestViewMenu::nothingSelectedTakesWhatIsUnderThePointer()
{
    answer([&](QMenu& menu) {
        QCOMPARE(document().selection().primary(), m_box);
        QVERIFY(entryOf(menu, "viewMenu.selectThis") == nullptr);
        QVERIFY(window().actions().find("edit.delete")->isEnabled());
    });
    rightClick(ViewKind::Perspective, {0, 2, 0});
    QVERIFY(m_opened);
    QCOMPARE(document().selection().primary(), m_box);
}

void TestViewMenu::theSelectionStaysAndTheObjectThereCanBeChosen()
{
    document().selection().set({m_floor});
    choose(ViewKind::Perspective, {0, 2, 0}, "viewMenu.selectThis");
    QCOMPARE(document().selection().entities(), std::vector{m_box});
    document().selection().set({m_floor});
    choose(ViewKind::Perspective, {0, 2, 0}, "view.hide");
    QVERIFY(document().world().get<Node>(m_floor)->hidden);
    QVERIFY(!document().world().get<Node>(m_box)->hidden);
}

void TestViewMenu::aLightIsAddedOnTheSurface()
{
    const auto before = document().contentHash();
    choose(ViewKind::Perspective, {0.5, 2, 0.5}, "viewMenu.add.Light");
    const auto light = document().selection().primary();
    QVERIFY(document().world().get<Light>(light) != nullptr);
    const auto at = worldTransform(document().world(), light).position;
    QVERIFY(at.y > 2 && at.y < 2.5); // a little above the lid
    QVERIFY(std::abs(at.x - 0.5) < 0.3 && std::abs(at.z - 0.5) < 0.3);
    document().undo();
    QCOMPARE(document().contentHash(), before);
}

void TestViewMenu::aPlayerStartStandsOnTheFloorOfTheTopView()
{
    choose(ViewKind::Top, {4, 0, 3}, "viewMenu.add.Player start");
    const auto start = document().selection().primary();
    QVERIFY(document().world().get<PlayerStart>(start) != nullptr);
    const auto at = worldTransform(document().world(), start).position;
    QVERIFY(std::abs(at.x - 4) < 0.3 && std::abs(at.z - 3) < 0.3);
    choose(ViewKind::Top, {-4, 0, 3}, "viewMenu.add.Empty object");
    const auto object = document().selection().primary();
    QVERIFY(std::abs(worldTransform(document().world(), object).position.x + 4) < 0.3);
    QVERIFY(document().world().get<PlayerStart>(object) == nullptr);
}

void TestViewMenu::thingsOfTheTopViewAreNotInTheFloorThatTheClickSelects()
{
    const auto heightOfAdded = [this] {
        return worldTransform(document().world(), document().selection().primary()).position.y;
    };
    document().selection().clear();
    choose(ViewKind::Top, {4, 0, 3}, "viewMenu.add.Empty object");
    QCOMPARE(heightOfAdded(), 0.0);
    document().selection().clear();
    choose(ViewKind::Top, {4, 0, 3}, "viewMenu.add.Light");
    QVERIFY(document().world().get<Light>(document().selection().primary()) != nullptr);
    QVERIFY(heightOfAdded() > 0.2);
    VERIFY_OK(document().run("Move", [&](Transaction& edit) {
        return translate(edit, std::array{document().selection().primary()}, Vec3d{0, 2, 0});
    }));
    const auto placedLast = heightOfAdded();
    document().selection().clear();
    choose(ViewKind::Top, {-4, 0, 3}, "viewMenu.add.Light");
    QCOMPARE(heightOfAdded(), placedLast);
}

void TestViewMenu::commandsOfTheMenuAreThoseOfTheMenuBar()
{
    const auto other = m_fixture->addBox({{3, 0, 3}, {4, 1, 4}}, "other");
    document().selection().set({m_box, other});
    choose(ViewKind::Top, {0, 0, 0}, "brush.group");
    const auto group = document().selection().primary();
    QCOMPARE(document().world().children(group).size(), std::size_t{2});
    choose(ViewKind::Top, {0, 0, 0}, "brush.ungroup");
    QVERIFY(!document().world().exists(group));
    document().selection().set({m_box});
    choose(ViewKind::Top, {0, 0, 0}, "select.touching");
    QCOMPARE(document().selection().entities(), std::vector{m_floor});
    choose(ViewKind::Top, {0, 0, 0}, "view.isolate");
    QVERIFY(document().world().get<Node>(m_box)->hidden);
    choose(ViewKind::Top, {0, 0, 0}, "view.showAll");
    QVERIFY(!document().world().get<Node>(m_box)->hidden);
    // What the selection does not allow is grey.
    document().selection().set({m_floor});
    answer([&](QMenu& menu) {
        QVERIFY(!entryOf(menu, "select.surface")->isEnabled());
        QVERIFY(entryOf(menu, "prefab.unpack") == nullptr);
    });
    rightClick(ViewKind::Top, {6, 0, 6});
    QVERIFY(m_opened);
}

void TestViewMenu::pastedObjectsGoWhereTheMenuWasOpened()
{
    document().selection().set({m_box});
    choose(ViewKind::Top, {0, 0, 0}, "edit.copy");
    choose(ViewKind::Top, {5, 0, -4}, "edit.paste");
    const auto pasted = document().selection().primary();
    QVERIFY(pasted != m_box);
    const auto center = boundsOf(document().world(), pasted).center();
    QVERIFY(std::abs(center.x - 5) < 1.1 && std::abs(center.z + 4) < 1.1);
    QCOMPARE(center.y, 1.0); // level with what was copied, which is still selected
    document().selection().clear();
    choose(ViewKind::Top, {-5, 0, -4}, "edit.paste"); // the click selects the floor
    QCOMPARE(boundsOf(document().world(), document().selection().primary()).min.y, 0.0);
}

void TestViewMenu::pastedObjectsStandOffTheWallUnderThePointer()
{
    m_fixture->addBox({{-8, 0, -8}, {8, 6, -7}}, "wall");
    document().selection().set({m_box});
    choose(ViewKind::Perspective, {0, 1, 1}, "edit.copy");
    choose(ViewKind::Perspective, {4, 3, -7}, "edit.paste");
    const auto pasted = document().selection().primary();
    QVERIFY(pasted != m_box);
    QCOMPARE(boundsOf(document().world(), pasted).min.z, -7.0);
}

void TestViewMenu::prefabsAreMadeAndPlaced()
{
    document().selection().set({m_box});
    QVERIFY(makePrefabOfSelection(window().context(), "prefabs/crate.prefab.json"));
    window().context().assets().pollChanges();
    choose(ViewKind::Perspective, {3, 0, 4}, "viewMenu.prefab.prefabs/crate.prefab.json");
    QCOMPARE(count(typeIdOf<PrefabInstance>()), std::size_t{2});
    choose(ViewKind::Perspective, {3, 0, 4}, "prefab.unpack");
    QCOMPARE(count(typeIdOf<PrefabInstance>()), std::size_t{1});
}

void TestViewMenu::aPrefabIsPlacedWhenItsModelsAreRead()
{
    auto& assets = window().context().assets();
    const auto folder = assets.project().assetFolder();
    VERIFY_OK(writeFileAtomically(folder / "post.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    PrefabWorld prefab;
    const auto post = prefab.newId();
    Edit edit{{swapTo(post, Node{.name = "post", .parent = {}}),
               swapTo(post, MeshInstance{.mesh = {"post.obj"}})}};
    prefab.exchange(edit);
    fs::create_directories(folder / "prefabs");
    VERIFY_OK(writeFileAtomically(folder / "prefabs/post.prefab.json",
                                  writeScene(prefab, document().types())));
    assets.pollChanges();
    QVERIFY(!assets.loadedModels().contains("post.obj"));
    choose(ViewKind::Perspective, {3, 0, 4}, "viewMenu.prefab.prefabs/post.prefab.json");
    QTRY_COMPARE(count(typeIdOf<PrefabInstance>()), std::size_t{1});
    const auto placed = document().selection().primary();
    QVERIFY(document().world().get<PrefabInstance>(placed) != nullptr);
    QVERIFY(boundsOfTree(document().world(), placed).size().x > 0.9);
}

void TestViewMenu::aModelIsPastedByItsSizeWhenItIsRead()
{
    auto& assets = window().context().assets();
    VERIFY_OK(writeFileAtomically(assets.project().assetFolder() / "beam.obj",
                                  "v 0 0 0\nv 8 0 0\nv 0 1 0\nf 1 2 3\n"));
    // Copied in another scene: nothing here shows it.
    World other;
    const auto beam = other.newId();
    Edit edit{{swapTo(beam, Node{.name = "beam", .parent = {}}), swapTo(beam, TransformComponent{}),
               swapTo(beam, MeshInstance{.mesh = {"beam.obj"}})}};
    other.exchange(edit);
    QGuiApplication::clipboard()->setText(
        QString::fromStdString(writeScene(other, document().types())));
    choose(ViewKind::Top, {5, 0, -4}, "edit.paste");
    QTRY_COMPARE(count(typeIdOf<MeshInstance>()), std::size_t{1});
    const auto pasted = document().selection().primary();
    const auto bounds = boundsOf(document().world(), pasted);
    QVERIFY(bounds.size().x > 7.9);
    QVERIFY(std::abs(bounds.center().x - 5) < 1.1 && std::abs(bounds.center().z + 4) < 1.1);
}

void TestViewMenu::objectsMoveToLayers()
{
    EntityId layer;
    VERIFY_OK(document().run("Add layer", [&](Transaction& edit) -> Result<void> {
        layer = addLayer(edit, "props & more");
        return {};
    }));
    document().selection().set({m_box});
    choose(ViewKind::Top, {0, 0, 0}, "viewMenu.layer.props && more");
    QCOMPARE(document().world().get<Node>(m_box)->parent, layer);
    choose(ViewKind::Top, {0, 0, 0}, "viewMenu.layer.Default layer");
    QVERIFY(!document().world().get<Node>(m_box)->parent);
}

void TestViewMenu::materialsAreTakenAndGiven()
{
    auto& context = window().context();
    const Name brick{"brick"};
    context.setCurrentMaterial(brick);
    choose(ViewKind::Perspective, {0, 2, 0}, "viewMenu.giveMaterial");
    const auto& faces = document().world().get<BrushComponent>(m_box)->brush->faces();
    QCOMPARE(std::count_if(faces.begin(), faces.end(),
                           [&](const BrushFace& face) { return face.material == brick; }),
             std::ptrdiff_t{1});
    context.setCurrentMaterial(Name{"other"});
    choose(ViewKind::Perspective, {0, 2, 0}, "viewMenu.takeMaterial");
    QCOMPARE(context.currentMaterial(), brick);
}

void TestViewMenu::theDrawingModeIsMarked()
{
    auto& shown = view(ViewKind::Perspective);
    const auto before = shown.mode();
    const auto* menu = shown.findChild<QToolButton*>(QStringLiteral("viewMode"))->menu();
    for (const auto& mode : viewModes()) {
        shown.setMode(mode.mode);
        QStringList marked;
        for (const auto* entry : menu->actions())
            if (entry->data().isValid() && entry->isChecked())
                marked << entry->text();
        QCOMPARE(marked, QStringList{QString::fromLatin1(mode.label)});
    }
    shown.setMode(before);
}

void TestViewMenu::theMenuKeyOpensItToo()
{
    auto& widget = view(ViewKind::Front);
    answer([](QMenu&) {});
    QContextMenuEvent key{QContextMenuEvent::Keyboard, widget.rect().center(),
                          widget.mapToGlobal(widget.rect().center())};
    QCoreApplication::sendEvent(&widget, &key);
    QVERIFY(m_opened);
}

void TestViewMenu::theGameStartsThere()
{
    choose(ViewKind::Perspective, {4, 0, 2}, "viewMenu.play");
    auto* session = window().play().session();
    QVERIFY(session != nullptr);
    const auto at = session->player().position;
    QVERIFY(std::abs(at.x - 4) < 0.4 && std::abs(at.z - 2) < 0.4);
    QVERIFY(std::abs(at.y) < 0.2);
    window().play().stop();
}

WINDOW_TEST(TestViewMenu)
} // namespace tst_view_menu

#include "tst_view_menu.moc"
