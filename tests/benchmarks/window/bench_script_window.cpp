#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/window/editor_words.h"

namespace mapwright::bench
{
std::vector<Row> benchScriptWindow(const Settings&)
{
    const auto words = editorWords({QStringLiteral("--measure-script-window")},
                                   QStringLiteral("window"), 2, 40'000);
    if (words.isEmpty())
        return {}; // no display: there is nothing to measure
    const auto row = [](const char* name, const char* work, double value) {
        Row made;
        made.name = name;
        made.work = work;
        made.value = value;
        made.unit = "ms";
        return made;
    };
    return {row("script_window_open",
                "from the saved file of a new script to its shown window with 12 fields, median "
                "of 7; 25 ms of it wait for the file to be whole",
                words[0].toDouble()),
            row("script_window_reload", "from a changed text to the changed window, median of 7",
                words[1].toDouble())};
}
} // namespace mapwright::bench
