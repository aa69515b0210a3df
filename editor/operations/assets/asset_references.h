#pragma once

#include "editor/operations/assets/asset_names.h"
#include "editor/operations/assets/text_patch.h"
#include "engine_core/base/result.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/edit.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
class JobControl;
} // namespace engine

namespace editor
{
/// Where a file that names assets lies before and after, below assets/. Empty for scenes, which
/// name them from there.
struct FilePlace
{
    std::string before;
    std::string after;
};

/// What must change in a file's text when assets get other names. Values that nobody here knows
/// stay word for word, as does all else. Any thread.
class ReferencePatcher
{
public:
    /// `exists` tells whether there is such a file below assets/ before the change; all outlive it.
    ReferencePatcher(const AssetNames& names,
                     const engine::TypeRegistry& types,
                     std::function<bool(const std::string& file)> exists);

    /// Of scenes, prefabs, materials, glTF, OBJ and MTL files, by the ending of `name`; other files
    /// name nothing. An Error, with `name`, if the text cannot be taken apart.
    [[nodiscard]] engine::Result<TextPatch> patchOf(std::string_view text,
                                                    const std::string& name,
                                                    const FilePlace& place,
                                                    const engine::JobControl* control = nullptr);

    /// Whether patchOf() looks at files of that name at all.
    [[nodiscard]] static bool isReader(const std::string& name);

private:
    void visitScene(const engine::JsonValue& root, TextPatch& patch) const;
    void visitComponents(const engine::JsonValue& components, TextPatch& patch) const;
    void visitFaces(const engine::JsonValue& brush, TextPatch& patch) const;
    void visitAsset(engine::AssetKind kind, const engine::JsonValue& value, TextPatch& patch) const;
    void visitMaterialList(const engine::JsonValue& value, TextPatch& patch) const;
    void visitTagged(const engine::JsonValue& value, TextPatch& patch) const;
    void visitPaths(const engine::JsonValue& value, TextPatch& patch) const;
    void visitMaterial(const engine::JsonValue& value,
                       const FilePlace& place,
                       TextPatch& patch,
                       std::string_view key) const;
    void visitUris(const engine::JsonValue& root, const FilePlace& place, TextPatch& patch) const;
    void visitLines(std::string_view text, const FilePlace& place, TextPatch& patch) const;

    /// What a path in a file becomes; nothing if it stays.
    [[nodiscard]] std::optional<std::string> relative(std::string_view path,
                                                      const FilePlace& place) const;

    [[nodiscard]] bool mayName(std::string_view text) const;

    const AssetNames& m_names;
    const engine::TypeRegistry& m_types;
    std::function<bool(const std::string&)> m_exists;
    std::vector<std::string> m_parts;
};

/// Whether a text names materials with commas between them: those that a kind of plant grows on.
[[nodiscard]] bool listsMaterials(const engine::TypeInfo& type, const engine::Property& property);

/// The components of the world that name one of the assets, with their other names. Any thread.
[[nodiscard]] std::vector<engine::Swap> renamedComponents(const engine::World& world,
                                                          const engine::TypeRegistry& types,
                                                          const AssetNames& names);
} // namespace editor
