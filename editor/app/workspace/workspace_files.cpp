// What steps of the document write beside the scene, and how the project's assets hear of it.
#include "editor/app/workspace/workspace.h"
#include "engine_core/base/log.h"

namespace editor
{
using namespace engine;

void Workspace::followFiles()
{
    m_connections += m_document->filesShown.connect(
        [this](const std::vector<FileWrite>& writes) { showFiles(writes); });
    m_connections += m_document->filesWritten.connect([this](const std::vector<FileWrite>& writes) {
        // Also those that a drag took back to what they hold, and that are not written.
        auto files = std::exchange(m_shownFiles, {});
        for (const auto& write : writes)
            files.insert(write.file);
        for (const auto& file : files)
            m_assets->showMaterialText(file, std::nullopt);
    });
    m_connections += m_document->fileKept.connect(
        [](const std::string& sentence) { logWarning("files", "{}", sentence); });
    m_connections += m_document->filesAboutToChange.connect([this] { keepSafeFromFiles(); });
    m_connections += m_document->filesChanged.connect([this] { takeChangedFiles(); });
}

/// The scene's file is about to hold other names: what is unsaved must not depend on it.
void Workspace::keepSafeFromFiles()
{
    finishSaves();
    if (m_document->isModified()) {
        m_journal->becomeIndependent();
        m_journal->finish();
    }
}

/// What the scene's file holds now is ours, and files have come and gone.
void Workspace::takeChangedFiles()
{
    const auto& file = m_document->path();
    if (const auto& known = m_journal->knownFile(); known && !file.empty()) {
        const auto stamp = stampOf(file);
        if (const auto hash = hashOfFile(file); hash != 0 && hash != known->hash) {
            m_journal->setWritten({hash, stamp});
            m_journal->becomeIndependent();
        }
    }
    m_assets->pollChanges();
}

void Workspace::showFiles(const std::vector<FileWrite>& writes)
{
    const auto before = std::exchange(m_shownFiles, {});
    for (const auto& write : writes) {
        m_assets->showMaterialText(write.file, write.after);
        m_shownFiles.insert(write.file);
    }
    for (const auto& file : before)
        if (!m_shownFiles.contains(file))
            m_assets->showMaterialText(file, std::nullopt);
}
} // namespace editor
