"""Pictures, models and sounds of the sample project `arena`."""
import json
import math
import random

import decal_pictures
import make_forest_edge as forest
import make_meshes
from make_droid_room import rounded
from make_physics_yard import plain
from picture_kit import save as save_picture
from sample_scene import PROJECTS, material_files, take, write_sound

PROJECT = "arena"
ASSETS = PROJECTS / PROJECT / "assets"
FLOOR, SIDE, TOP = "Spaceship/scififloorb", "Spaceship/scifiwall_basea2", "Spaceship/scificeilingb"
RATE = 22050  # samples of a second of sound


# Pictures --------------------------------------------------------------------------------------

def concrete(name, seed, size=256):
    """Two slabs with a seam, specks and soft stains."""
    dice = random.Random(seed)
    waves = [(dice.randint(1, 5), dice.randint(1, 5), dice.random() * 6.3, dice.random()) for _ in range(14)]
    picture = forest.Picture(size, size, (0, 0, 0, 1))
    for y in range(size):
        for x in range(size):
            stain = sum(a * math.sin(2 * math.pi * (kx * x + ky * y) / size + p) for kx, ky, p, a in waves) / 14
            shade = 1 + 0.16 * stain + dice.uniform(-0.05, 0.05)
            edge = min(x, size - 1 - x, y % (size // 2), size // 2 - 1 - y % (size // 2))
            if edge < 2:
                shade *= 0.55
            elif edge < 4:
                shade *= 1.12
            picture.set(x, y, [k * shade for k in (0.36, 0.38, 0.42)])
    forest.save_material(name, picture)


def hazard(name, seed, size=64):
    """Yellow and black stripes that tile."""
    dice = random.Random(seed)
    picture = forest.Picture(size, size, (0, 0, 0, 1))
    for y in range(size):
        for x in range(size):
            color = (0.88, 0.62, 0.08) if (x + y) % size < size // 2 else (0.09, 0.09, 0.1)
            worn = dice.uniform(0.85, 1.05)
            picture.set(x, y, [k * worn for k in color])
    forest.save_material(name, picture)


def scorch(name):
    """What rockets leave on walls."""
    file = ASSETS / "Materials" / f"{name}.png"
    save_picture(file, decal_pictures.SIZE, decal_pictures.scorched(43))
    file.with_suffix("").with_suffix(".material.json").write_text(json.dumps(
        {"format": 1, "color": file.name, "roughness": 0.95, "opacity": "blend", "castsShadow": False}, indent=2) + "\n")


# Models ----------------------------------------------------------------------------------------

def laid(model):
    """Turns what was built upwards so that its upper end is ahead, along -Z."""
    for part in model.parts.values():
        part["corners"] = [(x, z, -y, nx, nz, -ny, u, v) for x, y, z, nx, ny, nz, u, v in part["corners"]]
    return model


def tube(model, material, low, high, radius, sides=10):
    model.ring(material, low, high, radius, radius, sides)
    model.disc(material, low, radius, up=False, sides=sides)
    model.disc(material, high, radius, up=True, sides=sides)


def rockets(folder):
    colors = {"shell": ((0.75, 0.77, 0.78), 0.2), "nose": ((0.9, 0.16, 0.05), 0), "flame": ((1, 0.75, 0.2), 0)}
    rocket = make_meshes.Model()
    tube(rocket, "shell", -0.2, 0.16, 0.055)
    rocket.ring("nose", 0.16, 0.3, 0.055, 0.005, 10)
    rocket.ring("flame", -0.42, -0.2, 0.005, 0.045, 8)
    for low, high in (((-0.12, -0.2, -0.008), (0.12, -0.08, 0.008)), ((-0.008, -0.2, -0.12), (0.008, -0.08, 0.12))):
        rocket.box("nose", low, high)
    laid(rocket).write(folder / "rocket.glb", colors)
    bolt = make_meshes.Model()
    bolt.ring("core", 0, 0.25, 0.07, 0.005, 8)
    bolt.ring("core", -0.2, 0, 0.005, 0.07, 8)
    laid(bolt).write(folder / "bolt.glb", {"core": ((1, 0.25, 0.6), 0)})
    ammo = make_meshes.Model()
    ammo.box("case", (-0.28, -0.25, -0.14), (0.28, -0.12, 0.14))
    for x in (-0.17, 0, 0.17):
        for low, high, radius, end, name in ((-0.12, 0.14, 0.06, 0.06, "shell"), (0.14, 0.28, 0.06, 0.005, "nose")):
            first = {key: len(value["corners"]) for key, value in ammo.parts.items()}
            ammo.ring(name, low, high, radius, end, 10)
            part = ammo.parts[name]
            part["corners"][first.get(name, 0):] = [(c[0] + x, *c[1:]) for c in part["corners"][first.get(name, 0):]]
    ammo.write(folder / "ammo.glb", {**colors, "case": ((0.16, 0.2, 0.14), 0.1)})


def launcher(folder):
    model = make_meshes.Model()
    tube(model, "tube", -0.25, 0.45, 0.075, 14)
    model.ring("ring", 0.36, 0.47, 0.095, 0.095, 14)
    model.ring("ring", 0.47, 0.47001, 0.095, 0.06, 14)
    model.disc("bore", 0.4705, 0.062, up=True, sides=14)
    model.ring("ring", -0.05, 0.02, 0.085, 0.085, 14)
    laid(model)
    model.box("grip", (-0.03, -0.22, -0.05), (0.03, -0.06, 0.05))
    model.box("grip", (-0.025, 0.06, -0.2), (0.025, 0.12, -0.08))
    model.box("mark", (-0.078, -0.02, -0.34), (-0.07, 0.02, -0.1))
    model.write(folder / "launcher.glb", {"tube": ((0.2, 0.22, 0.24), 0.5), "ring": ((0.75, 0.36, 0.08), 0.3),
                                          "bore": ((0.01, 0.01, 0.01), 0), "grip": ((0.09, 0.09, 0.1), 0.1),
                                          "mark": ((0.1, 0.8, 0.95), 0)})


def torso():
    model = make_meshes.Model()
    model.box("shell", (-0.3, 0.04, -0.2), (0.3, 0.5, 0.2))
    model.box("dark", (-0.2, -0.02, -0.14), (0.2, 0.04, 0.14))
    model.box("dark", (-0.2, 0.1, 0.2), (0.2, 0.46, 0.3))
    model.box("stripe", (-0.3, 0.34, -0.205), (0.3, 0.4, -0.2))
    for side in (-1, 1):
        low, high = sorted((side * 0.3, side * 0.44))
        model.box("shell", (low, 0.2, -0.13), (high, 0.48, 0.13))
        model.box("dark", (low + 0.03, 0.22, -0.5), (high - 0.03, 0.32, -0.13))
    model.box("dark", (-0.13, 0.5, -0.12), (0.13, 0.54, 0.12))
    model.box("shell", (-0.18, 0.54, -0.2), (0.18, 0.76, 0.16))
    model.box("eye", (-0.14, 0.62, -0.225), (0.14, 0.69, -0.2))
    return model


def walker(folder):
    colors = {"shell": ((0.32, 0.34, 0.37), 0.3), "dark": ((0.07, 0.075, 0.085), 0.2), "stripe": ((0.9, 0.4, 0.05), 0),
              "eye": ((1, 0.12, 0.04), 0)}
    torso().write(folder / "walker_torso.glb", colors)
    # The same, red-hot: shown for a moment when it is hit.
    torso().write(folder / "walker_torso_hot.glb", {**colors, "shell": ((1, 0.55, 0.3), 0), "dark": ((0.8, 0.2, 0.1), 0)})
    hips = make_meshes.Model()
    hips.box("dark", (-0.24, 0, -0.14), (0.24, 0.2, 0.14))
    hips.box("stripe", (-0.1, 0.05, -0.145), (0.1, 0.15, -0.14))
    hips.write(folder / "walker_hips.glb", {key: colors[key] for key in ("dark", "stripe")})
    leg = make_meshes.Model()
    leg.box("shell", (-0.08, -0.36, -0.1), (0.08, 0.06, 0.08))
    leg.box("dark", (-0.06, -0.66, -0.04), (0.06, -0.36, 0.1))
    leg.box("shell", (-0.1, -0.72, -0.2), (0.1, -0.64, 0.12))
    leg.write(folder / "walker_leg.glb", {key: colors[key] for key in ("shell", "dark")})


def effects(folder):
    fireball = make_meshes.Model()
    rounded(fireball, 1.0, 7, 10, lambda i: "hot" if i % 3 == 1 else "fire")
    fireball.write(folder / "fireball.glb", {"hot": ((1, 0.85, 0.35), 0), "fire": ((1, 0.42, 0.06), 0)})
    spark = make_meshes.Model()
    rounded(spark, 1.0, 5, 8, lambda i: "hot")
    spark.write(folder / "spark.glb", {"hot": ((1, 0.35, 0.65), 0)})
    shard = make_meshes.Model()
    shard.box("metal", (-0.05, -0.03, -0.08), (0.05, 0.03, 0.08))
    shard.write(folder / "shard.glb", {"metal": ((0.2, 0.12, 0.08), 0.2)})
    health = make_meshes.Model()
    health.box("case", (-0.26, -0.2, -0.12), (0.26, 0.2, 0.12))
    for side in (-0.125, 0.12):
        health.box("cross", (-0.05, -0.14, side), (0.05, 0.14, side + 0.005))
        health.box("cross", (-0.14, -0.05, side), (0.14, 0.05, side + 0.005))
    health.box("grip", (-0.08, 0.2, -0.03), (0.08, 0.25, 0.03))
    health.write(folder / "health.glb", {"case": ((0.9, 0.92, 0.9), 0), "cross": ((0.1, 0.75, 0.25), 0),
                                         "grip": ((0.15, 0.16, 0.17), 0)})


# Sounds ----------------------------------------------------------------------------------------

def noise(seed, seconds, cutoff):
    """Noise without what lies above so many hertz, about as loud whatever that is."""
    dice, out, kept = random.Random(seed), [], 0.0
    share = 1 - math.exp(-2 * math.pi * cutoff / RATE)
    for _ in range(int(seconds * RATE)):
        kept += share * (dice.uniform(-1, 1) - kept)
        out.append(kept / math.sqrt(share))
    return out


def tone(seconds, start, end, glide):
    """A sine that falls or rises from one pitch to another."""
    out, phase = [], 0.0
    for i in range(int(seconds * RATE)):
        phase += 2 * math.pi * (end + (start - end) * math.exp(-i / RATE / glide)) / RATE
        out.append(math.sin(phase))
    return out


def faded(samples, decay, attack=0.002):
    return [s * min(1, i / RATE / attack) * math.exp(-i / RATE / decay) for i, s in enumerate(samples)]


def mixed(*layers):
    """Layers are (seconds until it begins, how loud, samples)."""
    out = [0.0] * max(int(at * RATE) + len(samples) for at, _, samples in layers)
    for at, loud, samples in layers:
        for i, sample in enumerate(samples):
            out[int(at * RATE) + i] += loud * sample
    return out


def save(name, samples, peak=0.8):
    top = max(abs(s) for s in samples)
    tail = int(0.02 * RATE)
    write_sound(ASSETS / "Sounds" / f"{name}.wav", RATE,
                (round(s / top * peak * min(1, (len(samples) - i) / tail) * 32767) for i, s in enumerate(samples)))


def sounds():
    save("launch", mixed((0, 1, faded(noise(1, 0.5, 1800), 0.14)), (0, 0.7, faded(tone(0.3, 190, 60, 0.05), 0.09))))
    save("explosion", mixed((0, 1, faded(noise(2, 1.3, 420), 0.34)), (0, 0.5, faded(noise(3, 0.3, 4000), 0.05)),
                            (0, 0.9, faded(tone(0.8, 110, 34, 0.09), 0.25))), 0.95)
    save("bolt", mixed((0, 1, faded(tone(0.3, 1400, 260, 0.06), 0.1)), (0, 0.3, faded(noise(4, 0.2, 5000), 0.03))), 0.6)
    save("spark", mixed((0, 1, faded(noise(5, 0.3, 2600), 0.06)), (0, 0.4, faded(tone(0.2, 500, 150, 0.04), 0.05))), 0.6)
    save("hit", mixed((0, 1, faded(tone(0.12, 1900, 1500, 0.05), 0.03)), (0.02, 0.5, faded(tone(0.1, 2600, 2500, 0.1), 0.03))), 0.5)
    save("clank", mixed((0, 1, faded(noise(6, 0.2, 3000), 0.02)), (0, 0.6, faded(tone(0.3, 640, 610, 0.2), 0.08)),
                        (0, 0.4, faded(tone(0.3, 1530, 1500, 0.2), 0.05))), 0.6)
    save("charge", [s * min(1, i / RATE / 0.3) for i, s in enumerate(faded(tone(0.4, 300, 900, 0.3), 0.6))], 0.35)
    for name, notes in (("health", (523, 659, 784)), ("ammo", (330, 392, 494)), ("round", (262, 330, 392, 523)),
                        ("over", (392, 330, 262, 196))):
        save(name, mixed(*[(0.09 * i, 1, mixed((0, 1, faded(tone(0.5, n, n, 1), 0.16)), (0, 0.3, faded(tone(0.4, 2 * n, 2 * n, 1), 0.08))))
                           for i, n in enumerate(notes)]), 0.55)
    save("hurt", mixed((0, 1, faded(noise(7, 0.25, 700), 0.07)), (0, 0.8, faded(tone(0.25, 150, 80, 0.05), 0.09))), 0.7)


def write():
    forest.ASSETS = ASSETS
    concrete("arena/concrete", 41)
    hazard("arena/hazard", 42)
    scorch("arena/scorch")
    plain("arena/teal", (0.05, 0.75, 0.85), 43)
    folder = ASSETS / "Meshes"
    rockets(folder)
    launcher(folder)
    walker(folder)
    effects(folder)
    sounds()
    take(PROJECT, "first_room", [file for name in (FLOOR, SIDE, TOP, "Spaceship/door_panel") for file in material_files(name)])
    take(PROJECT, "first_room", ["Sounds/room_tone.wav", "Sounds/door_open.wav", "Sounds/door_close.wav", "Sounds/jump_1.wav",
                                 "Sounds/land_1.wav"] + [f"Sounds/footstep_{i}.wav" for i in range(1, 5)])
