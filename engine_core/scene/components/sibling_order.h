#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/reflect/type_builder.h"

namespace engine
{
class World;

/// Where lists show an object among its siblings: as if its id were this number, which need not be
/// whole. Objects without it stand where their ids put them, so few need it.
struct SiblingOrder
{
    static constexpr std::string_view TypeName = "order";

    double place = 0;
    friend bool operator==(const SiblingOrder&, const SiblingOrder&) = default;
};

void describe(TypeBuilder<SiblingOrder>& order);

/// The number that lists sort the object by; equal ones by id.
[[nodiscard]] double siblingPlace(const World& world, EntityId entity);
} // namespace engine
