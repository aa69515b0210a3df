#include "editor/app/dialogs/new_project_dialog.h"
#include "editor/app/welcome/start_page.h"
#include "editor/app/window/notice_bar.h"
#include "editor/app/workspace/picture_maker.h"
#include "editor/app/workspace/project_pictures.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/app/workspace/sample_projects.h"
#include "engine_core/assets/project/project_trust.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>

#include <set>

namespace tst_start_page
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// More than the few colours of an icon on a plate.
bool isPicture(const QImage& image)
{
    std::set<QRgb> colors;
    for (int x = 0; x < image.width(); ++x)
        colors.insert(image.pixel(x, image.height() / 2));
    return colors.size() > 20;
}

fs::path sample()
{
    return installationFolder() / "projects" / FirstSample;
}
} // namespace

/// Samples and recent projects on the start page. Samples are there to be copied, not to be
/// changed.
class TestStartPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        for (const auto* name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            qputenv(name, m_home->path().toUtf8());
        QSettings{}.clear();
    }

    void theFirstStartOpensACopyOfTheFirstSample()
    {
        const auto window = openEditor({});
        VERIFY_OK(window);
        const auto copy = home() / "Mapwright" / "First room";
        QCOMPARE(rootOf(**window), copy);
        QCOMPARE((*window)->context().document().path(), copy / "scenes/start.scene.json");
        QVERIFY(scriptTrustOf((*window)->context().assets().project()) == ScriptTrust::On);
        QVERIFY(noticeOf(**window).contains(QString::fromStdString(copy.string())));
        (*window)->close();
        // The next start opens it again, and need not say so any more.
        const auto again = openEditor({});
        VERIFY_OK(again);
        QCOMPARE(rootOf(**again), copy);
        QVERIFY(noticeOf(**again).isEmpty());
    }

    void aFirstStartWithoutAPlaceForTheCopyOpensAnEmptyProject()
    {
        VERIFY_OK(writeFileAtomically(home() / "Mapwright", "a file where the folder would be"));
        const auto window = openEditor({});
        VERIFY_OK(window);
        QCOMPARE(rootOf(**window).filename(), fs::path{"scratch"});
        QVERIFY(!(*window)->context().document().path().empty());
        QVERIFY(noticeOf(**window).isEmpty());
    }

    void aSampleThatIsNamedOpensItself()
    {
        const auto window = openEditor(sample());
        VERIFY_OK(window);
        QCOMPARE(rootOf(**window), sample());
        QVERIFY(noticeOf(**window).contains(QStringLiteral("New projects are copied from it")));
        QVERIFY(recentProjects().empty());
    }

    void eachSampleHasAPicture()
    {
        const auto samples = sampleProjects();
        QCOMPARE(samples.size(), std::size_t{9});
        for (const auto& each : samples) {
            const QImage picture{QString::fromStdString(pictureOfSample(each.id).string())};
            QCOMPARE(picture.size(), ProjectPictureSize);
            QVERIFY2(isPicture(picture), each.id.c_str());
            QVERIFY2(!aboutSample(each.id).isEmpty(), each.id.c_str());
        }
    }

    void samplesStandSideBySideWhereThereIsRoom()
    {
        WindowFixture fixture;
        auto& window = fixture.window();
        window.resize(1280, 800);
        window.showStartPage();
        const auto placeOf = [&](const char* id) {
            const auto* picture = window.startPage()->findChild<QLabel*>(
                QStringLiteral("startPicture.") + QLatin1String{id});
            return picture->mapTo(window.startPage(), QPoint{0, 0});
        };
        QTRY_COMPARE(placeOf("first_room").y(), placeOf("arena").y());
        QVERIFY(placeOf("first_room").x() < placeOf("arena").x()); // where a newcomer begins
        QCOMPARE(placeOf("first_room").x(), placeOf("droid_room").x());
    }

    void buttonsOfSamplesAreWhole()
    {
        WindowFixture fixture;
        auto& window = fixture.window();
        window.resize(1600, 900);
        window.showStartPage();
        for (const auto& sample : sampleProjects())
            for (const auto* name : {"startOpen.", "startNew."}) {
                const auto* button = window.startPage()->findChild<QPushButton*>(
                    QLatin1String{name} + QString::fromStdString(sample.id));
                QVERIFY(button != nullptr);
                QTRY_VERIFY2(button->width() >= button->sizeHint().width(), sample.id.c_str());
            }
    }

    void projectsOfOneNameSayWhereTheyLie()
    {
        for (const auto* folder : {"one", "two"}) {
            const auto made = createProject(home() / folder / "maze", "empty");
            VERIFY_OK(made);
            rememberProject(made->root);
        }
        WindowFixture fixture;
        fixture.window().showStartPage();
        const auto* recent =
            fixture.window().startPage()->findChild<QListWidget*>(QStringLiteral("startRecent"));
        QStringList names;
        for (int i = 0; i < recent->count(); ++i)
            names << recent->item(i)->text();
        QVERIFY2(names.contains(QStringLiteral("maze (one/maze)")), qPrintable(names.join(", ")));
        QVERIFY2(names.contains(QStringLiteral("maze (two/maze)")), qPrintable(names.join(", ")));
    }

    void anotherProjectHasNoMaterialOfTheOneBefore()
    {
        const auto other = createProject(home() / "other", "empty");
        VERIFY_OK(other);
        WindowFixture fixture;
        auto& window = fixture.window();
        window.context().setCurrentMaterial(Name{"Materials/Dev/grid_orange"});
        window.openProject(other->root);
        QCOMPARE(rootOf(window), other->root);
        QVERIFY(window.context().currentMaterial().isEmpty());
    }

    void openingASampleOpensTheUsersCopy()
    {
        WindowFixture fixture;
        auto& window = fixture.window();
        window.showStartPage();
        click(window, "startOpen.first_room");
        const auto copy = home() / "Mapwright" / "First room";
        QTRY_COMPARE(rootOf(window), copy);
        QVERIFY(!window.startPage()->isVisible());
        QVERIFY(noticeOf(window).contains(QString::fromStdString(copy.string())));
        QCOMPARE(copyOfSample(FirstSample), std::optional{copy});

        window.openProject(fixture.folder() / "room");
        QVERIFY(noticeOf(window).isEmpty());
        window.showStartPage();
        const auto* shown =
            window.startPage()->findChild<QLabel*>(QStringLiteral("startPicture.first_room"));
        QVERIFY(isPicture(shown->pixmap().toImage()));
        const auto* place =
            window.startPage()->findChild<QLabel*>(QStringLiteral("startPlace.first_room"));
        QVERIFY(place->text().contains(QString::fromStdString(copy.string())));
        click(window, "startOpen.first_room");
        QTRY_COMPARE(rootOf(window), copy);
        QVERIFY2(!fs::exists(home() / "Mapwright" / "First room 2"), "the same copy once more");
    }

    void everythingIsNamedOnce()
    {
        const auto window = openEditor({});
        VERIFY_OK(window);
        rememberProject((*window)->context().assets().project().root); // the copy of a sample
        (*window)->showStartPage();
        const auto& page = *(*window)->startPage();
        QStringList names;
        for (const auto* each : page.findChildren<QLabel*>())
            if (!each->text().isEmpty())
                names << each->text();
        for (const auto* each : page.findChildren<QPushButton*>())
            names << (each->accessibleName().isEmpty() ? each->text() : each->accessibleName());
        const auto* recent = page.findChild<QListWidget*>(QStringLiteral("startRecent"));
        for (int i = 0; i < recent->count(); ++i)
            names << recent->item(i)->text();
        QVERIFY(names.contains(QStringLiteral("First room")));
        QCOMPARE(names.removeDuplicates(), 0);
        QCOMPARE(recent->count(), 0); // it stands with its sample
    }

    void aCopyBelowALinkIsNamedOnce()
    {
        const auto link = home() / "link";
        fs::create_directory(home() / "real");
        fs::create_directory_symlink(home() / "real", link);
        qputenv("HOME", link.c_str());
        const auto window = openEditor({});
        VERIFY_OK(window);
        const auto copy = (*window)->context().assets().project().root;
        QVERIFY(copy.string().starts_with((home() / "real").string()));
        rememberCopy(FirstSample, link / "Mapwright" / copy.filename());
        rememberProject(copy);
        (*window)->showStartPage();
        QCOMPARE((*window)->startPage()->findChild<QListWidget*>("startRecent")->count(), 0);
    }

    void aFolderOfThatNameIsLeftAlone()
    {
        WindowFixture fixture;
        VERIFY_OK(createProject(home() / "Mapwright" / "First room", "empty"));
        fixture.window().openSample(FirstSample);
        QTRY_COMPARE(rootOf(fixture.window()), home() / "Mapwright" / "First room 2");
        QVERIFY(!copyOfSample("forest_edge"));
    }

    void aCopyThatIsGoneIsMadeAnew()
    {
        const auto copy = copySample(FirstSample);
        VERIFY_OK(copy);
        fs::remove_all(*copy);
        QVERIFY(!copyOfSample(FirstSample));
        WindowFixture fixture;
        fixture.window().openSample(FirstSample);
        QTRY_COMPARE(rootOf(fixture.window()), *copy);
    }

    void aPlaceThatCannotBeWrittenIsOneSentenceOnThePage()
    {
        WindowFixture fixture;
        VERIFY_OK(writeFileAtomically(home() / "Mapwright", "a file where the folder would be"));
        auto& window = fixture.window();
        window.showStartPage();
        const auto before = rootOf(window);
        click(window, "startOpen.first_room");
        const auto* note = window.startPage()->findChild<QLabel*>(QStringLiteral("startNote"));
        QTRY_VERIFY(note->text().contains(QStringLiteral("Cannot create the project")));
        QVERIFY(window.startPage()->isVisible());
        QCOMPARE(rootOf(window), before);
    }

    void copyAsNewProjectAsksWithTheSampleChosen()
    {
        WindowFixture fixture;
        fixture.window().showStartPage();
        QString chosen;
        answerDialog([&](QWidget& dialog) {
            chosen = dialog.findChild<QComboBox*>(QStringLiteral("newProjectTemplate"))
                         ->currentData()
                         .toString();
            static_cast<NewProjectDialog&>(dialog).reject();
        });
        click(fixture.window(), "startNew.forest_edge");
        QCOMPARE(chosen, QStringLiteral("forest_edge"));
    }

    void picturesOfProjectsAreMadeWhileThePageIsShown()
    {
        const auto other = createProject(home() / "other", FirstSample);
        VERIFY_OK(other);
        const auto broken = home() / "broken";
        fs::create_directories(broken);
        VERIFY_OK(writeFileAtomically(broken / "project.json", "no project"));
        rememberProject(broken);
        rememberProject(other->root);
        WindowFixture fixture;
        fixture.window().showStartPage();
        auto& page = *fixture.window().startPage();
        const auto* recent = page.findChild<QListWidget*>(QStringLiteral("startRecent"));
        QCOMPARE(recent->count(), 3); // and what is open
        QVERIFY(!isPicture(tileOf(*recent->item(1))));
        QTRY_VERIFY_WITH_TIMEOUT(isPicture(tileOf(*recent->item(1))), 120'000);
        QVERIFY(isPicture(projectPicture(other->root)));
        QTRY_VERIFY_WITH_TIMEOUT(!page.pictures().isWorking(), 120'000);
        QCOMPARE(recent->item(2)->text(), QStringLiteral("broken"));
        QVERIFY(!isPicture(tileOf(*recent->item(2))));
        QVERIFY(recent->item(2)->toolTip().contains(QStringLiteral("project.json")));
    }

    void aPictureIsMadeAnewWhenTheSceneWasChanged()
    {
        const auto other = createProject(home() / "other", FirstSample);
        VERIFY_OK(other);
        const auto scene = sceneToOpen(*other);
        QVERIFY(!hasProjectPicture(other->root, scene));
        QImage green{64, 40, QImage::Format_RGB32};
        green.fill(Qt::green);
        storeProjectPicture(other->root, green);
        QVERIFY(hasProjectPicture(other->root, scene));
        fs::last_write_time(scene, fs::file_time_type::clock::now() + std::chrono::seconds{5});
        QVERIFY(!hasProjectPicture(other->root, scene));
        PictureMaker maker;
        maker.make({other->root});
        QTRY_VERIFY_WITH_TIMEOUT(!maker.isWorking(), 120'000);
        QVERIFY(isPicture(projectPicture(other->root)));
    }

    void nothingIsDrawnBehindAClosedPage()
    {
        const auto other = createProject(home() / "other", FirstSample);
        VERIFY_OK(other);
        rememberProject(other->root);
        WindowFixture fixture;
        fixture.window().showStartPage();
        QVERIFY(fixture.window().startPage()->pictures().isWorking());
        fixture.window().startPage()->hide();
        QVERIFY(!fixture.window().startPage()->pictures().isWorking());
    }

private:
    [[nodiscard]] fs::path home() const { return fs::path{m_home->path().toStdString()}; }

    static fs::path rootOf(MainWindow& window) { return window.context().assets().project().root; }

    static QImage tileOf(const QListWidgetItem& item)
    {
        return item.icon().pixmap(240, 150).toImage();
    }

    /// What the notice about samples says; empty if there is none.
    static QString noticeOf(MainWindow& window)
    {
        const auto* notice = window.notices().find(QStringLiteral("sample"));
        return notice != nullptr ? notice->text : QString{};
    }

    static void click(MainWindow& window, const char* button)
    {
        auto* found = window.startPage()->findChild<QPushButton*>(QLatin1String{button});
        QVERIFY2(found != nullptr && found->isVisible(), button);
        QTest::mouseClick(found, Qt::LeftButton);
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

WINDOW_TEST(TestStartPage)
} // namespace tst_start_page

#include "tst_start_page.moc"
