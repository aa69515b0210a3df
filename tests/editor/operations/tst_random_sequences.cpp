#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/csg_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

#include <unordered_set>

namespace tst_random_sequences
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What must hold of brushes and document whatever mappers do, in whatever order: 10,000 sequences
/// of steps from fixed seeds. A failure prints the shortest sequence that shows it.
class TestRandomSequences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySequenceKeepsAllPromises();
    void failingSequencesAreShrunk();
    void shortSequencesAreFollowedExactly();
};

namespace
{
enum class Kind
{
    Create,
    MoveFace,
    MoveVertices,
    Clip,
    Subtract,
    Intersect,
    Merge,
    Hollow,
    Translate,
    Rotate,
    Scale,
    Group,
    Undo,
    Redo
};

constexpr std::array Names{"create",    "move face", "move vertices", "clip",      "subtract",
                           "intersect", "merge",     "hollow",        "translate", "rotate",
                           "scale",     "group",     "undo",          "redo"};

/// A step has dice of its own, so that it does much the same when steps before it are left out.
struct Step
{
    Kind kind;
    std::uint64_t seed;
};

using Sequence = std::vector<Step>;

std::string textOf(const Sequence& sequence)
{
    std::string text;
    for (const auto& step : sequence)
        text += fmt::format("\n    {} ({})", Names[static_cast<std::size_t>(step.kind)], step.seed);
    return text;
}

Sequence randomSequence(std::uint64_t seed)
{
    Dice dice{seed};
    Sequence sequence{{Kind::Create, dice.below(1U << 30U)}};
    const auto length = 3 + dice.below(7);
    for (std::size_t i = 0; i < length; ++i)
        sequence.push_back({static_cast<Kind>(dice.below(Names.size())), dice.below(1U << 30U)});
    return sequence;
}

Result<void> done(const Result<CsgOutcome>& outcome)
{
    return outcome ? Result<void>{} : outcome.error();
}

Vec3d someWay(Dice& dice)
{
    return dice.chance(0.7) ? dice.gridPlace(2) : dice.place(2);
}

Result<void> moveSomeVertices(Dice& dice, Transaction& tx, EntityId entity)
{
    const auto brush = brushOf(tx.world(), entity);
    std::vector<VertexIndex> chosen;
    for (std::size_t i = 0; i < 1 + dice.below(3); ++i)
        chosen.push_back(static_cast<VertexIndex>(dice.below(brush->vertices().size())));
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    const auto way = someWay(dice);
    auto moved = moveVertices(
        *brush, chosen, [&](const Vec3d& p) { return p + way; },
        dice.chance(0.5) ? TextureLock::On : TextureLock::Off);
    if (!moved)
        return moved.error();
    setBrush(tx, entity, *std::move(moved));
    return {};
}

/// Refusals are fine: they must only leave nothing behind.
Result<void> perform(const Step& step, Transaction& tx, const SpatialIndex& index)
{
    Dice dice{step.seed};
    const auto& world = tx.world();
    const auto brushes = brushesAmong(world, world.children({}));
    constexpr std::size_t Enough = 14;
    if (step.kind == Kind::Create || brushes.empty()) {
        const auto entity = tx.create("brush");
        setBrush(tx, entity, randomBrush(dice, 4));
        return {};
    }
    const auto one = brushes[dice.below(brushes.size())];
    const std::vector some{one, brushes[dice.below(brushes.size())]};
    const auto pivot = dice.gridPlace(4);
    switch (step.kind) {
    case Kind::MoveFace: {
        const FaceRef face{one, dice.below(brushOf(world, one)->faceCount())};
        return moveFaces(tx, std::span{&face, 1}, dice.between(-1, 1));
    }
    case Kind::MoveVertices:
        return moveSomeVertices(dice, tx, one);
    case Kind::Clip: {
        const auto plane = randomPlane(dice, boundsOf(world, one).center() + dice.place(0.5));
        const auto keep = static_cast<ClipKeep>(dice.below(brushes.size() < Enough ? 3 : 2));
        return done(clipBrushes(tx, some, plane, keep, {Name{"cut"}, {}}));
    }
    case Kind::Subtract:
        if (brushes.size() > Enough)
            removeObjects(tx, std::span{brushes}.subspan(Enough / 2));
        return done(subtractBrushes(tx, index, std::vector{one},
                                    dice.chance(0.8) ? Cutters::Remove : Cutters::Keep));
    case Kind::Intersect:
        return done(intersectBrushes(tx, some));
    case Kind::Merge:
        return done(mergeBrushes(tx, some, Name{"merged"}));
    case Kind::Hollow:
        if (brushes.size() > Enough)
            return Error{"Too many brushes already"};
        return done(hollowBrushes(tx, std::vector{one},
                                  {dice.between(0.05, 0.5),
                                   dice.chance(0.5) ? WallSide::Inward : WallSide::Outward,
                                   dice.chance(0.5) ? WallJoint::Mitred : WallJoint::Plain}));
    case Kind::Translate:
        return translate(tx, some, someWay(dice));
    case Kind::Rotate:
        if (dice.chance(0.5))
            return rotate(tx, some, pivot, {0, 1, 0}, Pi / 2);
        return rotate(tx, some, pivot, dice.direction(), dice.between(-3, 3));
    case Kind::Scale:
        return scale(tx, some, pivot, Vec3d{dice.between(0.5, 1.6)});
    default: {
        auto made = editor::group(tx, some);
        return made ? Result<void>{} : made.error();
    }
    }
}

/// One run of a sequence, with everything checked after each step.
class Run
{
public:
    /// What went wrong; empty if nothing did.
    std::string operator()(const Sequence& sequence)
    {
        m_hashes = {m_fixture.document.contentHash()};
        for (std::size_t i = 0; i < sequence.size(); ++i)
            if (auto wrong = take(sequence[i]); !wrong.empty())
                return fmt::format("step {}, {}: {}", i + 1,
                                   Names[static_cast<std::size_t>(sequence[i].kind)], wrong);
        return afterSaving();
    }

    [[nodiscard]] std::size_t stepsDone() const { return m_done; }

private:
    std::string take(const Step& step)
    {
        auto& document = m_fixture.document;
        if (step.kind == Kind::Undo)
            document.undo();
        else if (step.kind == Kind::Redo)
            document.redo();
        else if (auto wrong = edit(step); !wrong.empty())
            return wrong;
        else
            return wrongBrush();
        if (document.contentHash() != m_hashes[document.history().position()])
            return "another state than the one that was there";
        return {};
    }

    std::string edit(const Step& step)
    {
        auto& document = m_fixture.document;
        const auto position = document.history().position();
        const auto ok = document.run(
            "Step", [&](Transaction& tx) { return perform(step, tx, document.index()); });
        const auto after = document.contentHash();
        if (document.history().position() == position)
            return after == m_hashes[position] ? ""
                                               : (ok ? "changed without a step of the history"
                                                     : "refused, but something was left behind");
        ++m_done;
        m_hashes.resize(position + 1);
        m_hashes.push_back(after);
        document.undo();
        if (document.contentHash() != m_hashes[position])
            return "undo does not give back what was there";
        document.redo();
        return document.contentHash() == after ? "" : "redo does not do the same again";
    }

    /// Brushes are immutable, so each is looked at once.
    std::string wrongBrush()
    {
        const auto& world = m_fixture.document.world();
        std::string wrong;
        world.forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
            if (wrong.empty() && m_seen.insert(component.brush).second)
                wrong = problemOf(*component.brush);
        });
        return wrong;
    }

    std::string afterSaving()
    {
        const auto& world = m_fixture.document.world();
        const auto text = writeScene(world, m_fixture.types);
        const auto loaded = readScene(text, m_fixture.types, "sequence");
        if (!loaded)
            return "saved, it cannot be loaded: " + loaded.error().message();
        if (!loaded->problems.empty())
            return "saved, it loads with problems";
        return writeScene(*loaded->world, m_fixture.types) == text
                   ? ""
                   : "saved, loaded and saved again, it has other bytes";
    }

    DocumentFixture m_fixture;
    std::vector<ContentHash> m_hashes; ///< of the state at each position of the history
    std::unordered_set<std::shared_ptr<const Brush>> m_seen;
    std::size_t m_done = 0;
};
} // namespace

void TestRandomSequences::everySequenceKeepsAllPromises()
{
    constexpr std::uint64_t Sequences = 10'000;
    std::size_t steps = 0;
    for (std::uint64_t seed = 1; seed <= Sequences; ++seed) {
        const auto sequence = randomSequence(seed);
        Run run;
        const auto wrong = run(sequence);
        steps += run.stepsDone();
        if (wrong.empty())
            continue;
        const auto shortest =
            shrunk(sequence, [](const Sequence& part) { return !Run{}(part).empty(); });
        QFAIL(fmt::format("seed {}: {}\n  shortest: {}{}", seed, wrong, Run{}(shortest),
                          textOf(shortest))
                  .c_str());
    }
    QVERIFY(steps > 4 * Sequences); // refusals alone would prove nothing
}

void TestRandomSequences::failingSequencesAreShrunk()
{
    std::vector<int> sequence(100);
    for (int i = 0; i < 100; ++i)
        sequence[static_cast<std::size_t>(i)] = i;
    int tries = 0;
    const auto shortest = shrunk(sequence, [&](const std::vector<int>& part) {
        ++tries;
        const auto has = [&](int step) {
            return std::find(part.begin(), part.end(), step) != part.end();
        };
        return has(17) && has(60) && has(61);
    });
    QCOMPARE(shortest, (std::vector{17, 60, 61}));
    QVERIFY(tries < 300);
}

void TestRandomSequences::shortSequencesAreFollowedExactly()
{
    Run run;
    QCOMPARE(run({{Kind::Create, 1}, {Kind::Undo, 1}, {Kind::Redo, 1}}), std::string{});
    QCOMPARE(run.stepsDone(), std::size_t{1});
}

PLAIN_TEST(TestRandomSequences)
} // namespace tst_random_sequences

#include "tst_random_sequences.moc"
