#pragma once

#include "editor/tools/brush/shape_tool.h"
#include "engine_core/scene/components/node.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// An editor with the shape tool, and the tool's options by their labels.
struct ShapeEditor : TestEditor
{
    ShapeEditor()
    {
        activateTool("shape");
        gridSetting.step = 0.5;
    }

    ShapeTool& tool() { return dynamic_cast<ShapeTool&>(*tools.find("shape")); }

    EntityId last() { return document().selection().primary(); }

    ToolSetting setting(const std::string& label)
    {
        for (const auto& each : tool().settings())
            if (each.label == label)
                return each;
        return {};
    }

    void set(const std::string& label, double value)
    {
        auto found = setting(label);
        QVERIFY2(found.set, label.c_str());
        VERIFY_OK(found.set(value));
    }

    std::size_t steps() { return document().history().entries().size(); }

    std::string nameOf(EntityId entity) { return fixture.get<Node>(entity).name; }
};

inline TestView view3d()
{
    return perspectiveView({6, 10, 12}, {0, 0, 0});
}
} // namespace mapwright::test
