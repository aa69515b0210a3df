#include "editor/app/play_window.h"

#include "editor/app/play_controller.h"
#include "editor/app/run_editor.h"
#include "editor/app/workspace.h"
#include "editor/tools/tool_box.h"
#include "editor/views/render_hub.h"
#include "editor/views/viewport_widget.h"

#include <QApplication>
#include <QMainWindow>

#include <cstdio>

namespace editor
{
namespace
{
/// A window with one view, which is the game from start to end.
class PlayWindow final : public QMainWindow, public ViewHost
{
public:
    explicit PlayWindow(engine::Project project)
        : m_workspace{std::move(project), {}}, m_tools{m_workspace.document()}
    {
        resize(1280, 720);
        setWindowIcon(QIcon{QStringLiteral(":/icons/app.svg")});
    }

    ~PlayWindow() override
    {
        m_play.stop();
        delete m_view;
        m_hub.reset();
    }

    engine::Result<void> start(const fs::path& scene)
    {
        if (auto opened = m_workspace.openScene(scene); !opened)
            return opened;
        setWindowTitle(QStringLiteral("%1 - Mapwright")
                           .arg(QString::fromStdString(scene.filename().string())));
        auto hub =
            RenderHub::create(m_workspace.assets(), m_workspace.document().worldForSystems());
        if (!hub)
            return hub.error();
        m_hub = *std::move(hub);
        m_view = new ViewportWidget{*this, ViewKind::Perspective, this};
        setCentralWidget(m_view);
        QObject::connect(&m_play, &PlayController::frame, m_view, [this] { m_view->update(); });
        show();
        activateWindow();
        return m_play.start(m_workspace, *m_hub, *m_view, false);
    }

    Document& viewDocument() override { return m_workspace.document(); }

    RenderHub* renderHub() override { return m_hub.get(); }

    ToolBox& toolBox() override { return m_tools; }

    engine::Grid viewGrid() const override { return {}; }

    const std::set<engine::Lightmap::Key>& staleFaces() const override
    {
        static const std::set<engine::Lightmap::Key> none;
        return none;
    }

    void drawOverlays(engine::DebugDraw&, ViewKind) override {}

    engine::PlaySession* playSession() override { return m_play.session(); }

    ViewportWidget* playView() override { return m_play.view(); }

    void showPointer(const engine::Vec3d&) override {}

    void showMeasure(const QString&) override {}

    void showError(const QString& text) override { std::fprintf(stderr, "%s\n", qPrintable(text)); }

    void viewActivated(ViewportWidget*) override {}

    bool dropAsset(const QString&, const QString&, const PointerEvent&) override { return false; }

    void repaintViews() override { m_view->update(); }

private:
    Workspace m_workspace;
    ToolBox m_tools;
    PlayController m_play;
    std::unique_ptr<RenderHub> m_hub;
    ViewportWidget* m_view = nullptr;
};
} // namespace

int runPlayWindow(int& argc, char** argv, const fs::path& scene)
{
    prepareQt();
    QApplication application{argc, argv};
    prepareApplication();
    auto project = engine::projectOfScene(scene);
    if (!project) {
        std::fprintf(stderr, "mapwright: %s\n", project.error().message().c_str());
        return 3;
    }
    PlayWindow window{*std::move(project)};
    if (auto started = window.start(scene); !started) {
        std::fprintf(stderr, "mapwright: %s\n", started.error().message().c_str());
        return 3;
    }
    return QApplication::exec();
}
} // namespace editor
