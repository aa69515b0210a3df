#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace tst_reflect
{
using namespace engine;

namespace
{
enum class Mood
{
    Calm,
    Angry
};

struct Probe
{
    static constexpr std::string_view TypeName = "probe";

    bool awake = true;
    int count = 3;
    std::uint8_t level = 1;
    float size = 0.1f;
    std::string title = "unnamed";
    Vec3d place{1, 2, 3};
    Color tint{0.5f, 0.25f, 1.0f};
    EntityId target;
    AssetPath sound;
    Mood mood = Mood::Calm;
    friend bool operator==(const Probe&, const Probe&) = default;
};

void describe(TypeBuilder<Probe>& probe)
{
    probe.type("probe", "Probe", "For tests");
    probe.property("awake", &Probe::awake);
    probe.property("count", &Probe::count).range(0, 10).unit("pieces");
    probe.property("level", &Probe::level);
    probe.property("sizeOfIt", &Probe::size).range(0, 5);
    probe.property("title", &Probe::title).tooltip("What it is called").hidden();
    probe.property("place", &Probe::place).range(-100, 100).affects(Derived::Navmesh);
    probe.property("tint", &Probe::tint);
    probe.property("target", &Probe::target);
    probe.property("sound", &Probe::sound).asset(AssetKind::Sound);
    probe.property("mood", &Probe::mood, {"calm", "angry"}).apply(Apply::NextPlay);
}

struct Fixture
{
    TypeRegistry types;
    const TypeInfo& type = types.add<Probe>();
    Probe probe;

    [[nodiscard]] const Property& property(std::string_view name) const
    {
        const auto* found = type.findProperty(name);
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    bool set(std::string_view name, Value value)
    {
        return property(name).set(&probe, value).hasValue();
    }
};

constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double Endless = std::numeric_limits<double>::infinity();
} // namespace

class TestReflect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void typesAreFoundByNameAndId();
    void unknownNamesFindNothing();
    void labelsAreMadeFromNames();
    void propertiesCarryTheirDescription();
    void everyPropertyReadsBackWhatItWasSet();
    void defaultsAreThoseOfANewComponent();
    void wrongKindsAreRefused();
    void valuesOutOfRangeAreRefused();
    void numbersThatAreNotFiniteAreRefused();
    void wholeNumbersMustFitTheirMember();
    void refusalLeavesTheComponentAlone();
    void withPropertyLeavesTheOriginalAlone();
    void withPropertyOfNothingStartsFromTheDefault();
    void cloneAndEqualFollowTheComponent();
    void bagsKeepTheOrderOfNames();
    void allComponentsOfTheEngineRoundTripTheirDefaults();
};

void TestReflect::typesAreFoundByNameAndId()
{
    const Fixture fixture;
    QCOMPARE(fixture.types.find("probe"), &fixture.type);
    QCOMPARE(fixture.types.find(typeIdOf<Probe>()), &fixture.type);
    QCOMPARE(fixture.type.label, std::string{"Probe"});
}

void TestReflect::unknownNamesFindNothing()
{
    const Fixture fixture;
    QVERIFY(fixture.types.find("nothing") == nullptr);
    QVERIFY(fixture.type.findProperty("nothing") == nullptr);
}

void TestReflect::labelsAreMadeFromNames()
{
    QCOMPARE(labelFromName("castShadows"), std::string{"Cast shadows"});
    QCOMPARE(labelFromName("range"), std::string{"Range"});
    QCOMPARE(labelFromName(""), std::string{});
    const Fixture fixture;
    QCOMPARE(fixture.property("sizeOfIt").label, std::string{"Size of it"});
}

void TestReflect::propertiesCarryTheirDescription()
{
    const Fixture fixture;
    QCOMPARE(fixture.type.properties.size(), std::size_t{10});
    const auto& count = fixture.property("count");
    QCOMPARE(count.kind, PropertyKind::Int);
    QCOMPARE(count.unit, std::string{"pieces"});
    QVERIFY(count.range && count.range->min == 0 && count.range->max == 10);
    QVERIFY(fixture.property("title").hidden);
    QVERIFY(includes(fixture.property("place").affects, Derived::Navmesh));
    QVERIFY(!includes(fixture.property("place").affects, Derived::Lightmap));
    QCOMPARE(fixture.property("sound").assetKind, AssetKind::Sound);
    QCOMPARE(fixture.property("mood").choices, (std::vector<std::string>{"calm", "angry"}));
    QCOMPARE(fixture.property("mood").apply, Apply::NextPlay);
}

void TestReflect::everyPropertyReadsBackWhatItWasSet()
{
    Fixture fixture;
    const std::vector<std::pair<std::string, Value>> values{
        {"awake", {false}},
        {"count", {std::int64_t{7}}},
        {"level", {std::int64_t{255}}},
        {"sizeOfIt", {0.5}},
        {"title", {std::string{"door"}}},
        {"place", {Vec3d{4, 5, 6}}},
        {"tint", {Color{1, 0, 0.5f}}},
        {"target", {EntityId{42}}},
        {"sound", {AssetPath{"Sounds/step.wav"}}},
        {"mood", {std::string{"angry"}}},
    };
    QCOMPARE(values.size(), fixture.type.properties.size());
    for (const auto& [name, value] : values) {
        QVERIFY2(fixture.set(name, value), name.c_str());
        QVERIFY2(fixture.property(name).get(&fixture.probe) == value, name.c_str());
    }
    QCOMPARE(fixture.probe.mood, Mood::Angry);
    QVERIFY(fixture.set("sizeOfIt", {std::int64_t{2}})); // a whole number is a number, too
    QCOMPARE(fixture.probe.size, 2.0f);
}

void TestReflect::defaultsAreThoseOfANewComponent()
{
    const Fixture fixture;
    const auto made = fixture.type.makeDefault();
    for (const auto& property : fixture.type.properties)
        QVERIFY2(property.get(made.get()) == property.defaultValue, property.name.c_str());
}

void TestReflect::wrongKindsAreRefused()
{
    Fixture fixture;
    QVERIFY(!fixture.set("awake", {1.0}));
    QVERIFY(!fixture.set("count", {1.5}));
    QVERIFY(!fixture.set("sizeOfIt", {std::string{"big"}}));
    QVERIFY(!fixture.set("title", {true}));
    QVERIFY(!fixture.set("place", {Vec2d{1, 2}}));
    QVERIFY(!fixture.set("mood", {std::string{"sleepy"}}));
    QVERIFY(!fixture.set("mood", {std::int64_t{1}}));
    QVERIFY(!fixture.set("target", {}));
}

void TestReflect::valuesOutOfRangeAreRefused()
{
    Fixture fixture;
    QVERIFY(!fixture.set("count", {std::int64_t{11}}));
    QVERIFY(!fixture.set("count", {std::int64_t{-1}}));
    QVERIFY(fixture.set("count", {std::int64_t{10}}));
    QVERIFY(!fixture.set("sizeOfIt", {5.5}));
    QVERIFY(!fixture.set("place", {Vec3d{0, 101, 0}}));
    QVERIFY(!fixture.set("tint", {Color{0, -1, 0}}));
    const auto refused = fixture.property("count").set(&fixture.probe, {std::int64_t{11}});
    QVERIFY(QString::fromStdString(refused.error().message()).contains("10"));
}

void TestReflect::numbersThatAreNotFiniteAreRefused()
{
    Fixture fixture;
    for (const double bad : {NotANumber, Endless, -Endless}) {
        QVERIFY(!fixture.set("sizeOfIt", {bad}));
        QVERIFY(!fixture.set("place", {Vec3d{0, bad, 0}}));
        QVERIFY(!fixture.set("tint", {Color{0, static_cast<float>(bad), 0}}));
    }
    TypeRegistry types;
    const auto& transform = types.add<TransformComponent>();
    TransformComponent at;
    QVERIFY(!transform.findProperty("rotation")->set(&at, {Quatd{NotANumber, 0, 0, 0}}));
    QVERIFY(!transform.findProperty("position")->set(&at, {Vec3d{1e30, 0, 0}}));
}

void TestReflect::wholeNumbersMustFitTheirMember()
{
    Fixture fixture;
    QVERIFY(!fixture.set("level", {std::int64_t{256}}));
    QVERIFY(!fixture.set("level", {std::int64_t{-1}}));
    QVERIFY(fixture.set("level", {std::int64_t{0}}));
}

void TestReflect::refusalLeavesTheComponentAlone()
{
    Fixture fixture;
    QVERIFY(!fixture.set("count", {std::int64_t{11}}));
    QVERIFY(!fixture.set("place", {Vec3d{0, NotANumber, 0}}));
    QVERIFY(!fixture.set("mood", {std::string{"sleepy"}}));
    QVERIFY(fixture.probe == Probe{});
}

void TestReflect::withPropertyLeavesTheOriginalAlone()
{
    const Fixture fixture;
    const ComponentValue original = std::make_shared<const Probe>();
    const auto changed =
        withProperty(fixture.type, original, fixture.property("count"), {std::int64_t{9}});
    QVERIFY(changed);
    QCOMPARE(static_cast<const Probe*>(changed->get())->count, 9);
    QCOMPARE(static_cast<const Probe*>(original.get())->count, 3);
    QVERIFY(!withProperty(fixture.type, original, fixture.property("count"), {true}));
}

void TestReflect::withPropertyOfNothingStartsFromTheDefault()
{
    const Fixture fixture;
    const auto made =
        withProperty(fixture.type, nullptr, fixture.property("title"), {std::string{"new"}});
    QVERIFY(made);
    Probe expected;
    expected.title = "new";
    QVERIFY(*static_cast<const Probe*>(made->get()) == expected);
}

void TestReflect::cloneAndEqualFollowTheComponent()
{
    Fixture fixture;
    fixture.probe.title = "door";
    const auto copy = fixture.type.clone(&fixture.probe);
    QVERIFY(fixture.type.equal(copy.get(), &fixture.probe));
    fixture.probe.title = "gate";
    QVERIFY(!fixture.type.equal(copy.get(), &fixture.probe));
}

void TestReflect::bagsKeepTheOrderOfNames()
{
    ValueBag bag;
    setValue(bag, "speed", {1.0});
    setValue(bag, "angle", {2.0});
    setValue(bag, "height", {3.0});
    setValue(bag, "speed", {4.0});
    QCOMPARE(bag.size(), std::size_t{3});
    QCOMPARE(bag[0].name, std::string{"angle"});
    QCOMPARE(bag[1].name, std::string{"height"});
    QCOMPARE(*findValue(bag, "speed")->as<double>(), 4.0);
    QVERIFY(findValue(bag, "nothing") == nullptr);
}

void TestReflect::allComponentsOfTheEngineRoundTripTheirDefaults()
{
    TypeRegistry types;
    registerComponents(types);
    QVERIFY(types.find("light") != nullptr);
    for (const auto& type : types.all()) {
        const auto made = type.makeDefault();
        for (const auto& property : type.properties) {
            const auto set = property.set(made.get(), property.defaultValue);
            QVERIFY2(set.hasValue(), (type.name + "." + property.name).c_str());
        }
        QVERIFY2(type.equal(made.get(), type.makeDefault().get()), type.name.c_str());
    }
}

PLAIN_TEST(TestReflect)
} // namespace tst_reflect

#include "tst_reflect.moc"
