#pragma once

#include "engine_core/base/result.h"

#include <string>
#include <vector>

namespace editor
{
/// One function, method or member that scripts can use.
struct ApiEntry
{
    std::string declaration; ///< as AngelScript writes it, without namespace and type
    std::string text;        ///< what it does; empty if the binding does not say
    friend bool operator==(const ApiEntry&, const ApiEntry&) = default;
};

/// A namespace, a type or an enumeration with what is in it.
struct ApiGroup
{
    enum class Kind
    {
        Space,
        Type,
        Enumeration
    };

    Kind kind = Kind::Space;
    std::string name; ///< empty: the global namespace
    std::vector<ApiEntry> entries;
    friend bool operator==(const ApiGroup&, const ApiGroup&) = default;
};

/// All that the scripts of one kind can call, in the order of the names; read from the bindings
/// themselves.
struct ScriptApi
{
    std::vector<ApiGroup> groups;

    [[nodiscard]] std::size_t entryCount() const;
};

[[nodiscard]] engine::Result<ScriptApi> gameScriptApi();
[[nodiscard]] engine::Result<ScriptApi> editorScriptApi();

/// The page of the manual (Markdown).
[[nodiscard]] std::string referencePage(const ScriptApi& game, const ScriptApi& editor);

/// A text as a cell of a Markdown table, which a bar would end.
[[nodiscard]] std::string tableCell(std::string text);

/// Declarations for text editors that complete AngelScript ("as.predefined").
[[nodiscard]] std::string completionFile(const ScriptApi& api, const std::string& baseClass);

/// The base classes with the methods that the editor and the game call.
[[nodiscard]] std::string gameBaseClass();
[[nodiscard]] std::string editorBaseClass();
} // namespace editor
