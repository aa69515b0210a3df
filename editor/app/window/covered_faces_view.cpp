#include "editor/app/window/covered_faces_view.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/views/render_hub.h"

#include <QAction>

#include <unordered_set>

namespace editor
{
using engine::CoveredFace;

CoveredFacesView::CoveredFacesView(EditorContext& editor,
                                   std::function<RenderHub*()> hub,
                                   QObject* parent)
    : QObject{parent}, m_editor{editor}, m_hub{std::move(hub)}
{
    constexpr int QuietTime = 300; // milliseconds without an edit
    m_later.setSingleShot(true);
    m_later.setInterval(QuietTime);
    connect(&m_later, &QTimer::timeout, this, &CoveredFacesView::look);
    auto& document = editor.document();
    m_connections +=
        document.changed.connect([this](const engine::ChangeSet& changes) { onChanged(changes); });
    m_connections += document.reset.connect([this] {
        ++m_edit;
        show({});
        if (m_isOn)
            m_later.start();
    });
}

void CoveredFacesView::setOn(bool on)
{
    m_isOn = on;
    ++m_edit;
    show({});
    if (on)
        look();
    else
        m_later.stop();
    if (!on && m_job)
        m_job->cancel();
}

void CoveredFacesView::onChanged(const engine::ChangeSet& changes)
{
    if (!m_isOn || changes.bounds.isEmpty())
        return;
    ++m_edit;
    m_later.start();
    if (m_faces.empty())
        return;
    constexpr double Near = 0.01; // metres
    const auto touched = m_editor.document().index().overlapping(changes.bounds.grown(Near));
    const std::unordered_set<engine::EntityId> isTouched{touched.begin(), touched.end()};
    auto left = m_faces;
    std::erase_if(left, [&](const CoveredFace& face) { return isTouched.contains(face.entity); });
    if (left.size() != m_faces.size())
        show(std::move(left));
}

void CoveredFacesView::look()
{
    if (!m_isOn)
        return;
    if (m_editor.document().isEditing()) {
        m_later.start();
        return;
    }
    auto level = std::make_shared<const engine::World>(m_editor.document().world());
    auto found = std::make_shared<std::vector<CoveredFace>>();
    const QPointer<CoveredFacesView> self{this};
    if (m_job)
        m_job->cancel();
    m_job = m_editor.workspace().jobs().start(
        "Covered faces",
        [level, found](engine::JobControl& job) { *found = engine::coveredFaces(*level, &job); },
        [self, found, edit = m_edit] {
            if (self && self->m_isOn && self->m_edit == edit)
                self->show(std::move(*found));
        });
}

void CoveredFacesView::show(std::vector<CoveredFace> faces)
{
    m_faces = std::move(faces);
    if (auto* hub = m_hub())
        hub->edited().setLeftOut(m_faces);
    m_editor.updateViews();
}

void addCoveredFacesAction(MainWindow& window)
{
    auto* view =
        new CoveredFacesView{window.context(), [&window] { return window.renderHub(); }, &window};
    auto* action = window.actions().add(
        {.id = "view.hideCovered",
         .menu = "View",
         .label = "Hide covered faces",
         .tooltip = "Leaves out faces that other brushes cover wholly, as an export can.",
         .icon = "covered",
         .shortcut = "Alt+C",
         .run = {},
         .isEnabled = {}});
    action->setCheckable(true);
    QObject::connect(action, &QAction::toggled, view, &CoveredFacesView::setOn);
}
} // namespace editor
