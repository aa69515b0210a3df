#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/texture/uv_faces.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/inspector.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QPushButton>
#include <QtTest>

namespace tst_texture_layout
{
using namespace editor;
using namespace mapwright::test;
using engine::FaceRef;
using engine::Vec2d;

class TestTextureLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitHasRepeatsAndIsOneStep();
    void asOneFitsASheet();
    void buttonsActOnTheSelection_data();
    void buttonsActOnTheSelection();
    void densityIsShownSetAndMatched();
    void withoutAPictureThereIsNoDensity();
    void refusalsAreShown();
};

namespace
{
const engine::Name Wall{"Materials/Spaceship/scifiwall_basea2"};
constexpr double WallTexels = 512; ///< a side of its picture

/// A wall of 4 x 2 metres and one beside it, with the sample room's assets.
struct Walls
{
    engine::AssetDatabase assets{
        engine::Project{std::string{MAPWRIGHT_SOURCE_DIR} + "/projects/first_room", "test", {}}};
    TestEditor editor{assets};
    std::vector<FaceRef> fronts;
    Inspector inspector{editor};

    Walls()
    {
        for (const double x : {0.0, 4.0}) {
            const auto box = editor.fixture.addBox({x, 0, 0}, {x + 4, 2, 1});
            fronts.push_back(editor.fixture.faceTowards(box, {0, 0, 1}));
        }
        ENGINE_EXPECT(editor.fixture.run(
            [&](Transaction& step) { return applyMaterial(step, fronts, Wall); }));
        editor.document().selection().setFaces(fronts);
        inspector.resize(320, 800);
        inspector.show();
        inspector.refreshNow();
    }

    template <typename T>
    [[nodiscard]] T& find(const char* name)
    {
        auto* found = inspector.findChild<T*>(QString::fromLatin1(name));
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    void press(const char* name)
    {
        find<QPushButton>(name).click();
        inspector.refreshNow();
    }

    void type(const char* name, const char* text)
    {
        auto& field = find<NumberField>(name);
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, QString::fromLatin1(text));
        QTest::keyClick(&field, Qt::Key_Return);
        inspector.refreshNow();
    }

    [[nodiscard]] WorldFace face(std::size_t index)
    {
        return *worldFace(editor.document().world(), fronts[index]);
    }

    [[nodiscard]] Vec2d repeats(std::size_t index)
    {
        UvBounds bounds;
        bounds.add(face(index));
        return bounds.size();
    }
};

bool isNear(const Vec2d& a, const Vec2d& b)
{
    return glm::distance(a, b) < 1e-9;
}
} // namespace

void TestTextureLayout::fitHasRepeatsAndIsOneStep()
{
    Walls walls;
    const auto steps = walls.editor.document().history().position();
    walls.type("uv.repeats.u", "3");
    walls.type("uv.repeats.v", "2");
    QCOMPARE(walls.editor.document().history().position(), steps); // numbers alone do nothing
    walls.press("uv.fit");
    QCOMPARE(walls.editor.document().history().position(), steps + 1);
    QCOMPARE(walls.editor.document().history().entries().back().label,
             std::string{"Fit texture of 2 faces"});
    QVERIFY(isNear(walls.repeats(0), {3, 2}));
    QVERIFY(isNear(walls.repeats(1), {3, 2}));
}

void TestTextureLayout::asOneFitsASheet()
{
    Walls walls;
    walls.find<QCheckBox>("uv.asOne").setChecked(true);
    walls.press("uv.fit");
    QVERIFY(isNear(walls.repeats(0), {0.5, 1}));
    QCOMPARE(walls.face(0).uv, walls.face(1).uv);
}

void TestTextureLayout::buttonsActOnTheSelection_data()
{
    QTest::addColumn<QString>("button");
    for (const char* name :
         {"uv.fit", "uv.justify.left", "uv.justify.right", "uv.justify.top", "uv.justify.bottom",
          "uv.center", "uv.flip.u", "uv.flip.v", "uv.turn.left", "uv.turn.right", "uv.align",
          "uv.align.face", "uv.align.edge", "uv.reset", "uv.density.match", "uv.wrap",
          "uv.scatter"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestTextureLayout::buttonsActOnTheSelection()
{
    QFETCH(QString, button);
    Walls walls;
    auto& document = walls.editor.document();
    const std::array first{walls.fronts[0]};
    VERIFY_OK(walls.editor.fixture.run([&](Transaction& step) {
        return changeUv(
            step, first,
            {.scaleU = 1.5, .scaleV = 0.7, .offsetU = 0.3, .offsetV = 0.4, .rotation = 1});
    }));
    const auto before = document.contentHash();
    walls.press(button.toLatin1().constData());
    QVERIFY(document.contentHash() != before);
    document.undo();
    QCOMPARE(document.contentHash(), before);
}

void TestTextureLayout::densityIsShownSetAndMatched()
{
    Walls walls;
    auto& field = walls.find<NumberField>("uv.density");
    QVERIFY(!field.isMixed());
    QCOMPARE(field.value(), WallTexels); // at a metre a repeat
    walls.type("uv.density", "128");
    for (std::size_t i = 0; i < 2; ++i)
        QVERIFY(isNear(walls.face(i).uv.scale, Vec2d{WallTexels / 128}));
    const std::array first{walls.fronts[0]};
    VERIFY_OK(walls.editor.fixture.run(
        [&](Transaction& step) { return changeUv(step, first, {.scaleU = 1, .scaleV = 1}); }));
    walls.inspector.refreshNow();
    QVERIFY(field.isMixed());
    walls.press("uv.density.match");
    QVERIFY(isNear(walls.face(0).uv.scale, walls.face(1).uv.scale));
    QCOMPARE(field.value(), 128.0);
}

void TestTextureLayout::withoutAPictureThereIsNoDensity()
{
    Walls walls;
    VERIFY_OK(walls.editor.fixture.run(
        [&](Transaction& step) { return applyMaterial(step, walls.fronts, engine::Name{}); }));
    walls.inspector.refreshNow();
    QVERIFY(!walls.find<NumberField>("uv.density").isEnabled());
}

void TestTextureLayout::refusalsAreShown()
{
    Walls walls;
    walls.editor.document().selection().setFaces({walls.fronts[0]});
    walls.inspector.refreshNow();
    const auto before = walls.editor.document().contentHash();
    walls.press("uv.density.match");
    walls.press("uv.wrap");
    walls.type("uv.repeats.u", "0");
    walls.type("uv.repeats.v", "0");
    walls.press("uv.fit");
    QCOMPARE(walls.editor.messages.size(), 3U);
    QCOMPARE(walls.editor.document().contentHash(), before);
}

GUI_TEST(TestTextureLayout)
} // namespace tst_texture_layout

#include "tst_texture_layout.moc"
