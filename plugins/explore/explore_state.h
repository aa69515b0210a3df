#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "engine_core/base/jobs.h"
#include "engine_core/play/bots/explore.h"
#include "engine_core/scene/debug_draw.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace explore
{
/// What dock and overlay share: the last exploration of the open level, and the one under way. It
/// runs on a worker over copies, so editing goes on meanwhile. Nothing of it is saved.
class ExploreState final : public QObject
{
    Q_OBJECT

public:
    explicit ExploreState(editor::EditorApi& editor);
    ~ExploreState() override;

    [[nodiscard]] editor::EditorApi& editor() const { return m_editor; }

    /// Starts over; what is under way is cancelled.
    void start(bool runsBots);
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_job != nullptr; }

    [[nodiscard]] double progress() const { return m_job ? m_job->progress() : 0; } ///< 0 to 1

    /// Null before the first one is done.
    [[nodiscard]] const engine::ExploreReport* report() const
    {
        return m_report ? &*m_report : nullptr;
    }

    /// Another number for another report, or for none.
    [[nodiscard]] std::uint64_t reportNumber() const { return m_reportNumber; }

    /// One sentence on how it stands.
    [[nodiscard]] std::string summary() const;

    engine::BotOptions bots; ///< of the next start
    bool showsMarkers = true;

    [[nodiscard]] bool showsHeat() const { return m_showsHeat; }

    void setShowsHeat(bool shows);

    /// The dock was shown or closed: what the views show of it goes along.
    void setShown(bool isShown);

    /// Whether the views show where bots were. Other colours of the ground may be in its place.
    [[nodiscard]] bool hasGround() const { return ground().shows(editor::GroundPainter::HeatMap); }

    /// Draws anew what is to be shown.
    void show();

    void draw(engine::DebugDraw& draw) const;

    engine::Signal<> changed;

private:
    struct Outcome
    {
        std::optional<engine::ExploreReport> report; ///< its heat is in `heat` alone
        std::vector<engine::DebugDraw::Triangle> heat;
        std::string problem;
    };

    [[nodiscard]] editor::GroundColors& ground() const
    {
        return m_editor.navigation().groundColors();
    }

    void offerHeat();
    void take(Outcome outcome);
    [[nodiscard]] bool isStale() const;

    editor::EditorApi& m_editor;
    bool m_showsHeat = true;
    bool m_isShown = true; ///< the dock
    std::optional<engine::ExploreReport> m_report;
    std::vector<engine::DebugDraw::Triangle> m_heat; ///< of the report, as the views show it
    std::uint64_t m_reportNumber = 0;
    std::string m_problem;         ///< why there is none
    std::uint64_t m_explored = 0;  ///< state of the document that the report is of
    bool m_wasStale = false;       ///< after the last step
    std::uint64_t m_exploring = 0; ///< the same of the exploration under way
    unsigned m_played = 0;         ///< bots of the report
    unsigned m_playing = 0;        ///< of the exploration under way
    std::shared_ptr<engine::JobControl> m_job;
    std::uint64_t m_serial = 0; ///< of the exploration under way
    engine::Connections m_connections;
    engine::JobQueue m_jobs; ///< last, so that its worker ends first
};
} // namespace explore
