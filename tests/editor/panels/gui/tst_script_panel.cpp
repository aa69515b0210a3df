#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/fields/entity_field.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/gui/curve_field.h"
#include "editor/panels/gui/script_panel.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/script_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_script_panel
{
using namespace editor;
using namespace engine;
using mapwright::test::ScriptFixture;

namespace
{
constexpr auto Everything = R"(
class Everything : EditorWindow
{
    string text = "t"; string lines = "l"; int whole = 3; double number = 1.5; bool tick = false;
    int chosen = 0; Vec3 place; Color color; array<Vec2> curve = {Vec2(0, 0), Vec2(1, 1)};
    string asset; Entity object; int line = -1; int branch = -1; int row = -1; int page = 0;
    bool open = true; string dropped; int presses = 0; bool more = false;

    void onGui()
    {
        Gui::title("Heading");
        text = Gui::textField("Text", text);
        lines = Gui::textArea("Lines", lines, 3);
        whole = Gui::intField("Whole", whole, 0, 10);
        number = Gui::numberField("Number", number, "m");
        tick = Gui::check("Tick", tick);
        chosen = Gui::choice("Choice", chosen, {"red", "green", "blue"});
        place = Gui::vec3Field("Place", place);
        color = Gui::colorField("Colour", color);
        curve = Gui::curve("Curve", curve);
        asset = Gui::assetField("Asset", asset, AssetKind::Material);
        object = Gui::entityField("Object", object);
        line = Gui::list("List", line, {"a", "b", "c"});
        branch = Gui::tree("Tree", branch, {"top", "below", "deeper", "next"}, {0, 1, 2, 0});
        row = Gui::table("Table", row, {"Name", "Size"}, {"one", "1", "two", "2"});
        page = Gui::tabs(page, {"First", "Second"});
        open = Gui::fold("Fold", open);
        if (open)
            Gui::label("Folded");
        Gui::progress("Progress", 0.25);
        Gui::image("picture.png", 32);
        array<Entity>@ objects = Gui::dropObjects("Objects");
        if (objects.length() > 0)
            dropped = objects[0].name;
        array<string>@ files = Gui::dropAssets("Files", AssetKind::Sound);
        if (files.length() > 0)
            dropped = files[0];
        Gui::dragObjects("Give", Level::withComponent("brush"));
        Gui::beginGroup("Group");
        Gui::beginRow();
        if (more)
            Gui::label("More");
        Gui::tooltip("Counts");
        if (Gui::button("Press"))
            presses++;
        Gui::endRow();
        Gui::endGroup();
        Gui::beginScroll(60);
        Gui::beginDisabled();
        Gui::button("Dead");
        Gui::endDisabled();
        Gui::endScroll();
        Gui::separator();
        Gui::space(4);
        more = Gui::check("Show more", more);
    }
}
)";
} // namespace

/// Every element of a scripted window as a widget, used as a person uses it.
class TestScriptPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_fixture = std::make_unique<ScriptFixture>();
        m_fixture->editor.fixture.addBox({0, 0, 0}, {1, 1, 1}, "box");
        const auto assets = m_fixture->folder().parent_path() / "assets";
        fs::create_directories(assets);
        QImage picture{64, 64, QImage::Format_RGB32};
        picture.fill(Qt::red);
        QVERIFY(picture.save(QString::fromStdString((assets / "picture.png").string())));
        m_fixture->write("everything.as", Everything);
        m_window = m_fixture->scripts.find("Everything");
        QVERIFY(m_window != nullptr);
        m_panel = std::make_unique<ScriptPanel>(m_fixture->editor, *m_window);
        m_panel->resize(360, 1600);
        m_panel->show();
        QVERIFY2(m_window->failure().empty(), m_window->failure().c_str());
    }

    void cleanup()
    {
        qApp->setStyleSheet({});
        m_panel.reset();
        m_fixture.reset();
    }

    void everyElementHasAName()
    {
        for (const auto* name :
             {"Heading",  "Text",    "Lines", "Whole",  "Number", "Tick",  "Choice", "Place",
              "Colour",   "Curve",   "Asset", "Object", "List",   "Tree",  "Table",  "Fold",
              "Progress", "Objects", "Files", "Give",   "Group",  "Press", "Dead"}) {
            auto* widget = find<QWidget>(name);
            QVERIFY2(widget != nullptr, name);
            QCOMPARE(widget->accessibleName(), QLatin1String{name});
        }
        QCOMPARE(find<QWidget>("Press")->toolTip(), QStringLiteral("Counts"));
        QVERIFY(!find<QPushButton>("Dead")->isEnabled());
        QCOMPARE(find<QProgressBar>("Progress")->value(), 250);
        QCOMPARE(find<QLabel>("picture.png")->pixmap(Qt::ReturnByValue).height(), 32);
    }

    void fieldsHandOverWhatIsTyped()
    {
        auto* text = find<QLineEdit>("Text");
        text->selectAll();
        QTest::keyClicks(text, "new");
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(has("\"text\": \"new\""));
        auto* number = find<NumberField>("Number");
        number->selectAll();
        QTest::keyClicks(number, "2+0.25");
        QTest::keyClick(number, Qt::Key_Return);
        QVERIFY(has("\"number\": 2.25"));
        auto* whole = find<NumberField>("Whole");
        whole->selectAll();
        QTest::keyClicks(whole, "99");
        QTest::keyClick(whole, Qt::Key_Return);
        QVERIFY(has("\"whole\": 3")); // out of range: refused
        auto* y = m_panel->findChild<NumberField*>(QStringLiteral("gui.Place.y"));
        y->selectAll();
        QTest::keyClicks(y, "4");
        QTest::keyClick(y, Qt::Key_Return);
        QVERIFY2(has("\"place\": [0,4,0]"), m_window->state().c_str());
        find<QPlainTextEdit>("Lines")->setPlainText(QStringLiteral("a\nb"));
        QTRY_VERIFY(has("\"lines\": \"a\\nb\""));
    }

    void clicksChoose()
    {
        QTest::mouseClick(find<QCheckBox>("Tick"), Qt::LeftButton, {}, QPoint{8, 8});
        QVERIFY(has("\"tick\": true"));
        auto* choice = find<QComboBox>("Choice");
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Down);
        QVERIFY(has("\"chosen\": 1"));
        m_panel->findChild<QTabBar*>()->setCurrentIndex(1);
        QVERIFY(has("\"page\": 1"));
        QTest::mouseClick(find<QToolButton>("Fold"), Qt::LeftButton);
        QVERIFY(has("\"open\": false"));
        QVERIFY(find<QLabel>("Folded") == nullptr);
        QTest::mouseClick(find<QPushButton>("Press"), Qt::LeftButton);
        QVERIFY(has("\"presses\": 1"));
    }

    void linesAreChosen()
    {
        for (const auto* name : {"List", "Tree", "Table"}) {
            auto* view = find<QTreeView>(name);
            view->setCurrentIndex(view->model()->index(1, 0));
        }
        QVERIFY(has("\"line\": 1"));
        QVERIFY(has("\"branch\": 3")); // the second at the top is the fourth line
        QVERIFY(has("\"row\": 1"));
        auto* tree = find<QTreeView>("Tree");
        const auto top = tree->model()->index(0, 0);
        const auto below = tree->model()->index(0, 0, top);
        QCOMPARE(tree->model()->rowCount(below), 1);
        QCOMPARE(below.parent(), top);
        tree->setCurrentIndex(tree->model()->index(0, 0, below));
        QVERIFY(has("\"branch\": 2"));
        QCOMPARE(find<QTreeView>("Table")->model()->columnCount(), 2);
    }

    void listsHaveTheirLabelsAboveThem()
    {
        for (const auto* name : {"Lines", "List", "Tree", "Table"}) {
            auto* list = find<QWidget>(name);
            const QLabel* label = nullptr;
            for (const auto* each : m_panel->findChildren<QLabel*>())
                if (each->buddy() == list)
                    label = each;
            QVERIFY2(label != nullptr, name);
            QCOMPARE(label->text(), QLatin1String{name});
            QTRY_VERIFY(label->geometry().bottom() < list->y());
            QCOMPARE(label->x(), list->x());
        }
    }

    void listsTreesAndTablesHaveTheRowsOfTheTheme()
    {
        m_panel.reset();
        qApp->setStyleSheet(QStringLiteral("QTreeView::item { min-height: 40px; }"));
        m_panel = std::make_unique<ScriptPanel>(m_fixture->editor, *m_window);
        m_panel->show();
        const auto heightIn = [&](const char* name) {
            auto* view = find<QTreeView>(name);
            return view->visualRect(view->model()->index(0, 0)).height();
        };
        for (const auto* name : {"List", "Tree", "Table"})
            QCOMPARE(heightIn(name), 40);
    }

    void aCurveIsDragged()
    {
        auto* curve = find<CurveField>("Curve");
        const auto middle = curve->onScreen({0.5, 0.9}).toPoint();
        QTest::mouseDClick(curve, Qt::LeftButton, {}, middle);
        QCOMPARE(curve->points().size(), std::size_t{3});
        QTest::mousePress(curve, Qt::LeftButton, {}, middle);
        QTest::mouseMove(curve, curve->onScreen({0.5, 0.2}).toPoint());
        QTest::mouseRelease(curve, Qt::LeftButton, {}, curve->onScreen({0.5, 0.2}).toPoint());
        QVERIFY(std::abs(curve->points()[1].y - 0.2) < 0.02);
        QVERIFY(!m_fixture->editor.document().isEditing());
        QTest::keyClick(curve, Qt::Key_Delete);
        QCOMPARE(curve->points().size(), std::size_t{2});
    }

    void thingsAreDropped()
    {
        EntityId box = m_fixture->editor.document().world().children({}).back();
        drop("Objects", makeEntityMime(std::vector{box}));
        QVERIFY(has("\"dropped\": \"box\""));
        drop("Files", makeAssetMime({AssetKind::Material, "brick"})); // not wanted here
        QVERIFY(has("\"dropped\": \"box\""));
        drop("Files", makeAssetMime({AssetKind::Sound, "door.wav"}));
        QVERIFY(has("\"dropped\": \"door.wav\""));
    }

    void widgetsStayWhileOthersComeAndGo()
    {
        auto* press = find<QPushButton>("Press");
        auto* text = find<QLineEdit>("Text");
        QTest::mouseClick(find<QCheckBox>("Show more"), Qt::LeftButton, {}, QPoint{8, 8});
        QVERIFY(find<QLabel>("More") != nullptr);
        QCOMPARE(find<QPushButton>("Press"), press);
        QCOMPARE(find<QLineEdit>("Text"), text);
        QTRY_VERIFY(find<QLabel>("More")->x() < press->x()); // once it is laid out
        QTest::mouseClick(find<QCheckBox>("Show more"), Qt::LeftButton, {}, QPoint{8, 8});
        QVERIFY(find<QLabel>("More") == nullptr);
    }

    void aNoticeLeavesTheElementsWhereTheyAre()
    {
        m_fixture->write("notice.as", R"(
class Notice : EditorWindow
{
    double size = 1;
    void onGui()
    {
        if (Gui::button("Fail"))
            Level::find("nothing of this name").scaleBy(Vec3(0, 1, 1));
        if (Gui::button("Next"))
            Editor::message("next");
        size = Gui::slider("Size", size, 0, 10, "m");
        Gui::progress("Part", size / 10);
    }
}
)");
        auto* window = m_fixture->scripts.find("Notice");
        ScriptPanel panel{m_fixture->editor, *window};
        panel.resize(300, 200);
        panel.show();
        auto* fail = panel.findChild<QPushButton*>(QStringLiteral("gui.Fail"));
        QTRY_VERIFY(fail->height() > 0);
        const auto place = fail->mapTo(&panel, QPoint{});
        QTest::mouseClick(fail, Qt::LeftButton);
        const auto* notice = panel.findChild<QLabel*>(QStringLiteral("scriptNotice"));
        QTRY_VERIFY(notice->isVisible() && notice->y() > 0);
        QCOMPARE(fail->mapTo(&panel, QPoint{}), place);

        // A slider that is being dragged takes along what it feeds.
        auto* slider = panel.findChild<QSlider*>(QStringLiteral("gui.slider.Size"));
        slider->setSliderDown(true);
        slider->setSliderPosition(500);
        QCOMPARE(panel.findChild<QProgressBar*>(QStringLiteral("gui.Part"))->value(), 500);
        QCOMPARE(slider->parentWidget()->findChild<NumberField*>()->value(), 5.0);
        slider->setSliderDown(false);
        QVERIFY(!m_fixture->editor.document().isEditing());
    }

    void aFailureTakesTheElementsAway()
    {
        m_fixture->write("everything.as",
                         "class Everything : EditorWindow { void onGui() { x; } }");
        auto* failure = m_panel->findChild<QLabel*>(QStringLiteral("scriptFailure"));
        QVERIFY(failure->isVisible());
        QVERIFY(failure->text().startsWith(QStringLiteral("Editor/everything.as:1")));
        QVERIFY(find<QPushButton>("Press") == nullptr);
        const auto* again = m_panel->findChild<QPushButton*>(QStringLiteral("scriptRetry"));
        QVERIFY(!again->isVisible());                    // only another text helps
        QTRY_VERIFY(failure->geometry().bottom() < 200); // at the top, of 1600 pixels
        m_fixture->write(
            "everything.as",
            "class Everything : EditorWindow { void onGui() { int a = 0; a = 1 / a; } }");
        QVERIFY(failure->isVisible() && again->isVisible());
        m_fixture->write("everything.as", Everything);
        QVERIFY(!failure->isVisible());
        QVERIFY(find<QPushButton>("Press") != nullptr);
    }

    void aHundredThousandLinesAreShown()
    {
        m_fixture->write("long.as", R"(
class Long : EditorWindow
{
    array<string> rows; int line = 7;
    void onOpen() { rows.resize(100000); for (uint i = 0; i < rows.length(); i++) rows[i] = "" + i; }
    void onGui() { line = Gui::list("Rows", line, rows); }
}
)");
        auto* window = m_fixture->scripts.find("Long");
        ScriptPanel panel{m_fixture->editor, *window};
        panel.show();
        QVERIFY2(window->failure().empty(), window->failure().c_str());
        auto* view = panel.findChild<QTreeView*>(QStringLiteral("gui.Rows"));
        QCOMPARE(view->model()->rowCount(), 100'000);
        QCOMPARE(view->currentIndex().data().toString(), QStringLiteral("7"));
    }

private:
    template <typename T>
    T* find(const char* label) const
    {
        return m_panel->findChild<T*>(QStringLiteral("gui.") + QLatin1String{label});
    }

    /// Whether the script's public members are so.
    [[nodiscard]] bool has(const char* member) const
    {
        return m_window->state().find(member) != std::string::npos;
    }

    void drop(const char* label, QMimeData* owned) const
    {
        const std::unique_ptr<QMimeData> mime{owned};
        auto* place = find<QWidget>(label);
        QDragEnterEvent enter{QPoint{5, 5}, Qt::CopyAction, mime.get(), Qt::LeftButton, {}};
        QCoreApplication::sendEvent(place, &enter);
        if (!enter.isAccepted())
            return;
        QDropEvent dropped{QPointF{5, 5}, Qt::CopyAction, mime.get(), Qt::LeftButton, {}};
        QCoreApplication::sendEvent(place, &dropped);
    }

    std::unique_ptr<ScriptFixture> m_fixture;
    ScriptWindow* m_window = nullptr;
    std::unique_ptr<ScriptPanel> m_panel;
};

GUI_TEST(TestScriptPanel)
} // namespace tst_script_panel

#include "tst_script_panel.moc"
