#pragma once

class QAbstractItemView;
class QString;

namespace editor
{
/// What an empty list says instead of nothing: what it is for and what to do first. Said again, it
/// says the new text.
void setEmptyHint(QAbstractItemView* view, const QString& text);
} // namespace editor
