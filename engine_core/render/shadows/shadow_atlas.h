#pragma once

#include "engine_core/render/passes/light_tiles.h"
#include "engine_core/render/scene/render_system.h"
#include "engine_core/render/shadows/shadow_casters.h"
#include "engine_core/render/shadows/shadow_view.h"
#include "engine_core/render/shadows/tile_allocator.h"

#include <limits>
#include <list>

namespace engine
{
/// The shadow maps of the live lights of one world: tiles of one texture, for each look of a light
/// one, the larger the more of a picture the light takes up. Only tiles are drawn whose light has
/// changed, or something within what it sees. Suns have a part of the texture of their own.
class ShadowAtlas
{
public:
    /// Suns beyond these throw no shadows.
    static constexpr std::size_t MostSuns = 4;

    /// Before all else of a picture, also of one without shadows: nothing of it is left out yet.
    void beginPicture() { m_isBehind = false; }

    /// Takes note of what has changed in the scene.
    void markChanged(const CasterChanges& changes);

    struct Request
    {
        const DrawnScene& scene;
        const Frame& frame;
        int side = 4096; ///< of each part of the texture in texels; at least 256
        int mostViews = std::numeric_limits<int>::max(); ///< of the budget, if there is one
    };

    /// Gives the lights that throw shadows their views. Whether there are any.
    bool arrange(RenderResources::State& state, const Request& request, LightTiles& lights);

    /// Draws what is out of date of them. Frame uniforms are those of the picture. Leaves another
    /// framebuffer, viewport and program behind.
    void draw(RenderResources::State& state, const Request& request, RenderStats& stats);

    /// How many views each draw() draws at most, those first that were not drawn for longest; the
    /// others of what is out of date follow with the next pictures, and until then show what they
    /// showed, or no shadows. 1 or more.
    void setBudget(int views) { m_budget = views; }

    /// Whether the last picture left something out.
    [[nodiscard]] bool isBehind() const { return m_isBehind; }

    /// For surface shaders, until the next arrange().
    void bind() const;

private:
    struct Tile
    {
        ShadowView view;
        AtlasTile place{};
        ContentHash moving = 0; ///< what moved within when it was drawn
        bool isCurrent = false;
        bool isEmpty = true;     ///< was never drawn
        std::uint64_t drawn = 0; ///< with which picture it was, last
    };

    struct Shadows
    {
        EntityId entity;
        bool isSun = false;
        int side = 0; ///< cells
        std::vector<Tile> tiles;
        std::uint64_t used = 0; ///< the last picture that it was in
    };

    /// A light of a picture that throws shadows.
    struct Wanted
    {
        std::size_t light = 0; ///< of LightTiles
        const Light* source = nullptr;
        int views = 0;
        int side = 0; ///< cells
        double importance = 0;
    };

    [[nodiscard]] static std::vector<Wanted>
    findWanted(const Request& request, const LightTiles& lights, int side);
    static void fit(std::vector<Wanted>& wanted);
    [[nodiscard]] static GlTexture makeTexture2D(int width, int height);
    void makeTexture(int side, bool hasLamps, bool hasSuns);
    [[nodiscard]] Shadows* find(EntityId entity);
    [[nodiscard]] Shadows* give(const Wanted& wanted, EntityId entity);
    [[nodiscard]] bool makeRoom(bool isSun);
    [[nodiscard]] bool takeTiles(Shadows& shadows);
    void giveBack(const Shadows& shadows);
    void forgetAll(bool suns);
    void look(Shadows& shadows, const Wanted& wanted, const Request& request);
    void clearTile(const GpuShadowView& view) const;
    void drawTile(RenderResources::State& state, const Request& request, std::size_t index);
    void drawPlants(RenderResources::State& state, const Vec3f& levelsFrom, std::size_t index);

    [[nodiscard]] TileAllocator& roomOf(bool isSun) { return isSun ? m_sunRoom : m_lampRoom; }

    ShadowCasters m_casters;
    CasterLists m_lists;
    GlTexture m_texture;
    int m_side = 0;
    int m_sunOffset = 0; ///< texels along y to the part of the suns
    bool m_hasLamps = false;
    bool m_hasSuns = false;
    TileAllocator m_lampRoom, m_sunRoom;
    std::list<Shadows> m_shadows;
    std::vector<Tile*> m_order; ///< of this picture, as shaders number them
    std::vector<GpuShadowView> m_views;
    StreamBuffer m_viewBuffer, m_commandBuffer, m_transformBuffer;
    Vec3d m_sceneMin{0}, m_sceneMax{0};
    bool m_boundsDirty = true;
    std::uint64_t m_plants = 0; ///< revision that is drawn
    std::uint64_t m_picture = 0;
    int m_budget = std::numeric_limits<int>::max();
    bool m_isBehind = false;
};
} // namespace engine
