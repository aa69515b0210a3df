#include "editor/panels/inspector/texture_layout.h"

#include "editor/operations/brush/material_operations.h"
#include "editor/operations/texture/uv_density.h"
#include "editor/operations/texture/uv_operations.h"
#include "editor/operations/texture/uv_wrap.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/hotspot_sets.h"
#include "editor/panels/inspector/picture_sizes.h"
#include "editor/views/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QPushButton>

#include <cmath>
#include <random>

namespace editor
{
using engine::FaceRef;
using engine::Result;
using Faces = std::span<const FaceRef>;

namespace
{
/// For operations that never refuse.
template <typename Operation>
TextureLayout::Edit always(Operation operation)
{
    return [operation](Transaction& transaction, Faces faces) -> Result<void> {
        operation(transaction, faces);
        return {};
    };
}
} // namespace

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

void TextureLayout::addButton(QHBoxLayout& row, Button button)
{
    auto* made = new QPushButton{button.isIcon ? QString{} : button.text, this};
    if (button.isIcon)
        made->setIcon(themeIcon(button.text));
    made->setObjectName(button.name);
    made->setAccessibleName(button.title);
    made->setProperty("compact", true);
    made->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(button.title, button.tooltip));
    connect(made, &QPushButton::clicked, this, [this, label = button.label, edit = button.edit] {
        static_cast<void>(m_run(label, edit)); // which shows refusals
    });
    row.addWidget(made, 1);
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
    addButton(*row, {tr("Fit"), QStringLiteral("uv.fit"), tr("Fit"),
                     tr("Scales and shifts the texture so that it fills each face so many times."),
                     "Fit texture", [this](Transaction& transaction, Faces faces) {
                         return fitUv(transaction, faces, m_repeats,
                                      m_asOne->isChecked() ? UvSheet::AsOne : UvSheet::EachFace);
                     }});
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
    const auto sheet = [this] {
        return m_asOne->isChecked() ? UvSheet::AsOne : UvSheet::EachFace;
    };
    const auto add = [&](const QString& icon, const QString& name, const QString& title,
                         UvSide side) {
        addButton(*row, {icon, name, title, tr("Shifts the texture so that its border lies there."),
                         "Justify texture",
                         [side, sheet](Transaction& transaction, Faces faces) {
                             justifyUv(transaction, faces, side, sheet());
                             return Result<void>{};
                         },
                         true});
    };
    add(QStringLiteral("arrow_left"), QStringLiteral("uv.justify.left"), tr("Justify left"),
        UvSide::Left);
    add(QStringLiteral("arrow_right"), QStringLiteral("uv.justify.right"), tr("Justify right"),
        UvSide::Right);
    add(QStringLiteral("arrow_up"), QStringLiteral("uv.justify.top"), tr("Justify top"),
        UvSide::Top);
    add(QStringLiteral("arrow_down"), QStringLiteral("uv.justify.bottom"), tr("Justify bottom"),
        UvSide::Bottom);
    addButton(*row, {tr("Centre"), QStringLiteral("uv.center"), tr("Centre"),
                     tr("Shifts the texture so that its middle is in the middle of the face."),
                     "Centre texture", [sheet](Transaction& transaction, Faces faces) {
                         centerUv(transaction, faces, sheet());
                         return Result<void>{};
                     }});
}

void TextureLayout::addTurnRow()
{
    auto* row = addRow(tr("Flip, turn"));
    const auto flip = [&](const QString& icon, const QString& name, const QString& title,
                          UvFlip way) {
        addButton(*row, {icon, name, title, tr("Mirrors the texture about the middle of the face."),
                         "Flip texture",
                         [this, way](Transaction& transaction, Faces faces) {
                             flipUv(transaction, faces, way,
                                    m_asOne->isChecked() ? UvSheet::AsOne : UvSheet::EachFace);
                             return Result<void>{};
                         },
                         true});
    };
    flip(QStringLiteral("flip_horizontal"), QStringLiteral("uv.flip.u"), tr("Flip left to right"),
         UvFlip::LeftRight);
    flip(QStringLiteral("flip_vertical"), QStringLiteral("uv.flip.v"), tr("Flip upside down"),
         UvFlip::UpDown);
    for (const int degrees : {90, -90})
        addButton(*row,
                  {degrees > 0 ? QStringLiteral("+90\u00b0") : QStringLiteral("-90\u00b0"),
                   degrees > 0 ? QStringLiteral("uv.turn.left") : QStringLiteral("uv.turn.right"),
                   degrees > 0 ? tr("Turn left") : tr("Turn right"),
                   tr("A quarter turn about the middle of each face."), "Turn texture",
                   [degrees](Transaction& transaction, Faces faces) {
                       return turnUv(transaction, faces, engine::radians(degrees));
                   }});
}

void TextureLayout::addAlignRow()
{
    auto* row = addRow(tr("Align to"));
    addButton(*row, {tr("World"), QStringLiteral("uv.align"), tr("Align to world"),
                     tr("Axes along the world's and no offset, so that neighbouring faces match."),
                     "Align texture to world", always(alignUvToWorld)});
    addButton(*row, {tr("Face"), QStringLiteral("uv.align.face"), tr("Align to face"),
                     tr("Upright in the plane of each face, so that slopes do not stretch it."),
                     "Align texture to face", always(alignUvToFace)});
    addButton(*row, {tr("Edge"), QStringLiteral("uv.align.edge"), tr("Align to edge"),
                     tr("The texture stands on the longest edge of each face; again, on the next."),
                     "Align texture to edge", always(alignUvToEdge)});
    addButton(*row, {tr("Reset"), QStringLiteral("uv.reset"), tr("Reset"),
                     tr("As a new face has it: one metre per repeat."), "Reset texture",
                     always(resetUv)});
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
    addButton(*row, {tr("Match last"), QStringLiteral("uv.density.match"), tr("Match density"),
                     tr("Gives all selected faces the density of the one selected last."),
                     "Match texel density", [this](Transaction& transaction, Faces faces) {
                         if (faces.size() < 2)
                             return Result<void>{engine::Error{
                                 "Select the faces to change, and last the one to match"}};
                         const auto like = faces.back();
                         return matchTexelDensity(transaction, faces.first(faces.size() - 1), like,
                                                  pictureSizesOf(m_editor));
                     }});
}

void TextureLayout::addFlowRow()
{
    auto* row = addRow(tr("Flow"));
    addButton(*row, {tr("Wrap over all"), QStringLiteral("uv.wrap"), tr("Wrap over all"),
                     tr("The texture and material of the face selected first run on over the "
                        "others, around the edges that they share."),
                     "Wrap texture", [](Transaction& transaction, Faces faces) -> Result<void> {
                         auto done = wrapUvOver(transaction, faces);
                         return done ? Result<void>{} : Result<void>{done.error()};
                     }});
    addButton(*row, {tr("Hot spot"), QStringLiteral("uv.hotspot"), tr("Fit hot spots"),
                     tr("Lays the rectangle of a trim sheet onto each face whose size and "
                        "proportions fit best."),
                     "Fit hot spots", [this](Transaction& transaction, Faces faces) {
                         return fitHotspotsOf(m_editor.assets(), transaction, faces);
                     }});
    addButton(*row, {tr("Scatter"), QStringLiteral("uv.scatter"), tr("Scatter"),
                     tr("A random offset for each face, so that repeats are not seen; again, "
                        "another one."),
                     "Scatter texture", [this](Transaction& transaction, Faces faces) {
                         scatterUv(transaction, faces, std::random_device{}() + ++m_seed);
                         return Result<void>{};
                     }});
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
