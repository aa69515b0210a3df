#include "engine_core/scene/components/prefab.h"

namespace engine
{
void describe(TypeBuilder<PrefabInstance>& instance)
{
    instance.type("prefab", "Prefab", "The contents follow a file of the project");
    instance.notAddable();
    instance.property("file", &PrefabInstance::file).hidden();
}

void describe(TypeBuilder<PrefabOverrides>& overrides)
{
    overrides.type("prefab_overrides", "Prefab overrides");
    overrides.notAddable();
    overrides.property("values", &PrefabOverrides::values).hidden();
    overrides.property("removed", &PrefabOverrides::removed).hidden();
}
} // namespace engine
