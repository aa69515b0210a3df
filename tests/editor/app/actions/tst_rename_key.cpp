#include "editor/operations/entity/layer_operations.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QTreeView>
#include <QTreeWidget>

namespace tst_rename_key
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// F2 is "next drawing mode" in the window and "rename" in its lists.
class TestRenameKey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_fixture = std::make_unique<WindowFixture>();
        VERIFY_OK(m_fixture->document().run("Layer", [](Transaction& edit) -> Result<void> {
            addLayer(edit, "plants"); // the default layer keeps its name
            return {};
        }));
    }

    void cleanupTestCase() { m_fixture.reset(); }

    void f2RenamesInTheLists_data();
    void f2RenamesInTheLists();
    void f2ChangesTheDrawingModeElsewhere();

private:
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestRenameKey::f2RenamesInTheLists_data()
{
    QTest::addColumn<QString>("panel");
    QTest::newRow("scene browser") << "outliner";
    QTest::newRow("layers") << "layers";
}

void TestRenameKey::f2RenamesInTheLists()
{
    QFETCH(const QString, panel);
    auto& window = m_fixture->window();
    const auto mode = m_fixture->view(ViewKind::Perspective).mode();
    auto* dock = window.dock(panel.toStdString());
    QVERIFY(dock != nullptr);
    dock->show();
    dock->raise();
    auto* tree = dock->findChild<QTreeView*>();
    QVERIFY(tree != nullptr);
    QTRY_VERIFY(tree->isVisible() && tree->model()->rowCount() >= (panel == "layers" ? 2 : 1));
    tree->setFocus();
    tree->setCurrentIndex(tree->model()->index(tree->model()->rowCount() - 1, 0));
    // As the window system sends it: shortcuts of the window come first.
    QTest::keyClick(window.windowHandle(), Qt::Key_F2);
    auto* field = tree->findChild<QLineEdit*>();
    QVERIFY(field != nullptr && field->isVisible());
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(m_fixture->view(ViewKind::Perspective).mode(), mode);
}

void TestRenameKey::f2ChangesTheDrawingModeElsewhere()
{
    auto& view = m_fixture->view(ViewKind::Perspective);
    const auto mode = view.mode();
    m_fixture->window().focusActiveView();
    QTest::keyClick(m_fixture->window().windowHandle(), Qt::Key_F2);
    QTRY_VERIFY(view.mode() != mode);
}

WINDOW_TEST(TestRenameKey)
} // namespace tst_rename_key

#include "tst_rename_key.moc"
