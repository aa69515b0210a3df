#pragma once

#include "engine_core/base/files/files.h"

#include <QDialog>

#include <vector>

namespace editor
{
/// What a start may run of what a project and the installation bring.
struct StartOptions
{
    bool scripts = true; ///< of the project, if it is trusted
    bool plugins = true;
};

/// Notes in the user's data folder that this process is about to open a project, and that it lives a
/// while later. If the process ends in between, the note stays and the next start finds it.
class OpeningNote
{
public:
    /// The note is on the disk when this returns; where that fails, there is none, and the log says
    /// so.
    explicit OpeningNote(const engine::fs::path& project);

    /// The project is open and the window answers.
    ~OpeningNote();

    OpeningNote(const OpeningNote&) = delete;
    OpeningNote& operator=(const OpeningNote&) = delete;

    /// Projects whose opening was the last thing that some earlier process did. Each is told once.
    [[nodiscard]] static std::vector<engine::fs::path> takeBroken();

private:
    engine::fs::path m_file;
};

/// What to do about a project that the last start did not survive.
class SafeStartDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Choice
    {
        WithoutScripts,
        WithoutPlugins,
        AnotherProject,
        AsAlways
    };

    explicit SafeStartDialog(const engine::fs::path& project, QWidget* parent = nullptr);

    /// Closing the dialog opens another project: never the same one by itself.
    [[nodiscard]] Choice choice() const { return m_choice; }

private:
    Choice m_choice = Choice::AnotherProject;
};
} // namespace editor
