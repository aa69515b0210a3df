#include "editor/api/turn_share.h"

#include "engine_core/base/thread_time.h"

#include <QAbstractEventDispatcher>
#include <QPointer>

namespace editor
{
namespace
{
constexpr double EnoughMilliseconds = 5; ///< of a frame at 60 Hz; the bit itself comes on top
constexpr int MostRefusals = 3;

/// Of one event loop, with which it goes.
class TurnClock : public QObject
{
public:
    explicit TurnClock(QAbstractEventDispatcher& loop) : QObject{&loop}
    {
        // Which of the two comes depends on the dispatcher and on whether it may wait.
        const auto begin = [this] {
            m_start = engine::threadMilliseconds();
        };
        connect(&loop, &QAbstractEventDispatcher::awake, this, begin);
        connect(&loop, &QAbstractEventDispatcher::aboutToBlock, this, begin);
        begin();
    }

    [[nodiscard]] double milliseconds() const { return engine::threadMilliseconds() - m_start; }

private:
    double m_start = 0;
};
} // namespace

double turnMilliseconds()
{
    static thread_local QPointer<TurnClock> clock;
    auto* loop = QAbstractEventDispatcher::instance();
    if (loop == nullptr)
        return 0;
    if (clock == nullptr || clock->parent() != loop)
        clock = new TurnClock{*loop};
    return clock->milliseconds();
}

bool TurnShare::take()
{
    if (m_refused < MostRefusals && turnMilliseconds() > EnoughMilliseconds) {
        ++m_refused;
        return false;
    }
    m_refused = 0;
    return true;
}
} // namespace editor
