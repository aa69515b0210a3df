#include "tests/support/levels/random_world.h"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"

#include <array>
#include <random>

namespace mapwright::test
{
using namespace engine;

namespace
{
class Maker
{
public:
    explicit Maker(std::uint32_t seed) : m_random{seed} {}

    std::unique_ptr<World> make(std::size_t count)
    {
        auto world = std::make_unique<World>();
        Edit edit;
        edit.swaps.push_back(swapTo(SceneEntity, settings()));
        if (chance(2))
            edit.swaps.push_back(
                swapTo(SceneEntity, LightmapRef{"room.lightmap.exr", "0123456789abcdef"}));
        for (std::size_t i = 0; i < count; ++i)
            addEntity(edit, i, count);
        world->apply(edit);
        return world;
    }

private:
    bool chance(unsigned oneIn) { return m_random() % oneIn == 0; }

    /// Half of them on a grid, as levels are built, the others anywhere.
    double number(double limit)
    {
        const double any = std::uniform_real_distribution{-limit, limit}(m_random);
        return chance(2) ? std::round(any * 4) / 4 : any;
    }

    float positive(double limit) { return static_cast<float>(std::abs(number(limit)) + 0.125); }

    Vec3d vector(double limit) { return {number(limit), number(limit), number(limit)}; }

    Quatd rotation()
    {
        const Quatd turn{number(1), number(1), number(1), number(1)};
        const double length = glm::length(turn);
        return length > 0.01 ? turn / length : Quatd{1, 0, 0, 0};
    }

    Light light()
    {
        Light made;
        made.kind = static_cast<LightKind>(m_random() % 4);
        made.color = color();
        made.intensity = positive(100);
        made.range = positive(20);
        made.radius = positive(2);
        made.cone = 1 + positive(90);
        made.width = positive(9);
        made.baked = chance(2);
        made.castShadows = chance(2);
        return made;
    }

    Color color() { return {positive(2), positive(2), positive(2)}; }

    std::string text()
    {
        static const std::array<std::string, 6> texts{"wall",    "",        "Tür \"Nord\"",
                                                      "a\\b\nc", "floor 2", "😀"};
        return texts[m_random() % texts.size()];
    }

    SceneSettings settings()
    {
        SceneSettings result;
        if (chance(2))
            result.ambient = color();
        result.lightBounces = static_cast<int>(m_random() % 8);
        result.gravity = number(20);
        return result;
    }

    Brush brush()
    {
        const auto corner = vector(200);
        const auto box = makeBox({corner, corner + Vec3d{positive(20), positive(20), positive(20)}},
                                 Name{"Materials/a"});
        ENGINE_EXPECT(box);
        std::vector<BrushFace> faces(box->faces().begin(), box->faces().end());
        for (auto& face : faces) {
            if (chance(3))
                face.material = Name{"Materials/Spaceship/scififloorb"};
            if (chance(2))
                face.uv.scale = {positive(8), -positive(8)};
            if (chance(2))
                face.uv.offset = {number(1), number(1)};
            if (chance(4))
                face.uv = withUvRotation(face.uv, face.plane.normal, number(3));
        }
        // Cut a corner off with a slanted plane.
        const auto normal = glm::normalize(Vec3d{1, positive(2), positive(2)});
        const auto center = (box->bounds().min + box->bounds().max) / 2.0;
        const Plane cut{normal, glm::dot(normal, center)};
        auto cutFaces = faces;
        cutFaces.push_back({cut, Name{}, worldAlignedUv(normal)});
        auto slanted = Brush::fromFaces(std::move(cutFaces));
        if (slanted && chance(2))
            return *std::move(slanted);
        auto plain = Brush::fromFaces(std::move(faces));
        ENGINE_EXPECT(plain);
        return *std::move(plain);
    }

    ValueBag bag()
    {
        ValueBag result;
        setValue(result, "double", {number(5)});
        setValue(result, "whole double", {4.0});
        setValue(result, "int", {static_cast<std::int64_t>(m_random())});
        setValue(result, "bool", {chance(2)});
        setValue(result, "text", {text()});
        setValue(result, "vec2", {Vec2d{number(3), number(3)}});
        setValue(result, "vec3", {vector(3)});
        setValue(result, "turn", {rotation()});
        setValue(result, "color", {color()});
        setValue(result, "entity", {EntityId{m_random() % 1000 + 2}});
        setValue(result, "asset", {AssetPath{"sounds/door.wav"}});
        setValue(result, "nothing", {});
        setValue(result, "bag", {ValueBag{{"inner", Value{true}}}});
        setValue(result, "no list", {ValueList{}});
        setValue(result, "list", {ValueList{{text()}, {text()}}});
        setValue(result, "places", {ValueList{{vector(3)}, {vector(3)}, {vector(3)}}});
        setValue(result, "entities", {ValueList{{EntityId{m_random() % 1000 + 2}}, {EntityId{}}}});
        return result;
    }

    void addEntity(Edit& edit, std::size_t index, std::size_t count)
    {
        const EntityId id{10 + index * 7};
        Node node{.name = text(), .parent = {}};
        node.hidden = chance(5);
        node.locked = chance(5);
        // Groups are the first and the last entities, so that parents stand on both sides.
        if (index > 2 && index + 3 < count && chance(2))
            node.parent =
                EntityId{10 + (chance(2) ? m_random() % 3 : count - 1 - m_random() % 3) * 7};
        edit.swaps.push_back(swapTo(id, std::move(node)));
        addComponents(edit, id);
    }

    void addComponents(Edit& edit, EntityId id)
    {
        if (chance(2))
            edit.swaps.push_back(
                swapTo(id, BrushComponent{std::make_shared<const Brush>(brush())}));
        if (chance(2))
            edit.swaps.push_back(
                swapTo(id, TransformComponent{vector(100), rotation(), Vec3d{1, 2, 0.5}}));
        if (chance(3))
            edit.swaps.push_back(swapTo(id, light()));
        if (chance(8))
            edit.swaps.push_back(
                swapTo(id, Layer{color(), static_cast<int>(m_random() % 9), chance(2)}));
        if (chance(8))
            edit.swaps.push_back(swapTo(id, LinkedGroup{static_cast<int>(m_random() % 99), {}}));
        if (chance(8))
            edit.swaps.push_back(swapTo(id, LinkedMember{static_cast<int>(m_random() % 99),
                                                         {{"light.intensity", Value{true}}}}));
        if (chance(6))
            edit.swaps.push_back(swapTo(id, PlayerStart{}));
        if (chance(6))
            edit.swaps.push_back(swapTo(id, Script{{"door.as"}, "Door", bag()}));
        if (chance(6))
            edit.swaps.push_back(
                swapTo(id, AudioSource{{"room.wav"}, positive(1), positive(9), true, false}));
    }

    std::mt19937 m_random;
};
} // namespace

std::unique_ptr<World> randomWorld(std::uint32_t seed, std::size_t entities)
{
    return Maker{seed}.make(entities);
}
} // namespace mapwright::test
