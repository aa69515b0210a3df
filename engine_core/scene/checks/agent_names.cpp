#include "engine_core/scene/checks/agent_names.h"

#include "engine_core/scene/components/node.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine
{
std::string agentNameOf(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr && !node->name.empty() ? node->name : fmt::format("{}", entity.value);
}

std::string agentFileName(const std::string& name)
{
    auto inFile = name; // people give names with any signs
    std::replace_if(
        inFile.begin(), inFile.end(),
        [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }, '_');
    return inFile;
}
} // namespace engine
