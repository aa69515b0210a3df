#include "editor/app/safety/file_guard.h"

#include "editor/app/dialogs/compare_dialog.h"
#include "editor/app/dialogs/compare_texts.h"
#include "editor/app/window/long_steps.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/notice_bar.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/operations/entity/object_sets.h"

#include <QApplication>
#include <QEvent>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <utility>

namespace editor
{
namespace
{
const QString ChangedId = QStringLiteral("file.changed");
const QString ReloadedId = QStringLiteral("file.reloaded");
} // namespace

FileGuard::FileGuard(MainWindow& window) : QObject{&window}, m_window{window}
{
    m_connections += document().reset.connect([this] { forget(); });
    m_connections += document().saved.connect([this](std::uint64_t state) {
        m_saved = state;
        m_looked.reset(); // it may be another file by now
        rememberBase();
    });
    window.installEventFilter(this);
    forget();
}

Document& FileGuard::document() const
{
    return m_window.context().document();
}

Workspace& FileGuard::workspace() const
{
    return m_window.context().workspace();
}

QString FileGuard::name() const
{
    return QString::fromStdString(document().path().filename().string());
}

bool FileGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::WindowActivate)
        check(); // the user comes back from the program that has written it
    return QObject::eventFilter(watched, event);
}

/// Another scene is open.
void FileGuard::forget()
{
    endNotices();
    m_window.notices().dismiss(ReloadedId);
    m_seen.reset();
    m_looked.reset();
    m_hash = 0;
    m_told = Told::Nothing;
    m_saved.reset();
    if (!document().isModified())
        m_saved = document().history().stateId();
    rememberBase();
}

/// A copy of a world shares what it holds.
void FileGuard::rememberBase()
{
    m_base =
        document().isModified() ? nullptr : std::make_unique<engine::World>(document().world());
}

void FileGuard::endNotices()
{
    m_window.notices().dismiss(ChangedId);
    m_other.reset();
    if (m_dialog)
        m_dialog->close();
}

void FileGuard::check()
{
    if (m_window.notices().find(ReloadedId) != nullptr &&
        document().history().stateId() != m_reloaded)
        m_window.notices().dismiss(ReloadedId); // what it offers would be something else now
    refreshComparison();
    const auto& file = document().path();
    if (file.empty() || m_isReading || document().isEditing() ||
        QApplication::activeModalWidget() != nullptr || workspace().isSaving())
        return;
    const auto stamp = stampOf(file);
    const auto& known = workspace().journal().knownFile();
    if (known && stamp == known->stamp && stamp != FileStamp{}) {
        m_looked = stamp;
        return isSame();
    }
    if (m_looked == stamp || std::exchange(m_seen, stamp) != stamp)
        return;
    look(stamp);
}

void FileGuard::look(const FileStamp& stamp)
{
    if (stamp == FileStamp{}) {
        m_looked = stamp;
        return isGone();
    }
    m_isReading = true;
    const auto hash = std::make_shared<engine::ContentHash>(0);
    workspace().reads().start(
        "Looking at " + document().path().filename().string(),
        [file = document().path(), hash](engine::JobControl&) { *hash = hashOfFile(file); },
        [guard = QPointer{this}, file = document().path(), stamp, hash] {
            if (!guard)
                return;
            guard->m_isReading = false;
            if (guard->document().path() == file && stampOf(file) == stamp)
                guard->looked(stamp, *hash);
        });
}

void FileGuard::looked(const FileStamp& stamp, engine::ContentHash hash)
{
    if (workspace().isSaving())
        return;
    auto& journal = workspace().journal();
    const auto& known = journal.knownFile();
    m_looked = stamp;
    m_hash = hash;
    if (known && hash != 0 && hash == known->hash) {
        journal.setWritten({hash, stamp});
        return isSame();
    }
    if (journal.mayReplace(hash)) {
        m_told = Told::Kept;
        return endNotices();
    }
    if (hash == 0)
        return isUnreadable(tr("it cannot be opened").toStdString());
    read(stamp);
}

void FileGuard::read(const FileStamp& stamp)
{
    m_isReading = true;
    const auto scene = workspace().sceneCount();
    workspace().readScene(document().path(), [guard = QPointer{this}, stamp, scene](auto outcome) {
        if (!guard)
            return;
        guard->m_isReading = false;
        if (guard->workspace().sceneCount() == scene)
            guard->takeRead(stamp, std::move(outcome));
    });
}

void FileGuard::takeRead(const FileStamp& stamp, engine::Result<Workspace::ReadScene> scene)
{
    // It may have been written or saved while it was read.
    const auto& known = workspace().journal().knownFile();
    if (stampOf(document().path()) != stamp || (known && known->stamp == stamp) ||
        document().isEditing() || QApplication::activeModalWidget() != nullptr) {
        m_looked.reset();
        return;
    }
    if (scene)
        isOther(*std::move(scene));
    else
        isUnreadable(scene.error().message());
}

void FileGuard::isSame()
{
    if (m_told == Told::Nothing)
        return;
    m_told = Told::Nothing;
    document().setFileLost(false);
    endNotices();
    auto& journal = workspace().journal();
    if (document().isModified())
        return;
    journal.setSaved(journal.knownFile()); // the file holds all of it: an autosave need not
    document().endSave(document().path(), document().history().stateId());
}

/// Also when the power fails or the file goes as well: the file that our steps start from may have
/// been written in place.
void FileGuard::keepWorkSafe()
{
    workspace().journal().becomeIndependent();
}

void FileGuard::isOther(Workspace::ReadScene scene)
{
    if (m_told == Told::Gone || m_told == Told::Unreadable)
        document().setFileLost(false); // it is there again
    m_told = Told::Other;
    m_other = std::make_unique<Workspace::ReadScene>(std::move(scene));
    const auto found = differences();
    if (found.empty())
        return reloadNow({}); // only written in another way
    if (reloadsByItself())
        return reloadNow(summaryOf(found));
    keepWorkSafe();
    tellOther();
    m_compared.reset();
    refreshComparison();
}

/// Nothing of the user's could be lost by it, and undo takes it back.
bool FileGuard::reloadsByItself() const
{
    return !document().isModified() && !document().history().canRedo() &&
           m_other->scene.problems.empty() && !m_window.play().isPlaying();
}

void FileGuard::tellOther()
{
    const auto summary = summaryOf(differences());
    const auto what = summary.isEmpty() ? QString{} : tr("On disk: %1. ").arg(summary);
    const auto mine = document().isModified() ? tr("You have edits here that are not saved.")
                                              : tr("Nothing is replaced before you have decided.");
    m_window.notices().show(
        {.id = ChangedId,
         .kind = MessageKind::Warning,
         .title = tr("%1 was changed by something else").arg(name()),
         .text = what + mine,
         .actions = {
             {.label = tr("Reload"),
              .tooltip = tr("<b>Reload</b><br>What is on disk takes the place of what is open "
                            "here, in one step that Undo takes back."),
              .run =
                  [this] {
                      reload();
                  }},
             {.label = tr("Keep mine"),
              .tooltip = tr("<b>Keep mine</b><br>What is open here stays as it is; the next save "
                            "replaces the file."),
              .run =
                  [this] {
                      keepMine();
                  }},
             {.label = tr("Compare..."),
              .tooltip = tr("<b>Compare</b><br>Shows what differs, object by object."),
              .run = [this] { compare(); },
              .isPrimary = true}}});
}

void FileGuard::isUnreadable(const std::string& why)
{
    endNotices();
    m_told = Told::Unreadable;
    document().setFileLost(true); // what is open here is the only whole one
    keepWorkSafe();
    m_window.notices().show(
        {.id = ChangedId,
         .kind = MessageKind::Warning,
         .title = tr("%1 on disk cannot be read any more").arg(name()),
         .text = tr("Something else has written it, perhaps not to its end. What is open here is "
                    "whole. %1")
                     .arg(QString::fromStdString(why)),
         .actions = {{.label = tr("Keep mine"),
                      .tooltip = tr("<b>Keep mine</b><br>What is open here stays as it is; the "
                                    "next save replaces the file."),
                      .run = [this] { keepMine(); },
                      .isPrimary = true}}});
}

void FileGuard::isGone()
{
    endNotices();
    m_told = Told::Gone;
    document().setFileLost(true);
    keepWorkSafe();
    if (const auto now = newName())
        return isRenamed(*now);
    m_window.notices().show(
        {.id = ChangedId,
         .kind = MessageKind::Warning,
         .title = tr("%1 is gone from disk").arg(name()),
         .text = tr("It was deleted, moved or renamed. What is open here is whole; saving writes "
                    "the file anew."),
         .actions = {{.label = tr("Save anew"),
                      .tooltip = {},
                      .run = [this] { m_window.saveScene(document().path()); },
                      .isPrimary = true},
                     {.label = tr("Save as..."),
                      .tooltip = {},
                      .run =
                          [this] {
                              m_window.saveSceneAs();
                          }}},
         .canBeClosed = true});
}

/// Of the file beside its old place that is the very same one.
std::optional<fs::path> FileGuard::newName() const
{
    const auto& known = workspace().journal().knownFile();
    if (!known || !m_saved || known->stamp == FileStamp{})
        return std::nullopt;
    std::error_code failed;
    for (fs::directory_iterator at{document().path().parent_path(), failed}, end;
         !failed && at != end; at.increment(failed))
        if (at->path().extension() == ".json" && stampOf(at->path()) == known->stamp)
            return at->path();
    return std::nullopt;
}

void FileGuard::isRenamed(const fs::path& now)
{
    const auto next = QString::fromStdString(now.filename().string());
    m_window.notices().show(
        {.id = ChangedId,
         .kind = MessageKind::Warning,
         .title = tr("%1 is now called %2").arg(name(), next),
         .text = tr("It was renamed on disk. Saving without following writes it anew under its "
                    "old name."),
         .actions = {{.label = tr("Follow"),
                      .tooltip = tr("<b>Follow</b><br>This scene goes on as %1, with its undo "
                                    "history and what is not saved.")
                                     .arg(next.toHtmlEscaped()),
                      .run = [this, now] { follow(now); },
                      .isPrimary = true},
                     {.label = tr("Save as..."),
                      .tooltip = {},
                      .run =
                          [this] {
                              m_window.saveSceneAs();
                          }}},
         .canBeClosed = true});
}

void FileGuard::follow(const fs::path& now)
{
    auto& journal = workspace().journal();
    const auto& known = journal.knownFile();
    const auto waiting = workspace().waiting();
    const bool isTaken = std::any_of(waiting.begin(), waiting.end(),
                                     [&](const auto& each) { return each.file == now; });
    if (isTaken || !m_saved || !known || stampOf(now) != known->stamp)
        return m_window.showError(tr("%1 has changed since; open it instead")
                                      .arg(QString::fromStdString(now.filename().string())));
    m_told = Told::Nothing;
    endNotices();
    journal.setSaved(known);
    document().endSave(now, *m_saved); // it holds what it held
    rememberScene(now);
}

void FileGuard::reload()
{
    if (!m_window.longSteps().endEdits())
        return;
    if (!m_other || stampOf(document().path()) != m_other->state.stamp) {
        m_looked.reset(); // it was written once more
        return check();
    }
    const auto file = document().path().filename().string();
    reloadNow({});
    m_window.context().showMessage(MessageKind::Info,
                                   "Read " + file + " again; Undo brings back what was open");
}

/// With a summary the user hears of it afterwards.
void FileGuard::reloadNow(const QString& summary)
{
    auto scene = std::exchange(m_other, nullptr);
    m_told = Told::Nothing;
    endNotices();
    if (const auto done = workspace().reload(std::move(*scene)); !done)
        return m_window.showError(QString::fromStdString(done.error().message()));
    if (!summary.isEmpty())
        tellReloaded(summary);
}

void FileGuard::tellReloaded(const QString& summary)
{
    m_reloaded = document().history().stateId();
    m_window.notices().show(
        {.id = ReloadedId,
         .kind = MessageKind::Info,
         .title = tr("%1 was changed by something else and read again").arg(name()),
         .text = tr("You had nothing unsaved. Changed: %1.").arg(summary),
         .actions = {{.label = tr("Undo"),
                      .tooltip = tr("<b>Undo</b><br>Back to what was open before; saving replaces "
                                    "the file by it."),
                      .run =
                          [this] {
                              if (document().history().stateId() == m_reloaded)
                                  document().undo();
                              m_window.notices().dismiss(ReloadedId);
                          }}},
         .canBeClosed = true});
}

void FileGuard::keepMine()
{
    workspace().keepOverFile(m_hash);
    m_told = Told::Kept;
    endNotices();
    m_window.context().showMessage(MessageKind::Info, "Kept what is open here; saving replaces " +
                                                          name().toStdString());
}

std::vector<ObjectDifference> FileGuard::differences() const
{
    return compareScenes(document().world(), *m_other->scene.world, m_base.get(),
                         document().types());
}

void FileGuard::compare()
{
    if (!m_other) { // before a save, when nobody has looked yet
        auto scene = Workspace::read(document().path(), workspace().types());
        if (!scene)
            return m_window.showError(QString::fromStdString(scene.error().message()));
        m_looked = scene->state.stamp;
        m_hash = scene->state.hash;
        m_told = Told::Other;
        m_other = std::make_unique<Workspace::ReadScene>(*std::move(scene));
        tellOther();
    }
    if (!m_dialog) {
        m_dialog = new CompareDialog{name(), &m_window};
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &CompareDialog::reloadWanted, this, &FileGuard::reload);
        connect(m_dialog, &CompareDialog::keepWanted, this, &FileGuard::keepMine);
        connect(m_dialog, &CompareDialog::showWanted, this, &FileGuard::showObject);
        m_compared.reset();
    }
    refreshComparison();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void FileGuard::refreshComparison()
{
    const auto state = document().history().stateId();
    if (!m_dialog || !m_other || document().isEditing() || state == m_compared)
        return;
    m_compared = state;
    m_dialog->setDifferences(differences(), document().world(), *m_other->scene.world);
}

void FileGuard::showObject(engine::EntityId entity)
{
    const auto& world = document().world();
    if (!world.exists(entity) || entity == engine::SceneEntity)
        return;
    document().selection().set({entity});
    m_window.context().focus(boundsToShow(world, std::array{entity}));
}

bool FileGuard::mayReplace(const fs::path& file)
{
    if (file != document().path() || !workspace().isFileChanged())
        return true;
    QMessageBox box{QMessageBox::Warning, tr("Changed on disk"),
                    tr("Something else has written %1 since you opened or saved it. Saving now "
                       "replaces that by what is open here.")
                        .arg(name()),
                    QMessageBox::NoButton, &m_window};
    box.setObjectName(QStringLiteral("fileChanged"));
    box.setTextFormat(Qt::PlainText);
    auto* overwrite = box.addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
    auto* saveAs = box.addButton(tr("Save as..."), QMessageBox::ActionRole);
    auto* look = m_told == Told::Unreadable
                     ? nullptr
                     : box.addButton(tr("Compare..."), QMessageBox::ActionRole);
    auto* cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(cancel);
    box.setEscapeButton(cancel);
    box.exec();
    const auto* clicked = box.clickedButton();
    if (clicked == saveAs)
        m_window.saveSceneAs();
    else if (look != nullptr && clicked == look)
        compare();
    return clicked == overwrite;
}
} // namespace editor
