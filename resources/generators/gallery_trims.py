"""The trim sheet of the sample project `material_gallery`: timber, mouldings, panels, 256 texels a metre."""
import json
import math

from picture_kit import Surface, clamp, mixed, noise, save, smooth

SIZE = 512
# Rectangles in texels: name, at, size, whether they may lie on their side. Those as wide as the
# picture tile along their length.
TRIMS = (("timber", (0, 0), (512, 64), True), ("edge", (0, 64), (512, 32), True),
         ("skirting", (0, 96), (512, 64), False), ("moulding", (0, 160), (512, 32), True),
         ("rivets", (0, 192), (512, 64), True), ("panel", (0, 256), (256, 256), False),
         ("door", (256, 256), (128, 256), False), ("vent", (384, 256), (128, 128), True),
         ("plate", (384, 384), (128, 128), True))


def bevel(d, width):
    """0 at an edge, 1 from `width` pixels inside of it on."""
    return smooth(d / width)


def bolt(x, y, cx, cy, radius):
    return bevel(radius - math.hypot(x - cx, y - cy), 3)


def shaded(color, shade):
    return tuple(k * shade for k in color)


class Sheet:
    """Each method gives (height, colour, roughness, metallic) at a pixel of its rectangle; `i` is the
    pixel of the sheet."""

    def __init__(self):
        self.grain = noise(SIZE, 31, (4, 64, 1), (16, 128, 0.8), (9, 9, 0.5))
        self.spots = noise(SIZE, 32, (40, 40, 1), (9, 9, 1))

    def metal(self, color, height, i):
        return (height, shaded(color, 1 + 0.05 * self.spots[i]), 0.42 + 0.06 * self.spots[i], 0.8)

    def painted(self, color, height, i, worn):
        """Paint that is worn off where `worn` comes near 1."""
        wear = smooth((worn + 0.35 * self.spots[i] - 0.55) * 5)
        paint = mixed(shaded(color, 1 + 0.05 * self.spots[i]), (0.56, 0.55, 0.53), wear)
        return (height, tuple(paint), 0.55 - 0.15 * wear, 0.8 * wear)

    def timber(self, x, y, i):
        edge = min(y, 63 - y)
        shade = (1 + 0.22 * self.grain[i]) * (0.6 + 0.4 * bevel(edge, 4))
        return (5 * bevel(edge, 5) + 0.8 * self.grain[i], shaded((0.42, 0.27, 0.15), shade), 0.62, 0)

    def edge(self, x, y, i):
        return self.metal((0.45, 0.46, 0.48), 6 * bevel(min(y, 31 - y), 8), i)

    def skirting(self, x, y, i):
        height = 8 * bevel(y - 2, 10) - 3 * bevel(y - 18, 4) + 5 * bevel(y - 24, 6)
        shade = (1 + 0.12 * self.grain[i]) * (0.75 + 0.3 * bevel(y, 8))
        return (height, shaded((0.19, 0.14, 0.10), shade), 0.5, 0)

    def moulding(self, x, y, i):
        """Gold beads."""
        v = abs(y - 15.5)
        bead = clamp(1 - math.hypot((x % 32 - 15.5) / 11, v / 11))
        height = 6 * bevel(15 - v, 3) + 7 * math.sqrt(bead)
        return (height, shaded((0.80, 0.60, 0.28), 0.75 + 0.25 * bevel(bead, 0.4)), 0.34, 0.85)

    def rivets(self, x, y, i):
        edge = min(y, 63 - y)
        head = bolt(x % 64, y, 31.5, 12, 6) + bolt(x % 64, y, 31.5, 51, 6)
        seam = 0 if x % 256 > 1 else -3
        return self.painted((0.16, 0.30, 0.34), 4 * bevel(edge, 3) + 4 * head + seam, i,
                            1 - bevel(edge, 5) + 0.5 * head)

    def framed(self, x, y, i, wide, frame, color):
        """A board with a frame around its middle, which is higher again."""
        edge = min(x, wide - 1 - x, y, 255 - y)
        inner = edge - frame
        corner = max(bolt(x, y, cx, cy, 5) for cx in (12, wide - 13) for cy in (12, 243))
        height = 6 * bevel(edge, 4) - 5 * bevel(inner, 5) + 3 * bevel(inner - 12, 6) + 3 * corner
        worn = 0.5 * (1 - bevel(edge, 6)) + 0.35 * (1 - bevel(abs(inner - 3), 5)) + 0.2
        return self.painted(color, height, i, worn)

    def panel(self, x, y, i):
        return self.framed(x, y, i, 256, 26, (0.62, 0.63, 0.62))

    def door(self, x, y, i):
        return self.framed(x, y, i, 128, 18, (0.50, 0.24, 0.10))

    def vent(self, x, y, i):
        edge = min(x, 127 - x, y, 127 - y)
        slot = bevel(edge - 14, 2) * smooth(abs((y % 14) - 6.5) * -0.9 + 4)
        if slot >= 0.5:
            return (-6, (0.05, 0.05, 0.055), 0.9, 0)
        return self.metal((0.38, 0.39, 0.41), 5 * bevel(edge, 5) - 7 * slot, i)

    def plate(self, x, y, i):
        edge = min(x, 127 - x, y, 127 - y)
        stripe = (0.85, 0.60, 0.10) if (x + y) % 64 < 32 else (0.08, 0.08, 0.085)
        corner = max(bolt(x, y, cx, cy, 5) for cx in (18, 109) for cy in (18, 109))
        height = 5 * bevel(edge, 4) - 2 * bevel(edge - 10, 3) + 3 * corner
        return self.painted(stripe if edge > 12 else (0.30, 0.31, 0.33), height, i, 0.25 + 0.4 * (1 - bevel(edge, 5)))

    def at(self, x, y, i):
        for name, (left, top), (wide, high), _ in TRIMS:
            if left <= x < left + wide and top <= y < top + high:
                return getattr(self, name)(x - left, y - top, i)


def write(folder):
    surface = Surface(SIZE, Sheet().at)
    save(folder / "trim.png", SIZE, surface.color)
    save(folder / "trim_normal.png", SIZE, surface.normals(0.6))
    save(folder / "trim_orm.png", SIZE, surface.packed(), 8)
    (folder / "trim.material.json").write_text(json.dumps(
        {"format": 1, "color": "trim.png", "normal": "trim_normal.png", "orm": "trim_orm.png"}, indent=2) + "\n")
    spots = [{"name": name, "at": at, "size": size, **({"turn": True} if turn else {})}
             for name, at, size, turn in TRIMS]
    (folder / "trim.hotspots.json").write_text(json.dumps(
        {"format": 1, "picture": [SIZE, SIZE], "texelsPerMetre": 256, "spots": spots}, indent=2) + "\n")
