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


def rope(folder):
    """A metre of rope along Z, which a script stretches."""
    model = make_meshes.Model()
    model.box("rope", (-0.02, -0.02, -0.5), (0.02, 0.02, 0.5))
    model.write(folder / "rope.glb", {"rope": ((0.55, 0.43, 0.26), 0)})


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
    rope(forest.ASSETS / "Meshes")
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
    """Of a script component; these properties are ids of objects."""
    content = {"file": file, "className": name}
    if properties:
        content["properties"] = {key: {"entity": value} if key in ("target", "hanging", "hook") else value
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
    row = scene.group("Friction row", [0, 0, 0], layer, script=script("let_go.as", "LetGo"))
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
    """A plank with a hinge over a ridge."""
    x, z, ridge = -4.0, -8.0, 0.375
    scene.solid("Ridge", [([0, -1, 0], 0, "yard/steel"), ([0, 0, 1], z + 0.75, "yard/steel"),
                          ([0, 0, -1], -z + 0.75, "yard/steel")] +
                [([side, 0.5, 0], (side * x + 0.5 * ridge) / math.hypot(1, 0.5), "yard/steel")
                 for side in (1, -1)], layer)
    plank = scene.group("See-saw", [x, ridge + 0.0875, z], layer,
                        body={"mass": 12, "friction": 1, "angularDamping": 0.4}, joint={"axis": [0, 0, 1]})
    scene.box("Plank", (-2, -0.0625, -0.5), (2, 0.0625, 0.5), "yard/orange", plank)
    scene.box("See-saw crate", (x - 1.75, 0.625, z - 0.25), (x - 1.25, 1.125, z + 0.25), "yard/planks", layer,
              repeat=0.5, body={"mass": 4, "friction": 1})


def sign(scene, layer, position, text, distance=2.5):
    """Words on the screen while the player is near."""
    scene.group("Sign", position, layer, script=script("parts/text_sign.as", "TextSign", text=text,
                                                       distance=distance, size=22))


def swing_doors(scene, layer):
    """Two leaves in a frame, with springs that shut them."""
    x, low, high = 4.0, 7.0, 10.0
    for name, z in (("Door post north", low), ("Door post south", high - 0.25)):
        scene.box(name, (x - 0.125, 0, z), (x + 0.125, 2.5, z + 0.25), "yard/steel", layer)
    scene.box("Door lintel", (x - 0.125, 2.25, low + 0.25), (x + 0.125, 2.5, high - 0.25), "yard/steel", layer)
    half, gap = 0.58, 0.0625
    for name, z, side in (("Door leaf north", low + 0.25 + gap + half, -1),
                          ("Door leaf south", high - 0.25 - gap - half, 1)):
        leaf = scene.group(name, [x, 1.125, z], layer, body={"mass": 15, "friction": 0.2},
                           joint={"anchor": [0, 0, side * half], "limited": True, "lowestAngle": -115,
                                  "highestAngle": 115, "stiffness": 60, "damping": 14})
        scene.box("Leaf", (-0.05, -1.0, -half), (0.05, 1.0, half), "yard/blue", leaf, repeat=1.16)
    sign(scene, layer, [x, 0, 8.5], "Two hinges with springs: walk through.", 2)


def sweeper(scene, layer):
    """Two arms that a motor turns; who stands in the way stops them."""
    hub = scene.group("Sweeper", [7.25, 0.0625, 8.5], layer, body={"mass": 60, "friction": 0.2},
                      joint={"turnSpeed": 45, "torque": 300})
    scene.box("Sweeper post", (-0.125, 0, -0.125), (0.125, 1.0, 0.125), "yard/steel", hub)
    scene.box("Sweeper arm", (-1.5, 0.5, -0.0625), (1.5, 0.75, 0.0625), "yard/red", hub, repeat=0.5)
    sign(scene, layer, [7.25, 0, 8.5], "A hinge with a motor of 300 Nm: hold it with a crate.", 2.25)


def bridge(scene, layer):
    """Planks from one platform to the other, each with a hinge to the one before."""
    west, east, top, z, sag, count = -10.0, -4.5, 1.25, 10.25, 0.4, 11
    scene.box("Bridge platform west", (west - 2.0, 0, z - 0.875), (west, top, z + 0.875), "yard/concrete", layer)
    scene.box("Bridge platform east", (east, 0, z - 0.875), (east + 1.25, top, z + 0.875), "yard/concrete", layer)
    for i in range(4):
        y = top - 0.25 * (i + 1)
        x = east + 1.25 + 0.375 * i
        scene.box(f"Bridge step east {i + 1}", (x, 0, z - 0.875), (x + 0.375, y, z + 0.875), "yard/concrete", layer)
        z_step = z - 0.875 - 0.375 * i
        scene.box(f"Bridge step west {i + 1}", (west - 2.0, 0, z_step - 0.375), (west, y, z_step),
                  "yard/concrete", layer)

    def point(i):
        t = i / count
        return west + (east - west) * t, top - 0.0625 - 4 * sag * t * (1 - t)

    before = None
    for i in range(count):
        (x0, y0), (x1, y1) = point(i), point(i + 1)
        half = math.hypot(x1 - x0, y1 - y0) / 2
        joint = {"anchor": [-half, 0, 0], "axis": [0, 0, 1]}
        if before is not None:
            joint["other"] = before
        plank = scene.group(f"Bridge plank {i + 1}", [(x0 + x1) / 2, (y0 + y1) / 2, z], layer,
                            about((0, 0, 1), math.degrees(math.atan2(y1 - y0, x1 - x0))),
                            body={"mass": 20, "friction": 0.9, "linearDamping": 0.2, "angularDamping": 0.5},
                            joint=joint)
        scene.box("Bridge board", (-half + 0.03, -0.04, -0.6), (half - 0.03, 0.04, 0.6), "yard/planks", plank,
                  repeat=1.2)
        before = plank
    scene.group("Bridge end", [half, 0, 0], before, joint={"axis": [0, 0, 1]})
    sign(scene, layer, [east + 2, 0, z], "Eleven planks, twelve hinges: walk across.", 2)


def wrecking_ball(scene, layer):
    """A ball on a rod beside a tower of crates; its button lets both go."""
    hook = [-8.0, 4.0, 4.625]
    scene.box("Gallows post", (hook[0] - 0.125, 0, 3.375), (hook[0] + 0.125, 4.375, 3.625), "yard/orange", layer)
    scene.box("Gallows arm", (hook[0] - 0.125, 4.125, 3.625), (hook[0] + 0.125, 4.375, 5.0), "yard/orange", layer)
    row = scene.group("Wrecking ball release", [0, 0, 0], layer, script=script("let_go.as", "LetGo"))
    pin = scene.group("Gallows pin", hook, layer)
    tilt, reach = math.radians(70), 2.5
    center = [hook[0] - reach * math.sin(tilt), hook[1] - reach * math.cos(tilt), hook[2]]
    ball = scene.group("Wrecking ball", center, row, about((0, 0, 1), -math.degrees(tilt)),
                       body={"kind": "kinematic", "mass": 120, "angularDamping": 0.05},
                       joint={"anchor": [0, reach, 0], "axis": [0, 0, 1], "other": pin})
    scene.add("Wrecking ball model", {"mesh": {"mesh": "Meshes/ball.glb"},
                                      "transform": {"position": [0, 0, 0], "scale": [2, 2, 2]}}, ball)
    scene.box("Wrecking ball rod", (-0.03125, 0.25, -0.03125), (0.03125, reach, 0.03125), "yard/steel", ball)
    for level in range(4):
        for i in range(2):
            place = [hook[0] + 0.5625, 0.5 * level, hook[2] - 0.5 + 0.5 * i]
            crate = scene.group(f"Tower crate {level + 1}.{i + 1}", place, row,
                                body={"kind": "kinematic", "density": 50})
            scene.box("Tower box", (0, 0, 0), (0.5, 0.5, 0.5), "yard/planks", crate, repeat=0.5)
    return row


def hanging_crates(scene, layer):
    """One on a rope, one on a spring, below one beam."""
    x, y = 0.5, 3.25
    for name, z in (("Beam post north", -7.25), ("Beam post south", -4.0)):
        scene.box(name, (x - 0.125, 0, z - 0.125), (x + 0.125, y + 0.25, z + 0.125), "yard/steel", layer)
    scene.box("Beam", (x - 0.125, y, -7.125), (x + 0.125, y + 0.25, -4.125), "yard/steel", layer)
    for name, z, joint in (("rope", -6.375, {"longest": 1.75}),
                           ("spring", -4.875, {"shortest": 1.5, "longest": 1.5, "stiffness": 600, "damping": 8})):
        hook = scene.group(f"Hook of the {name}", [x, y, z], layer)
        crate = scene.group(f"Crate on a {name}", [x - 0.25, y - 2.25, z - 0.25], layer, body={"mass": 20},
                            joint={"kind": "distance", "other": hook, "anchor": [0.25, 0.5, 0.25], "end": [0, 0, 0],
                                   **joint})
        scene.box("Hanging box", (0, 0, 0), (0.5, 0.5, 0.5), "yard/planks", crate, repeat=0.5)
        shown = scene.group(f"Drawn {name}", [x, y - 1.0, z], layer,
                            script=script("rope.as", "Rope", hanging=crate, hook=hook))
        scene.add("Rope model", {"mesh": {"mesh": "Meshes/rope.glb", "collides": False, "castShadows": False}},
                  shown)
    sign(scene, layer, [x, 0, -5.625], "A rope and a spring: push the crates.", 2)


def lift(scene, layer):
    """A platform on a slider with a motor, and where it leads to."""
    x, z, top = -0.5, -10.75, 2.25
    plate = scene.group("Lift", [x, 0.1875, z], layer, body={"mass": 60, "friction": 1},
                        joint={"kind": "slider", "limited": True, "lowestWay": 0, "highestWay": top - 0.25},
                        script=script("lift.as", "Lift"))
    scene.box("Lift plate", (-0.875, -0.0625, -0.875), (0.875, 0.0625, 0.875), "yard/orange", plate, repeat=0.875)
    scene.box("Deck", (x + 0.9375, top - 0.25, z - 1), (x + 3.0, top, z + 1), "yard/concrete", layer)
    for name, at in (("north", z - 0.75), ("south", z + 0.75)):
        scene.box(f"Deck post {name}", (x + 2.75, 0, at - 0.125), (x + 3.0, top - 0.25, at + 0.125), "yard/steel",
                  layer)
    sign(scene, layer, [x, 0, z], "A slider with a motor of 2600 N: it lifts you, but not you and a crate.", 2.5)


def write_scene():
    scene = Scene(7_000_100)
    yard = scene.layer("Yard", 0, [0.5, 0.5, 0.5])
    stations = scene.layer("Stations", 1, [0.9, 0.5, 0.15])
    pile = scene.layer("Pile of crates", 2, [0.6, 0.4, 0.2])
    lights = scene.layer("Lights", 3, [1, 0.9, 0.5])
    game = scene.layer("Play", 4, [0.3, 0.6, 0.9])
    joints = scene.layer("Joints", 5, [0.4, 0.75, 0.75])
    walls(scene, yard)
    crates(scene, pile)
    row = friction_ramp(scene, stations)
    button(scene, stations, "Ramp button", (-5.625, 0, 0.25), row, "let the blocks go, or put them back")
    dispenser = ball_run(scene, stations)
    button(scene, stations, "Ball button", (8.625, 0, 4.0), dispenser, "one more ball")
    crane = counting_pit(scene, stations)
    button(scene, stations, "Crane button", (5.75, 0, -5.625), crane, "drop a crate")
    see_saw(scene, stations)
    swing_doors(scene, joints)
    sweeper(scene, joints)
    bridge(scene, joints)
    button(scene, joints, "Wrecking button", (-5.25, 0, 5.5), wrecking_ball(scene, joints),
           "let the ball go, or put it back")
    hanging_crates(scene, joints)
    lift(scene, joints)
    sign(scene, stations, [-5.625, 0, 1.0],
         "Friction 0, 0.25, 0.5, 0.75 and 1 on a slope of 29 degrees: three slide.", 2)
    for i, (x, z) in enumerate(((-7, -7), (7, -6), (-7, 7), (7, 7))):
        scene.add(f"Lamp {i + 1}", {"light": {"range": 34, "intensity": 260, "color": [1, 0.95, 0.86]},
                                    "transform": {"position": [x, 9, z]}}, lights)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 9]}}, game)
    scene.write(PROJECT, {"ambient": [0.16, 0.18, 0.21], "luxelsPerMetre": 4, "killHeight": -10,
                          "skyTop": [0.16, 0.32, 0.62], "skyHorizon": [0.66, 0.75, 0.82]}, "Physics yard")


if __name__ == "__main__":
    assets()
    write_scene()
