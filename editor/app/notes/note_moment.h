#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/play/notes/note.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <QImage>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
class PlaySession;
}

namespace editor
{
class Document;
struct PlayedPlaces;
class ViewportWidget;

/// The running game, if there is one: all views show it.
struct ShownGame
{
    const engine::PlaySession* session = nullptr; ///< null: none runs
    std::uint64_t tick = 0;                       ///< that is shown, which may be past
    /// Where it has what its author put elsewhere, asked for when a note is aimed; may be empty.
    std::function<std::optional<PlayedPlaces>()> places;
};

/// What a note is about, gathered when the key is pressed.
struct NoteMoment
{
    engine::fs::path project; ///< its folder
    engine::Note note;        ///< without words and drawing
    QImage picture;           ///< of the view, without what lies over it
    engine::fs::path recording; ///< of the running game, to be copied beside the note; empty: none
    /// A copy of the authored scene, whose hash takes a while; null: the game is in another one.
    std::shared_ptr<const engine::World> scene;
    const engine::TypeRegistry* types = nullptr;
    std::vector<std::string> warnings; ///< what the note goes without, a sentence each
    /// Points the note at what is seen at this place of the picture; (0.5, 0.5) is its middle.
    /// Empty when that cannot be told any more.
    std::function<void(engine::Note&, const engine::Vec2f& at)> aim;
};

/// The moment that the view shows, not yet aimed.
[[nodiscard]] NoteMoment momentOf(const ViewportWidget& view,
                                  const Document& document,
                                  const engine::fs::path& project,
                                  const std::string& scene,
                                  const ShownGame& game);

/// Writes picture and note into the project's folder of notes, and puts into the note what is known
/// by then. A recording that cannot be copied is left out, with a warning. On an Error nothing new
/// lies in the folder. Any thread; takes as long as the scene's hash and the picture take.
[[nodiscard]] engine::Result<void> writeNote(NoteMoment& moment);
} // namespace editor
