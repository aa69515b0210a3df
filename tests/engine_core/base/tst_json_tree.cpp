#include "engine_core/base/jobs.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "tests/program/registry.h"

#include <QTest>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>

namespace tst_json_tree
{
using namespace engine;

class TestJsonTree : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void valuesAreFoundByKeyAndKnowTheirPlace();
    void escapesBecomeCharacters();
    void everyValueIsKeptAsItStandsInTheText();
    void aByteOrderMarkIsPassedOver();
    void whatIsNotJsonIsRefusedWithItsPlace_data();
    void whatIsNotJsonIsRefusedWithItsPlace();
    void deepNestingIsRefused();
    void readingEndsWhenItIsCancelled();
    void numbersTooBigForADoubleAreNoNumbers();
    void everyDoubleReadsBackToTheSameBits();
    void everyFloatReadsBackToTheSameBits();
    void numbersAreWrittenInTheFewestDigits();
    void textsSurviveWritingAndReading();
    void minifyingKeepsTextsAndDropsSpaces();
    void brokenUtf8IsRepaired();
};

namespace
{
std::string complaintAbout(const std::string& text)
{
    const auto tree = JsonTree::parse(text, "file");
    return tree ? std::string{} : tree.error().message();
}
} // namespace

void TestJsonTree::valuesAreFoundByKeyAndKnowTheirPlace()
{
    const std::string text = "{\n \"a\": [1, 2.5, true],\n \"b\": {\"c\": null}\n}";
    const auto tree = JsonTree::parse(text, "file");
    QVERIFY(tree.hasValue());
    const auto root = tree->root();
    QCOMPARE(root.count(), std::size_t{2});
    QCOMPARE(root.find("a")->count(), std::size_t{3});
    std::vector<double> numbers;
    root.find("a")->forEachItem([&](const JsonValue& item) {
        if (const auto number = item.number())
            numbers.push_back(*number);
    });
    QCOMPARE(numbers, (std::vector<double>{1, 2.5}));
    QVERIFY(!root.find("a")->find("x"));
    QVERIFY(!root.find("missing"));
    const auto inner = root.find("b")->find("c");
    QVERIFY(inner.has_value());
    QCOMPARE(inner->place().line, std::size_t{3});
    QCOMPARE(inner->place().column, std::size_t{13});
    QCOMPARE(root.find("b")->raw(), std::string_view{"{\"c\": null}"});
}

void TestJsonTree::escapesBecomeCharacters()
{
    const std::string text = R"({"a\"b": "\u00e4\ud83d\ude00\n\\\/"})";
    const auto tree = JsonTree::parse(text, "file");
    QVERIFY(tree.hasValue());
    QCOMPARE(tree->root().find("a\"b")->text(), std::string_view{"ä😀\n\\/"});
}

void TestJsonTree::everyValueIsKeptAsItStandsInTheText()
{
    const std::vector<std::string_view> values{R"("")",
                                               R"("plain")",
                                               R"("\\")",
                                               R"("\"")",
                                               R"("a \"b\" \\\"")",
                                               R"("\u00e4")",
                                               "-1.50e+03",
                                               "0",
                                               "-0.0",
                                               "1e999",
                                               "12345678901234567890",
                                               "true",
                                               "false",
                                               "null",
                                               "[ 1 , 2]",
                                               "{ \"b\" : [ ] }"};
    std::string text = "[";
    for (const auto value : values)
        text.append(" ").append(value).append("\t,");
    text.back() = ']';
    const auto tree = JsonTree::parse(text, "file");
    QVERIFY(tree.hasValue());
    std::vector<std::string_view> kept;
    tree->root().forEachItem([&](const JsonValue& item) { kept.push_back(item.raw()); });
    QCOMPARE(kept, values);
    const auto alone = JsonTree::parse("-12", "file");
    QCOMPARE(alone->root().raw(), std::string_view{"-12"});
}

void TestJsonTree::aByteOrderMarkIsPassedOver()
{
    const std::string text = "\xef\xbb\xbf"
                             "12";
    const auto tree = JsonTree::parse(text, "file");
    QVERIFY(tree.hasValue());
    QCOMPARE(tree->root().whole(), std::optional<std::int64_t>{12});
    QVERIFY(!complaintAbout("\xef\xbb 12").empty());
}

void TestJsonTree::whatIsNotJsonIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, QByteArray text, const char* place) {
        QTest::newRow(name) << text << QString{place};
    };
    row("empty", "", "line 1, column 1");
    row("truncated object", "{\"a\": 1", "line 1, column 8");
    row("truncated text", "{\"a\": \"b", "line 1, column 9");
    row("truncated behind a backslash", "\"\\", "line 1, column 3");
    row("trailing comma", "[1,\n2,\n]", "line 3, column 1");
    row("two values", "1 2", "line 1, column 3");
    row("single quotes", "{'a': 1}", "line 1, column 2");
    row("NaN", "{\"a\": NaN}", "line 1, column 7");
    row("leading zero", "01", "line 1, column 1");
    row("bare minus", "-", "line 1, column 2");
    row("point without digits", "1.", "line 1, column 3");
    row("exponent without digits", "1e+", "line 1, column 4");
    row("control character in a text", "\"a\nb\"", "line 1, column 3");
    row("unknown escape", "\"\\x\"", "line 1, column 3");
    row("lone surrogate", "\"\\ud83d\"", "line 1, column 8");
    row("invalid UTF-8", "[\"ab\xff\"]", "line 1, column 5");
    row("overlong UTF-8", "[\"\xc0\xaf\"]", "line 1, column 3");
    row("a surrogate as UTF-8", "[\"\xed\xa0\x80\"]", "line 1, column 4");
    row("UTF-8 beyond Unicode", "[\"\xf4\x90\x80\x80\"]", "line 1, column 4");
    row("a text in place of a comma", "[\"a\" \"b c\"]", "line 1, column 6");
    row("a word in place of a comma", "[12 true]", "line 1, column 5");
    row("duplicate key", "{\"b\": 1, \"a\": 2,\n\"b\": 3}", "line 2, column 1");
    row("binary", QByteArray("\x00\x01\x02", 3), "line 1, column 1");
    row("null byte at the end", QByteArray("{}\0", 3), "holds a null byte (line 1, column 3)");
    row("text behind a null byte", QByteArray("{}\0 {", 5), "holds a null byte (line 1, column 3)");
    row("null byte for a value", QByteArray("[\n\0]", 4), "holds a null byte (line 2, column 1)");
    row("endless number", "[1,\n-1e5000]", "a number is too big (line 2, column 1)");
}

void TestJsonTree::whatIsNotJsonIsRefusedWithItsPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    const auto complaint = QString::fromStdString(complaintAbout(text.toStdString()));
    QVERIFY2(complaint.contains(place), qPrintable(complaint));
    QVERIFY2(complaint.contains("'file'"), qPrintable(complaint));
}

void TestJsonTree::deepNestingIsRefused()
{
    QVERIFY(complaintAbout(std::string(64, '[') + std::string(64, ']')).empty());
    QVERIFY(!complaintAbout(std::string(65, '[') + std::string(65, ']')).empty());
    QVERIFY(!complaintAbout(std::string(200000, '[')).empty());
    std::string objects;
    for (int i = 0; i < 200000; ++i)
        objects += "{\"a\":";
    QVERIFY(!complaintAbout(objects).empty());
}

void TestJsonTree::readingEndsWhenItIsCancelled()
{
    JobControl control;
    QVERIFY(JsonTree::parse("[[1], [2]]", "file", &control).hasValue());
    control.cancel();
    const auto tree = JsonTree::parse("[[1], [2], what is not read", "file", &control);
    QCOMPARE(tree.error().message(), std::string{"Reading 'file' was stopped"});
}

void TestJsonTree::numbersTooBigForADoubleAreNoNumbers()
{
    const std::string text = "[1e999, -1e999, 1e-999, 9223372036854775808, 1e30]";
    const auto tree = JsonTree::parse(text, "file");
    QVERIFY(tree.hasValue());
    std::vector<std::optional<double>> numbers;
    tree->root().forEachItem([&](const JsonValue& item) {
        numbers.push_back(item.number());
        QVERIFY(!item.whole());
    });
    QVERIFY(!numbers[0] && !numbers[1]);
    QCOMPARE(*numbers[2], 0.0);
    QCOMPARE(*numbers[4], 1e30);
}

void TestJsonTree::everyDoubleReadsBackToTheSameBits()
{
    std::mt19937_64 random{7};
    for (int i = 0; i < 20000; ++i) {
        auto number = std::bit_cast<double>(random());
        if (i % 3 == 0)
            number =
                static_cast<double>(static_cast<std::int64_t>(random() % 2000001) - 1000000) / 64;
        if (!std::isfinite(number))
            continue;
        std::string text;
        appendJson(text, number);
        const auto tree = JsonTree::parse(text, "file");
        QVERIFY(tree.hasValue());
        QCOMPARE(*tree->root().number(), number);
    }
    std::string zero;
    appendJson(zero, -0.0);
    appendJson(zero, std::numeric_limits<double>::quiet_NaN());
    QCOMPARE(zero, std::string{"00"});
}

void TestJsonTree::everyFloatReadsBackToTheSameBits()
{
    std::mt19937 random{7};
    for (int i = 0; i < 20000; ++i) {
        const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(number))
            continue;
        std::string text;
        appendJson(text, number);
        const auto tree = JsonTree::parse(text, "file");
        QVERIFY(tree.hasValue());
        QCOMPARE(static_cast<float>(*tree->root().number()), number);
    }
    std::string tenth;
    appendJson(tenth, 0.1f);
    QCOMPARE(tenth, std::string{"0.1"});
}

namespace
{
template <typename T>
void compareWithShortest(T number)
{
    std::array<char, 40> shortest;
    const auto* end = std::to_chars(shortest.data(), shortest.data() + shortest.size(), number).ptr;
    std::string text;
    appendJson(text, number);
    QCOMPARE(text, std::string(static_cast<const char*>(shortest.data()), end));
}
} // namespace

void TestJsonTree::numbersAreWrittenInTheFewestDigits()
{
    std::mt19937 random{11};
    for (int i = 1; i < 60000; ++i) {
        // Whole numbers are written without an exponent, others as std::to_chars does.
        const int thousandths = i % 1000 == 0 ? i + 1 : i;
        compareWithShortest(thousandths / 1000.0);
        compareWithShortest(-static_cast<float>(thousandths) / 1000.0f);
        compareWithShortest(static_cast<double>(random() % 10000000) + thousandths % 1000 / 1000.0);
        compareWithShortest(std::nextafter(thousandths / 1000.0, 1e9));
        compareWithShortest(std::nextafter(static_cast<float>(thousandths) / 1000.0f, 0.0f));
        compareWithShortest(thousandths / 10000.0 + 1e-7);
        compareWithShortest(static_cast<float>(random() % 4000000) / 8.0f + 0.125f);
        if (QTest::currentTestFailed())
            return;
    }
    for (const double number : {9999999.999, 10000000.001, -0.001, 0.0005, 999.9995, 1e-9})
        compareWithShortest(number);
    for (const float number : {999.999f, 1000.001f, -0.001f, 0.0005f})
        compareWithShortest(number);
}

void TestJsonTree::textsSurviveWritingAndReading()
{
    const std::string all = std::string{"quote \" back \\ tab \t nul "} + '\0' + " ä € 😀 \x1f";
    std::string text;
    appendJsonText(text, all);
    const auto tree = JsonTree::parse(text, "file");
    QVERIFY(tree.hasValue());
    QCOMPARE(tree->root().text(), std::string_view{all});
}

void TestJsonTree::minifyingKeepsTextsAndDropsSpaces()
{
    QCOMPARE(minifiedJson("{ \"a b\" :\n [ 1 , \"c \\\" d\" ] }"),
             std::string{R"({"a b":[1,"c \" d"]})"});
}

void TestJsonTree::brokenUtf8IsRepaired()
{
    std::string text;
    appendJsonText(text, "ä\xff€\xed\xa0\x80\xc3");
    const auto tree = JsonTree::parse(text, "file");
    QVERIFY(tree.hasValue());
    QVERIFY(tree->root().text().starts_with("ä\ufffd€\ufffd"));
    QVERIFY(tree->root().text().ends_with("\ufffd"));
}

PLAIN_TEST(TestJsonTree)
} // namespace tst_json_tree

#include "tst_json_tree.moc"
