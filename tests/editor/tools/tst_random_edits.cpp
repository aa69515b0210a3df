#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <random>

namespace tst_random_edits
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What must hold whatever is done, tried with many random edits of a fixed seed.
class TestRandomEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void escapeAlwaysRestoresTheDocument();
    void undoAndRedoWalkThroughTheSameStates();
    void everyPreviewTellsWhatChanged();
};

namespace
{
class Dice
{
public:
    explicit Dice(unsigned seed) : m_engine{seed} {}

    std::size_t below(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>{0, limit - 1}(m_engine);
    }

    double between(double low, double high)
    {
        return std::uniform_real_distribution<double>{low, high}(m_engine);
    }

    Vec3d place(double reach)
    {
        return {between(-reach, reach), between(-reach, reach), between(-reach, reach)};
    }

    /// Mostly on the grid, as people work.
    Vec3d gridPlace(double reach) { return glm::round(place(reach) * 4.0) / 4.0; }

private:
    std::mt19937 m_engine;
};

std::vector<EntityId> someOf(Dice& dice, const World& world)
{
    auto all = world.entities();
    all.erase(all.begin()); // the scene
    std::vector<EntityId> some;
    for (std::size_t i = 0; !all.empty() && i < 1 + dice.below(3); ++i)
        some.push_back(all[dice.below(all.size())]);
    return some;
}

/// One random step; refusals are fine, they must only leave nothing behind.
Result<void> randomStep(Dice& dice, Transaction& tx)
{
    const auto some = someOf(dice, tx.world());
    const auto corner = dice.gridPlace(8);
    const auto faces = facesOf(tx.world(), some);
    if (some.size() < 2 || tx.world().entityCount() < 6) {
        auto made = createBox(tx, {corner, corner + Vec3d{1, 2, 0.5}});
        return made ? Result<void>{} : made.error();
    }
    switch (dice.below(14)) {
    case 0:
        addLight(tx, corner);
        return {};
    case 1:
        return translate(tx, some, dice.gridPlace(4));
    case 2:
        return rotate(tx, some, corner, {0, 1, 0}, Pi / 2 * static_cast<double>(dice.below(4)));
    case 3:
        return rotate(tx, some, corner, glm::normalize(dice.place(1) + Vec3d{2, 0, 0}),
                      dice.between(-3, 3));
    case 4:
        return scale(tx, some, corner, Vec3d{dice.between(0.5, 1.5)});
    case 5:
        duplicate(tx, some);
        return {};
    case 6:
        if (tx.world().entityCount() > 12)
            removeObjects(tx, some);
        return {};
    case 7: {
        auto made = editor::group(tx, some);
        return made ? Result<void>{} : made.error();
    }
    case 8: {
        auto freed = ungroup(tx, some);
        return freed ? Result<void>{} : freed.error();
    }
    case 9:
        return reparent(tx, std::span{some}.subspan(1), some.front());
    case 10:
        return faces.empty() ? Result<void>{}
                             : moveFaces(tx, std::vector{faces[dice.below(faces.size())]},
                                         dice.between(-1, 1));
    case 11:
        return applyMaterial(tx, faces, Name{std::to_string(dice.below(5))});
    case 12:
        return changeUv(tx, faces, {.scaleU = dice.between(0, 4), .rotation = 0.1});
    default: {
        auto door = addDoor(tx, some);
        return door ? Result<void>{} : door.error();
    }
    }
}

const std::array<TestView, 4>& views()
{
    static const std::array all{topView(), frontView(), sideView(),
                                perspectiveView({9, 14, 22}, {0, 0, 0})};
    return all;
}
} // namespace

void TestRandomEdits::escapeAlwaysRestoresTheDocument()
{
    Dice dice{7};
    TestEditor editor;
    for (int i = 0; i < 12; ++i) {
        const auto corner = dice.gridPlace(6);
        const auto box = editor.fixture.addBox(corner, corner + Vec3d{2, 1, 3});
        if (i % 3 == 0)
            editor.document().selection().set({box});
    }
    const auto before = editor.document().contentHash();
    const auto steps = editor.document().history().entries().size();
    const std::array keys{ToolKey::X, ToolKey::Y, ToolKey::Z, ToolKey::Backspace};
    for (int i = 0; i < 400; ++i) {
        const auto all = editor.document().world().entities();
        editor.activateTool(editor.toolIds[dice.below(editor.toolIds.size())]);
        editor.document().selection().set(
            {all[1 + dice.below(all.size() - 1)], all[1 + dice.below(all.size() - 1)]});
        const auto& view = views()[dice.below(views().size())];
        const auto modifiers = static_cast<unsigned>(dice.below(8));
        startDrag(editor, view, dice.place(6), dice.place(6), modifiers);
        if (dice.below(2) == 0)
            press(editor, view, keys[dice.below(keys.size())]);
        if (dice.below(2) == 0)
            type(editor, view, fmt::format("{:.2f}", dice.between(-9, 9)));
        static_cast<void>(editor.tools.move(pointerAt(editor, view, dice.place(6), modifiers)));
        for (int escape = 0; escape < 4; ++escape)
            press(editor, view, ToolKey::Escape);
        QCOMPARE(editor.document().contentHash(), before);
        QVERIFY(!editor.document().isEditing());
    }
    QCOMPARE(editor.document().history().entries().size(), steps);
}

void TestRandomEdits::undoAndRedoWalkThroughTheSameStates()
{
    Dice dice{11};
    DocumentFixture fixture;
    auto& document = fixture.document;
    std::vector<ContentHash> hashes{document.contentHash()};
    int refused = 0;
    for (int i = 0; i < 500; ++i) {
        const auto before = document.contentHash();
        const auto steps = document.history().position();
        const auto done =
            document.run("Step", [&](Transaction& tx) { return randomStep(dice, tx); });
        if (!done) {
            ++refused;
            QCOMPARE(document.contentHash(), before);
        }
        if (document.history().position() > steps)
            hashes.push_back(document.contentHash());
    }
    QCOMPARE(hashes.size(), document.history().entries().size() + 1);
    QVERIFY(hashes.size() > 250);
    QVERIFY(refused > 0); // otherwise refusals are not tried at all
    for (std::size_t i = hashes.size(); i-- > 0;) {
        document.goTo(i);
        QCOMPARE(document.contentHash(), hashes[i]);
    }
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        document.goTo(i);
        QCOMPARE(document.contentHash(), hashes[i]);
    }
}

/// A copy that is changed only by what `changed` tells stays equal to the document.
void TestRandomEdits::everyPreviewTellsWhatChanged()
{
    Dice dice{13};
    DocumentFixture fixture;
    World mirror{fixture.document.world()};
    int differing = 0;
    const auto connection = fixture.document.changed.connect([&](const ChangeSet& changes) {
        Edit edit;
        for (const auto& change : changes.changes) {
            // A Final change tells from the beginning on, though the previews went before it.
            if (changes.kind == ChangeKind::Preview &&
                mirror.value(change.entity, change.type) != change.before)
                ++differing;
            edit.swaps.push_back({change.entity, change.type, change.after});
        }
        mirror.exchange(edit);
    });
    for (int i = 0; i < 200; ++i) {
        auto transaction = fixture.document.begin("Drag");
        for (std::size_t move = 0; move < 1 + dice.below(4); ++move)
            static_cast<void>(
                transaction.replace([&](Transaction& tx) { return randomStep(dice, tx); }));
        if (dice.below(3) > 0)
            transaction.commit();
        else
            transaction.rollback();
        if (dice.below(4) == 0)
            fixture.document.undo();
        QCOMPARE(differing, 0);
        QCOMPARE(engine::contentHash(mirror, fixture.types), fixture.document.contentHash());
    }
}

PLAIN_TEST(TestRandomEdits)
} // namespace tst_random_edits

#include "tst_random_edits.moc"
