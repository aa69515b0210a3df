#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/play/notes/note.h"
#include "engine_core/play/notes/note_names.h"
#include "engine_core/serialization/json_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
/// The first thing that is wrong with the file; what follows is not looked at.
class Complaint
{
public:
    Complaint(const JsonTree& tree, const std::string& file) : m_tree{tree}, m_file{file} {}

    void add(const JsonValue& at, std::string_view what)
    {
        if (!m_error)
            m_error = Error{"The note '{}' cannot be read: {}: {}", m_file,
                            placeToText(m_tree.placeOf(at)), what};
    }

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    const JsonTree& m_tree;
    const std::string& m_file;
    std::optional<Error> m_error;
};

/// The members of one object. What is asked for is known; the rest is kept.
class NoteMembers
{
public:
    NoteMembers(const JsonValue& object, Complaint& complaint)
        : m_object{object}, m_complaint{complaint}
    {
        if (!object.isObject())
            complaint.add(object, "this is no object");
    }

    std::optional<JsonValue> find(std::string_view name)
    {
        m_known.push_back(name);
        return m_object.find(name);
    }

    std::optional<JsonValue> need(std::string_view name)
    {
        const auto value = find(name);
        if (!value)
            m_complaint.add(m_object, fmt::format("'{}' is missing", name));
        return value;
    }

    /// Empty if it is not there.
    std::string text(std::string_view name, std::size_t most = MostNoteName)
    {
        const auto value = find(name);
        return value ? textOf(*value, name, most) : std::string{};
    }

    std::string neededText(std::string_view name, std::size_t most = MostNoteName)
    {
        const auto value = need(name);
        return value ? textOf(*value, name, most) : std::string{};
    }

    /// Refuses what `isGood` does not take; an empty one only where it is not there.
    template <typename Good>
    std::string checkedText(std::string_view name, const Good& isGood, std::string_view what)
    {
        const auto value = find(name);
        if (!value)
            return {};
        auto read = textOf(*value, name, MostNoteName);
        if (!isGood(read))
            m_complaint.add(*value, what);
        return read;
    }

    std::string date(std::string_view name)
    {
        return checkedText(name, isNoteDate, "a date is written as 2026-11-28T00:15:30Z");
    }

    ContentHash hash(std::string_view name)
    {
        const auto value = find(name);
        if (!value)
            return 0;
        const auto read = hashFromText(value->text());
        if (!read)
            m_complaint.add(*value, fmt::format("'{}' is a text of 16 hex digits", name));
        return read.value_or(0);
    }

    double number(const JsonValue& value, double least, double most)
    {
        const auto read = value.number();
        if (read && std::isfinite(*read) && *read >= least && *read <= most)
            return *read;
        m_complaint.add(value, fmt::format("this is no number from {} to {}", least, most));
        return least;
    }

    std::int64_t whole(const JsonValue& value, std::int64_t most)
    {
        const auto read = value.whole();
        if (read && *read >= 0 && *read <= most)
            return *read;
        m_complaint.add(value, fmt::format("this is no whole number from 0 to {}", most));
        return 0;
    }

    Vec3d place(std::string_view name, double limit)
    {
        const auto value = need(name);
        std::array<double, 3> read{};
        if (value && (!value->isArray() || value->count() != read.size()))
            m_complaint.add(*value, fmt::format("'{}' is a list of three numbers", name));
        std::size_t next = 0;
        if (value && value->count() == read.size())
            value->forEachItem(
                [&](const JsonValue& each) { read.at(next++) = number(each, -limit, limit); });
        return {read[0], read[1], read[2]};
    }

    /// Calls read(JsonValue) for each item, of which there may be `most`.
    template <typename Read>
    void list(std::string_view name, std::size_t most, const Read& read)
    {
        const auto value = find(name);
        if (!value)
            return;
        if (!value->isArray() || value->count() > most)
            m_complaint.add(*value, fmt::format("'{}' is a list of at most {}", name, most));
        else
            value->forEachItem(read);
    }

    UnknownMembers rest() const
    {
        UnknownMembers kept;
        m_object.forEachMember([&](std::string_view name, const JsonValue& value) {
            if (std::find(m_known.begin(), m_known.end(), name) == m_known.end())
                kept.emplace_back(name, minifiedJson(value.raw()));
        });
        return kept;
    }

private:
    std::string textOf(const JsonValue& value, std::string_view name, std::size_t most)
    {
        if (value.isText() && value.text().size() <= most)
            return std::string{value.text()};
        m_complaint.add(value, fmt::format("'{}' is a text of at most {} bytes", name, most));
        return {};
    }

    JsonValue m_object;
    Complaint& m_complaint;
    std::vector<std::string_view> m_known;
};

NoteStroke readStroke(const JsonValue& json, Complaint& complaint, std::size_t& pointsLeft)
{
    NoteMembers members{json, complaint};
    NoteStroke stroke;
    if (const auto color = members.find("color")) {
        std::vector<float> parts;
        color->forEachItem([&](const JsonValue& each) {
            if (parts.size() < 3)
                parts.push_back(static_cast<float>(members.number(each, 0, 1)));
        });
        if (color->count() == 3 && parts.size() == 3)
            stroke.color = {parts[0], parts[1], parts[2]};
        else
            complaint.add(*color, "a colour is a list of three numbers");
    }
    if (const auto width = members.find("width"))
        stroke.width = static_cast<float>(members.number(*width, 1e-4, 0.1));
    members.list("points", pointsLeft, [&](const JsonValue& each) {
        std::vector<float> parts;
        if (each.count() == 2)
            each.forEachItem([&](const JsonValue& part) {
                parts.push_back(static_cast<float>(members.number(part, 0, 1)));
            });
        if (!each.isArray() || parts.size() != 2)
            return complaint.add(each, "a point is a list of two numbers");
        stroke.points.emplace_back(parts[0], parts[1]);
    });
    pointsLeft -= stroke.points.size();
    stroke.unknown = members.rest();
    return stroke;
}

NoteObject readObject(const JsonValue& json, Complaint& complaint)
{
    NoteMembers members{json, complaint};
    NoteObject object;
    if (const auto id = members.need("id"))
        object.id.value = static_cast<std::uint64_t>(members.whole(*id, 0xFFFFFFFFLL));
    object.name = members.text("name");
    object.hash = members.hash("hash");
    object.unknown = members.rest();
    return object;
}

NoteAnswer readAnswer(const JsonValue& json, Complaint& complaint)
{
    NoteMembers members{json, complaint};
    NoteAnswer answer;
    answer.author = members.text("author");
    answer.date = members.date("date");
    answer.text = members.neededText("text", MostNoteText);
    answer.unknown = members.rest();
    if (answer.date.empty())
        complaint.add(json, "'date' is missing");
    return answer;
}

NoteCamera readCamera(const JsonValue& json, Complaint& complaint)
{
    NoteMembers members{json, complaint};
    NoteCamera camera;
    camera.position = members.place("position", WorldLimit);
    camera.look = members.place("look", 1);
    if (const auto view = members.find("fieldOfView"))
        camera.fieldOfView = members.number(*view, 1, 179);
    if (std::abs(glm::length(camera.look) - 1) > 1e-3)
        complaint.add(json, "'look' is a direction of length 1");
    camera.unknown = members.rest();
    return camera;
}

template <typename Enum>
void readChoice(NoteMembers& members,
                std::string_view name,
                std::span<const std::string_view> names,
                Complaint& complaint,
                Enum& choice)
{
    const auto value = members.find(name);
    if (!value)
        return;
    const auto at = std::find(names.begin(), names.end(), value->text());
    if (!value->isText() || at == names.end())
        complaint.add(*value, fmt::format("'{}' is one of {}", name, fmt::join(names, ", ")));
    else
        choice = static_cast<Enum>(at - names.begin());
}

void readBeginning(NoteMembers& members, const JsonValue& root, Complaint& complaint, Note& note)
{
    const auto format = members.need("format");
    if (format && members.whole(*format, MostNoteTicks) > NoteFormat)
        complaint.add(*format, "it was written by a newer program");
    if (format && format->whole() == 0)
        complaint.add(*format, "there is no format 0");
    note.id = members.hash("id");
    if (note.id == 0)
        complaint.add(root, "it has no 'id'");
    readChoice(members, "kind", noteKindNames(), complaint, note.kind);
    readChoice(members, "state", noteStateNames(), complaint, note.state);
    note.text = members.neededText("text", MostNoteText);
    note.author = members.text("author");
    note.date = members.date("date");
    if (note.date.empty())
        complaint.add(root, "'date' is missing");
    note.changed = members.date("changed");
    note.assignee = members.text("assignee");
    note.build = members.text("build");
    note.scene = members.checkedText(
        "scene", [](const auto& path) { return path.empty() || bool{checkAssetPath(path)}; },
        "the scene lies outside of the project");
    note.sceneHash = members.hash("sceneHash");
}

void readMoment(NoteMembers& members, Complaint& complaint, Note& note)
{
    note.place = members.place("place", WorldLimit);
    if (const auto camera = members.find("camera"))
        note.camera = readCamera(*camera, complaint);
    if (const auto tick = members.find("tick"))
        note.tick = members.whole(*tick, MostNoteTicks);
    note.picture = members.checkedText("picture", isNoteFileName,
                                       "a picture is the plain name of a file beside the note");
    note.recording = members.checkedText("recording", isNoteFileName,
                                         "a recording is the plain name of a file beside the note");
    if (const auto tick = members.find("recordingTick"))
        note.recordingTick = members.whole(*tick, MostNoteTicks);
}
} // namespace

Result<Note> readNote(std::string_view text, const std::string& nameForMessages)
{
    if (text.size() > MostNoteBytes)
        return Error{"The note '{}' cannot be read: it is larger than {} bytes", nameForMessages,
                     MostNoteBytes};
    const auto tree = JsonTree::parse(text, nameForMessages);
    if (!tree)
        return tree.error();
    Complaint complaint{*tree, nameForMessages};
    const auto root = tree->root();
    NoteMembers members{root, complaint};
    Note note;
    readBeginning(members, root, complaint, note);
    readMoment(members, complaint, note);
    auto pointsLeft = MostNotePoints;
    members.list("drawing", MostNoteStrokes, [&](const JsonValue& each) {
        note.drawing.push_back(readStroke(each, complaint, pointsLeft));
    });
    members.list("objects", MostNoteObjects, [&](const JsonValue& each) {
        note.objects.push_back(readObject(each, complaint));
    });
    members.list("answers", MostNoteAnswers, [&](const JsonValue& each) {
        note.answers.push_back(readAnswer(each, complaint));
    });
    note.unknown = members.rest();
    if (complaint.error())
        return *complaint.error();
    return note;
}
} // namespace engine
