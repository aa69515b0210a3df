#include "engine_core/geometry/brush.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_promises.h"

#include <QtTest>

#include <limits>
#include <random>

namespace tst_brush
{
using namespace engine;

class TestBrush : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boxHasExactCorners();
    void facesKeepTheirOrder();
    void flatBoxIsRefused_data();
    void flatBoxIsRefused();

    void redundantFacesAreLeftOut();
    void faceThatOnlyTouchesIsLeftOut();
    void firstOfTwoEqualFacesStays();
    void pyramidsMeetInOnePoint();
    void wallsStayOnTheGridBesideASlope();
    void hundredSidedPrismIsBuilt();

    void roundTripKeepsEveryBit();
    void nearlyUnitNormalsAreMadeUnit();
    void badFacesAreRefused_data();
    void badFacesAreRefused();
    void hostileNumbersAreSurvived();
    void tooManyFacesAreRefused();
    void openSolidsAreRefused();
    void emptyAndFlatSolidsAreRefused();
    void solidsBeyondTheWorldAreRefused();
    void solidsAtTheEdgeOfTheWorldAreBuilt();

    void randomSolidsKeepTheirPromises_data();
    void randomSolidsKeepTheirPromises();
    void solidsOfManyScalesKeepTheirPromises();
    void nearlyEqualPlanesDoNoHarm();
    void cutsThroughCornersDoNoHarm();

    void raysEnterWhereTheSolidBegins();
    void raysAgreeWithContains();
    void containsCountsTheSurface();
    void areaAndVolumeOfABox();
};

namespace
{
using Faces = std::vector<BrushFace>;
using Random = std::mt19937;

Faces facesOf(const Brush& brush)
{
    return {brush.faces().begin(), brush.faces().end()};
}

Brush sampleBox()
{
    return *makeBox({{-1, 0, -2}, {3, 5, 7}});
}

BrushFace faceAt(const Vec3d& direction, const Vec3d& through)
{
    const auto normal = glm::normalize(direction);
    return {{normal, glm::dot(normal, through)}, {}, worldAlignedUv(normal)};
}

double between(Random& random, double low, double high)
{
    return std::uniform_real_distribution<double>{low, high}(random);
}

Vec3d randomPoint(Random& random, double size)
{
    return {between(random, -size, size), between(random, -size, size),
            between(random, -size, size)};
}

/// A box that random planes were cut off.
Faces randomFaces(Random& random, int cuts, double size, const Vec3d& center = Vec3d{0})
{
    const auto half =
        Vec3d{between(random, 0.2, 1), between(random, 0.2, 1), between(random, 0.2, 1)} * size;
    auto faces = facesOf(*makeBox({center - half, center + half}));
    for (int i = 0; i < cuts; ++i) {
        const auto direction = randomPoint(random, 1);
        if (glm::length(direction) < 0.1)
            continue;
        auto face = faceAt(direction, center);
        face.plane.distance += between(random, 0.1, 1) * size;
        faces.push_back(face);
    }
    return faces;
}
} // namespace

void TestBrush::boxHasExactCorners()
{
    const auto box = makeBox({{-0.1, 0.3, 1e-3}, {0.7, 1234.56, 0.2}}, Name{"floor"});
    VERIFY_OK(box);
    QCOMPARE(box->vertices().size(), std::size_t{8});
    QCOMPARE(box->faceCount(), std::size_t{6});
    QCOMPARE(box->bounds(), (Aabb{{-0.1, 0.3, 1e-3}, {0.7, 1234.56, 0.2}}));
    for (const auto& p : box->vertices()) {
        QVERIFY(p.x == -0.1 || p.x == 0.7);
        QVERIFY(p.y == 0.3 || p.y == 1234.56);
        QVERIFY(p.z == 1e-3 || p.z == 0.2);
    }
    QCOMPARE(brokenPromise(*box), std::string{});
}

void TestBrush::facesKeepTheirOrder()
{
    const auto box = sampleBox();
    const Vec3d normals[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (FaceIndex face = 0; face < 6; ++face) {
        QCOMPARE(box.faces()[face].plane.normal, normals[face]);
        QCOMPARE(box.faces()[face].uv, worldAlignedUv(normals[face]));
    }
}

void TestBrush::flatBoxIsRefused_data()
{
    QTest::addColumn<Vec3d>("size");
    QTest::newRow("flat") << Vec3d{1, 0, 1};
    QTest::newRow("thinner than the weld") << Vec3d{1, 1, 5e-6};
    QTest::newRow("inside out") << Vec3d{1, -1, 1};
    QTest::newRow("not a number") << Vec3d{NAN, 1, 1};
    QTest::newRow("endless") << Vec3d{INFINITY, 1, 1};
}

void TestBrush::flatBoxIsRefused()
{
    QFETCH(Vec3d, size);
    QVERIFY(!makeBox({Vec3d{0}, size}));
}

void TestBrush::redundantFacesAreLeftOut()
{
    auto faces = facesOf(sampleBox());
    faces.insert(faces.begin(), faceAt({1, 1, 1}, {50, 50, 50}));
    faces.push_back(faceAt({1, 0, 0}, {4, 0, 0}));
    const auto brush = Brush::fromFaces(faces);
    VERIFY_OK(brush);
    QCOMPARE(*brush, sampleBox());
}

void TestBrush::faceThatOnlyTouchesIsLeftOut()
{
    auto faces = facesOf(sampleBox());
    faces.push_back(faceAt({1, 1, 0}, {3, 5, 0}));   // along an edge
    faces.push_back(faceAt({-1, 1, 1}, {-1, 5, 7})); // at a corner
    faces.push_back(faceAt({-1, -1, 1}, {-1 + 3e-6, 0, 7}));
    const auto brush = Brush::fromFaces(faces);
    VERIFY_OK(brush);
    QCOMPARE(*brush, sampleBox());
    QCOMPARE(brush->bounds(), sampleBox().bounds());
    QCOMPARE(brokenRoundTrip(*brush), std::string{});
}

void TestBrush::firstOfTwoEqualFacesStays()
{
    auto faces = facesOf(sampleBox());
    auto copy = faces[2];
    copy.material = Name{"second"};
    faces.push_back(copy);
    copy.plane.distance += 1e-9;
    faces.insert(faces.begin() + 3, copy);
    const auto brush = Brush::fromFaces(faces);
    VERIFY_OK(brush);
    QCOMPARE(*brush, sampleBox());
}

void TestBrush::pyramidsMeetInOnePoint()
{
    for (const int sides : {3, 4, 5, 8, 31}) {
        const Vec3d apex{0.1, 3.3, -0.7};
        Faces faces{faceAt({0, -1, 0}, {0, 0, 0})};
        for (int i = 0; i < sides; ++i) {
            const double angle = 2 * Pi * i / sides + 0.1;
            faces.push_back(faceAt({std::cos(angle), 0.5, std::sin(angle)}, apex));
        }
        const auto pyramid = Brush::fromFaces(faces);
        VERIFY_OK(pyramid);
        QCOMPARE(pyramid->vertices().size(), static_cast<std::size_t>(sides) + 1);
        QCOMPARE(brokenPromise(*pyramid), std::string{});
        QCOMPARE(brokenRoundTrip(*pyramid), std::string{});
    }
}

void TestBrush::wallsStayOnTheGridBesideASlope()
{
    auto faces = facesOf(*makeBox({{0.1, 0.2, 0.3}, {4.7, 3.1, 2.9}}));
    faces.push_back(faceAt({0.3, 1, 0.7}, {4.7, 1.3, 2.9}));
    const auto brush = Brush::fromFaces(faces);
    VERIFY_OK(brush);
    QCOMPARE(brush->faceCount(), std::size_t{7});
    for (FaceIndex face = 0; face < 6; ++face)
        for (const auto corner : brush->faceVertices(face))
            QCOMPARE(brush->faces()[face].plane.above(brush->vertices()[corner]), 0.0);
}

void TestBrush::hundredSidedPrismIsBuilt()
{
    for (const int sides : {60, 100, 1022}) {
        Faces faces{faceAt({0, 1, 0}, {0, 1, 0}), faceAt({0, -1, 0}, {0, 0, 0})};
        for (int i = 0; i < sides; ++i) {
            const double angle = 2 * Pi * i / sides;
            const Vec3d out{std::cos(angle), 0, std::sin(angle)};
            faces.push_back(faceAt(out, out * 8.0));
        }
        const auto prism = Brush::fromFaces(faces);
        VERIFY_OK(prism);
        QCOMPARE(prism->vertices().size(), 2 * static_cast<std::size_t>(sides));
        QCOMPARE(brokenPromise(*prism), std::string{});
    }
}

void TestBrush::roundTripKeepsEveryBit()
{
    Random random{4};
    for (int i = 0; i < 200; ++i) {
        const auto brush = Brush::fromFaces(randomFaces(random, i % 30, 10));
        VERIFY_OK(brush);
        QCOMPARE(brokenRoundTrip(*brush), std::string{});
    }
}

void TestBrush::nearlyUnitNormalsAreMadeUnit()
{
    auto faces = facesOf(sampleBox());
    faces[0].plane.normal *= 1 + 5e-7;
    faces[0].plane.distance *= 1 + 5e-7;
    const auto brush = Brush::fromFaces(faces);
    VERIFY_OK(brush);
    QVERIFY(std::abs(glm::length(brush->faces()[0].plane.normal) - 1) < 1e-15);
    QVERIFY(std::abs(brush->bounds().max.x - 3) < 1e-12);

    faces[0].plane.normal = {1 - 1e-13, 0, 0};
    const auto kept = Brush::fromFaces(faces);
    VERIFY_OK(kept);
    QCOMPARE(kept->faces()[0].plane.normal.x, 1 - 1e-13);
}

void TestBrush::badFacesAreRefused_data()
{
    QTest::addColumn<BrushFace>("face");
    QTest::addColumn<QString>("reason");
    const UvMapping uv;
    const auto inf = std::numeric_limits<double>::infinity();
    QTest::newRow("long normal") << BrushFace{{{1.1, 0, 0}, 0}, {}, uv} << "length";
    QTest::newRow("no normal") << BrushFace{{{0, 0, 0}, 0}, {}, uv} << "length";
    QTest::newRow("huge normal") << BrushFace{{{1e200, 0, 0}, 0}, {}, uv} << "length";
    QTest::newRow("NaN normal") << BrushFace{{{NAN, 0, 0}, 0}, {}, uv} << "finite";
    QTest::newRow("NaN distance") << BrushFace{{{1, 0, 0}, NAN}, {}, uv} << "finite";
    QTest::newRow("endless distance") << BrushFace{{{1, 0, 0}, inf}, {}, uv} << "finite";
    QTest::newRow("far") << BrushFace{{{1, 0, 0}, 1e30}, {}, uv} << "edge of the world";
    auto bad = uv;
    bad.offset.y = inf;
    QTest::newRow("endless offset") << BrushFace{{{1, 0, 0}, 0}, {}, bad} << "finite";
    bad = uv;
    bad.vAxis.z = NAN;
    QTest::newRow("NaN axis") << BrushFace{{{1, 0, 0}, 0}, {}, bad} << "finite";
    bad = uv;
    bad.scale.x = 0;
    QTest::newRow("no scale") << BrushFace{{{1, 0, 0}, 0}, {}, bad} << "scale";
}

void TestBrush::badFacesAreRefused()
{
    QFETCH(BrushFace, face);
    QFETCH(QString, reason);
    auto faces = facesOf(sampleBox());
    faces[4] = face;
    const auto brush = Brush::fromFaces(faces);
    QVERIFY(!brush);
    const auto message = QString::fromStdString(brush.error().message());
    QVERIFY2(message.startsWith("Face 5 ") && message.contains(reason), qPrintable(message));
}

void TestBrush::hostileNumbersAreSurvived()
{
    Random random{5};
    const double odd[] = {0, -0.0, 1, -1, 1e-320, 1e-9, 1e30, -1e300, NAN, INFINITY, 131072, 0.7};
    const auto pick = [&] {
        return odd[random() % std::size(odd)];
    };
    for (int i = 0; i < 20000; ++i) {
        auto faces = facesOf(sampleBox());
        for (int change = 0; change < 3; ++change) {
            auto& face = faces[random() % faces.size()];
            switch (random() % 4) {
            case 0:
                face.plane.distance = pick();
                break;
            case 1:
                face.plane.normal = {pick(), pick(), pick()};
                break;
            case 2:
                face.plane.normal = glm::normalize(randomPoint(random, 1));
                break;
            default:
                face.uv.scale.x = pick();
            }
        }
        faces.resize(random() % (faces.size() + 1));
        if (const auto brush = Brush::fromFaces(faces))
            QCOMPARE(brokenPromise(*brush), std::string{});
        else
            QVERIFY(!brush.error().message().empty());
    }
}

void TestBrush::tooManyFacesAreRefused()
{
    const Faces faces(1025, facesOf(sampleBox())[0]);
    const auto brush = Brush::fromFaces(faces);
    QVERIFY(!brush);
    QVERIFY(brush.error().message().find("1024") != std::string::npos);
    QVERIFY(!Brush::fromFaces({}));
    QVERIFY(!Brush::fromFaces(Faces(faces.begin(), faces.begin() + 3)));
    QVERIFY(!Brush::fromFaces(Faces(faces.begin(), faces.begin() + 1024)));
}

void TestBrush::openSolidsAreRefused()
{
    for (std::size_t missing = 0; missing < 6; ++missing) {
        auto faces = facesOf(sampleBox());
        faces.erase(faces.begin() + static_cast<std::ptrdiff_t>(missing));
        const auto brush = Brush::fromFaces(faces);
        QVERIFY(!brush);
        QVERIFY(brush.error().message().find("open") != std::string::npos);
    }
    auto faces = facesOf(sampleBox());
    faces[0] = faceAt({-1, -1, 0}, {0, 0, 0}); // leans the wrong way
    QVERIFY(!Brush::fromFaces(faces));
}

void TestBrush::emptyAndFlatSolidsAreRefused()
{
    auto faces = facesOf(sampleBox());
    faces[0].plane.distance = -2;
    QVERIFY(!Brush::fromFaces(faces)); // right of left
    faces[0].plane.distance = -1;
    QVERIFY(!Brush::fromFaces(faces)); // flat
    faces[0].plane.distance = -1 + 5e-6;
    QVERIFY(!Brush::fromFaces(faces)); // below the weld
    faces[0].plane.distance = -1 + 1e-4;
    VERIFY_OK(Brush::fromFaces(faces));

    // A tetrahedron whose height is below the weld, though all of its corners are far apart.
    const double h = 2e-6;
    const Vec3d a{-1, 0, 0}, b{1, 0, 0}, c{0, h, -1}, d{0, h, 1};
    Faces sliver;
    for (const auto& [p, q, r] :
         {std::tuple{a, c, b}, std::tuple{a, b, d}, std::tuple{a, d, c}, std::tuple{b, c, d}})
        sliver.push_back({*Plane::through(p, q, r), {}, {}});
    if (sliver[0].plane.above(d) > 0)
        for (auto& face : sliver)
            face.plane = face.plane.flipped();
    QVERIFY(!Brush::fromFaces(sliver));
}

void TestBrush::solidsBeyondTheWorldAreRefused()
{
    QVERIFY(!makeBox({Vec3d{0}, Vec3d{WorldLimit + 1}}));
    QVERIFY(!makeBox({Vec3d{0}, Vec3d{1e5}}));
    QVERIFY(!makeBox({Vec3d{0}, Vec3d{1e300}}));
}

void TestBrush::solidsAtTheEdgeOfTheWorldAreBuilt()
{
    VERIFY_OK(makeBox({Vec3d{-WorldLimit}, Vec3d{WorldLimit}}));
    Random random{6};
    for (int i = 0; i < 200; ++i) {
        const auto brush = Brush::fromFaces(randomFaces(random, 12, 4, Vec3d{65000}));
        VERIFY_OK(brush);
        QCOMPARE(brokenPromise(*brush), std::string{});
        QCOMPARE(brokenRoundTrip(*brush), std::string{});
    }
}

void TestBrush::randomSolidsKeepTheirPromises_data()
{
    QTest::addColumn<int>("cuts");
    for (const int cuts : {1, 2, 4, 8, 16, 40, 90, 200})
        QTest::addRow("%d cuts", cuts) << cuts;
}

void TestBrush::randomSolidsKeepTheirPromises()
{
    QFETCH(int, cuts);
    Random random{static_cast<unsigned>(cuts)};
    const int rounds = std::max(10, 1000 / cuts);
    for (int i = 0; i < rounds; ++i) {
        const auto brush = Brush::fromFaces(randomFaces(random, cuts, 8, randomPoint(random, 100)));
        VERIFY_OK(brush);
        QCOMPARE(brokenPromise(*brush), std::string{});
        QCOMPARE(brokenRoundTrip(*brush), std::string{});

        const auto by = randomPoint(random, 100);
        const auto there = translated(*brush, by, TextureLock::On);
        VERIFY_OK(there);
        const auto back = translated(*there, -by, TextureLock::On);
        VERIFY_OK(back);
        QVERIFY(std::abs(volume(*back) - volume(*brush)) < 1e-6 * volume(*brush));

        const FaceIndex face = random() % brush->faceCount();
        if (const auto moved = moveFace(*brush, face, 0.01)) {
            QCOMPARE(brokenPromise(*moved), std::string{});
            QVERIFY(volume(*moved) > volume(*brush));
            const auto restored = moveFace(*moved, face, -0.01);
            VERIFY_OK(restored);
            QVERIFY(std::abs(volume(*restored) - volume(*brush)) < 1e-6 * volume(*brush));
        }
    }
}

void TestBrush::solidsOfManyScalesKeepTheirPromises()
{
    Random random{7};
    for (const double size : {0.001, 0.01, 0.1, 1.0, 100.0, 1000.0, 20000.0})
        for (int i = 0; i < 50; ++i) {
            const auto brush = Brush::fromFaces(randomFaces(random, 8, size));
            if (size > 0.01)
                VERIFY_OK(brush);
            if (!brush)
                continue; // details below the weld
            QCOMPARE(brokenRoundTrip(*brush), std::string{});
            if (size <= 1000)
                QCOMPARE(brokenPromise(*brush), std::string{});
        }
}

void TestBrush::nearlyEqualPlanesDoNoHarm()
{
    Random random{8};
    int built = 0;
    for (int i = 0; i < 3000; ++i) {
        auto faces = randomFaces(random, 4, 8);
        const double noise = std::pow(10.0, between(random, -13, -3));
        const auto count = faces.size();
        for (std::size_t face = 0; face < count; ++face) {
            auto twin = faces[face];
            twin.plane.normal = glm::normalize(twin.plane.normal + randomPoint(random, noise));
            twin.plane.distance += between(random, -noise, noise);
            faces.push_back(twin);
        }
        const auto brush = Brush::fromFaces(faces);
        if (!brush)
            continue;
        ++built;
        QCOMPARE(brokenPromise(*brush), std::string{});
        QCOMPARE(brokenRoundTrip(*brush), std::string{});
    }
    QVERIFY2(built > 2900, qPrintable(QString::number(built)));
}

void TestBrush::cutsThroughCornersDoNoHarm()
{
    Random random{9};
    int built = 0;
    for (int i = 0; i < 3000; ++i) {
        auto brush = Brush::fromFaces(randomFaces(random, 3, 8));
        VERIFY_OK(brush);
        for (int cut = 0; cut < 4 && brush; ++cut) {
            const auto pick = [&] {
                return brush->vertices()[random() % brush->vertices().size()];
            };
            auto plane = Plane::through(pick(), pick(), pick());
            if (!plane)
                continue;
            plane->distance += between(random, -1, 1) * std::pow(10.0, between(random, -12, -4));
            auto faces = facesOf(*brush);
            faces.push_back({*plane, {}, {}});
            auto next = Brush::fromFaces(faces);
            if (!next)
                break; // nothing was behind the plane, or too little
            brush = std::move(next);
            ++built;
            QCOMPARE(brokenPromise(*brush), std::string{});
            QCOMPARE(brokenRoundTrip(*brush), std::string{});
        }
    }
    QVERIFY2(built > 3000, qPrintable(QString::number(built)));
}

void TestBrush::raysEnterWhereTheSolidBegins()
{
    const auto box = sampleBox();
    const auto hit = intersect(Ray{{10, 1, 1}, {-1, 0, 0}}, box);
    QVERIFY(hit.has_value());
    QCOMPARE(hit->face, FaceIndex{0});
    QCOMPARE(hit->distance, 7.0);
    QVERIFY(!intersect(Ray{{10, 1, 1}, {1, 0, 0}}, box));  // away
    QVERIFY(!intersect(Ray{{1, 1, 1}, {1, 0, 0}}, box));   // from inside
    QVERIFY(!intersect(Ray{{10, 6, 1}, {-1, 0, 0}}, box)); // above
    QVERIFY(!intersect(Ray{{5, 0.5, -2.5}, glm::normalize(Vec3d{-1, 0, -1})}, box));
}

void TestBrush::raysAgreeWithContains()
{
    Random random{10};
    for (int i = 0; i < 300; ++i) {
        const auto brush = *Brush::fromFaces(randomFaces(random, 6, 8));
        for (int ray = 0; ray < 20; ++ray) {
            const auto from = randomPoint(random, 30);
            const auto to = brush.bounds().center();
            if (brush.contains(from) || !brush.contains(to, 0))
                continue;
            const Ray towards{from, glm::normalize(to - from)};
            const auto hit = intersect(towards, brush);
            QVERIFY(hit.has_value());
            QVERIFY(brush.contains(towards.at(hit->distance)));
            QVERIFY(!brush.contains(towards.at(hit->distance - 0.01), 0));
            QVERIFY(std::abs(brush.faces()[hit->face].plane.above(towards.at(hit->distance))) <
                    1e-9);
        }
    }
}

void TestBrush::containsCountsTheSurface()
{
    const auto box = sampleBox();
    QVERIFY(box.contains({3, 5, 7}));
    QVERIFY(box.contains({3 + 5e-6, 1, 1}));
    QVERIFY(!box.contains({3 + 5e-6, 1, 1}, 0));
    QVERIFY(!box.contains({3.001, 1, 1}));
    QVERIFY(!box.contains({NAN, 1, 1}));
}

void TestBrush::areaAndVolumeOfABox()
{
    const auto box = sampleBox();
    QCOMPARE(faceArea(box, 0), 45.0);
    QCOMPARE(faceArea(box, 2), 36.0);
    QCOMPARE(faceArea(box, 5), 20.0);
    QCOMPARE(faceCenter(box, 0), (Vec3d{3, 2.5, 2.5}));
    QCOMPARE(volume(box), 180.0);
}

PLAIN_TEST(TestBrush)
} // namespace tst_brush

#include "tst_brush.moc"
