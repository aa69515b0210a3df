#include "editor/scripting/curve.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scripting/compile/script_library.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/script_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_editor_scripts
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto MoverScript = R"(
[MenuItem "Window/Mover"]
class Mover : EditorWindow
{
    double step = 0.5;
    private int presses = 2;

    void onGui()
    {
        Gui::label("Selected: " + Selection::count());
        Gui::label("Presses: " + presses);
        step = Gui::numberField("Step", step, "m");
        if (Gui::button("Up")) {
            presses++;
            array<Entity>@ chosen = Selection::objects();
            for (uint i = 0; i < chosen.length(); i++)
                chosen[i].moveBy(Vec3(0, step, 0));
        }
    }
}
)";

/// A foliage with a dense kind, and where a ray meets the floor.
const std::string MeadowLines = R"(
    Entity meadow = Plants::add();
    Plants::addKind(meadow, "roof.obj").setNumber("foliage_type.density", 10);
    Hit hit = Level::raycast(Vec3(1, 5, 1), Vec3(0, -1, 0));
)";

/// Scripts over a project with the model "roof.obj", from (1, 0, -1) to (9, 0, 9), that nobody has
/// read yet.
struct RoofFixture : ScriptFixture
{
    Document& document = editor.document();
    Connection connection;

    RoofFixture()
    {
        const auto file = assets.project().assetFolder() / "roof.obj";
        fs::create_directories(file.parent_path());
        ENGINE_EXPECT(writeFileAtomically(file, "v 1 0 -1\nv 5 0 9\nv 9 0 -1\nf 1 2 3\n"));
        assets.readModelsAside([] {});
        auto& world = document.worldForSystems();
        world.setMeshes(&assets);
        connection = assets.modelsRead.connect([&world](const std::vector<std::string>& paths) {
            world.notify(changesOfMeshes(world, paths));
        });
    }

    ~RoofFixture() { document.worldForSystems().setMeshes(nullptr); }

    RoofFixture(const RoofFixture&) = delete;
    RoofFixture& operator=(const RoofFixture&) = delete;

    /// What the lines do as a command.
    void run(const std::string& lines)
    {
        write("tools.as", "[MenuItem \"Tools/Run\"]\nvoid runIt()\n{\n" + lines + "}\n");
        ENGINE_EXPECT(!editor.actions.empty());
        editor.actions.back().run();
    }

    /// Whether the last message that users saw has the words.
    [[nodiscard]] bool says(const std::string& words) const
    {
        return !editor.messages.empty() && editor.messages.back().find(words) != std::string::npos;
    }

    [[nodiscard]] EntityId first() { return document.world().children({}).front(); }
};
} // namespace

/// Scripts of the Editor folder without any window: what they show, what they change, and what
/// stays when they are edited or broken.
class TestEditorScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aScriptShowsAWindow()
    {
        ScriptFixture fixture;
        std::vector<std::string> added;
        const auto connection = fixture.scripts.windowAdded.connect(
            [&](const std::string& name) { added.push_back(name); });
        fixture.write("mover.as", MoverScript);
        QCOMPARE(added, std::vector<std::string>{"Mover"});
        const auto& window = fixture.open("Mover");
        QCOMPARE(window.title(), std::string{"Mover"});
        QCOMPARE(window.failure(), std::string{});
        QCOMPARE(ScriptFixture::texts(window), std::string{"Selected: 0\nPresses: 2\n"});
        QCOMPARE(ScriptFixture::element(window, "Step")->value, Value{0.5});
        QVERIFY(ScriptFixture::element(window, "Up") != nullptr);
    }

    void aButtonIsOneUndoableStepNamedByTheWindow()
    {
        ScriptFixture fixture;
        auto& document = fixture.editor.document();
        const auto box = fixture.editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
        const auto other = fixture.editor.fixture.addBox({4, 0, 0}, {5, 1, 1});
        document.selection().set({box, other});
        fixture.write("mover.as", MoverScript);
        auto& window = fixture.open("Mover");
        const auto before = document.contentHash();
        const auto steps = document.history().position();

        ScriptFixture::press(window, "Up");
        QCOMPARE(fixture.editor.fixture.boundsOf(box).min, Vec3d(0, 0.5, 0));
        QCOMPARE(fixture.editor.fixture.boundsOf(other).min, Vec3d(4, 0.5, 0));
        QCOMPARE(document.history().position(), steps + 1);
        QCOMPARE(document.history().entries().back().label, std::string{"Mover: Up"});
        QCOMPARE(ScriptFixture::texts(window), std::string{"Selected: 2\nPresses: 3\n"});
        const auto after = document.contentHash();
        document.undo();
        QCOMPARE(document.contentHash(), before);
        document.redo();
        QCOMPARE(document.contentHash(), after);
    }

    void publicMembersSurviveANewTextAndPrivateOnesDoNot()
    {
        ScriptFixture fixture;
        fixture.write("mover.as", MoverScript);
        auto& window = fixture.open("Mover");
        ScriptFixture::set(window, "Step", {5.0});
        ScriptFixture::press(window, "Up");
        QCOMPARE(ScriptFixture::texts(window), std::string{"Selected: 0\nPresses: 3\n"});

        auto text = std::string{MoverScript};
        text.replace(text.find("\"Up\""), 4, "\"Lift\"");
        fixture.write("mover.as", text);
        QCOMPARE(&window, fixture.scripts.find("Mover")); // the same window, still open
        QVERIFY(ScriptFixture::element(window, "Lift") != nullptr);
        QCOMPARE(ScriptFixture::element(window, "Step")->value, Value{5.0});
        QCOMPARE(ScriptFixture::texts(window), std::string{"Selected: 0\nPresses: 2\n"});

        fixture.restart();
        auto& again = fixture.open("Mover");
        QCOMPARE(ScriptFixture::element(again, "Step")->value, Value{5.0});
        QCOMPARE(ScriptFixture::texts(again), std::string{"Selected: 0\nPresses: 2\n"});
    }

    void everyKindOfPublicMemberIsKept()
    {
        ScriptFixture fixture;
        fixture.write("kinds.as", R"(
enum Shape { Box, Ball = 7 }
class Kinds : EditorWindow
{
    Shape shape = Shape::Box; array<Shape> shapes; uint64 large = 1;
    bool yes = false; int whole = 1; float single = 1; string text = "a";
    Vec2 two; Vec3 three; Color color; Entity object;
    array<Vec2> curve = {Vec2(0, 0)}; array<string> words; array<int> numbers;
    protected int hidden = 1;
    void onGui()
    {
        Gui::label(yes + " " + whole + " " + single + " " + text + " " + two.y + " " +
                   three.toText() + " " + color.g + " " + object.isNull + " " + curve.length() +
                   " " + join(words, ",") + " " + numbers.length() + " " +
                   int(shape) + " " + shapes.length() + " " + large + " " + hidden);
        if (Gui::button("Fill")) {
            yes = true; whole = -7; single = 2.5; text = "b\tc"; two = Vec2(1, 2);
            three = Vec3(1, 2, 3); color = Color(0, 0.5, 1); object = Level::find("box");
            curve = {Vec2(0, 1), Vec2(0.5, 0), Vec2(1, 1)}; words = {"x", "y"}; numbers = {4, 5};
            hidden = 9; shape = Shape::Ball; shapes = {Shape::Ball, Shape::Box}; large = 0xffffffffffffffff;
        }
    }
}
)");
        fixture.editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
        auto& window = fixture.open("Kinds");
        QCOMPARE(window.failure(), std::string{});
        ScriptFixture::press(window, "Fill");
        const std::string filled =
            "true -7 2.5 b\tc 2 (1.000, 2.000, 3.000) 0.5 false 3 x,y 2 7 2 18446744073709551615 ";
        QCOMPARE(ScriptFixture::texts(window), filled + "9\n");
        fixture.restart();
        QCOMPARE(ScriptFixture::texts(fixture.open("Kinds")), filled + "1\n");
    }

    void aDragIsOneStepAndCanBeTakenBack()
    {
        ScriptFixture fixture;
        auto& document = fixture.editor.document();
        const auto box = fixture.editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
        fixture.write("height.as", R"(
class Height : EditorWindow
{
    double height = 0;
    void onGui()
    {
        height = Level::find("box").low.y;
        double wanted = Gui::slider("Height", height, 0, 10, "m");
        if (wanted != height)
            Level::find("box").moveTo(Vec3(0.5, wanted + 0.5, 0.5));
    }
}
)");
        auto& window = fixture.open("Height");
        const auto before = document.contentHash();
        const auto steps = document.history().position();
        for (const double at : {1.0, 2.0, 3.0})
            ScriptFixture::set(window, "Height", {at}, GuiPhase::Preview);
        QVERIFY(document.isEditing());
        QCOMPARE(fixture.editor.fixture.boundsOf(box).min.y, 3.0);
        ScriptFixture::set(window, "Height", {0.0}, GuiPhase::Cancel);
        QVERIFY(!document.isEditing());
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(document.history().position(), steps);

        for (const double at : {1.0, 2.0})
            ScriptFixture::set(window, "Height", {at}, GuiPhase::Preview);
        ScriptFixture::set(window, "Height", {4.0});
        QCOMPARE(document.history().position(), steps + 1);
        QCOMPARE(fixture.editor.fixture.boundsOf(box).min.y, 4.0);
        document.undo();
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(ScriptFixture::element(window, "Height")->value, Value{4.0}); // until refreshed
        window.refresh();
        QCOMPARE(ScriptFixture::element(window, "Height")->value, Value{0.0});
    }

    void whatFollowsFromADragIsShownDuringIt()
    {
        ScriptFixture fixture;
        fixture.write("follow.as", R"(
class Follow : EditorWindow
{
    double size = 1;
    void onGui()
    {
        Gui::label("Size " + size);
        if (size < 5)
            size = Gui::slider("Size", size, 0, 10, "m");
    }
}
)");
        auto& window = fixture.open("Follow");
        int shown = 0;
        const auto connection = window.changed.connect([&] { ++shown; });
        for (const double at : {2.0, 3.0}) {
            ScriptFixture::set(window, "Size", {at}, GuiPhase::Preview);
            QCOMPARE(ScriptFixture::texts(window),
                     at == 2 ? std::string{"Size 2\n"} : std::string{"Size 3\n"});
            QCOMPARE(ScriptFixture::element(window, "Size")->value, Value{at});
        }
        QCOMPARE(shown, 2);
        // What the user holds stays, even if the script shows it no longer.
        ScriptFixture::set(window, "Size", {6.0}, GuiPhase::Preview);
        QVERIFY(ScriptFixture::element(window, "Size") != nullptr);
        ScriptFixture::set(window, "Size", {7.0});
        QVERIFY(ScriptFixture::element(window, "Size") == nullptr);
        QCOMPARE(ScriptFixture::texts(window), std::string{"Size 6\n"});
    }

    void mistakesOfHooksAreNotLostInADrag_data()
    {
        QTest::addColumn<int>("times");
        QTest::newRow("once") << 1;
        QTest::newRow("always") << 100;
    }

    void mistakesOfHooksAreNotLostInADrag()
    {
        QFETCH(const int, times);
        ScriptFixture fixture;
        fixture.write("hooks.as", R"(
class Hooks : EditorWindow
{
    double size = 1;
    int fails = 0;
    int selections = 0;
    int levels = 0;
    void onGui()
    {
        Gui::label("Selections " + selections + ", levels " + levels);
        fails = int(Gui::slider("Fails", fails, 0, 100));
        size = Gui::slider("Size", size, 0, 10, "m");
    }
    void onSelection()
    {
        if (fails > 0)
        {
            --fails;
            selections /= fails - fails;
        }
        ++selections;
    }
    void onLevel() { ++levels; }
}
)");
        auto& window = fixture.open("Hooks");
        ScriptFixture::set(window, "Fails", {double(times)});
        const auto before = ScriptFixture::texts(window);
        QCOMPARE(before, std::string{"Selections 0, levels 0\n"});
        ScriptFixture::set(window, "Size", {2.0}, GuiPhase::Preview);
        window.markStale(WindowHook::Selection);
        window.markStale(WindowHook::Level);
        ScriptFixture::set(window, "Size", {3.0}, GuiPhase::Preview);
        QCOMPARE(window.failure(), std::string{}); // told after the drag
        ScriptFixture::set(window, "Size", {4.0});
        if (times == 1) {
            QCOMPARE(window.failure(), std::string{});
            QCOMPARE(ScriptFixture::texts(window), std::string{"Selections 1, levels 1\n"});
        } else {
            QVERIFY2(window.failure().starts_with("Editor/hooks.as:"), window.failure().c_str());
        }
    }

    void viewsArePaintedAnewWithWhatTheyAreDrawnBy()
    {
        ScriptFixture fixture;
        fixture.write("draws.as",
                      "class Draws : EditorWindow { void onGui() {} void onDraw() {} }");
        auto& window = *fixture.scripts.find("Draws");
        const auto repaintsOf = [&](const std::function<void()>& work) {
            const int before = fixture.editor.repaints;
            work();
            return fixture.editor.repaints - before;
        };
        QVERIFY(repaintsOf([&] { window.setOpen(true); }) > 0);
        QVERIFY(repaintsOf([&] {
                    fixture.write("draws.as", "class Draws : EditorWindow { void onDraw() { "
                                              "Draw::point(Vec3()); } }");
                }) > 0);
        QVERIFY(repaintsOf([&] { window.setOpen(false); }) > 0);
    }

    void coloursAreThoseOfTheLevel()
    {
        ScriptFixture fixture;
        fixture.write("draws.as", "class Draws : EditorWindow { void onDraw() { "
                                  "Draw::point(Vec3(), Color(1, 0.5, 0)); } }");
        fixture.open("Draws");
        DebugDraw drawn;
        fixture.editor.overlays[0](drawn, ViewKind::Top);
        const auto& color = drawn.points.at(0).color;
        // As a field shows the same light: ffbc00.
        QCOMPARE(std::lround(color.r * 255), 0xFFL);
        QCOMPARE(std::lround(color.g * 255), 0xBCL);
        QCOMPARE(std::lround(color.b * 255), 0L);
    }

    void onlyAnswersMayWrite()
    {
        ScriptFixture fixture;
        const auto before = fixture.editor.document().contentHash();
        fixture.write("greedy.as", "class Greedy : EditorWindow\n{\n    void onGui()\n    {\n"
                                   "        Level::addLight(Vec3());\n    }\n}\n");
        const auto& window = fixture.open("Greedy");
        QVERIFY2(window.failure().starts_with("Editor/greedy.as:5: The level can be changed in "
                                              "answer to what the user does only"),
                 window.failure().c_str());
        QCOMPARE(fixture.editor.document().contentHash(), before);
    }

    void mistakesStayInTheirOwnWindow()
    {
        ScriptFixture fixture;
        fixture.write("mover.as", MoverScript);
        fixture.write("broken.as", "class Broken : EditorWindow\n{\n    void onGui()\n    {\n"
                                   "        Gui::lable(\"x\");\n    }\n}\n");
        const auto& broken = fixture.open("broken"); // it never worked: named after its file
        QVERIFY2(broken.failure().starts_with("Editor/broken.as:5: "), broken.failure().c_str());
        auto& mover = fixture.open("Mover");
        QCOMPARE(mover.failure(), std::string{});

        auto text = std::string{MoverScript};
        text.replace(text.find("Gui::label"), 10, "Gui::lable");
        ScriptFixture::set(mover, "Step", {3.0});
        fixture.write("mover.as", text);
        QVERIFY2(mover.failure().starts_with("Editor/mover.as:10: "), mover.failure().c_str());
        QVERIFY(mover.tree().children.empty());
        fixture.write("mover.as", MoverScript);
        QCOMPARE(mover.failure(), std::string{});
        QCOMPARE(ScriptFixture::element(mover, "Step")->value, Value{3.0});

        fixture.write("broken.as", "class Mended : EditorWindow { void onGui() {} }");
        QVERIFY(fixture.scripts.find("broken") == nullptr);
        QCOMPARE(fixture.open("Mended").failure(), std::string{});
    }

    void aFailingAnswerTakesItsStepBack()
    {
        ScriptFixture fixture;
        auto& document = fixture.editor.document();
        fixture.editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
        fixture.write("half.as", R"(
class Half : EditorWindow
{
    void onGui()
    {
        if (Gui::button("Crash")) {
            Level::addLight(Vec3());
            array<int> none;
            none[3] = 1;
        }
        if (Gui::button("Refused")) {
            Level::addLight(Vec3());
            Level::find("box").scaleBy(Vec3(0, 1, 1));
        }
        if (Gui::button("Caught")) {
            Level::addLight(Vec3());
            try { Level::find("box").scaleBy(Vec3(0, 1, 1)); } catch {}
        }
    }
}
)");
        auto& window = fixture.open("Half");
        QCOMPARE(window.failure(), std::string{});
        const auto before = document.contentHash();
        ScriptFixture::press(window, "Crash");
        QVERIFY2(window.notice().starts_with("Editor/half.as:9: "), window.notice().c_str());
        for (const auto* label : {"Refused", "Caught"}) {
            ScriptFixture::press(window, label);
            QVERIFY(!window.notice().empty());
            QVERIFY(!window.notice().starts_with("Editor/"));
        }
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(window.failure(), std::string{}); // still there to be used
        QVERIFY(ScriptFixture::element(window, "Crash") != nullptr);
    }

    void endlessLoopsAreEnded_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("onGui") << QByteArray{
            "class Loop : EditorWindow { void onGui() { while (true) {} } }"};
        QTest::newRow("a member") << QByteArray{
            "int loop() { while (true) {} return 1; }\n"
            "class Loop : EditorWindow { int a = loop(); void onGui() {} }"};
        QTest::newRow("a global") << QByteArray{
            "int loop() { while (true) {} return 1; }\nint a = loop();\n"
            "class Loop : EditorWindow { void onGui() {} }"};
    }

    void endlessLoopsAreEnded()
    {
        QFETCH(const QByteArray, text);
        ScriptFixture fixture;
        fixture.write("Loop.as", text.toStdString());
        auto& window = fixture.open("Loop");
        QVERIFY2(window.failure().find("2 seconds") != std::string::npos, window.failure().c_str());
        window.refresh(); // it does not run again by itself
        fixture.write("Loop.as", "class Loop : EditorWindow { void onGui() {} }");
        QCOMPARE(window.failure(), std::string{});
    }

    void gameScriptsKnowNoWindows()
    {
        ScriptFixture fixture;
        const auto root = fixture.folder().parent_path() / "scripts";
        fs::create_directories(root);
        VERIFY_OK(writeFileAtomically(root / "w.as", "class W : EditorWindow {}"));
        ScriptLibrary library{
            [&](const std::string& file) -> Result<fs::path> { return root / file; }, {}};
        const auto program = library.program("w.as");
        QVERIFY(!program);
        QVERIFY2(program.error().message().find("EditorWindow") != std::string::npos,
                 program.error().message().c_str());
    }

    void menuFunctionsAreCommands()
    {
        ScriptFixture fixture;
        auto& document = fixture.editor.document();
        fixture.write("tools.as", "[MenuItem \"Tools/Level/Add a lamp\"]\nvoid lamp()\n{\n"
                                  "    Level::addLight(Vec3(0, 2, 0));\n"
                                  "    Editor::openWindow(\"Mover\");\n}\n");
        QCOMPARE(fixture.scripts.commands(), std::vector<std::string>{"script.tools.lamp"});
        QCOMPARE(fixture.editor.actions.back().menu, std::string{"Tools/Level"});
        const auto before = document.contentHash();
        fixture.editor.actions.back().run();
        QCOMPARE(document.history().entries().back().label, std::string{"Add a lamp"});
        QCOMPARE(fixture.editor.shownPanels, std::vector<std::string>{"script.Mover"});
        document.undo();
        QCOMPARE(document.contentHash(), before);
        fs::remove(fixture.folder() / "tools.as");
        fixture.scripts.refresh();
        QVERIFY(fixture.scripts.commands().empty());
        QVERIFY(fixture.editor.actions.empty());
    }

    void modelsAreMeasuredAsTheyAre()
    {
        RoofFixture fixture;
        fixture.run("Entity roof = Level::add(\"roof\", Vec3(0, 0, 0));\n"
                    "roof.add(\"mesh\");\n"
                    "roof.setText(\"mesh.mesh\", \"roof.obj\");\n"
                    "roof.moveTo(Vec3(20, 0, 0));\n");
        const auto roof = fixture.first();
        QCOMPARE(fixture.editor.fixture.get<TransformComponent>(roof).position, (Vec3d{15, 0, -4}));
        QCOMPARE(fixture.editor.fixture.boundsOf(roof).center(), (Vec3d{20, 0, 0}));
    }

    void raysMeetModelsAsTheyAre()
    {
        RoofFixture fixture;
        VERIFY_OK(fixture.editor.fixture.run([](Transaction& edit) -> Result<void> {
            const auto roof = edit.create("roof");
            edit.set(roof, TransformComponent{});
            edit.set(roof, MeshInstance{.mesh = {"roof.obj"}});
            return {};
        }));
        QVERIFY(fixture.editor.fixture.boundsOf(fixture.first()).size().x < 1); // nobody has waited
        fixture.run("Hit hit = Level::raycast(Vec3(5, 5, 1), Vec3(0, -1, 0));\n"
                    "Entity met = hit.entity;\n"
                    "if (hit.found)\n    met.name = \"met\";\n");
        QCOMPARE(fixture.editor.fixture.get<Node>(fixture.first()).name, std::string{"met"});
    }

    void whatAFileWouldNotTakeIsNotMade_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<std::string>("says");
        const std::string place = "A place must be finite and within 65,536 metres";
        const std::string path = "the path '../../../nope' leads out of the project";
        QTest::newRow("object") << std::string{"Level::add(\"x\", Vec3(1e300, 0, 0));\n"} << place;
        QTest::newRow("no number")
            << std::string{"Level::addLight(Vec3(pow(-1, 0.5), 0, 0));\n"} << place;
        QTest::newRow("light") << std::string{"Level::addLight(Vec3(0, 70000, 0));\n"} << place;
        QTest::newRow("model") << std::string{"Level::addModel(\"roof.obj\", Vec3(1e9, 0, 0));\n"}
                               << place;
        QTest::newRow("box") << std::string{"Level::addBox(Vec3(0, 0, 0), Vec3(1, 1, 1), \"x\", "
                                            "\"../../../nope\");\n"}
                             << path;
        QTest::newRow("material") << std::string{"Level::addBox(Vec3(0, 0, 0), Vec3(1, 1, 1))"
                                                 ".setMaterial(\"../../../nope\");\n"}
                                  << path;
        QTest::newRow("new boxes")
            << std::string{"Editor::setMaterial(\"../../../nope\");\n"} << path;
        QTest::newRow("plants") << std::string{"Plants::addKind(Plants::add(), "
                                               "\"../../../nope\");\n"}
                                << path;
    }

    void whatAFileWouldNotTakeIsNotMade()
    {
        QFETCH(std::string, line);
        QFETCH(std::string, says);
        RoofFixture fixture;
        fixture.run(line);
        QVERIFY(fixture.says(says));
        QVERIFY(fixture.document.world().children({}).empty());
    }

    void tooManyPlantsAreNotPainted()
    {
        RoofFixture fixture;
        fixture.editor.fixture.addBox({-20, -1, -20}, {20, 0, 20}, "floor");
        fixture.run(MeadowLines + "Plants::paint(meadow, hit, 1000);\n");
        QVERIFY(fixture.says("more than 5,000,000 plants would grow at once"));
        QCOMPARE(fixture.document.world().children({}).size(), std::size_t{1}); // taken back
        fixture.run(MeadowLines + "Plants::paint(meadow, hit, 2);\n");
        QCOMPARE(fixture.document.world().children({}).size(), std::size_t{2});
    }

    void aDragEndsWithItsScript_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("the file is deleted") << QByteArray{};
        QTest::newRow("the class has another name")
            << QByteArray{"class Other : EditorWindow { void onGui() {} }"};
    }

    void aDragEndsWithItsScript()
    {
        QFETCH(const QByteArray, text);
        ScriptFixture fixture;
        auto& document = fixture.editor.document();
        fixture.write("grip.as", R"(
class Grip : EditorWindow
{
    Vec3 at(2, 0, 0);
    void onGui() {}
    void onDraw()
    {
        at = Handle::move("At", at);
        if (Level::find("box").center.x != at.x)
            Level::find("box").moveTo(at);
    }
}
)");
        fixture.editor.fixture.addBox({1, -1, -1}, {3, 1, 1}, "box");
        fixture.open("Grip");
        DebugDraw drawn;
        fixture.editor.overlays[0](drawn, ViewKind::Top);
        const auto before = document.contentHash();
        const auto steps = document.history().position();
        const auto view = topView();
        startDrag(fixture.editor, view, {2, 0, 0}, {5, 0, 0});
        QVERIFY(document.contentHash() != before);

        if (text.isEmpty())
            fs::remove(fixture.folder() / "grip.as");
        else
            VERIFY_OK(writeFileAtomically(fixture.folder() / "grip.as", text.toStdString()));
        fixture.scripts.refresh();
        QVERIFY(fixture.scripts.find("Grip") == nullptr);
        QCOMPARE(document.contentHash(), before); // at once: nobody drags it any more
        QVERIFY(!document.isEditing());
        QVERIFY(!fixture.editor.tools.move(pointerAt(fixture.editor, view, {6, 0, 0})));
        fixture.editor.tools.release(pointerAt(fixture.editor, view, {7, 0, 0}));
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(document.history().position(), steps);
    }

    void keysReachTheToolAndWriteOnlyIfTheyAreUsed()
    {
        ScriptFixture fixture;
        auto& document = fixture.editor.document();
        fixture.write("keys.as", R"(
class Keys : EditorWindow
{
    string got;
    void onGui() { Gui::label(got); }
    void onHover(const Pointer &in at) {}
    bool onKey(const string &in key)
    {
        got += key + (View::pointer().shift ? "+ " : " ");
        Level::addLight(Vec3(0, 1, 0));
        return key != "5";
    }
}
)");
        auto& window = fixture.open("Keys");
        auto& tools = fixture.editor.tools;
        QVERIFY(!tools.takesKey(ToolKey::Delete));
        fixture.editor.activateTool("script.Keys");
        for (const auto key : {ToolKey::Delete, ToolKey::Text, ToolKey::X, ToolKey::Up})
            QVERIFY(tools.takesKey(key));          // though they are shortcuts
        QVERIFY(!tools.takesKey(ToolKey::Escape)); // leaves the tool
        QVERIFY(!tools.takesText());
        const auto view = topView();
        const auto before = document.contentHash();
        const auto steps = document.history().position();
        QVERIFY(!tools.key(keyEvent(fixture.editor, view, ToolKey::Text, "5")));
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(document.history().position(), steps);
        QVERIFY(press(fixture.editor, view, ToolKey::Delete, Shift));
        QCOMPARE(document.history().position(), steps + 1);
        document.undo();
        QCOMPARE(document.contentHash(), before);
        window.refresh();
        QCOMPARE(ScriptFixture::texts(window), std::string{"5 Delete+ \n"});

        fixture.write("keys.as", "class Keys : EditorWindow { void onGui() {} "
                                 "void onHover(const Pointer &in at) {} }");
        QVERIFY(!tools.takesKey(ToolKey::Delete));
    }

    void wrongHooksAreNamed()
    {
        ScriptFixture fixture;
        fixture.write("hook.as", "class Hook : EditorWindow { void onPress() {} }");
        const auto& window = fixture.open("hook");
        QVERIFY2(window.failure().find("bool onPress(const Pointer &in)") != std::string::npos,
                 window.failure().c_str());
    }

    void curvesPassTheirPointsAndStayBetweenThem()
    {
        const auto points = sortedCurve({{1, 0}, {0, 0}, {0.4, 1}, {std::nan(""), 3}, {0.5, 9}});
        QCOMPARE(points.size(), std::size_t{4});
        for (const auto& point : points)
            QVERIFY(std::abs(curveAt(points, point.x) - point.y) < 1e-12);
        for (double x = -0.5; x <= 1.5; x += 0.01)
            QVERIFY(curveAt(points, x) >= 0 && curveAt(points, x) <= 1);
        QCOMPARE(curveAt({}, 0.5), 0.0);
        QCOMPARE(sortedCurve({}).size(), std::size_t{2});
    }
};

CORE_TEST(TestEditorScripts)
} // namespace tst_editor_scripts

#include "tst_editor_scripts.moc"
