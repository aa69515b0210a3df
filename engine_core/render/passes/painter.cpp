#include "engine_core/render/passes/painter.h"

#include "engine_core/render/passes/timed.h"
#include "engine_core/render/scene/editor_objects.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/light/scene_light.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr GLuint EdgeStride = sizeof(GpuEdge);

/// Modes whose whole point is what pictures for a processor leave out.
bool needsDetail(ViewMode mode)
{
    return mode == ViewMode::Normals || mode == ViewMode::Roughness || mode == ViewMode::Metallic;
}

void floatAttribute(GLuint array, GLuint index, GLint size, GLuint offset, GLuint binding)
{
    glEnableVertexArrayAttrib(array, index);
    glVertexArrayAttribFormat(array, index, size, GL_FLOAT, GL_FALSE, offset);
    glVertexArrayAttribBinding(array, index, binding);
}

void wholeAttribute(
    GLuint array, GLuint index, GLint size, GLenum type, GLuint offset, GLuint binding)
{
    glEnableVertexArrayAttrib(array, index);
    glVertexArrayAttribIFormat(array, index, size, type, offset);
    glVertexArrayAttribBinding(array, index, binding);
}

void colorAttribute(GLuint array, GLuint index, GLuint offset)
{
    glEnableVertexArrayAttrib(array, index);
    glVertexArrayAttribFormat(array, index, 4, GL_UNSIGNED_BYTE, GL_TRUE, offset);
    glVertexArrayAttribBinding(array, index, 0);
}
} // namespace

Vec3f Painter::toVec3(std::uint32_t rgb)
{
    const auto color = toDrawColor(rgb);
    return {color.r, color.g, color.b};
}

Painter::Painter(RenderResources::State& state,
                 const DrawnScene& scene,
                 ShadowAtlas& shadows,
                 const ViewRequest& request,
                 std::span<const ViewPicture> pictures)
    : m_state{state}
    , m_scene{scene}
    , m_shadows{shadows}
    , m_request{request}
    , m_pictures{pictures}
    , m_frame{request}
    , m_target{state.targets.get(request.width, request.height)}
{
    m_drawsSurfaces = showsSurfaces(request);
    m_drawsEdges = !m_drawsSurfaces;
    m_isFast = request.quality == ViewQuality::Fast ||
               (request.quality == ViewQuality::Automatic && state.software);
    m_isFast = m_isFast && !needsDetail(request.mode);
    chooseEffects();
}

RenderStats Painter::paint()
{
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_STENCIL_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glViewport(0, 0, m_request.width, m_request.height);
    {
        const Stopwatch time{m_stats.ownMilliseconds};
        gather();
    }
    {
        const Stopwatch time{m_stats.fillMilliseconds};
        upload();
    }
    drawShadows();
    {
        const Stopwatch time{m_stats.recordMilliseconds};
        makeVertexArrays();
        m_framebuffer = makeFramebuffer();
        drawSurfaces();
    }
    m_stats.recordMilliseconds -= m_stats.drawMilliseconds; // the draw calls within
    present();
    drawOverlay();
    drawPictures();
    finish();
    return m_stats;
}

void Painter::gather()
{
    m_lists =
        m_state.lists.build(m_scene, m_state.materials, m_frame, m_drawsSurfaces, m_drawsEdges);
    m_stats.triangles = m_lists.triangles;
    if (m_needsLights)
        m_lights = cullLights(m_scene, m_frame, m_request.gameView);
    gatherShadows();
    gatherFoliage();
    m_standingEdges = appendEdges(m_lists.edges);
    gatherHighlights();

    const auto settings = m_scene.settings();
    auto& uniforms = m_frame.uniforms;
    uniforms.ambient = {settings.ambient.r, settings.ambient.g, settings.ambient.b,
                        std::exp2(settings.exposure)};
    const auto live = static_cast<float>(m_lights.live);
    uniforms.lightmap = {1, 1, settings.luxelsPerMetre, live};
    if (const auto* lightmap = m_scene.lightmap())
        uniforms.lightmap = {1.F / lightmap->size.x, 1.F / lightmap->size.y,
                             settings.luxelsPerMetre, live};
    if (const auto* volume = m_scene.lightVolume()) {
        uniforms.volume = {Vec3f{volume->origin}, static_cast<float>(1 / volume->spacing)};
        uniforms.probes = {volume->size[0], volume->size[1], volume->size[2], 0};
    }
    // In place of a bake: half of the sky's mean, as on a face in the midst of others.
    if (m_scene.lightmap() == nullptr && hasSkyLight(settings)) {
        const auto sky = skyRadiance(settings, 0.5F) * (0.5F * settings.skyLight);
        uniforms.ambient += Vec4f{sky, 0};
    }
    uniforms.fog = {settings.fogColor.r, settings.fogColor.g, settings.fogColor.b,
                    settings.fogDensity};
    uniforms.fogShape = {settings.fogBase, settings.fogThinning, 0, 0};
    uniforms.lamp.x = m_request.lamp;
    uniforms.lamp.y = std::max(m_request.texelsPerMetre, 1e-3F);
    uniforms.tiles.x = static_cast<float>(m_lights.columns);
    m_lightCount = m_lights.lights.size();
    uniforms.tiles.y = static_cast<float>(m_lights.lights.size());
}

namespace
{
ShadowAtlas::Request shadowRequest(const DrawnScene& scene, const Frame& frame, bool isFast)
{
    constexpr int Fine = 4096;
    constexpr int Coarse = 2048; // a processor draws a quarter of the texels
    ShadowAtlas::Request request{.scene = scene, .frame = frame, .side = isFast ? Coarse : Fine};
    constexpr int Unasked = 2; // of maps that a view mode needs where nobody asked for shadows
    if (isFast && frame.request.effects.shadows != EffectUse::On)
        request.mostViews = Unasked;
    return request;
}
} // namespace

void Painter::gatherShadows()
{
    m_shadows.beginPicture();
    const auto use = m_request.effects.shadows;
    // What baked lights give directly cannot be told from the rest without their shadows, and light
    // behind walls overlaps nothing.
    const bool isOverlap = m_request.mode == ViewMode::Overlap;
    const bool isWanted = m_request.mode == ViewMode::Indirect || use == EffectUse::On ||
                          (use == EffectUse::Automatic && (!m_isFast || isOverlap));
    if (!(m_isLit || isOverlap) || !m_drawsSurfaces || !isWanted)
        return;
    const Stopwatch time{m_stats.shadowMilliseconds};
    m_hasShadows = m_shadows.arrange(m_state, shadowRequest(m_scene, m_frame, m_isFast), m_lights);
}

void Painter::drawShadows()
{
    if (!m_hasShadows)
        return;
    timed(m_stats.shadowsTook,
          [&] { m_shadows.draw(m_state, shadowRequest(m_scene, m_frame, m_isFast), m_stats); });
    m_stats.shadowMilliseconds += m_stats.shadowsTook;
    m_shadows.bind();
}

void Painter::gatherHighlights()
{
    const auto& selected = m_request.selected;
    m_selected.moved = m_request.selectedMoved;
    for (const auto entity : selected)
        addHighlight(entity, m_selected);
    if (m_request.hovered &&
        !std::binary_search(selected.begin(), selected.end(), m_request.hovered))
        addHighlight(m_request.hovered, m_hovered);
    placeModels(m_selected);
    placeModels(m_hovered);
    if (m_request.mode == ViewMode::Age && m_request.tints != nullptr)
        for (const auto& tint : *m_request.tints)
            m_tints.emplace_back(addPartsOf(tint.faces), tint.rgb);
    m_tintedFaces = addFaces({m_request.selectedFaces.begin(), m_request.selectedFaces.end()});
    if (m_request.inside)
        gatherDimmed();
    if (m_request.staleFaces == nullptr || !m_isLit)
        return;
    gatherStale();
}

void Painter::gatherStale()
{
    std::vector<FaceRef> faces;
    for (const auto& [brush, face] : *m_request.staleFaces)
        faces.push_back({brush, face});
    m_staleParts = addPartsOf(faces);
}

/// Of those that ViewRequest::staleParts knows the parts that may be seen; with the others, whole,
/// goes an empty box.
std::vector<std::pair<Painter::Run, Aabb>> Painter::addPartsOf(const std::vector<FaceRef>& faces)
{
    std::vector<std::pair<Run, Aabb>> added;
    std::vector<FaceRef> whole;
    for (const auto& face : faces) {
        const auto* parts = m_request.staleParts;
        const Lightmap::Key key{face.entity, static_cast<std::uint32_t>(face.face)};
        const auto found = parts != nullptr ? parts->find(key) : FaceParts::const_iterator{};
        if (parts == nullptr || found == parts->end()) {
            whole.push_back(face);
            continue;
        }
        const auto run = addFaces({face});
        for (const auto& box : found->second)
            if (run.count > 0 && m_frame.frustum.touchesBox(Vec3f{box.min}, Vec3f{box.max}))
                added.emplace_back(run, box);
    }
    added.emplace_back(addFaces(whole), Aabb{});
    return added;
}

/// Everything outside the group that is edited in place gets a veil; in views of edges, where there
/// are no surfaces to veil, the group's own edges stand out.
void Painter::gatherDimmed()
{
    const auto all = subtree(m_scene.world(), m_request.inside);
    const std::set<EntityId> inside{all.begin(), all.end()};
    const auto first = m_lists.commands.size();
    for (const auto& brush : m_scene.brushes()) {
        if (inside.contains(brush.entity)) {
            if (m_drawsEdges)
                addHighlight(brush.entity, m_inside);
            continue;
        }
        if (brush.hidden || !m_drawsSurfaces)
            continue;
        std::uint32_t transform = 0;
        if (brush.moving) {
            transform = static_cast<std::uint32_t>(m_lists.transforms.size());
            m_lists.transforms.push_back(toGpu(m_scene.placeOf(brush.entity)));
        } else if (!m_frame.frustum.touchesBox(brush.min, brush.max)) {
            continue;
        }
        for (const auto& part : brush.mesh->parts)
            m_lists.commands.push_back({part.indexCount, 1, part.firstIndex, 0, transform});
    }
    m_dimmedFaces = {first, m_lists.commands.size() - first};
}

void Painter::placeModels(Highlight& highlight)
{
    auto& models = highlight.models;
    std::sort(models.begin(), models.end()); // as in the scene: those of one mesh in a row
    for (const auto* model : models) {
        const auto& mesh = *model->mesh;
        auto& runs = highlight.modelEdges;
        if (runs.empty() || runs.back().firstEdge != mesh.firstEdge)
            runs.push_back({mesh.firstEdge, mesh.edgeCount,
                            static_cast<std::uint32_t>(m_lists.transforms.size()), 0});
        const auto place = (model->moving ? m_scene.placeOf(model->entity) : model->place).matrix();
        m_lists.transforms.push_back(toGpu(highlight.moved ? *highlight.moved * place : place));
        ++runs.back().instances;
    }
}

void Painter::addHighlight(EntityId entity, Highlight& highlight)
{
    if (const auto* model = m_scene.findModel(entity); model != nullptr && !model->hidden)
        highlight.models.push_back(model);
    const auto* brush = m_scene.find(entity);
    if (brush == nullptr || brush->hidden)
        return;
    const EdgesCommand command{4, brush->mesh->edgeCount, 0, brush->mesh->firstEdge};
    if (brush->moving)
        highlight.moving.push_back({command, m_scene.placeOf(entity)});
    else if (highlight.moved || m_frame.frustum.touchesBox(brush->min, brush->max))
        addEdges(highlight.edges, command);
}

Painter::Run Painter::addFaces(const std::vector<FaceRef>& faces)
{
    const auto first = m_lists.commands.size();
    for (const auto& face : faces)
        addFace(face);
    return {first, m_lists.commands.size() - first};
}

void Painter::addFace(const FaceRef& face)
{
    const auto* brush = m_scene.find(face.entity);
    if (brush == nullptr || brush->hidden)
        return;
    std::uint32_t transform = 0;
    if (brush->moving) {
        transform = static_cast<std::uint32_t>(m_lists.transforms.size());
        m_lists.transforms.push_back(toGpu(m_scene.placeOf(face.entity)));
    } else if (!m_frame.frustum.touchesBox(brush->min, brush->max)) {
        return;
    }
    if (brush->mesh != m_facesOf) { // the faces of one brush stand in a row
        m_facesOf = brush->mesh;
        findFaces(*brush->mesh, m_faces);
    }
    for (const auto& [number, part] : m_faces)
        if (number == face.face)
            m_lists.commands.push_back({part.indexCount, 1, part.firstIndex, 0, transform});
}

void Painter::addFaceOutline(const FaceRef& face, PackedColor color, float width)
{
    const auto* component = m_scene.world().get<BrushComponent>(face.entity);
    if (component == nullptr || !component->brush || face.face >= component->brush->faceCount())
        return;
    const auto place = m_scene.placeOf(face.entity);
    const auto corners = component->brush->vertices();
    const auto loop = component->brush->faceVertices(face.face);
    auto& lines = m_state.overlay.layer(DebugDraw::Depth::Dimmed).lines;
    for (std::size_t i = 0; i < loop.size(); ++i)
        lines.push_back({Vec3f{place.apply(corners[loop[i]])}, width,
                         Vec3f{place.apply(corners[loop[(i + 1) % loop.size()]])}, color});
}

Painter::Run Painter::appendEdges(const std::vector<EdgesCommand>& edges)
{
    const Run run{m_edgeCommands.size(), edges.size()};
    m_edgeCommands.insert(m_edgeCommands.end(), edges.begin(), edges.end());
    return run;
}

void Painter::upload()
{
    auto& buffers = m_state.buffers;
    // A buffer of nothing cannot be bound.
    if (m_lights.lights.empty())
        m_lights.lights.resize(1);
    if (m_lights.masks.empty())
        m_lights.masks.resize(1);
    const auto fill = [&]<typename T>(StreamBuffer& buffer, std::span<const T> values) {
        buffer.write(values);
        m_stats.bytesFilled += values.size_bytes();
    };
    fill(buffers.frame, std::span<const FrameUniforms>{&m_frame.uniforms, 1});
    fill(buffers.lights, std::span<const GpuLight>{m_lights.lights});
    fill(buffers.tiles, std::span<const std::uint32_t>{m_lights.masks});
    fill(buffers.transforms, std::span<const GpuTransform>{m_lists.transforms});
    fill(buffers.elements, std::span<const ElementsCommand>{m_lists.commands});
    m_stats.commands = m_lists.commands.size();
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffers.frame.name());
    // Shader storage: 0 tiles, 1 the light volume or edges, 2 shadow views or transforms,
    // 3 vertices, 4 lights.
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers.tiles.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, buffers.lights.name());
}

void Painter::makeVertexArrays()
{
    m_emptyArray = makeVertexArray();
    m_surfaceArray = makeVertexArray();
    const auto surface = m_surfaceArray.name();
    glVertexArrayVertexBuffer(surface, 0, m_state.meshes.vertexBuffer(), 0, sizeof(GpuVertex));
    glVertexArrayVertexBuffer(surface, 1, m_state.buffers.transforms.name(), 0,
                              sizeof(GpuTransform));
    glVertexArrayElementBuffer(surface, m_state.meshes.indexBuffer());
    glVertexArrayBindingDivisor(surface, 1, 1);
    floatAttribute(surface, 0, 3, offsetof(GpuVertex, position), 0);
    wholeAttribute(surface, 1, 1, GL_UNSIGNED_INT, offsetof(GpuVertex, frame), 0);
    floatAttribute(surface, 3, 2, offsetof(GpuVertex, uv), 0);
    if (const GLuint luxels = m_state.meshes.luxelBuffer(); luxels != 0) {
        glVertexArrayVertexBuffer(surface, 2, luxels, 0, sizeof(GpuLuxel));
        floatAttribute(surface, 4, 2, offsetof(GpuLuxel, luxel), 2);
        wholeAttribute(surface, 5, 1, GL_SHORT, offsetof(GpuLuxel, atlas), 2);
    } else {
        glVertexAttrib2f(4, 0, 0);
        glVertexAttribI1i(5, GpuLuxel{}.atlas);
    }
    for (GLuint row = 0; row < 3; ++row)
        floatAttribute(surface, 6 + row, 4, row * static_cast<GLuint>(sizeof(Vec4f)), 1);
    for (GLuint channel = 0; channel < 3; ++channel)
        floatAttribute(surface, 9 + channel, 4, (3 + channel) * static_cast<GLuint>(sizeof(Vec4f)),
                       1);
    for (GLuint i = 0; i < 2; ++i)
        floatAttribute(surface, 12 + i, 4, (6 + i) * static_cast<GLuint>(sizeof(Vec4f)), 1);

    m_edgeArray = makeVertexArray();
    glVertexArrayVertexBuffer(m_edgeArray.name(), 0, m_state.meshes.edgeBuffer(), 0, EdgeStride);
    glVertexArrayBindingDivisor(m_edgeArray.name(), 0, 1);
    wholeAttribute(m_edgeArray.name(), 0, 2, GL_UNSIGNED_INT, 0, 0);

    m_lineArray = makeVertexArray();
    glVertexArrayBindingDivisor(m_lineArray.name(), 0, 1);
    floatAttribute(m_lineArray.name(), 0, 3, offsetof(OverlayLine, from), 0);
    floatAttribute(m_lineArray.name(), 1, 3, offsetof(OverlayLine, to), 0);
    colorAttribute(m_lineArray.name(), 2, offsetof(OverlayLine, color));
    floatAttribute(m_lineArray.name(), 3, 1, offsetof(OverlayLine, width), 0);

    m_triangleArray = makeVertexArray();
    floatAttribute(m_triangleArray.name(), 0, 3, offsetof(OverlayVertex, at), 0);
    colorAttribute(m_triangleArray.name(), 1, offsetof(OverlayVertex, color));

    m_spriteArray = makeVertexArray();
    glVertexArrayBindingDivisor(m_spriteArray.name(), 0, 1);
    floatAttribute(m_spriteArray.name(), 0, 3, offsetof(OverlaySprite, at), 0);
    floatAttribute(m_spriteArray.name(), 1, 1, offsetof(OverlaySprite, size), 0);
    colorAttribute(m_spriteArray.name(), 2, offsetof(OverlaySprite, color));
    glEnableVertexArrayAttrib(m_spriteArray.name(), 3);
    glVertexArrayAttribIFormat(m_spriteArray.name(), 3, 1, GL_UNSIGNED_INT,
                               offsetof(OverlaySprite, sprite));
    glVertexArrayAttribBinding(m_spriteArray.name(), 3, 0);
}

void Painter::useFramebuffer(GLuint color, GLuint depth)
{
    glNamedFramebufferTexture(m_framebuffer.name(), GL_COLOR_ATTACHMENT0, color, 0);
    glNamedFramebufferTexture(m_framebuffer.name(), GL_DEPTH_ATTACHMENT, depth, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
}

bool Painter::useProgram(const char* vertex, const char* fragment, const std::string& defines)
{
    const GLuint program = m_state.shaders.program(vertex, fragment, defines);
    glUseProgram(program);
    return program != 0;
}

void Painter::finish()
{
    glNamedFramebufferTexture(m_framebuffer.name(), GL_DEPTH_ATTACHMENT, 0, 0);
    if (m_request.framebuffer != 0)
        glBlitNamedFramebuffer(m_framebuffer.name(), m_request.framebuffer, 0, 0, m_request.width,
                               m_request.height, 0, 0, m_request.width, m_request.height,
                               GL_COLOR_BUFFER_BIT, GL_NEAREST);
    // Whoever draws next in this context (Qt's painter, for one) finds what OpenGL starts with.
    glBindFramebuffer(GL_FRAMEBUFFER, m_request.framebuffer);
    glBindVertexArray(0);
    glUseProgram(0);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    for (GLuint unit = 0; unit < 8; ++unit)
        glBindTextureUnit(unit, 0);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glBlendFunc(GL_ONE, GL_ZERO);
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
}
} // namespace engine
