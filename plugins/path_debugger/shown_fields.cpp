#include "plugins/path_debugger/shown_fields.h"

#include "plugins/path_debugger/path_overlay.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace path_debugger
{
void changeShown(PathDebugger& debugger, const std::function<void(Shown&)>& edit)
{
    auto shown = debugger.shown();
    edit(shown);
    if (shown != debugger.shown())
        debugger.setShown(shown);
}

ShownFields::ShownFields(std::shared_ptr<PathDebugger> debugger, QWidget* parent)
    : QWidget{parent}, m_debugger{std::move(debugger)}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    m_legend = new editor::ColorLegend{this};
    m_legend->setObjectName(QStringLiteral("pathLegend"));
    layout->addWidget(m_legend);
    addSearch(layout);
    addReach(layout);
}

QCheckBox* ShownFields::addBox(const QString& text, const QString& tooltip, bool Shown::*value)
{
    auto* made = new QCheckBox{text, this};
    made->setToolTip(tooltip);
    connect(made, &QCheckBox::toggled, this, [this, value](bool on) {
        changeShown(*m_debugger, [&](Shown& shown) { shown.*value = on; });
    });
    m_boxes.emplace_back(made, value);
    return made;
}

void ShownFields::addSearch(QVBoxLayout* layout)
{
    layout->addWidget(
        addBox(tr("Show what the search looked at"),
               tr("Polygons or cells, from cold for the first to hot for the farthest."),
               &Shown::visited));
    layout->addWidget(addBox(tr("Show what was waiting"),
                             tr("The frontier: polygons or cells that the search had seen, but "
                                "was not done with at the step of the slider."),
                             &Shown::waiting));
    layout->addWidget(addBox(tr("Show the way before the string is pulled"),
                             tr("Through the middles of edges, or from cell to cell."),
                             &Shown::raw));
    auto* row = new QHBoxLayout;
    row->addWidget(addBox(tr("Portals"),
                          tr("Where the polygons of the way meet: its string runs between their "
                             "left and right ends."),
                          &Shown::portals));
    row->addWidget(addBox(tr("Straight line"),
                          tr("From the start towards the goal over the ground, as far as it is "
                             "free, with the wall that it hits."),
                          &Shown::ray));
    row->addWidget(addBox(tr("Nearest wall"),
                          tr("The border of the mesh that is nearest to the start."),
                          &Shown::wall));
    row->addStretch(1);
    layout->addLayout(row);
}

void ShownFields::addReach(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    row->addWidget(addBox(tr("Show what is within"),
                          tr("Ground that the agent reaches from the start for that cost: metres "
                             "times the price of the ground."),
                          &Shown::reach));
    m_reachCost = new QDoubleSpinBox{this};
    m_reachCost->setAccessibleName(tr("Cost to reach"));
    m_reachCost->setToolTip(tr("Cost from the start that the ground is shown for."));
    m_reachCost->setRange(0.1, 1000);
    m_reachCost->setDecimals(1);
    m_reachCost->setSuffix(tr(" m"));
    connect(m_reachCost, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        changeShown(*m_debugger, [&](Shown& shown) { shown.reachCost = value; });
    });
    row->addWidget(m_reachCost);
    row->addStretch(1);
    layout->addLayout(row);
    m_reachText = new QLabel{this};
    layout->addWidget(m_reachText);
}

void ShownFields::refresh()
{
    const auto& shown = m_debugger->shown();
    for (const auto& [box, value] : m_boxes) {
        const QSignalBlocker quiet{box};
        box->setChecked(shown.*value);
    }
    const QSignalBlocker cost{m_reachCost};
    m_reachCost->setValue(shown.reachCost);
    m_reachText->setText(shown.reach && m_debugger->from()
                             ? tr("%1 m\u00b2").arg(m_debugger->reachedArea(), 0, 'f', 1)
                             : QString{});
    m_reachText->setVisible(!m_reachText->text().isEmpty());
    refreshLegend();
}

/// What the colours in the views mean, of what is shown.
void ShownFields::refreshLegend()
{
    std::vector<editor::ColorLegend::Entry> entries;
    const auto add = [&](const QString& text, std::vector<engine::DrawColor> colors) {
        entries.push_back({text, std::move(colors)});
    };
    using editor::heatColor;
    const std::vector<engine::DrawColor> heat{heatColor(0), heatColor(1.0 / 3), heatColor(2.0 / 3),
                                              heatColor(1)};
    const auto& shown = m_debugger->shown();
    const bool hasGround = m_debugger->hasGround();
    if (hasGround && !m_debugger->reached().empty())
        add(tr("within, cost 0 to %1").arg(shown.reachCost, 0, 'f', 1), heat);
    if (hasGround && m_debugger->trace(m_debugger->method()) != nullptr) {
        if (shown.visited)
            add(tr("looked at, near to far"), heat);
        if (shown.waiting)
            add(tr("waiting"), {WaitingColor});
        if (shown.steps >= 0 && (shown.visited || shown.waiting))
            add(tr("this step"), {StepColor});
    }
    if (shown.portals && !m_debugger->portals().empty())
        add(tr("portal, left and right"), {LeftColor, RightColor});
    if (shown.ray && m_debugger->ray())
        add(tr("straight line"), {RayColor});
    if (shown.ray && m_debugger->ray() && m_debugger->ray()->hit)
        add(tr("its hit"), {HitColor});
    if (shown.wall && m_debugger->wall())
        add(tr("nearest wall"), {WallColor});
    if (m_debugger->isCovered() && entries.empty())
        m_legend->setNote(tr("The ground has other colours now; choose the Path tool to see those "
                             "of the search."));
    else
        m_legend->setEntries(entries);
}
} // namespace path_debugger
