#!/usr/bin/env python3
"""Writes the sample project `droid_room`: models, prefabs and the scene, without its light. Its
materials and sounds are those of `first_room`. Needs the standard library only; the files come out
the same every time.

    python3 resources/generators/make_droid_room.py
    ./mapwright format projects/droid_room
    ./mapwright bake projects/droid_room --quality preview
"""
import math

import make_meshes
from sample_scene import PROJECTS, Scene, material_files, take, write_prefab

PROJECT = "droid_room"
HALF, HEIGHT, WALL = 6.0, 6.0, 0.25  # metres: half of its width and depth, its height, its walls

FLOOR, SIDE, TOP = "Spaceship/scififloorb", "Spaceship/scifiwall_basea2", "Spaceship/scificeilingb"


def rounded(model, radius, bands, sides, material_of):
    """A ball about the origin, of so many rings. Few sides: characters and rays meet each triangle."""
    for i in range(bands):
        low, high = (math.pi * (k / bands - 0.5) for k in (i, i + 1))
        model.ring(material_of(i), math.sin(low) * radius, math.sin(high) * radius,
                   math.cos(low) * radius, math.cos(high) * radius, sides)


def models(folder):
    droid = make_meshes.Model()
    rounded(droid, 0.22, 10, 14, lambda i: "belt" if i in (4, 5) else "shell")
    droid.box("eye", (-0.11, 0.03, -0.25), (0.11, 0.09, -0.19))
    droid.ring("belt", 0.2, 0.25, 0.05, 0.03, 12)
    droid.disc("belt", 0.25, 0.03, up=True, sides=12)
    droid.write(folder / "droid.glb", {"shell": ((0.62, 0.66, 0.70), 0.0), "belt": ((0.16, 0.18, 0.22), 0.0),
                                       "eye": ((1.0, 0.25, 0.05), 0.0)})
    ball = make_meshes.Model()
    rounded(ball, 0.05, 6, 8, lambda i: "rubber")
    ball.write(folder / "ball.glb", {"rubber": ((1.0, 0.62, 0.08), 0.0)})


def assets():
    models(PROJECTS / PROJECT / "assets" / "Meshes")
    take(PROJECT, "first_room", [file for name in (FLOOR, SIDE, TOP) for file in material_files(name)])
    take(PROJECT, "first_room", [("Sounds/jump_1.wav", "Sounds/throw.wav"),
                                 ("Sounds/footstep_2.wav", "Sounds/bounce.wav"),
                                 ("Sounds/land_2.wav", "Sounds/hit.wav"),
                                 ("Sounds/door_close.wav", "Sounds/droid_down.wav"), "Sounds/room_tone.wav"])
    # No weight, and it does not tumble: its script steers it, and what hits it pushes it aside.
    write_prefab(PROJECT, "droid", {"body": {"form": "sphere", "mass": 2, "gravityScale": 0, "lockTurning": True,
                                             "linearDamping": 0.5, "restitution": 0.5},
                                    "tags": {"names": "droid"},
                                    "script": {"file": "droid.as", "className": "Droid"}},
                 [(1, "Droid model", {"mesh": {"mesh": "Meshes/droid.glb"}})])
    # A fifth of the weight of everything else, so that a throw crosses the room.
    write_prefab(PROJECT, "ball", {"body": {"form": "sphere", "mass": 0.3, "gravityScale": 0.2, "friction": 0.3,
                                            "restitution": 0.93, "angularDamping": 0.3},
                                   "tags": {"names": "ball"},
                                   "script": {"file": "ball.as", "className": "Ball"}},
                 [(1, "Ball model", {"mesh": {"mesh": "Meshes/ball.glb"}})])


def write_scene():
    scene = Scene(7_100_100)
    room = scene.layer("Room", 0, [0.5, 0.55, 0.6])
    lights = scene.layer("Lights", 1, [1, 0.9, 0.5])
    game = scene.layer("Play", 2, [0.3, 0.6, 0.9])
    h, w, top = HALF, WALL, HEIGHT
    scene.box("Floor", (-h - w, -w, -h - w), (h + w, 0, h + w), FLOOR, room, repeat=4)
    scene.box("Ceiling", (-h - w, top, -h - w), (h + w, top + w, h + w), TOP, room, repeat=4)
    for name, low, high in (("Wall north", (-h - w, 0, -h - w), (h + w, top, -h)),
                            ("Wall south", (-h - w, 0, h), (h + w, top, h + w)),
                            ("Wall west", (-h - w, 0, -h), (-h, top, h)),
                            ("Wall east", (h, 0, -h), (h + w, top, h))):
        scene.box(name, low, high, SIDE, room, repeat=6)
    for i, (x, z) in enumerate(((-3, -3), (3, -3), (-3, 3), (3, 3))):
        scene.add(f"Lamp {i + 1}", {"light": {"range": 12, "intensity": 34, "color": [1, 0.95, 0.88]},
                                    "transform": {"position": [x, 4.6, z]}}, lights)
    for name, color, x in (("Blue glow", [0.25, 0.5, 1], -5.4), ("Red glow", [1, 0.3, 0.15], 5.4)):
        scene.add(name, {"light": {"range": 7, "intensity": 10, "color": color},
                         "transform": {"position": [x, 0.8, -5.4]}}, lights)
    scene.add("Game", {"script": {"file": "game.as", "className": "Game"},
                       "transform": {"position": [0, 3, 0]}}, game)
    scene.add("Thrower", {"script": {"file": "thrower.as", "className": "Thrower"},
                          "transform": {"position": [0, 2.5, 0]}}, game)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 5]}}, game)
    scene.add("Room tone", {"audio_source": {"sound": "Sounds/room_tone.wav", "volume": 0.25},
                            "transform": {"position": [0, 3, 0]}}, game)
    scene.write(PROJECT, {"luxelsPerMetre": 6}, "Droid room")


if __name__ == "__main__":
    assets()
    write_scene()
