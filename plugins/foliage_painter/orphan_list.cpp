#include "plugins/foliage_painter/orphan_list.h"

#include "editor/api/dock_page.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/node.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace foliage_painter
{
namespace
{
using engine::FoliageInstance;
using engine::Result;

constexpr double RehomeReach = 4;       ///< metres
constexpr std::size_t MostListed = 500; ///< more nobody reads
constexpr std::size_t MostMarked = 5000;
constexpr engine::DrawColor MarkColor{0.90F, 0.40F, 0.36F, 0.7F};
constexpr engine::DrawColor ChosenColor{1, 0.80F, 0.76F, 1};

QString inText(std::size_t count)
{
    return QString::fromStdString(engine::numberText(count));
}

std::vector<QString> kindNames(const engine::World& world, engine::EntityId layer)
{
    std::vector<QString> names(256, OrphanList::tr("Plant of a removed kind"));
    for (const auto& [entity, type] : engine::foliageTypes(world, layer))
        names[static_cast<std::size_t>(type.slot)] =
            QString::fromStdString(world.get<engine::Node>(entity)->name);
    return names;
}

std::vector<engine::Vec3f> placesOf(const std::vector<FoliageInstance>& plants)
{
    std::vector<engine::Vec3f> places;
    for (std::size_t i = 0; i < std::min(plants.size(), MostMarked); ++i)
        places.push_back(plants[i].position);
    return places;
}
} // namespace

OrphanList::OrphanList(std::shared_ptr<PainterState> state, QWidget* parent)
    : QWidget{parent}, m_state{std::move(state)}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    m_count = new QLabel{this};
    m_count->setWordWrap(true);
    layout->addWidget(m_count);
    m_list = new QListWidget{this};
    m_list->setAccessibleName(tr("Orphans"));
    m_list->setToolTip(tr("Plants whose faces are gone, marked in the views. A double click jumps "
                          "there."));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setMaximumHeight(120);
    layout->addWidget(m_list);
    m_rehome = editor::dockButton(
        tr("Find new faces"),
        tr("Lets the chosen orphans, or all, stand on the nearest face within 4 m "
           "that they may grow on."),
        this);
    layout->addWidget(m_rehome);
    m_remove = editor::dockButton({}, tr("Removes the chosen orphans, or all."), this);
    layout->addWidget(m_remove);
    connect(m_list, &QListWidget::itemActivated, this, [this] { jump(); });
    connect(m_list, &QListWidget::itemSelectionChanged, this, [this] { showChosen(); });
    connect(m_rehome, &QPushButton::clicked, this, [this] { rehome(); });
    connect(m_remove, &QPushButton::clicked, this, [this] { remove(); });
    refresh();
    fill({});
}

void OrphanList::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showChosen();
}

void OrphanList::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state->markOrphans({}, {});
}

void OrphanList::refresh()
{
    const auto& world = m_state->editor().document().world();
    auto all = editor::foliageOrphans(world, m_state->layer());
    auto names = kindNames(world, m_state->layer());
    if (all == m_all && names == m_names)
        return;
    const auto kept = chosen();
    m_all = std::move(all);
    m_names = std::move(names);
    fill(kept);
}

/// `kept` stay chosen where they are still there.
void OrphanList::fill(const std::vector<FoliageInstance>& kept)
{
    {
        const QSignalBlocker quiet{m_list};
        m_list->clear();
        for (std::size_t i = 0; i < std::min(m_all.size(), MostListed); ++i) {
            const auto& at = m_all[i].position;
            auto* item = new QListWidgetItem{tr("%1 at %2, %3, %4")
                                                 .arg(m_names[m_all[i].type])
                                                 .arg(at.x, 0, 'f', 2)
                                                 .arg(at.y, 0, 'f', 2)
                                                 .arg(at.z, 0, 'f', 2),
                                             m_list};
            item->setData(Qt::UserRole, static_cast<int>(i));
            item->setSelected(std::find(kept.begin(), kept.end(), m_all[i]) != kept.end());
        }
        if (m_all.size() > MostListed)
            (new QListWidgetItem{tr("and %1 more").arg(inText(m_all.size() - MostListed)), m_list})
                ->setFlags(Qt::NoItemFlags);
    }
    m_count->setText(m_all.empty() ? tr("None: every plant stands on its face.")
                     : m_all.size() == 1
                         ? tr("1 plant lost the face it stood on")
                         : tr("%1 plants lost the face they stood on").arg(inText(m_all.size())));
    for (QWidget* each : std::initializer_list<QWidget*>{m_list, m_rehome, m_remove})
        each->setVisible(!m_all.empty());
    showChosen();
}

/// By the text of the button and, while this is shown, by marks in the views.
void OrphanList::showChosen()
{
    const auto plants = chosen();
    m_remove->setText(plants.empty() ? tr("Delete all orphans") : tr("Delete chosen orphans"));
    if (isVisible())
        m_state->markOrphans(placesOf(m_all), placesOf(plants));
}

std::vector<FoliageInstance> OrphanList::chosen() const
{
    std::vector<FoliageInstance> plants;
    for (const auto* item : m_list->selectedItems())
        plants.push_back(m_all.at(item->data(Qt::UserRole).toUInt()));
    return plants;
}

std::vector<FoliageInstance> OrphanList::chosenOrAll() const
{
    if (auto plants = chosen(); !plants.empty())
        return plants;
    const auto closed = m_state->closedSlots();
    auto open = m_all;
    std::erase_if(open, [&](const FoliageInstance& plant) { return closed.test(plant.type); });
    return open.empty() ? m_all : open;
}

void OrphanList::jump()
{
    const auto* item = m_list->currentItem();
    if (item == nullptr || !item->data(Qt::UserRole).isValid())
        return;
    engine::Aabb box;
    box.add(engine::Vec3d{m_all.at(item->data(Qt::UserRole).toUInt()).position});
    m_state->editor().focus(box.grown(3));
}

void OrphanList::rehome()
{
    const auto plants = chosenOrAll();
    if (m_state->refusesEdits(plants))
        return;
    auto& editor = m_state->editor();
    std::size_t count = 0;
    const auto done = editor.document().run(
        "Find new faces for plants", [&](editor::Transaction& tx) -> Result<void> {
            auto found = editor::rehomeFoliage(tx, editor.document().index(), m_state->layer(),
                                               plants, RehomeReach);
            if (!found)
                return found.error();
            count = *found;
            return {};
        });
    if (done)
        editor.showMessage(editor::MessageKind::Info,
                           fmt::format("{} of {} found a face", engine::numberText(count),
                                       engine::countText(plants.size(), "plant", "plants")));
    else
        editor.showMessage(editor::MessageKind::Warning, done.error().message());
}

void OrphanList::remove()
{
    const auto plants = chosenOrAll();
    if (m_state->refusesEdits(plants))
        return;
    auto& editor = m_state->editor();
    const auto done =
        editor.document().run("Delete orphans", [&](editor::Transaction& tx) -> Result<void> {
            editor::removeFoliageOrphans(tx, m_state->layer(), plants);
            return {};
        });
    if (!done)
        editor.showMessage(editor::MessageKind::Warning, done.error().message());
}

void drawOrphans(engine::DebugDraw& draw, const PainterState& state)
{
    using Depth = engine::DebugDraw::Depth;
    for (const auto& place : state.orphanMarks())
        draw.point(engine::Vec3d{place}, MarkColor, 5, Depth::Dimmed);
    for (const auto& place : state.chosenOrphanMarks()) {
        const engine::Vec3d at{place};
        draw.point(at, ChosenColor, 9);
        draw.line(at, at + engine::Vec3d{0, 1, 0}, ChosenColor, 2, Depth::OnTop);
    }
}
} // namespace foliage_painter
