#include "engine_core/base/files/files.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <fstream>
#include <map>

namespace tst_cli_writers
{
using namespace engine;
using mapwright::test::isOneSentence;
using mapwright::test::runProgram;

namespace
{
/// A command and the file of the project that it writes, named below the project.
struct Writer
{
    const char* name;
    QStringList arguments; ///< "SCENE", "PROJECT" and "MAP" stand for paths
    const char* file;
    bool readsIt = false;      ///< so that it must be there
    bool needsProject = false; ///< of its scene: one that leads out belongs to none
};

const std::vector<Writer>& writers()
{
    static const std::vector<Writer> all{
        {"bake", {"bake", "SCENE", "--quality", "draft"}, "scenes/start.lightmap.exr", false, true},
        {"navmesh", {"navmesh", "SCENE"}, "scenes/start.walker.navmesh"},
        {"format", {"format", "SCENE"}, "scenes/start.scene.json", true},
        {"import",
         {"import", "MAP", "-o", "PROJECT/scenes/new.scene.json"},
         "scenes/new.scene.json"},
        {"export a map", {"export", "SCENE", "-o", "PROJECT/scenes/out.map"}, "scenes/out.map"},
        {"export a model", {"export", "SCENE", "-o", "PROJECT/scenes/out.glb"}, "scenes/out.glb"},
        {"play --record",
         {"play", "SCENE", "--headless", "--ticks", "2", "--record", "PROJECT/scenes/walk.txt"},
         "scenes/walk.txt",
         false,
         true},
    };
    return all;
}

/// What can be in the place of the file, and what the refusal says.
struct Obstacle
{
    const char* name;
    void (*put)(const fs::path& file, const fs::path& outside);
    const char* why;
    bool canBeRead = false; ///< with what is put in the place of a file that was there
};

const std::vector<Obstacle>& obstacles()
{
    static const std::vector<Obstacle> all{
        {"a link out",
         [](const fs::path& file, const fs::path& outside) {
             if (fs::exists(file))
                 fs::rename(file, outside / "victim");
             fs::create_symlink(outside / "victim", file);
         },
         "is a link", true},
        {"a link within",
         [](const fs::path& file, const fs::path& /*outside*/) {
             std::ofstream{file.parent_path() / "within"} << "within";
             if (fs::exists(file))
                 fs::rename(file, file.parent_path() / "within");
             fs::create_symlink("within", file);
         },
         "is a link", true},
        {"a link to nothing",
         [](const fs::path& file, const fs::path& outside) {
             fs::create_symlink(outside / "none", file);
         },
         "is a link"},
        {"a pipe",
         [](const fs::path& file, const fs::path& /*outside*/) {
             ENGINE_EXPECT(::mkfifo(file.c_str(), 0600) == 0);
         },
         "is no file"},
        {"a folder",
         [](const fs::path& file, const fs::path& /*outside*/) {
             fs::create_directories(file / "in the way");
         },
         "is a folder"},
        {"a folder that is a link",
         [](const fs::path& file, const fs::path& outside) {
             const auto scenes = file.parent_path();
             fs::rename(scenes, outside / "scenes");
             fs::create_directory_symlink(outside / "scenes", scenes);
         },
         "is a link", true},
    };
    return all;
}

/// Every file below a folder with its text, links as what they point to.
std::map<std::string, std::string> filesBelow(const fs::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator{folder})
        files[entry.path().string()] = entry.is_symlink() ? fs::read_symlink(entry.path()).string()
                                       : entry.is_regular_file() ? *readFile(entry.path())
                                                                 : std::string{};
    return files;
}
} // namespace

/// Whatever is in the way in a project, every command refuses it in the same words.
class TestCliWriters : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void allRefuseTheSame_data();
    void allRefuseTheSame();
    void allWriteWhereNothingIsInTheWay();

private:
    /// A copy of the project that initTestCase() made.
    void copyProject(const fs::path& to) const
    {
        fs::copy(m_made, to, fs::copy_options::recursive);
    }

    [[nodiscard]] static QStringList argumentsOf(const Writer& writer, const fs::path& root)
    {
        QStringList all;
        for (auto argument : writer.arguments) {
            argument.replace("SCENE",
                             QString::fromStdString((root / "scenes/start.scene.json").string()));
            argument.replace("MAP", QString::fromStdString((root / "box.map").string()));
            all += argument.replace("PROJECT", QString::fromStdString(root.string()));
        }
        return all;
    }

    QTemporaryDir m_folder;
    fs::path m_made;
};

void TestCliWriters::initTestCase()
{
    m_made = fs::canonical(m_folder.path().toStdString()) / "made";
    QCOMPARE(runProgram({"new", QString::fromStdString(m_made.string())}).status, 0);
    TypeRegistry types;
    registerComponents(types);
    World world;
    world.setNextId(100);
    mapwright::test::buildRoom(world);
    mapwright::test::addLight(world, {0, 3, 0});
    mapwright::test::addPlayerStart(world, {0, 0, 0});
    VERIFY_OK(saveScene(world, types, m_made / "scenes/start.scene.json"));
    const auto scene = QString::fromStdString((m_made / "scenes/start.scene.json").string());
    const auto map = QString::fromStdString((m_made / "box.map").string());
    QCOMPARE(runProgram({"export", scene, "-o", map}).status, 0);
    // Out of canonical form, so that `format` has something to write.
    std::ofstream{m_made / "scenes/start.scene.json", std::ios::app} << "\n\n";
}

void TestCliWriters::allRefuseTheSame_data()
{
    QTest::addColumn<std::size_t>("writer");
    QTest::addColumn<std::size_t>("obstacle");
    for (std::size_t w = 0; w < writers().size(); ++w)
        for (std::size_t o = 0; o < obstacles().size(); ++o)
            if (!writers()[w].readsIt || obstacles()[o].canBeRead)
                QTest::newRow(fmt::format("{}, {}", writers()[w].name, obstacles()[o].name).c_str())
                    << w << o;
}

void TestCliWriters::allRefuseTheSame()
{
    QFETCH(std::size_t, writer);
    QFETCH(std::size_t, obstacle);
    const QTemporaryDir folder;
    const auto base = fs::canonical(folder.path().toStdString());
    const auto root = base / "project";
    const auto outside = base / "outside";
    const auto& way = obstacles()[obstacle];
    copyProject(root);
    fs::create_directories(outside);
    std::ofstream{outside / "victim"} << "secret";
    way.put(root / writers()[writer].file, outside);
    const auto before = filesBelow(base);
    const auto ran = runProgram(argumentsOf(writers()[writer], root));
    const bool isNoProject =
        writers()[writer].needsProject && std::string_view{way.name} == "a folder that is a link";
    QVERIFY2(ran.status == (isNoProject ? 3 : 4), ran.err.constData());
    QVERIFY2(isOneSentence(ran), ran.err.constData());
    QVERIFY2(ran.err.contains(isNoProject ? "belongs to no project" : way.why),
             ran.err.constData());
    QVERIFY(filesBelow(base) == before);
}

void TestCliWriters::allWriteWhereNothingIsInTheWay()
{
    for (const auto& writer : writers()) {
        const QTemporaryDir folder;
        const auto root = fs::canonical(folder.path().toStdString()) / "project";
        copyProject(root);
        const auto file = root / writer.file;
        const auto before = fs::exists(file) ? *readFile(file) : std::string{};
        const auto ran = runProgram(argumentsOf(writer, root));
        QVERIFY2(ran.status == 0 || ran.status == 1, ran.err.constData());
        QVERIFY2(fs::is_regular_file(file), writer.name);
        QVERIFY2(*readFile(file) != before, writer.name);
    }
}

CORE_TEST(TestCliWriters)
} // namespace tst_cli_writers

#include "tst_cli_writers.moc"
