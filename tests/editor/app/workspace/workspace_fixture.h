#pragma once

#include "editor/app/workspace/workspace.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/prefab/prefab_operations.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// As fast as a bake can be.
inline BakeOptions quickBake()
{
    BakeOptions options;
    options.quality = BakeQuality::Draft;
    options.samples = 1;
    options.bounces = 0;
    return options;
}

/// A workspace over an empty project of its own; nobody wakes it, the tests deliver.
struct WorkspaceFixture
{
    QTemporaryDir folder;
    fs::path root = folder.path().toStdString();
    Workspace workspace{*createProject(root / "project", "empty"), {}};
    fs::path scene = workspace.assets().project().sceneFolder() / "room.scene.json";

    void addBox(double at)
    {
        VERIFY_OK(workspace.document().run("Box", [&](Transaction& edit) -> Result<void> {
            const auto made = createBox(edit, Aabb{{at, 0, 0}, {at + 1, 1, 1}});
            return made ? Result<void>{} : Result<void>{made.error()};
        }));
    }

    void addLamp(const Vec3d& at)
    {
        VERIFY_OK(workspace.document().run("Lamp", [&](Transaction& edit) -> Result<void> {
            addLight(edit, at, {});
            return {};
        }));
    }

    /// Of everything in the scene.
    void makePrefab(const std::string& path)
    {
        VERIFY_OK(workspace.document().run("Make", [&](Transaction& edit) -> Result<void> {
            PrefabLibrary library{workspace.assets().project().assetFolder(), workspace.types()};
            const auto made = editor::makePrefab(edit, edit.world().children({}), path, library);
            return made ? Result<void>{} : made.error();
        }));
    }

    /// Everything in the scene, to where it was.
    void cutAndPaste()
    {
        auto& document = workspace.document();
        const auto all = document.world().children({});
        const auto text = copyText(document.world(), workspace.types(), all);
        VERIFY_OK(document.run("Cut and paste", [&](Transaction& edit) -> Result<void> {
            for (const auto entity : all)
                edit.destroy(entity);
            const auto pasted = pasteText(edit, text, {});
            return pasted ? Result<void>{} : Result<void>{pasted.error()};
        }));
    }

    [[nodiscard]] fs::path light() const { return scene.parent_path() / "room.lightmap.exr"; }

    void bakeAndSave()
    {
        workspace.bake(quickBake(), [](const auto& stats) { VERIFY_OK(stats); });
        workspace.jobs().finishAll();
        VERIFY_OK(workspace.nameLightmapAfter(scene));
        workspace.save(scene, {});
        workspace.finishSaves();
    }

    /// Light and plants beside the scene that are not in their places.
    [[nodiscard]] int waitingFiles() const
    {
        int count = 0;
        for (const auto& entry : fs::directory_iterator{scene.parent_path()})
            count += static_cast<int>(entry.path().extension() == ".new");
        return count;
    }

    [[nodiscard]] ContentHash hashOfFile(const fs::path& file) const
    {
        const auto loaded = loadScene(file, workspace.types());
        return loaded ? contentHash(*loaded->world, workspace.types()) : 0;
    }
};

/// A box that is a prefab, in a saved scene.
struct BoxPrefab : WorkspaceFixture
{
    EntityId box;
    std::string path = "prefabs/box.prefab.json";
    fs::path file = workspace.assets().project().assetFolder() / path;

    BoxPrefab()
    {
        addBox(0);
        box = workspace.document().world().children({})[0];
        VERIFY_OK(workspace.document().run("Make", [&](Transaction& edit) -> Result<void> {
            auto library = files();
            const std::array one{box};
            const auto made = editor::makePrefab(edit, one, path, library);
            return made ? Result<void>{} : made.error();
        }));
        workspace.save(scene, {});
        workspace.finishSaves();
    }

    [[nodiscard]] PrefabLibrary files()
    {
        return {workspace.assets().project().assetFolder(), workspace.types()};
    }

    [[nodiscard]] const std::string& name()
    {
        return workspace.document().world().get<Node>(box)->name;
    }

    /// Until the worker has read what changed, and the document has taken it.
    void readFiles()
    {
        workspace.update();
        workspace.jobs().finishAll();
        workspace.update();
    }

    /// The file with a lamp in it, and a bulb below that.
    [[nodiscard]] std::string textWithLamp()
    {
        const auto prefab = readScene(*readFile(file), workspace.types(), path);
        ENGINE_EXPECT(prefab);
        auto& world = *prefab->world;
        const auto lamp = world.newId();
        Edit edit{{swapTo(lamp, Node{.name = "lamp", .parent = {}}),
                   swapTo(lamp, MeshInstance{.mesh = {"lamp.obj"}}),
                   swapTo(world.newId(), Node{.name = "bulb", .parent = lamp})}};
        world.exchange(edit);
        return writeScene(world, workspace.types());
    }

    void renameInFile(const std::string& to)
    {
        auto text = *readFile(file);
        const auto from = text.find("\"name\":\"");
        ENGINE_EXPECT(from != std::string::npos);
        const auto end = text.find('"', from + 8);
        VERIFY_OK(writeFileAtomically(file, text.replace(from + 8, end - from - 8, to)));
    }
};

inline void renameFirst(Document& document, const std::string& name)
{
    VERIFY_OK(document.run("Rename", [&](Transaction& edit) -> Result<void> {
        rename(edit, edit.world().children({})[0], name);
        return {};
    }));
}
} // namespace mapwright::test
