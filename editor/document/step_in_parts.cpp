#include "editor/document/step_in_parts.h"

#include "editor/document/document_state.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace editor
{
namespace
{
using engine::Edit;
using engine::Node;
using engine::Swap;
using engine::World;

/// An entity of an edit. What is made comes first, parents before children; what goes comes last,
/// children before parents.
struct EditedEntity
{
    int order = 0; ///< makes, changes, removes
    int depth = 0; ///< below the top level
    std::vector<Swap> swaps;
};

/// Where the entity stands once the edit is done, or stood before if it goes.
class Depths
{
public:
    Depths(const World& world, const Edit& edit) : m_world{world}
    {
        for (const auto& swap : edit.swaps)
            if (swap.type == engine::typeIdOf<Node>() && swap.value)
                m_nodes[swap.entity] = static_cast<const Node*>(swap.value.get());
    }

    [[nodiscard]] int of(EntityId entity) const
    {
        int depth = 0;
        for (const auto* node = find(entity);
             node != nullptr && node->parent && depth < engine::MaxHierarchyDepth;
             node = find(node->parent))
            ++depth;
        return depth;
    }

private:
    [[nodiscard]] const Node* find(EntityId entity) const
    {
        const auto at = m_nodes.find(entity);
        return at != m_nodes.end() ? at->second : m_world.get<Node>(entity);
    }

    const World& m_world;
    std::unordered_map<EntityId, const Node*> m_nodes;
};

std::vector<EditedEntity> entitiesOf(const World& world, const Edit& edit)
{
    const Depths depths{world, edit};
    std::vector<EditedEntity> all;
    std::unordered_map<EntityId, std::size_t> known;
    for (const auto& swap : edit.swaps) {
        const auto [at, isNew] = known.try_emplace(swap.entity, all.size());
        if (isNew)
            all.push_back({1, 0, {}});
        auto& entity = all[at->second];
        if (swap.type == engine::typeIdOf<Node>()) {
            const bool isThere = world.exists(swap.entity);
            entity.order = swap.value ? (isThere ? 1 : 0) : 2;
            entity.depth = entity.order == 2 ? -depths.of(swap.entity) : depths.of(swap.entity);
        }
        entity.swaps.push_back(swap);
    }
    std::stable_sort(all.begin(), all.end(), [](const EditedEntity& a, const EditedEntity& b) {
        return a.order != b.order ? a.order < b.order : a.depth < b.depth;
    });
    return all;
}
} // namespace

StepInParts::StepInParts(Document& document, std::string label, std::vector<Part> parts)
    : m_document{document}, m_label{std::move(label)}, m_parts{std::move(parts)}
{
    m_count = m_parts.size();
    start();
}

StepInParts::StepInParts(Document& document, StepKind kind) : m_document{document}, m_kind{kind}
{
    const auto& history = document.history();
    const auto at = history.position() - (kind == StepKind::Undone ? 1 : 0);
    ENGINE_EXPECT(kind == StepKind::Undone ? history.canUndo() : history.canRedo());
    const auto& entry = history.entries()[at];
    m_label = entry.label;
    splitStep(entry.edit);
    m_count = m_edits.size();
    start();
    dropFromSelection(entry.edit);
}

StepInParts::~StepInParts()
{
    if (m_phase == Phase::Working)
        cancel();
    while (next())
        ;
}

bool StepInParts::isLarge(const Document& document, StepKind kind)
{
    const auto& history = document.history();
    if (kind == StepKind::Undone ? !history.canUndo() : !history.canRedo())
        return false;
    const auto at = history.position() - (kind == StepKind::Undone ? 1 : 0);
    return history.entries()[at].edit.swaps.size() > ManySwaps;
}

void StepInParts::start()
{
    auto& state = *m_document.m_state;
    ENGINE_EXPECT(!state.transactionOpen && !state.stepping);
    state.transactionOpen = true;
    state.parts = this;
    state.justDone = false;
    m_selected = m_document.selection().state();
    if (m_count == 0)
        m_phase = Phase::Finished;
    if (m_phase == Phase::Finished)
        release();
}

void StepInParts::splitStep(const Edit& edit)
{
    for (auto& entity : entitiesOf(m_document.world(), edit)) {
        if (m_edits.empty() || m_edits.back().swaps.size() >= PartSwaps)
            m_edits.emplace_back();
        auto& swaps = m_edits.back().swaps;
        std::move(entity.swaps.begin(), entity.swaps.end(), std::back_inserter(swaps));
    }
}

/// At once what goes part by part otherwise, each time with all that listens to the selection.
void StepInParts::dropFromSelection(const Edit& edit)
{
    std::unordered_set<EntityId> gone;
    for (const auto& swap : edit.swaps)
        if (swap.type == engine::typeIdOf<Node>() && !swap.value)
            gone.insert(swap.entity);
    auto left = m_selected->entities;
    if (std::erase_if(left, [&](EntityId entity) { return gone.contains(entity); }) > 0)
        m_document.selection().set(std::move(left));
}

bool StepInParts::next()
{
    switch (m_phase) {
    case Phase::Working:
        doPart();
        break;
    case Phase::TakingBack:
        takeBackPart();
        break;
    case Phase::Telling:
        tell();
        break;
    case Phase::Selecting:
        select();
        break;
    case Phase::Finished:
        break;
    }
    return m_phase != Phase::Finished;
}

void StepInParts::doPart()
{
    auto& state = *m_document.m_state;
    engine::ChangeSet changes;
    if (m_kind == StepKind::Done) {
        state.transactionOpen = false;
        auto transaction = m_document.begin(m_label);
        auto done = m_parts[m_done.size()](transaction);
        if (done)
            done = transaction.settle();
        if (!done) {
            m_refusal = done.error();
            transaction.rollback();
        }
        auto part = done ? transaction.takePart() : engine::Edit{};
        state.transactionOpen = true;
        if (!done)
            return cancel();
        // There and back, since it knows the changes of what it exchanges only.
        changes = state.world.exchange(part);
        changes.changes = state.world.exchange(part).changes;
        m_done.push_back(std::move(part));
    } else {
        auto part = std::move(m_edits.front());
        m_edits.pop_front();
        changes = state.world.exchange(part);
        m_done.push_back(std::move(part));
    }
    note(changes);
    if (!changes.changes.empty())
        state.world.notify(changes);
    if (m_done.size() == m_count)
        m_phase = Phase::Telling;
}

/// Each value once, as in any other step: what several parts change goes from where it was before
/// the first of them to where the last one left it.
void StepInParts::note(const engine::ChangeSet& changes)
{
    for (const auto& change : changes.changes) {
        const auto [at, isNew] =
            m_places.try_emplace({change.entity, change.type}, m_changes.size());
        if (isNew)
            m_changes.push_back(change);
        else
            m_changes[at->second].after = change.after;
    }
}

void StepInParts::takeBackPart()
{
    auto& state = *m_document.m_state;
    if (!m_done.empty()) {
        auto part = std::move(m_done.back());
        m_done.pop_back();
        const auto changes = state.world.exchange(part);
        if (!changes.changes.empty())
            state.world.notify(changes);
    }
    if (!m_done.empty())
        return;
    m_phase = Phase::Finished;
    release();
    if (!m_selected->isEmpty())
        state.restoreSelection(m_selected);
    m_document.stateChanged();
}

void StepInParts::tell()
{
    auto& state = *m_document.m_state;
    std::erase_if(m_changes,
                  [](const engine::Change& change) { return change.before == change.after; });
    Edit edit;
    edit.swaps.reserve(m_changes.size());
    for (const auto& change : m_changes)
        edit.swaps.push_back({change.entity, change.type, change.before});
    m_done.clear();
    m_places.clear();
    m_phase = m_kind == StepKind::Done ? Phase::Finished : Phase::Selecting;
    auto& history = state.history;
    if (m_kind == StepKind::Done) {
        if (edit.isEmpty())
            return release();
        history.push(m_label, std::move(edit), m_selected);
    } else {
        if (m_kind == StepKind::Undone)
            --history.m_position;
        history.m_entries[history.m_position].edit = std::move(edit);
        if (m_kind == StepKind::Redone)
            ++history.m_position;
    }
    if (m_phase == Phase::Finished)
        release();
    engine::ChangeSet changes;
    changes.changes = std::move(m_changes);
    state.finishStep(m_document, m_kind, m_label, changes);
    m_changes = std::move(changes.changes);
}

void StepInParts::select()
{
    engine::ChangeSet changes;
    changes.changes = std::move(m_changes);
    auto& state = *m_document.m_state;
    const bool isUndo = m_kind == StepKind::Undone;
    const auto& history = state.history;
    const auto& entry = history.m_entries[history.m_position - (isUndo ? 0 : 1)];
    auto now = entry.selectedBefore;
    auto other = entry.selectedAfter;
    if (!isUndo)
        std::swap(now, other);
    m_phase = Phase::Finished;
    release();
    state.selectAgain(now, other, changes);
    m_document.stateChanged();
}

void StepInParts::release()
{
    auto& state = *m_document.m_state;
    state.transactionOpen = false;
    state.parts = nullptr;
}

void StepInParts::cancel()
{
    if (m_phase != Phase::Working)
        return;
    m_phase = Phase::TakingBack;
    m_isCancelled = true;
    m_edits.clear();
    m_changes.clear();
}

double StepInParts::progress() const
{
    return m_count == 0 || m_phase == Phase::Telling || m_phase == Phase::Selecting ||
                   m_phase == Phase::Finished
               ? 1
               : static_cast<double>(m_done.size()) / static_cast<double>(m_count);
}
} // namespace editor
