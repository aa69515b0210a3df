#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/prefab_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"
#include "tests/support/levels/linked_check.h"

#include <QtTest>

#include <array>

namespace tst_random_prefabs
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Prefabs in prefabs and linked groups around, in and of their instances, edited in any order: an
/// instance is its file and its overrides, all copies of a linked group are equal, and undo leads
/// back. A failure prints the shortest sequence that shows it. PREFAB_FIRST_SEED, PREFAB_LAST_SEED
/// and PREFAB_STEPS in the environment ask for others than 1 to 300 with 60 steps.
class TestRandomPrefabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySequenceKeepsAllPromises_data();
    void everySequenceKeepsAllPromises();
};

namespace
{
/// A wall with a torch prefab on it is a prefab itself, placed twice; a torch stands alone.
struct Level : PrefabFixture
{
    Level()
    {
        document.worldForSystems().setNextId(100); // the same ids in every run
        const auto box = addBox({0, 0, 0}, {1, 2, 1}, "box");
        const auto lamp = addPoint({0.5, 3, 0.5}, "lamp");
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            edit.set(lamp, Light{});
            return {};
        }));
        const auto torch = make("torch", {box, lamp});
        place("torch", {10, 0, 0});
        make("hall", {addBox({0, 0, 5}, {8, 4, 6}, "wall"), torch});
        place("hall", {0, 0, 40});
    }
};

enum class Kind
{
    Move,
    Turn,
    Copy,
    Remove,
    Group,
    Ungroup,
    Reparent,
    Rename,
    Add,
    LinkedCopy,
    Separate,
    Apply,
    Revert,
    Place,
    Unpack,
    Follow,
    Make
};

constexpr std::array Names{"move",     "turn",   "copy",   "remove",      "group",    "ungroup",
                           "reparent", "rename", "add",    "linked copy", "separate", "apply",
                           "revert",   "place",  "unpack", "follow",      "make"};

/// A step has dice of its own, so that it does much the same when steps before it are left out.
struct Step
{
    Kind kind;
    std::uint64_t seed;
};

using Sequence = std::vector<Step>;

std::string nameOf(const Step& step)
{
    return Names[static_cast<std::size_t>(step.kind)];
}

/// What the variable of the environment says, for longer hunts than each build's.
std::uint64_t wanted(const char* variable, std::uint64_t usual)
{
    bool isNumber = false;
    const auto number = qgetenv(variable).toULongLong(&isNumber);
    return isNumber ? number : usual;
}

Sequence randomSequence(std::uint64_t seed, std::size_t length)
{
    Dice dice{seed};
    Sequence sequence;
    for (std::size_t i = 0; i < length; ++i)
        sequence.push_back({static_cast<Kind>(dice.below(Names.size())), dice.below(1U << 30U)});
    return sequence;
}

constexpr std::size_t MostEntities = 150; ///< so that copies of copies stay few

/// One run of a sequence, with everything checked after each step.
class Run
{
public:
    /// What went wrong; empty if nothing did.
    std::string operator()(const Sequence& sequence)
    {
        auto& document = m_level.document;
        std::vector<ContentHash> hashes{document.contentHash()};
        const auto start = document.history().position();
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            const auto steps = document.history().position();
            const auto what = take(sequence[i]);
            const auto wrong = brokenPromise();
            if (!wrong.empty())
                return fmt::format("step {}, {}: {}", i + 1, what, wrong);
            if (document.history().position() != steps)
                hashes.push_back(document.contentHash());
            else if (document.contentHash() != hashes.back())
                return fmt::format("step {}, {}: refused, but something changed", i + 1, what);
        }
        return afterUndo(hashes, start);
    }

private:
    std::string take(const Step& step)
    {
        m_what = nameOf(step);
        static_cast<void>(m_level.run([&](Transaction& edit) { return perform(step, edit); }));
        return m_what;
    }

    std::string brokenPromise() const
    {
        const auto difference = m_level.difference();
        return difference.empty() ? linkedDifference(m_level.document.world(), m_level.types)
                                  : difference;
    }

    std::string afterUndo(const std::vector<ContentHash>& hashes, std::size_t start)
    {
        auto& document = m_level.document;
        const auto done = document.history().position();
        for (std::size_t i = hashes.size() - 1; i > 0; --i) {
            document.undo();
            if (document.contentHash() != hashes[i - 1])
                return fmt::format("undo of the {}th step gives another state", i);
        }
        if (document.history().position() != start)
            return "undo does not lead back to the start";
        document.goTo(done);
        return document.contentHash() == hashes.back() ? "" : "redo gives another state";
    }

    static Result<void> plain(bool done) { return done ? Result<void>{} : Error{"refused"}; }

    static double metres(Dice& dice) { return static_cast<double>(dice.below(9)) * 0.5 - 2; }

    static EntityId anyOf(Dice& dice, const World& world)
    {
        const auto all = world.entities();
        // The first is the scene itself.
        return all.size() < 2 ? EntityId{} : all[1 + dice.below(all.size() - 1)];
    }

    /// Refusals are fine: they must only leave nothing behind.
    Result<void> perform(const Step& step, Transaction& edit)
    {
        Dice dice{step.seed};
        const auto& world = edit.world();
        const std::array one{anyOf(dice, world)};
        if (!one[0])
            return {};
        const std::array two{one[0], anyOf(dice, world)};
        const bool hasRoom = world.entityCount() < MostEntities;
        m_what += fmt::format(" of {} and {}", two[0].value, two[1].value);
        switch (step.kind) {
        case Kind::Move:
            return translate(edit, two, {metres(dice), metres(dice), metres(dice)});
        case Kind::Turn:
            return rotate(edit, one, {1, 0, 0}, {0, 1, 0}, radians(90.0));
        case Kind::Copy:
            return hasRoom ? translate(edit, duplicate(edit, one), {metres(dice), 0, 0})
                           : Result<void>{};
        case Kind::Remove:
            if (subtree(world, one[0]).size() < 5)
                edit.destroy(one[0]);
            return {};
        case Kind::Group:
            return plain(group(edit, two).hasValue());
        case Kind::Ungroup:
            return plain(ungroup(edit, one).hasValue());
        case Kind::Reparent:
            return reparent(edit, one, two[1]);
        case Kind::Rename:
            rename(edit, one[0], "name" + std::to_string(dice.below(100)));
            return {};
        case Kind::Add:
            return plain(createBox(edit, {{0, 0, 0}, {1, 1, 1}}, {}, "new", two[1]).hasValue());
        case Kind::LinkedCopy:
            return plain(hasRoom && createLinkedDuplicate(edit, one).hasValue());
        case Kind::Separate:
            return separateLinked(edit, one);
        default:
            return changePrefab(step.kind, dice, edit, one[0]);
        }
    }

    Result<void> changePrefab(Kind kind, Dice& dice, Transaction& edit, EntityId entity)
    {
        const auto& world = edit.world();
        auto library = m_level.library();
        const auto instances = prefabInstances(world);
        const auto instance =
            instances.empty() ? EntityId{} : instances[dice.below(instances.size())];
        auto overrides = overridesIn(world, instance);
        if (!overrides.empty() && dice.chance(0.5))
            overrides = {overrides[dice.below(overrides.size())]};
        const std::array one{entity};
        m_what += fmt::format(", instance {}, {} overrides", instance.value, overrides.size());
        switch (kind) {
        case Kind::Apply:
            return plain(!overrides.empty() && applyOverrides(edit, overrides, library));
        case Kind::Revert:
            return revertOverrides(edit, overrides, library);
        case Kind::Place:
            return plain(world.entityCount() < MostEntities &&
                         placePrefab(edit, m_level.pathOf(dice.chance(0.5) ? "hall" : "torch"),
                                     {metres(dice), 0, 20 * metres(dice)}, library));
        case Kind::Unpack:
            return unpackPrefabs(edit, one);
        case Kind::Follow:
            return plain(followPrefabs(edit, library).empty());
        default:
            return plain(
                m_made < 4 &&
                makePrefab(edit, one, m_level.pathOf("made" + std::to_string(m_made++)), library));
        }
    }

    Level m_level;
    std::string m_what; ///< the step under way, for messages
    int m_made = 0;
};
} // namespace

void TestRandomPrefabs::everySequenceKeepsAllPromises_data()
{
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<quint64>("length");
    const quint64 steps = wanted("PREFAB_STEPS", 60);
    const auto last = wanted("PREFAB_LAST_SEED", 300);
    for (quint64 seed = wanted("PREFAB_FIRST_SEED", 1); seed <= last; ++seed)
        QTest::addRow("seed %llu", seed) << seed << steps;
    // An Apply at their ends that no state of all copies and files can answer.
    for (const quint64 seed : {406U, 458U, 536U})
        QTest::addRow("refused %llu", seed) << seed << quint64{60};
    for (const quint64 seed : {333U, 409U, 480U})
        QTest::addRow("refused %llu", seed) << seed << quint64{120};
}

void TestRandomPrefabs::everySequenceKeepsAllPromises()
{
    QFETCH(quint64, seed);
    QFETCH(quint64, length);
    const auto sequence = randomSequence(seed, length);
    const auto wrong = Run{}(sequence);
    if (wrong.empty())
        return;
    const auto shortest =
        shrunk(sequence, [](const Sequence& part) { return !Run{}(part).empty(); });
    std::string steps;
    for (const auto& step : shortest)
        steps += fmt::format("\n    {} ({})", nameOf(step), step.seed);
    QFAIL(fmt::format("{}\n  shortest: {}{}", wrong, Run{}(shortest), steps).c_str());
}

PLAIN_TEST(TestRandomPrefabs)
} // namespace tst_random_prefabs

#include "tst_random_prefabs.moc"
