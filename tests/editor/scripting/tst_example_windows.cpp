#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/script_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <algorithm>

namespace tst_example_windows
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
fs::path examples()
{
    return fs::path{MAPWRIGHT_SOURCE_DIR} / "resources/docs/examples/editor_windows";
}

/// The documented windows in an editor with a floor, two boxes and a light.
struct Examples : ScriptFixture
{
    explicit Examples(const std::string& file)
    {
        const auto text = readFile(examples() / file);
        ENGINE_EXPECT(text);
        write(file, *text);
        floor = editor.fixture.addBox({-10, -1, -10}, {10, 0, 10}, "floor");
        box = editor.fixture.addBox({0.1, 0, 0}, {1.1, 1, 1}, "box");
        other = editor.fixture.addBox({4, 0, 0}, {5, 2, 1}, "other");
        lamp = editor.fixture.addPoint({0, 3, 0}, "lamp");
        ENGINE_EXPECT(editor.fixture.run([&](Transaction& edit) -> Result<void> {
            edit.set(lamp, Light{});
            return {};
        }));
    }

    Document& document() { return editor.document(); }

    std::size_t count() { return document().world().entityCount(); }

    std::string nameOf(EntityId entity) { return editor.fixture.get<Node>(entity).name; }

    /// The last object that was added at the top.
    EntityId newest() { return document().world().children({}).back(); }

    EntityId floor, box, other, lamp;
};

/// Presses a button, has `check` look at what it did, and takes it back.
template <typename Check>
void pressAndUndo(Examples& fixture,
                  ScriptWindow& window,
                  const std::string& button,
                  const Check& check)
{
    auto& document = fixture.document();
    const auto before = document.contentHash();
    const auto steps = document.history().position();
    ScriptFixture::press(window, button);
    QCOMPARE(window.notice(), std::string{});
    QCOMPARE(window.failure(), std::string{});
    QCOMPARE(document.history().position(), steps + 1);
    QVERIFY(document.contentHash() != before);
    check();
    const auto after = document.contentHash();
    document.undo();
    QCOMPARE(document.contentHash(), before);
    document.redo();
    QCOMPARE(document.contentHash(), after);
    document.undo();
    QCOMPARE(document.contentHash(), before);
}
} // namespace

/// The windows that the manual shows: each is opened, does its work, and the work is undone.
class TestExampleWindows : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    /// Whoever follows the manual sees something after the edit that it proposes.
    void theFirstWindowShowsItsFirstEdit()
    {
        const auto page =
            readFile(fs::path{MAPWRIGHT_SOURCE_DIR} / "resources/docs/manual/custom_windows.md");
        VERIFY_OK(page);
        const auto between = [&](const std::string& from, const std::string& to, std::size_t at) {
            const auto begin = page->find(from, at) + from.size();
            return page->substr(begin, page->find(to, begin) - begin);
        };
        auto script = between("```angelscript\n", "```", 0);
        const auto step = page->find("\n4. Write `");
        QVERIFY(step != std::string::npos);
        const auto fresh = between("`\"", "\"`", step);
        const auto old = between("for `\"", "\"`", step);
        ScriptFixture fixture;
        fixture.write("lift.as", script);
        QVERIFY(ScriptFixture::element(fixture.open("Lift"), old) != nullptr);
        const auto at = script.find('"' + old + '"');
        QVERIFY(at != std::string::npos);
        fixture.write("lift.as", script.replace(at + 1, old.size(), fresh));
        QVERIFY2(fixture.open("Lift").failure().empty(), fixture.open("Lift").failure().c_str());
        QVERIFY(ScriptFixture::element(fixture.open("Lift"), old) == nullptr);
        QVERIFY(ScriptFixture::element(fixture.open("Lift"), fresh) != nullptr);
    }

    void everyExampleOpens_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& entry : fs::directory_iterator{examples()})
            QTest::newRow(entry.path().filename().c_str())
                << QString::fromStdString(entry.path().filename().string());
    }

    void everyExampleOpens()
    {
        QFETCH(const QString, file);
        Examples fixture{file.toStdString()};
        const auto windows = fixture.scripts.windows();
        QCOMPARE(windows.size(), std::size_t{1});
        windows[0]->setOpen(true);
        QVERIFY2(windows[0]->failure().empty(), windows[0]->failure().c_str());
        QVERIFY(!windows[0]->tree().children.empty());
        fixture.document().selection().set({fixture.box, fixture.other});
        windows[0]->refresh();
        DebugDraw drawn;
        windows[0]->draw(drawn);
        QVERIFY2(windows[0]->failure().empty(), windows[0]->failure().c_str());
    }

    void scatterOnSelection()
    {
        Examples fixture{"scatter_on_selection.as"};
        auto& window = fixture.open("ScatterOnSelection");
        QVERIFY(!ScriptFixture::element(window, "Scatter")->enabled);
        fixture.document().selection().set({fixture.floor});
        ScriptFixture::set(window, "Original", {fixture.box});
        ScriptFixture::set(window, "Count", {std::int64_t{12}});
        QVERIFY(ScriptFixture::element(window, "Scatter")->enabled);
        pressAndUndo(fixture, window, "Scatter", [&] {
            const auto group = fixture.newest();
            QCOMPARE(fixture.nameOf(group), std::string{"Scattered box"});
            const auto& copies = fixture.document().world().children(group);
            QVERIFY(copies.size() >= 8 && copies.size() <= 12); // some would stand on the original
            for (const auto copy : copies) {
                const auto bounds = fixture.editor.fixture.boundsOf(copy);
                QVERIFY(bounds.min.y > -1e-6);
                QVERIFY(bounds.size().y > 0.69 && bounds.size().y < 1.31);
            }
        });
    }

    void flowerRing()
    {
        Examples fixture{"flower_ring.as"};
        EntityId foliage;
        ENGINE_EXPECT(fixture.editor.fixture.run([&](Transaction& edit) -> Result<void> {
            foliage = createFoliageLayer(edit, "Flowers");
            FoliageType type;
            type.mesh = {"flower"};
            type.density = 4;
            auto kind = addFoliageType(edit, foliage, type, "Flower");
            return kind ? Result<void>{} : kind.error();
        }));
        auto& window = fixture.open("FlowerRing");
        QVERIFY(!ScriptFixture::element(window, "Plant")->enabled);
        fixture.document().selection().set({fixture.box});
        ScriptFixture::set(window, "Foliage", {foliage});
        ScriptFixture::set(window, "Radius", {4.0});
        pressAndUndo(fixture, window, "Plant", [&] {
            const auto plants = foliageOf(fixture.document().world(), foliage);
            // A ring of 4 m and 1 m wide has 25 square metres, with four plants each.
            QVERIFY(plants->plants() > 60 && plants->plants() < 120);
            const auto middle = fixture.editor.fixture.boundsOf(fixture.box).center();
            for (const auto& cell : plants->cells())
                for (const auto& plant : cell.chunk->instances) {
                    const double away = std::hypot(double{plant.position.x} - middle.x,
                                                   double{plant.position.z} - middle.z);
                    QVERIFY(away > 3.3 && away < 4.6);
                }
        });
    }

    void alignToGrid()
    {
        Examples fixture{"align_to_grid.as"};
        fixture.document().selection().set({fixture.box, fixture.other});
        auto& window = fixture.open("AlignToGrid");
        QVERIFY(ScriptFixture::element(window, "1 of 2 lie off the grid") != nullptr);
        pressAndUndo(fixture, window, "Align", [&] {
            QCOMPARE(fixture.editor.fixture.boundsOf(fixture.box).min, Vec3d(0, 0, 0));
        });
    }

    void lightTable()
    {
        Examples fixture{"light_table.as"};
        auto& window = fixture.open("LightTable");
        const auto* table = ScriptFixture::element(window, "Lights");
        QCOMPARE(table->rows.size(), std::size_t{1});
        QCOMPARE(table->rows[0].cells[0], std::string{"lamp"});
        ScriptFixture::set(window, "Lights", {std::int64_t{0}});
        QCOMPARE(fixture.document().selection().primary(), fixture.lamp);
        const auto before = fixture.document().contentHash();
        ScriptFixture::set(window, "Intensity", {100.0}, GuiPhase::Preview);
        ScriptFixture::set(window, "Intensity", {200.0});
        QCOMPARE(fixture.editor.fixture.get<Light>(fixture.lamp).intensity, 200.0f);
        fixture.document().undo();
        QCOMPARE(fixture.document().contentHash(), before);
        pressAndUndo(fixture, window, "Scale all", [&] {
            QCOMPARE(fixture.editor.fixture.get<Light>(fixture.lamp).intensity, 90.0f);
        });
    }

    void sceneStatistics()
    {
        Examples fixture{"scene_statistics.as"};
        const auto empty = fixture.editor.fixture.addPoint({0, 0, 0}, "nothing in it");
        auto& window = fixture.open("SceneStatistics");
        QVERIFY(ScriptFixture::element(window, "Brushes: 3 with 18 faces") != nullptr);
        QVERIFY(ScriptFixture::element(window, "Empty groups: 1") != nullptr);
        pressAndUndo(fixture, window, "Remove empty groups",
                     [&] { QVERIFY(!fixture.document().world().exists(empty)); });
    }

    void renameMany()
    {
        Examples fixture{"rename_many.as"};
        fixture.document().selection().set({fixture.box, fixture.other});
        auto& window = fixture.open("RenameMany");
        QCOMPARE(ScriptFixture::element(window, "Preview")->rows[0].cells[0],
                 std::string{"box  ->  Pillar 01"});
        pressAndUndo(fixture, window, "Rename", [&] {
            QCOMPARE(fixture.nameOf(fixture.box), std::string{"Pillar 01"});
            QCOMPARE(fixture.nameOf(fixture.other), std::string{"Pillar 02"});
        });
    }

    void replaceMaterial()
    {
        Examples fixture{"replace_material.as"};
        auto& window = fixture.open("ReplaceMaterial");
        ScriptFixture::set(window, "To", {AssetPath{"brick"}});
        pressAndUndo(fixture, window, "Replace", [&] {
            for (const auto& face : fixture.editor.fixture.brushOf(fixture.box).faces())
                QCOMPARE(face.material.text(), std::string{"brick"});
        });
    }

    void measure()
    {
        Examples fixture{"measure.as"};
        auto& window = fixture.open("MeasurePoints");
        QVERIFY(ScriptFixture::element(window, "Length 2.000 m") != nullptr);
        pressAndUndo(fixture, window, "Mark the middle", [&] {
            QCOMPARE(fixture.nameOf(fixture.newest()), std::string{"Middle"});
            QCOMPARE(worldTransform(fixture.document().world(), fixture.newest()).position,
                     Vec3d(1, 0, 0));
        });
    }

    void handlesAreDraggedInTheViews()
    {
        Examples fixture{"measure.as"};
        auto& window = fixture.open("MeasurePoints");
        DebugDraw drawn;
        QCOMPARE(fixture.editor.overlays.size(), std::size_t{1});
        fixture.editor.overlays[0](drawn, ViewKind::Top);
        QCOMPARE(drawn.labels.size(), std::size_t{1});
        QCOMPARE(drawn.labels[0].text, std::string{"2.00 m"});
        const auto view = topView();
        drag(fixture.editor, view, {2, 0, 0}, {5, 0, 0});
        window.refresh();
        QVERIFY(ScriptFixture::element(window, "Length 5.000 m") != nullptr);
        QVERIFY(!fixture.document().isEditing());
        // The mouse in the views is known wherever the script asks.
        QVERIFY(ScriptFixture::element(window, "Mouse (5.000, 0.000, 0.000)") != nullptr);
    }

    void checklist()
    {
        Examples fixture{"checklist.as"};
        auto& window = fixture.open("Checklist");
        ScriptFixture::set(window, "Task", {std::string{"Light the hall"}});
        ScriptFixture::press(window, "Add");
        QVERIFY(ScriptFixture::element(window, "Light the hall") != nullptr);
        pressAndUndo(fixture, window, "Pin to the selection", [&] {
            QCOMPARE(fixture.nameOf(fixture.newest()), std::string{"To do: Light the hall"});
        });
        fixture.restart();
        auto& again = fixture.open("Checklist");
        ScriptFixture::set(again, "Light the hall", {true});
        ScriptFixture::press(again, "Clear done");
        QVERIFY(ScriptFixture::element(again, "Light the hall") == nullptr);
    }

    void arrayAlongALine()
    {
        Examples fixture{"array_along_line.as"};
        fixture.document().selection().set({fixture.box});
        auto& window = fixture.open("ArrayAlongLine");
        const auto before = fixture.count();
        pressAndUndo(fixture, window, "Make", [&] {
            QCOMPARE(fixture.count(), before + 3);
            const auto bounds = fixture.editor.fixture.boundsOf(fixture.newest());
            QVERIFY(glm::length(bounds.center() - Vec3d(4, 0, 0)) < 1e-9);
        });
    }

    void findByComponent()
    {
        Examples fixture{"find_by_component.as"};
        auto& window = fixture.open("FindByComponent");
        QVERIFY(ScriptFixture::element(window, "1 found") != nullptr);
        ScriptFixture::set(window, "Found", {std::int64_t{0}});
        QCOMPARE(fixture.document().selection().primary(), fixture.lamp);
        ScriptFixture::set(window, "Component", {std::int64_t{0}});
        QVERIFY(ScriptFixture::element(window, "3 found") != nullptr);
        pressAndUndo(fixture, window, "Hide all", [&] {
            QVERIFY(fixture.editor.fixture.get<Node>(fixture.box).hidden);
            QVERIFY(!fixture.editor.fixture.get<Node>(fixture.lamp).hidden);
        });
    }

    void theStampToolClicksAndDrags()
    {
        Examples fixture{"stamp_tool.as"};
        auto& window = fixture.open("Stamp");
        ScriptFixture::set(window, "Original", {fixture.box});
        ScriptFixture::press(window, "Use the tool");
        QCOMPARE(fixture.editor.activeTool(), std::string{"script.Stamp"});
        auto& document = fixture.document();
        const auto view = perspectiveView({-5, 8, 5}, {-5, 0, -5});
        const auto before = document.contentHash();
        const auto count = fixture.count();

        click(fixture.editor, view, {-5, 0, -5});
        QCOMPARE(fixture.count(), count + 1);
        const auto bounds = fixture.editor.fixture.boundsOf(fixture.newest());
        QVERIFY(glm::length(bounds.center() - Vec3d(-5, 0.5, -5)) < 1e-3);
        document.undo();
        QCOMPARE(document.contentHash(), before);

        const auto steps = document.history().position();
        drag(fixture.editor, view, {-8, 0, -5}, {-2, 0, -5});
        QVERIFY(fixture.count() >= count + 3); // the press, a move half way, the end
        QCOMPARE(document.history().position(), steps + 1);
        QCOMPARE(document.history().entries().back().label, std::string{"Stamp"});
        document.undo();
        QCOMPARE(document.contentHash(), before);

        startDrag(fixture.editor, view, {-8, 0, -5}, {-2, 0, -5});
        QVERIFY(press(fixture.editor, view, ToolKey::Escape));
        QCOMPARE(document.contentHash(), before);
        QVERIFY(press(fixture.editor, view, ToolKey::Delete));
        window.refresh();
        QCOMPARE(ScriptFixture::element(window, "Original")->value, Value{EntityId{}});
    }
};

CORE_TEST(TestExampleWindows)
} // namespace tst_example_windows

#include "tst_example_windows.moc"
