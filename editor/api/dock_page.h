#pragma once

class QLabel;
class QPushButton;
class QString;
class QVBoxLayout;
class QWidget;

namespace editor
{
/// Fills the panel of a dock with a page that scrolls up and down, never sideways; returns the
/// layout for what stands on it.
[[nodiscard]] QVBoxLayout* addDockPage(QWidget* panel);

/// Above a part of the page.
[[nodiscard]] QLabel* dockHeading(const QString& text, QWidget* parent);

/// One that gets narrower with its dock, and as wide as its row has room.
[[nodiscard]] QPushButton* dockButton(const QString& text, const QString& tooltip, QWidget* parent);

/// Switches a field off and says in its tooltip why; without a reason it is on, and the tooltip is
/// as before.
void setUsable(QWidget& field, const QString& whyNot);
} // namespace editor
