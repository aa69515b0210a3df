#pragma once

#include "engine_core/reflect/property.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace editor
{
/// Other names for files below assets/, and so for what components and materials call them by.
class AssetNames
{
public:
    /// Both are paths below assets/ with their endings and forward slashes.
    void add(std::string from, std::string to);

    [[nodiscard]] bool isEmpty() const { return m_files.empty(); }

    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& files() const
    {
        return m_files;
    }

    /// The other name of a file; nothing if it keeps its own.
    [[nodiscard]] std::optional<std::string> ofFile(std::string_view file) const;

    /// The same of what a component calls an asset: materials go without their ending, and a '#'
    /// leads to a part of a model's file. Of AssetKind::Any a material or a file may be meant. Not
    /// of scripts, which lie elsewhere.
    [[nodiscard]] std::optional<std::string> of(engine::AssetKind kind,
                                                std::string_view asset) const;

    /// The same of materials that are listed with commas between them, and blanks around.
    [[nodiscard]] std::optional<std::string> ofMaterialList(std::string_view list) const;

    /// What takes these names back. Where two names became one the first counts.
    [[nodiscard]] AssetNames inverse() const;

    /// A text without any of these cannot name one of the files: their last parts without endings.
    [[nodiscard]] std::vector<std::string> parts() const;

private:
    std::map<std::string, std::string, std::less<>> m_files;
};

inline constexpr std::string_view MaterialFileEnding = ".material.json";

/// What components call the asset in a file below assets/.
[[nodiscard]] std::string assetNameOf(std::string_view file);

/// "a/b/c.png" gives "a/b".
[[nodiscard]] std::string_view parentFolderOf(std::string_view path);

/// `target` as seen from a folder, both below assets/: "../walls/brick.png".
[[nodiscard]] std::string relativeTo(std::string_view folder, std::string_view target);

/// The file that `relative` means in a folder below assets/; nothing if it leads out of assets/.
[[nodiscard]] std::optional<std::string> joined(std::string_view folder, std::string_view relative);
} // namespace editor
