#pragma once

#include "editor/app/actions/action_registry.h"
#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/views/view_layout.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/program/registry.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>

namespace mapwright::test
{
/// The real window with a project of its own ("first_room") in a folder that goes with it.
class WindowFixture
{
public:
    WindowFixture()
    {
        const auto made = engine::createProject(folder() / "room", "first_room");
        ENGINE_EXPECT(made);
        auto window = editor::openEditor(made->root);
        ENGINE_EXPECT(window);
        m_window = *std::move(window);
        m_window->resize(1400, 900);
        m_window->showLayout(0);
        m_window->activateWindow();
        ENGINE_EXPECT(QTest::qWaitForWindowActive(m_window.get()));
        QObject::connect(&m_window->context(), &editor::EditorContext::message, m_window.get(),
                         [this](editor::MessageKind, const QString& text) { m_said = text; });
        (void)QTest::qWaitFor(
            [this] { return view(editor::ViewKind::Perspective).frameCount() > 0; });
    }

    ~WindowFixture()
    {
        m_window->play().stop();
        emptyScene(); // nothing is left to ask about
        m_window->close();
    }

    [[nodiscard]] engine::fs::path folder() const
    {
        return engine::fs::path{m_folder.path().toStdString()};
    }

    [[nodiscard]] editor::MainWindow& window() { return *m_window; }

    [[nodiscard]] editor::Document& document() { return m_window->context().document(); }

    [[nodiscard]] const engine::World& world() { return document().world(); }

    [[nodiscard]] editor::ViewportWidget& view(editor::ViewKind kind)
    {
        return *m_window->viewLayout().findView(kind);
    }

    /// The last message of the status bar.
    [[nodiscard]] const QString& said() const { return m_said; }

    void emptyScene()
    {
        m_window->context().workspace().newScene();
        m_said.clear();
    }

    engine::EntityId addBox(const engine::Aabb& bounds, const std::string& name = "box")
    {
        engine::EntityId added;
        const auto done =
            document().run("Add", [&](editor::Transaction& edit) -> engine::Result<void> {
                auto made = editor::createBox(edit, bounds, {}, name, {});
                if (!made)
                    return made.error();
                added = *made;
                return {};
            });
        ENGINE_EXPECT(done);
        return added;
    }

    [[nodiscard]] std::size_t brushes() { return world().count<engine::BrushComponent>(); }

    /// As from the menu: an entry that is grey does nothing.
    void command(const char* id)
    {
        m_window->actions().refreshNow();
        auto* action = m_window->actions().find(id);
        ENGINE_EXPECT(action != nullptr);
        action->trigger();
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<editor::MainWindow> m_window;
    QString m_said;
};

/// Moves the pointer itself, for what asks where it is, and says so to the widget at once.
inline void movePointer(QWidget& widget, const QPoint& at, Qt::MouseButtons held)
{
    QCursor::setPos(widget.mapToGlobal(at));
    const QPointF place{at};
    QMouseEvent moved{QEvent::MouseMove, place, widget.mapToGlobal(place), Qt::NoButton, held, {}};
    QApplication::sendEvent(&widget, &moved);
}

/// Runs with the next modal dialog.
inline void answerDialog(const std::function<void(QWidget& dialog)>& answer)
{
    auto* timer = new QTimer{qApp};
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, answer] {
        auto* modal = QApplication::activeModalWidget();
        if (modal == nullptr)
            return;
        timer->stop();
        timer->deleteLater();
        answer(*modal);
    });
    timer->start(20);
}

/// main() of a test with windows. Settings of the person who runs it stay theirs.
template <typename Test>
int runWindowTest(int argc, char** argv)
{
    const QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    qputenv("XDG_DATA_HOME", settings.path().toUtf8());
    qputenv("XDG_CACHE_HOME", settings.path().toUtf8());
    editor::prepareQt();
    QApplication application{argc, argv};
    editor::prepareApplication();
    return runTest<Test>(argc, argv);
}
} // namespace mapwright::test

#define WINDOW_TEST(Test) REGISTER_TEST(mapwright::test::runWindowTest<Test>)
