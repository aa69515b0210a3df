#include "engine_core/base/contract.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace engine
{
namespace
{
std::atomic<ContractHandler> g_handler{nullptr};
} // namespace

ContractHandler setContractHandler(ContractHandler handler)
{
    return g_handler.exchange(handler);
}

void contractBroken(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "mapwright: internal error: expected %s at %s:%d\n", condition, file,
                 line);
    std::fflush(stderr);
    // Taken out first, so that a contract broken inside the handler cannot loop.
    if (const auto handler = g_handler.exchange(nullptr))
        handler(condition, file, line);
    std::abort();
}
} // namespace engine
