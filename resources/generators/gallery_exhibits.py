"""What stands in the bays of the sample project `material_gallery`."""
import random

import gallery_pictures
import gallery_trims
from gallery_shapes import Piece, ball, block, patch, wedge
from sample_scene import about, product

HEADINGS = [word for words in gallery_pictures.HEADINGS for word in words]
LAYERS = {}  # what belongs where: exhibits, signs and lights


def piece(name):
    """One rectangle of the trim sheet, whole."""
    at, size = next((at, size) for each, at, size, _ in gallery_trims.TRIMS if each == name)
    return Piece("trim", [k / 512 for k in at], [k / 512 for k in size])


def row(name, turned=False):
    """A row of the trim sheet, as long as need be."""
    part = piece(name)
    part.along, part.turned = 2.0, turned
    return part


def heading(word):
    number = HEADINGS.index(word)
    return Piece(f"signs_{number // 8 + 1}", (0, number % 8 / 8), (1, 1 / 8))


def label(word):
    number = gallery_pictures.LABELS.index(word)
    return Piece("labels", (number % 2 / 2, 1 / 8 + number // 2 / 16), (0.5, 1 / 16))


def tell(scene, place, text, distance=2.6):
    """Words on the screen while the player is near."""
    scene.group("Words", place, LAYERS["signs"], script={"file": "parts/text_sign.as", "className": "TextSign",
                                                         "properties": {
        "text": text, "distance": distance, "size": 21.0}})


def name_bay(scene, bay, word, text):
    """The board above the bay, seen from the hall, and words for those inside."""
    block(scene, f"Sign {word.lower()}", bay.at(-1.2, 3.8, -0.06), bay.at(1.2, 4.1, 0), "plaster_dark", LAYERS["signs"],
          sides={bay.front: heading(word)})
    tell(scene, bay.at(0, 0, 2.2), text, 2.8)


def tag(scene, bay, word, right, up, away, wide=0.96):
    """A small label that looks to the hall; its back is `away`."""
    block(scene, f"Label {word.lower()}", bay.at(right - wide / 2, up - wide / 16, away - 0.02),
          bay.at(right + wide / 2, up + wide / 16, away),
          "plaster_dark", LAYERS["signs"], sides={bay.front: label(word)})


def plinth(scene, bay, right, away, wide, high, deep):
    return block(scene, "Plinth", bay.at(right - wide / 2, 0, away - deep / 2),
                 bay.at(right + wide / 2, high, away + deep / 2), "plinth",
                 LAYERS["exhibits"])


def hung(scene, bay, name, material, right, up, wide, high):
    """A panel on the back wall, whose picture begins at its corner."""
    block(scene, name, bay.at(right - wide / 2, up, 4.9), bay.at(right + wide / 2, up + high, 5), "plinth",
          LAYERS["exhibits"],
          sides={bay.front: Piece(material, (0, 0), (wide, high))})


def spot(scene, bay, right, up, away, intensity, color=(1, 0.95, 0.87), reach=4.0):
    """A live light: it shows bumps and shine, and throws nothing back."""
    scene.add("Spot", {"light": {"range": reach, "intensity": intensity, "color": list(color), "baked": False,
                                 "castShadows": False},
                       "transform": {"position": bay.at(right, up, away)}}, LAYERS["lights"])


# West and east, from the entrance on -------------------------------------------------------------

def normal_maps(scene, bay):
    name_bay(scene, bay, "NORMAL MAPS",
             "One picture of bricks three times: without a normal map, with one whose green points up,\n"
                                        "and with one whose green points down. Say which, and both are lit alike.")
    for word, material, right in (("NO MAP", "brick", -1.75), ("GREEN UP", "brick_green_up", 0),
                                  ("GREEN DOWN", "brick_green_down", 1.75)):
        hung(scene, bay, f"Bricks, {word.lower()}", material, right, 0.75, 1.6, 2.4)
        tag(scene, bay, word, right, 0.55, 5, 1.2)
    spot(scene, bay, 0, 3.0, 3.9, 5)


def packed_maps(scene, bay):
    name_bay(scene, bay, "PACKED MAPS", "Occlusion, roughness and metal lie in red, green and blue of one picture.\n"
                                        "On the left the colour alone, on the right all of it with the normal map.")
    for word, material, right in (("COLOUR ALONE", "relief_plain", -1.3), ("WITH ORM", "relief", 1.3)):
        hung(scene, bay, f"Relief, {word.lower()}", material, right, 0.75, 2.5, 2.5)
        tag(scene, bay, word, right, 0.55, 5, 1.2)
    spot(scene, bay, 0, 3.0, 3.7, 6)


def roughness(scene, bay):
    name_bay(scene, bay, "ROUGHNESS", "One glaze with another roughness for each ball: from near a mirror to chalk.\n"
                                      "The smaller it is, the smaller and brighter the lights in it.")
    plinth(scene, bay, 0, 3.2, 5.0, 0.85, 1.1)
    for i, (word, name) in enumerate((("0.05", "005"), ("0.25", "025"), ("0.5", "05"), ("0.75", "075"), ("1", "1"))):
        right = -1.96 + 0.98 * i
        ball(scene, f"Roughness {word}", bay.at(right, 1.3, 3.2), 0.45, f"glaze_{name}", LAYERS["exhibits"])
        tag(scene, bay, word, right, 0.7, 2.65, 0.8)
    for right in (-1.6, 1.6):
        spot(scene, bay, right, 2.9, 1.4, 12)


def metal(scene, bay):
    name_bay(scene, bay, "METAL", "Gold, and copper as its instance; brushed steel with a roughness map; rust,\n"
                                  "with a map that says where metal is left.")
    plinth(scene, bay, 0, 3.2, 5.0, 0.85, 1.1)
    for i, name in enumerate(("gold", "copper", "steel", "rust")):
        right = -1.86 + 1.24 * i
        ball(scene, name.capitalize(), bay.at(right, 1.35, 3.2), 0.5, name, LAYERS["exhibits"])
        tag(scene, bay, name.upper(), right, 0.7, 2.65)
    for right in (-1.8, 0, 1.8):
        spot(scene, bay, right, 2.7, 1.3, 8)


def glow(scene, bay):
    name_bay(scene, bay, "GLOW", "Neon, lava and a lamp: emissive pictures, colours and strengths.\n"
                                 "What glows lights nothing by itself; lamps of its colour stand beside it.")
    for material, color, right in (("neon", (0.1, 0.75, 1), -1.6), ("neon_pink", (1, 0.12, 0.5), 1.6)):
        hung(scene, bay, material.replace("_", " ").capitalize(), material, right, 1.4, 1.0, 1.0)
        spot(scene, bay, right, 1.9, 4.4, 3, color)
    block(scene, "Lava", bay.at(-1, 0, 3), bay.at(1, 0.3, 4.5), "plinth", LAYERS["exhibits"], sides={"+y": "lava"})
    spot(scene, bay, 0, 0.9, 3.7, 2.5, (1, 0.35, 0.06))
    plinth(scene, bay, 1.9, 2.2, 0.5, 0.8, 0.5)
    ball(scene, "Lamp ball", bay.at(1.9, 1.0, 2.2), 0.2, "lamp", LAYERS["exhibits"])
    spot(scene, bay, 1.9, 1.5, 2.2, 1.5)


def glass(scene, bay):
    name_bay(scene, bay, "GLASS", "Blended faces are drawn after all else, from back to front.\n"
                                  "The window at the back has its clearness in its picture.")
    for name, low, high, away in (("glass_amber", -2.2, -0.9, 2.0), ("glass", -1.3, 0.3, 2.9),
                                  ("glass_blue", 0.9, 2.2, 2.0)):
        block(scene, name.replace("_", " ").capitalize(), bay.at(low, 0.25, away), bay.at(high, 2.45, away + 0.06),
              name, LAYERS["exhibits"])
        block(scene, "Foot of glass", bay.at(low - 0.05, 0, away - 0.1), bay.at(high + 0.05, 0.25, away + 0.16),
              "plaster_dark", LAYERS["exhibits"], 2,
              {key: row("timber") for key in ("+x", "-x", "+z", "-z")})
    block(scene, "Stained window", bay.at(-1, 0.9, 4.6), bay.at(1, 2.9, 4.64), "stained", LAYERS["exhibits"],
          sides={bay.front: Piece("stained", (0, 0), (2, 2))})
    for low, high, up, top in ((-1.125, -1, 0.9, 2.9), (1, 1.125, 0.9, 2.9), (-1.125, 1.125, 0.775, 0.9),
                               (-1.125, 1.125, 2.9, 3.025)):
        block(scene, "Window frame", bay.at(low, up, 4.5), bay.at(high, top, 4.72), "plaster_dark",
              LAYERS["exhibits"], 2,
              {bay.front: row("edge", turned=top - up > 1)})
    spot(scene, bay, 0, 2.2, 4.8, 1.5)


def holes(scene, bay):
    name_bay(scene, bay, "HOLES", "A mask cuts holes where alpha is low: wire and leaves.\n"
                                  "The fence is one box; it stops you, the ivy does not.")
    block(scene, "Fence", bay.at(-2.7, 0.05, 1.6), bay.at(0.9, 2.3, 1.64), "fence", LAYERS["exhibits"])
    for right in (-2.7, -0.9, 0.9):
        block(scene, "Fence post", bay.at(right - 0.04, 0, 1.58), bay.at(right + 0.04, 2.4, 1.66), "steel",
              LAYERS["exhibits"])
    block(scene, "Fence rail", bay.at(-2.7, 2.3, 1.59), bay.at(0.9, 2.36, 1.65), "steel", LAYERS["exhibits"])
    hung(scene, bay, "Wall of bricks", "brick_green_up", 0, 0.25, 5.4, 3.2)
    block(scene, "Ivy", bay.at(-2.6, 0.4, 4.84), bay.at(2.2, 3.4, 4.86), "ivy", LAYERS["exhibits"])
    spot(scene, bay, -1, 3.0, 3.6, 7)


def hanging(scene, bay, name, material, left, right, low, high, away, waves, depth):
    """A cloth in waves. It throws no shadow, or it would stand in its own: patches are lit as one."""
    rows = []
    for k in range(3):
        up = high + (low - high) * k / 2
        line = []
        for i in range(4 * waves + 1):
            swing = depth * (0.8 + 0.2 * k) * (0 if i % 2 == 0 else 1 if i % 4 == 1 else -1)
            along = left + (right - left) * i / (4 * waves)
            line.append((*bay.at(along, up, away + swing), (along - left) * 1.15, (high - up)))
        rows.append(line[::-1])  # its front looks to the hall
    patch(scene, name, rows, material, LAYERS["exhibits"], castShadows=False)


def cloth(scene, bay):
    name_bay(scene, bay, "CLOTH", "Cloth is seen from both sides. The blue curtain stops nobody:\n"
                                  "its material says so. Walk through. The red one is solid.")
    hanging(scene, bay, "Curtain", "curtain", -2.65, -0.15, 0.04, 3.1, 1.3, 5, 0.2)
    hanging(scene, bay, "Banner", "cloth", 0.5, 2.3, 0.7, 3.0, 3.2, 3, 0.22)
    for low, high, up, away in ((-2.75, 2.75, 3.08, 1.25), (-2.75, 2.75, 2.98, 3.15)):
        block(scene, "Rod", bay.at(low, up, away), bay.at(high, up + 0.1, away + 0.1), "gold", LAYERS["exhibits"])
    spot(scene, bay, 0.8, 2.6, 4.4, 5)


def scrolling(scene, bay):
    name_bay(scene, bay, "SCROLLING",
             "Pictures that move by themselves. The belt also has a push area as fast as its picture.")
    low, high, near, far = -2.3, -1.3, 1.0, 4.7
    block(scene, "Belt", bay.at(low, 0, near), bay.at(high, 0.3, far), "steel", LAYERS["exhibits"],
          sides={"+y": "belt"})
    top = next(face for face in scene.entities[-1]["components"]["brush"]["faces"] if face["normal"] == [0, 1, 0])
    corner = bay.at(low, 0, near)
    top.update(u=bay.right, v=[-bay.side, 0, 0], offset=[-bay.side * corner[2], bay.side * corner[0]])
    for right in (low - 0.06, high):
        block(scene, "Belt side", bay.at(right, 0, near), bay.at(right + 0.06, 0.36, far), "steel", LAYERS["exhibits"])
    # A metre a second is left of it when the character has braked by its 50 m/s² for a tick.
    scene.group("Belt carries", bay.at((low + high) / 2, 0.6, (near + far) / 2), LAYERS["exhibits"],
                trigger={"size": [far - near, 0.6, high - low]},
                script={"file": "parts/push_area.as", "className": "PushArea",
                        "properties": {"velocity": [bay.side * (1 + 50 / 60), 0.0, 0.0], "steady": True}})
    tag(scene, bay, "BELT", (low + high) / 2, 0.2, near)
    for name, a, b in (("near", (-0.2, 0, 2.6), (2.6, 0.45, 2.75)), ("left", (-0.2, 0, 2.75), (-0.05, 0.45, 5)),
                       ("right", (2.45, 0, 2.75), (2.6, 0.45, 5))):
        block(scene, f"Basin {name}", bay.at(*a), bay.at(*b), "brick_green_up", LAYERS["exhibits"],
              sides={"+y": "plinth"})
    block(scene, "Basin ground", bay.at(-0.05, 0, 2.75), bay.at(2.45, 0.06, 4.8), "tile_teal", LAYERS["exhibits"])
    block(scene, "Water", bay.at(-0.05, 0.06, 2.75), bay.at(2.45, 0.36, 4.8), "water", LAYERS["exhibits"])
    block(scene, "Rock", bay.at(-0.05, 0.06, 4.8), bay.at(2.45, 3.0, 5), "brick_green_up", LAYERS["exhibits"])
    block(scene, "Waterfall", bay.at(0.2, 0.36, 4.72), bay.at(2.2, 2.9, 4.76), "waterfall", LAYERS["exhibits"])
    tag(scene, bay, "WATER", 1.2, 0.3, 2.6)
    spot(scene, bay, 1.2, 2.8, 3.8, 6)


def instances(scene, bay):
    name_bay(scene, bay, "INSTANCES", "Five instances of the white tile. Each file holds its parent and a tint;\n"
                                      "change the parent, and all follow.")
    for i, name in enumerate(("tile", "tile_teal", "tile_coral", "tile_lemon", "tile_navy", "tile_mint")):
        hung(scene, bay, name.replace("_", " ").capitalize(), name, -1.75 + 1.75 * (i % 3), 1.875 if i < 3 else 0.375,
             1.75, 1.5)
    spot(scene, bay, -1.5, 3.0, 3.4, 5)


def button(scene, bay, place, hint, target):
    """A post with a red button that sends `again`."""
    right, away = place
    block(scene, "Post", bay.at(right - 0.08, 0, away - 0.08), bay.at(right + 0.08, 1.2, away + 0.08), "steel",
          LAYERS["exhibits"])
    travel = [0.04 * bay.side, 0.0, 0.0]
    cap = scene.group("Button", bay.at(right, 1.05, away - 0.08), LAYERS["exhibits"], mover={},
                      script={"file": "parts/button.as", "className": "Button",
                              "properties": {"travel": travel, "hint": hint, "sound": {"asset": "Sounds/button.wav"}}},
                      wires={"list": {"list": [{"bag": {"message": "again", "output": "pressed",
                                                        "target": {"entity": target}}}]}})
    block(scene, "Button cap", (-0.05, -0.07, -0.07), (0.05, 0.07, 0.07), "tile_coral", cap)


def again(scene, bay, name, pause):
    """A group whose bodies are put back."""
    return scene.group(name, [0, 0, 0], LAYERS["exhibits"], script={"file": "again.as", "className": "Again",
                                                                    "properties": {"pause": float(pause)}})


def friction(scene, bay):
    name_bay(scene, bay, "FRICTION", "Ice has a friction of 0, steel 0.3, rubber 1; the crates are alike.")
    bodies = again(scene, bay, "Sliding crates", 0)
    for word, material, right in (("0", "ice", -1.75), ("0.3", "steel", 0), ("1", "rubber", 1.75)):
        near, far, end = (bay.at(0, 0, k)[0] for k in (1.625, 4.125, 4.875))
        z = bay.at(right, 0, 0)[2]
        outline = [(near, 0), (end, 0), (end, 1.375), (far, 1.375), (near, 0.125)]
        if bay.side < 0:
            outline = outline[::-1]
        wedge(scene, f"Ramp of {material}", outline, (z - 0.625, z + 0.625), material, LAYERS["exhibits"])
        tag(scene, bay, word, right, 0.0625, 1.625)
        away, up = 0.4472, 0.8944  # out of the slope: towards the hall and up
        place = bay.at(right, 1.375 - 0.4 * 0.5 + 0.26 * up, 4.125 - 0.4 - 0.26 * away)
        crate = scene.group(f"Crate on {material}", place, bodies, about((0, 0, 1), 26.565 * bay.side),
                            body={"density": 60})
        block(scene, "Crate box", (-0.25, -0.25, -0.25), (0.25, 0.25, 0.25), "crate", crate, 0.5)
    block(scene, "Kerb", bay.at(-2.75, 0, 0.5), bay.at(1.9, 0.25, 0.6), "plaster_dark", LAYERS["exhibits"], 2,
          {side: row("timber") for side in (bay.front, bay.back)} | {"+y": row("edge", turned=True)})
    button(scene, bay, (2.35, 0.5), "let the crates slide again", bodies)
    spot(scene, bay, 0, 3.0, 3.0, 6)


def bounce(scene, bay):
    name_bay(scene, bay, "BOUNCE", "Three mats, with a restitution of 0, 0.6 and 1, and three balls that are alike.")
    bodies = again(scene, bay, "Bouncing balls", 7)
    for word, material, right in (("0", "mat_dull", -1.7), ("0.6", "mat_middle", 0), ("1", "mat_lively", 1.7)):
        block(scene, f"Mat {word}", bay.at(right - 0.7, 0, 2.6), bay.at(right + 0.7, 0.12, 4.0), material,
              LAYERS["exhibits"])
        tag(scene, bay, word, right, 0.06, 2.6)
        one = scene.group(f"Ball over {word}", bay.at(right, 2.7, 3.3), bodies,
                          body={"form": "sphere", "mass": 2, "restitution": 0.5, "angularDamping": 0.4})
        scene.add("Ball model", {"mesh": {"mesh": "Meshes/ball.glb"}, "transform": {"position": [0, 0, 0]}}, one)
    spot(scene, bay, 0, 3.0, 3.3, 6)


def footsteps(scene, bay):
    name_bay(scene, bay, "FOOTSTEPS", "Each ground names its kind of surface. The script of the player hears of it\n"
                                      "with each step: listen, and look into the lower left corner.")
    for i, (word, material) in enumerate((("WOOD", "wood"), ("METAL", "steel"), ("GRAVEL", "gravel"),
                                          ("CARPET", "carpet"))):
        low = -3 + 1.5 * i
        block(scene, f"Ground of {material}", bay.at(low, -0.25, 0), bay.at(low + 1.5, 0, 5), material,
              LAYERS["exhibits"])
        tag(scene, bay, word, max(min(low + 0.75, 2.1), -2.1), 1.5, 5, 1.2)
    spot(scene, bay, 0, 3.0, 3.6, 6)


def tools(scene, bay):
    name_bay(scene, bay, "TOOLS", "Nobody comes nearer: a box of clip stands around it, which stops players and is\n"
                                  "not seen in the game. Open the scene in the editor to see it.")
    plinth(scene, bay, 0, 3.5, 0.8, 1.0, 0.8)
    ball(scene, "Treasure", bay.at(0, 1.35, 3.5), 0.35, "gold", LAYERS["exhibits"])
    block(scene, "Clip", bay.at(-1.1, 0, 2.4), bay.at(1.1, 3.2, 4.6), "clip", LAYERS["exhibits"])
    tag(scene, bay, "NO ENTRY", 0, 0.8, 3.1)
    for right, away in ((-1.1, 2.4), (1.1, 2.4), (-1.1, 4.6), (1.1, 4.6)):
        block(scene, "Rope post", bay.at(right - 0.04, 0, away - 0.04), bay.at(right + 0.04, 0.9, away + 0.04),
              "gold", LAYERS["exhibits"])
    for a, b in (((-1.06, 0.8, 2.39), (1.06, 0.84, 2.41)), ((-1.06, 0.8, 4.59), (1.06, 0.84, 4.61)),
                 ((-1.11, 0.8, 2.44), (-1.09, 0.84, 4.56)), ((1.09, 0.8, 2.44), (1.11, 0.84, 4.56))):
        block(scene, "Rope", bay.at(*a), bay.at(*b), "cloth", LAYERS["exhibits"])
    for right in (-0.9, 0.9):
        spot(scene, bay, right, 2.9, 2.2, 7)


class LastRoom:
    """Places at the end wall of the last room, seen from the arch."""
    front, back = "+z", "-z"

    def __init__(self, wall):
        self.wall = wall

    def at(self, right, up, away):
        return [right, up, self.wall + 5 - away]  # away is 5 at the wall, as in the bays


def trim_sheet(scene, wall):
    name_bay(scene, LastRoomSign(wall), "TRIM SHEET",
             "All of this is one picture. Its parts are named in trim.hotspots.json,\n"
                                                      "and Fit hot spots lays onto each face the one that fits.")
    place = LAYERS["exhibits"]

    def part(name, low, high, what, depth=0.1):
        sides = ("+z",) if what.along is None else ("+z", "+x", "-x") if what.turned else ("+z", "+y", "-y")
        block(scene, name, wall.at(*low, 5 - depth), wall.at(*high, 5), "plaster_dark", place, 2,
              {side: what for side in sides})

    part("Skirting of the trims", (-3.0, 0), (3.0, 0.25), row("skirting"), 0.12)
    for i in range(5):
        part(f"Panel {i + 1}", (-2.5 + i, 0.25), (-1.5 + i, 1.25), piece("panel"), 0.06)
    part("Moulding", (-2.5, 1.25), (2.5, 1.375), row("moulding"), 0.1)
    part("Rivets", (-2.5, 1.375), (2.5, 1.625), row("rivets"), 0.06)
    for i in range(4):
        part(f"Door {i + 1}", (-2.25 + 0.5 * i + (2.5 if i > 1 else 0), 1.75),
             (-1.75 + 0.5 * i + (2.5 if i > 1 else 0), 2.75), piece("door"), 0.06)
    for i in range(2):
        part(f"Vent {i + 1}", (-0.75 + i, 2.0), (-0.25 + i, 2.5), piece("vent"), 0.06)
    part("Beam", (-2.75, 3.0), (2.75, 3.25), row("timber"), 0.25)
    for side in (-1, 1):
        part("Post of timber", (side * 2.875 - 0.125, 0.25), (side * 2.875 + 0.125, 3.25), row("timber", turned=True),
             0.25)
        block(scene, "Crate with plates", (side * 3.6 - 0.25, 0, wall.wall + 1.0),
              (side * 3.6 + 0.25, 0.5, wall.wall + 1.5), "trim", place,
              sides={key: piece("plate") for key in ("+x", "-x", "+y", "+z", "-z")})


class LastRoomSign(LastRoom):
    """The board hangs on the wall itself."""

    def __init__(self, wall):
        super().__init__(wall.wall)

    def at(self, right, up, away):
        return [right, up, self.wall - away]


def texels(scene, end):
    """On the west side of the last room."""
    x, place = -5.0, LAYERS["exhibits"]
    block(scene, "Sign texels", (x, 3.8, end - 6.2), (x + 0.06, 4.1, end - 3.8), "plaster_dark", LAYERS["signs"],
          sides={"+x": heading("TEXELS")})
    tell(scene, [x + 1.5, 0, end - 5], "128, 256 and 512 texels on a metre. The cubes show 256 whatever their size:\n"
                                       "Density and Match last in the inspector keep it even.", 2.2)
    for word, repeat, z in (("128/M", 2.0, -3.4), ("256/M", 1.0, -5.0), ("512/M", 0.5, -6.6)):
        block(scene, f"Bricks, {word.lower()}", (x, 1.4, end + z - 0.7), (x + 0.1, 2.8, end + z + 0.7), "plinth",
              place, repeat, {"+x": "brick_green_up"})
        block(scene, f"Label {word.lower()}", (x, 1.2 - 0.04, end + z - 0.32), (x + 0.02, 1.2 + 0.04, end + z + 0.32),
              "plaster_dark", LAYERS["signs"], sides={"+x": label(word)})
    for size, z in ((0.5, -3.3), (0.75, -4.6), (1.0, -6.3)):
        block(scene, f"Cube of {size:g} m", (x + 0.5, 0, end + z - size / 2),
              (x + 0.5 + size, size, end + z + size / 2), "tile_coral", place)


def decal(scene, name, material, place, rotation, size, order=0, **more):
    components = {"decal": {"material": f"Materials/gallery/decal_{material}", "size": list(size), "order": order, **more},
                  "transform": {"position": list(place), "rotation": rotation}}
    scene.add(name, components, LAYERS["exhibits"])


def decals(scene, end):
    """On the east side of the last room, over what stands near it, and along the hall. They change no
    brush, so that the baked light stays."""
    x, west = 5.0, about((0, 1, 0), -90)
    decal(scene, "Words decals", "words", (x, 3.75, end - 5), west, (1.6, 0.4, 0.2))
    decal(scene, "Rust", "stain", (x, 2.6, end - 2.8), west, (1.8, 1.8, 0.3))
    decal(scene, "Crack", "crack", (x, 1.9, end - 4.6), west, (2.0, 2.0, 0.3))
    decal(scene, "Crack, turned", "crack", (x, 2.7, end - 5.6), west_turned(70), (1.4, 1.4, 0.3))
    decal(scene, "Scorch", "scorch", (x, 1.6, end - 6.6), west, (2.4, 2.4, 0.3))
    decal(scene, "Rune over the scorch", "rune", (x, 1.6, end - 6.6), west, (1.1, 1.1, 0.3), 1)
    decal(scene, "Arrow on wall and floor", "arrow", (x - 0.1, 0.1, end - 3.4),
          product(west, about((1, 0, 0), -45)), (0.9, 1.6, 1.4))
    dice = random.Random(77)
    for _ in range(60):
        place = (x - 0.15 - 1.9 * dice.random() ** 2, 0, end - 1.8 - 6.4 * dice.random())
        size = dice.uniform(0.16, 0.3)
        decal(scene, "Leaf", "leaf", [round(k, 3) for k in place],
              product(about((1, 0, 0), -90), about((0, 0, 1), dice.uniform(0, 360))), (size, size, 0.3))
    for i in range(6):
        decal(scene, "Arrow on the floor", "arrow", (0, 0, -6.0 * (i + 1)), about((1, 0, 0), -90), (0.7, 1.0, 0.3))
    tell(scene, [x - 1.6, 0, end - 5], "Decals: pictures laid over walls, floors and whatever stands there. The light\n"
                                       "beneath is kept, one lies over another by its order, and each has a material.",
         2.4)


def west_turned(degrees):
    return product(about((0, 1, 0), -90), about((0, 0, 1), degrees))


def foyer(scene):
    block(scene, "Title", (-1.6, 4.4, 1), (1.6, 4.8, 1.06), "plaster_dark", LAYERS["signs"],
          sides={"+z": Piece("labels", (0, 0), (1, 1 / 8))})
    tell(scene, [0, 0, 5],
         "Each bay shows one thing that a material can do.\nW, A, S, D walk, Shift runs, E presses buttons.", 2.5)


def place(scene, exhibits, signs, lights, bays, end):
    """Bays come from the entrance on, west before east."""
    LAYERS.update(exhibits=exhibits, signs=signs, lights=lights)
    foyer(scene)
    for build, bay in zip((normal_maps, packed_maps, roughness, metal, glow, glass, holes, cloth, scrolling,
                           instances, friction, bounce,
                           footsteps, tools), bays):
        build(scene, bay)
    trim_sheet(scene, LastRoom(end - 9))
    texels(scene, end)
