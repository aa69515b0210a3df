#include "editor/app/dialogs/file_dialog.h"

#include "editor/app/workspace/sample_projects.h"
#include "editor/views/theme.h"

#include <QDir>
#include <QFileDialog>
#include <QFileIconProvider>
#include <QHeaderView>
#include <QSettings>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace editor
{
namespace
{
constexpr QSize DialogSize{800, 500};
constexpr int PlacesWidth = 150; ///< of the list on the left

/// Pictures of files by what they are to us.
constexpr std::array<std::pair<const char*, const char*>, 15> IconsOfEndings{
    {{".scene.json", "scene"},
     {".prefab.json", "prefab"},
     {".map", "brush"},
     {".glb", "mesh"},
     {".gltf", "mesh"},
     {".obj", "mesh"},
     {".zip", "project"},
     {".png", "texture"},
     {".jpg", "texture"},
     {".as", "script"},
     {".wav", "sound"},
     {".ogg", "sound"},
     {".opus", "sound"},
     {".flac", "sound"},
     {".mp3", "sound"}}};

class FileIcons final : public QFileIconProvider
{
public:
    [[nodiscard]] QIcon icon(IconType type) const override
    {
        switch (type) {
        case Folder:
            return themeIcon(QStringLiteral("folder"), ColorRole::Accent);
        case File:
            return themeIcon(QStringLiteral("file"), ColorRole::MutedText);
        default:
            return themeIcon(QStringLiteral("home"), ColorRole::MutedText);
        }
    }

    [[nodiscard]] QIcon icon(const QFileInfo& info) const override
    {
        if (info.isRoot())
            return icon(Drive);
        if (info.isDir())
            return icon(Folder);
        const auto name = info.fileName().toLower();
        const auto at =
            std::find_if(IconsOfEndings.begin(), IconsOfEndings.end(), [&name](const auto& each) {
                return name.endsWith(QLatin1String{each.first});
            });
        return at == IconsOfEndings.end()
                   ? icon(File)
                   : themeIcon(QLatin1String{at->second}, ColorRole::MutedText);
    }
};

void giveIcons(QFileDialog& dialog)
{
    static FileIcons icons; // the dialog does not own it
    dialog.setIconProvider(&icons);
    constexpr std::array<std::pair<const char*, const char*>, 6> Buttons{
        {{"backButton", "arrow_left"},
         {"forwardButton", "arrow_right"},
         {"toParentButton", "arrow_up"},
         {"newFolderButton", "folder_new"},
         {"listModeButton", "list"},
         {"detailModeButton", "list_details"}}};
    for (const auto& [name, icon] : Buttons)
        if (auto* button = dialog.findChild<QToolButton*>(QLatin1String{name}))
            button->setIcon(themeIcon(QLatin1String{icon}));
}

/// Names are whole; what else there is to say of a file takes what it needs.
void giveColumns(const QFileDialog& dialog)
{
    auto* tree = dialog.findChild<QTreeView*>(QStringLiteral("treeView"));
    if (tree == nullptr)
        return; // another Qt may call it something else
    if (auto* parts = dialog.findChild<QSplitter*>(QStringLiteral("splitter")))
        parts->setSizes({PlacesWidth, DialogSize.width() - PlacesWidth});
    tree->header()->setStretchLastSection(false);
    for (int column = 0; column < tree->header()->count(); ++column)
        tree->header()->setSectionResizeMode(column, column == 0 ? QHeaderView::Stretch
                                                                 : QHeaderView::ResizeToContents);
}

QString text(const fs::path& path)
{
    return QString::fromStdString(path.string());
}

bool liesWithin(const fs::path& folder, const fs::path& whole)
{
    const auto relative = folder.lexically_normal().lexically_relative(whole.lexically_normal());
    return !relative.empty() && *relative.begin() != "..";
}

fs::path folderToBegin(const FileQuestion& question)
{
    if (question.memory.isEmpty())
        return question.folder;
    const fs::path last = QSettings{}.value(question.memory).toString().toStdString();
    std::error_code failed;
    const bool counts = !last.empty() && fs::is_directory(last, failed) &&
                        (question.within.empty() || liesWithin(last, question.within));
    return counts ? last : question.folder;
}

fs::path ask(QWidget* parent,
             const FileQuestion& question,
             const QString& name,
             const std::function<void(QFileDialog&)>& set)
{
    QFileDialog dialog{parent};
    prepareFileDialog(dialog, question);
    set(dialog);
    if (!name.isEmpty())
        dialog.selectFile(name);
    return runFileDialog(dialog, question);
}
} // namespace

void prepareFileDialog(QFileDialog& dialog, const FileQuestion& question)
{
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    dialog.setWindowTitle(question.title);
    if (!question.filters.isEmpty())
        dialog.setNameFilters(question.filters.split(QStringLiteral(";;")));
    if (const auto folder = folderToBegin(question); !folder.empty())
        dialog.setDirectory(text(folder));
    dialog.setViewMode(QFileDialog::Detail);
    dialog.resize(DialogSize);
    giveIcons(dialog);
    giveColumns(dialog);
}

fs::path runFileDialog(QFileDialog& dialog, const FileQuestion& question)
{
    // Qt keeps the places on the left for all programs: ours stand there as long as we ask.
    const auto places = dialog.sidebarUrls();
    QList<QUrl> ours{QUrl{QStringLiteral("file:")}, QUrl::fromLocalFile(QDir::homePath())};
    for (const auto& folder : {projectsFolder(), question.folder})
        if (std::error_code failed; !folder.empty() && fs::is_directory(folder, failed))
            ours << QUrl::fromLocalFile(text(folder));
    dialog.setSidebarUrls(ours);
    const bool isChosen = dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty();
    dialog.setSidebarUrls(places);
    if (!isChosen)
        return {};
    const fs::path chosen = dialog.selectedFiles().front().toStdString();
    if (!question.memory.isEmpty())
        QSettings{}.setValue(question.memory, text(chosen.parent_path()));
    return chosen;
}

fs::path askForFile(QWidget* parent, const FileQuestion& question)
{
    return ask(parent, question, {},
               [](QFileDialog& dialog) { dialog.setFileMode(QFileDialog::ExistingFile); });
}

fs::path askForFolder(QWidget* parent, const FileQuestion& question)
{
    return ask(parent, question, {}, [](QFileDialog& dialog) {
        dialog.setFileMode(QFileDialog::Directory);
        dialog.setOption(QFileDialog::ShowDirsOnly);
    });
}

fs::path askForProject(QWidget* parent)
{
    return askForFolder(parent, {.title = QFileDialog::tr("Open a project's folder"),
                                 .filters = {},
                                 .memory = QStringLiteral("project/folder"),
                                 .folder = projectsFolder(),
                                 .within = {}});
}

fs::path askForFileToWrite(QWidget* parent, const FileQuestion& question, const QString& name)
{
    return ask(parent, question, name, [](QFileDialog& dialog) {
        dialog.setAcceptMode(QFileDialog::AcceptSave);
        dialog.setFileMode(QFileDialog::AnyFile);
    });
}
} // namespace editor
