#pragma once

#include "editor/app/window/editor_context.h"
#include "engine_core/scene/components/scene_settings.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace editor
{
/// Quality, bounces and rays, whether light follows the work, Bake, progress, Stop. Baking goes on
/// when the dock is closed; the status bar shows it, too.
class LightingPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LightingPanel(EditorContext& context, QWidget* parent = nullptr);

    /// What Bake asks for. While the field shows the scene's own rays, those are left to the scene.
    [[nodiscard]] engine::BakeOptions options() const;

Q_SIGNALS:
    /// By its button.
    void bakeBegan();
    void bakeEnded(bool isDone); ///< or it failed or was stopped

private:
    void makeFields(QVBoxLayout* layout);
    void makeProgress(QVBoxLayout* layout);
    void makeButtons(QVBoxLayout* layout);
    void makeResult(QVBoxLayout* layout);
    void makeFollowing(QVBoxLayout* layout);
    void bake(Workspace::BakeScope scope);
    void estimate();
    void stopEstimating();
    void showNoiseTarget();
    [[nodiscard]] bool hasNoiseTarget() const;
    void finished(const engine::Result<engine::BakeStats>& outcome);
    void forget();
    void forgetWhatIsUndone();
    void refresh();
    void showQuality();
    [[nodiscard]] engine::SceneSettings settings() const;
    [[nodiscard]] engine::BakeQuality quality() const;

    EditorContext& m_context;
    QComboBox* m_quality = nullptr;
    QSpinBox* m_bounces = nullptr;
    QSpinBox* m_samples = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_result = nullptr;
    QPushButton* m_bake = nullptr;
    QPushButton* m_bakeAll = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_estimate = nullptr;
    std::shared_ptr<engine::JobControl> m_job;
    std::shared_ptr<engine::JobControl> m_estimating; ///< null: nothing is
    std::uint64_t m_estimates = 0;                    ///< begun so far
    std::uint64_t m_bakedState = 0; ///< of the document behind the bake that m_result is about
    engine::SceneSettings m_shown;  ///< whose bounces and rays Final has
    QTimer m_timer;
    engine::Connections m_connections;
};
} // namespace editor
