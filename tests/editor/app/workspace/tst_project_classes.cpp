#include "editor/app/workspace/project_classes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_project_classes
{
using namespace editor;

class TestProjectClasses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesThatChangeAreReadAgain();
    void anotherProjectHasItsOwn();
    void aChangeIsSeenByItself();
};

void TestProjectClasses::filesThatChangeAreReadAgain()
{
    QTemporaryDir folder;
    const fs::path root{folder.path().toStdString()};
    ProjectClasses classes;
    QVERIFY(classes.of(root).isEmpty());
    VERIFY_OK(engine::writeFileAtomically(root / "game.fgd", "@PointClass = one []"));
    classes.lookAgain();
    QVERIFY(classes.of(root).find("one") != nullptr);
    QCOMPARE(&classes.of(root), &classes.of(root));
    VERIFY_OK(engine::writeFileAtomically(root / "game.fgd", "@PointClass = other []"));
    classes.lookAgain();
    QVERIFY(classes.of(root).find("one") == nullptr);
    QVERIFY(classes.of(root).find("other") != nullptr);
    fs::remove(root / "game.fgd");
    classes.lookAgain();
    QVERIFY(classes.of(root).isEmpty());
}

void TestProjectClasses::anotherProjectHasItsOwn()
{
    QTemporaryDir first;
    QTemporaryDir second;
    const fs::path a{first.path().toStdString()};
    const fs::path b{second.path().toStdString()};
    VERIFY_OK(engine::writeFileAtomically(a / "game.fgd", "@PointClass = one []"));
    VERIFY_OK(engine::writeFileAtomically(b / "game.fgd", "@PointClass = two []"));
    ProjectClasses classes;
    QVERIFY(classes.of(a).find("one") != nullptr);
    QVERIFY(classes.of(b).find("one") == nullptr);
    QVERIFY(classes.of(b).find("two") != nullptr);
}

void TestProjectClasses::aChangeIsSeenByItself()
{
    QTemporaryDir folder;
    const fs::path root{folder.path().toStdString()};
    ProjectClasses classes;
    QVERIFY(classes.of(root).isEmpty());
    VERIFY_OK(engine::writeFileAtomically(root / "game.fgd", "@PointClass = one []"));
    QTRY_VERIFY_WITH_TIMEOUT(!classes.of(root).isEmpty(), 5000);
}

PLAIN_TEST(TestProjectClasses)
} // namespace tst_project_classes

#include "tst_project_classes.moc"
