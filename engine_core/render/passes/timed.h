#pragma once

#include "engine_core/render/gl/stopwatch.h"
#include "engine_core/render/passes/painter.h"

namespace engine
{
template <typename Work>
void Painter::timed(double& took, const Work& work) const
{
    if (m_request.measuresEffects)
        glFinish();
    const Stopwatch time{took};
    work();
    if (m_request.measuresEffects)
        glFinish();
}
} // namespace engine
