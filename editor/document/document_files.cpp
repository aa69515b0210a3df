// What steps do to files outside of the scene.
#include "editor/document/document_state.h"

#include <utility>

namespace editor
{
engine::Result<void>
Document::runWithFiles(std::string label,
                       std::shared_ptr<FileChange> files,
                       const std::function<engine::Result<void>(Transaction&)>& edit)
{
    if (isEditing())
        return busyError();
    filesAboutToChange(); // before the step is open: nobody makes a copy of what is half done
    auto transaction = begin(std::move(label));
    auto done = edit(transaction);
    if (done)
        done = files->exchange(StepDirection::Forward, path());
    filesChanged();
    if (!done)
        return done;
    transaction.trust();
    transaction.carry(std::move(files));
    transaction.commit();
    return {};
}

/// Told when all of the world is as it will be.
void Document::State::exchangeFiles(Document& document,
                                    std::vector<FileWrite> writes,
                                    StepKind kind)
{
    if (writes.empty())
        return;
    std::vector<FileWrite> written;
    for (auto& write : writes) {
        if (kind == StepKind::Undone)
            std::swap(write.before, write.after);
        const auto name = write.file.filename().string();
        const auto now = engine::readFile(write.file);
        if (!now || *now != write.before)
            document.fileKept("'" + name + "' was changed by something else and stays as it is");
        else if (const auto done = engine::writeFileAtomically(write.file, write.after); !done)
            document.fileKept(done.error().message());
        else
            written.push_back(std::move(write));
    }
    if (!written.empty())
        document.filesWritten(written);
}

bool Document::State::mayStep(Document& document, std::size_t position, StepDirection direction)
{
    const auto files = history.m_entries[position].files;
    if (!files)
        return true;
    document.filesAboutToChange();
    const auto done = files->exchange(direction, path);
    document.filesChanged();
    if (!done) {
        document.fileKept(done.error().message());
        return false;
    }
    const bool isAboutScene = !history.m_entries[position].edit.isEmpty();
    if (const auto why = files->whySceneStayed(); isAboutScene && !why.empty()) {
        savedState = NeverSaved; // no state of the history is what the file holds
        document.fileKept(why);
    }
    return true;
}
} // namespace editor
