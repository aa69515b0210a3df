#include "engine_core/scene/components/brush_component.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_render_tools
{
using namespace engine;
using namespace mapwright::test;

/// What the game shows of tool textures, and what the editor does.
class TestRenderTools : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        fs::create_directories(fs::path{m_folder->path().toStdString()} / "assets");
        auto made = GlFixture::create(m_folder->path().toStdString());
        VERIFY_OK(made);
        m_gl = *std::move(made);
    }

    void cleanupTestCase() { m_gl.reset(); }

    void theGameShowsNoToolBrush()
    {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-1, -1, -5}, {1, 1, -3}, "box", Name{"clip"});
        QVERIFY(shown(drawn, 100, false).sum() > 60);
        QCOMPARE(shown(drawn, 100, true).sum(), 0); // the void is black
    }

    void theGameShowsTheOtherFaces()
    {
        Drawn drawn{*m_gl};
        const auto box = addBox(drawn.world, {-1, -1, -5}, {1, 1, -3});
        for (const bool isFrontCaulk : {false, true}) {
            const auto& brush = *drawn.world.get<BrushComponent>(box)->brush;
            std::vector<BrushFace> faces(brush.faces().begin(), brush.faces().end());
            for (auto& face : faces)
                face.material = Name{(face.plane.normal.z > 0.5) == isFrontCaulk ? "caulk" : ""};
            Edit edit;
            edit.swaps.push_back(swapTo(
                box, BrushComponent{std::make_shared<const Brush>(*Brush::fromFaces(faces))}));
            drawn.world.apply(edit);
            QVERIFY(shown(drawn, 100, false).sum() > 60);
            QCOMPARE(shown(drawn, 100, true).sum() > 60, !isFrontCaulk);
        }
    }

private:
    static Pixel shown(Drawn& drawn, int x, bool inGame)
    {
        auto view = viewFrom({0, 0, 0}, {0, 0, -1});
        view.mode = ViewMode::Unlit;
        view.gameView = inGame;
        return pixelAt(drawn.picture(view), x, 50);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

CORE_TEST(TestRenderTools)
} // namespace tst_render_tools

#include "tst_render_tools.moc"
