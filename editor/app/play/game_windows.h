#pragma once

#include <QObject>

#include <filesystem>

class QProcess;

namespace editor
{
/// Games in windows and processes of their own, which read the saved files as `mapwright play`
/// does: a game that crashes leaves the editor alone. They end with their owner.
class GameWindows : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~GameWindows() override;

    /// At once; failed() tells if it does not come to a picture.
    void start(const std::filesystem::path& scene);

Q_SIGNALS:
    /// A sentence of the game, or why there was none.
    void failed(const QString& why);

private:
    void ended(QProcess& game, const QByteArray& said);
};
} // namespace editor
