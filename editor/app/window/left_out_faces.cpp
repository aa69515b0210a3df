#include "editor/app/window/left_out_faces.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/views/render_hub.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/void_faces.h"

#include <QAction>
#include <QSettings>

#include <algorithm>
#include <unordered_set>

namespace editor
{
using engine::CoveredFace;

namespace
{
/// Whether there may be other rooms, though nothing looks different: a start in the open makes the
/// outside a part of the level.
bool changesRooms(const engine::ChangeSet& changes)
{
    return std::any_of(changes.changes.begin(), changes.changes.end(),
                       [](const engine::Change& change) {
                           return change.type == engine::typeIdOf<engine::PlayerStart>() ||
                                  change.type == engine::typeIdOf<engine::AudioSource>() ||
                                  change.type == engine::typeIdOf<engine::SceneSettings>() ||
                                  change.type == engine::typeIdOf<engine::FoliageLayer>() ||
                                  change.type == engine::typeIdOf<engine::Layer>();
                       });
}
} // namespace

FaceFinder::FaceFinder(
    Document& document, Find find, double reach, std::function<bool()> isNeeded, QObject* parent)
    : QObject{parent}
    , m_document{document}
    , m_find{std::move(find)}
    , m_reach{reach}
    , m_isNeeded{std::move(isNeeded)}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
    constexpr int QuietTime = 300; // milliseconds without an edit
    m_later.setSingleShot(true);
    m_later.setInterval(QuietTime);
    connect(&m_later, &QTimer::timeout, this, &FaceFinder::look);
    m_connections +=
        document.changed.connect([this](const engine::ChangeSet& changes) { onChanged(changes); });
    m_connections += document.reset.connect([this] {
        ++m_edit;
        set({});
        if (m_isOn)
            look();
    });
}

void FaceFinder::setOn(bool on)
{
    m_isOn = on;
    ++m_edit;
    set({});
    if (on)
        look();
    else
        m_later.stop();
    if (!on && m_job)
        m_job->cancel();
}

void FaceFinder::onChanged(const engine::ChangeSet& changes)
{
    if (!m_isOn || (changes.bounds.isEmpty() && !changesRooms(changes)))
        return;
    ++m_edit;
    m_later.start();
    if (m_faces.empty())
        return;
    std::unordered_set<engine::EntityId> isTouched;
    const auto& world = m_document.world();
    for (const auto& change : changes.changes) {
        isTouched.insert(change.entity);
        if (!world.children(change.entity).empty())
            for (const auto below : subtree(world, change.entity))
                isTouched.insert(below);
    }
    if (m_reach > 0)
        for (const auto entity : m_document.index().overlapping(changes.bounds.grown(m_reach)))
            isTouched.insert(entity);
    const auto isOff = [&](engine::EntityId entity) {
        const auto at = std::lower_bound(m_faces.begin(), m_faces.end(), CoveredFace{entity, 0});
        return at != m_faces.end() && at->entity == entity;
    };
    if (std::none_of(isTouched.begin(), isTouched.end(), isOff))
        return;
    auto left = m_faces;
    std::erase_if(left, [&](const CoveredFace& face) { return isTouched.contains(face.entity); });
    set(std::move(left));
}

void FaceFinder::look()
{
    if (!m_isOn)
        return;
    if (m_document.isEditing() || !m_isNeeded()) {
        m_later.start();
        return;
    }
    auto level = std::make_shared<const engine::World>(m_document.world());
    auto found = std::make_shared<std::vector<CoveredFace>>();
    if (m_job)
        m_job->cancel();
    m_job = m_jobs.start(
        "Faces to leave out",
        [level, found, find = m_find](engine::JobControl& job) { *found = find(*level, &job); },
        [this, found, edit = m_edit] {
            if (m_isOn && m_edit == edit)
                set(std::move(*found));
        });
}

void FaceFinder::set(std::vector<CoveredFace> faces)
{
    if (faces == m_faces)
        return;
    m_faces = std::move(faces);
    Q_EMIT changed();
}

void addLeftOutFaces(MainWindow& window)
{
    constexpr double Near = 0.01; // metres: what lies so near may cover
    auto& document = window.context().document();
    auto* covered =
        new FaceFinder{document, engine::coveredFaces, Near, [] { return true; }, &window};
    const auto isSeenFromOutside = [&window] {
        const auto& views = window.viewLayout().views();
        return std::any_of(views.begin(), views.end(), [](const ViewportWidget* view) {
            return view->isVisible() && view->looksInFromOutside();
        });
    };
    auto* outer = new FaceFinder{document, engine::voidFaces, 0, isSeenFromOutside, &window};
    const auto show = [&window, covered, outer] {
        if (auto* hub = window.renderHub()) {
            hub->setCovered(covered->faces());
            hub->setLeftOut(outer->faces());
        }
        window.context().updateViews();
    };
    for (auto* finder : {covered, outer})
        QObject::connect(finder, &FaceFinder::changed, &window, show);
    // There is another renderer then.
    window.keep(window.context().workspace().assetsChanged.connect(show));

    auto* hideCovered = window.actions().add(
        {.id = "view.hideCovered",
         .menu = "View",
         .label = "Hide covered faces",
         .tooltip = "Leaves out faces that other brushes cover wholly, as an export can.",
         .icon = "covered",
         .shortcut = "Alt+C",
         .run = {},
         .isEnabled = {}});
    hideCovered->setCheckable(true);
    QObject::connect(hideCovered, &QAction::toggled, covered, &FaceFinder::setOn);

    auto* cutAway = window.actions().add(
        {.id = "view.cutAway",
         .menu = "View",
         .label = "Cut away outer walls",
         .tooltip = "Leaves out the outer faces of closed rooms in 3D views, so that one looks "
                    "into them from outside.",
         .icon = "cut_away",
         .shortcut = "",
         .run = {},
         .isEnabled = {}});
    cutAway->setCheckable(true);
    QObject::connect(cutAway, &QAction::toggled, outer, &FaceFinder::setOn);
    cutAway->setChecked(QSettings{}.value(QStringLiteral("cutAway"), true).toBool());
    QObject::connect(cutAway, &QAction::toggled,
                     [](bool on) { QSettings{}.setValue(QStringLiteral("cutAway"), on); });
}
} // namespace editor
