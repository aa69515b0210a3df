#include "editor/app/notes/note_moment.h"

#include "editor/document/document.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/play/notes/note_fit.h"
#include "engine_core/play/notes/note_folder.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/serialization/scene_io.h"

#include <QBuffer>

#include <algorithm>
#include <future>

namespace editor
{
using namespace engine;

namespace
{
/// Qt takes it for how little to pack: a note is on the disk before anybody looks for it.
constexpr int PngQuality = 89; // the fastest that Qt packs at all

Result<void> writePicture(const QImage& picture, const fs::path& file)
{
    QByteArray bytes;
    QBuffer buffer{&bytes};
    if (!buffer.open(QIODevice::WriteOnly) ||
        !picture.convertToFormat(QImage::Format_RGB888).save(&buffer, "PNG", PngQuality))
        return Error{"The picture '{}' cannot be made", file.string()};
    return writeFileAtomically(file, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

constexpr double InFrontOf = 2; ///< metres: the place of a note that nothing is seen in

NoteCamera cameraOf(const ViewCamera& seen)
{
    return {seen.position, glm::normalize(seen.forward()), degrees(seen.fovY), {}};
}

Vec3d inTheWorld(const Vec3d& place)
{
    return glm::clamp(place, Vec3d{-WorldLimit}, Vec3d{WorldLimit});
}

/// What the ray meets becomes the note's place, and its object if that is one of the level's.
void aimAlong(Note& note, const Document& document, const Ray& ray, bool isOfTheLevel)
{
    const auto hit =
        pickNearestBrush(document.world(), document.index(), ray, 1e4, Locked::Included);
    note.place = inTheWorld(hit ? hit->point : ray.origin + ray.direction * InFrontOf);
    if (!hit || !isOfTheLevel || note.objects.size() >= MostNoteObjects)
        return;
    const bool isKnown = std::any_of(note.objects.begin(), note.objects.end(),
                                     [&](const auto& each) { return each.id == hit->entity; });
    if (!isKnown)
        note.objects.push_back(noteObject(document.world(), document.types(), hit->entity));
}
} // namespace

NoteMoment momentOf(const ViewportWidget& view,
                    const Document& document,
                    const fs::path& project,
                    const std::string& scene,
                    const PlaySession* session)
{
    NoteMoment moment;
    moment.project = project;
    moment.note = newNote(NoteKind::Bug);
    const bool isOfTheLevel = session == nullptr || session->playsEdited();
    moment.note.scene = isOfTheLevel ? scene : session->scene();
    if (session != nullptr)
        moment.note.tick = static_cast<std::int64_t>(session->tickCount());
    const double width = std::max(1, view.width());
    const double height = std::max(1, view.height());
    const auto seen = session != nullptr ? session->camera(width / height) : view.camera().camera();
    if (!seen.orthographic)
        moment.note.camera = cameraOf(seen);
    if (isOfTheLevel) {
        moment.scene = document.beginSave().world;
        moment.types = &document.types();
    }
    moment.aim = [&document, seen, width, height, isOfTheLevel](Note& note, const Vec2f& at) {
        const auto ray = seen.rayThrough(at.x * width, at.y * height, width, height);
        aimAlong(note, document, ray, isOfTheLevel);
    };
    moment.picture = view.picture();
    return moment;
}

/// The picture comes first: no note names one that is not there.
Result<void> writeNote(NoteMoment& moment)
{
    auto& note = moment.note;
    const auto folder = noteFolder(moment.project);
    // Beside the picture, which takes as long.
    auto hash = std::async(std::launch::async, [&moment] {
        return moment.scene ? contentHash(*moment.scene, *moment.types) : ContentHash{};
    });
    if (auto made = makeFolders(folder); !made)
        return made;
    if (!moment.picture.isNull()) {
        note.picture = notePictureName(note);
        if (auto written = writePicture(moment.picture, folder / note.picture); !written)
            return written;
    }
    if (!moment.recording.empty()) {
        const auto name = noteRecordingName(note);
        if (auto copied = SessionRecorder::copy(moment.recording, folder / name); !copied)
            return copied;
        note.recording = name;
        note.recordingTick = note.tick.value_or(0);
    }
    note.sceneHash = hash.get();
    return saveNote(moment.project, {noteFileName(note), note});
}
} // namespace editor
