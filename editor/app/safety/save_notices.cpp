#include "editor/app/safety/save_notices.h"

#include "editor/app/window/notice_bar.h"
#include "engine_core/base/files/unsynced_files.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QUrl>

#include <utility>

namespace editor
{
namespace
{
constexpr auto FailedSave = "save.failed";
constexpr auto Unsynced = "save.unsynced";
constexpr auto Unprotected = "work.unprotected";

QString tr(const char* text)
{
    return QCoreApplication::translate("SaveNotices", text);
}

NoticeAction showFolder(const fs::path& folder)
{
    return {.label = tr("Show"),
            .tooltip = tr("<b>Show</b><br>Opens the folder in the file manager."),
            .run = [place = QString::fromStdString(folder.string())] {
                QDesktopServices::openUrl(QUrl::fromLocalFile(place));
            }};
}

NoticeAction tryAgain(std::function<void()> run)
{
    return {.label = tr("Try again"), .tooltip = {}, .run = std::move(run), .isPrimary = true};
}
} // namespace

SaveNotices::SaveNotices(NoticeBar& bar, Workspace& workspace, Actions actions)
    : m_bar{bar}, m_workspace{workspace}, m_actions{std::move(actions)}
{
}

void SaveNotices::failed(const fs::path& file, const std::string& why)
{
    m_failure = Failure{m_workspace.document().path(), file, why};
    m_bar.dismiss(FailedSave); // it may tell of another reason
    refreshFailure();
}

void SaveNotices::saved()
{
    m_failure.reset();
    m_bar.dismiss(Unsynced); // it comes back if the disk did not confirm this one either
    refresh();
}

void SaveNotices::refresh()
{
    refreshFailure();
    refreshProtection();
    refreshUnsynced();
}

void SaveNotices::refreshFailure()
{
    const auto& document = m_workspace.document();
    const bool isOpen = m_failure && m_failure->document == document.path();
    if (isOpen && !document.isModified())
        m_failure.reset(); // nothing is left to save
    if (!m_failure || !isOpen)
        return m_bar.dismiss(FailedSave); // it comes back with its scene
    if (m_bar.find(FailedSave) != nullptr)
        return;
    const auto file = m_failure->file;
    m_bar.show(
        {.id = FailedSave,
         .kind = MessageKind::Error,
         .title = tr("%1 could not be saved").arg(QString::fromStdString(file.filename().string())),
         .text = QString::fromStdString(m_failure->why),
         .actions = {tryAgain([this, file] { m_actions.save(file); }),
                     {.label = tr("Save as..."), .tooltip = {}, .run = m_actions.saveAs},
                     showFolder(file.parent_path())}});
}

void SaveNotices::refreshProtection()
{
    const auto unwritable = m_workspace.journal().unwritableFolder();
    if (!unwritable || !m_workspace.document().isModified())
        return m_bar.dismiss(Unprotected);
    if (m_bar.find(Unprotected) != nullptr)
        return;
    const auto again = [this] {
        m_workspace.updateJournals(60, 60); // longer than any pause between two attempts
        refresh();
    };
    m_bar.show({.id = Unprotected,
                .kind = MessageKind::Warning,
                .title = tr("Unsaved work is not protected"),
                .text = tr("Nothing can be written to '%1'. If the program or the computer ends "
                           "now, what you have not saved is lost.")
                            .arg(QString::fromStdString(unwritable->string())),
                .actions = {tryAgain(again),
                            {.label = tr("Save as..."), .tooltip = {}, .run = m_actions.saveAs},
                            showFolder(*unwritable)}});
}

/// Of the files of the open project: what is kept elsewhere, such as autosaves, is in the log.
void SaveNotices::refreshUnsynced()
{
    const auto& root = m_workspace.assets().project().root;
    for (const auto& each : engine::takeUnsynced()) {
        const auto inside = each.file.lexically_relative(root);
        if (inside.empty() || *inside.begin() == "..")
            continue;
        m_bar.dismiss(Unsynced); // it may tell of another file
        m_bar.show({.id = Unsynced,
                    .kind = MessageKind::Warning,
                    .title = tr("The disk did not confirm %1")
                                 .arg(QString::fromStdString(each.file.filename().string())),
                    .text = tr("It is written, but a power cut may bring the old one back: %1. "
                               "Save again, or to another disk.")
                                .arg(QString::fromStdString(each.why)),
                    .actions = {{.label = tr("Save as..."), .tooltip = {}, .run = m_actions.saveAs},
                                showFolder(each.file.parent_path())},
                    .canBeClosed = true});
    }
}
} // namespace editor
