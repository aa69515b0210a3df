"""What the generators of sample projects share: scenes made of boxes and slabs, and files that a
project takes from another sample, so that each can be copied and changed alone.
"""
import json
import math
import shutil
import struct
import wave
from pathlib import Path

PROJECTS = Path(__file__).resolve().parents[2] / "projects"


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def unit(a):
    length = math.sqrt(dot(a, a))
    return [x / length for x in a]


def about(axis, degrees):
    """A rotation as scenes store it: x, y, z, w."""
    half = math.radians(degrees) / 2
    return [math.sin(half) * x for x in unit(axis)] + [math.cos(half)]


def product(a, b):
    """The rotation that turns by b and then by a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


class Scene:
    """Objects in the order in which they were added. Lengths are metres."""

    def __init__(self, first_id):
        self.entities = []
        self.next = first_id

    def add(self, name, components, parent=None):
        """The id of a new object."""
        self.next += 1
        entity = {"components": components, "id": self.next, "name": name}
        if parent is not None:
            entity["parent"] = parent
        self.entities.append(entity)
        return self.next

    def layer(self, name, order, color):
        return self.add(name, {"layer": {"order": order, "color": color}})

    def group(self, name, position, parent, rotation=None, **components):
        transform = {"position": position}
        if rotation is not None:
            transform["rotation"] = rotation
        return self.add(name, {"transform": transform, **components}, parent)

    def solid(self, name, planes, parent, repeat=2.0, **components):
        """A brush of planes (normal, distance, material); its textures repeat after so many metres."""
        faces = [{"normal": unit(normal), "distance": distance, "material": f"Materials/{material}",
                  "scale": [repeat, repeat]} for normal, distance, material in planes]
        return self.add(name, {"brush": {"faces": faces}, **components}, parent)

    def box(self, name, low, high, material, parent, top=None, repeat=2.0, **components):
        top = top or material
        return self.solid(name, [([1, 0, 0], high[0], material), ([-1, 0, 0], -low[0], material),
                                 ([0, 1, 0], high[1], top), ([0, -1, 0], -low[1], material),
                                 ([0, 0, 1], high[2], material), ([0, 0, -1], -low[2], material)],
                          parent, repeat, **components)

    def slab(self, name, start, end, width, thickness, material, parent, shift=0.0, rise=0.0, repeat=2.0):
        """A board from one point to another: its upper side runs through both, moved aside by
        `shift` and up by `rise`."""
        along = unit([b - a for a, b in zip(start, end)])
        aside = unit(cross(along, [0, 1, 0]))
        up = cross(aside, along)
        start = [p + shift * a + rise * u for p, a, u in zip(start, aside, up)]
        end = [p + shift * a + rise * u for p, a, u in zip(end, aside, up)]

        def through(normal, point, more=0.0):
            return (normal, dot(normal, point) + more, material)

        def flipped(normal):
            return [-n for n in normal]

        return self.solid(name, [through(along, end), through(flipped(along), start), through(up, start),
                                 through(flipped(up), start, thickness),
                                 through(aside, start, width / 2),
                                 through(flipped(aside), start, width / 2)], parent, repeat)

    def write(self, project, settings, name):
        root = PROJECTS / project
        write_json(root / "scenes" / "start.scene.json",
                   {"entities": self.entities, "format": 2, "settings": settings})
        (root / "project.json").write_text(json.dumps(
            {"format": 1, "name": name, "startScene": "scenes/start.scene.json"}, indent=2) + "\n")


def write_json(file, content):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content))


def write_prefab(project, name, components, parts):
    """A prefab whose instances have the components; parts are (id, name, components)."""
    write_json(PROJECTS / project / "assets" / "prefabs" / f"{name}.prefab.json",
               {"components": components, "format": 2,
                "entities": [{"components": part, "id": id, "name": called} for id, called, part in parts]})


def take(project, source, files):
    """Copies files of another sample's assets; a pair gives the copy another name."""
    for file in files:
        old, new = file if isinstance(file, tuple) else (file, file)
        target = PROJECTS / project / "assets" / new
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROJECTS / source / "assets" / old, target)


def material_files(name):
    """The files of a material that has a normal map and a roughness map."""
    return [f"Materials/{name}{end}" for end in (".material.json", ".png", "_normal.png", "_roughness.png")]


def write_sound(file, rate, values):
    """Mono, 16 bit: whole numbers from -32768 to 32767, so many a second."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(b"".join(struct.pack("<h", value) for value in values))
