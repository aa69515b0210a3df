#pragma once

#include "engine_core/base/result.h"

#include <memory>

namespace engine
{
/// An OpenGL 4.5 core context without window or display (surfaceless EGL), current on the thread
/// that made it until it is destroyed. For the command line, benchmarks and tests.
class HeadlessContext
{
public:
    [[nodiscard]] static Result<std::unique_ptr<HeadlessContext>> create();
    ~HeadlessContext();

    void makeCurrent();

private:
    HeadlessContext();
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
