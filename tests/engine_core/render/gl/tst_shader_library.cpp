#include "engine_core/base/log.h"
#include "engine_core/render/gl/headless_context.h"
#include "engine_core/render/gl/shader_library.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_shader_library
{
using namespace engine;

class TestShaderLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();

    void includesAndDefinesReachTheProgram();
    void mistakeNamesFileAndLine();
    void reloadKeepsTheOldProgramOnErrors();
    void reloadTakesChangedIncludes();
    void everyShaderOfOursCompiles_data();
    void everyShaderOfOursCompiles();

private:
    void write(const char* name, const std::string& text);

    QTemporaryDir m_folder;
    std::unique_ptr<HeadlessContext> m_context;
    std::vector<LogMessage> m_log;
    Connection m_logged;
    int m_age = 0;
};

void TestShaderLibrary::initTestCase()
{
    auto context = HeadlessContext::create();
    VERIFY_OK(context);
    m_context = *std::move(context);
    m_logged = addLogSink([this](const LogMessage& message) { m_log.push_back(message); });
}

void TestShaderLibrary::cleanupTestCase()
{
    m_context.reset();
}

void TestShaderLibrary::init()
{
    m_log.clear();
    write("value.glsl", "const float value = 0.5;\n");
    write("a.vert", "void main() { gl_Position = vec4(0.0); }\n");
    write("a.frag", "#include \"value.glsl\"\n"
                    "layout(location = 0) out vec4 color;\n"
                    "#ifdef BROKEN\n"
                    "nonsense\n"
                    "#endif\n"
                    "void main() { color = vec4(value); }\n");
}

void TestShaderLibrary::write(const char* name, const std::string& text)
{
    const fs::path file = m_folder.filePath(name).toStdString();
    std::ofstream{file} << text;
    // Clocks of file systems are coarse; each version gets a time of its own.
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds{++m_age});
}

void TestShaderLibrary::includesAndDefinesReachTheProgram()
{
    ShaderLibrary shaders{m_folder.path().toStdString()};
    QVERIFY(shaders.program("a", "a") != 0);
    QCOMPARE(shaders.program("a", "a"), shaders.program("a", "a"));
    QVERIFY(m_log.empty());
    QCOMPARE(shaders.program("a", "a", "OTHER BROKEN"), 0U);
}

void TestShaderLibrary::mistakeNamesFileAndLine()
{
    ShaderLibrary shaders{m_folder.path().toStdString()};
    QCOMPARE(shaders.program("a", "a", "BROKEN"), 0U);
    QVERIFY(!m_log.empty());
    QCOMPARE(m_log[0].level, LogLevel::Error);
    QVERIFY2(m_log[0].file.ends_with("a.frag"), (m_log[0].file + "|" + m_log[0].text).c_str());
    QVERIFY(m_log[0].line == 4 || m_log[0].line == 6); // where the parser gives up
}

void TestShaderLibrary::reloadKeepsTheOldProgramOnErrors()
{
    ShaderLibrary shaders{m_folder.path().toStdString()};
    const auto good = shaders.program("a", "a");
    write("a.frag", "void main() { mistake }\n");
    shaders.reload();
    QCOMPARE(shaders.program("a", "a"), good);
    QVERIFY(!m_log.empty());
    m_log.clear();
    shaders.reload(); // said once for each version of the file
    QVERIFY(m_log.empty());
}

void TestShaderLibrary::reloadTakesChangedIncludes()
{
    ShaderLibrary shaders{m_folder.path().toStdString()};
    const auto before = shaders.program("a", "a");
    write("value.glsl", "const float value = 0.75;\n");
    shaders.reload();
    QVERIFY(shaders.program("a", "a") != 0);
    QVERIFY(shaders.program("a", "a") != before);
}

void TestShaderLibrary::everyShaderOfOursCompiles_data()
{
    QTest::addColumn<QString>("vertex");
    QTest::addColumn<QString>("fragment");
    QTest::addColumn<QString>("defines");
    for (const char* mode :
         {"MODE_TEXTURED", "MODE_LIT", "MODE_UNLIT", "MODE_LIGHTMAP", "MODE_DENSITY"})
        for (const char* more : {"", " FAST", " FAST FEW_LIGHTS"})
            QTest::addRow("%s%s", mode, more) << "surface"
                                              << "surface" << QString{mode} + more;
    for (const char* shows :
         {"TEXELS", "CHECKER", "MATERIAL", "NORMAL", "ROUGHNESS", "METALLIC", "MIPS"})
        for (const char* more : {"", " MODEL", " FAST"})
            QTest::addRow("inspect %s%s", shows, more)
                << "surface"
                << "surface" << QString{"MODE_INSPECT INSPECT_"} + shows + more;
    for (const char* mode : {"MODE_TEXTURED", "MODE_LIT", "MODE_UNLIT", "MODE_LIGHTMAP",
                             "MODE_DENSITY", "MODE_INSPECT INSPECT_METALLIC"})
        for (const char* more : {" RICH", " RICH MASK", " RICH BLEND"})
            for (const char* kind : {"", " MODEL", " VOLUME", " FAST"})
                QTest::addRow("%s%s%s", mode, more, kind)
                    << "surface"
                    << "surface" << QString{mode} + more + kind;
    for (const char* mode : {"MODE_TEXTURED", "MODE_LIT", "MODE_UNLIT",
                             "MODE_INSPECT INSPECT_MATERIAL", "MODE_INSPECT INSPECT_NORMAL",
                             "MODE_INSPECT INSPECT_ROUGHNESS", "MODE_INSPECT INSPECT_METALLIC"})
        for (const char* more : {" DECAL", " DECAL RICH", " DECAL RICH MASK", " DECAL RICH BLEND"})
            for (const char* kind : {"", " MODEL", " VOLUME", " FAST"})
                QTest::addRow("%s%s%s", mode, more, kind)
                    << "surface"
                    << "surface" << QString{mode} + more + kind;
    QTest::newRow("flat") << "surface"
                          << "flat"
                          << "FLAT";
    QTest::newRow("triangle") << "triangle"
                              << "flat"
                              << "";
    QTest::newRow("background") << "screen"
                                << "present"
                                << "BACKGROUND";
    for (const char* fragment : {"present", "smooth"})
        QTest::newRow(fragment) << "screen" << fragment << "";
    for (const char* name : {"line", "sprite", "grid"})
        QTest::newRow(name) << name << name << "";
    for (const char* edges : {"EDGES", "MODEL"})
        QTest::newRow(edges) << "line"
                             << "line" << edges;
}

void TestShaderLibrary::everyShaderOfOursCompiles()
{
    QFETCH(QString, vertex);
    QFETCH(QString, fragment);
    QFETCH(QString, defines);
    ShaderLibrary shaders{resourceFolder() / "shaders"};
    const auto program =
        shaders.program(vertex.toStdString(), fragment.toStdString(), defines.toStdString());
    QVERIFY2(program != 0, m_log.empty() ? "" : m_log[0].text.c_str());
}

CORE_TEST(TestShaderLibrary)
} // namespace tst_shader_library

#include "tst_shader_library.moc"
