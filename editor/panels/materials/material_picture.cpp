#include "editor/panels/materials/material_picture.h"

#include "engine_core/math/srgb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

namespace editor
{
using engine::Vec2f;
using engine::Vec3f;
using engine::Vec4f;

namespace
{
constexpr std::uint32_t MostTexels = 128; ///< along a side: small pictures show no more

float byteToShare(std::uint8_t byte)
{
    return static_cast<float>(byte) / 255.F;
}

/// A place on the shape that a pixel shows.
struct Spot
{
    Vec3f normal{0, 0, 1};
    Vec3f tangent{1, 0, 0};
    Vec2f uv{0};
};

std::optional<Spot> onSphere(Vec2f at)
{
    const float square = glm::dot(at, at);
    if (square >= 1)
        return std::nullopt;
    const Vec3f n{at.x, at.y, std::sqrt(1 - square)};
    constexpr float Pi = std::numbers::pi_v<float>;
    const Vec2f uv{std::atan2(n.x, n.z) / Pi + 0.5F, 0.5F - std::asin(n.y) / Pi};
    const Vec3f around{n.z, 0, -n.x};
    const float length = glm::length(around);
    return Spot{n, length > 1e-4F ? around / length : Vec3f{1, 0, 0}, uv * Vec2f{2, 1}};
}

/// From above a corner, as small pictures of models are.
std::optional<Spot> onCube(Vec2f at)
{
    const Vec3f eye = glm::normalize(Vec3f{0.8F, 0.7F, 1.0F});
    const Vec3f right = glm::normalize(glm::cross(Vec3f{0, 1, 0}, eye));
    const Vec3f up = glm::cross(eye, right);
    const Vec3f start = right * (at.x * 1.75F) + up * (at.y * 1.75F) + eye * 4.F;
    for (int axis = 0; axis < 3; ++axis) {
        const float way = (start[axis] - 1) / eye[axis];
        const Vec3f point = start - eye * way;
        const int s = axis == 0 ? 2 : 0;
        const int t = axis == 1 ? 2 : 1;
        if (std::abs(point[s]) > 1 || std::abs(point[t]) > 1)
            continue;
        Vec3f normal{0};
        normal[axis] = 1;
        Vec3f tangent{0};
        tangent[s] = axis == 0 ? -1.F : 1.F;
        const float v = axis == 1 ? point.z : -point.y;
        const Vec2f uv{(point[s] * tangent[s] + 1) / 2, (v + 1) / 2};
        // Turned so that the viewer looks along -Z, as everywhere here.
        const auto seen = [&](const Vec3f& way3) {
            return Vec3f{glm::dot(way3, right), glm::dot(way3, up), glm::dot(way3, eye)};
        };
        return Spot{seen(normal), seen(tangent), uv};
    }
    return std::nullopt;
}

std::optional<Spot> spotAt(MaterialShape shape, Vec2f at)
{
    switch (shape) {
    case MaterialShape::Sphere:
        return onSphere(at * 1.06F);
    case MaterialShape::Cube:
        return onCube(at);
    case MaterialShape::Plane:
        return Spot{{0, 0, 1}, {1, 0, 0}, {at.x + 1, 1 - at.y}};
    case MaterialShape::Flat:
        break;
    }
    return Spot{{0, 0, 1}, {1, 0, 0}, {(at.x + 1) / 2, (1 - at.y) / 2}};
}

/// GGX as lights.glsl has it.
Vec3f specular(const Vec3f& n, const Vec3f& v, const Vec3f& l, float roughness, const Vec3f& f0)
{
    const auto h = glm::normalize(v + l);
    const float nh = std::max(glm::dot(n, h), 0.F);
    const float nv = std::max(glm::dot(n, v), 1e-3F);
    const float nl = std::max(glm::dot(n, l), 1e-3F);
    const float a = roughness * roughness;
    const float d = nh * nh * (a * a - 1) + 1;
    const float distribution = a * a / (std::numbers::pi_v<float> * d * d);
    const float visibility = 0.5F / glm::mix(2 * nl * nv, nl + nv, a);
    const float away = std::pow(1 - std::max(glm::dot(v, h), 0.F), 5.F);
    return (f0 + (1.F - f0) * away) * (distribution * visibility);
}

class Shading
{
public:
    Shading(const engine::MaterialText& material,
            const MaterialMaps& maps,
            const MaterialLook& look)
        : m_material{material}, m_maps{maps}, m_look{look}
    {
        const auto turn = static_cast<float>(look.turn);
        m_light = glm::normalize(Vec3f{-0.6F * std::cos(turn) + 0.6F * std::sin(turn), 0.7F,
                                       0.7F + 0.3F * std::cos(turn)});
        m_scroll = material.finish.scroll * static_cast<float>(std::fmod(look.seconds, 1000.0));
    }

    /// Linear; w is how much of what lies behind is hidden.
    [[nodiscard]] Vec4f at(const Spot& spot) const
    {
        const auto uv = warped(spot.uv + m_scroll);
        const auto& color = frameNow();
        const auto texel = color ? color->at(uv) : Vec4f{1};
        const float cover = coverOf(texel.w);
        if (cover <= 0)
            return Vec4f{0};
        const Vec3f albedo = Vec3f{texel} * m_material.tint * detailAt(uv);
        const auto n = bumped(spot, uv);
        const float metallic =
            grey(m_maps.metallic, m_material.finish.metallic.channel, uv, m_material.metallic);
        const float open = grey(m_maps.occlusion, m_material.finish.occlusion.channel, uv, 1);
        const auto glow =
            (m_maps.glow ? Vec3f{m_maps.glow->at(uv)} : Vec3f{1}) * m_material.finish.glowColor;
        return {lit(albedo, n, spot.normal, metallic, open, uv) + glow, cover};
    }

private:
    /// As layers.glsl has it.
    [[nodiscard]] Vec2f warped(const Vec2f& uv) const
    {
        constexpr float Turn = 2 * std::numbers::pi_v<float>;
        const auto phase = Turn * static_cast<float>(std::fmod(m_look.seconds * 0.16, 1.0));
        return uv + m_material.finish.layers.warp *
                        Vec2f{std::sin(uv.y * Turn + phase), std::sin(uv.x * Turn + phase)};
    }

    [[nodiscard]] Vec3f detailAt(const Vec2f& uv) const
    {
        if (!m_maps.detail)
            return Vec3f{1};
        const auto& layers = m_material.finish.layers;
        const Vec3f detail{m_maps.detail->at(uv * layers.detailScale)};
        return glm::mix(Vec3f{1}, detail / glm::max(m_maps.detail->mean(), Vec3f{1e-3F}),
                        layers.detailStrength);
    }

    [[nodiscard]] const std::shared_ptr<const MaterialMap>& frameNow() const
    {
        const auto count = static_cast<double>(m_maps.frames.size() + 1);
        const auto rate = static_cast<double>(m_material.finish.layers.frameRate);
        const auto at =
            static_cast<std::size_t>(std::fmod(std::floor(m_look.seconds * rate), count));
        return at == 0 || !m_maps.frames[at - 1] ? m_maps.color : m_maps.frames[at - 1];
    }

    [[nodiscard]] float coverOf(float alpha) const
    {
        const auto& finish = m_material.finish;
        if (finish.opacity == engine::Opacity::Mask)
            return alpha < finish.cutoff ? 0.F : 1.F;
        return finish.opacity == engine::Opacity::Blend ? alpha * finish.alpha : 1.F;
    }

    [[nodiscard]] static float
    grey(const std::shared_ptr<const MaterialMap>& map, int channel, const Vec2f& uv, float instead)
    {
        return map ? map->at(uv)[channel] : instead;
    }

    [[nodiscard]] Vec3f bumped(const Spot& spot, const Vec2f& uv) const
    {
        if (!m_maps.normal)
            return spot.normal;
        auto m = Vec3f{m_maps.normal->at(uv)} * 2.F - 1.F;
        m.y *= m_material.finish.greenDown ? -1.F : 1.F;
        const auto b = glm::cross(spot.normal, spot.tangent);
        return glm::normalize(spot.tangent * m.x + b * m.y + spot.normal * m.z);
    }

    [[nodiscard]] Vec3f lit(const Vec3f& albedo,
                            const Vec3f& n,
                            const Vec3f& flat,
                            float metallic,
                            float open,
                            const Vec2f& uv) const
    {
        const Vec3f v{0, 0, 1};
        if (m_look.shape == MaterialShape::Flat) {
            // As bright as the picture where there are no bumps.
            const float facing = std::max(glm::dot(n, m_light), 0.F) / glm::dot(flat, m_light);
            return albedo * (facing * (0.4F + 0.6F * open));
        }
        const float roughness = std::clamp(
            grey(m_maps.roughness, m_material.roughness.channel, uv, m_material.roughnessValue),
            0.08F, 1.F);
        const auto f0 = glm::mix(Vec3f{0.04F}, albedo, metallic);
        const float facing = std::max(glm::dot(n, m_light), 0.F);
        // Sky above and ground below, so that metal has something to mirror.
        const auto sky = [](float up) {
            return glm::mix(Vec3f{0.10F, 0.09F, 0.08F}, Vec3f{0.42F, 0.46F, 0.52F},
                            std::clamp(up * 0.5F + 0.5F, 0.F, 1.F));
        };
        const auto mirrored = glm::reflect(-v, n);
        const auto diffuse = albedo * (1 - metallic) * (facing * 0.75F + sky(n.y) * open);
        const auto shine = specular(n, v, m_light, roughness, f0) * (facing * 2.2F) +
                           f0 * sky(mirrored.y) * (open * (1.2F - roughness * 0.6F));
        return diffuse + shine;
    }

    const engine::MaterialText& m_material;
    const MaterialMaps& m_maps;
    const MaterialLook& m_look;
    Vec3f m_light{0, 0, 1};
    Vec2f m_scroll{0};
};

/// Of what lies behind, encoded.
float checkAt(int x, int y, int side)
{
    const int size = std::max(side / 8, 1);
    return (x / size + y / size) % 2 == 0 ? 0.36F : 0.52F;
}

QRgb onScreen(const Vec4f& color, float behind, float share)
{
    const auto part = [&](float linear) {
        const float encoded =
            engine::srgbFromLinear(std::clamp(linear, 0.F, 1.F)) * color.w + behind * (1 - color.w);
        return static_cast<int>(std::lround(encoded * 255.F * share));
    };
    const auto alpha = static_cast<int>(std::lround(255.F * share));
    return qRgba(part(color.x), part(color.y), part(color.z), alpha);
}
} // namespace

MaterialMap::MaterialMap(const engine::Image& image, bool isColor)
    : m_width{static_cast<int>(std::clamp(image.width, 1U, MostTexels))}
    , m_height{static_cast<int>(std::clamp(image.height, 1U, MostTexels))}
    , m_ratio{static_cast<double>(image.width) / std::max(image.height, 1U)}
{
    std::array<float, 256> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = isColor ? engine::linearFromSrgb(byteToShare(static_cast<std::uint8_t>(i)))
                            : byteToShare(static_cast<std::uint8_t>(i));
    m_texels.reserve(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height));
    constexpr std::uint32_t Most = 4; // samples along a side of a texel: quick for any size
    for (int y = 0; y < m_height; ++y)
        for (int x = 0; x < m_width; ++x) {
            Vec4f sum{0};
            for (std::uint32_t i = 0; i < Most * Most; ++i) {
                const auto part = [&](int at, int count, std::uint32_t size, std::uint32_t step) {
                    const double place = (at + (step + 0.5) / Most) / count;
                    return std::min(static_cast<std::uint32_t>(place * size), size - 1);
                };
                const auto column = part(x, m_width, image.width, i % Most);
                const auto row = part(y, m_height, image.height, i / Most);
                const auto* rgba =
                    &image.rgba[(std::size_t{row} * image.width + column) * std::size_t{4}];
                sum +=
                    Vec4f{values[rgba[0]], values[rgba[1]], values[rgba[2]], byteToShare(rgba[3])};
            }
            m_texels.push_back(sum / static_cast<float>(Most * Most));
        }
    Vec3f sum{0};
    for (const auto& texel : m_texels)
        sum += Vec3f{texel};
    m_mean = sum / static_cast<float>(m_texels.size());
}

const Vec4f& MaterialMap::texel(int x, int y) const
{
    const auto wrapped = [](int at, int count) {
        return static_cast<std::size_t>((at % count + count) % count);
    };
    return m_texels[wrapped(y, m_height) * static_cast<std::size_t>(m_width) + wrapped(x, m_width)];
}

Vec4f MaterialMap::at(const Vec2f& uv) const
{
    const Vec2f place = (uv - glm::floor(uv)) * Vec2f{m_width, m_height} - 0.5F;
    const auto base = glm::floor(place);
    const auto f = place - base;
    const auto x = static_cast<int>(base.x);
    const auto y = static_cast<int>(base.y);
    return glm::mix(glm::mix(texel(x, y), texel(x + 1, y), f.x),
                    glm::mix(texel(x, y + 1), texel(x + 1, y + 1), f.x), f.y);
}

MaterialMaps loadMaterialMaps(const engine::MaterialText& material)
{
    std::map<std::pair<engine::fs::path, bool>, std::shared_ptr<const MaterialMap>> loaded;
    const auto load = [&](const engine::fs::path& file, bool isColor) {
        if (file.empty())
            return std::shared_ptr<const MaterialMap>{};
        const auto [at, isNew] = loaded.try_emplace({file, isColor});
        if (isNew)
            if (const auto image = engine::loadImage(file); image && !image->rgba.empty())
                at->second = std::make_shared<const MaterialMap>(*image, isColor);
        return at->second;
    };
    MaterialMaps maps{load(material.color, true),
                      load(material.normal, false),
                      load(material.roughness.file, false),
                      load(material.finish.metallic.file, false),
                      load(material.finish.occlusion.file, false),
                      load(material.finish.glow, true),
                      load(material.finish.layers.detail, true),
                      {}};
    for (const auto& frame : material.finish.layers.frames)
        maps.frames.push_back(load(frame, true));
    return maps;
}

QImage pictureOfMaterial(const engine::MaterialText& material,
                         const MaterialMaps& maps,
                         const MaterialLook& look,
                         int side)
{
    QImage image{side, side, QImage::Format_ARGB32_Premultiplied};
    image.fill(Qt::transparent);
    const Shading shading{material, maps, look};
    const auto placeOf = [side](int x, int y, const Vec2f& part) {
        const auto size = static_cast<float>(side);
        return Vec2f{(static_cast<float>(x) + part.x) * 2.F / size - 1.F,
                     1.F - (static_cast<float>(y) + part.y) * 2.F / size};
    };
    for (int y = 0; y < side; ++y) {
        auto* row = reinterpret_cast<QRgb*>(image.scanLine(y)); // NOLINT: how QImage gives rows
        for (int x = 0; x < side; ++x) {
            // The edge of the shape is smooth, by how many quarters of the pixel it covers.
            std::optional<Spot> spot;
            int met = 0;
            for (const auto& part : {Vec2f{0.25F, 0.25F}, Vec2f{0.75F, 0.25F}, Vec2f{0.25F, 0.75F},
                                     Vec2f{0.75F, 0.75F}})
                if (auto there = spotAt(look.shape, placeOf(x, y, part))) {
                    spot = there;
                    ++met;
                }
            if (auto middle = spotAt(look.shape, placeOf(x, y, Vec2f{0.5F})))
                spot = middle;
            if (spot)
                row[x] = onScreen(shading.at(*spot), checkAt(x, y, side),
                                  static_cast<float>(std::max(met, 1)) / 4.F);
        }
    }
    return image;
}
} // namespace editor
