#include "engine_core/assets/input/device_state.h"
#include "engine_core/assets/input/input_map_file.h"
#include "engine_core/assets/project/project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>

#include <set>

namespace tst_input_map
{
using namespace engine;

class TestInputMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aProjectWithoutInputHasTheUsualOne();
    void namedActionsAndAxesAreRead();
    void aBuiltInActionCanBeBoundAnew();
    void whatIsWrongIsNamedWithItsPlace_data();
    void whatIsWrongIsNamedWithItsPlace();
    void tooMuchIsRefused();
    void unknownMembersSurviveASave();
    void aSavedMapReadsBack();
    void aProjectMadeFromASampleKeepsItsInput();
    void everySourceIsFoundByItsName();
    void theDeadZoneIsRound();

private:
    /// Opens a project with this text behind its format.
    Result<Project> open(const std::string& rest) const
    {
        const auto written =
            writeFileAtomically(root() / "project.json", "{\n\"format\": 1" + rest + "}\n");
        return written ? openProject(root()) : Result<Project>{written.error()};
    }

    [[nodiscard]] fs::path root() const { return m_folder.path().toStdString(); }

    QTemporaryDir m_folder;
};

std::string namesIn(const std::vector<InputSource>& sources)
{
    std::string names;
    for (const auto source : sources)
        names += std::string{source.name()} + ' ';
    return names;
}

void TestInputMap::aProjectWithoutInputHasTheUsualOne()
{
    const auto project = open("");
    VERIFY_OK(project);
    QVERIFY(inputOf(*project) == InputMap::usual());
    QCOMPARE(inputOf(*project).actions.size(), 16U);
    QVERIFY(projectText(*project).find("input") == std::string::npos);
}

void TestInputMap::namedActionsAndAxesAreRead()
{
    const auto project = open(R"(, "input": {"deadZone": 0.25, "actions":
        {"Dash": {"bindings": ["key.Q", "mouse.middle", "pad.rightShoulder"]}}, "axes":
        {"Throttle": {"negative": ["key.F"], "positive": ["key.R", "pad.rightTrigger"]}}})");
    VERIFY_OK(project);
    const auto& map = inputOf(*project);
    QCOMPARE(map.deadZone, 0.25);
    QCOMPARE(namesIn(map.action("Dash")->bindings),
             std::string{"key.Q mouse.middle pad.rightShoulder "});
    QCOMPARE(namesIn(map.axis("Throttle")->positive), std::string{"key.R pad.rightTrigger "});
    QVERIFY(*map.action("Jump") == *InputMap::usual().action("Jump"));
}

void TestInputMap::aBuiltInActionCanBeBoundAnew()
{
    const auto project = open(R"(, "input": {"actions": {"Jump": {"bindings": ["key.J"]}}})");
    VERIFY_OK(project);
    QCOMPARE(namesIn(inputOf(*project).action("Jump")->bindings), std::string{"key.J "});
    QCOMPARE(inputOf(*project).actions.size(), 16U);
}

void TestInputMap::whatIsWrongIsNamedWithItsPlace_data()
{
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* section, const char* sentence) {
        QTest::newRow(name) << section << sentence;
    };
    row("no object", "[]", "'input' is no object (line 2, column");
    row("dead zone", R"({"deadZone": 2})", "'deadZone' of the input is no number from 0 to 0.9");
    row("name", R"({"actions": {"a b": {}}})", "'a b' is no name for input");
    row("binding", R"({"actions": {"Dash": {"bindings": ["key.Spce"]}}})",
        "has the binding \"key.Spce\", which does not exist; the nearest is \"key.Space\" (line 2");
    row("number", R"({"actions": {"Dash": {"bindings": [3]}}})", "has the binding 3, which");
    row("no list", R"({"actions": {"Dash": {"bindings": "key.A"}}})", "is no list");
    row("both", R"({"actions": {"Dash": {}}, "axes": {"Dash": {}}})", "is an action already");
    row("look", R"({"actions": {"LookUp": {}}})", "'LookUp' is an axis already");
}

void TestInputMap::whatIsWrongIsNamedWithItsPlace()
{
    QFETCH(const QString, section);
    QFETCH(const QString, sentence);
    const auto project = open(", \"input\": " + section.toStdString());
    QVERIFY(!project);
    const auto message = QString::fromStdString(project.error().message());
    QVERIFY2(message.contains(sentence), qPrintable(message));
    QVERIFY2(message.contains("project.json"), qPrintable(message));
}

void TestInputMap::tooMuchIsRefused()
{
    const auto many = [](const char* list, std::size_t count) {
        std::string text = std::string{", \"input\": {\""} + list + "\": {";
        for (std::size_t i = 0; i < count; ++i)
            text += (i > 0 ? ",\"N" : "\"N") + std::to_string(i) + "\":{}";
        return text + "}}";
    };
    VERIFY_OK(open(many("actions", InputMap::MaxActions - 16)));
    QVERIFY(!open(many("actions", InputMap::MaxActions - 15)));
    VERIFY_OK(open(many("axes", InputMap::MaxAxes - 2)));
    QVERIFY(!open(many("axes", InputMap::MaxAxes - 1)));
    const auto bound = open(R"(, "input": {"actions": {"Dash": {"bindings": ["key.A", "key.B",
        "key.C", "key.D", "key.E", "key.F", "key.G", "key.H", "key.I"]}}})");
    QVERIFY(!bound);
    QVERIFY(bound.error().message().find("more than 8 bindings") != std::string::npos);
}

void TestInputMap::unknownMembersSurviveASave()
{
    const auto project = open(R"(, "later": [1, 2.5], "input": {"haptics": true, "actions":
        {"Dash": {"bindings": ["key.Q"], "hold": 0.5}}})");
    VERIFY_OK(project);
    auto map = inputOf(*project);
    map.action("Dash")->bindings = {*InputSource::named("pad.y")};
    map.action("Use")->bindings = {};
    VERIFY_OK(saveInput(*project, [&](InputMap& there) { there = map; }));
    const auto text = readFile(root() / "project.json", 1U << 20U);
    VERIFY_OK(text);
    for (const auto* kept : {"\"later\"", "2.5", "\"haptics\": true", "\"hold\": 0.5", "pad.y"})
        QVERIFY2(text->find(kept) != std::string::npos, kept);
    const auto again = openProject(root());
    VERIFY_OK(again);
    QVERIFY(inputOf(*again) == map);
}

void TestInputMap::aSavedMapReadsBack()
{
    const auto project = open("");
    VERIFY_OK(project);
    auto map = InputMap::usual();
    map.stickTurn = 200;
    map.actions.push_back({"Dash", {*InputSource::named("mouse.wheelUp")}});
    map.axes.push_back({"Steer", {*InputSource::named("mouse.moveLeft")}, {}});
    VERIFY_OK(saveInput(*project, [&](InputMap& there) { there = map; }));
    const auto again = openProject(root());
    VERIFY_OK(again);
    QVERIFY(inputOf(*again) == map);
    // What changes nothing leaves the file as its writer has laid it out.
    VERIFY_OK(writeFileAtomically(root() / "project.json", projectText(*again) + "\n\n"));
    VERIFY_OK(saveInput(*project, [](InputMap&) {}));
    const auto text = readFile(root() / "project.json", 1U << 20U);
    VERIFY_OK(text);
    QVERIFY(text->ends_with("\n\n"));
}

void TestInputMap::aProjectMadeFromASampleKeepsItsInput()
{
    Project project{root(), "x", {}};
    auto map = InputMap::usual();
    map.actions.push_back({"Dash", {*InputSource::named("key.Q")}});
    project.input = std::make_shared<const InputMap>(map);
    VERIFY_OK(writeFileAtomically(root() / "project.json", projectText(project)));
    const auto again = openProject(root());
    VERIFY_OK(again);
    QVERIFY(inputOf(*again) == map);
}

void TestInputMap::everySourceIsFoundByItsName()
{
    std::set<std::string> labels;
    for (std::size_t i = 0; i < InputSource::count(); ++i) {
        const auto source = InputSource::at(i);
        QVERIFY(InputSource::named(source.name()) == source);
        QVERIFY(labels.insert(source.label()).second);
    }
}

void TestInputMap::theDeadZoneIsRound()
{
    const auto right = *InputSource::named("pad.leftStickRight");
    const auto down = *InputSource::named("pad.leftStickDown");
    const auto held = [](double x, double y) {
        PadState pad;
        pad.axes = {x, y, 0, 0, 0, 0};
        DeviceState state;
        pressPad(state, pad, 0.2);
        return state;
    };
    QCOMPARE(held(0.2, 0).of(right), 0.0);
    QCOMPARE(held(0.14, 0.14).of(right), 0.0);
    QVERIFY(held(0.15, 0.15).of(right) > 0); // its length counts, not each axis
    QCOMPARE(held(0.6, 0).of(right), 0.5);
    QCOMPARE(held(1, 0).of(right), 1.0);
    QVERIFY(std::abs(held(1, 1).of(down) - std::sqrt(0.5)) < 1e-12);
    QCOMPARE(held(-1, 0).of(right), 0.0);
}

PLAIN_TEST(TestInputMap)
} // namespace tst_input_map

#include "tst_input_map.moc"
