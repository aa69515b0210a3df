#include "editor/operations/prefab/prefab_history.h"

namespace editor
{
PrefabHistory::PrefabHistory(Document& document)
    : m_document{document}, m_current{document.history().stateId()}
{
    m_connections += document.stepped.connect([this](const DocumentStep& step) { follow(step); });
    m_connections += document.reset.connect([this] { m_current = m_document.history().stateId(); });
}

void PrefabHistory::forget()
{
    m_entries.clear();
}

void PrefabHistory::note(PrefabWrite write)
{
    m_entries.push_back({m_previous, m_current, std::move(write)});
}

void PrefabHistory::follow(const DocumentStep& step)
{
    if (step.kind == StepKind::Joined) {
        for (auto& entry : m_entries)
            for (auto* state : {&entry.before, &entry.after})
                if (*state == m_current)
                    *state = step.stateId;
        m_current = step.stateId;
        return;
    }
    m_previous = std::exchange(m_current, step.stateId);
    for (const auto& [before, after, write] : m_entries)
        if (step.kind == StepKind::Undone && before == m_current && after == m_previous)
            exchange(write.file, write.after, write.before);
        else if (step.kind == StepKind::Redone && before == m_previous && after == m_current)
            exchange(write.file, write.before, write.after);
}

void PrefabHistory::exchange(const engine::fs::path& file,
                             const std::string& from,
                             const std::string& to)
{
    if (from.empty() || to.empty())
        return;
    const auto now = engine::readFile(file);
    if (!now || *now != from)
        return failed("'" + file.filename().string() +
                      "' was changed by something else and stays as it is");
    if (const auto written = engine::writeFileAtomically(file, to); !written)
        failed(written.error().message());
}
} // namespace editor
