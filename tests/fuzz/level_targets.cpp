#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/foliage/stroke_log.h"
#include "engine_core/play/input_recording.h"
#include "engine_core/play/notes/note_export.h"
#include "engine_core/play/notes/note_names.h"
#include "engine_core/play/recording/session_recording.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_mutators.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/levels/random_world.h"

namespace mapwright::fuzz
{
using namespace engine;

namespace
{
const TypeRegistry& types()
{
    static const auto registry = [] {
        auto made = std::make_unique<TypeRegistry>();
        registerComponents(*made);
        return made;
    }();
    return *registry;
}

/// A sentence for the user.
bool isRefused(const Error& error)
{
    require(!error.message().empty(), "An error says what is wrong");
    require(error.message().find('\n') == std::string::npos, "An error is one line");
    return false;
}

// --- Scenes

std::vector<std::string> sceneSeeds()
{
    World room;
    mapwright::test::buildRoom(room);
    mapwright::test::addLight(room, {0, 3, 0});
    mapwright::test::addPlayerStart(room, {0, 0, 2});
    return {writeScene(*mapwright::test::randomWorld(1, 8), types()),
            writeScene(*mapwright::test::randomWorld(2, 14), types()), writeScene(room, types()),
            R"({"format":1,"entities":[{"id":2,"name":"old","components":{"odd":{"x":1}}}]})"};
}

/// What was read can be written, and what was written reads back the same.
bool readsScene(std::string_view bytes)
{
    const auto scene = readScene(bytes, types(), "fuzz");
    if (!scene)
        return isRefused(scene.error());
    const auto text = writeScene(*scene->world, types());
    const auto again = readScene(text, types(), "again");
    require(bool{again}, "A scene that was written can be read");
    require(writeScene(*again->world, types()) == text, "A scene reads back as it was written");
    require(contentHash(*again->world, types()) == contentHash(*scene->world, types()),
            "The same scene has the same hash");
    return true;
}

// --- Prefabs

std::vector<std::string> prefabSeeds()
{
    auto seeds = sceneSeeds();
    seeds.push_back(
        R"({"format":2,"entities":[{"id":2,"components":)"
        R"({"node":{"name":"top"},"prefab":{"file":"fuzz.prefab.json"}}},)"
        R"({"id":3,"parent":2,"components":{"prefab":{"file":"other.prefab.json"}}}]})");
    return seeds;
}

bool readsPrefab(std::string_view bytes)
{
    fuzzFile("fuzz.prefab.json", bytes);
    PrefabLibrary library{fuzzFolder(), types()};
    const auto prefab = library.load("fuzz.prefab.json");
    if (!prefab)
        return isRefused(prefab.error());
    require(*prefab != nullptr, "A prefab has contents");
    require(bool{library.load("fuzz.prefab.json")}, "A prefab can be read twice");
    return true;
}

// --- Projects, materials

std::vector<std::string> projectSeeds()
{
    return {
        projectText(Project{"/x", "First room", {}}),
        R"({"format":1,"name":"x","startScene":"scenes/a.scene.json","plugins":["a"],"later":{"n":[1]}})"};
}

bool readsProject(std::string_view bytes)
{
    fuzzFile("project.json", bytes);
    const auto project = openProject(fuzzFolder());
    if (!project)
        return isRefused(project.error());
    fuzzFile("project.json", projectText(*project));
    const auto again = openProject(fuzzFolder());
    require(bool{again}, "A project that was written can be read");
    require(projectText(*again) == projectText(*project), "It reads back as it was written");
    return true;
}

std::vector<std::string> materialSeeds()
{
    return {
        R"({"format":1,"color":"wall.png","normal":"n.png","roughness":"r.tga",)"
        R"("tint":[1,0.5,0],"metallic":0.5})",
        R"({"format":1,"orm":"orm.png","green":"down","emissive":"e.png","emissiveColor":[1,2,3],)"
        R"("emissiveStrength":4,"opacity":"mask","cutoff":0.3,"alpha":0.5,"twoSided":true,)"
        R"("triplanar":2,"detail":"d.png","detailScale":4,"frames":["a.png"],"warp":0.1,)"
        R"("scroll":[0.5,-1],"surface":"wood","friction":0.2,"restitution":1})",
        R"({"format":1,"roughness":0.4,"metallic":"m.png","occlusion":null,"parent":"fuzz"})",
        R"({"format":1})"};
}

bool isShare(float value)
{
    return value >= 0 && value <= 1;
}

bool readsMaterial(std::string_view bytes)
{
    const auto file = fuzzFile("fuzz.material.json", bytes);
    const MaterialFiles itsOwnParent{[&](const std::string&) { return file; }, {}};
    const auto material = loadMaterialText(file, fuzzFolder(), itsOwnParent);
    if (!material)
        return isRefused(material.error());
    for (const auto& image : material->images()) {
        const auto inside = image.lexically_normal().lexically_relative(fuzzFolder());
        require(!inside.empty() && *inside.begin() != "..",
                "Images of a material lie in the project");
    }
    for (int i = 0; i < 3; ++i) {
        require(std::isfinite(material->tint[i]), "A tint is finite");
        require(std::isfinite(material->finish.glowColor[i]), "A glow is finite");
    }
    for (const float share :
         {material->metallic, material->roughnessValue, material->finish.cutoff,
          material->finish.alpha, material->touch.friction, material->touch.restitution,
          material->finish.layers.detailStrength, material->finish.layers.warp})
        require(isShare(share), "Shares lie from 0 to 1");
    require(std::isfinite(material->finish.scroll.x) && std::isfinite(material->finish.scroll.y),
            "Scrolling is finite");
    return true;
}

// --- Strokes and recordings

std::vector<std::string> strokeSeeds()
{
    StrokeLog log;
    log.kinds = {"Oak", "Fern"};
    log.brush.pressureSizes = true;
    log.points = {{{0, 0, 0}, {0, 1, 0}, 1}, {{2, 0.5, 1}, {0, 0.8, 0.6}, 0.25}};
    return {writeStrokeLog(log), R"({"points":[[0,0,0],[1,0,0,0,1,0]]})"};
}

bool readsStrokes(std::string_view bytes)
{
    const auto log = readStrokeLog(bytes, "fuzz");
    if (!log)
        return isRefused(log.error());
    const auto text = writeStrokeLog(*log);
    const auto again = readStrokeLog(text, "again");
    require(bool{again}, "Strokes that were written can be read");
    require(writeStrokeLog(*again) == text, "Strokes read back as they were written");
    return true;
}

std::vector<std::string> recordingSeeds()
{
    InputRecording recording{"0.1.0 abc", 0x0123456789abcdef, 77, {}};
    for (int i = 0; i < 20; ++i)
        recording.ticks.push_back({i < 9 ? 5U : 0U, Vec2d{i % 3 == 0 ? 0.1 * i / 3.0 : 0.0, 0}});
    recording.ticks.back().values = {{"Dash", 1}, {"Steer", -0.25}};
    return {writeRecording(recording), "# a walk\n60 forward run\n\n1 jump # up\r\nturn 90 0\n30\n",
            "10 turn 90 -20 forward\n5 look 0.1 1e-3 use crouch\n2 fire alt_fire wheel -1.5\n"};
}

bool readsRecording(std::string_view bytes)
{
    const auto recording = readRecording(bytes);
    if (!recording)
        return isRefused(recording.error());
    require(recording->ticks.size() <= MaxRecordedTicks, "A recording is no longer than an hour");
    const auto text = writeRecording(*recording);
    const auto again = readRecording(text);
    require(bool{again}, "A recording that was written can be read");
    require(again->ticks.size() == recording->ticks.size() && writeRecording(*again) == text,
            "A recording reads back as it was written");
    return true;
}

std::vector<std::string> sessionSeeds()
{
    return {"# A session\nversion 3\nbuild 0.1.0 abc\ntime 2026-11-27 23:50:54\n"
            "level scenes/start.scene.json\nseed 7\nfrom 1 2 3 1 0 0 0\n"
            "saves {\"format\":1,\"values\":{\"high\":3}}\nset lamp.light.intensity=5\n"
            "scene 0123456789abcdef\nfile 0123456789abcdef scripts/door.as\n"
            "state 0123456789abcdef\n3 forward look 0.1 -0.2\n1 use console give 5\n"
            "checks 0123456789abcdef\nway 2 0.1 1.7 -3 0.5 0,4 0.2 1.7 -3 0.5 0\n"
            "edit [[2,\"node\",{\"name\":\"gate\"}],[2,\"mover\",null]]\n2 jump\n"
            "checks 01234567\nerror door.as:3: index out of bounds\nagain scripts\n"
            "file 0123456789abcdef scripts/door.as\nfiles crate.glb\n"
            "lost an edit was too large\nstate 0123456789abcdef\nof 2 position 1f open 2e\n"
            "of 8000000100000001 motion a\nended 2026-11-27 23:51:54\n"};
}

/// It plays as far as it was read, and its edits fit a level or are refused.
bool readsSession(std::string_view bytes)
{
    const auto recording = readSessionRecording(bytes);
    if (!recording)
        return isRefused(recording.error());
    const auto ticks = recording->input.ticks.size();
    require(ticks <= MaxRecordedTicks, "A recording is no longer than an hour");
    require(recording->checks.size() <= ticks, "No tick has two checks");
    require(recording->damage.find('\n') == std::string::npos, "Damage is one line");
    for (const auto& state : recording->keyStates)
        for (const auto& part : state.parts)
            require(part.name < recording->names.size(), "Values have names");
    World level;
    mapwright::test::buildRoom(level);
    for (const auto& event : recording->events) {
        require(event.tick <= ticks, "Events lie within the recording");
        if (event.kind != RecordedEvent::Kind::Edit)
            continue;
        auto edit = readRecordedEdit(event.text, level, types());
        if (!edit) {
            isRefused(edit.error());
            continue;
        }
        level.apply(*edit);
        for (const auto entity : level.entities())
            static_cast<void>(worldTransform(level, entity));
    }
    return true;
}

// --- Notes

std::vector<std::string> noteSeeds()
{
    Note note;
    note.id = 0x0123456789abcdef;
    note.text = "The door\n=1+1 <b>*shuts*</b>";
    note.author = "Ann";
    note.date = "2026-11-28T00:15:30Z";
    note.changed = "2026-11-28T01:00:00Z";
    note.scene = "scenes/start.scene.json";
    note.sceneHash = 7;
    note.place = {1, 2.5, -3};
    note.camera = NoteCamera{};
    note.tick = 77;
    note.picture = "a.png";
    note.recording = "a.recording";
    note.drawing = {{Color{1, 0, 0.5F}, 0.01F, {{0.1F, 0.2F}, {1, 0}}}, {}};
    note.objects = {{EntityId{5}, "door", 9}};
    note.answers = {{"Bob", "2026-11-28T01:00:00Z", "Mended"}};
    return {noteText(note),
            R"({"format":1,"id":"00000000000000aa","text":"","date":"2026-01-01T00:00:00Z",)"
            R"("place":[0,0,0],"later":{"n":[1]},"answers":[],"camera":{"position":[0,0,0],)"
            R"("look":[0,0,-1],"lens":2}})"};
}

/// What a reader took is written and exported.
bool readsNote(std::string_view bytes)
{
    const auto note = readNote(bytes, "fuzz");
    if (!note)
        return isRefused(note.error());
    for (const auto& file : {note->picture, note->recording})
        require(file.empty() || isNoteFileName(file), "Files of a note lie beside it");
    require(note->text.size() <= MostNoteText && note->answers.size() <= MostNoteAnswers,
            "A note is no longer than its limits");
    const auto text = noteText(*note);
    const auto again = readNote(text, "again");
    require(bool{again}, "A note that was written can be read");
    require(*again == *note && noteText(*again) == text, "A note reads back as it was written");
    require(isNoteFileName(noteFileName(*note)), "A note has a plain file name");
    const StoredNote stored{"x.note.json", *note};
    const auto page = notesAsWebPage({&stored, 1}, "fuzz");
    require(page.find("<script") == std::string::npos, "A page of notes has no scripts");
    require(!notesAsCsv({&stored, 1}).empty() && !notesAsMarkdown({&stored, 1}, "x", ".").empty(),
            "A note can be exported");
    return true;
}
} // namespace

std::span<const FuzzTarget> levelTargets()
{
    static constexpr std::array Targets{
        FuzzTarget{"scene", "scene files", sceneSeeds, readsScene, mutateJson, nullptr},
        FuzzTarget{"prefab", "prefab files", prefabSeeds, readsPrefab, mutateJson, nullptr},
        FuzzTarget{"project", "project.json", projectSeeds, readsProject, mutateJson, nullptr},
        FuzzTarget{"material", "materials", materialSeeds, readsMaterial, mutateJson, nullptr},
        FuzzTarget{"strokes", "strokes of the foliage brush", strokeSeeds, readsStrokes, mutateJson,
                   nullptr},
        FuzzTarget{"note", "notes of testers", noteSeeds, readsNote, mutateJson, nullptr},
        FuzzTarget{"recording", "input recordings", recordingSeeds, readsRecording, mutateText,
                   nullptr},
        FuzzTarget{"session", "recordings of sessions", sessionSeeds, readsSession, mutateText,
                   nullptr}};
    return Targets;
}
} // namespace mapwright::fuzz
