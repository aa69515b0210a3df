#pragma once

#include "engine_core/base/hash.h"

#include <optional>
#include <string>
#include <string_view>

namespace engine
{
/// Of exactly 16 hex digits, as hashToText() writes them; nullopt for anything else.
[[nodiscard]] std::optional<ContentHash> hashFromText(std::string_view text);

/// Bytes as text that JSON holds without escapes (RFC 4648, with padding).
[[nodiscard]] std::string base64FromBytes(std::string_view bytes);

/// nullopt if the text is no base64.
[[nodiscard]] std::optional<std::string> bytesFromBase64(std::string_view text);
} // namespace engine
