#include "plugins/navmesh/proposed_links.h"

#include "editor/api/dock_page.h"
#include "editor/api/empty_hint.h"
#include "plugins/navmesh/list_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace navmesh
{
ProposedLinks::ProposedLinks(std::shared_ptr<NavmeshState> state, QWidget* parent)
    : QWidget{parent}, m_state{std::move(state)}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(editor::dockHeading(tr("Proposed links"), this));
    addButtons();
    m_list =
        placeList(tr("Proposed links"), {tr("Kind"), tr("Across m"), tr("High m"), tr("Saves m")},
                  tr("Links that could be made, shown as ghosts. A double click goes there."),
                  m_state->editor(), this);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    editor::setEmptyHint(m_list, tr("Links that would save a detour appear here.\nChoose Propose "
                                    "to look for some."));
    layout->addWidget(m_list);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, [this] { refreshButtons(); });
}

void ProposedLinks::addButtons()
{
    auto* row = new QHBoxLayout;
    const auto add = [&](const QString& text, const QString& tooltip, auto clicked) {
        auto* made = editor::dockButton(text, tooltip, this);
        connect(made, &QPushButton::clicked, this, clicked);
        row->addWidget(made);
        return made;
    };
    m_propose = add(tr("Propose"),
                    tr("Looks for jumps, drops and ladders that the agent can do and that "
                       "save a detour."),
                    [this] { m_state->propose(); });
    m_accept =
        add(tr("Accept"), tr("Makes links of the chosen proposals."), [this] { acceptChosen(); });
    m_acceptAll =
        add(tr("Accept all"), tr("Makes links of all proposals."), [this] { m_state->accept({}); });
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void ProposedLinks::acceptChosen()
{
    std::vector<std::size_t> chosen;
    for (auto* item : m_list->selectedItems())
        chosen.push_back(static_cast<std::size_t>(m_list->indexOfTopLevelItem(item)));
    if (!chosen.empty())
        m_state->accept(chosen);
}

void ProposedLinks::refresh()
{
    if (std::exchange(m_listed, m_state->proposalCount()) != m_state->proposalCount())
        list();
    const bool isAny = !m_state->proposals().empty();
    m_list->setVisible(isAny);
    refreshButtons();
}

void ProposedLinks::refreshButtons()
{
    const auto none =
        m_state->proposals().empty() ? tr("There are no proposals: choose Propose.") : QString{};
    editor::setUsable(*m_accept, m_list->selectedItems().isEmpty() && none.isEmpty()
                                     ? tr("Choose some in the list of proposed links.")
                                     : none);
    editor::setUsable(*m_acceptAll, none);
    editor::setUsable(*m_propose,
                      m_state->isProposing() ? tr("It is looking for them now.") : QString{});
}

void ProposedLinks::list()
{
    m_list->clear();
    for (const auto& proposal : m_state->proposals()) {
        auto* row = new ListRow{m_list};
        row->setText(0, proposal.kind == engine::NavLinkKind::Drop     ? tr("Drop")
                        : proposal.kind == engine::NavLinkKind::Ladder ? tr("Ladder")
                                                                       : tr("Jump"));
        row->setNumber(1, proposal.distance, 2);
        row->setNumber(2, proposal.height, 2);
        row->setText(3, proposal.detour > 0
                            ? QString::number(proposal.detour - proposal.distance, 'f', 1)
                            : tr("no other way"));
        row->setPlace(proposal.from);
    }
}
} // namespace navmesh
