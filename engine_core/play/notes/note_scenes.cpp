#include "engine_core/play/notes/note_scenes.h"

#include "engine_core/scene/world/world.h"
#include "engine_core/serialization/scene_io.h"

#include <utility>

namespace engine
{
NoteScenes::NoteScenes(fs::path project, const TypeRegistry& types)
    : m_project{std::move(project)}, m_types{types}
{
}

NoteScenes::~NoteScenes() = default;

NoteFit NoteScenes::fitOf(const Note& note)
{
    if (note.objects.empty())
        return NoteFit::Fits;
    const auto* level = levelOf(note.scene);
    return level != nullptr ? fitOfNote(note, *level, m_types) : NoteFit::Gone;
}

const World* NoteScenes::levelOf(const std::string& scene)
{
    const auto [at, isNew] = m_levels.try_emplace(scene);
    if (!isNew)
        return at->second.get();
    const auto file = resolveInside(m_project, scene);
    auto loaded = file ? loadScene(*file, m_types) : Result<LoadedScene>{file.error()};
    if (loaded)
        at->second = std::move(loaded->world);
    return at->second.get();
}
} // namespace engine
