#include "engine_core/scripting/compile/compiler_process.h"

#include "engine_core/base/files/files.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace engine::scriptcore
{
namespace
{
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Descriptor
{
public:
    explicit Descriptor(int number = -1) : m_number{number} {}

    Descriptor(Descriptor&& other) noexcept : m_number{std::exchange(other.m_number, -1)} {}

    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }

    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }

    [[nodiscard]] int get() const { return m_number; }

    explicit operator bool() const { return m_number >= 0; }

private:
    int m_number;
};

Error cannot(const char* what)
{
    return Error{"The compiler of scripts cannot {}: {}", what, std::strerror(errno)};
}

/// A file without a name that holds the bytes, to be read from its beginning.
Result<Descriptor> inMemory(const char* name, std::string_view bytes)
{
    Descriptor file{::memfd_create(name, MFD_CLOEXEC)};
    if (!file)
        return cannot("be asked");
    while (!bytes.empty()) {
        const auto written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return cannot("be asked");
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

std::string contentOf(const Descriptor& file)
{
    struct stat status = {};
    if (::fstat(file.get(), &status) != 0 || status.st_size <= 0 ||
        static_cast<std::size_t>(status.st_size) > MaxAnswerBytes)
        return {};
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto got = ::pread(file.get(), bytes.data() + done, bytes.size() - done,
                                 static_cast<off_t>(done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return {};
        done += static_cast<std::size_t>(got);
    }
    return bytes;
}

/// Beside the running program, so that both are of one build.
Result<fs::path> compilerProgram()
{
    std::error_code failed;
    auto program = fs::read_symlink("/proc/self/exe", failed).parent_path() / "mapwright_compiler";
    if (fs::exists(program, failed))
        return program;
    return Error{"'{}' is missing, without which no script can be compiled; install the program "
                 "anew",
                 program.string()};
}

/// What a compiler is given when it begins.
struct Streams
{
    Descriptor request;
    Descriptor answer;
    Descriptor complaints; ///< what the C library says before it aborts is nobody's business
};

/// Its process id. It gets the three streams, an empty environment, and no blocked signals.
Result<pid_t> spawn(const fs::path& program, const Streams& streams)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, streams.request.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, streams.answer.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, streams.complaints.get(), STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    auto path = program.string();
    std::array<char*, 2> arguments{path.data(), nullptr};
    std::array<char*, 1> environment{nullptr};
    pid_t id = -1;
    const int failed =
        ::posix_spawn(&id, path.c_str(), &actions, &attributes, arguments.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        return Error{"The compiler of scripts does not start: {}", std::strerror(failed)};
    return id;
}
} // namespace

struct CompilerProcess::State
{
    std::string request; ///< kept to ask a second time
    Descriptor answer;
    Descriptor process;
    pid_t id = -1;
    Clock::time_point end;
    bool isOver = false;
    bool askedTwice = false;

    Result<void> begin()
    {
        auto asked = inMemory("request", request);
        auto answered = inMemory("answer", {});
        const auto program = compilerProgram();
        if (!asked || !answered)
            return asked ? answered.error() : asked.error();
        if (!program)
            return program.error();
        Streams streams{*std::move(asked), *std::move(answered),
                        Descriptor{::open("/dev/null", O_WRONLY | O_CLOEXEC)}};
        const auto started = spawn(*program, streams);
        if (!started)
            return started.error();
        id = *started;
        process = Descriptor{static_cast<int>(::syscall(SYS_pidfd_open, id, 0))};
        answer = std::move(streams.answer);
        end = Clock::now() + TimeLimit;
        isOver = false;
        if (!process) {
            const auto why = cannot("be watched");
            stop();
            return why;
        }
        return {};
    }

    void stop()
    {
        if (isOver || id < 0)
            return;
        ::kill(id, SIGKILL);
        static_cast<void>(reap());
    }

    /// How it ended, as waitpid() says.
    int reap()
    {
        int status = 0;
        while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
        }
        isOver = true;
        return status;
    }

    /// Whether it ended within the time.
    [[nodiscard]] bool endsWithin(milliseconds time) const
    {
        pollfd watched{process.get(), POLLIN, 0};
        const auto until = Clock::now() + time;
        for (;;) {
            const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
            const auto count =
                static_cast<int>(std::clamp<milliseconds::rep>(left.count(), 0, 60'000));
            const int ready = ::poll(&watched, 1, count);
            if (ready > 0 || (ready == 0 && Clock::now() >= until))
                return ready > 0;
            if (ready < 0 && errno != EINTR)
                return false;
        }
    }
};

namespace
{
/// What a compiler says that ended so.
Result<CompileAnswer> answerOf(int status, const Descriptor& file)
{
    const bool isDone = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (isDone)
        if (auto answer = decodeAnswer(contentOf(file)))
            return *std::move(answer);
    constexpr auto OutOfMemory = static_cast<int>(CompilerExit::OutOfMemory);
    const bool starved = WIFEXITED(status) && WEXITSTATUS(status) == OutOfMemory;
    if (starved)
        return Error{"this takes over {} MiB to compile; is it very large, or nested very deep?",
                     MaxCompilerBytes >> 20U};
    return WIFSIGNALED(status)
               ? Error{"the compiler crashed on this script ({}); nothing else was harmed",
                       strsignal(WTERMSIG(status))}
               : Error{"the compiler gave no usable answer to this script"};
}
} // namespace

CompilerProcess::CompilerProcess(std::unique_ptr<State> state) : m_state{std::move(state)} {}

CompilerProcess::~CompilerProcess()
{
    m_state->stop();
}

Result<std::unique_ptr<CompilerProcess>> CompilerProcess::start(const CompileRequest& request)
{
    auto state = std::make_unique<State>();
    state->request = encode(request);
    if (auto begun = state->begin(); !begun)
        return begun.error();
    return std::unique_ptr<CompilerProcess>{new CompilerProcess{std::move(state)}};
}

std::optional<Result<CompileAnswer>> CompilerProcess::wait(milliseconds patience)
{
    auto& state = *m_state;
    const auto left = std::chrono::ceil<milliseconds>(state.end - Clock::now());
    const bool mayTakeAll = patience >= left;
    if (!state.endsWithin(std::max(std::min(patience, left), milliseconds{0}))) {
        if (!mayTakeAll)
            return std::nullopt;
        state.stop();
        return Error{"compiling takes over {} seconds and was ended; is it very large, or nested "
                     "very deep?",
                     std::chrono::duration_cast<std::chrono::seconds>(TimeLimit).count()};
    }
    const int status = state.reap();
    // The system kills what it likes when memory is short; that need not be the script's fault.
    const bool fromOutside = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (fromOutside && !std::exchange(state.askedTwice, true)) {
        if (auto begun = state.begin(); !begun)
            return begun.error();
        return wait(patience);
    }
    return answerOf(status, state.answer);
}

int CompilerProcess::processId() const
{
    return m_state->id;
}
} // namespace engine::scriptcore
