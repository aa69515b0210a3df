#!/usr/bin/env python3
"""Writes the sample project `two_rooms`: three small scenes, without their light. Needs the standard
library only; the files come out the same every time.

    python3 resources/generators/make_two_rooms.py
    ./mapwright format projects/two_rooms
    ./mapwright bake projects/two_rooms/scenes/start.scene.json
    ./mapwright bake projects/two_rooms/scenes/hall.scene.json
    ./mapwright bake projects/two_rooms/scenes/cellar.scene.json
"""
import json

from make_droid_room import material_files
from sample_scene import PROJECTS, Scene, take, write_json

PROJECT = "two_rooms"
FLOOR, SIDE, TOP = "Spaceship/scififloorb", "Spaceship/scifiwall_basea2", "Spaceship/scificeilingb"


def script(file, name, **properties):
    content = {"file": file, "className": name}
    if properties:
        content["properties"] = properties
    return content


def room(scene, half, height, lamps, layer):
    """A closed room about the origin, with lamps (name, position, color, intensity)."""
    wall = 0.25
    (x, z), top = half, height
    scene.box("Floor", (-x - wall, -wall, -z - wall), (x + wall, 0, z + wall), FLOOR, layer, repeat=4)
    scene.box("Ceiling", (-x - wall, top, -z - wall), (x + wall, top + wall, z + wall), TOP, layer, repeat=4)
    for name, low, high in (("Wall north", (-x - wall, 0, -z - wall), (x + wall, top, -z)),
                            ("Wall south", (-x - wall, 0, z), (x + wall, top, z + wall)),
                            ("Wall west", (-x - wall, 0, -z), (-x, top, z)),
                            ("Wall east", (x, 0, -z), (x + wall, top, z))):
        scene.box(name, low, high, SIDE, layer, repeat=4)
    for name, position, color, intensity in lamps:
        scene.add(name, {"light": {"range": 12, "intensity": intensity, "color": color},
                         "transform": {"position": position}}, layer)


def door(scene, at, to, layer):
    """A plate on the floor before a dark opening; whoever steps on it is in the other scene."""
    x, z = at
    scene.box("Door frame", (x - 1, 0, z - 0.25), (x + 1, 2.5, z), TOP, layer, repeat=2)
    scene.group("Door", [x, 1, z + 0.75], layer, trigger={"size": [1.5, 2, 1]},
                script=script("door.as", "Door", scene=to))


def coin(scene, number, position, layer):
    group = scene.group(f"Coin {number}", position, layer, mover={},
                        trigger={"size": [0.75, 0.75, 0.75]}, script=script("coin.as", "Coin"))
    scene.box("Coin plate", (-0.1875, -0.1875, -0.0625), (0.1875, 0.1875, 0.0625), "Dev/grid_orange",
              group, repeat=0.5)


def write(scene, name):
    write_json(PROJECTS / PROJECT / "scenes" / f"{name}.scene.json",
               {"entities": scene.entities, "format": 2, "settings": {"luxelsPerMetre": 4}})


def title():
    scene = Scene(7_200_100)
    layer = scene.layer("Title", 0, [0.5, 0.55, 0.6])
    room(scene, (4, 4), 3, [("Lamp", [0, 2.5, -2], [0.45, 0.65, 1], 16)], layer)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 3]}}, layer)
    write(scene, "start")


def hall():
    scene = Scene(7_200_200)
    layer = scene.layer("Hall", 0, [0.5, 0.55, 0.6])
    room(scene, (5, 6), 3.5, [("Lamp south", [0, 3, 3], [1, 0.93, 0.82], 26),
                              ("Lamp north", [0, 3, -3], [1, 0.93, 0.82], 26)], layer)
    door(scene, (0, -5.75), "scenes/cellar.scene.json", layer)
    for i, (x, z) in enumerate(((0, 1), (-2, -1), (2, -1))):
        coin(scene, i + 1, [x, 1, z], layer)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 4.5]}}, layer)
    scene.add("Pause menu", {"script": script("pause_menu.as", "PauseMenu"),
                             "transform": {"position": [0, 3, 0]}}, layer)
    write(scene, "hall")


def cellar():
    scene = Scene(7_200_300)
    layer = scene.layer("Cellar", 0, [0.5, 0.55, 0.6])
    room(scene, (4, 5), 3, [("Red lamp south", [0, 2.5, 3], [1, 0.55, 0.35], 24),
                              ("Red lamp north", [0, 2.5, -3], [1, 0.55, 0.35], 24)], layer)
    door(scene, (0, -4.75), "scenes/hall.scene.json", layer)
    for i, (x, z) in enumerate(((0, 1), (0, -1))):
        coin(scene, i + 1, [x, 1, z], layer)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 3.5]}}, layer)
    scene.add("Pause menu", {"script": script("pause_menu.as", "PauseMenu"),
                             "transform": {"position": [0, 2.5, 0]}}, layer)
    write(scene, "cellar")


def project():
    take(PROJECT, "first_room", [file for name in (FLOOR, SIDE, TOP) for file in material_files(name)])
    take(PROJECT, "first_room", ["Materials/Dev/grid_orange.material.json", "Materials/Dev/grid_orange.png",
                                 ("Sounds/land_1.wav", "Sounds/coin.wav")])
    (PROJECTS / PROJECT / "project.json").write_text(json.dumps(
        {"app": "game.as:TwoRooms", "format": 1, "name": "Two rooms",
         "startScene": "scenes/start.scene.json"}, indent=2) + "\n")


if __name__ == "__main__":
    project()
    title()
    hall()
    cellar()
