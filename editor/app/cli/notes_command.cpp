#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/play/notes/note_export.h"
#include "engine_core/play/notes/note_scenes.h"

#include <nlohmann/json.hpp>

namespace editor
{
using namespace engine;
using Json = nlohmann::ordered_json;

namespace
{
Json noteJson(const StoredNote& stored, const FitOf& fitOf)
{
    const auto& note = stored.note;
    Json answers = Json::array();
    for (const auto& each : note.answers)
        answers.push_back({{"author", each.author}, {"date", each.date}, {"text", each.text}});
    Json objects = Json::array();
    for (const auto& each : note.objects)
        objects.push_back({{"id", each.id.value}, {"name", each.name}});
    return {{"id", hashToText(note.id)},
            {"file", stored.file},
            {"kind", nameOf(note.kind)},
            {"state", nameOf(note.state)},
            {"text", note.text},
            {"author", note.author},
            {"date", note.date},
            {"assignee", note.assignee},
            {"scene", note.scene},
            {"place", {note.place.x, note.place.y, note.place.z}},
            {"tick", note.tick ? Json(*note.tick) : Json(nullptr)},
            {"picture", note.picture},
            {"recording", note.recording},
            {"objects", objects},
            {"fit", nameOf(fitOf(note))},
            {"answers", answers}};
}

ExitStatus statusOf(const std::vector<std::string>& problems)
{
    return problems.empty() ? ExitStatus::Done : ExitStatus::ProblemsFound;
}

ExitStatus listNotes(const NoteList& list, const FitOf& fitOf, bool json)
{
    if (json) {
        Json notes = Json::array();
        for (const auto& each : list.notes)
            notes.push_back(noteJson(each, fitOf));
        return printJson({{"notes", notes}, {"problems", list.problems}}, statusOf(list.problems));
    }
    std::string text;
    for (const auto& [file, note] : list.notes) {
        const auto fit = fitOf(note);
        text +=
            fmt::format("{} {:<5} {:<9} {}{}\n", note.date, nameOf(note.kind), nameOf(note.state),
                        titleOf(note),
                        fit == NoteFit::Fits ? std::string{} : fmt::format(" ({})", nameOf(fit)));
    }
    for (const auto& each : list.problems)
        text += each + '\n';
    if (text.empty())
        text = "no notes\n";
    return printText(text, statusOf(list.problems));
}

ExitStatus writeNotes(
    const NoteList& list, const Project& project, const fs::path& to, const FitOf& fitOf, bool json)
{
    const auto file = exportNotes(project.root, list.notes, project.name, to, fitOf);
    if (!file)
        return complain(ExitStatus::UnwritableOutput, file.error().message());
    if (json)
        return printJson({{"exported", list.notes.size()},
                          {"file", file->string()},
                          {"problems", list.problems}},
                         statusOf(list.problems));
    auto text = fmt::format("{} written to {}\n", countText(list.notes.size(), "note", "notes"),
                            file->string());
    for (const auto& each : list.problems)
        text += each + '\n';
    return printText(text, statusOf(list.problems));
}

ExitStatus takeOverNotes(const Project& project, const std::string& from, bool json)
{
    const auto import = importNotes(project.root, from);
    if (!import)
        return complain(ExitStatus::UnreadableInput, import.error().message());
    if (json)
        return printJson({{"added", import->added},
                          {"changed", import->changed},
                          {"known", import->known},
                          {"problems", import->problems}},
                         statusOf(import->problems));
    auto text =
        fmt::format("{} added, {} changed, {} known already\n",
                    countText(import->added, "note", "notes"), import->changed, import->known);
    for (const auto& each : import->problems)
        text += each + '\n';
    return printText(text, statusOf(import->problems));
}
} // namespace

ExitStatus runNotes(CliArguments& arguments)
{
    const bool json = arguments.takeFlag("--json");
    const bool list = arguments.takeFlag("--list");
    const auto to = arguments.takeOption("--export");
    const auto from = arguments.takeOption("--import");
    const auto folder = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (folder.empty())
        return complain(ExitStatus::WrongUsage, "notes needs a project");
    if (int{list} + int{!to.empty()} + int{!from.empty()} > 1)
        return complain(ExitStatus::WrongUsage, "choose one of --list, --export and --import");
    const auto project = openProject(folder);
    if (!project)
        return complain(ExitStatus::UnreadableInput, project.error().message());
    if (!from.empty())
        return takeOverNotes(*project, from, json);
    const auto types = sceneTypes();
    NoteScenes scenes{project->root, types};
    const FitOf fitOf = [&](const Note& note) {
        return scenes.fitOf(note);
    };
    const auto notes = readNotes(project->root);
    return to.empty() ? listNotes(notes, fitOf, json)
                      : writeNotes(notes, *project, to, fitOf, json);
}
} // namespace editor
