#include "editor/panels/materials/material_preview.h"

#include "editor/views/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace editor
{
namespace
{
constexpr int FrameTime = 33; ///< milliseconds
constexpr int PreviewHeight = 216;
constexpr int MostPixels = 224; ///< along a side: some milliseconds to draw
} // namespace

MaterialPreview::MaterialPreview(QWidget* parent)
    : QWidget{parent}, m_jobs{1, [this] {
                                  QMetaObject::invokeMethod(
                                      this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                              }}
{
    setObjectName(QStringLiteral("materialPreview"));
    setAccessibleName(tr("Preview of the material"));
    setToolTip(tr("<b>Preview</b><br>Drag sideways to turn the light."));
    setFixedHeight(PreviewHeight);

    makeButtons();
    m_timer.setInterval(FrameTime);
    connect(&m_timer, &QTimer::timeout, this, &MaterialPreview::tick);
}

MaterialPreview::~MaterialPreview()
{
    for (const auto& job : m_jobs.running())
        job.control->cancel();
}

void MaterialPreview::makeButtons()
{
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(4, 4, 4, 4);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    column->addStretch();
    auto* shapes = new QButtonGroup{this};
    const auto add = [&](const char* name, const QString& text, const QString& tooltip) {
        auto* button = new QToolButton{this};
        button->setObjectName(QLatin1String{name});
        button->setText(text);
        button->setToolTip(tooltip);
        button->setAccessibleName(tooltip);
        button->setCheckable(true);
        button->setProperty("flat", true);
        row->addWidget(button);
        return button;
    };
    const auto addShape = [&](const char* name, const QString& text, MaterialShape shape) {
        auto* button = add(name, text, tr("Shows the material on a %1").arg(text.toLower()));
        shapes->addButton(button);
        button->setChecked(shape == m_look.shape);
        connect(button, &QToolButton::clicked, this, [this, shape] { setShape(shape); });
    };
    addShape("previewSphere", tr("Sphere"), MaterialShape::Sphere);
    addShape("previewCube", tr("Cube"), MaterialShape::Cube);
    addShape("previewPlane", tr("Plane"), MaterialShape::Plane);
    row->addStretch();
    auto* turn = add("previewTurn", tr("Turn light"), tr("Lets the light go around"));
    connect(turn, &QToolButton::toggled, this, [this](bool on) {
        m_turns = on;
        followTime();
    });
}

/// What each map shows: one file may have several of these places.
std::vector<engine::GreyMap>
MaterialPreview::slotsOf(const std::optional<engine::MaterialText>& material)
{
    if (!material)
        return {};
    const auto& finish = material->finish;
    std::vector<engine::GreyMap> slots{
        {material->color, 0}, {material->normal, 0}, material->roughness,      finish.metallic,
        finish.occlusion,     {finish.glow, 0},      {finish.layers.detail, 0}};
    for (const auto& frame : finish.layers.frames)
        slots.push_back({frame, 0});
    return slots;
}

void MaterialPreview::showMaterial(const std::optional<engine::MaterialText>& material,
                                   bool readAgain)
{
    m_material = material;
    auto images = slotsOf(material);
    const bool areOthers = images != m_images || readAgain;
    m_images = std::move(images);
    followTime();
    if (areOthers && material)
        readMaps();
    else if (material)
        redraw();
    else
        update();
}

/// What is shown stays until they are there.
void MaterialPreview::readMaps()
{
    const auto maps = std::make_shared<MaterialMaps>();
    m_jobs.start(
        "Reading pictures of a material",
        [material = *m_material, maps](engine::JobControl& control) {
            if (!control.isCancelled())
                *maps = loadMaterialMaps(material);
        },
        [this, maps, request = ++m_request] {
            if (request != m_request)
                return;
            m_maps = *maps;
            redraw();
        });
}

void MaterialPreview::setShape(MaterialShape shape)
{
    m_look.shape = shape;
    redraw();
}

void MaterialPreview::finish()
{
    m_jobs.finishAll();
}

void MaterialPreview::redraw()
{
    m_isStale = true;
    update();
}

bool MaterialPreview::moves() const
{
    if (!m_material)
        return false;
    const auto& finish = m_material->finish;
    return finish.scroll != engine::Vec2f{0} || finish.layers.warp > 0 ||
           (!finish.layers.frames.empty() && finish.layers.frameRate > 0);
}

void MaterialPreview::followTime()
{
    if (!m_material || (!m_turns && !moves()))
        return m_timer.stop();
    if (m_timer.isActive())
        return;
    m_clock.start();
    m_timer.start();
}

void MaterialPreview::tick()
{
    const double passed = static_cast<double>(m_clock.restart()) / 1000.0;
    if (!isVisible())
        return;
    if (m_turns)
        m_look.turn = std::fmod(m_look.turn + passed, 2 * std::numbers::pi);
    if (moves())
        m_look.seconds += passed;
    redraw();
}

const QImage& MaterialPreview::picture()
{
    const auto room = std::min(width(), height() - 28);
    const int side = std::clamp(qRound(room * devicePixelRatioF()), 16, MostPixels);
    if (m_material && (m_isStale || m_picture.width() != side)) {
        m_picture = pictureOfMaterial(*m_material, m_maps, m_look, side);
        m_isStale = false;
    }
    return m_picture;
}

void MaterialPreview::paintEvent(QPaintEvent*)
{
    if (!m_material)
        return;
    QPainter painter{this};
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const int room = std::max(std::min(width(), height() - 28), 1);
    painter.drawImage(QRect{(width() - room) / 2, height() - room, room, room}, picture());
}

void MaterialPreview::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = qRound(event->position().x());
}

void MaterialPreview::mouseMoveEvent(QMouseEvent* event)
{
    const int at = qRound(event->position().x());
    m_look.turn += (at - m_pressedAt) * 0.02;
    m_pressedAt = at;
    redraw();
}
} // namespace editor
