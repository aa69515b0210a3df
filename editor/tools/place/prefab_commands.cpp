#include "editor/tools/place/prefab_commands.h"

#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <algorithm>
#include <unordered_set>

namespace editor
{
using engine::Error;
using engine::PrefabInstance;
using engine::Result;

namespace
{
bool runStep(EditorApi& editor,
             const std::string& label,
             const std::string& outcome,
             const std::function<Result<void>(Transaction&)>& edit)
{
    const auto done = editor.document().run(label, edit);
    if (!done)
        editor.showMessage(MessageKind::Error, done.error().message());
    else if (!outcome.empty())
        editor.showMessage(MessageKind::Info, outcome);
    return done.hasValue();
}
} // namespace

engine::PrefabLibrary prefabLibrary(EditorApi& editor)
{
    return {editor.assets().project().assetFolder(), editor.document().types()};
}

std::optional<std::string> prefabPathFor(const std::string& name)
{
    const bool isBad = name.empty() || name.front() == '.' || name.front() == ' ' ||
                       name.back() == ' ' || name.find_first_of("/\\:*?\"<>|") < name.size() ||
                       std::any_of(name.begin(), name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < ' '; });
    return isBad ? std::nullopt : std::optional{"prefabs/" + name + ".prefab.json"};
}

bool makePrefabOfSelection(EditorApi& editor, const std::string& path)
{
    auto library = prefabLibrary(editor);
    const auto chosen = editor.document().selection().entities();
    std::optional<MadePrefab> made;
    if (!runStep(editor, "Make prefab", "Wrote " + path,
                 [&](Transaction& transaction) -> Result<void> {
                     auto done = makePrefab(transaction, chosen, path, library);
                     if (!done)
                         return done.error();
                     made = *std::move(done);
                     return {};
                 }))
        return false;
    editor.prefabWritten(made->write);
    editor.assets().pollChanges(); // the browser shows it now
    editor.document().selectAfterStep({made->instance});
    return true;
}

bool placePrefabAt(EditorApi& editor, const std::string& path, const engine::Vec3d& at)
{
    auto library = prefabLibrary(editor);
    EntityId placed;
    if (!runStep(editor, "Place prefab", {}, [&](Transaction& transaction) -> Result<void> {
            const auto instance = placePrefab(transaction, path, at, library);
            if (!instance)
                return instance.error();
            placed = *instance;
            return {};
        }))
        return false;
    editor.document().selection().setMode(SelectionMode::Objects);
    editor.document().selectAfterStep({placed});
    return true;
}

bool applyToPrefab(EditorApi& editor, const std::vector<PrefabOverride>& overrides)
{
    auto library = prefabLibrary(editor);
    std::optional<PrefabWrite> write;
    if (!runStep(editor, "Apply to prefab", {}, [&](Transaction& transaction) -> Result<void> {
            auto done = applyOverrides(transaction, overrides, library);
            if (!done)
                return done.error();
            write = *std::move(done);
            return {};
        }))
        return false;
    editor.showMessage(MessageKind::Info,
                       "Wrote " + write->file.filename().string() + "; all its instances follow");
    editor.prefabWritten(*write);
    return true;
}

bool revertToPrefab(EditorApi& editor, const std::vector<PrefabOverride>& overrides)
{
    auto library = prefabLibrary(editor);
    return runStep(editor, "Revert to prefab", {}, [&](Transaction& transaction) -> Result<void> {
        if (overrides.empty())
            return Error{"There is nothing to revert: the instance is as its prefab"};
        return revertOverrides(transaction, overrides, library);
    });
}

bool unpackSelection(EditorApi& editor)
{
    const auto chosen = editor.document().selection().entities();
    return runStep(editor, "Unpack prefab", {},
                   [&](Transaction& transaction) { return unpackPrefabs(transaction, chosen); });
}

EntityId instanceOf(const engine::World& world, EntityId entity)
{
    return engine::prefabPlace(world, entity, {}).root;
}

std::vector<EntityId> selectedInstances(const Document& document)
{
    std::vector<EntityId> found;
    std::unordered_set<EntityId> known;
    for (const auto entity : document.selection().entities())
        if (const auto instance = instanceOf(document.world(), entity);
            instance && known.insert(instance).second)
            found.push_back(instance);
    return found;
}
} // namespace editor
