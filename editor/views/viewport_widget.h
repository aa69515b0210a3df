#pragma once

#include "editor/views/game_keys.h"
#include "editor/views/hud_pictures.h"
#include "editor/views/pointer_hold.h"
#include "editor/views/view_host.h"
#include "editor/views/view_settings.h"
#include "editor/views/viewport_camera.h"
#include "engine_core/assets/input/device_state.h"
#include "engine_core/assets/input/input_map.h"
#include "engine_core/play/player_input.h"
#include "engine_core/render/gl/view_transfer.h"
#include "engine_core/render/passes/view.h"
#include "engine_core/render/passes/view_picture.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>

class QToolButton;

namespace editor
{
class PassingText;
class ViewSurface;

/// One view of the level: paints it through the render hub into the surface that it lies over, and
/// turns mouse and keys into the toolkit-free events that tools understand. While playing, one view
/// is the game.
class ViewportWidget : public QWidget
{
    Q_OBJECT

public:
    ViewportWidget(ViewHost& host, ViewKind kind, QWidget* parent = nullptr);
    ~ViewportWidget() override;

    [[nodiscard]] ViewKind kind() const { return m_camera.kind(); }

    /// A 3D view whose camera is in no closed room: outer walls are cut away.
    [[nodiscard]] bool looksInFromOutside() const;

    void setKind(ViewKind kind);

    [[nodiscard]] engine::ViewMode mode() const { return m_mode; }

    void setMode(engine::ViewMode mode);

    /// The buttons at its top, which say nothing true while it is the game.
    void showHeader(bool shown);

    /// What its buttons take of the upper border, from the left. Points.
    [[nodiscard]] int headerWidth() const;

    [[nodiscard]] ViewportCamera& camera() { return m_camera; }

    [[nodiscard]] const ViewportCamera& camera() const { return m_camera; }

    /// What it is seen with: the player's eyes while it is the game, else its own camera.
    [[nodiscard]] engine::ViewCamera shownCamera() const;

    void focusOn(const engine::Aabb& box);

    /// Where its camera goes for that.
    [[nodiscard]] engine::Vec3d eyeFor(const engine::Aabb& box) const;

    /// 3D: see ViewportCamera::lookFrom().
    void lookFrom(const engine::Vec3d& eye, const engine::Vec3d& target);

    /// Pixels per metre and so on for tests: where a place of the level is in this widget.
    [[nodiscard]] QPointF positionOf(const engine::Vec3d& place) const;

    /// Where pasted objects go: under the pointer or where the menu was opened, or else in the
    /// middle of the view; and in 3D the normal of the surface there, if there is one.
    [[nodiscard]] std::pair<engine::Vec3d, std::optional<engine::Vec3d>> pastePlace() const;

    /// The game takes the mouse: hidden, kept inside, movement turns the head.
    void captureMouse();
    void releaseMouseCapture();

    [[nodiscard]] bool isMouseCaptured() const { return m_captured; }

    /// A drag or tool takes the key in this view, even if it is a shortcut of the window.
    [[nodiscard]] bool isToolKey(const QKeyEvent& event) const;

    /// What the keys mean to the game; asked each time that it takes the mouse. The usual before.
    void setGameInput(std::function<engine::InputMap()> bindings);

    /// What the player does with keys and mouse, and with this controller while the game has the
    /// mouse; movements since the last call.
    /// @param pad null without one
    /// @param seconds since the last call, for sticks that turn the head
    [[nodiscard]] engine::PlayerInput takePlayerInput(const engine::PadState* pad = nullptr,
                                                      double seconds = 0);

    /// Paints again in the next turn of the event loop. Takes the place of update(), which would
    /// paint only what lies over the picture.
    void refresh();
    void update() = delete;

    /// Paints before it returns.
    void paintNow();

    /// For the surface: the view as it is now, to this place of a framebuffer of the current
    /// context. False, and nothing painted, while there is no renderer.
    [[nodiscard]] bool paintInto(const engine::FramebufferPart& to);

    /// What it shows, in device pixels; empty before the first frame.
    [[nodiscard]] QImage picture() const;

    /// How many frames were painted; play start is measured by it.
    [[nodiscard]] quint64 frameCount() const { return m_frames; }

Q_SIGNALS:
    void maximizeRequested();
    void framePainted();

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void tabletEvent(QTabletEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    enum class Navigation
    {
        None,
        Look,
        Orbit,
        Pan
    };

    [[nodiscard]] ViewSurface* surface() const;
    [[nodiscard]] bool isGame() const;
    void placeHeader();
    [[nodiscard]] engine::ViewRequest editorRequest(engine::DebugDraw& draw);
    [[nodiscard]] PointerEvent pointerEvent(const QPointF& at,
                                            Qt::MouseButton button,
                                            Qt::KeyboardModifiers modifiers,
                                            int clicks = 1) const;
    [[nodiscard]] bool startNavigation(QMouseEvent* event);
    void navigate(const QPointF& at);
    void flyStep();
    void changeFlySpeed(double steps);
    void showMenu(const QPointF& at);

    /// Alt+right click, which tools may use; false if none did.
    bool clickWithRight(const QMouseEvent& event);
    void gameLook();
    void tapMouseMove();
    /// Ctrl at the press means something to tools (copy, add); pressed later it inverts snapping.
    void turnSnappingAround(PointerEvent& pointer);
    void updateHover(const PointerEvent& event);

    /// The pointer says what a press where it is would do now.
    void showPointerShape();
    void showDrag();
    [[nodiscard]] QString openGroupText() const;
    [[nodiscard]] bool showsNoLight() const;
    /// Whether nothing moves; after the camera another picture follows when that is so.
    [[nodiscard]] bool rests(const engine::ViewCamera& camera);
    [[nodiscard]] std::vector<engine::ViewPicture> labelsOver(const engine::DebugDraw& draw);
    void makeHeader();
    void addModeMenu();
    bool toolKey(QKeyEvent* event);
    [[nodiscard]] bool isHeld(ViewKey key) const;
    [[nodiscard]] bool isGameKey(int key) const;
    [[nodiscard]] bool isNoteKey(const QKeyEvent& event) const;
    [[nodiscard]] bool isFlyKey(int key) const;

    ViewHost& m_host;
    ViewportCamera m_camera;
    engine::ViewMode m_mode = engine::ViewMode::Textured;
    QToolButton* m_kindButton = nullptr;
    QToolButton* m_modeButton = nullptr;
    bool m_showsHeader = true;
    PassingText* m_passing = nullptr;
    HudPictures m_hud;       ///< while it is the game
    ViewSettings m_settings; ///< as of the last press or turn of the wheel

    Navigation m_navigation = Navigation::None;
    engine::Vec3d m_pivot{0};
    QPointF m_last; ///< while looking around where the pointer would be, also beyond the screen
    QPointF m_pressedAt;
    Qt::MouseButton m_pressedButton = Qt::NoButton;
    bool m_dragging = false;
    bool m_navigated = false; ///< since the press: then a right click opens no menu
    bool m_menuIsOpen = false;
    bool m_ctrlHeldSincePress = false;
    double m_pressure = 1; ///< of the pen that is down; 1 for a mouse
    PointerEvent m_pointer;
    bool m_pointerInside = false;
    engine::EntityId m_hovered;
    std::optional<engine::FaceRef> m_hoveredFace;

    HeldKeys m_heldKeys;
    std::optional<engine::ViewCamera> m_paintedCamera; ///< of the last picture
    QTimer m_restTimer; ///< after movement: the picture at rest is drawn with smooth edges
    QTimer m_flyTimer;
    QElapsedTimer m_clock;
    PointerHold m_hold{*this};
    bool m_captured = false;
    std::function<engine::InputMap()> m_readGameInput;
    engine::InputMap m_gameInput = engine::InputMap::usual();
    Qt::MouseButtons m_gameButtons; ///< held in the game
    engine::DeviceState m_tapped;   ///< in the game, since the last takePlayerInput()
    double m_gameWheel = 0;         ///< notches since the last takePlayerInput()
    QPointF m_gameMove;             ///< of the mouse since then, in points
    engine::Vec2d m_look{0};
    quint64 m_frames = 0;
};

/// As tools know them, flags of editor::Modifier.
[[nodiscard]] unsigned toolModifiers(Qt::KeyboardModifiers modifiers);

/// The same of a button; None for those that tools know nothing of.
[[nodiscard]] PointerButton toolButton(Qt::MouseButton button);

/// What the pointer looks like where a press would do that.
[[nodiscard]] Qt::CursorShape cursorOf(PointerShape shape);
} // namespace editor
