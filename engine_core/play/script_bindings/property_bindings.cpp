#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/scripting/binding/property_access.h"

namespace engine
{
Result<void> bindProperties(ScriptBinder& binder)
{
    return scriptcore::PropertyAccess<activePlay>::bind(binder);
}
} // namespace engine
