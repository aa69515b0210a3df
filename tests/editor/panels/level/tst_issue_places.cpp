#include "editor/panels/level/issue_places.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"

#include <QTest>

namespace tst_issue_places
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestIssuePlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPlaceThatIsNamedIsShownAndNotAllOfTheFloor();
    void withoutAPlaceTheObjectsAreShown();
    void whatIsGoneIsNotShown();
};

void TestIssuePlaces::aPlaceThatIsNamedIsShownAndNotAllOfTheFloor()
{
    DocumentFixture level;
    Issue issue;
    issue.entity = level.addBox({-50, -1, -50}, {50, 0, 50});
    issue.others = {level.addBox({-2, 0, -2}, {2, 1, 2})};
    issue.path = {{-1.5, 1, 0}, {-2.6, 0, 0}}; // over the step
    const auto shown = placeToShow(level.document.world(), issue);
    QVERIFY(glm::distance(shown.center(), Vec3d{-2.05, 0.5, 0}) < 0.01);
    QVERIFY(shown.size().x < 7);
}

void TestIssuePlaces::withoutAPlaceTheObjectsAreShown()
{
    DocumentFixture level;
    Issue issue;
    issue.entity = level.addBox({0, 0, 0}, {1, 1, 1});
    issue.others = {level.addBox({4, 0, 0}, {5, 2, 1})};
    const auto shown = placeToShow(level.document.world(), issue);
    QCOMPARE(shown.min, Vec3d(0, 0, 0));
    QCOMPARE(shown.max, Vec3d(5, 2, 1));
    QCOMPARE(objectsOf(level.document.world(), issue).back(), issue.entity); // the primary one
}

void TestIssuePlaces::whatIsGoneIsNotShown()
{
    DocumentFixture level;
    Issue issue;
    issue.entity = level.addBox({0, 0, 0}, {1, 1, 1});
    level.document.undo();
    QVERIFY(objectsOf(level.document.world(), issue).empty());
    QVERIFY(placeToShow(level.document.world(), issue).isEmpty());
}

PLAIN_TEST(TestIssuePlaces)
} // namespace tst_issue_places

#include "tst_issue_places.moc"
