#!/usr/bin/env python3
"""Writes the sample project `grid_game`: pictures, sounds, models, prefabs and scenes, without their
light. Needs the standard library only; the files come out the same every time.

    python3 resources/generators/make_grid_game.py
    ./mapwright format projects/grid_game/scenes/*.scene.json
    for scene in projects/grid_game/scenes/*.scene.json; do ./mapwright bake $scene; done
"""
import json
import math
import random

import make_forest_edge as forest
import make_meshes
from grid_game_art import ABILITY, BAD, GLYPHS, GOOD, HEART, POWERS, WORDS
from make_droid_room import rounded
from sample_scene import PROJECTS, Scene, write_json, write_prefab, write_sound

PROJECT = "grid_game"
ROOT = PROJECTS / PROJECT
ASSETS = ROOT / "assets"
WIDTH, DEPTH = 15, 11        # cells of a metre; the middle of cell (x, z) is there

INPUT = {"actions": {"Bomb": {"bindings": ["key.Space", "pad.a"]},
                     "Detonate": {"bindings": ["key.E", "key.Enter", "pad.x"]},
                     "Pause": {"bindings": ["key.P", "pad.start"]},
                     "SaveBoard": {"bindings": ["key.1", "pad.leftShoulder"]},
                     "RestoreBoard": {"bindings": ["key.2", "pad.rightShoulder"]}}}


# Pictures --------------------------------------------------------------------------------------

def tiles(name, light, dark, seed, cells=2, size=128):
    """A floor in two shades, with a darker joint around each tile."""
    dice = random.Random(seed)
    picture = forest.Picture(size, size, (0, 0, 0, 1))
    cell = size // cells
    for y in range(size):
        for x in range(size):
            edge = min(x % cell, y % cell, cell - 1 - x % cell, cell - 1 - y % cell)
            color = light if (x // cell + y // cell) % 2 == 0 else dark
            shade = (0.72 if edge < 2 else 1.0 if edge > 4 else 0.92) + dice.uniform(-0.025, 0.025)
            picture.set(x, y, [k * shade for k in color])
    forest.save_material(name, picture)


def stone(name, color, seed, size=64):
    """A dressed stone: speckled, with a lighter rim above and a darker one below."""
    dice = random.Random(seed)
    picture = forest.Picture(size, size, (0, 0, 0, 1))
    for y in range(size):
        for x in range(size):
            shade = 1 + dice.uniform(-0.06, 0.06)
            if min(x, size - 1 - x) < 4 or y < 4:
                shade *= 1.12
            elif y > size - 5:
                shade *= 0.8
            picture.set(x, y, [k * shade for k in color])
    forest.save_material(name, picture)


def pixels(name, rows, colors, scale=6):
    """A picture of letters, each a square of one colour; what has no colour is a hole."""
    picture = forest.Picture(len(rows[0]) * scale, len(rows) * scale)
    for y in range(picture.height):
        for x in range(picture.width):
            color = colors.get(rows[y // scale][x // scale])
            if color is not None:
                picture.set(x, y, color)
    picture.save(ASSETS / "Pictures" / f"{name}.png")


# Sounds ----------------------------------------------------------------------------------------

def sound(name, seconds, sample, rate=22050):
    """`sample(t)` is from -1 to 1 at so many seconds."""
    values = [max(-1.0, min(1.0, sample(i / rate))) for i in range(int(seconds * rate))]
    write_sound(ASSETS / "Sounds" / f"{name}.wav", rate, (int(v * 32000) for v in values))


def square(t, hertz):
    return 0.5 if (t * hertz) % 1 < 0.5 else -0.5


def sounds():
    dice = random.Random(71)
    noise = [dice.uniform(-1, 1) for _ in range(4000)]
    sound("lay", 0.12, lambda t: square(t, 180 - 500 * t) * (1 - t / 0.12))
    sound("take", 0.3, lambda t: square(t, (523, 659, 784)[min(int(t * 10), 2)]) * (1 - t / 0.3))
    sound("explode", 0.8, lambda t: (noise[int(t * 6000 / (1 + 3 * t)) % 4000] * 0.8
                                     + 0.5 * math.sin(2 * math.pi * 55 * t)) * math.exp(-t * 5))
    sound("die", 0.9, lambda t: square(t, 500 * math.exp(-2.2 * t)) * (1 - t / 0.9))
    sound("enemy_dies", 0.35, lambda t: square(t, 320 + 900 * t * math.sin(60 * t)) * (1 - t / 0.35))


# Models ----------------------------------------------------------------------------------------

def save(model, name, colors):
    model.write(ASSETS / "Meshes" / f"{name}.glb", {key: (color, 0.0) for key, color in colors.items()})


def place(model, part, center):
    """Puts what another model holds into this one, moved by so much."""
    for material, source in part.parts.items():
        target = model.parts.setdefault(material, {"corners": [], "indices": []})
        first = len(target["corners"])
        target["corners"] += [(*[a + b for a, b in zip(corner[0:3], center)], *corner[3:])
                              for corner in source["corners"]]
        target["indices"] += [first + i for i in source["indices"]]


def ball(model, material, center, radius, bands=8, sides=14):
    part = make_meshes.Model()
    rounded(part, radius, bands, sides, lambda i: material)
    place(model, part, center)


def horn(model, center):
    part = make_meshes.Model()
    part.ring("horn", 0, 0.24, 0.07, 0.01, 8)
    place(model, part, center)


def player_model():
    """Looks along -Z."""
    model = make_meshes.Model()
    for x in (-0.2, 0.04):
        model.box("dark", (x, 0, -0.14), (x + 0.16, 0.14, 0.12))
    model.box("suit", (-0.22, 0.14, -0.15), (0.22, 0.46, 0.15))
    model.box("belt", (-0.23, 0.2, -0.16), (0.23, 0.27, 0.16))
    for x in (-0.28, 0.28):
        ball(model, "glove", (x, 0.3, -0.03), 0.085, 6, 10)
    ball(model, "helmet", (0, 0.7, 0), 0.29)
    model.box("visor", (-0.19, 0.58, -0.3), (0.19, 0.78, -0.15))
    for x in (-0.11, 0.05):
        model.box("eye", (x, 0.62, -0.31), (x + 0.06, 0.74, -0.29))
    ball(model, "glove", (0, 1.03, 0), 0.09, 6, 10)
    save(model, "player", {"dark": (0.1, 0.1, 0.16), "suit": (0.1, 0.3, 0.85), "belt": (0.95, 0.8, 0.2),
                           "glove": (0.95, 0.25, 0.45), "helmet": (0.93, 0.93, 0.96), "visor": (0.98, 0.76, 0.6),
                           "eye": (0.05, 0.05, 0.08)})


def enemy_model(name, color, horns=False):
    """Looks along -Z, as the player does."""
    model = make_meshes.Model()
    model.ring("body", 0.05, 0.4, 0.3, 0.33, 14)
    ball(model, "body", (0, 0.4, 0), 0.33)
    for angle in range(0, 360, 60):
        x, z = 0.24 * math.cos(math.radians(angle)), 0.24 * math.sin(math.radians(angle))
        ball(model, "body", (x, 0.08, z), 0.1, 5, 8)
    for x in (-0.13, 0.13):
        ball(model, "white", (x, 0.5, -0.26), 0.1, 6, 10)
        ball(model, "pupil", (x, 0.5, -0.34), 0.05, 6, 8)
        if horns:
            horn(model, (1.3 * x, 0.62, 0))
    colors = {"body": color, "white": (0.95, 0.95, 0.95), "pupil": (0.04, 0.04, 0.08), "horn": (0.95, 0.85, 0.5)}
    save(model, name, colors)


def things():
    bomb = make_meshes.Model()
    ball(bomb, "iron", (0, 0.34, 0), 0.34, 10, 18)
    bomb.ring("cap", 0.64, 0.74, 0.11, 0.11, 10)
    bomb.disc("cap", 0.74, 0.11, up=True, sides=10)
    bomb.box("fuse", (-0.02, 0.74, -0.02), (0.02, 0.88, 0.02))
    ball(bomb, "spark", (0, 0.9, 0), 0.07, 6, 8)
    save(bomb, "bomb", {"iron": (0.035, 0.035, 0.06), "cap": (0.3, 0.3, 0.35), "fuse": (0.7, 0.6, 0.4),
                        "spark": (1.0, 0.5, 0.1)})
    blast = make_meshes.Model()
    ball(blast, "core", (0, 0.38, 0), 0.3)
    for angle in range(0, 360, 45):
        x, z = 0.3 * math.cos(math.radians(angle)), 0.3 * math.sin(math.radians(angle))
        ball(blast, "flame", (x, 0.2 + 0.12 * (angle // 45 % 2), z), 0.21, 6, 10)
    ball(blast, "tip", (0, 0.7, 0), 0.14, 6, 10)
    save(blast, "blast", {"core": (1.0, 0.8, 0.25), "flame": (1.0, 0.22, 0.02), "tip": (1.0, 0.55, 0.08)})
    crate = make_meshes.Model()
    crate.box("boards", (-0.43, 0.02, -0.43), (0.43, 0.84, 0.43))
    for a in (-0.46, 0.34):
        for b in (-0.46, 0.34):
            crate.box("beams", (a, 0, b), (a + 0.12, 0.88, b + 0.12))
            crate.box("beams", (-0.34, 0.76 if b > 0 else 0.0, a), (0.34, 0.88 if b > 0 else 0.12, a + 0.12))
            crate.box("beams", (a, 0.76 if b > 0 else 0.0, -0.34), (a + 0.12, 0.88 if b > 0 else 0.12, 0.34))
    crate.box("beams", (-0.34, 0.84, -0.06), (0.34, 0.87, 0.06))
    save(crate, "soft", {"boards": (0.75, 0.45, 0.2), "beams": (0.46, 0.24, 0.1)})
    hatch = make_meshes.Model()
    hatch.box("frame", (-0.46, 0, -0.46), (0.46, 0.06, 0.46))
    hatch.box("hole", (-0.36, 0.06, -0.36), (0.36, 0.07, 0.36))
    flat(hatch, "arrow", GLYPHS["exit"], 0.08, 0.07, 0.1)
    save(hatch, "exit", {"frame": (0.75, 0.75, 0.8), "hole": (0.05, 0.2, 0.12), "arrow": (0.3, 1.0, 0.45)})
    pixel = make_meshes.Model()
    pixel.box("face", (-0.44, -0.44, -0.5), (0.44, 0.44, 0.5))
    save(pixel, "pixel", {"face": (0.98, 0.62, 0.12)})


def flat(model, material, rows, size, low, high):
    """On/off pixels that lie on the floor; the first row is the farthest from the camera."""
    left, back = len(rows[0]) * size / 2, len(rows) * size / 2
    for z, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == "#":
                model.box(material, (x * size - left, low, z * size - back),
                          ((x + 1) * size - left, high, (z + 1) * size - back))


def powers():
    for number, (glyph, plate) in enumerate(POWERS):
        tile = make_meshes.Model()
        tile.box("rim", (-0.38, 0.04, -0.38), (0.38, 0.12, 0.38))
        tile.box("plate", (-0.33, 0.12, -0.33), (0.33, 0.15, 0.33))
        flat(tile, "glyph", GLYPHS[glyph], 0.065, 0.15, 0.21)
        color = {GOOD: (0.05, 0.5, 0.2), BAD: (0.65, 0.08, 0.08), ABILITY: (0.12, 0.22, 0.7)}[plate]
        save(tile, f"power_{number}", {"rim": (0.95, 0.8, 0.3), "plate": color, "glyph": (1.0, 1.0, 1.0)})
        rows = ["." * 11] + [f".{row}." for row in GLYPHS[glyph]] + ["." * 11]
        pixels(f"power_{number}", rows, {"#": (1, 1, 1), ".": [k ** 0.45 for k in color]})
    pixels("heart", HEART, {"#": (0.95, 0.2, 0.3), "o": (1, 0.7, 0.75)})


# Prefabs ---------------------------------------------------------------------------------------

def block(half, height, chamfer, material):
    """The brush of a block whose upper edges are cut."""
    planes = [((1, 0, 0), half), ((-1, 0, 0), half), ((0, 0, 1), half), ((0, 0, -1), half), ((0, 1, 0), height),
              ((0, -1, 0), 0)]
    for x, z in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        planes.append(((x / 2 ** 0.5, 2 ** -0.5, z / 2 ** 0.5), (half + height - chamfer) / 2 ** 0.5))
    return {"faces": [{"normal": list(normal), "distance": distance, "material": f"Materials/{material}",
                       "offset": [0.5, 0.5], "scale": [1, 1]} for normal, distance in planes]}


def prefab(name, model=None, script=None, light=None, brush=None):
    """A tag that is its name, a script, and below it a model or a brush, and a light."""
    components = {"tags": {"names": name}}
    if script is not None:
        components["script"] = {"file": f"{name}.as", "className": script}
    parts = []
    if model is not None:
        parts.append((1, "Model", {"mesh": {"mesh": f"Meshes/{model}.glb", "collides": False},
                                   "transform": {"position": [0, 0, 0]}}))
    if brush is not None:
        parts.append((1, "Block", {"brush": brush}))
    if light is not None:
        color, intensity, reach = light
        parts.append((2, "Light", {"light": {"baked": False, "color": color, "intensity": intensity, "range": reach},
                                   "transform": {"position": [0, 0.8, 0]}}))
    write_prefab(PROJECT, name, components, parts)


def prefabs():
    prefab("hard", brush=block(0.5, 0.9, 0.09, "grid/stone"))
    prefab("soft", "soft", "Soft")
    prefab("bomb", "bomb", "Bomb", ([1, 0.45, 0.1], 2.5, 3))
    prefab("blast", "blast", "Blast", ([1, 0.5, 0.15], 1.6, 3.5))
    prefab("power_up", "power_0", "PowerUp")
    prefab("enemy", "enemy_0", "Enemy")
    prefab("exit", "exit", "Exit", ([0.3, 1, 0.5], 0, 3))
    write_prefab(PROJECT, "pixel", {"tags": {"names": "pixel"}},
                 [(1, "Model", {"mesh": {"mesh": "Meshes/pixel.glb", "collides": False},
                                "transform": {"position": [0, 0, 0]}})])


# Scenes ----------------------------------------------------------------------------------------

def script(file, name, **properties):
    return {"file": file, "className": name, **({"properties": properties} if properties else {})}


def lamp(scene, name, at, color, intensity, layer, **more):
    scene.add(name, {"light": {"range": 22, "intensity": intensity, "color": color, **more},
                     "transform": {"position": at}}, layer)


def table(scene, layer):
    """What the board lies on: a floor, and a dark ground around it."""
    scene.box("Floor", (-0.5, -0.25, -0.5), (WIDTH - 0.5, 0, DEPTH - 0.5), "grid/floor", layer, repeat=2)
    scene.box("Ground", (-14, -1.5, -14), (WIDTH + 13, -0.75, DEPTH + 13), "grid/ground", layer, repeat=4)
    scene.box("Rim", (-1, -0.75, -1), (WIDTH, -0.25, DEPTH), "grid/rim", layer, repeat=1)


def camera(scene, layer, at, target, view=40):
    scene.group("Camera", at, layer, script=script("camera.as", "FixedCamera", target=target, fieldOfView=view))


def level_scene(name, board):
    """A lit table; `board` adds who builds on it."""
    scene = Scene(7_300_100)
    world = scene.layer("Table", 0, [0.5, 0.55, 0.6])
    lights = scene.layer("Lights", 1, [1, 0.9, 0.5])
    play = scene.layer("Play", 2, [0.3, 0.6, 0.9])
    table(scene, world)
    for number, (x, z) in enumerate(((1, 1), (13, 1), (1, 9), (13, 9))):
        lamp(scene, f"Lamp {number + 1}", [x, 6.5, z], [1, 0.93, 0.82], 26, lights, baked=False)
    lamp(scene, "Window", [3, 8, 14], [0.75, 0.85, 1], 45, lights, baked=False)
    camera(scene, play, [7, 16.5, 14.2], [7, 0, 5.15], 35)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [1, 0, 1]}}, play)
    who = scene.group("Player", [1, 0, 1], play, character={"standHeight": 1.0, "crouchHeight": 0.8, "radius": 0.3},
                      tags={"names": "player"}, script=script("player.as", "Player"))
    scene.group("Player model", [0, 0, 0], who, mesh={"mesh": "Meshes/player.glb", "collides": False})
    board(scene, play)
    # The blocks are made by a script, so no bake knows of them: all light here is live.
    scene_file(name, scene, [0.05, 0.055, 0.08])


def play_board(scene, layer):
    scene.add("Board", {"script": script("board.as", "Board"), "transform": {"position": [7, 0, 5]}}, layer)
    scene.add("Status", {"script": script("status.as", "Status"), "transform": {"position": [7, 0, 5]}}, layer)
    scene.add("Pause menu", {"script": script("pause_menu.as", "PauseMenu"),
                             "transform": {"position": [7, 0, 5]}}, layer)


def checked_board(scene, layer):
    play_board(scene, layer)
    scene.add("Checks", {"script": script("rules_check.as", "RulesCheck"), "transform": {"position": [7, 0, 5]}}, layer)


def title_scene(name, words, page=None):
    scene = Scene(7_310_100 if page is None else 7_320_100)
    world = scene.layer("Stage", 0, [0.5, 0.55, 0.6])
    lights = scene.layer("Lights", 1, [1, 0.9, 0.5])
    play = scene.layer("Play", 2, [0.3, 0.6, 0.9])
    scene.box("Floor", (-14, -0.5, -8), (14, 0, 10), "grid/floor", world, repeat=2)
    scene.box("Back", (-14, 0, -8.5), (14, 10, -8), "grid/rim", world, repeat=1)
    for number, (x, z) in enumerate(((-8, -4), (8, -4), (0, 2))):
        lamp(scene, f"Lamp {number + 1}", [x, 7, z], [1, 0.9, 0.75], 34, lights)
    lamp(scene, "Glow", [0, 4.5, 5], [1, 0.8, 0.5], 30, lights, baked=False)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 8]}}, play)
    camera(scene, play, [0, 4.2, 11.5], [0, 2.9, 0], 45)
    for number, word in enumerate(words):
        scene.group(f"Word {number + 1}", [0, 5.9 - 2.1 * number, -2], play,
                    script=script("pixel_art.as", "PixelArt", rows={"list": WORDS[word]}, size=0.32))
    if page is not None:
        scene.add("Page", {"script": script("scores_page.as", page), "transform": {"position": [0, 0, 0]}}, play)
    scene_file(name, scene, [0, 0, 0])


def scene_file(name, scene, ambient):
    write_json(ROOT / "scenes" / f"{name}.scene.json",
               {"entities": scene.entities, "format": 2,
                "settings": {"ambient": ambient, "exposure": 1, "luxelsPerMetre": 4, "skyTop": [0.004, 0.006, 0.02], "skyHorizon": [0.01, 0.015, 0.05]}})


def project():
    forest.ASSETS = ASSETS
    tiles("grid/floor", (0.36, 0.6, 0.42), (0.31, 0.53, 0.37), 41)
    stone("grid/stone", (0.56, 0.57, 0.66), 42)
    stone("grid/rim", (0.2, 0.23, 0.36), 43)
    tiles("grid/ground", (0.13, 0.14, 0.24), (0.11, 0.12, 0.21), 44)
    sounds()
    player_model()
    enemy_model("enemy_0", (0.95, 0.4, 0.6))
    enemy_model("enemy_1", (0.95, 0.55, 0.1), horns=True)
    enemy_model("enemy_2", (0.5, 0.8, 0.95))
    things()
    powers()
    prefabs()
    level_scene("level", play_board)
    level_scene("rules", checked_board)
    title_scene("start", ["GRID", "GAME"])
    title_scene("scores", ["BEST"], "ScoresPage")
    (ROOT / "project.json").write_text(json.dumps(
        {"app": "game.as:GridGame", "format": 1, "input": INPUT, "name": "Grid game",
         "startScene": "scenes/start.scene.json"}, indent=2) + "\n")


if __name__ == "__main__":
    project()
