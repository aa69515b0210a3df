#include "editor/document/journal_codec.h"
#include "engine_core/assets/project/project_import.h"
#include "engine_core/base/files/user_folders.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/system/zip_archive.h"

#include <fstream>
#include <memory>
#include <set>

namespace tst_recovery_trust
{
using namespace mapwright::test;

/// What a project brings along is not believed to be the user's unsaved work, and no recovery
/// writes outside of the project that is open.
class TestRecoveryTrust : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAProjectBringsAlongIsNotBelieved_data();
    void whatAProjectBringsAlongIsNotBelieved();
    void aSceneElsewhereIsRecoveredWithoutItsName_data();
    void aSceneElsewhereIsRecoveredWithoutItsName();
    void whatOthersMayWriteIsNotBelieved();
    void workOfAnotherProjectIsLeftAlone();
    void aCopyOfAProjectHasNoneOfItsWork();
    void nothingIsWrittenIntoTheProject();
    void aSaveAsksIfTheSceneWasChangedMeanwhile();
    void theSceneOnAnotherDiskIsCopied();
};

namespace
{
const std::string Letter = "{\"entities\":[],\"format\":2,\"settings\":{}}\n";

/// A project, and a file of the user that is none of its business.
struct Attack
{
    QTemporaryDir folder;
    fs::path root = fs::canonical(folder.path().toStdString());
    Project project = *createProject(root / "project", "empty");
    fs::path victim = root / "home" / "letter.scene.json";

    Attack()
    {
        fs::create_directories(victim.parent_path());
        std::ofstream{victim} << Letter;
    }

    /// A journal as the program itself writes them: it begins with that scene's contents, and its
    /// one step adds an entity.
    [[nodiscard]] static std::string journalOf(const fs::path& scene, const fs::path& of)
    {
        JournalHeader header;
        header.scene = scene;
        header.hash = header.sceneHash = hashText(Letter);
        header.project = of;
        return writeHeader(header) +
               R"({"label":"Evil","modified":true,"swaps":[[7,"node",{"name":"evil"}]]})" + "\n";
    }

    [[nodiscard]] std::string journal() const { return journalOf(victim, project.root); }

    /// In the user's own folder.
    fs::path place(const std::string& text) const
    {
        const auto where = journalPlaceOf(project.root).folder;
        ENGINE_EXPECT(makeUserFolder(where));
        std::ofstream{where / "1-2-0.journal"} << text;
        return where / "1-2-0.journal";
    }

    [[nodiscard]] bool isVictimWhole() const { return *readFile(victim) == Letter; }

    ~Attack() { fs::remove_all(userFolderOf(project.root)); }
};

void addEntity(Workspace& workspace)
{
    VERIFY_OK(workspace.document().run("Add", [](Transaction& edit) -> Result<void> {
        static_cast<void>(edit.create("mine"));
        return {};
    }));
}

std::set<fs::path> filesBelow(const fs::path& folder)
{
    std::set<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator{folder})
        files.insert(entry.path());
    return files;
}
} // namespace

void TestRecoveryTrust::whatAProjectBringsAlongIsNotBelieved_data()
{
    QTest::addColumn<QString>("way");
    for (const auto* way : {"a folder", "a link", "a link to a folder with it", "a zip"})
        QTest::newRow(way) << QString{way};
}

void TestRecoveryTrust::whatAProjectBringsAlongIsNotBelieved()
{
    QFETCH(QString, way);
    Attack attack;
    const auto inside = attack.project.root / ".mapwright";
    if (way == "a zip") {
        const auto zip = attack.root / "gift.zip";
        const auto place = attack.root / "unpacked";
        const auto text = Attack::journalOf(attack.victim, place);
        VERIFY_OK(writeFileAtomically(zip, zipOf({{"project.json", R"({"format":1,"name":"gift"})"},
                                                  {".mapwright/1-2-0.journal", text},
                                                  {".mapwright/recovery/1-2-0.journal", text}})));
        const auto unpacked = importProject(zip, place);
        VERIFY_OK(unpacked);
        attack.project = *unpacked;
    } else if (way == "a folder") {
        fs::create_directories(inside / "recovery");
        std::ofstream{inside / "1-2-0.journal"} << attack.journal();
        std::ofstream{inside / "recovery" / "1-2-0.journal"} << attack.journal();
    } else if (way == "a link") {
        std::ofstream{attack.root / "1-2-0.journal"} << attack.journal();
        fs::create_directories(inside);
        fs::create_symlink(attack.root / "1-2-0.journal", inside / "1-2-0.journal");
    } else {
        fs::create_directories(attack.root / "elsewhere");
        std::ofstream{attack.root / "elsewhere" / "1-2-0.journal"} << attack.journal();
        fs::create_directory_symlink(attack.root / "elsewhere", inside);
    }
    const auto before = filesBelow(attack.project.root);
    {
        Workspace workspace{attack.project, {}};
        QVERIFY(workspace.leftovers().empty());
        addEntity(workspace);
        QVERIFY(workspace.leftovers().empty());
    }
    QVERIFY(attack.isVictimWhole());
    QVERIFY(filesBelow(attack.project.root) == before); // nor tidied away
}

void TestRecoveryTrust::aSceneElsewhereIsRecoveredWithoutItsName_data()
{
    QTest::addColumn<QString>("way");
    for (const auto* way : {"elsewhere", "a link to the file", "a link to its folder", "dots"})
        QTest::newRow(way) << QString{way};
}

/// The very journal of the attack, had it come into the user's own folder in whatever way.
void TestRecoveryTrust::aSceneElsewhereIsRecoveredWithoutItsName()
{
    QFETCH(QString, way);
    const Attack attack;
    auto scene = attack.victim;
    if (way == "a link to the file") {
        scene = attack.project.sceneFolder() / "room.scene.json";
        fs::create_symlink(attack.victim, scene);
    } else if (way == "a link to its folder") {
        fs::create_directory_symlink(attack.victim.parent_path(), attack.project.root / "more");
        scene = attack.project.root / "more" / "letter.scene.json";
    } else if (way == "dots") {
        scene = attack.project.root / ".." / "home" / "letter.scene.json";
    }
    const auto file = attack.place(Attack::journalOf(scene, attack.project.root));
    Workspace workspace{attack.project, {}};
    const auto leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1});
    QCOMPARE(leftovers[0].scene, scene);
    QCOMPARE(leftovers[0].steps, std::vector<std::string>{"Evil"});
    QVERIFY(leftovers[0].isSceneOutside);
    VERIFY_OK(workspace.recover(leftovers[0]));
    QVERIFY(workspace.document().isModified());
    QVERIFY(workspace.document().path().empty()); // a save asks for a name
    QCOMPARE(workspace.document().world().entityCount(), std::size_t{2});
    QVERIFY(attack.isVictimWhole());
    QVERIFY(!fs::exists(file)); // the work is in the journal of this program now
}

void TestRecoveryTrust::whatOthersMayWriteIsNotBelieved()
{
    const Attack attack;
    const auto file = attack.place(attack.journal());
    const Workspace workspace{attack.project, {}};
    QCOMPARE(workspace.leftovers().size(), std::size_t{1});
    fs::permissions(file.parent_path(), fs::perms::all);
    QVERIFY(workspace.leftovers().empty());
    fs::permissions(file.parent_path(), fs::perms::owner_all);
}

void TestRecoveryTrust::workOfAnotherProjectIsLeftAlone()
{
    const Attack attack;
    const auto file = attack.place(Attack::journalOf(attack.victim, attack.root / "other"));
    const Workspace workspace{attack.project, {}};
    QVERIFY(workspace.leftovers().empty());
    QVERIFY(fs::exists(file));
}

void TestRecoveryTrust::aCopyOfAProjectHasNoneOfItsWork()
{
    const Attack attack;
    attack.place(
        Attack::journalOf(attack.project.sceneFolder() / "start.scene.json", attack.project.root));
    fs::copy(attack.project.root, attack.root / "copy", fs::copy_options::recursive);
    const auto copy = openProject(attack.root / "copy");
    VERIFY_OK(copy);
    QVERIFY((Workspace{*copy, {}}).leftovers().empty());
    QCOMPARE((Workspace{attack.project, {}}).leftovers().size(), std::size_t{1});
}

void TestRecoveryTrust::nothingIsWrittenIntoTheProject()
{
    const Attack attack;
    const auto before = filesBelow(attack.project.root);
    Workspace workspace{attack.project, {}};
    addEntity(workspace);
    workspace.updateJournals(60, 60);
    workspace.journal().finish();
    workspace.updateJournals(0, 60);
    QVERIFY(filesBelow(attack.project.root) == before);
}

void TestRecoveryTrust::aSaveAsksIfTheSceneWasChangedMeanwhile()
{
    const Attack attack;
    const auto scene = attack.project.sceneFolder() / "start.scene.json";
    std::ofstream{scene} << Letter;
    attack.place(Attack::journalOf(scene, attack.project.root));
    fs::copy_file(journalPlaceOf(attack.project.root).folder / "1-2-0.journal",
                  journalPlaceOf(attack.project.root).folder / "1-3-0.journal");
    Workspace workspace{attack.project, {}};
    auto leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{2});
    QVERIFY(!leftovers[0].isSceneChanged);
    VERIFY_OK(workspace.recover(leftovers[0]));
    QCOMPARE(workspace.document().path(), scene);
    QVERIFY(!workspace.isFileChanged());
    std::ofstream{scene, std::ios::app} << "\n\n";
    QVERIFY(workspace.isFileChanged()); // as ever
    leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1});
    QVERIFY(leftovers[0].isSceneChanged);
    QVERIFY(!workspace.recover(leftovers[0])); // no copy of what it begins with is left
    QVERIFY(fs::exists(leftovers[0].file));
}

/// The work outlives the scene that it begins with, as a hard link would have kept it.
void TestRecoveryTrust::theSceneOnAnotherDiskIsCopied()
{
    const QTemporaryDir disk{QStringLiteral("/dev/shm/mapwright-XXXXXX")};
    const fs::path other = disk.path().toStdString();
    const auto project = createProject(other / "project", "empty");
    VERIFY_OK(project);
    const auto place = journalPlaceOf(project->root);
    VERIFY_OK(makeUserFolder(place.folder));
    std::error_code error;
    const auto scene = project->sceneFolder() / "start.scene.json";
    fs::create_hard_link(scene, place.folder / "probe", error);
    if (!error)
        QSKIP("There is only one disk here");
    Workspace workspace{*project, {}};
    VERIFY_OK(workspace.openScene(scene));
    addEntity(workspace);
    const auto expected = workspace.document().contentHash();
    workspace.journal().finish();
    std::ofstream{scene} << "gone";
    const QTemporaryDir copies;
    const fs::path folder = copies.path().toStdString();
    for (const auto& entry : fs::directory_iterator{place.folder})
        if (entry.path().extension() != ".lock")
            fs::copy_file(entry.path(), folder / entry.path().filename());
    const auto leftovers = Journal::findLeftovers({folder, place.project});
    QCOMPARE(leftovers.size(), std::size_t{1});
    QVERIFY(leftovers[0].isSceneChanged);
    VERIFY_OK(workspace.recover(leftovers[0]));
    QCOMPARE(workspace.document().contentHash(), expected);
    QVERIFY(workspace.isFileChanged()); // so that a save asks
    fs::remove_all(userFolderOf(project->root));
}

CORE_TEST(TestRecoveryTrust)
} // namespace tst_recovery_trust

#include "tst_recovery_trust.moc"
