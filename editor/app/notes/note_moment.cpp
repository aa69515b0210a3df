#include "editor/app/notes/note_moment.h"

#include "editor/document/document.h"
#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/played_places.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/base/files/moved_files.h"
#include "engine_core/play/notes/note_fit.h"
#include "engine_core/play/notes/note_folder.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/serialization/scene_io.h"

#include <QBuffer>

#include <algorithm>
#include <future>
#include <utility>

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

constexpr double Far = 1e4;     ///< metres: what is farther is not meant
constexpr double InFrontOf = 2; ///< metres: the place of a note that nothing is seen in

Vec3d inTheWorld(const Vec3d& place)
{
    return glm::clamp(place, Vec3d{-WorldLimit}, Vec3d{WorldLimit});
}

/// A view may look from farther away than a note may say.
NoteCamera cameraOf(const ViewCamera& seen)
{
    return {inTheWorld(seen.position), glm::normalize(seen.forward()), degrees(seen.fovY), {}};
}

/// What is locked is met as well, where its author put it.
std::optional<PickHit>
hitAlong(const Document& document, const PointerEvent& at, const PlayedPlaces* played)
{
    const auto pick = [&](Locked locked) {
        return pickNearestBrush(document.world(), document.index(), at.ray, Far, locked);
    };
    auto authored = pick(Locked::Included);
    if (played == nullptr)
        return authored;
    const auto hits = hitsUnder(document, at, played);
    const bool isMet = !hits.empty() && hits.front().distance <= Far;
    const auto free = pick(Locked::LeftOut);
    const bool isLocked = authored && (!free || free->entity != authored->entity);
    if (isLocked && (!isMet || authored->distance < hits.front().distance))
        return authored;
    return isMet ? std::optional{hits.front()} : std::nullopt;
}

/// What the ray meets becomes the note's place, and its object if that is one of the level's.
void aimAlong(Note& note,
              const Document& document,
              const PointerEvent& at,
              const PlayedPlaces* played,
              bool isOfTheLevel)
{
    const auto hit = hitAlong(document, at, played);
    note.place = inTheWorld(hit ? hit->point : at.ray.origin + at.ray.direction * InFrontOf);
    if (!hit || !isOfTheLevel || note.objects.size() >= MostNoteObjects)
        return;
    const bool isKnown = std::any_of(note.objects.begin(), note.objects.end(),
                                     [&](const auto& each) { return each.id == hit->entity; });
    if (!isKnown)
        note.objects.push_back(noteObject(document.world(), document.types(), hit->entity));
}

/// The note's words matter more than its recording.
void copyRecording(NoteMoment& moment, const fs::path& folder)
{
    auto& note = moment.note;
    note.recording.clear();
    note.recordingTick = 0;
    if (moment.recording.empty())
        return;
    const auto name = noteRecordingName(note);
    if (const auto copied = SessionRecorder::copy(moment.recording, folder / name); !copied) {
        auto warning = "The note has no recording: " + copied.error().message();
        if (std::find(moment.warnings.begin(), moment.warnings.end(), warning) ==
            moment.warnings.end()) // it may be the second try
            moment.warnings.push_back(std::move(warning));
        return;
    }
    note.recording = name;
    note.recordingTick = note.tick.value_or(0);
}

/// After a failure: no file stays that no note names.
void removeFilesOf(Note& note, const fs::path& folder)
{
    for (auto* name : {&note.picture, &note.recording})
        if (!name->empty()) {
            static_cast<void>(removeFileName(folder / *name));
            name->clear();
        }
    note.recordingTick = 0;
}
} // namespace

NoteMoment momentOf(const ViewportWidget& view,
                    const Document& document,
                    const fs::path& project,
                    const std::string& scene,
                    const ShownGame& game)
{
    const auto* session = game.session;
    NoteMoment moment;
    moment.project = project;
    moment.note = newNote(NoteKind::Bug);
    const bool isOfTheLevel = session == nullptr || session->playsEdited();
    moment.note.scene = isOfTheLevel ? scene : session->scene();
    if (moment.note.scene.size() > MostNoteName) {
        moment.note.scene.clear();
        moment.warnings.emplace_back("The note does not say its scene, whose name is too long");
    }
    if (session != nullptr)
        moment.note.tick = static_cast<std::int64_t>(game.tick);
    const double width = std::max(1, view.width());
    const double height = std::max(1, view.height());
    const auto seen = view.shownCamera();
    if (!seen.orthographic)
        moment.note.camera = cameraOf(seen);
    if (isOfTheLevel) {
        moment.scene = document.beginSave().world;
        moment.types = &document.types();
    }
    PointerEvent event;
    event.view = view.kind();
    event.camera = seen;
    event.viewSize = {width, height};
    moment.aim = [&document, event, places = game.places, isOfTheLevel](Note& note,
                                                                        const Vec2f& at) {
        auto there = event;
        const auto& size = there.viewSize;
        there.position = {at.x * size.x, at.y * size.y};
        there.ray = there.camera.rayThrough(there.position.x, there.position.y, size.x, size.y);
        const auto played = places ? places() : std::nullopt;
        aimAlong(note, document, there, played ? &*played : nullptr, isOfTheLevel);
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
    copyRecording(moment, folder);
    note.sceneHash = hash.get();
    auto saved = saveNote(moment.project, {noteFileName(note), note});
    if (!saved)
        removeFilesOf(note, folder);
    return saved;
}
} // namespace editor
