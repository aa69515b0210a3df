#include "editor/tools/brush/create_brush_tool.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/measure_label.h"
#include "editor/tools/gestures/number_input.h"
#include "engine_core/scene/components/brush_component.h"

namespace editor
{
using engine::Aabb;
using engine::Error;
using engine::Result;
using engine::Vec3d;

CreateBrushTool::CreateBrushTool(EditorApi& editor) : m_editor{editor}, m_height{editor, 0.25} {}

void CreateBrushTool::deactivate()
{
    m_base.reset();
    m_last = {};
}

bool CreateBrushTool::click(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || !m_base)
        return false;
    hover(event);
    return accept();
}

void CreateBrushTool::hover(const PointerEvent& event)
{
    m_height.hover(m_last);
    if (!m_base || event.view != ViewKind::Perspective)
        return;
    m_base->lift(event);
    m_editor.updateViews();
}

bool CreateBrushTool::key(const KeyEvent& event)
{
    if (!m_base)
        return false;
    if (event.key == ToolKey::Escape) {
        m_base.reset();
        m_editor.updateViews();
        return true;
    }
    if (event.key == ToolKey::Enter)
        return accept();
    return m_base->heightKey(event);
}

bool CreateBrushTool::accept()
{
    const auto box = m_base->box();
    if (auto done = create(box); !done) {
        m_editor.showMessage(MessageKind::Warning, done.error().message());
        return true;
    }
    m_height.use(m_base->height());
    m_base.reset();
    return true;
}

Result<void> CreateBrushTool::create(const Aabb& box)
{
    auto& document = m_editor.document();
    engine::EntityId made;
    auto done = document.run("Create brush", [&](Transaction& transaction) -> Result<void> {
        auto id = createBox(transaction, box, m_editor.currentMaterial(),
                            freeName(document.world(), "Box"));
        if (!id)
            return id.error();
        made = *id;
        return {};
    });
    if (!done)
        return done;
    m_last = made;
    document.selectAfterStep({made});
    return {};
}

Result<void> CreateBrushTool::setHeight(double metres)
{
    if (!(metres > 0) || metres > GreatestLength)
        return Error{"The height must be above 0 and at most {} m", GreatestLength};
    m_height.type(metres);
    return {};
}

engine::EntityId CreateBrushTool::lastBox() const
{
    const auto& document = m_editor.document();
    const auto* brush = document.world().get<engine::BrushComponent>(m_last);
    const bool isOurs = document.selection().entities() == std::vector{m_last};
    if (!isOurs || brush == nullptr || !brush->brush || !asBox(*brush->brush))
        return {};
    return m_last;
}

std::optional<Aabb> CreateBrushTool::pendingBox() const
{
    if (m_base)
        return m_base->box();
    if (const auto last = lastBox())
        return engine::boundsOf(m_editor.document().world(), last);
    return std::nullopt;
}

Result<void> CreateBrushTool::setPendingBox(const Aabb& box)
{
    const auto size = box.size();
    if (!(size.x > 0) || !(size.y > 0) || !(size.z > 0))
        return Error{"A box needs some size along every axis"};
    if (m_base) {
        m_base->setBox(box);
        return {};
    }
    const auto last = lastBox();
    if (!last)
        return Error{"Draw a box first"};
    return m_editor.document().run("Resize brush", [&](Transaction& transaction) {
        return resizeBox(transaction, last, box);
    });
}

std::vector<ToolSetting> CreateBrushTool::settings()
{
    std::vector<ToolSetting> all;
    all.push_back({"Height", "m",
                   "Depth along the view of the box drawn next: that of the selected brushes, else "
                   "of the last box, until you type another",
                   0.001, GreatestLength, [this] { return height(); },
                   [this](double metres) {
                       return setHeight(metres);
                   }});
    if (!pendingBox())
        return all;
    static constexpr std::array Sizes{"Size X", "Size Y", "Size Z"};
    static constexpr std::array Places{"Place X", "Place Y", "Place Z"};
    for (int axis = 0; axis < 3; ++axis)
        all.push_back({Sizes[static_cast<std::size_t>(axis)], "m",
                       "Of the box drawn last; its lower corner stays", 0.001, GreatestLength,
                       [this, axis] { return pendingBox().value_or(Aabb{}).size()[axis]; },
                       [this, axis](double metres) -> Result<void> {
                           auto box = pendingBox().value_or(Aabb{});
                           box.max[axis] = box.min[axis] + metres;
                           return setPendingBox(box);
                       }});
    for (int axis = 0; axis < 3; ++axis)
        all.push_back({Places[static_cast<std::size_t>(axis)], "m",
                       "Lower corner of the box drawn last", -engine::WorldLimit,
                       engine::WorldLimit,
                       [this, axis] { return pendingBox().value_or(Aabb{}).min[axis]; },
                       [this, axis](double metres) -> Result<void> {
                           const auto box = pendingBox().value_or(Aabb{});
                           Vec3d by{0};
                           by[axis] = metres - box.min[axis];
                           return setPendingBox(box.translated(by));
                       }});
    return all;
}

std::string CreateBrushTool::hint() const
{
    if (m_base)
        return "Move the pointer or type a number for the height; click or Enter makes the box; "
               "Esc drops it";
    if (lastBox())
        return "Drag the next box; edit the last one in the tool options or with Shift+drag on a "
               "side";
    return "Drag a rectangle in a 2D view, or on a surface in the 3D view; type a number while "
           "dragging for the height";
}

void CreateBrushTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (!m_base)
        return;
    const auto box = m_base->box();
    draw.box(box, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
    drawSizeLabel(draw, event, box);
}
} // namespace editor
