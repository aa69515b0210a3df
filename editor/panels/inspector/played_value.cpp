#include "editor/panels/inspector/played_value.h"

#include "editor/panels/fields/number_field.h"
#include "editor/panels/fields/rotation_degrees.h"
#include "engine_core/scene/components/node.h"

#include <QColor>
#include <QCoreApplication>

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
QString tr(const char* text)
{
    return QCoreApplication::translate("PlayedValue", text);
}

QString numbersText(std::initializer_list<double> numbers)
{
    QStringList texts;
    for (const double number : numbers)
        texts << NumberField::textOf(number);
    return texts.join(QStringLiteral(", "));
}

QString nameOf(const World& world, EntityId entity)
{
    const auto* node = entity ? world.get<Node>(entity) : nullptr;
    return node != nullptr ? QString::fromStdString(node->name) : tr("none");
}

} // namespace

QString valueText(const World& world, const Value& value)
{
    return std::visit(
        [&]<typename T>(const T& data) -> QString {
            if constexpr (std::is_same_v<T, bool>)
                return data ? tr("on") : tr("off");
            else if constexpr (std::is_arithmetic_v<T>)
                return NumberField::textOf(static_cast<double>(data));
            else if constexpr (std::is_same_v<T, std::string>)
                return QString::fromStdString(data);
            else if constexpr (std::is_same_v<T, AssetPath>)
                return data.path.empty() ? tr("none") : QString::fromStdString(data.path);
            else if constexpr (std::is_same_v<T, Vec2d>)
                return numbersText({data.x, data.y});
            else if constexpr (std::is_same_v<T, Vec3d>)
                return numbersText({data.x, data.y, data.z});
            else if constexpr (std::is_same_v<T, Quatd>) {
                const auto degrees = shortDegrees(data);
                return numbersText({degrees.x, degrees.y, degrees.z});
            } else if constexpr (std::is_same_v<T, Color>)
                return QColor::fromRgbF(std::clamp(data.r, 0.0F, 1.0F),
                                        std::clamp(data.g, 0.0F, 1.0F),
                                        std::clamp(data.b, 0.0F, 1.0F))
                    .name();
            else if constexpr (std::is_same_v<T, EntityId>)
                return nameOf(world, data);
            else if constexpr (std::is_same_v<T, ValueList>) {
                constexpr std::size_t Most = 12;
                QStringList texts;
                for (std::size_t i = 0; i < std::min(data.size(), Most); ++i)
                    texts << valueText(world, data[i]);
                if (data.size() > Most)
                    texts << tr("%1 more").arg(data.size() - Most);
                return QStringLiteral("[%1]").arg(texts.join(QStringLiteral(", ")));
            } else
                return {}; // the bag of a script has rows of its own
        },
        value.data);
}

QString playedText(const Property& property,
                   const std::vector<Value>& authored,
                   const std::vector<Value>& played,
                   const World& world)
{
    if (played.empty() || played == authored || property.kind == PropertyKind::Bag)
        return {};
    const bool isSame = std::all_of(played.begin(), played.end(),
                                    [&](const Value& value) { return value == played.front(); });
    if (!isSame)
        return tr("In play: mixed");
    const auto value = valueText(world, played.front());
    if (value.isEmpty() && property.kind != PropertyKind::Text)
        return {};
    auto text = tr("In play: %1").arg(value);
    if (!property.unit.empty())
        text += ' ' + QString::fromStdString(property.unit);
    return text;
}
} // namespace editor
