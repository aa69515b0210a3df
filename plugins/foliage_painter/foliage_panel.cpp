#include "plugins/foliage_painter/foliage_panel.h"

#include "editor/api/component_form.h"
#include "editor/api/dock_page.h"
#include "editor/api/wheel_guard.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/node.h"
#include "plugins/foliage_painter/orphan_list.h"
#include "plugins/foliage_painter/painter_tools.h"
#include "plugins/foliage_painter/planting_bar.h"
#include "plugins/foliage_painter/rule_form.h"
#include "plugins/foliage_painter/select_tools.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace foliage_painter
{
namespace
{
using engine::EntityId;
using engine::Result;

EntityId idOf(const QListWidgetItem* item)
{
    return item != nullptr ? EntityId{item->data(Qt::UserRole).toULongLong()} : EntityId{};
}

QString plantCount(std::size_t count)
{
    return QString::fromStdString(engine::countText(count, "plant", "plants"));
}

bool isAmong(const std::vector<std::uint8_t>& slots, const engine::FoliageType& type)
{
    return std::find(slots.begin(), slots.end(), type.slot) != slots.end();
}

/// The sum of the shares in the mix of what is planted.
double mixOf(const PainterState& state, const std::vector<std::uint8_t>& planted)
{
    double mix = 0;
    for (const auto& [entity, type] :
         engine::foliageTypes(state.editor().document().world(), state.layer()))
        if (isAmong(planted, type))
            mix += type.weight;
    return mix;
}

/// The density that tools plant the kind with along with the others; empty if that is its own.
QString mixText(const engine::FoliageType& type, double mix, bool isPlanted)
{
    if (!isPlanted || mix <= 0 || type.weight >= mix)
        return {};
    return FoliagePanel::tr(", %1 per m\u00b2").arg(type.density * type.weight / mix, 0, 'g', 3);
}

QString mixTip(const engine::FoliageType& type, double mix, bool isPlanted)
{
    if (mixText(type, mix, isPlanted).isEmpty())
        return {};
    return FoliagePanel::tr(
               "Of its density of %1 per m\u00b2 the ticked kinds leave it %2 %, by their "
               "shares in the mix, also where they cannot grow themselves.")
        .arg(type.density, 0, 'g', 3)
        .arg(100 * type.weight / mix, 0, 'f', 0);
}

/// A kind from a file may say what its billboards do not do.
engine::ComponentValue asItCounts(const engine::ComponentValue& kind)
{
    return std::make_shared<const engine::FoliageType>(
        engine::withBillboardRules(*static_cast<const engine::FoliageType*>(kind.get())));
}

/// Why the field of a kind's property cannot be changed; empty if it can.
QString whyFixed(const void* kind, const std::string& property)
{
    constexpr std::array Ruled{"alignToNormal", "randomYaw", "pitch", "castShadows"};
    const auto& type = *static_cast<const engine::FoliageType*>(kind);
    if (type.kind != engine::FoliageKind::Billboard ||
        std::find(Ruled.begin(), Ruled.end(), property) == Ruled.end())
        return {};
    return FoliagePanel::tr("Billboards stand upright, face the viewer and throw no shadow.");
}
} // namespace

FoliagePanel::FoliagePanel(std::shared_ptr<PainterState> state, QWidget* parent)
    : QWidget{parent}, m_state{std::move(state)}
{
    auto* layout = editor::addDockPage(this);
    addLayerRow(layout);
    addTools(layout);
    addBrush(layout);
    addKinds(layout);
    addSelection(layout);
    layout->addWidget(editor::dockHeading(tr("Orphans"), this));
    m_orphans = new OrphanList{m_state, this};
    layout->addWidget(m_orphans);
    layout->addStretch(1);
    new editor::WheelGuard{this};
    m_connection = m_state->changed.connect([this] { refresh(); });
    m_shapeConnection = m_state->shapeWanted.connect([this](EntityId kind) { showShapeOf(kind); });
    refresh();
}

void FoliagePanel::addLayerRow(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    m_layers = new QComboBox{this};
    m_layers->setMinimumWidth(60);
    m_layers->setAccessibleName(tr("Foliage"));
    m_layers->setToolTip(tr("The foliage that the tools work on."));
    row->addWidget(m_layers, 1);
    auto* fresh = editor::dockButton(
        tr("New"), tr("Makes a foliage, to which kinds of plants can be added."), this);
    row->addWidget(fresh);
    layout->addLayout(row);
    m_rules = new RuleForm{m_state, this};
    layout->addWidget(m_rules);
    connect(m_layers, &QComboBox::activated, this,
            [this] { m_state->setLayer(EntityId{m_layers->currentData().toULongLong()}); });
    connect(fresh, &QPushButton::clicked, this, [this] { newLayer(); });
}

void FoliagePanel::addTools(QVBoxLayout* layout)
{
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    for (const auto& tool : painterTools()) {
        auto* made = editor::dockButton(tr(tool.button), {}, this);
        made->setCheckable(true);
        const auto place = static_cast<int>(m_tools.size());
        grid->addWidget(made, place / 3, place % 3);
        connect(made, &QPushButton::clicked, this,
                [this, &tool] { m_state->editor().activateTool(tool.id); });
        m_tools.push_back(made);
    }
    m_toolConnection = m_state->editor().toolChanged.connect([this] {
        showTool();
        showSelected();
    });
    showTool();
    layout->addLayout(grid);
    layout->addWidget(new PlantingBar{m_state->planting(), this});
}

void FoliagePanel::showTool()
{
    const auto active = m_state->editor().activeTool();
    const auto tools = painterTools();
    const auto missing = QString::fromStdString(m_state->missing());
    for (std::size_t i = 0; i < tools.size(); ++i) {
        m_tools[i]->setChecked(tools[i].id == active);
        auto tip = QStringLiteral("<b>%1</b>").arg(tr(tools[i].label));
        if (const auto keys = m_state->editor().toolKeys(tools[i].id); !keys.empty())
            tip += QStringLiteral(" (%1)").arg(QString::fromStdString(keys).toHtmlEscaped());
        for (const auto* line : {tools[i].tooltip, tools[i].keys})
            if (*line != '\0')
                tip += QStringLiteral("<br>%1").arg(tr(line).toHtmlEscaped());
        if (!missing.isEmpty())
            tip += QStringLiteral("<br><b>%1</b>").arg(missing.toHtmlEscaped());
        m_tools[i]->setToolTip(tip);
        m_tools[i]->setEnabled(missing.isEmpty());
    }
}

void FoliagePanel::addBrush(QVBoxLayout* layout)
{
    layout->addWidget(editor::dockHeading(tr("Brush"), this));
    auto* form = new QFormLayout;
    form->setVerticalSpacing(4);
    const auto addNumber = [&](const QString& label, const QString& tooltip, double least,
                               double most, double engine::FoliageBrush::*member) {
        auto* spin = new QDoubleSpinBox{this};
        spin->setMinimumWidth(48);
        spin->setRange(least, most);
        spin->setSingleStep(most > 1 ? 0.5 : 0.1);
        spin->setAccessibleName(label);
        spin->setToolTip(tooltip);
        form->addRow(label, spin);
        connect(spin, &QDoubleSpinBox::valueChanged, this, [this, member](double value) {
            auto brush = m_state->brush();
            brush.*member = value;
            m_state->setBrush(brush);
        });
        return spin;
    };
    m_radius = addNumber(tr("Radius"), tr("[ and ] change it while a brush is chosen."), 0.1, 100,
                         &engine::FoliageBrush::radius);
    m_radius->setSuffix(tr(" m"));
    m_strength = addNumber(tr("Strength"), tr("Share of the kinds' density; the digits set it."), 0,
                           1, &engine::FoliageBrush::strength);
    m_falloff =
        addNumber(tr("Falloff"), tr("Share of the radius over which the strength falls to 0."), 0,
                  1, &engine::FoliageBrush::falloff);
    m_pressure = new QComboBox{this};
    m_pressure->addItems({tr("Does nothing"), tr("Radius"), tr("Strength"), tr("Both")});
    m_pressure->setAccessibleName(tr("Pen pressure"));
    m_pressure->setToolTip(tr("What the pressure of a pen scales."));
    form->addRow(m_pressure->accessibleName(), m_pressure);
    connect(m_pressure, &QComboBox::activated, this, [this](int choice) {
        auto brush = m_state->brush();
        brush.pressureSizes = (choice & 1) != 0;
        brush.pressureStrengthens = (choice & 2) != 0;
        m_state->setBrush(brush);
    });
    layout->addLayout(form);
}

void FoliagePanel::addKinds(QVBoxLayout* layout)
{
    layout->addWidget(editor::dockHeading(tr("Kinds of plants"), this));
    m_kinds = new QListWidget{this};
    m_kinds->setAccessibleName(tr("Kinds of plants"));
    m_kinds->setToolTip(tr("Ticked kinds are planted; the chosen one shows its settings below."));
    m_kinds->setMinimumHeight(100); // four kinds
    m_kinds->setMaximumHeight(140);
    layout->addWidget(m_kinds);
    auto* row = new QHBoxLayout;
    auto* mesh =
        editor::dockButton(tr("Add model"), tr("Adds a kind of plant that is a model."), this);
    auto* picture = editor::dockButton(
        tr("Add billboard"),
        tr("Adds a kind of plant that is an upright picture facing the viewer."), this);
    m_removeKind =
        editor::dockButton(tr("Remove"), tr("Removes the chosen kind with all its plants."), this);
    row->addWidget(mesh);
    row->addWidget(picture);
    layout->addLayout(row);
    layout->addWidget(m_removeKind);
    m_form =
        new editor::ComponentForm{m_state->editor(), engine::typeIdOf<engine::FoliageType>(), this};
    m_form->setRules(asItCounts, whyFixed);
    layout->addWidget(m_form);
    connect(m_kinds, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        const auto* type =
            m_state->editor().document().world().get<engine::FoliageType>(idOf(item));
        if (type != nullptr)
            m_state->setPainted(static_cast<std::uint8_t>(type->slot),
                                item->checkState() == Qt::Checked);
    });
    connect(m_kinds, &QListWidget::currentItemChanged, this,
            [this](QListWidgetItem* item) { m_form->setEntity(idOf(item)); });
    connect(mesh, &QPushButton::clicked, this, [this] { addKind(engine::FoliageKind::Mesh); });
    connect(picture, &QPushButton::clicked, this,
            [this] { addKind(engine::FoliageKind::Billboard); });
    connect(m_removeKind, &QPushButton::clicked, this, [this] { removeKind(); });
}

void FoliagePanel::addSelection(QVBoxLayout* layout)
{
    layout->addWidget(editor::dockHeading(tr("Selected plants"), this));
    m_selected = new QLabel{this};
    m_selected->setObjectName(QStringLiteral("selectedPlants"));
    m_selected->setWordWrap(true);
    layout->addWidget(m_selected);
    auto* grid = new QGridLayout; // four in a row would be cut in a narrow dock
    grid->setSpacing(4);
    const auto add = [&](const QString& text, const QString& tooltip, auto run) {
        auto* made = editor::dockButton(text, tooltip, this);
        connect(made, &QPushButton::clicked, this, run);
        const auto count = static_cast<int>(m_forSelected.size());
        grid->addWidget(made, count / 2, count % 2);
        m_forSelected.push_back(made);
    };
    add(tr("Turn"), tr("Turns the selected plants by 15 degrees."),
        [this] { transformSelected(*m_state, engine::radians(15), 1); });
    add(tr("Bigger"), tr("Makes the selected plants a tenth bigger."),
        [this] { transformSelected(*m_state, 0, 1.1); });
    add(tr("Smaller"), tr("Makes the selected plants a tenth smaller."),
        [this] { transformSelected(*m_state, 0, 1 / 1.1); });
    add(tr("Delete"), tr("Removes the selected plants."), [this] { removeSelected(*m_state); });
    layout->addLayout(grid);
}

void FoliagePanel::refresh()
{
    refreshLayers();
    m_rules->refresh();
    showTool();
    refreshKinds();
    m_orphans->refresh();
    const auto show = [](QDoubleSpinBox* spin, double value) {
        const QSignalBlocker quiet{spin};
        spin->setValue(value);
    };
    show(m_radius, m_state->brush().radius);
    show(m_strength, m_state->brush().strength);
    show(m_falloff, m_state->brush().falloff);
    m_pressure->setCurrentIndex((m_state->brush().pressureSizes ? 1 : 0) +
                                (m_state->brush().pressureStrengthens ? 2 : 0));
    showSelected();
}

void FoliagePanel::showSelected()
{
    const auto count = m_state->selected().size();
    m_selected->setText(count == 0 ? whyNoneSelected() : plantCount(count));
    for (auto* each : m_forSelected)
        each->setEnabled(count > 0);
}

QString FoliagePanel::whyNoneSelected() const
{
    const auto active = m_state->editor().activeTool();
    if (active == "foliage.select")
        return tr("None: click plants to select them.");
    if (active == "foliage.lasso")
        return tr("None: draw around plants of the ticked kinds.");
    return tr("None: choose the Select or Lasso tool.");
}

void FoliagePanel::refreshLayers()
{
    const auto& world = m_state->editor().document().world();
    m_layers->clear();
    for (const auto layer : engine::foliageLayers(world))
        m_layers->addItem(QString::fromStdString(world.get<engine::Node>(layer)->name),
                          qulonglong{layer.value});
    if (m_layers->count() == 0)
        m_layers->addItem(tr("No foliage yet"), qulonglong{0});
    m_layers->setCurrentIndex(std::max(m_layers->findData(qulonglong{m_state->layer().value}), 0));
}

void FoliagePanel::refreshKinds()
{
    const auto& world = m_state->editor().document().world();
    const auto standing = engine::foliageOf(world, m_state->layer());
    const auto countOf = [&](std::uint8_t slot) {
        std::size_t count = 0;
        for (const auto& cell : standing->cells())
            count += cell.chunk->countOf(slot);
        return count;
    };
    const auto chosen = m_form->entity();
    const auto planted = m_state->slots();
    const auto mix = mixOf(*m_state, planted);
    {
        const QSignalBlocker quiet{m_kinds};
        m_kinds->clear();
        for (const auto& [entity, type] : engine::foliageTypes(world, m_state->layer())) {
            const auto slot = static_cast<std::uint8_t>(type.slot);
            auto* item = new QListWidgetItem{
                tr("%1 (%2)")
                        .arg(QString::fromStdString(world.get<engine::Node>(entity)->name))
                        .arg(QString::fromStdString(engine::numberText(countOf(slot)))) +
                    mixText(type, mix, isAmong(planted, type)),
                m_kinds};
            item->setToolTip(mixTip(type, mix, isAmong(planted, type)));
            item->setData(Qt::UserRole, qulonglong{entity.value});
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(m_state->isPainted(slot) ? Qt::Checked : Qt::Unchecked);
            if (entity == chosen)
                m_kinds->setCurrentItem(item);
        }
        if (m_kinds->currentItem() == nullptr)
            m_kinds->setCurrentRow(0);
    }
    m_form->setEntity(idOf(m_kinds->currentItem()));
    m_removeKind->setEnabled(m_kinds->currentItem() != nullptr);
}

void FoliagePanel::newLayer()
{
    EntityId layer;
    const auto done = m_state->editor().document().run(
        "New foliage", [&](editor::Transaction& tx) -> Result<void> {
            layer = editor::createFoliageLayer(tx, "Foliage");
            return {};
        });
    if (done)
        m_state->setLayer(layer);
    else
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
}

void FoliagePanel::addKind(engine::FoliageKind kind)
{
    if (!m_state->layer())
        newLayer();
    EntityId added;
    const auto done = m_state->editor().document().run(
        "Add kind of plant", [&](editor::Transaction& tx) -> Result<void> {
            engine::FoliageType type;
            type.kind = kind;
            auto made =
                editor::addFoliageType(tx, m_state->layer(), std::move(type),
                                       kind == engine::FoliageKind::Mesh ? "Plant" : "Billboard");
            if (!made)
                return made.error();
            added = *made;
            return {};
        });
    if (!done)
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
    for (int row = 0; row < m_kinds->count(); ++row)
        if (idOf(m_kinds->item(row)) == added)
            m_kinds->setCurrentRow(row);
}

void FoliagePanel::removeKind()
{
    const auto kind = idOf(m_kinds->currentItem());
    const auto done =
        m_state->editor().document().run("Remove kind of plant", [&](editor::Transaction& tx) {
            return editor::removeFoliageType(tx, kind);
        });
    if (!done)
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
}

void FoliagePanel::showShapeOf(EntityId kind)
{
    for (int row = 0; row < m_kinds->count(); ++row)
        if (idOf(m_kinds->item(row)) == kind)
            m_kinds->setCurrentRow(row);
    const auto* type = m_state->editor().document().world().get<engine::FoliageType>(kind);
    const bool isModel = type == nullptr || type->kind == engine::FoliageKind::Mesh;
    auto* field =
        m_form->findChild<QWidget*>(isModel ? QStringLiteral("mesh") : QStringLiteral("material"));
    auto* page = findChild<QScrollArea*>();
    if (field != nullptr && page != nullptr)
        page->ensureWidgetVisible(field);
}
} // namespace foliage_painter
