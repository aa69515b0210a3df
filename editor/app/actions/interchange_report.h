#pragma once

#include <QString>
#include <QStringList>

#include <string>

namespace editor
{
class MainWindow;

[[nodiscard]] inline QString text(const std::string& message)
{
    return QString::fromStdString(message);
}

/// What was taken another way or left out, as a list that stays open beside the work. Nothing
/// without lines.
void showReport(MainWindow& window,
                const QString& title,
                const QString& heading,
                const QStringList& lines);
} // namespace editor
