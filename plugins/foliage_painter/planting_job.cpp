#include "plugins/foliage_painter/planting_job.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/foliage/foliage_scatter.h"
#include "plugins/foliage_painter/bare_reason.h"
#include "plugins/foliage_painter/drawn_line.h"

#include <QMetaObject>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace foliage_painter
{
using engine::FoliageInstances;
using engine::Result;

namespace
{
using Act = PlantingJob::Act;

bool plants(Act act)
{
    return act == Act::Fill || act == Act::PlantLine;
}

/// Why so many plants are not planted, as a part of a sentence; empty if they may be.
std::string excess(const char* place, double plants)
{
    if (plants <= static_cast<double>(engine::MostPlantsAtOnce))
        return {};
    return fmt::format("that {} would hold about {} plants; at most {} are planted at once, so "
                       "lower the density of the kinds",
                       place, engine::numberText(static_cast<std::size_t>(std::round(plants))),
                       engine::numberText(engine::MostPlantsAtOnce));
}

const char* jobNameOf(Act act)
{
    switch (act) {
    case Act::Fill:
        return "Filling a face with plants";
    case Act::Clear:
        return "Clearing a face of plants";
    case Act::PlantLine:
        return "Planting along a line";
    case Act::EraseLine:
        break;
    }
    return "Erasing along a line";
}

const char* labelOf(Act act)
{
    switch (act) {
    case Act::Fill:
        return "Fill face with plants";
    case Act::Clear:
        return "Clear face of plants";
    case Act::PlantLine:
        return "Plant along line";
    case Act::EraseLine:
        break;
    }
    return "Erase plants along line";
}
} // namespace

/// What one run works on and finds.
struct PlantingJob::Work
{
    Request request;
    std::uint64_t state = 0;              ///< of the document
    std::shared_ptr<engine::World> world; ///< a copy of its own
    editor::SurveyRequest wanted;
    std::shared_ptr<editor::FoliageSurveyor> surveyor;
    std::shared_ptr<const FoliageInstances> standing;
    std::shared_ptr<const FoliageInstances> result;
    std::string problem; ///< why there is no result; a sentence
    engine::FoliageRejects rejected;

    void run(engine::JobControl& control)
    {
        engine::FoliageSurvey survey;
        if (plants(request.act) && !wanted.isEmpty()) {
            auto found = surveyor->survey(*world, wanted, control);
            if (control.isCancelled())
                return;
            if (!found.problems.empty()) {
                problem = found.problems.front();
                return;
            }
            survey = std::move(found.survey);
        }
        engine::SpatialIndex index;
        world->addSystem(index);
        const auto made = work(index, survey, control);
        world->removeSystem(index);
        if (!control.isCancelled())
            result = made;
    }

private:
    std::shared_ptr<const FoliageInstances> work(const engine::SpatialIndex& index,
                                                 const engine::FoliageSurvey& survey,
                                                 engine::JobControl& control)
    {
        switch (request.act) {
        case Act::Fill:
            return fill(index, survey, control);
        case Act::Clear:
            return clear(control);
        case Act::PlantLine:
            return plantLine(index, survey, control);
        case Act::EraseLine:
            break;
        }
        return eraseLine(index, control);
    }

    std::shared_ptr<const FoliageInstances> fill(const engine::SpatialIndex& index,
                                                 const engine::FoliageSurvey& survey,
                                                 engine::JobControl& control)
    {
        auto scatter = engine::collectScatter(
            *world, index, request.layer, std::array{request.face.entity}, request.slots, survey);
        std::erase_if(scatter.faces,
                      [&](const auto& face) { return face.face != request.face.face; });
        problem = excess("face", expectedPlants(scatter));
        if (!problem.empty())
            return standing;
        engine::FoliageEdit edit{standing};
        const auto grown = scatterFoliage(std::move(scatter), control);
        rejected = grown.rejected;
        problem = grown.problem;
        for (const auto& plant : grown.instances)
            edit.add(plant);
        return edit.finish();
    }

    std::shared_ptr<const FoliageInstances> clear(engine::JobControl& control) const
    {
        const engine::FoliageMarks marks{*world, request.layer};
        engine::FoliageEdit edit{standing};
        const auto cells = standing->cells();
        for (std::size_t c = 0; c < cells.size() && !control.isCancelled(); ++c) {
            const auto& all = cells[c].chunk->instances;
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (!isMeant(all[i]))
                    continue;
                edit.remove(c, i);
                if (const auto mark = marks.markFor(all[i]))
                    edit.add(*mark);
            }
            control.setProgress(static_cast<double>(c) / static_cast<double>(cells.size()));
        }
        return edit.finish();
    }

    std::shared_ptr<const FoliageInstances> plantLine(const engine::SpatialIndex& index,
                                                      const engine::FoliageSurvey& survey,
                                                      engine::JobControl& control)
    {
        const auto points = wayAlong(*world, index, request.line, request.brush.radius);
        engine::FoliageStroke stroke{*world,        index,         request.layer,
                                     request.slots, request.brush, survey};
        problem = excess("line", request.brush.strength * stroke.density() * areaOf(points));
        if (!problem.empty())
            return standing;
        engine::FoliageEdit edit{standing};
        for (std::size_t i = 0; i < points.size() && !control.isCancelled(); ++i) {
            for (const auto& plant : stroke.extend(points[i]))
                edit.add(plant);
            control.setProgress(static_cast<double>(i + 1) / static_cast<double>(points.size()));
        }
        rejected = stroke.rejected();
        return edit.finish();
    }

    std::shared_ptr<const FoliageInstances> eraseLine(const engine::SpatialIndex& index,
                                                      engine::JobControl& control) const
    {
        const auto points = wayAlong(*world, index, request.line, request.brush.radius);
        const engine::FoliageMarks marks{*world, request.layer};
        auto left = standing;
        for (std::size_t i = 0; i < points.size() && !control.isCancelled(); ++i) {
            engine::FoliageEdit edit{left};
            engine::eraseFoliage(*left, points[i == 0 ? 0 : i - 1], points[i], request.brush,
                                 request.slots, edit, marks);
            left = edit.finish();
            control.setProgress(static_cast<double>(i + 1) / static_cast<double>(points.size()));
        }
        return left;
    }

    /// Square metres that the brush goes over.
    [[nodiscard]] double areaOf(std::span<const engine::StrokePoint> points) const
    {
        const double radius = request.brush.radius;
        return radius * (engine::Pi * radius + 2 * lengthOf(points));
    }

    [[nodiscard]] bool isMeant(const engine::FoliageInstance& plant) const
    {
        const auto& slots = request.slots;
        return plant.brush == request.face.entity.value && plant.face == request.face.face &&
               plant.isStanding() &&
               std::find(slots.begin(), slots.end(), plant.type) != slots.end();
    }
};

PlantingJob::PlantingJob(editor::EditorApi& editor)
    : m_editor{editor}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
    m_connections += editor.document().reset.connect([this] { cancel(); });
}

bool PlantingJob::start(Request request)
{
    if (isRunning()) {
        m_editor.showMessage(editor::MessageKind::Warning,
                             "Plants are being changed; stop that first, or wait for it");
        return false;
    }
    if (awaitsModels(request)) {
        m_editor.showMessage(editor::MessageKind::Warning,
                             "Models are being read that may change where agents walk, which the "
                             "rules of these plants ask for; try again when they are there");
        return false;
    }
    m_request = std::move(request);
    m_isCancelled = false;
    run();
    changed();
    return true;
}

void PlantingJob::cancel()
{
    m_isCancelled = true;
    if (m_control)
        m_control->cancel();
}

/// Whether gather() would wait for models.
bool PlantingJob::awaitsModels(const Request& request) const
{
    return plants(request.act) &&
           editor::awaitsModels(m_editor.document().world(), std::array{request.layer});
}

std::shared_ptr<PlantingJob::Work> PlantingJob::gather() const
{
    auto& document = m_editor.document();
    auto work = std::make_shared<Work>();
    work->request = m_request;
    work->state = document.history().stateId();
    work->standing = engine::foliageOf(document.world(), m_request.layer);
    work->surveyor = m_surveyor;
    if (plants(m_request.act))
        work->wanted = editor::requestSurvey(document.world(), std::array{m_request.layer},
                                             [this] { return &m_editor.assets(); });
    work->world = std::make_shared<engine::World>(document.world());
    work->world->setMeshes(nullptr); // known to the main thread only, and nothing grows on models
    return work;
}

void PlantingJob::run()
{
    const auto work = gather();
    m_control = m_jobs.start(
        jobNameOf(m_request.act), [work](engine::JobControl& control) { work->run(control); },
        [this, work] { finish(work); });
}

void PlantingJob::finish(const std::shared_ptr<Work>& work)
{
    constexpr int Wait = 50; // milliseconds
    auto& document = m_editor.document();
    const auto failure = m_control->failure();
    const bool isGone = document.world().get<engine::FoliageLayer>(m_request.layer) == nullptr;
    if (!m_isCancelled && !failure && !isGone) {
        const bool isOld = document.history().stateId() != work->state;
        if (document.isEditing() || (isOld && awaitsModels(m_request))) {
            QTimer::singleShot(Wait, this, [this, work] { finish(work); });
            return;
        }
        if (isOld)
            return run(); // for what is there now
    }
    m_control.reset();
    bool isDone = false;
    if (failure)
        m_editor.showMessage(editor::MessageKind::Error, "No plants were changed: " + *failure);
    else if (m_isCancelled || isGone)
        m_editor.showMessage(editor::MessageKind::Info, "Stopped; no plants were changed");
    else if (!work->problem.empty())
        m_editor.showMessage(editor::MessageKind::Warning,
                             "No plants were changed: " + work->problem);
    else
        isDone = publish(*work);
    if (!isDone)
        cameToNothing(work->request);
    changed();
}

bool PlantingJob::publish(const Work& work)
{
    const auto before = work.standing->plants();
    const auto after = work.result->plants();
    const auto done =
        m_editor.document().run(labelOf(work.request.act), [&](editor::Transaction& tx) {
            if (work.result != work.standing)
                editor::setFoliage(tx, work.request.layer, work.result);
            return Result<void>{};
        });
    if (!done)
        m_editor.showMessage(editor::MessageKind::Warning, done.error().message());
    else if (after == before && plants(work.request.act))
        m_editor.showMessage(editor::MessageKind::Warning,
                             bareReason(m_editor.document().world(), work.request.layer,
                                        work.request.slots, work.request.brush.strength,
                                        work.rejected));
    else if (after == before)
        m_editor.showMessage(editor::MessageKind::Info,
                             "No plants of the ticked kinds stand there");
    else
        m_editor.showMessage(
            editor::MessageKind::Info,
            after > before ? engine::countText(after - before, "plant more", "plants more")
                           : engine::countText(before - after, "plant fewer", "plants fewer"));
    return done && after != before;
}
} // namespace foliage_painter
