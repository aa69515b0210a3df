#include "engine_core/base/json_writer.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/play/notes/note.h"

namespace engine
{
namespace
{
/// Members of an object, in the order of the calls.
class MemberWriter
{
public:
    /// `lead` stands before every member, such as a line break.
    MemberWriter(std::string& out, std::string_view lead) : m_out{out}, m_lead{lead} {}

    void begin(std::string_view name)
    {
        m_out += m_isEmpty ? '{' : ',';
        m_out += m_lead;
        m_isEmpty = false;
        appendJsonKey(m_out, name);
        m_out += ' ';
    }

    void text(std::string_view name, std::string_view value)
    {
        begin(name);
        appendJsonText(m_out, value);
    }

    /// Left out if there is nothing to say.
    void textIfAny(std::string_view name, std::string_view value)
    {
        if (!value.empty())
            text(name, value);
    }

    void whole(std::string_view name, std::int64_t value)
    {
        begin(name);
        appendJson(m_out, value);
    }

    void vector(std::string_view name, const Vec3d& value)
    {
        begin(name);
        char before = '[';
        for (const double each : {value.x, value.y, value.z}) {
            m_out += before;
            appendJson(m_out, each);
            before = ',';
        }
        m_out += ']';
    }

    /// Objects that `write` appends, one a line.
    template <typename Item, typename Write>
    void listIfAny(std::string_view name, const std::vector<Item>& items, const Write& write)
    {
        if (items.empty())
            return;
        begin(name);
        char before = '[';
        for (const auto& each : items) {
            m_out += before;
            m_out += "\n    ";
            write(m_out, each);
            before = ',';
        }
        m_out += "\n  ]";
    }

    void finish(const UnknownMembers& unknown, std::string_view trail = {})
    {
        for (const auto& [name, json] : unknown) {
            begin(name);
            m_out += json;
        }
        if (m_isEmpty)
            m_out += '{';
        m_out += trail;
        m_out += '}';
    }

private:
    std::string& m_out;
    std::string_view m_lead;
    bool m_isEmpty = true;
};

void writeStroke(std::string& out, const NoteStroke& stroke)
{
    MemberWriter members{out, {}};
    members.begin("color");
    char before = '[';
    for (const float each : {stroke.color.r, stroke.color.g, stroke.color.b}) {
        out += before;
        appendJson(out, each);
        before = ',';
    }
    out += ']';
    members.begin("width");
    appendJson(out, stroke.width);
    members.begin("points");
    before = '[';
    for (const auto& each : stroke.points) {
        out += before;
        out += '[';
        appendJson(out, each.x);
        out += ',';
        appendJson(out, each.y);
        out += ']';
        before = ',';
    }
    out += before == '[' ? "[]" : "]";
    members.finish(stroke.unknown);
}

void writeObject(std::string& out, const NoteObject& object)
{
    MemberWriter members{out, {}};
    members.whole("id", static_cast<std::int64_t>(object.id.value));
    members.textIfAny("name", object.name);
    members.text("hash", hashToText(object.hash));
    members.finish(object.unknown);
}

void writeAnswer(std::string& out, const NoteAnswer& answer)
{
    MemberWriter members{out, {}};
    members.textIfAny("author", answer.author);
    members.text("date", answer.date);
    members.text("text", answer.text);
    members.finish(answer.unknown);
}

void writeCamera(std::string& out, const NoteCamera& camera)
{
    MemberWriter members{out, {}};
    members.vector("position", camera.position);
    members.vector("look", camera.look);
    members.begin("fieldOfView");
    appendJson(out, camera.fieldOfView);
    members.finish(camera.unknown);
}
} // namespace

std::string noteText(const Note& note)
{
    std::string out;
    MemberWriter members{out, "\n  "};
    members.whole("format", NoteFormat);
    members.text("id", hashToText(note.id));
    members.text("kind", nameOf(note.kind));
    members.text("state", nameOf(note.state));
    members.text("text", note.text);
    members.textIfAny("author", note.author);
    members.text("date", note.date);
    members.textIfAny("changed", note.changed);
    members.textIfAny("assignee", note.assignee);
    members.textIfAny("build", note.build);
    members.textIfAny("scene", note.scene);
    if (note.sceneHash != 0)
        members.text("sceneHash", hashToText(note.sceneHash));
    members.vector("place", note.place);
    if (note.camera) {
        members.begin("camera");
        writeCamera(out, *note.camera);
    }
    if (note.tick)
        members.whole("tick", *note.tick);
    members.textIfAny("picture", note.picture);
    members.textIfAny("recording", note.recording);
    if (note.recordingTick != 0)
        members.whole("recordingTick", note.recordingTick);
    members.listIfAny("drawing", note.drawing, writeStroke);
    members.listIfAny("objects", note.objects, writeObject);
    members.listIfAny("answers", note.answers, writeAnswer);
    members.finish(note.unknown, "\n");
    out += '\n';
    return out;
}
} // namespace engine
