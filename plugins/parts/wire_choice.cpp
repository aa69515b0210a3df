#include "plugins/parts/wire_choice.h"

#include "editor/operations/entity/object_names.h"
#include "editor/operations/entity/wire_operations.h"
#include "engine_core/play/wire_ends.h"

#include <QCursor>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace parts
{
namespace
{
constexpr int CompilerMilliseconds = 100; ///< until a script that takes long is asked for again
constexpr int MostRows = 10;              ///< that a list shows without scrolling

QString titleIn(const engine::World& world, engine::EntityId entity)
{
    return QString::fromStdString(editor::shownNameOf(world, entity));
}

void fill(QListWidget& list, const std::vector<std::string>& names, const std::string& chosen)
{
    list.clear();
    for (const auto& name : names)
        list.addItem(QString::fromStdString(name));
    const auto found = list.findItems(QString::fromStdString(chosen), Qt::MatchExactly);
    list.setCurrentItem(found.isEmpty() ? nullptr : found.front());
}

void fitRows(QListWidget& list, int rows)
{
    list.setFixedHeight(std::clamp(rows, 1, MostRows) * std::max(list.sizeHintForRow(0), 18) +
                        2 * list.frameWidth() + 2);
}
} // namespace

WireChoice::WireChoice(editor::EditorApi& editor,
                       engine::ScriptLibrary& scripts,
                       engine::EntityId from,
                       engine::EntityId to,
                       QWidget* parent)
    : QDialog{parent, Qt::Popup}, m_editor{editor}, m_scripts{scripts}, m_from{from}, m_to{to}
{
    setObjectName(QStringLiteral("wireChoice"));
    setAccessibleName(tr("New wire"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(8, 8, 8, 8);
    auto* lists = new QHBoxLayout;
    layout->addLayout(lists);
    const auto& world = editor.document().world();
    m_outputs =
        addList(QStringLiteral("wireChoiceOutputs"), tr("When %1").arg(titleIn(world, from)),
                tr("<b>Output</b><br>What of this object sets the wire off."));
    m_messages =
        addList(QStringLiteral("wireChoiceMessages"), tr("Tell %1").arg(titleIn(world, to)),
                tr("<b>Message</b><br>What the target is told."));
    m_sentence = new QLabel{this};
    m_sentence->setObjectName(QStringLiteral("wireChoiceSentence"));
    m_sentence->setTextFormat(Qt::PlainText);
    layout->addWidget(m_sentence);
    m_add = new QPushButton{tr("Add wire"), this};
    m_add->setObjectName(QStringLiteral("wireChoiceAdd"));
    m_add->setDefault(true);
    m_add->setToolTip(tr("<b>Add wire</b><br>Enter adds it, Esc leaves everything as it is."));
    layout->addWidget(m_add, 0, Qt::AlignRight);
    connect(m_add, &QPushButton::clicked, this, &WireChoice::accept);
    m_connections += editor.document().reset.connect([this] { close(); });
    offer();
    adjustSize();
    const auto at = QCursor::pos();
    const auto room = screen()->availableGeometry();
    move(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())),
         std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    m_messages->setFocus();
}

QListWidget* WireChoice::addList(const QString& name, const QString& label, const QString& tooltip)
{
    auto* column = new QVBoxLayout;
    auto* title = new QLabel{fontMetrics().elidedText(label, Qt::ElideRight, 220), this};
    title->setTextFormat(Qt::PlainText);
    auto* list = new QListWidget{this};
    list->setObjectName(name);
    list->setAccessibleName(label);
    list->setToolTip(tooltip);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setFixedWidth(std::max(150, title->sizeHint().width()));
    column->addWidget(title);
    column->addWidget(list);
    column->addStretch(1);
    qobject_cast<QHBoxLayout*>(layout()->itemAt(0)->layout())->addLayout(column);
    connect(list, &QListWidget::currentRowChanged, this, &WireChoice::showSentence);
    connect(list, &QListWidget::itemDoubleClicked, this, &WireChoice::accept);
    return list;
}

void WireChoice::offer()
{
    const auto& world = m_editor.document().world();
    if (!world.exists(m_from) || !world.exists(m_to))
        return;
    const auto outputs = engine::outputsOf(world, m_from, m_scripts);
    std::vector<std::string> messages;
    for (const auto& message : engine::messagesOf(world, m_to, m_scripts))
        messages.push_back(message.name);
    const auto likely =
        editor::likelyWire(outputs, messages, editor::wiresBetween(world, m_from, m_to));
    fill(*m_outputs, outputs, likely.output);
    fill(*m_messages, messages, likely.message);
    const auto rows = static_cast<int>(std::max(outputs.size(), messages.size()));
    fitRows(*m_outputs, rows);
    fitRows(*m_messages, rows);
    adjustSize();
    showSentence();
    if (m_scripts.isCompiling())
        QTimer::singleShot(CompilerMilliseconds, this, &WireChoice::offer);
}

engine::Wire WireChoice::wire() const
{
    const auto nameIn = [](const QListWidget& list) {
        const auto* item = list.currentItem();
        return item != nullptr ? item->text().toStdString() : std::string{};
    };
    engine::Wire wire;
    wire.output = nameIn(*m_outputs);
    wire.target = m_to;
    wire.message = nameIn(*m_messages);
    return wire;
}

void WireChoice::showSentence()
{
    if (m_add == nullptr)
        return; // it is being made
    const auto chosen = wire();
    const auto text = QString::fromStdString(engine::wireText(m_editor.document().world(), chosen));
    const int width = m_outputs->width() + m_messages->width();
    m_sentence->setText(fontMetrics().elidedText(text, Qt::ElideRight, width)); // names may be long
    m_add->setEnabled(!chosen.output.empty() && !chosen.message.empty());
}

void WireChoice::accept()
{
    if (!m_add->isEnabled())
        return;
    auto& document = m_editor.document();
    const auto done = document.run("Draw wire", [this](editor::Transaction& step) {
        return editor::appendWire(step, m_from, wire());
    });
    if (done)
        document.selectAfterStep({m_from});
    else
        m_editor.showMessage(editor::MessageKind::Error, done.error().message());
    QDialog::accept();
}
} // namespace parts
