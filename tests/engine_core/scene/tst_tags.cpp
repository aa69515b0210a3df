#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/tags.h"
#include "tests/program/registry.h"

namespace tst_tags
{
using namespace engine;
using List = std::vector<std::string>;

class TestTags : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theListIsWhatStandsBetweenCommas();
    void onlyWholeWordsCount();
    void addingAndRemovingKeepTheOthers();
};

void TestTags::theListIsWhatStandsBetweenCommas()
{
    QCOMPARE(tagList(Tags{" enemy ,, armed guard,enemy,\t"}), (List{"enemy", "armed guard"}));
    QVERIFY(tagList(Tags{}).empty());
    QVERIFY(tagList(Tags{" , ,"}).empty());
}

void TestTags::onlyWholeWordsCount()
{
    const Tags tags{"enemy, armed guard"};
    QVERIFY(hasTag(tags, "enemy"));
    QVERIFY(hasTag(tags, "armed guard"));
    for (const auto* none : {"guard", "Enemy", "enem", "enemy,", "", " "})
        QVERIFY2(!hasTag(tags, none), none);
}

void TestTags::addingAndRemovingKeepTheOthers()
{
    const auto tags = withTag(withTag(Tags{"a ,b"}, "c"), "a");
    QCOMPARE(tags.names, std::string{"a, b, c"});
    QCOMPARE(withoutTag(tags, "b").names, std::string{"a, c"});
    QCOMPARE(withoutTag(Tags{"a ,b"}, "x").names, std::string{"a ,b"}); // as it was written
}

PLAIN_TEST(TestTags)
} // namespace tst_tags

#include "tst_tags.moc"
