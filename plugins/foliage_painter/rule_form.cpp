#include "plugins/foliage_painter/rule_form.h"

#include "editor/api/object_choice.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/foliage/density/painted_weights.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

namespace foliage_painter
{
using engine::FoliageLayer;
using engine::Result;

RuleForm::RuleForm(std::shared_ptr<PainterState> state, QWidget* parent)
    : QWidget{parent}
    , m_state{std::move(state)}
    , m_byRule{new QCheckBox{tr("Grow by rule"), this}}
    , m_problem{new QLabel{this}}
    , m_groundLabel{new QLabel{tr("Ground"), this}}
    , m_ground{new editor::ObjectChoice{m_state->editor(), tr("All brushes"), this}}
{
    auto* grid = new QGridLayout{this};
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    m_byRule->setToolTip(tr("All kinds grow by themselves wherever their rules allow, and again "
                            "when brushes change. What you paint, erase or move stays so."));
    m_byRule->setAccessibleName(m_byRule->text());
    m_problem->setWordWrap(true);
    m_problem->setAccessibleName(tr("Trouble with the rules"));
    m_ground->setToolTip(tr("By rule plants grow on brushes of this object or layer alone."));
    m_ground->setAccessibleName(m_groundLabel->text());
    grid->addWidget(m_byRule, 0, 0, 1, 3);
    grid->addWidget(m_problem, 1, 0, 1, 3);
    grid->addWidget(m_groundLabel, 2, 0);
    grid->addWidget(m_ground, 2, 1, 1, 2);
    addMask(grid);
    addHands(grid);
    connect(m_byRule, &QCheckBox::clicked, this, [this](bool checked) {
        edit(checked ? "Grow by rule" : "Grow no more by rule",
             [checked](FoliageLayer& layer) { layer.byRule = checked; });
    });
    connect(m_ground, &editor::ObjectChoice::chosen, this, [this](engine::EntityId ground) {
        edit("Choose ground of plants", [ground](FoliageLayer& layer) { layer.ground = ground; });
    });
}

void RuleForm::addMask(QGridLayout* grid)
{
    m_mask = m_state->editor().makeAssetInput(
        engine::AssetKind::Texture,
        [this](const std::string& path) {
            edit("Choose mask of plants",
                 [&](FoliageLayer& layer) { layer.mask = engine::AssetPath{path}; });
        },
        this);
    if (m_mask.field != nullptr) {
        m_mask.field->setAccessibleName(tr("Mask"));
        m_mask.field->setToolTip(
            tr("A picture laid over the level from above: white is full density, black none."));
        m_mask.field->setMinimumWidth(48);
        grid->addWidget(new QLabel{tr("Mask"), this}, 3, 0);
        grid->addWidget(m_mask.field, 3, 1, 1, 2);
    }
    const std::array labels{tr("Mask middle"), tr("Mask size")};
    const std::array names{tr("Middle of the mask, x"), tr("Middle of the mask, z"),
                           tr("Size of the mask, x"), tr("Size of the mask, z")};
    for (int i = 0; i < 4; ++i) {
        auto* spin = new QDoubleSpinBox{this};
        const bool isSize = i >= 2;
        spin->setMinimumWidth(48);
        spin->setSuffix(tr(" m"));
        spin->setKeyboardTracking(false); // one step when it is done, not one a digit
        spin->setRange(isSize ? 0.1 : -engine::WorldLimit, engine::WorldLimit);
        spin->setAccessibleName(names[static_cast<std::size_t>(i)]);
        spin->setToolTip(names[static_cast<std::size_t>(i)] + tr(", in metres."));
        if (i % 2 == 0) {
            m_maskLabels[static_cast<std::size_t>(i / 2)] =
                new QLabel{labels[static_cast<std::size_t>(i / 2)], this};
            grid->addWidget(m_maskLabels[static_cast<std::size_t>(i / 2)], 4 + i / 2, 0);
        }
        grid->addWidget(spin, 4 + i / 2, 1 + i % 2);
        m_maskPlace[static_cast<std::size_t>(i)] = spin;
        connect(spin, &QDoubleSpinBox::valueChanged, this, [this, isSize, i](double value) {
            edit("Place mask of plants", [=](FoliageLayer& layer) {
                (isSize ? layer.maskSize : layer.maskCenter)[i % 2] = value;
            });
        });
    }
}

void RuleForm::addHands(QGridLayout* grid)
{
    const auto add = [&](int row, QLabel*& label, QPushButton*& button, const QString& text,
                         const QString& tooltip) {
        label = new QLabel{this};
        label->setWordWrap(true);
        button = new QPushButton{text, this};
        button->setToolTip(tooltip);
        button->setAccessibleName(text);
        grid->addWidget(label, row, 0, 1, 2);
        grid->addWidget(button, row, 2);
    };
    add(6, m_marks, m_forget, tr("Grow again"),
        tr("Lets what was erased and moved by hand grow by rule again."));
    add(7, m_thinned, m_restore, tr("Full again"),
        tr("Forgets all density that was painted: plants may grow at their full density."));
    connect(m_forget, &QPushButton::clicked, this, [this] {
        if (m_state->refusesEdits({}))
            return;
        std::size_t count = 0;
        run("Let plants grow again", [&](editor::Transaction& tx) {
            count = editor::forgetFoliageMarks(tx, m_state->layer(), m_state->closedSlots());
        });
        if (count == 0)
            m_state->editor().showMessage(editor::MessageKind::Warning,
                                          "The erased and moved plants are of kinds that are "
                                          "hidden or locked: show or unlock one first");
    });
    connect(m_restore, &QPushButton::clicked, this, [this] {
        if (m_state->refusesEdits({}))
            return;
        run("Forget painted density", [this](editor::Transaction& tx) {
            editor::forgetFoliageDensity(tx, m_state->layer());
        });
    });
}

void RuleForm::refresh()
{
    const auto& world = m_state->editor().document().world();
    const auto* found = world.get<FoliageLayer>(m_state->layer());
    const auto layer = found != nullptr ? *found : FoliageLayer{};
    m_byRule->setEnabled(found != nullptr);
    m_byRule->setChecked(layer.byRule);
    m_ground->showObject(layer.ground);
    m_ground->setVisible(layer.byRule);
    m_groundLabel->setVisible(layer.byRule);
    const auto problem = m_state->survey().problem();
    m_problem->setText(QString::fromStdString(problem));
    m_problem->setVisible(!problem.empty());
    if (m_mask.field != nullptr) {
        m_mask.field->setEnabled(found != nullptr);
        m_mask.show(layer.mask.path);
    }
    const std::array place{layer.maskCenter.x, layer.maskCenter.y, layer.maskSize.x,
                           layer.maskSize.y};
    for (std::size_t i = 0; i < place.size(); ++i) {
        const QSignalBlocker quiet{m_maskPlace[i]};
        m_maskPlace[i]->setValue(place[i]);
        m_maskPlace[i]->setVisible(!layer.mask.path.empty());
        m_maskLabels[i / 2]->setVisible(!layer.mask.path.empty());
    }
    const auto standing = engine::foliageOf(world, m_state->layer());
    m_marks->setText(tr("%1 erased or moved")
                         .arg(QString::fromStdString(engine::numberText(standing->marks()))));
    m_marks->setVisible(layer.byRule && standing->marks() > 0);
    m_forget->setVisible(layer.byRule && standing->marks() > 0);
    constexpr double Column = engine::PaintedWeights::Side * engine::PaintedWeights::Side;
    m_thinned->setText(tr("Thinned out on %1 m\u00b2")
                           .arg(static_cast<double>(standing->weights()) * Column, 0, 'f', 0));
    m_thinned->setVisible(standing->weights() > 0);
    m_restore->setVisible(standing->weights() > 0);
}

void RuleForm::edit(const char* label, const std::function<void(FoliageLayer&)>& change)
{
    const auto* old = m_state->editor().document().world().get<FoliageLayer>(m_state->layer());
    if (old == nullptr)
        return;
    auto layer = *old;
    change(layer);
    run(label, [&](editor::Transaction& tx) { tx.set(m_state->layer(), layer); });
    refresh();
}

void RuleForm::run(const char* label, const std::function<void(editor::Transaction&)>& change)
{
    const auto done =
        m_state->editor().document().run(label, [&](editor::Transaction& tx) -> Result<void> {
            change(tx);
            return {};
        });
    if (!done)
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
}
} // namespace foliage_painter
