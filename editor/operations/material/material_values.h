#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/reflect/type_builder.h"

namespace editor
{
/// What people edit of a material, described as components are. Paths are those of assets; most
/// properties are named as the keys of the file, see materialKeyOf().
struct MaterialValues
{
    static constexpr const char* TypeName = "material";

    enum class Green
    {
        Up,
        Down
    };

    engine::AssetPath parent;
    engine::AssetPath color;
    engine::Color tint{1, 1, 1};
    engine::AssetPath normal;
    Green green = Green::Up;
    engine::AssetPath roughnessMap;
    float roughness = 0.784f;
    engine::AssetPath metallicMap;
    float metallic = 0;
    engine::AssetPath occlusion;
    engine::AssetPath orm;
    engine::AssetPath emissive;
    engine::Color emissiveColor{0, 0, 0};
    float emissiveStrength = 1;
    engine::Opacity opacity = engine::Opacity::Opaque;
    float cutoff = 0.5f;
    float alpha = 1;
    bool twoSided = false;
    engine::Vec2d scroll{0};
    float frameRate = 5;
    float warp = 0;
    float triplanar = 0;
    engine::AssetPath detail;
    float detailScale = 8;
    float detailStrength = 1;
    std::string surface;
    float friction = 0.5f;
    float restitution = 0.5f;
    bool seenInGame = true;
    bool collides = true;
    bool walkable = true;
    bool castsShadow = true;
    friend bool operator==(const MaterialValues&, const MaterialValues&) = default;
};

void describe(engine::TypeBuilder<MaterialValues>& material);

/// The description, made once.
[[nodiscard]] const engine::TypeInfo& materialType();

/// The key of the file that holds the property of that name: maps and numbers of one thing share
/// theirs.
[[nodiscard]] std::string materialKeyOf(const std::string& property);

/// A material's file as it counts now, and what it would be if it said nothing itself.
struct ReadMaterial
{
    MaterialValues values;
    MaterialValues inherited;            ///< what reset goes back to
    std::string text;                    ///< of the file
    std::vector<engine::fs::path> files; ///< its own and those of its parents
    std::vector<std::string> problems;
};

/// With `read` as MaterialFiles has it. An Error if it is no material.
[[nodiscard]] engine::Result<ReadMaterial>
readMaterial(const engine::Project& project,
             const std::string& path,
             const std::function<engine::Result<std::string>(const engine::fs::path&)>& read = {});

/// Writes a property of a material's file with the step; nullopt takes it out, so that the parent's
/// counts. All else in the file stays. Refused: a value of another kind or out of range, a picture
/// outside of the project, a parent that comes from the material itself, a file that is no
/// material.
engine::Result<void> setMaterialValue(Transaction& edit,
                                      const engine::Project& project,
                                      const std::string& path,
                                      const engine::Property& property,
                                      const std::optional<engine::Value>& value);

/// The picture that a material shows as its colour becomes its normal map, in its file and with the
/// step; it has no picture as its colour then. Refused if it has none now.
engine::Result<void>
useColorAsNormals(Transaction& edit, const engine::Project& project, const std::string& path);
} // namespace editor
