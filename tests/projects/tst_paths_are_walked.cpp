#include "editor/app/workspace/workspace.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/physics/character_controller.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

namespace tst_paths_are_walked
{
using namespace editor;
using namespace engine;

/// What the navigation mesh promises is walked: the character of the game goes along the corners of
/// paths between random places of the sample levels, on the collision of the game.
class TestPathsAreWalked : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bySampleLevels_data();
    void bySampleLevels();
};

namespace
{
constexpr int Pairs = 1000;
constexpr double Tick = 1.0 / 60;  ///< seconds
constexpr double Speed = 4.0;      ///< metres per second
constexpr double Arrived = 0.25;   ///< metres
constexpr double Patience = 3.0;   ///< times the time that the length takes
constexpr double WaitToTurn = 2.0; ///< seconds on top

/// A random place of the ground: a polygon by its area, and a place in it.
class Places
{
public:
    explicit Places(const NavMesh& mesh)
    {
        for (const auto& polygon : mesh.polygons())
            for (std::size_t i = 2; i < polygon.corners.size(); ++i) {
                const auto& a = polygon.corners[0];
                const auto& b = polygon.corners[i - 1];
                const auto& c = polygon.corners[i];
                m_triangles.push_back({a, b, c});
                m_areas.push_back(glm::length(glm::cross(b - a, c - a)) / 2);
            }
    }

    [[nodiscard]] Vec3d pick(std::mt19937& random) const
    {
        std::discrete_distribution<std::size_t> which{m_areas.begin(), m_areas.end()};
        const auto& [a, b, c] = m_triangles[which(random)];
        std::uniform_real_distribution unit{0.0, 1.0};
        const double root = std::sqrt(unit(random));
        const double along = unit(random);
        return a * (1 - root) + b * (root * (1 - along)) + c * (root * along);
    }

private:
    std::vector<std::array<Vec3d, 3>> m_triangles;
    std::vector<double> m_areas;
};

/// Where the walk ended, and whether that is the goal.
struct Walk
{
    bool arrived = false;
    Vec3d end{0};
};

double distanceOverGround(const Vec3d& a, const Vec3d& b)
{
    return std::hypot(a.x - b.x, a.z - b.z);
}

Walk walk(const CollisionSpace& space, const NavPath& path)
{
    CharacterSettings settings;
    CharacterState state;
    state.foot = path.corners.front().position + Vec3d{0, 0.05, 0};
    state.grounded = true;
    std::size_t next = 1;
    const double limit = Patience * path.length / Speed + WaitToTurn;
    for (double time = 0; time < limit && next < path.corners.size(); time += Tick) {
        const auto& goal = path.corners[next].position;
        auto way = goal - state.foot;
        way.y = 0;
        const double left = glm::length(way);
        // Corners are passed closely: cutting one would lead off the path.
        if (left < (next + 1 == path.corners.size() ? Arrived : 0.08) &&
            std::abs(goal.y - state.foot.y) < 1) {
            ++next;
            continue;
        }
        CharacterInput input;
        input.wish = left > 0 ? way / left * std::min(Speed, left / Tick) : Vec3d{0};
        state = stepCharacter(space, state, settings, input, Tick);
    }
    return {next == path.corners.size(), state.foot};
}
} // namespace

void TestPathsAreWalked::bySampleLevels_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("first room") << "first_room";
    QTest::newRow("forest edge") << "forest_edge";
}

void TestPathsAreWalked::bySampleLevels()
{
    QFETCH(const QString, name);
    const QTemporaryDir folder;
    const auto root = fs::path{folder.path().toStdString()} / name.toStdString();
    fs::copy(fs::path{MAPWRIGHT_SOURCE_DIR} / "projects" / name.toStdString(), root,
             fs::copy_options::recursive);
    auto project = openProject(root);
    VERIFY_OK(project);
    const auto scene = root / project->startScene;
    Workspace workspace{*std::move(project), {}};
    VERIFY_OK(workspace.openScene(scene));
    const auto& world = workspace.document().world();

    const auto profile = findNavProfile(world, {});
    VERIFY_OK(profile);
    const auto config = makeNavConfig(*profile, navSettingsOf(world));
    VERIFY_OK(config);
    JobControl control;
    const auto built = buildNavMesh(*config, NavScene{world}, {}, control);
    VERIFY_OK(built);
    const MovingCollision moving; // doors stand open
    const CollisionSpace space{workspace.collision(), moving};
    const NavQuery query{built->mesh};
    const Places places{built->mesh};

    std::mt19937 random{1};
    int walked = 0;
    QStringList failures;
    for (int i = 0; i < Pairs; ++i) {
        const auto path = query.findPath(places.pick(random), places.pick(random));
        if (!path.found)
            continue; // of two islands
        ++walked;
        const auto end = walk(space, path);
        if (end.arrived)
            continue;
        const auto& from = path.corners.front().position;
        const auto& to = path.corners.back().position;
        failures.append(
            QStringLiteral("from %1, %2, %3 to %4, %5, %6: stuck at %7, %8, %9, %10 m before")
                .arg(from.x)
                .arg(from.y)
                .arg(from.z)
                .arg(to.x)
                .arg(to.y)
                .arg(to.z)
                .arg(end.end.x)
                .arg(end.end.y)
                .arg(end.end.z)
                .arg(distanceOverGround(end.end, to)));
    }
    QVERIFY2(failures.isEmpty(),
             qPrintable(QStringLiteral("%1 of %2 paths: ").arg(failures.size()).arg(walked) +
                        failures.mid(0, 5).join(QStringLiteral("; "))));
    QVERIFY2(walked > Pairs / 3, qPrintable(QString::number(walked)));
}

CORE_TEST(TestPathsAreWalked)
} // namespace tst_paths_are_walked

#include "tst_paths_are_walked.moc"
