#include "engine_core/scripting/limits/script_memory.h"

#include <angelscript.h>
#include <malloc.h>

#include <cstdlib>

namespace engine::scriptcore
{
namespace
{
thread_local constinit ScriptMemory memoryOfThread;

void* give(std::size_t size)
{
    void* memory = std::malloc(size);
    memoryOfThread.add(malloc_usable_size(memory));
    return memory;
}

void takeBack(void* memory)
{
    if (memory == nullptr)
        return;
    memoryOfThread.take(malloc_usable_size(memory));
    std::free(memory);
}
} // namespace

ScriptMemory& scriptMemory()
{
    return memoryOfThread;
}

void countScriptMemory()
{
    AngelScript::asSetGlobalMemoryFunctions(&give, &takeBack);
}
} // namespace engine::scriptcore
