#include "engine_core/geometry/brush_shapes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <random>

namespace tst_brush_shapes
{
using namespace engine;

class TestBrushShapes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shapesFillTheirBoundsAndHaveTheVolumeOfTheFormula_data();
    void shapesFillTheirBoundsAndHaveTheVolumeOfTheFormula();
    void partsOfAShapeMeetInTheSameCorners_data();
    void partsOfAShapeMeetInTheSameCorners();
    void aCylinderOfFourEdgesIsItsBox();
    void alignmentPutsAnEdgeOrAVertexDown();
    void aHundredSidesStayOneBrush();
    void theHoleOfATubeIsTheSmallerCylinder();
    void stairsRiseTowardsTheirDirection();
    void aHighArchStandsOnStraightSides();
    void settingsOutOfRangeAreRefusedWithASentence_data();
    void settingsOutOfRangeAreRefusedWithASentence();
    void prismsTakeConvexOutlinesOnly();
};

namespace
{
constexpr int Rounds = 90;

struct Sample
{
    ShapeKind kind = ShapeKind::Cylinder;
    Aabb bounds;
    ShapeSettings settings;
};

/// Any shape of that kind with settings that it accepts. Places are multiples of 1/8 m.
Sample randomSample(ShapeKind kind, std::mt19937& random)
{
    const auto between = [&](int least, int most) {
        return std::uniform_int_distribution{least, most}(random);
    };
    const auto place = [&](int least, int most) {
        return Vec3d{between(least, most), between(least, most), between(least, most)} / 8.0;
    };
    Sample sample;
    sample.kind = kind;
    sample.bounds.min = place(-8000, 8000);
    sample.bounds.max = sample.bounds.min + place(4, 400);
    auto& settings = sample.settings;
    settings.axis = between(0, 2);
    settings.sides = kind == ShapeKind::Sphere ? between(3, 32)
                     : kind == ShapeKind::Arch ? between(2, 50)
                                               : between(3, 100);
    settings.rings = between(2, 32);
    settings.detail = between(1, 3);
    settings.alignment = between(0, 1) == 0 ? ShapeAlignment::Edges : ShapeAlignment::Vertices;
    settings.hollow = between(0, 1) == 0;
    settings.direction = static_cast<ShapeDirection>(between(0, 3));
    const auto size = sample.bounds.size();
    settings.stepHeight = size.y / between(1, 40) * (between(0, 1) == 0 ? 1.0 : 0.93);
    const double narrow = std::min({size.x, size.y, size.z});
    settings.thickness = narrow / 2 * between(1, 9) / 10;
    return sample;
}

/// Area of a regular polygon that is stretched to fill a rectangle of that area.
double polygonArea(const ShapeSettings& settings, double rectangle)
{
    // Where the corners of the unit circle reach along both axes; the turn by quarters that the
    // axis brings changes neither their product nor the area.
    double least[2] = {9, 9};
    double most[2] = {-9, -9};
    const double shift = settings.alignment == ShapeAlignment::Edges ? 0.5 : 0;
    for (int i = 0; i < settings.sides; ++i) {
        const double angle = 2 * Pi * (i + shift) / settings.sides;
        const double at[2] = {std::cos(angle), std::sin(angle)};
        for (int k = 0; k < 2; ++k) {
            least[k] = std::min(least[k], at[k]);
            most[k] = std::max(most[k], at[k]);
        }
    }
    const double regular = settings.sides / 2.0 * std::sin(2 * Pi / settings.sides);
    return regular * rectangle / ((most[0] - least[0]) * (most[1] - least[1]));
}

/// Of the arch: under half an ellipse of that many chords, per metre of passage.
double archArea(int sides, double width, double rise)
{
    const double top = sides % 2 == 0 ? 1 : std::cos(Pi / 2 / sides);
    return sides / 2.0 * std::sin(Pi / sides) * (width / 2) * (rise / top);
}

double formula(const Sample& sample)
{
    const auto& settings = sample.settings;
    const auto size = sample.bounds.size();
    const int axis = settings.axis;
    const double across = size[(axis + 1) % 3];
    const double upwards = size[(axis + 2) % 3];
    const double base = polygonArea(settings, across * upwards);
    switch (sample.kind) {
    case ShapeKind::Cylinder:
        return base * size[axis];
    case ShapeKind::Cone:
        return base * size[axis] / 3;
    case ShapeKind::Sphere: {
        const int rings = settings.rings;
        const double widest = rings % 2 == 0 ? 1 : std::cos(Pi / 2 / rings);
        double sum = 0; // frustum by frustum
        for (int i = 0; i < rings; ++i) {
            const double a = std::sin(Pi * i / rings) / widest;
            const double b = std::sin(Pi * (i + 1) / rings) / widest;
            const double height =
                (std::cos(Pi * i / rings) - std::cos(Pi * (i + 1) / rings)) / 2 * size[axis];
            sum += height / 3 * (a * a + b * b + a * b) * base;
        }
        return sum;
    }
    case ShapeKind::Wedge:
        return size.x * size.y * size.z / 2;
    case ShapeKind::Stairs: {
        const double count = std::max(1.0, std::ceil(size.y / settings.stepHeight - 1e-6));
        double sum = 0;
        for (double i = 1; i <= count; ++i)
            sum += std::min(size.y, i * settings.stepHeight) * size.x * size.z / count;
        return sum;
    }
    default:
        return 0; // compared otherwise
    }
}

/// Of a tube, an arch or an icosphere: from what is known of them.
std::pair<double, double> volumeLimits(const Sample& sample)
{
    const auto& settings = sample.settings;
    const auto size = sample.bounds.size();
    if (sample.kind == ShapeKind::Icosphere) {
        // Between the icosahedron stretched to its box and the ellipsoid around the same corners.
        const double box = size.x * size.y * size.z;
        const double least = 2.5361507 / std::pow(2 * 0.8506508, 3) * box;
        const double around = 4.0 / 3 * Pi / 8 * box;
        return settings.detail == 1 ? std::pair{least * 0.999999, least * 1.000001}
                                    : std::pair{around * 0.85, around};
    }
    double outer = 0;
    double inner = 0; // with walls of equal width all around
    double even = 0;  // or shrunk evenly, where that would not be convex
    const double length = size[settings.axis];
    if (sample.kind == ShapeKind::Arch) {
        const double width = settings.axis == 0 ? size.z : size.x;
        const double height = settings.axis == 1 ? size.z : size.y;
        const double rise = std::min(height, width / 2);
        const double t = settings.thickness;
        outer = archArea(settings.sides, width, rise) + width * (height - rise);
        inner =
            archArea(settings.sides, width - 2 * t, rise - t) + (width - 2 * t) * (height - rise);
        const double factor = 1 - t / rise;
        even = archArea(settings.sides, width * factor, rise * factor) +
               (width - 2 * t) * (height - rise);
    } else {
        const double a = size[(settings.axis + 1) % 3];
        const double b = size[(settings.axis + 2) % 3];
        const double t = 2 * settings.thickness;
        outer = polygonArea(settings, a * b);
        inner = polygonArea(settings, (a - t) * (b - t));
        const double factor = 1 - t / std::min(a, b);
        even = outer * factor * factor;
    }
    const auto [least, most] = std::minmax({(outer - inner) * length, (outer - even) * length});
    return {least * (1 - 1e-7), most * (1 + 1e-7)};
}

/// Closed, convex, outward, no slivers below the merge distance.
void verifySolid(const Brush& brush)
{
    std::size_t corners = 0;
    for (FaceIndex i = 0; i < brush.faceCount(); ++i) {
        corners += brush.faceVertices(i).size();
        QVERIFY(faceArea(brush, i) > 0);
        for (const auto& vertex : brush.vertices())
            QVERIFY(brush.faces()[i].plane.above(vertex) < 1e-7);
    }
    QCOMPARE(corners % 2, 0U);
    QCOMPARE(brush.vertices().size() + brush.faceCount(), corners / 2 + 2);
}

Result<std::vector<Brush>> make(const Sample& sample)
{
    return makeShape(sample.kind, sample.bounds, sample.settings, Name{"Dev/grid"});
}

void addKinds()
{
    QTest::addColumn<ShapeKind>("kind");
    for (int i = 0; i < 7; ++i) {
        const auto kind = static_cast<ShapeKind>(i);
        QTest::newRow(std::string{shapeName(kind)}.c_str()) << kind;
    }
}

Brush only(const Result<std::vector<Brush>>& shape)
{
    ENGINE_EXPECT(shape && shape->size() == 1);
    return shape->front();
}
} // namespace

void TestBrushShapes::shapesFillTheirBoundsAndHaveTheVolumeOfTheFormula_data()
{
    addKinds();
}

void TestBrushShapes::shapesFillTheirBoundsAndHaveTheVolumeOfTheFormula()
{
    QFETCH(ShapeKind, kind);
    std::mt19937 random{7};
    for (int round = 0; round < Rounds; ++round) {
        const auto sample = randomSample(kind, random);
        const auto shape = make(sample);
        VERIFY_OK(shape);
        Aabb filled;
        double total = 0;
        for (const auto& brush : *shape) {
            verifySolid(brush);
            filled.add(brush.bounds());
            total += volume(brush);
            QCOMPARE(brush.faces()[0].material, Name{"Dev/grid"});
        }
        QVERIFY(glm::length(filled.min - sample.bounds.min) < 1e-9);
        QVERIFY(glm::length(filled.max - sample.bounds.max) < 1e-9);
        const bool isWall = kind == ShapeKind::Arch || kind == ShapeKind::Icosphere ||
                            (kind == ShapeKind::Cylinder && sample.settings.hollow);
        const double expected = formula(sample);
        const auto [least, most] =
            isWall ? volumeLimits(sample) : std::pair{expected * (1 - 1e-7), expected * (1 + 1e-7)};
        QVERIFY2(total >= least && total <= most,
                 fmt::format("round {}: {} in {} to {}", round, total, least, most).c_str());
    }
}

void TestBrushShapes::partsOfAShapeMeetInTheSameCorners_data()
{
    addKinds();
}

void TestBrushShapes::partsOfAShapeMeetInTheSameCorners()
{
    QFETCH(ShapeKind, kind);
    std::mt19937 random{11};
    for (int round = 0; round < Rounds / 3; ++round) {
        auto sample = randomSample(kind, random);
        sample.settings.hollow = true;
        const auto shape = make(sample);
        VERIFY_OK(shape);
        for (const auto& a : *shape)
            for (const auto& b : *shape)
                for (const auto& vertex : a.vertices())
                    for (const auto& other : b.vertices()) {
                        const double apart = glm::length(vertex - other);
                        QVERIFY2(apart < 1e-9 || apart > 1e-4 || &a == &b,
                                 fmt::format("{} m apart", apart).c_str());
                    }
    }
}

void TestBrushShapes::aCylinderOfFourEdgesIsItsBox()
{
    const Aabb bounds{{0.1, 0.2, 0.3}, {1.7, 2.9, 3.1}};
    for (int axis = 0; axis < 3; ++axis) {
        const auto shape = only(makeShape(ShapeKind::Cylinder, bounds, {.axis = axis, .sides = 4}));
        QCOMPARE(shape.bounds(), bounds);
        QCOMPARE(shape.faceCount(), 6U);
        QVERIFY(std::abs(volume(shape) - 1.6 * 2.7 * 2.8) < 1e-12);
    }
}

void TestBrushShapes::alignmentPutsAnEdgeOrAVertexDown()
{
    const Aabb bounds{{-1, 0, -2}, {1, 2, 2}};
    const auto lowest = [&](int axis, ShapeAlignment alignment, int direction, double low) {
        const auto shape = only(makeShape(ShapeKind::Cylinder, bounds,
                                          {.axis = axis, .sides = 5, .alignment = alignment}));
        int count = 0;
        for (const auto& vertex : shape.vertices())
            count += vertex[direction] == low ? 1 : 0;
        return count;
    };
    for (const int axis : {0, 2}) {
        QCOMPARE(lowest(axis, ShapeAlignment::Edges, 1, 0), 4);
        QCOMPARE(lowest(axis, ShapeAlignment::Vertices, 1, 0), 2);
    }
    QCOMPARE(lowest(1, ShapeAlignment::Edges, 2, 2), 4); // the lower edge of the top view
    QCOMPARE(lowest(1, ShapeAlignment::Vertices, 2, 2), 2);
}

void TestBrushShapes::aHundredSidesStayOneBrush()
{
    for (const double size : {0.125, 1.0, 1000.0}) {
        const auto shape = only(makeShape(ShapeKind::Cylinder, {Vec3d{-size}, Vec3d{size}},
                                          {.sides = 100, .alignment = ShapeAlignment::Vertices}));
        QCOMPARE(shape.faceCount(), 102U);
        QCOMPARE(shape.vertices().size(), 200U);
    }
}

void TestBrushShapes::theHoleOfATubeIsTheSmallerCylinder()
{
    const Aabb bounds{{-2, 0, -2}, {2, 3, 2}};
    ShapeSettings settings{.sides = 12, .hollow = true, .thickness = 0.5};
    const auto tube = makeShape(ShapeKind::Cylinder, bounds, settings);
    VERIFY_OK(tube);
    QCOMPARE(tube->size(), 12U);
    settings.hollow = false;
    const auto plug =
        only(makeShape(ShapeKind::Cylinder, {{-1.5, 0, -1.5}, {1.5, 3, 1.5}}, settings));
    for (const auto& vertex : plug.vertices()) {
        int touching = 0;
        for (const auto& part : *tube)
            for (const auto& corner : part.vertices())
                touching += glm::length(corner - vertex) < 1e-9 ? 1 : 0;
        QCOMPARE(touching, 2);
    }
}

void TestBrushShapes::stairsRiseTowardsTheirDirection()
{
    const Aabb bounds{{0, 1, 0}, {4, 2.1, 2}};
    const auto stairs = makeShape(ShapeKind::Stairs, bounds,
                                  {.stepHeight = 0.25, .direction = ShapeDirection::MinusX});
    VERIFY_OK(stairs);
    QCOMPARE(stairs->size(), 5U); // the last step is lower
    QCOMPARE(stairs->front().bounds(), (Aabb{{3.2, 1, 0}, {4, 1.25, 2}}));
    QCOMPARE(stairs->back().bounds().max.y, 2.1);
    QCOMPARE(stairs->back().bounds().min.x, 0.0);
}

void TestBrushShapes::aHighArchStandsOnStraightSides()
{
    const Aabb bounds{{-2, 0, 0}, {2, 5, 1}};
    const auto arch = makeShape(ShapeKind::Arch, bounds, {.axis = 2, .sides = 6, .thickness = 0.5});
    VERIFY_OK(arch);
    QCOMPARE(arch->size(), 8U);
    QCOMPARE((*arch)[6].bounds(), (Aabb{{-2, 0, 0}, {-1.5, 3, 1}}));
    QCOMPARE((*arch)[7].bounds(), (Aabb{{1.5, 0, 0}, {2, 3, 1}}));
    const Vec3d inPassage{0, 4, 0.5};
    for (const auto& brush : *arch)
        QVERIFY(!brush.contains(inPassage));
}

void TestBrushShapes::settingsOutOfRangeAreRefusedWithASentence_data()
{
    QTest::addColumn<ShapeKind>("kind");
    QTest::addColumn<double>("size");
    QTest::addColumn<int>("sides");
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("reason");
    const QString sides = QStringLiteral("sides must lie between");
    QTest::newRow("two sides") << ShapeKind::Cylinder << 1.0 << 2 << 0.1 << sides;
    QTest::newRow("101 sides") << ShapeKind::Cone << 1.0 << 101 << 0.1 << sides;
    QTest::newRow("thick tube") << ShapeKind::Cylinder << 1.0 << 8 << 0.5
                                << QStringLiteral("thinner than half");
    QTest::newRow("thick arch") << ShapeKind::Arch << 1.0 << 8 << 0.5
                                << QStringLiteral("must be thinner");
    QTest::newRow("sphere faces") << ShapeKind::Sphere << 1.0 << 64 << 0.1
                                  << QStringLiteral("make 1280 faces");
    QTest::newRow("detail") << ShapeKind::Icosphere << 1.0 << 8 << 4.0
                            << QStringLiteral("detail must lie between 1 and 3");
    QTest::newRow("no step") << ShapeKind::Stairs << 1.0 << 8 << 0.0
                             << QStringLiteral("step must be above 0");
    QTest::newRow("many steps") << ShapeKind::Stairs << 1.0 << 8 << 0.001
                                << QStringLiteral("at most 256 steps");
    QTest::newRow("flat") << ShapeKind::Wedge << 0.0 << 8 << 0.1 << QStringLiteral("be flat");
    QTest::newRow("tiny") << ShapeKind::Cone << 0.0002 << 100 << 0.00001
                          << QStringLiteral("too small");
    QTest::newRow("endless") << ShapeKind::Cone << 1e300 * 1e10 << 8 << 0.1
                             << QStringLiteral("leave the world");
}

void TestBrushShapes::settingsOutOfRangeAreRefusedWithASentence()
{
    QFETCH(ShapeKind, kind);
    QFETCH(double, size);
    QFETCH(int, sides);
    QFETCH(double, number);
    QFETCH(QString, reason);
    const auto shape = makeShape(kind, {Vec3d{0}, Vec3d{size}},
                                 {.sides = sides,
                                  .hollow = true,
                                  .thickness = number,
                                  .rings = 20,
                                  .detail = static_cast<int>(number),
                                  .stepHeight = number});
    QVERIFY(!shape);
    QVERIFY2(QString::fromStdString(shape.error().message()).contains(reason),
             shape.error().message().c_str());
}

void TestBrushShapes::prismsTakeConvexOutlinesOnly()
{
    const std::vector<Vec2d> house{{0, 0}, {4, 0}, {4, 3}, {2, 5}, {0, 3}};
    for (int axis = 0; axis < 3; ++axis) {
        const auto prism = makePrism(house, axis, 1, 3);
        VERIFY_OK(prism);
        QVERIFY(std::abs(volume(*prism) - 32) < 1e-9);
        const auto reversed =
            makePrism(std::vector<Vec2d>{house.rbegin(), house.rend()}, axis, 3, 1);
        VERIFY_OK(reversed);
        QVERIFY(std::abs(volume(*reversed) - 32) < 1e-9);
    }
    const auto straight = makePrism(std::vector<Vec2d>{{0, 0}, {1, 0}, {2, 0}, {0, 2}}, 1, 0, 1);
    VERIFY_OK(straight);
    QCOMPARE(straight->faceCount(), 5U);
    QVERIFY(!makePrism(std::vector<Vec2d>{{0, 0}, {4, 0}, {1, 1}, {0, 4}}, 1, 0, 1));
    QVERIFY(!makePrism(std::vector<Vec2d>{{0, 0}, {2, 2}, {2, 0}, {0, 2}}, 1, 0, 1));
    QVERIFY(!makePrism(std::vector<Vec2d>{{0, 0}, {1, 1}, {2, 2}}, 1, 0, 1));
    QVERIFY(!makePrism(std::vector<Vec2d>{{0, 0}, {1, 1}}, 1, 0, 1));
    QVERIFY(!makePrism(house, 1, 2, 2));
    const std::vector<Vec2d> star{{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}};
    QVERIFY(!makePrism(star, 1, 0, 1));
}

PLAIN_TEST(TestBrushShapes)
} // namespace tst_brush_shapes

#include "tst_brush_shapes.moc"
