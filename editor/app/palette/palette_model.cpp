#include "editor/app/palette/palette_model.h"

#include "editor/app/palette/fuzzy_match.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QPainter>

#include <algorithm>

namespace editor
{
namespace
{
constexpr std::size_t MostRows = 200; ///< nobody reads further; they type another letter
constexpr int ExactScore = 1'000'000; ///< above all that is only like it

/// Letters found in the label count double: "undo" finds Undo before what lies in a folder undo.
std::optional<int> scoreOf(FuzzyPattern& pattern, const QString& typed, const PaletteItem& item)
{
    if (item.label.compare(typed, Qt::CaseInsensitive) == 0)
        return ExactScore;
    if (const auto inLabel = pattern.scoreOf(item.label))
        return 2 * *inLabel - static_cast<int>(item.label.size()) / 8;
    return pattern.scoreOf(item.label + QLatin1Char{' '} + item.detail);
}

/// The letters of the label that were found.
std::vector<int> positionsIn(FuzzyPattern& pattern, const PaletteItem& item)
{
    if (auto inLabel = pattern.match(item.label))
        return std::move(inLabel->positions);
    auto both = pattern.match(item.label + QLatin1Char{' '} + item.detail);
    std::erase_if(both->positions, [&](int position) { return position >= item.label.size(); });
    return std::move(both->positions);
}
} // namespace

void PaletteModel::setItems(std::vector<PaletteItem> items)
{
    beginResetModel();
    m_items = std::move(items);
    m_rows.clear();
    endResetModel();
}

void PaletteModel::setPattern(const QString& pattern)
{
    beginResetModel();
    m_rows.clear();
    FuzzyPattern typed{pattern};
    const auto whole = pattern.trimmed();
    for (std::size_t at = 0; at < m_items.size(); ++at)
        if (const auto score = scoreOf(typed, whole, m_items[at]))
            m_rows.push_back({static_cast<int>(at), *score, {}});
    const auto shown = std::min(m_rows.size(), MostRows);
    // Equals stay in the order in which they came.
    std::partial_sort(m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(shown),
                      m_rows.end(), [](const Row& a, const Row& b) {
                          return a.score != b.score ? a.score > b.score : a.item < b.item;
                      });
    m_rows.resize(shown);
    for (auto& row : m_rows)
        row.positions = positionsIn(typed, m_items[static_cast<std::size_t>(row.item)]);
    endResetModel();
}

const PaletteItem& PaletteModel::item(int row) const
{
    return m_items[static_cast<std::size_t>(this->row(row).item)];
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    const auto& entry = item(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return entry.label;
    case Qt::AccessibleTextRole:
        return QStringList{entry.label, entry.detail, entry.keys, entry.whyDisabled}
            .join(QLatin1Char{' '})
            .simplified();
    case Qt::ToolTipRole:
        return entry.whyDisabled.isEmpty() ? QVariant{} : QVariant{entry.whyDisabled};
    default:
        return {};
    }
}

void PaletteDelegate::paint(QPainter* painter,
                            const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const auto& model = *static_cast<const PaletteModel*>(index.model());
    const auto& entry = model.item(index.row());
    const auto& positions = model.row(index.row()).positions;
    const bool enabled = entry.whyDisabled.isEmpty();
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, colorOf(currentTheme(), Shade::Selected));
    auto box = option.rect.adjusted(8, 0, -8, 0);
    entry.icon.paint(painter, QRect{box.left(), box.center().y() - 7, 16, 16}, Qt::AlignCenter,
                     enabled ? QIcon::Normal : QIcon::Disabled);
    box.setLeft(box.left() + 24);

    const auto right = enabled ? entry.keys : entry.whyDisabled;
    painter->setFont(option.font);
    painter->setPen(themeColor(enabled ? ColorRole::MutedText : ColorRole::Warning));
    painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, right);
    box.setRight(box.right() - option.fontMetrics.horizontalAdvance(right) - 12);

    auto marked = option.font;
    marked.setBold(true);
    const auto plain =
        enabled ? themeColor(ColorRole::Text) : colorOf(currentTheme(), Shade::DisabledText);
    for (qsizetype at = 0; at < entry.label.size() && box.width() > 8; ++at) {
        const bool isMatch =
            std::binary_search(positions.begin(), positions.end(), static_cast<int>(at));
        const QString letter{entry.label[at]};
        painter->setFont(isMatch ? marked : option.font);
        painter->setPen(isMatch && enabled ? themeColor(ColorRole::Accent) : plain);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter, letter);
        box.setLeft(box.left() + QFontMetrics{painter->font()}.horizontalAdvance(letter));
    }
    box.setLeft(box.left() + 10);
    painter->setFont(option.font);
    painter->setPen(themeColor(ColorRole::MutedText));
    if (box.width() > 20)
        painter->drawText(
            box, Qt::AlignLeft | Qt::AlignVCenter,
            option.fontMetrics.elidedText(entry.detail, Qt::ElideMiddle, box.width()));
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {200, std::max(24, option.fontMetrics.height() + 8)};
}
} // namespace editor
