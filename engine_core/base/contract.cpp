#include "engine_core/base/contract.h"

#include <cstdio>
#include <cstdlib>

namespace engine
{
void contractBroken(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "mapwright: internal error: expected %s at %s:%d\n", condition, file,
                 line);
    std::fflush(stderr);
    std::abort();
}
} // namespace engine
