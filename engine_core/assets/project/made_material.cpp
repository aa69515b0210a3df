#include "engine_core/assets/project/made_material.h"

#include "engine_core/assets/images/placeholder_picture.h"

namespace engine
{
namespace
{
constexpr float MidGrey = 0.5f;
} // namespace

std::shared_ptr<const Material> defaultMaterial()
{
    static const auto shared = [] {
        auto material = std::make_shared<Material>();
        material->tint = Vec3f{MidGrey};
        material->meanAlbedo = Vec3f{MidGrey};
        return std::shared_ptr<const Material>{std::move(material)};
    }();
    return shared;
}

std::shared_ptr<const Material> missingMaterial(Name name)
{
    auto material = std::make_shared<Material>();
    material->name = name;
    material->traits = toolTraits(name.text()).value_or(SurfaceTraits{});
    if (!material->traits.seen && !material->traits.castsShadow) { // one sees what it lies around
        material->finish.opacity = Opacity::Blend;
        material->finish.alpha = 0.5f;
    }
    material->meanAlbedo = placeholderColor(name.text());
    material->missing = true;
    return material;
}

std::shared_ptr<const Material>
materialOf(Name name, const MaterialText& text, const ImageFacts& color)
{
    auto material = std::make_shared<Material>();
    material->name = name;
    material->color = text.color;
    material->normal = text.normal;
    material->roughness = text.roughness;
    material->tint = text.tint;
    material->metallic = text.metallic;
    material->roughnessValue = text.roughnessValue;
    material->finish = text.finish;
    material->touch = text.touch;
    material->traits = text.traits;
    material->meanAlbedo = glm::min(color.mean * text.tint, Vec3f{1});
    material->holes = color.holes;
    return material;
}

ContentHash reflectionHash(const Material& material)
{
    const auto& albedo = material.meanAlbedo;
    Hasher hasher;
    hasher.add(albedo.x).add(albedo.y).add(albedo.z);
    // Of plain materials no more: light that was baked of them stays true.
    const auto& finish = material.finish;
    if (const auto& glow = finish.glowColor; glow != Vec3f{0})
        hasher.add(glow.x).add(glow.y).add(glow.z).add(finish.glow.filename().string());
    if (finish.opacity != Opacity::Opaque)
        hasher.add(static_cast<int>(finish.opacity)).add(finish.cutoff).add(material.holes);
    if (!material.traits.castsShadow || !material.traits.seen)
        hasher.add(material.traits.castsShadow).add(material.traits.seen);
    return hasher.result();
}
} // namespace engine
