#pragma once

#include "engine_core/base/files/files.h"

#include <sys/stat.h>

#include <exception>
#include <string>

namespace engine
{
/// A file descriptor that closes itself.
class FileDescriptor
{
public:
    explicit FileDescriptor(int descriptor = -1) : m_descriptor{descriptor} {}

    FileDescriptor(FileDescriptor&& other) noexcept;
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor();

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }

    [[nodiscard]] int get() const { return m_descriptor; }

    int close(); ///< as close(2)

private:
    int m_descriptor;
};

/// Where a file is about to be written: its folder, held open, so that nothing can be put in the
/// folder's place meanwhile, and its name there. Within a project, whatever leads elsewhere is
/// refused (ADR 0023): the project is the outermost folder above the file that has a project.json,
/// and below it no link, no mount point, and nothing that is no plain file or folder is on the way.
/// Outside of projects the user's own links are followed.
class WritePlace
{
public:
    [[nodiscard]] static Result<WritePlace> find(const fs::path& file);

    [[nodiscard]] int folder() const { return m_folder.get(); }

    [[nodiscard]] const std::string& name() const { return m_name; }

    /// What is there already; null if nothing is.
    [[nodiscard]] const struct stat* old() const { return m_isNew ? nullptr : &m_old; }

    [[nodiscard]] const fs::path& file() const { return m_file; } ///< as messages name it

private:
    FileDescriptor m_folder;
    std::string m_name;
    fs::path m_file;
    struct stat m_old = {};
    bool m_isNew = true;
};

/// What an exception says about a file that is to be written; for want of memory above all.
[[nodiscard]] Error writeProblemOf(const fs::path& file, const std::exception& problem);

/// The project that the file lies in, as WritePlace counts; empty if in none.
[[nodiscard]] fs::path outermostProjectOf(const fs::path& file);
} // namespace engine
