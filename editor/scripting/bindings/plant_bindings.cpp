#include "editor/operations/foliage/foliage_operations.h"
#include "editor/operations/foliage/foliage_surveyor.h"
#include "editor/scripting/script_hit.h"
#include "editor/scripting/script_host.h"
#include "engine_core/foliage/foliage_growth.h"
#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace editor
{
using engine::EntityId;
using engine::raiseInScript;
using engine::ScriptBinder;
using engine::Vec3d;
using Ids = std::vector<EntityId>;
using Slots = std::vector<std::uint8_t>;

namespace
{
/// Whether it is a foliage; otherwise the script gets an exception.
bool isFoliage(const EntityId& entity)
{
    const bool is = activeHost()->world.get<engine::FoliageLayer>(entity) != nullptr;
    if (!is)
        raiseInScript("This entity is no foliage; Plants::add() makes one");
    return is;
}

/// The transaction, if the entity is a foliage.
Transaction* editOfFoliage(const EntityId& foliage)
{
    return isFoliage(foliage) ? writingTransaction() : nullptr;
}

/// The slots of the kinds of that name; of all for an empty one. Not even one: an exception.
std::optional<Slots> slotsOf(const EntityId& foliage, const std::string& kind)
{
    const auto& world = activeHost()->world;
    Slots slots;
    for (const auto& [entity, type] : engine::foliageTypes(world, foliage))
        if (kind.empty() || world.get<engine::Node>(entity)->name == kind)
            slots.push_back(static_cast<std::uint8_t>(type.slot));
    if (!slots.empty())
        return slots;
    raiseInScript(kind.empty() ? "The foliage has no kinds of plants"
                               : fmt::format("The foliage has no kind of plant '{}'", kind));
    return std::nullopt;
}

bool isSane(const Vec3d& at, double radius)
{
    if (engine::isFinite(at) && std::isfinite(radius) && radius > 0 && radius <= 1000)
        return true;
    raiseInScript("A place must be finite, and a radius above 0 and up to 1000 m");
    return false;
}

EntityId addFoliage(const std::string& name)
{
    auto* edit = writingTransaction();
    return edit != nullptr ? createFoliageLayer(*edit, name) : EntityId{};
}

EntityId addKind(const EntityId& foliage, const std::string& mesh, const std::string& name)
{
    auto* edit = editOfFoliage(foliage);
    if (edit == nullptr || !isPath(mesh))
        return {};
    auto type = engine::newFoliageType(engine::FoliageKind::Mesh);
    type.mesh = engine::AssetPath{mesh};
    return valueOrRefuse(addFoliageType(*edit, foliage, std::move(type), name));
}

void place(const EntityId& foliage, const ScriptHit& hit, const std::string& kind)
{
    auto* edit = editOfFoliage(foliage);
    const auto slots = edit != nullptr ? slotsOf(foliage, kind) : std::nullopt;
    if (!slots)
        return;
    if (!hit.found || hit.face < 0)
        return raiseInScript("Plants stand on faces of brushes; this hit is none");
    const engine::PickHit at{hit.entity, static_cast<engine::FaceIndex>(hit.face), hit.distance,
                             hit.point, hit.normal};
    if (const auto placed = placeFoliage(*edit, foliage, slots->front(), at); !placed)
        refuseInScript(placed.error());
}

/// What the rules of its kinds ask for; mostly nothing.
engine::Result<engine::FoliageSurvey> surveyOf(const EntityId& foliage)
{
    auto& editor = activeHost()->editor;
    engine::JobControl control;
    auto found = surveyFoliage(
        editor.document().world(), foliage, [&] { return &editor.assets(); }, control);
    if (!found.problems.empty())
        return engine::Error{"{}", found.problems.front()};
    return std::move(found.survey);
}

int scatter(const EntityId& foliage, const Ids& brushes, const std::string& kind)
{
    auto* edit = editOfFoliage(foliage);
    const auto slots = edit != nullptr ? slotsOf(foliage, kind) : std::nullopt;
    if (!slots)
        return 0;
    const auto survey = surveyOf(foliage);
    if (!survey) {
        refuseInScript(survey.error());
        return 0;
    }
    const auto& index = activeHost()->editor.document().index();
    engine::JobControl control;
    const auto planted = engine::scatterFoliage(
        engine::collectScatter(edit->world(), index, foliage, brushes, *slots, *survey), control);
    if (!planted.problem.empty()) {
        refuseInScript(engine::Error{"The foliage was not planted: {}", planted.problem});
        return 0;
    }
    checkOrRefuse(plantFoliage(*edit, foliage, planted.instances));
    return static_cast<int>(planted.instances.size());
}

int paint(const EntityId& foliage, const ScriptHit& hit, double radius, double strength)
{
    auto* edit = editOfFoliage(foliage);
    if (edit == nullptr || !isSane(hit.point, radius) || !hit.found)
        return 0;
    const engine::FoliageBrush brush{.radius = radius, .strength = std::clamp(strength, 0.0, 1.0)};
    const auto survey = surveyOf(foliage);
    if (!survey) {
        refuseInScript(survey.error());
        return 0;
    }
    engine::FoliageStroke stroke{
        edit->world(), activeHost()->editor.document().index(), foliage, {}, brush, *survey};
    if (const auto room = stroke.checkRoom(); !room) {
        refuseInScript(room.error().withContext("The foliage was not planted"));
        return 0;
    }
    const auto plants = stroke.extend({hit.point, hit.normal});
    checkOrRefuse(plantFoliage(*edit, foliage, plants));
    return static_cast<int>(plants.size());
}

/// The plants of those kinds within the ball.
std::vector<engine::FoliageInstance>
plantsAt(const EntityId& foliage, const Vec3d& at, double radius, const std::string& kind)
{
    std::vector<engine::FoliageInstance> plants;
    if (!isFoliage(foliage) || !isSane(at, radius))
        return plants;
    const auto slots = slotsOf(foliage, kind);
    if (!slots)
        return plants;
    engine::foliageOf(activeHost()->world, foliage)
        ->forEachIn(at - radius, at + radius,
                    [&](std::size_t, std::size_t, const engine::FoliageInstance& plant) {
                        if (plant.isStanding() &&
                            std::ranges::find(*slots, plant.type) != slots->end() &&
                            glm::length(Vec3d{plant.position} - at) <= radius)
                            plants.push_back(plant);
                    });
    return plants;
}

int count(const EntityId& foliage, const Vec3d& at, double radius, const std::string& kind)
{
    return static_cast<int>(plantsAt(foliage, at, radius, kind).size());
}

int removeAt(const EntityId& foliage, const Vec3d& at, double radius, const std::string& kind)
{
    auto* edit = editOfFoliage(foliage);
    if (edit == nullptr)
        return 0;
    const auto plants = plantsAt(foliage, at, radius, kind);
    removeFoliage(*edit, foliage, plants);
    return static_cast<int>(plants.size());
}

int total(const EntityId& foliage)
{
    return isFoliage(foliage)
               ? static_cast<int>(engine::foliageOf(activeHost()->world, foliage)->plants())
               : 0;
}
} // namespace

engine::Result<void> bindPlants(ScriptBinder& binder)
{
    binder.space("Plants");
    binder.function("Entity add(const string &in name = \"Foliage\")", addFoliage,
                    "A new foliage, which holds plants and their kinds");
    binder.function("Entity addKind(const Entity &in foliage, const string &in mesh, const string "
                    "&in name = \"Plant\")",
                    addKind,
                    "A new kind of plant with that model; its rules are the properties of its "
                    "component, such as \"foliage_type.density\"");
    binder.function("void place(const Entity &in foliage, const Hit &in, const string &in kind = "
                    "\"\")",
                    place, "One plant where a ray met a face, whatever the rules say");
    binder.function("int scatter(const Entity &in foliage, const array<Entity> &in brushes, const "
                    "string &in kind = \"\")",
                    scatter,
                    "Plants all kinds, or one, on the brushes up to their density; how many came");
    binder.function("int paint(const Entity &in foliage, const Hit &in, double radius, double "
                    "strength = 1)",
                    paint, "One dab of the brush, in metres; how many plants came");
    binder.function("int count(const Entity &in foliage, const Vec3 &in at, double radius, const "
                    "string &in kind = \"\")",
                    count, "Plants within the radius in metres");
    binder.function("int total(const Entity &in foliage)", total, "All plants of the foliage");
    binder.function("int remove(const Entity &in foliage, const Vec3 &in at, double radius, const "
                    "string &in kind = \"\")",
                    removeAt, "Takes those away; how many there were");
    binder.space("");
    return binder.finish("plants");
}
} // namespace editor
