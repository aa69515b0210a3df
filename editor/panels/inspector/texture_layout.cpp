#include "editor/panels/inspector/texture_layout.h"

#include "editor/operations/texture/hotspot_sets.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/picture_sizes.h"
#include "editor/views/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QPushButton>

#include <cmath>

namespace editor
{
using engine::FaceRef;
using engine::Result;
using Faces = std::span<const FaceRef>;

TextureLayout::TextureLayout(EditorApi& editor, Run run, QWidget* parent)
    : QWidget{parent}, m_editor{editor}, m_run{std::move(run)}
{
    m_grid = new QGridLayout{this};
    m_grid->setContentsMargins(0, 4, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    addFitRow();
    addSideRow();
    addTurnRow();
    addAlignRow();
    addDensityRow();
    addFlowRow();
}

QHBoxLayout* TextureLayout::addRow(const QString& text)
{
    auto* label = new QLabel{text, this};
    label->setProperty("muted", true);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const int at = m_grid->rowCount();
    m_grid->addWidget(label, at, 0);
    m_grid->addLayout(row, at, 1);
    return row;
}

void TextureLayout::addButton(QHBoxLayout& row, const char* id, const char* name)
{
    const auto& command = uvCommand(id);
    const bool isIcon = *command.icon != '\0';
    auto* made = new QPushButton{isIcon ? QString{} : tr(command.caption), this};
    if (isIcon)
        made->setIcon(themeIcon(QLatin1String{command.icon}));
    made->setObjectName(QLatin1String{name});
    made->setAccessibleName(tr(command.label));
    made->setProperty("compact", true);
    made->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(tr(command.label), tr(command.tooltip)));
    connect(made, &QPushButton::clicked, this, [this, &command] {
        static_cast<void>(m_run(command.step, [&](Transaction& step, Faces faces) {
            return command.edit(step, faces, context());
        })); // which shows refusals
    });
    row.addWidget(made, 1);
}

UvCommandContext TextureLayout::context() const
{
    UvCommandContext context;
    context.sheet = m_asOne->isChecked() ? UvSheet::AsOne : UvSheet::EachFace;
    context.repeats = m_repeats;
    context.pictures = pictureSizesOf(m_editor);
    context.fitHotspots = [this](Transaction& step, Faces faces) {
        return fitHotspotsOf(m_editor.assets(), step, faces);
    };
    return context;
}

NumberField*
TextureLayout::addField(QHBoxLayout& row, const QString& name, const QString& accessible)
{
    auto* field = new NumberField{this};
    field->setObjectName(name);
    field->setAccessibleName(accessible);
    row.addWidget(field, 1);
    return field;
}

void TextureLayout::addFitRow()
{
    auto* row = addRow(tr("Repeats"));
    for (int axis = 0; axis < 2; ++axis) {
        auto* field = addField(
            *row, axis == 0 ? QStringLiteral("uv.repeats.u") : QStringLiteral("uv.repeats.v"),
            axis == 0 ? tr("Repeats along U") : tr("Repeats along V"));
        field->setToolTip(tr("<b>Repeats</b><br>How often Fit lays the texture on a face across "
                             "(U) and down (V). 0 keeps the proportions."));
        field->setStep(1);
        field->setValue(1);
        field->commit = [this, field, axis](const NumberEdit& edit) -> Result<void> {
            const auto value = edit(m_repeats[axis]);
            if (!value)
                return value.error();
            m_repeats[axis] = *value;
            field->setValue(*value);
            return {};
        };
    }
    addButton(*row, "texture.fit", "uv.fit");
    m_asOne = new QCheckBox{tr("As one"), this};
    m_asOne->setObjectName(QStringLiteral("uv.asOne"));
    m_asOne->setToolTip(tr("<b>As one</b><br>Fit, justify, centre and flip treat faces that hang "
                           "together as one sheet, unfolded around their edges from the first one "
                           "on."));
    row->addWidget(m_asOne);
}

void TextureLayout::addSideRow()
{
    auto* row = addRow(tr("Justify"));
    addButton(*row, "texture.left", "uv.justify.left");
    addButton(*row, "texture.right", "uv.justify.right");
    addButton(*row, "texture.top", "uv.justify.top");
    addButton(*row, "texture.bottom", "uv.justify.bottom");
    addButton(*row, "texture.center", "uv.center");
}

void TextureLayout::addTurnRow()
{
    auto* row = addRow(tr("Flip, turn"));
    addButton(*row, "texture.flipU", "uv.flip.u");
    addButton(*row, "texture.flipV", "uv.flip.v");
    addButton(*row, "texture.turnLeft", "uv.turn.left");
    addButton(*row, "texture.turnRight", "uv.turn.right");
}

void TextureLayout::addAlignRow()
{
    auto* row = addRow(tr("Align to"));
    addButton(*row, "texture.alignWorld", "uv.align");
    addButton(*row, "texture.alignFace", "uv.align.face");
    addButton(*row, "texture.alignEdge", "uv.align.edge");
    addButton(*row, "texture.reset", "uv.reset");
}

void TextureLayout::addDensityRow()
{
    auto* row = addRow(tr("Density"));
    m_density = addField(*row, QStringLiteral("uv.density"), tr("Texels per metre"));
    m_density->setUnit(tr("px/m"));
    m_density->setStep(16);
    m_density->setToolTip(
        tr("<b>Density</b><br>Texels of the material's picture on a metre of the "
           "face, the mean of both directions. Typing scales the texture; what is "
           "in the middle of each face stays there."));
    m_density->commit = [this](const NumberEdit& edit) -> Result<void> {
        const auto texels = edit(m_density->value());
        if (!texels)
            return texels.error();
        return m_run("Set texel density", [&](Transaction& transaction, Faces faces) {
            return setTexelDensity(transaction, faces, *texels, pictureSizesOf(m_editor));
        });
    };
    addButton(*row, "texture.matchDensity", "uv.density.match");
}

void TextureLayout::addFlowRow()
{
    auto* row = addRow(tr("Flow"));
    addButton(*row, "texture.wrap", "uv.wrap");
    addButton(*row, "texture.hotspot", "uv.hotspot");
    addButton(*row, "texture.scatter", "uv.scatter");
}

void TextureLayout::showDensity(std::optional<double> texels, bool isMixed)
{
    m_density->setEnabled(texels.has_value() || isMixed);
    if (isMixed)
        m_density->setMixed();
    else
        m_density->setValue(std::round(texels.value_or(0) * 100) / 100); // as near as one reads
}
} // namespace editor
