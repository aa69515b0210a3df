#include "engine_core/base/memory.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace engine
{
void returnFreeMemory()
{
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
}
} // namespace engine
