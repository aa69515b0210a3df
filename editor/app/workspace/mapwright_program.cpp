#include "editor/app/workspace/mapwright_program.h"

namespace editor
{
engine::fs::path mapwrightProgram()
{
    std::error_code failed;
    return engine::fs::read_symlink("/proc/self/exe", failed).parent_path() / "mapwright";
}
} // namespace editor
