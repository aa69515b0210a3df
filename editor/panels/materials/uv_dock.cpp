#include "editor/panels/materials/uv_dock.h"

#include "editor/operations/texture/hotspot_sets.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/picture_sizes.h"
#include "editor/panels/materials/uv_canvas.h"
#include "editor/views/theme.h"
#include "engine_core/assets/images/placeholder_picture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace editor
{
using engine::Result;

namespace
{
constexpr std::array Divisions{0, 1, 2, 4, 8, 16, 32, 64};
} // namespace

UvDock::UvDock(EditorApi& editor, QWidget* parent)
    : QWidget{parent}
    , m_editor{editor}
    , m_flat{editor}
    , m_spots{editor, m_flat.view}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
    setObjectName(QStringLiteral("uv"));
    setAccessibleName(tr("Texture coordinates"));
    auto* page = new QVBoxLayout{this};
    page->setContentsMargins(4, 4, 4, 4);
    page->setSpacing(4);
    m_buttons = new QWidget{this};
    auto* rows = new QVBoxLayout{m_buttons};
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    auto* third = new QHBoxLayout;
    for (auto* row : {first, second, third}) {
        row->setSpacing(4);
        rows->addLayout(row);
    }
    page->addWidget(m_buttons);
    m_canvas = new UvCanvas{editor, m_flat, this};
    m_canvas->setHint(tr("Select faces, brushes or curved patches: here they lie flat over their "
                         "texture, to be moved, scaled, slanted and turned."));
    page->addWidget(m_canvas, 1);
    m_state = new QLabel{this};
    m_state->setObjectName(QStringLiteral("uvState"));
    m_state->setProperty("muted", true);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    page->addWidget(m_state);
    makeButtons(*first, *second);
    addHotspotSwitch(*third);
    addSnap(*third);
    addDensity(*third);
    connect(m_canvas, &UvCanvas::stateChanged, this, &UvDock::showState);
    listen();
}

UvDock::~UvDock()
{
    m_canvas->cancel(); // it writes to the document, and looks at m_flat
    for (const auto& job : m_jobs.running())
        job.control->cancel();
}

void UvDock::makeButtons(QHBoxLayout& first, QHBoxLayout& second)
{
    for (const char* command : {"texture.fit", "texture.center", "texture.left", "texture.right",
                                "texture.top", "texture.bottom", "texture.flipU", "texture.flipV",
                                "texture.turnLeft", "texture.turnRight"})
        addButton(first, command);
    for (const char* command : {"texture.alignEdge", "texture.natural", "texture.hotspot"})
        addButton(second, command);
    m_asOne = new QCheckBox{tr("As one"), this};
    m_asOne->setObjectName(QStringLiteral("flat.asOne"));
    m_asOne->setToolTip(tr("<b>As one</b><br>Fit, justify, centre and flip treat faces that hang "
                           "together as one sheet, unfolded around their edges."));
    second.addWidget(m_asOne);
}

void UvDock::addButton(QHBoxLayout& row, const char* id)
{
    const auto& command = uvCommand(id);
    const auto title = tr(command.label);
    auto* button = new QPushButton{this};
    if (*command.icon != '\0')
        button->setIcon(themeIcon(QLatin1String{command.icon}));
    else
        button->setText(tr(command.caption));
    button->setObjectName(QStringLiteral("flat.") + QLatin1String{id});
    button->setAccessibleName(title);
    button->setProperty("compact", true);
    button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(title, tr(command.tooltip)));
    button->setFocusPolicy(Qt::TabFocus); // the canvas keeps the keys
    connect(button, &QPushButton::clicked, this,
            [this, &command] { static_cast<void>(run(command)); });
    row.addWidget(button, 1);
}

void UvDock::addHotspotSwitch(QHBoxLayout& row)
{
    auto* button = new QPushButton{tr("Edit spots"), this};
    button->setObjectName(QStringLiteral("flat.editHotspots"));
    button->setAccessibleName(tr("Edit hot spots"));
    button->setProperty("compact", true);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(
        tr("<b>Edit hot spots</b><br>Drag beside hot spots of the trim sheet to draw "
           "one, within one to move it, at its sides and corners to resize it; "
           "Delete takes the chosen one away."));
    connect(button, &QPushButton::toggled, this,
            [this](bool isOn) { m_canvas->editHotspots(isOn ? &m_spots : nullptr); });
    m_spots.fileMade = [this] {
        readHotspots();
    };
    row.addWidget(button);
}

void UvDock::addSnap(QHBoxLayout& row)
{
    auto* snap = new QComboBox{this};
    snap->setObjectName(QStringLiteral("flat.snap"));
    snap->setAccessibleName(tr("Texture grid"));
    snap->setToolTip(
        tr("<b>Texture grid</b><br>What drags snap to besides the borders of tiles and "
           "the corners of other faces, in repeats. Ctrl while dragging goes freely."));
    for (const int parts : Divisions)
        snap->addItem(parts == 0   ? tr("Free")
                      : parts == 1 ? tr("1")
                                   : tr("1/%1").arg(parts),
                      parts);
    snap->setCurrentIndex(snap->findData(static_cast<int>(m_flat.divisions)));
    connect(snap, &QComboBox::currentIndexChanged, this,
            [this, snap] { m_flat.divisions = snap->currentData().toInt(); });
    auto* label = new QLabel{tr("Grid"), this};
    label->setProperty("muted", true);
    row.addWidget(label);
    row.addWidget(snap);
}

void UvDock::addDensity(QHBoxLayout& row)
{
    m_density = new NumberField{this};
    m_density->setObjectName(QStringLiteral("flat.density"));
    m_density->setAccessibleName(tr("Texels per metre"));
    m_density->setUnit(tr("px/m"));
    m_density->setStep(16);
    m_density->setToolTip(tr("<b>Density</b><br>Texels of the picture on a metre of the face. "
                             "Typing scales the texture about the middle of each face."));
    m_density->commit = [this](const NumberEdit& edit) -> Result<void> {
        const auto texels = edit(m_density->value());
        if (!texels)
            return texels.error();
        return runEdit("Set texel density", [&](Transaction& step, std::span<const FaceRef> faces) {
            return setTexelDensity(step, faces, *texels, pictureSizesOf(m_editor));
        });
    };
    auto* label = new ScrubLabel{tr("Density"), *m_density, this};
    label->setProperty("muted", true);
    label->setToolTip(m_density->toolTip());
    row.addWidget(label);
    row.addWidget(m_density, 1);
}

Result<void> UvDock::run(const UvCommand& command)
{
    UvCommandContext context;
    context.sheet = m_asOne->isChecked() ? UvSheet::AsOne : UvSheet::EachFace;
    context.pictures = pictureSizesOf(m_editor);
    context.fitHotspots = [this](Transaction& step, std::span<const FaceRef> faces) {
        return fitHotspotsOf(m_editor.assets(), step, faces);
    };
    return runEdit(command.step, [&](Transaction& step, std::span<const FaceRef> faces) {
        return command.edit(step, faces, context);
    });
}

Result<void>
UvDock::runEdit(const std::string& label,
                const std::function<Result<void>(Transaction&, std::span<const FaceRef>)>& edit)
{
    m_canvas->cancel();
    const auto faces = m_flat.edited();
    auto done = m_editor.document().run(labelOnFaces(label, faces.size()),
                                        [&](Transaction& step) { return edit(step, faces); });
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    return done;
}

void UvDock::listen()
{
    auto& document = m_editor.document();
    m_connections += document.selection().changed.connect([this] { selectionChanged(); });
    m_connections += document.changed.connect([this](const auto&) { documentChanged(); });
    m_connections += document.reset.connect([this] { selectionChanged(); });
    m_connections += document.filesShown.connect([this](const auto& writes) {
        m_texts.clear();
        for (const FileWrite& write : writes)
            m_texts[write.file] = write.after;
        readHotspots();
    });
    m_connections += document.filesWritten.connect([this](const auto&) {
        m_texts.clear();
        readHotspots();
    });
    m_connections += m_editor.projectChanged.connect([this] {
        listenToAssets();
        m_picture.clear();
        m_hotspotsOf.reset();
        selectionChanged();
    });
    listenToAssets();
    selectionChanged();
}

void UvDock::listenToAssets()
{
    m_assetsConnection = m_editor.assets().changed.connect([this](const auto&) {
        m_picture.clear(); // it may be another one under the same name
        m_hotspotsOf.reset();
        refresh();
    });
}

void UvDock::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        refresh();
}

void UvDock::selectionChanged()
{
    if (!m_canvas->isDragging())
        m_isStale = true;
    if (isVisible() && m_isStale)
        refresh();
}

/// While the mouse drags something only what is shown is read again.
void UvDock::documentChanged()
{
    if (!isVisible()) {
        m_isStale = true;
        return;
    }
    if (m_editor.document().isEditing()) {
        m_flat.readShapes();
        m_canvas->refresh();
    } else {
        refresh();
    }
}

void UvDock::refresh()
{
    m_isStale = false;
    const bool areOthers = m_flat.readSelection();
    m_buttons->setEnabled(!m_flat.isEmpty());
    readPicture();
    if (m_hotspotsOf != hotspotFile()) // edits are many, and change no such file
        readHotspots();
    if (areOthers)
        m_canvas->showAll();
    m_canvas->refresh();
    showState({});
}

void UvDock::readPicture()
{
    const auto name = m_flat.material();
    const auto material = name.isEmpty() ? nullptr : m_editor.assets().material(name);
    if (!material || (material->color.empty() && !material->missing)) {
        m_picture.clear();
        ++m_request;
        return m_canvas->setTexture({});
    }
    const auto file = material->missing ? engine::fs::path{name.text()} : material->color;
    if (file == m_picture)
        return;
    m_picture = file;
    const auto tiles = std::make_shared<TextureTiles>();
    m_jobs.start(
        "Reading a texture",
        [file, tiles, isMissing = material->missing, tint = material->tint,
         hasHoles =
             material->finish.opacity != engine::Opacity::Opaque](engine::JobControl& control) {
            if (control.isCancelled())
                return;
            if (isMissing)
                *tiles = TextureTiles{engine::placeholderPicture(file.string())};
            else if (auto image = engine::loadImage(file); image && image->width > 0)
                *tiles = TextureTiles{*std::move(image), tint, hasHoles};
        },
        [this, tiles, request = ++m_request] {
            if (request != m_request)
                return;
            m_canvas->setTexture(*tiles);
            readHotspots(); // which need to know how big it is
        });
}

/// Of the shown material as it is now.
UvDock::HotspotFile UvDock::hotspotFile() const
{
    HotspotFile found;
    if (m_flat.material().isEmpty())
        return found;
    found.file = hotspotsFileOf(m_editor.assets().project(), m_flat.material());
    std::error_code missing;
    const auto written = engine::fs::last_write_time(found.file, missing);
    if (!missing)
        found.written = written;
    return found;
}

void UvDock::readHotspots()
{
    m_hotspots.reset();
    const auto problemBefore = std::exchange(m_hotspotProblem, {});
    m_flat.hotspots = nullptr;
    m_hotspotsOf = hotspotFile();
    const auto& file = m_hotspotsOf->file;
    if (!file.empty()) {
        const auto shown = m_texts.find(file);
        auto set = shown != m_texts.end()
                       ? engine::parseHotspots(shown->second, file.filename().string())
                       : engine::loadHotspots(file);
        const bool isThere = shown != m_texts.end() || m_hotspotsOf->written;
        if (set && isThere)
            m_hotspots = *std::move(set);
        else if (isThere)
            m_hotspotProblem = QString::fromStdString(set.error().message());
    }
    if (m_hotspots)
        m_flat.hotspots = &*m_hotspots;
    m_spots.show(file, m_flat.view.texels(), m_flat.hotspots);
    if (m_hotspotProblem != problemBefore)
        showState({});
    m_canvas->refresh();
}

void UvDock::showState(const QString& measure)
{
    const auto faces = m_flat.edited();
    const auto texels =
        faces.empty() || m_canvas->isDragging()
            ? std::nullopt
            : texelDensity(m_editor.document().world(), faces.front(), pictureSizesOf(m_editor));
    if (!m_canvas->isDragging()) {
        m_density->setEnabled(texels.has_value());
        m_density->setValue(std::round(texels.value_or(0) * 100) / 100);
    }
    m_state->setVisible(!m_flat.isEmpty());
    if (m_flat.isEmpty())
        return;
    const auto material = m_flat.material().isEmpty()
                              ? tr("No material")
                              : QString::fromStdString(m_flat.material().text());
    const auto what = measure.isEmpty() ? QString::fromStdString(m_flat.summary()) : measure;
    auto state = QStringLiteral("%1 \u00b7 %2").arg(material, what);
    if (!m_hotspotProblem.isEmpty())
        state += QLatin1Char{'\n'} + tr("No hot spots: %1").arg(m_hotspotProblem);
    m_state->setText(state);
}

void UvDock::finish()
{
    m_jobs.finishAll();
}
} // namespace editor
