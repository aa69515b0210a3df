#!/usr/bin/env python3
"""Writes the sample project `physics_yard`: pictures, prefabs and the scene, without its light.
Needs the standard library only; the files come out the same every time.

    python3 resources/generators/make_physics_yard.py
    ./mapwright format projects/physics_yard
    ./mapwright bake projects/physics_yard --quality preview
"""
import math
import random

import make_forest_edge as forest
import make_meshes
from sample_scene import PROJECTS, Scene, about, take, write_prefab

PROJECT = "physics_yard"
HALF = 12.0                  # metres from the middle of the yard to its walls
BLOCKS = (0.0, 0.25, 0.5, 0.75, 1.0)  # friction of the blocks on the ramp


# Pictures and models ---------------------------------------------------------------------------

def planks(name, seed, size=128):
    """The side of a crate: four boards in a frame."""
    dice = random.Random(seed)
    picture = forest.Picture(size, size, (0, 0, 0, 1))
    frame, board = size // 8, (size - size // 4) // 4
    shades = [dice.uniform(0.85, 1.1) for _ in range(4)]
    for y in range(size):
        for x in range(size):
            edge = min(x, y, size - 1 - x, size - 1 - y)
            grain = dice.uniform(-0.03, 0.03)
            if edge < frame:
                shade = 0.72 + grain + 0.03 * math.sin((x + y) * 0.7)
                if edge in (0, 1, frame - 1):
                    shade *= 0.6
            else:
                row = min((x - frame) // board, 3)
                shade = shades[row] + grain + 0.05 * math.sin(y * 0.21 + row * 2)
                if (x - frame) % board < 2:
                    shade *= 0.55
            picture.set(x, y, [k * shade for k in (0.66, 0.48, 0.29)])
    forest.save_material(name, picture)


def plain(name, color, seed, size=64):
    """A painted plate: one colour with a darker rim."""
    dice = random.Random(seed)
    picture = forest.Picture(size, size, (0, 0, 0, 1))
    for y in range(size):
        for x in range(size):
            edge = min(x, y, size - 1 - x, size - 1 - y)
            shade = (0.7 if edge < 2 else 1.0) + dice.uniform(-0.03, 0.03)
            picture.set(x, y, [k * shade for k in color])
    forest.save_material(name, picture)


def ball(folder, name, colors, radius, bands=8, sides=20):
    """A ball about the origin, with stripes so that one sees it roll."""
    model = make_meshes.Model()
    for i in range(bands):
        low, high = (math.pi * (k / bands - 0.5) for k in (i, i + 1))
        model.ring("light" if i % 4 < 2 else "dark", math.sin(low) * radius, math.sin(high) * radius,
                   math.cos(low) * radius, math.cos(high) * radius, sides)
    model.write(folder / f"{name}.glb", colors)


def assets():
    forest.ASSETS = PROJECTS / PROJECT / "assets"
    plain("yard/concrete", (0.52, 0.52, 0.49), 31, 128)
    planks("yard/planks", 32)
    plain("yard/orange", (0.86, 0.45, 0.13), 33)
    plain("yard/blue", (0.22, 0.42, 0.66), 34)
    plain("yard/steel", (0.45, 0.47, 0.50), 35)
    plain("yard/red", (0.80, 0.16, 0.12), 36)
    ball(forest.ASSETS / "Meshes", "ball", {"light": ((0.9, 0.85, 0.7), 0), "dark": ((0.75, 0.12, 0.08), 0)},
         0.2)
    take(PROJECT, "first_room", ["Materials/Dev/grid_dark.material.json", "Materials/Dev/grid_dark.png",
                                 "Materials/Dev/grid_orange.material.json", "Materials/Dev/grid_orange.png",
                                 ("Sounds/door_open.wav", "Sounds/button.wav"),
                                 ("Sounds/land_1.wav", "Sounds/thud.wav")])
    write_prefab(PROJECT, "ball", {"body": {"form": "sphere", "mass": 8, "restitution": 0.3,
                                            "angularDamping": 0.4},
                                   "script": {"file": "thud.as", "className": "Thud"}},
                 [(1, "Ball model", {"mesh": {"mesh": "Meshes/ball.glb"}})])
    crate = Scene(0)
    crate.box("Crate box", (-0.375, -0.375, -0.375), (0.375, 0.375, 0.375), "yard/planks", None, repeat=0.75)
    write_prefab(PROJECT, "crate", {"body": {"density": 60},
                                    "script": {"file": "thud.as", "className": "Thud"}},
                 [(1, "Crate box", crate.entities[0]["components"])])


# Scene -----------------------------------------------------------------------------------------

def script(file, name, **properties):
    """Of a script component; a number for a property named `target` is the id of an object."""
    content = {"file": file, "className": name}
    if properties:
        content["properties"] = {key: {"entity": value} if key == "target" else value
                                 for key, value in properties.items()}
    return content


def walls(scene, layer):
    h = HALF
    scene.box("Ground", (-h, -0.5, -h), (h, 0, h), "yard/concrete", layer, repeat=2)
    for name, low, high in (("Wall north", (-h, 0, -h - 0.5), (h, 2.5, -h)),
                            ("Wall south", (-h, 0, h), (h, 2.5, h + 0.5)),
                            ("Wall west", (-h - 0.5, 0, -h - 0.5), (-h, 2.5, h + 0.5)),
                            ("Wall east", (h, 0, -h - 0.5), (h + 0.5, 2.5, h + 0.5))):
        scene.box(name, low, high, "Dev/grid_dark", layer, repeat=1)


def crates(scene, layer):
    """A pile with four crates at its foot, right in front of the player."""
    for row in range(4):
        for i in range(4 - row):
            x = (i - (3 - row) / 2) * 0.875
            y = row * 0.75
            scene.box(f"Crate {row + 1}.{i + 1}", (x - 0.375, y, 1.625), (x + 0.375, y + 0.75, 2.375),
                      "yard/planks", layer, repeat=0.75, body={"density": 25})


def button(scene, layer, name, position, target, hint):
    """A post with a red button on the side of the player, and the script that hears `use`."""
    x, y, z = position
    scene.box(f"{name} post", (x - 0.125, 0, z - 0.125), (x + 0.125, 1.5, z + 0.125), "yard/steel", layer)
    cap = scene.group(name, [x, 1.3125, z + 0.1875], layer, mover={},
                      script=script("button.as", "Button", target=target, hint=hint))
    scene.box(f"{name} cap", (-0.125, -0.125, -0.0625), (0.125, 0.125, 0.0625), "yard/red", cap, repeat=0.25)


def friction_ramp(scene, layer):
    """One ramp, five blocks: those with little friction slide, the others stay."""
    run, height = 4.5, 2.5
    top = HALF - 1.0
    scene.solid("Ramp", [([-1, 0, 0], top, "Dev/grid_orange"), ([0, -1, 0], 0, "Dev/grid_orange"),
                         ([0, 0, 1], 1.5, "Dev/grid_orange"), ([0, 0, -1], 6.5, "Dev/grid_orange"),
                         ([height, run, 0], (height * (run - top)) / math.hypot(height, run), "Dev/grid_orange")],
                layer, repeat=1)
    tilt = math.degrees(math.atan2(height, run))
    row = scene.group("Friction row", [0, 0, 0], layer, script=script("friction_row.as", "FrictionRow"))
    along = 0.9  # metres from the upper edge, down the ramp
    for i, friction in enumerate(BLOCKS):
        z = -5.5 + 1.5 * i
        away = [math.sin(math.radians(tilt)) * 0.26, math.cos(math.radians(tilt)) * 0.26]
        place = [-top + along * math.cos(math.radians(tilt)) + away[0],
                 height - along * math.sin(math.radians(tilt)) + away[1], z]
        block = scene.group(f"Block {friction:g}", place, row, about((0, 0, 1), -tilt),
                            body={"kind": "kinematic", "friction": friction, "mass": 40})
        scene.box("Block box", (-0.4, -0.25, -0.4), (0.4, 0.25, 0.4), "yard/blue", block, repeat=0.8)
    return row


def ball_run(scene, layer):
    """A channel along the east wall, another one across, and the dispenser above."""
    for name, start, end in (("Upper run", (10.625, 3.4, 8.5), (10.625, 2.2, -7.4)),
                             ("Lower run", (11.4, 1.7, -8.4), (7.9, 1.15, -8.4))):
        scene.slab(name, start, end, 0.75, 0.125, "Dev/grid_orange", layer, repeat=1)
        for side, shift in (("left", -0.4375), ("right", 0.4375)):
            scene.slab(f"{name} {side} rail", start, end, 0.125, 0.375, "yard/steel", layer, shift, 0.25)
    scene.box("Turn wall", (10.125, 1.5, -9.125), (11.875, 3.0, -8.875), "yard/steel", layer)
    scene.box("Turn end", (11.5, 1.25, -8.875), (11.75, 3.0, -7.875), "yard/steel", layer)
    for i, (x, y, z) in enumerate(((10.625, 3.0, 7.5), (10.625, 2.5, 0.5), (10.625, 2.0, -6.5),
                                   (9.625, 1.25, -8.375))):
        scene.box(f"Run post {i + 1}", (x - 0.125, 0, z - 0.125), (x + 0.125, y, z + 0.125), "yard/steel", layer)
    scene.box("Hopper", (10.25, 4.25, 7.625), (11.0, 4.75, 8.375), "yard/red", layer, repeat=0.75)
    scene.box("Hopper post", (11.25, 0, 7.875), (11.5, 4.5, 8.125), "yard/steel", layer)
    scene.box("Hopper arm", (11.0, 4.375, 7.875), (11.25, 4.5, 8.125), "yard/steel", layer)
    return scene.group("Ball dispenser", [10.625, 4.0, 8.0], layer, script=script("ball_run.as", "BallRun"))


def counting_pit(scene, layer):
    """A fenced square that counts what falls in, and the crane above it."""
    low, high, top = (4.0, 0, -10.5), (7.5, 0, -7.0), 0.875
    for name, start, end in (("Fence north", (low[0], 0, low[2] - 0.25), (high[0], top, low[2])),
                             ("Fence south", (low[0], 0, high[2]), (high[0], top, high[2] + 0.25)),
                             ("Fence west", (low[0] - 0.25, 0, low[2] - 0.25), (low[0], top, high[2] + 0.25)),
                             ("Fence east", (high[0], 0, low[2] - 0.25), (high[0] + 0.25, top, high[2] + 0.25))):
        scene.box(name, start, end, "yard/blue", layer)
    scene.group("Counter", [5.75, 0.375, -8.75], layer, trigger={"size": [3.75, 0.75, 3.75], "player": False,
                                                             "bodies": True},
                script=script("counter.as", "Counter"))
    scene.box("Crane post", (3.0, 0, -9.0), (3.5, 4.5, -8.5), "yard/orange", layer)
    scene.box("Crane arm", (3.0, 4.5, -9.0), (6.25, 4.75, -8.5), "yard/orange", layer)
    return scene.group("Crane", [5.625, 3.75, -8.75], layer, script=script("crane.as", "Crane"))


def see_saw(scene, layer):
    """A plank that lies on a ridge; cleats below it keep it there."""
    x, z, ridge = -4.0, -8.0, 0.375
    scene.solid("Ridge", [([0, -1, 0], 0, "yard/steel"), ([0, 0, 1], z + 0.75, "yard/steel"),
                          ([0, 0, -1], -z + 0.75, "yard/steel")] +
                [([side, 0.5, 0], (side * x + 0.5 * ridge) / math.hypot(1, 0.5), "yard/steel")
                 for side in (1, -1)], layer)
    plank = scene.group("See-saw", [x, ridge + 0.0625, z], layer, body={"mass": 12, "friction": 1,
                                                                     "angularDamping": 0.4})
    scene.box("Plank", (-2, -0.0625, -0.5), (2, 0.0625, 0.5), "yard/orange", plank)
    for name, at in (("Cleat left", -0.3125), ("Cleat right", 0.1875)):
        scene.box(name, (at, -0.1875, -0.5), (at + 0.125, -0.0625, 0.5), "yard/orange", plank)
    scene.box("See-saw crate", (x - 1.75, 0.625, z - 0.25), (x - 1.25, 1.125, z + 0.25), "yard/planks", layer,
              repeat=0.5, body={"mass": 4, "friction": 1})


def write_scene():
    scene = Scene(7_000_100)
    yard = scene.layer("Yard", 0, [0.5, 0.5, 0.5])
    stations = scene.layer("Stations", 1, [0.9, 0.5, 0.15])
    pile = scene.layer("Pile of crates", 2, [0.6, 0.4, 0.2])
    lights = scene.layer("Lights", 3, [1, 0.9, 0.5])
    game = scene.layer("Play", 4, [0.3, 0.6, 0.9])
    walls(scene, yard)
    crates(scene, pile)
    row = friction_ramp(scene, stations)
    button(scene, stations, "Ramp button", (-5.625, 0, 0.25), row, "let the blocks go, or put them back")
    dispenser = ball_run(scene, stations)
    button(scene, stations, "Ball button", (8.625, 0, 4.0), dispenser, "one more ball")
    crane = counting_pit(scene, stations)
    button(scene, stations, "Crane button", (5.75, 0, -5.625), crane, "drop a crate")
    see_saw(scene, stations)
    for i, (x, z) in enumerate(((-7, -7), (7, -6), (-7, 7), (7, 7))):
        scene.add(f"Lamp {i + 1}", {"light": {"range": 34, "intensity": 260, "color": [1, 0.95, 0.86]},
                                    "transform": {"position": [x, 9, z]}}, lights)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 9]}}, game)
    scene.write(PROJECT, {"ambient": [0.16, 0.18, 0.21], "luxelsPerMetre": 4, "killHeight": -10,
                          "skyTop": [0.16, 0.32, 0.62], "skyHorizon": [0.66, 0.75, 0.82]}, "Physics yard")


if __name__ == "__main__":
    assets()
    write_scene()
