#include "plugins/foliage_painter/rule_form.h"

#include "editor/operations/foliage_operations.h"
#include "plugins/foliage_painter/object_choice.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace foliage_painter
{
using engine::Result;

RuleForm::RuleForm(std::shared_ptr<PainterState> state, QWidget* parent)
    : QWidget{parent}
    , m_state{std::move(state)}
    , m_byRule{new QCheckBox{tr("Grow by rule"), this}}
    , m_groundLabel{new QLabel{tr("Ground"), this}}
    , m_ground{new ObjectChoice{m_state->editor(), tr("All brushes"), this}}
    , m_marks{new QLabel{this}}
    , m_forget{new QPushButton{tr("Grow again"), this}}
{
    auto* grid = new QGridLayout{this};
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    grid->setColumnStretch(1, 1);
    m_byRule->setToolTip(tr("All kinds grow by themselves wherever their rules allow, and again "
                            "when brushes change. What you paint, erase or move stays so."));
    m_byRule->setAccessibleName(m_byRule->text());
    m_ground->setToolTip(tr("By rule plants grow on brushes of this object or layer alone."));
    m_ground->setAccessibleName(m_groundLabel->text());
    m_forget->setToolTip(tr("Lets what was erased and moved by hand grow by rule again."));
    m_forget->setAccessibleName(m_forget->text());
    m_marks->setWordWrap(true);
    grid->addWidget(m_byRule, 0, 0, 1, 3);
    grid->addWidget(m_groundLabel, 1, 0);
    grid->addWidget(m_ground, 1, 1, 1, 2);
    grid->addWidget(m_marks, 2, 0, 1, 2);
    grid->addWidget(m_forget, 2, 2);
    connect(m_byRule, &QCheckBox::clicked, this, [this](bool checked) {
        const auto* old =
            m_state->editor().document().world().get<engine::FoliageLayer>(m_state->layer());
        if (old == nullptr)
            return;
        auto layer = *old;
        layer.byRule = checked;
        set(checked ? "Grow by rule" : "Grow no more by rule", layer);
    });
    connect(m_ground, &ObjectChoice::chosen, this, [this](engine::EntityId ground) {
        const auto* old =
            m_state->editor().document().world().get<engine::FoliageLayer>(m_state->layer());
        if (old == nullptr)
            return;
        auto layer = *old;
        layer.ground = ground;
        set("Choose ground of plants", layer);
    });
    connect(m_forget, &QPushButton::clicked, this, [this] { forgetMarks(); });
}

void RuleForm::refresh()
{
    const auto& world = m_state->editor().document().world();
    const auto* layer = world.get<engine::FoliageLayer>(m_state->layer());
    const bool byRule = layer != nullptr && layer->byRule;
    m_byRule->setEnabled(layer != nullptr);
    m_byRule->setChecked(byRule);
    m_ground->showObject(layer != nullptr ? layer->ground : engine::EntityId{});
    m_ground->setVisible(byRule);
    m_groundLabel->setVisible(byRule);
    const auto marks = engine::foliageOf(world, m_state->layer())->marks();
    m_marks->setText(tr("%1 erased or moved").arg(marks));
    m_marks->setVisible(byRule && marks > 0);
    m_forget->setVisible(byRule && marks > 0);
}

void RuleForm::set(const std::string& label, const engine::FoliageLayer& layer)
{
    const auto done =
        m_state->editor().document().run(label, [&](editor::Transaction& tx) -> Result<void> {
            tx.set(m_state->layer(), layer);
            return {};
        });
    if (!done)
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
    refresh();
}

void RuleForm::forgetMarks()
{
    const auto done = m_state->editor().document().run(
        "Let plants grow again", [&](editor::Transaction& tx) -> Result<void> {
            editor::forgetFoliageMarks(tx, m_state->layer());
            return {};
        });
    if (!done)
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
}
} // namespace foliage_painter
