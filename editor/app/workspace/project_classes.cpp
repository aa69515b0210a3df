#include "editor/app/workspace/project_classes.h"

#include "engine_core/base/log.h"

#include <utility>

namespace editor
{
namespace
{
/// The inspector asks at each step of a drag.
constexpr std::chrono::seconds BetweenLooks{1};
} // namespace

const engine::GameClasses& ProjectClasses::of(const fs::path& folder)
{
    const auto now = Clock::now();
    if (m_looked && folder == m_folder && now - *m_looked < BetweenLooks)
        return m_classes;
    m_looked = now;
    m_folder = folder;
    std::vector<Stamp> stamps;
    for (const auto& file : engine::gameClassFilesIn(folder)) {
        std::error_code ignored;
        stamps.push_back({file, fs::file_size(file, ignored), fs::last_write_time(file, ignored)});
    }
    if (stamps == m_stamps)
        return m_classes;
    m_stamps = std::move(stamps);
    auto read = engine::loadGameClasses(folder);
    for (const auto& note : read.notes)
        engine::logWarning("fgd", "{}", note);
    m_classes = std::move(read.classes);
    return m_classes;
}
} // namespace editor
