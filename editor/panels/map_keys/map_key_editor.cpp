#include "editor/panels/map_keys/map_key_editor.h"

#include "editor/operations/entity/map_key_operations.h"
#include "editor/panels/fields/color_button.h"
#include "editor/panels/fields/scrolling_choice.h"
#include "editor/panels/panel_helpers.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace editor
{
using engine::GameKey;
using engine::GameKeyChoice;
using engine::GameKeyKind;

namespace
{
constexpr int FlagColumns = 2;

QString shown(const std::string& text)
{
    return QString::fromStdString(text);
}

/// What a list shows for a choice: "Stone (1)".
QString titleOf(const GameKeyChoice& choice)
{
    return choice.title.empty()
               ? shown(choice.value)
               : QStringLiteral("%1 (%2)").arg(shown(choice.title), shown(choice.value));
}

/// The words of a file, which are no markup.
QString tipOf(const GameKeyChoice& choice)
{
    return choice.help.empty() ? QString{} : Qt::convertFromPlainText(shown(choice.help));
}

/// A list that is filled when it opens.
class LateChoice final : public ScrollingChoice
{
public:
    LateChoice(std::function<QStringList()> texts, QWidget* parent)
        : ScrollingChoice{parent}, m_texts{std::move(texts)}
    {
    }

    void showPopup() override
    {
        const auto chosen = currentText();
        clear();
        addItems(m_texts());
        if (!chosen.isEmpty() && findText(chosen) < 0)
            addItem(chosen); // nobody bears that name, and it is the value all the same
        setCurrentIndex(findText(chosen));
        QComboBox::showPopup();
    }

private:
    std::function<QStringList()> m_texts;
};

QStringList numbersOf(const std::string& value)
{
    static const QRegularExpression Space{QStringLiteral("\\s+")};
    return shown(value).split(Space, Qt::SkipEmptyParts);
}
} // namespace

QColor mapColorOf(const std::string& value, bool areBytes)
{
    const auto numbers = numbersOf(value);
    if (numbers.size() < 3)
        return {};
    std::array<float, 3> parts{};
    for (int i = 0; i < 3; ++i) {
        bool isNumber = false;
        const double part = numbers[i].toDouble(&isNumber) / (areBytes ? 255 : 1);
        if (!isNumber)
            return {};
        parts.at(static_cast<std::size_t>(i)) = static_cast<float>(std::clamp(part, 0.0, 1.0));
    }
    return QColor::fromRgbF(parts[0], parts[1], parts[2]);
}

std::string withMapColor(const std::string& value, const QColor& color, bool areBytes)
{
    auto numbers = numbersOf(value);
    while (numbers.size() < 3)
        numbers.append(QString{});
    const std::array<float, 3> parts{color.redF(), color.greenF(), color.blueF()};
    for (int i = 0; i < 3; ++i) {
        const auto part = static_cast<double>(parts.at(static_cast<std::size_t>(i)));
        numbers[i] =
            areBytes ? QString::number(std::lround(part * 255)) : QString::number(part, 'g', 3);
    }
    return numbers.join(QLatin1Char{' '}).toStdString();
}

MapKeyEditor::MapKeyEditor(QWidget* parent) : QWidget{parent}
{
    setObjectName(QStringLiteral("mapKeyEditor"));
    m_layout = new QVBoxLayout{this};
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_title = new QLabel{this};
    m_title->setObjectName(QStringLiteral("mapKeyTitle"));
    m_help = new QLabel{this};
    m_help->setObjectName(QStringLiteral("mapKeyHelp"));
    for (auto* label : {m_title, m_help}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText); // the words of a file
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_layout->addWidget(label);
    }
    auto bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    hide();
}

void MapKeyEditor::show(const GameKey* key,
                        const std::optional<std::string>& value,
                        const QString& help)
{
    if (key == nullptr) {
        m_key.reset();
        dropField();
    } else if (m_key != *key) { // a key of that name in another class has other flags
        build(*key);
    }
    const auto title = key == nullptr ? QString{} : shown(key->title);
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
    const auto text = key == nullptr ? help : shown(key->help);
    m_help->setText(text);
    m_help->setVisible(!text.isEmpty());
    if (m_field != nullptr)
        m_showValue(value);
    setVisible(m_field != nullptr || !title.isEmpty() || !text.isEmpty());
}

/// Later, since it may be what was just edited.
void MapKeyEditor::dropField()
{
    if (m_field == nullptr)
        return;
    m_field->hide();
    m_field->setObjectName({});
    std::exchange(m_field, nullptr)->deleteLater();
}

void MapKeyEditor::build(const GameKey& key)
{
    dropField();
    m_key = key;
    switch (key.kind) {
    case GameKeyKind::Choice:
        m_field = makeChoices(key);
        break;
    case GameKeyKind::Flags:
        m_field = makeFlags(key);
        break;
    case GameKeyKind::Color:
        m_field = makeColor(key);
        break;
    case GameKeyKind::Target:
        m_field = makeTargets(key);
        break;
    case GameKeyKind::Text:
    case GameKeyKind::Number:
        return;
    }
    m_field->setObjectName(QStringLiteral("mapKeyField"));
    m_field->setAccessibleName(shown(key.title.empty() ? key.name : key.title));
    m_layout->insertWidget(1, m_field); // below the title
    m_field->show();
}

QWidget* MapKeyEditor::makeChoices(const GameKey& key)
{
    auto* list = new ScrollingChoice{this};
    for (const auto& choice : key.choices) {
        list->addItem(titleOf(choice), shown(choice.value));
        list->setItemData(list->count() - 1, tipOf(choice), Qt::ToolTipRole);
    }
    const int own = list->count(); // a value that is no choice comes behind them
    connect(list, &QComboBox::activated, this, [this, list](int at) {
        if (edited)
            edited(list->itemData(at).toString().toStdString());
    });
    m_showValue = [list, own](const std::optional<std::string>& value) {
        while (list->count() > own)
            list->removeItem(own);
        const auto text = value ? shown(*value) : QString{};
        if (value && list->findData(text) < 0)
            list->addItem(text, text);
        list->setCurrentIndex(value ? list->findData(text) : -1);
    };
    return list;
}

QWidget* MapKeyEditor::makeFlags(const GameKey& key)
{
    auto* box = new QWidget{this};
    auto* grid = new QGridLayout{box};
    grid->setContentsMargins(0, 0, 0, 0);
    std::vector<std::pair<QCheckBox*, unsigned>> flags;
    for (const auto& choice : key.choices) {
        const unsigned bit = mapFlagsOf(choice.value);
        auto* check = new QCheckBox{titleOf(choice), box};
        check->setToolTip(tipOf(choice));
        const int place = static_cast<int>(flags.size());
        grid->addWidget(check, place / FlagColumns, place % FlagColumns);
        flags.emplace_back(check, bit);
        connect(check, &QCheckBox::clicked, this, [this, check, bit] {
            if (flagged)
                flagged(bit, check->checkState() != Qt::Unchecked);
        });
    }
    m_showValue = [flags](const std::optional<std::string>& value) {
        for (const auto& [check, bit] : flags) {
            check->setTristate(!value);
            check->setCheckState(!value                            ? Qt::PartiallyChecked
                                 : (mapFlagsOf(*value) & bit) != 0 ? Qt::Checked
                                                                   : Qt::Unchecked);
        }
    };
    return box;
}

QWidget* MapKeyEditor::makeColor(const GameKey& key)
{
    auto* button = new ColorButton{this};
    const auto now = std::make_shared<std::string>();
    button->picked = [this, now, areBytes = key.colorsAreBytes](const engine::Color& color) {
        if (edited)
            edited(withMapColor(*now, toScreen(color), areBytes));
    };
    m_showValue = [button, now,
                   areBytes = key.colorsAreBytes](const std::optional<std::string>& value) {
        *now = value.value_or(std::string{});
        const auto color = mapColorOf(*now, areBytes);
        if (color.isValid())
            button->setColor(toLinear(color));
        else
            button->setMixed();
    };
    return button;
}

QWidget* MapKeyEditor::makeTargets(const GameKey&)
{
    auto* list = new LateChoice{[this] {
                                    QStringList names;
                                    if (targets)
                                        for (const auto& name : targets())
                                            names.append(shown(name));
                                    return names;
                                },
                                this};
    connect(list, &QComboBox::textActivated, this, [this](const QString& text) {
        if (edited)
            edited(text.toStdString());
    });
    m_showValue = [list](const std::optional<std::string>& value) {
        list->clear();
        list->addItem(value ? shown(*value) : QString{});
    };
    return list;
}
} // namespace editor
