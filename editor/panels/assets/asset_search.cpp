#include "editor/panels/assets/asset_search.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace editor
{
AssetSearch::AssetSearch(const QString& typed)
{
    static const QRegularExpression Blanks{QStringLiteral("\\s+")};
    for (const auto& word : typed.split(Blanks, Qt::SkipEmptyParts)) {
        if (word.startsWith(QLatin1Char{'#'})) {
            if (word.size() > 1)
                m_tags << word.mid(1).toLower();
        } else if (word.startsWith(QLatin1Char{'>'}) || word.startsWith(QLatin1Char{'<'})) {
            addSize(word);
        } else {
            m_words << word;
        }
    }
}

void AssetSearch::addSize(const QString& word)
{
    static const QRegularExpression Form{
        QStringLiteral("^([<>])(=?)(\\d+(?:\\.\\d+)?)(k?)(px|b|kb|mb|gb|tris?)$"),
        QRegularExpression::CaseInsensitiveOption};
    const auto found = Form.match(word);
    if (!found.hasMatch()) {
        // Half typed is no mistake: it counts as soon as it can be understood.
        m_problem = QCoreApplication::translate("AssetSearch",
                                                "'%1' is no size: write >512px, <2mb or >1000tris")
                        .arg(word);
        return;
    }
    const auto unit = found.captured(5).toLower();
    Size size;
    size.isLess = found.captured(1) == QLatin1String{"<"};
    size.isEqualToo = !found.captured(2).isEmpty();
    size.limit = found.captured(3).toDouble() * (found.captured(4).isEmpty() ? 1 : 1000);
    size.unit = unit == QLatin1String{"px"}             ? Unit::Pixels
                : unit.startsWith(QLatin1String{"tri"}) ? Unit::Triangles
                                                        : Unit::Bytes;
    if (unit == QLatin1String{"kb"})
        size.limit *= 1e3;
    if (unit == QLatin1String{"mb"})
        size.limit *= 1e6;
    if (unit == QLatin1String{"gb"})
        size.limit *= 1e9;
    m_sizes.push_back(size);
}

bool AssetSearch::acceptsText(const QString& path, const QStringList& tags) const
{
    const auto startsOne = [&](const QString& start) {
        return std::any_of(tags.begin(), tags.end(),
                           [&](const QString& tag) { return tag.startsWith(start); });
    };
    return std::all_of(m_tags.begin(), m_tags.end(), startsOne) &&
           std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
               return path.contains(word, Qt::CaseInsensitive) || startsOne(word.toLower());
           });
}

bool AssetSearch::acceptsSizes(const Facts& facts) const
{
    return std::all_of(m_sizes.begin(), m_sizes.end(), [&](const Size& size) {
        const auto& value = size.unit == Unit::Pixels      ? facts.pixels
                            : size.unit == Unit::Triangles ? facts.triangles
                                                           : facts.bytes;
        if (!value)
            return false;
        if (*value == size.limit)
            return size.isEqualToo;
        return size.isLess ? *value < size.limit : *value > size.limit;
    });
}
} // namespace editor
