#include "editor/api/plugin.h"
#include "editor/operations/brush_operations.h"
#include "editor/operations/entity_operations.h"
#include "editor/operations/foliage_operations.h"
#include "engine_core/scene/components/foliage.h"
#include "tests/support/foliage_fixture.h"
#include "tests/support/pointer.h"
#include "tests/support/verify.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPluginLoader>
#include <QPushButton>
#include <QtTest>

using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The plugin as the editor loads it, driven without a window: tools by pointer events, the dock by
/// its buttons.
class TestFoliagePainter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void toolsAskForAFoliageFirst();
    void theDockMakesFoliageAndKinds();
    void aDragPaintsAndIsOneStep();
    void paintingOverAddsNothing();
    void shiftErasesAndCtrlReapplies();
    void bracketsAndDigitsChangeTheBrush();
    void theCursorShowsWhatWouldGrow();
    void untickedKindsAreNotPlanted();
    void aClickPlacesOnePlant();
    void facesAreFilledAndCleared();
    void fillingCanBeStopped();
    void fillingWorksOnWhatIsThereInTheEnd();
    void aLineIsPlantedAndErased();
    void densityIsPaintedAndForgotten();
    void theDockSaysWhatRulesWaitFor();
    void aPenPressesTheBrush();
    void theDockSetsRules();
    void plantsAreSelectedMovedAndRemoved();
    void theLassoSelectsWhatItEncloses();
    void settingsAreEditedAndUndone();
    void orphansAreListedAndFindFaces();
    void escTakesAStrokeBack();

private:
    void clickButton(const QString& text)
    {
        for (auto* button : m_panel->findChildren<QPushButton*>())
            if (button->text() == text) {
                button->click();
                return;
            }
        QFAIL(qPrintable("no button " + text));
    }

    void makeKind()
    {
        clickButton("New");
        clickButton("Add model");
        set("density", 4);
    }

    void set(const char* property, double value) const
    {
        auto* spin = m_panel->findChild<QDoubleSpinBox*>(QLatin1String{property});
        QVERIFY(spin != nullptr);
        spin->setValue(value);
    }

    [[nodiscard]] EntityId layer() const
    {
        const auto layers = foliageLayers(m_editor->document().world());
        return layers.empty() ? EntityId{} : layers.front();
    }

    [[nodiscard]] std::vector<FoliageInstance> plants() const
    {
        return allOf(*foliageOf(m_editor->document().world(), layer()));
    }

    void paint(const Vec3d& from, const Vec3d& to, unsigned modifiers = 0)
    {
        m_editor->activateTool("foliage.paint");
        drag(*m_editor, m_view, from, to, modifiers);
    }

    template <typename T>
    T* named(const QString& name) const
    {
        for (auto* each : m_panel->findChildren<T*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    std::unique_ptr<TestEditor> m_editor;
    QPluginLoader m_loader{QStringLiteral(MAPWRIGHT_BINARY_DIR "/plugins/foliage_painter.so")};
    Plugin* m_plugin = nullptr;
    std::unique_ptr<QWidget> m_panel;
    EntityId m_ground;
    TestView m_view = perspectiveView({0, 30, 12}, {0, 0, 0});
};

void TestFoliagePainter::init()
{
    m_editor = std::make_unique<TestEditor>();
    m_plugin = qobject_cast<Plugin*>(m_loader.instance());
    QVERIFY2(m_plugin != nullptr, qPrintable(m_loader.errorString()));
    VERIFY_OK(m_plugin->start(*m_editor));
    QCOMPARE(m_editor->panels.size(), std::size_t{1});
    m_panel.reset(m_editor->panels[0].create(*m_editor, nullptr));
    m_ground = m_editor->fixture.addBox({-20, -1, -20}, {20, 0, 20});
}

void TestFoliagePainter::cleanup()
{
    m_panel.reset();
    m_plugin->stopAndRelease();
    m_editor.reset();
}

void TestFoliagePainter::toolsAskForAFoliageFirst()
{
    const auto hash = m_editor->document().contentHash();
    paint({0, 0, 0}, {5, 0, 0});
    QVERIFY(!m_editor->messages.empty());
    QVERIFY(m_editor->messages.back().find("Foliage dock") != std::string::npos);
    QCOMPARE(m_editor->document().contentHash(), hash);
}

void TestFoliagePainter::theDockMakesFoliageAndKinds()
{
    clickButton("New");
    QVERIFY(layer());
    clickButton("Add model");
    clickButton("Add billboard");
    const auto kinds = foliageTypes(m_editor->document().world(), layer());
    QCOMPARE(kinds.size(), std::size_t{2});
    QVERIFY(kinds[1].type.kind == FoliageKind::Billboard && !kinds[1].type.randomYaw);
    QCOMPARE(named<QListWidget>("Kinds of plants")->count(), 2);
    clickButton("Remove"); // the one that was added last is chosen
    QCOMPARE(foliageTypes(m_editor->document().world(), layer()).size(), std::size_t{1});
    m_editor->document().undo();
    QCOMPARE(named<QListWidget>("Kinds of plants")->count(), 2);
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

void TestFoliagePainter::untickedKindsAreNotPlanted()
{
    makeKind();
    clickButton("Add model");
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

void TestFoliagePainter::facesAreFilledAndCleared()
{
    makeKind();
    m_editor->activateTool("foliage.fill");
    click(*m_editor, m_view, {0, 0, 0});
    QTRY_VERIFY(!plants().empty()); // a worker does it
    const auto count = plants().size();
    QVERIFY(std::abs(static_cast<double>(count) / 6400 - 1) < 0.05);
    click(*m_editor, m_view, {0, 0, 0}, Shift);
    QTRY_VERIFY(plants().empty());
    m_editor->document().undo();
    QCOMPARE(plants().size(), count);
}

void TestFoliagePainter::fillingCanBeStopped()
{
    makeKind();
    set("density", 1000);
    m_editor->activateTool("foliage.fill");
    const auto hash = m_editor->document().contentHash();
    click(*m_editor, m_view, {0, 0, 0});
    clickButton("Stop");
    QTRY_VERIFY(!m_editor->messages.empty());
    QCOMPARE(m_editor->messages.back(), std::string{"Stopped; no plants were changed"});
    QCOMPARE(m_editor->document().contentHash(), hash);
}

void TestFoliagePainter::fillingWorksOnWhatIsThereInTheEnd()
{
    makeKind();
    m_editor->activateTool("foliage.fill");
    click(*m_editor, m_view, {0, 0, 0});
    // Before the result comes the ground is gone from under a half of it.
    m_editor->fixture.addBox({0, -2, -30}, {30, 2, 30});
    QTRY_VERIFY(!plants().empty());
    QVERIFY(std::abs(static_cast<double>(plants().size()) / 3200 - 1) < 0.05);
    for (const auto& plant : plants())
        QVERIFY(plant.position.x < 0);
}

void TestFoliagePainter::aLineIsPlantedAndErased()
{
    makeKind();
    m_editor->activateTool("foliage.line");
    const auto drawLine = [&] {
        click(*m_editor, m_view, {-10, 0, 0});
        click(*m_editor, m_view, {0, 0, 3});
        click(*m_editor, m_view, {10, 0, 0});
    };
    drawLine();
    QVERIFY(plants().empty());
    QVERIFY(press(*m_editor, m_view, ToolKey::Backspace));
    click(*m_editor, m_view, {10, 0, 0});
    const auto steps = m_editor->document().history().position();
    QVERIFY(press(*m_editor, m_view, ToolKey::Enter));
    QTRY_VERIFY(!plants().empty()); // a worker does it
    QCOMPARE(m_editor->document().history().position(), steps + 1);
    // 21.3 m long and 6 m wide with round ends: 156 square metres with four plants each, less what
    // the falloff takes from the rim.
    const auto count = plants().size();
    QVERIFY2(count > 350 && count < 640, qPrintable(QString::number(count)));
    for (const auto& plant : plants())
        QVERIFY(std::abs(plant.position.x) < 13.1F && plant.position.z > -3.5F &&
                plant.position.z < 6.2F);
    drawLine();
    QVERIFY(press(*m_editor, m_view, ToolKey::Enter, Shift));
    QTRY_VERIFY(plants().size() < count / 3);
    m_editor->document().undo();
    QCOMPARE(plants().size(), count);
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

void TestFoliagePainter::theDockSaysWhatRulesWaitFor()
{
    makeKind();
    auto* outside = m_panel->findChild<QCheckBox*>("outsidePlay");
    QVERIFY(outside != nullptr);
    outside->click();
    auto* problem = named<QLabel>("Trouble with the rules");
    QVERIFY(problem != nullptr);
    QVERIFY(problem->text().startsWith("Looking where agents walk"));
    paint({0, 0, 0}, {1, 0, 0});
    QVERIFY(plants().empty());
    QVERIFY(m_editor->messages.back().starts_with("Looking where agents walk"));
    QTRY_VERIFY(problem->text().isEmpty());
    paint({0, 0, 0}, {1, 0, 0});
    QVERIFY(plants().empty()); // agents walk everywhere here
    m_panel->findChild<QLineEdit*>("agent")->setText("nobody");
    Q_EMIT m_panel->findChild<QLineEdit*>("agent")->editingFinished();
    QTRY_VERIFY(problem->text().contains("nobody"));
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

void TestFoliagePainter::theDockSetsRules()
{
    makeKind();
    auto* byRule = named<QCheckBox>("Grow by rule");
    QVERIFY(byRule != nullptr && !byRule->isChecked());
    byRule->click();
    QVERIFY(m_editor->fixture.get<FoliageLayer>(layer()).byRule);
    auto* ground = named<QComboBox>("Ground");
    QVERIFY(ground != nullptr);
    m_editor->document().selection().set({m_ground});
    ground->setCurrentIndex(ground->count() - 1);
    Q_EMIT ground->activated(ground->count() - 1);
    QCOMPARE(m_editor->fixture.get<FoliageLayer>(layer()).ground, m_ground);
    QCOMPARE(ground->currentText(), QStringLiteral("box"));
    m_editor->document().undo();
    QVERIFY(!m_editor->fixture.get<FoliageLayer>(layer()).ground);
    m_editor->document().undo();
    QVERIFY(!byRule->isChecked());
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

void TestFoliagePainter::settingsAreEditedAndUndone()
{
    makeKind();
    const auto kind = foliageTypes(m_editor->document().world(), layer())[0].entity;
    const auto type = [&] {
        return *m_editor->document().world().get<FoliageType>(kind);
    };
    QCOMPARE(type().density, 4.0);
    set("spacing", 0.7);
    QCOMPARE(type().spacing, 0.7);
    m_panel->findChild<QCheckBox*>("alignToNormal")->click();
    QVERIFY(!type().alignToNormal);
    auto* choice = m_panel->findChild<QComboBox*>("kind");
    choice->setCurrentIndex(1);
    Q_EMIT choice->activated(1);
    QVERIFY(type().kind == FoliageKind::Billboard);
    QVERIFY(!m_panel->findChild<QCheckBox*>("randomYaw")->isChecked()); // its rules, shown at once
    m_editor->document().undo();
    m_editor->document().undo();
    QVERIFY(type().alignToNormal);
    QVERIFY(m_panel->findChild<QCheckBox*>("alignToNormal")->isChecked());
    // Every setting has a field with a name.
    const auto* info = m_editor->document().types().find(typeIdOf<FoliageType>());
    for (const auto& property : info->properties)
        if (!property.hidden) {
            const auto* field = m_panel->findChild<QWidget*>(QString::fromStdString(property.name));
            QVERIFY2(field != nullptr && !field->accessibleName().isEmpty(), property.name.c_str());
        }
}

void TestFoliagePainter::orphansAreListedAndFindFaces()
{
    makeKind();
    paint({-5, 0, 0}, {5, 0, 0});
    const auto count = plants().size();
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        removeObjects(tx, std::array{m_ground});
        return {};
    }));
    auto* list = named<QListWidget>("Orphans");
    QCOMPARE(static_cast<std::size_t>(list->count()), std::min<std::size_t>(count, 500));
    list->setCurrentRow(0);
    Q_EMIT list->itemActivated(list->item(0));
    QVERIFY(m_editor->focused.has_value());
    m_editor->fixture.addBox({-20, -3, -20}, {20, -1, 20});
    list->clearSelection();
    clickButton("Find new faces");
    QCOMPARE(list->count(), 0);
    QCOMPARE(plants().size(), count);
    for (const auto& plant : plants())
        QCOMPARE(plant.position.y, -1.F);
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

QTEST_MAIN(TestFoliagePainter)
#include "tst_foliage_painter.moc"
