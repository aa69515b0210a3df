#include "editor/operations/foliage/foliage_grower.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/log.h"
#include "engine_core/foliage/density/painted_density.h"
#include "engine_core/foliage/foliage_growth.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"

#include <fmt/core.h>

#include <algorithm>

namespace editor
{
namespace
{
using engine::Aabb;
using engine::Change;
using engine::FoliageLayer;
using engine::FoliagePlacement;

template <typename T>
const T* valueOf(const engine::ComponentValue& value)
{
    return static_cast<const T*>(value.get());
}

template <typename T>
bool isOf(const Change& change)
{
    return change.type == engine::typeIdOf<T>();
}

bool hasNewParent(const Change& change)
{
    return !change.before || !change.after ||
           valueOf<engine::Node>(change.before)->parent !=
               valueOf<engine::Node>(change.after)->parent;
}

std::string nameOf(const engine::World& world, EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

/// Whether plants may have gained or lost ground, light or path by it.
bool changesGround(const Change& change)
{
    return isOf<engine::BrushComponent>(change) || isOf<engine::TransformComponent>(change) ||
           engine::setsInMotion(change.type) || isOf<engine::Light>(change) ||
           (isOf<engine::Node>(change) && hasNewParent(change));
}

bool changesWalkers(const Change& change)
{
    return isOf<engine::NavAgent>(change) || isOf<engine::NavSettings>(change) ||
           isOf<engine::NavSurface>(change) || isOf<engine::NavVolume>(change);
}

/// Where a hand changed what grows: by what it planted, moved and let grow again, or by density.
Aabb changedByHand(const Change& change)
{
    const auto* before = valueOf<FoliagePlacement>(change.before);
    const auto* after = valueOf<FoliagePlacement>(change.after);
    if (before == nullptr || !before->instances || after == nullptr || !after->instances)
        return {};
    auto box = engine::changedDensity(*before->instances, *after->instances);
    box.add(engine::changedExceptions(*before->instances, *after->instances));
    return box;
}

/// What the change lets grow anew where kinds ask for walkable ground.
Aabb walkersRegion(const engine::World& world,
                   EntityId layer,
                   const Change& change,
                   const Aabb& changedBounds)
{
    const bool isAgent =
        isOf<engine::Node>(change) && world.get<engine::NavAgent>(change.entity) != nullptr;
    if (!changesWalkers(change) && !isAgent)
        return changesGround(change) || engine::isMeshType(change.type)
                   ? walkableChange(world, layer, changedBounds)
                   : Aabb{};
    const auto kinds = engine::foliageTypes(world, layer);
    return std::any_of(kinds.begin(), kinds.end(),
                       [](const auto& kind) { return engine::asksForGround(kind.type); })
               ? engine::wholeFoliage()
               : Aabb{};
}

/// Whether a kind came to the layer from elsewhere or left it.
bool movesKind(const engine::World& world, EntityId layer, const Change& change)
{
    if (!isOf<engine::Node>(change) || !hasNewParent(change) ||
        world.get<engine::FoliageType>(change.entity) == nullptr)
        return false;
    const auto isBelow = [&](const engine::ComponentValue& node) {
        return node && valueOf<engine::Node>(node)->parent == layer;
    };
    return isBelow(change.before) || isBelow(change.after);
}

/// What the change lets grow anew in the layer.
Aabb regionOf(const engine::World& world,
              EntityId layer,
              const Change& change,
              const Aabb& changedBounds)
{
    if (change.before == change.after)
        return {};
    if ((isOf<FoliageLayer>(change) && change.entity == layer) || movesKind(world, layer, change))
        return engine::wholeFoliage();
    if (isOf<engine::FoliageType>(change)) {
        const auto* node = world.get<engine::Node>(change.entity);
        return node == nullptr || node->parent == layer ? engine::wholeFoliage() : Aabb{};
    }
    auto region = walkersRegion(world, layer, change, changedBounds);
    if (isOf<FoliagePlacement>(change) && change.entity == layer)
        region.add(changedByHand(change));
    if (changesGround(change))
        region.add(changedBounds);
    return region;
}

/// The changed objects that show models, if something may stand in for those.
std::set<EntityId> modelsStoodInFor(const engine::World& world, const engine::ChangeSet& changes)
{
    std::set<EntityId> models;
    if (world.meshes() == nullptr || !world.meshes()->awaitsModels())
        return models;
    const auto add = [&](EntityId entity) {
        if (world.get<engine::MeshInstance>(entity) != nullptr)
            models.insert(entity);
    };
    for (const auto& change : changes.changes) {
        if (change.before == change.after)
            continue;
        if (isOf<engine::MeshInstance>(change))
            add(change.entity);
        else if (changesGround(change))
            for (const auto entity : engine::subtree(world, change.entity))
                add(entity);
    }
    return models;
}
} // namespace

FoliageGrower::FoliageGrower(Document& document, engine::JobQueue& jobs, AssetsOf assets)
    : m_document{document}
    , m_jobs{jobs}
    , m_assets{std::move(assets)}
    , m_state{document.history().stateId()}
{
    m_connections +=
        document.changed.connect([this](const engine::ChangeSet& changes) { note(changes); });
    m_connections += document.stepped.connect([this](const DocumentStep& step) { follow(step); });
    m_connections += document.reset.connect([this] {
        if (m_job)
            m_job->cancel();
        m_due.clear();
        m_fresh.clear();
        m_ready.reset();
        m_state = m_document.history().stateId();
        tellIssues();
    });
}

FoliageGrower::~FoliageGrower()
{
    *m_alive = false;
    if (m_job)
        m_job->cancel();
}

bool FoliageGrower::isBusy() const
{
    const auto due = m_due.find(m_state);
    return m_job != nullptr || m_ready.has_value() ||
           (due != m_due.end() &&
            std::any_of(due->second.begin(), due->second.end(),
                        [](const auto& layer) { return layer.second.refusal.empty(); }));
}

void FoliageGrower::note(const engine::ChangeSet& changes)
{
    if (changes.kind != engine::ChangeKind::Final)
        return;
    const auto& world = m_document.world();
    const auto models = modelsStoodInFor(world, changes);
    for (const auto layer : engine::foliageLayers(world)) {
        if (!world.get<FoliageLayer>(layer)->byRule)
            continue;
        Aabb region;
        for (const auto& change : changes.changes)
            region.add(regionOf(world, layer, change, changes.bounds));
        if (region.isEmpty())
            continue;
        m_fresh[layer].region.add(region);
        m_fresh[layer].models.insert(models.begin(), models.end());
    }
}

void FoliageGrower::follow(const DocumentStep& step)
{
    const auto before = std::exchange(m_state, step.stateId);
    const auto fresh = std::exchange(m_fresh, {});
    if (step.kind == StepKind::Done || step.kind == StepKind::Joined) {
        DueLayers due;
        if (const auto known = m_due.find(before); known != m_due.end())
            due = known->second;
        for (const auto& [layer, what] : fresh) {
            due[layer].region.add(what.region);
            due[layer].models.insert(what.models.begin(), what.models.end());
            due[layer].refusal.clear();
        }
        if (step.kind == StepKind::Joined)
            m_due.erase(before);
        if (!due.empty())
            m_due[m_state] = std::move(due);
    }
    if (m_job)
        m_job->cancel(); // it works on another state
    tellIssues();
    start();
}

/// With the ground around models that were not there yet when it became due.
Aabb FoliageGrower::wholeRegion(EntityId layer, const Due& due) const
{
    const auto& world = m_document.world();
    auto region = due.region;
    for (const auto model : due.models)
        region.add(walkableChange(world, layer, engine::boundsOf(world, model)));
    return region;
}

void FoliageGrower::start()
{
    const auto due = m_due.find(m_state);
    if (m_job || due == m_due.end())
        return;
    std::vector<EntityId> layers;
    for (const auto& [layer, what] : due->second)
        if (what.refusal.empty())
            layers.push_back(layer);
    if (layers.empty() || awaitsModels(m_document.world(), layers))
        return;
    std::map<EntityId, Aabb> regions;
    for (const auto layer : layers)
        regions.emplace(layer, wholeRegion(layer, due->second.at(layer)));
    const auto request = requestSurvey(m_document.world(), layers, m_assets);
    const auto snapshot = std::make_shared<engine::World>(m_document.world());
    snapshot->setMeshes(nullptr); // known to the main thread only, and nothing grows on models
    const auto grown = std::make_shared<Grown>();
    grown->state = m_state;
    m_job = m_jobs.start(
        "Growing plants",
        [snapshot, grown, request, surveyor = m_surveyor,
         regions = std::move(regions)](engine::JobControl& control) {
            auto surveyed = surveyor->survey(*snapshot, request, control);
            grown->problems = std::move(surveyed.problems);
            engine::SpatialIndex index;
            snapshot->addSystem(index);
            for (const auto& [layer, region] : regions) {
                const auto* component = snapshot->get<FoliageLayer>(layer);
                if (component == nullptr || !component->byRule || control.isCancelled())
                    continue;
                auto growth =
                    engine::collectGrowth(*snapshot, index, layer, region, surveyed.survey);
                auto made = engine::growFoliage(std::move(growth), control);
                if (made.problem.empty()) {
                    grown->layers.emplace_back(layer, std::move(made.instances));
                    continue;
                }
                grown->problems.push_back(fmt::format("The foliage '{}' has not grown: {}",
                                                      nameOf(*snapshot, layer), made.problem));
                grown->refused[layer] = grown->problems.back();
            }
            snapshot->removeSystem(index);
        },
        [this, grown, alive = m_alive] {
            if (*alive)
                finish(grown);
        });
}

void FoliageGrower::finish(const std::shared_ptr<Grown>& grown)
{
    const auto control = std::exchange(m_job, nullptr);
    if (!control->isCancelled())
        tell(grown->problems);
    if (control->failure())
        forgetTried(grown->state); // it is in the log; trying again would only fill that
    else if (!control->isCancelled())
        m_ready = std::move(*grown);
    update();
}

/// Once, and not again with each edit. What was refused is remembered until it is tried again.
void FoliageGrower::tell(const std::vector<std::string>& problems)
{
    auto before = std::exchange(m_told, {});
    for (const auto& problem : problems)
        if (m_told.insert(problem).second && !before.contains(problem))
            engine::logWarning("foliage", "{}", problem);
    if (!issues().empty())
        m_told.merge(before);
}

std::vector<engine::Issue> FoliageGrower::issues() const
{
    std::vector<engine::Issue> issues;
    if (const auto due = m_due.find(m_state); due != m_due.end())
        for (const auto& [layer, what] : due->second)
            if (!what.refusal.empty())
                issues.push_back({engine::Severity::Warning, "foliage-growth", layer, "",
                                  what.refusal + ".", ""});
    return issues;
}

/// If there are any, or were.
void FoliageGrower::tellIssues()
{
    const bool has = !issues().empty();
    if (std::exchange(m_hasIssues, has) || has)
        issuesChanged();
}

/// All but what is refused.
void FoliageGrower::forgetTried(std::uint64_t state)
{
    auto& due = m_due[state];
    std::erase_if(due, [](const auto& layer) { return layer.second.refusal.empty(); });
    if (due.empty())
        m_due.erase(state);
}

void FoliageGrower::update()
{
    if (m_document.isEditing())
        return;
    if (const auto ready = std::exchange(m_ready, {}); ready && ready->state == m_state)
        publish(*ready);
    start();
}

void FoliageGrower::publish(const Grown& grown)
{
    for (const auto& [layer, why] : grown.refused)
        m_due[grown.state][layer].refusal = why; // due on, for the steps to come
    forgetTried(grown.state);
    tellIssues();
    auto transaction = m_document.begin("Grow plants by rule");
    transaction.joinLastStep();
    bool isChanged = false;
    for (const auto& [layer, instances] : grown.layers) {
        if (instances->hash() == engine::foliageOf(m_document.world(), layer)->hash())
            continue;
        setFoliage(transaction, layer, instances);
        isChanged = true;
    }
    if (isChanged)
        transaction.commit();
    else
        transaction.rollback();
}
} // namespace editor
