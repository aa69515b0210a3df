#include "engine_core/interchange/maps/map_text.h"

#include "engine_core/base/jobs.h"
#include "engine_core/geometry/patch_grid.h"
#include "engine_core/interchange/maps/map_scanner.h"

#include <algorithm>
#include <unordered_map>

namespace engine
{
namespace
{
/// A .map that needs more of anything than this is no level.
constexpr std::size_t MostFaces = 16'000'000;
constexpr std::size_t MostPatches = 200'000;

/// The text begins with a byte order mark where a Windows editor wrote it.
std::string_view withoutMark(std::string_view text)
{
    constexpr std::string_view Mark = "\xef\xbb\xbf";
    return text.starts_with(Mark) ? text.substr(Mark.size()) : text;
}

class MapParser
{
public:
    MapParser(std::string_view text, const JobControl* job) : m_scan{text}, m_job{job}
    {
        // Guesses for a usual level: faces of 100 to 150 bytes, six to eight a brush.
        m_map.faces.reserve(text.size() / 110);
        m_map.brushes.reserve(text.size() / 700);
    }

    Result<MapText> parse();

private:
    void readEntity();
    void readKey(MapTextEntity& entity);
    void readBrush(bool isPrimitive);
    void readNamedBlock(int line);
    void readPatch(int line, bool hasSteps);
    bool readPatchHead(MapPatch& patch, bool hasSteps);
    bool readPatchPoints(const MapPatch& patch);
    bool readFace(MapMapping mapping);
    bool readPoints(MapFace& face);
    bool readPrimitiveMatrix(MapFace& face);
    bool readValveAxis(MapFace& face, std::size_t first);
    bool readNumbers(MapFace& face, std::size_t first, std::size_t count);
    std::uint32_t textureIndex(std::string_view name);

    [[nodiscard]] bool isCancelled() const { return m_job != nullptr && m_job->isCancelled(); }

    MapScanner m_scan;
    const JobControl* m_job;
    MapText m_map;
    std::unordered_map<std::string_view, std::uint32_t> m_textures;
    bool m_endedEarly = false;
};

Result<MapText> MapParser::parse()
{
    while (m_scan.peek() != '\0' && !m_endedEarly) {
        if (isCancelled())
            return Error{"Cancelled"};
        if (m_map.faces.size() > MostFaces)
            return Error{"The map has more than {} faces", MostFaces};
        if (m_map.patches.size() > MostPatches)
            return Error{"The map has more than {} curved patches", MostPatches};
        const int line = m_scan.line();
        if (m_scan.take('{')) {
            readEntity();
        } else if (m_map.entities.empty()) {
            return Error{"Line {}: this is no Quake map, which begins with an opening brace", line};
        } else {
            m_map.skips.add(line, "Text that belongs to no entity");
            m_scan.skipLine();
        }
    }
    if (m_map.entities.empty())
        return Error{"The map is empty"};
    m_map.skips.sort();
    return std::move(m_map);
}

void MapParser::readEntity()
{
    auto& entity = m_map.entities.emplace_back();
    entity.line = m_scan.line();
    entity.firstBrush = static_cast<std::uint32_t>(m_map.brushes.size());
    entity.firstPatch = static_cast<std::uint32_t>(m_map.patches.size());
    while (!m_scan.take('}')) {
        const int line = m_scan.line();
        const char next = m_scan.peek();
        if (next == '"') {
            readKey(entity);
        } else if (next == '{') {
            m_scan.take('{');
            readBrush(false);
        } else if (next == '\0') {
            m_map.skips.add(line, "The file ends inside the entity of line " +
                                      std::to_string(entity.line) +
                                      ": its closing brace was taken to be there");
            m_endedEarly = true;
        } else if (next == '(') {
            // A brush without an entity about it: what some editors copy to the clipboard.
            readBrush(false);
            break;
        } else {
            m_map.skips.add(line, "Text that is neither a key nor a brush");
            m_scan.skipLine();
        }
        if (m_endedEarly || isCancelled())
            break;
    }
    entity.brushCount = static_cast<std::uint32_t>(m_map.brushes.size()) - entity.firstBrush;
    entity.patchCount = static_cast<std::uint32_t>(m_map.patches.size()) - entity.firstPatch;
}

void MapParser::readKey(MapTextEntity& entity)
{
    const int line = m_scan.line();
    const auto key = m_scan.quoted();
    if (key && m_scan.peekOnLine() == '"')
        if (const auto value = m_scan.quoted()) {
            entity.keys.push_back({std::string{*key}, std::string{*value}});
            return;
        }
    m_map.skips.add(line, "A key without a value between quotes on its line");
    m_scan.skipLine();
}

/// Behind the opening brace. A brush with a broken face is skipped as a whole: without the face it
/// would be another shape.
void MapParser::readBrush(bool isPrimitive)
{
    const int line = m_scan.line();
    MapBrush brush{static_cast<std::uint32_t>(m_map.faces.size()), 0, line};
    for (;;) {
        const char next = m_scan.peek();
        if (next == '(') {
            const int faceLine = m_scan.line();
            if (readFace(isPrimitive ? MapMapping::Primitive : MapMapping::Standard))
                continue;
            m_map.faces.resize(brush.firstFace);
            m_map.skips.add(faceLine, "A brush whose face cannot be read");
            m_endedEarly = !m_scan.skipBlock(0);
            return;
        }
        if (next == '}') {
            m_scan.take('}');
            break;
        }
        if (next == '\0') {
            m_map.faces.resize(brush.firstFace);
            m_map.skips.add(line, "The file ends inside this brush");
            m_endedEarly = true;
            return;
        }
        if (m_map.faces.size() == brush.firstFace && !isPrimitive) {
            readNamedBlock(line);
            return;
        }
        m_map.faces.resize(brush.firstFace);
        m_map.skips.add(m_scan.line(), "A brush with text that is no face");
        m_endedEarly = !m_scan.skipBlock(0);
        return;
    }
    brush.faceCount = static_cast<std::uint32_t>(m_map.faces.size()) - brush.firstFace;
    if (brush.faceCount > 0)
        m_map.brushes.push_back(brush);
    else
        m_map.skips.add(line, "A brush without faces");
}

/// "brushDef { ... } }" and its relatives.
void MapParser::readNamedBlock(int line)
{
    const auto name = m_scan.word();
    if (name == "brushDef" && m_scan.take('{')) {
        readBrush(true);
        if (!m_endedEarly)
            m_endedEarly = !m_scan.skipBlock(0);
        return;
    }
    if ((name == "patchDef2" || name == "patchDef3") && m_scan.take('{'))
        return readPatch(line, name == "patchDef3");
    std::string reason{"An unknown kind of brush"};
    if (name == "brushDef3")
        reason = "A Doom 3 brush, which is not read";
    m_map.skips.add(line, reason);
    m_endedEarly = !m_scan.skipBlock(0);
}

/// Behind its inner opening brace.
void MapParser::readPatch(int line, bool hasSteps)
{
    MapPatch patch;
    patch.line = line;
    patch.firstPoint = static_cast<std::uint32_t>(m_map.patchPoints.size());
    const bool hasHead = readPatchHead(patch, hasSteps);
    const auto isSide = [](int count) {
        return count >= FewestPatchPoints && count <= MostPatchPoints && count % 2 == 1;
    };
    if (!hasHead) {
        m_map.skips.add(line, "A curved patch without a texture or a size");
    } else if (!isSide(patch.columns) || !isSide(patch.rows)) {
        m_map.skips.add(line, "A curved patch of " + std::to_string(patch.columns) + " by " +
                                  std::to_string(patch.rows) +
                                  " points: both must be odd, from 3 to 31");
    } else if (!readPatchPoints(patch)) {
        m_map.patchPoints.resize(patch.firstPoint);
        m_map.skips.add(line, "A curved patch whose points cannot be read");
    } else {
        m_map.patches.push_back(patch);
    }
    m_endedEarly = !m_scan.skipBlock(1);
}

/// Its texture, then ( columns rows [columnSteps rowSteps] contents flags value ).
bool MapParser::readPatchHead(MapPatch& patch, bool hasSteps)
{
    (void)m_scan.peek();
    const auto texture = m_scan.word();
    if (texture.empty() || !m_scan.take('('))
        return false;
    std::vector<int> numbers;
    constexpr std::size_t Most = 16;
    while (numbers.size() < Most && !m_scan.take(')')) {
        const auto number = m_scan.number();
        if (!number || !(std::abs(*number) < 1e9))
            return false;
        numbers.push_back(static_cast<int>(*number));
    }
    if (numbers.size() < (hasSteps ? 4U : 2U))
        return false;
    patch.texture = textureIndex(texture);
    patch.columns = numbers[0];
    patch.rows = numbers[1];
    if (hasSteps) {
        patch.columnSteps = std::clamp(numbers[2], 0, MostPatchSteps);
        patch.rowSteps = std::clamp(numbers[3], 0, MostPatchSteps);
    }
    return true;
}

/// ( ( ( x y z u v ) ... ) ... ), a pair of parentheses about each column.
bool MapParser::readPatchPoints(const MapPatch& patch)
{
    if (!m_scan.take('('))
        return false;
    for (int column = 0; column < patch.columns; ++column) {
        if (!m_scan.take('('))
            return false;
        for (int row = 0; row < patch.rows; ++row) {
            if (!m_scan.take('('))
                return false;
            for (auto& number : m_map.patchPoints.emplace_back()) {
                const auto read = m_scan.number();
                if (!read)
                    return false;
                number = *read;
            }
            if (!m_scan.take(')'))
                return false;
        }
        if (!m_scan.take(')'))
            return false;
    }
    return m_scan.take(')');
}

bool MapParser::readFace(MapMapping mapping)
{
    auto& face = m_map.faces.emplace_back();
    face.line = m_scan.line();
    face.mapping = mapping;
    if (!readPoints(face) || (mapping == MapMapping::Primitive && !readPrimitiveMatrix(face)))
        return false;
    const auto texture = m_scan.word();
    if (texture.empty())
        return false;
    face.texture = textureIndex(texture);
    if (mapping == MapMapping::Standard) {
        if (m_scan.peekOnLine() == '[') {
            face.mapping = MapMapping::Valve;
            if (!readValveAxis(face, 0) || !readValveAxis(face, 4) || !readNumbers(face, 8, 3))
                return false;
        } else if (!readNumbers(face, 0, 5)) {
            return false;
        }
    }
    // What Quake 2, Quake 3, Hexen 2 and Daikatana add.
    for (char next = m_scan.peekOnLine(); next != '\0' && next != '/' && next != '}' && next != '(';
         next = m_scan.peekOnLine()) {
        if (!m_scan.number())
            return false;
        face.hasSurface = true;
    }
    return true;
}

bool MapParser::readPoints(MapFace& face)
{
    for (auto& point : face.points) {
        if (!m_scan.take('('))
            return false;
        for (int axis = 0; axis < 3; ++axis) {
            const auto number = m_scan.number();
            if (!number)
                return false;
            point[axis] = *number;
        }
        if (!m_scan.take(')'))
            return false;
    }
    return true;
}

/// ( ( a b c ) ( d e f ) )
bool MapParser::readPrimitiveMatrix(MapFace& face)
{
    return m_scan.take('(') && m_scan.take('(') && readNumbers(face, 0, 3) && m_scan.take(')') &&
           m_scan.take('(') && readNumbers(face, 3, 3) && m_scan.take(')') && m_scan.take(')');
}

/// [ x y z offset ]
bool MapParser::readValveAxis(MapFace& face, std::size_t first)
{
    return m_scan.take('[') && readNumbers(face, first, 4) && m_scan.take(']');
}

bool MapParser::readNumbers(MapFace& face, std::size_t first, std::size_t count)
{
    for (std::size_t i = first; i < first + count; ++i) {
        const auto number = m_scan.number();
        if (!number)
            return false;
        face.numbers[i] = *number;
    }
    return true;
}

std::uint32_t MapParser::textureIndex(std::string_view name)
{
    // Neighbouring faces have the same texture as a rule.
    const auto count = m_map.faces.size();
    if (count > 1) {
        const auto last = m_map.faces[count - 2].texture;
        if (last < m_map.textures.size() && m_map.textures[last] == name)
            return last;
    }
    const auto [at, isNew] =
        m_textures.emplace(name, static_cast<std::uint32_t>(m_map.textures.size()));
    if (isNew)
        m_map.textures.push_back(name);
    return at->second;
}
} // namespace

void MapSkips::add(int line, std::string reason)
{
    ++m_count;
    if (m_list.size() < MostKept)
        m_list.push_back({line, std::move(reason)});
}

void MapSkips::sort()
{
    std::stable_sort(m_list.begin(), m_list.end(),
                     [](const MapSkip& a, const MapSkip& b) { return a.line < b.line; });
}

Result<MapText> parseMapText(std::string_view text, const JobControl* job)
{
    return MapParser{withoutMark(text), job}.parse();
}

bool looksLikeMapText(std::string_view text)
{
    MapScanner scan{withoutMark(text)};
    if (!scan.take('{'))
        return false;
    switch (scan.peek()) {
    case '"':
        // JSON has a colon between the two.
        return scan.quoted() && scan.peek() == '"';
    case '(':
    case '{':
    case '}':
        return true;
    default:
        return scan.word().starts_with("brushDef") || scan.word().starts_with("patchDef");
    }
}
} // namespace engine
