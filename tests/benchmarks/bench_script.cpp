#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scripting/compile/script_library.h"
#include "engine_core/scripting/runtime/script_runtime.h"
#include "engine_core/scripting/runtime/task_bindings.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/bench_queries.h"
#include "tests/support/fixtures/play_fixture.h"

#include <QTemporaryDir>

#include <angelscript.h>
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace mapwright::bench
{
using namespace engine;
using namespace AngelScript;

namespace
{
constexpr int Repeats = 7;
constexpr int Calls = 100'000;
constexpr std::size_t Objects = 10'000;
constexpr std::size_t Reloaded = 100;
constexpr double Seconds = 1.0 / 60;
constexpr const char* File = "counter.as";

/// The text differs by its version, so that a library compiles it again.
std::string textOf(int version, const char* base)
{
    return fmt::format("class Counter{}\n{{\n    int calls = 0;\n    double total = 0;\n"
                       "    int version = {};\n"
                       "    void onTick(float seconds)\n    {{\n        total += seconds;\n"
                       "        ++calls;\n    }}\n}}\n",
                       base, version);
}

/// AngelScript alone with the same class: what our runtime is measured against.
class Raw
{
public:
    Raw() : m_engine{asCreateScriptEngine()}, m_context{m_engine->CreateContext()} { build(0); }

    ~Raw()
    {
        clear();
        m_context->Release();
        m_engine->ShutDownAndRelease();
    }

    Raw(const Raw&) = delete;
    Raw& operator=(const Raw&) = delete;

    void build(int version)
    {
        const auto text = textOf(version, "");
        auto* module = m_engine->GetModule("raw", asGM_ALWAYS_CREATE);
        module->AddScriptSection(File, text.c_str(), text.size());
        ENGINE_EXPECT(module->Build() >= 0);
        m_type = module->GetTypeInfoByName("Counter");
        m_tick = m_type->GetMethodByName("onTick");
    }

    void make(std::size_t count)
    {
        clear();
        for (std::size_t i = 0; i < count; ++i)
            m_objects.push_back(
                static_cast<asIScriptObject*>(m_engine->CreateScriptObject(m_type)));
    }

    void clear()
    {
        for (auto* object : m_objects)
            object->Release();
        m_objects.clear();
    }

    void tick(std::size_t index) const
    {
        m_context->Prepare(m_tick);
        m_context->SetObject(m_objects[index]);
        m_context->SetArgFloat(0, static_cast<float>(Seconds));
        ENGINE_EXPECT(m_context->Execute() == asEXECUTION_FINISHED);
    }

private:
    asIScriptEngine* m_engine;
    asIScriptContext* m_context;
    asITypeInfo* m_type = nullptr;
    asIScriptFunction* m_tick = nullptr;
    std::vector<asIScriptObject*> m_objects;
};

/// A scripts folder, its library, a runtime and objects, as play has them.
class Ours
{
public:
    Ours()
    {
        write(0);
        load();
    }

    void write(int version) const
    {
        const auto text = textOf(version, " : Node");
        ENGINE_EXPECT(writeFileAtomically(fs::path{m_folder.path().toStdString()} / File, text));
    }

    void load()
    {
        const auto program = m_library.program(File);
        ENGINE_EXPECT(program && m_runtime->load(*program));
    }

    void make(std::size_t count)
    {
        m_objects.clear();
        for (std::size_t i = 0; i < count; ++i)
            m_objects.push_back(object(i));
    }

    /// New objects of the new text, with the values of the old ones.
    void replaceAll()
    {
        for (std::size_t i = 0; i < m_objects.size(); ++i) {
            auto fresh = object(i);
            for (const auto* name : {"calls", "total"})
                ENGINE_EXPECT(fresh.set(name, m_objects[i].get(name)));
            m_objects[i] = std::move(fresh);
        }
    }

    void tick(std::size_t index)
    {
        ENGINE_EXPECT(!m_runtime->call(m_objects[index], ScriptEvent::Tick, Seconds));
    }

    [[nodiscard]] std::int64_t number(const char* name, std::size_t index) const
    {
        return *m_objects[index].get(name).as<std::int64_t>();
    }

private:
    [[nodiscard]] ScriptObject object(std::size_t index) const
    {
        auto made = m_runtime->createObject(File, "Counter", EntityId{index + 2});
        ENGINE_EXPECT(made);
        return *std::move(made);
    }

    QTemporaryDir m_folder;
    ScriptLibrary m_library{[this](const std::string& file) -> Result<fs::path> {
                                return fs::path{m_folder.path().toStdString()} / file;
                            },
                            {}};
    std::unique_ptr<ScriptRuntime> m_runtime = std::move(*ScriptRuntime::create({}, nullptr));
    std::vector<ScriptObject> m_objects;
};

Row callRow(Ours& ours, Raw& raw)
{
    ours.make(1);
    raw.make(1);
    const auto perCall = [](double milliseconds) {
        return milliseconds * 1e6 / Calls;
    };
    const double value = perCall(medianMilliseconds(Repeats, [&] {
        for (int i = 0; i < Calls; ++i)
            ours.tick(0);
    }));
    const double baseline = perCall(medianMilliseconds(Repeats, [&] {
        for (int i = 0; i < Calls; ++i)
            raw.tick(0);
    }));
    ENGINE_EXPECT(ours.number("calls", 0) == std::int64_t{Calls} * Repeats);
    return {"call",
            fmt::format("{} calls of onTick, each adds and counts", Calls),
            value,
            "ns",
            baseline,
            value / baseline,
            "the same method called by AngelScript alone"};
}

Row tickRow(Ours& ours, Raw& raw)
{
    ours.make(Objects);
    raw.make(Objects);
    const double value = medianMilliseconds(Repeats, [&] {
        for (std::size_t i = 0; i < Objects; ++i)
            ours.tick(i);
    });
    const double baseline = medianMilliseconds(Repeats, [&] {
        for (std::size_t i = 0; i < Objects; ++i)
            raw.tick(i);
    });
    ENGINE_EXPECT(ours.number("calls", Objects - 1) == Repeats);
    return {"tick_10k",       fmt::format("one tick of {} objects", Objects), value, "ms", baseline,
            value / baseline, "the same calls by AngelScript alone"};
}

Row reloadRow(Ours& ours, Raw& raw)
{
    ours.make(Reloaded);
    for (std::size_t i = 0; i < Reloaded; ++i)
        ours.tick(i);
    int version = 0;
    const double value = medianMilliseconds(
        Repeats,
        [&] {
            ours.load();
            ours.replaceAll();
        },
        [&] { ours.write(++version); });
    ENGINE_EXPECT(ours.number("version", 0) == version && ours.number("calls", 0) == 1);
    int rawVersion = 0;
    const double baseline = medianMilliseconds(Repeats, [&] {
        raw.clear();
        raw.build(++rawVersion);
        raw.make(Reloaded);
    });
    return {"reload_100",
            fmt::format("a changed file read and compiled, {} objects made anew with their values",
                        Reloaded),
            value,
            "ms",
            baseline,
            value / baseline,
            "AngelScript alone: compiled once from memory, objects made without their values"};
}

/// Objects whose coroutines wait for the same tick again and again.
class Sleepers
{
public:
    static constexpr int Period = 60; ///< ticks

    Sleepers()
    {
        constexpr const char* Text = "class Sleeper : Node { int wakes = 0;\n"
                                     "void onStart() { start(Routine(run)); }\n"
                                     "void run() { while (true) { wait(1); wakes++; } } }\n";
        ENGINE_EXPECT(writeFileAtomically(fs::path{m_folder.path().toStdString()} / File, Text));
        const auto program = m_library.program(File);
        ENGINE_EXPECT(program && m_runtime->load(*program));
        for (std::size_t i = 0; i < Objects; ++i) {
            auto made = m_runtime->createObject(File, "Sleeper", EntityId{i + 2});
            ENGINE_EXPECT(made);
            m_objects.push_back(*std::move(made));
            ENGINE_EXPECT(!m_runtime->call(m_objects.back(), ScriptEvent::Start));
        }
        tick(); // they begin
        ENGINE_EXPECT(m_runtime->taskCount() == Objects);
    }

    void tick()
    {
        m_runtime->beginTick();
        m_runtime->runTasks([](EntityId, const ScriptFailure&) { ENGINE_EXPECT(false); });
    }

    [[nodiscard]] bool wokeUp(int times) const
    {
        return std::all_of(m_objects.begin(), m_objects.end(), [&](const ScriptObject& each) {
            return *each.get("wakes").as<std::int64_t>() == times;
        });
    }

private:
    QTemporaryDir m_folder;
    ScriptLibrary m_library{[this](const std::string& file) -> Result<fs::path> {
                                return fs::path{m_folder.path().toStdString()} / file;
                            },
                            bindTasks};
    std::unique_ptr<ScriptRuntime> m_runtime =
        std::move(*ScriptRuntime::create(bindTasks, nullptr));
    std::vector<ScriptObject> m_objects;
};

Row coroutineRow(Raw& raw)
{
    Sleepers sleepers;
    raw.make(Objects);
    const double value = medianMilliseconds(Repeats, [&] { sleepers.tick(); });
    for (int i = Repeats; i + 1 < Sleepers::Period; ++i)
        sleepers.tick();
    ENGINE_EXPECT(sleepers.wokeUp(0));
    const double waking = medianMilliseconds(
        Repeats, [&] { sleepers.tick(); },
        [&, first = true]() mutable {
            for (int i = 1; i < Sleepers::Period && !first; ++i)
                sleepers.tick();
            first = false;
        });
    ENGINE_EXPECT(sleepers.wokeUp(Repeats));
    const double baseline = medianMilliseconds(Repeats, [&] {
        for (std::size_t i = 0; i < Objects; ++i)
            raw.tick(i);
    });
    return {"coroutines_10k",
            fmt::format("one tick in which {} coroutines wait; one in which all go on takes {:.3f} "
                        "ms",
                        Objects, waking),
            value,
            "ms",
            baseline,
            value / baseline,
            "as many objects that count in onTick, called by AngelScript alone"};
}

Row messageRow(Raw& raw)
{
    mapwright::test::PlayFixture play;
    play.addFloor();
    play.writeScript("talk.as", fmt::format("class Talk : Node {{ Entity to; void onTick(float dt) "
                                            "{{ for (int i = 0; i < {}; ++i) to.send(\"add\", dt); "
                                            "}} }}\nclass Hear : Node {{ int calls = 0; double "
                                            "total = 0; void add(double seconds) {{ total += "
                                            "seconds; ++calls; }} }}\n",
                                            Objects));
    const auto hears = play.addScripted("hears", "talk.as", "Hear");
    const auto talks = play.addScripted("talks", "talk.as", "Talk");
    Edit edit;
    edit.swaps.push_back(swapTo(talks, Script{{"talk.as"}, "Talk", {{"to", {hears}}}}));
    play.world.apply(edit);
    ENGINE_EXPECT(play.start());
    raw.make(1);
    const double value = medianMilliseconds(Repeats, [&] { play.tick(1); });
    const double baseline = medianMilliseconds(Repeats, [&] {
        for (std::size_t i = 0; i < Objects; ++i)
            raw.tick(0);
    });
    ENGINE_EXPECT(play.number(hears, "calls") == static_cast<double>(Repeats * Objects));
    return {"messages_10k",
            fmt::format("a tick of a game in which an object sends {} messages", Objects),
            value,
            "ms",
            baseline,
            value / baseline,
            "as many calls of such a method by AngelScript alone"};
}
} // namespace

std::vector<Row> benchScript(const Settings&)
{
    Ours ours;
    Raw raw;
    auto rows = std::vector{callRow(ours, raw), tickRow(ours, raw), reloadRow(ours, raw), queryRow()};
    Raw other; // reloadRow() left another text
    rows.push_back(coroutineRow(other));
    rows.push_back(messageRow(other));
    return rows;
}
} // namespace mapwright::bench
