#include "editor/views/viewport_widget.h"

#include "editor/tools/select/pick_target.h"
#include "editor/tools/tool_box.h"
#include "editor/views/passing_text.h"
#include "editor/views/render_hub.h"
#include "editor/views/room_view.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"
#include "editor/views/view_choices.h"
#include "editor/views/view_labels.h"
#include "editor/views/view_settings.h"
#include "editor/views/view_surface.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/light/scene_light.h"

#include <QActionGroup>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr int RestTime = 150; ///< milliseconds without movement
constexpr int HeaderGap = 4;  ///< between the buttons of a view, pixels

QColor toColor(const DrawColor& color)
{
    return QColor::fromRgbF(color.r, color.g, color.b, color.a);
}

/// A group shows by what is in it. Ascending, each once.
std::vector<EntityId> withAllBelow(const engine::World& world,
                                   const std::vector<EntityId>& entities)
{
    std::vector<EntityId> all;
    for (const auto entity : entities)
        if (world.children(entity).empty())
            all.push_back(entity);
        else
            for (const auto below : engine::subtree(world, entity))
                all.push_back(below);
    if (!std::is_sorted(all.begin(), all.end()))
        std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}
} // namespace

ViewportWidget::ViewportWidget(ViewHost& host, ViewKind kind, QWidget* parent)
    : QWidget{parent}, m_host{host}, m_camera{kind}
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAcceptDrops(true);
    setMinimumSize(80, 60);
    makeHeader();
    m_passing = new PassingText{this};
    setKind(kind);
    m_restTimer.setSingleShot(true);
    m_restTimer.setInterval(RestTime);
    connect(&m_restTimer, &QTimer::timeout, this, &ViewportWidget::refresh);
    m_flyTimer.setInterval(16);
    m_flyTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_flyTimer, &QTimer::timeout, this, &ViewportWidget::flyStep);
}

ViewportWidget::~ViewportWidget()
{
    releaseMouseCapture();
    if (m_dragging)
        m_host.toolBox().cancelGesture(); // nobody would end it
}

void ViewportWidget::makeHeader()
{
    const auto makeButton = [this](const QString& name) {
        auto* button = new QToolButton{this};
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize({16, 16});
        button->setPopupMode(QToolButton::InstantPopup);
        button->setFocusPolicy(Qt::NoFocus);
        button->setObjectName(name);
        button->setProperty("viewHeader", true);
        button->setCursor(Qt::ArrowCursor); // not that of the tool
        return button;
    };
    m_kindButton = makeButton(QStringLiteral("viewKind"));
    m_kindButton->setAccessibleName(tr("Which side this view looks at"));
    m_kindButton->setToolTip(tr("<b>View</b><br>Which side of the level this view shows."));
    auto* kinds = new QMenu{m_kindButton};
    for (const auto& each : viewKinds())
        kinds->addAction(themeIcon(QString::fromLatin1(each.icon)), tr(each.label), this,
                         [this, kind = each.kind] { setKind(kind); });
    kinds->addSeparator();
    kinds->addAction(themeIcon(QStringLiteral("maximize")), tr("Maximise or restore"), this,
                     &ViewportWidget::maximizeRequested);
    m_kindButton->setMenu(kinds);

    m_modeButton = makeButton(QStringLiteral("viewMode"));
    m_modeButton->setAccessibleName(tr("How this view draws the level"));
    m_modeButton->setToolTip(tr("<b>Drawing</b><br>How this view draws the level."));
    addModeMenu();
}

void ViewportWidget::addModeMenu()
{
    auto* modes = new QMenu{m_modeButton};
    bool isEveryday = true;
    for (const auto& each : viewModes()) {
        if (std::exchange(isEveryday, each.isEveryday) != each.isEveryday)
            modes->addSeparator();
        auto* entry = modes->addAction(themeIcon(QString::fromLatin1(each.icon)), tr(each.label),
                                       this, [this, mode = each.mode] { setMode(mode); });
        entry->setCheckable(true);
        entry->setData(static_cast<int>(each.mode));
    }
    const auto* last = modes->addSeparator();
    connect(modes, &QMenu::aboutToShow, this, [this, modes, last] {
        if (last == modes->actions().back()) // the host makes them after its views
            for (auto* each : m_host.viewSwitches())
                modes->addAction(each);
    });
    m_modeButton->setMenu(modes);
    setMode(m_mode);
}

void ViewportWidget::setKind(ViewKind kind)
{
    if (kind != m_camera.kind())
        m_camera.setKind(kind);
    for (const auto& each : viewKinds())
        if (each.kind == kind) {
            m_kindButton->setText(tr(each.label));
            m_kindButton->setIcon(themeIcon(QString::fromLatin1(each.icon)));
        }
    showHeader(m_showsHeader);
    refresh();
}

void ViewportWidget::showHeader(bool shown)
{
    m_showsHeader = shown;
    m_kindButton->setVisible(shown);
    // 2D views draw edges only; a mode would change nothing there.
    m_modeButton->setVisible(shown && kind() == ViewKind::Perspective);
    placeHeader();
}

void ViewportWidget::setMode(ViewMode mode)
{
    m_mode = mode;
    for (const auto& each : viewModes())
        if (each.mode == mode) {
            m_modeButton->setText(tr(each.label));
            m_modeButton->setIcon(themeIcon(QString::fromLatin1(each.icon)));
        }
    for (auto* entry : m_modeButton->menu()->actions())
        if (entry->data().isValid()) // the host's switches have none
            entry->setChecked(entry->data().toInt() == static_cast<int>(mode));
    placeHeader();
    refresh();
}

int ViewportWidget::headerWidth() const
{
    int wide = 0;
    for (const auto* button : {m_kindButton, m_modeButton})
        if (!button->isHidden())
            wide = button->geometry().right() + 1 + HeaderGap;
    return wide;
}

void ViewportWidget::placeHeader()
{
    constexpr int Border = 6; // pixels
    const auto showText = [this](Qt::ToolButtonStyle style) {
        int wide = 2 * Border + HeaderGap;
        for (auto* button : {m_kindButton, m_modeButton}) {
            button->setToolButtonStyle(style);
            wide += button->isHidden() ? 0 : button->sizeHint().width();
        }
        return wide <= width();
    };
    if (!showText(Qt::ToolButtonTextBesideIcon))
        showText(Qt::ToolButtonIconOnly); // cut words say less
    m_kindButton->adjustSize();
    m_kindButton->move(Border, Border);
    m_modeButton->adjustSize();
    m_modeButton->move(m_kindButton->geometry().right() + 1 + HeaderGap, Border);
}

void ViewportWidget::resizeEvent(QResizeEvent*)
{
    placeHeader();
    refresh();
}

void ViewportWidget::moveEvent(QMoveEvent*)
{
    refresh();
}

void ViewportWidget::showEvent(QShowEvent*)
{
    refresh();
}

/// Null for a view that lies in no window yet.
ViewSurface* ViewportWidget::surface() const
{
    for (auto* above = parentWidget(); above != nullptr; above = above->parentWidget())
        if (auto* found = qobject_cast<ViewSurface*>(above))
            return found;
    return nullptr;
}

void ViewportWidget::refresh()
{
    if (auto* under = surface())
        under->schedule(*this);
}

void ViewportWidget::paintNow()
{
    if (auto* under = surface())
        under->paintNow(*this);
}

QImage ViewportWidget::picture() const
{
    auto* under = surface();
    return under != nullptr ? under->pictureOf(*this) : QImage{};
}

void ViewportWidget::focusOn(const Aabb& box)
{
    m_camera.focus(box, height() > 0 ? static_cast<double>(width()) / height() : 1.0);
    m_clock.start();
    m_flyTimer.start();
}

Vec3d ViewportWidget::eyeFor(const Aabb& box) const
{
    return m_camera.eyeFor(box, height() > 0 ? static_cast<double>(width()) / height() : 1.0);
}

void ViewportWidget::lookFrom(const Vec3d& eye, const Vec3d& target)
{
    m_camera.lookFrom(eye, target);
    m_clock.start();
    m_flyTimer.start();
}

QPointF ViewportWidget::positionOf(const Vec3d& place) const
{
    const auto at = shownCamera().project(place, width(), height());
    return at ? QPointF{at->x, at->y} : QPointF{-1, -1};
}

bool ViewportWidget::isGame() const
{
    return m_host.playSession() != nullptr && m_host.playView() == this;
}

ViewCamera ViewportWidget::shownCamera() const
{
    return isGame()
               ? m_host.playSession()->camera(static_cast<double>(width()) / std::max(height(), 1))
               : m_camera.camera();
}

/// What only the editor draws: grid, objects without a shape, selection, and what tools show.
ViewRequest ViewportWidget::editorRequest(DebugDraw& draw)
{
    ViewRequest request;
    auto& document = m_host.viewDocument();
    // Flat views draw edges, whatever the mode of the 3D view that they may have been.
    request.mode = kind() == ViewKind::Perspective ? m_mode : ViewMode::Textured;
    if (request.mode == ViewMode::Texels)
        request.texelsPerMetre = static_cast<float>(ViewSettings::texelsNow());
    request.showGrid = true;
    request.showEditorObjects = true;
    request.gridStep = m_host.viewGrid().step;
    const auto& chosen = document.selection();
    const auto* session = m_host.playSession();
    if (session != nullptr && !session->playsEdited()) { // whose ids mean others there
        m_host.drawOverlays(draw, kind(), {width(), height()});
        request.overlay = &draw;
        return request;
    }
    request.selected = withAllBelow(document.world(), chosen.entities());
    request.selectedMoved = m_host.selectionMoved();
    request.selectedFaces.insert(chosen.faces().begin(), chosen.faces().end());
    if (m_pointerInside) {
        request.hovered = m_hovered;
        request.hoveredFace = m_hoveredFace;
    }
    if (request.mode == ViewMode::Lit || request.mode == ViewMode::Lightmap) {
        request.staleFaces = &m_host.staleFaces(); // others do not show them
        request.staleParts = &m_host.staleParts();
    }
    if (request.mode == ViewMode::Age) {
        request.tints = &m_host.staleAges();
        request.staleParts = &m_host.agedParts();
    }
    request.inside = chosen.openGroup();
    m_host.drawOverlays(draw, kind(), {width(), height()});
    // Where it was when it left, nothing is under it any more.
    auto pointer = m_pointerInside || m_dragging ? m_pointer : PointerEvent{};
    pointer.view = kind();
    pointer.camera = shownCamera();
    pointer.viewSize = {width(), height()};
    m_host.toolBox().draw(draw, pointer);
    request.overlay = &draw;
    return request;
}

bool ViewportWidget::paintInto(const FramebufferPart& to)
{
    auto* hub = m_host.renderHub();
    if (hub == nullptr)
        return false;
    const bool game = isGame();
    // While playing, all views show the played world, so that a moved door is where it is.
    auto& system = m_host.playSession() != nullptr && hub->played() != nullptr ? *hub->played()
                                                                               : hub->edited();

    showPointerShape();
    DebugDraw draw;
    ViewRequest request;
    if (game) {
        request.mode = ViewMode::Lit;
        m_host.drawGameOverlays(draw);
        request.overlay = &draw;
    } else {
        request = editorRequest(draw);
    }
    request.gameView = game;
    request.effects = m_host.viewEffects();
    if (const auto* session = m_host.playSession(); session != nullptr && &system == hub->played())
        system.setGameSeconds(static_cast<double>(session->tickCount()) *
                              engine::PlaySession::TickSeconds);
    request.camera = shownCamera();
    request.isStill = !game && rests(request.camera);
    request.everyFace = game || !looksInFromOutside();
    // A level that nobody has baked is not pitch black to those who try it.
    const bool isDark =
        m_host.playSession() != nullptr && engine::waitsForBake(m_host.playSession()->world());
    if (request.mode == ViewMode::Lit && (!request.everyFace || isDark))
        request.lamp = LampOutside;
    request.width = static_cast<int>(std::lround(width() * devicePixelRatioF()));
    request.height = static_cast<int>(std::lround(height() * devicePixelRatioF()));
    request.pixelScale = devicePixelRatioF();
    request.measuresEffects = m_host.measuresEffects();
    const auto stats = hub->paint(system, request, labelsOver(draw), to);
    if (request.measuresEffects)
        m_host.effectsTook(this, stats);
    ++m_frames;
    // After a large step plants come bit by bit: on with the next picture.
    if (system.isUploading() && engine::showsSurfaces(request))
        refresh();
    return true;
}

bool ViewportWidget::rests(const ViewCamera& camera)
{
    if (kind() != ViewKind::Perspective)
        return true; // flat views draw lines, which are smooth
    if (m_paintedCamera != camera)
        m_restTimer.start();
    m_paintedCamera = camera;
    // The ends of a drag and of a game draw anew by themselves.
    return !m_restTimer.isActive() && !m_host.toolBox().isDragging() &&
           !m_host.viewDocument().isEditing() && m_host.playSession() == nullptr;
}

bool ViewportWidget::looksInFromOutside() const
{
    const auto& document = m_host.viewDocument();
    return kind() == ViewKind::Perspective && !isEnclosed(document.world(), document.index(),
                                                          shownCamera().position, Locked::Included);
}

/// "In Hall > Pillar": which group is edited in place, and what it is in; empty if none is.
QString ViewportWidget::openGroupText() const
{
    const auto& document = m_host.viewDocument();
    const auto& world = document.world();
    QStringList names;
    for (auto group = document.selection().openGroup(); isGroup(world, group);
         group = world.get<Node>(group)->parent)
        names.prepend(QString::fromStdString(world.get<Node>(group)->name));
    if (names.isEmpty())
        return {};
    return tr("In %1   Esc closes").arg(names.join(QStringLiteral(" \u203a ")));
}

/// Ambient is black, so without light there is nothing to see in these modes.
bool ViewportWidget::showsNoLight() const
{
    if (kind() != ViewKind::Perspective ||
        (m_mode != ViewMode::Lit && m_mode != ViewMode::Lightmap))
        return false;
    if (const auto* hub = m_host.renderHub(); hub != nullptr && hub->draftLight())
        return false;
    return !isBaked(m_host.viewDocument().world());
}

std::vector<ViewPicture> ViewportWidget::labelsOver(const DebugDraw& draw)
{
    std::vector<ViewPicture> pictures;
    ViewLabels labels{pictures, size(), devicePixelRatioF()};
    if (isGame()) {
        const auto& session = *m_host.playSession();
        pictures = m_hud.of(session.hud(), (QSizeF{size()} * devicePixelRatioF()).toSize(),
                            [&](const std::string& path) { return session.texture(path); });
        const bool isPaused = session.isPaused();
        if (m_host.framesGame())
            labels.addFrame(3, viewColor(isPaused ? ColorRole::MutedText : ColorRole::PlayFrame));
        if (m_host.showsGraphs())
            labels.addGraphs(session.graphs().lines(), {12, 44});
        if (const auto hint = m_host.gameHint(m_captured); !hint.isEmpty())
            labels.addText(hint, {width() / 2.0, height() - 28.0},
                           viewColor(isPaused ? ColorRole::Warning : ColorRole::Text), 10);
        return pictures;
    }
    const auto camera = shownCamera();
    for (const auto& [label, at] : labelsToShow(draw.labels, camera, size()))
        labels.addText(QString::fromStdString(label->text), at, toColor(label->color), 5);
    if (const auto group = openGroupText(); !group.isEmpty())
        // At the foot: at the top of a small view its button would cover it.
        labels.addText(group, {width() / 2.0, height() - 18.0}, viewColor(ColorRole::Text), 8);
    if (showsNoLight())
        labels.addText(tr("No light baked yet: Tools > Bake lighting"),
                       {width() / 2.0, height() - 18.0}, viewColor(ColorRole::Warning), 8);
    if (kind() == ViewKind::Perspective)
        labels.addLegend(legendOf(m_mode), {width() / 2.0, height() - 18.0});
    labels.addCompass(camera, {32.0, height() - 36.0});
    if (hasFocus())
        labels.addFrame(1, viewColor(ColorRole::Accent));
    return pictures;
}
} // namespace editor
