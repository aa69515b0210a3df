#!/usr/bin/env python3
"""Writes the sample project `material_gallery`: pictures, materials and the scene, without its light.
Needs the standard library only; the files come out the same every time.

    python3 resources/generators/make_material_gallery.py
    ./mapwright format projects/material_gallery
    ./mapwright bake projects/material_gallery --quality final

With `--scene` the pictures stay as they are. The hall runs along -Z with seven bays on either side;
the exhibits are in `gallery_exhibits.py`.
"""
import sys

import gallery_exhibits
import gallery_pictures
from gallery_exhibits import row
from gallery_shapes import arc, block, on_arc, patch, wedge
from sample_scene import Scene, take

PROJECT = "material_gallery"
BAYS = 7                     # on either side
PITCH = 6.0                  # metres from the middle of a bay to that of the next
HALL, DEEP = 3.0, 5.0        # half the width of the hall, and how deep the bays are
LOW, HIGH = 3.5, 5.0         # ceilings of the bays and of the hall
END = -PITCH * BAYS          # where the hall ends
ARCH, SPRING = 1.875, 2.25      # radius of the arches, and the height at which they begin

COLORS = (("plaster_blue", "plaster_ochre"), ("plaster_ochre", "plaster_red"), ("plaster_dark", "plaster"),
          ("plaster", "plaster_green"), ("plaster_blue", "plaster"), ("plaster_ochre", "plaster_blue"),
          ("plaster_red", "plaster_dark"))  # of the bays' walls, west and east


class Bay:
    """Places in a bay, seen from the hall: to the right, up, and away from the hall."""

    def __init__(self, side, index):
        self.side, self.middle = side, -PITCH * (index + 0.5)
        self.front, self.back = ("-x", "+x") if side > 0 else ("+x", "-x")
        self.right = [0, 0, side]

    def at(self, right, up, away):
        return [self.side * (HALL + away), up, self.middle + self.side * right]


def lamp(scene, layer, place, intensity, color=(1, 0.94, 0.84), reach=14.0):
    scene.add("Lamp", {"light": {"range": reach, "intensity": intensity, "color": list(color)},
                       "transform": {"position": place}}, layer)


# The building ----------------------------------------------------------------------------------

def arch(scene, layer, name, low, high, half):
    """A wall across from z `low` to `high`, `half` to either side, with an arch in it: bricks below,
    timber bent around its edge."""
    for side, which in ((-1, "west"), (1, "east")):
        block(scene, f"{name} jamb {which}", (side * ARCH, 0, low), (side * (ARCH + 0.5), HIGH, high),
              "brick_green_up", layer)
        block(scene, f"{name} wall {which}", (side * (ARCH + 0.5), 0, low), (side * half, HIGH, high), "plaster", layer)
    places = [(ARCH * x, SPRING + ARCH * y) for x, y in on_arc(0, 3.14159265, 4, 4)]
    for i, (a, b) in enumerate(zip(places, places[1:])):
        wedge(scene, f"{name} spandrel {i + 1}", [a, (a[0], HIGH), (b[0], HIGH), b], (low, high), "brick_green_up",
              layer)

    def ring(radius, z, reverse=False):
        row = [(radius * x, SPRING + radius * y, z, angle * radius, 0) for x, y, angle in arc(0, 3.14159265, 4)]
        return row[::-1] if reverse else row

    def laid(rows, along, across):
        """Rows with texture coordinates: `across` gives v of each."""
        return [[(*p[:3], p[3] / along, v) for p in row] for row, v in zip(rows, across)]

    steps = {"columnSteps": 4, "rowSteps": 1}
    inner, outer, out = ARCH - 1 / 32, ARCH + 7 / 32, 3 / 64
    front, back = high + out, low - out
    timber = (0.004, 0.0625, 0.121)
    patch(scene, f"{name} vault", laid([ring(inner, z) for z in (front, (front + back) / 2, back)], 1,
                                       (0, (front - back) / 2, front - back)),
          "brick_green_up", layer, **steps)
    for which, z, reverse in (("front", front, True), ("back", back, False)):
        patch(scene, f"{name} timber {which}", laid([ring(r, z, reverse) for r in (inner, (inner + outer) / 2,
                                                                                   outer)], 2, timber), "trim",
              layer, collides=False, **steps)
        wall = high if reverse else low
        rows = [ring(outer, z0) for z0 in (min(z, wall), (z + wall) / 2, max(z, wall))]
        patch(scene, f"{name} rim {which}", laid(rows, 2, timber), "trim", layer, collides=False, **steps)
        for side in (-1, 1):
            block(scene, f"{name} post", (side * inner, 0, wall), (side * outer, SPRING, z), "plaster_dark", layer,
                  repeat=2,
                  sides={key: row("timber", turned=True) for key in ("+x", "-x", "+z", "-z")})


def hall(scene, layer):
    block(scene, "Hall floor", (-HALL, -0.25, END - 1), (HALL, 0, 1), "floor", layer, 2)
    block(scene, "Hall ceiling", (-HALL - 0.25, HIGH, END), (HALL + 0.25, HIGH + 0.25, 0), "ceiling", layer)
    for side, which in ((-1, "west"), (1, "east")):
        block(scene, f"Lintel {which}", (side * HALL, LOW, END), (side * (HALL + 0.25), HIGH, 0), "plaster", layer)
        block(scene, f"Ceiling of the bays {which}", (side * (HALL + 0.25), LOW, END),
              (side * (HALL + DEEP), LOW + 0.25, 0), "ceiling", layer)
        block(scene, f"Cornice {which}", (side * (HALL - 0.08), HIGH - 0.125, END), (side * HALL, HIGH, 0), "plaster",
              layer, 2,
              {"-x" if side > 0 else "+x": row("moulding")})
        block(scene, f"Rail {which}", (side * (HALL - 0.04), LOW, END), (side * HALL, LOW + 0.125, 0), "plaster",
              layer, 2,
              {"-x" if side > 0 else "+x": row("moulding")})
        for i in range(BAYS + 1):
            z = -PITCH * i
            ends = (max(z - 0.25, END), min(z + 0.25, 0))
            block(scene, f"Pier {which} {i + 1}", (side * HALL, 0, ends[0]), (side * (HALL + DEEP), LOW, ends[1]),
                  "plaster", layer,
                  sides={"+z": COLORS[max(i - 1, 0)][side > 0], "-z": COLORS[min(i, BAYS - 1)][side > 0]})
            if 0 < i < BAYS:
                block(scene, f"Pilaster {which} {i + 1}", (side * (HALL - 0.06), 0.25, z - 0.125),
                      (side * HALL, LOW, z + 0.125), "plaster_dark", layer, 2,
                      {key: row("timber", turned=True) for key in ("+x", "-x", "+z", "-z")})
                block(scene, f"Foot {which} {i + 1}", (side * (HALL - 0.1), 0, z - 0.25),
                      (side * HALL, 0.25, z + 0.25), "plaster_dark", layer, 2,
                      {key: row("skirting") for key in ("+x", "-x", "+z", "-z")})


def bays(scene, layer):
    halls = []
    for index in range(BAYS):
        for side, color in zip((-1, 1), COLORS[index]):
            bay = Bay(side, index)
            name = f"{'west' if side < 0 else 'east'} {index + 1}"
            half = PITCH / 2
            block(scene, f"Back wall {name}", bay.at(-half, 0, DEEP), bay.at(half, LOW, DEEP + 0.25), color, layer)
            right = -0.25 if (side, index) == (-1, 4) else half - 0.25  # the rest is behind the waterfall
            block(scene, f"Skirting {name}", bay.at(-half + 0.25, 0, DEEP - 0.04), bay.at(right, 0.25, DEEP),
                  "plaster_dark", layer, 2,
                  {bay.front: row("skirting")})
            if not (side < 0 and index == 6):  # the floor of the footsteps is an exhibit
                block(scene, f"Floor {name}", bay.at(-half, -0.25, 0), bay.at(half, 0, DEEP), "floor", layer, 2)
            halls.append(bay)
    return halls


def room(scene, layer, name, low, high, half, open_end):
    """A room before or behind the hall, from z `low` to `high`; the other end is closed."""
    block(scene, f"{name} floor", (-half, -0.25, low), (half, 0, high), "floor", layer, 2)
    block(scene, f"{name} ceiling", (-half, HIGH, low), (half, HIGH + 0.25, high), "ceiling", layer)
    for side, which in ((-1, "west"), (1, "east")):
        block(scene, f"{name} wall {which}", (side * half, 0, low), (side * (half + 0.25), HIGH, high),
              "plaster_green", layer)
        block(scene, f"{name} skirting {which}", (side * (half - 0.04), 0, low), (side * half, 0.25, high),
              "plaster_dark", layer, 2,
              {"-x" if side > 0 else "+x": row("skirting")})
    z = low if open_end == "+z" else high
    block(scene, f"{name} end", (-half - 0.25, 0, z), (half + 0.25, HIGH, z + (-0.25 if open_end == "+z" else 0.25)),
          "plaster", layer)


def hanging_lamp(scene, layer, place, half, intensity, reach, drop=0.7):
    """A panel that glows, and its light: far enough below that nothing is glaring, since the light which
    such places throw back makes spots in the bake."""
    x, y, z = place
    block(scene, "Shade", (x - half[0], y, z - half[1]), (x + half[0], y + 0.0625, z + half[1]), "plaster_dark",
          layer, sides={"-y": "lamp"})
    block(scene, "Lamp rod", (x - 1 / 64, y + 0.0625, z - 1 / 64), (x + 1 / 64, y + 0.25, z + 1 / 64), "plaster_dark",
          layer)
    lamp(scene, layer, [x, y - drop, z], intensity, reach=reach)


def lights(scene, layer, all_bays):
    for i in range(7):
        hanging_lamp(scene, layer, (0, HIGH - 0.25, -PITCH * (i + 0.5)), (0.25, 0.75), 18, 18, 1.0)
    hanging_lamp(scene, layer, (0, HIGH - 0.25, 4), (0.75, 0.25), 36, 16, 1.2)
    hanging_lamp(scene, layer, (0, HIGH - 0.25, END - 5), (0.75, 0.25), 40, 16, 1.2)
    for index, bay in enumerate(all_bays):
        if index == 4:
            continue  # what glows lights itself
        hanging_lamp(scene, layer, bay.at(0, LOW - 0.25, 2.0), (0.375, 0.375), 16, 11)


def write_scene():
    scene = Scene(7_400_100)
    building = scene.layer("Building", 0, [0.6, 0.6, 0.58])
    exhibits = scene.layer("Exhibits", 1, [0.9, 0.5, 0.15])
    signs = scene.layer("Signs", 2, [0.95, 0.85, 0.5])
    lamps = scene.layer("Lights", 3, [1, 0.9, 0.5])
    game = scene.layer("Play", 4, [0.3, 0.6, 0.9])
    hall(scene, building)
    all_bays = bays(scene, building)
    arch(scene, building, "First arch", 0, 1, HALL + 1.25)
    arch(scene, building, "Second arch", END - 1, END, HALL + 2.25)
    room(scene, building, "Foyer", 1, 7, HALL + 1, "-z")
    room(scene, building, "Last room", END - 9, END - 1, HALL + 2, "+z")
    lights(scene, lamps, all_bays)
    gallery_exhibits.place(scene, exhibits, signs, lamps, all_bays, END)
    scene.add("Player start", {"player_start": {}, "transform": {"position": [0, 0, 5.5]}}, game)
    scene.add("Room tone", {"audio_source": {"sound": "Sounds/room_tone.wav", "volume": 0.2},
                            "transform": {"position": [0, 3, 0]}}, game)
    gallery_exhibits.decals(scene, END)
    scene.write(PROJECT, {"ambient": [0.012, 0.012, 0.014], "luxelsPerMetre": 4, "killHeight": -10}, "Material gallery")


if __name__ == "__main__":
    if "--scene" not in sys.argv:
        gallery_pictures.write()
        take(PROJECT, "physics_yard", ["Meshes/ball.glb", "Sounds/button.wav"])
        take(PROJECT, "first_room", ["Sounds/room_tone.wav"] + [f"Sounds/footstep_{i}.wav" for i in range(1, 5)])
    write_scene()
