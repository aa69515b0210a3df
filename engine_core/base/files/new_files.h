#pragma once

#include "engine_core/base/files/files.h"

#include <memory>

namespace engine
{
/// Many new files at a time. writeFileAtomically() waits for the disk after each; here a few
/// threads wait, for files that came before, while the next ones are written. Whatever names the
/// files is written after finish(). One thread at a time.
class NewFiles
{
public:
    NewFiles();
    ~NewFiles(); ///< what is not finished is left to the system to flush
    NewFiles(NewFiles&& other) noexcept;
    NewFiles& operator=(NewFiles&& other) noexcept;

    /// As writeFileAtomically(), but until finish() a power cut may leave the file empty.
    [[nodiscard]] Result<void> write(const fs::path& file, std::string_view bytes);

    /// Waits until all files so far, and their folders, are on the disk; an error names the first
    /// that is not.
    [[nodiscard]] Result<void> finish();

private:
    class Flusher;
    std::unique_ptr<Flusher> m_flusher;
};

/// What NewFiles::write() does alone: all of writeFileAtomically() but the waiting for the disk.
[[nodiscard]] Result<void> writeFileUnflushed(const fs::path& file, std::string_view bytes);
} // namespace engine
