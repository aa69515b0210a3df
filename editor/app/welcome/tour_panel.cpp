#include "editor/app/welcome/tour_panel.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/welcome/guided_tour.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace editor
{
TourPanel::TourPanel(GuidedTour& tour, ActionRegistry& actions, QWidget* parent)
    : QWidget{parent}, m_tour{tour}, m_actions{actions}
{
    setObjectName(QStringLiteral("tourPanel"));
    setAccessibleName(tr("Guided tour"));
    setMinimumWidth(220);
    auto* outer = new QVBoxLayout{this};
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea{this};
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget{scroll};
    scroll->setWidget(page);
    outer->addWidget(scroll);
    auto* layout = new QVBoxLayout{page};
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    m_progress = new QProgressBar{page};
    m_progress->setRange(0, static_cast<int>(tour.steps().size()));
    m_progress->setFormat(tr("%v of %m done"));
    m_progress->setAccessibleName(tr("Steps done"));
    layout->addWidget(m_progress);
    m_text = new QLabel{page};
    m_text->setObjectName(QStringLiteral("tourText"));
    m_text->setWordWrap(true);
    layout->addWidget(m_text);
    m_help = new QPushButton{page};
    m_help->setObjectName(QStringLiteral("tourHelp"));
    m_help->setProperty("primary", true);
    m_help->setFocusPolicy(Qt::TabFocus); // keys stay with the view
    connect(m_help, &QPushButton::clicked, this, [this] {
        if (m_tour.current() < m_tour.steps().size())
            if (auto* action = m_actions.find(m_tour.steps()[m_tour.current()].command))
                action->trigger();
    });
    layout->addWidget(m_help);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (std::size_t at = 0; at < tour.steps().size(); ++at) {
        Row row{new QLabel{page}, new QLabel{tr(tour.steps()[at].title), page}};
        row.tick->setObjectName(QStringLiteral("tourTick%1").arg(at));
        row.tick->setFixedWidth(18);
        row.title->setWordWrap(true);
        grid->addWidget(row.tick, static_cast<int>(at), 0, Qt::AlignTop);
        grid->addWidget(row.title, static_cast<int>(at), 1);
        m_rows.push_back(row);
    }
    layout->addLayout(grid);
    m_close = new QPushButton{tr("End the tour"), page};
    m_close->setObjectName(QStringLiteral("tourClose"));
    m_close->setFocusPolicy(Qt::TabFocus);
    connect(m_close, &QPushButton::clicked, this, &TourPanel::closed);
    layout->addWidget(m_close);
    layout->addStretch(1);
    connect(&tour, &GuidedTour::changed, this, &TourPanel::refresh);
    connect(&ThemeNotifier::instance(), &ThemeNotifier::changed, this, &TourPanel::refresh);
    refresh();
}

void TourPanel::refresh()
{
    const auto& steps = m_tour.steps();
    const auto current = m_tour.current();
    int done = 0;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        auto& [tick, title] = m_rows[at];
        const bool isDone = m_tour.isDone(at);
        done += isDone ? 1 : 0;
        if (isDone)
            tick->setPixmap(themeIcon(QStringLiteral("ok"), ColorRole::Ok)
                                .pixmap(QSize{16, 16}, devicePixelRatioF()));
        else
            tick->setText(QString::number(at + 1));
        tick->setAccessibleName(isDone ? tr("done") : tr("open"));
        setTone(*title, isDone ? QStringLiteral("ok") : QStringLiteral("plain"));
        auto font = title->font();
        font.setBold(at == current);
        title->setFont(font);
    }
    m_progress->setValue(done);
    const bool isOver = current == steps.size();
    m_text->setText(isOver ? tr("That was all: the room is built, lit, saved and walked through. "
                                "The manual (F1) goes on from here.")
                           : tr("<b>%1. %2</b><br>%3")
                                 .arg(current + 1)
                                 .arg(tr(steps[current].title), tr(steps[current].text)));
    const auto* action = isOver ? nullptr : m_actions.find(steps[current].command);
    m_help->setVisible(action != nullptr);
    if (action != nullptr) {
        m_help->setText(action->text().remove(QLatin1Char{'&'}).remove(QStringLiteral("...")));
        m_help->setIcon(iconOnPrimary(action->icon()));
        m_help->setToolTip(action->toolTip());
    }
}
} // namespace editor
