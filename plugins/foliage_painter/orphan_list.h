#pragma once

#include "plugins/foliage_painter/painter_state.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;

namespace foliage_painter
{
/// The plants of the layer whose faces are gone, to be looked at, stood on other faces or removed.
/// The views mark them while it is shown.
class OrphanList final : public QWidget
{
    Q_OBJECT

public:
    OrphanList(std::shared_ptr<PainterState> state, QWidget* parent);

    /// Shows those of the document; the chosen ones stay chosen.
    void refresh();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void fill(const std::vector<engine::FoliageInstance>& kept);
    void showChosen();
    [[nodiscard]] std::vector<engine::FoliageInstance> chosen() const;
    /// All are those whose kinds are neither hidden nor locked, if there are any.
    [[nodiscard]] std::vector<engine::FoliageInstance> chosenOrAll() const;
    void jump();
    void rehome();
    void remove();

    std::shared_ptr<PainterState> m_state;
    std::vector<engine::FoliageInstance> m_all;
    std::vector<QString> m_names; ///< of kinds, by slot
    QLabel* m_count = nullptr;
    QListWidget* m_list = nullptr;
    QPushButton* m_rehome = nullptr;
    QPushButton* m_remove = nullptr;
};

/// Where the orphans stood, those that are chosen brighter.
void drawOrphans(engine::DebugDraw& draw, const PainterState& state);
} // namespace foliage_painter
