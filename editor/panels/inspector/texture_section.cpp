#include "editor/panels/inspector/texture_section.h"

#include "editor/panels/fields/asset_field.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/picture_sizes.h"
#include "editor/panels/inspector/texture_layout.h"
#include "editor/views/theme.h"
#include "engine_core/scene/components/brush_component.h"

#include <QHBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace editor
{
using engine::BrushComponent;
using engine::BrushFace;
using engine::Error;
using engine::FaceRef;
using engine::Name;
using engine::Result;

namespace
{
/// As the space of its brush has it, or that of the world for a curved patch.
std::optional<BrushFace> findFace(const engine::World& world, const FaceRef& ref)
{
    if (isPatch(world, ref)) {
        const auto patch = worldFace(world, ref);
        return patch ? std::optional{BrushFace{patch->plane, patch->material, patch->uv}}
                     : std::nullopt;
    }
    const auto* brush = world.get<BrushComponent>(ref.entity);
    if (brush == nullptr || !brush->brush || ref.face >= brush->brush->faceCount())
        return std::nullopt;
    return brush->brush->faces()[ref.face];
}

/// Faces that were met lately: of thousands most are mapped as one of them.
class KnownMappings
{
public:
    /// Whether a face that looks that way with that mapping was met; from now on it was.
    bool contains(const BrushFace& face)
    {
        for (const auto& [uv, normal] : m_known)
            if (uv == face.uv && normal == face.plane.normal)
                return true;
        if (m_known.size() < Most)
            m_known.emplace_back(face.uv, face.plane.normal);
        else
            m_known[m_next++ % Most] = {face.uv, face.plane.normal};
        return false;
    }

private:
    static constexpr std::size_t Most = 12;
    std::vector<std::pair<engine::UvMapping, engine::Vec3d>> m_known;
    std::size_t m_next = 0;
};
} // namespace

TextureSection::TextureSection(EditorApi& editor,
                               const QString& title,
                               ShownFaces faces,
                               QWidget* parent)
    : InspectorSection{QStringLiteral("texture"), title, QStringLiteral("uv"), parent}
    , m_editor{editor}
    , m_faces{std::move(faces)}
{
    m_material = new AssetField{editor, engine::AssetKind::Material, this};
    m_material->setObjectName(QStringLiteral("uv.material"));
    m_material->setAccessibleName(tr("Material"));
    m_material->setToolTip(tr(
        "<b>Material</b><br>Drop one from the asset browser, choose it here, or type its name."));
    m_material->picked = [this](const std::string& path) {
        (void)run("Apply material", [&](Transaction& transaction) {
            return applyMaterial(transaction, m_faces(), Name{path});
        });
    };
    addRow(tr("Material"), m_material);
    makeParts();
    makeLayout();
}

void TextureSection::makeParts()
{
    auto* scaleU = addPart({.get = [](const BrushFace& face) { return face.uv.scale.x; },
                            .change = &UvChange::scaleU,
                            .label = "texture scale U"},
                           QStringLiteral("uv.scale.u"), QStringLiteral("m"), 0.25);
    auto* scaleV = addPart({.get = [](const BrushFace& face) { return face.uv.scale.y; },
                            .change = &UvChange::scaleV,
                            .label = "texture scale V"},
                           QStringLiteral("uv.scale.v"), QStringLiteral("m"), 0.25);
    addPair(tr("Scale"),
            tr("<b>Scale</b><br>Metres that one repeat of the texture covers: 4 shows it bigger "
               "than 1 does. Negative mirrors."),
            scaleU, scaleV);
    auto* offsetU = addPart({.get = [](const BrushFace& face) { return face.uv.offset.x; },
                             .change = &UvChange::offsetU,
                             .label = "texture offset U"},
                            QStringLiteral("uv.offset.u"), {}, 0.05);
    auto* offsetV = addPart({.get = [](const BrushFace& face) { return face.uv.offset.y; },
                             .change = &UvChange::offsetV,
                             .label = "texture offset V"},
                            QStringLiteral("uv.offset.v"), {}, 0.05);
    addPair(tr("Offset"), tr("<b>Offset</b><br>In repeats: 0.5 shifts by half a texture."), offsetU,
            offsetV);
    auto* rotation =
        addPart({.get =
                     [](const BrushFace& face) {
                         return engine::degrees(engine::uvRotation(face.uv, face.plane.normal));
                     },
                 .change = &UvChange::rotation,
                 .toChange = engine::radians(1),
                 .label = "texture rotation"},
                QStringLiteral("uv.rotation"), QStringLiteral("deg"), 5);
    rotation->setToolTip(tr("<b>Rotation</b><br>In degrees, counter-clockwise on the face."));
    rotation->setAccessibleName(tr("Texture rotation"));
    auto* label = new ScrubLabel{tr("Rotation"), *rotation, this};
    label->setToolTip(rotation->toolTip());
    label->setProperty("muted", true);
    addLabelled(label, rotation);
}

NumberField*
TextureSection::addPart(Part part, const QString& name, const QString& unit, double step)
{
    auto* field = new NumberField{this};
    field->setObjectName(name);
    field->setAccessibleName(QString::fromStdString(part.label));
    field->setUnit(unit);
    field->setStep(step);
    part.field = field;
    m_parts.push_back(part);
    field->commit = [this, part](const NumberEdit& edit) {
        return run("Set " + part.label,
                   [&](Transaction& transaction) { return change(transaction, part, edit); });
    };
    field->preview = [this, part](const NumberEdit& edit) -> Result<void> {
        if (!m_drag) {
            if (m_editor.document().isEditing())
                return m_editor.document().busyError();
            m_drag.emplace(m_editor.document().begin("Set " + part.label));
        }
        return m_drag->replace(
            [&](Transaction& transaction) { return change(transaction, part, edit); });
    };
    field->endPreview = [this](bool keep) {
        if (!m_drag)
            return;
        auto drag = std::move(*m_drag);
        m_drag.reset();
        if (keep)
            drag.commit();
        else
            drag.rollback();
    };
    return field;
}

void TextureSection::addPair(const QString& label,
                             const QString& tooltip,
                             NumberField* u,
                             NumberField* v)
{
    auto* box = new QWidget{this};
    auto* layout = new QHBoxLayout{box};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (auto* field : {u, v}) {
        field->setToolTip(tooltip);
        auto* mark =
            new ScrubLabel{field == u ? QStringLiteral("U") : QStringLiteral("V"), *field, box};
        mark->setProperty("tone", field == u ? QStringLiteral("x") : QStringLiteral("y"));
        mark->setToolTip(tr("Drag sideways to change; Shift coarse, Ctrl fine."));
        layout->addWidget(mark);
        layout->addWidget(field, 1);
    }
    box->setToolTip(tooltip);
    addRow(label, box);
}

void TextureSection::makeLayout()
{
    m_layout = new TextureLayout{
        m_editor,
        [this](const std::string& label, const TextureLayout::Edit& edit) {
            const auto faces = m_faces();
            return run(label, [&](Transaction& transaction) { return edit(transaction, faces); });
        },
        this};
    addWide(m_layout);
}

Result<void>
TextureSection::change(Transaction& transaction, const Part& part, const NumberEdit& edit) const
{
    for (const auto& ref : m_faces()) {
        const auto face = findFace(transaction.world(), ref);
        if (!face)
            continue;
        const auto value = edit(part.get(*face));
        if (!value)
            return value.error();
        UvChange wanted;
        wanted.*part.change = *value * part.toChange;
        const std::array one{ref};
        if (auto done = changeUv(transaction, one, wanted); !done)
            return done;
    }
    return {};
}

Result<void> TextureSection::run(const std::string& label,
                                 const std::function<Result<void>(Transaction&)>& edit)
{
    auto done = m_editor.document().run(labelOnFaces(label, m_faces().size()), edit);
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    return done;
}

/// What the faces that were read so far have.
struct TextureSection::Reading
{
    std::vector<FaceRef> faces;
    std::size_t next = 0; ///< of the faces
    std::optional<Name> material;
    bool mixedMaterial = false;
    std::vector<std::optional<double>> values;
    std::vector<bool> mixed;
    KnownMappings known;
    PictureSizes pictures;
    std::optional<double> density;
    bool mixedDensity = false;

    /// More faces tell nothing new.
    [[nodiscard]] bool isDone() const
    {
        return next == faces.size() ||
               (mixedMaterial && mixedDensity &&
                std::find(mixed.begin(), mixed.end(), false) == mixed.end());
    }
};

TextureSection::~TextureSection() = default;

bool TextureSection::readFaces(std::size_t most)
{
    if (!m_reading) {
        m_reading = std::make_unique<Reading>();
        m_reading->faces = m_faces();
        m_reading->values.resize(m_parts.size());
        m_reading->mixed.resize(m_parts.size());
        m_reading->pictures = pictureSizesOf(m_editor);
    }
    for (; most > 0 && !m_reading->isDone(); --most)
        readFace(*m_reading);
    if (!m_reading->isDone())
        return false;
    showReading(*std::exchange(m_reading, nullptr));
    return true;
}

void TextureSection::dropReading()
{
    m_reading.reset();
}

/// Of the face that was read last.
void TextureSection::readDensity(Reading& reading) const
{
    constexpr double Same = 1e-4; // of the value, which fields show no closer
    const auto density = texelDensity(m_editor.document().world(), reading.faces[reading.next - 1],
                                      reading.pictures);
    if (!density)
        return;
    reading.mixedDensity =
        reading.density && std::abs(*reading.density - *density) > Same * *density;
    reading.density = density;
}

void TextureSection::readFace(Reading& reading) const
{
    const auto face = findFace(m_editor.document().world(), reading.faces[reading.next++]);
    if (!face)
        return;
    reading.mixedMaterial |= reading.material && *reading.material != face->material;
    reading.material = face->material;
    if (!reading.mixedDensity)
        readDensity(reading);
    if (reading.known.contains(*face))
        return;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (reading.mixed[i])
            continue;
        const double value = m_parts[i].get(*face);
        reading.mixed[i] = reading.values[i] && std::abs(*reading.values[i] - value) > 1e-9;
        reading.values[i] = value;
    }
}

void TextureSection::showReading(const Reading& reading)
{
    if (reading.mixedMaterial)
        m_material->setMixed();
    else
        m_material->setPath(reading.material.value_or(Name{}).text());
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        if (reading.mixed[i])
            m_parts[i].field->setMixed();
        else
            m_parts[i].field->setValue(reading.values[i].value_or(0));
    m_layout->showDensity(reading.density, reading.mixedDensity);
}
} // namespace editor
