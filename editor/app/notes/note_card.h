#pragma once

#include "engine_core/play/notes/note.h"

#include <QImage>
#include <QWidget>

#include <vector>

class QButtonGroup;
class QFrame;
class QLabel;
class QPlainTextEdit;

namespace editor
{
/// Lies over a view with the picture of a moment, to be drawn on, and a small card for the words.
/// Enter saves, Esc drops.
class NoteCard : public QWidget
{
    Q_OBJECT

public:
    NoteCard(QImage picture, QWidget& view);

    /// What was in the card of a note that could not be written, and why it could not.
    void fill(const engine::Note& note, const QString& why);

    [[nodiscard]] engine::NoteKind kind() const;

    [[nodiscard]] std::string text() const; ///< without blanks around it

    [[nodiscard]] const std::vector<engine::NoteStroke>& drawing() const { return m_drawing; }

Q_SIGNALS:
    /// There are words or a drawing, to be kept.
    void accepted();
    void dropped();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QWidget* makeKinds();
    QWidget* makeButtons();
    void place();
    void accept();
    void takeBackStroke();
    void addPoint(const QPointF& at);
    [[nodiscard]] std::size_t pointCount() const;
    [[nodiscard]] bool handleKey(const QKeyEvent& event);
    bool dragCard(const QEvent& event);

    QWidget& m_view;
    QImage m_picture;
    std::vector<engine::NoteStroke> m_drawing;
    QFrame* m_card = nullptr;
    QButtonGroup* m_kinds = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_trouble = nullptr; ///< why it is not saved; hidden until then
    std::optional<QPoint> m_heldAt; ///< where the card is held that is dragged
    bool m_isDrawing = false;
};

/// A note's drawing over its picture, which fills `place`.
void paintDrawing(QPainter& painter,
                  const std::vector<engine::NoteStroke>& drawing,
                  const QRectF& place);

/// The icon and the name of a kind of notes.
[[nodiscard]] QIcon noteKindIcon(engine::NoteKind kind);
[[nodiscard]] QString noteKindText(engine::NoteKind kind);
[[nodiscard]] QString noteStateText(engine::NoteState state);
} // namespace editor
