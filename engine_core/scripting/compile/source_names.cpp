#include "engine_core/scripting/compile/source_names.h"

#include <filesystem>

namespace engine::scriptcore
{
Result<std::string>
includedFile(const std::string& include, const std::string& from, const std::string& folder)
{
    namespace fs = std::filesystem;
    const auto path = (fs::path{from}.parent_path() / include).lexically_normal();
    const auto text = path.generic_string();
    if (path.is_absolute() || text.starts_with(".."))
        return Error{"{}/{} includes '{}', which is not below the {} folder", folder, from, include,
                     folder};
    return text;
}
} // namespace engine::scriptcore
