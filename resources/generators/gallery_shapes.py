"""Shapes of the sample project `material_gallery`: boxes whose sides show pieces of a picture, and
curved patches. Lengths are metres.
"""
import math

from sample_scene import dot, unit

SIDES = {"+x": [1, 0, 0], "-x": [-1, 0, 0], "+y": [0, 1, 0], "-y": [0, -1, 0], "+z": [0, 0, 1], "-z": [0, 0, -1]}


def axes_of(normal):
    """As new faces have them: along the world, upright on walls."""
    size = [abs(k) for k in normal]
    if size[1] + 1e-6 >= max(size[0], size[2]):
        return [1, 0, 0], [0, 0, -1 if normal[1] < 0 else 1]
    if size[0] + 1e-6 >= size[2]:
        return [0, 0, 1 if normal[0] < 0 else -1], [0, -1, 0]
    return [-1 if normal[2] < 0 else 1, 0, 0], [0, -1, 0]


def on_grid(point):
    return [round(k * 64) / 64 for k in point]


class Piece:
    """A part of a picture, in repeats: where it begins and how much of it a face shows. Where `along`
    is given, the face shows as many such lengths as fit instead of the whole width."""

    def __init__(self, material, at=(0, 0), size=(1, 1), along=None, turned=False):
        self.material, self.at, self.size, self.along, self.turned = material, at, size, along, turned


def fitted(piece, normal, corners):
    """The face's axes, scale and offset that lay the piece onto it."""
    u, v = axes_of(normal)
    if piece.turned:
        u, v = [-k for k in v], u
    low_u, high_u = (end(dot(c, u) for c in corners) for end in (min, max))
    low_v, high_v = (end(dot(c, v) for c in corners) for end in (min, max))
    scale = [piece.along or (high_u - low_u) / piece.size[0], (high_v - low_v) / piece.size[1]]
    face = {"scale": scale, "offset": [piece.at[0] - low_u / scale[0], piece.at[1] - low_v / scale[1]]}
    if piece.turned:
        face.update(u=u, v=v)
    return face


def block(scene, name, low, high, material, parent, repeat=1.0, sides=None, **components):
    """A box on the grid. `sides` gives some of its sides, such as "+x", another material or a Piece."""
    low, high = [min(a, b) for a, b in zip(low, high)], [max(a, b) for a, b in zip(low, high)]
    low, high = on_grid(low), on_grid(high)
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    faces = []
    for side, normal in SIDES.items():
        what = (sides or {}).get(side, material)
        face = {"normal": normal, "distance": max(dot(c, normal) for c in corners)}
        if isinstance(what, Piece):
            face.update(material=f"Materials/gallery/{what.material}", **fitted(what, normal, corners))
        else:
            face.update(material=f"Materials/gallery/{what}", scale=[repeat, repeat])
        faces.append(face)
    return scene.add(name, {"brush": {"faces": faces}, **components}, parent)


def wedge(scene, name, outline, depth, material, parent, repeat=1.0):
    """A convex outline of (x, y), counter-clockwise seen from +Z, between two depths."""
    faces = [{"normal": [0, 0, side], "distance": side * z, "material": f"Materials/gallery/{material}",
              "scale": [repeat, repeat]}
             for side, z in ((1, max(depth)), (-1, min(depth)))]
    for a, b in zip(outline, outline[1:] + outline[:1]):
        normal = unit([b[1] - a[1], a[0] - b[0], 0])
        faces.append({"normal": normal, "distance": dot(normal, (*a, 0)), "material": f"Materials/gallery/{material}",
                      "scale": [repeat, repeat]})
    return scene.add(name, {"brush": {"faces": faces}}, parent)


# Patches ---------------------------------------------------------------------------------------

def patch(scene, name, rows, material, parent, **more):
    """Control points (x, y, z, u, v), row by row; the front is where row x column points."""
    grid = "|".join(",".join(" ".join(f"{round(k, 4):g}" for k in point) for point in row) for row in rows)
    return scene.add(name, {"patch": {"grid": grid, "material": f"Materials/gallery/{material}", **more}}, parent)


def arc(start, end, pieces):
    """Control points (cosine, sine, angle) of an arc of radius 1, pieces of at most 45 degrees: those
    between the pieces lie on it, the others where the tangents meet."""
    points = []
    for i in range(2 * pieces + 1):
        angle = start + (end - start) * i / (2 * pieces)
        reach = 1 / math.cos((end - start) / (2 * pieces)) if i % 2 else 1.0
        points.append((reach * math.cos(angle), reach * math.sin(angle), angle))
    return points


def on_arc(start, end, pieces, steps):
    """The places (x, y) of radius 1 that a patch with so many steps a piece is drawn through."""
    control = arc(start, end, pieces)
    places = []
    for i in range(pieces):
        a, b, c = control[2 * i:2 * i + 3]
        for k in range(steps):
            t = k / steps
            places.append(tuple((1 - t) ** 2 * a[j] + 2 * t * (1 - t) * b[j] + t * t * c[j] for j in (0, 1)))
    return places + [control[-1][:2]]


def ball(scene, name, center, radius, material, parent, repeat=1.0):
    """A whole ball."""
    rows = []
    for c, s, height in arc(math.pi / 2, -math.pi / 2, 4):
        rows.append([(center[0] + radius * c * x, center[1] + radius * s, center[2] - radius * c * z,
                      angle * radius / repeat, -height * radius / repeat) for x, z, angle in arc(0, 2 * math.pi, 8)])
    return patch(scene, name, rows, material, parent, columnSteps=5, rowSteps=5)
