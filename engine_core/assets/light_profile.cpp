#include "engine_core/assets/light_profile.h"

#include "engine_core/base/log.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace engine
{
namespace
{
constexpr std::size_t MostAngles = 2000;
constexpr std::size_t MostCandelas = 500'000;
constexpr double MostCandela = 1e9;
constexpr std::size_t GridRows = 181;    ///< 0 to 180 degrees
constexpr std::size_t GridColumns = 144; ///< every 2.5 degrees around

/// Takes lines and numbers from the text, and knows on which line it is.
class ProfileReader
{
public:
    ProfileReader(std::string_view text, const std::string& name) : m_rest{text}, m_name{name} {}

    Result<LightProfile> read()
    {
        if (auto problem = skipHeader())
            return *problem;
        const auto lamps = number("the number of lamps", 1, 1e6);
        const auto lumens = number("the lumens of a lamp", -1, MostCandela);
        const auto multiplier = number("the multiplier", 0, MostCandela);
        const auto verticals = count("vertical");
        const auto horizontals = count("horizontal");
        const auto type = number("the type of photometry", 1, 3);
        for (const auto* what : {"the kind of units", "the width", "the length", "the height"})
            (void)number(what, -MostCandela, MostCandela);
        const auto ballast = number("the ballast factor", 0, MostCandela);
        (void)number("the ballast-lamp factor", -MostCandela, MostCandela);
        (void)number("the watts", -MostCandela, MostCandela);
        if (m_problem)
            return *m_problem;
        (void)lamps;
        (void)lumens; // -1 in those of absolute photometry: candelas are candelas either way
        if (type != 1)
            return fail("only photometry of type C can be read, not of type {}",
                        type == 2 ? "B" : "A");
        if (verticals * horizontals > MostCandelas)
            return fail("{} values are more than {}", verticals * horizontals, MostCandelas);
        LightProfile::Table table;
        readAngles("vertical", verticals, 0, 180, table.verticals);
        readAngles("horizontal", horizontals, 0, 360, table.horizontals);
        if (!m_problem)
            checkPlanes(table.horizontals);
        readCandelas(verticals * horizontals, multiplier * ballast, table.candela);
        if (m_problem)
            return *m_problem;
        if (*std::max_element(table.candela.begin(), table.candela.end()) <= 0)
            return fail("the lamp gives no light");
        return LightProfile{std::move(table)};
    }

private:
    template <typename... Args>
    Error fail(fmt::format_string<Args...> format, Args&&... args)
    {
        if (!m_problem)
            m_problem = Error{"{}:{}: {}", m_name, m_line,
                              fmt::format(format, std::forward<Args>(args)...)};
        return *m_problem;
    }

    std::optional<std::string_view> line()
    {
        if (m_rest.empty())
            return std::nullopt;
        const auto end = m_rest.find('\n');
        auto taken = m_rest.substr(0, end);
        m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
        ++m_line;
        while (!taken.empty() && (taken.back() == '\r' || taken.back() == ' '))
            taken.remove_suffix(1);
        return taken;
    }

    /// Names and keywords end with the line that begins with TILT.
    std::optional<Error> skipHeader()
    {
        constexpr std::string_view Tilt = "TILT=";
        while (const auto each = line()) {
            if (!each->starts_with(Tilt))
                continue;
            if (each->substr(Tilt.size()) == "NONE") {
                ++m_line; // numbers stand on the next ones
                return std::nullopt;
            }
            return fail("only lamps with TILT=NONE can be read, not {}",
                        each->substr(0, Tilt.size() + 40));
        }
        return fail("this is no IES file: it has no line that begins with TILT=");
    }

    double number(std::string_view what, double least, double most)
    {
        if (m_problem)
            return 0;
        const auto separates = [](char c) {
            return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == ';';
        };
        while (!m_rest.empty() && separates(m_rest.front())) {
            if (m_rest.front() == '\n')
                ++m_line;
            m_rest.remove_prefix(1);
        }
        if (m_rest.empty()) {
            fail("the file ends where {} should be", what);
            return 0;
        }
        const auto* begin = m_rest.data() + (m_rest.front() == '+' ? 1 : 0);
        const auto* last = m_rest.data() + m_rest.size();
        double value = 0;
        const auto [end, failure] = std::from_chars(begin, last, value);
        if (failure != std::errc{} || !std::isfinite(value) || (end != last && !separates(*end))) {
            fail("{} is not a number", what);
            return 0;
        }
        if (value < least || value > most) {
            fail("{} is {}, not {} to {}", what, value, least, most);
            return 0;
        }
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }

    std::size_t count(std::string_view which)
    {
        const auto value = number(fmt::format("the number of {} angles", which), 1,
                                  static_cast<double>(MostAngles));
        if (value != std::floor(value))
            fail("the number of {} angles is {}, which is no whole number", which, value);
        return static_cast<std::size_t>(value);
    }

    void readAngles(std::string_view which,
                    std::size_t amount,
                    double least,
                    double most,
                    std::vector<double>& angles)
    {
        const auto what = fmt::format("a {} angle", which);
        for (std::size_t i = 0; i < amount && !m_problem; ++i) {
            const double angle = number(what, least, most);
            if (!angles.empty() && angle <= angles.back())
                fail("the {} angle {} does not come after {}", which, angle, angles.back());
            angles.push_back(angle);
        }
    }

    /// What the planes stand for follows from the last one.
    void checkPlanes(const std::vector<double>& angles)
    {
        const double first = angles.front();
        const double last = angles.back();
        const bool isAround = first == 0 && (last == 90 || last == 180 || last == 360);
        const bool isAside = first == 90 && last == 270;
        if (angles.size() > 1 && !isAround && !isAside)
            fail("the horizontal angles go from {} to {}, not from 0 to 90, 180 or 360 nor from 90 "
                 "to 270",
                 first, last);
    }

    void readCandelas(std::size_t amount, double factor, std::vector<double>& candelas)
    {
        for (std::size_t i = 0; i < amount && !m_problem; ++i)
            candelas.push_back(std::min(number("a candela", 0, MostCandela) * factor, 1e18));
    }

    std::string_view m_rest;
    const std::string& m_name;
    std::size_t m_line = 0;
    std::optional<Error> m_problem;
};

/// Between which two ascending angles this one lies, and how far towards the second.
struct Between
{
    std::size_t first = 0;
    std::size_t second = 0;
    double part = 0;
};

Between between(const std::vector<double>& angles, double angle)
{
    const auto above = std::upper_bound(angles.begin(), angles.end(), angle);
    if (above == angles.begin())
        return {};
    const auto first = static_cast<std::size_t>(above - angles.begin()) - 1;
    if (above == angles.end())
        return {first, first, 0};
    return {first, first + 1, (angle - angles[first]) / (angles[first + 1] - angles[first])};
}

/// The measured plane that stands for an angle around.
double measuredPlane(const std::vector<double>& planes, double angle)
{
    angle = std::fmod(angle, 360.0);
    if (angle < 0)
        angle += 360;
    if (planes.size() == 1)
        return planes.front();
    if (planes.front() == 90) // to 270
        return angle < 90 ? 180 - angle : angle > 270 ? 540 - angle : angle;
    if (planes.back() < 360 && angle > 180)
        angle = 360 - angle;
    if (planes.back() == 90 && angle > 90)
        angle = 180 - angle;
    return angle;
}
} // namespace

LightProfile::LightProfile(Table table) : m_table{std::move(table)}
{
    m_peak = *std::max_element(m_table.candela.begin(), m_table.candela.end());
    m_columns = m_table.horizontals.size() == 1 ? 1 : GridColumns;
    const double around = 360.0 / static_cast<double>(m_columns);
    m_grid.reserve(m_columns * GridRows);
    double sum = 0;
    for (std::size_t column = 0; column < m_columns; ++column)
        for (std::size_t row = 0; row < GridRows; ++row) {
            const auto down = static_cast<double>(row);
            const double there = static_cast<double>(column) * around;
            m_grid.push_back(static_cast<float>(candela(down, there) / m_peak));
            if (row + 1 < GridRows) // the band of a degree, which shines as in its middle
                sum += candela(down + 0.5, there) / m_peak *
                       (std::cos(radians(down)) - std::cos(radians(down + 1)));
        }
    m_solidAngle = sum * 2 * Pi / static_cast<double>(m_columns);
}

double LightProfile::candela(double vertical, double horizontal) const
{
    const auto& [verticals, horizontals, values] = m_table;
    if (!(vertical >= verticals.front() && vertical <= verticals.back()))
        return 0;
    const auto row = between(verticals, vertical);
    const auto plane = between(horizontals, measuredPlane(horizontals, horizontal));
    const auto along = [&](std::size_t at) {
        const auto* first = values.data() + at * verticals.size();
        return first[row.first] * (1 - row.part) + first[row.second] * row.part;
    };
    return along(plane.first) * (1 - plane.part) + along(plane.second) * plane.part;
}

float LightProfile::share(const Vec3f& away) const
{
    const float down = std::acos(std::clamp(-away.z, -1.0f, 1.0f)) * static_cast<float>(180 / Pi);
    const auto row = std::min(static_cast<std::size_t>(down), GridRows - 2);
    const float rowPart = down - static_cast<float>(row);
    const auto along = [&](std::size_t column) {
        const auto* first = m_grid.data() + column * GridRows + row;
        return first[0] * (1 - rowPart) + first[1] * rowPart;
    };
    if (m_columns == 1)
        return along(0);
    float turn = std::atan2(away.y, away.x) * static_cast<float>(GridColumns / (2 * Pi));
    if (turn < 0)
        turn += static_cast<float>(GridColumns);
    const auto column = static_cast<std::size_t>(turn) % GridColumns;
    const float part = std::clamp(turn - static_cast<float>(column), 0.0f, 1.0f);
    return along(column) * (1 - part) + along((column + 1) % GridColumns) * part;
}

Result<LightProfile> parseLightProfile(std::string_view text, const std::string& name)
{
    return ProfileReader{text, name}.read();
}

Result<LightProfile> loadLightProfile(const fs::path& file)
{
    const auto text = readFile(file, MostProfileBytes);
    if (!text)
        return text.error();
    return parseLightProfile(*text, file.filename().string());
}

std::shared_ptr<const LightProfile> LightProfileShelf::get(const fs::path& file)
{
    std::error_code failed;
    const auto when = fs::last_write_time(file, failed);
    const auto [at, isNew] = m_read.try_emplace(file);
    auto& known = at->second;
    if (!isNew && known.when == when)
        return known.profile;
    known.when = when;
    known.profile = nullptr;
    if (auto read = loadLightProfile(file))
        known.profile = std::make_shared<const LightProfile>(*std::move(read));
    else
        logWarning("assets", "{}", read.error().message());
    return known.profile;
}
} // namespace engine
