#include "editor/app/cli/cli_job.h"

#include "editor/app/cli/cli.h"

#include <fmt/core.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

namespace editor
{
using namespace engine;

namespace
{
using Clock = std::chrono::steady_clock;

constexpr auto LookEvery = std::chrono::milliseconds{40};
constexpr auto LineEvery = std::chrono::seconds{3};

volatile std::sig_atomic_t interrupted = 0; // all that a signal handler may touch

void interrupt(int)
{
    interrupted = 1;
}

/// While this lives Ctrl+C asks the job to end instead of ending the program.
class CatchInterrupt
{
public:
    CatchInterrupt()
    {
        interrupted = 0;
        m_int = std::signal(SIGINT, interrupt);
        m_term = std::signal(SIGTERM, interrupt);
    }

    ~CatchInterrupt()
    {
        std::signal(SIGINT, m_int);
        std::signal(SIGTERM, m_term);
    }

    CatchInterrupt(const CatchInterrupt&) = delete;
    CatchInterrupt& operator=(const CatchInterrupt&) = delete;

private:
    using Handler = void (*)(int);
    Handler m_int;
    Handler m_term;
};

class ProgressDisplay
{
public:
    ProgressDisplay(std::string label, ShowProgress show)
        : m_label{std::move(label)}
        , m_show{show}
        , m_isTerminal{isatty(STDERR_FILENO) != 0}
        , m_nextLine{Clock::now() + LineEvery}
    {
    }

    void show(double fraction)
    {
        if (m_show == ShowProgress::No)
            return;
        const int percent = static_cast<int>(fraction * 100.0);
        if (m_isTerminal && percent != m_percent) {
            constexpr int Width = 40;
            const auto full = static_cast<std::size_t>(fraction * Width);
            fmt::print(stderr, "\r{} [{:<{}}] {:3} %", m_label, std::string(full, '='), Width,
                       percent);
            std::fflush(stderr);
        } else if (!m_isTerminal && Clock::now() >= m_nextLine) {
            m_nextLine = Clock::now() + LineEvery;
            fmt::print(stderr, "{}: {} %\n", m_label, percent);
            m_hasLines = true;
        }
        m_percent = percent;
    }

    void end() const
    {
        if (m_show == ShowProgress::No)
            return;
        if (m_isTerminal && m_percent >= 0)
            fmt::print(stderr, "\n");
        if (m_hasLines && m_percent == 100) // the last line is not of the middle of the work
            fmt::print(stderr, "{}: 100 %\n", m_label);
    }

private:
    std::string m_label;
    ShowProgress m_show;
    bool m_isTerminal;
    Clock::time_point m_nextLine;
    bool m_hasLines = false;
    int m_percent = -1;
};
} // namespace

bool runCancellable(const std::string& label,
                    ShowProgress show,
                    const std::function<void(JobControl&)>& work)
{
    const CatchInterrupt catcher;
    ProgressDisplay display{label, show};
    JobControl control;
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::thread worker{[&] {
        runGuarded(label, work, control);
        const std::lock_guard lock{mutex};
        done = true;
        ended.notify_one();
    }};
    {
        std::unique_lock lock{mutex};
        while (!ended.wait_for(lock, LookEvery, [&] { return done; })) {
            if (interrupted != 0)
                control.cancel();
            display.show(control.progress());
        }
    }
    worker.join();
    if (interrupted == 0)
        display.show(control.progress());
    display.end();
    return interrupted != 0;
}

Result<long long> takeNumber(CliArguments& arguments,
                             const std::string& name,
                             long long least,
                             long long most,
                             long long fallback)
{
    const auto text = arguments.takeOption(name);
    if (text.empty())
        return fallback;
    long long number = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, failed] = std::from_chars(text.data(), end, number);
    if (failed != std::errc{} || stop != end || number < least || number > most)
        return Error{"{} needs a whole number from {} to {}, not '{}'", name, least, most, text};
    return number;
}

Result<double> takeDecimal(
    CliArguments& arguments, const std::string& name, double least, double most, double fallback)
{
    const auto text = arguments.takeOption(name);
    if (text.empty())
        return fallback;
    const auto numbers = numbersOf(text, ' ');
    if (numbers.size() != 1 || numbers[0] < least || numbers[0] > most)
        return Error{"{} needs a number from {:.3g} to {:.3g}, not '{}'", name, least, most, text};
    return numbers[0];
}

std::vector<double> numbersOf(const std::string& text, char separator)
{
    std::vector<double> numbers;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    while (true) {
        double number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc{} || !std::isfinite(number))
            return {};
        numbers.push_back(number);
        if (next == end)
            return numbers;
        if (*next != separator)
            return {};
        at = next + 1;
    }
}

Result<std::optional<Vec3d>> takePoint(CliArguments& arguments, const std::string& option)
{
    const auto text = arguments.takeOption(option);
    if (text.empty())
        return std::optional<Vec3d>{};
    const auto numbers = numbersOf(text, ',');
    if (numbers.size() != 3)
        return Error{"{} needs a point such as 1,1.7,-3 in metres, not '{}'", option, text};
    for (const double number : numbers)
        if (std::abs(number) > WorldLimit)
            return Error{"{} needs a point inside of the world, which ends {} m out, not '{}'",
                         option, WorldLimit, text};
    return std::optional{Vec3d{numbers[0], numbers[1], numbers[2]}};
}

} // namespace editor
