#include "editor/app/dialogs/hollow_dialog.h"

#include "editor/panels/fields/number_field.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace editor
{
HollowDialog::HollowDialog(const HollowOptions& start,
                           std::function<engine::Result<void>(const HollowOptions&)> apply,
                           QWidget* parent)
    : QDialog{parent}, m_apply{std::move(apply)}
{
    setObjectName(QStringLiteral("hollowDialog"));
    setWindowTitle(tr("Hollow"));
    setMinimumWidth(320);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);

    m_thickness = new NumberField{this};
    m_thickness->setObjectName(QStringLiteral("hollowThickness"));
    m_thickness->setAccessibleName(tr("Wall thickness"));
    m_thickness->setToolTip(tr("<b>Wall thickness</b><br>Of every wall, in metres of the level."));
    m_thickness->setUnit(QStringLiteral("m"));
    m_thickness->setStep(0.125);
    m_thickness->setValue(start.thickness);
    m_thickness->commit = [this](const NumberEdit& edit) -> engine::Result<void> {
        const auto value = edit(m_thickness->value());
        if (!value)
            return value.error();
        if (!(*value > 0))
            return engine::Error{"Walls need some thickness"};
        m_thickness->setValue(*value);
        return {};
    };
    form->addRow(tr("Wall thickness"), m_thickness);

    m_side = new QComboBox{this};
    m_side->setObjectName(QStringLiteral("hollowSide"));
    m_side->setAccessibleName(tr("Walls stand"));
    m_side->addItem(tr("Inside"));
    m_side->addItem(tr("Outside"));
    m_side->setToolTip(tr("<b>Walls stand</b><br>Inside: the brush keeps its outer size. Outside: "
                          "the room is as big as the brush was."));
    m_side->setCurrentIndex(start.side == engine::WallSide::Inward ? 0 : 1);
    form->addRow(tr("Walls stand"), m_side);

    m_joint = new QComboBox{this};
    m_joint->setObjectName(QStringLiteral("hollowJoint"));
    m_joint->setAccessibleName(tr("Corners"));
    m_joint->addItem(tr("Plain"));
    m_joint->addItem(tr("Mitred"));
    m_joint->setToolTip(tr("<b>Corners</b><br>Plain: walls end against each other. Mitred: they "
                           "meet at an angle, so that each can be textured to its edge."));
    m_joint->setCurrentIndex(start.joint == engine::WallJoint::Plain ? 0 : 1);
    form->addRow(tr("Corners"), m_joint);
    layout->addLayout(form);

    m_error = new QLabel{this};
    m_error->setObjectName(QStringLiteral("hollowError"));
    m_error->setProperty("error", true);
    m_error->setWordWrap(true);
    m_error->hide();
    layout->addWidget(m_error);

    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    auto* cancel = new QPushButton{tr("Cancel"), this};
    auto* hollow = new QPushButton{tr("Hollow"), this};
    hollow->setObjectName(QStringLiteral("hollowRun"));
    hollow->setProperty("primary", true);
    hollow->setDefault(true);
    buttons->addWidget(cancel);
    buttons->addWidget(hollow);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(hollow, &QPushButton::clicked, this, &HollowDialog::run);
    m_thickness->selectAll();
    m_thickness->setFocus();
}

HollowOptions HollowDialog::options() const
{
    return {m_thickness->value(),
            m_side->currentIndex() == 0 ? engine::WallSide::Inward : engine::WallSide::Outward,
            m_joint->currentIndex() == 0 ? engine::WallJoint::Plain : engine::WallJoint::Mitred};
}

void HollowDialog::run()
{
    if (const auto done = m_apply(options()); !done) {
        m_error->setText(QString::fromStdString(done.error().message()));
        m_error->show();
        return;
    }
    accept();
}
} // namespace editor
