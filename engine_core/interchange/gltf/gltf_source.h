#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
// What is read of other people's glTF files. Nothing here trusts them: what is missing or of
// another kind is as the format's default, and what lies outside is not there.

/// The two chunks of a .glb; a .gltf is one chunk of text.
struct GltfChunks
{
    std::string_view json;
    std::string_view binary;
};

[[nodiscard]] GltfChunks gltfChunks(std::string_view bytes);

/// The bytes of a data: URI, or of a file below the folder.
[[nodiscard]] Result<std::string> gltfBytes(const std::string& uri, const fs::path& folder);

/// A number that counts elements or bytes; one past every list for what can be none.
[[nodiscard]] std::size_t gltfIndex(const nlohmann::json& value);

/// The member, or null for what has none.
[[nodiscard]] const nlohmann::json& gltfMember(const nlohmann::json& object, const char* key);

/// The element of a list of the file; null if there is none.
[[nodiscard]] const nlohmann::json&
gltfElement(const nlohmann::json& model, const char* list, std::size_t index);

/// A finite number within the range, else what is usual.
[[nodiscard]] float
gltfNumber(const nlohmann::json& object, const char* key, float usual, float least, float most);

[[nodiscard]] Vec3f gltfColor(const nlohmann::json& object, const char* key, const Vec3f& usual);

[[nodiscard]] std::string gltfText(const nlohmann::json& object, const char* key);

/// The bytes of a buffer view; nullopt if it does not lie within its buffer.
[[nodiscard]] std::optional<std::string_view>
gltfView(const nlohmann::json& model, std::size_t view, const std::vector<std::string>& buffers);

/// The numbers of an accessor, floats or normalised integers, `components` for each element;
/// nullopt if it holds others, not all of them, or more than `most` elements.
[[nodiscard]] std::optional<std::vector<double>>
gltfFloats(const nlohmann::json& model,
           std::size_t accessor,
           std::size_t components,
           std::size_t most,
           const std::vector<std::string>& buffers);
} // namespace engine
