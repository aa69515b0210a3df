#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace mapwright::test
{
/// The first way in which `json` breaks the schema, with its path; empty if it follows it. Knows
/// what our schemas use: type, const, required, properties, additionalProperties: false, items,
/// minItems, maxItems, minimum, maximum, pattern and $ref into #/$defs; an unknown keyword is a
/// finding, so that no rule is skipped unseen.
[[nodiscard]] std::string schemaViolation(const nlohmann::json& json, const nlohmann::json& schema);
} // namespace mapwright::test
