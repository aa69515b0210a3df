#include "editor/app/notes/note_card.h"
#include "editor/app/notes/note_moment.h"
#include "engine_core/play/notes/note_fit.h"
#include "engine_core/play/notes/note_folder.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/offscreen_application.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>

#include <fmt/core.h>

#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t NotedBrushes = 5'000;
constexpr int NotesListed = 1'000;
constexpr int NoteRepeats = 9;
constexpr double NotePromise = 150; ///< milliseconds from the key to the saved file
constexpr QSize NotedView{1600, 900};

/// As hard to pack as a picture of a textured level: grain over slow changes.
QImage levelPicture()
{
    QImage picture{NotedView, QImage::Format_RGB32};
    std::mt19937 random{1};
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const int grain = static_cast<int>(random() % 12);
            picture.setPixel(x, y, qRgb(40 + x / 12 + grain, 60 + y / 9 + grain, 90 + grain));
        }
    return picture;
}

Note someNote(const World& level, const TypeRegistry& types)
{
    auto note = newNote(NoteKind::Bug);
    note.text = "The crack above the door lets light through";
    note.scene = "scenes/start.scene.json";
    level.forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
        if (note.objects.empty())
            note.objects = {noteObject(level, types, entity)};
    });
    return note;
}
} // namespace

/// Without the reading of the picture from the graphics card, which the view has done by then.
std::vector<Row> benchNotes(const Settings& /*settings*/)
{
    const OffscreenApplication application;
    const QTemporaryDir folder;
    const fs::path project{folder.path().toStdString()};
    TypeRegistry types;
    registerComponents(types);
    auto level = std::make_shared<World>();
    test::buildLevel(*level, NotedBrushes);
    const auto picture = levelPicture();
    QWidget view;
    view.resize(NotedView);
    const double written = medianMilliseconds(NoteRepeats, [&] {
        const editor::NoteCard card{picture, view};
        (void)view.grab();
        editor::NoteMoment moment;
        moment.project = project;
        moment.note = someNote(*level, types);
        moment.picture = picture;
        moment.scene = level;
        moment.types = &types;
        ENGINE_EXPECT(editor::writeNote(moment));
    });
    auto note = someNote(*level, types);
    for (int i = 0; i < NotesListed; ++i) {
        ++note.id;
        ENGINE_EXPECT(saveNote(project, {noteFileName(note), note}));
    }
    std::size_t listed = 0;
    const double read =
        medianMilliseconds(NoteRepeats, [&] { listed = readNotes(project).notes.size(); });
    ENGINE_EXPECT(listed == NotesListed + NoteRepeats);
    std::size_t fitting = 0;
    const double fits = medianMilliseconds(NoteRepeats, [&] {
        fitting = 0;
        for (int i = 0; i < NotesListed; ++i)
            fitting += fitOfNote(note, *level, types) == NoteFit::Fits ? 1U : 0U;
    });
    ENGINE_EXPECT(fitting == NotesListed);
    return {
        promised("note",
                 fmt::format("card over a view of {} x {}, picture and note on the disk, hash "
                             "of a scene of {} brushes",
                             NotedView.width(), NotedView.height(), NotedBrushes),
                 written, NotePromise),
        promised("notes_1k_read", fmt::format("{} files of notes", listed), read, 1000),
        promised("notes_1k_fit", fmt::format("whether {} notes still fit", NotesListed), fits, 16)};
}
} // namespace mapwright::bench
