#include "engine_core/assets/project/project_trust.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_trust
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Stands in every script. Whoever compiles one says it.
constexpr const char* Mark = "undeclaredMarkOfAStranger";

std::string markedScript(const std::string& name, const std::string& base)
{
    return fmt::format("class {} : {} {{ int x = {}; }}\n", name, base, Mark);
}
} // namespace

/// Every command on a project that nobody has trusted.
class TestCliTrust : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyCommandIsTried();
    void noCommandRunsCodeOfAStranger_data();
    void noCommandRunsCodeOfAStranger();
    void aGameThatNeedsScriptsIsRefused();
    void trustingOnceRunsThem();
    void trustingOnceIsNotRemembered();
    void aProjectWithoutScriptsIsPlayed();

private:
    [[nodiscard]] QString arg(const char* name) const { return m_folder.filePath(name); }

    [[nodiscard]] fs::path path(const char* name) const { return arg(name).toStdString(); }

    QTemporaryDir m_folder;
};

void TestCliTrust::initTestCase()
{
    const auto project = createProject(path("room"), "empty");
    VERIFY_OK(project);
    VERIFY_OK(distrustProject(project->root));
    TypeRegistry types;
    registerComponents(types);
    World world;
    world.setNextId(100);
    buildRoom(world);
    addLight(world, {0, 3, 0});
    addPlayerStart(world, {0, 0.2, 0});
    const auto plain = path("room/scenes/plain.scene.json");
    VERIFY_OK(saveScene(world, types, plain));
    const auto lamp = addLight(world, {1, 3, 0});
    Edit edit{{swapTo(lamp, Script{{"lamp.as"}, "Lamp", {}})}};
    world.exchange(edit);
    VERIFY_OK(saveScene(world, types, path("room/scenes/start.scene.json")));
    for (const auto* name : {"scripts/lamp.as", "scripts/player.as"})
        VERIFY_OK(writeFileAtomically(path("room") / name, markedScript("Lamp", "Node")));
    fs::create_directories(path("room/Editor"));
    VERIFY_OK(writeFileAtomically(path("room/Editor/w.as"), markedScript("W", "EditorWindow")));
    VERIFY_OK(writeFileAtomically(path("stroke.json"), "{\"points\": []}"));
    VERIFY_OK(createProject(path("silent"), "empty"));
    VERIFY_OK(distrustProject(path("silent")));
    VERIFY_OK(saveScene(*(*loadScene(plain, types)).world, types,
                        path("silent/scenes/start.scene.json")));
}

static QStringList commands()
{
    return {"edit",       "tour",   "bench",    "help",    "new",     "info",
            "validate",   "format", "bake",     "render",  "play",    "foliage",
            "import",     "export", "diff",     "merge",   "navmesh", "path",
            "script-api", "assets", "playtest", "analyse", "notes"};
}

/// The words of each command that takes a scene; empty for those that take none.
static QStringList wordsFor(const QString& command, const QString& scene, const QString& out)
{
    if (command == "bake")
        return {scene, "--quality", "draft", "--samples", "1"};
    if (command == "render")
        return {scene, "-o", out + ".png", "--size", "64x64"};
    if (command == "play")
        return {scene, "--headless", "--ticks", "2"};
    if (command == "foliage")
        return {scene, "--layer", "none", "--grow"};
    if (command == "import")
        return {out + ".map", "-o", out + ".scene.json"};
    if (command == "export")
        return {scene, "-o", out + ".map"};
    if (command == "path")
        return {scene, "--explore", "--bots", "1", "--seconds", "1"};
    if (command == "playtest")
        return {scene, "--bots", "1", "--minutes", "0.02"};
    if (command == "script-api")
        return {"-o", out};
    if (command == "assets")
        return {"rename", scene.section(QLatin1Char{'/'}, 0, -3), "Materials/none",
                "Materials/other"};
    if (command == "notes")
        return {scene.section(QLatin1Char{'/'}, 0, -3)};
    if (command == "new")
        return {out + "_new"};
    if (command == "tour" || command == "bench" || command == "help")
        return {"--help"}; // take no project
    return {scene};
}

void TestCliTrust::everyCommandIsTried()
{
    // Whoever adds a command says above which words try it.
    const auto help = QString::fromUtf8(runProgram({"help"}).out);
    int found = 0;
    for (const auto& line : help.split(QLatin1Char{'\n'})) {
        if (!line.startsWith(QLatin1String{"  "}))
            continue;
        ++found;
        const auto name = line.simplified().section(QLatin1Char{' '}, 0, 0);
        QVERIFY2(commands().contains(name), qPrintable(name));
    }
    QCOMPARE(found, int(commands().size()));
}

void TestCliTrust::noCommandRunsCodeOfAStranger_data()
{
    QTest::addColumn<QStringList>("words");
    for (const auto& name : commands())
        QTest::newRow(qPrintable(name))
            << QStringList{name} + wordsFor(name, arg("room/scenes/start.scene.json"),
                                            arg(qPrintable(name)));
}

void TestCliTrust::noCommandRunsCodeOfAStranger()
{
    QFETCH(const QStringList, words);
    const auto ran = runProgram(words);
    QVERIFY(!ran.err.contains(Mark));
    QVERIFY(!ran.out.contains(Mark));
}

void TestCliTrust::aGameThatNeedsScriptsIsRefused()
{
    const auto ran = runProgram({"play", arg("room"), "--headless", "--ticks", "2"});
    QCOMPARE(ran.status, 3);
    QVERIFY2(ran.err.contains("--trust"), ran.err);
    QCOMPARE(ran.err.count('\n'), 1);
}

void TestCliTrust::trustingOnceRunsThem()
{
    const auto ran = runProgram({"play", arg("room"), "--headless", "--ticks", "2", "--trust"});
    QCOMPARE(ran.status, 3);
    QVERIFY2(ran.err.contains(Mark), ran.err); // it was compiled: the others could have, too
}

void TestCliTrust::trustingOnceIsNotRemembered()
{
    QCOMPARE(runProgram({"info", arg("room"), "--trust"}).status, 0);
    QVERIFY(!runProgram({"play", arg("room"), "--headless", "--ticks", "2"}).err.contains(Mark));
}

void TestCliTrust::aProjectWithoutScriptsIsPlayed()
{
    const auto ran = runProgram({"play", arg("silent"), "--headless", "--ticks", "2"});
    QVERIFY2(ran.status == 0, ran.err);
}

CORE_TEST(TestCliTrust)
} // namespace tst_cli_trust

#include "tst_cli_trust.moc"
