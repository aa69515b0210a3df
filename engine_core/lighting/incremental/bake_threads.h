#pragma once

#include "engine_core/lighting/lightmap_bake.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <xmmintrin.h>

namespace engine
{
/// Numbers too small for full precision count as 0 while this lives: they cost a hundred times as
/// much and light nothing.
class FlushTinyNumbers
{
public:
    FlushTinyNumbers() { _mm_setcsr(m_before | FlushToZero | DenormalsAreZero); }

    ~FlushTinyNumbers() { _mm_setcsr(m_before); }

    FlushTinyNumbers(const FlushTinyNumbers&) = delete;
    FlushTinyNumbers& operator=(const FlushTinyNumbers&) = delete;

private:
    static constexpr unsigned FlushToZero = 0x8000;
    static constexpr unsigned DenormalsAreZero = 0x0040;
    unsigned m_before = _mm_getcsr();
};

/// The threads of one bake.
class BakeThreads
{
public:
    /// So many as the options say; `control` outlives this.
    BakeThreads(const BakeOptions& options, JobControl& control)
        : m_count{options.threads > 0 ? static_cast<int>(options.threads)
                                      : tbb::this_task_arena::max_concurrency()}
        , m_arena{m_count}
        , m_control{control}
    {
    }

    [[nodiscard]] unsigned count() const { return static_cast<unsigned>(m_count); }

    /// Calls work(i) for 0 <= i < count on all of them, until cancelled.
    template <typename Work>
    void each(std::size_t count, const Work& work)
    {
        m_arena.execute([&] {
            tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
                const FlushTinyNumbers flush;
                if (!m_control.isCancelled())
                    work(i);
            });
        });
    }

private:
    int m_count;
    tbb::task_arena m_arena;
    JobControl& m_control;
};
} // namespace engine
