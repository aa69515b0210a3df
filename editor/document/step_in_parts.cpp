#include "editor/document/step_in_parts.h"

#include "editor/document/document_state.h"

#include <algorithm>
#include <utility>

namespace editor
{
using engine::Edit;

StepInParts::StepInParts(Document& document, std::string label, std::vector<Part> parts)
    : m_document{document}, m_label{std::move(label)}, m_parts{std::move(parts)}
{
    start();
    if (m_parts.empty()) {
        m_phase = Phase::Finished;
        release();
    }
}

StepInParts::StepInParts(Document& document, StepKind kind) : m_document{document}, m_kind{kind}
{
    const auto& history = document.history();
    const auto at = history.position() - (kind == StepKind::Undone ? 1 : 0);
    ENGINE_EXPECT(kind == StepKind::Undone ? history.canUndo() : history.canRedo());
    const auto& entry = history.entries()[at];
    m_label = entry.label;
    m_order.emplace(document.world(), entry.edit);
    m_phase = Phase::Ordering;
    start();
}

StepInParts::~StepInParts()
{
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
    const auto& entry = history.entries()[at];
    return !entry.files && entry.writes.empty() && entry.edit.swaps.size() > ManySwaps;
}

void StepInParts::start()
{
    auto& state = *m_document.m_state;
    ENGINE_EXPECT(!state.transactionOpen && !state.stepping);
    state.transactionOpen = true;
    state.parts = this;
    state.justDone = false;
    m_selected = m_document.selection().state();
}

/// Nothing of the step is done before its order is known, so the history's edit is as it was.
void StepInParts::order()
{
    if (m_order->read())
        return;
    m_phase = Phase::Working;
    dropFromSelection();
}

/// At once what goes part by part otherwise, each time with all that listens to the selection.
void StepInParts::dropFromSelection()
{
    auto left = m_selected->entities;
    if (std::erase_if(left, [&](EntityId entity) { return m_order->isRemoved(entity); }) > 0)
        m_document.selection().set(std::move(left));
}

bool StepInParts::next()
{
    switch (m_phase) {
    case Phase::Ordering:
        order();
        break;
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
    auto& world = m_document.m_state->world;
    engine::ChangeSet changes;
    auto part = m_order ? m_order->takePart() : doNewPart();
    if (m_isCancelled)
        return;
    changes = world.exchange(part);
    if (!m_order) // there and back, since it knows the changes of what it exchanges only
        changes.changes = world.exchange(part).changes;
    m_done.push_back(std::move(part));
    note(changes);
    if (!changes.changes.empty())
        world.notify(changes);
    if (m_order ? m_order->isEmpty() : m_done.size() == m_parts.size())
        m_phase = Phase::Telling;
}

/// What takes it back. Cancels the step if it was refused.
Edit StepInParts::doNewPart()
{
    auto& state = *m_document.m_state;
    state.transactionOpen = false;
    auto transaction = m_document.begin(m_label);
    auto done = m_parts[m_done.size()](transaction);
    if (done)
        done = transaction.settle();
    if (!done)
        transaction.rollback();
    auto part = done ? transaction.takePart() : Edit{};
    state.transactionOpen = true;
    if (!done) {
        m_refusal = done.error();
        cancel();
    }
    return part;
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
    if (m_phase != Phase::Ordering && m_phase != Phase::Working)
        return;
    m_phase = Phase::TakingBack;
    m_isCancelled = true;
    m_changes.clear();
}

double StepInParts::progress() const
{
    switch (m_phase) {
    case Phase::Ordering:
        return 0;
    case Phase::Working:
    case Phase::TakingBack:
        return static_cast<double>(m_done.size()) /
               static_cast<double>(m_order ? m_order->partCount() : m_parts.size());
    default:
        return 1;
    }
}
} // namespace editor
