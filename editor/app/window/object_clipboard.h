#pragma once

#include "editor/api/registration.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "engine_core/base/jobs.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
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

    /// At the pointer, or where it was copied.
    void paste(bool inPlace);

    [[nodiscard]] bool isCopying() const { return m_copying != nullptr; }

private:
    void read(PastePlace place);
    void add(std::shared_ptr<engine::World> objects, const PastePlace& place);
    std::shared_ptr<engine::JobControl>
    work(const std::string& name, engine::JobQueue::Work work, engine::JobQueue::Done done);

    MainWindow& m_window;
    std::shared_ptr<engine::JobControl> m_copying;
    std::vector<std::function<void()>> m_afterCopy;
    Registration m_job;
    engine::JobQueue m_jobs; // last: its worker ends first
};
} // namespace editor
