#pragma once

#include "editor/operations/assets/asset_plan.h"
#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/prefab.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <map>
#include <string>

/// Apart from the other fixtures: what is used here would be so in all tests of the folder.
namespace mapwright::test::asset_changes
{
using namespace editor;
using namespace engine;

/// A project with a brick material, its pictures, a scene that is open and one that is not.
struct AssetProject : DocumentFixture
{
    QTemporaryDir folder;
    Project project{};
    EntityId box;
    EntityId lamp;

    AssetProject()
    {
        project.root = fs::canonical(folder.path().toStdString());
        write("project.json", "{\"format\":1,\"name\":\"p\"}");
        write("assets/walls/brick.material.json",
              "{\"format\":1,\"color\":\"brick.png\",\"later\":{ \"n\":[1,  2] }}");
        write("assets/walls/brick.hotspots.json", "{\"format\":1}");
        write("assets/walls/brick.png", "picture");
        write("assets/walls/red.material.json",
              "{\"format\":1,\"parent\":\"walls/brick\",\"color\":\"./brick.png\"}");
        write(
            "assets/models/lamp.gltf",
            "{\"buffers\":[{\"uri\":\"lamp.bin\"}],\"images\":[{\"uri\":\"../walls/brick.png\"}]}");
        write("assets/models/lamp.bin", "bytes");
        write("assets/prefabs/lamp.prefab.json",
              "{\"format\":3,\"entities\":[{\"id\":7,\"name\":\"walls/brick\",\"components\":"
              "{\"mesh\":{\"mesh\":\"models/lamp.gltf\"},\"later\":{\"x\":\"walls/brick\"}}}]}");
        write("scripts/door.as", "string name = \"walls/brick\";");
        write("scenes/other.scene.json", text());
        box = addBox({0, 0, 0}, {1, 1, 1});
        lamp = addPoint({0, 0, 0}, "lamp");
        VERIFY_OK(run([&](Transaction& edit) -> Result<void> {
            std::vector<BrushFace> faces{brushOf(box).faces().begin(), brushOf(box).faces().end()};
            faces[2].material = Name{"walls/brick"};
            edit.set(box, BrushComponent{
                              std::make_shared<const Brush>(*Brush::fromFaces(std::move(faces)))});
            edit.set(lamp, MeshInstance{.mesh = {"models/lamp.gltf"}});
            edit.set(lamp,
                     Script{{"door.as"}, "Door", {{"wall", Value{AssetPath{"walls/brick"}}}}});
            return {};
        }));
        VERIFY_OK(document.save(project.sceneFolder() / "open.scene.json"));
    }

    static std::string text()
    {
        return "{\n\"format\":3,\n\"entities\":[\n{\"id\":9,\"name\":\"Wall\",\"later\":[1,  2],"
               "\"components\":{\"script\":{\"file\":\"door.as\",\"properties\":{\"wall\":"
               "{\"asset\":\"walls\\/brick\"}}},\"patch\":{\"material\":\"walls/brick\"}}}\n]\n}";
    }

    void write(const std::string& path, const std::string& bytes) const
    {
        const auto file = project.root / path;
        fs::create_directories(file.parent_path());
        std::ofstream{file} << bytes;
    }

    [[nodiscard]] std::string read(const std::string& path) const
    {
        const auto bytes = readFile(project.root / path);
        return bytes ? *bytes : std::string{"(no file)"};
    }

    [[nodiscard]] bool has(const std::string& path) const
    {
        return fs::exists(project.root / path);
    }

    [[nodiscard]] Result<AssetOutlook> plan(const AssetRequest& request) const
    {
        JobControl control;
        return planAssetChange(project, request, document.world(), document.path(), types, control);
    }

    Result<void> change(const AssetRequest& request)
    {
        const auto outlook = plan(request);
        return outlook ? runAssetChange(document, labelOf(request), *outlook) : outlook.error();
    }

    Result<void> rename(const std::string& from, const std::string& to)
    {
        return change({AssetRequest::Kind::Rename, {from}, {to}});
    }

    [[nodiscard]] std::string materialOf(EntityId entity, std::size_t face) const
    {
        return brushOf(entity).faces()[face].material.text();
    }

    /// All files of the project with their bytes, but for what was deleted.
    [[nodiscard]] std::map<std::string, std::string> files() const
    {
        std::map<std::string, std::string> all;
        for (const auto& each : fs::recursive_directory_iterator{project.root})
            if (each.is_regular_file() &&
                each.path().string().find(".mapwright") == std::string::npos)
                all[each.path().lexically_relative(project.root).string()] = *readFile(each.path());
        return all;
    }
};

inline bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
} // namespace mapwright::test::asset_changes
