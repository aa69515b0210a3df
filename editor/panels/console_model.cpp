#include "editor/panels/console_model.h"

#include "editor/views/theme.h"

#include <QIcon>

#include <algorithm>
#include <array>

namespace editor
{
using engine::LogLevel;
using engine::LogMessage;

namespace
{
QVariant colorOf(LogLevel level)
{
    switch (level) {
    case LogLevel::Error:
        return themeColor(ColorRole::Error);
    case LogLevel::Warning:
        return themeColor(ColorRole::Warning);
    case LogLevel::Debug:
        return themeColor(ColorRole::MutedText);
    case LogLevel::Info:
        break;
    }
    return {};
}

const QIcon& iconOf(LogLevel level)
{
    static const std::array Icons{
        themeIcon(QStringLiteral("info"), ColorRole::Border),
        themeIcon(QStringLiteral("info"), ColorRole::MutedText),
        themeIcon(QStringLiteral("warning"), ColorRole::Warning),
        themeIcon(QStringLiteral("error"), ColorRole::Error),
    };
    return Icons[static_cast<std::size_t>(level)];
}
} // namespace

ConsoleModel::ConsoleModel(QObject* parent) : QAbstractListModel{parent}
{
    m_inbox->reader = this;
    m_sink = engine::addLogSink([inbox = m_inbox](const LogMessage& message) {
        const std::lock_guard lock{inbox->mutex};
        inbox->lines.push_back({message, QTime::currentTime()});
        // A flood keeps only what can be shown.
        if (inbox->lines.size() > 2 * MaxLines)
            inbox->lines.erase(inbox->lines.begin(),
                               inbox->lines.begin() + static_cast<std::ptrdiff_t>(MaxLines));
        if (inbox->reader == nullptr || std::exchange(inbox->told, true))
            return;
        QMetaObject::invokeMethod(inbox->reader, &ConsoleModel::takeLines, Qt::QueuedConnection);
    });
}

ConsoleModel::~ConsoleModel()
{
    m_sink.disconnect();
    const std::lock_guard lock{m_inbox->mutex};
    m_inbox->reader = nullptr;
}

void ConsoleModel::takeLines()
{
    std::vector<Line> fresh;
    {
        const std::lock_guard lock{m_inbox->mutex};
        fresh.swap(m_inbox->lines);
        m_inbox->told = false;
    }
    if (fresh.size() > MaxLines)
        fresh.erase(fresh.begin(), fresh.end() - static_cast<std::ptrdiff_t>(MaxLines));
    if (fresh.empty())
        return;
    if (const auto total = m_lines.size() + fresh.size(); total > MaxLines) {
        const auto gone = static_cast<int>(total - MaxLines);
        beginRemoveRows({}, 0, gone - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + gone);
        endRemoveRows();
    }
    const auto errors = std::count_if(fresh.begin(), fresh.end(), [](const Line& line) {
        return line.message.level == LogLevel::Error;
    });
    const int first = static_cast<int>(m_lines.size());
    beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
    std::move(fresh.begin(), fresh.end(), std::back_inserter(m_lines));
    endInsertRows();
    if (errors > 0) {
        m_errors += static_cast<int>(errors);
        Q_EMIT errorCountChanged();
    }
}

void ConsoleModel::clear()
{
    beginResetModel();
    m_lines.clear();
    endResetModel();
    acknowledgeErrors();
}

void ConsoleModel::acknowledgeErrors()
{
    if (std::exchange(m_errors, 0) != 0)
        Q_EMIT errorCountChanged();
}

int ConsoleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant ConsoleModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto& [message, time] = m_lines[static_cast<std::size_t>(index.row())];
    auto place = QString::fromStdString(message.file);
    if (!place.isEmpty() && message.line > 0)
        place += QStringLiteral(":%1").arg(message.line);
    switch (role) {
    case Qt::DisplayRole: {
        auto text =
            QStringLiteral("%1  %2: %3")
                .arg(time.toString(QStringLiteral("HH:mm:ss")),
                     QString::fromStdString(message.source), QString::fromStdString(message.text));
        if (!place.isEmpty())
            text += QStringLiteral("  [%1]").arg(place.section(QLatin1Char{'/'}, -1));
        return text.replace(QLatin1Char{'\n'}, QLatin1Char{' '});
    }
    case Qt::ToolTipRole:
        return place.isEmpty() ? QString::fromStdString(message.text)
                               : tr("%1\n%2\nDouble click opens the file.")
                                     .arg(QString::fromStdString(message.text), place);
    case Qt::DecorationRole:
        return iconOf(message.level);
    case Qt::ForegroundRole:
        return colorOf(message.level);
    case LevelRole:
        return static_cast<int>(message.level);
    case FileRole:
        return QString::fromStdString(message.file);
    case LineRole:
        return message.line;
    default:
        return {};
    }
}
} // namespace editor
