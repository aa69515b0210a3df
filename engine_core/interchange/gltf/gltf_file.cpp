#include "engine_core/interchange/gltf/gltf_file.h"

#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/interchange/gltf_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <limits>

namespace engine
{
namespace
{
constexpr int Floats = 5126;
constexpr int WholeNumbers = 5125;

bool isPng(std::string_view bytes)
{
    return bytes.starts_with("\x89PNG");
}

/// As URIs hold it (RFC 3986, 2.1).
std::string encodedUri(std::string_view text)
{
    std::string uri;
    for (const char sign : text) {
        const auto code = static_cast<unsigned char>(sign);
        if ((std::isalnum(code) != 0 && code < 128) ||
            std::string_view{"-._~/"}.find(sign) != std::string_view::npos)
            uri += sign;
        else
            uri += fmt::format("%{:02X}", code);
    }
    return uri;
}

/// Names that no file can hold as text lose what is no UTF-8.
std::string textOf(const GltfJson& json, int indent)
{
    return json.dump(indent, ' ', false, GltfJson::error_handler_t::replace);
}

void appendWord(std::string& bytes, std::size_t number)
{
    const auto word = static_cast<std::uint32_t>(number);
    std::array<char, sizeof word> raw{};
    std::memcpy(raw.data(), &word, sizeof word); // both ends are little-endian
    bytes.append(raw.data(), raw.size());
}

void pad(std::string& bytes, char with)
{
    bytes.append((4 - bytes.size() % 4) % 4, with);
}
} // namespace

GltfFile::GltfFile()
{
    m_lists["asset"] = {{"version", "2.0"}, {"generator", "Mapwright"}};
    m_lists["scene"] = 0;
    m_lists["scenes"] = GltfJson::array({GltfJson{{"nodes", GltfJson::array()}}});
}

std::size_t GltfFile::add(const char* list, GltfJson object)
{
    auto& items = m_lists[list];
    items.push_back(std::move(object));
    return items.size() - 1;
}

GltfJson& GltfFile::at(const char* list, std::size_t index)
{
    return m_lists[list][index];
}

std::size_t GltfFile::count(const char* list) const
{
    const auto at = m_lists.find(list);
    return at == m_lists.end() ? 0 : at->size();
}

void GltfFile::use(const char* extension)
{
    if (std::find(m_extensions.begin(), m_extensions.end(), extension) == m_extensions.end())
        m_extensions.emplace_back(extension);
}

GltfJson& GltfFile::wide(const char* extension)
{
    use(extension);
    return m_lists["extensions"][extension];
}

std::size_t GltfFile::addView(const void* data, std::size_t size, Target target)
{
    pad(m_bytes, '\0');
    GltfJson view{{"buffer", 0}};
    view["byteOffset"] = m_bytes.size();
    view["byteLength"] = size;
    if (target != Target::None)
        view["target"] = static_cast<int>(target);
    m_bytes.append(static_cast<const char*>(data), size);
    return add("bufferViews", std::move(view));
}

template <typename T>
std::size_t
GltfFile::addItems(std::span<const T> items, int component, const char* type, Target target)
{
    GltfJson accessor;
    accessor["bufferView"] = addView(items.data(), items.size_bytes(), target);
    accessor["componentType"] = component;
    accessor["type"] = type;
    accessor["count"] = items.size();
    return add("accessors", std::move(accessor));
}

std::size_t GltfFile::addNumbers(std::span<const Vec2f> items, Target target)
{
    return addItems(items, Floats, "VEC2", target);
}

std::size_t GltfFile::addNumbers(std::span<const Vec3f> items, Target target)
{
    return addItems(items, Floats, "VEC3", target);
}

std::size_t GltfFile::addNumbers(std::span<const Vec4f> items, Target target)
{
    return addItems(items, Floats, "VEC4", target);
}

std::size_t GltfFile::addIndices(std::span<const std::uint32_t> items)
{
    return addItems(items, WholeNumbers, "SCALAR", Target::Indices);
}

std::size_t GltfFile::addPositions(std::span<const Vec3f> items)
{
    const auto index = addNumbers(items, Target::Corners);
    Vec3f low = items[0];
    Vec3f high = low;
    for (const auto& p : items) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    auto& accessor = at("accessors", index);
    accessor["min"] = {low.x, low.y, low.z};
    accessor["max"] = {high.x, high.y, high.z};
    return index;
}

std::size_t GltfFile::addPicture(const std::string& name, std::string bytes)
{
    const auto hash = hashText(bytes);
    const auto [first, last] = m_byHash.equal_range(hash);
    for (auto at = first; at != last; ++at)
        if (m_pictures[at->second].bytes == bytes)
            return at->second;
    m_byHash.emplace(hash, m_pictures.size());
    auto plain = safeFileName(name);
    std::replace(plain.begin(), plain.end(), ' ', '_');
    const std::string ending = isPng(bytes) ? ".png" : ".jpg";
    auto fileName = plain + ending;
    const auto isTaken = [&] {
        return std::any_of(m_pictures.begin(), m_pictures.end(),
                           [&](const Picture& each) { return each.name == fileName; });
    };
    for (int number = 2; isTaken(); ++number)
        fileName = fmt::format("{}_{}{}", plain, number, ending);
    m_pictures.push_back({fileName, std::move(bytes)});
    return add("textures", {{"source", m_pictures.size() - 1}});
}

Result<void> GltfFile::write(const fs::path& file)
{
    if (auto place = checkPlaceToWrite(file); !place)
        return place;
    return file.extension() == ".glb" ? writeBinary(file) : writeText(file);
}

Result<void> GltfFile::writeBinary(const fs::path& file)
{
    for (const auto& picture : m_pictures) {
        GltfJson image{{"name", fs::path{picture.name}.stem().string()}};
        image["mimeType"] = isPng(picture.bytes) ? "image/png" : "image/jpeg";
        image["bufferView"] = addView(picture.bytes.data(), picture.bytes.size(), Target::None);
        add("images", std::move(image));
    }
    pad(m_bytes, '\0');
    if (!m_bytes.empty())
        m_lists["buffers"] = GltfJson::array({GltfJson{{"byteLength", m_bytes.size()}}});
    if (!m_extensions.empty())
        m_lists["extensionsUsed"] = m_extensions;
    auto json = textOf(m_lists, -1);
    pad(json, ' ');
    constexpr std::size_t Heads = 12 + 8 + 8;
    const auto size = Heads + json.size() + m_bytes.size();
    if (size > std::numeric_limits<std::uint32_t>::max())
        return Error{"The model for '{}' would have more than 4 GB, which a .glb cannot hold",
                     file.string()};
    std::string bytes{"glTF"};
    bytes.reserve(size);
    appendWord(bytes, 2);
    appendWord(bytes, m_bytes.empty() ? size - 8 : size);
    appendWord(bytes, json.size());
    bytes += "JSON" + json;
    if (!m_bytes.empty()) {
        appendWord(bytes, m_bytes.size());
        bytes.append("BIN\0", 4);
        bytes += m_bytes;
    }
    return writeFileAtomically(file, bytes);
}

Result<void> GltfFile::writeText(const fs::path& file)
{
    const auto folderName = file.stem().string() + "_textures";
    for (const auto& picture : m_pictures)
        add("images", {{"name", fs::path{picture.name}.stem().string()},
                       {"uri", encodedUri(folderName + "/" + picture.name)}});
    if (!m_bytes.empty())
        m_lists["buffers"] = GltfJson::array({GltfJson{
            {"byteLength", m_bytes.size()},
            {"uri", "data:application/octet-stream;base64," + base64FromBytes(m_bytes)}}});
    if (!m_extensions.empty())
        m_lists["extensionsUsed"] = m_extensions;
    const auto text = textOf(m_lists, 1);
    if (m_pictures.empty())
        return writeFileAtomically(file, text);
    // Filled beside its place first, so that a full disk leaves what was there as it was.
    const auto folder = file.parent_path() / folderName;
    auto building = UnfinishedFolder::beside(folder);
    if (!building)
        return building.error();
    for (const auto& picture : m_pictures)
        if (auto written = writeFileAtomically(building->path() / picture.name, picture.bytes);
            !written)
            return written;
    if (auto made = makeFolders(folder); !made)
        return made;
    for (const auto& picture : m_pictures) {
        const auto place = folder / picture.name;
        if (auto checked = checkPlaceToWrite(place); !checked)
            return checked;
        std::error_code failed;
        fs::rename(building->path() / picture.name, place, failed);
        if (failed)
            return Error{"Cannot write '{}': {}", place.string(), failed.message()};
    }
    return writeFileAtomically(file, text);
}
} // namespace engine
