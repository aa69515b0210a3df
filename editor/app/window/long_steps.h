#pragma once

#include "editor/api/editor_api.h"
#include "editor/api/turn_share.h"
#include "editor/document/step_in_parts.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace editor
{
class MainWindow;

/// Does steps about thousands of objects in parts between other events, shown as a job with a stop
/// button; those about few at once. The views show the outcome when a step is done.
class LongSteps : public QObject
{
    Q_OBJECT

public:
    /// Steps about more objects than this are done in parts.
    static constexpr std::size_t ManyInStep = StepInParts::ManyObjects;

    explicit LongSteps(MainWindow& window);
    ~LongSteps() override; ///< takes back what is not finished

    /// Steps of the history; nothing while another step is under way, but undo() stops a new one.
    void undo();
    void redo();

    /// A new step; `done` is called when it is in the history, and not if it was stopped or
    /// refused, which is said in the status bar.
    void run(const std::string& label,
             std::vector<StepInParts::Part> parts,
             std::function<void()> done = {});

    using Edit = EditorApi::EditOfSome;

    /// What the edit does to all objects, with some of them in each part; few objects are one.
    [[nodiscard]] static std::vector<StepInParts::Part>
    partsOf(const std::vector<EntityId>& objects, const Edit& edit);

    /// run() of partsOf().
    void runOn(const std::string& label,
               const std::vector<EntityId>& objects,
               const Edit& edit,
               std::function<void()> done = {});

    /// Takes a drag in a view back and does what is left of a step under way at once: what is half
    /// done must neither be saved nor stand in the way of another scene. False, and told, if a
    /// field of a panel is being dragged.
    [[nodiscard]] bool endEdits();

    [[nodiscard]] bool isRunning() const { return m_step != nullptr; }

    /// Whether undo() would stop a new step.
    [[nodiscard]] bool canStop() const { return m_step && m_step->kind() == StepKind::Done; }

Q_SIGNALS:
    /// With the button of its job: what waits for its end is not wanted any more, either.
    void stopped();

private:
    void undoOrRedo(StepKind kind);
    void begin(std::unique_ptr<StepInParts> step, std::function<void()> done);
    void turn();
    void finish();

    MainWindow& m_window;
    std::unique_ptr<StepInParts> m_step;
    std::function<void()> m_done;
    Registration m_job;
    QTimer m_timer;
    TurnShare m_share;
};
} // namespace editor
