#!/usr/bin/env python3
"""Writes the icon set of Mapwright: resources/icons/*.svg and icons.qrc.

Every tool icon is one colour on a 24 unit grid with 1.75 unit round strokes. The colour is always
the literal #e3e5e8, which the editor replaces with a theme role when it renders the icon.

An icon is a list of primitives:
  "M..."             a stroked path
  ("F", "M...")      a stroked and filled path (small solid accents)
  ("D", x, y[, r])   a solid dot
  ("H", x, y[, s])   a solid square handle centred on x, y
  ("C", x, y, r)     a stroked circle
  ("R", x, y, w, h[, r])  a stroked rounded rectangle
  ("T", "M...")      a thin (1.25) stroked path for inner detail
Run it from anywhere; it needs only the standard library.
"""
import math
from pathlib import Path

COLOUR = "#e3e5e8"
OUT = Path(__file__).resolve().parent.parent / "icons"


def num(value):
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def points(pts, closed=True):
    path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in pts)
    return path + ("z" if closed else "")


def gear(cx, cy, outer, inner, teeth):
    pts = []
    step = 2 * math.pi / teeth
    for i in range(teeth):
        a = i * step - math.pi / 2
        for offset, radius in ((-0.31, inner), (-0.19, outer), (0.19, outer), (0.31, inner)):
            angle = a + offset * step
            pts.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return points(pts)


def rays(cx, cy, r0, r1, count, start=0.0, skip=()):
    out = ""
    for i in range(count):
        if i in skip:
            continue
        a = math.radians(start + 360.0 * i / count)
        out += (f"M{num(cx + r0 * math.cos(a))} {num(cy + r0 * math.sin(a))}"
                f"L{num(cx + r1 * math.cos(a))} {num(cy + r1 * math.sin(a))}")
    return out


TREE = "M11 20.5v-4M11 3L6.8 8.8h2L5 14.5h12l-3.8-5.7h2z"
CUBE = "M12 3l8 4.5v9L12 21l-8-4.5v-9z"
CUBE_EDGES = "M4 7.5l8 4.5 8-4.5M12 12v9"
FILE = "M13.5 3h-7A1.5 1.5 0 0 0 5 4.5v15A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5v-11z"
FILE_FOLD = "M13.5 3v5.5H19"
FOLDER = ("M3 18V6a1.5 1.5 0 0 1 1.5-1.5h4.3a1.5 1.5 0 0 1 1.1.5l1.6 2h8A1.5 1.5 0 0 1 21 8.5V18"
          "a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18z")
SPHERE = ("C", 12, 12, 8.5)

ICONS = {
    # Files and edits
    "new": [FILE, FILE_FOLD, "M12 11.5v6M9 14.5h6"],
    "open": ["M3 17.5V6a1.5 1.5 0 0 1 1.5-1.5h4.3a1.5 1.5 0 0 1 1.1.5l1.6 2h6A1.5 1.5 0 0 1 19 8.5v2",
             "M3.2 18.2l2.4-6.7a1.5 1.5 0 0 1 1.4-1h13.2a1 1 0 0 1 .95 1.35l-2.3 6.65"
             "a1.5 1.5 0 0 1-1.4 1H4.2a1 1 0 0 1-1-1.3z"],
    "save": ["M5.5 4h10.4L20 8.1v10.4a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-13"
             "A1.5 1.5 0 0 1 5.5 4z", "M8 4v4.5h6.5V4", "M7.5 20v-6.5h9V20"],
    "save_as": ["M10 20H5.5A1.5 1.5 0 0 1 4 18.5v-13A1.5 1.5 0 0 1 5.5 4h10.4L20 8.1V9.5",
                "M8 4v4.5h6.5V4", "M7.5 20v-6.5h4.5",
                "M13.5 21.2l.7-3 5-5a1.55 1.55 0 0 1 2.2 2.2l-5 5z"],
    "undo": ["M8.5 4.5L4 9l4.5 4.5", "M4 9h10.5a5.25 5.25 0 0 1 0 10.5H9"],
    "redo": ["M15.5 4.5L20 9l-4.5 4.5", "M20 9H9.5a5.25 5.25 0 0 0 0 10.5H15"],
    "delete": ["M4 6.5h16", "M9 6.5V4.5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2",
               "M6 6.5l.8 12.6A1.5 1.5 0 0 0 8.3 20.5h7.4a1.5 1.5 0 0 0 1.5-1.4L18 6.5",
               "M10 10.5v6M14 10.5v6"],
    # Organising
    "copy": [("R", 8.5, 8.5, 12, 12, 1.5),
             "M15.5 5.5V5A1.5 1.5 0 0 0 14 3.5H5A1.5 1.5 0 0 0 3.5 5v9A1.5 1.5 0 0 0 5 15.5h.5"],
    "cut": [("C", 6.5, 17.5, 2.75), ("C", 17.5, 17.5, 2.75), "M8 15.2L17 3.5M16 15.2L7 3.5"],
    "paste": ["M8.5 5H6.5A1.5 1.5 0 0 0 5 6.5v13A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5v-13"
              "A1.5 1.5 0 0 0 17.5 5h-2", ("R", 8.5, 3, 7, 4, 1), "M9 12h6M9 16h6"],
    "prefab": [FILE, FILE_FOLD, "M12 10.5l3.5 1.9v3.9L12 18.2l-3.5-1.9v-3.9z",
               ("T", "M8.5 12.4l3.5 1.9 3.5-1.9M12 14.3v3.9")],
    "pin": ["M9 3.5h6M10 3.5v5.5l-3 3.5h10l-3-3.5V3.5M12 12.5V20.5"],
    "link": ["M10 14a4 4 0 0 0 5.66 0l3.17-3.17a4 4 0 0 0-5.66-5.66L12 6.34",
             "M14 10a4 4 0 0 0-5.66 0l-3.17 3.17a4 4 0 0 0 5.66 5.66L12 17.66"],
    "layers": ["M12 3.5l9 4.75-9 4.75-9-4.75z", "M3 12.5l9 4.75 9-4.75", "M3 16.5l9 4.75 9-4.75"],
    "move_to_layer": ["M12 12l9 4.5-9 4.5-9-4.5z", "M12 2.5v8M8.5 7L12 10.5 15.5 7"],
    "play_off": ["M8 9.5v9l6.5-4M16.5 13.2L18.5 12 8 5.5", "M4 4l16 16"],
    "arrow_up": ["M12 19V5M6 11l6-6 6 6"],
    "arrow_down": ["M12 5v14M6 13l6 6 6-6"],
    "arrow_left": ["M19 12H5M11 6l-6 6 6 6"],
    "arrow_right": ["M5 12h14M13 6l6 6-6 6"],
    "duplicate": [("R", 8.5, 8.5, 12, 12, 1.5),
                  "M5 15.5h-.5A1 1 0 0 1 3.5 14.5v-10a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1V5"],
    "import": ["M12 3.5v11M7.5 10l4.5 4.5 4.5-4.5",
               "M4 15.5V19a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 19v-3.5"],
    "recent": [("C", 12, 12, 8.5), "M12 7v5.2l3.5 2"],
    "search": [("C", 10.5, 10.5, 6.5), "M15.3 15.3l5.2 5.2"],
    "reset": ["M4.5 4.5v5h5", "M4.9 9.5A8 8 0 1 1 4.2 13.5"],
    "plus": ["M12 5v14M5 12h14"],
    "minus": ["M5 12h14"],
    "close": ["M6 6l12 12M18 6L6 18"],
    "chevron_right": ["M9.5 6l6 6-6 6"],
    "chevron_down": ["M6 9.5l6 6 6-6"],

    # Tools
    "select": ["M5 4l5.6 15.2 2.6-6.3 6.3-2.6z"],
    "select_surface": ["M9.5 17.6L3.5 14.2V7.2", "M17.5 7.2v2.6", "M10.5 11.2v1.3",
                       ("F", "M10.5 3.2l7 4-7 4-7-4z"),
                       "M12.5 12.5l3.2 9 1.7-4.1 4.1-1.7z"],
    "box_brush": ["M13 20.4l-1 .6-8-4.5v-9L12 3l8 4.5V12", CUBE_EDGES,
                  "M18.5 15.5v6M15.5 18.5h6"],
    "shape": ["M12 3l4.6 7.5H7.4z", ("R", 3.5, 14, 7, 7, 1), ("C", 17.25, 17.5, 3.6)],
    "clip": ["M14 6H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3", "M7.8 21.5L17 2.5",
             ("D", 18.6, 6.2, .95), ("D", 20.4, 9.8, .95), ("D", 20.4, 13.9, .95),
             ("D", 19.2, 17.8, .95), ("D", 15.4, 17.8, .95), ("D", 11.8, 17.8, .95)],
    "subtract": ["M14.5 9.5v-5a1 1 0 0 0-1-1h-9a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h5v-5z",
                 ("T", "M17.5 9.5h2a1 1 0 0 1 1 1v2M20.5 16v3.5a1 1 0 0 1-1 1H16M12.5 20.5h-2a1 1 0 0 1-1-1v-2")],
    "intersect": [("T", "M9.5 14.5h-5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v5"),
                  ("T", "M14.5 9.5h5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-5"),
                  ("F", "M9.5 9.5h5v5h-5z")],
    "merge": ["M4.5 3.5h8.6l7.4 7.4v8.6a1 1 0 0 1-1 1h-8.6l-7.4-7.4V4.5a1 1 0 0 1 1-1z",
              ("T", "M3.5 9.5h6v-6M20.5 14.5h-6v6")],
    "hollow": [("R", 3.5, 3.5, 17, 17, 1.5), ("R", 8, 8, 8, 8, .5),
               ("T", "M4.2 4.2L8 8M19.8 4.2L16 8M4.2 19.8L8 16M19.8 19.8L16 16")],
    "covered": ["M11 5H4.5a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1H11M13 5h6.5a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H13",
                ("T", "M12 4v2.5M12 9.2v2.3M12 14v2.3M12 18.8V20")],
    "vertex": ["M8 5.5h8M5.5 8v8M18.5 8v8M8 18.5h8", ("H", 5.5, 5.5, 4), ("H", 18.5, 18.5, 4),
               ("H", 5.5, 18.5, 4), ("R", 16.4, 3.4, 4.2, 4.2, .5)],
    "edge": ["M8 5.5h8M5.5 8v8M8 18.5h8", "M18.5 7v10M20.2 7v10", ("R", 3.4, 3.4, 4.2, 4.2, .5),
             ("R", 3.4, 16.4, 4.2, 4.2, .5)],
    "face": ["M4 8.2L9 4h11v11l-5 5H4z", "M4 8.2h11V20M15 8.2L20 4", ("H", 9.5, 14.1, 4.4)],
    "uv": ["M3.2 6.8L6 3.8l2.8 3M6 4v14h14M17.2 15.2l3 2.8-3 2.8", "M10 13.6l1.8-9.2 8.4 1.5-1.5 7.7z"],
    "move": ["M12 3v18M3 12h18", "M9.2 5.6L12 2.8l2.8 2.8M9.2 18.4l2.8 2.8 2.8-2.8"
             "M5.6 9.2L2.8 12l2.8 2.8M18.4 9.2l2.8 2.8-2.8 2.8"],
    "rotate": ["M19.5 4.2v4.9h-4.9", "M19.1 9.1A7.9 7.9 0 1 0 19.9 13.2", ("H", 12, 12.3, 4)],
    "scale": [("R", 3.5, 12.5, 8, 8, 1), "M13.5 10.5L20 4M14.8 3.8h5.4v5.4",
              "M3.5 8.8V4.5a1 1 0 0 1 1-1h6M20.5 13.5v6a1 1 0 0 1-1 1h-4.3"],
    "extrude": ["M12 12.5V3M8.3 6.5L12 2.8l3.7 3.7",
                "M8.3 12.2L3.5 15l8.5 5.5 8.5-5.5-4.8-2.8"],
    "foliage_erase": [TREE, "M4 20.5h7", "M15.5 15.5l5 5M20.5 15.5l-5 5"],
    "foliage_reapply": [TREE, "M4 20.5h7", "M14.5 17.5a3.2 3.2 0 1 0 1-2.3M14.3 13.6l.9 2 2-.7"],
    "foliage_single": [TREE, "M4 20.5h8", ("D", 17.5, 18.5, 1.4)],
    "foliage_fill": ["M3 9.5L12 5l9 4.5-9 4.5z", ("T", "M8 9.6v-2M12 11.4v-2M16 9.6v-2M12 7.8v-1.4"),
                     "M3 9.5v6L12 20l9-4.5v-6"],
    "foliage_line": ["M3.5 18.5c3-1 3.6-6 7.5-6.5s4.6 3.4 9.5-4.5",
                     ("T", "M5 12.6V8.2M3.4 10L5 8.2 6.6 10M17.5 20.6v-4.4M15.9 18l1.6-1.8 1.6 1.8")],
    "foliage_lasso": ["M12 3.5c5 0 8.5 2.4 8.5 5.8s-3.5 6-8.5 6-8.5-2.6-8.5-6 3.5-5.8 8.5-5.8z",
                      "M8 14.8c-1.4 1.2-1.4 3.4.4 4.2 1 .4 1.4 1 1.3 2", ("T", "M12 12V7.6M9.8 9.8L12 7.4l2.2 2.4")],
    "foliage_thin": [TREE, "M4 20.5h7", "M14.5 18h6"],
    "foliage_select": [TREE, "M4 20.5h6", "M13.5 12.5l2.9 8 1.4-3.3 3.3-1.4z"],
    "measure": ["M3.4 16.2L16.2 3.4a1 1 0 0 1 1.4 0l3 3a1 1 0 0 1 0 1.4L7.8 20.6a1 1 0 0 1-1.4 0l-3-3"
                "a1 1 0 0 1 0-1.4z", "M7 12.6l2.1 2.1M10 9.6l3.1 3.1M13 6.6l2.1 2.1"],
    "grid": [("R", 3.5, 3.5, 17, 17, 1.5), "M9.2 3.5v17M14.8 3.5v17M3.5 9.2h17M3.5 14.8h17"],
    "snap": ["M4.5 13V4.5h5V13a2.5 2.5 0 0 0 5 0V4.5h5V13a7.5 7.5 0 0 1-15 0z",
             "M4.5 8.5h5M14.5 8.5h5"],
    "focus": [("C", 12, 12, 6.5), "M12 2.8v5M12 16.2v5M2.8 12h5M16.2 12h5", ("D", 12, 12, 1.2)],

    # Things in a scene
    "light_bulb": ["M9 16.5c0-1.6-.7-2.6-1.6-3.7a6 6 0 1 1 9.2 0c-.9 1.1-1.6 2.1-1.6 3.7z",
                   "M9.5 19h5M10.8 21.3h2.4"],
    "player_start": [("C", 12, 5.2, 2.5), "M8.2 16v-3.8a2.2 2.2 0 0 1 2.2-2.2h3.2a2.2 2.2 0 0 1 2.2 2.2V16",
                     "M12 13.8v4.4",
                     "M6.4 16.2c-2 .5-3.2 1.2-3.2 2 0 1.6 4 2.8 8.8 2.8s8.8-1.2 8.8-2.8c0-.8-1.2-1.5-3.2-2"],
    "decal": ["M20.5 12.5v-8a1 1 0 0 0-1-1h-15a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1h8z",
              "M20.5 12.5h-7a1 1 0 0 0-1 1v7", ("T", "M8 7.2l1 2.1 2.3.3-1.7 1.6.4 2.3-2-1.1"
              "-2 1.1.4-2.3-1.7-1.6 2.3-.3z")],
    "trigger": ["M3.5 7V4.5a1 1 0 0 1 1-1H7M10.5 3.5h3M17 3.5h2.5a1 1 0 0 1 1 1V7M20.5 10.5v3"
                "M20.5 17v2.5a1 1 0 0 1-1 1H17M13.5 20.5h-3M7 20.5H4.5a1 1 0 0 1-1-1V17M3.5 13.5v-3",
                "M13 6.8l-4.2 5.9h3.4L11 17.2l4.2-5.9h-3.4z"],
    "ladder": ["M8 3v18M16 3v18", "M8 6.5h8M8 10.2h8M8 13.9h8M8 17.6h8"],
    "water": ["M3 8.5c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0 3-1.6 4.5 0 3 1.6 4.5 0",
              "M3 13.5c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0 3-1.6 4.5 0 3 1.6 4.5 0",
              ("T", "M3 18.5c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0 3-1.6 4.5 0 3 1.6 4.5 0")],
    "part_platform": [("R", 4, 14, 16, 4, 1), "M12 11.5V3.5M9.2 6.3L12 3.5l2.8 2.8", ("T", "M7 20.5h10")],
    "part_rotator": ["M12 12c-4.5-1-6-4-4.5-7.5 3.5 1 5 3.5 4.5 7.5zM12 12c1-4.5 4-6 7.5-4.5-1 3.5-3.5 5-7.5 4.5z",
                     "M12 12c4.5 1 6 4 4.5 7.5-3.5-1-5-3.5-4.5-7.5zM12 12c-1 4.5-4 6-7.5 4.5 1-3.5 3.5-5 7.5-4.5z",
                     ("D", 12, 12, 1.3)],
    "part_button": [("R", 4, 13, 16, 6.5, 1.5), "M8 13v-2.5a1.5 1.5 0 0 1 1.5-1.5h5a1.5 1.5 0 0 1 1.5 1.5V13",
                    ("T", "M12 3v3.4M10.3 4.9L12 6.6l1.7-1.7")],
    "part_switch": [("R", 6, 3.5, 12, 17, 2), ("R", 9.5, 7.5, 5, 9, 1), ("F", "M9.5 7.5h5V12h-5z")],
    "part_teleporter": ["M4.5 19.5c0 1.1 3.4 2 7.5 2s7.5-.9 7.5-2-3.4-2-7.5-2-7.5.9-7.5 2z",
                        "M4.5 19.5V5.5M19.5 19.5V5.5", "M12 15V6M9.2 8.8L12 6l2.8 2.8"],
    "part_pick_up": ["M12 3.2l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9-5.3 2.9 1.1-6L3.4 9.5l6-.8z"],
    "part_hurt": ["M12 3.5l9 16.5H3z", "M12 9.5v5", ("D", 12, 17.3, 1.1)],
    "part_push": ["M4 20.5h8", "M6 17.5h4", "M8 14C8.6 7.5 12.5 4.5 19 5.5", "M15.6 2.8L19.4 5.5l-3.2 3.2"],
    "part_health": ["M12 20.5C5.5 16 3.2 12.8 3.2 9.2A4.5 4.5 0 0 1 12 7.6a4.5 4.5 0 0 1 8.8 1.6c0 3.6-2.3 6.8-8.8 11.3z",
                    ("T", "M12 10v5M9.5 12.5h5")],
    "part_counter": [("R", 3.5, 6, 17, 12, 1.5), "M9.2 6v12M14.8 6v12", ("D", 6.4, 12), ("D", 12, 12), ("D", 17.6, 12)],
    "part_spawner": [("C", 8.5, 12, 5), "M8.5 9.7v4.6M6.2 12h4.6", "M15.5 8.5L19 12l-3.5 3.5M19 12h-4"],
    "part_breakable": [("R", 4, 4, 16, 16, 1.5), "M12 4l-2 5 3 3-3.5 3.5L12 20M13 12l7-2"],
    "part_sign": [("R", 3.5, 4.5, 17, 10, 1.5), "M12 14.5V21", ("T", "M7 8h10M7 11h6")],
    "part_sound_area": [("R", 3.5, 3.5, 17, 17, 1.5), "M10.5 8.5L8 10.5H6.3v3H8l2.5 2z", "M13.5 9.8a3.2 3.2 0 0 1 0 4.4M15.8 8a6 6 0 0 1 0 8"],
    "part_checkpoint": ["M6 21V3.5", "M6 4.5h11.5l-2.8 4 2.8 4H6"],
    "part_relay": [("C", 5, 12, 2.2), ("C", 19, 5.5, 2.2), ("C", 19, 18.5, 2.2), "M7.2 12h4M11.2 12l5.8-5.6M11.2 12l5.8 5.6"],
    "part_wire": [("C", 5.2, 18.8, 2.2), "M6.8 17.2L18.5 5.5M12.5 4.5h7v7"],
    "entity": ["M12 2.8l7.5 9.2-7.5 9.2L4.5 12z", "M4.5 12l7.5 3 7.5-3M12 15v6"],
    "door": ["M3.5 20.5h17", "M6 20.5v-16a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v16", ("D", 14.4, 12.3, 1.25)],
    "brush": [CUBE, CUBE_EDGES],
    "patch": ["M3.5 17.5C3.5 9 9 3.5 17 3.5", "M9.5 20.5C9.5 14.5 14 9.5 20.5 9.5",
              "M3.5 17.5l6 3M17 3.5l3.5 6", "M6.1 9.2l6.6 3.6"],
    "group": ["M3.5 7V4.5a1 1 0 0 1 1-1H7M17 3.5h2.5a1 1 0 0 1 1 1V7M20.5 17v2.5a1 1 0 0 1-1 1H17"
              "M7 20.5H4.5a1 1 0 0 1-1-1V17", ("H", 9.4, 9.4, 5), ("H", 14.9, 14.9, 5)],
    "folder": [FOLDER],
    "folder_new": [FOLDER, "M12 10.5v6M9 13.5h6"],
    "file": [FILE, FILE_FOLD],
    "list": [("R", 4, 4, 6.5, 6.5), ("R", 13.5, 4, 6.5, 6.5), ("R", 4, 13.5, 6.5, 6.5),
             ("R", 13.5, 13.5, 6.5, 6.5)],
    "list_details": ["M9 6h11M9 12h11M9 18h11", ("D", 4.5, 6), ("D", 4.5, 12), ("D", 4.5, 18)],
    "scene": [("R", 3.5, 3.5, 17, 17, 1.5), ("R", 8.5, 7.5, 7, 6, 0),
              "M3.9 3.9l4.6 3.6M20.1 3.9l-4.6 3.6M3.9 20.1l4.6-6.6M20.1 20.1l-4.6-6.6"],
    "material": [SPHERE, "M7.6 11.4a4.6 4.6 0 0 1 3.8-3.8"],
    "texture": [("R", 3.5, 3.5, 17, 17, 1.5), ("F", "M4.6 4.6H12V12H4.6z"), ("F", "M12 12h7.4v7.4H12z")],
    "sound": ["M11.5 4.5L7 8.5H4a1 1 0 0 0-1 1v5a1 1 0 0 0 1 1h3l4.5 4z",
              "M15 9a4.2 4.2 0 0 1 0 6M18 6a8.5 8.5 0 0 1 0 12"],
    "script": [FILE, FILE_FOLD, "M10 12.2l-2 2.3 2 2.3M14 12.2l2 2.3-2 2.3"],
    "mesh": ["M12 2.8l8.2 4.6v9.2L12 21.2l-8.2-4.6V7.4z", "M12 8l4.8 7.4H7.2z",
             "M12 2.8V8M16.8 15.4l3.4 1.2M7.2 15.4l-3.4 1.2"],
    "camera": [("R", 2.8, 7, 12.4, 10.5, 1.5), "M15.2 11l5.2-3.2a.5.5 0 0 1 .8.4v8.1a.5.5 0 0 1-.8.4l-5.2-3.2"],
    "lighting": [("C", 12, 12, 4), rays(12, 12, 7, 9.3, 8)],
    "bake": ["M12.4 3c.4 3.4 5.9 5.6 5.9 11a6.3 6.3 0 0 1-12.6 0c0-2.2 1-3.9 2.3-5.2"
             ".2 1.6.8 2.6 1.9 3.2C9.6 8.8 10.3 5.3 12.4 3z", "M9.8 17.3a2.6 2.6 0 0 0 4.4 0"],
    "navmesh": ["M3.5 8L10 3.5l10.5 4L18 17l-9 3.5-5.5-6z", "M10 3.5L9 20.5M10 3.5L18 17"],
    "foliage": ["M12 21v-8.5", "M12 13.5C12 9.5 9.5 6.5 3.5 6.5c0 5 3 8 8.5 7z",
                "M12 11.5c0-4.5 3-8 8.5-8 .3 5.5-3 9-8.5 8.5z", "M7.5 21h9"],

    # Play
    "play": ["M7 4.8v14.4a.8.8 0 0 0 1.2.7l11.6-7.2a.8.8 0 0 0 0-1.4L8.2 4.1a.8.8 0 0 0-1.2.7z"],
    "play_from_camera": [("R", 2.8, 3.5, 11, 8.5, 1.5), "M13.8 7.2l4.4-2.4v6.4l-4.4-2.4",
                         ("F", "M11.5 14.6l7.6 3.3-7.6 3.3z")],
    "simulate": ["M12 2.8l8 4.6v9.2l-8 4.6-8-4.6V7.4z", ("F", "M10 8.8l5.2 3.2L10 15.2z")],
    "pause": [("R", 5.5, 4.5, 4.3, 15, 1), ("R", 14.2, 4.5, 4.3, 15, 1)],
    "tick": ["M5 5.3v13.4a.7.7 0 0 0 1.1.6l9.4-6.7a.7.7 0 0 0 0-1.2L6.1 4.7a.7.7 0 0 0-1.1.6z",
             "M19.5 4.5v15"],
    "stop": [("R", 5, 5, 14, 14, 1.5)],
    "eject": ["M12.6 4.3l6.9 8.1a.8.8 0 0 1-.6 1.3H5.1a.8.8 0 0 1-.6-1.3l6.9-8.1a.8.8 0 0 1 1.2 0z",
              "M4.5 19h15"],

    # State
    "eye": ["M2.5 12C4.5 8 8 5.5 12 5.5S19.5 8 21.5 12c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12z",
            ("C", 12, 12, 2.8)],
    "eye_off": ["M9.3 5.9A9.5 9.5 0 0 1 12 5.5c4 0 7.5 2.5 9.5 6.5a13 13 0 0 1-2.7 3.6",
                "M6.3 7.2A12.5 12.5 0 0 0 2.5 12c2 4 5.5 6.5 9.5 6.5a9.6 9.6 0 0 0 4.4-1.1",
                "M10 10a2.8 2.8 0 0 0 4 4", "M4 3.5l16.5 17"],
    "lock": [("R", 5, 10.5, 14, 10, 1.5), "M8 10.5V7.5a4 4 0 0 1 8 0v3", "M12 14.5v2.2"],
    "unlock": [("R", 5, 10.5, 14, 10, 1.5), "M8 10.5V7a4 4 0 0 1 7.7-1.5", "M12 14.5v2.2"],
    "warning": ["M10.7 4.3L2.9 18a1.5 1.5 0 0 0 1.3 2.3h15.6a1.5 1.5 0 0 0 1.3-2.3L13.3 4.3"
                "a1.5 1.5 0 0 0-2.6 0z", "M12 9.5v4.5", ("D", 12, 17, 1.1)],
    "error": [("C", 12, 12, 8.8), "M9 9l6 6M15 9l-6 6"],
    "info": [("C", 12, 12, 8.8), "M12 11.5v5", ("D", 12, 7.9, 1.1)],
    "ok": [("C", 12, 12, 8.8), "M8 12.3l2.9 2.9L16 9.5"],
    "check": ["M5 12.5l4.6 4.6L19 7"],
    "help": [("C", 12, 12, 8.8), "M9.5 9.5a2.6 2.6 0 1 1 3.9 2.2c-.9.5-1.4 1-1.4 2",
             ("D", 12, 16.8, 1.1)],

    # Panels
    "note": ["M5.5 4h13A1.5 1.5 0 0 1 20 5.5v9a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 4v-4h-2A1.5 1.5 0 0 1 4 14.5"
             "v-9A1.5 1.5 0 0 1 5.5 4z", ("T", "M8 8.3h8M8 11.7h5")],
    "bug": ["M12 7.5a4.8 4.8 0 0 1 4.8 4.8v2.4a4.8 4.8 0 0 1-9.6 0v-2.4A4.8 4.8 0 0 1 12 7.5z",
            "M9.3 8.2a2.8 2.8 0 0 1 5.4 0M12 11.5v8M7.2 13.5H3.5M20.5 13.5h-3.7M7.6 10.6L4.8 8.2"
            "M16.4 10.6l2.8-2.4M7.9 17l-2.8 2.4M16.1 17l2.8 2.4M9.4 5.9L8 4M14.6 5.9L16 4"],
    "console": [("R", 3, 4.5, 18, 15, 1.5), "M7 9.5l3 2.7-3 2.8M12.5 15.2h4.5"],
    "issues": ["M12.5 6.5H21M12.5 17.5H21M12.5 12H18", "M3 6.8l2.2 2.2L9 4.8",
               "M3.5 15l5 5M8.5 15l-5 5"],
    "history": ["M4 4.5v4.8h4.8", "M4.4 9.3A8.3 8.3 0 1 1 3.7 13", "M12 8v4.3l3 1.8"],
    "outliner": [("R", 3.5, 3.5, 6, 4, .8), ("R", 13.5, 9.8, 7, 4, .8), ("R", 13.5, 16.5, 7, 4, .8),
                 "M6.5 7.5v10a1 1 0 0 0 1 1h6M6.5 11.8h7"],
    "inspector": ["M3.5 6h8.8M17.7 6h2.8M3.5 12h2.8M11.7 12h8.8M3.5 18h8.8M17.7 18h2.8",
                  ("C", 15, 6, 2.4), ("C", 9, 12, 2.4), ("C", 15, 18, 2.4)],
    "assets": [("R", 3.5, 3.5, 7, 7, 1), ("R", 3.5, 13.5, 7, 7, 1), ("R", 13.5, 13.5, 7, 7, 1),
               ("C", 17, 7, 3.5)],
    "settings": [gear(12, 12, 9.4, 6.9, 8), ("C", 12, 12, 2.8)],
    "plugin": ["M9.3 6.5a2.3 2.3 0 1 1 4.4 0H17a1 1 0 0 1 1 1v3a2.3 2.3 0 1 1 0 4.4v4.1a1 1 0 0 1-1 1H5"
               "a1 1 0 0 1-1-1v-3.6a2.3 2.3 0 1 0 0-4.4V7.5a1 1 0 0 1 1-1z"],
    "project": [FOLDER, "M12 9.3l3.7 2.1v4.1L12 17.6l-3.7-2.1v-4.1z", ("T", "M8.3 11.4l3.7 2 3.7-2M12 13.4v4.2")],
    "home": ["M3.5 11.2L11.4 4a.9.9 0 0 1 1.2 0l7.9 7.2", "M5.8 9.5V19a1.5 1.5 0 0 0 1.5 1.5h9.4"
             "a1.5 1.5 0 0 0 1.5-1.5V9.5", "M10 20.5v-6h4v6"],

    # Views
    "maximize": ["M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4"],
    "split_horizontal": [("R", 3, 4.5, 18, 15, 1.5), "M12 4.5v15"],
    "split_vertical": [("R", 3, 4.5, 18, 15, 1.5), "M3 12h18"],
    "view_3d": ["M12 13V3.5M12 13l-8.5 5M12 13l8.5 5", "M9.3 6L12 3.2 14.7 6M4.3 14.3l-1.1 3.9 3.9 1"
                "M19.7 14.3l1.1 3.9-3.9 1"],
    "view_top": [CUBE, CUBE_EDGES, ("F", "M12 3l8 4.5-8 4.5-8-4.5z")],
    "view_front": [CUBE, CUBE_EDGES, ("F", "M4 7.5l8 4.5v9l-8-4.5z")],
    "view_side": [CUBE, CUBE_EDGES, ("F", "M20 7.5L12 12v9l8-4.5z")],
    "mode_textured": [SPHERE, "M3.5 12h17M12 3.5V12M8 12v7.3M16 12v7.3"],
    "mode_lit": [SPHERE, ("F", "M18 6A8.5 8.5 0 0 0 6 18A15 15 0 0 0 18 6z")],
    "mode_unlit": [("F", "M12 3.5a8.5 8.5 0 0 1 0 17a8.5 8.5 0 0 1 0-17z")],
    "mode_direct": [("C", 6.5, 6.5, 2.6), "M9.5 9.5L15 15M12.5 6.5h8M6.5 12.5v8",
                    ("F", "M15 20.5l5.5-5.5v5.5z")],
    "mode_overlap": [("C", 9, 9.5, 5.5), ("C", 15, 9.5, 5.5), ("C", 12, 15, 5.5)],
    "mode_indirect": [("C", 6.5, 5.5, 2.6), "M8.5 7.5l5 7l5-8", "M15.5 6.5h3v3", "M3.5 20.5h17",
                      ("F", "M9.5 17.5h8v3h-8z")],
    "mode_age": [("C", 12, 12, 8.5), "M12 6.5V12l4 2.5"],
    "mode_probes": [("C", 6.5, 6.5, 2.6), ("C", 17.5, 6.5, 2.6), ("C", 6.5, 17.5, 2.6),
                    ("F", "M17.5 14.5a3 3 0 0 1 0 6a3 3 0 0 1 0-6z")],
    "mode_noise": [("R", 3.5, 3.5, 17, 17, 1.5),
                   ("F", "M6 6h3v3H6zM12 7h2v2h-2zM16 11h3v3h-3zM8 12h2v2H8zM6 16h2v2H6zM12 15h3v3h-3z")],
    "mode_wireframe": [SPHERE, "M3.5 12h17M12 3.5c-4.7 4.5-4.7 12.5 0 17M12 3.5c4.7 4.5 4.7 12.5 0 17"],
    "mode_density": [("R", 3.5, 3.5, 17, 17, 1.5), "M12 3.5v17M3.5 12h17",
                     "M16.25 12v8.5M12 16.25h8.5", ("F", "M5 5h6v6H5z")],
    # Shapes and transforms
    "shape_cylinder": ["M5 6.5c0-1.7 3.1-3 7-3s7 1.3 7 3-3.1 3-7 3-7-1.3-7-3z",
                       "M5 6.5v11c0 1.7 3.1 3 7 3s7-1.3 7-3v-11"],
    "shape_cone": ["M12 3.5L5 17.5M12 3.5l7 14", "M5 17.5c0 1.7 3.1 3 7 3s7-1.3 7-3-3.1-3-7-3-7 1.3-7 3z"],
    "shape_sphere": [SPHERE, ("T", "M3.5 12h17M12 3.5c-3 2.4-4.4 5.2-4.4 8.5s1.4 6.1 4.4 8.5"
                              "c3-2.4 4.4-5.2 4.4-8.5s-1.4-6.1-4.4-8.5")],
    "shape_icosphere": ["M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z", ("T", "M12 3L7 14.5h10L12 3M4.2 7.5L7 14.5 4.2 16.5"
                        "M19.8 7.5L17 14.5l2.8 2M7 14.5l5 6.5 5-6.5")],
    "shape_wedge": ["M3.5 19.5h17v-14z", ("T", "M20.5 5.5l-3.2-1.5L3.5 16v3.5")],
    "shape_stairs": ["M3.5 20.5h17v-16h-4.3v4h-4.2v4H7.8v4H3.5z"],
    "shape_arch": ["M3.5 20.5V12a8.5 8.5 0 0 1 17 0v8.5h-4.5V12a4 4 0 0 0-8 0v8.5z"],
    "shape_polygon": ["M7 4.5l10.5 1 2.5 9-8 5.5-8-6z", ("H", 7, 4.5, 3), ("H", 17.5, 5.5, 3), ("H", 20, 14.5, 3),
                      ("H", 12, 20, 3), ("H", 4, 14, 3)],
    "shape_hull": ["M5 8l8-4.5 7 7-3 8.5-10 1z", ("D", 10, 12, 1.2), ("D", 14, 14.5, 1.2), ("D", 12.5, 8.5, 1.2)],
    "align_edge": ["M8.5 19.5h7l4.5-7-3.5-7.5h-9L4 12.5z", "M3.5 22h17"],
    "align_vertex": ["M12 19.5l-6.5-3.5v-8L12 4.5 18.5 8v8z", "M3.5 22h17"],
    "shear": ["M3.5 19.5h12l5-15h-12z", "M13 7.5h4.5M15.2 5.2l2.3 2.3-2.3 2.3"],
    "flip_horizontal": ["M12 3v18", "M9 6.5v11H3z", ("T", "M15 6.5v11h6z")],
    "flip_vertical": ["M3 12h18", "M6.5 9h11V3z", ("T", "M6.5 15h11v6z")],
    "mirror": ["M12 2.5v4M12 10v4M12 17.5v4", ("R", 3, 8, 6, 8, 1), ("R", 15, 8, 6, 8, 1)],
    "array": [("R", 3, 14, 6, 6, 1), ("R", 9.5, 9, 6, 6, 1), ("R", 16, 4, 5, 6, 1)],
    "repeat": ["M4.5 11a7.5 7.5 0 0 1 13-4.5l2 2M19.5 4v4.5H15", "M19.5 13a7.5 7.5 0 0 1-13 4.5l-2-2M4.5 20v-4.5H9"],
    "texture_lock": [("R", 3.5, 3.5, 12, 12, 1), "M3.5 9.5h12M9.5 3.5v12", ("R", 13, 15.5, 8, 6, 1),
                     "M15 15.5v-1.7a2 2 0 0 1 4 0v1.7"],
}


def element(part):
    solid = f'fill="{COLOUR}"'
    if isinstance(part, str):
        return f'<path d="{part}"/>'
    kind, *args = part
    if kind == "F":
        return f'<path {solid} d="{args[0]}"/>'
    if kind == "T":
        return f'<path stroke-width="1.25" d="{args[0]}"/>'
    if kind == "D":
        radius = args[2] if len(args) > 2 else 1
        return f'<circle {solid} stroke="none" cx="{num(args[0])}" cy="{num(args[1])}" r="{num(radius)}"/>'
    if kind == "H":
        size = args[2] if len(args) > 2 else 4
        return (f'<rect {solid} stroke="none" x="{num(args[0] - size / 2)}" y="{num(args[1] - size / 2)}" '
                f'width="{num(size)}" height="{num(size)}" rx="0.6"/>')
    if kind == "C":
        return f'<circle cx="{num(args[0])}" cy="{num(args[1])}" r="{num(args[2])}"/>'
    if kind == "R":
        radius = f' rx="{num(args[4])}"' if len(args) > 4 and args[4] else ""
        return f'<rect x="{num(args[0])}" y="{num(args[1])}" width="{num(args[2])}" height="{num(args[3])}"{radius}/>'
    raise ValueError(kind)


def icon_svg(parts):
    body = "\n".join("    " + element(part) for part in parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">\n'
            f'  <g fill="none" stroke="{COLOUR}" stroke-width="1.75" stroke-linecap="round" '
            f'stroke-linejoin="round">\n{body}\n  </g>\n</svg>\n')


def app_svg():
    """The application icon: a drafted isometric room with one selected brush."""
    def iso(x, y, z):
        # x goes right-down, z left-down, y up; two to one isometric, origin in the far corner.
        return 32 + (x - z) * 6.5, 28.3 + (x + z) * 3.25 - y * 6.9

    def poly(pts, **attrs):
        text = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in attrs.items())
        return f'  <path d="{points([iso(*p) for p in pts])}" {text}/>'

    def line(a, b, **attrs):
        text = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in attrs.items())
        return f'  <path d="{points([iso(*a), iso(*b)], False)}" fill="none" {text}/>'

    size, height = 4, 3
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">',
           '  <rect x="2" y="2" width="60" height="60" rx="13" fill="#1e2329"/>',
           '  <rect x="2.75" y="2.75" width="58.5" height="58.5" rx="12.25" fill="none" stroke="#3f4852" '
           'stroke-width="1.5"/>']
    # Walls and floor.
    out.append(poly([(0, 0, 0), (0, 0, size), (0, height, size), (0, height, 0)], fill="#2c6aa8"))
    out.append(poly([(0, 0, 0), (size, 0, 0), (size, height, 0), (0, height, 0)], fill="#4c9be8"))
    out.append(poly([(0, 0, 0), (size, 0, 0), (size, 0, size), (0, 0, size)], fill="#1a3f63"))
    for i in (1, 2, 3):
        out.append(line((i, 0, 0), (i, 0, size), stroke="#5f9fd8", stroke_width="0.8", stroke_opacity="0.7"))
        out.append(line((0, 0, i), (size, 0, i), stroke="#5f9fd8", stroke_width="0.8", stroke_opacity="0.7"))
    # A doorway in the right wall.
    out.append(poly([(2.3, 0, 0), (3.4, 0, 0), (3.4, 2, 0), (2.3, 2, 0)], fill="#16283a"))
    # Drafted outline of the room.
    edge = dict(stroke="#cfe6fb", stroke_width="1.6", stroke_linejoin="round", fill="none")
    out.append(poly([(0, height, size), (0, height, 0), (size, height, 0), (size, 0, 0), (size, 0, size),
                     (0, 0, size)], **edge))
    for a, b in (((0, 0, 0), (0, height, 0)), ((0, 0, 0), (size, 0, 0)), ((0, 0, 0), (0, 0, size))):
        out.append(line(a, b, stroke="#cfe6fb", stroke_width="1.1", stroke_opacity="0.75"))
    # The selected brush.
    x0, x1, z0, z1, h = 1.15, 3.0, 1.45, 3.3, 1.7
    out.append(poly([(x0, h, z0), (x1, h, z0), (x1, h, z1), (x0, h, z1)], fill="#ffd596"))
    out.append(poly([(x0, 0, z1), (x1, 0, z1), (x1, h, z1), (x0, h, z1)], fill="#c9822c"))
    out.append(poly([(x1, 0, z0), (x1, 0, z1), (x1, h, z1), (x1, h, z0)], fill="#ea9f40"))
    gold = dict(stroke="#ffb454", stroke_width="1.8", stroke_linejoin="round", fill="none")
    out.append(poly([(x0, h, z0), (x1, h, z0), (x1, 0, z0), (x1, 0, z1), (x0, 0, z1), (x0, h, z1)], **gold))
    for a in ((x0, h, z1), (x1, h, z0), (x1, 0, z1)):
        out.append(line((x1, h, z1), a, stroke="#ffb454", stroke_width="1.4"))
    for corner in ((x0, h, z0), (x1, h, z0), (x0, h, z1), (x1, h, z1)):
        cx, cy = iso(*corner)
        out.append(f'  <rect x="{num(cx - 1.6)}" y="{num(cy - 1.6)}" width="3.2" height="3.2" rx="0.5" '
                   f'fill="#fff3df" stroke="#8a5412" stroke-width="0.7"/>')
    out.append("</svg>\n")
    return "\n".join(out)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    names = sorted(ICONS)
    for name in names:
        (OUT / f"{name}.svg").write_text(icon_svg(ICONS[name]), encoding="utf-8", newline="\n")
    (OUT / "app.svg").write_text(app_svg(), encoding="utf-8", newline="\n")
    # Also those that were drawn by hand.
    entries = "\n".join(f"    <file>{path.name}</file>" for path in sorted(OUT.glob("*.svg")))
    (OUT / "icons.qrc").write_text(f'<RCC>\n  <qresource prefix="/icons">\n{entries}\n  </qresource>\n</RCC>\n',
                                   encoding="utf-8", newline="\n")
    print(f"{len(names)} icons and app.svg")


if __name__ == "__main__":
    main()
