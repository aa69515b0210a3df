#include "engine_core/scene/components/sibling_order.h"

#include "engine_core/scene/world/world.h"

namespace engine
{
void describe(TypeBuilder<SiblingOrder>& order)
{
    order.type("order", "Place in lists");
    order.notAddable();
    order.property("place", &SiblingOrder::place).hidden();
}

double siblingPlace(const World& world, EntityId entity)
{
    const auto* order = world.get<SiblingOrder>(entity);
    return order != nullptr ? order->place : static_cast<double>(entity.value);
}
} // namespace engine
