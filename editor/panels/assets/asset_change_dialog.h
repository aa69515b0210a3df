#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/assets/asset_plan.h"
#include "engine_core/base/jobs.h"

#include <QDialog>

#include <functional>
#include <memory>
#include <optional>

class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace editor
{
/// Before assets get other names or go: what will change with them, found on a worker; then the
/// work itself, with progress and a way to stop it, and the step. One asset may be given any path;
/// of several the folder can be chosen.
class AssetChangeDialog final : public QDialog
{
    Q_OBJECT

public:
    /// A rename without `to` asks for it.
    AssetChangeDialog(EditorApi& editor, AssetRequest request, QWidget* parent);
    ~AssetChangeDialog() override;

    /// Which names became others, now and at each undo and redo; set before it is shown. Lives as
    /// long as the step.
    std::function<void(const AssetNames& names)> renamed;

    /// The same of names that are gone, with what takes their place.
    std::function<void(const AssetNames& gone, const std::optional<std::string>& replacement)>
        deleted;

    /// Waits for the worker; for tests.
    void finishJobs() { m_jobs.finishAll(); }

    void accept() override;
    void reject() override;

private:
    void makeFields();
    void makeList();
    void makeButtons();
    void look();
    void looked(const engine::Result<AssetOutlook>& outlook);
    void addReplacement();
    void check();
    [[nodiscard]] std::string typedPlace(std::size_t index) const;
    void work();
    void worked(const engine::Result<AssetOutlook>& outlook);
    void setBusy(bool isBusy);
    void showProblem(const QString& text);

    [[nodiscard]] bool isDeletion() const { return m_request.kind == AssetRequest::Kind::Delete; }

    EditorApi& m_editor;
    AssetRequest m_request;
    bool m_asks = false; ///< for the other name
    std::optional<AssetOutlook> m_outlook;
    std::shared_ptr<engine::JobControl> m_control;
    QLabel* m_title = nullptr;
    QLineEdit* m_name = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_summary = nullptr;
    QListWidget* m_list = nullptr;
    QLabel* m_mentions = nullptr;
    QWidget* m_replacement = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_go = nullptr;
    bool m_isWorking = false;
    Registration m_held;         ///< while files are written, no job changes the scene
    std::uint64_t m_stateId = 0; ///< of the scene that was looked at
    engine::JobQueue m_jobs; ///< last: its worker ends first
};

/// What the outlook says of those that follow, in one or two sentences.
[[nodiscard]] std::string outlookText(const AssetRequest& request, const AssetOutlook& outlook);
} // namespace editor
