#!/usr/bin/env python3
"""Writes the sample project `forest_edge`: models, pictures, materials and the scene, without its
plants. Needs the standard library only; the files come out the same every time.

    python3 resources/generators/make_forest_edge.py
    python3 resources/generators/make_forest_edge.py --plant ./mapwright

The second command plants it, too, and bakes its light.
"""
import json
import math
import random
import struct
import subprocess
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "projects" / "forest_edge"
ASSETS = ROOT / "assets"


# Pictures --------------------------------------------------------------------------------------

class Picture:
    """RGBA pixels, from the top; colours are sRGB from 0 to 1."""

    def __init__(self, width, height, color=(0, 0, 0, 0)):
        self.width, self.height = width, height
        self.pixels = [list(color) for _ in range(width * height)]

    def set(self, x, y, color, alpha=1.0):
        if 0 <= x < self.width and 0 <= y < self.height:
            self.pixels[y * self.width + x] = [*color, alpha]

    def blot(self, cx, cy, rx, ry, color, angle=0.0):
        """A filled ellipse, turned by an angle."""
        c, s = math.cos(angle), math.sin(angle)
        reach = int(max(rx, ry)) + 1
        for y in range(int(cy) - reach, int(cy) + reach + 1):
            for x in range(int(cx) - reach, int(cx) + reach + 1):
                dx, dy = x + 0.5 - cx, y + 0.5 - cy
                u, v = (dx * c + dy * s) / rx, (dy * c - dx * s) / ry
                if u * u + v * v <= 1:
                    shade = 0.86 + 0.14 * (1 - v) / 2
                    self.set(x, y, [k * shade for k in color])

    def bleed(self):
        """Gives holes the mean colour, so that smaller mip levels keep their rims clean."""
        solid = [p for p in self.pixels if p[3] > 0]
        mean = [sum(p[i] for p in solid) / max(len(solid), 1) for i in range(3)]
        for p in self.pixels:
            if p[3] == 0:
                p[0:3] = mean

    def save(self, file):
        self.bleed()
        rows = bytearray()
        for y in range(self.height):
            rows.append(0)
            for p in self.pixels[y * self.width:(y + 1) * self.width]:
                rows.extend(int(max(0.0, min(1.0, k)) * 255 + 0.5) for k in p)

        def chunk(kind, data):
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"\x89PNG\r\n\x1a\n" +
                         chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 6, 0, 0, 0)) +
                         chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


def mixed(a, b, t):
    return [x + (y - x) * t for x, y in zip(a, b)]


def ground(name, low, high, seed, size=128):
    """A tiling, blotchy ground."""
    dice = random.Random(seed)
    waves = [(dice.randint(1, 9), dice.randint(1, 9), dice.random() * 6.3, dice.random()) for _ in range(28)]
    picture = Picture(size, size, (0, 0, 0, 1))
    for y in range(size):
        for x in range(size):
            v = sum(a * math.sin(2 * math.pi * (kx * x + ky * y) / size + phase)
                    for kx, ky, phase, a in waves) / 7
            v = 0.5 + 0.5 * math.tanh(v) + dice.uniform(-0.18, 0.18)
            picture.set(x, y, mixed(low, high, max(0.0, min(1.0, v))))
    save_material(name, picture)


def save_material(name, picture):
    picture.save(ASSETS / "Materials" / f"{name}.png")
    file = ASSETS / "Materials" / f"{name}.material.json"
    file.write_text(json.dumps({"format": 1, "color": f"{name.split('/')[-1]}.png", "metallic": 0.0},
                               indent=2) + "\n")


def draw_conifer(picture, left, width, dice, green):
    """A fir seen from the side, in one column of the picture."""
    h = picture.height
    middle = left + width / 2
    for y in range(int(h * 0.82), h):
        for x in range(int(middle - 3), int(middle + 3)):
            picture.set(x, y, (0.27, 0.19, 0.12))
    layers = 22
    for i in range(layers):
        t = i / (layers - 1)
        y = h * (0.04 + 0.84 * t)
        half = width * (0.03 + 0.43 * t) * dice.uniform(0.82, 1.05)
        for _ in range(10 + int(26 * t)):
            x = middle + dice.uniform(-half, half)
            droop = abs(x - middle) / max(half, 1) * h * 0.035
            color = mixed(green, (0.05, 0.10, 0.05), dice.uniform(0.0, 0.55) * (1 - 0.3 * t))
            picture.blot(x, y + droop, dice.uniform(3, 6.5), dice.uniform(2, 3.6), color,
                         dice.uniform(-0.6, 0.6))


def draw_broadleaf(picture, left, width, dice, green):
    h = picture.height
    middle = left + width / 2
    for y in range(int(h * 0.45), h):
        bend = math.sin(y * 0.03) * 2
        for x in range(int(middle - 4 + bend), int(middle + 4 + bend)):
            picture.set(x, y, (0.36, 0.30, 0.24))
    for _ in range(520):
        angle, r = dice.uniform(0, 2 * math.pi), math.sqrt(dice.random())
        x = middle + math.cos(angle) * r * width * 0.44
        y = h * 0.36 + math.sin(angle) * r * h * 0.33
        color = mixed(green, (0.07, 0.13, 0.05), dice.uniform(0, 0.5) + 0.25 * (y / h))
        picture.blot(x, y, dice.uniform(3, 6), dice.uniform(2.5, 4.5), color, dice.uniform(-1.5, 1.5))


def pictures():
    ground("forest/moss", (0.16, 0.19, 0.09), (0.30, 0.34, 0.16), 1)
    ground("forest/meadow", (0.25, 0.34, 0.13), (0.42, 0.49, 0.22), 2)
    ground("forest/soil", (0.20, 0.15, 0.10), (0.36, 0.28, 0.19), 3)
    ground("forest/rock", (0.32, 0.33, 0.33), (0.52, 0.52, 0.50), 4)
    ground("forest/bark", (0.20, 0.14, 0.09), (0.34, 0.25, 0.17), 5, 64)
    dice = random.Random(6)
    greens = [(0.16, 0.30, 0.16), (0.13, 0.26, 0.15), (0.19, 0.33, 0.15), (0.15, 0.28, 0.19)]
    trees = Picture(4 * 96, 192)
    for i, green in enumerate(greens):
        draw_conifer(trees, i * 96, 96, dice, green)
    save_material("forest/far_trees", trees)
    fir = Picture(96, 192)
    draw_conifer(fir, 0, 96, dice, greens[0])
    save_material("forest/fir_far", fir)
    birch = Picture(96, 128)
    draw_broadleaf(birch, 0, 96, dice, (0.36, 0.50, 0.18))
    save_material("forest/birch_far", birch)
    save_material("forest/needles", twig(dice))
    save_material("forest/leaves", leaves(dice))
    save_material("forest/grass", blades(dice))
    save_material("forest/fern", fern(dice))


def twig(dice, size=64):
    picture = Picture(size, size)
    for side in (-1, 1):
        for i in range(2, size - 2, 2):
            length = (size - i) * 0.42 * dice.uniform(0.7, 1.1)
            for k in range(int(length)):
                color = mixed((0.12, 0.24, 0.12), (0.24, 0.38, 0.20), dice.random())
                picture.set(int(size / 2 + side * k), size - i - int(k * 0.45), color)
                picture.set(int(size / 2 + side * k), size - i - int(k * 0.45) - 1, color)
    return picture


def leaves(dice, size=64):
    picture = Picture(size, size)
    for _ in range(70):
        angle, r = dice.uniform(0, 2 * math.pi), math.sqrt(dice.random()) * size * 0.42
        color = mixed((0.22, 0.34, 0.10), (0.46, 0.58, 0.22), dice.random())
        picture.blot(size / 2 + math.cos(angle) * r, size / 2 + math.sin(angle) * r,
                     dice.uniform(3, 5), dice.uniform(2, 3), color, dice.uniform(-1.5, 1.5))
    return picture


def blades(dice, size=64):
    picture = Picture(size, size)
    for _ in range(26):
        x, lean = dice.uniform(4, size - 4), dice.uniform(-14, 14)
        height = dice.uniform(0.55, 0.97) * size
        color = mixed((0.22, 0.32, 0.10), (0.48, 0.56, 0.24), dice.random())
        for k in range(int(height)):
            t = k / height
            half = 1.6 * (1 - t) + 0.4
            for dx in range(int(-half), int(half) + 1):
                picture.set(int(x + lean * t * t + dx), size - 1 - k, mixed(color, (0.60, 0.64, 0.34), t * 0.5))
    return picture


def fern(dice, size=64):
    picture = Picture(size, size)
    for frond in range(7):
        lean = (frond - 3) / 3.2
        for k in range(size - 8):
            t = k / (size - 8)
            cx, cy = size / 2 + lean * t * size * 0.45, size - 1 - k * (1 - 0.35 * abs(lean) * t)
            half = 6.5 * math.sin(math.pi * min(1.0, t * 0.9 + 0.08))
            if k % 3 == 0:
                for dx in range(int(-half), int(half) + 1):
                    color = mixed((0.16, 0.30, 0.10), (0.34, 0.48, 0.18), dice.random())
                    picture.set(int(cx + dx), int(cy - abs(dx) * 0.4), color)
                    picture.set(int(cx + dx), int(cy - abs(dx) * 0.4) - 1, color)
    return picture


# Models ----------------------------------------------------------------------------------------

class Model:
    """An OBJ file: triangles with normals and texture coordinates by material."""

    def __init__(self):
        self.lines = []
        self.parts = {}
        self.count = 0

    def corner(self, place, normal, uv):
        length = math.sqrt(sum(n * n for n in normal)) or 1
        self.lines.append("v %.4f %.4f %.4f" % tuple(place))
        self.lines.append("vt %.4f %.4f" % tuple(uv))
        self.lines.append("vn %.4f %.4f %.4f" % tuple(n / length for n in normal))
        self.count += 1
        return self.count

    def face(self, material, corners):
        self.parts.setdefault(material, []).append(corners)

    def trunk(self, material, height, radius, sides=8, rings=4):
        rows = []
        for ring in range(rings + 1):
            t = ring / rings
            r = radius * (1 - 0.85 * t)
            rows.append([self.corner((math.cos(a) * r, height * t, math.sin(a) * r),
                                     (math.cos(a), 0.1, math.sin(a)), (i / sides * 2, t * height))
                         for i, a in ((i, -2 * math.pi * i / sides) for i in range(sides + 1))])
        for low, high in zip(rows, rows[1:]):
            for i in range(sides):
                self.face(material, (low[i], low[i + 1], high[i + 1], high[i]))

    def card(self, material, root, along, across, up):
        """A leaf-like quad from its root; lit as its tree's hull is, by the normal `up`."""
        a = [r - c for r, c in zip(root, across)]
        b = [r + c for r, c in zip(root, across)]
        c = [p + q for p, q in zip(b, along)]
        d = [p + q for p, q in zip(a, along)]
        self.face(material, [self.corner(p, up, uv) for p, uv in
                             ((a, (0, 0)), (b, (1, 0)), (c, (1, 1)), (d, (0, 1)))])

    def save(self, name):
        file = ASSETS / "Meshes" / f"{name}.obj"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = ["# made by make_forest_edge.py"] + self.lines
        for material, faces in sorted(self.parts.items()):
            text.append(f"usemtl {material}")
            text += ["f " + " ".join(f"{i}/{i}/{i}" for i in face) for face in faces]
        file.write_text("\n".join(text) + "\n")


def models():
    dice = random.Random(11)
    fir = Model()
    fir.trunk("Materials/forest/bark", 8.0, 0.22)
    for ring in range(13):
        t = ring / 12
        y, reach = 1.3 + 6.4 * t, 2.2 * (1 - t) + 0.25
        for i in range(9 - ring // 2):
            a = 2 * math.pi * (i / (9 - ring // 2)) + ring * 0.7 + dice.uniform(-0.2, 0.2)
            out = (math.cos(a), math.sin(a))
            fir.card("Materials/forest/needles", (out[0] * 0.05, y, out[1] * 0.05),
                     (out[0] * reach, -0.35 * reach, out[1] * reach),
                     (-out[1] * reach * 0.34, 0, out[0] * reach * 0.34), (out[0], 0.8, out[1]))
    fir.save("fir")

    birch = Model()
    birch.trunk("Materials/forest/bark", 5.6, 0.14)
    for _ in range(64):
        a, h, r = dice.uniform(0, 6.283), dice.uniform(2.0, 6.2), dice.uniform(0.1, 1.4)
        turn = dice.uniform(0, 6.283)
        root = (math.cos(a) * r, h, math.sin(a) * r)
        birch.card("Materials/forest/leaves", root,
                   (math.cos(turn) * 0.5, dice.uniform(-0.4, 0.7), math.sin(turn) * 0.5),
                   (-math.sin(turn) * 0.42, 0, math.cos(turn) * 0.42),
                   (math.cos(a) * r, 0.8, math.sin(a) * r))
    birch.save("birch")

    for name, material, width, height, cards in (("grass", "grass", 0.35, 0.45, 3),
                                                 ("fern", "fern", 0.5, 0.6, 3),
                                                 ("bush", "leaves", 0.7, 1.1, 5)):
        plant = Model()
        for i in range(cards):
            a = math.pi * i / cards
            plant.card(f"Materials/forest/{material}", (0, 0, 0), (0, height, 0),
                       (math.cos(a) * width, 0, math.sin(a) * width), (0, 1, 0))
        plant.save(name)


# Scene -----------------------------------------------------------------------------------------

class Scene:
    def __init__(self):
        self.entities = []
        self.next = 5_000_192

    def add(self, name, components, **more):
        self.next += 1
        self.entities.append({"components": components, "id": self.next, "name": name, **more})
        return self.next

    def solid(self, name, planes):
        """Planes are (normal, distance, material)."""
        faces = []
        for normal, distance, material in planes:
            length = math.sqrt(sum(n * n for n in normal))
            faces.append({"normal": [n / length for n in normal], "distance": distance / length,
                          "material": f"Materials/forest/{material}", "scale": [2, 2]})
        return self.add(name, {"brush": {"faces": faces}})

    def box(self, name, low, high, top, side="soil"):
        return self.solid(name, [((1, 0, 0), high[0], side), ((-1, 0, 0), -low[0], side),
                                 ((0, 1, 0), high[1], top), ((0, -1, 0), -low[1], side),
                                 ((0, 0, 1), high[2], side), ((0, 0, -1), -low[2], side)])


def kind(scene, layer, slot, name, **settings):
    scene.add(name, {"foliage_type": {"slot": slot, **settings}}, parent=layer)


def hill(scene, x, z, width, height):
    """A flat-topped mound with four sloping sides."""
    w, inset = width / 2, height * 1.1
    sides = [((1, 1.1, 0), w + x), ((-1, 1.1, 0), w - x), ((0, 1.1, 1), w + z), ((0, 1.1, -1), w - z)]
    scene.solid("Mound", [((0, 1, 0), height, "moss"), ((0, -1, 0), 0.5, "soil")] +
                [(n, d, "moss") for n, d in sides])


def turned(yaw, pitch):
    """What turns -Z by `pitch` degrees upwards, and then by `yaw` counter-clockwise from above."""
    a, b = math.radians(yaw) / 2, math.radians(pitch) / 2
    return [round(k, 9) for k in (math.cos(a) * math.sin(b), math.sin(a) * math.cos(b),
                                  -math.sin(a) * math.sin(b), math.cos(a) * math.cos(b))]


def write_scene():
    scene = Scene()
    half, clearing = 150, 20
    scene.box("Clearing", (-clearing, -2, -clearing), (clearing, 0, clearing), "meadow")
    for i, (low, high) in enumerate((((-half, -half), (half, -clearing)), ((-half, clearing), (half, half)),
                                     ((-half, -clearing), (-clearing, clearing)),
                                     ((clearing, -clearing), (half, clearing)))):
        scene.box(f"Forest floor {i + 1}", (low[0], -2, low[1]), (high[0], 0, high[1]), "moss")
    dice = random.Random(21)
    for i in range(14):
        a = 2 * math.pi * i / 14 + dice.uniform(-0.1, 0.1)
        r = dice.uniform(44, 95)
        hill(scene, math.cos(a) * r, math.sin(a) * r, dice.uniform(12, 24), dice.uniform(1.2, 3.0))
    for _ in range(9):
        x, z, s = (dice.randint(-64, 64) / 4, dice.randint(-64, 64) / 4, dice.randint(2, 4) / 4)
        if -9 < x < 2 and 0 < z < 7:
            continue  # the log lies there
        scene.box("Stone", (x - s, -0.25, z - s), (x + s, s, z + s), "rock", "rock")
    scene.box("Log", (-6, -0.25, 3), (-1.5, 0.5, 3.5), "bark", "bark")
    # What the player cannot leave; thin enough not to be seen behind the trees.
    for name, low, high in (("Rim north", (-half, 0, -half - 1), (half, 6, -half)),
                            ("Rim south", (-half, 0, half), (half, 6, half + 1)),
                            ("Rim west", (-half - 1, 0, -half), (-half, 6, half)),
                            ("Rim east", (half, 0, -half), (half + 1, 6, half))):
        scene.box(name, low, high, "moss", "moss")

    trees = scene.add("Trees", {"foliage_instances": {}, "foliage_layer": {"seed": 7}})
    on_moss = {"materials": "Materials/forest/moss"}
    kind(scene, trees, 0, "Fir", mesh="Meshes/fir.obj", material="Materials/forest/fir_far", density=0.11,
         spacing=2.2, scaleMin=[0.7, 1, 1], scaleMax=[1.5, 1, 1], maxAngle=8, slopeMax=50, size=[4.6, 8],
         detailDistance=16, fadeStart=260, cullDistance=300, wind=0.06, weight=2, collides=True, **on_moss)
    kind(scene, trees, 1, "Birch", mesh="Meshes/birch.obj", material="Materials/forest/birch_far",
         density=0.1, spacing=2.0, scaleMin=[0.7, 1, 1], scaleMax=[1.3, 1, 1], maxAngle=8, slopeMax=40,
         size=[3.6, 6.6], detailDistance=16, fadeStart=260, cullDistance=300, wind=0.08, **on_moss)
    kind(scene, trees, 2, "Far firs", kind="billboard", material="Materials/forest/far_trees", views=4,
         density=0.5, spacing=1.4, scaleMin=[0.8, 1, 1], scaleMax=[1.5, 1, 1], size=[4.2, 8.4],
         fadeStart=320, cullDistance=360, **on_moss)
    low = scene.add("Undergrowth", {"foliage_instances": {}, "foliage_layer": {"seed": 8}})
    kind(scene, low, 0, "Grass", mesh="Meshes/grass.obj", density=48, scaleMin=[0.6, 1, 1],
         scaleMax=[1.4, 1, 1], fadeStart=22, cullDistance=30, wind=0.08,
         materials="Materials/forest/meadow", castShadows=False)
    kind(scene, low, 1, "Moss grass", mesh="Meshes/grass.obj", density=5.6, scaleMin=[0.5, 1, 1],
         scaleMax=[1.0, 1, 1], fadeStart=22, cullDistance=30, wind=0.05, castShadows=False, **on_moss)
    kind(scene, low, 2, "Fern", mesh="Meshes/fern.obj", density=1.8, spacing=0.4, scaleMin=[0.6, 1, 1],
         scaleMax=[1.4, 1, 1], fadeStart=35, cullDistance=45, wind=0.05, slopeMax=60, castShadows=False,
         **on_moss)
    kind(scene, low, 3, "Bush", mesh="Meshes/bush.obj", density=0.35, spacing=1.0, scaleMin=[0.6, 1, 1],
         scaleMax=[1.6, 1, 1], fadeStart=70, cullDistance=90, wind=0.05, castShadows=False, **on_moss)

    # A late afternoon, with the sun behind the player, to the right.
    scene.add("Sun", {"light": {"kind": "sun", "intensity": 4.2, "color": [1, 0.86, 0.68], "sunAngle": 1},
                      "transform": {"position": [0, 12, 0], "rotation": turned(yaw=38, pitch=-38)}})
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 14]}})
    settings = {"ambient": [0.06, 0.07, 0.07], "luxelsPerMetre": 1, "killHeight": -20, "lightBounces": 2,
                "skyTop": [0.12, 0.27, 0.62], "skyHorizon": [0.66, 0.74, 0.80], "skyLight": 1.2,
                "fogColor": [0.62, 0.70, 0.76], "fogDensity": 0.0035, "fogThinning": 0.05}
    file = ROOT / "scenes" / "start.scene.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"entities": scene.entities, "format": 2, "settings": settings}))
    (ROOT / "project.json").write_text(json.dumps(
        {"format": 1, "name": "Forest edge", "startScene": "scenes/start.scene.json"}, indent=2) + "\n")


def plant(program):
    scene = str(ROOT / "scenes" / "start.scene.json")
    for old in (ROOT / "scenes").glob("*.foliage"):
        old.unlink()
    for words in (["format", scene], ["foliage", scene, "--layer", "Trees", "--scatter", "all"],
                  ["foliage", scene, "--layer", "Undergrowth", "--scatter", "all"],
                  ["bake", scene, "--quality", "final"]):
        subprocess.run([program, *words], check=True)


if __name__ == "__main__":
    pictures()
    models()
    write_scene()
    if len(sys.argv) == 3 and sys.argv[1] == "--plant":
        plant(sys.argv[2])
