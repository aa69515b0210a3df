#include "engine_core/play/notes/note.h"

#include "engine_core/base/build_stamp.h"
#include "engine_core/play/notes/note_names.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <random>

namespace engine
{
namespace
{
constexpr std::array<std::string_view, 5> KindNames{"bug", "idea", "art", "light", "sound"};
constexpr std::array<std::string_view, 4> StateNames{"open", "fixed", "wont_fix", "checked"};

/// Without bytes that would begin a letter and not end it.
std::string cutText(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return std::string{text};
    auto end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return std::string{text.substr(0, end)};
}

ContentHash newNoteId()
{
    std::random_device device;
    const auto id = (std::uint64_t{device()} << 32U) | device();
    return id != 0 ? id : 1;
}

bool isNumberIn(std::string_view digits, int least, int most)
{
    int number = 0;
    for (const char each : digits) {
        if (each < '0' || each > '9')
            return false;
        number = number * 10 + (each - '0');
    }
    return number >= least && number <= most;
}
} // namespace

std::span<const std::string_view> noteKindNames()
{
    return KindNames;
}

std::span<const std::string_view> noteStateNames()
{
    return StateNames;
}

std::string_view nameOf(NoteKind kind)
{
    return KindNames.at(static_cast<std::size_t>(kind));
}

std::string_view nameOf(NoteState state)
{
    return StateNames.at(static_cast<std::size_t>(state));
}

bool isNoteFileName(std::string_view name)
{
    const auto isPlain = [](char each) {
        return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
               (each >= '0' && each <= '9') || each == '.' || each == '_' || each == '-';
    };
    return !name.empty() && name.size() <= MostNoteName && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), isPlain);
}

bool isNoteDate(std::string_view date)
{
    constexpr std::string_view Form = "0000-00-00T00:00:00Z";
    if (date.size() != Form.size())
        return false;
    for (std::size_t i = 0; i < Form.size(); ++i)
        if (Form[i] != '0' && date[i] != Form[i])
            return false;
    return isNumberIn(date.substr(0, 4), 0, 9999) && isNumberIn(date.substr(5, 2), 1, 12) &&
           isNumberIn(date.substr(8, 2), 1, 31) && isNumberIn(date.substr(11, 2), 0, 23) &&
           isNumberIn(date.substr(14, 2), 0, 59) && isNumberIn(date.substr(17, 2), 0, 60);
}

std::string dateOfNow()
{
    const auto now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text.data(), size};
}

std::string authorOfNotes()
{
    if (const char* set = std::getenv("MAPWRIGHT_AUTHOR"); set != nullptr && *set != '\0')
        return cutText(set, MostNoteName);
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found) != 0 ||
        found == nullptr)
        return "somebody";
    const std::string_view whole = found->pw_gecos != nullptr ? found->pw_gecos : "";
    const auto name = whole.substr(0, whole.find(','));
    return cutText(name.empty() ? std::string_view{found->pw_name} : name, MostNoteName);
}

Note newNote(NoteKind kind)
{
    Note note;
    note.id = newNoteId();
    note.kind = kind;
    note.author = authorOfNotes();
    note.date = dateOfNow();
    note.build = buildText();
    return note;
}

std::string titleOf(const Note& note, std::size_t most)
{
    const std::string_view text = note.text;
    const auto line = text.substr(0, text.find('\n'));
    if (line.size() <= most)
        return std::string{line};
    return cutText(line, most - std::string_view{"…"}.size()) + "…";
}
} // namespace engine
