#pragma once

#include "plugins/navmesh/navmesh_state.h"

#include <QWidget>

#include <memory>

class QPushButton;
class QTreeWidget;

namespace navmesh
{
/// Looks for links that could be made, lists them and makes those that are accepted.
class ProposedLinks final : public QWidget
{
    Q_OBJECT

public:
    ProposedLinks(std::shared_ptr<NavmeshState> state, QWidget* parent);

    void refresh();

private:
    void addButtons();
    void acceptChosen();
    void list();
    void refreshButtons();

    std::shared_ptr<NavmeshState> m_state;
    QTreeWidget* m_list = nullptr;
    QPushButton* m_propose = nullptr;
    QPushButton* m_accept = nullptr;
    QPushButton* m_acceptAll = nullptr;
    std::uint64_t m_listed = 0; ///< as of NavmeshState::proposalCount()
};
} // namespace navmesh
