#include "engine_core/assets/models/mesh_loader.h"

#include "engine_core/assets/models/glb_container.h"
#include "engine_core/assets/models/mesh_shading.h"
#include "engine_core/assets/models/obj_reader.h"

#include <glm/gtc/type_ptr.hpp>
#include <tiny_gltf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <span>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxModelFile = std::uintmax_t{1} << 30U;
constexpr std::uintmax_t MaxPictureBytes = std::uintmax_t{256} << 20U; ///< of all together
constexpr int MaxNodeDepth = 64;

/// The bytes of an accessor, proved to lie inside its buffer.
struct Elements
{
    const unsigned char* data = nullptr;
    std::size_t stride = 0;
    std::size_t count = 0;
    int componentType = 0;
    int components = 0;
};

std::optional<Elements> elementsOf(const tinygltf::Model& model, int index)
{
    if (index < 0 || static_cast<std::size_t>(index) >= model.accessors.size())
        return std::nullopt;
    const auto& accessor = model.accessors[static_cast<std::size_t>(index)];
    const auto viewIndex = static_cast<std::size_t>(accessor.bufferView);
    if (accessor.bufferView < 0 || viewIndex >= model.bufferViews.size() ||
        accessor.sparse.isSparse)
        return std::nullopt;
    const auto& view = model.bufferViews[viewIndex];
    const auto bufferIndex = static_cast<std::size_t>(view.buffer);
    if (view.buffer < 0 || bufferIndex >= model.buffers.size())
        return std::nullopt;
    const auto& bytes = model.buffers[bufferIndex].data;
    const int stride = accessor.ByteStride(view);
    const int size =
        tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(accessor.componentType)) *
        tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
    if (stride <= 0 || size <= 0 || accessor.count == 0 || accessor.count > MaxCorners)
        return std::nullopt;
    // Every offset below a buffer's size, so that sums cannot overflow.
    if (view.byteOffset > bytes.size() || accessor.byteOffset > bytes.size())
        return std::nullopt;
    const auto begin = view.byteOffset + accessor.byteOffset;
    const auto length =
        static_cast<std::size_t>(stride) * (accessor.count - 1) + static_cast<std::size_t>(size);
    if (begin > bytes.size() || length > bytes.size() - begin)
        return std::nullopt;
    return Elements{bytes.data() + begin, static_cast<std::size_t>(stride), accessor.count,
                    accessor.componentType,
                    tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type))};
}

template <typename T>
T numberAt(const unsigned char* data)
{
    T number{};
    std::memcpy(&number, data, sizeof number); // buffers need not be aligned
    return number;
}

template <typename Vector>
std::optional<std::vector<Vector>> vectorsOf(const tinygltf::Model& model, int index)
{
    const auto elements = elementsOf(model, index);
    if (!elements || elements->componentType != TINYGLTF_COMPONENT_TYPE_FLOAT ||
        elements->components != Vector::length())
        return std::nullopt;
    std::vector<Vector> vectors(elements->count);
    for (std::size_t i = 0; i < vectors.size(); ++i)
        for (int c = 0; c < Vector::length(); ++c) {
            const auto number = numberAt<float>(elements->data + i * elements->stride +
                                                static_cast<std::size_t>(c) * sizeof(float));
            if (!std::isfinite(number))
                return std::nullopt;
            vectors[i][c] = number;
        }
    return vectors;
}

std::optional<std::vector<std::uint32_t>> indicesOf(const tinygltf::Model& model, int index)
{
    const auto elements = elementsOf(model, index);
    if (!elements || elements->components != 1)
        return std::nullopt;
    std::vector<std::uint32_t> indices(elements->count);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto* at = elements->data + i * elements->stride;
        switch (elements->componentType) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            indices[i] = *at;
            break;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            indices[i] = numberAt<std::uint16_t>(at);
            break;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            indices[i] = numberAt<std::uint32_t>(at);
            break;
        default:
            return std::nullopt;
        }
    }
    return indices;
}

int attributeOf(const tinygltf::Primitive& primitive, const char* name)
{
    const auto at = primitive.attributes.find(name);
    return at == primitive.attributes.end() ? -1 : at->second;
}

Mat4d localMatrix(const tinygltf::Node& node)
{
    if (node.matrix.size() == 16)
        return glm::make_mat4(node.matrix.data());
    Transform place;
    if (node.translation.size() == 3)
        place.position = {node.translation[0], node.translation[1], node.translation[2]};
    if (node.rotation.size() == 4)
        place.rotation = {node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]};
    if (node.scale.size() == 3)
        place.scale = {node.scale[0], node.scale[1], node.scale[2]};
    return place.matrix();
}

/// Materials without a name are told apart by their number.
Name materialName(const tinygltf::Model& model, std::size_t index)
{
    const auto& name = model.materials[index].name;
    return Name{name.empty() ? fmt::format("material {}", index) : name};
}

using Pictures = std::map<int, std::shared_ptr<const std::string>>; ///< by their place in the file

/// The file of a texture's image as keepImage() left it, handed out once however often it is used;
/// null if there is none.
std::shared_ptr<const std::string>
imageOf(const tinygltf::Model& model, int texture, Pictures& pictures)
{
    if (texture < 0 || static_cast<std::size_t>(texture) >= model.textures.size())
        return nullptr;
    const int source = model.textures[static_cast<std::size_t>(texture)].source;
    if (source < 0 || static_cast<std::size_t>(source) >= model.images.size())
        return nullptr;
    const auto& bytes = model.images[static_cast<std::size_t>(source)].image;
    auto& picture = pictures[source];
    if (!picture && !bytes.empty())
        picture = std::make_shared<const std::string>(bytes.begin(), bytes.end());
    return picture;
}

ModelMaterial materialOf(const tinygltf::Model& model, std::size_t index, Pictures& pictures)
{
    const auto& look = model.materials[index].pbrMetallicRoughness;
    ModelMaterial material;
    material.name = materialName(model, index);
    for (int i = 0; i < 3 && look.baseColorFactor.size() >= 3; ++i)
        material.tint[i] = static_cast<float>(
            std::clamp(look.baseColorFactor[static_cast<std::size_t>(i)], 0.0, 1.0));
    // Without a texture of it, metal is taken at its word; with one the factor alone says nothing.
    if (look.metallicRoughnessTexture.index < 0)
        material.metallic = static_cast<float>(std::clamp(look.metallicFactor, 0.0, 1.0));
    material.image = imageOf(model, look.baseColorTexture.index, pictures);
    return material;
}

/// Strips and fans as the triangles that they stand for, in the format's order of corners.
std::vector<std::uint32_t> trianglesOf(std::vector<std::uint32_t> corners, int mode)
{
    const auto isStrip = mode == TINYGLTF_MODE_TRIANGLE_STRIP;
    if (!isStrip && mode != TINYGLTF_MODE_TRIANGLE_FAN) {
        corners.resize(corners.size() / 3 * 3);
        return corners;
    }
    std::vector<std::uint32_t> triangles;
    triangles.reserve(corners.size() * 3);
    for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
        const auto odd = i % 2;
        if (isStrip)
            triangles.insert(triangles.end(),
                             {corners[i], corners[i + 1 + odd], corners[i + 2 - odd]});
        else
            triangles.insert(triangles.end(), {corners[i + 1], corners[i + 2], corners[0]});
    }
    return triangles;
}

class MeshBuilder
{
public:
    explicit MeshBuilder(const tinygltf::Model& model) : m_model{model} {}

    Result<Mesh> build()
    {
        const auto scene = static_cast<std::size_t>(std::max(m_model.defaultScene, 0));
        if (scene < m_model.scenes.size())
            for (const int node : m_model.scenes[scene].nodes)
                addNode(node, Mat4d{1}, 0);
        if (!m_problem.empty())
            return Error{m_problem};
        if (m_mesh.indices.empty())
            return Error{m_hasOthers ? "it holds points or lines alone, which are not shown: export "
                                       "it with faces"
                                     : "it holds no triangles"};
        return std::move(m_mesh);
    }

private:
    void addNode(int index, const Mat4d& parent, int depth)
    {
        if (index < 0 || static_cast<std::size_t>(index) >= m_model.nodes.size() ||
            depth > MaxNodeDepth || !m_problem.empty()) {
            m_problem = m_problem.empty() ? "its nodes are damaged" : m_problem;
            return;
        }
        // Shared children could multiply without end; each node counts against the budget.
        if (++m_visited > MaxCorners / 64) {
            m_problem = "it has too many nodes";
            return;
        }
        const auto& node = m_model.nodes[static_cast<std::size_t>(index)];
        const auto place = parent * localMatrix(node);
        if (node.mesh >= 0 && static_cast<std::size_t>(node.mesh) < m_model.meshes.size())
            for (const auto& primitive :
                 m_model.meshes[static_cast<std::size_t>(node.mesh)].primitives)
                addPrimitive(primitive, place);
        for (const int child : node.children)
            addNode(child, place, depth + 1);
    }

    void addPrimitive(const tinygltf::Primitive& primitive, const Mat4d& place)
    {
        if (!m_problem.empty())
            return;
        // -1 is what tinygltf leaves where the file says nothing; the format's default is
        // triangles.
        if (primitive.mode != -1 && primitive.mode < TINYGLTF_MODE_TRIANGLES) {
            m_hasOthers = true;
            return;
        }
        const auto positions = vectorsOf<Vec3f>(m_model, attributeOf(primitive, "POSITION"));
        if (!positions || m_mesh.vertices.size() + positions->size() > MaxCorners) {
            m_problem = positions ? "it has too many corners" : "its corners are damaged";
            return;
        }
        auto indices = readIndices(primitive, positions->size());
        if (!m_problem.empty())
            return;
        auto vertices = readVertices(primitive, *positions, indices, place);
        append(primitive, vertices, std::move(indices), glm::determinant(place) < 0);
    }

    std::vector<std::uint32_t> readIndices(const tinygltf::Primitive& primitive,
                                           std::size_t corners)
    {
        std::optional<std::vector<std::uint32_t>> indices;
        if (primitive.indices < 0) {
            indices.emplace(corners);
            for (std::size_t i = 0; i < corners; ++i)
                (*indices)[i] = static_cast<std::uint32_t>(i);
        } else {
            indices = indicesOf(m_model, primitive.indices);
        }
        if (!indices ||
            std::any_of(indices->begin(), indices->end(),
                        [&](auto index) { return index >= corners; }) ||
            m_mesh.indices.size() + indices->size() > 3 * MaxCorners) {
            m_problem = "its triangles are damaged";
            return {};
        }
        return trianglesOf(*std::move(indices), primitive.mode);
    }

    std::vector<MeshVertex> readVertices(const tinygltf::Primitive& primitive,
                                         const std::vector<Vec3f>& positions,
                                         std::span<const std::uint32_t> indices,
                                         const Mat4d& place) const
    {
        const auto normals = vectorsOf<Vec3f>(m_model, attributeOf(primitive, "NORMAL"));
        const auto uvs = vectorsOf<Vec2f>(m_model, attributeOf(primitive, "TEXCOORD_0"));
        std::vector<MeshVertex> vertices(positions.size());
        const auto normalMatrix = glm::transpose(glm::inverse(glm::dmat3{place}));
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            vertices[i].position = Vec3f{place * Vec4d{Vec3d{positions[i]}, 1}};
            if (normals && i < normals->size())
                vertices[i].normal =
                    normalizedOr(Vec3f{normalMatrix * Vec3d{(*normals)[i]}}, Vec3f{0, 1, 0});
            if (uvs && i < uvs->size())
                vertices[i].uv = (*uvs)[i];
        }
        if (!normals || normals->size() < vertices.size())
            makeNormals(vertices, indices);
        makeTangents(vertices, indices);
        return vertices;
    }

    void append(const tinygltf::Primitive& primitive,
                const std::vector<MeshVertex>& vertices,
                std::vector<std::uint32_t> indices,
                bool mirrored)
    {
        const auto first = static_cast<std::uint32_t>(m_mesh.vertices.size());
        FaceMesh face;
        face.face = m_mesh.faces.size();
        face.firstIndex = static_cast<std::uint32_t>(m_mesh.indices.size());
        face.indexCount = static_cast<std::uint32_t>(indices.size());
        const auto material = static_cast<std::size_t>(primitive.material);
        if (primitive.material >= 0 && material < m_model.materials.size())
            face.material = materialName(m_model, material);
        m_mesh.vertices.insert(m_mesh.vertices.end(), vertices.begin(), vertices.end());
        if (mirrored) // keeps the front in front
            for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
                std::swap(indices[i + 1], indices[i + 2]);
        for (const auto index : indices)
            m_mesh.indices.push_back(first + index);
        m_mesh.faces.push_back(std::move(face));
    }

    const tinygltf::Model& m_model;
    Mesh m_mesh;
    std::string m_problem;
    bool m_hasOthers = false; ///< points or lines
    std::size_t m_visited = 0;
};

/// What a model may still read. A file can name the same megabytes thousands of times.
struct ModelFiles
{
    fs::path folder;
    std::uintmax_t left = MaxModelFile; ///< bytes of files
    std::uintmax_t picturesLeft = MaxPictureBytes;
};

/// Keeps an image as the file that it is: it is decoded when somebody looks at it.
bool keepImage(tinygltf::Image* image,
               const int,
               std::string* problem,
               std::string*,
               int,
               int,
               const unsigned char* bytes,
               int size,
               void* user)
{
    if (bytes == nullptr || size <= 0)
        return true;
    auto& left = static_cast<ModelFiles*>(user)->picturesLeft;
    if (static_cast<std::uintmax_t>(size) > left) {
        *problem += "its pictures have more than 256 MB";
        return false;
    }
    left -= static_cast<std::uintmax_t>(size);
    image->image.assign(bytes, bytes + size);
    return true;
}

/// Lets a model read files of its own folder only.
tinygltf::FsCallbacks guardedFiles(ModelFiles& allowed)
{
    tinygltf::FsCallbacks files{};
    files.FileExists = [](const std::string& file, void* user) {
        const auto& root = static_cast<const ModelFiles*>(user)->folder;
        return resolveInside(root, fs::path{file}.lexically_relative(root)).hasValue();
    };
    files.ExpandFilePath = [](const std::string& file, void*) {
        return file;
    };
    files.ReadWholeFile = [](std::vector<unsigned char>* out, std::string* problem,
                             const std::string& file, void* user) {
        auto& model = *static_cast<ModelFiles*>(user);
        const auto& root = model.folder;
        const auto inside = resolveInside(root, fs::path{file}.lexically_relative(root));
        const auto bytes =
            inside ? readFile(*inside, model.left) : Result<std::string>{inside.error()};
        if (!bytes) {
            *problem += bytes.error().message();
            return false;
        }
        model.left -= bytes->size();
        out->assign(bytes->begin(), bytes->end());
        return true;
    };
    files.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&,
                              void*) {
        return false;
    };
    files.user_data = &allowed;
    return files;
}

/// What nothing here reads, and what to do about it; empty if there is no such thing. The library's
/// own words on it would help nobody.
std::string whyUnreadable(const std::string& bytes, const tinygltf::Model& model, bool isLoaded)
{
    const bool isOldBinary = bytes.starts_with("glTF") && bytes.size() > 4 && bytes[4] == 1;
    if (isOldBinary || model.asset.version.starts_with("1."))
        return "it is glTF 1.0, which is not read: export it anew as glTF 2.0";
    const std::pair<const char*, const char*> compressions[]{
        {"KHR_draco_mesh_compression", "Draco"}, {"EXT_meshopt_compression", "meshopt"}};
    for (const auto& [extension, name] : compressions) {
        const auto& needed = model.extensionsRequired;
        if (std::find(needed.begin(), needed.end(), extension) != needed.end() ||
            (!isLoaded && bytes.find(extension) != std::string::npos))
            return fmt::format(
                "its meshes are compressed with {} ({}), which is not read: export it "
                "without compression",
                name, extension);
    }
    return {};
}

Result<tinygltf::Model> parseModel(std::string bytes, fs::path folder)
{
    tinygltf::TinyGLTF loader;
    ModelFiles files{std::move(folder)};
    loader.SetImageLoader(keepImage, &files);
    loader.SetFsCallbacks(guardedFiles(files));
    tinygltf::Model model;
    std::string problem;
    std::string warning;
    const bool isBinary = bytes.starts_with("glTF");
    if (isBinary)
        if (auto whole = checkGlbContainer(bytes); !whole)
            return whole.error();
    const auto size = static_cast<unsigned>(bytes.size());
    bytes.append(16, '\0'); // what lies behind the last part is read
    const bool loaded =
        isBinary
            ? loader.LoadBinaryFromMemory(&model, &problem, &warning,
                                          reinterpret_cast<const unsigned char*>(bytes.data()),
                                          size, files.folder.string())
            : loader.LoadASCIIFromString(&model, &problem, &warning, bytes.data(), size,
                                         files.folder.string());
    if (const auto why = whyUnreadable(bytes, model, loaded); !why.empty())
        return Error{why};
    if (loaded)
        return model;
    problem = problem.substr(0, problem.find('\n'));
    return Error{problem.empty() ? std::string{"it is damaged"} : problem};
}

Result<Model> loadGltf(std::string bytes, const fs::path& folder)
{
    const auto parsed = parseModel(std::move(bytes), folder);
    if (!parsed)
        return parsed.error();
    auto mesh = MeshBuilder{*parsed}.build();
    if (!mesh)
        return mesh.error();
    Model model{*std::move(mesh), {}};
    Pictures pictures;
    for (std::size_t i = 0; i < parsed->materials.size(); ++i)
        model.materials.push_back(materialOf(*parsed, i, pictures));
    return model;
}

bool isInsideWorld(const Mesh& mesh)
{
    return std::all_of(mesh.vertices.begin(), mesh.vertices.end(), [](const MeshVertex& vertex) {
        const Vec3d at{vertex.position};
        return isFinite(at) && glm::length(at) <= WorldLimit;
    });
}
} // namespace

Result<Model> loadModel(const fs::path& file)
{
    auto bytes = readFile(file, MaxModelFile);
    if (!bytes)
        return bytes.error();
    std::error_code failed;
    const auto fail = [&](const Error& reason) {
        return reason.withContext("Cannot load the model '{}'", file.string());
    };
    const auto folder = fs::weakly_canonical(fs::absolute(file, failed), failed).parent_path();
    try {
        auto model = file.extension() == ".obj" ? readObj(*bytes, folder)
                                                : loadGltf(*std::move(bytes), folder);
        if (!model)
            return fail(model.error());
        if (!isInsideWorld(model->mesh))
            return fail(Error{"its corners lie outside the world"});
        return model;
    } catch (const std::exception& problem) {
        return fail(Error{"it is damaged ({})", problem.what()});
    }
}

Result<Mesh> loadMesh(const fs::path& file)
{
    auto model = loadModel(file);
    if (!model)
        return model.error();
    return std::move(model->mesh);
}
} // namespace engine
