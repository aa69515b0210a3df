#include "editor/app/actions/action_registry.h"
#include "editor/app/welcome/tour_panel.h"
#include "editor/app/window/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

namespace editor
{
namespace
{
Qt::DockWidgetArea toQt(DockArea area)
{
    switch (area) {
    case DockArea::Left:
        return Qt::LeftDockWidgetArea;
    case DockArea::Bottom:
        return Qt::BottomDockWidgetArea;
    case DockArea::Right:
        break;
    }
    return Qt::RightDockWidgetArea;
}

/// Those that every layout has a place for.
constexpr std::array<std::string_view, 8> PlacedDocks{
    "tool_options", "outliner", "layers", "inspector", "assets", "console", "issues", "history"};

/// Qt's own buttons in the title of a dock say nothing.
void explainButtons(const QDockWidget& dock)
{
    const auto explain = [&dock](const char* name, const QString& title, const QString& what) {
        if (auto* button =
                dock.findChild<QAbstractButton*>(QLatin1String{name}, Qt::FindDirectChildrenOnly))
            button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(title, what));
    };
    explain("qt_dockwidget_floatbutton", MainWindow::tr("Float"),
            MainWindow::tr("Takes the panel out of the window, or puts it back."));
    explain("qt_dockwidget_closebutton", MainWindow::tr("Close"),
            MainWindow::tr("Hides the panel; the menu Window shows it again."));
}

/// Makes a panel when it is first seen: one that stays closed costs nothing.
class PanelHolder final : public QWidget
{
public:
    PanelHolder(PanelInfo panel, EditorApi& editor, QWidget* parent)
        : QWidget{parent}, m_panel{std::move(panel)}, m_editor{editor}
    {
        auto* layout = new QVBoxLayout{this};
        layout->setContentsMargins(0, 0, 0, 0);
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        if (const auto create = std::exchange(m_panel.create, nullptr)) {
            auto* content = create(m_editor, this);
            layout()->addWidget(content);
            setFocusProxy(content);
        }
        QWidget::showEvent(event);
    }

private:
    PanelInfo m_panel;
    EditorApi& m_editor;
};
} // namespace

QDockWidget* MainWindow::dock(const std::string& panelId) const
{
    return m_docks.value(QString::fromStdString(panelId));
}

void MainWindow::makeDock(const std::string& panelId)
{
    const auto& panels = m_context->panels();
    const auto at = std::find_if(panels.begin(), panels.end(),
                                 [&](const auto& panel) { return panel.id == panelId; });
    ENGINE_EXPECT(at != panels.end());
    const auto info = *at;
    const auto id = QString::fromStdString(info.id);
    auto* dock = new QDockWidget{QString::fromStdString(info.title), this};
    dock->setObjectName(id);
    explainButtons(*dock);
    dock->setWidget(info.visible ? info.create(*m_context, dock)
                                 : new PanelHolder{info, *m_context, dock});
    const auto area = toQt(info.area);
    // Neighbours share the place as tabs; the first two on the right lie one above the other.
    QDockWidget* last = nullptr;
    int count = 0;
    for (auto* other : m_docks)
        if (dockWidgetArea(other) == area && !other->isFloating() && ++count > 0)
            last = other;
    addDockWidget(area, dock);
    if (last != nullptr && (area != Qt::RightDockWidgetArea || count >= 2))
        tabifyDockWidget(last, dock);
    dock->setVisible(info.visible);
    if (m_layoutRestored)
        restoreDockWidget(dock); // where it was when the layout was stored
    m_docks.insert(id, dock);
    const auto isBehind = std::make_shared<bool>(false); // another tab
    connect(dock, &QDockWidget::visibilityChanged, dock, [dock, isBehind](bool visible) {
        if (visible || !dock->isHidden())
            *isBehind = !visible;
    });
    connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock, isBehind](bool shown) {
        if (!shown && !*isBehind)
            return;
        dock->show(); // who asks for a tab that is behind others wants to see it
        dock->raise();
    });
    // Without an icon, since an icon would hide the tick.
    m_actions->adopt({.id = "window.panel." + info.id,
                      .menu = "Window",
                      .label = info.title,
                      .tooltip = "Shows or hides this panel.",
                      .icon = {},
                      .shortcut = {},
                      .run = {},
                      .isEnabled = {}},
                     *dock->toggleViewAction());
}

void MainWindow::putOthersAside()
{
    for (const auto& panel : m_context->panels()) {
        const bool isPlaced =
            std::find(PlacedDocks.begin(), PlacedDocks.end(), panel.id) != PlacedDocks.end();
        auto* each = dock(panel.id);
        if (each == nullptr || isPlaced || panel.id == TourPanelId) // the tour goes on
            continue;
        const char* front = panel.area == DockArea::Left     ? "tool_options"
                            : panel.area == DockArea::Bottom ? "assets"
                                                             : "inspector";
        each->hide();
        each->setFloating(false);
        addDockWidget(toQt(panel.area), each);
        if (auto* before = dock(front))
            tabifyDockWidget(before, each);
    }
}

void MainWindow::removeDock(const std::string& panelId)
{
    if (auto* dock = m_docks.take(QString::fromStdString(panelId))) {
        m_actions->remove("window.panel." + panelId);
        removeDockWidget(dock);
        delete dock;
    }
}

void MainWindow::showDock(const std::string& panelId)
{
    if (auto* wanted = dock(panelId)) {
        wanted->show();
        wanted->raise();
        wanted->widget()->setFocus(Qt::OtherFocusReason);
    }
}
} // namespace editor
