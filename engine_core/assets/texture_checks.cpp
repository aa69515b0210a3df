#include "engine_core/assets/texture_checks.h"

#include "engine_core/assets/images/image_size.h"
#include "engine_core/assets/images/picture_tone.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/jobs.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine
{
std::optional<KnownPictures::Facts> KnownPictures::find(const fs::path& file, bool withTone)
{
    std::error_code failed;
    const auto written = fs::last_write_time(file, failed);
    const auto bytes = failed ? std::uintmax_t{0} : fs::file_size(file, failed);
    if (failed)
        return std::nullopt;
    Facts facts;
    {
        const std::lock_guard lock{m_mutex};
        if (const auto at = m_known.find(file); at != m_known.end())
            facts = at->second;
    }
    if (facts.written != written || facts.bytes != bytes)
        facts = {written, bytes, imageSize(file), {}};
    if (withTone && facts.size && !facts.isOfNormals) {
        const auto image = loadImage(file);
        facts.isOfNormals = image && toneOf(*image).isOfNormals();
        if (!image)
            facts.size.reset();
    }
    const std::lock_guard lock{m_mutex};
    if (m_known.size() > MostKnown)
        m_known.clear();
    m_known[file] = facts;
    return facts;
}

namespace
{
/// Of the names that pictures of normals have: others are looked at as well where it is cheap.
bool isNamedAsNormals(const fs::path& picture)
{
    const auto name = picture.stem().string();
    const auto ends = [&](std::string_view ending) {
        return name.size() > ending.size() &&
               std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [](char a, char b) {
                   return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
               });
    };
    return ends("_n") || ends("_nrm") || ends("_norm") || ends("normal") || ends("_local") ||
           ends("normal_gl") || ends("normal_dx");
}

class PictureCheck
{
public:
    PictureCheck(const AssetUse& use,
                 const Project& project,
                 KnownPictures& known,
                 std::vector<Issue>& issues)
        : m_use{use}, m_project{project}, m_known{known}, m_issues{issues}
    {
    }

    void run()
    {
        const auto file = assetFile(m_project, AssetKind::Material, m_use.path);
        if (!file)
            return; // told by another check
        const auto text =
            loadMaterialText(*file, m_project.assetFolder(), materialFilesOf(m_project));
        if (!text)
            return;
        for (const auto& picture : text->images())
            checkFile(picture);
        checkUses(*text);
    }

private:
    void checkFile(const fs::path& picture)
    {
        const auto facts = m_known.find(picture, false);
        const auto name = shownName(picture);
        if (!facts)
            return add(Severity::Warning, "missing-picture",
                       fmt::format("shows the picture '{}', which does not exist", name),
                       "Put the picture there, or choose another one in the Material dock.");
        if (!facts->size)
            return add(Severity::Warning, "broken-picture",
                       fmt::format("shows the picture '{}', which cannot be read", name),
                       "Save the picture again as PNG, JPEG, TGA or BMP.");
        const auto side = std::max(facts->size->x, facts->size->y);
        if (side > BigPictureSide)
            add(Severity::Info, "big-picture",
                fmt::format("shows the picture '{}' of {:.0f} x {:.0f} texels, more than {} a side",
                            name, facts->size->x, facts->size->y, BigPictureSide),
                "Make the picture smaller: it takes memory and time that nobody sees.");
    }

    void checkUses(const MaterialText& text)
    {
        if (!text.normal.empty() && !isOfNormals(text.normal, true))
            add(Severity::Warning, "color-as-normals",
                fmt::format("takes '{}' for its bumps, which is no normal map",
                            shownName(text.normal)),
                "Choose a normal map, which is mostly light blue, in the Material dock.");
        if (!text.color.empty() && isNamedAsNormals(text.color) && isOfNormals(text.color, false))
            add(Severity::Warning, "normals-as-color",
                fmt::format("takes '{}' for its colour, which is a normal map",
                            shownName(text.color)),
                "Use it as the normal map in the Material dock.");
    }

    [[nodiscard]] bool isOfNormals(const fs::path& picture, bool otherwise)
    {
        const auto facts = m_known.find(picture, true);
        return facts && facts->size ? facts->isOfNormals.value_or(otherwise) : otherwise;
    }

    [[nodiscard]] std::string shownName(const fs::path& picture) const
    {
        std::error_code failed;
        const auto assets = fs::weakly_canonical(m_project.assetFolder(), failed);
        const auto inside = picture.lexically_relative(assets).generic_string();
        return inside.empty() ? picture.string() : inside;
    }

    void add(Severity severity, const char* rule, const std::string& what, const char* fix)
    {
        m_issues.push_back({severity,
                            rule,
                            m_use.users.front(),
                            fmt::format("face {}", m_use.firstFace),
                            fmt::format("The material '{}' {}.", m_use.path, what),
                            fix,
                            {m_use.users.begin() + 1, m_use.users.end()}});
    }

    const AssetUse& m_use;
    const Project& m_project;
    KnownPictures& m_known;
    std::vector<Issue>& m_issues;
};
} // namespace

std::vector<Issue> findPictureProblems(std::span<const AssetUse> uses,
                                       const Project& project,
                                       const JobControl* control,
                                       KnownPictures* known)
{
    KnownPictures own;
    std::vector<Issue> issues;
    for (const auto& use : uses) {
        if (control != nullptr && control->isCancelled())
            break;
        if (use.kind == AssetKind::Material && use.path.find(InModel) == std::string::npos)
            PictureCheck{use, project, known != nullptr ? *known : own, issues}.run();
    }
    return issues;
}
} // namespace engine
