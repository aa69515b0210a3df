#include "plugins/measure/measure_tool.h"

namespace measure
{
namespace
{
constexpr engine::DrawColor TapeColor{0.88f, 0.64f, 0.23f, 1.0f};

/// Where the tape's end lies: the surface under the pointer, else the view's plane at `depth`.
engine::Vec3d placeOf(const editor::PointerEvent& event, const engine::Vec3d& depth)
{
    if (event.view != editor::ViewKind::Perspective)
        return event.grid.snap(event.onViewPlane(depth));
    if (!event.hits.empty())
        return event.grid.snap(event.hits.front().point);
    const engine::Plane facing{-event.camera.forward(), glm::dot(-event.camera.forward(), depth)};
    const auto distance = engine::intersect(event.ray, facing);
    return distance ? event.ray.at(*distance) : depth;
}

class TapeGesture final : public editor::Gesture
{
public:
    TapeGesture(std::shared_ptr<Measurements> measurements, const engine::Vec3d& from)
        : m_measurements{std::move(measurements)}, m_tape{from, from}
    {
    }

    engine::Result<void> update(const editor::PointerEvent& event) override
    {
        m_tape.to = placeOf(event, m_tape.from);
        return {};
    }

    void commit() override
    {
        if (m_tape.length() > 0)
            m_measurements->add(m_tape);
    }

    [[nodiscard]] std::string measure() const override
    {
        const auto along = m_tape.to - m_tape.from;
        return fmt::format("{:.3f} m   x {:.3f}  y {:.3f}  z {:.3f}", m_tape.length(), along.x,
                           along.y, along.z);
    }

    void draw(engine::DebugDraw& draw, const editor::PointerEvent&) const override
    {
        drawTape(draw, m_tape);
    }

private:
    std::shared_ptr<Measurements> m_measurements;
    Measurement m_tape;
};
} // namespace

MeasureTool::MeasureTool(std::shared_ptr<Measurements> measurements)
    : m_measurements{std::move(measurements)}
{
}

std::unique_ptr<editor::Gesture> MeasureTool::press(const editor::PointerEvent& event)
{
    return std::make_unique<TapeGesture>(m_measurements, placeOf(event, engine::Vec3d{0}));
}

std::string MeasureTool::hint() const
{
    return "Drag from one point to another to measure; Ctrl measures off the grid";
}

void drawTape(engine::DebugDraw& draw, const Measurement& measurement)
{
    draw.line(measurement.from, measurement.to, TapeColor, 2, engine::DebugDraw::Depth::OnTop);
    draw.point(measurement.from, TapeColor, 6);
    draw.point(measurement.to, TapeColor, 6);
    draw.labels.push_back({engine::Vec3f{(measurement.from + measurement.to) * 0.5},
                           fmt::format("{:.2f} m", measurement.length()), TapeColor});
}
} // namespace measure
