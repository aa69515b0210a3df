#include "editor/app/safety/autosave_interval.h"

#include <QSettings>

#include <limits>

namespace editor
{
double autosaveSeconds()
{
    const QSettings kept;
    return kept.value(QStringLiteral("autosave"), true).toBool()
               ? kept.value(QStringLiteral("autosaveSeconds"), 60).toDouble()
               : std::numeric_limits<double>::infinity();
}
} // namespace editor
