#include "editor/api/dock_page.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace editor
{
QVBoxLayout* addDockPage(QWidget* panel)
{
    auto* outer = new QVBoxLayout{panel};
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea{panel};
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget{scroll};
    auto* layout = new QVBoxLayout{page};
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    scroll->setWidget(page);
    outer->addWidget(scroll);
    return layout;
}

QLabel* dockHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel{text, parent};
    auto font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QPushButton* dockButton(const QString& text, const QString& tooltip, QWidget* parent)
{
    auto* button = new QPushButton{text, parent};
    button->setToolTip(tooltip);
    button->setAccessibleName(text);
    button->setMinimumWidth(36); // a narrow dock cuts texts short rather than buttons off
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return button;
}

void setUsable(QWidget& field, const QString& whyNot)
{
    constexpr const char* Usual = "usualToolTip";
    if (!field.property(Usual).isValid())
        field.setProperty(Usual, field.toolTip());
    const auto usual = field.property(Usual).toString();
    field.setToolTip(whyNot.isEmpty() ? usual : usual + QLatin1Char{'\n'} + whyNot);
    field.setEnabled(whyNot.isEmpty());
}
} // namespace editor
