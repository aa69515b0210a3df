#include "editor/panels/inspector/light_rows.h"

#include "editor/operations/entity/property_operations.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/math/color_temperature.h"

#include <QSettings>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace editor
{
using engine::Color;
using engine::Error;
using engine::Light;
using engine::LightKind;
using engine::LightUnit;
using engine::Property;
using engine::Result;
using engine::TypeInfo;
using engine::Value;

namespace
{
QString unitKey(LightKind kind)
{
    return QStringLiteral("inspector/lightUnit%1").arg(static_cast<int>(kind));
}

/// The kind that all shown lights have; nothing if they differ.
std::optional<LightKind> kindOfAll(EditorApi& editor, const ShownObjects& objects)
{
    std::optional<LightKind> kind;
    for (const auto entity : objects())
        if (const auto* light = editor.document().world().get<Light>(entity)) {
            if (kind && *kind != light->kind)
                return std::nullopt;
            kind = light->kind;
        }
    return kind;
}

/// Units of lights of several kinds are those that components hold.
std::vector<LightUnit> unitsOfAll(EditorApi& editor, const ShownObjects& objects)
{
    const auto kind = kindOfAll(editor, objects);
    if (!kind)
        return {LightUnit::Candela};
    const auto units = engine::unitsOf(*kind);
    return {units.begin(), units.end()};
}

double unitsPer(EditorApi& editor, const Light& light, LightUnit unit)
{
    double solidAngle = 0;
    if (unit == LightUnit::Lumen && hasProfile(light))
        if (const auto profile = editor.assets().lightProfile(light.profile.path))
            solidAngle = profile->solidAngle();
    return engine::unitsPerIntensity(light, unit, solidAngle);
}

/// The intensity as a property whose values are in the unit.
Property strengthIn(EditorApi& editor, LightUnit unit, const Property& intensity)
{
    auto property = intensity;
    property.range.reset(); // which depends on each light
    property.unit = engine::unitSymbol(unit);
    property.get = [&editor, unit](const void* component) {
        const auto& light = *static_cast<const Light*>(component);
        const double value = static_cast<double>(light.intensity) * unitsPer(editor, light, unit);
        // Intensities are floats: seven digits are all there is.
        return Value{value == 0 ? 0 : QString::number(value, 'g', 7).toDouble()};
    };
    property.set = [&editor, unit, intensity](void* component, const Value& value) -> Result<void> {
        const auto* number = value.as<double>();
        if (number == nullptr)
            return Error{"expected a number"};
        const double per = unitsPer(editor, *static_cast<const Light*>(component), unit);
        const auto& range = *intensity.range;
        if (!(*number >= range.min * per && *number <= range.max * per))
            return Error{"must lie between {} and {:.6g} {}", range.min, range.max * per,
                         engine::unitSymbol(unit)};
        return intensity.set(component, Value{*number / per});
    };
    return property;
}

/// One binding for each unit; it is asked through the one that is shown.
struct StrengthBindings
{
    std::array<Property, 4> properties; ///< by LightUnit; bindings refer to them
    std::array<PropertyBinding, 4> bindings;
};

Property temperatureOf(const Property& color)
{
    auto property = color;
    property.kind = engine::PropertyKind::Float;
    property.label = "Temperature";
    property.unit = "K";
    property.range = engine::PropertyRange{engine::LeastKelvin, engine::MostKelvin};
    property.tooltip = "The colour as that of a lamp: 1,900 a candle, 2,700 a bulb, 4,000 a tube, "
                       "5,600 the sun at noon, 6,500 a screen's white";
    property.get = [](const void* component) {
        const auto kelvin = engine::temperatureOfColor(static_cast<const Light*>(component)->color);
        return kelvin ? Value{std::round(*kelvin / 10) * 10} : Value{0.0};
    };
    property.set = [color](void* component, const Value& value) -> Result<void> {
        const auto* kelvin = value.as<double>();
        if (kelvin == nullptr || !(*kelvin >= engine::LeastKelvin && *kelvin <= engine::MostKelvin))
            return Error{"must lie between {} and {} K", engine::LeastKelvin, engine::MostKelvin};
        const auto& now = static_cast<const Light*>(component)->color;
        const float most = std::max({now.r, now.g, now.b});
        const float bright = most > 0 ? most : 1.0F;
        auto made = engine::colorOfTemperature(*kelvin);
        made = {made.r * bright, made.g * bright, made.b * bright};
        return color.set(component, Value{made});
    };
    return property;
}
} // namespace

LightUnit preferredUnit(LightKind kind)
{
    const auto units = engine::unitsOf(kind);
    const auto kept = static_cast<LightUnit>(QSettings{}.value(unitKey(kind), -1).toInt());
    return std::find(units.begin(), units.end(), kept) != units.end() ? kept : units.front();
}

void preferUnit(LightKind kind, LightUnit unit)
{
    QSettings{}.setValue(unitKey(kind), static_cast<int>(unit));
}

PropertyBinding bindLightStrength(EditorApi& editor, ShownObjects objects, const TypeInfo& type)
{
    const auto& intensity = *type.findProperty("intensity");
    const auto all = std::make_shared<StrengthBindings>();
    for (std::size_t i = 0; i < all->bindings.size(); ++i) {
        all->properties.at(i) = strengthIn(editor, static_cast<LightUnit>(i), intensity);
        all->bindings.at(i) = bindComponentProperty(editor, objects, type, all->properties.at(i));
    }
    const auto shown = [&editor, objects] {
        const auto kind = kindOfAll(editor, objects);
        return kind ? preferredUnit(*kind) : LightUnit::Candela;
    };
    const auto now = [all, shown]() -> const PropertyBinding& {
        return all->bindings.at(static_cast<std::size_t>(shown()));
    };
    PropertyBinding binding = all->bindings.front();
    binding.description = intensity;
    binding.description.range.reset();
    binding.description.unit.clear();
    binding.description.tooltip =
        "Brightness. Candela: towards where it shines strongest. Lumen: to all sides together. "
        "Lux, of the sun: on a face that is turned to it. Nits, of an area: candela per square "
        "metre. Levels keep candela and lux";
    binding.read = [now] {
        return now().read();
    };
    binding.write = [now](Transaction& edit, const ValueEdit& value) {
        return now().write(edit, value);
    };
    binding.readPlayed = [now] {
        return now().readPlayed();
    };
    binding.reset = [objects, &type, &intensity](Transaction& edit) -> Result<void> {
        return resetProperty(edit, objects(), type, intensity);
    };
    // The default is in candela, whatever is shown.
    binding.isDefault = [candela = bindComponentProperty(editor, objects, type, intensity).read,
                         standard = intensity.defaultValue] {
        const auto values = candela();
        return std::all_of(values.begin(), values.end(),
                           [&](const Value& value) { return value == standard; });
    };
    binding.units.names = [&editor, objects] {
        std::vector<std::string> names;
        for (const auto unit : unitsOfAll(editor, objects))
            names.emplace_back(engine::unitSymbol(unit));
        return names;
    };
    binding.units.shown = [&editor, objects, shown] {
        const auto units = unitsOfAll(editor, objects);
        const auto at = std::find(units.begin(), units.end(), shown());
        return static_cast<std::size_t>(at != units.end() ? at - units.begin() : 0);
    };
    binding.units.show = [&editor, objects](std::size_t index) {
        const auto kind = kindOfAll(editor, objects);
        const auto units = unitsOfAll(editor, objects);
        if (kind && index < units.size())
            preferUnit(*kind, units[index]);
    };
    binding.units.find = [&editor, objects](const std::string& word) -> std::optional<std::size_t> {
        const auto unit = engine::lightUnitOf(word);
        const auto units = unitsOfAll(editor, objects);
        const auto at = unit ? std::find(units.begin(), units.end(), *unit) : units.end();
        return at != units.end() ? std::optional{static_cast<std::size_t>(at - units.begin())}
                                 : std::nullopt;
    };
    return binding;
}

PropertyBinding bindLightTemperature(EditorApi& editor, ShownObjects objects, const TypeInfo& type)
{
    const auto property =
        std::make_shared<const Property>(temperatureOf(*type.findProperty("color")));
    auto binding = bindComponentProperty(editor, objects, type, *property);
    binding.objectName = "prop.light.temperature";
    binding.canReset = false; // the colour has an arrow of its own
    binding.link = {};
    binding.noValue = "none";
    binding.read = [property, inner = binding.read] {
        auto values = inner();
        const Value none{0.0};
        const bool isNone = std::any_of(values.begin(), values.end(),
                                        [&](const Value& value) { return value == none; });
        return isNone ? std::vector<Value>{} : values;
    };
    binding.readPlayed = {};
    return binding;
}
} // namespace editor
