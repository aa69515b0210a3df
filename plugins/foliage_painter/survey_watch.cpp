#include "plugins/foliage_painter/survey_watch.h"

#include "engine_core/scene/components/foliage.h"

#include <QMetaObject>

#include <algorithm>

namespace foliage_painter
{
namespace
{
constexpr int WaitForModels = 200; ///< milliseconds

/// Plants themselves change nothing that their rules ask for.
bool concerns(const engine::ChangeSet& changes)
{
    return changes.kind == engine::ChangeKind::Final &&
           std::any_of(changes.changes.begin(), changes.changes.end(), [](const auto& change) {
               return change.type != engine::typeIdOf<engine::FoliagePlacement>();
           });
}
} // namespace

SurveyWatch::SurveyWatch(editor::EditorApi& editor)
    : m_editor{editor}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
    m_again.setSingleShot(true);
    m_again.setInterval(WaitForModels);
    connect(&m_again, &QTimer::timeout, this, [this] { renew(); });
    m_connections += editor.document().changed.connect([this](const engine::ChangeSet& changes) {
        if (concerns(changes))
            renew();
    });
    m_connections += editor.document().reset.connect([this] { renew(); });
}

SurveyWatch::~SurveyWatch()
{
    if (m_control)
        m_control->cancel();
}

void SurveyWatch::watch(engine::EntityId layer)
{
    if (m_layer == layer)
        return;
    m_layer = layer;
    renew();
}

std::string SurveyWatch::problem() const
{
    if (m_control || m_awaits)
        return "Looking where agents walk, which the rules of these plants ask for";
    return m_found.problems.empty() ? std::string{} : m_found.problems.front();
}

void SurveyWatch::renew()
{
    const auto& world = m_editor.document().world();
    if (m_control) {
        m_isOld = true;
        m_control->cancel();
        return;
    }
    m_isOld = false;
    const std::array layers{m_layer};
    const bool wasAwaiting = std::exchange(m_awaits, editor::awaitsModels(world, layers));
    if (m_awaits) {
        m_again.start();
        if (!wasAwaiting)
            changed();
        return;
    }
    m_again.stop();
    const auto request =
        editor::requestSurvey(world, layers, [this] { return &m_editor.assets(); });
    if (request.isEmpty()) {
        const bool wasKnown = !m_found.survey.grounds.empty() || !m_found.survey.pictures.empty() ||
                              !m_found.problems.empty();
        m_found = {};
        if (wasKnown || wasAwaiting)
            changed();
        return;
    }
    const auto snapshot = std::make_shared<engine::World>(world);
    snapshot->setMeshes(nullptr); // known to the main thread only; the request has what it needs
    const auto found = std::make_shared<editor::Surveyed>();
    m_control = m_jobs.start(
        "Looking where agents walk",
        [snapshot, request, found, surveyor = m_surveyor](engine::JobControl& control) {
            *found = surveyor->survey(*snapshot, request, control);
        },
        [this, found] { finish(found); });
    changed();
}

void SurveyWatch::finish(const std::shared_ptr<editor::Surveyed>& found)
{
    const auto control = std::exchange(m_control, nullptr);
    if (m_isOld)
        return renew();
    m_found = std::move(*found);
    if (const auto failure = control->failure())
        m_found.problems.push_back(*failure);
    changed();
}
} // namespace foliage_painter
