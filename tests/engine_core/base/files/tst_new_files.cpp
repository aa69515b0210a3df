#include "engine_core/base/files/new_files.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_new_files
{
using namespace engine;

/// Many files are flushed by threads while the next ones are written.
class TestNewFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allAreThereWithTheirBytes();
    void whatIsGoneNeedsNoFlush();
    void whatCannotBeWrittenIsTold();
};

void TestNewFiles::allAreThereWithTheirBytes()
{
    const QTemporaryDir folder;
    const auto root = fs::path{folder.path().toStdString()};
    NewFiles files;
    VERIFY_OK(makeFolders(root / "below"));
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 40; ++i)
            VERIFY_OK(files.write(root / (i % 2 == 0 ? "" : "below") / std::to_string(i),
                                  std::string(static_cast<std::size_t>(i + round), 'x')));
        VERIFY_OK(files.finish());
    }
    for (std::size_t i = 0; i < 40; ++i)
        QCOMPARE(readFile(root / (i % 2 == 0 ? "" : "below") / std::to_string(i))->size(), i + 1);
    VERIFY_OK(files.finish()); // nothing is left to do
}

void TestNewFiles::whatIsGoneNeedsNoFlush()
{
    const QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "gone";
    NewFiles files;
    VERIFY_OK(files.write(file, "x"));
    fs::remove(file);
    VERIFY_OK(files.finish());
}

void TestNewFiles::whatCannotBeWrittenIsTold()
{
    const QTemporaryDir folder;
    NewFiles files;
    const auto written =
        files.write(fs::path{folder.path().toStdString()} / "nowhere" / "file", "x");
    QVERIFY(!written);
    QVERIFY(written.error().message().find("nowhere") != std::string::npos);
    VERIFY_OK(files.finish());
}

PLAIN_TEST(TestNewFiles)
} // namespace tst_new_files

#include "tst_new_files.moc"
