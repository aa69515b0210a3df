#include "engine_core/interchange/gltf_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <set>

namespace engine
{
namespace
{
using Json = nlohmann::json;

constexpr int MaxDepth = 64;
/// A matrix that is off by less than this is what the transform says.
constexpr double SameMatrix = 1e-6;
constexpr double MostScale = 1000; // that an object can have

struct Glb
{
    std::string_view json;
    std::string_view binary;
};

std::uint32_t wordAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t word = 0;
    if (at + sizeof word <= bytes.size())
        std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

/// The chunks of a .glb; a .gltf is one chunk of text.
Glb chunksOf(std::string_view bytes)
{
    constexpr std::uint32_t JsonChunk = 0x4E4F534A;
    constexpr std::size_t Header = 12;
    if (!bytes.starts_with("glTF"))
        return {bytes, {}};
    Glb glb;
    for (std::size_t at = Header; at + 8 <= bytes.size();) {
        const std::size_t length = std::min<std::size_t>(wordAt(bytes, at), bytes.size() - at - 8);
        const auto data = bytes.substr(at + 8, length);
        (wordAt(bytes, at + 4) == JsonChunk ? glb.json : glb.binary) = data;
        at += 8 + length;
    }
    return glb;
}

int base64Digit(char sign)
{
    constexpr std::string_view Digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto at = Digits.find(sign);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::string fromBase64(std::string_view text)
{
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char sign : text) {
        const int digit = base64Digit(sign);
        if (digit < 0)
            continue; // padding and line ends
        bits = (bits << 6U) | static_cast<unsigned>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU);
        }
    }
    return bytes;
}

/// "a%20b" is "a b".
std::string decodedUri(const std::string& uri)
{
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] == '%' && i + 2 < uri.size()) {
            text += static_cast<char>(std::strtol(uri.substr(i + 1, 2).c_str(), nullptr, 16));
            i += 2;
        } else {
            text += uri[i];
        }
    }
    return text;
}

Result<std::string> bytesOf(const std::string& uri, const fs::path& folder)
{
    if (uri.starts_with("data:")) {
        const auto comma = uri.find(',');
        return comma == std::string::npos ? std::string{} : fromBase64(uri.substr(comma + 1));
    }
    const auto file = resolveInside(folder, decodedUri(uri));
    return file ? readFile(*file) : Result<std::string>{file.error()};
}

/// True for numbers that a scene can hold.
bool isPlaceable(const Transform& place)
{
    const auto most = [](const Vec3d& v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    };
    return most(place.position) <= WorldLimit && most(place.scale) <= MostScale;
}

/// What an object can be placed with; nullopt for sheared and flat matrices, and for those beyond
/// what a scene holds.
std::optional<Transform> placeOf(const Mat4d& matrix)
{
    Transform place;
    place.position = Vec3d{matrix[3]};
    glm::dmat3 turn{matrix};
    for (int i = 0; i < 3; ++i) {
        place.scale[i] = glm::length(turn[i]);
        if (!(place.scale[i] > 1e-9))
            return std::nullopt;
    }
    if (glm::determinant(turn) < 0)
        place.scale.x = -place.scale.x;
    for (int i = 0; i < 3; ++i)
        turn[i] /= place.scale[i];
    place.rotation = glm::normalize(glm::quat_cast(turn));
    for (int i = 0; i < 3; ++i) // noise of 32 bit numbers
        if (std::abs(place.scale[i] - 1) < SameMatrix)
            place.scale[i] = 1;
    const auto again = place.matrix();
    const double size = std::max({1.0, glm::length(place.scale), glm::length(place.position)});
    for (int column = 0; column < 4; ++column)
        if (glm::length(again[column] - matrix[column]) > 4 * SameMatrix * size)
            return std::nullopt;
    if (!isPlaceable(place))
        return std::nullopt;
    return place;
}

Vec3d vectorOf(const Json& node, const char* key, const Vec3d& usual)
{
    const auto at = node.find(key);
    if (at == node.end() || at->size() != 3)
        return usual;
    return {(*at)[0].get<double>(), (*at)[1].get<double>(), (*at)[2].get<double>()};
}

Mat4d matrixOf(const Json& node)
{
    if (const auto at = node.find("matrix"); at != node.end() && at->size() == 16) {
        Mat4d matrix;
        for (int i = 0; i < 16; ++i)
            matrix[i / 4][i % 4] = (*at)[static_cast<std::size_t>(i)].get<double>();
        return matrix;
    }
    Transform place{
        vectorOf(node, "translation", Vec3d{0}), {1, 0, 0, 0}, vectorOf(node, "scale", Vec3d{1})};
    if (const auto at = node.find("rotation"); at != node.end() && at->size() == 4)
        place.rotation = {(*at)[3].get<double>(), (*at)[0].get<double>(), (*at)[1].get<double>(),
                          (*at)[2].get<double>()};
    return place.matrix();
}

/// A number that counts elements or bytes; one past every list for what can be none.
std::size_t indexIn(const Json& value)
{
    constexpr double Most = 1e15;
    if (value.is_number_unsigned())
        return value.get<std::size_t>();
    const double number = value.is_number_float() ? value.get<double>() : -1;
    return number >= 0 && number < Most ? static_cast<std::size_t>(number)
                                        : std::numeric_limits<std::size_t>::max();
}

class Splitter
{
public:
    Splitter(Json model, const fs::path& folder, std::string name)
        // nlohmann takes braces for a list of one.
        : m_model(std::move(model)), m_folder{folder}, m_name{std::move(name)}
    {
    }

    Result<GltfParts> split(std::string_view binary)
    {
        for (const auto* list : {"buffers", "meshes", "nodes", "scenes"})
            if (!m_model.contains(list))
                m_model[list] = Json::array();
        if (auto moved = moveBuffers(binary); !moved)
            return moved.error();
        moveImages();
        const auto scene = m_model.contains("scene") ? indexIn(m_model["scene"]) : 0;
        const auto& scenes = m_model["scenes"];
        if (scene >= scenes.size() || !scenes[scene].contains("nodes"))
            return Error{"it has no scene"};
        for (const auto& node : scenes[scene]["nodes"])
            if (const auto made = addNode(indexIn(node), Mat4d{1}, Transform{}, true, 0))
                m_parts.roots.push_back(*made);
        noteTheRest();
        if (m_parts.meshes.empty())
            return Error{"it holds no meshes"};
        return std::move(m_parts);
    }

private:
    Result<void> moveBuffers(std::string_view binary)
    {
        auto& buffers = m_model["buffers"];
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            auto bytes = buffers[i].contains("uri")
                             ? bytesOf(buffers[i]["uri"].get<std::string>(), m_folder)
                             : Result<std::string>{std::string{binary}};
            if (!bytes)
                return bytes.error();
            // The chunk of a .glb is padded, and readers take a file of another size for a lie.
            if (const auto length = buffers[i].find("byteLength"); length != buffers[i].end())
                bytes->resize(std::min(indexIn(*length), bytes->size()));
            const auto name = sharedName(i == 0 ? ".bin" : fmt::format("_{}.bin", i));
            buffers[i]["uri"] = name;
            m_parts.shared.push_back({name, *std::move(bytes)});
        }
        return {};
    }

    /// Images inside of buffers stay there.
    void moveImages()
    {
        const auto images = m_model.find("images");
        for (std::size_t i = 0; images != m_model.end() && i < images->size(); ++i) {
            auto& image = (*images)[i];
            if (!image.contains("uri"))
                continue;
            const auto uri = image["uri"].get<std::string>();
            auto bytes = bytesOf(uri, m_folder);
            if (!bytes) {
                m_parts.notes.push_back(fmt::format("The image '{}' was left out: {}",
                                                    uri.substr(0, 60), bytes.error().message()));
                continue;
            }
            const bool isPng = bytes->starts_with("\x89PNG");
            const auto name = sharedName(fmt::format("_{}{}", i, isPng ? ".png" : ".jpg"));
            image["uri"] = name;
            m_parts.shared.push_back({name, *std::move(bytes)});
        }
    }

    /// Without spaces, which a URI cannot hold.
    [[nodiscard]] std::string sharedName(const std::string& ending) const
    {
        auto name = m_name + ending;
        std::replace(name.begin(), name.end(), ' ', '_');
        return name;
    }

    /// `world` is where the node's parent really is, `placed` where its object says that it is;
    /// nested objects that are stretched and turned cannot say everything.
    std::optional<std::size_t>
    addNode(std::size_t index, const Mat4d& world, const Transform& placed, bool isExact, int depth)
    {
        const auto& nodes = m_model["nodes"];
        if (index >= nodes.size() || depth > MaxDepth || !m_visited.insert(index).second)
            return std::nullopt;
        const auto& source = nodes[index];
        const auto local = matrixOf(source);
        const auto here = world * local;
        const auto own = placeOf(local);
        const auto chained = own ? placed * *own : placed;
        const bool fits = isExact && own && isSame(chained.matrix(), here);
        PartNode node{nameOf(source), fits ? *own : Transform{}};
        if (source.contains("mesh"))
            addMesh(indexIn(source["mesh"]), fits, here, node);
        std::vector<std::size_t> children;
        if (const auto below = source.find("children"); below != source.end())
            for (const auto& child : *below)
                if (const auto made = addNode(indexIn(child), here, chained, fits, depth + 1))
                    children.push_back(*made);
        if (!fits) { // the children stand by themselves, and so does what it shows
            m_parts.roots.insert(m_parts.roots.end(), children.begin(), children.end());
            children.clear();
        }
        if (!node.mesh && children.empty())
            return std::nullopt;
        node.children = std::move(children);
        m_parts.nodes.push_back(std::move(node));
        const auto made = m_parts.nodes.size() - 1;
        if (fits || isRoot(depth))
            return made;
        m_parts.roots.push_back(made);
        return std::nullopt;
    }

    static bool isRoot(int depth) { return depth == 0; }

    static bool isSame(const Mat4d& a, const Mat4d& b)
    {
        double size = 1;
        double apart = 0;
        for (int column = 0; column < 4; ++column) {
            size = std::max(size, glm::length(b[column]));
            apart = std::max(apart, glm::length(a[column] - b[column]));
        }
        return apart <= 8 * SameMatrix * size;
    }

    [[nodiscard]] std::string nameOf(const Json& node) const
    {
        auto name = node.value("name", std::string{});
        if (name.empty() && node.contains("mesh"))
            name = meshName(indexIn(node["mesh"]));
        return name.empty() ? m_name : name;
    }

    [[nodiscard]] std::string meshName(std::size_t mesh) const
    {
        const auto& meshes = m_model["meshes"];
        return mesh < meshes.size() ? meshes[mesh].value("name", std::string{}) : std::string{};
    }

    /// A node that is no plain object has a file of its own, in which its mesh stands where it
    /// belongs.
    void addMesh(std::size_t mesh, bool isPlain, const Mat4d& here, PartNode& node)
    {
        if (mesh >= m_model["meshes"].size())
            return;
        if (const auto known = m_meshes.find(mesh); isPlain && known != m_meshes.end()) {
            node.mesh = known->second;
            return;
        }
        Json shown{{"mesh", 0}};
        if (const auto place = isPlain ? std::nullopt : placeOf(here)) {
            node.place = *place; // it stands by itself
            isPlain = true;
        } else if (!isPlain) {
            auto numbers = Json::array();
            for (int i = 0; i < 16; ++i)
                numbers.push_back(here[i / 4][i % 4]);
            shown["matrix"] = std::move(numbers);
        }
        const auto known = m_meshes.find(mesh);
        if (isPlain && known != m_meshes.end()) {
            node.mesh = known->second;
            return;
        }
        node.mesh = m_parts.meshes.size();
        if (isPlain)
            m_meshes.emplace(mesh, *node.mesh);
        const auto title = meshName(mesh);
        m_parts.meshes.push_back(
            {fileName(title.empty() ? node.name : title), fileOf(mesh, std::move(shown)).dump(1)});
    }

    std::string fileName(const std::string& title)
    {
        const auto plain = safeFileName(title);
        auto name = plain;
        for (int number = 2; !m_fileNames.insert(name).second; ++number)
            name = fmt::format("{} {}", plain, number);
        return name + ".gltf";
    }

    /// The model with one mesh alone, and no more accessors and views than that needs.
    [[nodiscard]] Json fileOf(std::size_t mesh, Json node) const
    {
        Json file;
        for (const auto* key : {"asset", "buffers", "materials", "textures", "images", "samplers",
                                "extensionsUsed", "extensionsRequired"})
            if (m_model.contains(key))
                file[key] = m_model[key];
        auto shown = m_model["meshes"][mesh];
        std::map<std::size_t, std::size_t> views;
        std::map<std::size_t, std::size_t> accessors;
        const auto takeView = [&](Json& user) {
            if (user.contains("bufferView"))
                user["bufferView"] = taken(views, file, "bufferViews", user["bufferView"]);
        };
        const auto takeAccessor = [&](Json& index) {
            const auto before = accessors.size();
            index = taken(accessors, file, "accessors", index);
            if (accessors.size() > before)
                takeView(file["accessors"].back());
        };
        for (auto& primitive : shown["primitives"]) {
            for (auto& [name, index] : primitive["attributes"].items())
                takeAccessor(index);
            if (primitive.contains("indices"))
                takeAccessor(primitive["indices"]);
            primitive.erase("targets");
        }
        if (file.contains("images"))
            for (auto& image : file["images"])
                takeView(image);
        file["meshes"] = Json::array({std::move(shown)});
        file["nodes"] = Json::array({std::move(node)});
        file["scenes"] = Json::array({Json{{"nodes", {0}}}});
        file["scene"] = 0;
        return file;
    }

    /// Copies an element of one of the model's lists once; returns its new index.
    Json taken(std::map<std::size_t, std::size_t>& known,
               Json& file,
               const char* list,
               const Json& index) const
    {
        const auto old = indexIn(index);
        const auto [at, isNew] = known.try_emplace(old, known.size());
        if (isNew)
            file[list].push_back(m_model.at(list).at(old));
        return at->second;
    }

    void noteTheRest()
    {
        if (m_model.contains("animations") || m_model.contains("skins"))
            m_parts.notes.emplace_back(
                "Skins and animations were left out: the models stand as the file holds them");
        const auto lights = m_model.value("extensions", Json::object())
                                .value("KHR_lights_punctual", Json::object())
                                .value("lights", Json::array())
                                .size();
        if (lights > 0)
            m_parts.notes.push_back(fmt::format("{} lights were left out", lights));
        if (m_model.contains("cameras"))
            m_parts.notes.push_back(
                fmt::format("{} cameras were left out", m_model["cameras"].size()));
    }

    Json m_model;
    const fs::path& m_folder;
    std::string m_name;
    GltfParts m_parts;
    std::map<std::size_t, std::size_t> m_meshes; ///< of the model, to those of the parts
    std::set<std::string> m_fileNames;
    std::set<std::size_t> m_visited;
};
} // namespace

Result<GltfParts>
splitGltf(const std::string& bytes, const fs::path& folder, const std::string& name)
{
    const auto chunks = chunksOf(bytes);
    try {
        return Splitter{Json::parse(chunks.json), folder, name}.split(chunks.binary);
    } catch (const nlohmann::json::exception& problem) {
        return Error{"it is damaged ({})", problem.what()};
    }
}

std::string safeFileName(std::string_view name)
{
    std::string safe;
    for (const char sign : name) {
        const auto code = static_cast<unsigned char>(sign);
        const bool isPlain =
            std::isalnum(code) != 0 || sign == '-' || sign == '_' || sign == '.' || sign == ' ';
        safe += isPlain && code < 128 ? sign : '_';
    }
    while (!safe.empty() && (safe.front() == '.' || safe.front() == ' '))
        safe.erase(0, 1);
    while (!safe.empty() && (safe.back() == '.' || safe.back() == ' '))
        safe.pop_back();
    return safe.empty() ? std::string{"model"} : safe.substr(0, 64);
}
} // namespace engine
