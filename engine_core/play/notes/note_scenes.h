#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/play/notes/note_fit.h"

#include <map>
#include <memory>
#include <string>

namespace engine
{
/// The scenes of a project that notes are about, each read once, as their files have them.
class NoteScenes
{
public:
    /// @param types outlives this
    NoteScenes(fs::path project, const TypeRegistry& types);
    ~NoteScenes();

    NoteScenes(const NoteScenes&) = delete;
    NoteScenes& operator=(const NoteScenes&) = delete;

    /// A note about a scene that cannot be read points at nothing that is there.
    [[nodiscard]] NoteFit fitOf(const Note& note);

private:
    [[nodiscard]] const World* levelOf(const std::string& scene);

    fs::path m_project;
    const TypeRegistry& m_types;
    std::map<std::string, std::unique_ptr<World>> m_levels; ///< null: cannot be read
};
} // namespace engine
