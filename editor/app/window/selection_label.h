#pragma once

#include <QLabel>
#include <QTimer>

namespace editor
{
class Document;

/// The part of the status bar that tells how much is selected and how large its brushes and models
/// are. Measures once when the events of the moment are dealt with, however often the selection
/// changed, and leaves the size out for selections of thousands, so that the status bar never slows
/// an edit down.
class SelectionLabel final : public QLabel
{
    Q_OBJECT

public:
    /// Objects, with those below them, up to which the size is measured.
    static constexpr int MeasuredObjects = 4000;

    /// The document outlives the label.
    SelectionLabel(const Document& document, QWidget* parent);

    /// Tells the selection as it is when control returns to the event loop.
    void refreshSoon();

    /// Tells it now.
    void refresh();

private:
    [[nodiscard]] QString describe() const;

    const Document& m_document;
    QTimer m_soon;
};
} // namespace editor
