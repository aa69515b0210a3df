#!/usr/bin/env python3
"""Writes the sample's models: a crate and a standing lamp, as GLB files without textures.

Run from the repository's root; the files come out the same every time.
"""
import json
import math
import struct
from pathlib import Path

OUT = Path("projects/first_room/assets/Meshes")


class Model:
    """Triangles by material, each corner with a normal and texture coordinates."""

    def __init__(self):
        self.parts = {}

    def quad(self, material, corners, normal):
        """Four corners, counter-clockwise seen from the front."""
        part = self.parts.setdefault(material, {"corners": [], "indices": []})
        first = len(part["corners"])
        for corner, uv in zip(corners, ((0, 1), (1, 1), (1, 0), (0, 0))):
            part["corners"].append((*corner, *normal, *uv))
        part["indices"] += [first, first + 1, first + 2, first, first + 2, first + 3]

    def box(self, material, low, high):
        middle = [(a + b) / 2 for a, b in zip(low, high)]
        half = [(b - a) / 2 for a, b in zip(low, high)]
        for axis in range(3):
            for sign in (-1, 1):
                s, t = (axis + 1) % 3, (axis + 2) % 3
                loop = ((-1, -1), (1, -1), (1, 1), (-1, 1))
                if sign < 0:
                    loop = tuple(reversed(loop))
                corners = []
                for u, v in loop:
                    corner = list(middle)
                    corner[axis] += sign * half[axis]
                    corner[s] += u * half[s]
                    corner[t] += v * half[t]
                    corners.append(corner)
                normal = [0, 0, 0]
                normal[axis] = sign
                self.quad(material, corners, normal)

    def ring(self, material, low, high, low_radius, high_radius, sides=16):
        """The side of a cylinder or cone about the Y axis, its corners smooth."""
        slope = low_radius - high_radius
        height = high - low
        length = math.hypot(slope, height)
        part = self.parts.setdefault(material, {"corners": [], "indices": []})
        first = len(part["corners"])
        for i in range(sides + 1):
            angle = 2 * math.pi * i / sides
            x, z = math.cos(angle), -math.sin(angle)
            normal = (x * height / length, slope / length, z * height / length)
            for y, radius, v in ((low, low_radius, 1), (high, high_radius, 0)):
                part["corners"].append((x * radius, y, z * radius, *normal, i / sides, v))
        for i in range(sides):
            a = first + 2 * i
            part["indices"] += [a, a + 2, a + 3, a, a + 3, a + 1]

    def disc(self, material, height, radius, up, sides=16):
        part = self.parts.setdefault(material, {"corners": [], "indices": []})
        first = len(part["corners"])
        normal = (0, 1 if up else -1, 0)
        part["corners"].append((0, height, 0, *normal, 0.5, 0.5))
        for i in range(sides):
            angle = 2 * math.pi * i / sides
            x, z = math.cos(angle), -math.sin(angle)
            part["corners"].append(
                (x * radius, height, z * radius, *normal, 0.5 + x / 2, 0.5 + z / 2))
        for i in range(sides):
            a, b = first + 1 + i, first + 1 + (i + 1) % sides
            part["indices"] += [first, a, b] if up else [first, b, a]

    def write(self, file, colors):
        buffer = bytearray()
        views, accessors, primitives, materials = [], [], [], []

        def add(data, count, kind, component, **more):
            while len(buffer) % 4:
                buffer.append(0)
            views.append({"buffer": 0, "byteOffset": len(buffer), "byteLength": len(data)})
            accessors.append({"bufferView": len(views) - 1, "componentType": component,
                              "count": count, "type": kind, **more})
            buffer.extend(data)
            return len(accessors) - 1

        for name, part in sorted(self.parts.items()):
            corners = [[round(n, 5) for n in corner] for corner in part["corners"]]
            places = [corner[0:3] for corner in corners]

            def floats(rows):
                return b"".join(struct.pack("<%df" % len(row), *row) for row in rows)

            limits = {"min": [min(axis) for axis in zip(*places)],
                      "max": [max(axis) for axis in zip(*places)]}
            attributes = {
                "POSITION": add(floats(places), len(places), "VEC3", 5126, **limits),
                "NORMAL": add(floats([c[3:6] for c in corners]), len(corners), "VEC3", 5126),
                "TEXCOORD_0": add(floats([c[6:8] for c in corners]), len(corners), "VEC2", 5126)}
            indices = add(struct.pack("<%dH" % len(part["indices"]), *part["indices"]),
                          len(part["indices"]), "SCALAR", 5123)
            color, metallic = colors[name]
            materials.append({"name": name, "pbrMetallicRoughness": {
                "baseColorFactor": [*color, 1], "metallicFactor": metallic,
                "roughnessFactor": 0.6}})
            primitives.append({"attributes": attributes, "indices": indices,
                               "material": len(materials) - 1})
        while len(buffer) % 4:
            buffer.append(0)
        text = json.dumps({
            "asset": {"version": "2.0", "generator": "make_meshes.py"},
            "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": primitives}], "materials": materials,
            "accessors": accessors, "bufferViews": views,
            "buffers": [{"byteLength": len(buffer)}]}, separators=(",", ":"), sort_keys=True)
        text = text.encode()
        text += b" " * (-len(text) % 4)
        size = 12 + 8 + len(text) + 8 + len(buffer)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(struct.pack("<III", 0x46546C67, 2, size) +
                         struct.pack("<II", len(text), 0x4E4F534A) + text +
                         struct.pack("<II", len(buffer), 0x004E4942) + bytes(buffer))


def crate():
    """A metre wide, standing on the ground: boards between twelve beams."""
    model = Model()
    model.box("boards", (-0.47, 0.03, -0.47), (0.47, 0.97, 0.47))
    for a in (-0.5, 0.42):
        for b in (-0.5, 0.42):
            model.box("beams", (a, 0, b), (a + 0.08, 1, b + 0.08))
            model.box("beams", (-0.42, b + 0.5, a), (0.42, b + 0.58, a + 0.08))
            model.box("beams", (a, b + 0.5, -0.42), (a + 0.08, b + 0.58, 0.42))
    model.write(OUT / "crate.glb", {"boards": ((0.38, 0.25, 0.14), 0.0),
                                    "beams": ((0.24, 0.15, 0.08), 0.0)})


def lamp():
    """A standing lamp of 1.6 metres: foot, pole and shade."""
    model = Model()
    model.disc("metal", 0.0, 0.22, up=False)
    model.ring("metal", 0.0, 0.05, 0.22, 0.2)
    model.disc("metal", 0.05, 0.2, up=True)
    model.ring("metal", 0.05, 1.3, 0.025, 0.025)
    model.ring("shade", 1.2, 1.55, 0.28, 0.16)
    model.disc("shade", 1.55, 0.16, up=True)
    model.disc("shade", 1.2, 0.28, up=False)
    model.write(OUT / "lamp.glb", {"metal": ((0.2, 0.21, 0.23), 0.6),
                                   "shade": ((0.85, 0.78, 0.6), 0.0)})


if __name__ == "__main__":
    crate()
    lamp()
