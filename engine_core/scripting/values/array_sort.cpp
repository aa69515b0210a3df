#include "engine_core/scripting/values/array_sort.h"

#include "engine_core/scripting/binding/script_binder.h"
#include "engine_core/scripting/limits/script_budget.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>

#include <algorithm>
#include <span>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr std::size_t Block = 1U << 18U; ///< what is sorted without a look at the budget

template <typename T, typename Less>
void sortInBlocks(std::span<T> all, const ScriptBudget& budget, const Less& less)
{
    const auto at = [&](std::size_t index) {
        return all.begin() + static_cast<std::ptrdiff_t>(std::min(index, all.size()));
    };
    for (std::size_t i = 0; i < all.size() && !budget.isSpent(); i += Block)
        std::sort(at(i), at(i + Block), less);
    for (std::size_t width = Block; width < all.size(); width *= 2)
        for (std::size_t i = 0; i + width < all.size() && !budget.isSpent(); i += 2 * width)
            std::inplace_merge(at(i), at(i + width), at(i + 2 * width), less);
}

template <typename T>
void sortAs(CScriptArray& array, std::size_t start, std::size_t count, bool ascending)
{
    const std::span<T> all{static_cast<T*>(array.GetBuffer()) + start, count};
    const auto& budget = *ScriptBudget::of(*array.GetArrayObjectType()->GetEngine());
    const auto isNumber = [](T value) {
        return value == value;
    };
    const auto numbers =
        static_cast<std::size_t>(std::partition(all.begin(), all.end(), isNumber) - all.begin());
    if (ascending)
        sortInBlocks(all.first(numbers), budget, std::less<T>{});
    else
        sortInBlocks(all.first(numbers), budget, std::greater<T>{});
}

using Sort = void (*)(CScriptArray&, std::size_t, std::size_t, bool);

Sort sortOf(int typeId)
{
    switch (typeId) {
    case asTYPEID_BOOL:
    case asTYPEID_UINT8:
        return &sortAs<std::uint8_t>;
    case asTYPEID_INT8:
        return &sortAs<std::int8_t>;
    case asTYPEID_INT16:
        return &sortAs<std::int16_t>;
    case asTYPEID_UINT16:
        return &sortAs<std::uint16_t>;
    case asTYPEID_UINT32:
        return &sortAs<std::uint32_t>;
    case asTYPEID_INT64:
        return &sortAs<std::int64_t>;
    case asTYPEID_UINT64:
        return &sortAs<std::uint64_t>;
    case asTYPEID_FLOAT:
        return &sortAs<float>;
    case asTYPEID_DOUBLE:
        return &sortAs<double>;
    default: // enumerations are numbers, too
        return (typeId & asTYPEID_MASK_OBJECT) == 0 ? &sortAs<std::int32_t> : nullptr;
    }
}
} // namespace

bool sortNumbers(CScriptArray& array, std::uint32_t start, std::uint32_t count, bool ascending)
{
    const auto sort = sortOf(array.GetElementTypeId());
    if (sort == nullptr)
        return false;
    if (std::uint64_t{start} + count > array.GetSize())
        raiseInScript("Index out of bounds");
    else
        sort(array, start, count, ascending);
    return true;
}
} // namespace engine::scriptcore
