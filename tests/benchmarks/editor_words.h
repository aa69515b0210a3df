#pragma once

#include <QStringList>

namespace mapwright::bench
{
/// Starts this program with fresh settings, and returns what it prints of its own window: the
/// `count` words behind `title`. Empty where it prints anything else, as without a display, or does
/// not end within so many milliseconds.
[[nodiscard]] QStringList editorWords(const QStringList& arguments,
                                      const QString& title,
                                      qsizetype count,
                                      int patience = 30'000);
} // namespace mapwright::bench
