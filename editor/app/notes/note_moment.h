#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/play/notes/note.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <QImage>

#include <functional>
#include <memory>

namespace engine
{
class PlaySession;
}

namespace editor
{
class Document;
class ViewportWidget;

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
    /// Points the note at what is seen at this place of the picture; (0.5, 0.5) is its middle.
    std::function<void(engine::Note&, const engine::Vec2f& at)> aim;
};

/// The moment that the view shows, with its middle aimed at.
/// @param session the running game if the view shows it, else null
[[nodiscard]] NoteMoment momentOf(const ViewportWidget& view,
                                  const Document& document,
                                  const engine::fs::path& project,
                                  const std::string& scene,
                                  const engine::PlaySession* session);

/// Writes picture and note into the project's folder of notes, and puts into the note what is known
/// by then. Any thread; takes as long as the scene's hash and the picture take.
[[nodiscard]] engine::Result<void> writeNote(NoteMoment& moment);
} // namespace editor
