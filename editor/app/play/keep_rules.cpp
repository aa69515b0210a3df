#include "editor/app/play/keep_rules.h"

#include <QSettings>

#include <algorithm>
#include <iterator>

namespace editor
{
namespace
{
QString keyOfRules()
{
    return QStringLiteral("play/keepRules");
}
} // namespace

QStringList keepRules()
{
    return QSettings{}.value(keyOfRules()).toStringList();
}

void setKeepRules(const QStringList& rules)
{
    QSettings{}.setValue(keyOfRules(), rules);
}

std::vector<PlayedChange> keptByRule(const std::vector<PlayedChange>& changes,
                                     const QStringList& rules)
{
    std::vector<PlayedChange> kept;
    std::copy_if(changes.begin(), changes.end(), std::back_inserter(kept),
                 [&](const PlayedChange& change) {
                     const auto type = QString::fromStdString(change.type->name) + '.';
                     return rules.contains(type + '*') ||
                            (change.property != nullptr &&
                             rules.contains(type + QString::fromStdString(change.property->name)));
                 });
    return kept;
}
} // namespace editor
