#include "editor/api/color_legend.h"

#include <QColor>
#include <QStringList>

namespace editor
{
ColorLegend::ColorLegend(QWidget* parent) : QLabel{parent}
{
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setAccessibleName(tr("What the colours mean"));
    hide();
}

void ColorLegend::setEntries(const std::vector<Entry>& entries)
{
    QStringList parts;
    for (const auto& [text, colors] : entries) {
        QString marks;
        for (const auto& color : colors)
            marks +=
                QStringLiteral("<span style='color:%1; background-color:#30343a'>\u25a0</span>")
                    .arg(QColor::fromRgbF(color.r, color.g, color.b).name());
        // An entry is not broken between its squares and its words.
        parts += marks + QStringLiteral("&nbsp;") +
                 text.toHtmlEscaped().replace(QLatin1Char{' '}, QStringLiteral("&nbsp;"));
    }
    setText(parts.join(QStringLiteral(" &nbsp; ")));
    setVisible(!parts.isEmpty());
}

void ColorLegend::setNote(const QString& text)
{
    setText(text.toHtmlEscaped());
    setVisible(!text.isEmpty());
}
} // namespace editor
