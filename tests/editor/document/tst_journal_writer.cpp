#include "editor/document/journal_files.h"
#include "editor/document/journal_writer.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/full_disk.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <optional>

namespace tst_journal_writer
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The file that unsaved work is kept in, and the worker that writes long lines of it.
class TestJournalWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesComeInTheOrderOfAppending();
    void whatComesBeforeTheFileWaitsForIt();
    void beginningAnewKeepsTheLinesFromThereOn();
    void beginningAnewBehindALongLineKeepsIt();
    void theOldBaseGoesWithItsPlants();
    void ofSeveralNewBasesTheLastOneStays();
    void aFullDiskLeavesTheOldFileToGoOn();
    void aFullDiskKeepsTheOrder();
    void aBaseThatHoldsWhatWaitsEndsTheWaiting();
    void aLongLineThatDoesNotFitIsTakenBack();
    void theLogTellsOnceThatTheDiskIsFullAndThatItNoLongerIs();
    void clearingGivesUpALongLine();
    void aWriterThatEndsLeavesWholeLines();
    void writersInOneFolderDoNotMeet();
    void aFileThatIsGoneIsBegunAnew();
    void aTextCutOffAnywhereIsReadAsFarAsItIsWhole();
    void readingStopsAtForeignLines_data();
    void readingStopsAtForeignLines();
    void foreignHeadersAreRefused_data();
    void foreignHeadersAreRefused();
};

namespace
{
using Labels = std::vector<std::string>;

DocumentStep shortStep(const std::string& label)
{
    const auto node = std::make_shared<const Node>(Node{.name = label, .parent = {}});
    return {StepKind::Done, label, 0, {{EntityId{1}, typeIdOf<Node>(), nullptr, node}}};
}

/// One that a worker writes: so many plants that it comes in several pieces.
DocumentStep longStep(const std::string& label)
{
    static const auto plants = [] {
        std::vector<FoliageInstance> all(50'000);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].position = Vec3f{static_cast<float>(i % 500), 0, static_cast<float>(i / 500)};
        return std::make_shared<const FoliagePlacement>(
            FoliagePlacement{.instances = instancesOf(all)});
    }();
    return {
        StepKind::Done, label, 0, {{EntityId{1}, typeIdOf<FoliagePlacement>(), nullptr, plants}}};
}

struct JournalFixture
{
    QTemporaryDir folder;
    fs::path root = folder.path().toStdString();
    fs::path file = root / "room.journal";
    TypeRegistry types = engineTypes();
    std::optional<JournalWriter> writer{std::in_place, file, types};

    void append(const std::string& label) { writer->append(shortStep(label), true); }

    void appendLong(const std::string& label) { writer->append(longStep(label), true); }

    /// A base beside the journal, with plants; its name.
    [[nodiscard]] std::string makeBase(const std::string& stem) const
    {
        std::ofstream{root / (stem + ".7.foliage")} << "plants";
        std::ofstream{root / (stem + ".scene.json")} << "scene";
        return stem + ".scene.json";
    }

    [[nodiscard]] bool hasBase(const std::string& stem) const
    {
        return fs::exists(root / (stem + ".7.foliage")) &&
               fs::exists(root / (stem + ".scene.json"));
    }

    [[nodiscard]] bool hasNothingOf(const std::string& stem) const
    {
        return !fs::exists(root / (stem + ".7.foliage")) &&
               !fs::exists(root / (stem + ".scene.json"));
    }

    [[nodiscard]] JournalHeader header() const
    {
        const auto text = readFile(file);
        const auto journal = text ? readJournal(*text, nullptr) : text.error();
        return journal ? journal->header : JournalHeader{"unreadable", {}, 0};
    }

    /// Of the whole lines behind the header; the last is "cut off" if there is no line break.
    [[nodiscard]] Labels labels() const { return labelsIn(file); }

    [[nodiscard]] static Labels labelsIn(const fs::path& journal)
    {
        const auto text = readFile(journal);
        Labels found;
        std::string_view rest = text ? std::string_view{*text} : std::string_view{};
        for (bool isHeader = true; !rest.empty(); isHeader = false) {
            const auto end = rest.find('\n');
            const auto line = rest.substr(0, end);
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
            const auto tree = JsonTree::parse(line, "line");
            const auto label = tree ? tree->root().find("label") : std::nullopt;
            if (!isHeader)
                found.emplace_back(label && end != std::string_view::npos ? label->text()
                                                                          : "cut off");
        }
        return found;
    }
};
} // namespace

void TestJournalWriter::linesComeInTheOrderOfAppending()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({}, 0);
    QCOMPARE(writer.append(shortStep("a"), true), std::uint64_t{0});
    QCOMPARE(journal.labels(), (Labels{"a"})); // at once
    QCOMPARE(writer.append(longStep("b"), true), std::uint64_t{1});
    journal.append("c");
    journal.appendLong("d");
    journal.append("e");
    QCOMPARE(writer.nextLine(), std::uint64_t{5});
    writer.finish();
    QVERIFY(!writer.isBehind());
    QCOMPARE(journal.labels(), (Labels{"a", "b", "c", "d", "e"}));
    QCOMPARE(writer.size(), fs::file_size(journal.file));
    journal.append("f");
    QCOMPARE(journal.labels().back(), std::string{"f"}); // at once again
}

void TestJournalWriter::whatComesBeforeTheFileWaitsForIt()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    journal.append("a");
    journal.appendLong("b");
    journal.append("c");
    writer.finish();
    QVERIFY(writer.isBehind());
    QVERIFY(!fs::exists(journal.file));
    writer.rebase({}, 1); // the first step is in the base
    writer.finish();
    QVERIFY(!writer.isBehind());
    QCOMPARE(journal.labels(), (Labels{"b", "c"}));
    QCOMPARE(journal.header().first, std::uint64_t{1});
}

void TestJournalWriter::beginningAnewKeepsTheLinesFromThereOn()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({"old.scene.json", {}, 1}, 0);
    for (const auto* label : {"a", "b", "c", "d"})
        journal.append(label);
    writer.rebase({"new.scene.json", {}, 2}, 2);
    QCOMPARE(journal.labels(), (Labels{"c", "d"}));
    QCOMPARE(journal.header().scene, fs::path{"new.scene.json"});
    QCOMPARE(journal.header().hash, ContentHash{2});
    QCOMPARE(journal.header().first, std::uint64_t{2});
    journal.append("e");
    QCOMPARE(journal.labels(), (Labels{"c", "d", "e"}));
    QCOMPARE(writer.size(), fs::file_size(journal.file));
    writer.rebase({}, writer.nextLine());
    QCOMPARE(journal.labels(), Labels{});
    QCOMPARE(writer.size(), fs::file_size(journal.file));
    QVERIFY(!fs::exists(journal.file.string() + ".tmp"));
}

void TestJournalWriter::beginningAnewBehindALongLineKeepsIt()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({}, 0);
    journal.append("a");
    journal.appendLong("b");
    journal.append("c");
    writer.rebase({}, 1);
    journal.append("d");
    writer.finish();
    QVERIFY(!writer.isBehind() && !writer.isRebasing());
    QCOMPARE(journal.labels(), (Labels{"b", "c", "d"}));
    writer.rebase({}, 1); // more than is taken over at once
    journal.append("e");
    writer.finish();
    QCOMPARE(journal.labels(), (Labels{"b", "c", "d", "e"}));
    QCOMPARE(writer.size(), fs::file_size(journal.file));
}

void TestJournalWriter::theOldBaseGoesWithItsPlants()
{
    const JournalFixture journal;
    auto writer = JournalWriter{journal.file, journal.types};
    writer.rebase({{}, journal.makeBase("room.base-1"), 0}, 0);
    QVERIFY(journal.hasBase("room.base-1"));
    const auto next = journal.makeBase("room.base-10"); // begins with the name of the other one
    writer.rebase({{}, next, 0}, 0);
    QVERIFY(journal.hasBase("room.base-1")); // until the disk has the new file
    QVERIFY(writer.sync());
    QVERIFY(journal.hasNothingOf("room.base-1"));
    QVERIFY(journal.hasBase("room.base-10"));
    writer.rebase({{}, next, 0}, 0);
    QVERIFY(journal.hasBase("room.base-10"));
}

void TestJournalWriter::ofSeveralNewBasesTheLastOneStays()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({{}, journal.makeBase("room.base-1"), 0}, 0);
    journal.append("a");
    journal.appendLong("b");
    writer.rebase({{}, journal.makeBase("room.base-2"), 0}, 0);
    writer.rebase({{}, journal.makeBase("room.base-3"), 0}, 1);
    QVERIFY(writer.sync());
    QVERIFY(!writer.isRebasing());
    QCOMPARE(journal.header().base, std::string{"room.base-3.scene.json"});
    QCOMPARE(journal.labels(), Labels{"b"});
    QVERIFY(journal.hasNothingOf("room.base-1"));
    QVERIFY(journal.hasNothingOf("room.base-2"));
    QVERIFY(journal.hasBase("room.base-3"));
}

void TestJournalWriter::aFullDiskLeavesTheOldFileToGoOn()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({{}, journal.makeBase("room.base-1"), 0}, 0);
    journal.append("a");
    const auto next = journal.makeBase("room.base-2");
    {
        const FullDisk full{16};
        writer.rebase({{}, next, 0}, 1);
    }
    QVERIFY(!writer.isRebasing());
    QCOMPARE(journal.header().base, std::string{"room.base-1.scene.json"});
    QCOMPARE(journal.labels(), Labels{"a"});
    QVERIFY(journal.hasBase("room.base-1"));
    QVERIFY(journal.hasNothingOf("room.base-2"));
    QVERIFY(!fs::exists(journal.file.string() + ".tmp"));
    journal.append("b");
    QCOMPARE(journal.labels(), (Labels{"a", "b"}));
    writer.rebase({}, 1);
    QCOMPARE(journal.labels(), Labels{"b"});
}

void TestJournalWriter::aFullDiskKeepsTheOrder()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({}, 0);
    journal.append("a");
    {
        const FullDisk full{fs::file_size(journal.file) + 20}; // a part of the next line fits
        journal.append("b");
        journal.append("c");
        QCOMPARE(journal.labels(), Labels{"a"});
        QVERIFY(writer.isBehind());
    }
    journal.append("d");
    QVERIFY(!writer.isBehind());
    QCOMPARE(journal.labels(), (Labels{"a", "b", "c", "d"}));
}

void TestJournalWriter::aBaseThatHoldsWhatWaitsEndsTheWaiting()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({}, 0);
    journal.append("a");
    {
        const FullDisk full{fs::file_size(journal.file)};
        journal.append("b");
    }
    QVERIFY(writer.isBehind());
    writer.rebase({}, writer.nextLine());
    QVERIFY(!writer.isBehind());
    QCOMPARE(journal.labels(), Labels{});
    QCOMPARE(journal.header().first, std::uint64_t{2});
    journal.append("c");
    QCOMPARE(journal.labels(), Labels{"c"});
}

void TestJournalWriter::aLongLineThatDoesNotFitIsTakenBack()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({}, 0);
    journal.append("a");
    const auto size = fs::file_size(journal.file);
    {
        const FullDisk full{size + 1'500'000}; // a piece of it fits
        journal.appendLong("b");
        journal.append("c");
        writer.finish();
        QVERIFY(writer.isBehind());
        QCOMPARE(fs::file_size(journal.file), size);
    }
    writer.update(30);
    writer.finish();
    QVERIFY(!writer.isBehind());
    QCOMPARE(journal.labels(), (Labels{"a", "b", "c"}));
}

void TestJournalWriter::theLogTellsOnceThatTheDiskIsFullAndThatItNoLongerIs()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    Labels heard;
    const auto sink = addLogSink([&](const LogMessage& message) { heard.push_back(message.text); });
    writer.rebase({}, 0);
    for (int time = 0; time < 2; ++time) {
        heard.clear();
        {
            const FullDisk full{0};
            journal.append("a");
            journal.append("b");
            writer.update(1);
            QCOMPARE(heard.size(), std::size_t{1});
            QVERIFY(heard[0].starts_with("Unsaved work is not protected"));
        }
        writer.update(1);
        writer.update(1);
        QCOMPARE(heard.size(), std::size_t{2});
        QCOMPARE(heard[1], std::string{"Unsaved work is protected again"});
    }
}

void TestJournalWriter::clearingGivesUpALongLine()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({}, 0);
    journal.append("a");
    journal.appendLong("b");
    journal.append("c");
    writer.clear();
    QVERIFY(!writer.isBehind());
    QVERIFY(!fs::exists(journal.file));
    QCOMPARE(writer.size(), std::uint64_t{0});
    QCOMPARE(writer.append(shortStep("d"), true), std::uint64_t{3}); // numbers are not used twice
    QVERIFY(!fs::exists(journal.file));
    writer.rebase({}, 3);
    QCOMPARE(journal.labels(), Labels{"d"});
    QCOMPARE(journal.header().first, std::uint64_t{3});
}

void TestJournalWriter::aWriterThatEndsLeavesWholeLines()
{
    const Labels all{"a", "b", "c", "d"};
    for (int moment = 0; moment < 8; ++moment) {
        JournalFixture journal;
        journal.writer->rebase({}, 0);
        journal.append("a");
        journal.appendLong("b");
        journal.append("c");
        journal.appendLong("d");
        QTest::qSleep(1 + 4 * moment);
        journal.writer.reset();
        const auto found = journal.labels();
        QVERIFY(!found.empty() && found.size() <= all.size());
        QVERIFY(std::equal(found.begin(), found.end(), all.begin()));
    }
}

void TestJournalWriter::writersInOneFolderDoNotMeet()
{
    const JournalFixture folder;
    const auto one = folder.root / "7-1.journal";
    const auto other = folder.root / "7-10.journal"; // begins with the name of the other one
    JournalWriter first{one, folder.types};
    JournalWriter second{other, folder.types};
    first.rebase({{}, folder.makeBase("7-1.base-0"), 0}, 0);
    second.rebase({{}, folder.makeBase("7-10.base-0"), 0}, 0);
    first.append(longStep("a"), true);
    second.append(shortStep("b"), true);
    second.append(longStep("c"), true);
    first.append(shortStep("d"), true);
    first.finish();
    second.finish();
    QCOMPARE(JournalFixture::labelsIn(one), (Labels{"a", "d"}));
    QCOMPARE(JournalFixture::labelsIn(other), (Labels{"b", "c"}));
    first.rebase({}, first.nextLine());
    QVERIFY(first.sync());
    QVERIFY(folder.hasNothingOf("7-1.base-0"));
    QVERIFY(folder.hasBase("7-10.base-0"));
    first.clear();
    removeJournalFiles(folder.root, "7-1");
    QVERIFY(folder.hasBase("7-10.base-0"));
    QCOMPARE(JournalFixture::labelsIn(other), (Labels{"b", "c"}));
}

void TestJournalWriter::aFileThatIsGoneIsBegunAnew()
{
    JournalFixture journal;
    auto& writer = *journal.writer;
    writer.rebase({}, 0);
    journal.append("a");
    fs::remove(journal.file); // somebody tidied up
    journal.append("b");
    writer.rebase({}, 1);
    QCOMPARE(journal.labels(), Labels{"b"});
    journal.append("c");
    QCOMPARE(journal.labels(), (Labels{"b", "c"}));
}

void TestJournalWriter::aTextCutOffAnywhereIsReadAsFarAsItIsWhole()
{
    const auto types = engineTypes();
    const auto text = writeHeader({"room.scene.json", "room.base-0.scene.json", 3, 4}) +
                      writeStep(shortStep("a \"quoted\"\nlabel"), true, types) +
                      writeStep(shortStep("b"), false, types);
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const auto cut = text.substr(0, size);
        const auto lines = static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '\n'));
        const auto read = readJournal(cut, &types);
        QCOMPARE(static_cast<bool>(read), lines > 0);
        if (!read)
            continue;
        QCOMPARE(read->header.scene, fs::path{"room.scene.json"});
        QCOMPARE(read->header.base, std::string{"room.base-0.scene.json"});
        QCOMPARE(read->header.hash, ContentHash{3});
        QCOMPARE(read->header.first, std::uint64_t{4});
        QCOMPARE(read->steps.size(), lines - 1);
        QCOMPARE(read->titles.size(), lines - 1);
        QCOMPARE(read->modified, lines == 2);
    }
}

void TestJournalWriter::readingStopsAtForeignLines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray{""};
    QTest::newRow("no JSON") << QByteArray{"nonsense"};
    QTest::newRow("no UTF-8") << QByteArray{"{\"label\":\"\xff\",\"swaps\":[]}"};
    QTest::newRow("zeros") << QByteArray(64, '\0'); // what some file systems leave
    QTest::newRow("another line's end") << QByteArray{R"(,null]]}{"label":"b","swaps":[]})"};
    QTest::newRow("an array") << QByteArray{"[]"};
    QTest::newRow("no swaps") << QByteArray{"{}"};
    QTest::newRow("too deep") << QByteArray(100'000, '[');
    QTest::newRow("no entity") << QByteArray{R"({"swaps":[[0,"node",null]]})"};
    QTest::newRow("negative entity") << QByteArray{R"({"swaps":[[-1,"node",null]]})"};
    QTest::newRow("huge entity") << QByteArray{R"({"swaps":[[99999999999999999999,"node",null]]})"};
    QTest::newRow("unknown type") << QByteArray{R"({"swaps":[[1,"spell",null]]})"};
    QTest::newRow("half a swap") << QByteArray{R"({"swaps":[[1,"node"]]})"};
    QTest::newRow("a swap of nothing") << QByteArray{R"({"swaps":[7]})"};
    QTest::newRow("a name of another type") << QByteArray{R"({"swaps":[[1,"node",{"name":7}]]})"};
    QTest::newRow("plants of no layer") << QByteArray{
        R"({"swaps":[[0,"foliage_instances",{"cells":[],"hash":"0000000000000000"}]]})"};
    QTest::newRow("plants without cells") << QByteArray{
        R"({"swaps":[[1,"foliage_instances",{"cells":[[0]],"hash":"0000000000000000"}]]})"};
}

void TestJournalWriter::readingStopsAtForeignLines()
{
    QFETCH(QByteArray, line);
    const auto types = engineTypes();
    const auto text = writeHeader({}) + writeStep(shortStep("a"), true, types) +
                      line.toStdString() + '\n' + writeStep(shortStep("c"), false, types);
    const auto read = readJournal(text, &types);
    VERIFY_OK(read);
    QCOMPARE(read->steps.size(), std::size_t{1});
    QVERIFY(read->modified);
}

void TestJournalWriter::foreignHeadersAreRefused_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::newRow("nothing") << QByteArray{""};
    QTest::newRow("an empty line") << QByteArray{"\n"};
    QTest::newRow("no JSON") << QByteArray{"nonsense\n"};
    QTest::newRow("an array") << QByteArray{"[]\n"};
    QTest::newRow("no version") << QByteArray{"{}\n"};
    QTest::newRow("a version of another type") << QByteArray{"{\"journal\":\"1\"}\n"};
    QTest::newRow("another version") << QByteArray{"{\"journal\":2}\n"};
    QTest::newRow("cut off") << QByteArray{"{\"journal\":1}"};
}

void TestJournalWriter::foreignHeadersAreRefused()
{
    QFETCH(QByteArray, header);
    const auto types = engineTypes();
    QVERIFY(!readJournal(header.toStdString(), &types));
    QVERIFY(!readJournal(header.toStdString(), nullptr));
}

PLAIN_TEST(TestJournalWriter)
} // namespace tst_journal_writer

#include "tst_journal_writer.moc"
