#include "editor/app/dialogs/transform_dialog.h"

#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/panels/fields/number_field.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace editor
{
using engine::Error;
using engine::Result;
using engine::Vec3d;

TransformDialog::TransformDialog(EditorContext& context,
                                 const QString& title,
                                 const std::string& label,
                                 QWidget* parent)
    : QDialog{parent}
    , m_context{context}
    , m_chosen{topmost(context.document().world(), context.document().selection().entities())}
    , m_transaction{context.document().begin(label)}
{
    setWindowTitle(title);
    setMinimumWidth(320);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    m_form = new QFormLayout;
    m_form->setHorizontalSpacing(12);
    m_form->setVerticalSpacing(8);
    layout->addLayout(m_form);
    m_refusal = new QLabel{this};
    m_refusal->setObjectName(QStringLiteral("refusal"));
    m_refusal->setWordWrap(true);
    m_refusal->setProperty("error", true);
    m_refusal->hide(); // an empty line would push the buttons away
    layout->addWidget(m_refusal);
    auto* buttons = new QHBoxLayout; // in the order of the other dialogs, whatever the desktop's
    buttons->addStretch();
    auto* cancel = new QPushButton{tr("Cancel"), this};
    auto* run = new QPushButton{title, this}; // named by what it does
    run->setObjectName(QStringLiteral("transformRun"));
    run->setProperty("primary", true);
    run->setDefault(true);
    buttons->addWidget(cancel);
    buttons->addWidget(run);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(run, &QPushButton::clicked, this, &TransformDialog::accept);
    layout->addLayout(buttons);
}

void TransformDialog::addNumber(const QString& label,
                                const QString& tooltip,
                                const QString& unit,
                                double& value,
                                double min,
                                double max)
{
    auto* field = new NumberField{this};
    field->setObjectName(label);
    field->setAccessibleName(label);
    field->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tooltip));
    field->setUnit(unit);
    field->setStep(unit == QStringLiteral("m") ? m_context.grid().step : 1);
    field->setValue(value);
    field->commit = [=, this, &value](const NumberEdit& edit) -> Result<void> {
        const auto wanted = edit(value);
        if (!wanted)
            return wanted.error();
        if (*wanted < min || *wanted > max)
            return Error{"This must lie between {} and {}", min, max};
        value = *wanted;
        field->setValue(value);
        refresh();
        return {};
    };
    m_form->addRow(new ScrubLabel{label, *field, this}, field);
}

void TransformDialog::addWhole(
    const QString& label, const QString& tooltip, int& value, int min, int max)
{
    auto* field = new NumberField{this};
    field->setObjectName(label);
    field->setAccessibleName(label);
    field->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tooltip));
    field->setInteger(true);
    field->setStep(1);
    field->setValue(value);
    field->commit = [=, this, &value](const NumberEdit& edit) -> Result<void> {
        const auto wanted = edit(value);
        if (!wanted)
            return wanted.error();
        if (*wanted < min || *wanted > max)
            return Error{"This must lie between {} and {}", min, max};
        value = static_cast<int>(std::lround(*wanted));
        field->setValue(value);
        refresh();
        return {};
    };
    m_form->addRow(label, field);
}

void TransformDialog::addChoice(const QString& label,
                                const QString& tooltip,
                                const QStringList& choices,
                                int& value)
{
    auto* choice = new QComboBox{this};
    choice->setObjectName(label);
    choice->setAccessibleName(label);
    choice->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tooltip));
    choice->addItems(choices);
    choice->setCurrentIndex(value);
    connect(choice, &QComboBox::currentIndexChanged, this, [this, &value](int chosen) {
        value = chosen;
        refresh();
    });
    m_form->addRow(label, choice);
}

void TransformDialog::showRows(int first, int count, bool shown)
{
    for (int row = first; row < first + count; ++row)
        m_form->setRowVisible(row, shown);
}

int TransformDialog::rowCount() const
{
    return m_form->rowCount();
}

void TransformDialog::setEdit(Edit edit, std::function<void()> changed)
{
    m_edit = std::move(edit);
    m_changed = std::move(changed);
    refresh();
    if (auto* first = findChild<NumberField*>()) { // what is typed at once goes there
        first->selectAll();
        first->setFocus();
    }
}

void TransformDialog::refresh()
{
    if (m_changed)
        m_changed();
    if (!m_edit)
        return;
    const auto done = m_transaction.replace([this](Transaction& transaction) -> Result<void> {
        auto result = m_edit(transaction);
        if (!result)
            return result.error();
        m_result = *std::move(result);
        return {};
    });
    m_good = done.hasValue();
    m_refusal->setText(done ? QString{} : QString::fromStdString(done.error().message()));
    m_refusal->setVisible(!done);
    m_context.updateViews();
}

void TransformDialog::accept()
{
    if (!m_good)
        return; // the sentence says why
    m_transaction.commit();
    m_context.document().selectAfterStep(m_result);
    QDialog::accept();
}

namespace
{
bool canEdit(EditorContext& context)
{
    auto& document = context.document();
    return !document.isEditing() && !document.selection().entities().empty();
}

engine::Aabb chosenBounds(EditorContext& context)
{
    const auto& document = context.document();
    return wholeBoundsOf(document.world(), document.selection().entities());
}

const QStringList& axisNames()
{
    static const QStringList Names{QStringLiteral("X"), QStringLiteral("Y"), QStringLiteral("Z")};
    return Names;
}

void addPlaces(TransformDialog& dialog, const QString& what, const QString& tooltip, Vec3d& place)
{
    constexpr double Farthest = 2 * engine::WorldLimit;
    for (int axis = 0; axis < 3; ++axis)
        dialog.addNumber(QStringLiteral("%1 %2").arg(what, axisNames()[axis]), tooltip,
                         QStringLiteral("m"), place[axis], -Farthest, Farthest);
}
} // namespace

void showMoveByDialog(EditorContext& context, QWidget* parent)
{
    if (!canEdit(context))
        return;
    const auto chosen = context.document().selection().entities();
    Vec3d by{0};
    TransformDialog dialog{context, TransformDialog::tr("Move by"), "Move", parent};
    dialog.setObjectName(QStringLiteral("moveByDialog"));
    addPlaces(dialog, TransformDialog::tr("By"), TransformDialog::tr("How far along this axis."),
              by);
    dialog.setEdit([&](Transaction& transaction) -> Result<std::vector<EntityId>> {
        if (auto done = translate(transaction, chosen, by, context.textureLock()); !done)
            return done.error();
        return chosen;
    });
    dialog.exec();
}

void showMirrorDialog(EditorContext& context, QWidget* parent)
{
    if (!canEdit(context))
        return;
    const auto chosen = context.document().selection().entities();
    const auto bounds = chosenBounds(context);
    int axis = 0;
    int copies = 1;
    double place = bounds.max.x;
    TransformDialog dialog{context, TransformDialog::tr("Mirror"), "Mirror", parent};
    dialog.setObjectName(QStringLiteral("mirrorDialog"));
    dialog.addChoice(TransformDialog::tr("Across"),
                     TransformDialog::tr("The axis that the mirror stands across."), axisNames(),
                     axis);
    dialog.addNumber(TransformDialog::tr("Mirror at"),
                     TransformDialog::tr("Where the mirror stands on that axis."),
                     QStringLiteral("m"), place, -engine::WorldLimit, engine::WorldLimit);
    dialog.addChoice(TransformDialog::tr("Original"),
                     TransformDialog::tr("Whether it stays beside its mirror image."),
                     {TransformDialog::tr("Is mirrored"), TransformDialog::tr("Stays")}, copies);
    dialog.setEdit([&](Transaction& transaction) {
        return mirror(transaction, chosen, axis, place, copies == 1, context.textureLock());
    });
    dialog.exec();
}

void showArrayDialog(EditorContext& context, QWidget* parent)
{
    if (!canEdit(context))
        return;
    const auto chosen = context.document().selection().entities();
    const auto bounds = chosenBounds(context);
    int kind = 0;
    LinearArray line{.copies = 3, .offset = {bounds.size().x, 0, 0}};
    RadialArray circle{.copies = 3, .angle = 0, .pivot = bounds.center()};
    circle.pivot.x = bounds.max.x + bounds.size().x;
    circle.pivot = context.grid().snap(circle.pivot);
    double angle = 90;
    TransformDialog dialog{context, TransformDialog::tr("Array"), "Array", parent};
    dialog.setObjectName(QStringLiteral("arrayDialog"));
    dialog.addChoice(TransformDialog::tr("Kind"), TransformDialog::tr("How the copies stand."),
                     {TransformDialog::tr("In a row"), TransformDialog::tr("Around a point")},
                     kind);
    dialog.addWhole(TransformDialog::tr("Copies"),
                    TransformDialog::tr("Besides the original; 1 to 1000."), line.copies, 1, 1000);
    const int firstOfLine = dialog.rowCount();
    addPlaces(dialog, TransformDialog::tr("Offset"),
              TransformDialog::tr("From one copy to the next."), line.offset);
    const int firstOfCircle = dialog.rowCount();
    dialog.addNumber(TransformDialog::tr("Angle"),
                     TransformDialog::tr("From one copy to the next."), QStringLiteral("deg"),
                     angle, -360, 360);
    dialog.addChoice(TransformDialog::tr("Axis"),
                     TransformDialog::tr("What they stand around, through the pivot."), axisNames(),
                     circle.axis);
    addPlaces(dialog, TransformDialog::tr("Pivot"),
              TransformDialog::tr("The middle of the circle."), circle.pivot);
    const int end = dialog.rowCount();
    dialog.setEdit(
        [&](Transaction& transaction) {
            if (kind == 0)
                return makeArray(transaction, chosen, line, context.textureLock());
            circle.copies = line.copies;
            circle.angle = engine::radians(angle);
            return makeArray(transaction, chosen, circle, context.textureLock());
        },
        [&, firstOfLine, firstOfCircle, end] {
            dialog.showRows(firstOfLine, firstOfCircle - firstOfLine, kind == 0);
            dialog.showRows(firstOfCircle, end - firstOfCircle, kind == 1);
        });
    dialog.exec();
}
} // namespace editor
