#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/panels/level/issues_panel.h"
#include "editor/views/themes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "tests/editor/panels/docked_panels.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_issues_panel
{
using namespace editor;
using engine::Result;
using Panels = mapwright::test::DockedPanels;

namespace
{
/// Floor and roof without walls around a player start.
Result<void> addLeak(Transaction& edit)
{
    addPlayerStart(edit, {0, 0, 0});
    for (const auto& box :
         {engine::Aabb{{-4, -0.25, -4}, {4, 0, 4}}, engine::Aabb{{-4, 3, -4}, {4, 3.25, 4}}})
        if (auto made = createBox(edit, box); !made)
            return made.error();
    return {};
}

/// What the views show of it, chosen.
engine::DebugDraw drawLeak(Panels& panels)
{
    auto* issues =
        qobject_cast<IssuesPanel*>(panels.docks.value(QStringLiteral("issues"))->widget());
    issues->refreshNow();
    const auto& found = issues->issues();
    const auto leak = std::find_if(found.begin(), found.end(),
                                   [](const auto& issue) { return issue.rule == "leak"; });
    auto* list = issues->findChild<QAbstractItemView*>(QStringLiteral("issueList"));
    list->setCurrentIndex(list->model()->index(static_cast<int>(leak - found.begin()), 0));
    engine::DebugDraw draw;
    panels.context.drawOverlays(draw, ViewKind::Perspective);
    return draw;
}
} // namespace

/// The list of issues, and what its rows do.
class TestIssuesPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void issuesJumpToTheObject();
    void sentencesOfAnIssueAreReadWhole();
    void theMessageHasMostRoomInANarrowDockToo();
    void aButtonMendsTheChosenIssues();
    void whatPluginsFindIsListedToo();
    void kindsOfIssuesCanBeSwitchedOff();
    void aChosenLeakIsDrawnInTheViews();
    void aLeakIsLookedAtFromInside();
    void theListKeepsWhatIsChosenWhereAnEditChangesNothing();
    void aLeakIsDrawnAlikeInAllThemes();

private:
    QTemporaryDir m_settings;
};

void TestIssuesPanel::initTestCase()
{
    QCoreApplication::setOrganizationName(QStringLiteral("Mapwright"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
}

void TestIssuesPanel::issuesJumpToTheObject()
{
    Panels panels;
    auto& document = panels.context.document();
    EntityId broken;
    VERIFY_OK(document.run("Sound", [&](Transaction& edit) -> Result<void> {
        broken = edit.create("Radio");
        edit.set(broken, engine::Script{.file = {"no_such_script.as"},
                                        .className = "Nothing",
                                        .properties = {}});
        return {};
    }));
    auto* dock = panels.docks.value(QStringLiteral("issues"));
    auto* issues = qobject_cast<IssuesPanel*>(dock->widget());
    issues->refreshNow();
    const auto& found = issues->issues();
    const auto at = std::find_if(found.begin(), found.end(),
                                 [&](const auto& issue) { return issue.entity == broken; });
    QVERIFY(at != found.end());
    QCOMPARE(dock->windowTitle(), QStringLiteral("Issues (%1)").arg(found.size()));
    bool focused = false;
    connect(&panels.context, &EditorContext::focusRequested, this, [&] { focused = true; });
    auto* list = issues->findChild<QAbstractItemView*>(QStringLiteral("issueList"));
    dock->raise();
    const auto row = list->model()->index(static_cast<int>(at - found.begin()), 0);
    Q_EMIT list->clicked(row);
    QCOMPARE(document.selection().entities(), std::vector{broken});
    QVERIFY(!focused); // the views stay where one works
    document.selection().clear();
    Q_EMIT list->activated(row);
    QCOMPARE(document.selection().entities(), std::vector{broken});
    QVERIFY(focused);
}

void TestIssuesPanel::sentencesOfAnIssueAreReadWhole()
{
    Panels panels;
    VERIFY_OK(panels.context.document().run("Thin", [](Transaction& edit) -> Result<void> {
        const auto made = createBox(edit, {{0, 0, 0}, {1, 0.001, 1}}, {},
                                    "The shelf behind the second door on the left");
        return made ? Result<void>{} : made.error();
    }));
    IssuesPanel alone{panels.context};
    alone.refreshNow();
    const auto* list = alone.findChild<QTreeWidget*>(QStringLiteral("issueList"));
    const auto* row = list->findItems(QStringLiteral("mm thick"), Qt::MatchContains).value(0);
    QVERIFY(row != nullptr);
    const auto* header = list->header();
    int lowest = 0; // of the row, in the widest list
    for (const int width : {1500, 900, 620}) {
        alone.resize(width, 200);
        alone.show();
        QVERIFY(QTest::qWaitForWindowExposed(&alone));
        QTRY_COMPARE(header->length(), header->width()); // nothing lies beyond the edge
        QVERIFY(std::abs(header->sectionSize(0) - header->sectionSize(2)) <= 1);
        lowest = lowest == 0 ? list->visualItemRect(row).height() : lowest;
    }
    QTRY_VERIFY(list->visualItemRect(row).height() > lowest);
}

void TestIssuesPanel::theMessageHasMostRoomInANarrowDockToo()
{
    Panels panels;
    VERIFY_OK(panels.context.document().run("Thin", [](Transaction& edit) -> Result<void> {
        const auto made = createBox(edit, {{0, 0, 0}, {1, 0.001, 1}});
        return made ? Result<void>{} : made.error();
    }));
    IssuesPanel alone{panels.context};
    const auto* list = alone.findChild<QTreeWidget*>(QStringLiteral("issueList"));
    const auto* header = list->header();
    alone.resize(380, 200);
    alone.show();
    QVERIFY(QTest::qWaitForWindowExposed(&alone));
    QVERIFY(header->sectionSize(0) > header->sectionSize(1) + header->sectionSize(2));
    QVERIFY(header->sectionSize(0) >= 200);
    QCOMPARE(header->length(), header->width());
    alone.refreshNow();
    const auto rows = list->findItems(QStringLiteral("mm thick"), Qt::MatchContains);
    QVERIFY(!rows.isEmpty());
    QVERIFY(!rows.first()->text(2).isEmpty());
    QVERIFY2(rows.first()->toolTip(0).contains(rows.first()->text(2)), "what to do is not lost");
    alone.resize(900, 200);
    QTRY_VERIFY(!list->isColumnHidden(2));
}

void TestIssuesPanel::aButtonMendsTheChosenIssues()
{
    Panels panels;
    auto& document = panels.context.document();
    const auto before = document.contentHash();
    VERIFY_OK(document.run("Boxes", [](Transaction& edit) -> Result<void> {
        for (int i = 0; i < 3; ++i)
            if (auto made = createBox(edit, {{0, 0, 0}, {1, 1, 1}}); !made)
                return made.error();
        return {};
    }));
    const auto withBoxes = document.contentHash();
    auto* issues =
        qobject_cast<IssuesPanel*>(panels.docks.value(QStringLiteral("issues"))->widget());
    issues->refreshNow();
    auto* list = issues->findChild<QAbstractItemView*>(QStringLiteral("issueList"));
    auto* fix = issues->findChild<QAbstractButton*>(QStringLiteral("issueFix"));
    QVERIFY(!fix->isEnabled());
    list->selectAll();
    QVERIFY(fix->isEnabled());
    fix->click();
    QCOMPARE(document.world().count<engine::BrushComponent>(), 1u);
    document.undo();
    QVERIFY(document.contentHash() == withBoxes);
    document.undo();
    QVERIFY(document.contentHash() == before);
}

void TestIssuesPanel::whatPluginsFindIsListedToo()
{
    Panels panels;
    auto* issues =
        qobject_cast<IssuesPanel*>(panels.docks.value(QStringLiteral("issues"))->widget());
    issues->refreshNow();
    const auto count = issues->issues().size();
    std::vector<engine::Issue> told;
    auto registration = panels.context.addIssues([&] { return told; });
    QCOMPARE(issues->issues().size(), count);
    told.push_back(
        {engine::Severity::Error, "path-check", {}, "", "The guard cannot get to the door.", ""});
    panels.context.issuesChanged();
    QCOMPARE(issues->issues().size(), count + 1);
    QCOMPARE(issues->issues().front().message, told[0].message); // the worst comes first
    issues->refreshNow();
    QCOMPARE(issues->issues().size(), count + 1);
    registration.release();
    QCOMPARE(issues->issues().size(), count);
}

void TestIssuesPanel::kindsOfIssuesCanBeSwitchedOff()
{
    const auto has = [](const IssuesPanel& issues, const std::string& rule) {
        return std::any_of(issues.issues().begin(), issues.issues().end(),
                           [&](const engine::Issue& issue) { return issue.rule == rule; });
    };
    Panels panels;
    VERIFY_OK(panels.context.document().run("Film", [](Transaction& edit) -> Result<void> {
        auto made = createBox(edit, {{0, 0, 0}, {1, 0.001, 1}});
        return made ? Result<void>{} : Result<void>{made.error()};
    }));
    auto* issues =
        qobject_cast<IssuesPanel*>(panels.docks.value(QStringLiteral("issues"))->widget());
    issues->refreshNow();
    QVERIFY(has(*issues, "tiny-brush"));
    QVERIFY(!has(*issues, "off-grid")); // off until someone wants it
    auto* menu = issues->findChild<QToolButton*>(QStringLiteral("issueRules"))->menu();
    Q_EMIT menu->aboutToShow();
    for (auto* action : menu->actions())
        if (action->text() == QStringLiteral("Microscopic brushes (1)") ||
            action->text() == QStringLiteral("Corners off the grid (1)"))
            action->toggle();
    QVERIFY(!has(*issues, "tiny-brush"));
    QVERIFY(has(*issues, "off-grid"));
    IssuesPanel another{panels.context}; // after a restart
    QSettings{}.clear();
    another.refreshNow();
    QVERIFY(!has(another, "tiny-brush"));
    QVERIFY(has(another, "off-grid"));
}

void TestIssuesPanel::aChosenLeakIsDrawnInTheViews()
{
    Panels panels;
    auto& document = panels.context.document();
    VERIFY_OK(document.run("Room", addLeak));
    auto* issues =
        qobject_cast<IssuesPanel*>(panels.docks.value(QStringLiteral("issues"))->widget());
    issues->refreshNow();
    const auto& found = issues->issues();
    const auto leak = std::find_if(found.begin(), found.end(),
                                   [](const auto& issue) { return issue.rule == "leak"; });
    QVERIFY(leak != found.end());
    engine::DebugDraw before;
    panels.context.drawOverlays(before, ViewKind::Perspective);
    auto* list = issues->findChild<QAbstractItemView*>(QStringLiteral("issueList"));
    list->setCurrentIndex(list->model()->index(static_cast<int>(leak - found.begin()), 0));
    engine::DebugDraw after;
    panels.context.drawOverlays(after, ViewKind::Perspective);
    QCOMPARE(after.lines.size() - before.lines.size(), leak->path.size() - 1);
}

void TestIssuesPanel::aLeakIsLookedAtFromInside()
{
    Panels panels;
    auto& document = panels.context.document();
    VERIFY_OK(document.run("Room", [](Transaction& edit) -> Result<void> {
        addPlayerStart(edit, {0, 0, 0});
        // The east wall ends 0.5 m before the corner.
        for (const auto& box :
             {engine::Aabb{{-4, -0.25, -4}, {4, 0, 4}}, engine::Aabb{{-4, 3, -4}, {4, 3.25, 4}},
              engine::Aabb{{-4.25, 0, -4}, {-4, 3, 4}}, engine::Aabb{{4, 0, -4}, {4.25, 3, 3.5}},
              engine::Aabb{{-4.25, 0, -4.25}, {4.25, 3, -4}},
              engine::Aabb{{-4.25, 0, 4}, {4.25, 3, 4.25}}})
            if (auto made = createBox(edit, box); !made)
                return made.error();
        return {};
    }));
    auto* issues =
        qobject_cast<IssuesPanel*>(panels.docks.value(QStringLiteral("issues"))->widget());
    issues->refreshNow();
    const auto& found = issues->issues();
    const auto leak = std::find_if(found.begin(), found.end(),
                                   [](const auto& issue) { return issue.rule == "leak"; });
    QVERIFY(leak != found.end());
    QVERIFY(leak->hole.has_value());
    const auto hole = *leak->hole;
    std::optional<std::pair<engine::Vec3d, engine::Aabb>> asked;
    connect(&panels.context, &EditorContext::focusFromRequested, this,
            [&](const engine::Vec3d& eye, const engine::Aabb& box) {
                asked = {eye, box};
            });
    auto* list = issues->findChild<QAbstractItemView*>(QStringLiteral("issueList"));
    Q_EMIT list->activated(list->model()->index(static_cast<int>(leak - found.begin()), 0));
    QVERIFY(asked.has_value());
    const auto& [eye, box] = *asked;
    QVERIFY(glm::length(box.center() - hole) < 1e-9);
    QVERIFY(box.size().x < 4); // not the whole way
    QVERIFY(eye.x > -4 && eye.x < 4 && eye.z > -4 && eye.z < 4 && eye.y > 0 && eye.y < 3);
    QVERIFY(glm::length(eye - hole) > 0.5);
    const engine::Ray look{eye, glm::normalize(hole - eye)};
    const auto hit = engine::pickNearestBrush(document.world(), document.index(), look);
    QVERIFY2(!hit || hit->distance > glm::length(hole - eye) - 0.3, "a wall is before the hole");
}

void TestIssuesPanel::theListKeepsWhatIsChosenWhereAnEditChangesNothing()
{
    Panels panels;
    auto& document = panels.context.document();
    const auto addBoxAt = [&](double x) {
        return document.run("Film", [x](Transaction& edit) -> Result<void> {
            auto made = createBox(edit, {{x, 0, 0}, {x + 1, 0.001, 1}});
            return made ? Result<void>{} : Result<void>{made.error()};
        });
    };
    VERIFY_OK(addBoxAt(0));
    auto* issues =
        qobject_cast<IssuesPanel*>(panels.docks.value(QStringLiteral("issues"))->widget());
    issues->refreshNow();
    auto* list = issues->findChild<QAbstractItemView*>(QStringLiteral("issueList"));
    list->selectAll();
    const auto chosen = list->selectionModel()->selectedRows().size();
    QVERIFY(chosen > 0);
    issues->refreshNow();
    QCOMPARE(list->selectionModel()->selectedRows().size(), chosen);
    VERIFY_OK(addBoxAt(5)); // there is more to tell now
    QVERIFY(!issues->isUpToDate());
    QTRY_VERIFY(issues->isUpToDate());
    QCOMPARE(std::count_if(issues->issues().begin(), issues->issues().end(),
                           [](const auto& issue) { return issue.rule == "tiny-brush"; }),
             2);
}

void TestIssuesPanel::aLeakIsDrawnAlikeInAllThemes()
{
    Panels panels;
    VERIFY_OK(panels.context.document().run("Room", addLeak));
    const auto dark = drawLeak(panels);
    setTheme(Theme::Light); // the views stay dark
    const auto light = drawLeak(panels);
    setTheme(Theme::Dark);
    QVERIFY(!dark.lines.empty());
    QCOMPARE(light.lines.size(), dark.lines.size());
    for (std::size_t i = 0; i < dark.lines.size(); ++i)
        QCOMPARE(light.lines[i].color.r, dark.lines[i].color.r);
}

GUI_TEST(TestIssuesPanel)
} // namespace tst_issues_panel

#include "tst_issues_panel.moc"
