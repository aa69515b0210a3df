#include "editor/panels/fields/number_field.h"
#include "editor/panels/gui/gui_item.h"
#include "editor/views/theme.h"

#include <QHBoxLayout>
#include <QSlider>

#include <array>
#include <cmath>

namespace editor
{
using engine::Result;
using engine::Value;

namespace
{
constexpr int SliderSteps = 1000;

double numberIn(const Value& value)
{
    if (const auto* whole = value.as<std::int64_t>())
        return static_cast<double>(*whole);
    const auto* number = value.as<double>();
    return number != nullptr ? *number : 0.0;
}

/// A number field whose edits start from the value that it shows, and whose drags from the one
/// before them. `give` takes the new number.
void connectField(NumberField& field, std::function<Result<void>(double, GuiPhase)> give)
{
    const auto start = std::make_shared<std::optional<double>>();
    const auto last = std::make_shared<double>(0);
    field.commit = [&field, give](const NumberEdit& edit) -> Result<void> {
        const auto value = edit(field.value());
        return value ? give(*value, GuiPhase::Done) : Result<void>{value.error()};
    };
    field.preview = [&field, give, start, last](const NumberEdit& edit) -> Result<void> {
        if (!*start)
            *start = field.value();
        const auto value = edit(**start);
        if (!value)
            return value.error();
        *last = *value;
        auto given = give(*value, GuiPhase::Preview);
        if (given)
            field.setValue(*value);
        return given;
    };
    field.endPreview = [give, start, last](bool keep) {
        const auto before = std::exchange(*start, std::nullopt);
        if (before)
            static_cast<void>(
                give(keep ? *last : *before, keep ? GuiPhase::Done : GuiPhase::Cancel));
    };
}

class GuiNumber final : public GuiItem
{
public:
    GuiNumber(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_isWhole = node.kind == GuiKind::Integer;
        m_field = new NumberField{parent};
        connectField(*m_field, [this](double value, GuiPhase phase) { return give(value, phase); });
        setWidget(m_field);
        auto* label = new ScrubLabel{labelOf(node), *m_field, parent};
        label->setProperty("muted", true);
        setLabelWidget(label);
    }

protected:
    void update(const GuiNode& node) override
    {
        m_field->setUnit(QString::fromStdString(node.unit));
        m_field->setStep(node.step > 0 ? node.step : 0.1);
        m_field->setInteger(m_isWhole);
        m_field->setValue(numberIn(node.value));
    }

private:
    Result<void> give(double value, GuiPhase phase)
    {
        if (value < node().min || value > node().max)
            return engine::Error{"This must lie between {} and {}", node().min, node().max};
        send(m_isWhole ? Value{std::int64_t{std::llround(value)}} : Value{value}, phase);
        return {};
    }

    NumberField* m_field = nullptr;
    bool m_isWhole = false;
};

class GuiSlider final : public GuiItem
{
public:
    GuiSlider(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        auto* both = new QWidget{parent};
        auto* layout = new QHBoxLayout{both};
        layout->setContentsMargins(0, 0, 0, 0);
        m_slider = new QSlider{Qt::Horizontal, both};
        m_slider->setRange(0, SliderSteps);
        m_slider->setObjectName(QStringLiteral("gui.slider.") + labelOf(node));
        m_slider->setAccessibleName(labelOf(node));
        m_field = new NumberField{both};
        m_field->setAccessibleName(labelOf(node));
        connectField(*m_field, [this](double value, GuiPhase phase) { return give(value, phase); });
        layout->addWidget(m_slider, 1);
        layout->addWidget(m_field);
        both->setFocusProxy(m_slider);
        setWidget(both, labelOf(node));
        QObject::connect(m_slider, &QSlider::valueChanged, m_slider, [this](int position) {
            if (!m_isShowing)
                send({valueAt(position)},
                     m_slider->isSliderDown() ? GuiPhase::Preview : GuiPhase::Done);
        });
        QObject::connect(m_slider, &QSlider::sliderReleased, m_slider,
                         [this] { send({valueAt(m_slider->value())}); });
    }

protected:
    void update(const GuiNode& node) override
    {
        m_isShowing = true;
        const double value = numberIn(node.value);
        m_field->setUnit(QString::fromStdString(node.unit));
        m_field->setStep(niceStep(node.max - node.min));
        m_field->setValue(value);
        if (!m_slider->isSliderDown())
            m_slider->setValue(static_cast<int>(
                std::lround((value - node.min) / (node.max - node.min) * SliderSteps)));
        m_isShowing = false;
    }

private:
    /// About a hundredth of the range: 1, 0.1, 0.01, ...
    static double niceStep(double range)
    {
        return std::pow(10.0, std::floor(std::log10(range)) - 1);
    }

    [[nodiscard]] double valueAt(int position) const
    {
        const double part = static_cast<double>(position) / SliderSteps;
        return node().min + (node().max - node().min) * part;
    }

    Result<void> give(double value, GuiPhase phase)
    {
        if (value < node().min || value > node().max)
            return engine::Error{"This must lie between {} and {}", node().min, node().max};
        send({value}, phase);
        return {};
    }

    QSlider* m_slider = nullptr;
    NumberField* m_field = nullptr;
    bool m_isShowing = false;
};

/// Two or three numbers in a row with coloured marks of their axes.
class GuiVector final : public GuiItem
{
public:
    GuiVector(GuiContext& context, const GuiNode& node, QWidget* parent)
        : GuiItem{context}, m_count{node.kind == GuiKind::Vector2 ? 2 : 3}
    {
        constexpr std::array Roles{ColorRole::AxisX, ColorRole::AxisY, ColorRole::AxisZ};
        constexpr std::array Names{"x", "y", "z"};
        auto* all = new QWidget{parent};
        auto* layout = new QHBoxLayout{all};
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        for (int i = 0; i < m_count; ++i) {
            const auto axis = static_cast<std::size_t>(i);
            const auto name = QLatin1String{Names[axis]};
            auto* field = new NumberField{all};
            field->setObjectName(QStringLiteral("gui.%1.%2").arg(labelOf(node), name));
            field->setAccessibleName(QStringLiteral("%1 %2").arg(labelOf(node), name));
            connectField(*field, [this, i](double value, GuiPhase phase) -> Result<void> {
                give(i, value, phase);
                return {};
            });
            auto* mark = new ScrubLabel{name, *field, all};
            mark->setStyleSheet(QStringLiteral("color: %1").arg(themeColor(Roles[axis]).name()));
            layout->addWidget(mark);
            layout->addWidget(field, 1);
            m_fields[axis] = field;
        }
        all->setFocusProxy(m_fields[0]);
        setWidget(all, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override
    {
        m_value = engine::Vec3d{0};
        if (const auto* two = node.value.as<engine::Vec2d>())
            m_value = {two->x, two->y, 0};
        else if (const auto* three = node.value.as<engine::Vec3d>())
            m_value = *three;
        for (int i = 0; i < m_count; ++i)
            m_fields[static_cast<std::size_t>(i)]->setValue(m_value[i]);
    }

private:
    void give(int axis, double value, GuiPhase phase)
    {
        auto changed = m_value;
        changed[axis] = value;
        send(m_count == 2 ? Value{engine::Vec2d{changed}} : Value{changed}, phase);
    }

    int m_count;
    engine::Vec3d m_value{0};
    std::array<NumberField*, 3> m_fields{};
};
} // namespace

std::unique_ptr<GuiItem> makeGuiNumber(GuiContext& context, const GuiNode& node, QWidget* parent)
{
    switch (node.kind) {
    case GuiKind::Integer:
    case GuiKind::Number:
        return std::make_unique<GuiNumber>(context, node, parent);
    case GuiKind::Slider:
        return std::make_unique<GuiSlider>(context, node, parent);
    case GuiKind::Vector2:
    case GuiKind::Vector3:
        return std::make_unique<GuiVector>(context, node, parent);
    default:
        return nullptr;
    }
}
} // namespace editor
