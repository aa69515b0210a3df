#include "editor/app/window/main_window.h"
#include "editor/app/window/scene_views.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/views/view_layout.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QJsonDocument>
#include <QLayout>
#include <QMessageBox>
#include <QSet>
#include <QSettings>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace editor
{
namespace
{
/// Counts up when docks or tool bars change so that an old stored layout would not fit.
constexpr int LayoutVersion = 2;

/// As long as it lives, what a layout holds does not make its window larger.
class SizeKept
{
public:
    explicit SizeKept(QLayout& layout) : m_layout{layout}, m_before{layout.sizeConstraint()}
    {
        m_layout.setSizeConstraint(QLayout::SetNoConstraint);
    }

    ~SizeKept() { m_layout.setSizeConstraint(m_before); }

    SizeKept(const SizeKept&) = delete;
    SizeKept& operator=(const SizeKept&) = delete;

private:
    QLayout& m_layout;
    QLayout::SizeConstraint m_before;
};

/// Windows of docks that were dragged out together are made by Qt, without the names that it
/// misses, loudly, whenever it saves where they are.
void nameDockGroups(const QMainWindow& window)
{
    std::vector<QWidget*> unnamed;
    QSet<QString> taken;
    for (auto* each : window.findChildren<QWidget*>(QString{}, Qt::FindDirectChildrenOnly)) {
        if (each->objectName().isEmpty() && each->inherits("QDockWidgetGroupWindow"))
            unnamed.push_back(each);
        else
            taken << each->objectName();
    }
    int number = 0;
    for (auto* each : unnamed) {
        QString name;
        do
            name = QStringLiteral("dockGroup%1").arg(++number);
        while (taken.contains(name));
        each->setObjectName(name);
    }
}
} // namespace

void MainWindow::saveLayout()
{
    nameDockGroups(*this);
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState(LayoutVersion));
    settings.setValue(QStringLiteral("window/views"),
                      QJsonDocument{m_views->saveState()}.toJson(QJsonDocument::Compact));
    rememberViews(m_context->document().path(), *m_views);
}

void MainWindow::keepLayout()
{
    if (!isVisible() || m_play->isPlaying())
        return; // it has no place yet; the game's arrangement goes with it
    nameDockGroups(*this);
    const auto now = saveGeometry() + saveState(LayoutVersion) +
                     QJsonDocument{m_views->saveState()}.toJson(QJsonDocument::Compact) +
                     QJsonDocument{m_views->savePlaces()}.toJson(QJsonDocument::Compact);
    if (now == m_layoutSeen && now != m_layoutKept) {
        saveLayout();
        m_layoutKept = now;
    }
    m_layoutSeen = now;
}

void MainWindow::restoreLayout()
{
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (!restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), LayoutVersion))
        showLayout(0);
    const auto views =
        QJsonDocument::fromJson(settings.value(QStringLiteral("window/views")).toByteArray());
    m_views->restoreState(views.object());
}

void MainWindow::resetLayout()
{
    showLayout(0);
}

void MainWindow::showLayout(int layout)
{
    // On the way docks stand above each other that are tabs in the end: the window must not grow
    // for that.
    const SizeKept kept{*this->layout()};
    const auto place = [this](const char* id, Qt::DockWidgetArea area, bool visible) {
        if (auto* each = dock(id)) {
            each->setFloating(false);
            addDockWidget(area, each);
            each->setVisible(visible);
        }
        return dock(id);
    };
    if (m_tour == nullptr) // a tour that was cut off may have left it to the other side
        setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    const bool building = layout == 0 || layout == 2;
    place("tool_options", Qt::LeftDockWidgetArea, building);
    place("outliner", Qt::RightDockWidgetArea, layout != 3);
    place("inspector", Qt::RightDockWidgetArea, true);
    if (auto* layers = place("layers", Qt::RightDockWidgetArea, layout != 3);
        layers != nullptr && dock("outliner") != nullptr) {
        tabifyDockWidget(dock("outliner"), layers);
        dock("outliner")->raise();
    }
    auto* assets = place("assets", Qt::BottomDockWidgetArea, true);
    for (const auto* id : {"console", "issues", "history"})
        if (auto* each = place(id, Qt::BottomDockWidgetArea, true))
            tabifyDockWidget(assets, each);
    putOthersAside();
    if (auto* inspector = dock("inspector"))
        inspector->raise();
    constexpr std::array Own{std::pair{1, "lighting"}, std::pair{2, "navmesh.panel"},
                             std::pair{2, "foliage.panel"}};
    for (const auto& [owner, id] : Own)
        if (auto* each = dock(id);
            each != nullptr && layout == owner) { // a plugin's may be missing
            each->show();
            each->raise();
        }
    if (assets != nullptr) {
        assets->raise();
        resizeDocks({assets}, {std::min(190, height() * 25 / 100)}, Qt::Vertical);
    }
    if (auto* options = dock("tool_options"))
        resizeDocks({options}, {190}, Qt::Horizontal);
    if (dock("outliner") != nullptr && dock("inspector") != nullptr) {
        // Wide enough for the three numbers of a place and five tabs, on wide screens for more.
        resizeDocks({dock("inspector")}, {std::clamp(width() * 22 / 100, 362, 430)},
                    Qt::Horizontal);
        // Who populates works in the docks of plugins, whose lists need the room.
        const int upper = layout == 2 ? 20 : 31;
        resizeDocks({dock("outliner"), dock("inspector")},
                    {height() * upper / 100, height() * (78 - upper) / 100}, Qt::Vertical);
    }
    switch (layout) {
    case 1:
        m_views->showSingleView(ViewKind::Perspective, engine::ViewMode::Lit);
        break;
    case 2:
        m_views->showSingleView(ViewKind::Perspective, engine::ViewMode::Textured);
        break;
    case 3:
        m_views->showPlayAndScene();
        break;
    default:
        m_views->showFourViews();
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayDiscard()) {
        event->ignore();
        return;
    }
    m_context->workspace().finishSaves(); // they tell the window, which must still be there
    m_play->stop();
    keepProjectPicture();
    endTour();
    if (const auto& file = m_context->document().path(); !file.empty())
        rememberScene(file);
    saveLayout();
    event->accept();
}
} // namespace editor
