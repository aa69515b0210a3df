#include "plugins/foliage_painter/foliage_panel.h"

#include "editor/api/component_form.h"
#include "editor/api/dock_page.h"
#include "editor/api/fold_section.h"
#include "editor/api/wheel_guard.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/node.h"
#include "plugins/foliage_painter/kind_list.h"
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

QString plantCount(std::size_t count)
{
    return QString::fromStdString(engine::countText(count, "plant", "plants"));
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
    if (property == "weight" && type.ownDensity)
        return FoliagePanel::tr("It has a density of its own and no share in the mix.");
    if (type.kind != engine::FoliageKind::Billboard ||
        std::find(Ruled.begin(), Ruled.end(), property) == Ruled.end())
        return {};
    return FoliagePanel::tr("Billboards stand upright, face the viewer and throw no shadow.");
}
} // namespace

FoliagePanel::FoliagePanel(std::shared_ptr<PainterState> state, QWidget* parent)
    : QWidget{parent}, m_state{std::move(state)}
{
    auto* outer = new QVBoxLayout{this};
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    // The kinds stay where they are while what belongs to the chosen one is scrolled.
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 8, 8, 0);
    top->setSpacing(8);
    addLayerRow(top);
    addKinds(top);
    outer->addLayout(top);
    auto* page = new QWidget{this};
    auto* layout = editor::addDockPage(page);
    outer->addWidget(page, 1);
    addTools(layout);
    addBrush(layout);
    addSettings(layout);
    addRules(layout);
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
    auto* section = new editor::FoldSection{QStringLiteral("foliage.brush"), tr("Brush"),
                                            editor::FoldSection::Usual::Open, this};
    layout->addWidget(section);
    auto* form = new QFormLayout{section->body()};
    form->setContentsMargins(0, 0, 0, 0);
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
}

void FoliagePanel::addKinds(QVBoxLayout* layout)
{
    layout->addWidget(editor::dockHeading(tr("Kinds of plants"), this));
    m_kinds = new KindList{m_state, this};
    m_kinds->setMinimumHeight(100); // three kinds and a bit
    m_kinds->setMaximumHeight(m_kinds->sizeHint().height());
    layout->addWidget(m_kinds);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    auto* mesh = editor::dockButton(
        tr("Add model"), tr("Adds a kind of plant that is a model; choose which below."), this);
    auto* picture = editor::dockButton(
        tr("Add billboard"),
        tr("Adds a kind of plant that is an upright picture facing the viewer."), this);
    row->addWidget(mesh);
    row->addWidget(picture);
    layout->addLayout(row);
    connect(m_kinds, &QListWidget::currentItemChanged, this, [this] { showKind(); });
    connect(mesh, &QPushButton::clicked, this, [this] { addKind(engine::FoliageKind::Mesh); });
    connect(picture, &QPushButton::clicked, this,
            [this] { addKind(engine::FoliageKind::Billboard); });
}

void FoliagePanel::addSettings(QVBoxLayout* layout)
{
    m_formTitle = editor::dockHeading({}, this);
    m_formTitle->setObjectName(QStringLiteral("kindTitle"));
    m_formTitle->setWordWrap(true);
    m_removeKind =
        editor::dockButton(tr("Remove"), tr("Removes the chosen kind with all its plants."), this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_formTitle, 2);
    row->addWidget(m_removeKind, 1);
    layout->addLayout(row);
    connect(m_removeKind, &QPushButton::clicked, this, [this] { removeKind(); });
    m_form =
        new editor::ComponentForm{m_state->editor(), engine::typeIdOf<engine::FoliageType>(), this};
    m_form->setRules(asItCounts, whyFixed);
    layout->addWidget(m_form);
}

void FoliagePanel::addRules(QVBoxLayout* layout)
{
    layout->addWidget(editor::dockHeading(tr("The whole foliage"), this));
    m_rules = new RuleForm{m_state, this};
    layout->addWidget(m_rules);
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
    m_kinds->refresh();
    showKind();
}

void FoliagePanel::showKind()
{
    const auto kind = m_kinds->current();
    const auto* node = m_state->editor().document().world().get<engine::Node>(kind);
    m_formTitle->setText(node != nullptr
                             ? tr("Settings of %1").arg(QString::fromStdString(node->name))
                             : tr("Settings"));
    m_form->setEntity(kind);
    m_removeKind->setEnabled(bool{kind});
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
            auto made =
                editor::addFoliageType(tx, m_state->layer(), engine::newFoliageType(kind),
                                       kind == engine::FoliageKind::Mesh ? "Plant" : "Billboard");
            if (!made)
                return made.error();
            added = *made;
            return {};
        });
    if (!done)
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
    m_kinds->choose(added);
}

void FoliagePanel::removeKind()
{
    const auto kind = m_kinds->current();
    const auto done =
        m_state->editor().document().run("Remove kind of plant", [&](editor::Transaction& tx) {
            return editor::removeFoliageType(tx, kind);
        });
    if (!done)
        m_state->editor().showMessage(editor::MessageKind::Warning, done.error().message());
}

void FoliagePanel::showShapeOf(EntityId kind)
{
    m_kinds->choose(kind);
    const auto* type = m_state->editor().document().world().get<engine::FoliageType>(kind);
    const bool isModel = type == nullptr || type->kind == engine::FoliageKind::Mesh;
    auto* field = m_form->reveal(isModel ? "mesh" : "material");
    auto* page = findChild<QScrollArea*>();
    if (field != nullptr && page != nullptr)
        page->ensureWidgetVisible(field);
}
} // namespace foliage_painter
