#pragma once

#include "engine_core/render/gl/render_state.h"
#include "engine_core/render/passes/frame.h"
#include "engine_core/render/passes/light_tiles.h"
#include "engine_core/render/shadows/shadow_atlas.h"

namespace engine
{
/// Draws one picture. Vertex arrays and framebuffers belong to one context, and contexts come and
/// go with windows: the few that are needed are made for each picture (some microseconds).
class Painter
{
public:
    Painter(RenderResources::State& state,
            const DrawnScene& scene,
            ShadowAtlas& shadows,
            const ViewRequest& request,
            std::span<const ViewPicture> pictures);

    RenderStats paint();

    /// Holds the encoded picture after paint().
    [[nodiscard]] GLuint texture() const { return m_color; }

private:
    static constexpr std::uint32_t FlatBackground = 0x202327; ///< of orthographic views

    [[nodiscard]] static Vec3f toVec3(std::uint32_t rgb);

    /// A run of commands within a buffer of them.
    struct Run
    {
        std::size_t first = 0;
        std::size_t count = 0;
    };

    struct Highlight
    {
        std::optional<Mat4d> moved; ///< where it is drawn, seen from where its objects are
        std::vector<EdgesCommand> edges;
        std::vector<DrawLists::Moving> moving;
        std::vector<const DrawnModel*> models;
        std::vector<ModelEdges> modelEdges;
    };

    /// One kind of plant at one level of detail, drawn with one material.
    struct FoliageBatch
    {
        const DrawnFoliageKind* kind = nullptr;
        std::size_t level = 0;
        std::uint32_t material = 0;
        std::size_t firstCommand = 0;
        std::size_t commandCount = 0;
    };

    // What will be drawn, worked out before the first command goes to the GPU.
    void gather();
    void gatherShadows();
    void drawShadows();
    void gatherHighlights();
    void gatherDimmed();
    void addHighlight(EntityId entity, Highlight& highlight);
    void placeModels(Highlight& highlight);
    Run addFaces(const std::vector<FaceRef>& faces);
    std::vector<std::pair<Run, Aabb>> addPartsOf(const std::vector<FaceRef>& faces);
    void gatherStale();
    void addFace(const FaceRef& face);
    void addFaceOutline(const FaceRef& face, PackedColor color, float width);
    void upload();
    void makeVertexArrays();

    [[nodiscard]] std::string surfaceDefines() const;
    void drawSurfaces();
    /// With the program for the kind in use; materials that need more change it and back.
    void drawMaterials(const std::vector<DrawLists::Material>& materials, DrawLists::Kind kind);
    void drawBlended();
    /// Over the surfaces that they lie on, which are drawn already.
    void drawDecals(const std::vector<DrawLists::Decals>& decals);
    [[nodiscard]] GlVertexArray makeDecalArray() const;
    /// Of plain materials; with a program for plants or solids in use.
    void drawMaterial(const DrawLists::Material& list, const GpuMaterial& material);
    void setFinish(const GpuMaterial& material);

    /// Of the program in use; -1 where it does not know them.
    struct FinishPlaces
    {
        GLint glow = -1;
        GLint finish = -1;
        GLint layers = -1;
        GLint warp = -1;
    };

    [[nodiscard]] bool useSurfaceProgram(DrawLists::Kind kind, const std::string& more = {});
    /// Those with more than colour, bumps and shine that are drawn with the same words.
    void drawRich(const std::vector<const DrawLists::Material*>& materials,
                  DrawLists::Kind kind,
                  const std::string& defines);
    void setLayers(const GpuMaterial& material) const;
    void beginSurfaces();
    void endSurfaces();
    void gatherFoliage();
    void
    addFoliage(const DrawnFoliageKind& kind, std::size_t level, std::span<const FoliageRun> runs);
    void drawFoliage();
    void chooseEffects();
    [[nodiscard]] std::string toneDefine() const;
    void drawSkyLight();
    void drawScreen(GLuint target, int width, int height);
    void scatterLight();
    void adaptEyes();
    void applyEffects();
    /// Runs the work, and adds up what it took if the request asks for that.
    template <typename Work>
    void timed(double& took, const Work& work) const;
    void writeAround(bool isWritten);
    void occlude();
    void drawProbes();
    void drawTints();
    [[nodiscard]] bool smoothsEdges() const;
    void present();
    void drawBackground();
    void smoothEdges();

    /// Nothing but lines on one colour: no pass over the picture is needed.
    [[nodiscard]] bool hasFlatBackground() const
    {
        return m_request.camera.orthographic && !m_drawsSurfaces;
    }

    /// Whether a sky is the background, as the program that draws it has to know.
    [[nodiscard]] bool showsSky() const;
    void setBackground(bool isSky) const;
    void setSun() const;
    void drawGrid();
    /// Within the box alone; empty: everywhere.
    void drawFaces(const Run& run, const Vec4f& color, const Aabb& within = {});
    void drawBrushEdges();
    void drawModelEdges(const std::vector<ModelEdges>& models,
                        std::uint32_t rgb,
                        float alpha,
                        float width,
                        float opacity);
    void drawHighlight(const Highlight& highlight, std::uint32_t rgb, float alpha, float width);
    void drawLayer(DebugDraw::Depth depth);
    void drawLines(const std::vector<OverlayLine>& lines, float opacity);
    void drawTriangles(const std::vector<OverlayVertex>& corners, float opacity);
    void drawSprites(const std::vector<OverlaySprite>& sprites, float opacity);
    void drawOverlay();
    void drawPictures();
    void finish();

    void useFramebuffer(GLuint color, GLuint depth);

    /// False if it does not work (the log has said why); then that part of the picture is missing.
    [[nodiscard]] bool
    useProgram(const char* vertex, const char* fragment, const std::string& defines = {});
    [[nodiscard]] bool beginEdges(std::uint32_t rgb, float alpha, float width, float opacity);
    void drawEdgeCommands(const Run& run, const std::optional<Mat4d>& place = {});
    Run appendEdges(const std::vector<EdgesCommand>& edges);

    template <typename Draw>
    void dimmedWhereHidden(const Draw& draw);

    RenderResources::State& m_state;
    const DrawnScene& m_scene;
    ShadowAtlas& m_shadows;
    const ViewRequest& m_request;
    std::span<const ViewPicture> m_pictures;
    Frame m_frame;
    RenderTarget& m_target;
    RenderStats m_stats;
    bool m_drawsSurfaces = true;
    bool m_drawsEdges = false;
    bool m_isLit = false;       ///< exposed and tone mapped
    bool m_needsLights = false; ///< its shaders ask which lights reach a place
    FinishPlaces m_finishPlaces;
    bool m_isFast = false;
    bool m_hasShadows = false; ///< of live lights
    bool m_blooms = false;     ///< scattered light is added
    bool m_adapts = false;     ///< the exposure follows what is seen
    bool m_occludes = false;   ///< ambient light is less in corners
    bool m_writesAround = false; ///< surfaces tell of their ambient light, besides

    DrawLists m_lists;
    std::vector<FoliageBatch> m_foliage;
    LightTiles m_lights;
    std::size_t m_lightCount = 0;
    std::vector<EdgesCommand> m_edgeCommands;
    Highlight m_selected, m_hovered, m_inside;
    const GpuMesh* m_facesOf = nullptr; ///< whose faces these are
    std::vector<FacePart> m_faces;
    Run m_tintedFaces, m_dimmedFaces, m_standingEdges;
    std::vector<std::pair<Run, Aabb>> m_staleParts;
    std::vector<std::pair<std::vector<std::pair<Run, Aabb>>, std::uint32_t>> m_tints;

    GlVertexArray m_surfaceArray, m_foliageArray, m_edgeArray, m_lineArray, m_triangleArray,
        m_spriteArray, m_emptyArray;
    GlFramebuffer m_framebuffer;
    GLuint m_color = 0; ///< the texture that holds the encoded picture
};
} // namespace engine
