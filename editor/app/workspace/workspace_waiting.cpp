#include "editor/app/workspace/workspace.h"

namespace editor
{
using namespace engine;

/// What waited is given up, and so is what undo would have written to prefab files for it.
void Workspace::dropWaiting()
{
    m_prefabHistory->forget();
    if (m_aside.empty())
        return;
    m_aside.clear();
    waitingChanged();
}

Result<void> Workspace::openAside(const fs::path& file)
{
    m_saves.finishAll(); // it may be this very file, and what waits shall know that it is saved
    auto scene = read(file, m_types);
    return scene ? openAside(*std::move(scene)) : scene.error();
}

Result<void> Workspace::openAside(ReadScene scene)
{
    m_saves.finishAll();
    m_assets->addModels(scene.models);
    const auto state = scene.state;
    auto light = std::move(scene.light);
    auto problems = m_journal->openAside(std::move(scene));
    if (!problems)
        return problems.error();
    m_aside.push_back({std::move(m_journal), std::move(m_issues)});
    m_journal =
        std::make_unique<Journal>(*m_document, journalPlaceOf(m_assets->project().root), state);
    sceneOpened(*std::move(problems), std::move(light));
    logProblems();
    waitingChanged();
    return {};
}

Result<void> Workspace::comeBack()
{
    if (m_document->isEditing())
        return m_document->busyError();
    if (m_aside.empty())
        return Error{"No scene waits for you to come back"};
    m_saves.finishAll();
    auto aside = std::move(m_aside.back());
    m_aside.pop_back();
    m_journal = std::move(aside.journal); // the files of the other one go
    m_journal->comeBack();
    sceneOpened(std::move(aside.issues));
    waitingChanged();
    return {};
}

std::vector<Workspace::Waiting> Workspace::waiting() const
{
    std::vector<Waiting> all;
    for (const auto& aside : m_aside)
        all.push_back({aside.journal->waitingPath(), aside.journal->isWaitingModified()});
    return all;
}

Result<void> Workspace::checkWritable(const fs::path& file) const
{
    std::error_code ignored;
    for (const auto& aside : m_aside)
        if (fs::equivalent(aside.journal->waitingPath(), file, ignored))
            return Error{
                "'{}' waits while you edit the prefab: go back to it to save it, or choose "
                "another name",
                file.filename().string()};
    return {};
}

void Workspace::updateJournals(double secondsPassed, double intervalSeconds)
{
    for (const auto& aside : m_aside)
        aside.journal->update(secondsPassed, intervalSeconds);
    m_journal->update(secondsPassed, intervalSeconds);
}
} // namespace editor
