#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "tests/plugins/foliage_painter_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"

#include <QVector3D>

namespace tst_foliage_painter
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The painter's tools, by pointer events.
class TestFoliagePainter : public FoliagePainterFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void toolsAskForAFoliageFirst();
    void plantsThatCouldNotBeSeenAreRefused_data();
    void plantsThatCouldNotBeSeenAreRefused();
    void aDragPaintsAndIsOneStep();
    void paintingOverAddsNothing();
    void shiftErasesAndCtrlReapplies();
    void bracketsAndDigitsChangeTheBrush();
    void theCursorShowsWhatWouldGrow();
    void theCursorFollowsBrushKindsAndLevel();
    void theCursorOfALargeBrushStaysCheap();
    void tooManyPlantsAtOnceAreRefused();
    void theCursorIsSeenOnAnyGround();
    void whatKeepsTheGroundBareIsNamed();
    void whatThinsPlantsOutIsNamed();
    void untickedKindsAreNotPlanted();
    void aClickPlacesOnePlant();
    void densityIsPaintedAndForgotten();
    void aPenPressesTheBrush();
    void plantsAreSelectedMovedAndRemoved();
    void deleteIsForPlantsWhileTheyAreSelected_data();
    void deleteIsForPlantsWhileTheyAreSelected();
    void aClickSelectsThePlantThatIsSeenThere_data();
    void aClickSelectsThePlantThatIsSeenThere();
    void aClickSelectsBillboardsByTheirPictures();
    void aTreeIsTakenByItsCrownAndSetDownByItsFoot();
    void theLassoSelectsWhatItEncloses();
    void theLassoLeavesUntickedKinds();
    void selectedPlantsAreTurnedAndScaledByNumbers();
    void marksFollowDraggedPlants();
    void thePlaceOfASinglePlantIsShown();
    void ctrlTogglesPlants();
    void escTakesAStrokeBack();
    void hiddenAndLockedFoliageIsLeftAlone_data();
    void hiddenAndLockedFoliageIsLeftAlone();
    void hiddenKindsAreLeftAlone();
    void lockedKindsKeepTheirPlants();
    void thePointerTellsWhetherAPressMoves();
    void hiddenBrushesAreLeftAlone();
};

void TestFoliagePainter::toolsAskForAFoliageFirst()
{
    const auto hash = m_editor->document().contentHash();
    paint({0, 0, 0}, {5, 0, 0});
    QVERIFY(!m_editor->messages.empty());
    QVERIFY(m_editor->messages.back().find("Foliage dock") != std::string::npos);
    QCOMPARE(m_editor->document().contentHash(), hash);
}

void TestFoliagePainter::plantsThatCouldNotBeSeenAreRefused_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("said");
    const QString mesh = "Choose a Mesh for 'Plant";
    QTest::newRow("paint") << "Add model"
                           << "foliage.paint" << mesh;
    QTest::newRow("single") << "Add model"
                            << "foliage.single" << mesh;
    QTest::newRow("fill") << "Add model"
                          << "foliage.fill" << mesh;
    QTest::newRow("line") << "Add model"
                          << "foliage.line" << mesh;
    QTest::newRow("billboard") << "Add billboard"
                               << "foliage.paint"
                               << "Choose a Picture for 'Billboard";
}

/// A kind that was just added has no model: its plants would be there without a sign of it.
void TestFoliagePainter::plantsThatCouldNotBeSeenAreRefused()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, tool);
    QFETCH(const QString, said);
    makeKind();
    clickButton(kind);
    named<QListWidget>("Kinds of plants")->item(0)->setCheckState(Qt::Unchecked);
    named<QListWidget>("Kinds of plants")->setCurrentRow(0);
    m_editor->messages.clear();
    const auto hash = m_editor->document().contentHash();
    const auto steps = m_editor->document().history().position();
    m_editor->activateTool(tool.toStdString());
    click(*m_editor, m_view, {-3, 0, 0});
    if (tool == "foliage.line") {
        click(*m_editor, m_view, {3, 0, 0});
        QVERIFY(press(*m_editor, m_view, ToolKey::Enter));
    }
    QVERIFY(!m_editor->messages.empty());
    QVERIFY2(m_editor->messages.back().starts_with(said.toStdString()),
             m_editor->messages.back().c_str());
    QCOMPARE(m_editor->document().contentHash(), hash);
    QCOMPARE(m_editor->document().history().position(), steps);
    QCOMPARE(named<QListWidget>("Kinds of plants")->currentRow(), 1); // its settings are shown
}

void TestFoliagePainter::aDragPaintsAndIsOneStep()
{
    makeKind();
    const auto before = m_editor->document().contentHash();
    const auto steps = m_editor->document().history().position();
    paint({-5, 0, 0}, {5, 0, 0});
    QVERIFY(plants().size() > 100);
    QCOMPARE(m_editor->document().history().position(), steps + 1);
    const auto after = m_editor->document().contentHash();
    m_editor->document().undo();
    QCOMPARE(m_editor->document().contentHash(), before);
    m_editor->document().redo();
    QCOMPARE(m_editor->document().contentHash(), after);
}

void TestFoliagePainter::paintingOverAddsNothing()
{
    makeKind();
    paint({-5, 0, 0}, {5, 0, 0});
    const auto hash = m_editor->document().contentHash();
    const auto steps = m_editor->document().history().position();
    paint({-5, 0, 0}, {5, 0, 0});
    QCOMPARE(m_editor->document().contentHash(), hash);
    QCOMPARE(m_editor->document().history().position(), steps); // and is no step
}

void TestFoliagePainter::shiftErasesAndCtrlReapplies()
{
    makeKind();
    paint({-5, 0, 0}, {5, 0, 0});
    const auto count = plants().size();
    set("density", 2);
    paint({-6, 0, 0}, {6, 0, 0}, Ctrl);
    QVERIFY(plants().size() < count * 3 / 4);
    QVERIFY(m_editor->messages.empty());
    paint({-6, 0, 0}, {6, 0, 0}, Ctrl);
    QVERIFY(!m_editor->messages.empty());
    QVERIFY(m_editor->messages.back().starts_with("Nothing changed: "));
    paint({-9, 0, 0}, {9, 0, 0}, Shift);
    QVERIFY(plants().size() < count / 8); // the rim is weak
}

void TestFoliagePainter::bracketsAndDigitsChangeTheBrush()
{
    makeKind();
    m_editor->activateTool("foliage.paint");
    auto* radius = named<QDoubleSpinBox>("Radius");
    const double before = radius->value();
    QVERIFY(m_editor->tools.key(keyEvent(*m_editor, m_view, ToolKey::Text, "]")));
    QVERIFY(radius->value() > before);
    QVERIFY(m_editor->tools.key(keyEvent(*m_editor, m_view, ToolKey::Text, "[")));
    QVERIFY(std::abs(radius->value() - before) < 0.02);
    QVERIFY(m_editor->tools.key(keyEvent(*m_editor, m_view, ToolKey::Text, "4")));
    QCOMPARE(named<QDoubleSpinBox>("Strength")->value(), 0.4);
}

void TestFoliagePainter::theCursorShowsWhatWouldGrow()
{
    makeKind();
    m_editor->activateTool("foliage.paint");
    DebugDraw draw;
    m_editor->tools.draw(draw, pointerAt(*m_editor, m_view, {0, 0, 0}));
    QVERIFY(draw.lines.size() >= 48);
    const auto shown = draw.points.size();
    QVERIFY(shown > 20);
    for (const auto& line : draw.lines)
        QVERIFY(line.from.y > -0.1F && line.from.y < 1.F); // the rim hugs the ground
    click(*m_editor, m_view, {0, 0, 0});
    QVERIFY(plants().size() + 2 >= shown && plants().size() <= shown + 12);
}

void TestFoliagePainter::theCursorFollowsBrushKindsAndLevel()
{
    makeKind();
    clickButton("Add model");
    giveModels();
    set("density", 1); // less than the first one's
    m_editor->activateTool("foliage.paint");
    const auto shown = [&] {
        DebugDraw draw;
        m_editor->tools.draw(draw, pointerAt(*m_editor, m_view, {0, 0, 0}));
        return draw.points.size();
    };
    const auto both = shown();
    named<QListWidget>("Kinds of plants")->item(0)->setCheckState(Qt::Unchecked);
    const auto second = shown();
    QVERIFY2(second < both * 2 / 3, qPrintable(QString::number(second)));
    set("density", 4);
    const auto dense = shown();
    QVERIFY2(dense > 2 * second, qPrintable(QString::number(dense)));
    QVERIFY(m_editor->tools.key(keyEvent(*m_editor, m_view, ToolKey::Text, "5")));
    const auto weak = shown();
    QVERIFY2(weak < dense * 2 / 3, qPrintable(QString::number(weak)));
    QVERIFY(m_editor->tools.key(keyEvent(*m_editor, m_view, ToolKey::Text, "]")));
    const auto wide = shown();
    QVERIFY2(wide > weak, qPrintable(QString::number(wide)));
    m_editor->fixture.addBox({0.5, 0, -5}, {5, 4, 5}); // a wall under a half of it
    QVERIFY(shown() < wide * 3 / 4);
}

void TestFoliagePainter::theCursorOfALargeBrushStaysCheap()
{
    makeKind();
    set("density", 1000);
    named<QDoubleSpinBox>("Radius")->setValue(15);
    m_editor->activateTool("foliage.paint");
    DebugDraw draw;
    m_editor->tools.draw(draw, pointerAt(*m_editor, m_view, {0, 0, 0}));
    QVERIFY2(draw.points.size() > 1500 && draw.points.size() < 2500,
             qPrintable(QString::number(draw.points.size())));
    for (const auto& point : draw.points)
        QVERIFY(glm::length(Vec3d{point.at}) < 1); // what grows in the middle, not at one side
}

void TestFoliagePainter::tooManyPlantsAtOnceAreRefused()
{
    makeKind();
    set("density", 1000);
    const auto steps = m_editor->document().history().position();
    const auto says = [&](const char* text) {
        return !m_editor->messages.empty() &&
               m_editor->messages.back().find(text) != std::string::npos;
    };
    named<QDoubleSpinBox>("Radius")->setValue(20);
    paint({-5, 0, 0}, {5, 0, 0});
    QVERIFY2(says("about 1,256,637 plants at once; at most 1,000,000"),
             m_editor->messages.back().c_str());
    m_editor->fixture.addBox({100, -1, -40}, {180, 0, 40});
    const auto view = perspectiveView({140, 30, 12}, {140, 0, 0});
    m_editor->activateTool("foliage.fill");
    click(*m_editor, view, {140, 0, 0});
    QTRY_VERIFY(says("that face would hold about 6,400,000 plants; at most 5,000,000"));
    m_editor->activateTool("foliage.line");
    click(*m_editor, view, {120, 0, 0});
    click(*m_editor, view, {160, 0, 0});
    named<QDoubleSpinBox>("Radius")->setValue(60);
    QVERIFY(press(*m_editor, view, ToolKey::Enter));
    QTRY_VERIFY(says("that line would hold about"));
    QVERIFY(plants().empty());
    QCOMPARE(m_editor->document().history().position(), steps + 1); // the field itself
}

void TestFoliagePainter::theCursorIsSeenOnAnyGround()
{
    makeKind();
    for (const auto* tool : {"foliage.paint", "foliage.erase", "foliage.thin"}) {
        m_editor->activateTool(tool);
        DebugDraw draw;
        m_editor->tools.draw(draw, pointerAt(*m_editor, m_view, {0, 0, 0}));
        const auto brightness = [](const DebugDraw::Line& line) {
            return (line.color.r + line.color.g + line.color.b) / 3;
        };
        const auto& outline = draw.lines.front();
        const auto above = std::find_if(
            draw.lines.begin() + 1, draw.lines.end(), [&](const DebugDraw::Line& line) {
                return line.from == outline.from && line.to == outline.to &&
                       line.width < outline.width;
            });
        QVERIFY2(above != draw.lines.end(), tool);
        QVERIFY2(brightness(outline) < 0.15F && brightness(*above) > 0.7F, tool);
    }
}

void TestFoliagePainter::whatKeepsTheGroundBareIsNamed()
{
    makeKind();
    auto* materials = m_panel->findChild<QLineEdit*>("materials");
    materials->setText("Materials/moss");
    Q_EMIT materials->editingFinished();
    paint({-5, 0, 0}, {5, 0, 0});
    QVERIFY(plants().empty());
    const auto& said = m_editor->messages.back();
    QVERIFY2(said.find("of another material; Plant grows on Materials/moss alone") !=
                 std::string::npos,
             said.c_str());
    m_editor->activateTool("foliage.paint");
    startDrag(*m_editor, m_view, {-5, 0, 0}, {5, 0, 0});
    QCOMPARE(m_editor->tools.measure(), std::string{});
    m_editor->tools.cancelGesture();
}

void TestFoliagePainter::whatThinsPlantsOutIsNamed()
{
    makeKind();
    const auto reason = [&] {
        paint({-1, 0, 0}, {1, 0, 0});
        return plants().empty() ? m_editor->messages.back() : std::string{"plants"};
    };
    named<QDoubleSpinBox>("Strength")->setValue(0);
    QCOMPARE(reason(), std::string{"Nothing was planted: the strength of the brush is 0"});
    named<QDoubleSpinBox>("Strength")->setValue(1);
    set("density", 0);
    QCOMPARE(
        reason(),
        std::string{
            "Nothing was planted: the ticked kinds have a density or a share in the mix of 0"});
    set("density", 4);
    m_editor->activateTool("foliage.thin");
    drag(*m_editor, m_view, {-5, 0, 0}, {5, 0, 0});
    named<QDoubleSpinBox>("Radius")->setValue(1);
    paint({-1, 0, 0}, {1, 0, 0});
    const auto& said = m_editor->messages.back();
    QVERIFY2(said.ends_with("places thinned out by a mask, patches or the soft height border"),
             said.c_str());
}

void TestFoliagePainter::untickedKindsAreNotPlanted()
{
    makeKind();
    clickButton("Add model");
    giveModels();
    auto* kinds = named<QListWidget>("Kinds of plants");
    kinds->item(0)->setCheckState(Qt::Unchecked);
    paint({-5, 0, 0}, {5, 0, 0});
    QVERIFY(!plants().empty());
    for (const auto& plant : plants())
        QCOMPARE(plant.type, std::uint8_t{1});
}

void TestFoliagePainter::aClickPlacesOnePlant()
{
    makeKind();
    m_editor->activateTool("foliage.single");
    drag(*m_editor, m_view, {2, 0, 3}, {4, 0, 3});
    QCOMPARE(plants().size(), std::size_t{1});
    QVERIFY(plants()[0].isByHand());
    QVERIFY(glm::length(Vec3d{plants()[0].position} - Vec3d{4, 0, 3}) < 0.1);
}

void TestFoliagePainter::densityIsPaintedAndForgotten()
{
    makeKind();
    m_editor->activateTool("foliage.thin");
    drag(*m_editor, m_view, {-5, 0, 0}, {5, 0, 0}, 0);
    const auto weights = [&] {
        return foliageOf(m_editor->document().world(), layer())->weights();
    };
    QVERIFY(weights() > 20);
    paint({0, 0, 0}, {0.1, 0, 0});
    std::size_t near = 0;
    for (const auto& plant : plants())
        near += plant.isStanding() && glm::length(Vec3d{plant.position}) < 1.5 ? 1U : 0U;
    QCOMPARE(near, std::size_t{0});
    clickButton("Full again");
    QCOMPARE(weights(), std::size_t{0});
    m_editor->document().undo();
    QVERIFY(weights() > 20);
}

void TestFoliagePainter::aPenPressesTheBrush()
{
    makeKind();
    auto* pressure = named<QComboBox>("Pen pressure");
    QVERIFY(pressure != nullptr);
    const auto dab = [&](double strength) {
        m_editor->activateTool("foliage.paint");
        auto event = pointerAt(*m_editor, m_view, {0, 0, 0});
        event.pressure = strength;
        static_cast<void>(m_editor->tools.click(event));
        const auto count = plants().size();
        m_editor->document().undo();
        return count;
    };
    const auto full = dab(1);
    QCOMPARE(dab(0.5), full); // until it is told to count
    pressure->setCurrentIndex(1);
    Q_EMIT pressure->activated(1);
    const auto small = dab(0.5); // half the radius, a quarter of the ground
    QVERIFY(small > full / 6 && small < full / 3);
    pressure->setCurrentIndex(2);
    Q_EMIT pressure->activated(2);
    const auto weak = dab(0.5);
    QVERIFY(weak > full / 3 && weak < full * 2 / 3);
}

void TestFoliagePainter::plantsAreSelectedMovedAndRemoved()
{
    makeKind();
    m_editor->activateTool("foliage.single");
    for (const auto& at : {Vec3d{-5, 0, 0}, Vec3d{5, 0, 0}})
        click(*m_editor, m_view, at);
    QCOMPARE(plants().size(), std::size_t{2});
    m_editor->activateTool("foliage.select");
    click(*m_editor, m_view, {-5, 0, 0});
    drag(*m_editor, m_view, {-5, 0, 0}, {-5, 0, 6});
    const auto moved = plants();
    QVERIFY(std::any_of(moved.begin(), moved.end(), [](const auto& plant) {
        return glm::length(Vec3d{plant.position} - Vec3d{-5, 0, 6}) < 0.2;
    }));
    clickButton("Turn");
    QVERIFY(std::none_of(moved.begin(), moved.end(), [&](const auto& plant) {
        return plant.position.x < 0 && plant == plants().front();
    }));
    QVERIFY(press(*m_editor, m_view, ToolKey::Delete));
    QCOMPARE(plants().size(), std::size_t{1});
    QVERIFY(plants()[0].position.x > 4);
}

void TestFoliagePainter::deleteIsForPlantsWhileTheyAreSelected_data()
{
    QTest::addColumn<QString>("tool");
    QTest::newRow("select") << "foliage.select";
    QTest::newRow("lasso") << "foliage.lasso";
}

/// Pressed once too often it would remove the brush that is still selected.
void TestFoliagePainter::deleteIsForPlantsWhileTheyAreSelected()
{
    QFETCH(const QString, tool);
    makeKind();
    m_editor->document().selection().set({m_ground});
    m_editor->activateTool(tool.toStdString());
    QVERIFY(m_editor->tools.takesKey(ToolKey::Delete));
    QVERIFY(press(*m_editor, m_view, ToolKey::Delete));
    QCOMPARE(m_editor->messages.back(), std::string{"No plants are selected"});
    QVERIFY(m_editor->document().world().exists(m_ground));
    m_editor->activateTool("foliage.paint");
    QVERIFY(!m_editor->tools.takesKey(ToolKey::Delete));
}

void TestFoliagePainter::aClickSelectsThePlantThatIsSeenThere_data()
{
    QTest::addColumn<QVector3D>("place");
    QTest::addColumn<double>("selected"); // z of its foot; 0: none
    // Two trees 6 m high, seen along z from the height of their crowns.
    QTest::newRow("crown of the near one, before the foot of the far one")
        << QVector3D{0, 5, 5} << 5.0;
    QTest::newRow("crown of the far one, beside the near one") << QVector3D{4, 5, -5} << -5.0;
    QTest::newRow("beside both") << QVector3D{-6, 5, 0} << 0.0;
    QTest::newRow("foot of the near one") << QVector3D{0.125F, 0, 5} << 5.0;
}

void TestFoliagePainter::aClickSelectsThePlantThatIsSeenThere()
{
    QFETCH(const QVector3D, place);
    QFETCH(const double, selected);
    ModelSource models;
    models.models["models/plant.glb"] = boxModel({{-1, 4, -1}, {1, 6, 1}}); // a crown alone
    m_editor->document().worldForSystems().setMeshes(&models);
    const auto forget =
        qScopeGuard([&] { m_editor->document().worldForSystems().setMeshes(nullptr); });
    makeKind();
    m_panel->findChild<QCheckBox*>("randomYaw")->click();
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {0, 0, 5});
    click(*m_editor, m_view, {4, 0, -5});
    QCOMPARE(plants().size(), std::size_t{2});
    m_editor->activateTool("foliage.select");
    click(*m_editor, perspectiveView({0, 5, 15}, {0, 5, 0}), {place.x(), place.y(), place.z()});
    clickButton("Delete");
    QCOMPARE(plants().size(), std::size_t{selected == 0 ? 2U : 1U});
    if (selected != 0)
        QVERIFY(std::abs(plants()[0].position.z - selected) > 1);
}

void TestFoliagePainter::aClickSelectsBillboardsByTheirPictures()
{
    clickButton("New");
    clickButton("Add billboard"); // 2 m wide and 4 m high, at the least 0.8 of it
    auto& document = m_editor->document();
    VERIFY_OK(document.run("Choose picture", [&](Transaction& tx) -> Result<void> {
        for (auto [entity, type] : foliageTypes(document.world(), layer())) {
            type.material = {"materials/fir.json"};
            tx.set(entity, type);
        }
        return {};
    }));
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {0, 0, 0});
    QCOMPARE(plants().size(), std::size_t{1});
    m_editor->activateTool("foliage.select");
    const auto selects = [&](const Vec3d& place) {
        click(*m_editor, perspectiveView({12, 2, 12}, {0, 2, 0}), place);
        const auto buttons = m_panel->findChildren<QPushButton*>();
        return std::any_of(buttons.begin(), buttons.end(), [](const auto* each) {
            return each->text() == "Bigger" && each->isEnabled();
        });
    };
    QVERIFY(selects({0, 3, 0}));
    QVERIFY(!selects({0, 6, 0}));
    QVERIFY(selects({0.5, 2, -0.5})); // it looks at the viewer
    QVERIFY(!selects({1.5, 2, -1.5}));
}

void TestFoliagePainter::aTreeIsTakenByItsCrownAndSetDownByItsFoot()
{
    ModelSource models;
    models.models["models/plant.glb"] = boxModel({{-1, 4, -1}, {1, 6, 1}});
    m_editor->document().worldForSystems().setMeshes(&models);
    const auto forget =
        qScopeGuard([&] { m_editor->document().worldForSystems().setMeshes(nullptr); });
    makeKind();
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {0, 0, 5});
    m_editor->activateTool("foliage.select");
    const auto view = perspectiveView({0, 12, 20}, {0, 0, 0});
    click(*m_editor, view, {0, 5, 5});
    const auto& camera = view.camera;
    const auto shift = *camera.project({6, 0, 5}, 800, 600) - *camera.project({0, 0, 5}, 800, 600);
    const auto pixel = *camera.project({0, 5, 5}, 800, 600) + shift;
    drag(*m_editor, view, {0, 5, 5}, camera.rayThrough(pixel.x, pixel.y, 800, 600).at(10));
    QCOMPARE(plants().size(), std::size_t{1});
    QVERIFY(glm::length(Vec3d{plants()[0].position} - Vec3d{6, 0, 5}) < 0.1);
}

void TestFoliagePainter::theLassoSelectsWhatItEncloses()
{
    makeKind();
    paint({-10, 0, 0}, {10, 0, 0});
    const auto all = plants().size();
    m_editor->activateTool("foliage.lasso");
    // A rectangle on the right half.
    startDrag(*m_editor, m_view, {2, 0, -8}, {18, 0, -8});
    for (const auto& corner : {Vec3d{18, 0, 8}, Vec3d{2, 0, 8}})
        VERIFY_OK(m_editor->tools.move(pointerAt(*m_editor, m_view, corner)));
    m_editor->tools.release(pointerAt(*m_editor, m_view, {2, 0, 8}));
    clickButton("Delete");
    QVERIFY(plants().size() < all * 3 / 4 && plants().size() > all / 4);
    for (const auto& plant : plants())
        QVERIFY(plant.position.x < 2.5F);
}

/// As the brushes do.
void TestFoliagePainter::theLassoLeavesUntickedKinds()
{
    makeKind();
    clickButton("Add model");
    giveModels();
    paint({-5, 0, 0}, {5, 0, 0});
    const auto all = plants();
    const auto first = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const auto& each) { return each.type == 0; }));
    QVERIFY(first > 10 && first < all.size());
    named<QListWidget>("Kinds of plants")->item(0)->setCheckState(Qt::Unchecked);
    m_editor->activateTool("foliage.lasso");
    startDrag(*m_editor, m_view, {-12, 0, -8}, {12, 0, -8});
    for (const auto& corner : {Vec3d{12, 0, 8}, Vec3d{-12, 0, 8}})
        VERIFY_OK(m_editor->tools.move(pointerAt(*m_editor, m_view, corner)));
    m_editor->tools.release(pointerAt(*m_editor, m_view, {-12, 0, 8}));
    clickButton("Delete");
    QCOMPARE(plants().size(), first);
}

void TestFoliagePainter::selectedPlantsAreTurnedAndScaledByNumbers()
{
    makeKind();
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {-5, 0, 0});
    m_editor->activateTool("foliage.select");
    QVERIFY(m_editor->tools.active()->settings().empty());
    click(*m_editor, m_view, {-5, 0, 0});
    const auto settings = m_editor->tools.active()->settings();
    QCOMPARE(settings.size(), std::size_t{2});
    VERIFY_OK(settings[0].set(90));
    VERIFY_OK(settings[1].set(2.5));
    QVERIFY(std::abs(settings[0].get() - 90) < 0.02);
    QVERIFY(std::abs(settings[1].get() - 2.5) < 0.001);
    QCOMPARE(plants().size(), std::size_t{1});
    QVERIFY(std::abs(int{plants()[0].yaw} - 16384) < 3);
    QCOMPARE(plants()[0].scale[1], packFoliageScale(2.5));
    m_editor->document().undo();
    m_editor->document().undo();
    QVERIFY(plants()[0].scale[1] != packFoliageScale(2.5));
}

void TestFoliagePainter::marksFollowDraggedPlants()
{
    makeKind();
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {-5, 0, 0});
    m_editor->activateTool("foliage.select");
    click(*m_editor, m_view, {-5, 0, 0});
    const auto mark = [&] {
        DebugDraw draw;
        for (const auto& overlay : m_editor->overlays)
            overlay(draw, ViewKind::Perspective);
        return draw.points.size() == 1 ? Vec3d{draw.points[0].at} : Vec3d{100};
    };
    startDrag(*m_editor, m_view, {-5, 0, 0}, {-5, 0, 6});
    QVERIFY(glm::length(mark() - Vec3d{-5, 0, 6}) < 0.2);
    QVERIFY(press(*m_editor, m_view, ToolKey::Escape));
    QVERIFY(glm::length(mark() - Vec3d{-5, 0, 0}) < 0.2);
}

void TestFoliagePainter::thePlaceOfASinglePlantIsShown()
{
    m_editor->activateTool("foliage.single");
    const auto shown = [&] {
        DebugDraw draw;
        m_editor->tools.draw(draw, pointerAt(*m_editor, m_view, {2, 0, 3}));
        return draw.points.size() == 1 &&
               glm::length(Vec3d{draw.points[0].at} - Vec3d{2, 0, 3}) < 0.1;
    };
    QVERIFY(!shown()); // a click would place nothing
    makeKind();
    m_editor->activateTool("foliage.single");
    QVERIFY(shown());
}

void TestFoliagePainter::ctrlTogglesPlants()
{
    makeKind();
    set("density", 20);
    m_editor->activateTool("foliage.fill");
    click(*m_editor, m_view, {0, 0, 0});
    QTRY_VERIFY_WITH_TIMEOUT(!plants().empty(), 60'000);
    const auto all = plants().size();
    m_editor->activateTool("foliage.lasso");
    // Encloses a rectangle from x = -14 to `right`.
    const auto enclose = [&](double right, unsigned modifiers) {
        startDrag(*m_editor, m_view, {-14, 0, -8}, {right, 0, -8}, modifiers);
        for (const auto& corner : {Vec3d{right, 0, 8}, Vec3d{-14, 0, 8}})
            static_cast<void>(
                m_editor->tools.move(pointerAt(*m_editor, m_view, corner, modifiers)));
        m_editor->tools.release(pointerAt(*m_editor, m_view, {-14, 0, 8}, modifiers));
    };
    enclose(14, 0);
    enclose(0, Ctrl); // takes the left half away again
    clickButton("Delete");
    const auto gone = all - plants().size();
    QVERIFY2(gone > 4'000 && gone < 5'000, qPrintable(QString::number(gone)));
    for (const auto& plant : plants())
        QVERIFY(plant.position.x < 0.5F || plant.position.x > 13.5F ||
                std::abs(plant.position.z) > 7.5F);
}

void TestFoliagePainter::escTakesAStrokeBack()
{
    makeKind();
    const auto hash = m_editor->document().contentHash();
    m_editor->activateTool("foliage.paint");
    startDrag(*m_editor, m_view, {-5, 0, 0}, {5, 0, 0});
    QVERIFY(!plants().empty());
    QVERIFY(press(*m_editor, m_view, ToolKey::Escape));
    QVERIFY(plants().empty());
    QCOMPARE(m_editor->document().contentHash(), hash);
}

void TestFoliagePainter::hiddenAndLockedFoliageIsLeftAlone_data()
{
    QTest::addColumn<bool>("hides");
    QTest::addColumn<QString>("said");
    QTest::newRow("hidden") << true << "'Foliage' is hidden: show it";
    QTest::newRow("locked") << false << "'Foliage' is locked: unlock it";
}

void TestFoliagePainter::hiddenAndLockedFoliageIsLeftAlone()
{
    QFETCH(const bool, hides);
    QFETCH(const QString, said);
    makeKind();
    paint({-5, 0, 0}, {5, 0, 0});
    m_editor->activateTool("foliage.thin");
    drag(*m_editor, m_view, {-5, 0, 0}, {5, 0, 0});
    m_editor->activateTool("foliage.lasso");
    startDrag(*m_editor, m_view, {-12, 0, -8}, {12, 0, -8});
    VERIFY_OK(m_editor->tools.move(pointerAt(*m_editor, m_view, {0, 0, 8})));
    m_editor->tools.release(pointerAt(*m_editor, m_view, {0, 0, 8}));
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        const std::array ids{layer()};
        if (hides)
            hide(tx, ids);
        else
            editor::lock(tx, ids);
        return {};
    }));
    const auto hash = m_editor->document().contentHash();
    const auto refused = [&](const auto& act) {
        m_editor->messages.clear();
        act();
        return m_editor->document().contentHash() == hash && !m_editor->messages.empty() &&
               m_editor->messages.back().starts_with(said.toStdString());
    };
    for (const auto* tool : {"foliage.paint", "foliage.erase", "foliage.reapply", "foliage.thin",
                             "foliage.single", "foliage.fill"}) {
        m_editor->activateTool(tool);
        QVERIFY2(refused([&] { drag(*m_editor, m_view, {-5, 0, 0}, {5, 0, 0}); }), tool);
    }
    QVERIFY(refused([&] { clickButton("Turn"); }));
    QVERIFY(refused([&] { clickButton("Delete"); }));
    QVERIFY(refused([&] { clickButton("Full again"); }));
    QVERIFY(refused([&] { clickButton("Grow again"); }));
}

void TestFoliagePainter::hiddenKindsAreLeftAlone()
{
    makeKind();
    clickButton("Add model");
    giveModels();
    paint({-5, 0, 0}, {5, 0, 0});
    const auto kind = foliageTypes(m_editor->document().world(), layer())[1].entity;
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        hide(tx, std::array{kind});
        return {};
    }));
    m_editor->activateTool("foliage.erase");
    drag(*m_editor, m_view, {-9, 0, 0}, {9, 0, 0});
    const auto left = plants();
    QVERIFY(left.size() > 30);
    QVERIFY(std::count_if(left.begin(), left.end(),
                          [](const auto& each) { return each.type == 0; }) < 10); // the rim is weak
    m_editor->messages.clear();
    named<QListWidget>("Kinds of plants")->item(0)->setCheckState(Qt::Unchecked);
    paint({-5, 0, 0}, {5, 0, 0});
    QCOMPARE(plants().size(), left.size());
    QVERIFY(m_editor->messages.back().starts_with("The ticked kinds of plants are hidden"));
}

void TestFoliagePainter::lockedKindsKeepTheirPlants()
{
    makeKind();
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {0, 0, 0});
    m_editor->activateTool("foliage.select");
    click(*m_editor, m_view, {0, 0, 0});
    const auto pointer = [&] {
        return m_editor->tools.pointer(pointerAt(*m_editor, m_view, {}));
    };
    QCOMPARE(pointer(), PointerShape::Move);
    const std::array kind{foliageTypes(m_editor->document().world(), layer())[0].entity};
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        editor::lock(tx, kind);
        return {};
    }));
    const auto hash = m_editor->document().contentHash();
    const auto refused = [&](const auto& act) {
        m_editor->messages.clear();
        act();
        return m_editor->document().contentHash() == hash && !m_editor->messages.empty() &&
               m_editor->messages.back().starts_with("'Plant' is locked: unlock it");
    };
    QVERIFY(refused([&] { drag(*m_editor, m_view, {0, 0, 0}, {4, 0, 0}); }));
    for (const auto* button : {"Turn", "Bigger", "Delete"})
        QVERIFY2(refused([&] { clickButton(button); }), button);
    QVERIFY(refused([&] { press(*m_editor, m_view, ToolKey::Delete); }));
    QCOMPARE(pointer(), PointerShape::Arrow);
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        editor::unlock(tx, kind);
        return {};
    }));
    QCOMPARE(pointer(), PointerShape::Move);
    clickButton("Delete");
    QVERIFY(plants().empty());
}

void TestFoliagePainter::thePointerTellsWhetherAPressMoves()
{
    ModelSource models;
    models.models["models/plant.glb"] = boxModel({{-1, 0, -1}, {1, 6, 1}});
    m_editor->document().worldForSystems().setMeshes(&models);
    const auto forget =
        qScopeGuard([&] { m_editor->document().worldForSystems().setMeshes(nullptr); });
    makeKind();
    m_panel->findChild<QCheckBox*>("randomYaw")->click();
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {0, 0, 5});
    click(*m_editor, m_view, {0, 0, -5});
    QCOMPARE(plants().size(), std::size_t{2});
    m_editor->activateTool("foliage.select");
    const auto front = perspectiveView({0, 3, 15}, {0, 3, 0});
    const auto back = perspectiveView({0, 3, -15}, {0, 3, 0});
    click(*m_editor, back, {0, 3, -5});
    const auto pointer = [&](const TestView& view, const Vec3d& place) {
        return m_editor->tools.pointer(pointerAt(*m_editor, view, place));
    };
    QCOMPARE(pointer(back, {0, 3, -5}), PointerShape::Move);
    QCOMPARE(pointer(front, {0, 3, -5}), PointerShape::Arrow); // behind the other one
    QCOMPARE(pointer(front, {0, 0, -5}), PointerShape::Arrow); // its foot, too
    QCOMPARE(pointer(front, {8, 3, -5}), PointerShape::Arrow);
    click(*m_editor, front, {0, 3, 5});
    QCOMPARE(pointer(front, {0, 3, 5}), PointerShape::Move);
    QCOMPARE(pointer(back, {0, 3, -5}), PointerShape::Arrow);
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        editor::lock(tx, std::array{layer()});
        return {};
    }));
    QCOMPARE(pointer(front, {0, 3, 5}), PointerShape::Arrow);
}

void TestFoliagePainter::hiddenBrushesAreLeftAlone()
{
    makeKind();
    const auto roof = m_editor->fixture.addBox({-20, 1, -20}, {0, 1.5, 20}); // near the ground
    const auto onRoof = [&] {
        const auto all = plants();
        return std::count_if(all.begin(), all.end(),
                             [&](const auto& each) { return each.brush == roof.value; });
    };
    paint({-5, 1.5, 0}, {-3, 1.5, 0});
    const auto grown = onRoof();
    QVERIFY(grown > 30);
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        hide(tx, std::array{roof});
        return {};
    }));
    paint({-12, 0, 0}, {5, 0, 0});
    QCOMPARE(onRoof(), grown);
    m_editor->activateTool("foliage.select"); // they are not seen any more
    const auto all = plants();
    const auto hidden = std::find_if(all.begin(), all.end(),
                                     [&](const auto& each) { return each.brush == roof.value; });
    click(*m_editor, m_view, Vec3d{hidden->position});
    static_cast<void>(press(*m_editor, m_view, ToolKey::Delete));
    QCOMPARE(onRoof(), grown);
    m_editor->activateTool("foliage.erase");
    drag(*m_editor, m_view, {-5, 0, 0}, {5, 0, 0});
    QCOMPARE(onRoof(), grown);
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        show(tx, std::array{roof});
        return {};
    }));
    drag(*m_editor, m_view, {-5, 1.5, 0}, {-3, 1.5, 0});
    QVERIFY(onRoof() < grown);
}

GUI_TEST(TestFoliagePainter)
} // namespace tst_foliage_painter

#include "tst_foliage_painter.moc"
