"""What pictures of materials are painted with: tiling noise, maps that follow from heights, letters
of strokes, and PNG files. Standard library only. Colours are sRGB from 0 to 1, heights are pixels.
"""
import math
import random
import struct
import zlib

STEP = 4  # colours are whole steps of so much of 255: grain that nobody sees would double the files


def clamp(value, low=0.0, high=1.0):
    return max(low, min(high, value))


def smooth(t):
    t = clamp(t)
    return t * t * (3 - 2 * t)


def mixed(a, b, t):
    return [x + (y - x) * t for x, y in zip(a, b)]


def noise(size, seed, *octaves):
    """Tiling value noise of about -1 to 1, row by row; octaves are (cells across, cells down, weight)."""
    dice = random.Random(seed)
    out = [0.0] * (size * size)
    total = sum(weight for _, _, weight in octaves)
    for across, down, weight in octaves:
        lattice = [[dice.uniform(-1, 1) for _ in range(across)] for _ in range(down)]
        columns = []
        for x in range(size):
            at = x * across / size
            left = int(at)
            columns.append((left % across, (left + 1) % across, smooth(at - left)))
        for y in range(size):
            at = y * down / size
            upper = int(at)
            a, b, t = lattice[upper % down], lattice[(upper + 1) % down], smooth(at - upper)
            line = [p + (q - p) * t for p, q in zip(a, b)]
            base = y * size
            for x, (left, right, s) in enumerate(columns):
                out[base + x] += weight / total * (line[left] + (line[right] - line[left]) * s)
    return out


def blurred(field, size, reach):
    """The mean over a square, which tiles."""
    for down in (False, True):
        out = [0.0] * (size * size)
        for line in range(size):
            places = [(i * size + line) if down else (line * size + i) for i in range(size)]
            total = sum(field[places[i % size]] for i in range(-reach, reach + 1))
            for i in range(size):
                out[places[i]] = total / (2 * reach + 1)
                total += field[places[(i + reach + 1) % size]] - field[places[(i - reach) % size]]
        field = out
    return field


class Surface:
    """What a material is at each pixel; `paint` gives (height, colour, roughness, metallic) there."""

    def __init__(self, size, paint):
        self.size = size
        self.height, self.color, self.roughness, self.metallic = [], [], [], []
        for y in range(size):
            for x in range(size):
                height, color, roughness, metallic = paint(x, y, y * size + x)
                self.height.append(height)
                self.color.append(color)
                self.roughness.append(roughness)
                self.metallic.append(metallic)

    def normals(self, strength=1.0, up=True):
        """A normal map, green up or down."""
        n, h = self.size, self.height
        out = []
        for y in range(n):
            above, below = ((y - 1) % n) * n, ((y + 1) % n) * n
            for x in range(n):
                dx = (h[y * n + (x + 1) % n] - h[y * n + (x - 1) % n]) / 2 * strength
                dy = (h[below + x] - h[above + x]) / 2 * strength
                length = math.sqrt(dx * dx + dy * dy + 1)
                green = dy if up else -dy
                out.append((0.5 - dx / length / 2, 0.5 + green / length / 2, 0.5 + 0.5 / length))
        return out

    def occlusion(self, reach=6, strength=0.18):
        """Darker where the surroundings are higher."""
        wide = blurred(blurred(self.height, self.size, reach), self.size, reach)
        return [clamp(1 - strength * max(w - h, 0.0), 0.15) for w, h in zip(wide, self.height)]

    def packed(self):
        """Occlusion, roughness and metal in red, green and blue."""
        return list(zip(self.occlusion(), self.roughness, self.metallic))


def save(file, width, pixels, step=STEP):
    """A PNG: grey of numbers, else RGB or RGBA of tuples. Each line takes the filter that leaves the
    smallest differences."""
    if isinstance(pixels[0], (int, float)):
        pixels = [(p,) for p in pixels]
    channels = len(pixels[0])
    height = len(pixels) // width
    kind = {1: 0, 3: 2, 4: 6}[channels]
    data, before = bytearray(), bytes(width * channels)
    for y in range(height):
        line = bytes(min(255, int(clamp(k) * 255 / step + 0.5) * step)
                     for p in pixels[y * width:(y + 1) * width] for k in p)
        left = bytes(channels) + line[:-channels]
        corner = bytes(channels) + before[:-channels]
        tried = [(0, line), (1, bytes((a - b) & 255 for a, b in zip(line, left))),
                 (2, bytes((a - b) & 255 for a, b in zip(line, before))),
                 (4, bytes((a - paeth(b, c, d)) & 255 for a, b, c, d in zip(line, left, before, corner)))]
        number, best = min(tried, key=lambda each: sum(min(k, 256 - k) for k in each[1]))
        data.append(number)
        data += best
        before = line

    def chunk(name, content):
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"\x89PNG\r\n\x1a\n" +
                     chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(bytes(data), 9)) + chunk(b"IEND", b""))


def paeth(left, above, corner):
    guess = left + above - corner
    a, b, c = abs(guess - left), abs(guess - above), abs(guess - corner)
    return left if a <= b and a <= c else above if b <= c else corner


# Letters ---------------------------------------------------------------------------------------

ROUND = "10 30 41 45 36 16 05 01 10"
LETTERS = {  # strokes on a grid of 4 x 6, y down; each point is two digits
    "A": "06 02 20 42 46|04 44", "B": "00 30 41 42 33 03|33 44 45 36 06 00", "C": "41 30 10 01 05 16 36 45",
    "D": "00 20 42 44 26 06 00", "E": "40 00 06 46|03 33", "F": "40 00 06|03 33",
    "G": "41 30 10 01 05 16 36 45 43 23", "H": "00 06|40 46|03 43", "I": "00 06", "J": "30 35 26 16 05",
    "K": "00 06|40 03|12 46", "L": "00 06 46", "M": "06 00 23 40 46", "N": "06 00 46 40", "O": ROUND,
    "P": "06 00 30 41 42 33 03", "Q": ROUND + "|34 46", "R": "06 00 30 41 42 33 03|23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05", "T": "00 40|20 26", "U": "00 05 16 36 45 40", "V": "00 26 40",
    "W": "00 16 22 36 40", "X": "00 46|40 06", "Y": "00 23 40|23 26", "Z": "00 40 06 46",
    "0": ROUND, "1": "01 10 16", "2": "01 10 30 41 42 06 46", "3": "00 40 22 33 44 45 36 16 05", "4": "36 30 04 44",
    "5": "40 00 03 32 43 45 36 16 05", "6": "41 30 10 01 05 16 36 45 44 33 13 04", "7": "00 40 16", ".": "06 06",
    "8": "10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33", "9": "42 33 13 02 01 10 30 41 45 36 16 05", "-": "13 33",
    "/": "40 06", " ": ""}
GAP = 2  # grid steps between letters


def strokes(text):
    """Lines ((x, y), (x, y)) of a text on the grid, and how wide it is."""
    lines, pen = [], 0.0
    for letter in text:
        points = [[(int(p[0]), int(p[1])) for p in stroke.split()] for stroke in LETTERS[letter].split("|")]
        wide = max((x for stroke in points for x, _ in stroke), default=2)
        for stroke in points:
            lines += [((pen + a[0], a[1]), (pen + b[0], b[1])) for a, b in zip(stroke, stroke[1:])]
        pen += wide + GAP
    return lines, pen - GAP


def write_text(pixels, width, text, box, letter_height, color, weight=0.14):
    """Letters in the middle of a box (left, top, width, height), blended onto RGB pixels; they are
    made narrower where the box is too small."""
    lines, wide = strokes(text)
    scale = letter_height / 6
    stretch = min(1.0, (box[2] - letter_height) / max(wide * scale, 1))
    left = box[0] + (box[2] - wide * scale * stretch) / 2
    top = box[1] + (box[3] - letter_height) / 2
    half = letter_height * weight / 2
    for (ax, ay), (bx, by) in lines:
        ax, bx = left + ax * scale * stretch, left + bx * scale * stretch
        ay, by = top + ay * scale, top + by * scale
        dx, dy = bx - ax, by - ay
        squared = max(dx * dx + dy * dy, 1e-9)
        for y in range(int(min(ay, by) - half - 1), int(max(ay, by) + half + 2)):
            for x in range(int(min(ax, bx) - half - 1), int(max(ax, bx) + half + 2)):
                px, py = x + 0.5 - ax, y + 0.5 - ay
                t = clamp((px * dx + py * dy) / squared)
                cover = clamp(half + 0.5 - math.hypot(px - t * dx, py - t * dy))
                if cover > 0:
                    old = pixels[y * width + x]
                    pixels[y * width + x] = tuple(max(o, o + (c - o) * cover) for o, c in zip(old, color))
