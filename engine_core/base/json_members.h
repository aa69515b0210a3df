#pragma once

#include "engine_core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace engine
{
/// The text of a JSON object with another value for one member, as JSON, or without it. All other
/// members stay word for word and in their order, one a line; a new one comes last. An Error, with
/// `nameForMessages`, if the text is no object.
[[nodiscard]] Result<std::string> withJsonMember(std::string_view text,
                                                 std::string_view key,
                                                 const std::optional<std::string>& value,
                                                 const std::string& nameForMessages);
} // namespace engine
