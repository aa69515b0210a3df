#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/assets/project/project.h"

#include <QTemporaryDir>

/// A small project in a folder of its own: materials with pictures, a sound and a script.
class PanelProject
{
public:
    PanelProject()
    {
        const auto root = engine::fs::path{m_folder.path().toStdString()} / "panel_project";
        project = *engine::createProject(root, "empty");
        addMaterial("Materials/floor", 200);
        addMaterial("Materials/wall", 120);
        addMaterial("Dev/grid", 60);
        write(project.assetFolder() / "Sounds" / "step.wav", "RIFF");
        write(project.scriptFolder() / "lift.as", "class Lift : Node\n{\n"
                                                  "    [range(0, 10), unit(\"m/s\")]\n"
                                                  "    double speed = 2;\n"
                                                  "    void onTick(float dt) {}\n"
                                                  "}\n");
    }

    engine::Project project;

private:
    static void write(const engine::fs::path& file, std::string_view text)
    {
        engine::fs::create_directories(file.parent_path());
        const auto done = engine::writeFileAtomically(file, text);
        ENGINE_EXPECT(done.hasValue());
    }

    void addMaterial(const std::string& name, std::uint8_t grey)
    {
        const auto base = (project.assetFolder() / name).string();
        const auto leaf = name.substr(name.rfind('/') + 1);
        engine::Image image{8, 8, {}};
        image.rgba.assign(8 * 8 * 4, grey);
        write(base + ".material.json", "{ \"format\": 1, \"color\": \"" + leaf + ".png\" }\n");
        const auto saved = engine::savePng(image, base + ".png");
        ENGINE_EXPECT(saved.hasValue());
    }

    QTemporaryDir m_folder;
};
