#include "plugins/measure/measure_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace measure
{
MeasurePanel::MeasurePanel(editor::EditorApi& editor,
                           std::shared_ptr<Measurements> measurements,
                           QWidget* parent)
    : QWidget{parent}
    , m_editor{editor}
    , m_measurements{std::move(measurements)}
    , m_list{new QListWidget{this}}
    , m_sum{new QLabel{this}}
    , m_clear{new QPushButton{tr("Clear"), this}}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(8, 8, 8, 8);
    m_list->setAccessibleName(tr("Measured distances"));
    layout->addWidget(m_list);
    auto* row = new QHBoxLayout;
    m_sum->setWordWrap(true);
    row->addWidget(m_sum, 1);
    m_clear->setToolTip(tr("Takes all tapes out of the views."));
    row->addWidget(m_clear);
    layout->addLayout(row);
    connect(m_clear, &QPushButton::clicked, this, [this] { m_measurements->clear(); });
    m_connection = m_measurements->changed.connect([this] { refresh(); });
    refresh();
}

void MeasurePanel::refresh()
{
    m_list->clear();
    double sum = 0;
    for (const auto& each : m_measurements->all()) {
        m_list->addItem(tr("%1 m").arg(each.length(), 0, 'f', 3));
        sum += each.length();
    }
    const bool any = !m_measurements->all().empty();
    m_sum->setText(any ? tr("Sum: %1 m").arg(sum, 0, 'f', 3)
                       : tr("Choose the Measure tool (M) and drag in a view."));
    m_clear->setEnabled(any);
    m_editor.updateViews();
}
} // namespace measure
