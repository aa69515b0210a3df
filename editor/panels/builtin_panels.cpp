#include "editor/panels/builtin_panels.h"

#include "editor/app/editor_context.h"

namespace editor
{
std::vector<Registration> registerBuiltinPanels(EditorContext&)
{
    return {};
}
} // namespace editor
