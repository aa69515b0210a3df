#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/reflect/type_builder.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// What happens to one object tells another one something.
struct Wire
{
    static constexpr double MaxDelay = 3600;     ///< seconds
    static constexpr std::size_t MaxName = 200;  ///< bytes of an output or a message
    static constexpr std::size_t MaxText = 4096; ///< bytes of a text that is sent along

    std::string output{};  ///< of its own object, such as "opened"
    EntityId target{};     ///< null: nobody yet
    std::string message{}; ///< what the target is told, such as "switchOn"
    Value value{};         ///< double, bool, text, Vec3 or entity; nothing: what the output tells
    double delay = 0;      ///< seconds, 0 to MaxDelay
    bool once = false;     ///< only the first time in a game
    friend bool operator==(const Wire&, const Wire&) = default;
};

/// The wires that begin at an object, in the order in which they fire.
struct Wires
{
    static constexpr std::string_view TypeName = "wires";
    static constexpr std::size_t MaxWires = 1000; ///< of one object

    std::vector<Wire> list;
    friend bool operator==(const Wires&, const Wires&) = default;
};

/// A list with a bag for each wire, so that copies, prefabs and files follow its references.
template <>
struct ValueConvert<std::vector<Wire>>
{
    static constexpr auto Kind = PropertyKind::List;

    static Value toValue(const std::vector<Wire>& wires);

    /// Fails on what is no wire, and beyond the bounds above.
    static Result<std::vector<Wire>> fromValue(const Value& value);
};

void describe(TypeBuilder<Wires>& wires);

/// Tells wires of equal content as equal.
void addWire(Hasher& hasher, const Wire& wire);
} // namespace engine
