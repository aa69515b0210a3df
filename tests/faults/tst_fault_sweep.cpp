#include "engine_core/base/log.h"
#include "tests/faults/faults.h"
#include "tests/faults/saving_paths.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace tst_fault_sweep
{
using namespace engine;
using namespace mapwright::faults;

namespace
{
constexpr const char* KindNames[FaultKinds] = {"open", "write", "sync", "rename", "allocation"};
constexpr const char* WayNames[] = {"counted", "failed", "cut short", "killed"};
constexpr unsigned MostAllocations = 4000; ///< of more, some are left out, evenly
constexpr unsigned Patience = 20;          ///< seconds; only what hangs takes as long

enum Status
{
    Done = 0,
    Refused = 1,
    NoMemory = 2, ///< std::bad_alloc came through
    BadMessage = 3,
    Killed = 100,
    Ended = 101, ///< by std::terminate()
    Crashed = 102
};

struct Preloaded
{
    FaultBegin begin = reinterpret_cast<FaultBegin>(::dlsym(RTLD_DEFAULT, "fault_begin"));
    FaultEnd end = reinterpret_cast<FaultEnd>(::dlsym(RTLD_DEFAULT, "fault_end"));
};

const Preloaded& preloaded()
{
    static const Preloaded functions;
    return functions;
}

/// In memory where there is such a disk: what is synced is the whole of it.
QString folderPattern()
{
    const bool hasMemory = ::access("/dev/shm", W_OK) == 0;
    return (hasMemory ? QStringLiteral("/dev/shm") : QDir::tempPath()) +
           QStringLiteral("/tst_fault_sweep.XXXXXX");
}

/// Every file below a folder with its text, folders with none.
std::map<std::string, std::string> filesBelow(const fs::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator{folder})
        files[entry.path().lexically_relative(folder).string()] =
            entry.is_regular_file() ? *readFile(entry.path()) : std::string{};
    return files;
}

/// Saves in a process of its own, in which the fault happens; its status.
/// `counted` gets how many calls there were, if nothing was to happen to them.
int saveWith(const Fault& fault,
             const SavingPath& path,
             const fs::path& folder,
             std::array<unsigned, FaultKinds>* counted = nullptr)
{
    std::array<int, 2> pipe{};
    ENGINE_EXPECT(::pipe(pipe.data()) == 0);
    std::fflush(nullptr);
    const auto child = ::fork();
    if (child == 0) {
        ::alarm(Patience);
        for (const int signal : {SIGABRT, SIGSEGV, SIGBUS})
            std::signal(signal, SIG_DFL); // Qt Test would look for a debugger
        int status = Done;
        std::array<unsigned, FaultKinds> counts{};
        const auto save = path.save(folder);
        try {
            preloaded().begin(&fault);
            const auto saved = save();
            preloaded().end(counts.data());
            if (!saved) {
                const auto& why = saved.error().message();
                const bool isGood = !why.empty() && why.find('\n') == std::string::npos;
                status = isGood ? Refused : BadMessage;
            }
        } catch (const std::bad_alloc&) {
            preloaded().end(counts.data());
            status = NoMemory;
        }
        ENGINE_EXPECT(::write(pipe[1], counts.data(), sizeof counts) == sizeof counts);
        std::_Exit(status);
    }
    int status = 0;
    ENGINE_EXPECT(::waitpid(child, &status, 0) == child);
    if (counted != nullptr)
        ENGINE_EXPECT(::read(pipe[0], counted->data(), sizeof *counted) == sizeof *counted);
    ::close(pipe[0]);
    ::close(pipe[1]);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    return WTERMSIG(status) == SIGKILL ? Killed : WTERMSIG(status) == SIGABRT ? Ended : Crashed;
}

/// The files of either state, but for what a save leaves to the next open.
struct States
{
    std::map<std::string, std::string> before;
    std::map<std::string, std::string> after;
};

/// What is wrong; empty if nothing is.
std::string judge(const SavingPath& path,
                  const fs::path& folder,
                  const States& states,
                  const Fault& fault,
                  int status)
{
    // Where the standard library may not throw it ends the program for want of memory.
    if (status == Crashed || (status == Ended && fault.kind != FaultAllocation))
        return "the program crashed or hung";
    if (status == BadMessage)
        return "the error is no sentence";
    const auto found = path.look(folder);
    if (found == Found::Damaged)
        return "neither the old nor the new state is there";
    if (status == Done && found == Found::Old)
        return "it was called saved, and the old state is there";
    if (fault.way == FaultWay::Kill && status != Killed)
        return "it outlived signal 9";
    path.openNext(folder);
    if (path.look(folder) != found)
        return "the next open changed the state";
    auto files = filesBelow(folder);
    const auto& whole = found == Found::Old ? states.before : states.after;
    for (const auto& [name, text] : files) {
        const auto old = states.before.find(name);
        const auto now = states.after.find(name);
        const bool isOld = old != states.before.end() && old->second == text;
        const bool isNew = now != states.after.end() && now->second == text;
        if (!isOld && !isNew && !name.ends_with(".new"))
            return "left or changed: " + name;
    }
    for (const auto& [name, text] : whole)
        if (!files.contains(name))
            return "gone: " + name;
    return {};
}
} // namespace

class TestFaultSweep : public QObject
{
    Q_OBJECT
private Q_SLOTS:

    void initTestCase()
    {
        m_silent = addLogSink([](const LogMessage&) {});
    }

    void everyFaultLeavesTheOldOrTheNew_data();
    void everyFaultLeavesTheOldOrTheNew();

private:
    /// One fault; what is wrong afterwards.
    std::string inject(const SavingPath& path, const Fault& fault);

    Connection m_silent;
    States m_states;
    int m_ended = 0; ///< programs, for want of memory
};

void TestFaultSweep::everyFaultLeavesTheOldOrTheNew_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < savingPaths().size(); ++i)
        QTest::newRow(savingPaths()[i].name) << i;
}

std::string TestFaultSweep::inject(const SavingPath& path, const Fault& fault)
{
    const QTemporaryDir base{folderPattern()};
    const auto folder = fs::path{base.path().toStdString()} / "project";
    fs::create_directories(folder);
    path.prepare(folder);
    const int status = saveWith(fault, path, folder);
    m_ended += status == Ended ? 1 : 0;
    const auto wrong = judge(path, folder, m_states, fault, status);
    return wrong.empty() ? wrong
                         : fmt::format("{} {} {} of '{}' (status {}): {}", KindNames[fault.kind],
                                       fault.number, WayNames[static_cast<int>(fault.way)],
                                       path.name, status, wrong);
}

void TestFaultSweep::everyFaultLeavesTheOldOrTheNew()
{
    QFETCH(std::size_t, index);
    QVERIFY2(preloaded().begin != nullptr && preloaded().end != nullptr, "nothing is preloaded");
    const auto& path = savingPaths()[index];
    // What is only made the first time, such as the user's own folder, is no part of it.
    static_cast<void>(inject(path, {}));
    const QTemporaryDir base{folderPattern()};
    const auto folder = fs::path{base.path().toStdString()} / "project";
    fs::create_directories(folder);
    path.prepare(folder);
    QCOMPARE(path.look(folder), Found::Old);
    m_states.before = filesBelow(folder);
    std::array<unsigned, FaultKinds> calls{};
    QCOMPARE(saveWith({}, path, folder, &calls), int{Done});
    QCOMPARE(path.look(folder), Found::New);
    path.openNext(folder);
    m_states.after = filesBelow(folder);
    for (const auto kind : {FaultOpen, FaultWrite, FaultSync, FaultRename})
        QVERIFY2(calls[kind] > 0, KindNames[kind]);

    int faults = 0;
    m_ended = 0;
    std::vector<std::string> wrong;
    for (unsigned kind = 0; kind < FaultKinds; ++kind) {
        const auto step = kind == FaultAllocation ? calls[kind] / MostAllocations + 1 : 1U;
        for (unsigned number = 1; number <= calls[kind]; number += step)
            for (const auto way : {FaultWay::Fail, FaultWay::Short, FaultWay::Kill}) {
                if ((way == FaultWay::Short && kind != FaultWrite) ||
                    (way == FaultWay::Kill && kind == FaultAllocation))
                    continue;
                ++faults;
                if (auto each = inject(path, {way, static_cast<FaultKind>(kind), number});
                    !each.empty())
                    wrong.push_back(std::move(each));
            }
    }
    qInfo(
        "%d faults, %d of which ended the program for want of memory; calls: %u opens, %u writes, "
        "%u syncs, %u renames, %u allocations",
        faults, m_ended, calls[FaultOpen], calls[FaultWrite], calls[FaultSync], calls[FaultRename],
        calls[FaultAllocation]);
    for (const auto& each : wrong)
        qInfo("%s", each.c_str());
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().c_str());
}

/// Starts itself anew with the library in front of the system's.
int run(int argc, char** argv)
{
    const auto* const loaded = std::getenv("LD_PRELOAD");
    if (loaded == nullptr ||
        std::string_view{loaded}.find(FAULT_PRELOAD) == std::string_view::npos) {
        ::setenv("LD_PRELOAD", FAULT_PRELOAD, 1);
        ::execv("/proc/self/exe", argv);
        std::perror("execv");
        return 1;
    }
    TestFaultSweep test;
    return QTest::qExec(&test, argc, argv);
}

REGISTER_TEST(run)
} // namespace tst_fault_sweep

#include "tst_fault_sweep.moc"
