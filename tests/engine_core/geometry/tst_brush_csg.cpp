#include "engine_core/geometry/brush_csg.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

namespace tst_brush_csg
{
using namespace engine;
using namespace mapwright::test;

class TestBrushCsg : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clipKeepsWhatIsBehind_data();
    void clipKeepsWhatIsBehind();
    void clipThatTakesAllIsRefused();
    void clipBesideTheBrushGivesTheSameBrush();
    void clipThinnerThanAWeldChangesNothing();
    void cutFaceLooksAsTold();
    void survivingFacesKeepTheirLook();
    void clipsAfterEachOtherKeepTheBrushWhole();
    void splitGivesBothSides();

    void boxInTheMiddleLeavesSixParts();
    void boxAlongTheWholeBrushLeavesFourParts();
    void cornerCutLeavesAnLOfParts();
    void windowHasPillarsAtItsSides();
    void disjointCutterChangesNothing();
    void cutterThatOnlyTouchesChangesNothing();
    void swallowedBrushLeavesNothing();
    void identicalBrushLeavesNothing();
    void cutterFacesLookAsTheCutter();
    void prismLeavesOnePartForEachSide();
    void partsOfSeveralCuttersAreJoined();
    void fiveHundredCuttersLeaveTheRightVolume();
    void sliverCutterLeavesNoInvalidPart();

    void intersectionIsWhatIsCommon();
    void nothingInCommonIsRefused();
    void mergeIsTheHull();
    void mergeKeepsTextures();

    void hollowBoxHasSixWalls_data();
    void hollowBoxHasSixWalls();
    void plainWallsAreBoxes();
    void hollowPrismHasOneWallForEachFace();
    void hollowOfAThinBrushIsRefused();
    void hollowWallsLookAsTheirFace();

    void sliverDoesNotGrowWhereItsFacesVanish();
    void randomClipsKeepTheVolume();
    void randomSubtractionsKeepTheVolume();
    void farAwayCoordinatesAreAsGood();
    void nearlyParallelPlanesGiveValidBrushesOrNone();
    void hundredSidedCylindersCanBeCut();
};

namespace
{
Brush box(const Vec3d& min, const Vec3d& max, const char* material = "")
{
    return *makeBox({min, max}, Name{material});
}

double volumeOf(std::span<const Brush> brushes)
{
    double sum = 0;
    for (const auto& brush : brushes)
        sum += volume(brush);
    return sum;
}

double areaOf(const Brush& brush)
{
    double sum = 0;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        sum += faceArea(brush, face);
    return sum;
}

std::vector<Brush> partsOf(const Brush& brush, std::vector<Brush> cutters)
{
    auto result = subtract(brush, cutters);
    return result ? std::move(result->fragments) : std::vector<Brush>{};
}

const BrushFace* faceIn(const Brush& brush, const Plane& plane)
{
    for (const auto& face : brush.faces())
        if (glm::distance(face.plane.normal, plane.normal) < 1e-9 &&
            std::abs(face.plane.distance - plane.distance) < 1e-9)
            return &face;
    return nullptr;
}

QString text(const std::string& from)
{
    return QString::fromStdString(from);
}
} // namespace

#define VERIFY_VALID(brush)                                                                        \
    do {                                                                                           \
        const auto problem = problemOf(brush);                                                     \
        QVERIFY2(problem.empty(), problem.c_str());                                                \
    } while (false)

void TestBrushCsg::clipKeepsWhatIsBehind_data()
{
    QTest::addColumn<Vec3d>("normal");
    QTest::addColumn<double>("distance");
    QTest::addColumn<double>("left");
    QTest::addColumn<int>("faces");
    const double r2 = std::sqrt(0.5);
    const double r3 = std::sqrt(1.0 / 3);
    QTest::newRow("through the middle") << Vec3d{0, 1, 0} << 1.0 << 4.0 << 6;
    QTest::newRow("at the top") << Vec3d{0, 1, 0} << 2.0 << 8.0 << 6;
    QTest::newRow("above") << Vec3d{0, 1, 0} << 3.0 << 8.0 << 6;
    QTest::newRow("upside down") << Vec3d{0, -1, 0} << -0.5 << 6.0 << 6;
    QTest::newRow("through two opposite edges") << Vec3d{r2, r2, 0} << 2 * r2 << 4.0 << 5;
    QTest::newRow("slanted, four edges") << Vec3d{r2, r2, 0} << r2 << 1.0 << 5;
    QTest::newRow("one corner off") << Vec3d{r3, r3, r3} << 5 * r3 << 8.0 - 1.0 / 6 << 7;
    QTest::newRow("through three corners") << Vec3d{r3, r3, r3} << 4 * r3 << 8 - 8.0 / 6 << 7;
    QTest::newRow("a corner is left") << Vec3d{r3, r3, r3} << r3 << 1.0 / 6 << 4;
    QTest::newRow("hexagon") << Vec3d{r3, r3, r3} << 3 * r3 << 4.0 << 7;
}

void TestBrushCsg::clipKeepsWhatIsBehind()
{
    QFETCH(Vec3d, normal);
    QFETCH(double, distance);
    QFETCH(double, left);
    QFETCH(int, faces);
    const auto clipped = clip(box(Vec3d{0}, Vec3d{2}), {normal, distance});
    VERIFY_OK(clipped);
    VERIFY_VALID(*clipped);
    QVERIFY(std::abs(volume(*clipped) - left) < 1e-9);
    QCOMPARE(static_cast<int>(clipped->faceCount()), faces);
}

void TestBrushCsg::clipThatTakesAllIsRefused()
{
    const auto brush = box(Vec3d{0}, Vec3d{2});
    QVERIFY(!clip(brush, {{0, 1, 0}, -1}));
    QVERIFY(!clip(brush, {{0, 1, 0}, 0}));
    QVERIFY(!clip(brush, {{0, 1, 0}, 1e-6}));
}

void TestBrushCsg::clipBesideTheBrushGivesTheSameBrush()
{
    const auto brush = box(Vec3d{0}, Vec3d{2}, "wall");
    const auto clipped = clip(brush, {{0, 1, 0}, 2.5}, {Name{"cut"}, {}});
    VERIFY_OK(clipped);
    QCOMPARE(*clipped, brush);
}

void TestBrushCsg::clipThinnerThanAWeldChangesNothing()
{
    const auto brush = box(Vec3d{0}, Vec3d{2});
    const auto clipped = clip(brush, {{0, 1, 0}, 2 - 0.9 * WeldDistance});
    VERIFY_OK(clipped);
    QCOMPARE(*clipped, brush);
}

void TestBrushCsg::cutFaceLooksAsTold()
{
    const auto brush = box(Vec3d{0}, Vec3d{2}, "wall");
    UvMapping uv;
    uv.scale = {0.5, 3};
    const Plane plane{{0, 1, 0}, 1};
    const auto plain = *clip(brush, plane, {Name{"cut"}, {}});
    QCOMPARE(faceIn(plain, plane)->material, Name{"cut"});
    QCOMPARE(faceIn(plain, plane)->uv, worldAlignedUv(plane.normal));
    const auto mapped = *clip(brush, plane, {Name{"cut"}, uv});
    QCOMPARE(faceIn(mapped, plane)->uv, uv);
}

void TestBrushCsg::survivingFacesKeepTheirLook()
{
    auto faces = [] {
        const auto brush = box(Vec3d{0}, Vec3d{2}, "wall");
        return std::vector<BrushFace>{brush.faces().begin(), brush.faces().end()};
    }();
    for (std::size_t i = 0; i < faces.size(); ++i) {
        faces[i].material = Name{fmt::format("side{}", i)};
        faces[i].uv.offset = {0.125 * static_cast<double>(i), 0.5};
    }
    const auto brush = *Brush::fromFaces(faces);
    const auto clipped = *clip(brush, {glm::normalize(Vec3d{1, 2, 3}), 1.5});
    int kept = 0;
    for (const auto& face : clipped.faces())
        kept += static_cast<int>(std::count(faces.begin(), faces.end(), face));
    QCOMPARE(static_cast<std::size_t>(kept) + 1, clipped.faceCount());
}

void TestBrushCsg::clipsAfterEachOtherKeepTheBrushWhole()
{
    auto brush = box(Vec3d{-4}, Vec3d{4});
    Dice dice{5};
    for (int i = 0; i < 60; ++i) {
        const auto normal = dice.direction();
        const auto clipped = clip(brush, {normal, dice.between(3, 4.5)});
        VERIFY_OK(clipped);
        VERIFY_VALID(*clipped);
        QVERIFY(volume(*clipped) <= volume(brush) + 1e-9);
        brush = *clipped;
    }
    QVERIFY(brush.faceCount() > 30);
}

void TestBrushCsg::splitGivesBothSides()
{
    const auto brush = box(Vec3d{0}, Vec3d{2}, "wall");
    const auto both = split(brush, {{1, 0, 0}, 0.5}, {Name{"cut"}, {}});
    VERIFY_OK(both);
    QVERIFY(both->front && both->behind);
    QCOMPARE(both->behind->bounds().max.x, 0.5);
    QCOMPARE(both->front->bounds().min.x, 0.5);
    QCOMPARE(faceIn(*both->front, {{-1, 0, 0}, -0.5})->material, Name{"cut"});
    const auto beside = split(brush, {{1, 0, 0}, 5});
    VERIFY_OK(beside);
    QVERIFY(!beside->front && *beside->behind == brush);
    const auto before = split(brush, {{1, 0, 0}, -5});
    VERIFY_OK(before);
    QVERIFY(!before->behind && *before->front == brush);
}

void TestBrushCsg::boxInTheMiddleLeavesSixParts()
{
    const auto parts = partsOf(box(Vec3d{0}, Vec3d{4}), {box(Vec3d{1}, Vec3d{3})});
    QCOMPARE(parts.size(), std::size_t{6});
    QVERIFY(std::abs(volumeOf(parts) - (64 - 8)) < 1e-9);
    for (const auto& part : parts)
        VERIFY_VALID(part);
}

void TestBrushCsg::boxAlongTheWholeBrushLeavesFourParts()
{
    const auto parts = partsOf(box(Vec3d{0}, Vec3d{4}), {box({1, -1, 1}, {3, 5, 3})});
    QCOMPARE(parts.size(), std::size_t{4});
    const auto flush = partsOf(box(Vec3d{0}, Vec3d{4}), {box({1, 0, 1}, {3, 4, 3})});
    QCOMPARE(flush.size(), std::size_t{4});
    QVERIFY(std::abs(volumeOf(flush) - (64 - 16)) < 1e-9);
}

void TestBrushCsg::cornerCutLeavesAnLOfParts()
{
    const auto parts = partsOf(box(Vec3d{0}, Vec3d{2}), {box(Vec3d{1}, Vec3d{3})});
    QCOMPARE(parts.size(), std::size_t{3});
    QVERIFY(std::abs(volumeOf(parts) - 7) < 1e-9);
}

void TestBrushCsg::windowHasPillarsAtItsSides()
{
    const auto wall = box({0, 0, 0}, {6, 3, 0.25});
    const auto parts = partsOf(wall, {box({2, 1, -1}, {4, 2, 1})});
    QCOMPARE(parts.size(), std::size_t{4});
    QCOMPARE(parts[0].bounds().size(), (Vec3d{2, 3, 0.25}));
    QCOMPARE(parts[1].bounds().size(), (Vec3d{2, 3, 0.25}));
    QCOMPARE(parts[2].bounds().size(), (Vec3d{2, 1, 0.25}));
    QCOMPARE(parts[3].bounds().size(), (Vec3d{2, 1, 0.25}));
}

void TestBrushCsg::disjointCutterChangesNothing()
{
    const auto brush = box(Vec3d{0}, Vec3d{2});
    const std::vector cutters{box(Vec3d{5}, Vec3d{6})};
    const auto result = subtract(brush, cutters);
    VERIFY_OK(result);
    QVERIFY(!result->isCut);
    QCOMPARE(result->fragments, std::vector{brush});
}

void TestBrushCsg::cutterThatOnlyTouchesChangesNothing()
{
    const auto brush = box(Vec3d{0}, Vec3d{2});
    for (const auto& cutter : {box({2, 0, 0}, {3, 2, 2}), box({2, 2, 0}, {3, 3, 2}),
                               box(Vec3d{2}, Vec3d{3}), box({2 - 1e-6, 0, 0}, {3, 2, 2})})
        QVERIFY(!subtract(brush, std::span{&cutter, 1})->isCut);
    // Their bounds overlap, but a slanted face lies between them.
    const auto wedge = *clip(brush, {glm::normalize(Vec3d{1, 1, 0}), std::sqrt(2.0)});
    const auto beside = box({1.5, 1.5, 0}, {3, 3, 2});
    QVERIFY(!subtract(wedge, std::span{&beside, 1})->isCut);
}

void TestBrushCsg::swallowedBrushLeavesNothing()
{
    const std::vector cutters{box(Vec3d{-1}, Vec3d{3})};
    const auto result = subtract(box(Vec3d{0}, Vec3d{2}), cutters);
    VERIFY_OK(result);
    QVERIFY(result->isCut);
    QVERIFY(result->fragments.empty());
}

void TestBrushCsg::identicalBrushLeavesNothing()
{
    const auto prism = makePrism({1, 2, 3}, 2, 3, 9);
    const auto result = subtract(prism, std::span{&prism, 1});
    VERIFY_OK(result);
    QVERIFY(result->isCut);
    QVERIFY(result->fragments.empty());
}

void TestBrushCsg::cutterFacesLookAsTheCutter()
{
    auto cutter = box(Vec3d{1}, Vec3d{3}, "frame");
    const auto parts = partsOf(box(Vec3d{0}, Vec3d{4}, "wall"), {cutter});
    int framed = 0;
    for (const auto& part : parts)
        for (const auto& face : part.faces())
            for (const auto& from : cutter.faces())
                if (face.plane == from.plane.flipped()) {
                    QCOMPARE(face.material, Name{"frame"});
                    QCOMPARE(face.uv, from.uv);
                    ++framed;
                }
    QCOMPARE(framed, 6);
    const auto bare = box(Vec3d{1}, Vec3d{3});
    const auto told = subtract(box(Vec3d{0}, Vec3d{4}), std::span{&bare, 1}, Name{"given"});
    QCOMPARE(faceIn(told->fragments[0], {{1, 0, 0}, 1}) == nullptr
                 ? faceIn(told->fragments[1], {{1, 0, 0}, 1})->material
                 : faceIn(told->fragments[0], {{1, 0, 0}, 1})->material,
             Name{"given"});
}

void TestBrushCsg::prismLeavesOnePartForEachSide()
{
    const auto cube = box(Vec3d{-2}, Vec3d{2});
    for (const int sides : {3, 4, 8, 16, 32, 100}) {
        const auto prism = makePrism(Vec3d{0}, 1.5, 6, sides);
        const auto parts = partsOf(cube, {prism});
        QCOMPARE(static_cast<int>(parts.size()), sides);
        for (const auto& part : parts)
            VERIFY_VALID(part);
        const auto hole = volume(prism) * 4 / 6;
        QVERIFY(std::abs(volumeOf(parts) + hole - 64) < 1e-6);
    }
}

void TestBrushCsg::partsOfSeveralCuttersAreJoined()
{
    // Two holes side by side are as good as one.
    const auto parts =
        partsOf(box(Vec3d{0}, Vec3d{4}), {box({1, 1, -1}, {2, 3, 5}), box({2, 1, -1}, {3, 3, 5})});
    QCOMPARE(parts.size(), std::size_t{4});
    QVERIFY(std::abs(volumeOf(parts) - (64 - 16)) < 1e-9);
}

void TestBrushCsg::fiveHundredCuttersLeaveTheRightVolume()
{
    const auto slab = box({0, 0, 0}, {50, 1, 40});
    std::vector<Brush> cutters;
    for (int x = 0; x < 25; ++x)
        for (int z = 0; z < 20; ++z) {
            const Vec3d corner{2.0 * x + 0.5, -1, 2.0 * z + 0.5};
            cutters.push_back(box(corner, corner + Vec3d{1, 3, 1}));
        }
    const auto result = subtract(slab, cutters);
    VERIFY_OK(result);
    QVERIFY(std::abs(volumeOf(result->fragments) - (2000 - 500)) < 1e-6);
    for (const auto& part : result->fragments)
        VERIFY_VALID(part);
    QVERIFY2(result->fragments.size() <= 600,
             qPrintable(QString::number(result->fragments.size())));
}

void TestBrushCsg::sliverCutterLeavesNoInvalidPart()
{
    const auto cube = box(Vec3d{0}, Vec3d{2});
    for (const double thickness : {2e-5, 5e-5, 1e-4, 1e-3}) {
        const auto sliver = box({1, -1, -1}, {1 + thickness, 3, 3});
        const auto parts = partsOf(cube, {sliver});
        QCOMPARE(parts.size(), std::size_t{2});
        // And with what is left being a sliver.
        const auto rest = partsOf(cube, {box({thickness, -1, -1}, {3, 3, 3})});
        QVERIFY(rest.size() == 1);
        for (const auto& part : rest)
            VERIFY_VALID(part);
    }
    // What would be thinner than a brush can be is not left.
    QVERIFY(partsOf(cube, {box({1e-6, -1, -1}, {3, 3, 3})}).empty());
}

void TestBrushCsg::intersectionIsWhatIsCommon()
{
    const std::vector three{box(Vec3d{0}, Vec3d{4}, "a"), box({1, -1, 1}, {9, 9, 9}, "b"),
                            box({0, 0, 0}, {3, 3, 4}, "c")};
    const auto common = intersect(three);
    VERIFY_OK(common);
    VERIFY_VALID(*common);
    QCOMPARE(common->bounds(), (Aabb{{1, 0, 1}, {3, 3, 4}}));
    QCOMPARE(faceIn(*common, {{0, -1, 0}, 0})->material, Name{"a"});
    QCOMPARE(faceIn(*common, {{1, 0, 0}, 3})->material, Name{"c"});
    QCOMPARE(faceIn(*common, {{-1, 0, 0}, -1})->material, Name{"b"});
    const std::vector inside{box(Vec3d{1}, Vec3d{2}), box(Vec3d{0}, Vec3d{4})};
    QCOMPARE(*intersect(inside), inside[0]);
}

void TestBrushCsg::nothingInCommonIsRefused()
{
    const std::vector apart{box(Vec3d{0}, Vec3d{1}), box(Vec3d{2}, Vec3d{3})};
    QVERIFY(!intersect(apart));
    const std::vector touching{box(Vec3d{0}, Vec3d{1}), box({1, 0, 0}, {2, 1, 1})};
    QVERIFY(!intersect(touching));
    const std::vector pairs{box(Vec3d{0}, Vec3d{2}), box(Vec3d{1}, Vec3d{4}),
                            box(Vec3d{3}, Vec3d{5})};
    QVERIFY(!intersect(pairs));
}

void TestBrushCsg::mergeIsTheHull()
{
    const std::vector two{box(Vec3d{0}, Vec3d{1}), box({3, 0, 0}, {4, 1, 1})};
    const auto merged = mergeConvex(two);
    VERIFY_OK(merged);
    VERIFY_VALID(*merged);
    QCOMPARE(merged->bounds(), (Aabb{Vec3d{0}, {4, 1, 1}}));
    QCOMPARE(merged->faceCount(), std::size_t{6});
}

void TestBrushCsg::mergeKeepsTextures()
{
    const std::vector two{box(Vec3d{0}, Vec3d{2}, "big"), box({3, 0, 0}, {4, 1, 1}, "small")};
    const auto merged = *mergeConvex(two, Name{"new"});
    QCOMPARE(faceIn(merged, {{-1, 0, 0}, 0})->material, Name{"big"});
    QCOMPARE(faceIn(merged, {{1, 0, 0}, 4})->material, Name{"small"});
    QVERIFY(std::any_of(merged.faces().begin(), merged.faces().end(),
                        [](const BrushFace& face) { return face.material == Name{"new"}; }));
}

void TestBrushCsg::hollowBoxHasSixWalls_data()
{
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("joint");
    for (const auto side : {WallSide::Inward, WallSide::Outward})
        for (const auto joint : {WallJoint::Mitred, WallJoint::Plain})
            QTest::addRow("%s %s", side == WallSide::Inward ? "inward" : "outward",
                          joint == WallJoint::Mitred ? "mitred" : "plain")
                << static_cast<int>(side) << static_cast<int>(joint);
}

void TestBrushCsg::hollowBoxHasSixWalls()
{
    QFETCH(int, side);
    QFETCH(int, joint);
    const auto room = box(Vec3d{0}, {4, 3, 5});
    const auto walls =
        hollow(room, 0.25, static_cast<WallSide>(side), static_cast<WallJoint>(joint));
    VERIFY_OK(walls);
    QCOMPARE(walls->size(), std::size_t{6});
    for (const auto& wall : *walls)
        VERIFY_VALID(wall);
    const double expected = static_cast<WallSide>(side) == WallSide::Inward ? 60 - 3.5 * 2.5 * 4.5
                                                                            : 4.5 * 3.5 * 5.5 - 60;
    QVERIFY(std::abs(volumeOf(*walls) - expected) < 1e-9);
}

void TestBrushCsg::plainWallsAreBoxes()
{
    const auto room = box(Vec3d{0}, {4, 3, 5});
    const auto walls = hollow(room, 0.25, WallSide::Inward, WallJoint::Plain);
    VERIFY_OK(walls);
    for (const auto& wall : *walls) {
        const auto size = wall.bounds().size();
        QVERIFY(std::abs(size.x * size.y * size.z - volume(wall)) < 1e-12);
    }
}

void TestBrushCsg::hollowPrismHasOneWallForEachFace()
{
    for (const auto side : {WallSide::Inward, WallSide::Outward})
        for (const auto joint : {WallJoint::Mitred, WallJoint::Plain})
            for (const int sides : {3, 8, 16, 96}) {
                const auto prism = makePrism({3, 1, -2}, 4, 3, sides);
                const auto walls = hollow(prism, 0.25, side, joint);
                VERIFY_OK(walls);
                QCOMPARE(static_cast<int>(walls->size()), sides + 2);
                for (const auto& wall : *walls)
                    VERIFY_VALID(wall);
            }
}

void TestBrushCsg::hollowOfAThinBrushIsRefused()
{
    const auto plate = box(Vec3d{0}, {4, 0.5, 4});
    QVERIFY(!hollow(plate, 0.25, WallSide::Inward, WallJoint::Mitred));
    QVERIFY(!hollow(plate, 1, WallSide::Inward, WallJoint::Plain));
    QVERIFY(!hollow(plate, 0, WallSide::Inward, WallJoint::Plain));
    QVERIFY(!hollow(plate, -1, WallSide::Outward, WallJoint::Plain));
    VERIFY_OK(hollow(plate, 0.25, WallSide::Outward, WallJoint::Mitred));
}

void TestBrushCsg::hollowWallsLookAsTheirFace()
{
    auto faces = [] {
        const auto brush = box(Vec3d{0}, Vec3d{4});
        return std::vector<BrushFace>{brush.faces().begin(), brush.faces().end()};
    }();
    for (std::size_t i = 0; i < faces.size(); ++i)
        faces[i].material = Name{fmt::format("side{}", i)};
    const auto walls = *hollow(*Brush::fromFaces(faces), 0.5, WallSide::Inward, WallJoint::Mitred);
    for (std::size_t i = 0; i < walls.size(); ++i) {
        auto inner = faces[i].plane.flipped();
        inner.distance += 0.5;
        QCOMPARE(faceIn(walls[i], faces[i].plane)->material, faces[i].material);
        QCOMPARE(faceIn(walls[i], inner)->material, faces[i].material);
    }
}

/// What a prism and a slanted solid that just touch have in common is thinner than the weld.
/// Leaving out the faces that the weld swallows must not leave a solid that reaches beyond them.
void TestBrushCsg::sliverDoesNotGrowWhereItsFacesVanish()
{
    Dice dice{2};
    for (int i = 0; i < 1000; ++i) {
        const auto a = randomBrush(dice, 2);
        const auto b = randomBrush(dice, 2);
        std::vector<BrushFace> faces{a.faces().begin(), a.faces().end()};
        faces.insert(faces.end(), b.faces().begin(), b.faces().end());
        const auto both = Brush::fromFaces(faces);
        if (!both)
            continue;
        for (const auto& face : faces)
            for (const auto& vertex : both->vertices())
                QVERIFY(face.plane.above(vertex) < 3 * WeldDistance);
    }
}

void TestBrushCsg::randomClipsKeepTheVolume()
{
    Dice dice{1};
    int cut = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto brush = randomBrush(dice, 6);
        const auto plane = randomPlane(dice, brush.bounds().center() + dice.place(1));
        const auto both = split(brush, plane);
        QVERIFY2(both, qPrintable(text(
                           fmt::format("round {}: {}", i, both ? "" : both.error().message()))));
        double sum = 0;
        for (const auto* side : {&both->front, &both->behind})
            if (*side) {
                VERIFY_VALID(**side);
                sum += volume(**side);
            }
        cut += both->front && both->behind ? 1 : 0;
        QVERIFY2(std::abs(sum - volume(brush)) < 1e-6 * std::max(1.0, volume(brush)),
                 qPrintable(QString::number(i)));
    }
    QVERIFY(cut > 2000);
}

/// vol(A - B) + vol(A and B) = vol(A), with up to three cutters.
void TestBrushCsg::randomSubtractionsKeepTheVolume()
{
    Dice dice{2};
    int cut = 0;
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto brush = randomBrush(dice, 2);
        const auto cutter = randomBrush(dice, 2);
        const auto result = subtract(brush, std::span{&cutter, 1});
        if (!result) {
            ++refused;
            continue;
        }
        cut += result->isCut ? 1 : 0;
        for (const auto& part : result->fragments)
            VERIFY_VALID(part);
        const std::vector both{brush, cutter};
        const auto common = intersect(both);
        QCOMPARE(common.hasValue(), result->isCut);
        if (common)
            VERIFY_VALID(*common);
        const double sum = volumeOf(result->fragments) + (common ? volume(*common) : 0);
        // What is thinner than the weld may be missing.
        QVERIFY2(std::abs(sum - volume(brush)) < 1e-6 + 2 * WeldDistance * areaOf(brush),
                 qPrintable(text(fmt::format("round {}: {} of {}", i, sum, volume(brush)))));
    }
    QVERIFY2(cut > 1000, qPrintable(QString::number(cut)));
    QVERIFY2(refused <= 3, qPrintable(QString::number(refused)));
}

void TestBrushCsg::farAwayCoordinatesAreAsGood()
{
    Dice dice{3};
    for (int i = 0; i < 600; ++i) {
        const Vec3d far{32760.0 * (dice.chance(0.5) ? 1 : -1), dice.between(-32760, 32760),
                        32760.0 * (dice.chance(0.5) ? 1 : -1)};
        const auto brush = translated(randomBrush(dice, 2), far, TextureLock::On);
        const auto cutter = translated(randomBrush(dice, 2), far, TextureLock::On);
        VERIFY_OK(brush);
        VERIFY_OK(cutter);
        const auto result = subtract(*brush, std::span{&*cutter, 1});
        if (!result)
            continue;
        for (const auto& part : result->fragments)
            VERIFY_VALID(part);
        const std::vector both{*brush, *cutter};
        const auto common = intersect(both);
        const double sum = volumeOf(result->fragments) + (common ? volume(*common) : 0);
        QVERIFY2(std::abs(sum - volume(*brush)) < 1e-4 + 2 * WeldDistance * areaOf(*brush),
                 qPrintable(text(fmt::format("round {}: {} of {}", i, sum, volume(*brush)))));
    }
}

void TestBrushCsg::nearlyParallelPlanesGiveValidBrushesOrNone()
{
    const auto cube = box(Vec3d{0}, Vec3d{4});
    Dice dice{4};
    for (int i = 0; i < 1000; ++i) {
        const double tilt = std::pow(10, dice.between(-9, -3));
        const auto normal = glm::normalize(Vec3d{0, 1, 0} + dice.direction() * tilt);
        const Vec3d through{dice.between(0, 4), 4 - dice.between(-2e-4, 2e-4), dice.between(0, 4)};
        const Plane plane{normal, glm::dot(normal, through)};
        if (const auto kept = clip(cube, plane))
            VERIFY_VALID(*kept);
        if (const auto other = clip(cube, plane.flipped()))
            VERIFY_VALID(*other);
    }
}

void TestBrushCsg::hundredSidedCylindersCanBeCut()
{
    const auto first = makePrism({0, 0, 0}, 3, 4, 100);
    const auto second = makePrism({2, 0, 0}, 3, 6, 100);
    const auto result = subtract(first, std::span{&second, 1});
    VERIFY_OK(result);
    for (const auto& part : result->fragments)
        VERIFY_VALID(part);
    const std::vector both{first, second};
    const auto common = intersect(both);
    VERIFY_OK(common);
    VERIFY_VALID(*common);
    QVERIFY(std::abs(volumeOf(result->fragments) + volume(*common) - volume(first)) < 1e-3);
}

PLAIN_TEST(TestBrushCsg)
} // namespace tst_brush_csg

#include "tst_brush_csg.moc"
