#include "tests/support/levels/map_mixture.h"

#include "engine_core/math/types.h"
#include "tests/support/levels/brush_fuzz.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <vector>

namespace mapwright::test
{
using engine::Vec3d;

namespace
{
constexpr double Far = 32'768 * 32.0; ///< units

/// A half space in Quake's units.
struct Side
{
    Vec3d normal;
    double distance;
};

using Solid = std::vector<Side>;

class Mixer
{
public:
    explicit Mixer(std::uint64_t seed) : m_dice{seed * 7919 + 17}, m_format{seed % 3} {}

    MixedMap mix()
    {
        addWorldspawn();
        addGroups();
        addBrushEntity("func_door", "\"angle\" \"90\"\n");
        addBrushEntity("func_mystery", "\"wait\" \"-1\"\n\"wait\" \"2\"\n");
        addPoint("info_player_start", "\"angle\" \"45\"\n");
        addPoint("light", "\"light\" \"250\"\n\"_color\" \"255 128 0\"\n");
        addPoint("monster_nobody_knows", R"("angles" "-10 200 0"
"message" "He said \"no\""
"path" "C:\maps\"
"empty" ""
)");
        if (m_dice.chance(0.5))
            addWorldspawn(); // some tools write a second one
        return std::move(m_map);
    }

private:
    template <typename... Parts>
    void write(fmt::format_string<Parts...> format, Parts&&... parts)
    {
        fmt::format_to(std::back_inserter(m_map.text), format, std::forward<Parts>(parts)...);
    }

    void open(std::string_view className)
    {
        write("// entity {}\n{{\n\"classname\" \"{}\"\n", m_map.entities++, className);
    }

    void close() { m_map.text += "}\n"; }

    void addWorldspawn()
    {
        open("worldspawn");
        m_map.text += "\"message\" \"mixed\"\n";
        addBrushes(30 + m_dice.below(20));
        close();
    }

    void addGroups()
    {
        for (int id = 1; id <= 3; ++id) {
            open("func_group");
            write("\"_tb_type\" \"_tb_group\"\n\"_tb_name\" \"group {0}\"\n\"_tb_id\" \"{0}\"\n",
                  id);
            if (id > 1)
                write("\"_tb_group\" \"{}\"\n", id - 1);
            addBrushes(1 + m_dice.below(5));
            close();
        }
    }

    void addBrushEntity(std::string_view className, std::string_view keys)
    {
        open(className);
        m_map.text += keys;
        addBrushes(1 + m_dice.below(3));
        close();
    }

    void addPoint(std::string_view className, std::string_view keys)
    {
        open(className);
        const auto at = glm::round(m_dice.place(4096));
        write("\"origin\" \"{} {} {}\"\n", at.x, at.y, at.z);
        m_map.text += keys;
        close();
    }

    void addBrushes(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            if (m_dice.chance(0.1))
                addPatch();
            addBrush();
        }
    }

    void addPatch()
    {
        const bool hasSteps = m_dice.chance(0.3);
        const int columns = m_dice.chance(0.5) ? 3 : 5;
        const auto center = m_dice.place(2048);
        m_map.text += hasSteps ? "{\npatchDef3\n{\ncommon/caulk\n" : "{\npatchDef2\n{\nplain\n";
        write("( {} 3 {}0 0 0 )\n(\n", columns, hasSteps ? "4 2 " : "");
        for (int column = 0; column < columns; ++column) {
            m_map.text += "( ";
            for (int row = 0; row < 3; ++row) {
                const auto at = center + Vec3d{column * 64, row * 64, 0} + m_dice.place(24);
                write("( {} {} {} {} {} ) ", at.x, at.y, at.z, column * 0.25, row / 3.0);
            }
            m_map.text += ")\n";
        }
        m_map.text += ")\n}\n}\n";
        ++m_map.patches;
    }

    void addBrush()
    {
        const auto center = m_dice.chance(0.1) ? m_dice.place(Far - 256)
                                               : glm::round(m_dice.place(4096) / 8.0) * 8.0;
        m_map.text += m_format == 2 ? "{\nbrushDef\n{\n" : "{\n";
        for (const auto& side : solid())
            addFace(side, center);
        m_map.text += m_format == 2 ? "}\n}\n" : "}\n";
        ++m_map.brushes;
    }

    Solid solid()
    {
        switch (m_dice.below(5)) {
        case 0:
            return box(glm::ceil(m_dice.place(32) + 32.0) + 1.0);
        case 1:
            return turned(box(Vec3d{m_dice.between(2, 80), m_dice.between(2, 80), 16}));
        case 2:
            return prism(static_cast<int>(3 + m_dice.below(30)));
        case 3: {
            auto wedge = box({32, 32, 32});
            wedge.push_back({glm::normalize(Vec3d{m_dice.between(0.2, 1), 0, 1}), 8});
            return wedge;
        }
        default:
            return turned(box({64, 48, 0.0625})); // a sliver of 4 mm
        }
    }

    static Solid box(const Vec3d& half)
    {
        Solid solid;
        for (int axis = 0; axis < 3; ++axis)
            for (const double sign : {1.0, -1.0}) {
                Side side{Vec3d{0}, half[axis]};
                side.normal[axis] = sign;
                solid.push_back(side);
            }
        return solid;
    }

    Solid turned(Solid solid)
    {
        const auto turn = glm::angleAxis(m_dice.between(0, engine::Pi), m_dice.direction());
        for (auto& side : solid)
            side.normal = turn * side.normal;
        return solid;
    }

    Solid prism(int sides)
    {
        Solid solid{{{0, 0, 1}, 24}, {{0, 0, -1}, 24}};
        for (int i = 0; i < sides; ++i) {
            const double angle = 2 * engine::Pi * i / sides;
            solid.push_back({{std::cos(angle), std::sin(angle), 0}, 40});
        }
        return solid;
    }

    void addFace(const Side& side, const Vec3d& center)
    {
        const auto& normal = side.normal;
        const auto helper = std::abs(normal.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
        const auto u = glm::normalize(glm::cross(helper, normal));
        const auto v = glm::cross(normal, u);
        const auto at = center + normal * side.distance;
        for (const auto& point : {at, at + v * 64.0, at + u * 64.0})
            write("( {} {} {} ) ", point.x, point.y, point.z);
        addMapping();
    }

    void addMapping()
    {
        static constexpr std::array<const char*, 9> Names{
            "wall",  "base/metal_02", "{fence",     "*water1", "+0button",
            "12345", "\"two words\"", "__TB_empty", "a}b{c"};
        const auto* name = Names[m_dice.below(Names.size())];
        if (m_format == 0)
            write("{} {} {} {} {} {}", name, offset(), offset(), turn(), scale(), scale());
        else if (m_format == 1)
            write("{} {} {} {} {} {}", name, axis(), axis(), turn(), scale(), scale());
        else
            write("( ( {} {} {} ) ( {} {} {} ) ) {}", row(), row(), row(), row(), row(), row(),
                  name);
        m_map.text += m_dice.chance(0.2) ? " 134217728 0 0\n" : "\n";
    }

    double offset() { return m_dice.chance(0.3) ? 0 : m_dice.between(-1024, 1024); }

    double turn()
    {
        static constexpr std::array<double, 7> Turns{0, 90, 180, 270, -45, 30, 13.7};
        return Turns[m_dice.below(Turns.size())];
    }

    double scale()
    {
        static constexpr std::array<double, 8> Scales{1, 0.5, 0.25, -1, 2.5, 0, 0.0131, 31};
        return Scales[m_dice.below(Scales.size())];
    }

    /// A row of a brush primitive, in repeats a unit.
    double row() { return m_dice.between(-0.1, 0.1); }

    /// Along the world, slanted, or not even of unit length.
    std::string axis()
    {
        auto way = m_dice.direction();
        if (m_dice.chance(0.4))
            way = {0, m_dice.chance(0.5) ? 1.0 : -1.0, 0};
        else if (m_dice.chance(0.3))
            way *= m_dice.between(0.2, 5);
        return fmt::format("[ {} {} {} {} ]", way.x, way.y, way.z, offset());
    }

    Dice m_dice;
    std::uint64_t m_format;
    MixedMap m_map;
};
} // namespace

MixedMap generateMixedMap(std::uint64_t seed)
{
    return Mixer{seed}.mix();
}
} // namespace mapwright::test
