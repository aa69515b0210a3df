#include "editor/operations/brush/material_operations.h"
#include "editor/panels/materials/uv_canvas.h"
#include "editor/panels/materials/uv_dock.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QLabel>
#include <QPushButton>
#include <QtTest>

#include <array>

namespace tst_uv_dock
{
using namespace editor;
using namespace mapwright::test;
using engine::Name;
using engine::Vec2d;

class TestUvDock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutASelectionItSaysWhatToDo();
    void itShowsTheTextureAndTheFace();
    void aMouseDragIsOneStep();
    void escapeTakesADragBack();
    void typedNumbersReachTheDrag();
    void theWheelZoomsAtThePointer();
    void theMiddleButtonPans();
    void buttonsRunTheSharedCommands();
    void hotSpotsAreDrawn();
    void hotSpotsThatCannotBeReadAreTold();
    void deleteIsTakenWhileSpotsAreEdited();
};

namespace
{
struct Dock
{
    PanelProject files;
    engine::AssetDatabase assets{files.project};
    TestEditor editor{assets};
    UvDock dock{editor, nullptr};
    engine::FaceRef face;

    explicit Dock(bool isChosen = true)
    {
        const auto box = editor.fixture.addBox({0, 0, 0}, {4, 2, 1});
        face = editor.fixture.faceTowards(box, {0, 0, 1});
        const std::array one{face};
        ENGINE_EXPECT(editor.fixture.run(
            [&](Transaction& step) { return applyMaterial(step, one, Name{"Materials/wall"}); }));
        dock.resize(360, 520);
        dock.show();
        if (isChosen)
            editor.document().selection().setFaces({face});
        dock.finish();
        QCoreApplication::processEvents();
    }

    [[nodiscard]] UvBounds bounds()
    {
        UvBounds bounds;
        bounds.add(*worldFace(editor.document().world(), face));
        return bounds;
    }

    [[nodiscard]] QPoint pixel(const Vec2d& uv)
    {
        const auto at = dock.flat().view.toPixels(uv);
        return {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))};
    }

    void startDrag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys = {})
    {
        auto* canvas = &dock.canvas();
        QTest::mousePress(canvas, Qt::LeftButton, keys, from);
        QMouseEvent move{QEvent::MouseMove, QPointF{to},    canvas->mapToGlobal(QPointF{to}),
                         Qt::NoButton,      Qt::LeftButton, keys};
        QCoreApplication::sendEvent(canvas, &move);
    }

    [[nodiscard]] std::size_t steps() { return editor.document().history().position(); }
};
} // namespace

void TestUvDock::withoutASelectionItSaysWhatToDo()
{
    Dock dock{false};
    QVERIFY(dock.dock.flat().isEmpty());
    const auto picture = dock.dock.canvas().grab().toImage();
    QVERIFY(!picture.isNull());
    QVERIFY(!dock.dock.findChild<QPushButton*>("flat.texture.fit")->isEnabled());
    QVERIFY(!dock.dock.findChild<QLabel*>("uvState")->isVisible());
}

void TestUvDock::itShowsTheTextureAndTheFace()
{
    Dock dock;
    QCOMPARE(dock.dock.flat().shapes().size(), std::size_t{1});
    QCOMPARE(dock.dock.flat().view.texels(), (Vec2d{8, 8}));
    QCOMPARE(dock.dock.findChild<QLabel*>("uvState")->text(),
             QStringLiteral("Materials/wall \u00b7 1 face"));
    // The whole face is in the picture, and its tint differs from the ground beside it.
    const auto picture = dock.dock.canvas().grab().toImage();
    const auto box = dock.bounds();
    QVERIFY(dock.dock.canvas().rect().contains(dock.pixel(box.least)));
    QVERIFY(dock.dock.canvas().rect().contains(dock.pixel(box.most)));
    const auto inside = picture.pixelColor(dock.pixel(box.center() + Vec2d{0.3, 0.73}));
    const auto outside = picture.pixelColor(dock.pixel(box.most + Vec2d{-0.7, 0.33}));
    QVERIFY(inside != outside);
}

void TestUvDock::aMouseDragIsOneStep()
{
    Dock dock;
    const auto before = dock.bounds();
    const auto steps = dock.steps();
    const auto from = before.least + Vec2d{0.5, 0.5};
    dock.startDrag(dock.pixel(from), dock.pixel(from + Vec2d{0.5, 0}));
    QVERIFY(dock.dock.canvas().isDragging());
    QVERIFY(std::abs(dock.bounds().least.x - before.least.x - 0.5) < 0.07); // seen at once
    QTest::mouseRelease(&dock.dock.canvas(), Qt::LeftButton, {}, dock.pixel(from + Vec2d{0.5, 0}));
    QCOMPARE(dock.steps(), steps + 1);
    QVERIFY(std::abs(dock.bounds().least.x - before.least.x - 0.5) < 1e-9);
    QVERIFY(std::abs(dock.bounds().least.y - before.least.y) < 1e-9);
}

void TestUvDock::escapeTakesADragBack()
{
    Dock dock;
    const auto before = dock.editor.document().contentHash();
    const auto from = dock.bounds().least + Vec2d{0.5, 0.5};
    dock.startDrag(dock.pixel(from), dock.pixel(from + Vec2d{0.5, 0}));
    QVERIFY(dock.editor.document().contentHash() != before);
    QTest::keyClick(&dock.dock.canvas(), Qt::Key_Escape);
    QCOMPARE(dock.editor.document().contentHash(), before);
    QVERIFY(!dock.editor.document().isEditing());
}

void TestUvDock::typedNumbersReachTheDrag()
{
    Dock dock;
    const auto before = dock.bounds();
    const auto from = before.least + Vec2d{0.5, 0.5};
    dock.startDrag(dock.pixel(from), dock.pixel(from + Vec2d{0.5, 0}));
    QTest::keyClicks(&dock.dock.canvas(), QStringLiteral("0.2"));
    QTest::keyClick(&dock.dock.canvas(), Qt::Key_Return);
    QVERIFY(std::abs(dock.bounds().least.x - before.least.x - 0.2) < 1e-9);
    QVERIFY(!dock.dock.canvas().isDragging());
}

void TestUvDock::theWheelZoomsAtThePointer()
{
    Dock dock;
    auto& view = dock.dock.flat().view;
    const Vec2d at{40, 60};
    const auto uv = view.toUv(at);
    const double before = view.pixelsPerRepeat().y;
    QWheelEvent wheel{QPointF{at.x, at.y},
                      dock.dock.canvas().mapToGlobal(QPointF{at.x, at.y}),
                      {},
                      {0, 120},
                      Qt::NoButton,
                      {},
                      Qt::NoScrollPhase,
                      false};
    QCoreApplication::sendEvent(&dock.dock.canvas(), &wheel);
    QVERIFY(view.pixelsPerRepeat().y > before);
    QVERIFY(glm::distance(view.toUv(at), uv) < 1e-9);
}

void TestUvDock::theMiddleButtonPans()
{
    Dock dock;
    auto* canvas = &dock.dock.canvas();
    const auto uv = dock.dock.flat().view.toUv({50, 50});
    const auto steps = dock.steps();
    QTest::mousePress(canvas, Qt::MiddleButton, {}, {50, 50});
    QMouseEvent move{QEvent::MouseMove, {80, 90},         canvas->mapToGlobal(QPointF{80, 90}),
                     Qt::NoButton,      Qt::MiddleButton, {}};
    QCoreApplication::sendEvent(canvas, &move);
    QTest::mouseRelease(canvas, Qt::MiddleButton, {}, {80, 90});
    QVERIFY(glm::distance(dock.dock.flat().view.toUv({80, 90}), uv) < 1e-9);
    QCOMPARE(dock.steps(), steps);
}

void TestUvDock::buttonsRunTheSharedCommands()
{
    Dock dock;
    dock.dock.findChild<QPushButton*>("flat.texture.fit")->click();
    QVERIFY(glm::distance(dock.bounds().least, Vec2d{0, 0}) < 1e-9);
    QVERIFY(glm::distance(dock.bounds().most, Vec2d{1, 1}) < 1e-9);
    QCOMPARE(dock.editor.document().history().entries().back().label, std::string{"Fit texture"});
    dock.editor.messages.clear();
    dock.dock.findChild<QPushButton*>("flat.texture.natural")->click();
    QCOMPARE(dock.editor.messages.size(), std::size_t{1}); // a brush is no patch
}

void TestUvDock::hotSpotsAreDrawn()
{
    Dock dock;
    auto* button = dock.dock.findChild<QPushButton*>("flat.editHotspots");
    QVERIFY(button != nullptr);
    button->click();
    const auto before = dock.editor.document().contentHash();
    const auto from = dock.pixel({0.25, 0.25});
    const auto to = dock.pixel({0.75, 0.5});
    dock.startDrag(from, to);
    QTest::mouseRelease(&dock.dock.canvas(), Qt::LeftButton, {}, to);
    const auto file = dock.files.project.assetFolder() / "Materials" / "wall.hotspots.json";
    const auto set = engine::loadHotspots(file);
    VERIFY_OK(set);
    QCOMPARE(set->spots.size(), std::size_t{1});
    QVERIFY(glm::distance(set->spots[0].at, Vec2d{0.25, 0.25}) < 1e-9);
    QVERIFY(glm::distance(set->spots[0].size, Vec2d{0.5, 0.25}) < 1e-9);
    QCOMPARE(dock.editor.document().contentHash(), before);
    QVERIFY(dock.dock.flat().hotspots != nullptr);
    QTest::keyClick(&dock.dock.canvas(), Qt::Key_Delete);
    QVERIFY(dock.dock.flat().hotspots->spots.empty());
}

void TestUvDock::hotSpotsThatCannotBeReadAreTold()
{
    Dock dock;
    const auto* state = dock.dock.findChild<QLabel*>("uvState");
    QVERIFY(!state->text().contains("No hot spots"));
    const auto file = dock.files.project.assetFolder() / "Materials" / "wall.hotspots.json";
    VERIFY_OK(engine::writeFileAtomically(file, "{\"format\": 1,"));
    dock.dock.findChild<QPushButton*>("flat.texture.fit")->click();
    QVERIFY2(state->text().contains("No hot spots: ") &&
                 state->text().contains("wall.hotspots.json"),
             qPrintable(state->text()));
    engine::fs::remove(file);
    dock.editor.document().undo();
    QVERIFY(!state->text().contains("No hot spots"));
}

void TestUvDock::deleteIsTakenWhileSpotsAreEdited()
{
    Dock dock;
    auto* canvas = &dock.dock.canvas();
    const auto isTaken = [canvas](int key, Qt::KeyboardModifiers keys) {
        QKeyEvent event{QEvent::ShortcutOverride, key, keys};
        event.ignore();
        QCoreApplication::sendEvent(canvas, &event);
        return event.isAccepted();
    };
    QVERIFY(!isTaken(Qt::Key_Delete, Qt::NoModifier)); // the window's, which deletes the brush
    dock.dock.findChild<QPushButton*>("flat.editHotspots")->click();
    QVERIFY(isTaken(Qt::Key_Delete, Qt::NoModifier)); // though none is chosen
    QVERIFY(isTaken(Qt::Key_Delete, Qt::KeypadModifier));
    QVERIFY(isTaken(Qt::Key_Backspace, Qt::NoModifier));
    const auto before = dock.editor.document().contentHash();
    QTest::keyClick(canvas, Qt::Key_Delete);
    QCOMPARE(dock.editor.document().contentHash(), before);
}

GUI_TEST(TestUvDock)
} // namespace tst_uv_dock

#include "tst_uv_dock.moc"
