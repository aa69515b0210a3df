#pragma once

#include "engine_core/scene/debug_draw.h"

#include <QLabel>

#include <vector>

namespace editor
{
/// What colours in the views mean: squares of them with words, for a dock.
class ColorLegend final : public QLabel
{
    Q_OBJECT

public:
    struct Entry
    {
        QString text;
        std::vector<engine::DrawColor> colors; ///< side by side; how opaque they are does not count
    };

    explicit ColorLegend(QWidget* parent);

    /// Hidden without entries.
    void setEntries(const std::vector<Entry>& entries);

    /// Words alone, such as that the colours of something else are shown.
    void setNote(const QString& text);
};
} // namespace editor
