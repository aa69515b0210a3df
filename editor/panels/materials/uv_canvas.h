#pragma once

#include "editor/api/editor_api.h"
#include "editor/panels/materials/texture_tiles.h"
#include "editor/tools/texture/flat_editor.h"
#include "editor/tools/texture/hotspot_editor.h"

#include <QPixmap>
#include <QWidget>

#include <memory>
#include <optional>

namespace editor
{
/// Draws what a FlatEditor shows over its texture, and hands it mouse and keys. The wheel zooms at
/// the pointer; the middle or right button, or the left one beside everything, pans; F shows all.
class UvCanvas : public QWidget
{
    Q_OBJECT

public:
    UvCanvas(EditorApi& editor, FlatEditor& flat, QWidget* parent);
    ~UvCanvas() override;

    /// What lies beneath; an empty one: checks.
    void setTexture(TextureTiles tiles);

    /// In the middle while nothing is selected.
    void setHint(const QString& text) { m_hint = text; }

    /// Gets mouse and Delete instead of the faces; null: they do again.
    void editHotspots(HotspotEditor* spots);

    /// Brings all shapes into the middle.
    void showAll();

    /// Shapes, picture or hot spots are others.
    void refresh() { update(); }

    /// Takes a drag under way back.
    void cancel();

    [[nodiscard]] bool isDragging() const { return m_gesture != nullptr; }

Q_SIGNALS:
    /// What is picked, or the measure of a drag.
    void stateChanged(const QString& measure);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] PointerEvent pointerEvent(const QPointF& at, Qt::KeyboardModifiers keys) const;
    void drag(const PointerEvent& event);
    void viewChanged();
    void showPointer();
    [[nodiscard]] bool takes(const QKeyEvent& event) const;
    void followModifiers(const QKeyEvent& event);

    void paintGround(QPainter& painter) const;
    void paintDimming(QPainter& painter) const;
    void paintGrid(QPainter& painter) const;
    void paintNumbers(QPainter& painter) const;
    void paintHotspots(QPainter& painter) const;
    void paintShapes(QPainter& painter) const;
    void paintBox(QPainter& painter) const;
    void paintGrips(QPainter& painter, const UvBounds& box) const;
    void paintMeasure(QPainter& painter) const;

    EditorApi& m_editor;
    FlatEditor& m_flat;
    HotspotEditor* m_spots = nullptr;
    TextureTiles m_tiles;
    QPixmap m_ground; ///< all that lies beneath the shapes; null: to be drawn anew
    QString m_hint;
    std::optional<PointerEvent> m_press; ///< of the button that is held
    bool m_isPanning = false;
    bool m_hasMoved = false; ///< since the press, further than a click
    bool m_isWhole = true;   ///< nobody has panned or zoomed since showAll()
    PointerEvent m_pointer;  ///< where the mouse was last
    std::unique_ptr<Gesture> m_gesture;
};
} // namespace editor
