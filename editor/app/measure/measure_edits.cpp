#include "editor/app/measure/measure_edits.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/measure/measure_clock.h"
#include "editor/app/measure/measured_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/views/render_hub.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/base/hash.h"
#include "engine_core/base/thread_time.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

namespace editor
{
namespace
{
constexpr double MostMilliseconds = 20000; ///< for one command
constexpr double QuietMilliseconds = 300;  ///< nothing more comes of a command
constexpr double BusyMilliseconds = 4;     ///< a turn that does more than what the window does idle
constexpr int DragMoves = 5;

/// Nanoseconds that this thread was ready to run and another one had the processor.
double waitedForProcessor()
{
    std::ifstream file{"/proc/thread-self/schedstat"};
    double ran = 0;
    double waited = 0;
    file >> ran >> waited;
    return waited;
}

/// What a turn of the event loop took, in milliseconds.
struct Turn
{
    double own = 0;   ///< processor time of this thread, without the driver's
    double whole = 0; ///< with that, and with what was waited for, but without other programs
};

/// Runs commands in the window, and notes the longest that it took no events meanwhile.
class EditMeter
{
public:
    explicit EditMeter(MainWindow& editor) : m_editor{editor} {}

    void run(const char* name, const std::function<void()>& command)
    {
        const auto start = Clock::now();
        auto busy = start;
        Turn longest;
        bool isDone = false;
        QTimer::singleShot(0, [&] {
            command();
            isDone = true;
        });
        while ((!isDone || isWorking() || millisecondsSince(busy) < QuietMilliseconds) &&
               millisecondsSince(start) < MostMilliseconds) {
            const auto taken = turn();
            longest = {std::max(longest.own, taken.own), std::max(longest.whole, taken.whole)};
            if (taken.whole > BusyMilliseconds || isWorking())
                busy = Clock::now();
            else
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        const auto& document = m_editor.context().document();
        std::printf("step %s %.2f %.2f %.2f %zu %zu %lld %s\n", name, longest.own, longest.whole,
                    std::chrono::duration<double, std::milli>(busy - start).count(),
                    document.world().entityCount(), document.selection().entities().size(),
                    static_cast<long long>(QGuiApplication::clipboard()->text().size()),
                    engine::hashToText(document.contentHash()).c_str());
        std::fflush(stdout);
    }

    void command(const char* name, const char* action)
    {
        run(name, [this, action] { m_editor.actions().find(action)->trigger(); });
    }

    /// The selection, in the top view, by the object that was chosen last.
    void drag()
    {
        auto& document = m_editor.context().document();
        ViewportWidget* top = nullptr;
        for (auto* view : m_editor.viewLayout().views())
            if (view->kind() == ViewKind::Top)
                top = view;
        if (top == nullptr || document.selection().isEmpty())
            return;
        const auto bounds =
            engine::boundsOf(document.world(), document.selection().entities().front());
        const auto from = top->positionOf(bounds.center());
        run("press", [&] { send(*top, QEvent::MouseButtonPress, from); });
        for (int i = 1; i <= DragMoves; ++i)
            run("drag", [&] { send(*top, QEvent::MouseMove, from + QPointF{12.0 * i, 6.0 * i}); });
        run("release", [&] {
            send(*top, QEvent::MouseButtonRelease, from + QPointF{12.0 * DragMoves, 0});
        });
    }

    void settle()
    {
        for (const auto start = Clock::now(); millisecondsSince(start) < SettleMilliseconds;)
            QCoreApplication::processEvents();
    }

private:
    Turn turn()
    {
        const auto driver = [this] {
            const auto* hub = m_editor.renderHub();
            return hub != nullptr ? hub->driverMilliseconds() : 0;
        };
        const auto start = Clock::now();
        const double waited = waitedForProcessor();
        const double ran = engine::threadMilliseconds();
        const double drawn = driver();
        QCoreApplication::processEvents();
        return {engine::threadMilliseconds() - ran - (driver() - drawn),
                millisecondsSince(start) - (waitedForProcessor() - waited) / 1e6};
    }

    [[nodiscard]] bool isWorking() const { return !m_editor.context().shownJobs().empty(); }

    static void send(QWidget& view, QEvent::Type type, const QPointF& at)
    {
        const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        const auto held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event{type, at, view.mapToGlobal(at), button, held, Qt::NoModifier};
        QCoreApplication::sendEvent(&view, &event);
    }

    MainWindow& m_editor;
};
} // namespace

int measureEdits(int& argc, char** argv, const fs::path& project)
{
    return measureInEditor(argc, argv, project, [](MainWindow& editor) {
        EditMeter meter{editor};
        meter.settle();
        meter.run("idle", [] {});
        meter.command("select", "select.all");
        meter.command("copy", "edit.copy");
        meter.command("paste", "edit.pasteInPlace");
        meter.command("undo_paste", "edit.undo");
        meter.command("redo_paste", "edit.redo");
        meter.command("undo_paste", "edit.undo");
        meter.command("select", "select.all");
        meter.command("delete", "edit.delete");
        meter.command("undo_delete", "edit.undo");
        meter.command("hide", "view.hide");
        meter.command("show", "view.showAll");
        meter.command("select", "select.all");
        meter.command("group", "brush.group");
        meter.command("ungroup", "brush.ungroup");
        meter.command("select_none", "select.none");
        meter.command("select", "select.all");
        meter.drag();
        return 0;
    });
}
} // namespace editor
