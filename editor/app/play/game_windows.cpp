#include "editor/app/play/game_windows.h"

#include "editor/app/workspace/mapwright_program.h"

#include <QProcess>

#include <memory>

namespace editor
{
namespace
{
constexpr int KeptBytes = 4096;       ///< of the end of what a game says
constexpr int EndMilliseconds = 1000; ///< for a game to close before it is killed
} // namespace

GameWindows::~GameWindows()
{
    const auto games = findChildren<QProcess*>();
    for (auto* game : games) {
        game->disconnect(this);
        game->terminate();
    }
    for (auto* game : games)
        if (!game->waitForFinished(EndMilliseconds))
            game->kill();
}

void GameWindows::start(const std::filesystem::path& scene)
{
    auto* game = new QProcess{this};
    game->setStandardOutputFile(QProcess::nullDevice());
    connect(game, &QProcess::errorOccurred, this, [this, game](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) // every other one comes to finished(), too
            return;
        Q_EMIT failed(game->errorString());
        game->deleteLater();
    });
    const auto said = std::make_shared<QByteArray>();
    connect(game, &QProcess::readyReadStandardError, game,
            [game, said] { *said = (*said + game->readAllStandardError()).right(KeptBytes); });
    connect(game, &QProcess::finished, this,
            [this, game, said] { ended(*game, *said + game->readAllStandardError()); });
    game->start(QString::fromStdString(mapwrightProgram().string()),
                {QStringLiteral("play"), QString::fromStdString(scene.string())});
}

void GameWindows::ended(QProcess& game, const QByteArray& said)
{
    if (game.exitStatus() == QProcess::CrashExit)
        Q_EMIT failed(tr("It crashed"));
    else if (game.exitCode() != 0) {
        // Its last line says why; what stands before is its log.
        const auto text = QString::fromUtf8(said).trimmed();
        const auto line = text.mid(text.lastIndexOf(QLatin1Char{'\n'}) + 1);
        Q_EMIT failed(line.startsWith(QLatin1String{"mapwright: "}) ? line.mid(11) : line);
    }
    game.deleteLater();
}
} // namespace editor
