#include "engine_core/play/notes/note_export.h"

#include "engine_core/base/count_text.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/play/notes/note_escapes.h"

#include <fmt/format.h>

#include <array>

namespace engine
{
namespace
{
constexpr std::string_view CsvHead =
    "id,date,kind,state,text,author,assignee,scene,x,y,z,tick,build,picture,recording,fit,"
    "answers\r\n";

std::string placeText(const Vec3d& place)
{
    return fmt::format("{:.2f}, {:.2f}, {:.2f}", place.x, place.y, place.z);
}

void appendChapter(std::string& out,
                   const Note& note,
                   std::string_view pictures,
                   std::string_view fit)
{
    out += fmt::format("## {}\n\n", markdownText(titleOf(note)));
    out += fmt::format("{}, {}", labelOf(note.kind), labelOf(note.state));
    if (!note.assignee.empty())
        out += fmt::format(", for {}", markdownText(note.assignee));
    out += fmt::format(". {}, {}", markdownText(note.author), note.date);
    if (!note.scene.empty())
        out += fmt::format(", {} at {}", markdownText(note.scene), placeText(note.place));
    if (note.tick)
        out += fmt::format(", tick {}", *note.tick);
    out += ".\n\n";
    if (!fit.empty())
        out += fmt::format("*{}*\n\n", fit);
    out += markdownText(note.text) + "\n\n";
    if (!note.picture.empty())
        out += fmt::format("![]({}/{})\n\n", linkText(pictures), linkText(note.picture));
    for (const auto& answer : note.answers)
        out += fmt::format("- {}, {}: {}\n", markdownText(answer.author), answer.date,
                           markdownText(answer.text));
    if (!note.answers.empty())
        out += '\n';
}
} // namespace

std::string_view fitText(const Note& note, const FitOf& fitOf)
{
    if (!fitOf || note.objects.empty())
        return {};
    switch (fitOf(note)) {
    case NoteFit::Fits:
        return {};
    case NoteFit::Changed:
        return "What it points at has changed since.";
    case NoteFit::Gone:
        return "What it points at is no longer there.";
    }
    return {};
}

std::string_view labelOf(NoteKind kind)
{
    constexpr std::array<std::string_view, 5> Labels{"Bug", "Idea", "Art", "Light", "Sound"};
    return Labels.at(static_cast<std::size_t>(kind));
}

std::string_view labelOf(NoteState state)
{
    constexpr std::array<std::string_view, 4> Labels{"Open", "Fixed", "Won't fix", "Checked"};
    return Labels.at(static_cast<std::size_t>(state));
}

std::string noteFolderSeenFrom(const fs::path& file, const fs::path& project)
{
    std::error_code failed;
    const auto from = fs::absolute(file, failed).parent_path();
    const auto to = fs::absolute(noteFolder(project), failed);
    const auto relative = to.lexically_normal().lexically_relative(from.lexically_normal());
    return relative.empty() ? to.string() : relative.string();
}

std::string notesAsMarkdown(std::span<const StoredNote> notes,
                            std::string_view projectName,
                            std::string_view pictures,
                            const FitOf& fitOf)
{
    auto out = fmt::format("# {}: {}\n\n", markdownText(projectName),
                           countText(notes.size(), "note", "notes"));
    for (const auto& each : notes)
        appendChapter(out, each.note, pictures, fitText(each.note, fitOf));
    return out;
}

std::string notesAsCsv(std::span<const StoredNote> notes, const FitOf& fitOf)
{
    std::string out{CsvHead};
    for (const auto& [file, note] : notes) {
        std::string answers;
        for (const auto& answer : note.answers)
            answers += fmt::format("{}{}, {}: {}", answers.empty() ? "" : "\n", answer.author,
                                   answer.date, answer.text);
        const auto fit = fitOf && !note.objects.empty() ? nameOf(fitOf(note)) : std::string_view{};
        out += hashToText(note.id) + ',' + note.date;
        for (const auto& text : {std::string{nameOf(note.kind)}, std::string{nameOf(note.state)},
                                 note.text, note.author, note.assignee, note.scene})
            out += ',' + csvField(text);
        out += fmt::format(",{:.3f},{:.3f},{:.3f},", note.place.x, note.place.y, note.place.z);
        if (note.tick)
            out += std::to_string(*note.tick);
        for (const auto& text :
             {note.build, note.picture, note.recording, std::string{fit}, answers})
            out += ',' + csvField(text);
        out += "\r\n";
    }
    return out;
}
} // namespace engine
