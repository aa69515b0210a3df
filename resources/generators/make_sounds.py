#!/usr/bin/env python3
"""Synthesises the sounds of the sample project: mono, 16 bit, 22050 Hz wave files.

Everything is made here from filtered noise, decaying sines and envelopes with fixed seeds, so a
run always writes the same files. Needs numpy.
"""
import wave
from pathlib import Path

import numpy as np

RATE = 22050
OUT = Path(__file__).resolve().parents[2] / "projects" / "first_room" / "assets" / "Sounds"


def times(seconds):
    return np.arange(int(seconds * RATE)) / RATE


def band(noise, low, high, slope=0.35):
    """Filters with a smooth band between low and high Hz (log-frequency shoulders)."""
    spectrum = np.fft.rfft(noise)
    freq = np.maximum(np.fft.rfftfreq(len(noise), 1 / RATE), 1.0)
    gain = 1 / (1 + np.exp(-np.log2(freq / low) / slope * 2)) / (1 + np.exp(np.log2(freq / high) / slope * 2))
    return np.fft.irfft(spectrum * gain, len(noise))


def burst(rng, seconds, low, high, attack, decay):
    t = times(seconds)
    noise = band(rng.standard_normal(len(t)), low, high)
    noise /= np.max(np.abs(noise)) + 1e-9
    return noise * np.clip(t / attack, 0, 1) * np.exp(-np.maximum(t - attack, 0) / decay)


def thump(seconds, start, end, glide, decay):
    """A sine falling from start to end Hz: the body of a step or an impact."""
    t = times(seconds)
    freq = end + (start - end) * np.exp(-t / glide)
    return np.sin(2 * np.pi * np.cumsum(freq) / RATE) * np.clip(t / 0.002, 0, 1) * np.exp(-t / decay)


def ring(rng, seconds, base, ratios, decay, spread=0.02):
    """Inharmonic decaying partials: a struck metal plate."""
    t = times(seconds)
    out = np.zeros(len(t))
    for index, ratio in enumerate(ratios):
        freq = base * ratio * (1 + rng.uniform(-spread, spread))
        if freq < RATE * 0.45:
            fade = decay / (1 + 0.45 * index) * rng.uniform(0.8, 1.2)
            out += np.sin(2 * np.pi * freq * t + rng.uniform(0, 6.28)) * np.exp(-t / fade) / (1 + 0.6 * index)
    return out * np.clip(t / 0.0015, 0, 1)


PLATE = (1.0, 1.58, 2.24, 2.87, 3.46, 4.31, 5.62)


def mix(seconds, *layers):
    """Sums (offset seconds, gain, samples) layers; each layer's last part fades so none ends in a click."""
    out = np.zeros(int(seconds * RATE))
    for offset, gain, samples in layers:
        samples = samples * np.clip((len(samples) - np.arange(len(samples))) / (0.3 * len(samples)), 0, 1)
        start = int(offset * RATE)
        count = min(len(samples), len(out) - start)
        if count > 0:
            out[start:start + count] += gain * samples[:count]
    return out


def room(rng, dry, amount=0.18, decay=0.09, seconds=0.25):
    """A short diffuse tail, as from a small metal room."""
    t = times(seconds)
    tail = band(rng.standard_normal(len(t)), 180, 4200) * np.exp(-t / decay) * np.clip((t - 0.006) / 0.01, 0, 1)
    tail /= np.sqrt(np.sum(tail ** 2)) + 1e-9
    size = len(dry) + len(t)
    return dry + amount * np.fft.irfft(np.fft.rfft(dry, size) * np.fft.rfft(tail, size), size)[:len(dry)]


def write(name, samples, peak=0.8, fade=0.02, loop=False):
    samples = samples - np.mean(samples)
    samples = samples / (np.max(np.abs(samples)) + 1e-9) * peak
    if not loop:
        count = int(fade * RATE)
        samples[-count:] *= np.linspace(1, 0, count) ** 2
        samples[:32] *= np.linspace(0, 1, 32)
    OUT.mkdir(parents=True, exist_ok=True)
    with wave.open(str(OUT / f"{name}.wav"), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(np.round(samples * 32767).astype("<i2").tobytes())


def footstep(seed):
    """Boot on a metal deck: heel, then the softer sole, and a little plate resonance."""
    rng = np.random.default_rng(seed)
    pitch = rng.uniform(0.92, 1.1)
    gap = rng.uniform(0.050, 0.072)
    dry = mix(0.34,
              (0.000, 0.85, thump(0.2, 170 * pitch, 72 * pitch, 0.018, 0.045)),
              (0.000, 0.42, burst(rng, 0.12, 700, 3200, 0.001, 0.014)),
              (0.002, 0.30, burst(rng, 0.15, 160, 700, 0.003, 0.034)),
              (0.001, 0.09, ring(rng, 0.3, 392 * pitch, PLATE, 0.055)),
              (gap, 0.26, thump(0.12, 130 * pitch, 85 * pitch, 0.015, 0.03)),
              (gap, 0.24, burst(rng, 0.16, 900, 4200, 0.006, 0.026)),
              (gap + 0.012, 0.07, burst(rng, 0.12, 2500, 7000, 0.012, 0.022)))
    write(f"footstep_{seed}", room(rng, dry, 0.2), 0.62)


def land(seed):
    """Both boots arriving: a deep thud, grit and a longer plate ring."""
    rng = np.random.default_rng(100 + seed)
    pitch = rng.uniform(0.9, 1.08)
    gap = rng.uniform(0.018, 0.034)
    dry = mix(0.55,
              (0.000, 1.00, thump(0.4, 150 * pitch, 52 * pitch, 0.03, 0.085)),
              (0.000, 0.50, burst(rng, 0.2, 400, 2600, 0.001, 0.022)),
              (0.000, 0.42, burst(rng, 0.3, 90, 500, 0.004, 0.06)),
              (0.002, 0.13, ring(rng, 0.5, 246 * pitch, PLATE, 0.12)),
              (gap, 0.55, thump(0.3, 135 * pitch, 60 * pitch, 0.025, 0.06)),
              (gap, 0.32, burst(rng, 0.2, 700, 3600, 0.002, 0.024)),
              (gap + 0.06, 0.10, burst(rng, 0.25, 1800, 6000, 0.03, 0.05)))
    write(f"land_{seed}", room(rng, dry, 0.25, 0.12, 0.4), 0.8)


def jump():
    """Push-off scrape, cloth and a small thump."""
    rng = np.random.default_rng(7)
    sweep = burst(rng, 0.3, 500, 2200, 0.05, 0.07)
    dry = mix(0.42,
              (0.000, 0.55, thump(0.16, 120, 78, 0.02, 0.04)),
              (0.000, 0.30, burst(rng, 0.14, 800, 3800, 0.008, 0.03)),
              (0.035, 0.32, sweep),
              (0.050, 0.13, burst(rng, 0.28, 2400, 6500, 0.06, 0.05)),
              (0.000, 0.04, ring(rng, 0.2, 410, PLATE, 0.05)))
    write("jump_1", room(rng, dry, 0.14), 0.6)


def motor(rng, seconds, low, high, rise, fall):
    """Servo whine: stacked harmonics that speed up, hold and slow down."""
    t = times(seconds)
    speed = np.clip(t / rise, 0, 1) * np.clip((seconds - t) / fall, 0, 1)
    speed = speed * speed * (3 - 2 * speed)
    wobble = 1 + 0.006 * np.sin(2 * np.pi * 23 * t)
    phase = 2 * np.pi * np.cumsum((low + (high - low) * speed) * wobble) / RATE
    out = sum(np.sin(phase * k + k) * g for k, g in ((1, 1.0), (2, 0.5), (3.01, 0.32), (5.02, 0.16), (8.05, 0.07)))
    return out * (0.15 + 0.85 * speed) * np.clip(t / 0.01, 0, 1)


def slide(rng, seconds):
    """The leaf running in its track: rumble and rolling rattle."""
    t = times(seconds)
    shape = np.clip(t / 0.08, 0, 1) * np.clip((seconds - t) / 0.1, 0, 1)
    rumble = band(rng.standard_normal(len(t)), 60, 320)
    hiss = band(rng.standard_normal(len(t)), 900, 3800)
    roll = 0.6 + 0.4 * np.sin(2 * np.pi * 17 * t + np.sin(2 * np.pi * 3 * t))
    return (rumble / np.max(np.abs(rumble)) + 0.35 * roll * hiss / np.max(np.abs(hiss))) * shape


def clank(rng, base):
    return mix(0.5,
               (0, 0.8, thump(0.3, 190, 62, 0.02, 0.07)),
               (0, 0.5, burst(rng, 0.15, 600, 4200, 0.001, 0.016)),
               (0, 0.20, ring(rng, 0.5, base, PLATE, 0.13)))


def door(name, seed, closing):
    rng = np.random.default_rng(seed)
    travel = 0.82
    air = burst(rng, 0.5, 1400, 7500, 0.02, 0.13)
    low, high = (64, 148) if closing else (70, 172)
    layers = [(0.0, 0.35, clank(rng, 520) * 0.8),
              (0.06, 0.30, motor(rng, travel, low, high, 0.3 if closing else 0.2, 0.16 if closing else 0.34)),
              (0.06, 0.42, slide(rng, travel))]
    if closing:
        layers += [(0.06 + travel - 0.05, 1.0, clank(rng, 232)), (0.06 + travel + 0.07, 0.42, clank(rng, 340)),
                   (0.06 + travel + 0.05, 0.16, air)]
    else:
        layers += [(0.01, 0.34, air), (0.06 + travel - 0.06, 0.5, clank(rng, 300))]
    write(name, room(rng, mix(1.5, *layers), 0.3, 0.16, 0.5), 0.82, 0.2)


def room_tone():
    """Ventilation and distant machinery. Noise wraps by crossfading its overlap, and every tone has a
    whole number of periods in the loop, so the last sample runs into the first."""
    rng = np.random.default_rng(42)
    seconds, overlap = 6.0, 1.5
    count, extra = int(seconds * RATE), int(overlap * RATE)
    t = np.arange(count) / RATE

    def looped(low, high, rms):
        noise = band(rng.standard_normal(count + extra + 2 * RATE), low, high)[RATE:-RATE]
        out = noise[:count].copy()
        k = np.linspace(0, np.pi / 2, extra)
        out[:extra] = noise[:extra] * np.sin(k) + noise[count:] * np.cos(k)
        return out * rms / np.sqrt(np.mean(out ** 2))

    def tone(freq, gain, beat=0, depth=0.0, phase=0.0):
        periods = round(freq * seconds)
        swell = 1 + depth * np.sin(2 * np.pi * beat * t / seconds + phase)
        return gain * swell * np.sin(2 * np.pi * periods * t / seconds + phase)

    breathe = 1 + 0.14 * np.sin(2 * np.pi * t / seconds) + 0.08 * np.sin(2 * np.pi * 2 * t / seconds + 1.3)
    out = (tone(50, 0.30, 1, 0.2) + tone(100, 0.20, 2, 0.25, 1.0) + tone(100.5, 0.10, 0, 0, 0.4)
           + tone(150, 0.07, 3, 0.3, 2.0) + tone(200.33, 0.035, 1, 0.4, 0.7) + tone(301, 0.014, 2, 0.5, 2.6)
           + looped(40, 190, 0.20) + looped(180, 900, 0.075) * breathe + looped(900, 3200, 0.016) * breathe)
    write("room_tone", out, 0.45, loop=True)


def main():
    for seed in range(1, 5):
        footstep(seed)
        land(seed)
    jump()
    door("door_open", 21, False)
    door("door_close", 22, True)
    room_tone()
    files = sorted(OUT.glob("*.wav"))
    print(f"{len(files)} sounds, {sum(f.stat().st_size for f in files)} bytes")


if __name__ == "__main__":
    main()
