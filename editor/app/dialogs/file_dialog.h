#pragma once

#include "engine_core/base/files/files.h"

#include <QString>

class QFileDialog;
class QWidget;

namespace editor
{
namespace fs = engine::fs;

/// What is asked for, and where to look.
struct FileQuestion
{
    QString title;
    QString filters; ///< "Scenes (*.scene.json);;All files (*)"; empty for folders
    QString memory;  ///< of the settings, where the last folder is kept; empty: nowhere
    fs::path folder; ///< to begin in where none is remembered
    fs::path within; ///< a remembered folder outside of this one does not count; empty: all do
};

/// All dialogs for files look like the rest of the program, on every desktop. Empty if the user
/// leaves it at that.
[[nodiscard]] fs::path askForFile(QWidget* parent, const FileQuestion& question);
[[nodiscard]] fs::path askForFolder(QWidget* parent, const FileQuestion& question);

/// For the folder of a project.
[[nodiscard]] fs::path askForProject(QWidget* parent);

/// For a file to be written, with a name to begin with. Asks before one is replaced.
[[nodiscard]] fs::path
askForFileToWrite(QWidget* parent, const FileQuestion& question, const QString& name);

/// The same for a dialog that needs more of its own: how it looks, and where it begins.
void prepareFileDialog(QFileDialog& dialog, const FileQuestion& question);

/// The file or folder that was chosen; where it lies is remembered.
[[nodiscard]] fs::path runFileDialog(QFileDialog& dialog, const FileQuestion& question);
} // namespace editor
