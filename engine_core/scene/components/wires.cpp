#include "engine_core/scene/components/wires.h"

#include "engine_core/reflect/value_hash.h"

#include <cmath>

namespace engine
{
namespace
{
Result<std::string> nameIn(const ValueBag& bag, const char* key)
{
    const auto* value = findValue(bag, key);
    if (value == nullptr)
        return std::string{};
    const auto* text = value->as<std::string>();
    if (text == nullptr)
        return Error{"'{}' must be a text", key};
    if (text->size() > Wire::MaxName)
        return Error{"'{}' can have {} bytes at most", key, Wire::MaxName};
    return *text;
}

/// Files have 2 for a number as people write it.
Value plain(const Value& value)
{
    const auto* whole = value.as<std::int64_t>();
    return whole != nullptr ? Value{static_cast<double>(*whole)} : value;
}

Result<Value> sentValue(const ValueBag& bag)
{
    const auto* found = findValue(bag, "value");
    const auto value = found != nullptr ? plain(*found) : Value{};
    const auto* number = value.as<double>();
    const auto* text = value.as<std::string>();
    if (text != nullptr && text->size() > Wire::MaxText)
        return Error{"'value' can have {} bytes at most", Wire::MaxText};
    const bool fits = std::holds_alternative<std::monostate>(value.data) || text != nullptr ||
                      value.as<bool>() != nullptr || value.as<Vec3d>() != nullptr ||
                      value.as<EntityId>() != nullptr ||
                      (number != nullptr && std::isfinite(*number));
    if (!fits)
        return Error{"'value' must be a number, true or false, a text, three numbers or an entity"};
    return value;
}

Result<double> delayIn(const ValueBag& bag)
{
    const auto* found = findValue(bag, "delay");
    const auto value = found != nullptr ? plain(*found) : Value{0.0};
    const auto* seconds = value.as<double>();
    if (seconds == nullptr || !(*seconds >= 0 && *seconds <= Wire::MaxDelay))
        return Error{"'delay' must be 0 to {} seconds", Wire::MaxDelay};
    return *seconds;
}

Result<Wire> wireIn(const Value& value)
{
    const auto* bag = value.as<ValueBag>();
    if (bag == nullptr)
        return Error{"expected named values"};
    auto output = nameIn(*bag, "output");
    auto message = nameIn(*bag, "message");
    auto sent = sentValue(*bag);
    const auto delay = delayIn(*bag);
    for (const auto* name : {&output, &message})
        if (!*name)
            return name->error();
    if (!sent)
        return sent.error();
    if (!delay)
        return delay.error();
    const auto* target = findValue(*bag, "target");
    const auto* once = findValue(*bag, "once");
    if (target != nullptr && target->as<EntityId>() == nullptr)
        return Error{"'target' must be an entity"};
    if (once != nullptr && once->as<bool>() == nullptr)
        return Error{"'once' must be true or false"};
    return Wire{*std::move(output),
                target != nullptr ? *target->as<EntityId>() : EntityId{},
                *std::move(message),
                *std::move(sent),
                *delay,
                once != nullptr && *once->as<bool>()};
}
} // namespace

Value ValueConvert<std::vector<Wire>>::toValue(const std::vector<Wire>& wires)
{
    ValueList list;
    list.reserve(wires.size());
    for (const auto& wire : wires) {
        ValueBag bag; // in the order of the names
        if (wire.delay > 0)
            setValue(bag, "delay", {wire.delay});
        setValue(bag, "message", {wire.message});
        if (wire.once)
            setValue(bag, "once", {true});
        setValue(bag, "output", {wire.output});
        setValue(bag, "target", {wire.target});
        if (!std::holds_alternative<std::monostate>(wire.value.data))
            setValue(bag, "value", wire.value);
        list.push_back({std::move(bag)});
    }
    return {std::move(list)};
}

Result<std::vector<Wire>> ValueConvert<std::vector<Wire>>::fromValue(const Value& value)
{
    const auto* list = value.as<ValueList>();
    if (list == nullptr)
        return Error{"expected a list of wires"};
    if (list->size() > Wires::MaxWires)
        return Error{"an object can have {} wires at most", Wires::MaxWires};
    std::vector<Wire> wires;
    wires.reserve(list->size());
    for (const auto& each : *list) {
        auto wire = wireIn(each);
        if (!wire)
            return wire.error().withContext("wire {}", wires.size() + 1);
        wires.push_back(*std::move(wire));
    }
    return wires;
}

void describe(TypeBuilder<Wires>& wires)
{
    wires.type("wires", "Wires", "What happens to this object tells others something");
    wires.property("list", &Wires::list)
        .label("Wires")
        .tooltip("When an output fires, each of its wires tells its target a message");
}

void addWire(Hasher& hasher, const Wire& wire)
{
    hasher.add(std::string_view{wire.output})
        .add(wire.target.value)
        .add(std::string_view{wire.message})
        .add(wire.delay)
        .add(wire.once);
    addValue(hasher, wire.value);
}
} // namespace engine
