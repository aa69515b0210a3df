#include "editor/panels/fields/number_field.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>

namespace tst_brush_menu
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Commands and dialogs of the Brush menu in the real window, at rest and while the game runs.
class TestBrushMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void init();
    void subtractCutsAndSelectsThePieces();
    void refusedCommandsSayWhyAndChangeNothing_data();
    void refusedCommandsSayWhyAndChangeNothing();
    void intersectAndMergeLeaveOne();
    void hollowAsksAndStaysOpenWhenRefused();
    void cuttingWhilePlayingReachesTheGameAtOnce();
    void moveByShowsTheOutcomeBeforeItIsKept();
    void theFirstNumberOfADialogHasTheKeys();
    void aCancelledDialogLeavesNothing();
    void mirrorKeepsTheOriginalIfAsked();
    void arraysStandInARowOrACircle();
    void badNumbersAreRefusedInTheDialog();
    void commandsOfGroupsNeedAGroup();
    void ungroupKeepsTheRestSelected();
    void subtractLeavesWhatIsOutsideOfTheOpenGroup();

    void cleanupTestCase() { m_fixture.reset(); }

private:
    [[nodiscard]] Document& document() const { return m_fixture->document(); }

    [[nodiscard]] Aabb bounds(EntityId entity) const
    {
        return boundsOf(document().world(), entity);
    }

    /// Opens a dialog by its command; `answer` works in it.
    void withDialog(const char* command, const std::function<void(QDialog& dialog)>& answer);

    std::unique_ptr<WindowFixture> m_fixture;
    EntityId m_wall;   ///< 4 x 4 m, 1 m thick
    EntityId m_cutter; ///< a box of 1 m through its middle
};

namespace
{
void type(QDialog& dialog, const char* name, const QString& text)
{
    auto* field = dialog.findChild<NumberField*>(QLatin1String{name});
    QVERIFY2(field != nullptr, name);
    field->selectAll();
    QTest::keyClicks(field, text);
    // Leaving a field takes what was typed; Enter would end the dialog.
    QFocusEvent leave{QEvent::FocusOut};
    QCoreApplication::sendEvent(field, &leave);
}

void choose(QDialog& dialog, const char* name, int index)
{
    auto* choice = dialog.findChild<QComboBox*>(QLatin1String{name});
    QVERIFY2(choice != nullptr, name);
    choice->setCurrentIndex(index);
}

void press(QDialog& dialog, const char* name)
{
    auto* button = dialog.findChild<QPushButton*>(QLatin1String{name});
    QVERIFY2(button != nullptr, name);
    button->click();
}
} // namespace

void TestBrushMenu::init()
{
    m_fixture->emptyScene();
    m_wall = m_fixture->addBox({{-2, 0, 0}, {2, 4, 1}}, "wall");
    m_cutter = m_fixture->addBox({{-0.5, 1, -1}, {0.5, 2, 2}}, "cutter");
    document().selection().set({m_cutter});
}

void TestBrushMenu::withDialog(const char* command,
                               const std::function<void(QDialog& dialog)>& answer)
{
    bool wasOpen = false;
    answerDialog([&](QWidget& modal) {
        auto* dialog = qobject_cast<QDialog*>(&modal);
        wasOpen = dialog != nullptr;
        if (!wasOpen)
            return;
        answer(*dialog);
        if (dialog->isVisible())
            dialog->reject();
    });
    m_fixture->command(command);
    QVERIFY2(wasOpen, command);
}

void TestBrushMenu::subtractCutsAndSelectsThePieces()
{
    const auto before = document().contentHash();
    const auto steps = document().history().position();
    m_fixture->command("brush.subtract");
    QVERIFY(!document().world().exists(m_cutter));
    QCOMPARE(m_fixture->brushes(), std::size_t{4});
    QCOMPARE(document().selection().entities().size(), std::size_t{4});
    QVERIFY(m_fixture->said().contains(QStringLiteral("1 brush became 4")));
    QCOMPARE(document().history().position(), steps + 1);
    m_fixture->command("edit.undo");
    QCOMPARE(document().contentHash(), before);
    document().selection().set({m_cutter});
    m_fixture->command("brush.subtractKeep");
    QVERIFY(document().world().exists(m_cutter));
    QCOMPARE(m_fixture->brushes(), std::size_t{5});
}

void TestBrushMenu::refusedCommandsSayWhyAndChangeNothing_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<bool>("farAway");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing to cut")
        << QByteArray{"brush.subtract"} << true << QStringLiteral("touches no other brush");
    QTest::newRow("one brush has nothing in common")
        << QByteArray{"brush.intersect"} << false << QStringLiteral("at least 2 brushes");
    QTest::newRow("one brush is merged with nothing")
        << QByteArray{"brush.merge"} << false << QStringLiteral("at least 2 brushes");
}

void TestBrushMenu::refusedCommandsSayWhyAndChangeNothing()
{
    QFETCH(QByteArray, command);
    QFETCH(bool, farAway);
    QFETCH(QString, words);
    if (farAway)
        document().selection().set({m_fixture->addBox({{50, 0, 0}, {51, 1, 1}})});
    const auto before = document().contentHash();
    const auto steps = document().history().position();
    m_fixture->command(command.constData());
    QVERIFY2(m_fixture->said().contains(words), qPrintable(m_fixture->said()));
    QCOMPARE(document().contentHash(), before);
    QCOMPARE(document().history().position(), steps);
}

void TestBrushMenu::intersectAndMergeLeaveOne()
{
    document().selection().set({m_wall, m_cutter});
    m_fixture->command("brush.intersect");
    QCOMPARE(m_fixture->brushes(), std::size_t{1});
    QVERIFY((bounds(document().selection().primary()) == Aabb{{-0.5, 1, 0}, {0.5, 2, 1}}));
    m_fixture->command("edit.undo");
    document().selection().set({m_wall, m_cutter});
    m_fixture->command("brush.merge");
    QCOMPARE(m_fixture->brushes(), std::size_t{1});
    const auto hull = bounds(document().selection().primary());
    QVERIFY(glm::length(hull.min - Vec3d{-2, 0, -1}) < 1e-6);
    QVERIFY(glm::length(hull.max - Vec3d{2, 4, 2}) < 1e-6);
}

void TestBrushMenu::hollowAsksAndStaysOpenWhenRefused()
{
    document().selection().set({m_wall});
    const auto before = document().contentHash();
    withDialog("brush.hollow", [&](QDialog& dialog) {
        type(dialog, "hollowThickness", QStringLiteral("0.6")); // of a wall of 1 m
        press(dialog, "hollowRun");
        QVERIFY(dialog.isVisible());
        const auto* error = dialog.findChild<QLabel*>(QStringLiteral("hollowError"));
        QVERIFY(error->text().contains(QStringLiteral("too thin")));
        QCOMPARE(document().contentHash(), before);
        type(dialog, "hollowThickness", QStringLiteral("0.2"));
        press(dialog, "hollowRun");
        QVERIFY(!dialog.isVisible());
    });
    QCOMPARE(m_fixture->brushes(), std::size_t{7}); // six walls and the cutter
    m_fixture->command("edit.undo");
    QCOMPARE(document().contentHash(), before);
}

void TestBrushMenu::cuttingWhilePlayingReachesTheGameAtOnce()
{
    m_fixture->addBox({{-8, -0.25, -8}, {8, 0, 8}}, "floor");
    m_fixture->window().startPlay(true);
    auto* session = m_fixture->window().play().session();
    QVERIFY(session != nullptr);
    const auto same = [&] {
        const auto& edited = document().world();
        std::size_t shared = 0;
        edited.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
            const auto* played = session->world().get<BrushComponent>(entity);
            if (played != nullptr && played->brush == component.brush)
                ++shared;
        });
        return shared == edited.count<BrushComponent>() &&
               session->world().count<BrushComponent>() == shared;
    };
    QVERIFY(same());
    document().selection().set({m_cutter});
    m_fixture->command("brush.subtract");
    QCOMPARE(m_fixture->brushes(), std::size_t{5});
    QVERIFY(same()); // in the same call, long before the next frame
    auto& workspace = m_fixture->window().context().workspace();
    QCOMPARE(workspace.collision().shapeCount(), std::size_t{5}); // what the player walks on
    std::size_t faces = 0;
    document().world().forEach<BrushComponent>(
        [&](EntityId, const BrushComponent& component) { faces += component.brush->faceCount(); });
    QCOMPARE(workspace.lighting().faceCount(), faces); // and what a bake would light
    document().selection().set({m_wall});
    withDialog("brush.hollow", [](QDialog& dialog) { press(dialog, "hollowRun"); });
    QVERIFY(same());
    m_fixture->command("edit.undo");
    m_fixture->command("edit.undo");
    QVERIFY(same());
    QCOMPARE(m_fixture->brushes(), std::size_t{3});
    QVERIFY(m_fixture->window().play().isPlaying());
    m_fixture->window().play().stop();
}

void TestBrushMenu::moveByShowsTheOutcomeBeforeItIsKept()
{
    const auto steps = document().history().position();
    withDialog("brush.moveBy", [&](QDialog& dialog) {
        type(dialog, "By X", QStringLiteral("3"));
        type(dialog, "By Y", QStringLiteral("0.5+0.25"));
        QCOMPARE(bounds(m_cutter).min, (Vec3d{2.5, 1.75, -1})); // while it is open
        press(dialog, "transformRun");
    });
    QCOMPARE(bounds(m_cutter).min, (Vec3d{2.5, 1.75, -1}));
    QCOMPARE(document().history().position(), steps + 1);
    QCOMPARE(document().selection().entities(), std::vector{m_cutter});
    m_fixture->command("edit.undo");
    QCOMPARE(bounds(m_cutter).min, (Vec3d{-0.5, 1, -1}));
}

void TestBrushMenu::theFirstNumberOfADialogHasTheKeys()
{
    for (const auto& [command, name] : {std::pair{"brush.moveBy", "By X"},
                                        {"brush.mirror", "Mirror at"},
                                        {"brush.array", "Copies"}}) {
        withDialog(command, [&](QDialog& dialog) {
            const auto* field = dialog.findChild<NumberField*>(QLatin1String{name});
            QVERIFY2(field != nullptr, name);
            QCOMPARE(dialog.focusWidget(), field);
            QCOMPARE(field->selectedText(), field->text());
            const auto* run = dialog.findChild<QPushButton*>(QStringLiteral("transformRun"));
            for (const auto* other : dialog.findChildren<QPushButton*>())
                QVERIFY2(other == run || other->x() < run->x(), "what is done stands last");
        });
    }
}

void TestBrushMenu::aCancelledDialogLeavesNothing()
{
    const auto before = document().contentHash();
    const auto steps = document().history().position();
    for (const auto* command : {"brush.moveBy", "brush.mirror", "brush.array"}) {
        withDialog(command, [&](QDialog& dialog) {
            if (dialog.objectName() == QStringLiteral("moveByDialog"))
                type(dialog, "By X", QStringLiteral("3"));
            else
                QVERIFY(document().contentHash() != before); // shown already
            dialog.reject();
        });
        QCOMPARE(document().contentHash(), before);
        QCOMPARE(document().history().position(), steps);
    }
}

void TestBrushMenu::mirrorKeepsTheOriginalIfAsked()
{
    withDialog("brush.mirror", [&](QDialog& dialog) {
        choose(dialog, "Across", 0);
        type(dialog, "Mirror at", QStringLiteral("2"));
        choose(dialog, "Original", 1);
        press(dialog, "transformRun");
    });
    QCOMPARE(m_fixture->brushes(), std::size_t{3});
    const auto image = document().selection().primary();
    QVERIFY(image != m_cutter);
    QVERIFY((bounds(image) == Aabb{{3.5, 1, -1}, {4.5, 2, 2}}));
    document().selection().set({m_cutter});
    withDialog("brush.mirror", [&](QDialog& dialog) {
        choose(dialog, "Across", 2);
        type(dialog, "Mirror at", QStringLiteral("0"));
        choose(dialog, "Original", 0);
        press(dialog, "transformRun");
    });
    QCOMPARE(m_fixture->brushes(), std::size_t{3});
    QVERIFY((bounds(m_cutter) == Aabb{{-0.5, 1, -2}, {0.5, 2, 1}}));
}

void TestBrushMenu::arraysStandInARowOrACircle()
{
    const auto before = document().contentHash();
    withDialog("brush.array", [&](QDialog& dialog) {
        type(dialog, "Copies", QStringLiteral("4"));
        type(dialog, "Offset X", QStringLiteral("2"));
        QVERIFY(!dialog.findChild<NumberField*>(QStringLiteral("Angle"))->isVisible());
        press(dialog, "transformRun");
    });
    QCOMPARE(m_fixture->brushes(), std::size_t{6});
    double farthest = 0;
    document().world().forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
        farthest = std::max(farthest, bounds(entity).max.x);
    });
    QCOMPARE(farthest, 8.5);
    m_fixture->command("edit.undo");
    QCOMPARE(document().contentHash(), before);
    document().selection().set({m_cutter});
    withDialog("brush.array", [&](QDialog& dialog) {
        choose(dialog, "Kind", 1);
        QVERIFY(dialog.findChild<NumberField*>(QStringLiteral("Angle"))->isVisible());
        QVERIFY(!dialog.findChild<NumberField*>(QStringLiteral("Offset X"))->isVisible());
        type(dialog, "Copies", QStringLiteral("1"));
        type(dialog, "Angle", QStringLiteral("180"));
        choose(dialog, "Axis", 1);
        type(dialog, "Pivot X", QStringLiteral("5"));
        type(dialog, "Pivot Z", QStringLiteral("0"));
        press(dialog, "transformRun");
    });
    QCOMPARE(m_fixture->brushes(), std::size_t{3});
    const auto copies = document().selection().entities();
    const auto turned = bounds(copies.back());
    QVERIFY(glm::length(turned.min - Vec3d{9.5, 1, -2}) < 1e-6);
    QVERIFY(glm::length(turned.max - Vec3d{10.5, 2, 1}) < 1e-6);
}

void TestBrushMenu::badNumbersAreRefusedInTheDialog()
{
    const auto before = document().contentHash();
    withDialog("brush.moveBy", [&](QDialog& dialog) {
        type(dialog, "By Y", QStringLiteral("70000")); // out of the world
        const auto* refusal = dialog.findChild<QLabel*>(QStringLiteral("refusal"));
        QVERIFY(refusal->isVisible());
        QVERIFY2(refusal->text().contains(QStringLiteral("edge of the world")),
                 qPrintable(refusal->text()));
        press(dialog, "transformRun");
        QVERIFY(dialog.isVisible()); // not with what cannot be done
        dialog.reject();
    });
    QCOMPARE(document().contentHash(), before);
}

void TestBrushMenu::commandsOfGroupsNeedAGroup()
{
    auto& actions = m_fixture->window().actions();
    const auto isOn = [&](const char* id) {
        actions.refresh();
        return actions.find(id)->isEnabled();
    };
    auto& selection = document().selection();
    selection.set({m_wall});
    for (const auto* id : {"brush.ungroup", "brush.openGroup", "brush.separate"})
        QVERIFY2(!isOn(id), id);
    m_fixture->command("brush.group");
    QVERIFY(isOn("brush.ungroup") && isOn("brush.openGroup") && !isOn("brush.separate"));
    m_fixture->command("brush.openGroup");
    selection.clear();
    QVERIFY(isOn("brush.openGroup")); // closes it
    m_fixture->command("brush.openGroup");
    const auto group = document().world().get<Node>(m_wall)->parent;
    selection.set({group});
    m_fixture->command("brush.linkedDuplicate");
    QVERIFY(isOn("brush.separate") && isOn("brush.ungroup"));
}

void TestBrushMenu::ungroupKeepsTheRestSelected()
{
    auto& selection = document().selection();
    selection.set({m_wall});
    m_fixture->command("brush.group");
    const auto group = selection.entities().front();
    selection.set({m_cutter, group});
    m_fixture->command("brush.ungroup");
    QVERIFY(!document().world().exists(group));
    QCOMPARE(selection.entities(), (std::vector{m_wall, m_cutter}));
}

void TestBrushMenu::subtractLeavesWhatIsOutsideOfTheOpenGroup()
{
    auto& selection = document().selection();
    selection.set({m_cutter});
    m_fixture->command("brush.group");
    m_fixture->command("brush.openGroup");
    selection.set({m_cutter});
    const auto before = document().contentHash();
    m_fixture->command("brush.subtract");
    QCOMPARE(document().contentHash(), before);
    m_fixture->command("brush.openGroup"); // closes it
    selection.set({m_cutter});
    m_fixture->command("brush.subtract");
    QVERIFY(document().contentHash() != before);
}

WINDOW_TEST(TestBrushMenu)
} // namespace tst_brush_menu

#include "tst_brush_menu.moc"
