import type { ColourName } from './colours';

type Rgb = readonly [r: number, g: number, b: number];

const white: Rgb = [255, 255, 255];
/** ground of pages in the light theme: words lie on it as well as on white */
const day: Rgb = [243, 244, 247];
/** surface of pages in the dark theme */
const night: Rgb = [22, 26, 33];
/** contrast of text that WCAG AA asks for (4.5), and a little more for soft grounds of the colour itself */
const readable = 4.7;

const parseHex = (hex: string): Rgb => {
  const channelAt = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channelAt(1), channelAt(3), channelAt(5)];
};
const formatHex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
const mapParts = ([red, green, blue]: Rgb, change: (part: number, i: number) => number): Rgb => [
  change(red, 0),
  change(green, 1),
  change(blue, 2),
];
/** `share` of `b` in `a`. */
const mixColours = (a: Rgb, b: Rgb, share: number): Rgb =>
  mapParts(a, (part, i) => part + ((b[i] ?? 0) - part) * share);

/** Relative luminance (WCAG 2). */
function luminanceOf(colour: Rgb): number {
  const [r, g, b] = mapParts(colour, (part) => {
    const x = part / 255;
    return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrastOf(a: Rgb, b: Rgb): number {
  const [x, y] = [luminanceOf(a), luminanceOf(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Moved towards `to` in small steps until it can be read on `on`. */
function mixUntilReadable(colour: Rgb, on: Rgb, to: Rgb): Rgb {
  let found = colour;
  for (let share = 0; share <= 1 && contrastOf(found, on) < readable; share += 0.04)
    found = mixColours(colour, to, share);
  return found;
}

/**
 * The action colours of a brand, as [light, dark], from its one colour `#rrggbb`. White words on it and it on white (on the dark surface) stay
 * readable whatever the colour is: a pale yellow becomes a dark one.
 */
export function brandColours(hex: string): Partial<Record<ColourName, readonly [light: string, dark: string]>> {
  const own = parseHex(hex);
  const black: Rgb = [0, 0, 0];
  const fill = mixUntilReadable(own, day, black);
  const light = mixUntilReadable(own, night, white);
  const fillDark = mixUntilReadable(mixColours(own, white, 0.12), white, black);
  return {
    fill: [formatHex(fill), formatHex(fillDark)],
    'fill-hover': [formatHex(mixColours(fill, black, 0.14)), formatHex(mixColours(fillDark, black, 0.12))],
    primary: [formatHex(fill), formatHex(light)],
    'primary-soft': [formatHex(mixColours(fill, white, 0.92)), formatHex(mixColours(light, night, 0.86))],
    'primary-line': [formatHex(mixColours(fill, white, 0.72)), formatHex(mixColours(light, night, 0.66))],
    sel: [formatHex(mixColours(fill, white, 0.95)), formatHex(mixColours(light, night, 0.9))],
  };
}
