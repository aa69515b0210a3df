#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/unread_data.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace tst_scene_checks
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// An empty project and a world to check against it.
struct Level
{
    QTemporaryDir folder;
    Project project = *createProject(fs::path{folder.path().toStdString()} / "p", "empty");
    AssetDatabase assets{project};
    World world;

    EntityId addSound(const std::string& path)
    {
        const auto id = world.newId();
        AudioSource source;
        source.sound.path = path;
        Edit edit{{swapTo(id, Node{"radio", {}}), swapTo(id, source)}};
        world.apply(edit);
        return id;
    }

    [[nodiscard]] std::vector<Issue> issues(const std::string& rule)
    {
        auto all = checkScene({world, assets, {}});
        std::erase_if(all, [&](const Issue& issue) { return issue.rule != rule; });
        return all;
    }
};

std::vector<std::string> messagesOf(const std::vector<Issue>& issues)
{
    std::vector<std::string> messages;
    for (const auto& issue : issues)
        messages.push_back(issue.message);
    return messages;
}
} // namespace

class TestSceneChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lightThatIsNotSavedYetIsNoIssue();
    void eachFileIsListedOnceWithAllItsUsers();
    void aFileThatManyLackIsOneIssue();
    void filesThatAreThereAreNoIssue();
    void startsBeyondTheFirstTwoHundredAreNotListed();
    void usesFoundOnACopyGiveTheSameIssues();
    void orphanedPlantsAndMissingKindsAreIssues();
    void unknownComponentsAreIssuesOncePerName();
};

void TestSceneChecks::orphanedPlantsAndMissingKindsAreIssues()
{
    Level level;
    const auto layer = level.world.newId();
    const auto kind = level.world.newId();
    FoliageType type;
    type.mesh.path = "Meshes/oak.obj";
    FoliageInstance plant;
    FoliageEdit plants{nullptr};
    plants.add(plant);
    Edit edit{{swapTo(layer, Node{"Wood", {}}), swapTo(layer, FoliageLayer{}),
               swapTo(kind, Node{"Oak", layer}), swapTo(kind, type),
               swapTo(layer, FoliagePlacement{.instances = plants.finish()})}};
    level.world.apply(edit);
    QCOMPARE(level.issues("missing-mesh").size(), std::size_t{1});
    QVERIFY(level.issues("orphaned-plants").empty());
    plant.flags = FoliageOrphan;
    plant.position.x = 1;
    plants.add(plant);
    Edit orphaned{{swapTo(layer, FoliagePlacement{.instances = plants.finish()})}};
    level.world.apply(orphaned);
    const auto issues = level.issues("orphaned-plants");
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues[0].entity, layer);
    QVERIFY(issues[0].message.find("Wood") != std::string::npos);
}

void TestSceneChecks::lightThatIsNotSavedYetIsNoIssue()
{
    Level level;
    auto light = std::make_shared<Lightmap>();
    light->hash = 0x1234;
    Edit edit{{swapTo(SceneEntity,
                      LightmapRef{.file = "start.lightmap.exr", .hash = hashToText(light->hash)})}};
    level.world.apply(edit);
    const auto count = [&] {
        const CheckContext context{level.world, level.assets,
                                   level.project.sceneFolder() / "start.scene.json"};
        const auto all = checkScene(context);
        return std::ranges::count(all, std::string{"missing-lightmap"}, &Issue::rule);
    };
    QCOMPARE(count(), std::ptrdiff_t{1});
    level.assets.lightmaps().put(light->hash, light);
    QCOMPARE(count(), std::ptrdiff_t{0});
}

void TestSceneChecks::eachFileIsListedOnceWithAllItsUsers()
{
    Level level;
    const auto a = addBox(level.world, {0, 0, 0}, {1, 1, 1}, "a", Name{"Materials/wall"});
    const auto b = addBox(level.world, {2, 0, 0}, {3, 1, 1}, "b", Name{"Materials/wall"});
    addBox(level.world, {4, 0, 0}, {5, 1, 1}, "plain");
    const auto radio = level.addSound("Sounds/hum.wav");
    const auto uses = assetUses(level.world);
    QCOMPARE(uses.size(), std::size_t{2});
    QCOMPARE(uses[0].kind, AssetKind::Material);
    QCOMPARE(uses[0].path, std::string{"Materials/wall"});
    QCOMPARE(uses[0].users, (std::vector{a, b}));
    QCOMPARE(uses[1].kind, AssetKind::Sound);
    QCOMPARE(uses[1].users, std::vector{radio});
}

void TestSceneChecks::aFileThatManyLackIsOneIssue()
{
    Level level;
    const auto first = level.addSound("Sounds/hum.wav");
    const auto second = level.addSound("Sounds/hum.wav");
    level.addSound("Sounds/other.wav");
    const auto found = level.issues("missing-sound");
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(found[0].message, std::string{"'radio' and 1 more play the sound 'Sounds/hum.wav', "
                                           "which does not exist."});
    QCOMPARE(found[0].entity, first);
    QCOMPARE(found[0].others, std::vector{second});
    QCOMPARE(found[1].message,
             std::string{"'radio' plays the sound 'Sounds/other.wav', which does not exist."});
}

void TestSceneChecks::filesThatAreThereAreNoIssue()
{
    Level level;
    fs::create_directories(level.project.assetFolder() / "Sounds");
    QVERIFY(writeFileAtomically(level.project.assetFolder() / "Sounds/hum.wav", "RIFF"));
    level.addSound("Sounds/hum.wav");
    QVERIFY(level.issues("missing-sound").empty());
}

void TestSceneChecks::startsBeyondTheFirstTwoHundredAreNotListed()
{
    Level level;
    for (int i = 0; i < 300; ++i)
        addPlayerStart(level.world, {i * 2.0, 0, 0});
    QCOMPARE(level.issues("many-player-starts").size(), MaxIssuesPerRule);
}

void TestSceneChecks::usesFoundOnACopyGiveTheSameIssues()
{
    Level level;
    for (int i = 0; i < 50; ++i)
        addBox(level.world, {i * 2.0, 0, 0}, {i * 2.0 + 1, 1, 1}, "box",
               Name{"Materials/none" + std::to_string(i % 7)});
    level.addSound("gone.wav");
    const World copy{level.world};
    const auto uses = assetUses(copy);
    const auto found = checkScene({copy, level.assets, {}}, uses);
    QCOMPARE(messagesOf(found), messagesOf(checkScene({level.world, level.assets, {}})));
    QCOMPARE(found.size(), std::size_t{9}); // seven materials, the sound, no player start
}

void TestSceneChecks::unknownComponentsAreIssuesOncePerName()
{
    Level level;
    const auto a = addBox(level.world, {0, 0, 0}, {1, 1, 1}, "a");
    const auto b = addBox(level.world, {2, 0, 0}, {3, 1, 1}, "b");
    Edit edit;
    edit.swaps.push_back(swapTo(a, UnreadData{{{"components/ligth", "{}"}, {"later", "1"}}}));
    edit.swaps.push_back(
        swapTo(b, UnreadData{{{"components/brush/fal~1loff", "2"}, {"components/ligth", "{}"}}}));
    level.world.apply(edit);
    const auto issues = level.issues("unknown-component");
    QCOMPARE(issues.size(), std::size_t{2});
    QCOMPARE(
        QString::fromStdString(issues[0].message),
        QString{"'b' has 'fal/loff' of the component 'brush', which is not known here and does "
                "nothing."});
    QCOMPARE(issues[0].entity, b);
    QCOMPARE(QString::fromStdString(issues[1].message),
             QString{"'a' and 1 more have the component 'ligth', which is not known here and does "
                     "nothing."});
    QCOMPARE(issues[1].entity, a);
    QCOMPARE(issues[1].others, std::vector<EntityId>{b});
}

PLAIN_TEST(TestSceneChecks)
} // namespace tst_scene_checks

#include "tst_scene_checks.moc"
