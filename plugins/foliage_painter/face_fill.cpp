#include "plugins/foliage_painter/face_fill.h"

#include "editor/operations/foliage_operations.h"
#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/foliage/foliage_scatter.h"

#include <QMetaObject>
#include <QTimer>

#include <algorithm>

namespace foliage_painter
{
using engine::FoliageInstances;
using engine::Result;

/// What one run works on and finds.
struct FaceFill::Work
{
    Request request;
    std::uint64_t state = 0; ///< of the document
    std::shared_ptr<const FoliageInstances> standing;
    engine::FoliageScatter scatter; ///< to fill
    engine::FoliageMarks marks;     ///< to clear
    std::shared_ptr<const FoliageInstances> result;

    void fill(engine::JobControl& control)
    {
        engine::FoliageEdit edit{standing};
        for (const auto& plant : scatterFoliage(std::move(scatter), control).instances)
            edit.add(plant);
        if (!control.isCancelled())
            result = edit.finish();
    }

    void clear(engine::JobControl& control)
    {
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
        if (!control.isCancelled())
            result = edit.finish();
    }

    [[nodiscard]] bool isMeant(const engine::FoliageInstance& plant) const
    {
        const auto& slots = request.slots;
        return plant.brush == request.face.entity.value && plant.face == request.face.face &&
               plant.isStanding() &&
               std::find(slots.begin(), slots.end(), plant.type) != slots.end();
    }
};

FaceFill::FaceFill(editor::EditorApi& editor)
    : m_editor{editor}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
}

void FaceFill::start(Request request)
{
    if (isRunning()) {
        m_editor.showMessage(editor::MessageKind::Warning,
                             "A face is being filled; stop that first, or wait for it");
        return;
    }
    m_request = std::move(request);
    m_isCancelled = false;
    run();
    changed();
}

void FaceFill::cancel()
{
    m_isCancelled = true;
    if (m_control)
        m_control->cancel();
}

std::shared_ptr<FaceFill::Work> FaceFill::gather() const
{
    auto& document = m_editor.document();
    auto work = std::make_shared<Work>();
    work->request = m_request;
    work->state = document.history().stateId();
    work->standing = engine::foliageOf(document.world(), m_request.layer);
    if (m_request.act == Act::Fill) {
        work->scatter = engine::collectScatter(document.world(), document.index(), m_request.layer,
                                               std::array{m_request.face.entity}, m_request.slots);
        std::erase_if(work->scatter.faces,
                      [&](const auto& face) { return face.face != m_request.face.face; });
    } else {
        work->marks = engine::FoliageMarks{document.world(), m_request.layer};
    }
    return work;
}

void FaceFill::run()
{
    const auto work = gather();
    m_control = m_jobs.start(
        m_request.act == Act::Fill ? "Filling a face with plants" : "Clearing a face of plants",
        [work](engine::JobControl& control) {
            if (work->request.act == Act::Fill)
                work->fill(control);
            else
                work->clear(control);
        },
        [this, work] { finish(work); });
}

void FaceFill::finish(const std::shared_ptr<Work>& work)
{
    constexpr int WaitForDrag = 50; // milliseconds
    auto& document = m_editor.document();
    const auto failure = m_control->failure();
    const bool isGone = document.world().get<engine::FoliageLayer>(m_request.layer) == nullptr;
    if (!m_isCancelled && !failure && !isGone) {
        if (document.isEditing()) {
            QTimer::singleShot(WaitForDrag, this, [this, work] { finish(work); });
            return;
        }
        if (document.history().stateId() != work->state)
            return run(); // for what is there now
    }
    m_control.reset();
    if (failure)
        m_editor.showMessage(editor::MessageKind::Error, "No plants were changed: " + *failure);
    else if (m_isCancelled || isGone)
        m_editor.showMessage(editor::MessageKind::Info, "Stopped; no plants were changed");
    else
        publish(*work);
    changed();
}

void FaceFill::publish(const Work& work)
{
    const auto before = work.standing->plants();
    const auto after = work.result->plants();
    const auto done = m_editor.document().run(
        work.request.act == Act::Fill ? "Fill face with plants" : "Clear face of plants",
        [&](editor::Transaction& tx) -> Result<void> {
            if (work.result != work.standing)
                editor::setFoliage(tx, work.request.layer, work.result);
            return {};
        });
    if (!done)
        m_editor.showMessage(editor::MessageKind::Warning, done.error().message());
    else
        m_editor.showMessage(editor::MessageKind::Info,
                             after >= before ? fmt::format("{} plants more", after - before)
                                             : fmt::format("{} plants fewer", before - after));
}
} // namespace foliage_painter
