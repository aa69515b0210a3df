#pragma once

#include "engine_core/base/result.h"

#include <functional>
#include <string_view>

namespace editor
{
/// Makes the new number of one object from its present one: a typed expression, a step or a drag.
using NumberEdit = std::function<engine::Result<double>(double current)>;

/// What a number field understands: numbers, + - * / and brackets, with w or x for the value that
/// is there now. A "=" in front may be left out: "2+0.25", "=w/2", "-(x-1)*3". Fails with what is
/// wrong with the text, also when the result is not finite.
[[nodiscard]] engine::Result<double> evaluateExpression(std::string_view text, double current);
} // namespace editor
