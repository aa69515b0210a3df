#include "editor/api/dock_page.h"

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
} // namespace editor
