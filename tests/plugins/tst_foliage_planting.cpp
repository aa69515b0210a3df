#include "tests/plugins/foliage_painter_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"

#include <QTemporaryDir>

namespace tst_foliage_planting
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What a worker plants: faces and lines.
class TestFoliagePlanting : public FoliagePainterFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void facesAreFilledAndCleared();
    void fillingCanBeStopped();
    void fillingWorksOnWhatIsThereInTheEnd();
    void fillingWaitsForModelsBesideTheWork();
    void fillingEndsWithItsScene();
    void aLineIsPlantedAndErased();
    void aLineThatCameToNothingIsThereAgain();
    void aLongThinLineIsShownInFewSteps();
};

void TestFoliagePlanting::facesAreFilledAndCleared()
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

void TestFoliagePlanting::fillingCanBeStopped()
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

void TestFoliagePlanting::fillingWorksOnWhatIsThereInTheEnd()
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

void TestFoliagePlanting::fillingWaitsForModelsBesideTheWork()
{
    LateModels models;
    models.read.insert("models/plant.glb"); // what the kind shows
    auto& document = m_editor->document();
    document.worldForSystems().setMeshes(&models);
    const auto forget = qScopeGuard([&] { document.worldForSystems().setMeshes(nullptr); });
    const auto add = [&](const char* model) {
        VERIFY_OK(document.run("Add", [&](Transaction& edit) -> Result<void> {
            const auto entity = edit.create(model);
            edit.set(entity, TransformComponent{.position = {10, 5, 10}});
            edit.set(entity, MeshInstance{.mesh = {model}});
            return {};
        }));
    };
    makeKind();
    m_panel->findChild<QCheckBox*>("outsidePlay")->click();
    m_editor->activateTool("foliage.fill");
    add("post");
    click(*m_editor, m_view, {0, 0, 0});
    QVERIFY(!m_editor->messages.empty());
    QVERIFY(m_editor->messages.back().starts_with("Models are being read"));
    QVERIFY(!models.read.contains("post")); // nobody has waited
    models.read.insert("post");
    models.awaited.clear();
    click(*m_editor, m_view, {0, 0, 0});
    add("wall"); // before the result comes
    QTest::qWait(300);
    QVERIFY(!models.read.contains("wall"));
    QVERIFY(plants().empty());
    models.read.insert("wall");
    models.awaited.clear();
    QTRY_VERIFY(!plants().empty()); // along the rim
}

void TestFoliagePlanting::fillingEndsWithItsScene()
{
    makeKind();
    const QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "meadow.scene";
    auto& document = m_editor->document();
    VERIFY_OK(document.save(file));
    m_editor->activateTool("foliage.fill");
    click(*m_editor, m_view, {0, 0, 0});
    VERIFY_OK(document.open(file)); // with the same ids
    QTRY_VERIFY(!m_editor->messages.empty());
    QCOMPARE(m_editor->messages.back(), std::string{"Stopped; no plants were changed"});
    QVERIFY(plants().empty());
    QVERIFY(!document.isModified());
}

void TestFoliagePlanting::aLineIsPlantedAndErased()
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

void TestFoliagePlanting::aLineThatCameToNothingIsThereAgain()
{
    makeKind();
    set("density", 1000);
    m_editor->fixture.addBox({100, -1, -40}, {180, 0, 40});
    const auto view = perspectiveView({140, 60, 12}, {140, 0, 0});
    const auto shown = [&] { // the points of the line
        DebugDraw draw;
        m_editor->tools.draw(draw, pointerAt(*m_editor, view, {140, 0, 0}));
        return draw.points.size();
    };
    const auto sendOff = [&](unsigned modifiers = 0) {
        m_editor->messages.clear();
        QVERIFY(press(*m_editor, view, ToolKey::Enter, modifiers));
        QCOMPARE(shown(), std::size_t{0});
    };
    m_editor->activateTool("foliage.line");
    click(*m_editor, view, {120, 0, 0});
    click(*m_editor, view, {160, 0, 0});
    named<QDoubleSpinBox>("Radius")->setValue(60);
    const auto hash = m_editor->document().contentHash();
    sendOff();
    QTRY_VERIFY(!m_editor->messages.empty());
    QVERIFY2(m_editor->messages.back().find("that line would hold about") != std::string::npos,
             m_editor->messages.back().c_str());
    QCOMPARE(shown(), std::size_t{2});
    QCOMPARE(m_editor->document().contentHash(), hash);

    sendOff(Shift); // no plants stand there
    QTRY_VERIFY(!m_editor->messages.empty());
    QCOMPARE(shown(), std::size_t{2});

    sendOff();
    click(*m_editor, view, {130, 0, 5}); // another line is begun
    QTRY_VERIFY(!m_editor->messages.empty());
    QCOMPARE(shown(), std::size_t{1});
    QVERIFY(press(*m_editor, view, ToolKey::Backspace));

    click(*m_editor, view, {120, 0, 0});
    click(*m_editor, view, {160, 0, 0});
    sendOff();
    QTRY_VERIFY(!m_editor->messages.empty());
    named<QDoubleSpinBox>("Radius")->setValue(3);
    set("density", 4);
    sendOff();
    QTRY_VERIFY(!plants().empty());
    QCOMPARE(shown(), std::size_t{0});

    click(*m_editor, view, {120, 0, 20});
    click(*m_editor, view, {160, 0, 20});
    set("density", 1000);
    named<QDoubleSpinBox>("Radius")->setValue(60);
    sendOff();
    m_editor->activateTool("foliage.fill");
    m_editor->activateTool("foliage.line");
    QTRY_VERIFY(!m_editor->messages.empty());
    QCOMPARE(shown(), std::size_t{0}); // that one was given up
}

void TestFoliagePlanting::aLongThinLineIsShownInFewSteps()
{
    makeKind();
    named<QDoubleSpinBox>("Radius")->setValue(0.1);
    m_editor->activateTool("foliage.line");
    for (int i = 0; i < 12; ++i) // 12 x 26 m
        click(*m_editor, m_view, {i % 2 == 0 ? -13.0 : 13.0, 0, i - 6.0});
    DebugDraw draw;
    m_editor->tools.draw(draw, pointerAt(*m_editor, m_view, {0, 0, 0}));
    const auto lines = draw.lines.size();
    QVERIFY2(lines > 5'000 && lines < 6'500, qPrintable(QString::number(lines)));
}

GUI_TEST(TestFoliagePlanting)
} // namespace tst_foliage_planting

#include "tst_foliage_planting.moc"
