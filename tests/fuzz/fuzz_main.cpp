#include "engine_core/base/log.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_target.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

// What libFuzzer calls (https://llvm.org/docs/LibFuzzer.html). It takes the arguments of the
// program, so ours come in the environment:
//   MAPWRIGHT_FUZZ=list        names and contents of all targets, one a line
//   MAPWRIGHT_FUZZ=TARGET      that target; with MAPWRIGHT_FUZZ_SEEDS=FOLDER only its seeds are
//   written MAPWRIGHT_FUZZ_COUNTS=FILE counts inputs there: all, accepted, and microseconds of the
//   processor

using namespace mapwright::fuzz;

namespace
{
/// In a file in memory, so that they are there whatever ends the program.
struct Counts
{
    std::uint64_t inputs = 0;
    std::uint64_t accepted = 0;
    std::uint64_t microseconds = 0;
};

const FuzzTarget* target = nullptr;
Counts ownCounts;
Counts* counts = &ownCounts;

std::uint64_t processorTime(int who)
{
    rusage used{};
    ::getrusage(who, &used);
    const auto of = [](const timeval& time) {
        return static_cast<std::uint64_t>(time.tv_sec) * 1000000U +
               static_cast<std::uint64_t>(time.tv_usec);
    };
    return of(used.ru_utime) + of(used.ru_stime);
}

void openCounts(const char* file)
{
    const int handle = ::open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (handle < 0 || ::ftruncate(handle, sizeof(Counts)) != 0)
        return;
    void* place = ::mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
    if (place != MAP_FAILED)
        counts = new (place) Counts; // never freed: libFuzzer ends the program
}

void writeSeeds(const engine::fs::path& folder)
{
    engine::fs::create_directories(folder);
    int number = 0;
    for (const auto& seed : target->seeds())
        std::ofstream{folder / ("seed_" + std::to_string(number++)), std::ios::binary} << seed;
}

[[noreturn]] void end(int status, const std::string& text)
{
    std::fputs(text.c_str(), status == 0 ? stdout : stderr);
    std::fflush(nullptr);
    std::_Exit(status);
}
} // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/)
{
    const std::string name = std::getenv("MAPWRIGHT_FUZZ") ? std::getenv("MAPWRIGHT_FUZZ") : "";
    if (name == "list") {
        std::string all;
        for (const auto& each : fuzzTargets())
            all += fmt::format("{:10} {}\n", each.name, each.reads);
        end(0, all);
    }
    target = findFuzzTarget(name);
    if (target == nullptr)
        end(2, "There is no fuzz target '" + name + "'; MAPWRIGHT_FUZZ=list names them\n");
    if (const char* folder = std::getenv("MAPWRIGHT_FUZZ_SEEDS")) {
        writeSeeds(folder);
        engine::fs::remove_all(fuzzFolder());
        end(0, {});
    }
    if (const char* file = std::getenv("MAPWRIGHT_FUZZ_COUNTS"))
        openCounts(file);
    static const auto silent = engine::addLogSink([](const engine::LogMessage&) {});
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // NOLINTNEXTLINE: bytes are bytes
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    try {
        counts->accepted += target->run(bytes) ? 1 : 0;
    } catch (const BrokenPromise& promise) {
        std::fprintf(stderr, "Broken promise: %s\n", promise.what());
        std::abort(); // libFuzzer keeps the input
    }
    if (++counts->inputs % 64 == 0)
        counts->microseconds = processorTime(RUSAGE_SELF) + processorTime(RUSAGE_CHILDREN);
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t
LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed)
{
    Random random{seed};
    std::string bytes{reinterpret_cast<const char*>(data), size}; // NOLINT
    if (random() % 2 == 0) {
        bytes = mutantOf(*target, std::move(bytes), random);
    } else {
        // libFuzzer's own know what comparisons the program made.
        bytes.resize(LLVMFuzzerMutate(data, size, most));
        std::copy_n(data, bytes.size(), bytes.begin());
        if (target->mend != nullptr && random() % 8 != 0)
            bytes = target->mend(std::move(bytes));
    }
    bytes.resize(std::min(bytes.size(), most));
    std::copy(bytes.begin(), bytes.end(), data);
    return bytes.size();
}
