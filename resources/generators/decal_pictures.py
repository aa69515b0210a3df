"""Pictures with a see-through ground for decals: cracks, stains, scorches, leaves, painted signs.
Colours are sRGB from 0 to 1, each picture is a list of RGBA, row by row. Standard library only.
"""
import math
import random

from picture_kit import clamp, mixed, noise, smooth, write_text

SIZE = 256


def rim(x, y, size=SIZE):
    """From 1 inside to 0 at the border, so that no picture ends in a line."""
    near = min(x, y, size - 1 - x, size - 1 - y)
    return smooth(near / (0.08 * size))


def crack(seed=21):
    """Depth of a crack that branches, 0 to 1, row by row."""
    dice = random.Random(seed)
    depth = [0.0] * (SIZE * SIZE)

    def line(x, y, angle, wide, length):
        for step in range(length):
            left = wide * (1 - step / length)
            for dy in range(-4, 5):
                for dx in range(-4, 5):
                    u, v = int(x) + dx, int(y) + dy
                    if 0 <= u < SIZE and 0 <= v < SIZE:
                        far = math.hypot(u - x, v - y)
                        depth[v * SIZE + u] = max(depth[v * SIZE + u], clamp(left + 0.5 - far))
            angle += dice.uniform(-0.22, 0.22)
            x, y = x + math.cos(angle), y + math.sin(angle)
            if wide > 0.9 and dice.random() < 0.035:
                line(x, y, angle + dice.choice((-1, 1)) * dice.uniform(0.5, 1.1), wide * 0.65, (length - step) * 3 // 5)
        return x, y

    for k in range(5):
        line(SIZE / 2, SIZE / 2, k * math.tau / 5 + dice.uniform(-0.4, 0.4), 2.6, 112)
    return depth


def cracked():
    depth = crack()
    return [(0.09, 0.085, 0.08, 0.9 * depth[y * SIZE + x] * rim(x, y)) for y in range(SIZE) for x in range(SIZE)]


def stained(seed=31):
    """Rust that has run down a wall from its upper side."""
    dice = random.Random(seed)
    streaks = [(dice.uniform(0.2, 0.8), dice.uniform(0.25, 0.9), dice.uniform(0.02, 0.07)) for _ in range(16)]
    grain = noise(SIZE, seed, (9, 3, 1), (31, 7, 0.6), (61, 23, 0.3))
    pixels = []
    for y in range(SIZE):
        for x in range(SIZE):
            u, v = x / SIZE, y / SIZE
            run = 0.0
            for middle, long, wide in streaks:
                sway = 0.012 * math.sin(v * 9 + middle * 40)
                run = max(run, smooth(1 - abs(u - middle - sway) / wide) * smooth((long - v) / 0.35))
            alpha = clamp(run * (0.62 + 0.35 * grain[y * SIZE + x])) * rim(x, y)
            pixels.append((*mixed((0.36, 0.15, 0.05), (0.55, 0.30, 0.12), clamp(v + 0.3 * grain[y * SIZE + x])), alpha))
    return pixels


def scorched(seed=41):
    """Soot, black in the middle and in rays towards the rim."""
    grain = noise(SIZE, seed, (5, 5, 1), (13, 13, 0.7), (37, 37, 0.4))
    dice = random.Random(seed)
    waves = [(n, dice.uniform(0, math.tau), dice.uniform(0.3, 1) / n ** 0.5) for n in (3, 5, 9, 14, 23, 37)]
    pixels = []
    for y in range(SIZE):
        for x in range(SIZE):
            u, v = (x - SIZE / 2) / (SIZE / 2), (y - SIZE / 2) / (SIZE / 2)
            angle, far = math.atan2(v, u), math.hypot(u, v)
            ray = sum(w * math.sin(n * angle + at) for n, at, w in waves) * 0.09
            soot = smooth((0.86 + ray - far) / 0.62) * (0.92 + 0.25 * grain[y * SIZE + x])
            pixels.append((*mixed((0.10, 0.09, 0.08), (0.015, 0.014, 0.013), smooth(1.25 - 1.4 * far)),
                           clamp(soot) * smooth((1 - far) / 0.1)))
    return pixels


def leaf(seed=51):
    """A fallen leaf with its veins."""
    grain = noise(SIZE, seed, (7, 7, 1), (29, 29, 0.5))
    pixels = []
    for y in range(SIZE):
        for x in range(SIZE):
            u, v = (x - SIZE / 2) / (SIZE / 2), (y - SIZE / 2) / (SIZE / 2)
            along = (0.88 - v) / 1.6  # 0 at the stalk, 1 at the tip
            half = 0.52 * math.sin(math.pi * clamp(along)) ** 0.8 * (1 + 0.05 * math.sin(42 * along))
            stalk = abs(u - 0.05 * math.sin(4 * v)) < 0.022 and 0.6 < v < 0.97
            inside = 0 < along < 1 and abs(u) < half
            vein = min(abs(u), abs((abs(u) * 0.9 + v * 1.0) % 0.24 - 0.12) + 0.012) if inside else 1
            tone = mixed((0.58, 0.25, 0.06), (0.80, 0.52, 0.12), clamp(0.5 + 0.7 * grain[y * SIZE + x] - 0.4 * v))
            color = mixed(tone, (0.38, 0.16, 0.05), smooth(1 - vein / 0.03))
            pixels.append((*((0.30, 0.15, 0.06) if stalk else color), 1.0 if inside or stalk else 0.0))
    return pixels


def arrow(color=(0.93, 0.74, 0.10), seed=61):
    """A worn arrow of paint that points up."""
    wear = noise(SIZE, seed, (6, 6, 1), (23, 23, 0.8), (71, 71, 0.6))
    pixels = []
    for y in range(SIZE):
        for x in range(SIZE):
            u, v = abs(x - SIZE / 2) / SIZE, y / SIZE
            head = 0.10 < v < 0.48 and u < (v - 0.10) * 0.95
            shaft = 0.44 < v < 0.90 and u < 0.11
            pixels.append((*color, clamp(0.95 - 2.2 * clamp(wear[y * SIZE + x] - 0.12)) if head or shaft else 0.0))
    return pixels


def rune():
    """Rings and spokes that glow; white where they are, to be coloured by the material."""
    pixels = []
    for y in range(SIZE):
        for x in range(SIZE):
            u, v = (x + 0.5 - SIZE / 2) / (SIZE / 2), (y + 0.5 - SIZE / 2) / (SIZE / 2)
            far, angle = math.hypot(u, v), math.atan2(v, u)
            near = min(abs(far - 0.82), abs(far - 0.66), abs(far - 0.2))
            if 0.2 < far < 0.66:
                near = min(near, abs((angle / math.tau * 7) % 1 - 0.5) * far * 0.9)
            if 0.66 < far < 0.82:
                near = min(near, abs((angle / math.tau * 21) % 1 - 0.5) * far * 0.3 + 0.01)
            light = smooth(1 - near / 0.028) + 0.25 * smooth(1 - near / 0.11)
            pixels.append((1.0, 1.0, 1.0, clamp(light) * smooth((0.97 - far) / 0.08)))
    return pixels


def words(text, color=(0.9, 0.86, 0.75)):
    """Letters of paint, four times as wide as high."""
    width, height = 4 * SIZE // 2, SIZE // 2
    pixels = [(0.0, 0.0, 0.0)] * (width * height)
    write_text(pixels, width, text, (0, 0, width, height), height * 0.5, (1.0, 1.0, 1.0))
    return [(*color, clamp(pixel[0])) for pixel in pixels], width
