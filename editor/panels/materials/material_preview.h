#pragma once

#include "editor/panels/materials/material_picture.h"
#include "engine_core/base/jobs.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QToolButton;

namespace editor
{
/// A material on a sphere, a cube or a plane, with a light that turns around it if wanted. Images
/// are read on a worker; values show at once.
class MaterialPreview : public QWidget
{
    Q_OBJECT

public:
    explicit MaterialPreview(QWidget* parent = nullptr);
    ~MaterialPreview() override;

    /// nullopt shows nothing. Its images are read again if they are others, or `readAgain` is set.
    void showMaterial(const std::optional<engine::MaterialText>& material, bool readAgain = false);

    void setShape(MaterialShape shape);

    [[nodiscard]] MaterialShape shape() const { return m_look.shape; }

    /// Waits for the images; for tests and pictures.
    void finish();

    /// As it is painted.
    [[nodiscard]] const QImage& picture();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] static std::vector<engine::GreyMap>
    slotsOf(const std::optional<engine::MaterialText>& material);
    void makeButtons();
    void tick();
    void followTime(); ///< while something moves
    [[nodiscard]] bool moves() const;
    void readMaps();
    void redraw();

    std::optional<engine::MaterialText> m_material;
    MaterialMaps m_maps;
    std::vector<engine::GreyMap> m_images; ///< that m_maps were asked for
    MaterialLook m_look;
    QImage m_picture;
    bool m_isStale = true;
    bool m_turns = false;
    int m_pressedAt = 0;
    QTimer m_timer;
    QElapsedTimer m_clock;
    int m_request = 0;
    engine::JobQueue m_jobs; ///< last: its worker ends first
};
} // namespace editor
