#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/foliage/foliage_surveyor.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <string>

namespace foliage_painter
{
/// Keeps at hand what the rules of one foliage ask for (engine::FoliageSurvey), so that brushes
/// need not wait for it: looked for anew on a worker after each edit that may change it, once all
/// models are there. Nothing is done while no rule asks.
class SurveyWatch final : public QObject
{
    Q_OBJECT

public:
    explicit SurveyWatch(editor::EditorApi& editor);
    ~SurveyWatch() override;

    void watch(engine::EntityId layer);

    /// As far as it is known.
    [[nodiscard]] const engine::FoliageSurvey& survey() const { return m_found.survey; }

    /// Why rules cannot be followed now, as a sentence; empty if they can.
    [[nodiscard]] std::string problem() const;

    /// The survey or the problem is another one.
    engine::Signal<> changed;

private:
    void renew();
    void finish(const std::shared_ptr<editor::Surveyed>& found);

    editor::EditorApi& m_editor;
    engine::EntityId m_layer;
    std::shared_ptr<editor::FoliageSurveyor> m_surveyor =
        std::make_shared<editor::FoliageSurveyor>();
    editor::Surveyed m_found;
    std::shared_ptr<engine::JobControl> m_control;
    bool m_isOld = false;  ///< something changed since the job began
    bool m_awaits = false; ///< models are being read
    QTimer m_again;        ///< for models that the level lost while they were read
    engine::Connections m_connections;
    engine::JobQueue m_jobs;
};
} // namespace foliage_painter
