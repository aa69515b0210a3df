#include "editor/document/transaction.h"

#include "editor/document/document.h"
#include "editor/document/document_state.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"

#include <unordered_map>

namespace editor
{
namespace
{
/// One component that the transaction has written at some time.
struct Slot
{
    EntityId entity;
    engine::TypeId type = 0;
    engine::ComponentValue begin; ///< when the transaction began
    engine::ComponentValue shown; ///< what receivers of changes heard last
    bool everShown = false;       ///< receivers saw a Preview of it
};

struct SlotKey
{
    EntityId entity;
    engine::TypeId type = 0;
    friend bool operator==(const SlotKey&, const SlotKey&) = default;
};

struct SlotKeyHash
{
    std::size_t operator()(const SlotKey& key) const noexcept
    {
        return std::hash<EntityId>{}(key.entity) ^ static_cast<std::size_t>(key.type);
    }
};
} // namespace

struct Transaction::State
{
    Document& document;
    Document::State& shared;
    std::string label;
    std::vector<Slot> slots;
    std::unordered_map<SlotKey, std::size_t, SlotKeyHash> slotOf;
    std::vector<EntityId> created; ///< ids handed out, to be handed out again after a replace
    std::size_t createdInUse = 0;
    engine::Aabb unshownBounds; ///< of everything exchanged since the last notification
    bool open = true;
    std::vector<RepeatStep> repeat;

    /// What rules wrote: taken back before they run again on further edits.
    struct Derived
    {
        engine::Swap before;
        engine::ComponentValue after;
    };

    std::vector<Derived> derived;
    bool ruling = false;
    bool joins = false;  ///< the last step, rather than being one of its own
    bool settled = true; ///< nothing was done since the rules ran
    std::shared_ptr<const SelectionState> selectedBefore = nullptr;
    std::vector<FileWrite> writes{};
    bool showsFiles = false; ///< receivers heard of texts that are not written
    std::string failure{};   ///< why a file could not be written
    std::shared_ptr<FileChange> files = nullptr; ///< done already

    [[nodiscard]] const engine::ComponentValue& current(const Slot& slot) const
    {
        return shared.world.value(slot.entity, slot.type);
    }

    void note(const engine::Swap& swap)
    {
        const auto [at, isNew] = slotOf.try_emplace({swap.entity, swap.type}, slots.size());
        if (!isNew)
            return;
        const auto& value = shared.world.value(swap.entity, swap.type);
        slots.push_back({swap.entity, swap.type, value, value});
    }

    void exchange(engine::Edit& edit) { unshownBounds.add(shared.world.exchange(edit).bounds); }

    /// Everything as it is now and was not at the beginning.
    [[nodiscard]] engine::Edit doneSoFar() const
    {
        engine::Edit edit;
        for (const auto& slot : slots)
            if (const auto& value = current(slot); value != slot.begin)
                edit.swaps.push_back({slot.entity, slot.type, value});
        return edit;
    }

    void restoreBegin()
    {
        engine::Edit edit;
        for (const auto& slot : slots)
            if (current(slot) != slot.begin)
                edit.swaps.push_back({slot.entity, slot.type, slot.begin});
        exchange(edit);
        createdInUse = 0;
        derived.clear();
        settled = true;
    }

    /// The last written first: a component may have been written twice.
    void takeBackDerived()
    {
        for (auto at = derived.rbegin(); at != derived.rend(); ++at) {
            if (shared.world.value(at->before.entity, at->before.type) != at->after)
                continue; // somebody else's by now
            engine::Edit one{{std::move(at->before)}};
            exchange(one);
        }
        derived.clear();
    }

    [[nodiscard]] bool isSame(const Slot& slot) const
    {
        const auto& now = current(slot);
        if (now == slot.begin)
            return true;
        const auto* type = shared.types.find(slot.type);
        return now && slot.begin && type != nullptr && type->equal(now.get(), slot.begin.get());
    }

    /// Puts back the very values of components that are equal to those at the beginning again.
    void restoreEqual()
    {
        engine::Edit edit;
        for (const auto& slot : slots)
            if (current(slot) != slot.begin && isSame(slot))
                edit.swaps.push_back({slot.entity, slot.type, slot.begin});
        exchange(edit);
    }

    void showFiles()
    {
        if (writes.empty() && !showsFiles)
            return;
        showsFiles = !writes.empty();
        document.filesShown(writes);
    }

    /// False, with the reason told, if a file cannot be written; those before it are as they were.
    bool writeFiles()
    {
        std::erase_if(writes, [](const FileWrite& each) { return each.before == each.after; });
        for (std::size_t i = 0; i < writes.size(); ++i) {
            const auto done = engine::writeFileAtomically(writes[i].file, writes[i].after);
            if (done)
                continue;
            failure = done.error().message();
            while (i-- > 0)
                static_cast<void>(engine::writeFileAtomically(writes[i].file, writes[i].before));
            return false;
        }
        return true;
    }

    void showPreview()
    {
        engine::ChangeSet changes;
        changes.kind = engine::ChangeKind::Preview;
        for (auto& slot : slots) {
            const auto& now = current(slot);
            if (now == slot.shown)
                continue;
            changes.changes.push_back({slot.entity, slot.type, slot.shown, now});
            slot.shown = now;
            slot.everShown = true;
        }
        changes.bounds = std::exchange(unshownBounds, {});
        if (!changes.changes.empty())
            shared.world.notify(changes);
    }

    /// Previews of components that ended as they began need an end, too.
    void addUnchanged(engine::ChangeSet& changes) const
    {
        for (const auto& slot : slots)
            if (slot.everShown && current(slot) == slot.begin)
                changes.changes.push_back({slot.entity, slot.type, slot.begin, slot.begin});
    }

    void finish()
    {
        open = false;
        shared.transactionOpen = false;
    }
};

Transaction Document::begin(std::string label)
{
    ENGINE_EXPECT(!m_state->transactionOpen);
    m_state->transactionOpen = true;
    m_state->justDone = false;
    std::unique_ptr<Transaction::State> state{new Transaction::State{
        *this, *m_state, std::move(label), {}, {}, {}, 0, {}, true, {}, {}, false, false, true}};
    state->selectedBefore = selection().state();
    return Transaction{std::move(state)};
}

Transaction::Transaction(std::unique_ptr<State> state) : m_state{std::move(state)} {}

Transaction::Transaction(Transaction&&) noexcept = default;

Transaction::~Transaction()
{
    if (m_state && m_state->open)
        rollback();
}

const engine::World& Transaction::world() const
{
    return m_state->shared.world;
}

const engine::TypeRegistry& Transaction::types() const
{
    return m_state->shared.types;
}

bool Transaction::isOpen() const
{
    return m_state && m_state->open;
}

void Transaction::noteRepeat(RepeatStep step)
{
    m_state->repeat.push_back(std::move(step));
}

void Transaction::trust()
{
    m_state->settled = true;
}

void Transaction::carry(std::shared_ptr<FileChange> files)
{
    m_state->files = std::move(files);
}

void Transaction::joinLastStep()
{
    m_state->joins = true;
}

void Transaction::setLabel(std::string label)
{
    m_state->label = std::move(label);
}

void Transaction::write(FileWrite write)
{
    ENGINE_EXPECT(isOpen());
    for (auto& known : m_state->writes)
        if (known.file == write.file) {
            known.after = std::move(write.after);
            return;
        }
    m_state->writes.push_back(std::move(write));
}

void Transaction::swap(engine::Swap swap)
{
    std::vector<engine::Swap> one;
    one.push_back(std::move(swap));
    this->swap(std::move(one));
}

void Transaction::swap(std::vector<engine::Swap> swaps)
{
    ENGINE_EXPECT(isOpen());
    auto& state = *m_state;
    for (const auto& each : swaps) {
        state.note(each);
        if (state.ruling)
            state.derived.push_back(
                {{each.entity, each.type, world().value(each.entity, each.type)}, each.value});
    }
    state.settled = false;
    engine::Edit edit{std::move(swaps)};
    state.exchange(edit);
}

engine::EntityId Transaction::create(const std::string& name, engine::EntityId parent)
{
    ENGINE_EXPECT(isOpen());
    auto& state = *m_state;
    if (state.createdInUse == state.created.size())
        state.created.push_back(state.shared.world.newId());
    const auto id = state.created[state.createdInUse++];
    set(id, engine::Node{.name = name, .parent = parent});
    return id;
}

void Transaction::destroy(engine::EntityId entity)
{
    ENGINE_EXPECT(entity != engine::SceneEntity);
    engine::Edit removal;
    for (const auto each : engine::subtree(world(), entity))
        engine::addRemoval(world(), each, removal);
    swap(std::move(removal.swaps));
}

engine::Result<void>
Transaction::replace(const std::function<engine::Result<void>(Transaction&)>& edit)
{
    ENGINE_EXPECT(isOpen());
    auto& state = *m_state;
    auto lastGood = state.doneSoFar();
    const auto createdBefore = state.createdInUse;
    auto repeatBefore = std::exchange(state.repeat, {});
    auto derivedBefore = state.derived;
    const bool settledBefore = state.settled;
    auto writesBefore = std::exchange(state.writes, {});
    state.restoreBegin();
    auto done = edit(*this);
    if (done)
        done = settle();
    if (!done) {
        state.repeat = std::move(repeatBefore);
        state.restoreBegin();
        state.exchange(lastGood);
        state.createdInUse = createdBefore;
        state.derived = std::move(derivedBefore);
        state.settled = settledBefore;
        state.writes = std::move(writesBefore);
    }
    state.showPreview();
    state.showFiles();
    return done;
}

std::vector<engine::Change> Transaction::changes() const
{
    std::vector<engine::Change> all;
    for (const auto& slot : m_state->slots)
        if (const auto& now = m_state->current(slot); now != slot.begin)
            all.push_back({slot.entity, slot.type, slot.begin, now});
    return all;
}

engine::Result<void> Transaction::settle()
{
    ENGINE_EXPECT(isOpen() && !m_state->ruling);
    auto& state = *m_state;
    if (state.settled)
        return {};
    state.takeBackDerived();
    state.ruling = true;
    engine::Result<void> done;
    for (const auto& rule : state.shared.rules)
        if (done = rule(*this); !done)
            break;
    state.ruling = false;
    state.settled = done.hasValue();
    return done;
}

Document& Transaction::document() const
{
    return m_state->document;
}

void Transaction::preview()
{
    ENGINE_EXPECT(isOpen());
    m_state->showPreview();
}

void Transaction::commit()
{
    ENGINE_EXPECT(isOpen());
    auto& state = *m_state;
    if (const auto settled = settle(); !settled) {
        auto& document = state.document;
        rollback();
        document.refused(settled.error().message());
        return;
    }
    if (!state.writeFiles()) {
        auto& document = state.document;
        const auto why = state.failure;
        rollback();
        document.refused(why);
        return;
    }
    state.restoreEqual();
    // What is as it was before, and was shown otherwise in between, must be shown again first.
    bool showBack = false;
    engine::Edit undo;
    for (const auto& slot : state.slots)
        if (const auto& now = state.current(slot); now != slot.begin)
            undo.swaps.push_back({slot.entity, slot.type, slot.begin});
        else if (now != slot.shown)
            showBack = true;
    if (showBack)
        state.showPreview();

    engine::ChangeSet changes;
    // Back and forth once: the exchange is what knows the bounds of both states exactly.
    changes.bounds = state.shared.world.exchange(undo).bounds;
    changes.changes = state.shared.world.exchange(undo).changes;
    const bool isStep = !undo.isEmpty() || !state.writes.empty() || state.files;
    state.addUnchanged(changes);
    if (changes.bounds.isEmpty())
        changes.bounds = state.unshownBounds;
    state.finish();
    if (isStep && !state.repeat.empty())
        state.shared.repeat = std::move(state.repeat);
    auto& history = state.shared.history;
    const bool joins = state.joins && history.canUndo() && state.writes.empty();
    if (isStep && joins)
        history.join(undo);
    else if (isStep)
        history.push(state.label, std::move(undo), std::move(state.selectedBefore), state.writes,
                     state.files);
    if (!state.writes.empty() || state.showsFiles)
        state.document.filesWritten(state.writes);
    if (!changes.changes.empty())
        state.shared.world.notify(changes);
    if (isStep)
        state.shared.finishStep(state.document, joins ? StepKind::Joined : StepKind::Done,
                                state.label, changes);
}

engine::Edit Transaction::takePart()
{
    ENGINE_EXPECT(isOpen() && m_state->settled);
    auto& state = *m_state;
    state.restoreEqual();
    engine::Edit undo;
    for (const auto& slot : state.slots)
        if (state.current(slot) != slot.begin)
            undo.swaps.push_back({slot.entity, slot.type, slot.begin});
    state.finish();
    return undo;
}

void Transaction::rollback()
{
    ENGINE_EXPECT(isOpen());
    auto& state = *m_state;
    state.restoreBegin();
    state.writes.clear();
    state.showFiles();
    engine::ChangeSet changes;
    changes.bounds = state.unshownBounds;
    state.showPreview();
    state.addUnchanged(changes);
    state.finish();
    if (!changes.changes.empty())
        state.shared.world.notify(changes);
}
} // namespace editor
