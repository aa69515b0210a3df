#pragma once

#include "engine_core/assets/asset_tags.h"
#include "engine_core/assets/project/asset_database.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace editor
{
/// What is typed into the search of the asset browser: words that the path or a tag holds, "#wood"
/// for a tag alone, and sizes such as ">512px", "<2mb" or ">=1000tris". All of them must be so.
class AssetSearch
{
public:
    AssetSearch() = default;
    explicit AssetSearch(const QString& typed);

    /// What of a file sizes ask for; nothing where it has none, or nobody knows.
    struct Facts
    {
        std::optional<double> bytes;
        std::optional<double> pixels; ///< the longer side
        std::optional<double> triangles;
    };

    /// `tags` are those of the file. `facts` is asked only if a size was typed.
    template <typename FindFacts>
    [[nodiscard]] bool
    accepts(const QString& path, const QStringList& tags, const FindFacts& facts) const
    {
        return acceptsText(path, tags) && (m_sizes.empty() || acceptsSizes(facts()));
    }

    /// Sizes that nobody understands, such as ">5 apples"; empty if all is well.
    [[nodiscard]] const QString& problem() const { return m_problem; }

    [[nodiscard]] bool asksForSizes() const { return !m_sizes.empty(); }

    [[nodiscard]] bool isEmpty() const
    {
        return m_words.isEmpty() && m_tags.isEmpty() && m_sizes.empty();
    }

private:
    enum class Unit
    {
        Bytes,
        Pixels,
        Triangles
    };

    struct Size
    {
        Unit unit = Unit::Bytes;
        bool isLess = false;
        bool isEqualToo = false;
        double limit = 0;
    };

    void addSize(const QString& word);
    [[nodiscard]] bool acceptsText(const QString& path, const QStringList& tags) const;
    [[nodiscard]] bool acceptsSizes(const Facts& facts) const;

    QStringList m_words;
    QStringList m_tags;
    std::vector<Size> m_sizes;
    QString m_problem;
};
} // namespace editor
