#pragma once

#include "editor/document/transaction.h"
#include "engine_core/scene/components/wires.h"

#include <span>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;

/// What sets a wire off, and what its target is told.
struct WirePair
{
    std::string output;
    std::string message;
    friend bool operator==(const WirePair&, const WirePair&) = default;
};

/// The pair that a designer most likely means: what turns something on goes with what is turned on,
/// what turns it off with what is turned off, anything else with "toggle" or the first message. A
/// pair that is taken is passed over while there is another one. Empty names where there are none.
/// @param outputs of the one object, as engine::outputsOf() lists them
/// @param messages of the other one, the first being its main one
/// @param taken pairs that lead from the one to the other already
[[nodiscard]] WirePair likelyWire(std::span<const std::string> outputs,
                                  std::span<const std::string> messages,
                                  std::span<const WirePair> taken = {});

/// The pairs of the wires that lead from the one to the other, in their order.
[[nodiscard]] std::vector<WirePair>
wiresBetween(const engine::World& world, EntityId from, EntityId to);

/// Adds the wire behind the object's others. Refused if one of its ends is not there, if one of its
/// names is empty, or if the object has Wires::MaxWires already.
engine::Result<void> appendWire(Transaction& transaction, EntityId from, engine::Wire wire);

/// A wire, seen from the object that it leads to.
struct IncomingWire
{
    EntityId from;
    std::size_t place = 0; ///< in the list of `from`
};

/// Wires of all objects that lead to the target, `most` of them at the most: in the order of the
/// objects' ids, and those of one object in their order.
[[nodiscard]] std::vector<IncomingWire>
incomingWires(const engine::World& world, EntityId target, std::size_t most);

/// The object that a wire has for its end when somebody points at a part of it: the nearest one at
/// or above the entity that fires something or can be told something of its own. Null if there is
/// none.
[[nodiscard]] EntityId wireEndAbove(const engine::World& world, EntityId entity);
} // namespace editor
