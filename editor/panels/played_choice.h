#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/signal.h"

namespace editor
{
/// The object of the running game that panels show though the level has none such: one that the
/// game spawned. Shared by the panels of one window; main thread.
class PlayedChoice
{
public:
    /// Null: none, and panels show what is selected in the level.
    [[nodiscard]] engine::EntityId entity() const { return m_entity; }

    void set(engine::EntityId entity)
    {
        if (entity == m_entity)
            return;
        m_entity = entity;
        changed();
    }

    engine::Signal<> changed;

private:
    engine::EntityId m_entity;
};
} // namespace editor
