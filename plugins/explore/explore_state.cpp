#include "plugins/explore/explore_state.h"

#include "engine_core/base/count_text.h"
#include "plugins/explore/explore_overlay.h"

#include <utility>

namespace explore
{
using editor::GroundPainter;

ExploreState::ExploreState(editor::EditorApi& editor)
    : m_editor{editor}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
    auto& document = editor.document();
    m_connections += document.stepped.connect([this](const editor::DocumentStep&) {
        if (std::exchange(m_wasStale, isStale()) != isStale() && m_report)
            changed();
    });
    m_connections += document.reset.connect([this] {
        cancel();
        m_report.reset();
        m_heat.clear();
        ++m_reportNumber;
        m_problem.clear();
        offerHeat();
        show();
    });
    m_connections += ground().changed.connect([this] {
        if (m_report)
            show();
    });
}

ExploreState::~ExploreState()
{
    ground().offer(GroundPainter::HeatMap, false);
}

void ExploreState::setShowsHeat(bool shows)
{
    m_showsHeat = shows;
    offerHeat();
    if (shows)
        ground().ask(GroundPainter::HeatMap);
    show();
}

void ExploreState::setShown(bool isShown)
{
    if (std::exchange(m_isShown, isShown) == isShown)
        return;
    offerHeat();
    show();
}

void ExploreState::offerHeat()
{
    ground().offer(GroundPainter::HeatMap, m_isShown && m_showsHeat && !m_heat.empty());
}

void ExploreState::start(bool runsBots)
{
    cancel();
    engine::ExploreOptions options;
    options.runsBots = runsBots;
    options.bots = bots;
    const auto outcome = std::make_shared<Outcome>();
    auto work = [outcome, options, project = m_editor.assets().project(),
                 level = std::make_shared<const engine::World>(m_editor.document().world())](
                    engine::JobControl& control) {
        auto report = engine::exploreLevel(*level, project, options, control);
        if (!report) {
            outcome->problem = report.error().message();
            return;
        }
        outcome->heat = heatTriangles(std::exchange(report->heat, {}));
        outcome->report = *std::move(report);
    };
    m_playing = bots.bots;
    m_exploring = m_editor.document().history().stateId();
    m_job = m_jobs.start(runsBots ? "Running bots" : "Exploring", std::move(work),
                         [this, outcome, serial = ++m_serial] {
                             if (serial != m_serial)
                                 return; // cancelled, or a later one is under way
                             if (const auto failed = m_job->failure())
                                 outcome->problem = *failed;
                             m_job.reset();
                             take(std::move(*outcome));
                         });
    changed();
}

void ExploreState::cancel()
{
    if (!m_job)
        return;
    ++m_serial;
    std::exchange(m_job, nullptr)->cancel();
    changed();
}

void ExploreState::take(Outcome outcome)
{
    m_report = std::move(outcome.report);
    m_heat = std::move(outcome.heat);
    ++m_reportNumber;
    m_explored = m_exploring;
    m_played = m_playing;
    m_wasStale = isStale();
    m_problem = std::move(outcome.problem);
    if (m_report && m_problem.empty())
        m_problem = m_report->problem;
    offerHeat();
    ground().ask(GroundPainter::HeatMap);
    show();
}

void ExploreState::show()
{
    m_editor.updateViews();
    changed();
}

/// Undo may bring back what was explored.
bool ExploreState::isStale() const
{
    return m_editor.document().history().stateId() != m_explored;
}

std::string ExploreState::summary() const
{
    if (isRunning())
        return fmt::format("Exploring: {:.0f} %", progress() * 100);
    if (!m_report)
        return m_problem.empty() ? "Analyse finds where a player cannot go; bots play the level."
                                 : m_problem + ".";
    const auto count = m_report->findings.size();
    std::string text = engine::countText(count, "finding", "findings");
    if (count == 0) // of what is looked for here
        text = !m_problem.empty() ? "No floor is out of reach, and no pit is a trap"
               : m_report->bots.ticks > 0
                   ? "Nothing is out of reach, and no bot was trapped or lost"
                   : "Nothing is out of reach, and no pit is a trap";
    text += fmt::format("; {:.1f} m\u00b2 can be reached", m_report->where.reachedArea);
    if (m_report->bots.ticks > 0)
        text += fmt::format(
            "; {} played {:.0f} s in {:.1f} s", engine::countText(m_played, "bot", "bots"),
            static_cast<double>(m_report->bots.ticks) * engine::PlaySession::TickSeconds,
            m_report->bots.seconds);
    text += isStale() ? ". The level has changed since." : ".";
    if (count == 0)
        text += " Leaks are listed in the Issues dock.";
    return m_problem.empty() ? text : text + " " + m_problem;
}

void ExploreState::draw(engine::DebugDraw& draw) const
{
    if (!m_report || !m_isShown)
        return;
    if (hasGround())
        draw.triangles.insert(draw.triangles.end(), m_heat.begin(), m_heat.end());
    if (showsMarkers)
        drawFindings(draw, m_report->findings);
}
} // namespace explore
