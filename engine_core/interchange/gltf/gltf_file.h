#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"
#include "engine_core/math/types.h"

#include <nlohmann/json.hpp>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// Keeps the order in which things are added, so that equal levels make equal bytes.
using GltfJson = nlohmann::ordered_json;

/// A glTF 2 file in the making: its objects, its numbers and its pictures. Indices are those of the
/// file's lists.
class GltfFile
{
public:
    enum class Target
    {
        None,
        Corners = 34962,
        Indices = 34963
    };

    GltfFile();

    /// Puts an object at the end of a list, such as "nodes".
    std::size_t add(const char* list, GltfJson object);

    [[nodiscard]] GltfJson& at(const char* list, std::size_t index);

    [[nodiscard]] std::size_t count(const char* list) const;

    /// Names an extension that the file uses; once is enough.
    void use(const char* extension);

    /// What the extension says of the whole file; made when it is first asked for.
    [[nodiscard]] GltfJson& wide(const char* extension);

    // Accessors of what is put into the buffer. There is at least one item.
    std::size_t addNumbers(std::span<const Vec2f> items, Target target);
    std::size_t addNumbers(std::span<const Vec3f> items, Target target);
    std::size_t addNumbers(std::span<const Vec4f> items, Target target);
    std::size_t addIndices(std::span<const std::uint32_t> items);

    /// With the bounds that the format asks for.
    std::size_t addPositions(std::span<const Vec3f> items);

    /// A texture that shows a PNG or JPEG file of these bytes. Equal pictures are stored once,
    /// under the first one's name.
    std::size_t addPicture(const std::string& name, std::string bytes);

    [[nodiscard]] std::size_t pictureCount() const { return m_pictures.size(); }

    /// Writes a .glb with everything in it, or a .gltf with its numbers in it and the pictures in
    /// the folder STEM_textures beside it, the .gltf last: whatever happens, a file that was there
    /// stays whole. Ends the making.
    [[nodiscard]] Result<void> write(const fs::path& file);

private:
    struct Picture
    {
        std::string name; ///< of its file, with the ending
        std::string bytes;
    };

    std::size_t addView(const void* data, std::size_t size, Target target);
    template <typename T>
    std::size_t addItems(std::span<const T> items, int component, const char* type, Target target);
    [[nodiscard]] Result<void> writeBinary(const fs::path& file);
    [[nodiscard]] Result<void> writeText(const fs::path& file);

    GltfJson m_lists;
    std::string m_bytes;
    std::vector<Picture> m_pictures;
    std::vector<std::string> m_extensions;
    std::multimap<ContentHash, std::size_t> m_byHash; ///< pictures; textures have their indices
};
} // namespace engine
