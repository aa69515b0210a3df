#include "tests/support/include_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace mapwright::test
{

namespace
{

struct Include
{
    int line = 0;
    std::string target;
    bool quoted = false;
};

struct Module
{
    std::string_view name;
    int layer;
};

constexpr int SystemLayer = 5;
constexpr int ToolLayer = 9;
constexpr int PluginLayer = ToolLayer; // sees what tools see, and is seen by nobody

constexpr auto Modules = std::to_array<Module>({
    {"engine_core/base", 0},
    {"engine_core/math", 1},
    {"engine_core/geometry", 2},
    {"engine_core/reflect", 2},
    {"engine_core/scene", 3},
    {"engine_core/serialization", 4},
    {"engine_core/assets", 4},
    {"engine_core/interchange", 4},
    {"engine_core/render", SystemLayer},
    {"engine_core/lighting", SystemLayer},
    {"engine_core/navigation", SystemLayer},
    {"engine_core/foliage", SystemLayer},
    {"engine_core/physics", SystemLayer},
    {"engine_core/scripting", SystemLayer},
    {"engine_core/net", SystemLayer},
    {"engine_core/audio", SystemLayer},
    {"engine_core/gamepad", SystemLayer},
    {"engine_core/play", 6},
    {"editor/document", 7},
    {"editor/operations", 7},
    {"editor/api", 8},
    {"editor/tools", ToolLayer},
    {"editor/scripting", ToolLayer},
    {"editor/views", 10},
    {"editor/panels", 10},
    {"editor/app", 10},
});

/// How the names of library headers begin that cost every includer dearly.
constexpr auto HeavyHeaders = std::to_array<std::string_view>({
    "nlohmann/json.hpp",
    "angelscript.h",
    "angelscript/",
    "bt",
    "Bullet",
    "LinearMath/",
    "embree3/",
    "GL/",
    "EGL/",
    "AL/",
    "Imf",
    "OpenEXR/",
    "tbb/",
    "tiny_gltf.h",
    "Recast",
    "Detour",
    "SDL",
});

/// Headers that bring a whole Qt module; no file of ours needs one.
constexpr auto QtUmbrellas =
    std::to_array<std::string_view>({"QtCore", "QtGui", "QtWidgets", "QtOpenGL", "QtSvg"});

bool isQt(const Include& include)
{
    const auto& name = include.target;
    const bool looksLikeQt =
        name.size() > 1 && name[0] == 'Q' && (name[1] == 't' || (name[1] >= 'A' && name[1] <= 'Z'));
    return !include.quoted && looksLikeQt;
}

bool isHeavy(const Include& include)
{
    const auto& name = include.target;
    return !include.quoted &&
           (name == "regex" || std::ranges::any_of(HeavyHeaders, [&](std::string_view heavy) {
                return name.starts_with(heavy);
            }));
}

bool isHeader(std::string_view path)
{
    return path.ends_with(".h");
}

/// The first two folders: engine_core/scene, editor/tools, plugins/measure.
std::string moduleOf(std::string_view path)
{
    const auto first = path.find('/');
    const auto second = first == path.npos ? path.npos : path.find('/', first + 1);
    return second == path.npos ? std::string{} : std::string{path.substr(0, second)};
}

std::optional<int> layerOf(std::string_view module)
{
    if (module.starts_with("plugins/"))
        return PluginLayer;
    const auto* const found = std::ranges::find(Modules, module, &Module::name);
    return found == Modules.end() ? std::nullopt : std::optional{found->layer};
}

bool mustBeFreeOfQt(std::string_view module)
{
    return module.starts_with("engine_core/") || module == "editor/document" ||
           module == "editor/operations" || module == "editor/tools" ||
           module == "editor/scripting";
}

std::optional<Include> parseInclude(std::string_view line)
{
    const auto skipBlanks = [&] {
        const auto start = line.find_first_not_of(" \t");
        line.remove_prefix(start == line.npos ? line.size() : start);
    };
    skipBlanks();
    if (!line.starts_with('#'))
        return std::nullopt;
    line.remove_prefix(1);
    skipBlanks();
    if (!line.starts_with("include"))
        return std::nullopt;
    line.remove_prefix(7);
    skipBlanks();
    if (!line.starts_with('"') && !line.starts_with('<'))
        return std::nullopt;
    const bool quoted = line.front() == '"';
    line.remove_prefix(1);
    const auto end = line.find(quoted ? '"' : '>');
    if (end == line.npos)
        return std::nullopt;
    return Include{0, std::string{line.substr(0, end)}, quoted};
}

std::vector<Include> includesOf(std::string_view text)
{
    std::vector<Include> found;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        if (auto include = parseInclude(text.substr(0, end))) {
            include->line = number;
            found.push_back(std::move(*include));
        }
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return found;
}

class Checker
{
public:
    explicit Checker(std::span<const SourceFile> sources)
    {
        for (const auto& source : sources)
            m_includes[source.path] = includesOf(source.text);
    }

    std::vector<IncludeFault> run()
    {
        m_internal = headersReaching([](const Include& include) { return isHeavy(include); }, true);
        m_reachingQt = headersReaching([](const Include& include) { return isQt(include); }, false);
        for (const auto& [path, includes] : m_includes)
            for (const auto& include : includes)
                check(path, include);
        return std::move(m_faults);
    }

private:
    /// Our headers that bring in a library header accepted by `matches`, directly or through our
    /// other headers; the value names the library header. `insideModule` follows only includes
    /// between files of one module: crossing the border is a fault of its own.
    template <typename Matches>
    std::map<std::string, std::string> headersReaching(Matches matches, bool insideModule) const
    {
        std::map<std::string, std::string> reaching;
        for (bool grew = true; grew;) {
            grew = false;
            for (const auto& [path, includes] : m_includes) {
                if (!isHeader(path) || reaching.contains(path))
                    continue;
                for (const auto& include : includes) {
                    const auto via = reaching.find(include.target);
                    const bool follows =
                        include.quoted && via != reaching.end() &&
                        (!insideModule || moduleOf(include.target) == moduleOf(path));
                    if (!follows && !matches(include))
                        continue;
                    reaching.emplace(path, follows ? via->second : include.target);
                    grew = true;
                    break;
                }
            }
        }
        return reaching;
    }

    void check(const std::string& path, const Include& include)
    {
        if (include.quoted)
            checkOwn(path, include);
        else
            checkLibrary(path, include);
    }

    void checkLibrary(const std::string& path, const Include& include)
    {
        const auto& name = include.target;
        if (isQt(include) && mustBeFreeOfQt(moduleOf(path)))
            fault(path, include, moduleOf(path) + " is free of Qt");
        if (std::ranges::find(QtUmbrellas, name) != QtUmbrellas.end())
            fault(path, include, "include the Qt classes that you use, not a whole Qt module");
    }

    void checkOwn(const std::string& path, const Include& include)
    {
        if (include.target.ends_with(".moc"))
            return;
        if (include.target.starts_with("tests/benchmarks/") && path.starts_with("editor/app/cli/"))
            return; // the benchmarks are a command of the program
        const auto from = moduleOf(path);
        const auto to = moduleOf(include.target);
        const auto fromLayer = layerOf(from);
        const auto toLayer = layerOf(to);
        if (!fromLayer) {
            fault(path, include, "the folder of this file is not in the layer table");
            return;
        }
        if (!toLayer) {
            fault(path, include, "our includes start at the repository root, in a known module");
            return;
        }
        if (from != to)
            checkDirection(path, include, {from, *fromLayer}, {to, *toLayer});
        if (mustBeFreeOfQt(from))
            if (const auto qt = m_reachingQt.find(include.target); qt != m_reachingQt.end())
                fault(path, include,
                      from + " is free of Qt, but this brings in <" + qt->second + '>');
    }

    void checkDirection(const std::string& path,
                        const Include& include,
                        const Module& from,
                        const Module& to)
    {
        const bool isPlugin = from.name.starts_with("plugins/");
        if (to.name.starts_with("plugins/"))
            fault(path, include, "nothing includes a plugin, not even another plugin");
        else if (isPlugin && to.layer > ToolLayer)
            fault(path, include,
                  "plugins see editor/api and what lies below it, never a window's parts");
        else if (to.layer > from.layer)
            fault(path, include,
                  std::string{from.name} + " (layer " + std::to_string(from.layer) +
                      ") lies below it (layer " + std::to_string(to.layer) + ')');
        else if (to.layer == SystemLayer && from.layer == SystemLayer)
            fault(path, include, "the systems of layer 5 meet through components only");
        if (const auto heavy = m_internal.find(include.target); heavy != m_internal.end())
            fault(path, include,
                  "it brings in <" + heavy->second + ">, so it is internal to " +
                      std::string{to.name});
    }

    void fault(const std::string& path, const Include& include, const std::string& why)
    {
        m_faults.push_back({path, include.line, "includes " + include.target + ": " + why});
    }

    std::map<std::string, std::vector<Include>> m_includes;
    std::map<std::string, std::string> m_internal;
    std::map<std::string, std::string> m_reachingQt;
    std::vector<IncludeFault> m_faults;
};

} // namespace

std::vector<IncludeFault> checkIncludes(std::span<const SourceFile> sources)
{
    return Checker{sources}.run();
}

} // namespace mapwright::test
