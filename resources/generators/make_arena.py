#!/usr/bin/env python3
"""Writes the sample project `arena`: models, pictures, sounds, prefabs and the scene, without its
light. Needs the standard library only; the files come out the same every time.

    python3 resources/generators/make_arena.py
    ./mapwright format projects/arena
    ./mapwright bake projects/arena --quality final
    ./mapwright navmesh projects/arena
"""
import json
import math

import arena_assets
from arena_assets import PROJECT
from sample_scene import PROJECTS, Scene, write_prefab

FLOOR, SIDE, TOP = arena_assets.FLOOR, arena_assets.SIDE, arena_assets.TOP
STONE, HAZARD, DOOR = "arena/concrete", "arena/hazard", "Spaceship/door_panel"
HALF, HEIGHT, DECK = 15.0, 8.0, 3.0  # metres: half of its width, its height, the upper level


def script(file, name, **properties):
    content = {"file": file, "className": name}
    if properties:
        content["properties"] = properties
    return content


# Prefabs ---------------------------------------------------------------------------------------

def part(name, mesh, position=(0, 0, 0), collides=False):
    return (name, {"mesh": {"mesh": f"Meshes/{mesh}.glb", "collides": collides, "castShadows": False},
                   "transform": {"position": list(position)}})


def glow(name, color, intensity, reach, position=(0, 0, 0)):
    """A light that shines live: it moves, so no lightmap can hold it."""
    return (name, {"light": {"baked": False, "castShadows": False, "color": color, "intensity": intensity,
                             "range": reach}, "transform": {"position": list(position)}})


def prefab(name, components, *parts):
    write_prefab(PROJECT, name, components,
                 [(i + 1024, called, content) for i, (called, content) in enumerate(parts)])


def prefabs():
    prefab("rocket", {"script": script("rocket.as", "Rocket")},
           part("Rocket model", "rocket"), glow("Rocket light", [1, 0.55, 0.2], 9, 6))
    prefab("bolt", {"script": script("rocket.as", "Rocket", speed=15, harm=14, splash=1.2, thrust=3,
                                     blast="prefabs/spark.prefab.json")},
           part("Bolt model", "bolt"), glow("Bolt light", [1, 0.15, 0.5], 5, 5))
    shards = [part(f"Shard {i + 1}", "shard") for i in range(7)]
    prefab("explosion", {"script": script("explosion.as", "Explosion")},
           part("Fireball", "fireball"), glow("Flash", [1, 0.6, 0.25], 60, 11), *shards)
    prefab("spark", {"script": script("explosion.as", "Explosion", size=0.35, brightness=14, seconds=0.25,
                                      sound="Sounds/spark.wav", volume=0.5)},
           part("Spark", "spark"), glow("Flash", [1, 0.2, 0.5], 14, 6))
    prefab("launcher", {"transform": {}}, part("Launcher model", "launcher"))
    # Its torso and hips stop rockets; the legs are for the eye only.
    prefab("walker", {"nav_walker": {"speed": 2.6, "acceleration": 12, "turnSpeed": 540}, "mover": {},
                      "tags": {"names": "walker"}, "script": script("walker.as", "Walker")},
           part("Torso", "walker_torso", (0, 0.86, 0), True), part("Leg left", "walker_leg", (-0.17, 0.72, 0)),
           part("Leg right", "walker_leg", (0.17, 0.72, 0)), part("Hips", "walker_hips", (0, 0.62, 0), True),
           glow("Eye light", [1, 0.2, 0.08], 2.5, 4, (0, 1.5, -0.5)))


# Scene -----------------------------------------------------------------------------------------

def hull(scene, layer):
    h, w, top = HALF, 0.5, HEIGHT
    scene.box("Floor", (-h - w, -w, -h - w), (h + w, 0, h + w), FLOOR, layer, repeat=4)
    scene.box("Ceiling", (-h - w, top, -h - w), (h + w, top + w, h + w), TOP, layer, repeat=4)
    for name, low, high in (("Wall north", (-h - w, 0, -h - w), (h + w, top, -h)),
                            ("Wall south", (-h - w, 0, h), (h + w, top, h + w)),
                            ("Wall west", (-h - w, 0, -h), (-h, top, h)),
                            ("Wall east", (h, 0, -h), (h + w, top, h))):
        scene.box(name, low, high, SIDE, layer, repeat=4)


def boxes(scene, layer, material, rows, **more):
    for name, low, high in rows:
        scene.box(name, low, high, material, layer, **more)


def decks(scene, layer):
    """The upper level: a U along the north, west and east walls, with striped edges and parapets."""
    low = DECK - 0.25
    boxes(scene, layer, FLOOR, (("Deck north", (-15, low, -15), (15, DECK, -9)),
                                ("Deck west", (-15, low, -9), (-10, DECK, 3)),
                                ("Deck east", (12, low, -9), (15, DECK, 7))), repeat=4)
    boxes(scene, layer, HAZARD, (("Edge north west", (-10, low, -9), (3, DECK, -8.875)),
                                 ("Edge north east", (6, low, -9), (12, DECK, -8.875)),
                                 ("Edge west", (-10, low, -8.875), (-9.875, DECK, 3)),
                                 ("Edge west end", (-12.5, low, 3), (-9.875, DECK, 3.125)),
                                 ("Edge east", (11.875, low, -8.875), (12, DECK, 3.5)),
                                 ("Edge east end", (11.875, low, 6.5), (12, DECK, 7)),
                                 ("Edge south", (11.875, low, 7), (15, DECK, 7.125))), repeat=0.5)
    top = DECK + 0.875
    boxes(scene, layer, STONE, (("Parapet north west", (-10, DECK, -9.125), (3, top, -9)),
                                ("Parapet north east", (6, DECK, -9.125), (12, top, -9)),
                                ("Parapet west", (-10.125, DECK, -9), (-10, top, 3)),
                                ("Parapet west end", (-12.5, DECK, 2.875), (-10.125, top, 3)),
                                ("Parapet east", (12, DECK, -9), (12.125, top, 3.5)),
                                ("Parapet east end", (12, DECK, 6.5), (12.125, top, 7)),
                                ("Parapet south", (12.125, DECK, 6.875), (15, top, 7))), repeat=2)
    boxes(scene, layer, STONE, [(f"Support {i + 1}", (x - 0.25, 0, z - 0.25), (x + 0.25, low, z + 0.25))
                                for i, (x, z) in enumerate(((-9.75, -8.75), (-4, -9.25), (0.5, -9.25),
                                                            (-10.25, 2.75), (12.25, -3), (12.25, 2.5),
                                                            (12.25, 6.75)))], repeat=2)


def stairs(scene, layer):
    for i in range(12):
        scene.box(f"Step {i + 1}", (3, i * 0.25, -9), (6, (i + 1) * 0.25, -3.75 - i * 0.4375), STONE, layer,
                  repeat=2)
    run, z = 6.0, 9.0  # the ramp of the west deck comes down to the south
    slope = math.hypot(run, DECK)
    scene.solid("Ramp", [([-1, 0, 0], 15, STONE), ([1, 0, 0], -12.5, STONE), ([0, -1, 0], 0, STONE),
                         ([0, 0, -1], -3, STONE), ([0, run, DECK], DECK * z / slope, FLOOR)], layer, repeat=4)


def rooms(scene, layer):
    """Two chambers below the decks; each has a door in its wall that slides into it."""
    low = DECK - 0.25
    boxes(scene, layer, SIDE, (("Armoury west", (8, 0, -15), (8.25, low, -9)),
                               ("Armoury front left", (8.25, 0, -9.25), (10.5, low, -9)),
                               ("Armoury front right", (12, 0, -9.25), (15, low, -9)),
                               ("Armoury lintel", (10.5, 2.25, -9.25), (12, low, -9)),
                               ("Infirmary north", (-15, 0, -5.25), (-10, low, -5)),
                               ("Infirmary south", (-15, 0, 1), (-10, low, 1.25)),
                               ("Infirmary front left", (-10.25, 0, -5), (-10, low, -2.75)),
                               ("Infirmary front right", (-10.25, 0, -1.25), (-10, low, 1)),
                               ("Infirmary lintel", (-10.25, 2.25, -2.75), (-10, low, -1.25))), repeat=4)


def door(scene, layer, name, place, half, slide):
    """A part of the program, `parts/door.as`. It opens for the player by itself, and for walkers by a
    wire from the trigger around it."""
    group = scene.group(name, list(place), layer, mover={},
                        script=script("parts/door.as", "Door", slide=slide, distance=2.5, duration=0.4,
                                      stayOpen=1.5, openSound="Sounds/door_open.wav",
                                      closeSound="Sounds/door_close.wav"))
    scene.box(f"{name} leaf", [-k for k in half], half, DOOR, group, repeat=2.25)
    size = [3.5 if half[0] < 0.5 else 1.5, 2, 3.5 if half[2] < 0.5 else 1.5]
    scene.group(f"{name} trigger", list(place), layer,
                trigger={"size": size, "player": False, "walkers": True},
                wires={"list": {"list": [{"bag": {"output": "entered", "target": {"entity": group}, "message": "open"}}]}})


def lift(scene, layer):
    """The part `parts/platform.as`: it goes to the point below it and back."""
    group = scene.group("Lift", [10.8125, 0, 5], layer, mover={},
                        script=script("parts/platform.as", "Platform", speed=1.6, pause=1.5))
    scene.box("Lift plate", (-1.0625, 0, -1.375), (1.0625, 0.125, 1.375), FLOOR, group, top=HAZARD, repeat=1)
    scene.group("Lift top", [0, DECK - 0.125, 0], group)


def cover(scene, layer):
    boxes(scene, layer, STONE, [(f"Pillar {i + 1}", (x - 0.625, 0, z - 0.625), (x + 0.625, HEIGHT, z + 0.625))
                                for i, (x, z) in enumerate(((-5.5, -3.5), (-5.5, 6), (6, 7.5), (8, -2)))], repeat=2)
    boxes(scene, layer, HAZARD, [(f"Pillar {i + 1} band", (x - 0.6875, 1.25, z - 0.6875), (x + 0.6875, 1.5, z + 0.6875))
                                 for i, (x, z) in enumerate(((-5.5, -3.5), (-5.5, 6), (6, 7.5), (8, -2)))], repeat=0.5)
    boxes(scene, layer, STONE, (("Dais", (-2.5, 0, -2.5), (2.5, 0.25, 2.5)),
                                ("Dais top", (-1.75, 0.25, -1.75), (1.75, 0.5, 1.75)),
                                ("Cover south", (-2.5, 0, 7), (-0.5, 1.125, 7.5)),
                                ("Cover east", (5.5, 0, 1.5), (6, 1.125, 4.5)),
                                ("Cover west", (-10, 0, 8.5), (-6.5, 1.125, 9)),
                                ("Cover corner", (9, 0, 10.5), (9.5, 1.125, 13))), repeat=2)
    boxes(scene, layer, "arena/teal", (("Dais trim south", (-1.75, 0.375, 1.75), (1.75, 0.5, 1.8125)),
                                       ("Dais trim north", (-1.75, 0.375, -1.8125), (1.75, 0.5, -1.75)),
                                       ("Dais trim east", (1.75, 0.375, -1.8125), (1.8125, 0.5, 1.8125)),
                                       ("Dais trim west", (-1.8125, 0.375, -1.8125), (-1.75, 0.5, 1.8125))), repeat=1)


LIGHTS = (  # name, place, colour, candela, range
    ("Lamp south", (1, 6, 11), (1, 0.9, 0.78), 80, 20), ("Lamp west", (-9, 6, 2), (1, 0.9, 0.78), 70, 18),
    ("Lamp east", (10, 6, 3), (0.8, 0.9, 1), 70, 18), ("Lamp north", (0, 6, -6), (1, 0.9, 0.78), 70, 18),
    ("Dais glow", (0, 2.75, 0), (0.05, 0.8, 1), 26, 9),
    ("Deck glow west", (-13.5, 5, -9), (0.75, 0.15, 1), 55, 14), ("Deck glow east", (13.5, 5, -10), (0.15, 0.35, 1), 60, 14),
    ("Under deck left", (-6, 2.25, -12.5), (1, 0.38, 0.08), 30, 10), ("Under deck right", (4.5, 2.25, -12.5), (1, 0.38, 0.08), 30, 10),
    ("Armoury light", (12, 2.25, -12), (1, 0.25, 0.08), 20, 8), ("Infirmary light", (-12.5, 2.25, -2), (0.2, 1, 0.4), 20, 8),
    ("Ramp glow", (-13.5, 3, 12), (0.75, 0.15, 1), 26, 10), ("Lift glow", (13.5, 2.25, 4), (0.15, 0.45, 1), 24, 9),
    ("Corner glow", (12.5, 2.5, 12.5), (1, 0.45, 0.1), 26, 10))

PICK_UPS = (  # name, place, what it adds to, how much, model
    ("Rockets on the dais", (0, 1.25, 0), "Rockets", 5, "ammo"),
    ("Rockets in the armoury", (12, 0.75, -12.5), "Rockets", 10, "ammo"),
    ("Health in the infirmary", (-12.5, 0.75, -2), "Health", 50, "health"),
    ("Health on the deck", (13.5, DECK + 0.75, -7), "Health", 25, "health"))

SPAWNS = ((-13, DECK, -13), (-2, DECK, -13), (13.5, DECK, 1), (12, 0, 9), (-12, 0, 12.5), (-8, 0, -7), (1, 0, -12))


def write_scene():
    scene = Scene(7_300_100)
    level = scene.layer("Level", 0, [0.5, 0.55, 0.6])
    moving = scene.layer("Doors and lift", 1, [0.9, 0.5, 0.15])
    lights = scene.layer("Lights", 2, [1, 0.9, 0.5])
    things = scene.layer("Pick-ups", 3, [0.3, 0.85, 0.4])
    game = scene.layer("Play", 4, [0.3, 0.6, 0.9])
    hull(scene, level)
    decks(scene, level)
    stairs(scene, level)
    rooms(scene, level)
    cover(scene, level)
    door(scene, moving, "Armoury door", (11.25, 1.125, -9.125), (0.75, 1.125, 0.0625), [1.4375, 0, 0])
    door(scene, moving, "Infirmary door", (-10.125, 1.125, -2), (0.0625, 1.125, 0.75), [0, 0, 1.4375])
    lift(scene, moving)
    for name, place, color, intensity, reach in LIGHTS:
        scene.add(name, {"light": {"range": reach, "intensity": intensity, "color": list(color)},
                         "transform": {"position": list(place)}}, lights)
    for name, place, kind, amount, model in PICK_UPS:
        group = scene.group(name, list(place), things, mover={"collides": False}, trigger={"size": [1.25, 1.5, 1.25]},
                            script=script("pick_up.as", "PickUp", kind=kind, amount=amount))
        scene.add(f"{name} model", {"mesh": {"mesh": f"Meshes/{model}.glb", "collides": False, "castShadows": False},
                                    "transform": {}}, group)
    spawns = scene.group("Spawns", [0, 0, 0], game)
    for i, place in enumerate(SPAWNS):
        scene.group(f"Spawn {i + 1}", list(place), spawns)
    scene.add("Game", {"script": script("game.as", "ArenaGame"), "transform": {"position": [0, 5, 0]}}, game)
    scene.add("HUD", {"script": script("hud.as", "ArenaHud"), "transform": {"position": [0, 5.5, 0]}}, game)
    scene.add("Menu", {"script": script("menu.as", "ArenaMenu"), "transform": {"position": [0, 6, 0]}}, game)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 12.5]}}, game)
    scene.add("Room tone", {"audio_source": {"sound": "Sounds/room_tone.wav", "volume": 0.25},
                            "transform": {"position": [0, 4, 0]}}, game)
    scene.write(PROJECT, {"ambient": [0.02, 0.022, 0.028], "luxelsPerMetre": 4, "killHeight": -10}, "Arena")
    (PROJECTS / PROJECT / "project.json").write_text(json.dumps(
        {"format": 1, "name": "Arena", "startScene": "scenes/start.scene.json",
         "input": {"actions": {"Pause": {"bindings": ["key.P", "key.Tab", "pad.start"]}}}}, indent=2) + "\n")


if __name__ == "__main__":
    arena_assets.write()
    prefabs()
    write_scene()
