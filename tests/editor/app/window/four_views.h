#pragma once

#include "tests/editor/app/window_fixture.h"

#include <QTest>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// The real window with four views of a box.
class FourViews
{
protected:
    void openWindow() { m_fixture = std::make_unique<WindowFixture>(); }

    void closeWindow() { m_fixture.reset(); }

    /// In an empty scene, from the same places each time.
    void showBox()
    {
        m_fixture->emptyScene();
        layout().showFourViews();
        QTRY_VERIFY(view(ViewKind::Perspective).frameCount() > 0);
        m_box = m_fixture->addBox({{-1, 0, -1}, {1, 2, 1}});
        for (const auto kind : {ViewKind::Top, ViewKind::Front}) {
            auto place = camera(kind);
            place.position = kind == ViewKind::Top ? Vec3d{0, 100, 0} : Vec3d{0, 0, 100};
            place.viewHeight = 20;
            view(kind).camera().setCamera(place);
        }
        auto place = camera(ViewKind::Perspective);
        place.position = {0, 1, 10};
        place.rotation = {1, 0, 0, 0};
        view(ViewKind::Perspective).camera().setCamera(place);
    }

    [[nodiscard]] ViewportWidget& view(ViewKind kind) const { return m_fixture->view(kind); }

    [[nodiscard]] ViewLayout& layout() const { return m_fixture->window().viewLayout(); }

    [[nodiscard]] const ViewCamera& camera(ViewKind kind) const
    {
        return view(kind).camera().camera();
    }

    std::unique_ptr<WindowFixture> m_fixture;
    EntityId m_box; ///< 2 m a side, standing on the middle of the world
};
} // namespace mapwright::test
