#include "engine_core/assets/models/obj_reader.h"

#include "engine_core/assets/models/mesh_shading.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_map>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxTextFile = std::uintmax_t{16} << 20U;
constexpr std::uintmax_t MaxImageFile = std::uintmax_t{256} << 20U;
constexpr std::size_t MaxMaterials = 4096;
constexpr int MaxLibraries = 64;

/// Takes lines and words off the front of a text.
class Words
{
public:
    explicit Words(std::string_view text) : m_text{text} {}

    std::optional<std::string_view> nextLine()
    {
        if (m_text.empty())
            return std::nullopt;
        const auto end = m_text.find('\n');
        const auto line = m_text.substr(0, end);
        m_text.remove_prefix(end == std::string_view::npos ? m_text.size() : end + 1);
        return line.substr(0, line.find('#'));
    }

    /// Empty at the end.
    std::string_view next()
    {
        skipBlanks();
        const auto end = std::min(m_text.find_first_of(" \t\r"), m_text.size());
        const auto word = m_text.substr(0, end);
        m_text.remove_prefix(end);
        return word;
    }

    /// File and material names may have blanks in them.
    std::string_view rest()
    {
        skipBlanks();
        const auto last = m_text.find_last_not_of(" \t\r");
        return last == std::string_view::npos ? std::string_view{} : m_text.substr(0, last + 1);
    }

private:
    void skipBlanks()
    {
        m_text.remove_prefix(std::min(m_text.find_first_not_of(" \t\r"), m_text.size()));
    }

    std::string_view m_text;
};

template <typename Number>
std::optional<Number> numberIn(std::string_view word)
{
    if (word.starts_with('+'))
        word.remove_prefix(1);
    Number number{};
    const auto* end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    return read.ec == std::errc{} && read.ptr == end ? std::optional{number} : std::nullopt;
}

template <typename Vector>
std::optional<Vector> vectorIn(Words& words)
{
    Vector vector{0};
    for (int i = 0; i < Vector::length(); ++i) {
        const auto number = numberIn<float>(words.next());
        if (!number || !std::isfinite(*number))
            return std::nullopt;
        vector[i] = *number;
    }
    return vector;
}

/// Place, texture and normal of a corner; -1 for none.
using CornerKey = std::array<std::int64_t, 4>; ///< the fourth tells flat polygons apart

struct HashCorner
{
    std::size_t operator()(const CornerKey& key) const
    {
        std::uint64_t hash = 0;
        for (const auto part : key)
            hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15ULL;
        return static_cast<std::size_t>(hash ^ (hash >> 31U));
    }
};

/// The triangles of one material.
struct Part
{
    std::vector<MeshVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::unordered_map<CornerKey, std::uint32_t, HashCorner> known;
    bool hasNormals = true;
};

std::string fileBelow(const fs::path& folder, std::string_view name, std::uintmax_t limit)
{
    std::string plain{name};
    std::replace(plain.begin(), plain.end(), '\\', '/');
    const auto file = resolveInside(folder, plain);
    auto bytes = file ? readFile(*file, limit) : Result<std::string>{file.error()};
    return bytes ? *std::move(bytes) : std::string{};
}

void readMaterials(std::string_view text,
                   const fs::path& folder,
                   std::vector<ModelMaterial>& materials)
{
    Words lines{text};
    std::uintmax_t budget = MaxImageFile; // of all pictures together
    const auto first = materials.size();
    while (const auto line = lines.nextLine()) {
        Words words{*line};
        const auto command = words.next();
        if (command == "newmtl" && materials.size() < MaxMaterials) {
            materials.emplace_back().name = Name{std::string{words.rest()}};
        } else if (materials.size() == first) {
            continue;
        } else if (command == "Kd") {
            if (const auto color = vectorIn<Vec3f>(words))
                materials.back().tint = glm::clamp(*color, Vec3f{0}, Vec3f{1});
        } else if (command == "map_Kd") {
            auto image = fileBelow(folder, words.rest(), budget);
            budget -= image.size();
            if (image.empty())
                continue;
            materials.back().image = std::make_shared<const std::string>(std::move(image));
            materials.back().tint = Vec3f{1}; // exporters write a dark Kd beside a picture
        }
    }
}

class ObjReader
{
public:
    explicit ObjReader(const fs::path& folder) : m_folder{folder} {}

    Result<Model> read(std::string_view text)
    {
        Words lines{text};
        std::size_t number = 0;
        while (const auto line = lines.nextLine()) {
            ++number;
            if (!readLine(*line))
                return Error{"its line {} is damaged", number};
            if (m_corners > MaxCorners || m_places.size() > MaxCorners)
                return Error{"it has too many corners"};
        }
        return finish();
    }

private:
    bool readLine(std::string_view line)
    {
        Words words{line};
        const auto command = words.next();
        if (command == "v")
            return add(m_places, words);
        if (command == "vt")
            return add(m_uvs, words);
        if (command == "vn")
            return add(m_normals, words);
        if (command == "f")
            return addPolygon(words);
        if (command == "usemtl")
            m_material = Name{std::string{words.rest()}};
        else if (command == "mtllib" && ++m_libraries <= MaxLibraries)
            readMaterials(fileBelow(m_folder, words.rest(), MaxTextFile), m_folder,
                          m_model.materials);
        return true;
    }

    template <typename Vector>
    static bool add(std::vector<Vector>& list, Words& words)
    {
        const auto vector = vectorIn<Vector>(words);
        if (vector)
            list.push_back(*vector);
        return vector.has_value();
    }

    /// From 1 up, or from -1 down for the last ones; nullopt if it is none of the list.
    static std::optional<std::int64_t> indexIn(std::string_view word, std::size_t count)
    {
        const auto number = numberIn<std::int64_t>(word);
        const auto size = static_cast<std::int64_t>(count);
        if (!number || *number == 0 || *number > size || *number < -size)
            return std::nullopt;
        return *number > 0 ? *number - 1 : size + *number;
    }

    std::optional<CornerKey> cornerIn(std::string_view word) const
    {
        std::array<std::string_view, 3> parts{};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto end = std::min(word.find('/'), word.size());
            parts[i] = word.substr(0, end);
            word.remove_prefix(std::min(end + 1, word.size()));
        }
        const auto place = indexIn(parts[0], m_places.size());
        if (!place)
            return std::nullopt;
        CornerKey key{*place, -1, -1, -1};
        if (!parts[1].empty()) {
            const auto uv = indexIn(parts[1], m_uvs.size());
            if (!uv)
                return std::nullopt;
            key[1] = *uv;
        }
        if (!parts[2].empty()) {
            const auto normal = indexIn(parts[2], m_normals.size());
            if (!normal)
                return std::nullopt;
            key[2] = *normal;
        }
        return key;
    }

    bool addPolygon(Words& words)
    {
        auto& part = m_parts[m_material];
        std::vector<std::uint32_t> loop;
        ++m_polygon;
        for (auto word = words.next(); !word.empty(); word = words.next()) {
            auto key = cornerIn(word);
            if (!key || ++m_corners > MaxCorners)
                return false;
            if ((*key)[2] < 0) {
                part.hasNormals = false;
                (*key)[3] = m_polygon;
            }
            loop.push_back(vertexOf(part, *key));
        }
        for (std::size_t i = 2; i < loop.size(); ++i)
            part.indices.insert(part.indices.end(), {loop[0], loop[i - 1], loop[i]});
        return loop.size() >= 3;
    }

    std::uint32_t vertexOf(Part& part, const CornerKey& key) const
    {
        const auto [at, isNew] =
            part.known.try_emplace(key, static_cast<std::uint32_t>(part.vertices.size()));
        if (isNew) {
            auto& vertex = part.vertices.emplace_back();
            vertex.position = m_places[static_cast<std::size_t>(key[0])];
            if (key[1] >= 0) {
                const auto& uv = m_uvs[static_cast<std::size_t>(key[1])];
                vertex.uv = {uv.x, 1 - uv.y}; // OBJ counts v upwards
            }
            if (key[2] >= 0)
                vertex.normal =
                    normalizedOr(m_normals[static_cast<std::size_t>(key[2])], Vec3f{0, 1, 0});
        }
        return at->second;
    }

    Result<Model> finish()
    {
        auto& mesh = m_model.mesh;
        for (auto& [material, part] : m_parts) {
            if (part.indices.empty())
                continue;
            if (!part.hasNormals)
                makeNormals(part.vertices, part.indices);
            makeTangents(part.vertices, part.indices);
            const auto firstVertex = static_cast<std::uint32_t>(mesh.vertices.size());
            mesh.faces.push_back({mesh.faces.size(), material,
                                  static_cast<std::uint32_t>(mesh.indices.size()),
                                  static_cast<std::uint32_t>(part.indices.size())});
            mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
            for (const auto index : part.indices)
                mesh.indices.push_back(firstVertex + index);
        }
        if (mesh.indices.empty())
            return Error{"it holds no triangles"};
        return std::move(m_model);
    }

    const fs::path& m_folder;
    Model m_model;
    int m_libraries = 0;
    std::vector<Vec3f> m_places;
    std::vector<Vec2f> m_uvs;
    std::vector<Vec3f> m_normals;
    std::map<Name, Part> m_parts;
    Name m_material;
    std::size_t m_corners = 0;
    std::int64_t m_polygon = 0;
};
} // namespace

Result<Model> readObj(std::string_view text, const fs::path& folder)
{
    return ObjReader{folder}.read(text);
}
} // namespace engine
