#pragma once

class QVBoxLayout;
class QWidget;

namespace editor
{
/// Fills the panel of a dock with a page that scrolls up and down, never sideways; returns the
/// layout for what stands on it.
[[nodiscard]] QVBoxLayout* addDockPage(QWidget* panel);
} // namespace editor
