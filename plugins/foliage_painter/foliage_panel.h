#pragma once

#include "plugins/foliage_painter/painter_state.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace editor
{
class ComponentForm;
} // namespace editor

namespace foliage_painter
{
class KindList;
class OrphanList;
class RuleForm;

/// The palette: foliage, its kinds, tools and brush, settings, selected plants and orphans.
class FoliagePanel final : public QWidget
{
    Q_OBJECT

public:
    FoliagePanel(std::shared_ptr<PainterState> state, QWidget* parent);

private:
    void addLayerRow(QVBoxLayout* layout);
    void addKinds(QVBoxLayout* layout);
    void addSettings(QVBoxLayout* layout);
    void addRules(QVBoxLayout* layout);
    void addTools(QVBoxLayout* layout);
    void addBrush(QVBoxLayout* layout);
    void addSelection(QVBoxLayout* layout);
    void showTool();
    void refresh();
    void showSelected();
    [[nodiscard]] QString whyNoneSelected() const;
    void refreshLayers();
    void refreshKinds();
    void showKind();
    void newLayer();
    void addKind(engine::FoliageKind kind);
    void removeKind();
    void showShapeOf(engine::EntityId kind);

    std::shared_ptr<PainterState> m_state;
    QComboBox* m_layers = nullptr;
    KindList* m_kinds = nullptr;
    QLabel* m_formTitle = nullptr;
    RuleForm* m_rules = nullptr;
    std::vector<QPushButton*> m_tools; ///< as painterTools()
    editor::ComponentForm* m_form = nullptr;
    QDoubleSpinBox* m_radius = nullptr;
    QDoubleSpinBox* m_strength = nullptr;
    QDoubleSpinBox* m_falloff = nullptr;
    QComboBox* m_pressure = nullptr;
    QLabel* m_selected = nullptr;
    QPushButton* m_removeKind = nullptr;
    std::vector<QPushButton*> m_forSelected;
    OrphanList* m_orphans = nullptr;
    engine::Connection m_connection;
    engine::Connection m_toolConnection;
    engine::Connection m_shapeConnection;
};
} // namespace foliage_painter
