import { chinaOffsetMs } from '@tongda/protocol/jt808/time';
import { encodeH264 } from './h264';
import { encodeJpeg } from './jpeg';
import { hash01 } from './random';

/** What a camera looks at: the road ahead, the driver, or what is beside or behind the vehicle. */
export type View = 'road' | 'driver' | 'box';

const width = 320;
const height = 240;
/** Digits and signs of the line that cameras write into their pictures, five rows of three bits. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 2, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '-': [0, 0, 7, 0, 0],
  ':': [0, 2, 0, 2, 0],
  ' ': [0, 0, 0, 0, 0],
};

const inEllipse = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): boolean =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;

/** The road with its lanes to the horizon, and a vehicle ahead; the lanes come nearer with the seconds of a film. */
function road(x: number, y: number, seed: number, seconds: number): number {
  const horizon = 96;
  const aheadX = 140 + 40 * hash01(seed, 1);
  const size = 22 + 16 * hash01(seed, 2);
  if (Math.abs(x - aheadX) < size && y > 116 - size / 3 && y < 116 + size * 1.3) {
    const lights = y > 116 + size * 0.8 && Math.abs(Math.abs(x - aheadX) - size * 0.7) < 5;
    return lights ? 225 : y < 116 + size * 0.3 ? 60 : 95;
  }
  if (y < horizon) return 205 - y / 2 + (y > 70 && Math.sin(x / 13 + seed) > 0.2 ? -90 : 0);
  const depth = (y - horizon) / (height - horizon);
  const side = (x - 160) / (14 + 190 * depth);
  if (Math.abs(side) > 1) return 105 + 25 * Math.sin(x * 0.9 + y * 1.7);
  const onLine = Math.abs(Math.abs(side) - 0.94) < 0.03;
  const onDash = Math.abs(Math.abs(side) - 0.33) < 0.025 && Math.sin(26 / (depth + 0.12) + seed + 9 * seconds) > 0;
  return onLine || onDash ? 230 : 78 + 20 * depth;
}

/** A driver as an infrared camera shows him: head, shoulders, wheel, and a telephone at the ear; in a film he looks around. */
function driver(x: number, y: number, seed: number, seconds: number): number {
  const cx = 150 + 24 * hash01(seed, 3);
  const turn = 10 * (hash01(seed, 4) - 0.5) + 8 * Math.sin(1.5 * seconds);
  if (inEllipse(x, y, cx + 46, 108, 7, 22)) return 40;
  if (inEllipse(x, y, cx + 52, 128, 17, 24)) return 178;
  if (inEllipse(x, y, cx - 15 + turn, 92, 7, 3) || inEllipse(x, y, cx + 15 + turn, 92, 7, 3)) return 50;
  if (inEllipse(x, y, cx + turn, 128, 12, 3)) return 90;
  if (inEllipse(x, y, cx, 72, 44, 36) && y < 76) return 45;
  if (inEllipse(x, y, cx, 102, 40, 52)) return 190;
  if (Math.abs(((x - 150) / 150) ** 2 + ((y - 250) / 70) ** 2 - 1) < 0.09) return 30;
  if (inEllipse(x, y, cx, 236, 112, 84)) return 112;
  return 58 + 22 * Math.sin(x / 40) + (x > 250 && y < 120 ? 90 : 0);
}

/** Pallets in a box whose doors stand open. */
function box(x: number, y: number, seed: number): number {
  const depth = Math.max(Math.abs(x - 160) / 160, Math.abs(y - 110) / 110);
  if (depth > 0.92) return 215;
  if (depth > 0.45) return 150 - 60 * depth;
  const pallet = Math.floor((x - 84) / 38);
  const top = 92 + 22 * hash01(seed, 10 + pallet);
  if (y > top && y < 162) return (x - 84) % 38 < 3 || Math.floor(y) % 18 < 2 ? 70 : 165 + 12 * (pallet % 2);
  return 88;
}

const views = { road, driver, box };

/** Whether the sign at a place of the line covers a pixel; `scale` pixels a dot. */
function isInk(text: string, x: number, y: number, scale: number): boolean {
  const column = Math.floor(x / scale);
  const row = Math.floor(y / scale);
  const rows = glyphs[text[Math.floor(column / 4)] ?? ' '];
  const dot = column % 4;
  return rows !== undefined && dot < 3 && row >= 0 && row < 5 && ((rows[row] ?? 0) & (4 >> dot)) !== 0;
}

/** The line that cameras write into their pictures: channel and time. */
const lineOf = (channel: number, timeMs: number): string =>
  `${String(channel).padStart(2, '0')} ${new Date(timeMs + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')}`;

/** A photo of a camera as JPEG, some kilobytes: what it looks at, a little noise, channel and time at the top. A pure function of its arguments. */
export function takePicture(view: View, channel: number, seed: number, timeMs: number): Uint8Array {
  const draw = views[view];
  const text = lineOf(channel, timeMs);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const noise = 10 * (hash01(seed + x, y) - 0.5);
      const light = y > 5 && y < 16 && isInk(text, x - 8, y - 6, 2) ? 250 : draw(x, y, seed, 0) + noise;
      pixels[y * width + x] = Math.max(0, Math.min(255, light));
    }
  return encodeJpeg({ width, height, pixels });
}

/** A film: every second pixel of a photo, so many frames a second, so long. */
const film = { width: width / 2, height: height / 2, fps: 5, seconds: 5 } as const;

/** A film of a camera as raw H.264, some hundred kilobytes: what it looks at, channel and time at the top. It begins at `timeMs`. */
export function recordFilm(view: View, channel: number, seed: number, timeMs: number): Uint8Array {
  const draw = views[view];
  const frames = Array.from({ length: film.fps * film.seconds }, (_, no) => {
    const seconds = no / film.fps;
    const text = lineOf(channel, timeMs + 1000 * seconds);
    const pixels = new Uint8Array(film.width * film.height);
    for (let y = 0; y < film.height; y++)
      for (let x = 0; x < film.width; x++) {
        const light = isInk(text, x - 4, y - 3, 1) ? 250 : draw(2 * x, 2 * y, seed, seconds);
        pixels[y * film.width + x] = Math.max(0, Math.min(255, light));
      }
    return pixels;
  });
  return encodeH264({ ...film, frames });
}

const rate = 8000;

/** Two seconds of a cabin's hum as WAV, 8 bits, 8 kHz. */
export function recordSound(seed: number): Uint8Array {
  const count = 2 * rate;
  const wav = new Uint8Array(44 + count);
  const view = new DataView(wav.buffer);
  const put = (at: number, text: string): void =>
    wav.set(
      [...text].map((sign) => sign.charCodeAt(0)),
      at,
    );
  put(0, 'RIFF');
  view.setUint32(4, 36 + count, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  put(36, 'data');
  view.setUint32(40, count, true);
  for (let i = 0; i < count; i++)
    wav[44 + i] = 128 + 26 * Math.sin((i / rate) * 2 * Math.PI * 90) + 14 * (hash01(seed, i) - 0.5);
  return wav;
}
