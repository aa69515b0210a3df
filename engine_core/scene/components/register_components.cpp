#include "engine_core/scene/components/register_components.h"

#include "engine_core/scene/checks/expectation.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/joint.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/patches/curved_patch.h"

namespace engine
{
void registerComponents(TypeRegistry& types)
{
    types.add<Node>();
    types.add<TransformComponent>();
    types.add<BrushComponent>();
    types.add<Light>();
    types.add<MeshInstance>();
    types.add<CurvedPatch>();
    types.add<Decal>();
    types.add<AudioSource>();
    types.add<Script>();
    types.add<Mover>();
    types.add<Body>();
    types.add<Joint>();
    types.add<Character>();
    types.add<PlayerStart>();
    types.add<MapEntity>();
    types.add<MapTextures>();
    types.add<SceneSettings>();
    types.add<LightmapRef>();
    types.add<UnreadData>();
    types.add<Layer>();
    types.add<SiblingOrder>();
    types.add<LinkedGroup>();
    types.add<LinkedMember>();
    types.add<FoliageLayer>();
    types.add<FoliageType>();
    types.add<FoliagePlacement>();
    types.add<PrefabInstance>();
    types.add<PrefabOverrides>();
    types.add<NavAgent>();
    types.add<NavSettings>();
    types.add<NavSurface>();
    types.add<NavVolume>();
    types.add<NavLink>();
    types.add<NavCheck>();
    types.add<Expectation>();
    types.add<NavWalker>();
    types.add<NavObstacle>();
    types.add<Tags>();
    types.add<Trigger>();
    types.add<Wires>();
    types.add<CharacterView>();
    types.add<Ladder>();
    types.add<Water>();
}
} // namespace engine
