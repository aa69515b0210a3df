/// The compiler of scripts: reads a CompileRequest from its standard input, writes a CompileAnswer
/// to its standard output, and ends. It lives as long as one file, so that whatever a script does to
/// AngelScript's compiler ends with it. The program starts it with limits of time; those of memory it
/// sets itself, because their values are known here.
#include "engine_core/scripting/worker/module_compiler.h"

#include <angelscript.h>

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

using namespace engine::scriptcore;

namespace
{
[[noreturn]] void endWith(CompilerExit why)
{
    ::_exit(static_cast<int>(why)); // without destructors: the kernel is faster
}

std::size_t allocated = 0; // one thread

void* allocate(std::size_t size)
{
    void* block = std::malloc(size);
    allocated += block != nullptr ? ::malloc_usable_size(block) : 0;
    if (block == nullptr || allocated > MaxCompilerBytes)
        endWith(CompilerExit::OutOfMemory);
    return block;
}

void release(void* block)
{
    allocated -= block != nullptr ? ::malloc_usable_size(block) : 0;
    std::free(block);
}

void limit(__rlimit_resource what, rlim_t value)
{
    const rlimit limits{value, value};
    ::setrlimit(what, &limits);
}

/// A parser that is led astray can neither fill the disk, nor start programs with more rights, nor
/// read what the program has open.
void limitProcess()
{
    constexpr rlim_t StackBytes = rlim_t{128} << 20U; // grows to it; SourceBounds needs far less
    constexpr rlim_t CpuSeconds = 10; // the program ends it before; this is for when that is gone
    limit(RLIMIT_STACK, StackBytes);
    limit(RLIMIT_CPU, CpuSeconds);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, MaxAnswerBytes);
    limit(RLIMIT_NPROC, 0);
#if !defined(__SANITIZE_ADDRESS__) // reserves more than there is
    limit(RLIMIT_AS, 2 * MaxCompilerBytes);
#endif
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    constexpr unsigned FirstOther = 3;
    ::close_range(FirstOther, ~0U, 0);
}

std::string readAll(int descriptor)
{
    std::string bytes;
    constexpr std::size_t Piece = std::size_t{64} << 10U;
    for (;;) {
        const auto before = bytes.size();
        bytes.resize(before + Piece);
        const auto got = ::read(descriptor, bytes.data() + before, Piece);
        bytes.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
        if (got <= 0)
            return bytes;
    }
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}
} // namespace

int main()
{
    limitProcess();
    const auto request = decodeRequest(readAll(STDIN_FILENO));
    if (!request)
        endWith(CompilerExit::BadRequest);
    AngelScript::asSetGlobalMemoryFunctions(allocate, release);
    const auto answer = encode(compileModule(*request));
    endWith(writeAll(STDOUT_FILENO, answer) ? CompilerExit::Done : CompilerExit::OutOfMemory);
}
