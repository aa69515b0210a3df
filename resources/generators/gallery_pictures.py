"""Pictures and materials of the sample project `material_gallery`. Pictures of 256 pixels are a metre
wide and those of 512 two metres, so that all faces show 256 texels a metre.
"""
import json
import math
import random

import decal_pictures
import gallery_trims
from picture_kit import Surface, clamp, mixed, noise, save, smooth, write_text
from sample_scene import PROJECTS

FOLDER = PROJECTS / "material_gallery" / "assets" / "Materials" / "gallery"

# What the signs say, from the top: a heading each, then small labels in two columns.
HEADINGS = (("NORMAL MAPS", "ROUGHNESS", "METAL", "PACKED MAPS", "GLOW", "HOLES", "GLASS", "CLOTH"),
            ("SCROLLING", "INSTANCES", "FRICTION", "BOUNCE", "FOOTSTEPS", "TOOLS", "TRIM SHEET", "TEXELS"))
TITLE = "MATERIAL GALLERY"
LABELS = ("NO MAP", "GREEN UP", "GREEN DOWN", "0.05", "0.25", "0.5", "0.75", "1", "GOLD", "COPPER", "STEEL", "RUST",
          "COLOUR ALONE", "WITH ORM", "0", "0.3", "WOOD", "METAL", "GRAVEL", "CARPET", "BELT", "WATER", "0.6", "128/M",
          "256/M", "512/M", "PUSH", "NO ENTRY")


def material(name, **values):
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.material.json").write_text(json.dumps({"format": 1, **values}, indent=2) + "\n")


def child(name, parent, **values):
    material(name, parent=f"Materials/gallery/{parent}", **values)


def picture(name, surface_or_pixels, size=None):
    pixels = surface_or_pixels.color if isinstance(surface_or_pixels, Surface) else surface_or_pixels
    save(FOLDER / f"{name}.png", size or surface_or_pixels.size, pixels)
    return f"{name}.png"


def shaded(color, shade):
    return tuple(k * shade for k in color)


# The building ----------------------------------------------------------------------------------

def plaster():
    size = 256
    stain = noise(size, 11, (3, 3, 1), (7, 7, 0.6), (19, 19, 0.3))
    grain = noise(size, 12, (41, 43, 1), (67, 71, 0.8), (29, 23, 0.6))

    def paint(x, y, i):
        return (0.8 * stain[i] + 1.2 * grain[i], shaded((0.86, 0.84, 0.80), 1 + 0.035 * stain[i] + 0.025 * grain[i]),
                0.9, 0)

    surface = Surface(size, paint)
    save(FOLDER / "plaster_normal.png", size, surface.normals(0.5), 2)
    material("plaster", color=picture("plaster", surface), normal="plaster_normal.png", roughness=0.9,
             surface="plaster")
    for name, tint in (("ceiling", (0.55, 0.55, 0.56)), ("plaster_blue", (0.20, 0.30, 0.42)),
                       ("plaster_green", (0.22, 0.36, 0.28)),
                       ("plaster_red", (0.45, 0.17, 0.13)), ("plaster_ochre", (0.62, 0.42, 0.18)),
                       ("plaster_dark", (0.07, 0.075, 0.09)),
                       ("plinth", (0.16, 0.16, 0.17))):
        child(name, "plaster", tint=tint)


def floor():
    """Polished stone tiles of half a metre, two kinds in turn."""
    size, tile = 512, 128
    cloud = noise(size, 21, (5, 5, 1), (13, 13, 0.7), (31, 31, 0.5))
    vein = noise(size, 22, (4, 9, 1), (11, 21, 0.6))

    def paint(x, y, i):
        edge = min(x % tile, tile - 1 - x % tile, y % tile, tile - 1 - y % tile)
        dark = (x // tile + y // tile) % 2
        base = (0.20, 0.205, 0.22) if dark else (0.50, 0.47, 0.43)
        line = smooth(1 - abs(vein[i]) * 14) * 0.35
        color = mixed(shaded(base, 1 + 0.16 * cloud[i]), (0.75, 0.72, 0.68), line * (0.5 if dark else 0.3))
        if edge < 2:
            return (-2.0, (0.15, 0.145, 0.14), 0.9, 0)
        return (0.0 if edge > 3 else -0.6, tuple(color), 0.24 + 0.07 * cloud[i] + 0.05 * dark, 0)

    surface = Surface(size, paint)
    save(FOLDER / "floor_roughness.png", size, surface.roughness, 8)
    save(FOLDER / "floor_normal.png", size, surface.normals(0.7))
    material("floor", color=picture("floor", surface), normal="floor_normal.png", roughness="floor_roughness.png",
             surface="stone")


def signs():
    for i, words in enumerate(HEADINGS):
        pixels = [(0.03, 0.035, 0.045)] * (512 * 512)
        for row, word in enumerate(words):
            write_text(pixels, 512, word, (0, 64 * row, 512, 64), 34, (1.0, 0.93, 0.78))
        picture(f"signs_{i + 1}", pixels, 512)
        material(f"signs_{i + 1}", color=f"signs_{i + 1}.png", emissive=f"signs_{i + 1}.png", emissiveStrength=0.7,
                 roughness=0.6)
    pixels = [(0.03, 0.035, 0.045)] * (512 * 512)
    write_text(pixels, 512, TITLE, (0, 0, 512, 64), 36, (1.0, 0.82, 0.45), 0.16)
    for i, word in enumerate(LABELS):
        write_text(pixels, 512, word, (256 * (i % 2), 64 + 32 * (i // 2), 256, 32), 20, (0.92, 0.93, 0.95), 0.15)
    picture("labels", pixels, 512)
    material("labels", color="labels.png", emissive="labels.png", emissiveStrength=0.7, roughness=0.6)


# The exhibits ----------------------------------------------------------------------------------

def bricks():
    size = 256
    rough = noise(size, 41, (24, 24, 1), (60, 60, 0.7))
    tone = noise(size, 42, (8, 16, 1), (3, 3, 0.6))

    def paint(x, y, i):
        row = y // 32
        u = (x + 32 * (row % 2)) % 64
        edge = min(u, 63 - u, y % 32, 31 - y % 32) - 2 + 0.9 * rough[i]
        number = ((x + 32 * (row % 2)) % 256 // 64 * 7 + row * 13) % 11
        if edge < 0:
            return (0.4 * rough[i], shaded((0.55, 0.53, 0.49), 1 + 0.08 * rough[i]), 0.95, 0)
        color = mixed((0.52, 0.23, 0.16), (0.62, 0.34, 0.22), number / 10)
        return (7 * smooth(edge / 5) + 1.1 * rough[i] + (number % 4) * 0.5,
                shaded(color, 1 + 0.12 * tone[i] + 0.09 * rough[i]), 0.85, 0)

    surface = Surface(size, paint)
    picture("brick_normal", surface.normals(0.8), size)
    picture("brick_normal_dx", surface.normals(0.8, up=False), size)
    material("brick", color=picture("brick", surface), roughness=0.85, surface="brick")
    child("brick_green_up", "brick", normal="brick_normal.png")
    child("brick_green_down", "brick", normal="brick_normal_dx.png", green="down")


def balls():
    for name, roughness in (("005", 0.05), ("025", 0.25), ("05", 0.5), ("075", 0.75), ("1", 1.0)):
        if name == "005":
            material("glaze_005", tint=[0.012, 0.035, 0.11], roughness=roughness)
        else:
            child(f"glaze_{name}", "glaze_005", roughness=roughness)
    material("gold", tint=[1.0, 0.72, 0.30], roughness=0.34, metallic=0.85, surface="metal")
    child("copper", "gold", tint=[0.95, 0.48, 0.33], roughness=0.45)
    size = 256
    line = noise(size, 51, (2, 128, 1), (6, 256, 0.8))
    wide = noise(size, 52, (4, 4, 1), (9, 9, 0.8), (24, 24, 0.6), (60, 60, 0.4))

    def steel(x, y, i):
        return (0.3 * line[i], shaded((0.62, 0.63, 0.65), 1 + 0.08 * line[i]), 0.36 + 0.12 * line[i], 0.8)

    def rust(x, y, i):
        share = smooth(wide[i] * 3.2 + 0.55)
        color = mixed((0.55, 0.56, 0.58), mixed((0.42, 0.17, 0.06), (0.60, 0.30, 0.12), 0.5 + wide[i]), share)
        return (2.5 * share + 1.2 * wide[i] * share, tuple(color), 0.35 + 0.6 * share, 0.85 * (1 - share))

    surface = Surface(size, steel)
    picture("steel_roughness", surface.roughness, size)
    material("steel", color=picture("steel", surface), roughness="steel_roughness.png", metallic=0.8, surface="metal",
             friction=0.3)
    surface = Surface(size, rust)
    picture("rust_roughness", surface.roughness, size)
    picture("rust_metallic", surface.metallic, size)
    picture("rust_normal", surface.normals(), size)
    material("rust", color=picture("rust", surface), normal="rust_normal.png", roughness="rust_roughness.png",
             metallic="rust_metallic.png", surface="metal")


def ornament():
    """A stone relief of deep rings, in which occlusion is plain to see."""
    size, cell = 256, 128
    grain = noise(size, 61, (40, 40, 1), (9, 9, 0.6))

    def paint(x, y, i):
        u, v = x % cell - 63.5, y % cell - 63.5
        d = math.hypot(u, v)
        petal = math.cos(8 * math.atan2(v, u))
        height = 16 * smooth((d - 50) / 6) - 5 * smooth((max(abs(u), abs(v)) - 59) / 3)
        height += 14 * smooth((26 + 8 * petal - d) / 8) + 6 * smooth((9 - d) / 3)
        gilt = smooth((24 + 8 * petal - d) / 3)
        color = mixed(shaded((0.62, 0.59, 0.53), 1 + 0.07 * grain[i]), (0.86, 0.62, 0.26), gilt)
        return (height + 0.4 * grain[i], tuple(color), 0.9 - 0.52 * gilt, 0.85 * gilt)

    surface = Surface(size, paint)
    picture("relief_orm", surface.packed(), size)
    picture("relief_normal", surface.normals(0.5), size)
    material("relief_plain", color=picture("relief", surface), surface="stone")
    child("relief", "relief_plain", normal="relief_normal.png", orm="relief_orm.png")


def glowing():
    size = 256
    crack = noise(size, 71, (5, 5, 1), (11, 11, 0.6), (23, 23, 0.4))
    crust = noise(size, 72, (30, 30, 1), (70, 70, 0.7))
    glow = []

    def lava(x, y, i):
        heat = smooth(1.15 - abs(crack[i]) * 9)
        glow.append(tuple(k * heat for k in mixed((0.85, 0.12, 0.01), (1.0, 0.78, 0.25), heat ** 3)))
        return (-6 * heat + crust[i], shaded((0.10, 0.085, 0.08), 1 + 0.4 * crust[i]), 0.9, 0)

    surface = Surface(size, lava)
    picture("lava_glow", glow, size)
    picture("lava_normal", surface.normals(0.8), size)
    material("lava", color=picture("lava", surface), normal="lava_normal.png", emissive="lava_glow.png",
             emissiveStrength=3)
    pixels = [(0.0, 0.0, 0.0)] * (size * size)
    for y in range(size):
        for x in range(size):
            u, v = x - 127.5, y - 127.5
            ring = max(clamp(3.5 - abs(math.hypot(u, v) - 92)), clamp(3.5 - abs(abs(u) + abs(v) - 66)))
            pixels[y * size + x] = (ring, ring, ring)
    picture("neon", pixels, size)
    material("neon", tint=[0.02, 0.02, 0.025], roughness=0.5, emissive="neon.png", emissiveColor=[0.1, 0.75, 1.0],
             emissiveStrength=4)
    child("neon_pink", "neon", emissiveColor=[1.0, 0.12, 0.5])
    material("lamp", tint=[0.9, 0.9, 0.9], emissiveColor=[1.0, 0.93, 0.8], emissiveStrength=2.5)


def holes():
    size, mesh = 256, 32
    pixels = []
    for y in range(size):
        for x in range(size):
            a, b = (x + y) % mesh, (x - y) % mesh
            da, db = min(a, mesh - a) * 0.7071, min(b, mesh - b) * 0.7071
            over = (x + y) // mesh % 2 == (x - y) // mesh % 2
            near = da if (da < 2.4 and (over or db >= 2.4)) else db
            shade = 0.45 + 0.4 * smooth(1 - near / 2.4)
            pixels.append((shade, shade * 1.01, shade * 1.03, clamp(2.9 - min(da, db))))
    picture("fence", pixels, size)
    material("fence", color="fence.png", opacity="mask", cutoff=0.5, twoSided=True, castsShadow=False, roughness=0.5,
             metallic=0.6, surface="metal")
    leaf, vein = (0.16, 0.34, 0.10), (0.38, 0.52, 0.20)
    pixels = [(*leaf, 0.0)] * (size * size)
    dice = random.Random(65)
    for _ in range(90):  # ivy
        angle, cx, cy = dice.uniform(0.6, 2.6), dice.randrange(size), dice.randrange(size)
        tone = dice.uniform(0.6, 1.25)
        for dy in range(-22, 23):
            for dx in range(-22, 23):
                u, v = dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle)
                lobe = 13 + 5 * math.cos(3 * math.atan2(v, u))
                if math.hypot(u, v) < lobe:
                    color = mixed(leaf, vein, smooth(1.6 - abs(v)) if u > -8 else 0)
                    x, y = int(cx + dx) % size, int(cy + dy) % size
                    pixels[y * size + x] = (*shaded(color, tone * (1 - 0.02 * abs(v))), 1.0)
    picture("ivy", pixels, size)
    material("ivy", color="ivy.png", tint=[0.4, 0.42, 0.4], opacity="mask",
             cutoff=0.5, twoSided=True, castsShadow=False, collides=False,
             roughness=0.7)


def glass():
    material("glass", tint=[0.55, 0.75, 0.72], opacity="blend", alpha=0.22, roughness=0.08, castsShadow=False,
             surface="glass")
    child("glass_amber", "glass", tint=[0.95, 0.45, 0.08], alpha=0.5)
    child("glass_blue", "glass", tint=[0.08, 0.25, 0.85], alpha=0.5)
    size = 256
    pixels = []
    panes = ((0.75, 0.10, 0.08), (0.95, 0.65, 0.12), (0.10, 0.35, 0.70), (0.12, 0.50, 0.28))
    for y in range(size):
        for x in range(size):
            u, v = x % 128 - 63.5, y % 128 - 63.5
            inside = abs(u) + abs(v) < 62
            lead = abs(abs(u) + abs(v) - 62) < 3.2 or min(abs(u), abs(v)) < 2.2 and inside
            pane = panes[(x // 128 + y // 128) % 2 + (0 if inside else 2)]
            pixels.append((0.05, 0.05, 0.055, 1.0) if lead else (*pane, 0.72))
    picture("stained", pixels, size)
    material("stained", color="stained.png", opacity="blend", roughness=0.15, castsShadow=False, surface="glass")


def cloth():
    size = 256
    fold = noise(size, 81, (16, 4, 1), (40, 40, 0.5))

    def paint(x, y, i):
        weave = math.sin(x * math.pi / 2) * math.sin(y * math.pi / 2)
        u, v = x % 64 - 31.5, y % 64 - 31.5
        d = math.hypot(u, v)
        flower = smooth((13 + 5 * math.cos(6 * math.atan2(v, u)) - d) / 2) if d > 4 else 0.0
        color = mixed((0.62, 0.60, 0.58), (1.0, 0.94, 0.80), flower)
        return (0.5 * weave + 0.8 * flower, shaded(color, 1 + 0.06 * weave + 0.06 * fold[i]), 0.95 - 0.35 * flower, 0)

    surface = Surface(size, paint)
    picture("cloth_normal", surface.normals(), size)
    material("cloth", color=picture("cloth", surface), normal="cloth_normal.png", tint=[0.62, 0.07, 0.06],
             roughness=0.9, twoSided=True, surface="cloth")
    child("curtain", "cloth", tint=[0.10, 0.22, 0.62], collides=False, castsShadow=False)


def moving():
    size = 256
    grain = noise(size, 91, (50, 50, 1))

    def belt(x, y, i):
        chevron = (y - abs(x - 127.5) * 0.7) % 64
        raised = smooth((chevron - 4) / 3) * smooth((26 - chevron) / 3)
        color = mixed((0.09, 0.09, 0.095), (0.72, 0.52, 0.08), raised * (1 if abs(x - 127.5) < 104 else 0))
        return (3 * raised, shaded(color, 1 + 0.12 * grain[i]), 0.8, 0)

    surface = Surface(size, belt)
    picture("belt_normal", surface.normals(), size)
    material("belt", color=picture("belt", surface), normal="belt_normal.png", roughness=0.8, scroll=[0, 1],
             friction=0.9, surface="rubber")
    wave = noise(size, 92, (6, 4, 1), (13, 9, 0.8), (30, 22, 0.5))
    ripple = Surface(size, lambda x, y, i: (7 * wave[i], (0.55 + 0.35 * smooth(wave[i] * 2),
                                                          0.78 + 0.2 * smooth(wave[i] * 2), 0.9), 0.1, 0))
    picture("water_normal", ripple.normals(), size)
    material("water", color=picture("water", ripple), tint=[0.10, 0.30, 0.38], normal="water_normal.png",
             roughness=0.08, opacity="blend",
             alpha=0.6, scroll=[0.04, 0.07], castsShadow=False, surface="water")
    child("waterfall", "water", tint=[0.45, 0.62, 0.68], alpha=0.8, scroll=[0, -0.9], collides=False)


def tiles():
    size = 256
    tone = noise(size, 101, (5, 5, 1), (30, 30, 0.5))

    def paint(x, y, i):
        edge = min(x % 64, 63 - x % 64, y % 64, 63 - y % 64)
        if edge < 2:
            return (0, (0.62, 0.61, 0.58), 0.95, 0)
        dx, dy = abs(x % 64 - 31.5), abs(y % 64 - 31.5)
        star = smooth((22 - max(dx, dy) - 0.6 * min(dx, dy)) / 2)
        return (4 * smooth((edge - 1) / 5) + 1.5 * star, shaded((0.80, 0.80, 0.79),
                                                                (1 + 0.05 * tone[i]) * (1 - 0.28 * star)), 0.28, 0)

    surface = Surface(size, paint)
    picture("tile_roughness", surface.roughness, size)
    picture("tile_normal", surface.normals(0.6), size)
    material("tile", color=picture("tile", surface), normal="tile_normal.png", roughness="tile_roughness.png",
             surface="tile")
    for name, tint in (("teal", (0.10, 0.62, 0.60)), ("coral", (0.95, 0.30, 0.20)), ("lemon", (0.98, 0.80, 0.18)),
                       ("navy", (0.10, 0.18, 0.48)),
                       ("mint", (0.45, 0.85, 0.55))):
        child(f"tile_{name}", "tile", tint=tint)


def grounds():
    size = 256
    long = noise(size, 111, (3, 40, 1), (9, 120, 0.8), (4, 4, 0.5))
    stones = noise(size, 112, (22, 22, 1), (50, 50, 0.6), (7, 7, 0.3))
    tuft = noise(size, 113, (80, 80, 1), (12, 12, 0.5))
    frost = noise(size, 114, (5, 5, 1), (15, 15, 0.7), (40, 40, 0.4))

    def wood(x, y, i):
        edge = min(y % 64, 63 - y % 64, (x + 96 * (y // 64)) % 256)
        tone = 0.85 + 0.09 * ((y // 64 * 5 + 3) % 4)
        shade = tone * (1 + 0.22 * long[i]) * (0.5 + 0.5 * smooth(edge / 2))
        return (2 * smooth(edge / 3) + 0.5 * long[i], shaded((0.50, 0.33, 0.19), shade), 0.6, 0)

    def gravel(x, y, i):
        return (9 * stones[i], shaded((0.46, 0.44, 0.41), 0.85 + 0.7 * stones[i]), 0.95, 0)

    def carpet(x, y, i):
        band = smooth((abs(y % 128 - 63.5) - 40) / 2) * smooth((56 - abs(y % 128 - 63.5)) / 2)
        return (2 * tuft[i], shaded(mixed((0.12, 0.16, 0.34), (0.70, 0.56, 0.30), band), 1 + 0.3 * tuft[i]), 1.0, 0)

    def ice(x, y, i):
        crack = smooth(1 - abs(frost[i]) * 16)
        return (0, tuple(mixed((0.45, 0.68, 0.80), (0.88, 0.95, 0.98), clamp(0.5 + 0.6 * frost[i] + 0.5 * crack))),
                0.12, 0)

    def rubber(x, y, i):
        knob = smooth((9 - math.hypot(x % 32 - 15.5, y % 32 - 15.5)) / 3)
        return (4 * knob, shaded((0.15, 0.155, 0.16), 0.9 + 0.45 * knob + 0.1 * tuft[i]), 0.85, 0)

    for name, paint, more in (("wood", wood, {"surface": "wood"}), ("gravel", gravel, {"surface": "gravel"}),
                              ("carpet", carpet, {"surface": "carpet"}),
                              ("ice", ice, {"surface": "ice", "friction": 0, "roughness": 0.12}),
                              ("rubber", rubber, {"surface": "rubber", "friction": 1, "restitution": 1})):
        surface = Surface(size, paint)
        if name != "ice":
            picture(f"{name}_normal", surface.normals(0.7), size)
            more = {"normal": f"{name}_normal.png", "roughness": surface.roughness[0], **more}
        material(name, color=picture(name, surface), **more)
    child("mat_dull", "rubber", tint=[6, 1.2, 1], restitution=0)
    child("mat_middle", "rubber", tint=[6, 4.5, 1], restitution=0.6)
    child("mat_lively", "rubber", tint=[1, 6, 2])


def crate():
    """A crate of half a metre at 256 texels a metre, and one that says where players cannot go."""
    size = 128
    grain = noise(size, 121, (3, 24, 1), (8, 64, 0.8))

    def paint(x, y, i):
        edge = min(x, y, size - 1 - x, size - 1 - y)
        if edge < 16:
            return (5 * smooth(edge / 3), shaded((0.50, 0.36, 0.21), 0.9 + 0.15 * grain[i]), 0.75, 0)
        row = (y - 16) % 24
        seam = min(row, 23 - row)
        shade = (0.95 + 0.2 * grain[i]) * (0.6 + 0.4 * smooth(min(seam, edge - 16) / 2))
        return (2.5 * smooth(seam / 2) - 1, shaded((0.64, 0.47, 0.28), shade), 0.75, 0)

    surface = Surface(size, paint)
    picture("crate_normal", surface.normals(0.7), size)
    material("crate", color=picture("crate", surface), normal="crate_normal.png", roughness=0.75, surface="wood",
             friction=0.5)
    stripe = [(0.75, 0.12, 0.55) if (x + y) % 64 < 32 else (0.30, 0.05, 0.24) for y in range(64) for x in range(64)]
    picture("clip", stripe, 64)
    material("clip", color="clip.png", seenInGame=False, castsShadow=False)


def decals():
    size = decal_pictures.SIZE
    depth = decal_pictures.crack()
    groove = Surface(size, lambda x, y, i: (-4 * depth[i], (0, 0, 0), 1, 0))
    save(FOLDER / "decal_crack_normal.png", size, groove.normals(), 2)
    flat = {"opacity": "blend", "castsShadow": False}
    material("decal_crack", color=picture("decal_crack", decal_pictures.cracked(), size),
             normal="decal_crack_normal.png", roughness=0.95, **flat)
    material("decal_stain", color=picture("decal_stain", decal_pictures.stained(), size), roughness=0.9, **flat)
    material("decal_scorch", color=picture("decal_scorch", decal_pictures.scorched(), size), roughness=0.95, **flat)
    material("decal_leaf", color=picture("decal_leaf", decal_pictures.leaf(), size), opacity="mask", cutoff=0.5,
             roughness=0.7, castsShadow=False)
    material("decal_arrow", color=picture("decal_arrow", decal_pictures.arrow(), size), roughness=0.45, **flat)
    rune = picture("decal_rune", decal_pictures.rune(), size)
    material("decal_rune", color=rune, tint=[0.02, 0.05, 0.08], emissive=rune, emissiveColor=[0.15, 0.75, 1.0],
             emissiveStrength=2.5, **flat)
    pixels, width = decal_pictures.words("DECALS")
    material("decal_words", color=picture("decal_words", pixels, width), roughness=0.45, **flat)


PAINTERS = (plaster, floor, signs, bricks, balls, ornament, glowing, holes, glass, cloth, moving, tiles,
            grounds, crate, decals)


def write():
    for paint in PAINTERS:
        paint()
    gallery_trims.write(FOLDER)
