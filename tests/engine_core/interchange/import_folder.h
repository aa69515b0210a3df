#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/base/files/files.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>

#include <fmt/format.h>

#include <string>

namespace mapwright::test
{
/// Files to bring in, and projects to bring them into.
class ImportFolder
{
public:
    [[nodiscard]] engine::fs::path path() const { return m_folder.path().toStdString(); }

    [[nodiscard]] engine::fs::path write(const std::string& name, const std::string& bytes) const
    {
        const auto file = path() / name;
        [&] {
            VERIFY_OK(engine::writeFileAtomically(file, bytes));
        }();
        return file;
    }

    /// An empty one, each time another.
    [[nodiscard]] engine::Project newProject() const
    {
        static int count = 0;
        return *engine::createProject(path() / fmt::format("project{}", count++), "empty");
    }

private:
    QTemporaryDir m_folder;
};
} // namespace mapwright::test
