#include "editor/app/play/play_window.h"

#include "editor/app/play/play_console.h"
#include "editor/app/run_editor.h"
#include "editor/views/view_surface.h"
#include "engine_core/base/log.h"
#include "engine_core/play/game/play_app.h"
#include "engine_core/play/game/play_level.h"
#include "engine_core/play/play_library.h"

#include <QApplication>
#include <QShortcut>
#include <QVBoxLayout>

#include <cstdio>

namespace editor
{
PlayWindow::PlayWindow(engine::Project project)
    : m_workspace{std::move(project), {}}, m_tools{m_workspace.document()}
{
    resize(1280, 720);
    setWindowIcon(QIcon{QStringLiteral(":/icons/app.svg")});
    const auto keys = Keymap::load().keysOf("play.stop", keysFromText(QStringLiteral("Shift+F5")));
    for (const auto& key : keys)
        new QShortcut{key, this, this, &QWidget::close};
    if (!keys.isEmpty())
        m_endKey = keys.front();
}

PlayWindow::~PlayWindow()
{
    m_notes.reset();
    m_play.stop();
    delete m_view;
    m_hub.reset();
}

engine::Result<void> PlayWindow::start(const fs::path& scene)
{
    if (auto opened = m_workspace.openScene(scene); !opened)
        return opened;
    m_workspace.finishPrefabs();
    if (needsTrust(m_workspace.scripts(), m_workspace.document().world()) ||
        engine::appNeedsTrust(m_workspace.scripts(), m_workspace.assets().project()))
        return engine::scriptsAreOff();
    setWindowTitle(QString::fromStdString(m_workspace.assets().project().name));
    auto hub = RenderHub::create(m_workspace.assets(), m_workspace.document().worldForSystems());
    if (!hub)
        return hub.error();
    m_hub = *std::move(hub);
    auto* surface = new ViewSurface{this};
    auto* whole = new QVBoxLayout{surface};
    whole->setContentsMargins(0, 0, 0, 0);
    m_view = new ViewportWidget{*this, ViewKind::Perspective};
    whole->addWidget(m_view);
    setCentralWidget(surface);
    makeConsole();
    m_notes = std::make_unique<NoteTaker>(m_play);
    for (const auto told : {&NoteTaker::failed, &NoteTaker::warned})
        QObject::connect(m_notes.get(), told, m_view, [](const QString& why) {
            engine::logWarning("notes", "{}", why.toStdString());
        });
    const auto noteKeys = Keymap::load().keysOf("notes.write", keysFromText(QStringLiteral("F6")));
    for (const auto& key : noteKeys)
        new QShortcut{key, this, this, [this] {
                          writeNote(*m_view);
                      }};
    QObject::connect(&m_play, &PlayController::frame, m_view, [this] { m_view->refresh(); });
    // Queued: what stops the game may be the end of this very window.
    QObject::connect(&m_play, &PlayController::stopped, this, &QWidget::close,
                     Qt::QueuedConnection);
    show();
    activateWindow();
    auto started = m_play.start(m_workspace, *m_hub, *m_view, std::nullopt);
    m_console->gameStarted();
    return started;
}

void PlayWindow::makeConsole()
{
    const auto session = [this] {
        return m_play.session();
    };
    m_console = new PlayConsole{{session,
                                 [session](const std::string& line) -> engine::Result<void> {
                                     return session() != nullptr
                                                ? session()->type(line)
                                                : engine::Error{"The game has ended"};
                                 },
                                 {}},
                                *m_view};
    for (const auto key : PlayConsole::toggleKeys())
        QObject::connect(new QShortcut{key, this}, &QShortcut::activated, m_console,
                         &PlayConsole::toggle);
    QObject::connect(m_console, &PlayConsole::opened, m_view, &ViewportWidget::releaseMouseCapture);
    QObject::connect(m_console, &PlayConsole::closed, m_view, [this] {
        m_view->setFocus();
        m_view->captureMouse();
    });
}

void PlayWindow::writeNote(ViewportWidget& view)
{
    if (m_notes->raise())
        return;
    const auto& document = m_workspace.document();
    const auto& project = m_workspace.assets().project();
    ShownGame game;
    game.session = m_play.session();
    if (game.session != nullptr)
        game.tick = game.session->tickCount();
    m_notes->open(view, momentOf(view, document, project.root,
                                 engine::sceneNameOf(project, document.path()), game));
}

QString PlayWindow::gameHint(bool mouseIsCaptured) const
{
    return mouseIsCaptured ? QString{}
                           : tr("Click to play   ` opens the console   %1 ends the game")
                                 .arg(m_endKey.toString(QKeySequence::NativeText));
}

const std::set<engine::Lightmap::Key>& PlayWindow::staleFaces() const
{
    static const std::set<engine::Lightmap::Key> none;
    return none;
}

const engine::FaceParts& PlayWindow::staleParts() const
{
    static const engine::FaceParts none;
    return none;
}

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
