#include "engine_core/interchange/gltf_parts.h"

#include "engine_core/base/count_text.h"
#include "engine_core/interchange/gltf/gltf_looks.h"
#include "engine_core/interchange/gltf/gltf_places.h"
#include "engine_core/interchange/gltf/gltf_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace engine
{
namespace
{
using Json = nlohmann::json;

constexpr int MaxDepth = 64;
constexpr std::size_t MostInstances = 100'000'000; ///< more are lies
constexpr float FaintLux = 0.1F;
constexpr float MostCandela = 100'000; ///< that lights can have, see describe(Light)
constexpr float MostNumber = 1e12F;    ///< before it is scaled
constexpr float LeastReach = 0.1F;     ///< metres
constexpr float MostReach = 256;       ///< metres

class Splitter
{
public:
    Splitter(Json model, const fs::path& folder, const GltfSplitOptions& options)
        // nlohmann takes braces for a list of one.
        : m_model(std::move(model))
        , m_folder{folder}
        , m_name{options.name}
        , m_scale{options.scale}
        , m_looks{m_model, m_buffers, folder, options}
    {
    }

    Result<GltfParts> split(std::string_view binary)
    {
        for (const auto* list : {"buffers", "meshes", "nodes", "scenes"})
            if (!m_model.contains(list))
                m_model[list] = Json::array();
        if (auto read = readBuffers(binary); !read)
            return read.error();
        repeatNodes();
        moveBuffers();
        const auto scene = m_model.contains("scene") ? gltfIndex(m_model["scene"]) : 0;
        const auto& scenes = m_model["scenes"];
        if (scene >= scenes.size() || !scenes[scene].contains("nodes"))
            return Error{"it has no scene"};
        for (const auto& node : scenes[scene]["nodes"])
            if (const auto made = addNode(gltfIndex(node), Mat4d{1}, Transform{}, true, 0))
                m_parts.roots.push_back(*made);
        noteTheRest();
        m_parts.materials = m_looks.materialCount;
        std::move(m_looks.files.begin(), m_looks.files.end(), std::back_inserter(m_parts.shared));
        std::move(m_looks.notes.begin(), m_looks.notes.end(), std::back_inserter(m_parts.notes));
        if (m_parts.meshes.empty())
            return Error{"it holds no meshes"};
        return std::move(m_parts);
    }

private:
    Result<void> readBuffers(std::string_view binary)
    {
        for (const auto& buffer : m_model["buffers"]) {
            auto bytes = buffer.contains("uri")
                             ? gltfBytes(buffer["uri"].get<std::string>(), m_folder)
                             : Result<std::string>{std::string{binary}};
            if (!bytes)
                return bytes.error();
            // The chunk of a .glb is padded, and readers take a file of another size for a lie.
            if (const auto length = buffer.find("byteLength"); length != buffer.end())
                bytes->resize(std::min(gltfIndex(*length), bytes->size()));
            m_buffers.push_back(*std::move(bytes));
        }
        return {};
    }

    /// Without the pictures in them, which become files of their own.
    void moveBuffers()
    {
        std::set<std::size_t> views;
        for (const auto& accessor : gltfMember(m_model, "accessors"))
            views.insert(gltfIndex(gltfMember(accessor, "bufferView")));
        auto& buffers = m_model["buffers"];
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            auto bytes = m_model.contains("images") ? numbersOf(i, views) : m_buffers[i];
            if (bytes.empty()) // which readers take for a lie
                bytes.resize(4, '\0');
            const auto name = sharedName(i == 0 ? ".bin" : fmt::format("_{}.bin", i));
            buffers[i]["uri"] = name;
            buffers[i]["byteLength"] = bytes.size();
            m_parts.shared.push_back({name, std::move(bytes)});
        }
    }

    /// What these views hold of a buffer; they begin there anew.
    std::string numbersOf(std::size_t buffer, const std::set<std::size_t>& views)
    {
        std::map<std::size_t, std::size_t> kept; // where it lay, and what lies before its end
        std::vector<std::pair<std::size_t, Json*>> moved;
        for (const auto view : views) {
            const auto bytes = gltfView(m_model, view, m_buffers);
            if (!bytes || gltfIndex(m_model["bufferViews"][view]["buffer"]) != buffer)
                continue;
            const auto start = static_cast<std::size_t>(bytes->data() - m_buffers[buffer].data());
            kept[start] = std::max(kept[start], start + bytes->size());
            moved.emplace_back(start, &m_model["bufferViews"][view]);
        }
        std::string numbers;
        std::map<std::size_t, std::size_t> places; // where it lay, and where it lies
        std::size_t end = 0;                       // of what was copied
        for (const auto& [start, past] : kept) {
            if (start >= end) { // numbers stay aligned
                numbers.append((4 - numbers.size() % 4) % 4 + start % 4, '\0');
                end = start;
            }
            places[start] = numbers.size() - (end - start);
            if (past > end) {
                numbers.append(m_buffers[buffer], end, past - end);
                end = past;
            }
        }
        for (const auto& [start, view] : moved)
            (*view)["byteOffset"] = places[start];
        return numbers;
    }

    /// What EXT_mesh_gpu_instancing repeats at a node becomes nodes below it.
    void repeatNodes()
    {
        auto& nodes = m_model["nodes"];
        const auto authored = nodes.size();
        std::size_t leftOut = 0;
        for (std::size_t i = 0; i < authored; ++i) {
            const auto attributes = gltfMember(
                gltfMember(gltfMember(nodes[i], "extensions"), "EXT_mesh_gpu_instancing"),
                "attributes");
            if (!attributes.is_object() || !nodes[i].contains("mesh"))
                continue;
            const auto shown = nodes[i]["mesh"];
            const auto name = gltfText(nodes[i], "name");
            nodes[i].erase("mesh");
            const auto count = repeatsOf(attributes);
            if (nodes.size() - authored + count > MostRepeatedNodes) {
                leftOut += count;
                continue;
            }
            for (auto& each : repeated(attributes, count)) {
                each["mesh"] = shown;
                each["name"] = name;
                nodes[i]["children"].push_back(nodes.size());
                nodes.push_back(std::move(each));
            }
        }
        if (leftOut > 0)
            m_parts.notes.push_back(fmt::format(
                "{} of EXT_mesh_gpu_instancing, such as plants, {} left out: there are too many "
                "for objects",
                countText(leftOut, "instance", "instances"), leftOut == 1 ? "was" : "were"));
    }

    /// The count of any attribute that it has; 0 for what lies.
    [[nodiscard]] std::size_t repeatsOf(const Json& attributes) const
    {
        for (const auto& attribute : attributes) {
            const auto& accessor = gltfElement(m_model, "accessors", gltfIndex(attribute));
            const auto count = gltfIndex(gltfMember(accessor, "count"));
            return count <= MostInstances ? count : 0;
        }
        return 0;
    }

    [[nodiscard]] std::vector<Json> repeated(const Json& attributes, std::size_t count) const
    {
        std::vector<Json> nodes(count, Json::object());
        constexpr std::array<std::tuple<const char*, const char*, std::size_t>, 3> Parts{
            {{"TRANSLATION", "translation", 3},
             {"ROTATION", "rotation", 4},
             {"SCALE", "scale", 3}}};
        for (const auto& [attribute, key, components] : Parts) {
            const auto numbers = gltfFloats(m_model, gltfIndex(gltfMember(attributes, attribute)),
                                            components, count, m_buffers);
            for (std::size_t i = 0; numbers && (i + 1) * components <= numbers->size(); ++i)
                for (std::size_t c = 0; c < components; ++c)
                    nodes[i][key].push_back((*numbers)[i * components + c]);
        }
        return nodes;
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
        const auto local = gltfMatrix(source);
        const auto here = world * local;
        if (!isFiniteMatrix(here)) {
            ++m_nowhere;
            return std::nullopt;
        }
        const auto own = placeOfMatrix(local);
        const auto chained = own ? placed * *own : placed;
        const bool fits = isExact && own && isSamePlace(chained.matrix(), here);
        PartNode node{nameOf(source), fits ? *own : Transform{}};
        if (source.contains("mesh"))
            addMesh(gltfIndex(source["mesh"]), fits, here, node);
        if (auto seen = lightOrCamera(source, node.name); seen && fits) {
            node.light = seen->light;
            node.isCamera = seen->isCamera;
        } else if (seen) { // it stands by itself
            seen->place = placeOfMatrix(here).value_or(Transform{Vec3d{here[3]}});
            if (isPlaceable(seen->place))
                addRoot(*std::move(seen));
        }
        std::vector<std::size_t> children;
        if (const auto below = source.find("children"); below != source.end())
            for (const auto& child : *below)
                if (const auto made = addNode(gltfIndex(child), here, chained, fits, depth + 1))
                    children.push_back(*made);
        if (!fits) { // the children stand by themselves, and so does what it shows
            m_parts.roots.insert(m_parts.roots.end(), children.begin(), children.end());
            children.clear();
        }
        if (!node.mesh && !node.light && !node.isCamera && children.empty())
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

    void addRoot(PartNode node)
    {
        m_parts.nodes.push_back(std::move(node));
        m_parts.roots.push_back(m_parts.nodes.size() - 1);
    }

    /// A node that shines or looks as this one does; nullopt if it does neither.
    std::optional<PartNode> lightOrCamera(const Json& source, const std::string& name)
    {
        constexpr const char* Lights = "KHR_lights_punctual";
        PartNode node{name, {}};
        const auto& reference = gltfMember(gltfMember(source, "extensions"), Lights);
        const auto& lights = gltfMember(gltfMember(m_model, "extensions"), Lights);
        if (const auto& light =
                gltfElement(lights, "lights", gltfIndex(gltfMember(reference, "light")));
            light.is_object())
            node.light = lightOf(light);
        node.isCamera =
            gltfElement(m_model, "cameras", gltfIndex(gltfMember(source, "camera"))).is_object();
        if (node.isCamera)
            ++m_cameras;
        return node.light || node.isCamera ? std::optional{std::move(node)} : std::nullopt;
    }

    /// Theirs are candela, lux and linear colours, too; their metres are our m_scale metres. One
    /// that reaches without end does so here up to where it gives FaintLux.
    [[nodiscard]] Light lightOf(const Json& json) const
    {
        const auto kind = gltfText(json, "type");
        const auto color = gltfColor(json, "color", Vec3f{1});
        Light light;
        light.color = {color.x, color.y, color.z};
        light.intensity = gltfNumber(json, "intensity", 1, 0, MostNumber);
        if (kind == "directional") {
            light.kind = LightKind::Sun;
            light.intensity = std::min(light.intensity, MostCandela);
            return light;
        }
        // Candela by the square: surfaces, nearer or further now, are lit as in the file.
        const auto scaled = [&](double number, double by, float least, float most) {
            return static_cast<float>(
                std::clamp(number * by, static_cast<double>(least), static_cast<double>(most)));
        };
        light.intensity = scaled(light.intensity, m_scale * m_scale, 0, MostCandela);
        if (kind == "spot") {
            constexpr auto WholeDegrees = static_cast<float>(360 / Pi); // of half an angle
            constexpr auto Quarter = static_cast<float>(Pi / 4);
            const auto& spot = gltfMember(json, "spot");
            light.kind = LightKind::Spot;
            light.cone =
                std::clamp(gltfNumber(spot, "outerConeAngle", Quarter, 0, 2 * Quarter) * WholeDegrees,
                           1.0F, 175.0F);
            light.innerCone = std::min(
                gltfNumber(spot, "innerConeAngle", 0, 0, 2 * Quarter) * WholeDegrees, light.cone);
        }
        const float reach = std::sqrt(light.intensity / FaintLux);
        const float range = gltfNumber(json, "range", -1, 0, MostNumber);
        light.range =
            scaled(range < 0 ? reach : range, range < 0 ? 1 : m_scale, LeastReach, MostReach);
        return light;
    }

    [[nodiscard]] std::string nameOf(const Json& node) const
    {
        auto name = node.value("name", std::string{});
        if (name.empty() && node.contains("mesh"))
            name = meshName(gltfIndex(node["mesh"]));
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
        if (const auto place = isPlain ? std::nullopt : placeOfMatrix(here)) {
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

    /// The model with one mesh alone, and no more accessors and views than that needs. Its
    /// materials are names of project materials.
    [[nodiscard]] Json fileOf(std::size_t mesh, Json node)
    {
        Json file;
        for (const auto* key : {"asset", "buffers"})
            if (m_model.contains(key))
                file[key] = m_model[key];
        auto shown = m_model["meshes"][mesh];
        std::map<std::size_t, std::size_t> views;
        std::map<std::size_t, std::size_t> accessors;
        std::map<std::size_t, std::size_t> materials;
        const auto takeAccessor = [&](Json& index) {
            const auto before = accessors.size();
            index = taken(accessors, file, "accessors", index);
            if (accessors.size() == before)
                return;
            if (auto& accessor = file["accessors"].back(); accessor.contains("bufferView"))
                accessor["bufferView"] = taken(views, file, "bufferViews", accessor["bufferView"]);
        };
        for (auto& primitive : shown["primitives"]) {
            for (auto& [name, index] : primitive["attributes"].items())
                takeAccessor(index);
            if (primitive.contains("indices"))
                takeAccessor(primitive["indices"]);
            primitive.erase("targets");
            primitive.erase("extensions");
            if (primitive.contains("material"))
                takeMaterial(primitive, materials, file);
        }
        file["meshes"] = Json::array({std::move(shown)});
        file["nodes"] = Json::array({std::move(node)});
        file["scenes"] = Json::array({Json{{"nodes", {0}}}});
        file["scene"] = 0;
        return file;
    }

    /// A primitive whose material lies has none.
    void takeMaterial(Json& primitive, std::map<std::size_t, std::size_t>& known, Json& file)
    {
        const auto old = gltfIndex(primitive["material"]);
        if (!gltfElement(m_model, "materials", old).is_object()) {
            primitive.erase("material");
            return;
        }
        const auto [at, isNew] = known.try_emplace(old, known.size());
        if (isNew)
            file["materials"].push_back({{"name", m_looks.nameOf(old)}});
        primitive["material"] = at->second;
    }

    /// Copies an element of one of the model's lists once; returns its new index.
    Json taken(std::map<std::size_t, std::size_t>& known,
               Json& file,
               const char* list,
               const Json& index) const
    {
        const auto old = gltfIndex(index);
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
        const auto note = [&](std::size_t count, const char* one, const char* many,
                              const char* what) {
            if (count > 0)
                m_parts.notes.push_back(fmt::format("{}: {}", what, countText(count, one, many)));
        };
        note(m_nowhere, "node", "nodes", "Left out with what is below, as they stand nowhere");
        note(m_cameras, "camera", "cameras", "Kept as empty objects with the tag camera");
    }

    Json m_model;
    const fs::path& m_folder;
    std::string m_name;
    double m_scale;
    GltfParts m_parts;
    std::map<std::size_t, std::size_t> m_meshes; ///< of the model, to those of the parts
    std::set<std::string> m_fileNames;
    std::set<std::size_t> m_visited;
    std::vector<std::string> m_buffers;
    std::size_t m_cameras = 0;
    std::size_t m_nowhere = 0; ///< nodes whose places are no numbers
    GltfLooks m_looks; ///< of what stands above
};
} // namespace

Result<GltfParts>
splitGltf(const std::string& bytes, const fs::path& folder, const GltfSplitOptions& options)
{
    const auto chunks = gltfChunks(bytes);
    try {
        return Splitter{Json::parse(chunks.json), folder, options}.split(chunks.binary);
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
