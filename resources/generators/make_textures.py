#!/usr/bin/env python3
"""Paints the textures of the sample project: colour, normal and roughness maps plus material files.

Every map comes from a height field drawn here with signed distances and periodic noise, so all of
them tile. The spaceship set is laid out for 4 m per repeat (128 pixels a metre); the grids for 1 m.
Normal maps use the OpenGL convention (+Y up). Needs numpy and PIL.
"""
import json
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

OUT = Path(__file__).resolve().parents[2] / "projects" / "first_room" / "assets" / "Materials"
SIZE = 512          # pixels of the finished maps
SS = 2              # supersampling
N = SIZE * SS
GY, GX = np.mgrid[0:N, 0:N]
X = (GX + 0.5) / SS
Y = (GY + 0.5) / SS  # both in finished pixels, y down


# Periodic building blocks --------------------------------------------------------------------

def noise(seed, low, high, stretch=(1.0, 1.0)):
    """Tileable noise in about -1..1 with detail between low and high cycles a tile."""
    rng = np.random.default_rng(seed)
    spectrum = np.fft.rfft2(rng.standard_normal((N, N)))
    fy = np.fft.fftfreq(N, 1 / N)[:, None] * stretch[1]
    fx = np.fft.rfftfreq(N, 1 / N)[None, :] * stretch[0]
    f = np.sqrt(fx * fx + fy * fy)
    gain = np.where((f >= low) & (f <= high), 1 / np.maximum(f, 1) ** 1.0, 0)
    out = np.fft.irfft2(spectrum * gain, (N, N))
    return out / (2.2 * np.std(out))


def blur(field, radius):
    """Periodic gaussian blur; radius in finished pixels."""
    sigma = radius * SS
    fy = np.fft.fftfreq(N)[:, None]
    fx = np.fft.rfftfreq(N)[None, :]
    return np.fft.irfft2(np.fft.rfft2(field) * np.exp(-2 * (np.pi * sigma) ** 2 * (fx * fx + fy * fy)), (N, N))


def wrap(d):
    return (d + SIZE / 2) % SIZE - SIZE / 2


def box(cx, cy, w, h, radius=0.0, chamfer=0.0):
    """Signed distance to a box (negative inside), periodic. chamfer cuts the corners at 45 degrees."""
    px, py = np.abs(wrap(X - cx)), np.abs(wrap(Y - cy))
    qx, qy = px - w / 2 + radius, py - h / 2 + radius
    d = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0) - radius
    if chamfer:
        d = np.maximum(d, (px + py - (w + h) / 2 + chamfer) * 0.7071)
    return d


def rect(x0, y0, x1, y1, inset=0.0, radius=0.0, chamfer=0.0):
    return box((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0 - 2 * inset, y1 - y0 - 2 * inset, radius, chamfer)


def disc(cx, cy, r):
    return np.hypot(wrap(X - cx), wrap(Y - cy)) - r


def ramp(d, width):
    """1 inside, 0 outside, a smooth bevel of the given width lying inside the edge."""
    t = np.clip(-d / max(width, 1e-6), 0, 1)
    return t * t * (3 - 2 * t)


def mask(d):
    return np.clip(0.5 - d * SS, 0, 1)


def lerp(a, b, t):
    return a + (b - a) * t


def rgb(text):
    """A colour given as sRGB hex, kept in sRGB for painting."""
    return np.array([int(text[i:i + 2], 16) for i in (0, 2, 4)]) / 255.0


class Surface:
    """Height (pixels), colour and roughness painted together."""

    def __init__(self, colour, rough):
        self.h = np.zeros((N, N))
        self.c = np.ones((N, N, 3)) * rgb(colour)
        self.r = np.full((N, N), float(rough))
        self.glow = np.zeros((N, N))
        self.wear_guard = np.ones((N, N))

    def paint(self, m, colour=None, rough=None, amount=1.0):
        a = m * amount
        if colour is not None:
            self.c = lerp(self.c, rgb(colour), a[..., None])
        if rough is not None:
            self.r = lerp(self.r, rough, a)

    def tint(self, m, factor):
        self.c = self.c * lerp(1.0, factor, m)[..., None]

    def plate(self, d, height, bevel, shade=1.0, colour=None, rough=None):
        self.h += height * ramp(d, bevel)
        m = mask(d)
        if colour:
            self.paint(m, colour, rough)
        elif rough is not None:
            self.r = lerp(self.r, rough, m)
        if shade != 1.0:
            self.tint(m, shade)

    def groove(self, d, depth, width, dark=0.55):
        """A line cut along the zero of d."""
        t = np.clip(1 - np.abs(d) / width, 0, 1)
        t = t * t * (3 - 2 * t)
        self.h -= depth * t
        self.tint(t, dark)

    def bolt(self, cx, cy, r=3.2, slot=0.0):
        d = disc(cx, cy, r)
        self.h -= 1.1 * ramp(disc(cx, cy, r + 1.5), 1.2)
        self.tint(mask(disc(cx, cy, r + 1.3)), 0.62)
        self.h += 2.4 * ramp(d, r * 0.75)
        self.paint(mask(d), "9aa0a6", 0.38, 0.55)
        dx, dy = wrap(X - cx), wrap(Y - cy)
        across = np.abs(dx * np.sin(slot) - dy * np.cos(slot)) - 0.55
        cut = mask(np.maximum(across, disc(cx, cy, r * 0.72)))
        self.h -= 1.1 * cut
        self.tint(cut, 0.5)

    def hazard(self, d, period=21.0, dark="1d1e20", light="d9a02c", rough=0.55, slope=1.0):
        """Painted diagonal stripes; a whole number of periods should cross the tile if the area does."""
        phase = ((X + slope * Y) / period) % 1.0
        edge = np.clip((0.25 - np.abs(phase - 0.5)) * period * SS * 0.7 + 0.5, 0, 1)
        m = mask(d)
        self.c = lerp(self.c, lerp(rgb(dark), rgb(light), edge[..., None]), m[..., None])
        self.r = lerp(self.r, rough, m)

    def strokes(self, segments, width, colour, rough=None, amount=1.0):
        """Stencilled line segments ((x0, y0, x1, y1), ...)."""
        d = np.full((N, N), 1e9)
        for x0, y0, x1, y1 in segments:
            vx, vy = x1 - x0, y1 - y0
            px, py = wrap(X - (x0 + x1) / 2) + vx / 2, wrap(Y - (y0 + y1) / 2) + vy / 2
            t = np.clip((px * vx + py * vy) / (vx * vx + vy * vy + 1e-9), 0, 1)
            d = np.minimum(d, np.maximum(np.abs(px - t * vx), np.abs(py - t * vy)) - width / 2)
        self.paint(mask(d), colour, rough, amount)

    # Finish -----------------------------------------------------------------------------------

    def scratches(self, seed, count, strength, length=60):
        rng = np.random.default_rng(seed)
        image = Image.new("L", (N, N), 0)
        draw = ImageDraw.Draw(image)
        for _ in range(count):
            x, y = rng.uniform(0, N, 2)
            a = rng.choice([0.3, 1.2, 2.6]) + rng.normal(0, 0.35)
            size = rng.uniform(0.2, 1) * length * SS
            dx, dy = np.cos(a) * size, np.sin(a) * size
            value = int(rng.uniform(60, 255))
            for ox in (-N, 0, N):
                for oy in (-N, 0, N):
                    draw.line([x + ox, y + oy, x + dx + ox, y + dy + oy], fill=value, width=1)
        s = np.asarray(image) / 255.0 * np.clip(0.45 + noise(seed + 1, 2, 10), 0, 1) * self.wear_guard
        self.c = lerp(self.c, np.ones(3) * 0.78, (s * strength)[..., None])
        self.r = np.clip(self.r - 0.16 * s * strength * 2, 0, 1)
        self.h -= 0.18 * s

    def weather(self, seed, wear=0.6, dirt=0.55, mottling=0.05, wear_colour="a9adb2", brushed=None):
        """Cavity dirt, ambient shading, rubbed edges and broad tone changes."""
        guard = self.wear_guard
        fine = np.clip(self.h - blur(self.h, 2.2), -3, 3)
        wide = np.clip(self.h - blur(self.h, 9.0), -6, 6)
        patch = noise(seed, 4, 18)
        grain = noise(seed + 1, 30, 220)
        # Soft ambient shading in recesses; light maps do the rest.
        shade = 1 - 0.085 * np.clip(-wide, 0, 4) * 0.8 - 0.05 * np.clip(-fine, 0, 3)
        self.c *= np.clip(shade, 0.45, 1)[..., None]
        # Dirt gathers in recesses and in broad soft patches.
        grime = np.clip(np.clip(-wide, 0, 3) / 3 * 0.9 + np.clip(patch - 0.2, 0, 1) * 0.4 + 0.1 * grain, 0, 1)
        grime *= dirt * guard
        self.c = lerp(self.c, self.c * np.array([0.46, 0.43, 0.40]), grime[..., None])
        self.r = np.clip(self.r + 0.22 * grime, 0, 1)
        # Edges that stick out lose their paint.
        edge = np.clip(fine * 1.3 - 0.35, 0, 1) * np.clip(
            0.12 + 0.75 * noise(seed + 2, 2, 14) + 0.55 * noise(seed + 7, 30, 160), 0, 1)
        edge *= wear * guard
        self.c = lerp(self.c, rgb(wear_colour), edge[..., None])
        self.r = lerp(self.r, 0.34, edge * 0.8)
        # Broad mottling and fine grain.
        tone = 1 + mottling * noise(seed + 3, 1, 7) * 0.8 + mottling * 0.30 * noise(seed + 4, 40, 180)
        self.c *= tone[..., None]
        self.r = np.clip(self.r + 0.06 * noise(seed + 5, 2, 24) + 0.02 * grain, 0.05, 0.98)
        if brushed:
            lines = noise(seed + 6, 20, 240, brushed)
            self.c *= (1 + 0.022 * lines)[..., None]
            self.r = np.clip(self.r + 0.03 * lines, 0.05, 0.98)

    def save(self, folder, name, strength=1.0, metallic=0.0):
        folder.mkdir(parents=True, exist_ok=True)
        small = lambda a: a.reshape(SIZE, SS, SIZE, SS, *a.shape[2:]).mean(axis=(1, 3))
        # Normals from the full resolution height, then averaged and renormalised.
        h = self.h * SS * strength
        dx = (np.roll(h, -1, 1) - np.roll(h, 1, 1)) / 2
        dy_down = (np.roll(h, -1, 0) - np.roll(h, 1, 0)) / 2
        n = np.stack([-dx, dy_down, np.ones_like(h)], -1)
        n /= np.linalg.norm(n, axis=-1, keepdims=True)
        n = small(n)
        n /= np.linalg.norm(n, axis=-1, keepdims=True)
        # Even steps keep flat areas exactly flat and the files small.
        n8 = np.clip(np.round(n * 63.5) * 2 + 128, 0, 255).astype(np.uint8)
        # True colour rather than a palette, which would tint the greys.
        colour = Image.fromarray(np.round(np.clip(small(self.c), 0, 1) * 255).astype(np.uint8), "RGB")
        rough = np.round(np.clip(small(self.r), 0, 1) * 42) * 6
        colour.save(folder / f"{name}.png", optimize=True)
        Image.fromarray(n8, "RGB").save(folder / f"{name}_normal.png", optimize=True)
        Image.fromarray(rough.astype(np.uint8), "L").save(folder / f"{name}_roughness.png", optimize=True)
        write_material(folder, name, metallic)


def write_material(folder, name, metallic=0.0):
    material = {"format": 1}
    for key, suffix in (("color", ""), ("normal", "_normal"), ("roughness", "_roughness")):
        if (folder / f"{name}{suffix}.png").exists():
            material[key] = f"{name}{suffix}.png"
    material["metallic"] = metallic
    (folder / f"{name}.material.json").write_text(json.dumps(material, indent=2) + "\n", encoding="utf-8",
                                                  newline="\n")


# Stencil digits on a 2 x 4 grid, as segments.
GLYPHS = {
    "0": [(0, 0, 2, 0), (2, 0, 2, 4), (2, 4, 0, 4), (0, 4, 0, 0)],
    "1": [(1, 0, 1, 4)],
    "2": [(0, 0, 2, 0), (2, 0, 2, 2), (2, 2, 0, 2), (0, 2, 0, 4), (0, 4, 2, 4)],
    "4": [(0, 0, 0, 2), (0, 2, 2, 2), (2, 0, 2, 4)],
    "7": [(0, 0, 2, 0), (2, 0, 2, 4)],
    "A": [(0, 0, 2, 0), (0, 0, 0, 4), (2, 0, 2, 4), (0, 2, 2, 2)],
    "-": [(0.3, 2, 1.7, 2)],
    "m": [(0, 1.6, 0, 4), (0, 1.6, 2, 1.6), (1, 1.6, 1, 4), (2, 1.6, 2, 4)],
}


def text_segments(text, x, y, unit):
    out = []
    for i, letter in enumerate(text):
        ox = x + i * unit * 3.3
        out += [(ox + a * unit, y + b * unit, ox + c * unit, y + d * unit) for a, b, c, d in GLYPHS[letter]]
    return out


# Floor ---------------------------------------------------------------------------------------

def tread(s, d, pitch=16.0):
    """Raised lozenges at alternating angles inside the area d."""
    inside = mask(d)
    u, v = X / pitch, Y / pitch
    for offset, angle in ((0.0, 0.7854), (0.5, -0.7854)):
        px = ((u + offset) % 1 - 0.5) * pitch
        py = ((v + offset) % 1 - 0.5) * pitch
        a, b = px * np.cos(angle) + py * np.sin(angle), -px * np.sin(angle) + py * np.cos(angle)
        lens = np.hypot(a / 5.6, b / 1.9) - 1
        bump = np.clip(-lens * 1.6, 0, 1)
        bump = bump * bump * (3 - 2 * bump) * inside
        s.h += 1.15 * bump
        s.c = lerp(s.c, s.c * 1.22, bump[..., None])
        s.r -= 0.10 * bump


def floor():
    s = Surface("15171a", 0.8)
    base = "5b6067"

    def plate(x0, y0, x1, y1, shade=1.0, bolts=True, chamfer=6, rough=0.5):
        d = rect(x0, y0, x1, y1, 1.7, 0, chamfer)
        s.plate(d, 3.6, 3.0, 1.0, base, rough)
        s.tint(mask(d), shade)
        if bolts:
            for bx in (x0 + 15, x1 - 15):
                for by in (y0 + 15, y1 - 15):
                    s.bolt(bx, by, 3.0, (bx * 3 + by * 7) % 3)
        return d

    # Two by two metre tread plate.
    d = plate(0, 0, 256, 256, 1.0)
    s.groove(rect(0, 0, 256, 256, 24, 5), 1.3, 1.6)
    tread(s, rect(0, 0, 256, 256, 31, 4))
    # A wide plate and two small ones.
    plate(256, 0, 512, 128, 0.90)
    d = rect(256, 0, 512, 128, 30, 3, 10)
    s.h -= 2.0 * ramp(d, 2.4)
    s.tint(mask(d), 0.86)
    d = rect(256, 0, 512, 128, 46, 2, 8)
    s.h += 1.5 * ramp(d, 2.2)
    s.tint(mask(d), 1.12)
    plate(256, 128, 384, 256, 1.05)
    s.groove(disc(320, 192, 34), 1.2, 1.5)
    d = disc(320, 192, 29)
    s.h -= 1.6 * ramp(d, 2.0)
    s.tint(mask(d), 0.82)
    d = box(320, 192, 40, 7, 3)
    s.h -= 2.2 * ramp(d, 2.0)
    s.tint(mask(d), 0.55)
    plate(384, 128, 512, 256, 0.96)
    for k in (-1, 0, 1):
        d = box(448, 192 + k * 20, 64, 8, 4)
        s.h -= 2.2 * ramp(d, 2.2)
        s.tint(mask(d), 0.55)
    # Long service plates.
    plate(0, 256, 128, 512, 1.03)
    d = rect(0, 256, 128, 512, 30, 3, 12)
    s.h -= 1.6 * ramp(d, 2.4)
    s.tint(mask(d), 0.90)
    # A worn lane mark and a stencil on the long plate.
    s.strokes([(21, 290, 21, 478)], 3.0, "c8922f", 0.55, 0.8)
    s.strokes(text_segments("A2-04", 48, 462, 2.6), 2.2, "b9bec4", 0.6, 0.7)
    plate(128, 256, 256, 384, 0.93)
    tread(s, rect(128, 256, 256, 384, 28, 4))
    plate(128, 384, 256, 512, 1.06)
    for qx in (170, 214):
        for qy in (426, 470):
            d = box(qx, qy, 38, 38, 2, 6)
            s.h -= 1.7 * ramp(d, 2.2)
            s.tint(mask(d), 0.86)
            d = box(qx, qy, 20, 20, 1, 4)
            s.h += 1.5 * ramp(d, 2.2)
            s.tint(mask(d), 1.14)
    # Two metre grate in a frame with hazard ends.
    d = plate(256, 256, 512, 512, 0.92, True, 8)
    for y0 in (262, 482):
        area = rect(290, y0 + 3, 478, y0 + 21, 0, 2)
        s.hazard(area, 188 / 9)
        s.h += 0.25 * mask(area)
    pit = rect(256, 256, 512, 512, 34, 4, 6)
    s.h -= 7.0 * ramp(pit, 3.0)
    s.paint(mask(pit), "0e0f11", 0.85)
    inner = pit + 2
    bars = np.abs((X - 256) % 14 - 7) - 2.7
    s.h += 5.6 * ramp(np.maximum(bars, inner), 1.9)
    m = mask(np.maximum(bars, inner))
    s.paint(m, "60656b", 0.42)
    cross = np.abs((Y - 256) % 51.2 - 25.6) - 3.4
    s.h = np.where(np.maximum(cross, inner) < 0, np.maximum(s.h, 1.0), s.h)
    s.h += 1.0 * ramp(np.maximum(cross, inner), 2.0)
    s.paint(mask(np.maximum(cross, inner)), "565b61", 0.45)
    s.h += 0.05 * noise(11, 20, 120)
    s.weather(20, wear=0.75, dirt=0.55, mottling=0.075, wear_colour="8d9298")
    s.scratches(31, 260, 0.16, 70)
    s.save(OUT / "Spaceship", "scififloorb", 0.55)


# Wall ----------------------------------------------------------------------------------------

def wall():
    s = Surface("24272b", 0.75)
    paint = "a4a9ad"

    def panel(x0, y0, x1, y1, shade=1.0, chamfer=8, bolts=True, inset=1.7, height=4.2):
        d = rect(x0, y0, x1, y1, inset, 0, chamfer)
        s.plate(d, height, 4.0, 1.0, paint, 0.52)
        s.tint(mask(d), shade)
        if bolts:
            for bx in (x0 + 15, x1 - 15):
                for by in (y0 + 15, y1 - 15):
                    s.bolt(bx, by, 2.6, (bx * 5 + by * 3) % 3)
        return d

    # Rows from the top: header, main panels, accent rail, kick plate.
    for x0, x1, shade in ((0, 192, 0.94), (192, 320, 0.88), (320, 512, 0.96)):
        panel(x0, 0, x1, 72, shade, 6)
    for x0 in (34, 354):
        for k in range(2):
            d = rect(x0, 24 + k * 14, x0 + 124, 31 + k * 14, 0, 3.4)
            s.h -= 3.0 * ramp(d, 2.6)
            s.tint(mask(d), 0.42)
    # Three main panels.
    panel(0, 72, 192, 344, 1.03, 10)
    s.groove(rect(0, 72, 192, 344, 26, 4, 14), 1.6, 1.9)
    d = rect(44, 128, 148, 196, 0, 3, 9)
    s.h -= 2.0 * ramp(d, 3.0)
    s.tint(mask(d), 0.93)
    s.strokes(text_segments("A2", 58, 292, 5.0), 4.6, "4d535a", 0.6, 0.75)
    s.strokes([(96, 294.5, 140, 294.5), (96, 302.0, 128, 302.0), (96, 309.5, 134, 309.5)], 2.2, "4d535a", 0.6, 0.55)

    panel(320, 72, 512, 344, 1.0, 10)
    s.groove(rect(320, 72, 512, 344, 26, 4, 14), 1.6, 1.9)
    for k in (0, 1):
        d = rect(360, 112 + k * 108, 472, 204 + k * 108, 0, 3, 12)
        s.h -= 2.2 * ramp(d, 3.0)
        s.tint(mask(d), 0.94)
    d = rect(376, 146, 456, 170, 0, 2, 4)
    s.h += 1.8 * ramp(d, 2.4)
    s.tint(mask(d), 1.05)

    # Narrow centre column with a vent.
    panel(192, 72, 320, 344, 0.84, 7)
    frame = rect(214, 96, 298, 216, 0, 4, 8)
    s.h += 1.6 * ramp(frame, 2.6)
    s.tint(mask(frame), 0.9)
    vent = rect(214, 96, 298, 216, 9, 2)
    s.h -= 7.0 * ramp(vent, 2.6)
    s.paint(mask(vent), "1a1c1f", 0.8)
    slat = ((Y - 105) % 12.75) / 12.75
    blade = np.clip(slat * 1.5, 0, 1) * np.clip((1 - slat) * 9, 0, 1) * mask(vent + 1.5)
    s.h += 5.6 * blade
    s.paint(np.clip(blade * 1.25 - 0.18, 0, 1), "777d83", 0.48)
    d = rect(214, 232, 298, 322, 0, 3, 8)
    s.h -= 2.4 * ramp(d, 3.0)
    s.tint(mask(d), 0.86)
    d = rect(228, 246, 284, 308, 0, 2, 6)
    s.h += 2.6 * ramp(d, 3.0)
    s.tint(mask(d), 1.12)
    s.bolt(238, 256, 2.0)
    s.bolt(274, 256, 2.0, 1)
    s.bolt(238, 298, 2.0, 2)
    s.bolt(274, 298, 2.0)

    # Accent rail: a dark channel carrying a thin painted stripe.
    s.h += 2.4 * ramp(np.abs(Y - 367) - 20, 3.0)
    s.paint(mask(np.abs(Y - 367) - 20), "5a6067", 0.5)
    channel = np.abs(Y - 367) - 9.5
    s.h -= 2.6 * ramp(channel, 2.4)
    s.paint(mask(channel), "30353a", 0.55)
    stripe = np.abs(Y - 367) - 4.6
    s.h += 1.3 * ramp(stripe, 1.4)
    s.paint(mask(stripe), "3f8fdd", 0.36)
    for x in (192, 320, 512):
        s.groove(wrap(X - x) + 1e3 * (1 - mask(np.abs(Y - 367) - 20)), 2.0, 1.8, 0.5)
    # Kick plate.
    for x0, x1 in ((0, 256), (256, 512)):
        d = rect(x0, 390, x1, 510, 1.7, 0, 8)
        s.plate(d, 4.2, 4.0, 1.0, "686d73", 0.5)
        for bx in (x0 + 16, x1 - 16):
            for by in (406, 494):
                s.bolt(bx, by, 2.8, (bx + by) % 3)
        d = rect(x0, 390, x1, 510, 32, 3, 14)
        s.h -= 2.0 * ramp(d, 3.0)
        s.tint(mask(d), 0.88)
        for k in range(3):
            d = rect(x0 + 56, 436 + k * 11, x1 - 56, 441 + k * 11, 0, 2.4)
            s.h += 1.5 * ramp(d, 2.2)
            s.tint(mask(d), 1.1)
    s.h += 0.03 * noise(41, 20, 100)
    s.weather(50, wear=0.5, dirt=0.36, mottling=0.04, wear_colour="d2d5d8")
    # Streaks run down from the seams.
    runs = np.clip(noise(57, 3, 90, (1.0, 9.0)) - 0.5, 0, 1) * np.clip(noise(58, 1, 5) + 0.35, 0, 1)
    s.c *= (1 - 0.28 * runs)[..., None]
    s.r = np.clip(s.r + 0.1 * runs, 0, 1)
    s.scratches(61, 120, 0.10, 50)
    s.save(OUT / "Spaceship", "scifiwall_basea2", 0.55)


# Ceiling -------------------------------------------------------------------------------------

def ceiling():
    s = Surface("1b1d20", 0.8)
    paint = "7b8086"
    # One metre tiles; two bands of light run between them.
    for row in range(4):
        for col in range(4):
            x0, y0 = col * 128, row * 128
            lit = row in (1, 3)  # rows with lights have tiles of two by one metre
            if lit and col % 2:
                continue
            shade = 1 + 0.06 * np.sin(col * 2.4 + row * 4.1)
            d = rect(x0, y0, x0 + (256 if lit else 128), y0 + 128, 1.8, 0, 6)
            s.plate(d, 3.8, 3.4, 1.0, paint, 0.62)
            s.tint(mask(d), shade)
            if lit:
                continue
            for bx in (x0 + 14, x0 + 114):
                for by in (y0 + 14, y0 + 114):
                    s.bolt(bx, by, 2.3, (bx * 3 + by) % 3)
            d = rect(x0, y0, x0 + 128, y0 + 128, 25, 3, 12)
            if (row // 2 + col) % 2 == 0:
                s.h -= 2.2 * ramp(d, 3.0)
                s.tint(mask(d), 0.88)
                for k in range(5):
                    g = rect(x0 + 40, y0 + 40 + k * 11, x0 + 88, y0 + 45 + k * 11, 0, 2.2)
                    s.h -= 2.6 * ramp(g, 2.0)
                    s.tint(mask(g), 0.36)
            else:
                s.groove(d, 1.5, 1.8)
                g = rect(x0, y0, x0 + 128, y0 + 128, 44, 2, 6)
                s.h += 1.4 * ramp(g, 2.6)
                s.tint(mask(g), 1.06)
    lights = np.zeros((N, N))
    for row in (1, 3):
        for col in (0, 2):
            x0, y0 = col * 128, row * 128
            housing = rect(x0 + 16, y0 + 30, x0 + 240, y0 + 98, 0, 3, 14)
            s.h += 1.8 * ramp(housing, 3.0)
            s.paint(mask(housing), "5a5f66", 0.5)
            for bx in (x0 + 30, x0 + 226):
                s.bolt(bx, y0 + 64, 2.6, 0.8)
            trough = rect(x0 + 44, y0 + 44, x0 + 212, y0 + 84, 0, 6)
            s.h -= 5.5 * ramp(trough, 5.0)
            s.paint(mask(trough), "3a3e43", 0.45)
            tube = rect(x0 + 54, y0 + 54, x0 + 202, y0 + 74, 0, 8)
            s.h += 1.6 * ramp(tube, 6.0)
            lights = np.maximum(lights, mask(tube))
            core = np.clip(-tube / 7.0, 0, 1)
            s.c = lerp(s.c, lerp(rgb("bfe0f2"), rgb("fbfdff"), core[..., None]), mask(tube)[..., None])
            s.r = lerp(s.r, 0.25, mask(tube))
            for k in range(1, 4):
                clip = np.maximum(np.abs(wrap(X - (x0 + 54 + 37 * k))) - 1.4, tube - 1)
                s.h += 0.8 * mask(clip)
                s.paint(mask(clip), "6d747b", 0.4)
                lights *= 1 - mask(clip)
    s.wear_guard = 1 - lights
    s.h += 0.03 * noise(71, 20, 100)
    keep = s.c.copy()
    s.weather(80, wear=0.4, dirt=0.4, mottling=0.05, wear_colour="a9aeb3")
    s.c = lerp(s.c, keep, lights[..., None])
    # A faint spill of light around the strips makes them read as lit.
    spill = np.clip(blur(lights, 11) * 1.3, 0, 1) * (1 - lights)
    s.c = np.clip(s.c + (spill * 0.34)[..., None] * rgb("cfe8f8"), 0, 1)
    s.scratches(91, 50, 0.07, 40)
    s.save(OUT / "Spaceship", "scificeilingb", 0.55)


# Door leaf -----------------------------------------------------------------------------------

def door():
    s = Surface("1c1e21", 0.75)
    paint = "868c92"
    frame = rect(0, 0, 512, 512, 1.5, 0, 10)
    s.plate(frame, 4.0, 4.0, 1.0, "585e65", 0.48)
    for k in range(6):
        y = 34 + k * 88.8
        s.bolt(18, y, 3.2, k)
        s.bolt(494, y, 3.2, k + 1)
    d = rect(0, 0, 512, 512, 34, 0, 34)
    s.h -= 4.5 * ramp(d, 3.2)
    s.paint(mask(d), "26292d", 0.7)
    # Upper and lower shells with a split line that steps in the middle.
    step = np.clip((np.abs(X - 256) - 58) / 26, 0, 1) * 26
    line = Y - 282 + step
    shell = rect(0, 0, 512, 512, 40, 0, 32)
    upper = np.maximum(shell, line + 2.6)
    lower = np.maximum(shell, -line + 2.6)
    s.plate(upper, 6.0, 5.0, 1.0, paint, 0.5)
    s.plate(lower, 6.0, 5.0, 1.0, paint, 0.5)
    s.tint(mask(lower), 0.9)
    # Window.
    rim = box(256, 132, 188, 92, 8, 22)
    s.h += 2.2 * ramp(rim, 3.4)
    s.paint(mask(rim), "4c5259", 0.45)
    glass = box(256, 132, 164, 68, 5, 16)
    s.h -= 6.0 * ramp(glass, 4.0)
    g = mask(glass)
    shine = np.clip(1 - np.abs((X + Y * 0.9 - 330) / 26), 0, 1) + 0.6 * np.clip(1 - np.abs((X + Y * 0.9 - 396) / 11), 0, 1)
    pane = lerp(rgb("10202c"), rgb("2c5468"), np.clip((168 - Y) / 76, 0, 1)[..., None])
    s.c = lerp(s.c, np.clip(pane + 0.16 * shine[..., None], 0, 1), g[..., None])
    s.r = lerp(s.r, 0.12, g)
    for sx in (-1, 1):
        for sy in (-1, 1):
            s.bolt(256 + sx * 86, 132 + sy * 33, 2.2, sx + sy)
    # Side recesses on the upper shell and stencil number.
    for sx in (-1, 1):
        d = box(256 + sx * 150, 150, 42, 128, 3, 10)
        s.h -= 2.6 * ramp(d, 3.2)
        s.tint(mask(d), 0.86)
        for k in range(5):
            b = box(256 + sx * 150, 110 + k * 20, 28, 8, 3.4)
            s.h += 2.2 * ramp(b, 2.4)
            s.tint(mask(b), 1.08)
    s.strokes(text_segments("04", 238, 205, 6.2), 5.2, "e7e9eb", 0.55, 0.85)
    # Hazard band that follows the split.
    band = np.maximum(np.maximum(lower, line - 34), -(line - 10))
    s.hazard(band, 32.0)
    # Lower shell: ribs, grip and kick plate.
    for k in range(3):
        b = np.maximum(box(256, 346 + k * 26, 344, 13, 5), shell + 6)
        s.h += 2.6 * ramp(b, 3.6)
        s.tint(mask(b), 1.05)
    grip = box(256, 372, 84, 76, 5, 14)
    s.h += 2.2 * ramp(grip, 3.2)
    s.paint(mask(grip), "50565d", 0.45)
    hole = box(256, 372, 60, 46, 5, 9)
    s.h -= 6.0 * ramp(hole, 5.0)
    s.paint(mask(hole), "1d2024", 0.6)
    bar = box(256, 372, 60, 12, 4)
    s.h += 5.4 * ramp(bar, 4.4)
    s.paint(mask(bar), "d08f2f", 0.42)
    kick = np.maximum(box(256, 450, 372, 40, 0, 12), shell + 5)
    s.h += 1.6 * ramp(kick, 3.0)
    s.paint(mask(kick), "5d636a", 0.42)
    for k in range(5):
        s.bolt(116 + k * 70, 450, 2.6, k)
    s.wear_guard = 1 - mask(glass + 1)
    s.h += 0.03 * noise(101, 20, 100) * s.wear_guard
    s.weather(110, wear=0.7, dirt=0.42, mottling=0.045, wear_colour="c6cacd")
    s.scratches(121, 150, 0.13, 60)
    s.save(OUT / "Spaceship", "door_panel", 0.55)


# Measuring grids -----------------------------------------------------------------------------

def grid(name, dark, light, line, strong):
    """One metre: strong border, quarter metre lines, a cross in the middle, label in the corner."""
    size = 256
    yy, xx = np.mgrid[0:size, 0:size] + 0.5
    c = np.ones((size, size, 3)) * rgb(dark)
    checker = ((xx // 128 + yy // 128) % 2 == 1)
    c = np.where(checker[..., None], rgb(light), c)

    def rule(at, half, colour, amount):
        nonlocal c
        for axis in (xx, yy):
            d = np.abs((axis - at + size / 2) % size - size / 2)
            c = lerp(c, rgb(colour), (amount * (d < half))[..., None])
    for k in range(1, 8, 2):
        rule(k * 32, 0.6, line, 0.35)
    rule(64, 1.1, line, 0.7)
    rule(192, 1.1, line, 0.7)
    rule(128, 1.1, line, 1.0)
    rule(0, 2.1, strong, 1.0)
    plus = ((np.abs(xx - 128) < 2.1) & (np.abs(yy - 128) < 12)) | ((np.abs(yy - 128) < 2.1) & (np.abs(xx - 128) < 12))
    c = np.where(plus[..., None], rgb(strong), c)
    image = Image.fromarray(np.round(c * 255).astype(np.uint8), "RGB")
    draw = ImageDraw.Draw(image)
    colour = tuple(int(v * 255) for v in rgb(strong))
    for x0, y0, x1, y1 in text_segments("1m", 10, 11, 4):
        draw.rectangle([min(x0, x1) - 1, min(y0, y1) - 1, max(x0, x1) + 1, max(y0, y1) + 1], fill=colour)
    folder = OUT / "Dev"
    folder.mkdir(parents=True, exist_ok=True)
    image.save(folder / f"{name}.png", optimize=True)
    write_material(folder, name)


def main():
    floor()
    wall()
    ceiling()
    door()
    grid("grid_dark", "3b3f44", "43474d", "666c74", "9aa1aa")
    grid("grid_orange", "b0682a", "bd7433", "dea066", "f6d3ab")
    files = sorted(OUT.rglob("*.png"))
    for f in files:
        print(f"{f.stat().st_size:8d} {f.relative_to(OUT)}")
    print(f"{sum(f.stat().st_size for f in files)} bytes in {len(files)} images")


if __name__ == "__main__":
    main()
