#include "editor/operations/entity/copy_names.h"

#include "editor/operations/entity/object_names.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::Node;
using engine::World;

namespace
{
using Number = std::uint32_t;

/// "Lamp 2" is 2 of "Lamp", and "Lamp" 1 of it.
struct CountedName
{
    std::string_view base; ///< of the name that was counted
    Number number = 1;
    std::size_t digits = 1; ///< at least: "Wall 01" is followed by "Wall 02"
};

CountedName counted(std::string_view name)
{
    constexpr std::size_t MostDigits = 8;
    const auto space = name.rfind(' ');
    if (space == std::string::npos || space == 0 || name.size() - space - 1 > MostDigits)
        return {name};
    Number number = 0;
    const auto* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + space + 1, end, number);
    const auto digits = name.size() - space - 1;
    const bool isPadded = digits > 1 && name[space + 1] == '0';
    const bool isNumber = read.ec == std::errc{} && read.ptr == end && (number > 0 || isPadded);
    return isNumber ? CountedName{name.substr(0, space), number, isPadded ? digits : 1}
                    : CountedName{name};
}

/// The numbers that the siblings of one parent have, by name.
class TakenNumbers
{
public:
    void take(const CountedName& name)
    {
        m_next[std::string{name.base}].try_emplace(name.number, name.number + 1);
    }

    /// The first free one above the name's own, which is taken then.
    Number takeAbove(const CountedName& name)
    {
        auto& next = m_next[std::string{name.base}];
        Number free = name.number + 1;
        for (auto at = next.find(free); at != next.end(); at = next.find(free))
            free = at->second;
        // Later searches pass what was passed here at once.
        for (auto at = next.find(name.number + 1); at != next.end() && at->second < free + 1;) {
            const auto following = at->second;
            at->second = free + 1;
            at = next.find(following);
        }
        next[free] = free + 1;
        return free;
    }

private:
    /// Where to go on looking from a taken number.
    std::unordered_map<std::string, std::unordered_map<Number, Number>> m_next;
};

bool isCounted(const World& world, EntityId entity, const std::string& name)
{
    const bool isBrush = world.get<engine::BrushComponent>(entity) != nullptr;
    // "Box 7" has a number of its own; all of thousands may be called "Brush".
    return !name.empty() && !(isBrush && isGivenName(name) && counted(name).number == 1);
}
} // namespace

void countNamesOn(Transaction& transaction, std::span<const EntityId> copies)
{
    const auto& world = transaction.world();
    const std::unordered_set<EntityId> made{copies.begin(), copies.end()};
    // A drag that copies asks this for each move: siblings of other names are passed over.
    std::vector<std::string> names;
    names.reserve(copies.size()); // whose texts `bases` looks at
    std::unordered_set<std::string_view> bases;
    for (const auto copy : copies)
        bases.insert(counted(names.emplace_back(world.get<Node>(copy)->name)).base);
    std::map<EntityId, TakenNumbers> taken; // by parent
    for (const auto copy : copies) {
        auto node = *world.get<Node>(copy);
        if (!isCounted(world, copy, node.name))
            continue;
        const auto [at, isNew] = taken.try_emplace(node.parent);
        if (isNew)
            for (const auto sibling : world.children(node.parent))
                if (const auto name = counted(world.get<Node>(sibling)->name);
                    bases.contains(name.base) && !made.contains(sibling))
                    at->second.take(name);
        const auto text = node.name;
        const auto name = counted(text);
        node.name = fmt::format("{} {:0{}}", name.base, at->second.takeAbove(name), name.digits);
        transaction.set(copy, std::move(node));
    }
}
} // namespace editor
