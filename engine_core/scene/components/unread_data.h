#pragma once

#include "engine_core/reflect/type_builder.h"

#include <string>
#include <utility>
#include <vector>

namespace engine
{
/// What a file held for an entity that this program does not know: written back on save, so that a
/// newer version's or a missing plugin's work is never lost. On SceneEntity: unknown keys of the
/// file.
struct UnreadData
{
    static constexpr std::string_view TypeName = "unread";

    std::vector<std::pair<std::string, std::string>> json; ///< key and its JSON text, sorted by key
    friend bool operator==(const UnreadData&, const UnreadData&) = default;
};

void describe(TypeBuilder<UnreadData>& unread);
} // namespace engine
