#pragma once

#include "editor/app/workspace/workspace.h"

#include <functional>
#include <optional>
#include <string>

namespace editor
{
class NoticeBar;

/// Keeps in sight what stands between the user's work and the disk: a save that failed, until one
/// succeeds or nothing is left to save, a save that the disk did not confirm, and a journal that
/// cannot be written. Main thread.
class SaveNotices
{
public:
    /// What the buttons do.
    struct Actions
    {
        std::function<void(const fs::path& file)> save;
        std::function<void()> saveAs;
    };

    SaveNotices(NoticeBar& bar, Workspace& workspace, Actions actions);

    /// Of the open document.
    void failed(const fs::path& file, const std::string& why);
    void saved();

    /// Now and then, and when another document is open.
    void refresh();

private:
    struct Failure
    {
        fs::path document;
        fs::path file;
        std::string why;
    };

    void refreshFailure();
    void refreshProtection();
    void refreshUnsynced();

    NoticeBar& m_bar;
    Workspace& m_workspace;
    Actions m_actions;
    std::optional<Failure> m_failure;
};
} // namespace editor
