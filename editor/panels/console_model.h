#pragma once

#include "engine_core/base/log.h"

#include <QAbstractListModel>
#include <QDateTime>

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace editor
{
/// The last messages of the log, from any thread, oldest first. At most MaxLines.
class ConsoleModel : public QAbstractListModel
{
    Q_OBJECT

public:
    static constexpr std::size_t MaxLines = 5000;

    enum Role
    {
        LevelRole = Qt::UserRole, ///< int of engine::LogLevel
        FileRole,
        LineRole
    };

    explicit ConsoleModel(QObject* parent = nullptr);
    ~ConsoleModel() override;

    void clear();

    /// Errors since the last clear() or acknowledge().
    [[nodiscard]] int errorCount() const { return m_errors; }

    void acknowledgeErrors();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

Q_SIGNALS:
    void errorCountChanged();

private:
    struct Line
    {
        engine::LogMessage message;
        QTime time;
    };

    /// What other threads fill and the main thread empties.
    struct Inbox
    {
        std::mutex mutex;
        std::vector<Line> lines;
        ConsoleModel* reader = nullptr;
        bool told = false; ///< the reader knows that there is something
    };

    void takeLines();

    std::deque<Line> m_lines;
    int m_errors = 0;
    std::shared_ptr<Inbox> m_inbox = std::make_shared<Inbox>();
    engine::Connection m_sink;
};
} // namespace editor
