#pragma once

#include "editor/operations/entity/scene_compare.h"

#include <QString>

namespace editor
{
/// What a row of a comparison says.
struct FieldTexts
{
    QString label; ///< "Light: intensity"
    QString here;
    QString disk;
};

/// `here` and `disk` are the worlds that the field's values come from: objects go by their names.
[[nodiscard]] FieldTexts
textsOf(const FieldDifference& field, const engine::World& here, const engine::World& disk);

/// As the scene browser calls it.
[[nodiscard]] QString nameOfObject(const engine::World& world, EntityId entity);

/// "2 objects added, 1 changed": what whoever wrote the file has done to it, as far as that is
/// known. Empty if that is nothing.
[[nodiscard]] QString summaryOf(const std::vector<ObjectDifference>& differences);
} // namespace editor
