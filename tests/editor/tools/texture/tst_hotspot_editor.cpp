#include "editor/tools/texture/hotspot_editor.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_hotspot_editor
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestHotspotEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDragDrawsAtWholeTexels();
    void theFirstOneMakesTheFile();
    void aDragMovesWithinThePicture();
    void cornersResize();
    void deleteTakesAway();
    void newOnesGetAFreeName();
    void unknownKeysStay();
    void escapeWritesNothing();
    void brokenFilesAreLeftAlone();
};

namespace
{
/// A sheet of 64 texels that is drawn 10 pixels a texel, from the upper left corner on.
struct Sheet
{
    QTemporaryDir folder;
    fs::path file = fs::path{folder.path().toStdString()} / "trim.hotspots.json";
    TestEditor editor;
    FlatView view;
    HotspotEditor spots{editor, view};
    std::optional<HotspotSet> set;
    std::string shown; ///< text of the drag under way
    Connections connections;

    explicit Sheet(const std::string& text)
    {
        if (!text.empty())
            ENGINE_EXPECT(writeFileAtomically(file, text));
        view.resize({640, 640});
        view.zoom(640 / view.pixelsPerRepeat().y, {320, 320});
        view.pan(-view.toPixels({0, 0}));
        connections += editor.document().filesShown.connect([this](const auto& writes) {
            shown = writes.empty() ? std::string{} : writes.front().after;
            read();
        });
        connections += editor.document().filesWritten.connect([this](const auto&) {
            shown.clear();
            read();
        });
        spots.fileMade = [this] {
            read();
        };
        read();
    }

    void read()
    {
        auto parsed = shown.empty() ? loadHotspots(file) : parseHotspots(shown, "trim");
        set = parsed ? std::optional{*std::move(parsed)} : std::nullopt;
        spots.show(file, {64, 64}, set ? &*set : nullptr);
    }

    [[nodiscard]] std::string text() const { return *readFile(file); }

    [[nodiscard]] static PointerEvent at(const Vec2d& texel)
    {
        PointerEvent event;
        event.position = texel * 10.0;
        event.button = PointerButton::Left;
        return event;
    }

    void drag(const Vec2d& from, const Vec2d& to)
    {
        auto gesture = spots.press(at(from));
        ENGINE_EXPECT(gesture);
        ENGINE_EXPECT(gesture->update(at((from + to) * 0.5)));
        ENGINE_EXPECT(gesture->update(at(to)));
        gesture->commit();
    }

    [[nodiscard]] TexelRect rect(std::size_t index) const
    {
        return texelsOf(*set, set->spots.at(index));
    }
};

const std::string OneSpot = R"({
  "format": 1,
  "picture": [64, 64],
  "author": "somebody",
  "spots": [ { "name": "beam", "at": [8, 8], "size": [16, 4], "turn": true, "note": 7 } ]
})";
} // namespace

void TestHotspotEditor::aDragDrawsAtWholeTexels()
{
    Sheet sheet{OneSpot};
    sheet.drag({40.3, 20.4}, {29.8, 30.6});
    QCOMPARE(sheet.set->spots.size(), std::size_t{2});
    QVERIFY(sheet.rect(1) == (TexelRect{{30, 20}, {10, 11}}));
    QVERIFY(sheet.spots.chosen() == &sheet.set->spots[1]);
    QCOMPARE(sheet.editor.document().history().entries().size(), std::size_t{1});
    QCOMPARE(sheet.editor.document().history().entries().back().label,
             std::string{"Draw hot spot"});
    QVERIFY(!sheet.editor.document().isModified()); // the scene is as it was
    sheet.editor.document().undo();
    QCOMPARE(sheet.text(), OneSpot);
    QVERIFY(sheet.spots.press(Sheet::at({70, 20})) == nullptr); // beside the picture
    sheet.editor.document().redo();
    QCOMPARE(sheet.set->spots.size(), std::size_t{2});
}

void TestHotspotEditor::theFirstOneMakesTheFile()
{
    Sheet sheet{{}};
    sheet.drag({1, 1}, {5, 9});
    QVERIFY(sheet.set.has_value());
    QVERIFY(sheet.rect(0) == (TexelRect{{1, 1}, {4, 8}}));
    QCOMPARE(sheet.set->picture, (Vec2d{64, 64}));
}

void TestHotspotEditor::aDragMovesWithinThePicture()
{
    Sheet sheet{OneSpot};
    sheet.drag({10, 10}, {12.2, 15.4});
    QVERIFY(sheet.rect(0) == (TexelRect{{10, 13}, {16, 4}}));
    sheet.drag({12, 14}, {-50, 200});
    QVERIFY(sheet.rect(0) == (TexelRect{{0, 60}, {16, 4}}));
}

void TestHotspotEditor::cornersResize()
{
    Sheet sheet{OneSpot};
    sheet.spots.click(Sheet::at({10, 10}));
    QVERIFY(sheet.spots.chosen() != nullptr);
    QCOMPARE(sheet.spots.pointer(Sheet::at({24, 12})), PointerShape::SizeFalling);
    sheet.drag({24, 12}, {30.2, 19.7});
    QVERIFY(sheet.rect(0) == (TexelRect{{8, 8}, {22, 12}}));
    sheet.drag({8, 14}, {100, 14}); // no side goes beyond the other
    QVERIFY(sheet.rect(0) == (TexelRect{{29, 8}, {1, 12}}));
}

void TestHotspotEditor::deleteTakesAway()
{
    Sheet sheet{OneSpot};
    KeyEvent key;
    key.key = ToolKey::Delete;
    QVERIFY(!sheet.spots.key(key));
    sheet.spots.click(Sheet::at({10, 10}));
    QVERIFY(sheet.spots.key(key));
    QVERIFY(sheet.set->spots.empty());
    sheet.editor.document().undo();
    QCOMPARE(sheet.text(), OneSpot);
}

void TestHotspotEditor::newOnesGetAFreeName()
{
    Sheet sheet{OneSpot};
    sheet.drag({40, 20}, {50, 30});
    sheet.drag({40, 40}, {50, 50});
    QCOMPARE(sheet.set->spots.at(1).name, std::string{"spot 1"});
    QCOMPARE(sheet.set->spots.at(2).name, std::string{"spot 2"});
    sheet.spots.click(Sheet::at({45, 25}));
    KeyEvent key;
    key.key = ToolKey::Backspace;
    QVERIFY(sheet.spots.key(key));
    sheet.drag({20, 40}, {30, 50});
    QCOMPARE(sheet.set->spots.at(1).name, std::string{"spot 2"});
    QCOMPARE(sheet.set->spots.at(2).name, std::string{"spot 1"});
}

void TestHotspotEditor::unknownKeysStay()
{
    Sheet sheet{OneSpot};
    sheet.drag({10, 10}, {11, 10});
    QVERIFY(sheet.text().find("\"author\": \"somebody\"") != std::string::npos);
    QVERIFY(sheet.text().find("\"note\": 7") != std::string::npos);
    QVERIFY(sheet.set->spots[0].mayTurn);
}

void TestHotspotEditor::escapeWritesNothing()
{
    Sheet sheet{OneSpot};
    {
        auto gesture = sheet.spots.press(Sheet::at({10, 10}));
        QVERIFY(gesture != nullptr);
        VERIFY_OK(gesture->update(Sheet::at({20, 20})));
        QVERIFY(sheet.rect(0) == (TexelRect{{18, 18}, {16, 4}})); // shown, and not written
        QCOMPARE(sheet.text(), OneSpot);
    }
    QCOMPARE(sheet.text(), OneSpot);
    QVERIFY(sheet.rect(0) == (TexelRect{{8, 8}, {16, 4}}));
    QVERIFY(sheet.editor.document().history().entries().empty());
}

void TestHotspotEditor::brokenFilesAreLeftAlone()
{
    Sheet sheet{"{ \"format\": 1, \"spots\": 3 }"};
    QVERIFY(!sheet.set.has_value());
    QVERIFY(sheet.spots.press(Sheet::at({10, 10})) == nullptr);
    QVERIFY(!withNewHotspot(sheet.text(), "trim.hotspots.json", "a", {}));
    QVERIFY(!withHotspotRect(OneSpot, "trim.hotspots.json", 5, {}));
    const auto outside = withHotspotRect(OneSpot, "trim.hotspots.json", 0, {{60, 0}, {10, 10}});
    QVERIFY(!outside);
    QVERIFY(outside.error().message().find("trim.hotspots.json") != std::string::npos);
}

PLAIN_TEST(TestHotspotEditor)
} // namespace tst_hotspot_editor

#include "tst_hotspot_editor.moc"
