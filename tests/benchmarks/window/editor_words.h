#pragma once

#include <QStringList>

namespace mapwright::bench
{
/// Starts this program with fresh settings, and returns all that it prints, or what it has printed
/// when it did not end within so many milliseconds.
[[nodiscard]] QString editorOutput(const QStringList& arguments, int patience);

/// What the program prints of its own window as editorOutput(): the
/// `count` words behind `title`. Empty where it prints anything else, as without a display, or does
/// not end within so many milliseconds.
[[nodiscard]] QStringList editorWords(const QStringList& arguments,
                                      const QString& title,
                                      qsizetype count,
                                      int patience = 30'000);
} // namespace mapwright::bench
