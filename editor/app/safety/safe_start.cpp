#include "editor/app/safety/safe_start.h"

#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/log.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

namespace editor
{
namespace fs = std::filesystem;

namespace
{
constexpr std::uintmax_t MaxNoteBytes = 1U << 14U;

fs::path noteFolder()
{
    return engine::userDataFolder() / "opening";
}

/// When the process was started, in clock ticks since the machine was: field 22 of proc(5). With it
/// a number that was given to another process since is told apart. 0 if there is no such process.
std::uint64_t startOf(long process)
{
    constexpr int FieldsAfterName = 20; // field 22 is the 20th behind the name's bracket
    std::ifstream file{fmt::format("/proc/{}/stat", process)}; // whose size is told as 0
    std::string text;
    std::getline(file, text);
    std::string_view rest{text};
    rest.remove_prefix(std::min(rest.rfind(')'), rest.size()));
    for (int i = 0; i < FieldsAfterName; ++i)
        rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()));
    std::uint64_t start = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), start);
    return start;
}

struct Note
{
    long process = 0;
    std::uint64_t start = 0;
    fs::path project;
};

/// Three lines: process, its start, and the project.
std::optional<Note> readNote(const fs::path& file)
{
    const auto text = engine::readFile(file, MaxNoteBytes);
    if (!text)
        return std::nullopt;
    const auto first = text->find('\n');
    const auto second = text->find('\n', first == std::string::npos ? first : first + 1);
    if (second == std::string::npos)
        return std::nullopt;
    Note note;
    std::from_chars(text->data(), text->data() + first, note.process);
    std::from_chars(text->data() + first + 1, text->data() + second, note.start);
    note.project = text->substr(second + 1);
    return note.process > 0 ? std::optional{note} : std::nullopt;
}
} // namespace

OpeningNote::OpeningNote(const fs::path& project)
    : m_file{noteFolder() / std::to_string(::getpid())}
{
    auto noted = engine::makeUserFolder(noteFolder());
    if (noted)
        noted = engine::writeFileAtomically(
            m_file, fmt::format("{}\n{}\n{}", ::getpid(), startOf(::getpid()), project.string()));
    if (!noted)
        engine::logWarning("start", "{}", noted.error().message());
}

OpeningNote::~OpeningNote()
{
    std::error_code ignored;
    fs::remove(m_file, ignored);
}

std::vector<fs::path> OpeningNote::takeBroken()
{
    std::vector<fs::path> broken;
    std::error_code failed;
    if (!fs::exists(noteFolder(), failed) || !engine::makeUserFolder(noteFolder()))
        return broken;
    for (fs::directory_iterator at{noteFolder(), failed}, end; !failed && at != end;
         at.increment(failed)) {
        const auto note = readNote(at->path());
        if (note && note->start != 0 && startOf(note->process) == note->start)
            continue; // another editor that is opening its project just now
        if (note)
            broken.push_back(note->project);
        std::error_code ignored;
        fs::remove(at->path(), ignored);
    }
    return broken;
}

SafeStartDialog::SafeStartDialog(const fs::path& project, QWidget* parent) : QDialog{parent}
{
    setObjectName(QStringLiteral("safeStart"));
    setWindowTitle(tr("Mapwright"));
    setMinimumWidth(460);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    auto* title = new QLabel{tr("The editor ended while it was opening this project"), this};
    title->setProperty("heading", true);
    layout->addWidget(title);
    auto* place = new QLabel{this};
    place->setTextFormat(Qt::PlainText);
    place->setWordWrap(true);
    place->setText(QString::fromStdString(project.string())
                       .replace(QLatin1Char{'/'}, QStringLiteral("/\u200b")));
    layout->addWidget(place);
    auto* note = new QLabel{tr("Nothing of it was lost. If its scripts or a plugin are to blame, "
                               "open it without them."),
                            this};
    note->setProperty("muted", true);
    note->setWordWrap(true);
    layout->addWidget(note);
    layout->addSpacing(8);
    const auto add = [&](const QString& text, const char* name, Choice choice) {
        auto* button = new QPushButton{text, this};
        button->setObjectName(QLatin1String{name});
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, choice] {
            m_choice = choice;
            accept();
        });
        layout->addWidget(button);
        return button;
    };
    auto* first = add(tr("Open without scripts"), "safeNoScripts", Choice::WithoutScripts);
    first->setDefault(true);
    first->setProperty("primary", true);
    add(tr("Open without plugins"), "safeNoPlugins", Choice::WithoutPlugins);
    add(tr("Choose another project"), "safeOther", Choice::AnotherProject);
    add(tr("Open as always"), "safeAsAlways", Choice::AsAlways);
    first->setFocus();
}
} // namespace editor
