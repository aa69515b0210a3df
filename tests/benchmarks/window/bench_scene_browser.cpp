#include "editor/app/palette/palette_model.h"
#include "editor/operations/entity/object_names.h"
#include "editor/panels/level/outliner.h"
#include "editor/panels/level/outliner_model.h"
#include "engine_core/base/thread_time.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/offscreen_application.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/levels/level_builder.h"

#include <QScrollBar>
#include <QTreeView>

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Brushes = 20'000;
constexpr int Repeats = 5;
constexpr int Scrolls = 100;
constexpr double Turn = 16; ///< milliseconds that the window may be busy at once

/// Processor time: what a busy machine does to it is not counted.
double millisecondsOf(const std::function<void()>& work)
{
    const double start = threadMilliseconds();
    work();
    return threadMilliseconds() - start;
}

/// Brushes of one name, as an import makes them.
void fill(editor::Document& document)
{
    World level;
    test::buildLevel(level, Brushes);
    const auto done = document.run("Fill", [&](editor::Transaction& edit) -> Result<void> {
        level.forEach<BrushComponent>([&](EntityId, const BrushComponent& brush) {
            edit.set(edit.create("Brush"), BrushComponent{brush});
        });
        return {};
    });
    ENGINE_EXPECT(done);
}

/// What a browser of the level costs the window.
struct Browsing
{
    double open = 0;   ///< until its first picture
    double scroll = 0; ///< the longest step through all of it
    std::size_t rows = 0;
    std::size_t texts = 0; ///< of the rows, that differ

    void measure(editor::EditorApi& editor)
    {
        std::optional<editor::Outliner> outliner;
        open = millisecondsOf([&] {
            outliner.emplace(editor);
            outliner->resize(320, 600);
            outliner->show();
            (void)outliner->grab();
        });
        auto& tree = outliner->tree();
        auto* bar = tree.verticalScrollBar();
        scroll = 0;
        for (int i = 0; i <= Scrolls; ++i)
            scroll = std::max(scroll, millisecondsOf([&] {
                                  bar->setValue(bar->maximum() * i / Scrolls);
                                  (void)tree.viewport()->grab();
                              }));
        count(*tree.model());
    }

    void count(const QAbstractItemModel& model)
    {
        std::unordered_set<std::string> different;
        rows = static_cast<std::size_t>(model.rowCount());
        for (int row = 0; row < model.rowCount(); ++row)
            different.insert(model.index(row, 0).data().toString().toStdString());
        texts = different.size();
    }
};

/// What Ctrl+P costs the window: the names of all objects, and the slowest of the typed letters.
struct GoingTo
{
    double names = 0;
    double letter = 0;

    void measure(const World& world)
    {
        std::vector<editor::PaletteItem> items;
        names = millisecondsOf([&] {
            world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
                auto& item = items.emplace_back();
                item.label = QString::fromStdString(editor::shownNameOf(world, entity));
                item.detail = QStringLiteral("object");
            });
        });
        ENGINE_EXPECT(items.size() == Brushes);
        editor::PaletteModel model;
        model.setItems(std::move(items));
        const auto typed = QStringLiteral("brush x 0.25 m");
        letter = 0;
        for (qsizetype i = 1; i <= typed.size(); ++i)
            letter = std::max(letter, millisecondsOf([&] { model.setPattern(typed.left(i)); }));
        ENGINE_EXPECT(model.rowCount() > 0);
    }
};
} // namespace

std::vector<Row> benchSceneBrowser(const Settings& /*settings*/)
{
    const OffscreenApplication application;
    test::TestEditor editor;
    fill(editor.document());
    std::vector<double> open;
    std::vector<double> scroll;
    std::vector<double> names;
    std::vector<double> letter;
    Browsing browsing;
    GoingTo goingTo;
    for (int i = 0; i < Repeats; ++i) {
        browsing.measure(editor);
        open.push_back(browsing.open);
        scroll.push_back(browsing.scroll);
        goingTo.measure(editor.document().world());
        names.push_back(goingTo.names);
        letter.push_back(goingTo.letter);
    }
    ENGINE_EXPECT(browsing.rows == Brushes && browsing.texts > 1);
    const auto work = fmt::format("{} rows of brushes all called Brush, {} different texts",
                                  browsing.rows, browsing.texts);
    return {promised("scene_browser_open_20k", work + ", processor time until the first picture",
                     medianOf(open), Turn),
            promised("scene_browser_scroll_20k",
                     fmt::format("{}, the longest of {} steps (processor time)", work, Scrolls),
                     medianOf(scroll), Turn),
            promised("shown_names_20k",
                     fmt::format("names of {} brushes as lists and Ctrl+P show them (processor "
                                 "time)",
                                 Brushes),
                     medianOf(names), Turn),
            promised("go_to_20k",
                     fmt::format("Ctrl+P among {} names, the slowest letter typed (processor time)",
                                 Brushes),
                     medianOf(letter), Turn)};
}
} // namespace mapwright::bench
