#include "editor/app/dialogs/compare_texts.h"

#include "editor/panels/fields/number_field.h"
#include "editor/panels/fields/rotation_degrees.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <set>
#include <type_traits>
#include <variant>

namespace editor
{
using engine::World;

namespace
{
QString tr(const char* text)
{
    return QCoreApplication::translate("CompareTexts", text);
}

QString numbers(std::initializer_list<double> values)
{
    QStringList texts;
    for (const double value : values)
        texts << NumberField::textOf(value);
    return texts.join(QStringLiteral("  "));
}

QString textOf(const engine::Value& value, const World& world);

QString textOf(const engine::ValueBag& bag, const World& world)
{
    QStringList texts;
    for (const auto& [name, value] : bag)
        texts << QStringLiteral("%1 = %2").arg(QString::fromStdString(name), textOf(value, world));
    return texts.join(QStringLiteral(", "));
}

QString textOf(const engine::ValueList& list, const World& world)
{
    QStringList texts;
    for (const auto& value : list)
        texts << textOf(value, world);
    return QStringLiteral("[%1]").arg(texts.join(QStringLiteral(", ")));
}

QString textOf(const engine::Value& value, const World& world)
{
    return std::visit(
        [&](const auto& one) -> QString {
            using T = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<T, std::monostate>)
                return {};
            else if constexpr (std::is_same_v<T, bool>)
                return one ? tr("yes") : tr("no");
            else if constexpr (std::is_same_v<T, std::int64_t>)
                return QString::number(one);
            else if constexpr (std::is_same_v<T, double>)
                return NumberField::textOf(one);
            else if constexpr (std::is_same_v<T, std::string>)
                return QString::fromStdString(one);
            else if constexpr (std::is_same_v<T, engine::Vec2d>)
                return numbers({one.x, one.y});
            else if constexpr (std::is_same_v<T, engine::Vec3d>)
                return numbers({one.x, one.y, one.z});
            else if constexpr (std::is_same_v<T, engine::Quatd>)
                return textOf({toDegrees(one)}, world) + tr(" deg");
            else if constexpr (std::is_same_v<T, engine::Color>)
                return numbers({one.r, one.g, one.b});
            else if constexpr (std::is_same_v<T, EntityId>)
                return one == EntityId{} ? tr("none") : nameOfObject(world, one);
            else if constexpr (std::is_same_v<T, engine::AssetPath>)
                return one.path.empty() ? tr("none") : QString::fromStdString(one.path);
            else
                return textOf(one, world);
        },
        value.data);
}

QString shapeText(const engine::Brush& brush)
{
    const auto size = brush.bounds().max - brush.bounds().min;
    const auto& at = brush.bounds().min;
    return tr("%1 faces, size %2, from %3")
        .arg(QString::number(brush.faceCount()), numbers({size.x, size.y, size.z}),
             numbers({at.x, at.y, at.z}));
}

QString materialText(const engine::Brush& brush)
{
    std::set<std::string> names;
    for (const auto& face : brush.faces())
        names.insert(std::string{face.material.text()});
    QStringList texts;
    for (const auto& name : names)
        texts << (name.empty() ? tr("no material") : QString::fromStdString(name));
    return texts.join(QStringLiteral(", "));
}

FieldTexts brushTexts(const engine::BrushComponent& here, const engine::BrushComponent& disk)
{
    if (here.brush && disk.brush) {
        if (const auto mine = shapeText(*here.brush), theirs = shapeText(*disk.brush);
            mine != theirs)
            return {tr("Shape"), mine, theirs};
        if (const auto mine = materialText(*here.brush), theirs = materialText(*disk.brush);
            mine != theirs)
            return {tr("Materials"), mine, theirs};
    }
    return {tr("Corners or textures"), tr("other ones"), tr("other ones")};
}

QString plantsText(const engine::FoliagePlacement& placement)
{
    const auto count = placement.instances ? placement.instances->plants() : 0;
    return QString::fromStdString(engine::countText(count, "plant", "plants"));
}

template <typename T>
const T* as(const FieldDifference& field, const engine::ComponentValue& value)
{
    return field.type->id == engine::typeIdOf<T>() ? static_cast<const T*>(value.get()) : nullptr;
}

/// Of a component as a whole.
FieldTexts wholeTexts(const FieldDifference& field)
{
    const auto label = QString::fromStdString(field.type->label);
    if (!field.here || !field.disk)
        return {label, field.here ? tr("is there") : tr("none"),
                field.disk ? tr("is there") : tr("none")};
    if (const auto* here = as<engine::BrushComponent>(field, field.here))
        return brushTexts(*here, *as<engine::BrushComponent>(field, field.disk));
    if (const auto* here = as<engine::FoliagePlacement>(field, field.here))
        return {tr("Plants"), plantsText(*here),
                plantsText(*as<engine::FoliagePlacement>(field, field.disk))};
    return {label, tr("other data"), tr("other data")};
}

QString counted(std::size_t count, const QString& one, const QString& many, const QString& what)
{
    return QStringLiteral("%1 %2 %3")
        .arg(QString::fromStdString(engine::numberText(count)), count == 1 ? one : many, what);
}
} // namespace

FieldTexts
textsOf(const FieldDifference& field, const engine::World& here, const engine::World& disk)
{
    if (field.property == nullptr)
        return wholeTexts(field);
    const auto label =
        QStringLiteral("%1: %2").arg(QString::fromStdString(field.type->label),
                                     QString::fromStdString(field.property->label).toLower());
    const auto text = [&](const engine::ComponentValue& value, const World& world) {
        return textOf(field.property->get(value.get()), world);
    };
    return {label, text(field.here, here), text(field.disk, disk)};
}

QString nameOfObject(const engine::World& world, EntityId entity)
{
    if (entity == engine::SceneEntity)
        return tr("Scene settings");
    const auto* node = world.get<engine::Node>(entity);
    return node == nullptr || node->name.empty() ? tr("object without a name")
                                                 : QString::fromStdString(node->name);
}

QString summaryOf(const std::vector<ObjectDifference>& differences)
{
    std::size_t added = 0;
    std::size_t removed = 0;
    std::size_t changed = 0;
    for (const auto& each : differences) {
        if (each.by == ChangedBy::Here)
            continue;
        added += static_cast<std::size_t>(!each.isHere && each.by != ChangedBy::Both);
        removed += static_cast<std::size_t>(!each.isOnDisk);
        changed +=
            static_cast<std::size_t>(each.isOnDisk && (each.isHere || each.by == ChangedBy::Both));
    }
    QStringList parts;
    for (const auto& [count, what] :
         {std::pair{added, tr("added")}, std::pair{removed, tr("removed")},
          std::pair{changed, tr("changed")}})
        if (count > 0)
            parts << (parts.isEmpty()
                          ? counted(count, tr("object"), tr("objects"), what)
                          : QStringLiteral("%1 %2").arg(
                                QString::fromStdString(engine::numberText(count)), what));
    return parts.join(QStringLiteral(", "));
}
} // namespace editor
