#include "engine_core/interchange/gltf/gltf_source.h"

#include "engine_core/base/text_codes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>

namespace engine
{
namespace
{
using Json = nlohmann::json;

constexpr std::size_t NoIndex = std::numeric_limits<std::size_t>::max();

std::uint32_t chunkWord(std::string_view bytes, std::size_t at)
{
    std::uint32_t word = 0;
    if (at + sizeof word <= bytes.size())
        std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

/// Of files that break lines or leave the padding out, too; empty for what is no base64.
std::string fromBase64(std::string_view text)
{
    std::string plain;
    std::copy_if(text.begin(), text.end(), std::back_inserter(plain), [](char sign) {
        return std::string_view{" \t\r\n="}.find(sign) == std::string_view::npos;
    });
    plain.append((4 - plain.size() % 4) % 4, '=');
    return bytesFromBase64(plain).value_or(std::string{});
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

double floatAt(const char* at)
{
    float number = 0;
    std::memcpy(&number, at, sizeof number);
    return double{number};
}

/// From -1 or 0 to 1.
template <typename Integer>
double shareAt(const char* at)
{
    Integer number = 0;
    std::memcpy(&number, at, sizeof number);
    return std::max(static_cast<double>(number) / std::numeric_limits<Integer>::max(), -1.0);
}

/// How an accessor holds its numbers.
struct NumberKind
{
    std::size_t size = 0; ///< bytes; 0: as no floats and no shares
    double (*read)(const char* at) = nullptr;
};

NumberKind numberKindOf(const Json& accessor)
{
    const auto type = gltfIndex(gltfMember(accessor, "componentType"));
    if (type == 5126)
        return {sizeof(float), floatAt};
    if (gltfMember(accessor, "normalized") != Json(true))
        return {};
    switch (type) {
    case 5120:
        return {1, shareAt<std::int8_t>};
    case 5121:
        return {1, shareAt<std::uint8_t>};
    case 5122:
        return {2, shareAt<std::int16_t>};
    case 5123:
        return {2, shareAt<std::uint16_t>};
    default:
        return {};
    }
}

const Json& nothing()
{
    static const Json Null;
    return Null;
}
} // namespace

GltfChunks gltfChunks(std::string_view bytes)
{
    constexpr std::uint32_t JsonChunk = 0x4E4F534A;
    constexpr std::size_t Header = 12;
    if (!bytes.starts_with("glTF"))
        return {bytes, {}};
    GltfChunks glb;
    for (std::size_t at = Header; at + 8 <= bytes.size();) {
        const std::size_t length =
            std::min<std::size_t>(chunkWord(bytes, at), bytes.size() - at - 8);
        const auto data = bytes.substr(at + 8, length);
        (chunkWord(bytes, at + 4) == JsonChunk ? glb.json : glb.binary) = data;
        at += 8 + length;
    }
    return glb;
}

Result<std::string> gltfBytes(const std::string& uri, const fs::path& folder)
{
    if (uri.starts_with("data:")) {
        const auto comma = uri.find(',');
        return comma == std::string::npos ? std::string{} : fromBase64(uri.substr(comma + 1));
    }
    const auto file = resolveInside(folder, decodedUri(uri));
    return file ? readFile(*file) : Result<std::string>{file.error()};
}

std::size_t gltfIndex(const Json& value)
{
    constexpr double Most = 1e15;
    if (value.is_number_unsigned())
        return value.get<std::size_t>();
    const double number = value.is_number_float() ? value.get<double>() : -1;
    return number >= 0 && number < Most ? static_cast<std::size_t>(number) : NoIndex;
}

const Json& gltfMember(const Json& object, const char* key)
{
    if (!object.is_object())
        return nothing();
    const auto at = object.find(key);
    return at == object.end() ? nothing() : *at;
}

const Json& gltfElement(const Json& model, const char* list, std::size_t index)
{
    const auto& elements = gltfMember(model, list);
    return elements.is_array() && index < elements.size() ? elements[index] : nothing();
}

float gltfNumber(const Json& object, const char* key, float usual, float least, float most)
{
    const auto& value = gltfMember(object, key);
    if (!value.is_number())
        return usual;
    const auto number = value.get<double>();
    return std::isfinite(number)
               ? static_cast<float>(std::clamp(number, double{least}, double{most}))
               : usual;
}

Vec3f gltfColor(const Json& object, const char* key, const Vec3f& usual)
{
    const auto& value = gltfMember(object, key);
    if (!value.is_array() || value.size() < 3)
        return usual;
    Vec3f color = usual;
    for (int i = 0; i < 3; ++i)
        if (const auto& part = value[static_cast<std::size_t>(i)];
            part.is_number() && std::isfinite(part.get<double>()))
            color[i] = static_cast<float>(std::clamp(part.get<double>(), 0.0, 1.0));
    return color;
}

std::string gltfText(const Json& object, const char* key)
{
    const auto& value = gltfMember(object, key);
    return value.is_string() ? value.get<std::string>() : std::string{};
}

std::optional<std::string_view>
gltfView(const Json& model, std::size_t view, const std::vector<std::string>& buffers)
{
    const auto& json = gltfElement(model, "bufferViews", view);
    const auto buffer = gltfIndex(gltfMember(json, "buffer"));
    const auto& start = gltfMember(json, "byteOffset");
    const auto offset = start.is_null() ? 0 : gltfIndex(start);
    const auto length = gltfIndex(gltfMember(json, "byteLength"));
    if (buffer >= buffers.size() || offset > buffers[buffer].size() ||
        length > buffers[buffer].size() - offset)
        return std::nullopt;
    return std::string_view{buffers[buffer]}.substr(offset, length);
}

std::optional<std::vector<double>> gltfFloats(const Json& model,
                                              std::size_t accessor,
                                              std::size_t components,
                                              std::size_t most,
                                              const std::vector<std::string>& buffers)
{
    const auto& json = gltfElement(model, "accessors", accessor);
    const auto viewIndex = gltfIndex(gltfMember(json, "bufferView"));
    const auto view = gltfView(model, viewIndex, buffers);
    const auto count = gltfIndex(gltfMember(json, "count"));
    const auto& start = gltfMember(json, "byteOffset");
    const auto offset = start.is_null() ? 0 : gltfIndex(start);
    const auto& step = gltfMember(gltfElement(model, "bufferViews", viewIndex), "byteStride");
    const auto kind = numberKindOf(json);
    const auto size = components * kind.size;
    const auto stride = step.is_null() ? size : gltfIndex(step);
    if (!view || kind.size == 0 || json.contains("sparse") ||
        gltfText(json, "type") != "VEC" + std::to_string(components) || count > most ||
        stride < size || stride > 252 || offset > view->size() ||
        (count > 0 && stride * (count - 1) + size > view->size() - offset))
        return std::nullopt;
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < components; ++c) {
            const double number = kind.read(view->data() + offset + i * stride + c * kind.size);
            if (!std::isfinite(number))
                return std::nullopt;
            numbers.push_back(number);
        }
    return numbers;
}
} // namespace engine
