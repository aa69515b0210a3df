#include "engine_core/base/memory.h"

#include <cstdlib> // says whether this is glibc

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

void keepHeapSmall()
{
#if defined(__GLIBC__)
    constexpr int BigBlock = 128 * 1024; // bytes; glibc's own start value, which it would raise
    ::mallopt(M_MMAP_THRESHOLD, BigBlock);
    ::mallopt(M_TRIM_THRESHOLD, BigBlock);
    ::mallopt(M_ARENA_MAX, 2);
#endif
}
} // namespace engine
