#pragma once

#include "editor/document/document.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"

#include <vector>

namespace mapwright::bench
{
/// A document with grounds and a layer of plants.
class Meadow
{
public:
    /// `side` x `side` grounds of `size` metres each, and one kind of plant.
    Meadow(double density, int side, double size);

    /// On all grounds.
    void plant();

    [[nodiscard]] std::shared_ptr<const engine::FoliageInstances> plants() const;

private:
    engine::TypeRegistry m_types;

public:
    editor::Document document;
    std::vector<engine::EntityId> brushes;
    engine::EntityId layer;
};
} // namespace mapwright::bench
