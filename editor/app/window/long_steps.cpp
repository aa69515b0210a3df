#include "editor/app/window/long_steps.h"

#include "editor/app/window/main_window.h"
#include "editor/views/render_hub.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace editor
{
namespace
{
/// Milliseconds that the parts of one turn may take: half of what an event waits at most, since the
/// meshes of what has changed are built then, too.
constexpr qint64 TurnMilliseconds = 5;

std::string nameOf(const StepInParts& step)
{
    switch (step.kind()) {
    case StepKind::Undone:
        return fmt::format("Undo {}", step.label());
    case StepKind::Redone:
        return fmt::format("Redo {}", step.label());
    default:
        return step.label();
    }
}
} // namespace

LongSteps::LongSteps(MainWindow& window) : m_window{window}
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &LongSteps::turn);
}

LongSteps::~LongSteps()
{
    m_step.reset(); // nobody who hears of what is taken back meets it any more
}

void LongSteps::undo()
{
    if (canStop())
        return m_step->cancel();
    undoOrRedo(StepKind::Undone);
}

void LongSteps::redo()
{
    undoOrRedo(StepKind::Redone);
}

void LongSteps::undoOrRedo(StepKind kind)
{
    auto& document = m_window.context().document();
    if (document.isEditing())
        return;
    if (StepInParts::isLarge(document, kind))
        begin(std::make_unique<StepInParts>(document, kind), {});
    else if (kind == StepKind::Undone)
        document.undo();
    else
        document.redo();
}

void LongSteps::run(const std::string& label,
                    std::vector<StepInParts::Part> parts,
                    std::function<void()> done)
{
    auto& document = m_window.context().document();
    if (parts.size() > 1 && !document.isEditing())
        return begin(std::make_unique<StepInParts>(document, label, std::move(parts)),
                     std::move(done));
    m_window.context().showSelectionMoved({});
    const auto ran = document.run(label, [&](Transaction& transaction) -> engine::Result<void> {
        for (const auto& part : parts)
            if (auto edited = part(transaction); !edited)
                return edited;
        return {};
    });
    if (!ran)
        m_window.context().showMessage(MessageKind::Warning, ran.error().message());
    else if (done)
        done();
}

void LongSteps::runOn(const std::string& label,
                      const std::vector<EntityId>& objects,
                      const Edit& edit,
                      std::function<void()> done)
{
    run(label, partsOf(objects, edit), std::move(done));
}

std::vector<StepInParts::Part> LongSteps::partsOf(const std::vector<EntityId>& objects,
                                                  const Edit& edit)
{
    constexpr std::size_t InPart = 128;
    const auto most = objects.size() > ManyInStep ? InPart : std::max(objects.size(), InPart);
    std::vector<StepInParts::Part> parts;
    for (std::size_t first = 0; first < objects.size(); first += most) {
        const auto last = std::min(first + most, objects.size());
        std::vector<EntityId> some{objects.begin() + static_cast<std::ptrdiff_t>(first),
                                   objects.begin() + static_cast<std::ptrdiff_t>(last)};
        parts.emplace_back([edit, some = std::move(some)](Transaction& transaction) {
            return edit(transaction, some);
        });
    }
    return parts;
}

void LongSteps::begin(std::unique_ptr<StepInParts> step, std::function<void()> done)
{
    m_step = std::move(step);
    m_done = std::move(done);
    m_job = m_window.context().showJob({nameOf(*m_step),
                                        [this] { return m_step ? m_step->progress() : 1; },
                                        [this] {
                                            if (m_step)
                                                m_step->cancel();
                                            Q_EMIT stopped();
                                        }});
    m_timer.start();
    m_window.actions().refresh(); // Undo stops it
}

void LongSteps::turn()
{
    if (!m_share.take())
        return;
    QElapsedTimer clock;
    clock.start();
    bool goesOn = m_step->next();
    while (goesOn && clock.elapsed() < TurnMilliseconds)
        goesOn = m_step->next();
    if (auto* hub = m_window.renderHub())
        hub->prepare();
    if (!goesOn) // at once: nobody meets a step that is done and yet under way
        finish();
}

bool LongSteps::endEdits()
{
    m_window.context().toolBox().cancelGesture();
    m_window.context().workspace().catchUp(); // with what has waited for the drag
    while (m_step) {
        while (m_step->next())
            ;
        finish(); // what has waited for it may be a step of its own
    }
    const auto& document = m_window.context().document();
    if (!document.isEditing())
        return true;
    m_window.showError(QString::fromStdString(document.busyError().message()));
    return false;
}

void LongSteps::finish()
{
    m_timer.stop();
    m_job = {};
    m_window.context().showSelectionMoved({});
    // Taken out first: what follows may begin another one.
    std::shared_ptr<StepInParts> step = std::move(m_step);
    const auto done = std::exchange(m_done, {});
    m_window.repaintViews();
    m_window.actions().refresh();
    if (step->refusal())
        m_window.context().showMessage(MessageKind::Warning, step->refusal()->message());
    else if (step->isCancelled())
        m_window.context().showMessage(MessageKind::Info,
                                       fmt::format("{} was stopped and taken back", nameOf(*step)));
    else if (done)
        done();
    m_window.context().workspace().catchUp();
    // On a worker: freeing all that its parts hold takes longer than a turn may.
    QThreadPool::globalInstance()->start([held = std::move(step)]() mutable { held.reset(); });
}
} // namespace editor
