#pragma once

#include "engine_core/base/ids.h"

#include <utility>

namespace engine::scriptcore
{
/// What a running script runs for. AngelScript could keep it with its contexts, but reading and
/// writing that takes locks, which cost more than a call.
struct ActiveScript
{
    void* host = nullptr;             ///< of the runtime; not owned
    const EntityId* entity = nullptr; ///< of the object; not owned
};

/// That of this thread.
[[nodiscard]] ActiveScript& activeScript();

/// Makes it known as long as this lives; then what was known before.
class Activation
{
public:
    /// `active` is that of this thread.
    Activation(ActiveScript& active, const ActiveScript& what)
        : m_active{active}, m_before{std::exchange(active, what)}
    {
    }

    ~Activation() { m_active = m_before; }

    Activation(const Activation&) = delete;
    Activation& operator=(const Activation&) = delete;

private:
    ActiveScript& m_active;
    ActiveScript m_before;
};
} // namespace engine::scriptcore
