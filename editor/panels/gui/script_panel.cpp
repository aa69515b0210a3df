#include "editor/panels/gui/script_panel.h"

#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace editor
{
namespace
{
/// Changes of a drag arrive faster than a window has to follow.
constexpr int RefreshMilliseconds = 40;
} // namespace

ScriptPanel::ScriptPanel(EditorApi& editor, ScriptWindow& window, QWidget* parent)
    : QWidget{parent}, m_window{window}, m_context{editor, [this](GuiEvent event) {
                                                       send(std::move(event));
                                                   }}
{
    setObjectName(QString::fromStdString(window.id()));
    setAccessibleName(QString::fromStdString(window.title()));
    auto* outer = new QVBoxLayout{this};
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea{this};
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    outer->addWidget(scroll);
    m_body = new QWidget{scroll};
    scroll->setWidget(m_body);
    auto* layout = new QVBoxLayout{m_body};
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    const auto addMessage = [](const char* name, QWidget* to, QVBoxLayout* in) {
        auto* label = new QLabel{to};
        label->setObjectName(QLatin1String{name});
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        label->hide();
        in->addWidget(label);
        return label;
    };
    m_failure = addMessage("scriptFailure", m_body, layout);
    m_failure->setProperty("error", true);
    m_retry = new QPushButton{tr("Run again"), m_body};
    m_retry->setObjectName(QStringLiteral("scriptRetry"));
    m_retry->setToolTip(tr("Starts the script anew; its public members keep their values."));
    m_retry->hide();
    connect(m_retry, &QPushButton::clicked, this, [this] { m_window.retry(); });
    layout->addWidget(m_retry, 0, Qt::AlignLeft);
    layout->addStretch(); // takes the rest where there are no elements
    // Below what scrolls: a notice must not push a button away from under the mouse.
    m_notice = addMessage("scriptNotice", this, outer);
    m_notice->setMargin(8);
    m_notice->setStyleSheet(QStringLiteral("color: %1").arg(themeColor(ColorRole::Warning).name()));

    m_later.setSingleShot(true);
    m_later.setInterval(RefreshMilliseconds);
    connect(&m_later, &QTimer::timeout, this, [this] { m_window.refresh(); });
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, [this] {
        m_window.refresh();
        refreshSoon();
    });
    m_connections += window.changed.connect([this] { showTree(); });
    m_connections += window.stale.connect([this] {
        if (isVisible() && !m_later.isActive())
            m_later.start();
    });
    if (auto* dock = qobject_cast<QDockWidget*>(parent)) {
        // A dock behind another one is open, too: what it draws in the views stays.
        m_inDock = true;
        connect(dock->toggleViewAction(), &QAction::toggled, this,
                [this](bool open) { m_window.setOpen(open); });
    }
    showTree();
}

ScriptPanel::~ScriptPanel()
{
    m_connections.clear();
    m_window.setOpen(false);
}

void ScriptPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_window.isOpen())
        m_window.refresh(); // what changed while it could not be seen
    else
        m_window.setOpen(true);
    refreshSoon();
}

void ScriptPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_again.stop();
    if (!m_inDock)
        m_window.setOpen(false);
}

void ScriptPanel::send(GuiEvent event)
{
    const auto mouse = m_body->mapFromGlobal(QCursor::pos());
    event.mouse = {mouse.x(), mouse.y()};
    m_window.send(event);
    refreshSoon();
}

void ScriptPanel::refreshSoon()
{
    const double seconds = m_window.refreshEvery();
    if (seconds > 0 && isVisible())
        m_again.start(static_cast<int>(seconds * 1000));
}

void ScriptPanel::showTree()
{
    const auto& failure = m_window.failure();
    m_failure->setText(QString::fromStdString(failure));
    m_failure->setVisible(!failure.empty());
    m_retry->setVisible(!failure.empty() && m_window.canRetry());
    m_notice->setText(QString::fromStdString(m_window.notice()));
    m_notice->setVisible(failure.empty() && !m_window.notice().empty());
    setDockTitle(this, QString::fromStdString(m_window.title()));
    if (!failure.empty()) {
        m_root.reset();
        return;
    }
    auto tree = m_window.tree();
    tree.key = "window"; // the whole has no key of its own
    if (!m_root) {
        m_root = makeGuiItem(m_context, tree, m_body);
        m_root->show(tree);
        static_cast<QVBoxLayout*>(m_body->layout())->addWidget(m_root->widget(), 1);
        m_root->widget()->show();
        return;
    }
    m_root->show(tree);
}
} // namespace editor
