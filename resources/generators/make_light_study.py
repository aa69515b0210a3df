#!/usr/bin/env python3
"""Writes the sample project `light_study`: a gallery with a bay for each kind of light, without its
baked light, and a yard whose lights shine live. Needs the standard library only; the files come out the
same every time.

    python3 resources/generators/make_light_study.py
    ./mapwright format projects/light_study
    ./mapwright bake projects/light_study/scenes/start.scene.json
"""
import json
import math

from sample_scene import PROJECTS, Scene, about, take, write_json

PROJECT = "light_study"
ASSETS = PROJECTS / PROJECT / "assets"
GALLERY = "Materials/gallery"
COPIED = ("plaster", "plaster_red", "plaster_green", "plaster_dark", "plinth", "wood", "ceiling")

BAYS = 5          # on each side
BAY = 4.5         # metres from the middle of a wall between bays to the next
WALL = 0.25
HALL = 2.0        # half of the corridor's width
DEPTH = 4.0       # of a bay
TOP = 3.5

WHITE, RED, GREEN, DARK = (f"gallery/{name}" for name in ("plaster", "plaster_red", "plaster_green", "plaster_dark"))
WOOD, ROOF, STONE = (f"gallery/{name}" for name in ("wood", "ceiling", "plinth"))
FLOOR = ROOF  # plain, so that shadows are seen
DOWN = about([1, 0, 0], -90)


def material(name, **values):
    file = ASSETS / "Materials" / "study" / f"{name}.material.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"format": 1, **values}, indent=2) + "\n")


def materials():
    for name in COPIED:
        text = json.loads((PROJECTS / "material_gallery" / "assets" / GALLERY / f"{name}.material.json").read_text())
        images = [value for value in text.values() if isinstance(value, str) and value.endswith(".png")]
        take(PROJECT, "material_gallery", [f"{GALLERY}/{file}" for file in [f"{name}.material.json", *images]])
    take(PROJECT, "material_gallery", [f"{GALLERY}/fence.png"])
    # Unlike the gallery's fence, which stands in even light, this one is here for its shadow.
    material("grating", color="../gallery/fence.png", opacity="mask", cutoff=0.5, twoSided=True, roughness=0.5,
             metallic=0.6, surface="metal")
    material("glass", tint=[0.55, 0.75, 0.72], opacity="blend", alpha=0.22, roughness=0.08, surface="glass")
    material("strip_warm", tint=[0.9, 0.9, 0.9], emissiveColor=[1.0, 0.62, 0.30], emissiveStrength=9)
    material("strip_cold", tint=[0.9, 0.9, 0.9], emissiveColor=[0.30, 0.62, 1.0], emissiveStrength=9)
    material("panel", tint=[0.9, 0.9, 0.9], emissiveColor=[1.0, 0.90, 0.75], emissiveStrength=9)


def profile(name, shape, about_it):
    """An IES file of a lamp that is the same all around; `shape` says how much goes to so many degrees from
    straight down, of 1."""
    degrees = [2.5 * i for i in range(73)]
    lines = ["IESNA:LM-63-2002", f"[TEST] {about_it}", "[MANUFAC] Mapwright, made by a script", "TILT=NONE",
             f"1 -1 1 {len(degrees)} 1 1 2 0 0 0", "1 1 10"]
    for values in (degrees, [0], [round(1000 * max(shape(math.radians(d)), 0), 1) for d in degrees]):
        for i in range(0, len(values), 12):
            lines.append(" ".join(f"{value:g}" for value in values[i:i + 12]))
    file = ASSETS / "Profiles" / f"{name}.ies"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n")


def profiles():
    """For whoever tries the property Profile; no light of the scene has one."""
    # A downlight whose edge throws a bright ring, as reflectors do.
    profile("downlight", lambda a: math.cos(a) ** 6 * 0.7 + 0.5 * math.exp(-((a - 0.5) / 0.09) ** 2)
            if a < math.pi / 2 else 0, "a downlight with a bright ring")
    # A lamp on a wall that shines up and down, and little ahead.
    profile("up_and_down", lambda a: abs(math.cos(a)) ** 3 * (1 if a < math.pi / 2 else 0.7) + 0.03,
            "a lamp that shines up and down")


class Hall:
    """The gallery runs along -Z. `side` is -1 for the bays on the left and 1 for those on the right."""

    def __init__(self, scene):
        self.scene = scene
        self.building = scene.layer("Building", 0, [0.5, 0.55, 0.6])
        self.exhibits = scene.layer("Exhibits", 1, [0.9, 0.7, 0.3])
        self.lights = scene.layer("Lights", 2, [1.0, 0.9, 0.5])

    def box(self, name, low, high, material_name, layer=None, **more):
        low, high = ([min(a, b) for a, b in zip(low, high)], [max(a, b) for a, b in zip(low, high)])
        return self.scene.box(name, low, high, material_name, layer or self.exhibits, **more)

    def light(self, name, position, rotation=None, **values):
        transform = {"position": position}
        if rotation:
            transform["rotation"] = rotation
        return self.scene.add(name, {"light": values, "transform": transform}, self.lights)

    def middle(self, index):
        return -BAY * (index + 0.5)

    def build(self):
        end = -BAY * BAYS
        out = HALL + DEPTH
        self.box("Floor", (-out - WALL, -WALL, end - WALL), (out + WALL, 0, WALL), FLOOR, self.building)
        self.box("Hall ceiling", (-HALL, TOP, end), (HALL, TOP + WALL, 0), ROOF, self.building)
        self.box("South wall", (-out - WALL, 0, 0), (out + WALL, TOP + WALL, WALL), WHITE, self.building)
        self.box("North wall", (-out - WALL, 0, end - WALL), (out + WALL, TOP + WALL, end), WHITE, self.building)
        for side in (-1, 1):
            for i in range(1, BAYS):
                z = -BAY * i
                self.box(f"Bay wall {i}", (side * HALL, 0, z - WALL / 2), (side * out, TOP, z + WALL / 2), WHITE,
                         self.building)

    def close(self, side, index, back=True, roof=True, back_material=WHITE):
        """The bay's own outer wall and roof."""
        z0, z1 = -BAY * (index + 1), -BAY * index
        out = HALL + DEPTH
        if back:
            self.box("Back wall", (side * out, 0, z0), (side * (out + WALL), TOP + WALL, z1), back_material, self.building)
        if roof:
            self.box("Bay ceiling", (side * HALL, TOP, z0), (side * out, TOP + WALL, z1), ROOF, self.building)

    def shelf(self, side, index):
        """Something to throw a shadow: a post with a board on it."""
        z, x = self.middle(index), side * (HALL + 2.6)
        self.box("Post", (x - 0.125, 0, z - 0.125), (x + 0.125, 1.25, z + 0.125), WOOD)
        self.box("Board", (x - 0.75, 1.25, z - 0.5), (x + 0.75, 1.375, z + 0.5), WOOD)


def window_wall(hall, side, index, sill, top, half, name):
    """The bay's outer wall with an opening in its middle."""
    z0, z1, z = -BAY * (index + 1), -BAY * index, hall.middle(index)
    near, far = side * (HALL + DEPTH), side * (HALL + DEPTH + WALL)
    parts = (("below", 0, sill, z0, z1), ("above", top, TOP + WALL, z0, z1), ("left", sill, top, z0, z - half),
             ("right", sill, top, z + half, z1))
    for part, low, high, a, b in parts:
        if high > low:
            hall.box(f"{name} {part}", (near, low, a), (far, high, b), WHITE, hall.building)


def left_side(hall):
    z = hall.middle
    x = -(HALL + 2.6)
    for i in range(BAYS):
        hall.close(-1, i)
    hall.shelf(-1, 0)
    hall.light("Small lamp", [x, 2.75, z(0)], intensity=11, range=9, color=[1, 0.93, 0.82])
    hall.shelf(-1, 1)
    hall.light("Large lamp", [x, 2.75, z(1)], intensity=11, range=9, radius=0.35, color=[1, 0.93, 0.82])
    hall.box("Pedestal", (x - 0.5, 0, z(2) - 0.5), (x + 0.5, 1, z(2) + 0.5), STONE)
    hall.light("Hard spot", [x, 3.25, z(2) - 0.9], about([1, 0, 0], -78), kind="spot", intensity=70, range=9,
               cone=44, innerCone=42)
    hall.light("Soft spot", [x, 3.25, z(2) + 0.9], about([1, 0, 0], -102), kind="spot", intensity=70, range=9,
               cone=60, innerCone=5, radius=0.1, color=[0.65, 0.8, 1])
    hall.shelf(-1, 3)
    hall.light("Area light", [x, 3.4, z(3)], DOWN, kind="area", intensity=26, range=12, width=2, height=1.5,
               color=[1, 0.97, 0.92])
    hall.shelf(-1, 4)
    for side, name in ((-1, "strip_warm"), (1, "strip_cold")):
        hall.box("Strip", (x - 1.25, 2.75, z(4) + side * 2.0), (x + 1.25, 2.875, z(4) + side * 2.1), f"study/{name}")


def right_side(hall):
    z = hall.middle
    x = HALL + 2.6
    # The sun through a window, through a grating and through a pane of glass.
    for index, name in ((0, "Window"), (1, "Grated window"), (2, "Glazed window")):
        hall.close(1, index, back=False)
        window_wall(hall, 1, index, 0.75, 2.75, 1.25, name)
    edge = HALL + DEPTH
    hall.box("Grating", (edge + 0.0625, 0.75, z(1) - 1.25), (edge + 0.125, 2.75, z(1) + 1.25), "study/grating",
             repeat=1.0)
    hall.box("Pane", (edge + 0.0625, 0.75, z(2) - 1.25), (edge + 0.125, 2.75, z(2) + 1.25), "study/glass")
    for index in range(3):
        hall.box("Bench", (x - 0.75, 0, z(index) - 0.25), (x - 0.25, 0.5, z(index) + 0.25), WOOD)
    # No roof: the light of the sky alone reaches what the sun does not.
    hall.close(1, 3, roof=False)
    hall.shelf(1, 3)
    # The box that everybody knows: a panel in the ceiling between a red and a green wall.
    hall.close(1, 4)
    z0, z1 = -BAY * 5, -BAY * 4 - WALL / 2
    hall.box("Red wall", (HALL + 0.25, 0, z1 - 0.0625), (edge, TOP, z1), RED)
    hall.box("Green wall", (HALL + 0.25, 0, z0), (edge, TOP, z0 + 0.0625), GREEN)
    hall.box("Panel", (x - 0.5, TOP - 0.0625, z(4) - 0.5), (x + 0.5, TOP, z(4) + 0.5), "study/panel")
    hall.box("Tall block", (x + 0.25, 0, z(4) - 1.25), (x + 1.0, 1.75, z(4) - 0.5), WHITE)
    hall.box("Low block", (x - 1.0, 0, z(4) + 0.25), (x - 0.25, 0.875, z(4) + 1.0), WHITE)


def main():
    materials()
    profiles()
    scene = Scene(7_300_100)
    hall = Hall(scene)
    hall.build()
    left_side(hall)
    right_side(hall)
    # From the right, so that it shines through the windows there.
    hall.light("Sun", [12, 8, -8], [round(k, 9) for k in turned(yaw=72, pitch=-32)], kind="sun", intensity=6,
               color=[1, 0.86, 0.68], sunAngle=0.5)
    for i in range(BAYS):
        hall.light(f"Hall lamp {i + 1}", [0, 3.2, hall.middle(i)], intensity=3, range=5, radius=0.1)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, -0.75]}}, hall.building)
    settings = {"luxelsPerMetre": 8, "killHeight": -20, "skyTop": [0.16, 0.30, 0.62],
                "skyHorizon": [0.62, 0.70, 0.78], "skyLight": 1.2, "lightSamples": 128}
    scene.write(PROJECT, settings, "Light study")
    live_yard()


def shed(hall):
    """Walls about a lamp that hangs between crates; its door lets the light out."""
    low, high, depth, top, thick = -5.0, 1.0, -9.0, 3.0, 0.25
    hall.box("Shed back", (low, 0, depth - thick), (high, top, depth), WHITE, hall.building)
    hall.box("Shed left", (low - thick, 0, depth - thick), (low, top, -4), WHITE, hall.building)
    hall.box("Shed right", (high, 0, depth - thick), (high + thick, top, -4), WHITE, hall.building)
    hall.box("Shed front left", (low, 0, -4 - thick), (-2.75, top, -4), WHITE, hall.building)
    hall.box("Shed front right", (-1.25, 0, -4 - thick), (high, top, -4), WHITE, hall.building)
    hall.box("Above the door", (-2.75, 2.25, -4 - thick), (-1.25, top, -4), WHITE, hall.building)
    hall.box("Shed roof", (low - thick, top, depth - thick), (high + thick, top + thick, -3.75), ROOF, hall.building)
    for name, x, z, size in (("Crate", -4.0, -8.0, 0.875), ("Small crate", -3.0, -7.5, 0.5), ("Crate", 0.0, -6.0, 0.75)):
        hall.box(name, (x - size / 2, 0, z - size / 2), (x + size / 2, size, z + size / 2), WOOD)
    hall.light("Hanging lamp", [-2, 2.1, -6.5], intensity=9, range=9, color=[1, 0.78, 0.5], baked=False)


def live_yard():
    """Nothing of it is baked: sun, spot, point and area throw their shadows as they shine."""
    scene = Scene(7_310_100)
    hall = Hall(scene)
    hall.box("Ground", (-12, -0.25, -12), (12, 0, 8), FLOOR, hall.building)
    shed(hall)
    for i in range(5):
        hall.box(f"Column {i + 1}", (3.0 + i * 1.625, 0, -2.1875), (3.375 + i * 1.625, 3.25, -1.8125), STONE)
    hall.box("Beam", (2.75, 3.25, -2.25), (10.125, 3.5, -1.75), WOOD)
    hall.box("Grating", (-9.5, 0, 0), (-9.4375, 2.5, 3.5), "study/grating", repeat=1.0)
    hall.box("Canopy", (4, 3, -9.5), (9, 3.25, -5), ROOF, hall.building)
    for x in (4.125, 8.875):
        hall.box("Post", (x - 0.125, 0, -5.25), (x + 0.125, 3, -5), WOOD, hall.building)
    hall.box("Canopy wall", (4, 0, -9.75), (9, 3.25, -9.5), WHITE, hall.building)
    hall.box("Pedestal", (6.0, 0, -7.625), (7.0, 0.875, -6.625), STONE)
    hall.box("Block", (6.25, 0.875, -7.375), (6.75, 1.625, -6.875), RED)
    hall.light("Spot", [6.5, 2.85, -5.6], about([1, 0, 0], -58), kind="spot", intensity=45, range=9, cone=56,
               innerCone=40, color=[0.7, 0.85, 1], baked=False)
    hall.box("Table", (-9, 0.6875, -8), (-7, 0.8125, -6.5), WOOD)
    hall.box("Table leg", (-8.125, 0, -7.375), (-7.875, 0.6875, -7.125), WOOD)
    hall.light("Low sun", [0, 8, 0], [round(k, 9) for k in turned(yaw=-38, pitch=-34)], kind="sun", intensity=3.2,
               color=[1, 0.9, 0.76], baked=False)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [-2, 0, 5]}}, hall.building)
    settings = {"killHeight": -20, "skyTop": [0.16, 0.30, 0.62], "skyHorizon": [0.62, 0.70, 0.78], "skyLight": 1.0}
    write_json(PROJECTS / PROJECT / "scenes" / "live.scene.json",
               {"entities": scene.entities, "format": 2, "settings": settings})


def turned(yaw, pitch):
    """What turns -Z by `pitch` degrees upwards, and then by `yaw` counter-clockwise from above."""
    (bx, _, _, bw), (_, ay, _, aw) = about([1, 0, 0], pitch), about([0, 1, 0], yaw)
    return [aw * bx, ay * bw, -ay * bx, aw * bw]


if __name__ == "__main__":
    main()
