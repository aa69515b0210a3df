#include "engine_core/scripting/values/text_search.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <random>

namespace tst_text_search
{
using namespace engine::scriptcore;

/// The searches of script strings against those of the standard library.
class TestTextSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAreThoseOfTheStandardLibrary();
};

void TestTextSearch::answersAreThoseOfTheStandardLibrary()
{
    std::mt19937 random{7};
    const auto textOf = [&](unsigned most) {
        std::string text(random() % (most + 1), 'a');
        for (auto& byte : text)
            byte = static_cast<char>('a' + random() % 3);
        return text;
    };
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = textOf(20);
        const std::string part = textOf(4);
        const std::size_t from = random() % 4 == 0 ? std::string::npos : random() % 24;
        QCOMPARE(findText(text, part, from), text.find(part, from));
        QCOMPARE(findLastText(text, part, from), text.rfind(part, from));
        QCOMPARE(findByteOf(text, part, from, true), text.find_first_of(part, from));
        QCOMPARE(findByteOf(text, part, from, false), text.find_first_not_of(part, from));
        QCOMPARE(findLastByteOf(text, part, from, true), text.find_last_of(part, from));
        QCOMPARE(findLastByteOf(text, part, from, false), text.find_last_not_of(part, from));
    }
}

PLAIN_TEST(TestTextSearch)
} // namespace tst_text_search

#include "tst_text_search.moc"
