#include "engine_core/reflect/value_convert.h"

namespace engine::detail
{
Error wrongKind(const char* expected)
{
    return Error{"expected {}", expected};
}

Error notFinite()
{
    return Error{"the number is not finite"};
}
} // namespace engine::detail
