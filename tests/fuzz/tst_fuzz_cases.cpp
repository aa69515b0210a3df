#include "engine_core/base/files/files.h"
#include "engine_core/base/log.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <algorithm>
#include <map>

namespace tst_fuzz_cases
{
using namespace engine;
using namespace mapwright::fuzz;

namespace
{
/// tests/fixtures/fuzz/TARGET/NAME: what a fuzzer found once, mended since.
fs::path casesFolder()
{
    return fs::path{MAPWRIGHT_SOURCE_DIR} / "tests" / "fixtures" / "fuzz";
}

std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    if (fs::exists(folder))
        for (const auto& entry : fs::recursive_directory_iterator{folder})
            if (entry.is_regular_file())
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

void addTargets()
{
    QTest::addColumn<QString>("name");
    for (const auto& target : fuzzTargets())
        QTest::newRow(target.name) << QString{target.name};
}

const FuzzTarget& targetOf(const QString& name)
{
    const auto* target = findFuzzTarget(name.toStdString());
    ENGINE_EXPECT(target != nullptr);
    return *target;
}

/// A sentence if the reader breaks a promise; the program dies of worse.
std::string brokenBy(const FuzzTarget& target, std::string_view bytes, bool& isAccepted)
{
    try {
        isAccepted = target.run(bytes);
        return {};
    } catch (const BrokenPromise& promise) {
        return promise.what();
    }
}
} // namespace

class TestFuzzCases : public QObject
{
    Q_OBJECT
private Q_SLOTS:

    void initTestCase()
    {
        m_silent = addLogSink([](const LogMessage&) {});
    }

    void whatWasFoundOnceIsHeld_data();
    void whatWasFoundOnceIsHeld();

    void seedsAreAccepted_data() { addTargets(); }

    void seedsAreAccepted();

    void mutantsOfSeedsAreHeld_data() { addTargets(); }

    void mutantsOfSeedsAreHeld();
    void casesAreSmallAndBelongToTargets();

private:
    Connection m_silent;
};

void TestFuzzCases::whatWasFoundOnceIsHeld_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("file");
    for (const auto& file : filesBelow(casesFolder())) {
        const auto name = file.parent_path().filename().string();
        if (findFuzzTarget(name) != nullptr)
            QTest::newRow((name + "/" + file.filename().string()).c_str())
                << QString::fromStdString(name) << QString::fromStdString(file.string());
    }
}

void TestFuzzCases::whatWasFoundOnceIsHeld()
{
    QFETCH(QString, name);
    QFETCH(QString, file);
    const auto bytes = readFile(file.toStdString());
    VERIFY_OK(bytes);
    bool isAccepted = false;
    const auto broken = brokenBy(targetOf(name), *bytes, isAccepted);
    QVERIFY2(broken.empty(), broken.c_str());
}

void TestFuzzCases::seedsAreAccepted()
{
    QFETCH(QString, name);
    const auto& target = targetOf(name);
    const auto seeds = target.seeds();
    QVERIFY(!seeds.empty());
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        bool isAccepted = false;
        const auto broken = brokenBy(target, seeds[i], isAccepted);
        QVERIFY2(broken.empty(), broken.c_str());
        // Later seeds may be what a reader refuses in a way of its own.
        QVERIFY2(isAccepted || i > 0, "the first seed is refused");
        if (target.mend != nullptr && i == 0)
            QVERIFY2(target.mend(seeds[i]) == seeds[i], "mending a whole file changes it");
    }
}

/// A fuzzer whose inputs all end at the first check finds nothing behind it.
void TestFuzzCases::mutantsOfSeedsAreHeld()
{
    QFETCH(QString, name);
    const auto& target = targetOf(name);
    const auto seeds = target.seeds();
    const int count = name == "script" ? 60 : 400;
    int accepted = 0;
    Random random{7};
    for (int i = 0; i < count; ++i) {
        const auto mutant = mutantOf(target, seeds[random() % seeds.size()], random);
        bool isAccepted = false;
        const auto broken = brokenBy(target, mutant, isAccepted);
        QVERIFY2(broken.empty(), broken.c_str());
        accepted += isAccepted ? 1 : 0;
    }
    qInfo("%d of %d mutants accepted", accepted, count);
    QVERIFY2(accepted * 10 >= count, "fewer than a tenth of the mutants were accepted");
}

void TestFuzzCases::casesAreSmallAndBelongToTargets()
{
    std::uintmax_t bytes = 0;
    for (const auto& file : filesBelow(casesFolder())) {
        QVERIFY2(findFuzzTarget(file.parent_path().filename().string()) != nullptr, file.c_str());
        bytes += fs::file_size(file);
    }
    QVERIFY(bytes < 512U * 1024U);
}

CORE_TEST(TestFuzzCases)
} // namespace tst_fuzz_cases

#include "tst_fuzz_cases.moc"
