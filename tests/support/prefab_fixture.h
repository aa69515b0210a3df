#pragma once

#include "editor/operations/prefab_changes.h"
#include "editor/operations/prefab_operations.h"
#include "tests/support/document_fixture.h"

#include <QTemporaryDir>

#include <memory>
#include <string>

namespace mapwright::test
{
/// A document beside a folder of assets, with short ways to make and place prefabs.
struct PrefabFixture : DocumentFixture
{
    QTemporaryDir folder;

    [[nodiscard]] engine::fs::path assets() const
    {
        return engine::fs::path{folder.path().toStdString()} / "assets";
    }

    [[nodiscard]] engine::PrefabLibrary library() const { return {assets(), types}; }

    [[nodiscard]] static std::string pathOf(const std::string& name)
    {
        return "prefabs/" + name + ".prefab.json";
    }

    [[nodiscard]] engine::fs::path fileOf(const std::string& name) const
    {
        return assets() / pathOf(name);
    }

    [[nodiscard]] std::string textOf(const std::string& name) const;

    /// Makes a prefab of the objects; the instance.
    engine::EntityId make(const std::string& name, const std::vector<engine::EntityId>& entities);
    engine::EntityId place(const std::string& name, const engine::Vec3d& at);

    engine::Result<void> revert(const std::vector<editor::PrefabOverride>& overrides);
    engine::Result<void> apply(const std::vector<editor::PrefabOverride>& overrides);

    /// As when a scene is opened or a file has changed on disk; what could not be read.
    std::vector<std::string> follow();

    /// The part of another instance that answers to this one of `from`.
    [[nodiscard]] engine::EntityId
    twin(engine::EntityId part, engine::EntityId from, engine::EntityId in) const;

    /// What of an instance is neither as its file nor overridden, as a merge of everything would
    /// change it; empty if nothing.
    [[nodiscard]] std::string difference() const;
};
} // namespace mapwright::test
