#include "editor/api/turn_share.h"

#include "engine_core/base/thread_time.h"

#include <QAbstractEventDispatcher>
#include <QPointer>

#include <chrono>

namespace editor
{
namespace
{
constexpr double EnoughMilliseconds = 5; ///< of a frame at 60 Hz; the bit itself comes on top
constexpr int MostFrames = 3;
constexpr std::chrono::milliseconds Frame{16};

/// Of one event loop, with which it goes.
class TurnClock : public QObject
{
public:
    explicit TurnClock(QAbstractEventDispatcher& loop) : QObject{&loop}
    {
        // Which of the two comes depends on the dispatcher and on whether it may wait.
        const auto begin = [this] {
            m_start = engine::threadMilliseconds();
            m_began = Clock::now();
        };
        connect(&loop, &QAbstractEventDispatcher::awake, this, begin);
        connect(&loop, &QAbstractEventDispatcher::aboutToBlock, this, begin);
        begin();
    }

    [[nodiscard]] double milliseconds() const { return engine::threadMilliseconds() - m_start; }

    /// That went by since, one at least.
    [[nodiscard]] int frames() const
    {
        return 1 + static_cast<int>((Clock::now() - m_began) / Frame);
    }

private:
    using Clock = std::chrono::steady_clock;

    double m_start = 0; ///< processor time
    Clock::time_point m_began;
};

/// Null where there is no event loop.
TurnClock* clockOfTurns()
{
    static thread_local QPointer<TurnClock> clock;
    auto* loop = QAbstractEventDispatcher::instance();
    if (loop == nullptr)
        return nullptr;
    if (clock == nullptr || clock->parent() != loop)
        clock = new TurnClock{*loop};
    return clock;
}
} // namespace

bool TurnShare::take()
{
    const auto* clock = clockOfTurns();
    if (clock != nullptr && m_refused < MostFrames && clock->milliseconds() > EnoughMilliseconds) {
        m_refused += clock->frames();
        return false;
    }
    m_refused = 0;
    return true;
}
} // namespace editor
