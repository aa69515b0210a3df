#include "editor/api/fold_section.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/base/count_text.h"
#include "tests/plugins/foliage_painter_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"

#include <QScrollArea>
#include <QScrollBar>

namespace tst_foliage_dock
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The painter's dock, by its buttons and fields.
class TestFoliageDock : public FoliagePainterFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void theDockMakesFoliageAndKinds();
    void theKindsStayWhileTheirSettingsAreScrolled();
    void theDockSaysWhatRulesWaitFor();
    void rulesWaitForModelsBesideTheWork();
    void theDockSetsRules();
    void settingsAreEditedAndUndone();
    void billboardsShowTheRulesThatTheyFollow();
    void orphansAreListedAndFindFaces();
    void kindsShowWhatTheMixLeavesThem();
    void orphansAreNamedMarkedAndDeleted();
    void orphansOfLockedKindsStay();
    void growingAgainLeavesLockedKinds();
    void countsNameOneThingAsOne();
    void theActiveToolIsShown();
    void toolsNameTheirKeys();
    void theLeastNeverLiesAboveTheMost();
    void longLabelsLeaveFieldsTheirRoom();
    void toolsWaitForWhatTheyWorkOn();
    void countsAndLengthsAreReadable();

private:
    [[nodiscard]] QPushButton* tool(const QString& text) const
    {
        for (auto* button : m_panel->findChildren<QPushButton*>())
            if (button->text() == text)
                return button;
        return nullptr;
    }
};

void TestFoliageDock::theDockMakesFoliageAndKinds()
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

void TestFoliageDock::theKindsStayWhileTheirSettingsAreScrolled()
{
    makeKind();
    m_panel->resize(300, 500);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel->window()));
    auto* kinds = named<QListWidget>("Kinds of plants");
    const auto before = kinds->mapTo(m_panel.get(), QPoint{});
    auto* bar = m_panel->findChild<QScrollArea*>()->verticalScrollBar();
    QVERIFY2(bar->maximum() > 0, "The settings of a kind fit");
    bar->setValue(bar->maximum());
    QCOMPARE(kinds->mapTo(m_panel.get(), QPoint{}), before);
    QCOMPARE(kinds->visibleRegion().boundingRect().height(), kinds->height());
}

void TestFoliageDock::theDockSaysWhatRulesWaitFor()
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

void TestFoliageDock::rulesWaitForModelsBesideTheWork()
{
    LateModels models;
    models.read.insert("models/plant.glb"); // what the kind shows
    auto& document = m_editor->document();
    document.worldForSystems().setMeshes(&models);
    const auto forget = qScopeGuard([&] { document.worldForSystems().setMeshes(nullptr); });
    makeKind();
    VERIFY_OK(document.run("Add", [](Transaction& edit) -> Result<void> {
        const auto roof = edit.create("roof");
        edit.set(roof, TransformComponent{});
        edit.set(roof, MeshInstance{.mesh = {"roof"}});
        return {};
    }));
    m_panel->findChild<QCheckBox*>("outsidePlay")->click();
    const auto* problem = named<QLabel>("Trouble with the rules");
    QVERIFY(problem->text().startsWith("Looking where agents walk"));
    QTest::qWait(500);
    QVERIFY(problem->text().startsWith("Looking where agents walk"));
    QVERIFY(!models.read.contains("roof")); // nobody has waited
    models.read.insert("roof");
    models.awaited.clear();
    QTRY_VERIFY(problem->text().isEmpty());
}

void TestFoliageDock::theDockSetsRules()
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

void TestFoliageDock::settingsAreEditedAndUndone()
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

/// Files may hold billboards that say otherwise.
void TestFoliageDock::billboardsShowTheRulesThatTheyFollow()
{
    makeKind();
    const auto entity = foliageTypes(m_editor->document().world(), layer())[0].entity;
    auto* yaw = m_panel->findChild<QCheckBox*>("randomYaw");
    auto* pitch = m_panel->findChild<QDoubleSpinBox*>("pitch");
    QVERIFY(yaw->isChecked() && yaw->isEnabled());
    QVERIFY(!yaw->toolTip().contains("upright"));
    auto type = *m_editor->document().world().get<FoliageType>(entity);
    type.kind = FoliageKind::Billboard;
    type.pitch = 20;
    Edit edit;
    edit.swaps.push_back(swapTo(entity, type));
    m_editor->document().worldForSystems().apply(edit); // as loading does, without rules
    m_editor->document().reset();
    for (const auto* name : {"alignToNormal", "randomYaw", "castShadows"}) {
        const auto* box = m_panel->findChild<QCheckBox*>(name);
        QVERIFY2(!box->isChecked() && !box->isEnabled(), name);
        QVERIFY2(box->toolTip().contains("upright"), name);
    }
    QVERIFY(pitch->value() == 0 && !pitch->isEnabled());
    QVERIFY(m_panel->findChild<QCheckBox*>("collides")->isEnabled());
    auto* choice = m_panel->findChild<QComboBox*>("kind");
    choice->setCurrentIndex(0);
    Q_EMIT choice->activated(0);
    QVERIFY(yaw->isEnabled() && pitch->isEnabled());
}

void TestFoliageDock::orphansAreListedAndFindFaces()
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

void TestFoliageDock::kindsShowWhatTheMixLeavesThem()
{
    makeKind();
    set("density", 48);
    const auto* kinds = named<QListWidget>("Kinds of plants");
    QCOMPARE(kinds->item(0)->text(), QString{"Plant (0)"}); // alone it has all of it
    clickButton("Add model");
    clickButton("Add model");
    clickButton("Add model");
    giveModels();
    QCOMPARE(kinds->item(0)->text(), QString{"Plant (0)"}); // each has a density of its own
    mixKinds();
    QVERIFY2(kinds->item(0)->text().endsWith(", 12 per m\u00b2"),
             qPrintable(kinds->item(0)->text()));
    QVERIFY(kinds->item(0)->toolTip().contains("48 per m\u00b2"));
    QVERIFY(kinds->item(0)->toolTip().contains("25 %"));
    kinds->item(1)->setCheckState(Qt::Unchecked);
    QVERIFY2(kinds->item(0)->text().endsWith(", 16 per m\u00b2"),
             qPrintable(kinds->item(0)->text()));
    QVERIFY(!kinds->item(1)->text().contains("per m"));
    const auto types = foliageTypes(m_editor->document().world(), layer());
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        editor::lock(tx, std::array{types[2].entity});
        return {};
    }));
    QVERIFY2(kinds->item(0)->text().endsWith(", 24 per m\u00b2"),
             qPrintable(kinds->item(0)->text()));
    QVERIFY(!kinds->item(2)->text().contains("per m")); // ticked, and not planted
    QVERIFY(kinds->item(2)->toolTip().isEmpty());
}

void TestFoliageDock::theLeastNeverLiesAboveTheMost()
{
    makeKind();
    const auto type = [&] {
        return foliageTypes(m_editor->document().world(), layer()).front().type;
    };
    set("slopeMin", 60);
    QCOMPARE(type().slopeMin, 60.0);
    QCOMPARE(type().slopeMax, 60.0); // it was 45
    set("slopeMax", 20);
    QCOMPARE(type().slopeMin, 20.0);
    m_editor->document().undo(); // both in one step
    QCOMPARE(type().slopeMin, 60.0);
    QCOMPARE(type().slopeMax, 60.0);
    set("lightMin", 5); // no most: however far
    QCOMPARE(type().lightMin, 5.0);
    QCOMPARE(type().lightMax, 0.0);
}

void TestFoliageDock::orphansAreNamedMarkedAndDeleted()
{
    makeKind();
    set("density", 20);
    paint({-5, 0, 0}, {5, 0, 0});
    const auto count = plants().size();
    QVERIFY(count > 600);
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        removeObjects(tx, std::array{m_ground});
        return {};
    }));
    auto* list = named<QListWidget>("Orphans");
    QCOMPARE(list->count(), 501);
    QVERIFY(list->item(0)->text().startsWith("Plant at "));
    QCOMPARE(list->item(500)->text(),
             QString{"and %1 more"}.arg(QString::fromStdString(numberText(count - 500))));
    const auto marks = [&] {
        DebugDraw draw;
        for (const auto& overlay : m_editor->overlays)
            overlay(draw, ViewKind::Perspective);
        return draw.points;
    };
    QVERIFY(marks().empty()); // the dock is closed
    m_panel->show();
    QCOMPARE(marks().size(), count);
    list->item(3)->setSelected(true);
    QCOMPARE(marks().size(), count + 1);
    QVERIFY(marks().back().size > marks().front().size);
    clickButton("Delete chosen orphans");
    QCOMPARE(plants().size(), count - 1);
    list->clearSelection();
    const auto steps = m_editor->document().history().position();
    clickButton("Delete all orphans");
    QVERIFY(plants().empty());
    QVERIFY(marks().empty());
    QCOMPARE(m_editor->document().history().position(), steps + 1);
    m_editor->document().undo();
    QCOMPARE(plants().size(), count - 1);
    m_panel->hide();
    QVERIFY(marks().empty());
}

void TestFoliageDock::orphansOfLockedKindsStay()
{
    makeKind();
    clickButton("Add model");
    giveModels();
    paint({-5, 0, 0}, {5, 0, 0});
    const auto types = foliageTypes(m_editor->document().world(), layer());
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        removeObjects(tx, std::array{m_ground});
        editor::lock(tx, std::array{types[0].entity});
        return {};
    }));
    const auto all = plants();
    const auto isLocked = [&](const FoliageInstance& each) {
        return each.type == 0;
    };
    const auto locked = std::count_if(all.begin(), all.end(), isLocked);
    QVERIFY(locked > 0 && locked < std::ssize(all));
    clickButton("Delete all orphans");
    QCOMPARE(std::ssize(plants()), locked);
    const auto hash = m_editor->document().contentHash();
    const auto refused = [&](const QString& button) {
        m_editor->messages.clear();
        clickButton(button);
        return m_editor->document().contentHash() == hash && !m_editor->messages.empty() &&
               m_editor->messages.back().starts_with("'Plant' is locked: unlock it");
    };
    QVERIFY(refused("Delete all orphans"));
    named<QListWidget>("Orphans")->item(0)->setSelected(true);
    QVERIFY(refused("Delete chosen orphans"));
    QVERIFY(refused("Find new faces"));
}

void TestFoliageDock::growingAgainLeavesLockedKinds()
{
    makeKind();
    clickButton("Add model");
    giveModels();
    paint({-5, 0, 0}, {5, 0, 0});
    auto grown = plants();
    for (auto& plant : grown)
        plant.flags = FoliageByRule;
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        removeFoliage(tx, layer(), plants());
        auto planted = plantFoliage(tx, layer(), grown);
        removeFoliage(tx, layer(), grown); // as if by hand
        return planted;
    }));
    const auto marksOf = [&](std::uint8_t slot) {
        const auto all = foliageOf(m_editor->document().world(), layer());
        std::size_t count = 0;
        for (const auto& cell : all->cells())
            for (const auto& each : cell.chunk->instances)
                count += each.isMark() && each.type == slot ? 1U : 0U;
        return count;
    };
    const auto ofFirst = marksOf(0);
    QVERIFY(ofFirst > 0 && marksOf(1) > 0);
    const auto types = foliageTypes(m_editor->document().world(), layer());
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        editor::lock(tx, std::array{types[0].entity});
        return {};
    }));
    clickButton("Grow again");
    QCOMPARE(marksOf(0), ofFirst);
    QCOMPARE(marksOf(1), std::size_t{0});
    m_editor->messages.clear();
    const auto steps = m_editor->document().history().position();
    clickButton("Grow again");
    QCOMPARE(m_editor->document().history().position(), steps);
    QVERIFY(m_editor->messages.back().starts_with("The erased and moved plants are of kinds"));
}

void TestFoliageDock::countsNameOneThingAsOne()
{
    makeKind();
    m_editor->activateTool("foliage.single");
    click(*m_editor, m_view, {0, 0, 0});
    QCOMPARE(plants().size(), std::size_t{1});
    m_editor->activateTool("foliage.select");
    click(*m_editor, m_view, {0, 0, 0});
    const auto says = [&](const QString& text) {
        for (const auto* label : m_panel->findChildren<QLabel*>())
            if (label->text() == text)
                return true;
        return false;
    };
    QVERIFY(says("1 plant"));
    VERIFY_OK(m_editor->fixture.run([&](Transaction& tx) -> Result<void> {
        removeObjects(tx, std::array{m_ground});
        return {};
    }));
    QVERIFY(says("1 plant lost the face it stood on"));
    m_editor->fixture.addBox({-20, -3, -20}, {20, -1, 20});
    clickButton("Find new faces");
    QCOMPARE(m_editor->messages.back(), std::string{"1 of 1 plant found a face"});
}

void TestFoliageDock::theActiveToolIsShown()
{
    const auto checked = [&] {
        QStringList texts;
        for (const auto* button : m_panel->findChildren<QPushButton*>())
            if (button->isChecked())
                texts += button->text();
        return texts;
    };
    makeKind();
    QCOMPARE(checked(), QStringList{});
    clickButton("Paint");
    QCOMPARE(m_editor->activeTool(), std::string{"foliage.paint"});
    QCOMPARE(checked(), QStringList{"Paint"});
    auto* selected = m_panel->findChild<QLabel*>("selectedPlants");
    QVERIFY(selected != nullptr && selected->text().contains("choose the Select or Lasso tool"));
    m_editor->activateTool("foliage.lasso");
    QVERIFY2(selected->text().contains("draw around"), qPrintable(selected->text()));
    m_editor->activateTool("foliage.select");
    QVERIFY2(selected->text().contains("click plants"), qPrintable(selected->text()));
    m_editor->activateTool("foliage.paint");
    clickButton("Paint"); // it stays
    QCOMPARE(checked(), QStringList{"Paint"});
    m_editor->activateTool("foliage.erase"); // as the tool bar does
    QCOMPARE(checked(), QStringList{"Erase"});
    m_editor->tools.activate("select"); // as Esc does
    QCOMPARE(checked(), QStringList{});
    for (const auto* name : {"Paint", "Erase", "Reapply", "Thin out", "Single", "Fill face", "Line",
                             "Lasso", "Select"}) {
        clickButton(name);
        QCOMPARE(checked(), QStringList{name});
    }
}

void TestFoliageDock::toolsNameTheirKeys()
{
    QVERIFY(tool("Paint")->toolTip().contains("Shift erases"));
    QVERIFY(tool("Paint")->toolTip().contains("[ and ]"));
    QVERIFY(!tool("Paint")->toolTip().contains("(Alt+P)"));
    m_editor->keysOfTools["foliage.paint"] = "Alt+P";
    m_editor->toolChanged();
    QVERIFY(tool("Paint")->toolTip().contains("(Alt+P)"));
}

void TestFoliageDock::longLabelsLeaveFieldsTheirRoom()
{
    makeKind();
    for (auto* section : m_panel->findChildren<FoldSection*>())
        section->setFolded(false);
    m_panel->resize(270, 700);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    const auto* info = m_editor->document().types().find(typeIdOf<FoliageType>());
    int labels = 0;
    for (const auto& property : info->properties) {
        const auto* field = m_panel->findChild<QWidget*>(QString::fromStdString(property.name));
        if (field == nullptr)
            continue;
        QVERIFY2(field->width() >= 100, property.name.c_str());
        for (const auto* label : m_panel->findChildren<QLabel*>())
            if (label->buddy() == field) {
                ++labels;
                const auto needed = label->hasHeightForWidth()
                                        ? label->heightForWidth(label->width())
                                        : label->sizeHint().height();
                QVERIFY2(label->height() >= needed, property.name.c_str());
                QVERIFY2(label->width() >= label->minimumSizeHint().width(), property.name.c_str());
                QVERIFY2(!label->geometry().intersects(field->geometry()), property.name.c_str());
            }
    }
    QVERIFY(labels > 20);
    for (const auto* axis : {"x", "y", "z"}) {
        const auto* spin = named<QDoubleSpinBox>(QStringLiteral("Least scale ") + axis);
        QVERIFY(spin != nullptr);
        QCOMPARE(spin->text(), QStringLiteral("0.8")); // not more than there is room for
    }
}

void TestFoliageDock::toolsWaitForWhatTheyWorkOn()
{
    QVERIFY(!tool("Paint")->isEnabled());
    QVERIFY2(tool("Paint")->toolTip().contains("Make a foliage"),
             qPrintable(tool("Paint")->toolTip()));
    clickButton("New");
    QVERIFY(!tool("Select")->isEnabled());
    QVERIFY(tool("Paint")->toolTip().contains("Add a kind of plant"));
    clickButton("Add model");
    QVERIFY(tool("Paint")->isEnabled() && tool("Select")->isEnabled());
    QVERIFY(!tool("Paint")->toolTip().contains("first"));
    m_editor->document().undo();
    QVERIFY(!tool("Paint")->isEnabled());
}

void TestFoliageDock::countsAndLengthsAreReadable()
{
    makeKind();
    QVERIFY(named<QDoubleSpinBox>("Radius")->text().endsWith(" m"));
    set("density", 20);
    m_editor->activateTool("foliage.fill");
    click(*m_editor, m_view, {0, 0, 0});
    QTRY_VERIFY(plants().size() > 1000);
    QVERIFY(named<QListWidget>("Kinds of plants")
                ->item(0)
                ->text()
                .contains(QString::fromStdString(numberText(plants().size()))));
    QTRY_VERIFY(m_editor->messages.back().ends_with(" plants more"));
    QVERIFY(m_editor->messages.back().find(',') != std::string::npos);
    click(*m_editor, m_view, {0, 0, 0}); // nothing grows any more
    QTRY_VERIFY(m_editor->messages.back().starts_with("Nothing was planted"));
}

GUI_TEST(TestFoliageDock)
} // namespace tst_foliage_dock

#include "tst_foliage_dock.moc"
