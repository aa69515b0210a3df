#include "editor/app/dialogs/views_page.h"

#include "editor/app/window/editor_context.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>

namespace editor
{
ViewsPage::ViewsPage(EditorContext& context, QWidget* parent) : QWidget{parent}, m_context{context}
{
    auto* form = new QFormLayout{this};
    form->setContentsMargins(12, 12, 12, 12);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    addMouse(*form);
    addGrid(*form);
}

void ViewsPage::addMouse(QFormLayout& form)
{
    auto* sensitivity = new QSpinBox{this};
    sensitivity->setObjectName(QStringLiteral("sensitivity"));
    sensitivity->setRange(ViewSettings::MinSensitivity, ViewSettings::MaxSensitivity);
    sensitivity->setSingleStep(10);
    sensitivity->setSuffix(tr(" %"));
    sensitivity->setValue(m_settings.sensitivity);
    sensitivity->setToolTip(tr("<b>Mouse sensitivity</b><br>How far the mouse turns the 3D camera "
                               "and the head of the player, from 10 to 400 % of the usual."));
    connect(sensitivity, &QSpinBox::valueChanged, this, [this](int percent) {
        m_settings.sensitivity = percent;
        m_settings.save();
    });
    form.addRow(tr("Mouse sensitivity"), sensitivity);

    auto* invert = new QCheckBox{tr("Invert looking up and down"), this};
    invert->setObjectName(QStringLiteral("invertLook"));
    invert->setChecked(m_settings.invertsLook);
    invert->setToolTip(tr("<b>Invert looking up and down</b><br>The mouse away from you looks "
                          "down, as the stick of an aeroplane does, in the 3D view and in the "
                          "game."));
    connect(invert, &QCheckBox::toggled, this, [this](bool on) {
        m_settings.invertsLook = on;
        m_settings.save();
    });
    form.addRow({}, invert);

    auto* speed = new QDoubleSpinBox{this};
    speed->setObjectName(QStringLiteral("flySpeed"));
    speed->setRange(ViewSettings::MinFlySpeed, ViewSettings::MaxFlySpeed);
    speed->setDecimals(2);
    speed->setSuffix(tr(" m/s"));
    speed->setValue(m_settings.flySpeed);
    speed->setToolTip(tr("<b>Fly speed</b><br>Of the 3D camera, from 0.25 to 200 m/s; three times "
                         "that with Shift. The wheel changes it while the right mouse button is "
                         "held."));
    connect(speed, &QDoubleSpinBox::valueChanged, this, [this](double metresPerSecond) {
        m_settings.flySpeed = metresPerSecond;
        m_settings.save();
    });
    form.addRow(tr("Fly speed"), speed);

    auto* texels = new QSpinBox{this};
    texels->setObjectName(QStringLiteral("texelsPerMetre"));
    texels->setRange(ViewSettings::MinTexels, ViewSettings::MaxTexels);
    texels->setSuffix(tr(" texels/m"));
    texels->setValue(m_settings.texelsPerMetre);
    texels->setToolTip(
        tr("<b>Texel density</b><br>What the view mode <i>Texel density</i> shows in "
           "green, from 1 to 8192 texels per metre."));
    connect(texels, &QSpinBox::valueChanged, this, [this](int perMetre) {
        m_settings.texelsPerMetre = perMetre;
        m_settings.save();
        m_context.updateViews();
    });
    form.addRow(tr("Texel density"), texels);
}

void ViewsPage::addGrid(QFormLayout& form)
{
    auto* steps = new QComboBox{this};
    steps->setObjectName(QStringLiteral("startGridStep"));
    for (double step = ViewSettings::MinGridStep; step <= ViewSettings::MaxGridStep; step *= 2)
        steps->addItem(tr("%1 m").arg(step), step);
    steps->setCurrentIndex(steps->findData(m_settings.grid.step));
    steps->setToolTip(tr("<b>Grid step</b><br>How far apart the grid's lines are, now and "
                         "whenever Mapwright starts. The tool bar, [ and ] change it for the "
                         "work at hand."));
    connect(steps, &QComboBox::currentIndexChanged, this, [this, steps] {
        m_settings.grid.step = steps->currentData().toDouble();
        setGrid();
    });
    form.addRow(tr("Grid step"), steps);

    auto* snap = new QCheckBox{tr("Snap to grid"), this};
    snap->setObjectName(QStringLiteral("startSnap"));
    snap->setChecked(m_settings.grid.enabled);
    snap->setToolTip(tr("<b>Snap to grid</b><br>Whether drags stop at grid lines, now and "
                        "whenever Mapwright starts."));
    connect(snap, &QCheckBox::toggled, this, [this](bool on) {
        m_settings.grid.enabled = on;
        setGrid();
    });
    form.addRow({}, snap);
}

void ViewsPage::setGrid()
{
    m_settings.save();
    m_context.setGrid(m_settings.grid);
}
} // namespace editor
