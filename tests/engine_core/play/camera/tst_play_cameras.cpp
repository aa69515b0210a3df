#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_play_cameras
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A player whose script places the eyes two metres above the origin, two cameras, and a director
/// who runs a line in its first tick and says where the camera is.
struct Cameras : PlayFixture
{
    Cameras()
    {
        addFloor();
        writeScript("player.as", "class Player : Node { void onTick(float dt) { "
                                 "Camera::place(Vec3(0, 2, 0), fromAngles(0, 0)); } }");
        writeScript("eye.as", "class Eye : Node {}");
        east = addScripted("east", "eye.as", "Eye", {10, 3, 0});
        north = addScripted("north", "eye.as", "Eye", {0, 3, -10});
    }

    EntityId east;
    EntityId north;
    EntityId director;

    /// `ticks` are the bodies of the first ticks, one by one.
    void begin(const std::vector<std::string>& ticks)
    {
        std::string code = "class Director : Node { int tick = 0; Vec3 eye; Entity active; "
                           "ScreenPlace seen; Vec2 offset; bool isInFront; double distance;\n"
                           "void onTick(float dt) {\n";
        for (std::size_t i = 0; i < ticks.size(); ++i)
            code += fmt::format("if (tick == {}) {{ {} }}\n", i, ticks[i]);
        code += "++tick; }\nvoid onLateTick(float dt) { eye = Camera::eye(); active = "
                "Camera::active(); } }";
        writeScript("director.as", code);
        director = addScripted("director", "director.as", "Director");
        ENGINE_EXPECT(start());
    }

    [[nodiscard]] Vec3d seenFrom() const { return session->camera().position; }

    [[nodiscard]] double fov() const { return degrees(session->camera().fovY); }
};
} // namespace

/// From where a game is seen.
class TestPlayCameras : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void anObjectIsTheCameraUntilThePlayerIsAgain()
    {
        Cameras game;
        game.begin({"", "Camera::use(find('east'));", "", "Camera::use(find('north'));", "",
                    "Camera::use(Entity());"});
        game.tick(1);
        QCOMPARE(game.seenFrom(), Vec3d(0, 2, 0));
        game.tick(1);
        QCOMPARE(game.seenFrom(), Vec3d(10, 3, 0));
        game.tick(1);
        QVERIFY(game.session->scriptProperty(game.director, "active") == Value{game.east});
        game.tick(1);
        QCOMPARE(game.seenFrom(), Vec3d(0, 3, -10));
        game.tick(2);
        QCOMPARE(game.seenFrom(), Vec3d(0, 2, 0));
        QVERIFY(game.session->scriptErrors().empty());
    }

    void aCutIsNoFlight()
    {
        Cameras game;
        game.begin({"", "Camera::use(find('east'));"});
        game.tick(1);
        game.session->advance(PlaySession::TickSeconds * 1.5, {}); // halfway to the next tick
        QCOMPARE(game.seenFrom(), Vec3d(10, 3, 0));
    }

    void thePictureTravelsInItsTime()
    {
        Cameras game;
        game.begin({"Camera::use(find('east'));", "Camera::use(find('north'), 1);"});
        game.tick(1);
        game.tick(1); // the first of sixty
        const auto first = game.seenFrom();
        QVERIFY(first.x > 9.9 && first.x < 10);
        game.tick(29);
        const auto half = game.seenFrom();
        QVERIFY(glm::distance(half, Vec3d(5, 3, -5)) < 1e-6);
        game.tick(30);
        QVERIFY(glm::distance(game.seenFrom(), Vec3d(0, 3, -10)) < 1e-9);
        game.tick(5);
        QCOMPARE(game.seenFrom(), Vec3d(0, 3, -10));
    }

    void eachCameraHasItsFieldOfView()
    {
        Cameras game;
        game.begin({"Camera::setFov(find('east'), 30); Camera::setFov(90);",
                    "Camera::use(find('east'));", "Camera::use(find('north'), 0.5);", "", "", ""});
        game.tick(1);
        QCOMPARE(game.fov(), 90.0);
        game.tick(1);
        QCOMPARE(game.fov(), 30.0);
        game.tick(15);
        QVERIFY(std::abs(game.fov() - 60) < 1e-6);
        game.tick(20);
        QCOMPARE(game.fov(), 90.0); // it has none of its own
    }

    void aCameraThatGoesLeavesThePlayers()
    {
        Cameras game;
        game.begin({"Camera::use(find('east'));", "find('east').destroy();"});
        game.tick(1);
        QCOMPARE(game.seenFrom(), Vec3d(10, 3, 0));
        game.tick(3);
        QCOMPARE(game.seenFrom(), Vec3d(0, 2, 0));
        QVERIFY(game.session->scriptErrors().empty());
    }

    void aMovedCameraIsFollowed()
    {
        Cameras game;
        game.begin({"Camera::use(find('east'));", "find('east').position = Vec3(1, 1, 1);"});
        game.tick(2);
        QCOMPARE(game.seenFrom(), Vec3d(1, 1, 1));
    }

    void aShakeIsOfThePictureAlone()
    {
        Cameras still;
        still.begin({"", ""});
        Cameras game;
        game.begin({"", "Camera::shake(1, 0.5);"});
        Cameras same;
        same.begin({"", "Camera::shake(1, 0.5);"});
        double most = 0;
        double turned = 0;
        for (int i = 0; i < 60; ++i) {
            still.tick(1);
            game.tick(1);
            same.tick(1);
            QVERIFY(game.session->camera() == same.session->camera());
            const auto eye = game.session->scriptProperty(game.director, "eye");
            QVERIFY(i < 2 || eye == Value{Vec3d(0, 2, 0)});
            most = std::max(most, glm::distance(game.seenFrom(), Vec3d(0, 2, 0)));
            turned = std::max(turned, 1 - game.session->camera().forward().z * -1);
            if (i > 40)
                QCOMPARE(game.seenFrom(), Vec3d(0, 2, 0));
        }
        QVERIFY2(most > 0.005 && most < 0.05, qPrintable(QString::number(most)));
        QVERIFY(turned > 1e-6);
        QVERIFY(game.session->scriptErrors().empty());
    }

    void whatCannotBeIsSaid_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("strength") << "Camera::shake(11, 1);"
                                  << "A camera shakes with";
        QTest::newRow("seconds") << "Camera::shake(1, 0);"
                                 << "A camera shakes with";
        QTest::newRow("way") << "Camera::use(find('east'), -1);"
                             << "0 to 600 seconds";
        QTest::newRow("gone") << "Camera::use(find('nobody') , 0); Entity e = spawn('x', Vec3()); "
                                 "e.destroy(); Camera::setFov(find('nobody'), 50);"
                              << "does not exist";
        QTest::newRow("fov") << "Camera::setFov(find('east'), 0);"
                             << "5 to 150 degrees";
    }

    void whatCannotBeIsSaid()
    {
        QFETCH(const QString, code);
        QFETCH(const QString, sentence);
        Cameras game;
        game.begin({code.toStdString()});
        game.tick(1);
        QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
        const auto message = QString::fromStdString(game.session->scriptErrors()[0].message);
        QVERIFY2(message.contains(sentence), qPrintable(message));
    }

    /// Of 720 points from top to bottom, 90 degrees have 360 points to a metre at a metre.
    void aPlaceIsFoundInThePicture()
    {
        Cameras game;
        game.begin({"Camera::setFov(90);",
                    "seen = Camera::toScreen(Vec3(1, 3, -2)); offset = seen.offset; "
                    "isInFront = seen.isInFront; distance = seen.distance;",
                    "seen = Camera::toScreen(Vec3(1, 3, 2)); offset = seen.offset; "
                    "isInFront = seen.isInFront; distance = seen.distance;"});
        game.tick(2);
        const auto offset = game.session->scriptProperty(game.director, "offset");
        QVERIFY(offset && offset->as<Vec2d>() != nullptr);
        QVERIFY(glm::distance(*offset->as<Vec2d>(), Vec2d(180, -180)) < 1e-9);
        QVERIFY(game.session->scriptProperty(game.director, "isInFront") == Value{true});
        QCOMPARE(game.number(game.director, "distance"), 2.0);
        game.tick(1);
        QVERIFY(game.session->scriptProperty(game.director, "isInFront") == Value{false});
        QCOMPARE(game.number(game.director, "distance"), -2.0);
        QVERIFY(game.session->scriptErrors().empty());
    }
};

PLAIN_TEST(TestPlayCameras)
} // namespace tst_play_cameras

#include "tst_play_cameras.moc"
