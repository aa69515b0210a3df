#include "editor/app/dialogs/input_page.h"

#include "editor/app/window/editor_context.h"
#include "editor/views/theme.h"
#include "engine_core/assets/input/input_map_file.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
using engine::InputMap;
using engine::InputSource;

namespace
{
constexpr int ButtonsInARow = 3;
constexpr int WidestButton = 140; ///< points; longer names are cut short

enum InputColumn
{
    ActionColumn,
    BindingColumn
};

QString labelOf(const InputSlot& slot)
{
    const auto name = QString::fromStdString(slot.name);
    switch (slot.part) {
    case InputSlot::Part::Negative:
        return InputPage::tr("%1, to -1").arg(name);
    case InputSlot::Part::Positive:
        return InputPage::tr("%1, to 1").arg(name);
    case InputSlot::Part::Action:
        break;
    }
    return name;
}

QString labelOf(InputSource source)
{
    return QString::fromStdString(source.label());
}

/// What else the source does, such as "'Use' and 'Dash'"; empty if nothing.
QString othersWith(InputSource source, const InputSlot& except, const InputMap& map)
{
    QStringList names;
    for (const auto& slot : slotsOf(map)) {
        const auto& bindings = *bindingsOf(map, slot);
        if (!(slot == except) &&
            engine::isMenuAction(slot.name) == engine::isMenuAction(except.name) &&
            std::find(bindings.begin(), bindings.end(), source) != bindings.end())
            names += QStringLiteral("'%1'").arg(labelOf(slot));
    }
    return names.join(InputPage::tr(" and "));
}

QPushButton* makeButton(const QString& text, const QString& name, const QString& tip, QWidget* page)
{
    auto* button = new QPushButton{text, page};
    button->setObjectName(name);
    button->setAutoDefault(false);
    button->setToolTip(tip);
    return button;
}
} // namespace

InputPage::InputPage(EditorContext& context, QWidget* parent)
    : QWidget{parent}, m_context{context}, m_capture{nullptr}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    makeTop();
    makeList();
    makeEditor();
    connect(&m_capture, &InputCapture::got, this, &InputPage::take);
    connect(&m_capture, &InputCapture::cancelled, this, &InputPage::endWaiting);
    connect(&m_capture, &InputCapture::refused, this, [this] {
        m_note->setText(tr("That key cannot be used by games. Press another one, or Esc."));
    });
    fill();
    m_tree->setCurrentItem(m_tree->topLevelItem(0));
}

void InputPage::makeTop()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_everyone = new QCheckBox{tr("For this project (everyone)"), this};
    m_everyone->setObjectName(QStringLiteral("inputForEveryone"));
    m_everyone->setToolTip(tr("<b>For this project</b><br>Off, changes are yours, in all projects, "
                              "and go before what a project says. On, they are written into "
                              "project.json, for everyone who plays it."));
    connect(m_everyone, &QCheckBox::toggled, this, &InputPage::fill);
    row->addWidget(m_everyone, 1);
    auto* all = makeButton(tr("Reset all"), QStringLiteral("inputResetAll"),
                           tr("<b>Reset all</b><br>Takes back all changes of the bindings in this "
                              "list."),
                           this);
    connect(all, &QPushButton::clicked, this, &InputPage::resetAll);
    row->addWidget(all);
    qobject_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void InputPage::makeList()
{
    m_tree = new QTreeWidget{this};
    m_tree->setObjectName(QStringLiteral("inputList"));
    m_tree->setAccessibleName(tr("Actions of the game and what is bound to them"));
    m_tree->setHeaderLabels({tr("Action"), tr("Bindings")});
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setSectionResizeMode(ActionColumn, QHeaderView::ResizeToContents);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &InputPage::showChosen);
    layout()->addWidget(m_tree);
}

void InputPage::makeEditor()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_name = new QLabel{this};
    m_bindings = new QGridLayout;
    m_bindings->setSpacing(4);
    m_remove = makeButton(tr("Remove it"), QStringLiteral("inputRemove"),
                          tr("Takes the binding away instead of exchanging it."), this);
    connect(m_remove, &QPushButton::clicked, this, &InputPage::removeBinding);
    m_reset =
        makeButton(tr("Reset"), QStringLiteral("inputReset"),
                   tr("Back to the bindings that this action had without your change."), this);
    connect(m_reset, &QPushButton::clicked, this, &InputPage::reset);
    row->addWidget(m_name);
    row->addLayout(m_bindings);
    row->addStretch();
    row->addWidget(m_remove);
    row->addWidget(m_reset);
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    column->addLayout(row);
    m_note = new QLabel{this};
    m_note->setObjectName(QStringLiteral("inputNote"));
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(fontMetrics().height() * 2); // so that nothing jumps
    column->addWidget(m_note);
}

bool InputPage::isForEveryone() const
{
    return m_everyone->isChecked();
}

InputMap InputPage::map() const
{
    const auto& project = engine::inputOf(m_context.workspace().assets().project());
    return isForEveryone() ? project : withUserBindings(project);
}

bool InputPage::isChanged(const InputSlot& slot) const
{
    if (!isForEveryone())
        return hasUserBindings(slot);
    const auto project = map();
    const auto* usual = bindingsOf(InputMap::usual(), slot);
    return usual != nullptr && *usual != *bindingsOf(project, slot);
}

std::optional<InputSlot> InputPage::chosen() const
{
    const auto all = slotsOf(map());
    const int row = m_tree->indexOfTopLevelItem(m_tree->currentItem());
    return row >= 0 && static_cast<std::size_t>(row) < all.size()
               ? std::optional{all[static_cast<std::size_t>(row)]}
               : std::nullopt;
}

void InputPage::fill()
{
    m_capture.stop();
    const auto before = m_tree->indexOfTopLevelItem(m_tree->currentItem());
    {
        const QSignalBlocker quiet{m_tree};
        m_tree->clear();
        const auto all = map();
        for (const auto& slot : slotsOf(all)) {
            QStringList labels;
            QStringList conflicts;
            for (const auto source : *bindingsOf(all, slot)) {
                labels += labelOf(source);
                if (const auto others = othersWith(source, slot, all); !others.isEmpty())
                    conflicts += tr("%1 does %2, too").arg(labelOf(source), others);
            }
            auto* item =
                new QTreeWidgetItem{m_tree, {labelOf(slot), labels.join(QStringLiteral(",  "))}};
            auto font = m_tree->font();
            font.setBold(isChanged(slot));
            item->setFont(BindingColumn, font);
            if (!conflicts.isEmpty()) {
                item->setIcon(BindingColumn,
                              themeIcon(QStringLiteral("warning"), ColorRole::Warning));
                item->setToolTip(BindingColumn, conflicts.join(QLatin1Char{'\n'}));
            }
        }
        m_tree->setCurrentItem(m_tree->topLevelItem(std::max(before, 0)));
    }
    showChosen();
}

void InputPage::select(const InputSlot& slot)
{
    const auto all = slotsOf(map());
    const auto found = std::find(all.begin(), all.end(), slot);
    if (found != all.end())
        m_tree->setCurrentItem(m_tree->topLevelItem(static_cast<int>(found - all.begin())));
}

void InputPage::showChosen()
{
    m_capture.stop();
    m_remove->hide();
    m_note->clear();
    const auto slot = chosen();
    m_name->setText(slot ? labelOf(*slot) : QString{});
    m_reset->setEnabled(slot && isChanged(*slot));
    while (auto* item = m_bindings->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->setObjectName({});
            item->widget()->deleteLater();
        }
        delete item;
    }
    if (slot)
        showBindings(*slot);
}

void InputPage::showBindings(const InputSlot& slot)
{
    const auto all = map();
    const auto& bindings = *bindingsOf(all, slot);
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        const auto label = labelOf(bindings[i]);
        auto* button = makeButton(
            fontMetrics().elidedText(label, Qt::ElideRight, WidestButton),
            QStringLiteral("inputBinding%1").arg(i),
            tr("<b>%1</b><br>Click and press what shall take its place.").arg(label), this);
        connect(button, &QPushButton::clicked, this, [this, i] { waitFor(i); });
        m_bindings->addWidget(button, static_cast<int>(i) / ButtonsInARow,
                              static_cast<int>(i) % ButtonsInARow);
    }
    if (bindings.size() == InputMap::MaxBindings)
        return;
    auto* add =
        makeButton(tr("Add..."), QStringLiteral("inputAdd"),
                   tr("Click and press a key, a button of the mouse or of a controller."), this);
    connect(add, &QPushButton::clicked, this, [this, i = bindings.size()] { waitFor(i); });
    const int place = static_cast<int>(bindings.size());
    m_bindings->addWidget(add, place / ButtonsInARow, place % ButtonsInARow);
}

void InputPage::waitFor(std::size_t place)
{
    const auto slot = chosen();
    if (!slot)
        return;
    m_place = place;
    const auto all = map();
    const bool isThere = place < bindingsOf(all, *slot)->size();
    m_remove->setVisible(isThere);
    m_note->setText(tr("Press a key, a mouse button or a button of your controller for '%1', or "
                       "turn the wheel. Esc leaves it as it is.")
                        .arg(labelOf(*slot)));
    m_capture.start(m_remove);
}

void InputPage::take(InputSource source)
{
    const auto slot = chosen();
    if (!slot)
        return;
    const auto all = map();
    auto bindings = *bindingsOf(all, *slot);
    const auto there = std::find(bindings.begin(), bindings.end(), source);
    if (there != bindings.end()) {
        endWaiting();
        m_note->setText(tr("%1 does that already.").arg(labelOf(source)));
        return;
    }
    if (m_place < bindings.size())
        bindings[m_place] = source;
    else
        bindings.push_back(source);
    write(*slot, bindings);
    if (const auto others = othersWith(source, *slot, map());
        !others.isEmpty() && m_note->text().isEmpty())
        m_note->setText(tr("%1 does %2, too: both happen.").arg(labelOf(source), others));
}

void InputPage::removeBinding()
{
    const auto slot = chosen();
    if (!slot)
        return;
    const auto all = map();
    auto bindings = *bindingsOf(all, *slot);
    if (m_place < bindings.size())
        bindings.erase(bindings.begin() + static_cast<std::ptrdiff_t>(m_place));
    write(*slot, bindings);
}

void InputPage::endWaiting()
{
    showChosen();
}

void InputPage::write(const InputSlot& slot, const std::vector<InputSource>& bindings)
{
    if (!isForEveryone()) {
        setUserBindings(slot, bindings);
        fill();
        return;
    }
    bool isThere = false;
    saveProject([&](InputMap& project) {
        isThere = bindingsOf(project, slot) != nullptr;
        setBindings(project, slot, bindings);
    });
    if (!isThere && m_note->text().isEmpty())
        m_note->setText(
            tr("project.json has no '%1' any more.").arg(QString::fromStdString(slot.name)));
}

void InputPage::saveProject(const std::function<void(InputMap&)>& change)
{
    auto& assets = m_context.workspace().assets();
    const auto saved = engine::saveInput(assets.project(), change);
    if (saved)
        assets.setInput(std::make_shared<const InputMap>(*saved));
    fill();
    if (!saved)
        m_note->setText(QString::fromStdString(saved.error().message()));
}

void InputPage::reset()
{
    const auto slot = chosen();
    if (!slot)
        return;
    if (isForEveryone()) {
        write(*slot, *bindingsOf(InputMap::usual(), *slot));
        return;
    }
    resetUserBindings(*slot);
    fill();
}

void InputPage::resetAll()
{
    if (isForEveryone()) {
        saveProject([](InputMap& project) {
            for (const auto& slot : slotsOf(InputMap::usual()))
                setBindings(project, slot, *bindingsOf(InputMap::usual(), slot));
        });
        return;
    }
    for (const auto& slot : slotsOf(map()))
        resetUserBindings(slot);
    fill();
}

void InputPage::hideEvent(QHideEvent* event)
{
    m_capture.stop();
    QWidget::hideEvent(event);
}
} // namespace editor
