#pragma once

#include <QOpenGLWidget>

#include <vector>

namespace editor
{
class ViewportWidget;

/// The picture under all views of one window; they lie over it as widgets without a ground of their
/// own. One for all, because every OpenGL widget costs a context with what the driver keeps for it.
class ViewSurface : public QOpenGLWidget
{
    Q_OBJECT

public:
    explicit ViewSurface(QWidget* parent = nullptr);

    /// Paints that view, which must lie over this surface, in one of the next turns of the event
    /// loop: views whose pictures take long are painted in a turn each, in the order of these
    /// calls.
    void schedule(ViewportWidget& view);

    /// Paints that view before it returns.
    void paintNow(ViewportWidget& view);

    /// The part of the picture under a view, in device pixels. Empty if nothing was painted yet.
    [[nodiscard]] QImage pictureOf(const ViewportWidget& view);

protected:
    void paintGL() override;

private:
    struct Painted
    {
        ViewportWidget* view;
        QRect place; ///< device pixels from the top left
    };

    [[nodiscard]] QRect placeOf(const ViewportWidget& view) const;
    [[nodiscard]] bool isNewPicture();
    [[nodiscard]] bool isPainted(const ViewportWidget& view) const;
    void forget(const ViewportWidget& view);
    void paintView(ViewportWidget& view);
    void tellPainted();

    std::vector<Painted> m_painted; ///< as they are in the picture now
    std::vector<ViewportWidget*> m_waiting;
    std::vector<ViewportWidget*> m_justPainted; ///< not yet on the screen
    QSize m_size;                               ///< of the picture, device pixels
    unsigned m_framebuffer = 0;
};
} // namespace editor
