#include "tests/editor/operations/texture/uv_level.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_uv_density
{
using namespace uv_level;

/// Texels on a metre.
class TestUvDensity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void densityIsShownSetAndMatched();
    void densityNeedsAPicture();
};

void TestUvDensity::densityIsShownSetAndMatched()
{
    Level level;
    const auto sizes = pictures({256, 512});
    const auto top = level.side({0, 1, 0});
    const auto inner = level.faceTowards(level.inner, {0, 1, 0});
    const std::vector both{top, inner};
    VERIFY_OK(level.run([&](auto& tx) { return setTexelDensity(tx, both, 128, sizes); }));
    for (const auto& ref : both) {
        QVERIFY(std::abs(*texelDensity(level.document.world(), ref, sizes) - 128) < 1e-9);
        const auto face = level.face(ref);
        const auto frame = *uvFrame(face.uv, face.plane);
        QVERIFY(std::abs(glm::length(frame.u) - 2) < 1e-9); // 256 texels at 128 a metre
        QVERIFY(std::abs(glm::length(frame.v) - 4) < 1e-9);
    }
    const auto old = level.face(top);
    const std::vector other{level.side({1, 0, 0})};
    VERIFY_OK(level.run([&](auto& tx) { return setTexelDensity(tx, other, 32, sizes); }));
    VERIFY_OK(level.run([&](auto& tx) { return matchTexelDensity(tx, other, top, sizes); }));
    QVERIFY(std::abs(*texelDensity(level.document.world(), other[0], sizes) - 128) < 1e-9);
    QCOMPARE(level.face(top).uv, old.uv);
}

void TestUvDensity::densityNeedsAPicture()
{
    Level level;
    const auto all = level.all();
    const auto none = pictures({0, 0});
    const auto before = level.document.contentHash();
    QVERIFY(!texelDensity(level.document.world(), all[0], none));
    QVERIFY(!level.run([&](auto& tx) { return setTexelDensity(tx, all, 64, none); }));
    QVERIFY(!level.run([&](auto& tx) { return matchTexelDensity(tx, all, all[0], none); }));
    QCOMPARE(level.document.contentHash(), before);
}

PLAIN_TEST(TestUvDensity)
} // namespace tst_uv_density

#include "tst_uv_density.moc"
