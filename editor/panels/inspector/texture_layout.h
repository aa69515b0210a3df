#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/texture/uv_commands.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <span>
#include <vector>

class QCheckBox;
class QGridLayout;
class QHBoxLayout;

namespace editor
{
class NumberField;

/// What the "Texture mapping" section of the inspector does with textures besides setting numbers:
/// fit, justify, flip, turn, align, wrap, scatter, and the density of their texels.
class TextureLayout : public QWidget
{
    Q_OBJECT

public:
    using Edit =
        std::function<engine::Result<void>(Transaction&, std::span<const engine::FaceRef> faces)>;
    /// Does it to the shown faces as one step of that name.
    using Run = std::function<engine::Result<void>(const std::string& label, const Edit& edit)>;

    TextureLayout(EditorApi& editor, Run run, QWidget* parent);

    /// Texels on a metre of the shown faces; nothing if that is not known.
    void showDensity(std::optional<double> texels, bool isMixed);

private:
    QHBoxLayout* addRow(const QString& label);
    void addButton(QHBoxLayout& row, const char* command, const char* name);
    [[nodiscard]] UvCommandContext context() const;
    NumberField* addField(QHBoxLayout& row, const QString& name, const QString& accessible);
    void addFitRow();
    void addSideRow();
    void addTurnRow();
    void addAlignRow();
    void addDensityRow();
    void addFlowRow();

    EditorApi& m_editor;
    Run m_run;
    QGridLayout* m_grid = nullptr;
    QCheckBox* m_asOne = nullptr;
    NumberField* m_density = nullptr;
    engine::Vec2d m_repeats{1};
};
} // namespace editor
