#include "engine_core/scene/components/foliage.h"

#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
ContentHash hashOf(const FoliagePlacement& placement)
{
    return placement.instances ? placement.instances->hash() : placement.missing;
}

void describeDensity(TypeBuilder<FoliageType>& type)
{
    type.section("Density");
    type.property("density", &FoliageType::density)
        .range(0, 1000)
        .unit("per m\u00b2")
        .tooltip("What painting aims at: painting over a place again adds nothing");
    type.property("spacing", &FoliageType::spacing)
        .range(0, 1000)
        .unit("m")
        .tooltip("Least distance between two of this kind");
    type.property("ownDensity", &FoliageType::ownDensity)
        .label("Density of its own")
        .tooltip("Planted at its whole density, whatever else is; otherwise it shares the mix");
    type.property("weight", &FoliageType::weight)
        .range(0, 1000)
        .label("Share in the mix")
        .tooltip("Of its density, against the other kinds of the mix that are painted along");
}

void describeLooks(TypeBuilder<FoliageType>& type)
{
    type.section("Model or picture");
    type.property("kind", &FoliageType::kind, {"mesh", "billboard"})
        .tooltip("A model, or an upright picture that faces the viewer");
    type.property("mesh", &FoliageType::mesh).asset(AssetKind::Mesh);
    type.property("material", &FoliageType::material)
        .asset(AssetKind::Material)
        .label("Picture's material")
        .tooltip("Of a billboard: the material with its picture, with holes where alpha is low");
    type.property("size", &FoliageType::size)
        .range(0.01, 100)
        .unit("m")
        .tooltip("Of a billboard: width and height at scale 1");
    type.property("views", &FoliageType::views)
        .range(1, 16)
        .label("Pictures side by side")
        .tooltip("Of a billboard: each plant takes one of them");
}

void describePose(TypeBuilder<FoliageType>& type)
{
    type.section("Size and turn");
    type.property("uniformScale", &FoliageType::uniformScale)
        .tooltip("All axes grow alike, by the first numbers of both scales");
    type.property("scaleMin", &FoliageType::scaleMin).range(0.01, 15).label("Least scale");
    type.property("scaleMax", &FoliageType::scaleMax).range(0.01, 15).label("Most scale");
    type.property("offset", &FoliageType::offset)
        .range(-100, 100)
        .unit("m")
        .tooltip("Up from the face; negative sinks it in");
    type.property("alignToNormal", &FoliageType::alignToNormal)
        .tooltip("Its axis follows the face's normal; never for billboards");
    type.property("maxAngle", &FoliageType::maxAngle)
        .range(0, 180)
        .unit("deg")
        .tooltip("How far the normal may turn it from upright");
    type.property("randomYaw", &FoliageType::randomYaw).tooltip("Never for billboards");
    type.property("pitch", &FoliageType::pitch)
        .range(0, 90)
        .unit("deg")
        .tooltip("Leans by up to it");
    type.property("wind", &FoliageType::wind)
        .range(0, 10)
        .unit("m")
        .tooltip("How far the tip sways");
    type.property("seed", &FoliageType::seed).range(0, 4294967295.0);
}

void describePlaces(TypeBuilder<FoliageType>& type)
{
    type.section("Where it grows");
    type.property("slopeMin", &FoliageType::slopeMin)
        .range(0, 180)
        .unit("deg")
        .label("Least slope");
    type.property("slopeMax", &FoliageType::slopeMax).range(0, 180).unit("deg").label("Most slope");
    type.property("heightMin", &FoliageType::heightMin)
        .range(-WorldLimit, WorldLimit)
        .unit("m")
        .label("Least height");
    type.property("heightMax", &FoliageType::heightMax)
        .range(-WorldLimit, WorldLimit)
        .unit("m")
        .label("Most height");
    type.property("heightFade", &FoliageType::heightFade)
        .range(0, 1000)
        .unit("m")
        .label("Soft height border")
        .tooltip("How far inside least and most height it gets rare");
    type.property("materials", &FoliageType::materials)
        .tooltip("It grows on faces with one of these materials, separated by commas; empty: all");
    type.property("onLayer", &FoliageType::onLayer)
        .tooltip("It grows on brushes of this layer alone; none: on all");
    type.property("patchSize", &FoliageType::patchSize)
        .range(0, 1000)
        .unit("m")
        .tooltip("It grows in patches about so far across; 0: evenly");
    type.property("patchCover", &FoliageType::patchCover)
        .range(0, 1)
        .tooltip("Share of the ground that the patches cover, about");
}

void describeNeighbours(TypeBuilder<FoliageType>& type)
{
    type.section("Light, path and walkable ground");
    type.property("lightMin", &FoliageType::lightMin)
        .range(0, 1000)
        .unit("m")
        .label("Least distance to light")
        .tooltip("From the nearest light");
    type.property("lightMax", &FoliageType::lightMax)
        .range(0, 1000)
        .unit("m")
        .label("Most distance to light")
        .tooltip("From the nearest light; 0: however far");
    type.property("path", &FoliageType::path)
        .tooltip("An object, group or layer whose brushes are the path; none: no path counts");
    type.property("pathMin", &FoliageType::pathMin)
        .range(0, 1000)
        .unit("m")
        .label("Least distance to path");
    type.property("pathMax", &FoliageType::pathMax)
        .range(0, 1000)
        .unit("m")
        .label("Most distance to path")
        .tooltip("0: however far");
    type.property("walkMin", &FoliageType::walkMin)
        .range(0, 200)
        .unit("m")
        .label("Least distance to walkable ground")
        .tooltip("From the ground that agents walk on, plants left out of account");
    type.property("walkMax", &FoliageType::walkMax)
        .range(0, 200)
        .unit("m")
        .label("Most distance to walkable ground")
        .tooltip("0: however far");
    type.property("outsidePlay", &FoliageType::outsidePlay)
        .label("Only outside the playable area")
        .tooltip("Never on ground that agents walk on");
    type.property("agent", &FoliageType::agent)
        .tooltip("Whose ground counts; empty: the first agent's");
}

void describeBody(TypeBuilder<FoliageType>& type)
{
    type.section("Drawing distance");
    type.property("fadeStart", &FoliageType::fadeStart)
        .range(0, 10000)
        .unit("m")
        .tooltip("Shrinks away from this distance on");
    type.property("cullDistance", &FoliageType::cullDistance)
        .range(0, 10000)
        .unit("m")
        .tooltip("Not drawn farther away; 0: always drawn");
    type.property("detailDistance", &FoliageType::detailDistance)
        .range(1, 10000)
        .unit("m")
        .tooltip("Full detail up to here, less with each doubling of the distance");
    type.section("Shadow and body");
    type.property("castShadows", &FoliageType::castShadows)
        .tooltip("Its models throw shadows in baked light; never for billboards");
    type.property("collides", &FoliageType::collides)
        .tooltip("Stops characters, and rays near them, by its body");
    type.property("blocksNavmesh", &FoliageType::blocksNavmesh)
        .tooltip("Agents walk around plants of this kind");
    type.property("bodyRadius", &FoliageType::bodyRadius)
        .range(0, 50)
        .unit("m")
        .tooltip("At scale 1, of what collides and blocks: an upright cylinder such as the trunk; "
                 "0: as wide as the foot of the model");
    type.property("bodyHeight", &FoliageType::bodyHeight)
        .range(0, 100)
        .unit("m")
        .tooltip("0: as high as the model");
}
} // namespace

bool operator==(const FoliagePlacement& a, const FoliagePlacement& b)
{
    return a.instances == b.instances ? a.missing == b.missing
                                      : (!a.instances == !b.instances && hashOf(a) == hashOf(b));
}

void describe(TypeBuilder<FoliageLayer>& layer)
{
    layer.type("foliage_layer", "Foliage", "Plants on the faces of brushes");
    layer.property("seed", &FoliageLayer::seed)
        .range(0, 4294967295.0)
        .tooltip("Another number, another pattern");
    layer.property("byRule", &FoliageLayer::byRule)
        .label("Grow by rule")
        .tooltip("All its kinds grow by themselves wherever their rules allow, and again when "
                 "brushes change; what is painted, erased or moved by hand stays so");
    layer.property("ground", &FoliageLayer::ground)
        .tooltip("By rule they grow on brushes of this object, group or layer; none: on all");
    layer.property("mask", &FoliageLayer::mask)
        .asset(AssetKind::Texture)
        .tooltip("A picture laid over the level from above: white is full density, black none");
    layer.property("maskCenter", &FoliageLayer::maskCenter)
        .unit("m")
        .label("Middle of the mask")
        .tooltip("Along x and z");
    layer.property("maskSize", &FoliageLayer::maskSize)
        .range(0.1, WorldLimit)
        .unit("m")
        .label("Size of the mask")
        .tooltip("Along x and z; nothing grows outside of it");
}

void describe(TypeBuilder<FoliageType>& type)
{
    type.type("foliage_type", "Kind of plant", "How the plants of the foliage above it look");
    type.notAddable();
    type.property("slot", &FoliageType::slot).range(0, 255).hidden();
    describeDensity(type);
    describeLooks(type);
    describePose(type);
    describePlaces(type);
    describeNeighbours(type);
    describeBody(type);
}

void describe(TypeBuilder<FoliagePlacement>& placement)
{
    placement.type("foliage_instances", "Plants");
    placement.notAddable();
}

FoliageType withBillboardRules(FoliageType type)
{
    if (type.kind != FoliageKind::Billboard)
        return type;
    type.alignToNormal = false;
    type.randomYaw = false;
    type.castShadows = false;
    type.pitch = 0;
    return type;
}

std::vector<FoliageTypeEntry> foliageTypes(const World& world, EntityId layer)
{
    std::vector<FoliageTypeEntry> types;
    for (const auto child : world.children(layer))
        if (const auto* type = world.get<FoliageType>(child))
            types.push_back({child, withBillboardRules(*type)});
    std::stable_sort(types.begin(), types.end(),
                     [](const auto& a, const auto& b) { return a.type.slot < b.type.slot; });
    types.erase(
        std::unique(types.begin(), types.end(),
                    [](const auto& a, const auto& b) { return a.type.slot == b.type.slot; }),
        types.end());
    return types;
}

FoliageType newFoliageType(FoliageKind kind)
{
    FoliageType type;
    type.kind = kind;
    type.ownDensity = true;
    return withBillboardRules(std::move(type));
}

const std::string& shapeOf(const FoliageType& type)
{
    return type.kind == FoliageKind::Mesh ? type.mesh.path : type.material.path;
}

double shareInMix(const FoliageType& type, std::span<const FoliageTypeEntry> all)
{
    if (shapeOf(type).empty())
        return 0;
    if (type.ownDensity)
        return 1;
    double mix = 0;
    for (const auto& each : all)
        if (!each.type.ownDensity && !shapeOf(each.type).empty())
            mix += each.type.weight;
    return mix > 0 ? type.weight / mix : 0;
}

bool asksForGround(const FoliageType& type)
{
    return type.walkMin > 0 || type.walkMax > 0 || type.outsidePlay;
}

std::vector<EntityId> foliageLayers(const World& world)
{
    std::vector<EntityId> layers;
    world.forEach<FoliageLayer>(
        [&](EntityId entity, const FoliageLayer&) { layers.push_back(entity); });
    return layers;
}

std::shared_ptr<const FoliageInstances> foliageOf(const World& world, EntityId layer)
{
    static const auto none = std::make_shared<const FoliageInstances>();
    const auto* placement = world.get<FoliagePlacement>(layer);
    return placement != nullptr && placement->instances ? placement->instances : none;
}
} // namespace engine
