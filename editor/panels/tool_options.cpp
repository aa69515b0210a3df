#include "editor/panels/tool_options.h"

#include "editor/panels/fields/number_field.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
/// "Size X" is "tool.size_x".
QString fieldName(const std::string& label)
{
    return QStringLiteral("tool.") +
           QString::fromStdString(label).toLower().replace(QLatin1Char{' '}, QLatin1Char{'_'});
}

constexpr std::size_t LongChoice = 8; ///< letters that fit beside a label

QLabel* addText(QVBoxLayout& layout, QWidget* parent, bool muted)
{
    auto* label = new QLabel{parent};
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("muted", muted);
    layout.addWidget(label);
    return label;
}
} // namespace

ToolOptions::ToolOptions(EditorContext& editor, QWidget* parent) : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("toolOptions"));
    setAccessibleName(tr("Tool options"));
    setMinimumWidth(180);
    auto* outer = new QVBoxLayout{this};
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea{this};
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(scroll);
    auto* page = new QWidget{scroll};
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout{page};
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    auto* title = new QHBoxLayout;
    title->setSpacing(8);
    m_icon = new QLabel{page};
    m_name = new QLabel{page};
    m_name->setObjectName(QStringLiteral("toolName"));
    m_name->setProperty("sectionTitle", true);
    title->addWidget(m_icon);
    title->addWidget(m_name, 1);
    layout->addLayout(title);
    m_what = addText(*layout, page, true);
    m_body = new QWidget{page};
    m_grid = new QGridLayout{m_body};
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    layout->addWidget(m_body);
    m_hint = addText(*layout, page, false);
    m_hint->setObjectName(QStringLiteral("toolHint"));
    m_keys = addText(*layout, page, true);
    layout->addStretch(1);

    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &ToolOptions::refresh);
    connect(&editor, &EditorContext::toolActivated, this, &ToolOptions::toolChanged);
    connect(&editor, &EditorContext::toolsChanged, this, &ToolOptions::toolChanged);
    connect(&ThemeNotifier::instance(), &ThemeNotifier::changed, this, &ToolOptions::toolChanged);
    // Tools tell of what they have half done by asking for a repaint.
    connect(&editor, &EditorContext::viewsDirty, this, [this] { m_later.start(); });
    auto& document = editor.document();
    m_connections += document.changed.connect([this](const auto&) { m_later.start(); });
    m_connections += document.reset.connect([this] { m_later.start(); });
    m_connections += document.selection().changed.connect([this] { m_later.start(); });
    toolChanged();
}

void ToolOptions::toolChanged()
{
    const auto& tools = m_editor.tools();
    const auto at = std::find_if(tools.begin(), tools.end(), [this](const ToolInfo& tool) {
        return tool.id == m_editor.activeTool();
    });
    if (at == tools.end()) {
        m_name->setText(tr("No tool"));
        m_what->setText(tr("Choose a tool from the tool bar."));
    } else {
        const auto icon = themeIcon(QString::fromStdString(at->icon), ColorRole::Accent);
        m_icon->setPixmap(icon.pixmap(QSize{20, 20}, devicePixelRatioF()));
        m_name->setText(QString::fromStdString(at->label));
        m_what->setText(QString::fromStdString(at->tooltip));
        m_keys->setText(tr("Esc goes one step back."));
    }
    refresh();
}

void ToolOptions::refresh()
{
    m_later.stop();
    auto* tool = m_editor.toolBox().active();
    const auto hint = tool != nullptr ? QString::fromStdString(tool->hint()) : QString{};
    if (m_hint->text() != hint)
        m_hint->setText(hint);
    auto settings = tool != nullptr ? tool->settings() : std::vector<ToolSetting>{};
    const bool same = std::equal(settings.begin(), settings.end(), m_settings.begin(),
                                 m_settings.end(), [](const ToolSetting& a, const ToolSetting& b) {
                                     return a.label == b.label &&
                                            a.choices.size() == b.choices.size() &&
                                            !a.press == !b.press;
                                 });
    m_settings = std::move(settings);
    if (!same)
        rebuildSettings();
    for (std::size_t i = 0; i < m_settings.size(); ++i)
        if (m_fields[i] != nullptr)
            m_fields[i]->setValue(m_settings[i].get());
        else if (m_choices[i] != nullptr)
            m_choices[i]->setCurrentIndex(static_cast<int>(m_settings[i].get()));
}

Result<void> ToolOptions::set(std::size_t index, double value)
{
    const auto wanted = m_settings[index]; // set() may replace the list
    auto done = wanted.choices.empty() && (value < wanted.min || value > wanted.max)
                    ? Result<void>{Error{"{} must lie between {} and {} {}", wanted.label,
                                         wanted.min, wanted.max, wanted.unit}}
                    : wanted.set(value);
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    refresh();
    return done;
}

NumberField* ToolOptions::makeField(std::size_t index)
{
    const auto& setting = m_settings[index];
    const auto label = QString::fromStdString(setting.label);
    auto* field = new NumberField{m_body};
    field->setToolTip(
        QStringLiteral("<b>%1</b><br>%2<br>%3")
            .arg(label, QString::fromStdString(setting.tooltip),
                 tr("From %1 to %2 %3")
                     .arg(NumberField::textOf(setting.min), NumberField::textOf(setting.max),
                          QString::fromStdString(setting.unit))));
    field->setUnit(QString::fromStdString(setting.unit));
    field->setStep(setting.unit == "m" ? 0.25 : 1);
    field->commit = [this, index](const NumberEdit& edit) -> Result<void> {
        const auto value = edit(m_settings[index].get());
        return value ? set(index, *value) : Result<void>{value.error()};
    };
    return field;
}

QComboBox* ToolOptions::makeChoice(std::size_t index)
{
    const auto& setting = m_settings[index];
    auto* choice = new QComboBox{m_body};
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(4); // the dock is narrow
    for (const auto& each : setting.choices) {
        const auto icon = each.icon.empty()
                              ? QIcon{}
                              : themeIcon(QString::fromStdString(each.icon), ColorRole::Text);
        choice->addItem(icon, QString::fromStdString(each.label));
    }
    choice->setToolTip(
        QStringLiteral("<b>%1</b><br>%2")
            .arg(QString::fromStdString(setting.label), QString::fromStdString(setting.tooltip)));
    connect(choice, &QComboBox::activated, this,
            [this, index](int chosen) { static_cast<void>(set(index, chosen)); });
    return choice;
}

QPushButton* ToolOptions::makeButton(std::size_t index)
{
    const auto& setting = m_settings[index];
    const auto label = QString::fromStdString(setting.label);
    auto* button = new QPushButton{label, m_body};
    button->setToolTip(
        QStringLiteral("<b>%1</b><br>%2").arg(label, QString::fromStdString(setting.tooltip)));
    connect(button, &QPushButton::clicked, this, [this, index] {
        const auto press = m_settings[index].press; // which may replace the list
        if (auto done = press(); !done)
            m_editor.showMessage(MessageKind::Error, done.error().message());
        refresh();
    });
    return button;
}

void ToolOptions::rebuildSettings()
{
    // A field may be up the stack: it made the change that brought us here.
    for (auto* child : m_body->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        child->setObjectName({});
        child->hide();
        m_grid->removeWidget(child);
        child->deleteLater();
    }
    m_fields.assign(m_settings.size(), nullptr);
    m_choices.assign(m_settings.size(), nullptr);
    for (std::size_t i = 0; i < m_settings.size(); ++i) {
        const auto label = QString::fromStdString(m_settings[i].label);
        QWidget* editor = nullptr;
        if (m_settings[i].press)
            editor = makeButton(i);
        else if (m_settings[i].choices.empty())
            editor = m_fields[i] = makeField(i);
        else
            editor = m_choices[i] = makeChoice(i);
        editor->setObjectName(fieldName(m_settings[i].label));
        editor->setAccessibleName(label);
        const int row = 2 * static_cast<int>(i);
        editor->show();
        if (m_settings[i].press) {
            m_grid->addWidget(editor, row, 0, 1, 2);
            continue;
        }
        auto* text = new QLabel{label, m_body};
        text->setProperty("muted", true);
        text->setBuddy(editor);
        // The dock is narrow: long choices stand below their label instead of being cut.
        const bool isLong =
            std::any_of(m_settings[i].choices.begin(), m_settings[i].choices.end(),
                        [](const ToolChoice& each) { return each.label.size() > LongChoice; });
        m_grid->addWidget(text, row, 0, 1, isLong ? 2 : 1);
        m_grid->addWidget(editor, isLong ? row + 1 : row, isLong ? 0 : 1, 1, isLong ? 2 : 1);
        text->show();
    }
}
} // namespace editor
