#include "engine_core/base/count_text.h"
#include "engine_core/base/files/new_files.h"
#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/play/notes/note_escapes.h"
#include "engine_core/play/notes/note_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace engine
{
namespace
{
/// Nothing but pictures beside the page and its own style is loaded, whatever stands in it.
constexpr std::string_view PageHead = R"(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<style>
body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em;
 background: #1e1f22; color: #dcdde0; }
article { border-top: 1px solid #44464c; padding: 1em 0; }
h2 { font-size: 1.15em; margin: 0 0 .2em; }
small { color: #9a9ca3; }
p { white-space: pre-wrap; margin: .6em 0; overflow-wrap: anywhere; }
figure { position: relative; margin: .6em 0; }
img { display: block; width: 100%; }
svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.kind { display: inline-block; padding: 0 .5em; border-radius: .3em; background: #3574f0;
 color: #fff; font-size: .8em; }
.bug { background: #c94f4f; } .idea { background: #b07d1e; } .art { background: #8a5cc2; }
.light { background: #9a8b1f; } .sound { background: #2f8a6b; }
.fixed, .checked, .wont_fix { opacity: .6; }
li { overflow-wrap: anywhere; }
</style>
)";

int byteOf(float share)
{
    return static_cast<int>(std::lround(std::clamp(share, 0.0F, 1.0F) * 255));
}

/// Lines over the picture. They are as wide as they were drawn in a picture of 16:9.
std::string drawingOf(const Note& note)
{
    if (note.drawing.empty())
        return {};
    std::string out = R"(<svg viewBox="0 0 1 1" preserveAspectRatio="none">)";
    for (const auto& stroke : note.drawing) {
        out +=
            fmt::format(R"(<polyline fill="none" stroke="#{:02x}{:02x}{:02x}" stroke-width="{}" )"
                        R"(stroke-linecap="round" vector-effect="non-scaling-stroke" points=")",
                        byteOf(stroke.color.r), byteOf(stroke.color.g), byteOf(stroke.color.b),
                        std::max(1L, std::lround(stroke.width * 540)));
        for (const auto& point : stroke.points)
            out += fmt::format("{:.4f},{:.4f} ", point.x, point.y);
        out += "\"/>";
    }
    return out + "</svg>";
}

std::string smallPrint(const Note& note)
{
    auto out =
        fmt::format("{}, {}, {}", htmlText(labelOf(note.state)), htmlText(note.author), note.date);
    if (!note.assignee.empty())
        out += ", for " + htmlText(note.assignee);
    if (!note.scene.empty())
        out += fmt::format(", {} at {:.2f}, {:.2f}, {:.2f}", htmlText(note.scene), note.place.x,
                           note.place.y, note.place.z);
    if (note.tick)
        out += fmt::format(", tick {}", *note.tick);
    if (!note.build.empty())
        out += ", build " + htmlText(note.build);
    return out;
}

void appendArticle(std::string& out, const Note& note, const FitOf& fitOf)
{
    const auto id = hashToText(note.id);
    out += fmt::format("<article id=\"n{}\" class=\"{}\">\n", id, nameOf(note.state));
    out += fmt::format("<h2><span class=\"kind {}\">{}</span> {}</h2>\n", nameOf(note.kind),
                       labelOf(note.kind), htmlText(titleOf(note)));
    out += fmt::format("<small>{}</small>\n", smallPrint(note));
    if (const auto fit = fitText(note, fitOf); !fit.empty())
        out += fmt::format("<p><em>{}</em></p>\n", fit);
    if (note.text != titleOf(note))
        out += fmt::format("<p>{}</p>\n", htmlText(note.text));
    if (!note.picture.empty())
        out += fmt::format("<figure><img src=\"pictures/{}\" alt=\"\">{}</figure>\n",
                           linkText(note.picture), drawingOf(note));
    if (!note.answers.empty()) {
        out += "<ul>\n";
        for (const auto& answer : note.answers)
            out += fmt::format("<li><small>{}, {}</small> {}</li>\n", htmlText(answer.author),
                               answer.date, htmlText(answer.text));
        out += "</ul>\n";
    }
    out += "</article>\n";
}

/// Only what is a PNG: a page with a stranger's file under the name of a picture would hand it on.
bool isPng(std::string_view bytes)
{
    return bytes.starts_with("\x89PNG\r\n\x1a\n");
}
} // namespace

std::string
notesAsWebPage(std::span<const StoredNote> notes, std::string_view projectName, const FitOf& fitOf)
{
    std::string out{PageHead};
    const auto open = std::count_if(notes.begin(), notes.end(), [](const auto& each) {
        return each.note.state == NoteState::Open;
    });
    out +=
        fmt::format("<title>Notes of {0}</title>\n<h1>Notes of {0}</h1>\n<p>{1}, {2} open.</p>\n",
                    htmlText(projectName), countText(notes.size(), "note", "notes"), open);
    for (const auto& each : notes)
        appendArticle(out, each.note, fitOf);
    return out + "</html>\n";
}

Result<void> writeNoteSite(const fs::path& project,
                           std::span<const StoredNote> notes,
                           std::string_view projectName,
                           const fs::path& to,
                           const FitOf& fitOf,
                           const JobControl* control)
{
    auto folder = UnfinishedFolder::beside(to);
    if (!folder)
        return folder.error();
    if (auto made = makeFolders(folder->path() / "pictures"); !made)
        return made;
    std::vector<StoredNote> shown{notes.begin(), notes.end()};
    for (auto& each : shown) {
        if (control != nullptr && control->isCancelled())
            return Error{"The export was stopped"};
        auto& picture = each.note.picture;
        const auto file = picture.empty() ? Result<fs::path>{Error{"It has none"}}
                                          : noteFilePath(project, picture);
        const auto bytes =
            file ? readFile(*file, MostPictureBytes) : Result<std::string>{file.error()};
        if (!bytes || !isPng(*bytes)) {
            picture.clear();
            continue;
        }
        // moveTo() waits for the disk, once for all of them.
        if (auto written = writeFileUnflushed(folder->path() / "pictures" / picture, *bytes);
            !written)
            return written;
    }
    if (auto written = writeFileUnflushed(folder->path() / "index.html",
                                          notesAsWebPage(shown, projectName, fitOf));
        !written)
        return written;
    return folder->moveTo(to);
}

Result<fs::path> exportNotes(const fs::path& project,
                             std::span<const StoredNote> notes,
                             std::string_view projectName,
                             const fs::path& to,
                             const FitOf& fitOf,
                             const JobControl* control)
{
    const auto ending = to.extension();
    if (ending != ".md" && ending != ".csv") {
        const auto written = writeNoteSite(project, notes, projectName, to, fitOf, control);
        return written ? Result<fs::path>{to / "index.html"} : written.error();
    }
    const auto text = ending == ".csv" ? notesAsCsv(notes, fitOf)
                                       : notesAsMarkdown(notes, projectName,
                                                         noteFolderSeenFrom(to, project), fitOf);
    const auto written = writeFileAtomically(to, text);
    return written ? Result<fs::path>{to} : written.error();
}
} // namespace engine
