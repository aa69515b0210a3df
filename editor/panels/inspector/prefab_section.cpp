#include "editor/panels/inspector/prefab_section.h"

#include "editor/tools/place/prefab_commands.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"

#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace editor
{
using engine::PrefabInstance;

PrefabSection::PrefabSection(EditorApi& editor, EntityId instance, QWidget* parent)
    : InspectorSection{QStringLiteral("prefab_instance"), tr("Prefab"), QStringLiteral("prefab"),
                       parent}
    , m_editor{editor}
    , m_instance{instance}
{
    m_summary = new QLabel{this};
    m_summary->setObjectName(QStringLiteral("prefabSummary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    addWide(m_summary);
    // Over the list, which comes and goes: no other button may come under the pointer between two
    // clicks.
    addButtons();
    m_list = new QListWidget{this};
    m_list->setObjectName(QStringLiteral("prefabOverrides"));
    m_list->setAccessibleName(tr("Overrides of the prefab instance"));
    m_list->setToolTip(tr("<b>Overrides</b><br>What is not as in the prefab's file. Choose some to "
                          "revert or apply only these."));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setUniformItemSizes(true);
    addWide(m_list);
    refreshOverrides();
}

QPushButton*
PrefabSection::addButton(const QString& name, const QString& label, const QString& tooltip)
{
    auto* button = new QPushButton{label, m_buttons};
    button->setObjectName(name);
    button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tooltip));
    auto* grid = qobject_cast<QGridLayout*>(m_buttons->layout());
    const int count = grid->count();
    grid->addWidget(button, count / 2, count % 2);
    return button;
}

void PrefabSection::addButtons()
{
    m_buttons = new QWidget{this};
    auto* grid = new QGridLayout{m_buttons};
    grid->setContentsMargins(0, 0, 0, 0);
    m_revert = addButton(QStringLiteral("prefabRevert"), tr("Revert"),
                         tr("Takes what the file has: for the chosen overrides, or for all."));
    m_apply = addButton(QStringLiteral("prefabApply"), tr("Apply"),
                        tr("Writes the chosen overrides, or all, to the file; all instances "
                           "follow."));
    auto* edit = addButton(QStringLiteral("prefabEdit"), tr("Edit prefab"),
                           tr("Opens the prefab's file in place of the scene."));
    auto* unpack = addButton(QStringLiteral("prefabUnpack"), tr("Unpack"),
                             tr("Makes the instance a plain group that follows no file."));
    connect(m_revert, &QPushButton::clicked, this, [this] { revertToPrefab(m_editor, chosen()); });
    connect(m_apply, &QPushButton::clicked, this, [this] { applyToPrefab(m_editor, chosen()); });
    connect(edit, &QPushButton::clicked, this, [this] {
        const auto* instance = m_editor.document().world().get<PrefabInstance>(m_instance);
        if (instance != nullptr)
            m_editor.editPrefabWanted(std::string{instance->file.path});
    });
    connect(unpack, &QPushButton::clicked, this, [this] {
        const auto done = m_editor.document().run("Unpack prefab", [&](Transaction& transaction) {
            const std::array one{m_instance};
            return unpackPrefabs(transaction, one);
        });
        if (!done)
            m_editor.showMessage(MessageKind::Error, done.error().message());
    });
    addWide(m_buttons);
}

std::vector<PrefabOverride> PrefabSection::chosen() const
{
    std::vector<PrefabOverride> some;
    for (const auto& index : m_list->selectionModel()->selectedRows())
        some.push_back(m_overrides.at(static_cast<std::size_t>(index.row())));
    return some.empty() ? m_overrides : some;
}

void PrefabSection::refreshOverrides()
{
    const auto& document = m_editor.document();
    const auto* instance = document.world().get<PrefabInstance>(m_instance);
    if (instance == nullptr)
        return;
    auto overrides = overridesIn(document.world(), m_instance);
    const auto count = static_cast<int>(overrides.size());
    m_summary->setText(QStringLiteral("%1\n%2").arg(
        QString::fromStdString(instance->file.path),
        count == 0 ? tr("As in its file")
                   : (count == 1 ? tr("1 override") : tr("%1 overrides").arg(count))));
    m_list->setVisible(count > 0);
    m_revert->setEnabled(count > 0);
    m_apply->setEnabled(count > 0);
    if (overrides != m_overrides) { // names of objects do not change what is chosen
        m_overrides = std::move(overrides);
        m_list->clear();
        for (const auto& each : m_overrides)
            m_list->addItem(
                QString::fromStdString(overrideText(document.world(), document.types(), each)));
    }
    constexpr int MostRows = 6;
    const int row = m_list->sizeHintForRow(0);
    m_list->setFixedHeight(std::clamp(count, 1, MostRows) * std::max(row, 16) +
                           2 * m_list->frameWidth());
}
} // namespace editor
