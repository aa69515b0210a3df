#pragma once

#include "editor/api/registration.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/signal.h"

#include <QObject>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace editor
{
class MainWindow;

/// Copies and pastes the selected objects as text. Thousands of them are put into words and read
/// again on a worker, and pasted in parts.
class ObjectClipboard : public QObject
{
    Q_OBJECT

public:
    explicit ObjectClipboard(MainWindow& window);

    /// What is selected now; the clipboard may hold it a moment later. A paste waits for it.
    void copy();

    /// At the pointer, or where it was copied. Into the scene that is open now, and no other.
    void paste(bool inPlace);

    /// Takes the last paste back of those that have not begun. False if there is none.
    bool takeBackPaste();

    [[nodiscard]] bool isCopying() const { return m_copying != nullptr; }

    /// Whether a paste waits: for its text, for the models in it, or for the end of an edit.
    [[nodiscard]] bool isPasting() const { return waiting() > 0; }

    /// How many do.
    [[nodiscard]] std::size_t waiting() const;

Q_SIGNALS:
    /// There are more or fewer pastes that wait.
    void waitingChanged();

private:
    struct Paste;
    struct Copy;

    [[nodiscard]] bool isWanted(const std::shared_ptr<Paste>& paste) const;
    void forget(const std::shared_ptr<Paste>& paste);
    void forgetPastes();
    void showWaiting();
    void copied(const std::shared_ptr<Copy>& copy);
    void read(const std::shared_ptr<Paste>& paste, const QString& text);
    void add(const std::shared_ptr<Paste>& paste, std::shared_ptr<engine::World> objects);
    std::shared_ptr<engine::JobControl>
    work(const std::string& name, engine::JobQueue::Work work, engine::JobQueue::Done done);

    MainWindow& m_window;
    std::shared_ptr<Copy> m_copying;            ///< what the clipboard is about to hold
    std::vector<std::weak_ptr<Paste>> m_pastes; ///< that have not begun, the last one last
    Registration m_shownWaiting; ///< in the status bar: pastes that nothing else is shown of
    std::size_t m_shownCount = 0;
    engine::Connection m_connection;
    engine::JobQueue m_jobs; // last: its worker ends first
};
} // namespace editor
